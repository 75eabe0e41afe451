/* Forces made of equations against the same forces in the mathematics of their class: power, and the load on every
 * coordinate. */
#include <stdlib.h>
#include <string.h>

#include "element/force/law.h"
#include "element/recorder.h"

#define VALUES 3

static const double numbers[VALUES] = {0.7, -1.3, 2.1}; /* of u0, u1, u2 */

static Recorder *open_class(const char *name, uint64_t *seed) {
  return recorder_open(sar_element_class_find(SAR_SECTION_FORCES, name), seed);
}

static void set_vector(Recorder *r, const char *field, const char *const texts[3]) {
  SarValue *value = recorder_field(r, field);
  for (int i = 0; i < 3; i++) value->function[i] = recorder_parse(r, field, texts[i]);
}

/* Values of the references, the time, and of the unknown forces: those that make their rows zero. */
static void solve(Recorder *r) {
  for (int i = 0; i < VALUES; i++) r->variables[RECORDER_INPUT + i] = numbers[i];
  r->variables[RECORDER_TIME] = 0.6;
  for (int32_t i = 0; i < r->nunknowns; i++) {
    *recorder_unknown(r, i) = 0;
    *recorder_unknown(r, i) = -recorder_row(r, i); /* F - f = 0 */
    CHECK_NEAR(recorder_row(r, i), 0, 1e-14);
  }
}

/* Generalised forces on r_a, theta_a, r_b, theta_b: forces times the coefficients of their velocities. */
static void loads(Recorder *r, const Motion *motion, double q[12]) {
  for (int j = 0; j < 12; j++) {
    Motion plus = *motion, minus = *motion;
    SarVec3 e = unit_axis(j % 3);
    SarVec3 *p = j % 6 < 3 ? &plus.kin[j / 6].v : &plus.kin[j / 6].w;
    SarVec3 *m = j % 6 < 3 ? &minus.kin[j / 6].v : &minus.kin[j / 6].w;
    *p = sar_add(*p, e), *m = sar_sub(*m, e);
    q[j] = 0;
    for (int32_t i = 0; i < r->nworks; i++) {
      double force = recorder_value(r, r->works[i].force);
      motion_values(&plus, r->variables);
      double up = recorder_value(r, r->works[i].velocity);
      motion_values(&minus, r->variables);
      q[j] += force * (up - recorder_value(r, r->works[i].velocity)) / 2;
      motion_values(motion, r->variables);
    }
  }
}

static void flat(const SarLoad *load, double q[12]) {
  sar_vec3_store(load->fa, q), sar_vec3_store(load->ta, q + 3);
  sar_vec3_store(load->fb, q + 6), sar_vec3_store(load->tb, q + 9);
}

static SarForceSetup setup_of(Recorder *r, const Motion *motion) {
  SarBuilder *b = &r->symbols.builder;
  return (SarForceSetup){b->context, b->arena, b->name, b->values, b->a, b->b, &motion->kin[0], &motion->kin[1]};
}

/* The load of the class itself, with the references replaced by their numbers. */
static void native_loads(const char *name, const char *field, const char *const texts[3], bool follow,
                         const Motion *motion, uint64_t seed, double q[12]) {
  Recorder *r = open_class(name, &seed);
  set_vector(r, field, texts);
  recorder_real(r, "follow", follow);
  SarForceSetup setup = setup_of(r, motion);
  void *param = calloc(1, r->class->force->param_size);
  assert_non_null(param);
  assert_int_equal(r->class->force->prepare(&setup, param), SAR_OK);
  SarLoad load;
  assert_int_equal(r->class->force->load(param, 0.6, &motion->kin[0], &motion->kin[1], &load), SAR_OK);
  flat(&load, q);
  free(param);
  recorder_close(r);
}

static void test_force_and_torque(void **state) {
  (void)state;
  static const char *const texts[3] = {"u0 + t", "2*t", "u1*u2"}, *const plain[3] = {"0.7 + t", "2*t", "-1.3*2.1"};
  for (int variant = 0; variant < 4; variant++) {
    const char *name = variant / 2 ? "torque" : "force";
    uint64_t seed = 20 + (uint64_t)variant, sides = 77;
    Motion motion = motion_random(&seed);
    Recorder *r = open_class(name, &sides);
    double got[12], expected[12];
    set_vector(r, name, texts);
    recorder_real(r, "follow", variant % 2);
    recorder_build(r);
    assert_int_equal(r->nunknowns, 2); /* the second component is a function of time alone */
    recorder_randomise(r, &motion, &seed);
    solve(r);
    loads(r, &motion, got);
    native_loads(name, name, plain, variant % 2, &motion, 77, expected);
    check_block(name, got, expected, 12, 1e-13);
    for (int32_t i = 0; i < r->nworks; i++) assert_int_equal(r->works[i].kind, SAR_POWER_WORK);
    recorder_close(r);
  }
}

/* A wrench along the axes of the second side is the sum of a following force and torque. */
static void test_wrench(void **state) {
  (void)state;
  static const char *const force[3] = {"u0", "0", "u1"}, *const force_plain[3] = {"0.7", "0", "-1.3"};
  static const char *const torque[3] = {"1", "u2", "t*u0"}, *const torque_plain[3] = {"1", "2.1", "t*0.7"};
  for (int follow = 0; follow < 2; follow++) {
    uint64_t seed = 30 + (uint64_t)follow, sides = 78;
    Motion motion = motion_random(&seed);
    Recorder *r = open_class("wrench", &sides);
    double got[12], expected[12], more[12];
    set_vector(r, "force", force);
    set_vector(r, "torque", torque);
    if (follow) recorder_field(r, "axes")->side[0].body = "b";
    recorder_build(r);
    assert_int_equal(r->nunknowns, 4);
    assert_int_equal(r->nworks, 5); /* a component that is zero does nothing */
    recorder_randomise(r, &motion, &seed);
    solve(r);
    loads(r, &motion, got);
    native_loads("force", "force", force_plain, follow, &motion, 78, expected);
    native_loads("torque", "torque", torque_plain, follow, &motion, 78, more);
    for (int i = 0; i < 12; i++) expected[i] += more[i];
    check_block("wrench", got, expected, 12, 1e-13);
    recorder_close(r);
  }
}

/* ---- laws ---- */

static void check_law(const char *name, const char *text, const char *plain, const char *coordinate,
                      const char *force_name) {
  uint64_t seed = 40, sides = 79, same = 79;
  Motion motion = motion_random(&seed);
  Recorder *r = open_class(name, &sides), *native = open_class(name, &same);
  recorder_function(r, "law", text);
  recorder_build(r);
  recorder_randomise(r, &motion, &seed);
  solve(r);
  double got[12], expected[12], scratch[64];
  loads(r, &motion, got);

  recorder_function(native, "law", plain);
  SarForceSetup setup = setup_of(native, &motion);
  SarLawSetup law;
  SarGradient g;
  assert_int_equal(native->class->force->law(&setup, &law), SAR_OK);
  law.primitive->gradient(&law.data, &motion.kin[0], &motion.kin[1], &g);
  double y = law.primitive->value(&law.data, &motion.kin[0], &motion.kin[1]);
  double rate = sar_gradient_rate(&g, &motion.kin[0], &motion.kin[1]);
  double F = sar_law_evaluate(&law, y, rate, 0.6, scratch).force;
  SarLoad load = {sar_scale(F, g.d), sar_scale(-F, g.a), sar_scale(-F, g.d), sar_scale(-F, g.b)};
  flat(&load, expected);
  check_block(name, got, expected, 12, 1e-12);
  CHECK_NEAR(recorder_offer(r, coordinate), y, 1e-13);
  CHECK_NEAR(recorder_offer(r, "rate"), rate, 1e-12);
  CHECK_NEAR(recorder_offer(r, force_name), F, 1e-12);
  CHECK_NEAR(recorder_power(r), -F * rate, 1e-12 * (1 + fabs(F * rate)));
  recorder_close(r);
  recorder_close(native);
}

static void test_laws(void **state) {
  (void)state;
  check_law("spring-damper", "u0*length + 2*rate*t + u1", "0.7*length + 2*rate*t - 1.3", "length", "force");
  check_law("rotational-spring-damper", "u0*angle^2 + 2*rate*t + u1", "0.7*angle^2 + 2*rate*t - 1.3", "angle",
            "torque");
}

/* ---- coordinates ---- */

static void test_coordinate(void **state) {
  (void)state;
  uint64_t seed = 50;
  Recorder *r = recorder_open(sar_element_class_find(SAR_SECTION_COORDINATES, "coordinate"), &seed);
  recorder_real(r, "at", 0.98), recorder_real(r, "velocity", -2), recorder_real(r, "kind", SAR_KIND_ANGLE);
  recorder_function(r, "mass", "2 + cos(u0)");
  recorder_build(r);
  assert_int_equal(r->unknowns[0].kind, COORDINATE);
  assert_int_equal(r->unknowns[0].measure, SAR_KIND_ANGLE);
  CHECK_NEAR(r->unknowns[0].start, 0.98, 0);
  CHECK_NEAR(r->unknowns[0].velocity, -2, 0);
  r->variables[RECORDER_INPUT] = 0.3, *recorder_unknown_rate(r, 0) = 3;
  CHECK_NEAR(recorder_value(r, r->kinetic), (2 + cos(0.3)) * 9 / 2, 1e-14);
  recorder_close(r);

  r = recorder_open(sar_element_class_find(SAR_SECTION_COORDINATES, "coordinate"), &seed);
  recorder_build(r); /* without mass */
  assert_null(r->kinetic);
  recorder_close(r);

  static const char *const wrong[] = {"u1", "t", "u3", "-1"};
  for (int i = 0; i < 4; i++) {
    r = recorder_open(sar_element_class_find(SAR_SECTION_COORDINATES, "coordinate"), &seed);
    recorder_function(r, "mass", wrong[i]);
    assert_int_equal(recorder_try(r), SAR_INPUT);
    recorder_close(r);
  }
}

static void test_generalized(void **state) {
  (void)state;
  uint64_t seed = 51;
  static const char *const names[1] = {"y"};
  Recorder *r = open_class("generalized", &seed);
  recorder_field(r, "coordinate")->names = names;
  recorder_function(r, "force", "u0 - 3");
  recorder_build(r);
  solve(r);
  assert_string_equal(r->symbols.asked_element, "y");
  assert_string_equal(r->symbols.asked_quantity, "rate");
  assert_int_equal(r->works[0].kind, SAR_POWER_WORK);
  r->variables[SYMBOLS_QUANTITY] = 2;
  CHECK_NEAR(recorder_power(r), (0.7 - 3) * 2, 1e-14);
  CHECK_NEAR(recorder_offer(r, "force"), 0.7 - 3, 1e-14);
  recorder_close(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_force_and_torque), cmocka_unit_test(test_wrench),
                                     cmocka_unit_test(test_laws), cmocka_unit_test(test_coordinate),
                                     cmocka_unit_test(test_generalized)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
