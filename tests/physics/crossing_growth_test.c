/* What looking for events and kinks costs when there are more and more of them: counted, not timed. */
#include <stdio.h>

#include "physics/support.h"

#define BALLS                                                                                             \
  "../data/findings/growth/balls" /* 91 heights, then the same again; each ball passes four kinks or more \
                                   */

typedef struct Cost {
  double steps, values, numbers, bounds, residuals;
} Cost;

static Cost cost_of(const char *model, const char *set, const char *method) {
  Run run = physics_run(&(Setup){.model = model, .set = set, .method = method});
  const SarRunSummary *s = &run.summary;
  Cost cost = {.steps = (double)s->steps,
               .values = (double)s->crossing_values,
               .numbers = (double)s->crossing_numbers,
               .bounds = (double)s->crossing_bounds,
               .residuals = (double)s->residuals};
  for (int32_t i = 0; i < s->nevents; i++) assert_int_equal(s->events[i].count, 1);
  print_message("%s %s %s: %g steps, %g residuals, %g values, %g numbers, %g bounds\n", model, set,
                method ? method : "", cost.steps, cost.residuals, cost.values, cost.numbers, cost.bounds);
  physics_finish(&run);
  return cost;
}

static double exponent(double before, double after, double times) { return log(after / before) / log(times); }

/* Three times as many balls land at three times as many instants: the number of steps hardly grows, since most kinks
 * are passed over; the few that the tolerance does not cover are met, which repeats a step. */
static void more_kinks_at_other_times(void **state) {
  (void)state;
  Cost one = cost_of(BALLS, "N=10", NULL), three = cost_of(BALLS, "N=30", NULL), nine = cost_of(BALLS, "N=90", NULL);
  assert_true(three.steps < 1.4 * one.steps && nine.steps < 1.5 * one.steps);
  assert_true(nine.residuals < 2 * one.residuals);
  assert_true(exponent(one.values, nine.values, 9) < 1.3);
  assert_true(exponent(one.numbers, nine.numbers, 9) < 1.3);
}

/* Three times as many kinks at the same instants: looking for them costs three times as much, not nine times. */
static void more_kinks_at_the_same_times(void **state) {
  (void)state;
  Cost one = cost_of(BALLS, "N=91", NULL), three = cost_of(BALLS, "N=273", NULL);
  assert_true(exponent(one.values / one.steps, three.values / three.steps, 3) < 1.1);
  assert_true(exponent(one.numbers / one.steps, three.numbers / three.steps, 3) < 1.1);
  assert_true(exponent(one.bounds / one.steps, three.bounds / three.steps, 3) < 1.1);
}

/* Where every kink is met, as with methods of high order, a step brackets one crossing, and asks the functions that
 * cross later once. */
static void the_earliest_only(void **state) {
  (void)state;
  Cost one = cost_of(BALLS, "N=10", "radau5"), three = cost_of(BALLS, "N=30", "radau5");
  assert_true(exponent(one.numbers / one.steps, three.numbers / three.steps, 3) < 1.1);
  assert_true(exponent(one.values / one.steps, three.values / three.steps, 3) < 1.1);
}

/* Events of one body, three times as many in the same time: to find one of them costs a value of the others where a
 * step ends, and no number of the state more than for itself. */
static void many_events(void **state) {
  (void)state;
  Cost one = cost_of("many_events", "N=40", NULL), three = cost_of("many_events", "N=120", NULL);
  assert_true(exponent(one.numbers / 40, three.numbers / 120, 3) < 0.5);
  assert_true(exponent(one.values / 40, three.values / 120, 3) < 1.1);
}

/* Tables that do not matter are hardly looked at, however many there are; the one that does is seen among them. */
static void many_tables(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "radau5", "bdf"}, *const sets[] = {"N=10", "N=30", "N=90"};
  for (int m = 0; m < 3; m++) {
    Cost cost[3];
    for (int k = 0; k < 3; k++) {
      cost[k] = cost_of("many_tables", sets[k], methods[m]);
      Run run = physics_run(&(Setup){.model = "many_tables", .set = sets[k], .method = methods[m]});
      CHECK_NEAR(physics_column(&run, "pushed.vx")[physics_rows(&run) - 1], 3, 0.03);
      physics_finish(&run);
    }
    assert_true(cost[2].steps < 1.4 * cost[0].steps);
    assert_true(exponent(cost[0].values / cost[0].steps, cost[2].values / cost[2].steps, 9) < 1.1);
    assert_true(exponent(cost[0].bounds / cost[0].steps, cost[2].bounds / cost[2].steps, 9) < 1.1);
  }
}

/* Every bounce starts the steps anew. Finding consistent values there takes the matrix of the constraints for its
 * impulse and at most one more for the accelerations after it, however many bodies there are that it does not touch. */
static void restarts_take_two_matrices_at_most(void **state) {
  (void)state;
  static const char *const sets[] = {"N=10", "N=30", "N=90"};
  for (int k = 0; k < 3; k++) {
    Run run = physics_run(&(Setup){.model = "../../bench/models/bouncing_balls", .set = sets[k]});
    const SarRunSummary *s = &run.summary;
    print_message("%s: %d restarts, %d matrices, %d steps\n", sets[k], (int)s->restarts, (int)s->restart_factorisations,
                  (int)s->steps);
    assert_true(s->restarts >= 10);
    assert_true(s->restart_factorisations >= s->restarts && s->restart_factorisations <= 2 * s->restarts);
    assert_true(s->steps <= 2 * s->restarts + 40); /* and the steps after it are not small ones */
    physics_finish(&run);
  }
}

/* Kinks of many balls, hardly apart from each other, once made steps that were nothing but rounding: a ball was thrown
 * off by a twentieth of its way. */
static void balls_stay_accurate(void **state) {
  (void)state;
  Run rough = physics_run(&(Setup){.model = "landing_balls"});
  Run fine = physics_run(&(Setup){.model = "landing_balls", .tolerance = 1e-6});
  assert_int_equal(physics_rows(&rough), physics_rows(&fine));
  assert_true(rough.summary.smallest_step > 1e-9);
  for (int ball = 0; ball < 30; ball++) {
    char name[16];
    snprintf(name, sizeof name, "b%d.z", ball);
    const double *z = physics_column(&rough, name), *exact = physics_column(&fine, name);
    for (int64_t row = 0; row < physics_rows(&rough); row++) CHECK_NEAR(z[row], exact[row], 0.01 * exact[0]);
  }
  physics_finish(&rough);
  physics_finish(&fine);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(more_kinks_at_other_times),
                                     cmocka_unit_test(more_kinks_at_the_same_times),
                                     cmocka_unit_test(the_earliest_only),
                                     cmocka_unit_test(many_events),
                                     cmocka_unit_test(many_tables),
                                     cmocka_unit_test(restarts_take_two_matrices_at_most),
                                     cmocka_unit_test(balls_stay_accurate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
