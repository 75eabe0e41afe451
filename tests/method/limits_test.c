/* What limited the steps: every step and every rejection counted once, under the right reason and culprit. */
#include "method/limits.h"

#include <string.h>

#include "check.h"
#include "method/run.h"

static const SarLimitCounts *counts(const Run *run) { return &sar_integrator_limits(run->integrator)->counts; }

static void step_to(Run *run, double end) {
  while (sar_integrator_view(run->integrator)->t1 < end) assert_int_equal(sar_integrator_step(run->integrator), SAR_OK);
}

static void all_are_counted(const Run *run) {
  const SarStepLimits *limits = sar_integrator_limits(run->integrator);
  const SarStepStats *stats = sar_integrator_stats(run->integrator);
  int64_t steps = 0, rejected = 0, named = 0;
  for (int i = 0; i < SAR_LIMIT_REASONS; i++) {
    steps += limits->counts.steps[i];
    rejected += limits->counts.rejected[i];
  }
  for (int32_t i = 0; i < limits->ntallies; i++) named += limits->tallies[i].steps + limits->tallies[i].rejected;
  assert_int_equal(steps, stats->steps);
  assert_int_equal(rejected, stats->rejected_error + stats->rejected_corrector + stats->rejected_rotation);
  assert_int_equal(limits->counts.rejected[SAR_LIMIT_ERROR], stats->rejected_error);
  assert_int_equal(limits->counts.rejected[SAR_LIMIT_CORRECTOR], stats->rejected_corrector);
  assert_int_equal(limits->counts.rejected[SAR_LIMIT_ROTATION], stats->rejected_rotation);
  assert_true(named <= steps + rejected);
}

/* ---- two oscillators, the second a hundred times faster ---- */

#define FAST 1e4
static void two_rows(const SarPoint *p, double *r, double *m) {
  const double k[2] = {1, FAST};
  for (int i = 0; i < 2; i++) {
    r[i] = p->a[i] + k[i] * p->q[i];
    if (m) m[i] = fabs(p->a[i]) + fabs(k[i] * p->q[i]);
  }
}
static void two_rate(double t, const double *y, double *dy) {
  (void)t;
  dy[0] = y[2], dy[1] = y[3], dy[2] = -y[0], dy[3] = -FAST * y[1];
}
static void two_map(double t, const double *y, ToyPoint *p) {
  double dy[4];
  two_rate(t, y, dy);
  for (int i = 0; i < 2; i++) p->q[i] = y[i], p->v[i] = y[2 + i], p->a[i] = dy[2 + i];
}
static const ToyClass two = {.name = "two",
                             .n = {.nq = 2, .nv = 2},
                             .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 2}},
                             .nblocks = 1,
                             .rows = two_rows,
                             .ny = 4,
                             .y0 = {1, 1, 0, 0},
                             .rate = two_rate,
                             .map = two_map};

static void the_stiff_component_is_the_culprit(void **state) {
  (void)state;
  Run run;
  begin(&run, &two, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
  step_to(&run, 1);
  all_are_counted(&run);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  int64_t by_error = limits->counts.steps[SAR_LIMIT_ERROR];
  assert_true(by_error > sar_integrator_stats(run.integrator)->steps / 2);
  assert_int_equal(sar_limits_tally(limits, SAR_LIMIT_ERROR, 1)->steps, by_error);
  assert_int_equal(sar_limits_tally(limits, SAR_LIMIT_ERROR, 0)->steps, 0);
  assert_null(sar_limits_tally(limits, SAR_LIMIT_ERROR, 2));
  assert_null(sar_limits_tally(limits, SAR_LIMIT_GROWTH, 1));
  finish(&run);
}

static void all_toys_add_up(void **state) {
  (void)state;
  const ToyClass *const toys[] = {&toy_pendulum, &toy_bead,        &toy_free_top,  &toy_heavy_top, &toy_states,
                                  &toy_spin,     &toy_only_states, &toy_algebraic, &toy_skate};
  for (size_t i = 0; i < sizeof toys / sizeof *toys; i++) {
    Run run;
    begin(&run, toys[i], &(SarStepOptions){.end = 2, .tolerance = 1e-6});
    step_to(&run, 2);
    all_are_counted(&run);
    assert_true(counts(&run)->steps[SAR_LIMIT_GROWTH] > 0); /* the first step is short */
    assert_true(counts(&run)->steps[SAR_LIMIT_END] > 0);
    finish(&run);
  }
}

static void states_can_be_the_culprit(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_only_states, &(SarStepOptions){.end = 2, .tolerance = 1e-7});
  step_to(&run, 2);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  const SarSizes *n = &limits->n;
  int64_t sum = 0;
  for (int32_t i = 0; i < n->nx; i++)
    sum += sar_limits_tally(limits, SAR_LIMIT_ERROR, n->nv + n->np + n->nn + i)->steps;
  assert_true(sum > 0);
  assert_int_equal(sum, limits->counts.steps[SAR_LIMIT_ERROR]);
  finish(&run);
}

static void bounds_are_named(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_pendulum, &(SarStepOptions){.end = 1, .tolerance = 1e-3, .max_step = 1e-3});
  step_to(&run, 1);
  all_are_counted(&run);
  assert_true(counts(&run)->steps[SAR_LIMIT_MAX_STEP] > 900);
  finish(&run);

  begin(&run, &toy_pendulum, &(SarStepOptions){.end = 1, .tolerance = 1e-3});
  sar_integrator_limit_step(run.integrator, 1e-3);
  step_to(&run, 1);
  all_are_counted(&run);
  assert_true(counts(&run)->steps[SAR_LIMIT_CALLER] > 900);
  finish(&run);

  begin(&run, &toy_pendulum, &(SarStepOptions){.end = 1.005, .fixed_step = 0.01});
  step_to(&run, 1.005);
  all_are_counted(&run);
  assert_int_equal(counts(&run)->steps[SAR_LIMIT_FIXED], 100);
  assert_int_equal(counts(&run)->steps[SAR_LIMIT_END], 1);
  finish(&run);
}

static void a_spinning_body_limits_by_rotation(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_spin, &(SarStepOptions){.end = 20, .tolerance = 1e-3, .max_step = 10});
  step_to(&run, 20);
  all_are_counted(&run);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  assert_true(limits->counts.steps[SAR_LIMIT_ROTATION] > sar_integrator_stats(run.integrator)->steps / 2);
  assert_int_equal(sar_limits_tally(limits, SAR_LIMIT_ROTATION, 2)->steps, limits->counts.steps[SAR_LIMIT_ROTATION]);
  finish(&run);
}

/* ---- failures ---- */

/* Steps down to rounding level, where eps/h^2 is 1e11: each of them is taken that ends in time. */
static void check_end(double limit) {
  Run run;
  begin(&run, &toy_pendulum, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
  run.toy.fail_at = &limit;
  SarStatus status;
  while ((status = sar_integrator_step(run.integrator)) == SAR_OK) continue;
  assert_int_equal(status, SAR_STEP_TOO_SMALL);
  all_are_counted(&run);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  const SarAttemptRecord *last = sar_limits_attempt(limits, 0);
  assert_int_equal(last->outcome, SAR_OUTCOME_NOT_FINITE);
  assert_int_equal(last->culprit, -1); /* nobody gave a number that is not finite */
  assert_true(isnan(last->error));
  CHECK_NEAR(last->t, limit, 1e-9);
  for (int32_t back = 0; back < SAR_ATTEMPTS; back++) {
    const SarAttemptRecord *attempt = sar_limits_attempt(limits, back);
    assert_non_null(attempt);
    assert_true(attempt->t <= limit);
    bool within = attempt->t + attempt->step <= limit;
    assert_int_equal(attempt->outcome, within ? SAR_OUTCOME_ACCEPTED : SAR_OUTCOME_NOT_FINITE);
  }
  assert_null(sar_limits_attempt(limits, SAR_ATTEMPTS));
  assert_null(sar_limits_attempt(limits, -1));
  assert_true(limits->counts.steps[SAR_LIMIT_CORRECTOR] > 0); /* those that the failures shortened */
  finish(&run);
}

static void equations_that_end_are_not_finite(void **state) {
  (void)state;
  check_end(0.5);
  for (int i = 1; i <= 40; i++) check_end(0.0245 * i);
}

/* A bound below the rounding of the time: there is nothing to try, and nothing is rejected. */
static void a_step_without_length_is_no_rejection(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_pendulum, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
  step_to(&run, 0.5);
  const SarStepStats before = *sar_integrator_stats(run.integrator);
  sar_integrator_limit_step(run.integrator, 1e-30);
  assert_int_equal(sar_integrator_step(run.integrator), SAR_STEP_TOO_SMALL);
  all_are_counted(&run);
  assert_int_equal(sar_integrator_stats(run.integrator)->rejected_corrector, before.rejected_corrector);
  const SarAttemptRecord *last = sar_limits_attempt(sar_integrator_limits(run.integrator), 0);
  assert_int_equal(last->outcome, SAR_OUTCOME_TOO_SHORT);
  assert_int_equal(last->iterations, 0);
  finish(&run);
}

static void a_wrong_matrix_does_not_converge(void **state) {
  (void)state;
  Run run;
  begin(&run, &two, &(SarStepOptions){.end = 1, .fixed_step = 0.01});
  run.toy.jacobian_factor = -1;
  assert_int_equal(sar_integrator_step(run.integrator), SAR_FAILED);
  all_are_counted(&run);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  const SarAttemptRecord *last = sar_limits_attempt(limits, 0);
  assert_int_equal(last->outcome, SAR_OUTCOME_NOT_CONVERGED);
  assert_true(last->iterations > 0);
  assert_true(last->culprit >= 0 && last->culprit < 2);
  assert_int_equal(sar_limits_tally(limits, SAR_LIMIT_CORRECTOR, last->culprit)->rejected, 1);
  finish(&run);
}

static void a_turn_too_far_names_the_axis(void **state) {
  (void)state;
  Run run;
  begin(&run, &toy_spin, &(SarStepOptions){.end = 100, .fixed_step = 50});
  assert_int_equal(sar_integrator_step(run.integrator), SAR_FAILED);
  const SarAttemptRecord *last = sar_limits_attempt(sar_integrator_limits(run.integrator), 0);
  assert_int_equal(last->outcome, SAR_OUTCOME_ROTATION);
  assert_int_equal(last->culprit, 2);
  CHECK_NEAR(last->step, 50, 0);
  finish(&run);
}

static void counts_of_two_integrators_add_up(void **state) {
  (void)state;
  Run first, second;
  begin(&first, &two, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
  begin(&second, &two, &(SarStepOptions){.end = 0.5, .tolerance = 1e-5});
  step_to(&first, 1);
  step_to(&second, 0.5);
  const SarStepLimits *a = sar_integrator_limits(first.integrator), *b = sar_integrator_limits(second.integrator);
  SarArena *arena = sar_arena_create();
  SarStepLimits sum;
  assert_true(sar_limits_create(arena, &two.n, &sum));
  assert_int_equal(sum.ntallies, sar_limits_tallies(&two.n));
  sar_limits_add(&sum, a);
  assert_memory_equal(sum.tallies, a->tallies, (size_t)a->ntallies * sizeof *a->tallies);
  sar_limits_add(&sum, b);
  for (int i = 0; i < SAR_LIMIT_REASONS; i++) {
    assert_int_equal(sum.counts.steps[i], a->counts.steps[i] + b->counts.steps[i]);
    assert_int_equal(sum.counts.rejected[i], a->counts.rejected[i] + b->counts.rejected[i]);
  }
  for (int32_t i = 0; i < sum.ntallies; i++) {
    assert_int_equal(sum.tallies[i].steps, a->tallies[i].steps + b->tallies[i].steps);
  }
  CHECK_NEAR(sar_limits_attempt(&sum, 0)->t, sar_limits_attempt(b, 0)->t, 0);
  CHECK_NEAR(sar_limits_attempt(&sum, 11)->t, sar_limits_attempt(b, 11)->t, 0);
  sar_arena_destroy(&arena);
  finish(&first);
  finish(&second);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_stiff_component_is_the_culprit),
      cmocka_unit_test(all_toys_add_up),
      cmocka_unit_test(states_can_be_the_culprit),
      cmocka_unit_test(bounds_are_named),
      cmocka_unit_test(a_spinning_body_limits_by_rotation),
      cmocka_unit_test(equations_that_end_are_not_finite),
      cmocka_unit_test(a_step_without_length_is_no_rejection),
      cmocka_unit_test(a_wrong_matrix_does_not_converge),
      cmocka_unit_test(a_turn_too_far_names_the_axis),
      cmocka_unit_test(counts_of_two_integrators_add_up),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
