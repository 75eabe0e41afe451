/* Driven mechanisms: kinematics against closed forms, and the same motion given as position, velocity and acceleration.
 */
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static const char driven[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0], omega: [0, 0, 1], velocity: [0, 0.5, 0]}}\n"
    "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
    "motions: {drive: {joint: A, %s}}\n"
    "output: {every: 0.01}\nsimulate: {end: 2}\n";

/* theta = t + t^2/2 + sin(3 t)/10 - 3 t/10: starts at rate 1. Its torque: J theta'' + m g d cos theta, J = 0.3 + 2/4.
 */
static double angle(double t) { return t + t * t / 2 + sin(3 * t) / 10 - 3 * t / 10; }
static double rate(double t) { return 1 + t + 3 * cos(3 * t) / 10 - 0.3; }
static double acceleration(double t) { return 1 - 9 * sin(3 * t) / 10; }
static double torque(double t) { return 0.8 * acceleration(t) + 2 * 9.81 * 0.5 * cos(angle(t)); }

static Fixture fixture(const char *motion) {
  char text[sizeof driven + 128];
  snprintf(text, sizeof text, driven, motion);
  return fixture_of(text);
}

static void check_motion(const SarTable *table, double tolerance, double force_tolerance) {
  const double *t = sar_table_values(table, 0);
  const double *y = sar_table_values(table, sar_table_find(table, "A.angle"));
  const double *v = sar_table_values(table, sar_table_find(table, "A.angle_rate"));
  const double *tz = sar_table_values(table, sar_table_find(table, "drive.tz2"));
  const double *power = sar_table_values(table, sar_table_find(table, "drive.power"));
  const double *own = sar_table_values(table, sar_table_find(table, "drive.torque"));
  assert_int_equal(sar_table_find(table, "drive.force"), -1);
  assert_int_equal(sar_table_rows(table), 201);
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    CHECK_NEAR(y[i], angle(t[i]), tolerance);
    CHECK_NEAR(v[i], rate(t[i]), tolerance);
    CHECK_NEAR(tz[i], torque(t[i]), force_tolerance);
    CHECK_NEAR(own[i], torque(t[i]), force_tolerance);
    CHECK_NEAR(power[i], torque(t[i]) * rate(t[i]), 4 * force_tolerance);
  }
}

static void kinematics_is_exact(void **state) {
  (void)state;
  Fixture f = fixture("rotation: \"t + t^2/2 + sin(3*t)/10 - 3*t/10\"");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
  assert_int_equal(sar_kinematics(f.context, f.system, &options, &summary), SAR_OK);
  assert_int_equal(summary.degrees_of_freedom, 0);
  check_motion(options.table, 1e-12, 1e-10);
  /* 400 points, each closed by one matrix or more, then one for velocities and accelerations */
  assert_true(summary.factorisations >= 800 && summary.jacobians == summary.factorisations);
  assert_true(summary.solves >= 3 * 400 && summary.residuals >= 3 * 400);
  assert_true(summary.peak_memory_bytes > 1 << 20);
  /* Simpson's rule over output intervals of 0.01 s */
  CHECK_NEAR(last_value(options.table, "energy.balance"), 0, 1e-7);
  sar_table_destroy(&options.table);
  fixture_free(&f);
}

static void dynamics_follows_each_level(void **state) {
  (void)state;
  static const char *const motions[] = {"rotation: \"t + t^2/2 + sin(3*t)/10 - 3*t/10\"",
                                        "rotation_velocity: \"1 + t + 3*cos(3*t)/10 - 0.3\"",
                                        "rotation_acceleration: \"1 - 9*sin(3*t)/10\""};
  for (int i = 0; i < 3; i++) {
    Fixture f = fixture(motions[i]);
    SarRunOptions options = hht_options();
    SarRunSummary summary;
    options.tolerance = 1e-9;
    assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
    assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
    check_motion(options.table, i ? 2e-5 : 1e-8, i ? 5e-4 : 1e-7);
    sar_table_destroy(&options.table);
    fixture_free(&f);
  }
}

/* An angle that starts beyond half a turn is the angle that was asked for, not the nearest one. */
static void angles_start_turns_away(void **state) {
  (void)state;
  static const double starts[] = {3.3, 7, -4, 100};
  for (int i = 0; i < 4; i++) {
    char motion[64];
    snprintf(motion, sizeof motion, "rotation: \"%g + t\"", starts[i]);
    Fixture f = fixture(motion);
    SarRunOptions options = hht_options();
    assert_int_equal(sar_table_create(f.context, &options.table), SAR_OK);
    assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_OK);
    CHECK_NEAR(last_value(options.table, "A.angle"), starts[i] + 2, 1e-6);
    sar_table_destroy(&options.table);
    fixture_free(&f);
  }
}

/* The first fixed step of a stiff system is far from its prediction: a0 is 1.9e5 rad/s^2. */
static void fixed_steps_over_a_stiff_start(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  SarSystem *system;
  assert_int_equal(sar_model_read(context, SAR_TEST_DIR "/models/stiff_double_pendulum.yaml", NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  SarRunOptions options = hht_options();
  options.step = 2e-3;
  options.end = 0.1;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* A rod that is redundant at the start, because it stands across the guide, and then forbids what the motion asks for.
 */
static void redundant_rows_are_watched(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {slider: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 0]}}\n"
      "ground: {frames: {wall: {at: [0, 1, 0]}}}\n"
      "joints:\n  guide: {type: prismatic, between: [ground, slider], at: [0, 0, 0], axis: x}\n"
      "  rod: {type: distance, between: [ground.wall, slider], length: 1}\n"
      "motions: {drive: {joint: guide, translation: \"0.1*t\"}}\nsimulate: {end: 1}\n");
  SarRunOptions options = hht_options();
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_CONFLICT);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "`rod`"));
  fixture_free(&f);
}

/* Motions given as velocities say nothing about the pose: they do not hinder assembly. */
static void driven_rates_do_not_hinder_assembly(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  crank: {mass: 1, inertia: [1, 1, 1], at: [0.4, 0.3, 0], frames: {pin: {at: [-0.4, -0.3, 0]}, tip: {at: [0.4, "
      "0.3, 0]}}}\n"
      "  slider: {mass: 1, inertia: [1, 1, 1], at: [1.9, 0, 0]}\n"
      "joints:\n  A: {type: revolute, between: [ground, crank.pin], axis: z}\n"
      "  guide: {type: prismatic, between: [ground, slider], at: [0, 0, 0], axis: x}\n"
      "  rod: {type: distance, between: [crank.tip, slider], length: 1}\n"
      "motions: {drive: {joint: guide, translation_velocity: \"0.1\"}}\nsimulate: {end: 0.1}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(summary.constraint_position_max < 1e-6);
  fixture_free(&f);
}

static void functions_without_a_value_are_named(void **state) {
  (void)state;
  Fixture f = fixture("rotation: \"sin(t)/t\"");
  SarRunOptions options = hht_options();
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_INPUT);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "`drive` (driven rotation) has no value at the start"));
  fixture_free(&f);
}

static void kinematics_refuses_free_mechanisms(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\nsimulate: {end: 1}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_kinematics(f.context, f.system, &options, &summary), SAR_INPUT);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "1 degree of freedom left"));
  fixture_free(&f);
}

static void kinematics_names_motions_that_are_no_positions(void **state) {
  (void)state;
  Fixture f = fixture("rotation_velocity: \"1 + t\"");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_kinematics(f.context, f.system, &options, &summary), SAR_INPUT);
  const SarDiagnostic *message = sar_context_get(f.context, sar_context_count(f.context) - 1);
  assert_string_equal(message->message,
                      "kinematics needs motions given as positions: motion `drive` gives `rotation_velocity`");
  assert_string_equal(message->element, "drive");
  assert_string_equal(message->source.file, "test.yaml");
  assert_int_equal(message->source.line, 4);
  assert_true(message->source.column > 0);
  fixture_free(&f);
}

/* A crank that cannot get round: links of 1 m, pivots sqrt(5) m apart; 4 cos + 2 sin = 2 at the angle -0.6435011. */
static void kinematics_stops_at_a_dead_point(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  crank: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0]}\n"
      "  coupler: {mass: 1, inertia: [1, 1, 1], at: [1, 0.5, 0]}\n"
      "  rocker: {mass: 1, inertia: [1, 1, 1], at: [1.5, 1, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [crank, coupler], at: [1, 0, 0], axis: z}\n"
      "  D: {type: revolute, between: [ground, rocker], at: [2, 1, 0], axis: z}\n"
      "  C: {type: point-on-line, between: [coupler, rocker], at: [1, 1, 0], axis: z}\n"
      "motions: {drive: {joint: A, rotation: \"-t\"}}\nsimulate: {end: 3}\n");
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_kinematics(f.context, f.system, &options, &summary), SAR_FAILED);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "cannot be closed beyond"));
  CHECK_NEAR(summary.end_time, 0.6435011087932844, 1e-5);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinematics_is_exact),
      cmocka_unit_test(dynamics_follows_each_level),
      cmocka_unit_test(angles_start_turns_away),
      cmocka_unit_test(redundant_rows_are_watched),
      cmocka_unit_test(driven_rates_do_not_hinder_assembly),
      cmocka_unit_test(functions_without_a_value_are_named),
      cmocka_unit_test(fixed_steps_over_a_stiff_start),
      cmocka_unit_test(kinematics_refuses_free_mechanisms),
      cmocka_unit_test(kinematics_names_motions_that_are_no_positions),
      cmocka_unit_test(kinematics_stops_at_a_dead_point),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
