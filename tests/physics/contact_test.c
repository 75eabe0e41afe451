/* Contact against closed forms: impacts of Hertz, Hunt and Crossley, and Adams; blocks that stick and slide; a ball
 * that begins to roll; rows of balls. */
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

/* The first time at which a column is below a value. */
static double first_below(const Run *run, const char *column, double value) {
  const double *values = physics_column(run, column), *t = physics_column(run, "time");
  for (int64_t i = 0; i < physics_rows(run); i++) {
    if (values[i] < value) return t[i];
  }
  return INFINITY;
}

static void near(const char *what, double value, double expected, double relative) {
  print_message("%-40s %.9g, expected %.9g (%.1e)\n", what, value, expected, fabs(value / expected - 1));
  if (!(fabs(value - expected) <= relative * fabs(expected))) fail_msg("%s", what);
}

static void hertz(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "contact/hertz_ball"});
  near("Hertz: depth", largest(&run, "impact.depth"), 2.348078729e-5, 1e-3);
  near("Hertz: force", largest(&run, "impact.normal"), 1750.47384, 1e-3);
  near("Hertz: it leaves as it came", last(&run, "ball.vz"), 1, 1e-3);
  assert_true(run.summary.newton_euler_max <= 1e-10);
  physics_finish(&run);
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

/* Adams' IMPACT with three laws; the parameters of the model are those of the first. */
static void impact(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "contact/impact_law"});
  near("IMPACT: restitution", last(&run, "ball.vz"), 0.41655302, 1e-3);
  physics_finish(&run);
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

static void a_block_slides_and_stops(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "contact/sliding_block", .every = 1e-3});
  near("sliding block: it stops after", first_below(&run, "block.vx", 1e-3), 1.024452153, 1e-3);
  near("sliding block: way", last(&run, "block.x"), 1.024452153, 1e-3);
  assert_true(run.summary.energy_balance_max <= 1e-2);
  physics_finish(&run);
}

/* 2/7 of the energy is lost, whatever the friction. */
static void a_ball_begins_to_roll(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "contact/rolling_ball", .every = 1e-3});
  const double *v = physics_column(&run, "ball.vx"), *w = physics_column(&run, "ball.wy");
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "ball.x");
  int64_t i = 0;
  while (i < physics_rows(&run) - 1 && fabs(v[i] - 0.1 * w[i]) > 2e-3) i++; /* the ball is 0.1 mm deep */
  near("ball: it rolls after", t[i], 0.436871997, 3e-3);
  near("ball: way until then", x[i], 1.123385134, 3e-3);
  near("ball: speed", last(&run, "ball.vx"), 15.0 / 7, 1e-3);
  physics_finish(&run);
}

static void rows_of_balls(void **state) {
  (void)state;
  static const double three[] = {-0.07095235, 0.07640304, 0.99454931};
  static const double five[] = {-0.07108502, -0.03027376, -0.01446363, 0.12704499, 0.98877742};
  for (int n = 3; n <= 5; n += 2) {
    char set[16];
    snprintf(set, sizeof set, "n=%d", n);
    Run run = physics_run(&(Setup){.model = "contact/hertz_chain", .set = set});
    for (int i = 0; i < n; i++) {
      char column[16];
      snprintf(column, sizeof column, "ball%d.vx", i + 1);
      double expected = n == 3 ? three[i] : five[i], found = last(&run, column);
      print_message("%d balls, %s %.6f, expected %.6f\n", n, column, found, expected);
      assert_true(fabs(found - expected) <= 1e-3); /* of the first ball's speed */
    }
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hertz),
      cmocka_unit_test(hunt_and_crossley),
      cmocka_unit_test(impact),
      cmocka_unit_test(a_block_sticks),
      cmocka_unit_test(a_block_slides_and_stops),
      cmocka_unit_test(a_ball_begins_to_roll),
      cmocka_unit_test(rows_of_balls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
