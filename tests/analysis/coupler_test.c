/* A coupler of an angle with a displacement, written in SI and in mm and degrees: a falling mass that turns a flywheel.
 * Its ratios are factors of the coordinates in the file's units, so the same machine has other ratios in each file. */
#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

#define PI 3.14159265358979323846

/* x = r angle with r = 0.05 m/rad, m = 2 kg, J = 0.03 kg m^2: the mass falls with m g / (m + J/r^2). */
static const char si[] =
    "gravity: [0, 0, -10]\n"
    "bodies:\n"
    "  wheel: {mass: 1, inertia: [0.02, 0.02, 0.03]}\n"
    "  weight: {mass: 2, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
    "joints:\n"
    "  hinge: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}\n"
    "  rail: {type: prismatic, between: [ground, weight], at: [1, 0, 0], axis: z}\n"
    "  rope: {type: coupler, joints: [hinge, rail], ratios: [0.05, -1]}\n"
    "output: {every: 0.1}\n"
    "simulate: {end: 1, tolerance: 1e-8}\n";

static const char mm[] =
    "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
    "gravity: [0, 0, -10000]\n"
    "bodies:\n"
    "  wheel: {mass: 1, inertia: [2e4, 2e4, 3e4]}\n"
    "  weight: {mass: 2, inertia: [1e6, 1e6, 1e6], at: [1000, 0, 0]}\n"
    "joints:\n"
    "  rope: {type: coupler, joints: [hinge, rail], ratios: [50*pi/180, -1]}\n"
    "  hinge: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}\n"
    "  rail: {type: prismatic, between: [ground, weight], at: [1000, 0, 0], axis: z}\n"
    "output: {every: 0.1}\n"
    "simulate: {end: 1, tolerance: 1e-8}\n";

static SarTable *run(Fixture *f) {
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(f->context, &options.table), SAR_OK);
  assert_int_equal(sar_run(f->context, f->system, &options, &summary), SAR_OK);
  assert_int_equal(summary.degrees_of_freedom, 1);
  return options.table;
}

static const double *column(const SarTable *table, const char *name) {
  int32_t index = sar_table_find(table, name);
  if (index < 0) fail_msg("there is no column %s", name);
  return sar_table_values(table, index);
}

/* length, angle: the units of the columns in SI */
static void check_fall(const char *text, double length, double angle) {
  Fixture f = fixture_of(text);
  SarTable *table = run(&f);
  const double a = -2 * 10 / (2 + 0.03 / (0.05 * 0.05)), *t = sar_table_values(table, 0);
  const double *x = column(table, "rail.displacement"), *phi = column(table, "hinge.angle");
  const double *acceleration = column(table, "weight.az"), *tension = column(table, "rope.reaction");
  assert_int_equal(sar_table_rows(table), 11);
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    CHECK_NEAR(x[i] * length, a * t[i] * t[i] / 2, 1e-6);
    CHECK_NEAR(phi[i] * angle, a * t[i] * t[i] / 2 / 0.05, 2e-5);
    CHECK_NEAR(phi[i] * angle * 0.05, x[i] * length, 1e-12); /* the constraint holds to rounding */
    CHECK_NEAR(acceleration[i] * length, a, 1e-10);
    CHECK_NEAR(tension[i], -2 * (a + 10), 1e-9); /* -1 R is the force on the displacement */
  }
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void in_si(void **state) { (void)state, check_fall(si, 1, 1); }
static void in_other_units(void **state) { (void)state, check_fall(mm, 1e-3, PI / 180); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(in_si), cmocka_unit_test(in_other_units)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
