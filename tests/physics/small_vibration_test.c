/* A vibration of 10 micrometres in a machine of a metre (tests/models/small_vibration.yaml), z = 1 + A sin 200 t over
 * 32 periods: what the default makes of it, among few bodies and among many (docs/decisions/0066). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "physics/support.h"

#define AMPLITUDE 1e-5
#define RATE 200.0

/* The largest error of the vibration, over its range, twice the amplitude. */
static double error_of(const Run *run) {
  const double *t = physics_column(run, "time"), *z = physics_column(run, "oscillator.z");
  double largest = 0;
  for (int64_t i = 0; i < physics_rows(run); i++) {
    largest = fmax(largest, fabs(z[i] - 1 - AMPLITUDE * sin(RATE * t[i])));
  }
  return largest / (2 * AMPLITUDE);
}

static double error_with(const char *method, double tolerance, const char *set, int64_t *steps) {
  Run run = physics_run(&(Setup){.model = "small_vibration", .set = set, .method = method, .tolerance = tolerance});
  double error = error_of(&run);
  *steps = run.summary.steps;
  print_message("%s at %g, %s: %lld steps, error %.2e of the range\n", method, tolerance, set, (long long)*steps,
                error);
  physics_finish(&run);
  return error;
}

/* Amplitude and phase: both are in the largest difference to the sine. */
static void the_default_sees_it(void **state) {
  (void)state;
  int64_t steps;
  assert_true(error_with("auto", 0, "N=1", &steps) <= 1e-3);
  assert_true(error_with("auto", 0, "N=100", &steps) <= 1e-3);
}

/* That the model is hard: against the machine's length nothing is left of the vibration. */
static void the_length_does_not(void **state) {
  (void)state;
  int64_t steps;
  assert_true(error_with("bdf:weights=length", 1e-7, "N=1", &steps) >= 0.5);
}

static void bystanders_change_nothing(void **state) {
  (void)state;
  int64_t few, many;
  double a = error_with("bdf:weights=moving", 1e-7, "N=1", &few);
  double b = error_with("bdf:weights=moving", 1e-7, "N=100", &many);
  assert_true(fabs((double)(many - few)) <= 0.01 * (double)few);
  assert_true(fabs(a - b) <= 0.05 * a);
}

/* The other methods that have these weights. */
static void others_see_it(void **state) {
  (void)state;
  int64_t steps;
  assert_true(error_with("radau5:weights=moving", 1e-7, "N=4", &steps) <= 1e-3);
  double coarse = error_with("hht:weights=moving", 1e-5, "N=4", &steps);
  double fine = error_with("hht:weights=moving", 1e-7, "N=4", &steps);
  assert_true(fine <= 0.1 * coarse); /* tolerance^(2/3): 1/21 */
}

/* Where less would be asked than rounding leaves, the weights become those of the length: no run fails, and none is
 * much longer than the tightest that rounding allows. */
static void tight_tolerances_end(void **state) {
  (void)state;
  int64_t steps[6];
  for (int i = 0; i < 6; i++) {
    double error = error_with("bdf:weights=moving", pow(10, -8 - i), "N=4", &steps[i]);
    assert_true(error <= 3e-4);
  }
  for (int i = 1; i < 6; i++) assert_true(steps[i] <= 2 * steps[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_default_sees_it),       cmocka_unit_test(the_length_does_not),
      cmocka_unit_test(bystanders_change_nothing), cmocka_unit_test(others_see_it),
      cmocka_unit_test(tight_tolerances_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
