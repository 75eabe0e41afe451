/* Mechanisms at rest, and what a run says of them: no noise instead of an energy balance, and redundant rows named to
 * the last one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static SarRunSummary run(const char *text) {
  Fixture f = fixture_of(text);
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  fixture_free(&f);
  return summary;
}

/* Hangs in equilibrium, somewhere in space, from axes and arms that are not exact in binary. */
static const char hanging[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  arm: {mass: 2.3, inertia: [0.1, 0.2, 0.3], at: [0.7, %s, 0.3]}\n"
    "joints: {A: {type: revolute, between: [ground, arm], at: [0.7, 0.4, 0.3], axis: z}}\n"
    "simulate: {end: 1}\n";

static void balance_of_a_body_at_rest_is_zero(void **state) {
  (void)state;
  static const char *const heights[] = {"0.1", "-0.7"};
  for (int i = 0; i < 2; i++) {
    char text[512];
    snprintf(text, sizeof text, hanging, heights[i]);
    CHECK_NEAR(run(text).energy_balance_max, 0, 1e-8);
  }
  CHECK_NEAR(run("gravity: [0, 0, -9.81]\n" /* held at the origin: all energies are zero */
                 "bodies: {block: {mass: 1, inertia: [1, 1, 1]}}\n"
                 "joints: {A: {type: fixed, between: [ground, block], at: [0, 0, 0]}}\nsimulate: {end: 1}\n")
                 .energy_balance_max,
             0, 1e-8);
}

/* The floor hides nothing of a real motion: a swing of six degrees, with a method that takes energy out, has the
 * balance that its rows have. */
static void balance_of_a_small_motion_is_measured(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.05, -0.5, 0]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
      "simulate: {end: 2, step: 0.02, method: \"hht:alpha=-0.3\"}\noutput: {every: step}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  const double *kinetic = sar_table_values(options.table, sar_table_find(options.table, "energy.kinetic"));
  const double *potential = sar_table_values(options.table, sar_table_find(options.table, "energy.potential"));
  double balance = 0, scale = 0;
  for (int64_t i = 0; i < sar_table_rows(options.table); i++) {
    balance = fmax(balance, fabs(kinetic[i] + potential[i] - kinetic[0] - potential[0]));
    scale = fmax(scale, kinetic[i] + fabs(potential[i] - potential[0]));
  }
  assert_true(summary.energy_balance_max > 1e-4);
  CHECK_NEAR(summary.energy_balance_max / (balance / scale), 1, 0.01);
  sar_table_destroy(&options.table);
  fixture_free(&f);
}

static void all_rows_of_a_repeated_joint_are_named(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {block: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints:\n"
      "  A: {type: fixed, between: [ground, block], at: [0, 0, 0]}\n"
      "  B: {type: fixed, between: [ground, block], at: [0, 0, 0]}\nsimulate: {end: 1}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  const char *message = fixture_message(&f, SAR_WARNING);
  int32_t rotations = 0, translations = 0;
  for (const char *at = message; (at = strstr(at, "rotation about")); at++) rotations++;
  for (const char *at = message; (at = strstr(at, "translation along")); at++) translations++;
  if (rotations != 3 || translations != 3) fail_msg("not all six rows are named: %s", message);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(balance_of_a_body_at_rest_is_zero),
      cmocka_unit_test(balance_of_a_small_motion_is_measured),
      cmocka_unit_test(all_rows_of_a_repeated_joint_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
