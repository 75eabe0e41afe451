/* Failures and what is said of them: the first cause named is the one built into the model.
 * lock_up_test.c has those in a singular pose. */
#include "analysis/failure/causes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

/* The n-th note (0: the story) about the error, or null. */
static const SarDiagnostic *note(const Fixture *f, int32_t n) {
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    const SarDiagnostic *d = sar_context_get(f->context, i);
    if (d->severity == SAR_NOTE && d->status != SAR_OK && n-- == 0) return d;
  }
  return NULL;
}

static const SarDiagnostic *cause(const Fixture *f, int32_t n) {
  const SarDiagnostic *found = note(f, n);
  if (!found) fail_msg("there is no cause %d", (int)n);
  return found;
}

static void says(const SarDiagnostic *d, const char *text) {
  if (!strstr(d->message, text)) fail_msg("`%s` does not contain `%s`", d->message, text);
}

static Fixture failing(const char *text, SarStatus status) {
  Fixture f = fixture_of(text);
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), status);
  assert_int_equal(summary.status, SAR_RUN_FAILED);
  assert_int_equal(sar_context_errors(f.context), 1);
  says(cause(&f, 0), "the last attempts:\n");
  assert_null(note(&f, 1 + SAR_CAUSES_SHOWN));
  return f;
}

#define BLOCK                                                               \
  "bodies: {block: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.1, 0, 0]}}\n" \
  "joints: {P: {type: prismatic, between: [ground, block], at: [0.1, 0, 0], axis: x}}\n"
#define ARM                                                               \
  "gravity: [0, -9.81, 0]\n"                                              \
  "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}}\n" \
  "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"

static void a_motion_that_jumps(void **state) {
  (void)state;
  Fixture f = failing(ARM
                      "motions: {drive: {joint: A, rotation: \"0.1*sign(t - 0.5)\"}}\n"
                      "simulate: {end: 1}\n",
                      SAR_STEP_TOO_SMALL);
  says(cause(&f, 0), "error too large");
  says(cause(&f, 1), "the motion `drive` jumps at t = 0.5 s, from -0.1 to 0.1");
  assert_string_equal(cause(&f, 1)->element, "drive");
  assert_int_equal(cause(&f, 1)->source.line, 4);
  assert_non_null(cause(&f, 1)->remedy);
  fixture_free(&f);
}

static void a_motion_that_jumps_and_a_large_min_step(void **state) {
  (void)state;
  Fixture f = failing(ARM
                      "motions: {drive: {joint: A, rotation: \"0.1*sign(t - 0.5)\"}}\n"
                      "simulate: {end: 1, min_step: 1e-3}\n",
                      SAR_STEP_TOO_SMALL);
  says(cause(&f, 1), "the motion `drive` jumps at t = 0.5 s, from -0.1 to 0.1");
  says(cause(&f, 2), "min_step forbids steps below 0.001 s");
  fixture_free(&f);
}

/* A force that jumps stops no run, even with a bound on the step: steps end on the jump, which
 * is met late by 1e-10 of a step at most. `within`: by how much place and velocity at the end are off per second late.
 */
static void passing(const char *text, int64_t most_steps, const double end[2], const double within[2]) {
  Fixture f = fixture_of(text);
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.table = table;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_int_equal(sar_context_count(f.context), 0);
  assert_true(summary.steps <= most_steps);
  double late = 1e-10 * summary.largest_step;
  print_message("%d steps up to %g: x off by %.2e of %.2e, v by %.2e of %.2e\n", (int)summary.steps,
                summary.largest_step, last_value(table, "block.x") - end[0], within[0] * late,
                last_value(table, "block.vx") - end[1], within[1] * late);
  for (int i = 0; i < 2; i++) {
    CHECK_NEAR(last_value(table, i ? "block.vx" : "block.x"), end[i], within[i] * late + 1e-13 * fabs(end[i]));
  }
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void a_force_that_jumps_is_passed(void **state) {
  (void)state;
  passing(BLOCK
          "forces: {push: {type: force, between: [ground, block], force: [\"1 + 5e4*floor(t + 0.7)\", 0, 0]}}\n"
          "simulate: {end: 1, min_step: 1e-3}\n",
          20, (const double[2]){0.1 + 0.25 + 12500 * 0.7 * 0.7, 0.5 + 25000 * 0.7},
          (const double[2]){25000 * 0.7, 25000});
}

/* Pushed from 0.1 to 0.35 within 0.1 s, thrown back within 5/a there, and so on; seen shortly before the fifth time
 * that it is back. A jump of 1e5 m/s^2 that is met late by d changes the speed by 1e5 d, always up: after the k-th of
 * the five contacts it is k 1e5 d, which lengthens the time to the next by 2/50 of that; the sum over four is 0.4 1e5
 * d. At the end, 0.1 s after the last contact, this is what place and velocity are off by. */
static void a_law_that_jumps_at_a_length_is_passed(void **state) {
  (void)state;
  const double jump = 1e5;
  double back = (2e5 - 100) / 2, period = 0.2 + 2 * 5 / back, left = 5 * period - 1;
  passing(BLOCK
          "forces: {stop: {type: spring-damper, between: [ground, block], law: \"-100 + "
          "1e5*(1 + sign(length - 0.35))\"}}\n"
          "simulate: {end: 1, min_step: 1e-4, max_step: 4e-3}\n",
          320, (const double[2]){0.1 + 25 * left * left, -50 * left},
          (const double[2]){5 * 0.1 * jump + 0.4 * jump * 50 * left, (5 + 50 * 0.4) * jump});
}

static void a_division_by_zero(void **state) {
  (void)state;
  Fixture f = failing(BLOCK
                      "forces: {push: {type: force, between: [ground, block], force: [\"1/(t - 0.5)^2\", 0, 0]}}\n"
                      "simulate: {end: 1}\n",
                      SAR_STEP_TOO_SMALL);
  says(cause(&f, 1), "the force `push` grows without bound at t = 0.5 s");
  fixture_free(&f);
}

static void a_root_of_a_negative_number(void **state) {
  (void)state;
  Fixture f = failing(BLOCK
                      "forces: {push: {type: force, between: [ground, block], force: [\"sqrt(0.5 - t)\", 0, 0]}}\n"
                      "simulate: {end: 1}\n",
                      SAR_STEP_TOO_SMALL);
  says(cause(&f, 0), "not finite");
  says(cause(&f, 0), "block, translation along x");
  says(cause(&f, 1), "the force `push` is not a number from t = 0.5 s on");
  assert_null(note(&f, 2));
  fixture_free(&f);
}

static void a_spring_of_negative_stiffness(void **state) {
  (void)state;
  Fixture f = failing(BLOCK
                      "forces: {s: {type: spring-damper, between: [ground, block], law: \"-5000*(length - 0.05)\"}}\n"
                      "simulate: {end: 50, step: 0.01}\n",
                      SAR_FAILED);
  says(cause(&f, 1), "the motion grows without bound: the kinetic energy of `block`");
  assert_string_equal(cause(&f, 1)->element, "block");
  fixture_free(&f);
}

static void a_min_step_too_large(void **state) {
  (void)state;
  Fixture f = failing(ARM "simulate: {end: 5, min_step: 0.05, initial_step: 0.1}\n", SAR_STEP_TOO_SMALL);
  says(cause(&f, 1), "min_step forbids steps below 0.05 s; the last attempt was 0.1 s long");
  assert_null(note(&f, 2));
  fixture_free(&f);
}

static void a_fixed_step_too_large(void **state) {
  (void)state;
  Fixture f = failing(
      "bodies: {wheel: {mass: 2, inertia: [0.1, 0.2, 0.3], omega: [0, 0, 100]}}\n"
      "joints: {A: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}}\n"
      "simulate: {end: 5, step: 0.05}\n",
      SAR_FAILED);
  says(cause(&f, 0), "rotation too large");
  says(cause(&f, 1), "`wheel` turns by 5 rad within one step of 0.05 s");
  assert_null(note(&f, 2));
  fixture_free(&f);
}

static void a_tolerance_below_rounding(void **state) {
  (void)state;
  Fixture f = failing(ARM "simulate: {end: 0.001, tolerance: 1e-22}\n", SAR_STEP_TOO_SMALL);
  says(cause(&f, 1), "the tolerance 1e-22 is below what rounding");
  assert_null(note(&f, 2));
  fixture_free(&f);
}

/* ---- states that no run of a small model reaches by itself ---- */

typedef struct Made {
  Fixture f;
  SarStart *start;
  SarArena *arena;
  SarStepLimits limits;
  SarStepStats stats;
  SarStepOptions options;
  SarStepView view;
} Made;

/* The start of a model as if the run had failed there. */
static void make(Made *made, const char *text) {
  *made = (Made){.f = fixture_of(text), .arena = sar_arena_create()};
  assert_int_equal(sar_start_create(made->f.context, made->f.system, &made->start), SAR_OK);
  const SarStart *s = made->start;
  assert_true(sar_limits_create(made->arena, &s->m->problem.n, &made->limits));
  made->options = (SarStepOptions){.end = 1, .tolerance = 1e-5};
  made->stats = (SarStepStats){.steps = 100, .largest_step = 1e-2};
  made->view = (SarStepView){.q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x};
}

static void explain(Made *made) {
  sar_causes_explain(&(SarFailure){.context = made->f.context,
                                   .system = made->f.system,
                                   .start = made->start,
                                   .options = &made->options,
                                   .view = &made->view,
                                   .stats = &made->stats,
                                   .limits = &made->limits,
                                   .status = SAR_STEP_TOO_SMALL});
}

static void unmake(Made *made) {
  sar_start_destroy(&made->start);
  sar_arena_destroy(&made->arena);
  fixture_free(&made->f);
}

static void nothing_found_is_said(void **state) {
  (void)state;
  Made made;
  make(&made, ARM "simulate: {end: 1}\n");
  explain(&made);
  says(cause(&made.f, 1), "no likely cause was found");
  assert_null(note(&made.f, 2));
  unmake(&made);
}

static void a_stiff_spring(void **state) {
  (void)state;
  Made made;
  make(&made, BLOCK
       "forces:\n"
       "  soft: {type: spring-damper, between: [ground, block], stiffness: 10, length: 0.1}\n"
       "  hard: {type: spring-damper, between: [ground, block], stiffness: 2e8, length: 0.1}\n"
       "simulate: {end: 1}\n");
  explain(&made);
  says(cause(&made.f, 1), "`hard` is stiff: with the bodies it acts on it swings within 0.000628 s"); /* 2 pi 1e-4 */
  unmake(&made);
}

/* A planar loop of revolutes: rows that are not carried stop agreeing when the bodies are moved apart. */
static void redundant_rows_that_contradict(void **state) {
  (void)state;
  Made made;
  make(&made,
       "bodies:\n"
       "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
       "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 1, 0]}\n"
       "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.4, 0]}\n"
       "joints:\n"
       "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
       "  B: {type: revolute, between: [a, b], at: [0, 1, 0], axis: z}\n"
       "  C: {type: revolute, between: [b, c], at: [1, 1, 0], axis: z}\n"
       "  D: {type: revolute, between: [ground, c], at: [1, 0, 0], axis: z}\n"
       "simulate: {end: 1}\n");
  assert_true(made.start->m->ndropped > 0);
  double q[21];
  memcpy(q, made.start->q, sizeof q);
  q[2] += 0.01; /* out of the plane, */
  q[9] += 0.02;
  q[16] += 0.03;
  for (int b = 0; b < 3; b++) q[7 * b + 4] = 0.02 * (b + 1), q[7 * b + 5] = 0.03 * (b - 1); /* and tilted */
  made.view.q = q;
  explain(&made);
  bool found = false;
  for (int32_t i = 1; note(&made.f, i); i++)
    found |= strstr(note(&made.f, i)->message, "contradicts the others") != NULL;
  assert_true(found);
  unmake(&made);
}

/* Errors of the environment have no causes in the model. */
static void other_errors_are_not_explained(void **state) {
  (void)state;
  Made made;
  make(&made, ARM "simulate: {end: 1}\n");
  SarFailure failure = {.context = made.f.context, .status = SAR_IO};
  sar_causes_explain(&failure);
  failure.status = SAR_INTERRUPTED;
  sar_causes_explain(&failure);
  assert_null(note(&made.f, 0));
  unmake(&made);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_motion_that_jumps),
      cmocka_unit_test(a_motion_that_jumps_and_a_large_min_step),
      cmocka_unit_test(a_force_that_jumps_is_passed),
      cmocka_unit_test(a_law_that_jumps_at_a_length_is_passed),
      cmocka_unit_test(a_division_by_zero),
      cmocka_unit_test(a_root_of_a_negative_number),
      cmocka_unit_test(a_spring_of_negative_stiffness),
      cmocka_unit_test(a_min_step_too_large),
      cmocka_unit_test(a_fixed_step_too_large),
      cmocka_unit_test(a_tolerance_below_rounding),
      cmocka_unit_test(nothing_found_is_said),
      cmocka_unit_test(a_stiff_spring),
      cmocka_unit_test(redundant_rows_that_contradict),
      cmocka_unit_test(other_errors_are_not_explained),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
