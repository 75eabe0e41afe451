/* The violation of constraints over time: what the steps say, against the gap that the results themselves show. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"
#include "sarrus/result.h"
#include "system/system.h"

#define FILE_NAME "drift_test.h5"
#define ROUNDING 4e-15 /* of places of about a length, which two formulas subtract: 16 units in the last place */

/* The pin of the arm should stay at the origin and at rest there. */
static const char swing[] =
    "%s\n"
    "bodies:\n"
    "  arm: {mass: 2, inertia: [%s], at: [%s], omega: [%s], frames: {pin: {at: [%s]}}}\n"
    "joints: {S: {type: spherical, between: [ground, arm], at: [0, 0, 0]}}\n"
    "simulate: {end: %s, tolerance: 1e-3}\n"
    "output: {every: step, raw: true}\n";

static double *column_of(SarResults *results, const char *name) {
  double *values = calloc((size_t)sar_results_rows(results) + 1, sizeof *values);
  assert_non_null(values);
  assert_int_equal(sar_results_column(results, sar_results_find(results, name), values), SAR_OK);
  return values;
}

/* The largest component of a vector of the pin in every row; 0 where there is none. */
static double *largest(SarResults *results, const char *prefix) {
  double *sum = calloc((size_t)sar_results_rows(results) + 1, sizeof *sum);
  assert_non_null(sum);
  for (int axis = 0; axis < 3; axis++) {
    char name[32];
    snprintf(name, sizeof name, "arm.pin.%s%c", prefix, "xyz"[axis]);
    double *values = column_of(results, name);
    for (int64_t k = 0; k < sar_results_rows(results); k++) sum[k] = fmax(sum[k], fabs(values[k]));
    free(values);
  }
  return sum;
}

static double *steps_of(SarResults *results, const char *name) {
  double *values = calloc((size_t)sar_results_steps(results) + 1, sizeof *values);
  assert_non_null(values);
  assert_int_equal(sar_results_step_column(results, name, values), SAR_OK);
  return values;
}

/* second, metre: in the units of the file. */
static void check(const char *text, double second, double metre) {
  Fixture f = fixture_of(text);
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  SarResults *results = NULL;
  options.hdf5 = FILE_NAME;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_int_equal(sar_results_open(f.context, FILE_NAME, &results), SAR_OK);
  int64_t n = sar_results_steps(results);
  assert_true(n > 20 && sar_results_rows(results) == n + 1); /* the first row is the start */
  double *gap = largest(results, ""), *speed = largest(results, "v");
  double *position = steps_of(results, "constraint_position"), *velocity = steps_of(results, "constraint_velocity");
  double length = sar_system_length(f.system) * metre, most = 0, fastest = 0;
  for (int64_t k = 0; k < n; k++) {
    CHECK_NEAR(position[k], gap[k + 1] / length, ROUNDING);
    CHECK_NEAR(velocity[k] * second, speed[k + 1] / length * second, 1e-13);
    most = fmax(most, position[k]);
    fastest = fmax(fastest, velocity[k] * second);
  }
  assert_true(most > 1e-12 && fastest > 1e-6); /* there is something to compare */
  CHECK_NEAR(most, summary.constraint_position_max, 0);
  CHECK_NEAR(fastest, summary.constraint_velocity_max, 1e-15 * fastest);
  free(gap), free(speed), free(position), free(velocity);
  sar_results_close(&results);
  remove(FILE_NAME);
  fixture_free(&f);
}

static void steps_tell_the_gap_of_the_joint(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, swing, "", "0.2, 0.3, 0.1", "0.5, 0, 0", "1, 2, 3", "-0.5, 0, 0", "4");
  check(text, 1, 1);
}

static void in_the_units_of_the_model(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, swing, "units: {length: mm, time: ms}\ngravity: [0, 0, -9.81e-3]", "2e5, 3e5, 1e5",
           "500, 0, 0", "1e-3, 2e-3, 3e-3", "-500, 0, 0", "4000");
  check(text, 1e3, 1e3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_tell_the_gap_of_the_joint),
      cmocka_unit_test(in_the_units_of_the_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
