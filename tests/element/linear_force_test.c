/* Fields and linear beams: the load against the formula in numbers, energy, known stiffnesses, checks. */
#include <stdlib.h>
#include <string.h>

#include "element/recorder.h"

static Recorder *open_class(const char *name, uint64_t *seed) {
  return recorder_open(sar_element_class_find(SAR_SECTION_FORCES, name), seed);
}

static void set_list(Recorder *r, const char *field, const double *list, int32_t rows, int32_t columns) {
  SarValue *value = recorder_field(r, field);
  value->list = list;
  value->nlist = rows;
  value->columns = columns;
}

/* The first frame against the second: ways and angles, velocities and angular velocities, from matrices. */
typedef struct Seen {
  SarMat3 axes; /* of the second frame, in the ground */
  SarVec3 point;
  double x[6], rate[6];
} Seen;

static Seen look(const Recorder *r, const SarKin *first, const SarKin *second) {
  const SarSide *i = &r->symbols.builder.a, *j = &r->symbols.builder.b;
  SarMat3 axes = sar_mat3_mul(&first->A, &i->axes);
  Seen seen = {.axes = sar_mat3_mul(&second->A, &j->axes), .point = sar_kin_point(first, i->point)};
  SarMat3 R = sar_mat3_tmul(&seen.axes, &axes); /* columns: axes of the first frame along those of the second */
  SarVec3 d = sar_sub(seen.point, sar_kin_point(second, j->point)), w_j = sar_mul(&second->A, second->w);
  SarVec3 v =
      sar_sub(sar_sub(sar_kin_point_rate(first, i->point), sar_kin_point_rate(second, j->point)), sar_cross(w_j, d));
  SarVec3 w = sar_sub(sar_mul(&first->A, first->w), w_j);
  sar_vec3_store(sar_mul_t(&seen.axes, d), seen.x);
  sar_vec3_store(sar_mul_t(&seen.axes, v), seen.rate);
  sar_vec3_store(sar_mul_t(&seen.axes, w), seen.rate + 3);
  seen.x[3] = atan2(-R.m[1][2], R.m[2][2]);
  seen.x[4] = atan2(R.m[0][2], R.m[2][2]);
  seen.x[5] = atan2(R.m[1][0], R.m[0][0]);
  return seen;
}

/* Generalised forces of the first frame's (F, T) along the axes of the second, and of the reaction at the same point.
 */
static void expected_loads(const Recorder *r, const Motion *motion, const double force[6], double q[12]) {
  const SarKin *first = &motion->kin[0], *second = &motion->kin[1];
  Seen seen = look(r, first, second);
  SarVec3 F = sar_mul(&seen.axes, sar_vec3_load(force)), T = sar_mul(&seen.axes, sar_vec3_load(force + 3));
  SarVec3 on_first = sar_add(T, sar_cross(sar_sub(seen.point, first->r), F));
  SarVec3 on_second = sar_neg(sar_add(T, sar_cross(sar_sub(seen.point, second->r), F)));
  sar_vec3_store(F, q), sar_vec3_store(sar_mul_t(&first->A, on_first), q + 3);
  sar_vec3_store(sar_neg(F), q + 6), sar_vec3_store(sar_mul_t(&second->A, on_second), q + 9);
}

static void loads(Recorder *r, const Motion *motion, double q[12]) {
  for (int j = 0; j < 12; j++) {
    Motion plus = *motion;
    SarVec3 *p = j % 6 < 3 ? &plus.kin[j / 6].v : &plus.kin[j / 6].w;
    *p = sar_add(*p, unit_axis(j % 3));
    q[j] = 0;
    for (int32_t i = 0; i < r->nworks; i++) {
      double force = recorder_value(r, r->works[i].force), before = recorder_value(r, r->works[i].velocity);
      motion_values(&plus, r->variables);
      q[j] += force * (recorder_value(r, r->works[i].velocity) - before);
      motion_values(motion, r->variables);
    }
  }
}

typedef struct Numbers {
  double K[36], C[36], rest[6], preload[6];
} Numbers;

static Numbers random_numbers(uint64_t *seed) {
  Numbers n;
  for (int i = 0; i < 36; i++) n.K[i] = random_real(seed), n.C[i] = random_real(seed) + (i % 7 == 0 ? 6 : 0);
  for (int i = 0; i < 6; i++) n.rest[i] = random_real(seed), n.preload[i] = random_real(seed);
  return n;
}

static double stored(const Recorder *r, const Numbers *n, const SarKin *first, const SarKin *second) {
  Seen seen = look(r, first, second);
  double energy = 0;
  for (int i = 0; i < 36; i++)
    energy += n->K[i] * (seen.x[i / 6] - n->rest[i / 6]) * (seen.x[i % 6] - n->rest[i % 6]) / 2;
  for (int i = 0; i < 6; i++) energy -= n->preload[i] * (seen.x[i] - n->rest[i]);
  return energy;
}

static void test_field(void **state) {
  (void)state;
  for (uint64_t n = 0; n < 8; n++) {
    uint64_t seed = 100 + n;
    Motion motion = motion_random(&seed);
    Recorder *r = open_class("field", &seed);
    Numbers numbers = random_numbers(&seed);
    set_list(r, "stiffness", numbers.K, 6, 6);
    set_list(r, "damping", numbers.C, 6, 6);
    set_list(r, "rest", numbers.rest, 6, 0);
    set_list(r, "preload", numbers.preload, 6, 0);
    recorder_build(r);
    recorder_randomise(r, &motion, &seed);
    Seen seen = look(r, &motion.kin[0], &motion.kin[1]);
    double got[12], expected[12], force[6], viscous = 0;
    for (int i = 0; i < 6; i++) {
      force[i] = numbers.preload[i];
      for (int j = 0; j < 6; j++) {
        force[i] -= numbers.K[6 * i + j] * (seen.x[j] - numbers.rest[j]) + numbers.C[6 * i + j] * seen.rate[j];
        viscous -= numbers.C[6 * i + j] * seen.rate[i] * seen.rate[j];
      }
    }
    loads(r, &motion, got);
    expected_loads(r, &motion, force, expected);
    check_block("field", got, expected, 12, 1e-12);
    CHECK_NEAR(recorder_value(r, r->stored), stored(r, &numbers, &motion.kin[0], &motion.kin[1]), 1e-12);
    double dissipated = 0;
    for (int32_t i = 0; i < r->nworks; i++) {
      if (r->works[i].kind == SAR_POWER_WORK) continue;
      dissipated += recorder_value(r, r->works[i].force) * recorder_value(r, r->works[i].velocity);
    }
    CHECK_NEAR(dissipated, viscous, 1e-12 * fabs(viscous));
    assert_true(viscous < 0);
    recorder_close(r);
  }
}

/* What would put energy in at some velocity does not count as dissipation. */
static void test_damping_that_drives(void **state) {
  (void)state;
  static const double indefinite[6] = {1, 2, 3, -4, 5, 6}, gyroscopic[36] = {[1] = 3, [6] = -3};
  static const double coupled[36] = {[0] = 1, [7] = 1, [1] = 2, [6] = 2},
                      singular[36] = {[0] = 1, [1] = 1, [6] = 1, [7] = 1};
  static const struct {
    const double *list;
    int32_t columns;
    SarPowerKind kind;
  } cases[] = {{indefinite, 1, SAR_POWER_WORK},
               {gyroscopic, 6, SAR_POWER_DISSIPATED},
               {coupled, 6, SAR_POWER_WORK},
               {singular, 6, SAR_POWER_DISSIPATED}};
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    uint64_t seed = 7;
    Recorder *r = open_class("field", &seed);
    set_list(r, "damping", cases[i].list, 6, cases[i].columns);
    recorder_build(r);
    assert_true(r->nworks > 0);
    assert_null(r->stored);
    for (int32_t k = 0; k < r->nworks; k++) assert_int_equal(r->works[k].kind, cases[i].kind);
    recorder_close(r);
  }
}

/* The beam at small deflections: tip forces of a cantilever bend it as Timoshenko says. With the flexibility
 * w = l^3/(3 E I) + a l/(G A), turn = l^2/(2 E I) of a unit force at the tip, K times these is that force alone. */
static void test_linear_beam(void **state) {
  (void)state;
  const double l = 1.7, A = 0.02, E = 200, G = 70, ay = 1.2, az = 1.9;
  const SarVec3 I = {3e-2, 5e-2, 8e-2};
  const double ratios[2] = {ay, az};
  const double wy = l * l * l / (3 * E * I.z) + ay * l / (G * A), wz = l * l * l / (3 * E * I.y) + az * l / (G * A);
  const double cases[4][6] = {{l / (E * A)},
                              {0, wy, 0, 0, 0, l * l / (2 * E * I.z)},
                              {0, 0, wz, 0, -l * l / (2 * E * I.y), 0},
                              {0, 0, 0, l / (G * I.x)}};
  static const int component[4] = {0, 1, 2, 3};
  for (int n = 0; n < 4; n++) {
    uint64_t seed = 3;
    Recorder *r = open_class("linear-beam", &seed);
    recorder_real(r, "length", l), recorder_real(r, "area", A), recorder_real(r, "young", E);
    recorder_real(r, "shear_modulus", G);
    recorder_field(r, "area_moments")->vector = I;
    set_list(r, "shear_ratios", ratios, 2, 0);
    r->symbols.builder.a = r->symbols.builder.b = (SarSide){.axes = sar_mat3_identity()};
    r->symbols.builder.b.body = 1;
    recorder_build(r);
    const double *x = cases[n], small = 1e-7;
    Motion motion = motion_random(&seed);
    motion.kin[0] = motion.kin[1] = kin_at_rest();
    motion.kin[0].r = sar_vec3(l + small * x[0], small * x[1], small * x[2]);
    motion.kin[0].A = rotation_of(sar_scale(small, sar_vec3(x[3], x[4], x[5])));
    recorder_randomise(r, &motion, &seed);
    double got[12], expected[12] = {0};
    loads(r, &motion, got);
    expected[component[n]] = -small;
    check_block("linear-beam", got, expected, 6, 1e-4 * small); /* entries are compared with 1: they are that small */
    recorder_close(r);
  }
}

static SarStatus check_of(const char *name, const char *field, int32_t rows, int32_t columns, double number) {
  uint64_t seed = 1;
  double list[36];
  for (int i = 0; i < 36; i++) list[i] = number;
  Recorder *r = open_class(name, &seed);
  if (strcmp(name, "linear-beam") == 0) {
    static const char *const needed[] = {"length", "area", "young", "shear_modulus"};
    for (int i = 0; i < 4; i++) recorder_real(r, needed[i], 1);
    recorder_field(r, "area_moments")->vector = sar_vec3(1, 1, 1);
  }
  if (columns < 0) recorder_real(r, field, number);
  if (columns >= 0) set_list(r, field, list, rows, columns);
  if (strcmp(field, "area_moments") == 0) recorder_field(r, field)->vector = sar_vec3(1, number, 1);
  if (strcmp(field, "damping_ratio") == 0) set_list(r, "damping", list, 6, 1);
  SarStatus status = r->class->check(r->symbols.builder.context, "f", r->values);
  recorder_close(r);
  return status;
}

static void test_checks(void **state) {
  (void)state;
  static const char *const matrices[] = {"stiffness", "damping"}, *const lists[] = {"rest", "preload"};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(check_of("field", matrices[i], 6, 6, 1), SAR_OK);
    assert_int_equal(check_of("field", matrices[i], 6, 1, 1), SAR_OK);
    assert_int_equal(check_of("field", matrices[i], 6, 5, 1), SAR_INPUT);
    assert_int_equal(check_of("field", matrices[i], 3, 3, 1), SAR_INPUT);
    assert_int_equal(check_of("field", lists[i], 6, 0, 1), SAR_OK);
    assert_int_equal(check_of("field", lists[i], 3, 0, 1), SAR_INPUT);
  }
  assert_int_equal(check_of("field", "damping_ratio", 0, -1, 1), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "damping_ratio", 0, -1, 1), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "length", 0, -1, 1), SAR_OK);
  assert_int_equal(check_of("linear-beam", "length", 0, -1, 0), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "young", 0, -1, -1), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "area_moments", 0, -1, 0), SAR_OK);
  assert_int_equal(check_of("linear-beam", "area_moments", 0, -1, -1), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "shear_ratios", 2, 0, 1), SAR_OK);
  assert_int_equal(check_of("linear-beam", "shear_ratios", 2, 0, -1), SAR_INPUT);
  assert_int_equal(check_of("linear-beam", "shear_ratios", 3, 0, 1), SAR_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_field), cmocka_unit_test(test_damping_that_drives),
                                     cmocka_unit_test(test_linear_beam), cmocka_unit_test(test_checks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
