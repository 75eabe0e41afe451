/* The step report of real models: names, ranking, and shares that add up. */
#include "analysis/audit/step_report.h"

#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"
#include "system/names.h"

static const char pendulum_and_wheel[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  slow: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0, -5, 0], velocity: [0.1, 0, 0], omega: [0, 0, 0.02]}\n"
    "  quick: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [3, 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, slow], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [ground, quick], at: [3, 0, 0], axis: y}\n"
    "forces:\n"
    "  coil: {type: rotational-spring-damper, between: [ground, quick], at: [3, 0, 0], axis: y, stiffness: 1000, "
    "angle: 0.5}\n"
    "motions: {}\n"
    "simulate: {end: 1, tolerance: 1e-6}\n";

static SarRunSummary run(const Fixture *f, const SarRunOptions *options) {
  SarRunSummary summary;
  assert_int_equal(sar_run(f->context, f->system, options, &summary), SAR_OK);
  int64_t steps = 0, rejected = 0;
  double share = 0;
  assert_true(summary.nlimits > 0 && summary.nlimits <= SAR_LIMITS_MAX);
  for (int32_t i = 0; i < summary.nlimits; i++) {
    steps += summary.limits[i].steps;
    rejected += summary.limits[i].rejected;
    share += summary.limits[i].share;
    assert_true(summary.limits[i].reason[0]);
    bool others = strcmp(summary.limits[i].reason, "others") == 0;
    if (i > 0 && !others) assert_true(summary.limits[i].steps <= summary.limits[i - 1].steps);
    if (others) assert_int_equal(i, SAR_LIMITS_MAX - 1);
  }
  assert_int_equal(steps, summary.steps);
  assert_int_equal(rejected, summary.rejected);
  CHECK_NEAR(share, 1, 1e-12);
  return summary;
}

static void the_quick_body_is_named(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum_and_wheel);
  SarRunOptions options = hht_options();
  SarRunSummary summary = run(&f, &options);
  assert_string_equal(summary.limits[0].reason, "error");
  assert_string_equal(summary.limits[0].element, "quick");
  assert_string_equal(summary.limits[0].equation, "rotation about its y");
  assert_true(summary.limits[0].share > 0.5);
  fixture_free(&f);
}

static void settings_are_named(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum_and_wheel);
  SarRunOptions options = hht_options();
  options.max_step = 1e-4;
  SarRunSummary summary = run(&f, &options);
  assert_string_equal(summary.limits[0].reason, "max_step");
  assert_string_equal(summary.limits[0].element, "");
  options = hht_options();
  options.step = 1e-2;
  summary = run(&f, &options);
  assert_string_equal(summary.limits[0].reason, "fixed step");
  CHECK_NEAR(summary.limits[0].share, 1, 0);
  fixture_free(&f);
}

/* Every index has a name, and the right one. */
static void indices_have_names(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}\n"
      "  wheel: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [1, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [arm, wheel], at: [1, 0, 0], axis: z}\n"
      "motions:\n"
      "  by_velocity: {joint: A, rotation_velocity: \"sin(t)\"}\n"
      "  by_acceleration: {joint: B, rotation_acceleration: \"sin(t)\"}\n"
      "simulate: {end: 1}\n");
  const SarSystem *s = f.system;
  int32_t velocity = 12 + sar_system_counts(s).position, states = velocity + sar_system_counts(s).velocity;
  assert_int_equal(sar_system_counts(s).velocity, 2);
  assert_int_equal(sar_system_counts(s).states, 1);
  SarCulpritName name = sar_culprit_name(s, 10);
  assert_string_equal(name.element, "wheel");
  assert_string_equal(name.equation, "rotation about its y");
  name = sar_culprit_name(s, 0);
  assert_string_equal(name.element, "arm");
  assert_string_equal(name.equation, "translation along x");
  name = sar_culprit_name(s, 12);
  assert_string_equal(name.element, "A");
  assert_string_equal(name.equation, sar_row_equation(s, 0));
  assert_string_equal(sar_culprit_name(s, velocity - 1).element, "B");
  assert_string_equal(sar_culprit_name(s, velocity).element, "by_velocity");
  assert_string_equal(sar_culprit_name(s, velocity).equation, "driven rate");
  assert_string_equal(sar_culprit_name(s, velocity + 1).element, "by_acceleration");
  assert_string_equal(sar_culprit_name(s, states).element, "by_acceleration");
  assert_int_equal(sar_culprit_name(s, -1).index, -1);
  assert_string_equal(sar_culprit_name(s, -1).element, "");
  fixture_free(&f);
}

/* A chain has more culprits than the list has places: the last one holds the rest. */
static void what_does_not_fit_is_kept_together(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies: {\"link{i}\": {for: {i: 0..9}, mass: 1, inertia: [0.01, 0.01, 0.01], at: [\"i + 0.5\", 0, 0]}}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground, link0], at: [0, 0, 0]}\n"
      "  \"J{i}\": {for: {i: 0..8}, type: spherical, between: [\"link{i}\", \"link{i+1}\"], at: [\"i + 1\", 0, 0]}\n"
      "simulate: {end: 3, tolerance: 1e-5}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary = run(&f, &options);
  assert_int_equal(summary.nlimits, SAR_LIMITS_MAX);
  assert_string_equal(summary.limits[SAR_LIMITS_MAX - 1].reason, "others");
  assert_true(summary.limits[SAR_LIMITS_MAX - 1].steps > 0);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_quick_body_is_named),
      cmocka_unit_test(settings_are_named),
      cmocka_unit_test(indices_have_names),
      cmocka_unit_test(what_does_not_fit_is_kept_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
