/* Friction, damping and stops of joints against the laws written with branches. */
#include <stdio.h>

#include "element/recorder.h"

static double step(double x, double x0, double h0, double x1, double h1) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  double d = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * d * d * (3 - 2 * d);
}

static double coefficient(double v, double mu_s, double mu_d, double vs) {
  double speed = fabs(v), vd = 1.5 * vs;
  if (speed <= vs) return step(v, -vs, -mu_s, vs, mu_s);
  return (v > 0 ? 1 : -1) * step(speed, vs, mu_s, vd, mu_d);
}

static double bistop(double x, double rate, double x1, double x2, double k, double e, double c, double d) {
  if (x < x1) return fmax(0, k * pow(x1 - x, e) - step(x1 - x, 0, 0, d, c) * rate);
  if (x > x2) return fmin(0, -k * pow(x - x2, e) - step(x - x2, 0, 0, d, c) * rate);
  return 0;
}

static Recorder *open_joint(const char *name, uint64_t *seed) {
  return recorder_open(sar_element_class_find(SAR_SECTION_JOINTS, name), seed);
}

static void give_stops(Recorder *r, const char *prefix, const double *limits, double k, double c, double d, double e) {
  static const char *const names[] = {"stops", "stop_stiffness", "stop_damping", "stop_depth", "stop_exponent"};
  const double values[] = {0, k, c, d, e};
  for (int i = 0; i < 5; i++) {
    char name[40];
    snprintf(name, sizeof name, "%s%s", prefix, names[i]);
    if (i > 0) recorder_real(r, name, values[i]);
    if (i == 0) recorder_field(r, name)->list = limits, recorder_field(r, name)->nlist = 2;
  }
}

static void test_only_where_given(void **state) {
  (void)state;
  static const char *const names[] = {"revolute", "prismatic", "cylindrical", "screw", "universal", "point-on-line"};
  uint64_t seed = 60;
  for (int i = 0; i < 6; i++) {
    Recorder *r = open_joint(names[i], &seed);
    assert_false(r->class->equations->applies(r->class, r->values));
    recorder_build(r);
    assert_int_equal(r->nunknowns + r->nworks + r->noffers, 0);
    recorder_real(r, "damping", 2);
    assert_true(r->class->equations->applies(r->class, r->values));
    recorder_close(r);
  }
}

static void test_stops(void **state) {
  (void)state;
  static const double limits[2] = {-0.4, 0.3};
  for (int variant = 0; variant < 4; variant++) {
    uint64_t seed = 61 + (uint64_t)variant;
    double k = 50, c = variant % 2 ? 4 : 0, d = 0.2, e = variant < 2 ? 1 : 2.2;
    Recorder *r = open_joint("prismatic", &seed);
    give_stops(r, "", limits, k, c, d, e);
    recorder_build(r);
    assert_int_equal(r->nunknowns, 1);
    assert_int_equal(r->works[0].kind, SAR_POWER_WORK);
    for (int trial = 0; trial < 200; trial++) {
      double x = r->variables[SYMBOLS_QUANTITY] = random_real(&seed);
      double rate = r->variables[RECORDER_RATE] = 3 * random_real(&seed);
      double F = *recorder_unknown(r, 0) = random_real(&seed);
      double expected = bistop(x, rate, limits[0], limits[1], k * pow(d, 1 - e), e, c, d);
      CHECK_NEAR(recorder_row(r, 0), F - expected, 1e-12 * (1 + fabs(expected)));
      CHECK_NEAR(recorder_power(r), F * rate, 1e-14);
      CHECK_NEAR(recorder_offer(r, "displacement_stop"), F, 0);
      assert_non_null(r->kinks); /* steps end where contact begins and ends */
      CHECK_NEAR(recorder_value(r, r->kinks), expected, 1e-12 * (1 + fabs(expected)));
    }
    recorder_close(r);
  }
}

/* A damper takes c rate^2, and all of it is heat. */
static void test_damping(void **state) {
  (void)state;
  static const char *const names[] = {"revolute", "prismatic", "screw", "point-on-line"};
  uint64_t seed = 65;
  for (int i = 0; i < 4; i++) {
    Recorder *r = open_joint(names[i], &seed);
    recorder_real(r, "damping", 3);
    recorder_build(r);
    assert_int_equal(r->nunknowns, 0);
    assert_int_equal(r->nworks, 1);
    assert_int_equal(r->works[0].kind, SAR_POWER_DISSIPATED);
    for (double rate = -2; rate < 3; rate++) {
      r->variables[RECORDER_RATE] = rate;
      CHECK_NEAR(recorder_power(r), -3 * rate * rate, 1e-13);
    }
    recorder_close(r);
  }
}

/* ---- friction ---- */

typedef struct Reaction {
  double across, along, torque_across, torque;
} Reaction;

/* The parts of the reaction on the second side, in numbers. */
static Reaction reaction_of(const Recorder *r, const Motion *motion) {
  const SarSide *a = &r->symbols.builder.a;
  SarVec3 z = sar_mul(&motion->kin[a->body].A, sar_column(&a->axes, 2));
  SarVec3 F = sar_vec3_load(&r->variables[SYMBOLS_EXTRA + 6]), T = sar_vec3_load(&r->variables[SYMBOLS_EXTRA + 9]);
  return (Reaction){.across = sar_norm(sar_cross(F, z)),
                    .along = fabs(sar_dot(F, z)),
                    .torque_across = sar_norm(sar_cross(T, z)),
                    .torque = sar_norm(T)};
}

static void give_friction(Recorder *r, double mu_s, double mu_d) {
  recorder_real(r, "friction", mu_d), recorder_real(r, "static_friction", mu_s);
  recorder_real(r, "stiction_velocity", 0.1), recorder_real(r, "friction_preload", 2);
  recorder_real(r, "bending_arm", 0.25);
  recorder_real(r, "sliding_ratio", 1.5), recorder_real(r, "reaction_friction", 1); /* defaults of the model */
}

static void check_friction(const char *name, bool turning, double mu_s, double mu_d) {
  uint64_t seed = 70;
  const double r_pin = 0.05, r_axial = 0.08;
  Recorder *r = open_joint(name, &seed);
  give_friction(r, mu_s, mu_d);
  if (turning) recorder_real(r, "pin_radius", r_pin), recorder_real(r, "axial_radius", r_axial);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 1);
  assert_int_equal(r->works[0].kind, SAR_POWER_DISSIPATED);
  for (int trial = 0; trial < 200; trial++) {
    Motion motion = motion_random(&seed);
    recorder_randomise(r, &motion, &seed);
    double rate = r->variables[RECORDER_RATE] = 0.3 * random_real(&seed) / (turning ? r_pin : 1);
    Reaction load = reaction_of(r, &motion);
    double F = *recorder_unknown(r, 0), expected;
    if (turning) {
      double normal = load.across + load.torque_across / 0.25 + 2;
      expected = coefficient(r_pin * rate, mu_s, mu_d, 0.1) * (r_pin * normal + r_axial * load.along);
    } else {
      expected = coefficient(rate, mu_s, mu_d, 0.1) * (load.across + load.torque / 0.25 + 2);
    }
    CHECK_NEAR(recorder_row(r, 0), F - expected, 1e-12);
    CHECK_NEAR(recorder_power(r), -F * rate, 1e-14 * (1 + fabs(F * rate)));
    assert_true(expected * rate >= 0);
  }
  recorder_close(r);
}

static void test_friction(void **state) {
  (void)state;
  check_friction("revolute", true, 0.3, 0.2);
  check_friction("revolute", true, 0.2, 0.2);
  check_friction("prismatic", false, 0.3, 0.2);
  check_friction("point-on-line", false, 0.3, 0);
}

/* Without a collar the arms of a cross are loaded by the whole force, whichever way it points, and by
 * the moment between them. */
static void test_cross(void **state) {
  (void)state;
  uint64_t seed = 75;
  const double r_pin = 0.05;
  Recorder *r = open_joint("universal", &seed);
  give_friction(r, 0.3, 0.2);
  recorder_real(r, "pin_radius", r_pin);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 2);
  for (int trial = 0; trial < 50; trial++) {
    Motion motion = motion_random(&seed);
    recorder_randomise(r, &motion, &seed);
    double rate = r->variables[RECORDER_RATE] = 0.3 * random_real(&seed) / r_pin; /* stands for both */
    double force = sar_norm(sar_vec3_load(&r->variables[SYMBOLS_EXTRA + 6]));
    double moment = sar_norm(sar_vec3_load(&r->variables[SYMBOLS_EXTRA + 9])) / 0.25;
    double expected = coefficient(r_pin * rate, 0.3, 0.2, 0.1) * r_pin * (force + moment + 2), power = 0;
    for (int i = 0; i < 2; i++) {
      CHECK_NEAR(recorder_row(r, i), *recorder_unknown(r, i) - expected, 1e-12);
      power -= *recorder_unknown(r, i) * rate;
    }
    CHECK_NEAR(recorder_power(r), power, 1e-13 * (1 + fabs(power)));
  }
  recorder_close(r);
}

/* A joint that turns and slides: two frictions, and the fields of the rotation have a prefix. */
static void test_cylindrical(void **state) {
  (void)state;
  uint64_t seed = 80;
  static const double turns[2] = {-1, 1}, slides[2] = {-0.2, 0.2};
  Recorder *r = open_joint("cylindrical", &seed);
  give_friction(r, 0.3, 0.2);
  recorder_real(r, "pin_radius", 0.05);
  recorder_real(r, "damping", 3), recorder_real(r, "angle_damping", 5);
  give_stops(r, "angle_", turns, 10, 0, 0, 1);
  give_stops(r, "", slides, 20, 0, 0, 1);
  recorder_build(r);
  assert_int_equal(r->nunknowns, 4);
  Motion motion = motion_random(&seed);
  recorder_randomise(r, &motion, &seed);
  r->variables[SYMBOLS_QUANTITY] = 0.7; /* stands for both coordinates */
  r->variables[RECORDER_RATE] = 2;
  CHECK_NEAR(recorder_row(r, 1), *recorder_unknown(r, 1), 1e-14);                    /* between -1 and 1 */
  CHECK_NEAR(recorder_row(r, 3), *recorder_unknown(r, 3) + 20 * (0.7 - 0.2), 1e-13); /* beyond 0.2 */
  double viscous = 0;
  for (int32_t i = 0; i < r->nworks; i++) {
    int32_t symbol = sar_expr_is_variable(r->works[i].force);
    if (symbol < 0) viscous += recorder_value(r, r->works[i].force);
  }
  CHECK_NEAR(viscous, (3 + 5) * 2, 1e-13);
  recorder_offer(r, "angle_friction"), recorder_offer(r, "displacement_friction");
  recorder_close(r);
}

static void test_refusals(void **state) {
  (void)state;
  static const double swapped[2] = {1, -1}, right[2] = {-1, 1};
  uint64_t seed = 90;
  for (int i = 0; i < 6; i++) {
    Recorder *r = open_joint("revolute", &seed);
    if (i == 0) recorder_real(r, "friction", 0.1); /* no pin radius */
    if (i == 1) recorder_real(r, "friction", -0.1), recorder_real(r, "pin_radius", 1);
    if (i == 2) give_friction(r, 0.1, 0.2), recorder_real(r, "pin_radius", 1); /* static below sliding */
    if (i == 3) give_stops(r, "", swapped, 1, 0, 0, 1);
    if (i == 4) give_stops(r, "", right, 1, 1, 0, 1); /* damping without depth */
    if (i == 5) recorder_real(r, "damping", -1);
    assert_int_equal(recorder_try(r), SAR_INPUT);
    recorder_close(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_only_where_given), cmocka_unit_test(test_stops), cmocka_unit_test(test_damping),
      cmocka_unit_test(test_friction),         cmocka_unit_test(test_cross), cmocka_unit_test(test_cylindrical),
      cmocka_unit_test(test_refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
