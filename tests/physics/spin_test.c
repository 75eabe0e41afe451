/* Fast rotation. A wheel in steady spin has no acceleration, so no error estimate sees a rotation map that is wrong by
 * h^3 per step (a Cayley map at 100 rad/s and h = 1e-3 loses 0.08 rad in a second); and its angle must be followed
 * through 159 turns. */
#include "physics/support.h"

#define SPEED 100.0 /* rad/s */
#define PI 3.14159265358979323846

static double steady_error(const Setup *setup) {
  Run run = physics_run(setup);
  const double *t = physics_column(&run, "time"), *angle = physics_column(&run, "axle.angle");
  const double *rate = physics_column(&run, "axle.angle_rate");
  int64_t rows = physics_rows(&run);
  double largest = 0;
  assert_int_equal(rows, 1001);
  for (int64_t i = 0; i < rows; i++) {
    largest = fmax(largest, fabs(angle[i] - SPEED * t[i]));
    CHECK_NEAR(rate[i], SPEED, 1e-9);
  }
  assert_int_equal((int)(angle[rows - 1] / (2 * PI)), 159);
  print_message("steady spin, %s: angle off by at most %.2e rad in %lld steps\n",
                setup->step > 0 ? "fixed step 1e-3" : "tolerance 1e-6", largest, (long long)run.summary.steps);
  physics_finish(&run);
  return largest;
}

static void steady_spin_is_exact(void **state) {
  (void)state;
  assert_true(steady_error(&(Setup){.model = "flywheel", .tolerance = 1e-6}) <= 1e-6);
  assert_true(steady_error(&(Setup){.model = "flywheel", .step = 1e-3}) <= 1e-6);
}

/* The torque 0.5 + 0.5 sin 2t on I = 1. */
static double driven_error(double tolerance) {
  Run run = physics_run(&(Setup){.model = "flywheel_driven", .tolerance = tolerance});
  const double *t = physics_column(&run, "time"), *angle = physics_column(&run, "axle.angle");
  double largest = 0;
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    double exact = SPEED * t[i] + t[i] * t[i] / 4 + t[i] / 4 - sin(2 * t[i]) / 8;
    largest = fmax(largest, fabs(angle[i] - exact));
  }
  print_message("driven, tolerance %g: angle off by at most %.2e rad in %lld steps\n", tolerance, largest,
                (long long)run.summary.steps);
  physics_finish(&run);
  return largest;
}

/* A step may not turn a body by more than 1 rad, so at 100 rad/s it cannot grow beyond 0.01 s whatever the tolerance.
 * The error of that step, 1.4e-4 rad, is the error at all tolerances down to 1e-7; from 1e-9 on the tolerance rules and
 * the error falls with its power 2/3. */
static void driven_error_follows_the_tolerance(void **state) {
  (void)state;
  double error[8]; /* at 1e-5 ... 1e-12 */
  for (int i = 0; i < 8; i++) error[i] = driven_error(pow(10, -5 - i));
  for (int i = 1; i < 8; i++) assert_true(error[i] <= error[i - 1] * 1.01);
  assert_true(error[0] <= 3e-4);
  double slope = physics_slope(1e-9, error[4], 1e-12, error[7]);
  print_message("slope from 1e-9 to 1e-12: %.3f\n", slope);
  assert_true(slope >= 0.55 && slope <= 0.8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steady_spin_is_exact),
      cmocka_unit_test(driven_error_follows_the_tolerance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
