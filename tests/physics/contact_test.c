/* Contact with every family of methods, and friction that holds. contact_cases_test.c has the closed forms. */
#include <math.h>
#include <stdio.h>

#include "physics/support.h"

static double largest(const Run *run, const char *column) {
  const double *values = physics_column(run, column);
  double most = -INFINITY;
  for (int64_t i = 0; i < physics_rows(run); i++) most = fmax(most, values[i]);
  return most;
}

static double last(const Run *run, const char *column) { return physics_column(run, column)[physics_rows(run) - 1]; }

static void near(const char *what, double value, double expected, double relative) {
  print_message("%-40s %.9g, expected %.9g (%.1e)\n", what, value, expected, fabs(value / expected - 1));
  if (!(fabs(value - expected) <= relative * fabs(expected))) fail_msg("%s", what);
}

static void hunt_and_crossley(void **state) {
  (void)state;
  static const struct Tried {
    const char *method;
    double error;
  } list[] = {{"hht", 1e-3},    {"bdf", 1e-3},   {"radau5", 1e-3}, {"generalized-alpha", 1e-3},
              {"dopri5", 1e-3}, {"ida", 1e-3},   {"adams", 1e-3},  {"rosenbrock-nystrom", 1e-3},
              {"lms2", 1e-3},   {"radau3", 1e-3}};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
    char what[64];
    Run run = physics_run(&(Setup){.model = "contact/hunt_crossley", .method = list[i].method, .tolerance = 1e-8});
    snprintf(what, sizeof what, "%s: restitution", list[i].method);
    near(what, last(&run, "ball.vz"), 0.909015741, list[i].error);
    snprintf(what, sizeof what, "%s: depth", list[i].method);
    near(what, largest(&run, "impact.depth"), 6.64339422e-4, list[i].error);
    physics_finish(&run);
  }
}

/* Steeper than the angle at which regularised friction creeps away; anchored friction holds to the last. */
static void a_block_sticks(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "contact/slope"});
  const double *x = physics_column(&run, "block.x");
  int64_t n = physics_rows(&run);
  print_message("on the slope: %.3e m after 10 s, %.1e m/s; within the last 9 s %.1e m\n", x[n - 1],
                last(&run, "block.vx"), x[n - 1] - x[n / 10]);
  assert_true(fabs(x[n - 1]) <= 5e-4); /* of settling on the springs */
  assert_true(fabs(x[n - 1] - x[n / 10]) <= 5e-6 && fabs(last(&run, "block.vx")) <= 1e-7);
  physics_finish(&run);
}

/* What touches count along edges changes: counted as work, so that the balance closes as steps get smaller. */
static void energy_over_edges(void **state) {
  (void)state;
  double off[2];
  for (int i = 0; i < 2; i++) {
    Run run = physics_run(&(Setup){.model = "contact/over_edges", .tolerance = i ? 1e-7 : 1e-6});
    off[i] = run.summary.energy_balance_max;
    physics_finish(&run);
  }
  print_message("over edges: energy is off by %.2e, with a tenth of the tolerance %.2e\n", off[0], off[1]);
  assert_true(off[0] <= 3e-3 && off[1] <= 0.4 * off[0]);
}

/* Steps do not pass by what they should touch, whatever the speed. */
static void nothing_passes_through(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "bdf", "radau5", "dopri5"}, *const speeds[] = {"v=0.7", "v=3", "v=20"};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      Run run = physics_run(&(Setup){.model = "contact/fast", .set = speeds[k], .method = methods[i]});
      print_message("%s, %s: carts %.3f and %.3f m/s, ball %.4f m, puck %.3f m/s, %d steps\n", methods[i], speeds[k],
                    last(&run, "a.vx"), last(&run, "b.vx"), last(&run, "ball.z"), last(&run, "puck.vx"),
                    (int)run.summary.steps);
      assert_true(last(&run, "a.x") < -0.04 && last(&run, "b.x") > 0.04);
      if (k > 0) assert_true(last(&run, "a.vx") < 0 && last(&run, "b.vx") > 0);
      assert_true(last(&run, "ball.z") > 0 || largest(&run, "landing.normal") > 0);
      assert_true(fabs(last(&run, "puck.vx")) > 0.1);
      physics_finish(&run);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_passes_through),
      cmocka_unit_test(energy_over_edges),
      cmocka_unit_test(hunt_and_crossley),
      cmocka_unit_test(a_block_sticks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
