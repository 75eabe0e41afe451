/* label: numbers. Interfaces without mass that follow a body and a coordinate (system/tie.h), in motion: the same
 * mechanism with the ties written as a cylindrical joint and two equations moves alike, with every method of the
 * registry. */
#include "system/tie.h"

#include <stdio.h>
#include <string.h>

#include "physics/trial.h"
#include "read/read.h"

/* A body with an interface that moves along x and turns about it as e says; another body is fixed there, and a spring
 * pulls at that. */
#define MECHANISM(JOINTS)                                                                                \
  "gravity: [0, 0, -9.81]\n"                                                                             \
  "ground: {frames: {hook: {at: [0.2, 1, 0]}}}\n"                                                        \
  "bodies:\n"                                                                                            \
  "  a: {mass: 2, inertia: [0.1, 0.3, 0.2], at: [0.5, 0, 0], frames: {root: {at: [-0.5, 0, 0]}}}\n"      \
  "  p: {mass: 0, inertia: [0, 0, 0], at: [1, 0, 0]}\n"                                                  \
  "  b: {mass: 1, inertia: [0.05, 0.04, 0.03], at: [1.2, 0.1, 0.1], frames: {eye: {at: [0.1, 0, 0]}}}\n" \
  "coordinates:\n"                                                                                       \
  "  e: {kind: number, mass: 0.4}\n"                                                                     \
  "joints:\n"                                                                                            \
  "  j: {type: universal, between: [ground, a], at: [0, 0, 0], axis: y, axis2: z}\n"                     \
  "  k: {type: fixed, between: [p, b], at: [1, 0, 0]}\n" JOINTS                                          \
  "forces:\n"                                                                                            \
  "  s: {type: spring-damper, between: [ground.hook, b.eye], stiffness: 20, damping: 0.5, length: 1}\n"  \
  "  f: {type: spring-damper, between: [a.root, p], stiffness: 5000, damping: 10, length: 1}\n"

static const char tied[] = MECHANISM("");
static const char written[] = MECHANISM("  c: {type: cylindrical, between: [a, p], at: [1, 0, 0], axis: x}\n")
    "equations:\n"
    "  along: {position: \"displacement(c) - 0.2*e\"}\n"
    "  about: {position: \"angle(c) - 0.3*e\"}\n";

static const double shape[6] = {0.2, 0, 0, 0.3, 0, 0};

static void open_text(Trial *trial, const char *text) {
  *trial = (Trial){.context = sar_context_create()};
  expect_ok(trial->context,
            sar_model_read_text(trial->context, "tie.yaml", text, strlen(text), &(SarReadOptions){0}, &trial->model),
            "read");
  trial_compile(trial);
  if (text != tied) return;
  /* behind the rows of the joints: nothing else is numbered behind them in this model */
  SarSystem *s = trial->system;
  SarTieSetup setup = {.element = sar_model_find(s->model, "e"),
                       .body = s->places[sar_model_find(s->model, "a")].body,
                       .node = s->places[sar_model_find(s->model, "p")].body,
                       .point = {0.5, 0, 0},
                       .n = 1,
                       .shape = shape};
  expect_ok(trial->context, sar_system_add_tie(s, &setup), "tie");
  for (int32_t i = 0; i < s->nscalars; i++) s->scalars[i].scale = s->scalars[i].rotation ? s->length : 1;
  expect_ok(trial->context, sar_compile_tie_coordinates(s), "coordinates");
}

typedef struct End {
  double z, angle, reaction;
  int64_t steps;
} End;

static double last(const Trial *trial, const char *name) {
  int32_t column = sar_table_find(trial->table, name);
  if (column < 0) fail_msg("there is no column %s", name);
  return sar_table_values(trial->table, column)[sar_table_rows(trial->table) - 1];
}

static End run(const char *text, SarRunOptions options) {
  Trial trial;
  open_text(&trial, text);
  trial_go(&trial, options);
  End end = {last(&trial, "b.z"), last(&trial, "b.q1"), last(&trial, "k.fz"), trial.summary.steps};
  for (int32_t i = 0; i < sar_context_count(trial.context); i++) {
    print_message("%s: %s\n", options.method, sar_context_get(trial.context, i)->message);
  }
  trial_close(&trial);
  return end;
}

#define SPAN 0.5 /* s */
#define TOLERANCE 1e-7

/* ---- every method ---- */

/* Alike: fixed steps to rounding, which the corrector leaves in the multipliers of index 3; others as their tolerance
 * says. */
static void compare(const char *method, const char *form, const SarMethodFacts *facts) {
  char name[96];
  snprintf(name, sizeof name, "%s%s", method, form);
  SarRunOptions options = facts->adaptive ? adaptive_steps(SPAN, TOLERANCE) : fixed_steps(SPAN, 1e-3);
  options.method = name;
  End a = run(tied, options), b = run(written, options);
  double own = facts->order_position < 2 ? 100 * TOLERANCE : 10 * TOLERANCE;
  double near = facts->adaptive ? own : 1e-10, force = facts->adaptive ? 1e3 * near : 1e-9; /* N */
  if (!(fabs(a.z - b.z) <= near && fabs(a.angle - b.angle) <= near && fabs(a.reaction - b.reaction) <= force)) {
    fail_msg("%s: differences %.2e m, %.2e, %.2e N", name, a.z - b.z, a.angle - b.angle, a.reaction - b.reaction);
  }
}

static void every_method(void **state) {
  (void)state;
  for (int32_t m = 0; m < sar_methods_count(); m++) {
    SarMethodFacts facts = sar_methods_get(m);
    bool damps = strcmp(facts.name, "trapezoid") != 0; /* which needs a form whose multipliers nothing has to damp */
    if (damps) compare(facts.name, "", &facts);
    if (facts.order_si2[0] > 0) compare(facts.name, ":formulation=si2", &facts);
  }
}

/* ---- what is no run ---- */

/* A node without mass that is tied is neither free nor redundant. */
static void check_counts(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    Trial trial;
    const SarCheck *check;
    open_text(&trial, k ? written : tied);
    expect_ok(trial.context, sar_check(trial.context, trial.system, &check), "check");
    assert_int_equal(check->degrees_of_freedom, 3);
    assert_int_equal(check->nredundant, 0);
    assert_int_equal(check->gruebler, 3);
    assert_true(check->assembled);
    assert_int_equal(sar_context_count(trial.context), 0);
    sar_check_destroy(&check);
    trial_close(&trial);
  }
}

static double equilibrium(const char *text, double *lowest) {
  Trial trial;
  SarStaticSummary summary;
  SarStaticOptions options = sar_static_options_default();
  open_text(&trial, text);
  expect_ok(trial.context, sar_table_create(trial.context, &trial.table), "table");
  options.table = trial.table;
  expect_ok(trial.context, sar_static(trial.context, trial.system, &options, &summary), "static");
  *lowest = summary.state.lowest_eigenvalue;
  double z = last(&trial, "b.z");
  trial_close(&trial);
  return z;
}

static void same_equilibrium(void **state) {
  (void)state;
  double lowest[2], z[2] = {equilibrium(tied, &lowest[0]), equilibrium(written, &lowest[1])};
  CHECK_NEAR(z[0], z[1], 1e-9);
  CHECK_NEAR(lowest[0] / lowest[1], 1, 1e-6);
}

static void same_modes(void **state) {
  (void)state;
  double found[2][8][2] = {{{0}}};
  for (int k = 0; k < 2; k++) {
    Trial trial;
    const SarModes *modes;
    SarModesOptions options = sar_modes_options_default();
    options.from_static = true;
    open_text(&trial, k ? written : tied);
    expect_ok(trial.context, sar_modes(trial.context, trial.system, &options, &modes), "modes");
    assert_true(modes->nmodes >= 3 && modes->nmodes <= 8);
    for (int i = 0; i < modes->nmodes; i++) {
      found[k][i][0] = modes->modes[i].real;
      found[k][i][1] = modes->modes[i].imaginary;
    }
    sar_modes_destroy(&modes);
    trial_close(&trial);
  }
  for (int i = 0; i < 8; i++) {
    double size = 1 + hypot(found[1][i][0], found[1][i][1]);
    CHECK_NEAR(found[0][i][0], found[1][i][0], 1e-6 * size);
    CHECK_NEAR(found[0][i][1], found[1][i][1], 1e-6 * size);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_method), cmocka_unit_test(check_counts),
                                     cmocka_unit_test(same_equilibrium), cmocka_unit_test(same_modes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
