/* Every measure of the registry: its value against vector formulas that know nothing of symbols, its first and second
 * derivatives along every coordinate against differences. */
#include <stdlib.h>
#include <string.h>

#include "element/symbols.h"

#define STEP 1e-5
#define RELATIVE 1e-7
#define CASES 3

/* A frame as numbers, everything in ground axes. */
typedef struct Frame {
  SarVec3 r, v, a, w, alpha;
  SarMat3 axes;
} Frame;

static Frame frame_of(const Motion *m, const SarSide *side) {
  if (side->body == SYMBOLS_BODIES) return (Frame){.r = side->point, .axes = side->axes};
  const SarKin *k = &m->kin[side->body];
  SarVec3 arm = sar_mul(&k->A, side->point), w = sar_mul(&k->A, k->w), alpha = sar_mul(&k->A, m->alpha[side->body]);
  Frame f = {.r = sar_add(k->r, arm), .w = w, .alpha = alpha, .axes = sar_mat3_mul(&k->A, &side->axes)};
  f.v = sar_add(k->v, sar_cross(w, arm));
  f.a = sar_add(m->a[side->body], sar_add(sar_cross(alpha, arm), sar_cross(w, sar_cross(w, arm))));
  return f;
}

/* ---- formulas; f: the frames of the arguments ---- */

static SarVec3 displacement(const Frame *f, const Frame *observer) {
  (void)observer;
  return sar_sub(f[0].r, f[1].r);
}

static SarVec3 velocity(const Frame *f, const Frame *observer) {
  return sar_sub(sar_sub(f[0].v, f[1].v), sar_cross(observer->w, displacement(f, NULL)));
}

static SarVec3 acceleration(const Frame *f, const Frame *l) {
  SarVec3 r = displacement(f, NULL), dv = sar_sub(f[0].v, f[1].v), sum = sar_sub(f[0].a, f[1].a);
  sum = sar_axpy(-2, sar_cross(l->w, dv), sum);
  sum = sar_axpy(-1, sar_cross(l->alpha, r), sum);
  return sar_axpy(1, sar_cross(l->w, sar_cross(l->w, r)), sum);
}

static SarVec3 angular_velocity(const Frame *f, const Frame *observer) {
  (void)observer;
  return sar_sub(f[0].w, f[1].w);
}

static SarVec3 angular_acceleration(const Frame *f, const Frame *l) {
  return sar_sub(sar_sub(f[0].alpha, f[1].alpha), sar_cross(l->w, angular_velocity(f, NULL)));
}

/* Vectors with x, y, z along argument 2 and the observer as argument 3; their size has the observer as argument 2. */
typedef struct VectorFormula {
  const char *prefix;
  SarVec3 (*vector)(const Frame *f, const Frame *observer);
} VectorFormula;
static const VectorFormula vectors[] = {{"d", displacement},
                                        {"v", velocity},
                                        {"w", angular_velocity},
                                        {"acc", acceleration},
                                        {"wdt", angular_acceleration}};

static bool vector_value(const char *name, const Frame *f, double *value) {
  size_t n = strlen(name) - 1;
  const char *axis = strchr("xyzm", name[n]);
  for (int i = 0; axis && i < SAR_COUNT(vectors); i++) {
    if (strlen(vectors[i].prefix) != n || strncmp(vectors[i].prefix, name, n) != 0) continue;
    SarVec3 v = vectors[i].vector(f, *axis == 'm' ? &f[2] : &f[3]);
    *value = *axis == 'm' ? sar_norm(v) : sar_dot(v, sar_column(&f[2].axes, (int)(axis - "xyzm")));
    return true;
  }
  return false;
}

static double along(const Frame *f, int i, int j) {
  return sar_dot(sar_column(&f[0].axes, i), sar_column(&f[1].axes, j));
}

enum { AXIS_X, AXIS_Y, AXIS_Z };

/* Of R = R_j^T R_i, the one of the two that has q0 >= 0. */
static double euler_parameter(const Frame *f, int n) {
  SarMat3 r;
  for (int i = 0; i < 9; i++) r.m[i / 3][i % 3] = along(f, i % 3, i / 3);
  SarQuat q = sar_quat_from_matrix(&r);
  double parts[4] = {q.w, q.x, q.y, q.z};
  return q.w < 0 ? -parts[n] : parts[n];
}

/* Angles as they are defined; those of Euler and Cardan have tests of their own. */
static bool scalar_value(const char *name, const Frame *f, double *value) {
  SarVec3 r = displacement(f, NULL);
  if (strcmp(name, "vr") == 0) {
    *value = sar_dot(velocity(f, &f[2]), r) / sar_norm(r);
  } else if (strcmp(name, "ax") == 0) {
    *value = atan2(-along(f, AXIS_Z, AXIS_Y), along(f, AXIS_Z, AXIS_Z));
  } else if (strcmp(name, "ay") == 0) {
    *value = atan2(along(f, AXIS_Z, AXIS_X), along(f, AXIS_Z, AXIS_Z));
  } else if (strcmp(name, "az") == 0) {
    *value = atan2(along(f, AXIS_X, AXIS_Y), along(f, AXIS_X, AXIS_X));
  } else if (name[0] == 'r' &&
             strlen(name) == 3) { /* r12: row 1 is x of the second frame, column 2 is y of the first */
    *value = along(f, name[2] - '1', name[1] - '1');
  } else if (name[0] == 'q' && strlen(name) == 2) {
    *value = euler_parameter(f, name[1] - '0');
  } else {
    return false;
  }
  return true;
}

static bool is_euler(const char *name) {
  static const char *const names[] = {"psi", "theta", "phi", "yaw", "pitch", "roll"};
  for (int i = 0; i < SAR_COUNT(names); i++) {
    if (strcmp(names[i], name) == 0) return true;
  }
  return false;
}

static void check_value(Symbols *s, const SarMeasureClass *measure, const CallSpec *spec, const Motion *motion) {
  double expected = NAN, value;
  Frame f[SAR_MEASURE_ARGUMENTS];
  for (int i = 0; i < SAR_MEASURE_ARGUMENTS; i++) {
    SarSide side = spec->left_out[i] ? ground_side() : spec->sides[i];
    f[i] = frame_of(motion, &side);
  }
  if (!vector_value(measure->name, f, &expected) && !scalar_value(measure->name, f, &expected))
    fail_msg("no formula tests the measure %s", measure->name);
  const SarExpr *made = measure_make(s, measure, spec);
  symbols_evaluate(s, &made, 1, motion, &value);
  if (!(fabs(value - expected) <= 1e-13 * (1 + 10 * fabs(expected))))
    fail_msg("%s is %.17g, expected %.17g", measure->name, value, expected);
}

static void values_of_frames(void **state) {
  (void)state;
  uint64_t seed = 11;
  Symbols *s = symbols_open();
  for (int32_t m = 0; m < sar_measure_class_count(); m++) {
    const SarMeasureClass *measure = sar_measure_class(m);
    if (strncmp(measure->arguments, "frame", 5) != 0 || is_euler(measure->name)) continue;
    for (int left_out = 0; left_out < 8; left_out++) { /* arguments 1, 2, 3 or not */
      CallSpec spec = call_random(&seed);
      Motion motion = motion_random(&seed);
      for (int i = 1; i < SAR_MEASURE_ARGUMENTS; i++) spec.left_out[i] = left_out >> (i - 1) & 1;
      check_value(s, measure, &spec, &motion);
    }
  }
  symbols_close(s);
}

/* ---- successive angles ---- */

static SarMat3 turn(int axis, double angle) { return rotation_of(sar_scale(angle, unit_axis(axis))); }

/* R_i = R_j R(first) R(second) R(third) about these axes. */
static Motion turned_motion(const CallSpec *spec, const int axes[3], const double angles[3], uint64_t *seed) {
  Motion motion = motion_random(seed);
  const SarSide *i = &spec->sides[0], *j = &spec->sides[1];
  SarMat3 R = sar_mat3_mul(&motion.kin[j->body].A, &j->axes);
  for (int k = 0; k < 3; k++) {
    SarMat3 step = turn(axes[k], angles[k]);
    R = sar_mat3_mul(&R, &step);
  }
  motion.kin[i->body].A = sar_mat3_mult(&R, &i->axes);
  return motion;
}

static void angles_of(Symbols *s, const char *const names[3], const CallSpec *spec, const Motion *at, double *out) {
  const SarExpr *f[3];
  for (int k = 0; k < 3; k++) f[k] = measure_named(s, names[k], spec);
  symbols_evaluate(s, f, 3, at, out);
}

static void euler_angles_are_found_again(void **state) {
  (void)state;
  static const char *const names[3] = {"psi", "theta", "phi"};
  uint64_t seed = 5;
  Symbols *s = symbols_open();
  for (int n = 0; n < 50; n++) {
    double angles[3] = {3.1 * random_real(&seed), 1.55 + 1.5 * random_real(&seed), 3.1 * random_real(&seed)}, got[3];
    CallSpec spec = call_random(&seed);
    Motion motion = turned_motion(&spec, (const int[]){2, 0, 2}, angles, &seed);
    angles_of(s, names, &spec, &motion, got);
    for (int k = 0; k < 3; k++) CHECK_NEAR(got[k], angles[k], 1e-13);
  }
  symbols_close(s);
}

static void cardan_angles_are_found_again(void **state) {
  (void)state;
  static const char *const names[3] = {"yaw", "pitch", "roll"};
  uint64_t seed = 6;
  Symbols *s = symbols_open();
  for (int n = 0; n < 50; n++) {
    double angles[3] = {3.1 * random_real(&seed), 1.5 * random_real(&seed), 3.1 * random_real(&seed)}, got[3];
    CallSpec spec = call_random(&seed);
    Motion motion = turned_motion(&spec, (const int[]){2, 1, 0}, angles, &seed);
    angles_of(s, names, &spec, &motion, got);
    CHECK_NEAR(got[0], angles[0], 1e-13);
    CHECK_NEAR(got[1], -angles[1], 1e-13);
    CHECK_NEAR(got[2], angles[2], 1e-13);
  }
  symbols_close(s);
}

/* Where the first and the third axis coincide, the first angle has the whole rotation; exactly there and close by, all
 * three give the orientation back. */
static void angles_at_their_singularities(void **state) {
  (void)state;
  static const char *const names[2][3] = {{"psi", "theta", "phi"}, {"yaw", "pitch", "roll"}};
  static const int axes[2][3] = {{2, 0, 2}, {2, 1, 0}};
  uint64_t seed = 7;
  Symbols *s = symbols_open();
  CallSpec plain = {.sides = {{.body = 0, .axes = sar_mat3_identity()}}, .left_out = {false, true}};
  Motion motion = motion_random(&seed);
  double got[3];
  motion.kin[0].A = turn(2, 2.5);
  angles_of(s, names[0], &plain, &motion, got);
  CHECK_NEAR(got[0], 2.5, 1e-15);
  CHECK_NEAR(got[1], 0, 0);
  CHECK_NEAR(got[2], 0, 0);
  motion.kin[0].A.m[2][0] = -0.0, motion.kin[0].A.m[2][1] = -0.0; /* signs of zeros do not matter, */
  angles_of(s, names[0], &plain, &motion, got);
  CHECK_NEAR(got[0], 2.5, 1e-15);
  CHECK_NEAR(got[2], 0, 0);
  motion.kin[0].A.m[2][0] = 3e-17, motion.kin[0].A.m[2][1] = -5e-17; /* nor do rounding errors */
  angles_of(s, names[0], &plain, &motion, got);
  CHECK_NEAR(got[0], 2.5, 1e-7);
  CHECK_NEAR(got[2], 0, 1e-7);
  motion.kin[0].A = (SarMat3){{{0, -0.6, 0.8}, {0, 0.8, 0.6}, {-1, 0, 0}}}; /* Rz(yaw) Ry(pi/2) */
  angles_of(s, names[1], &plain, &motion, got);
  CHECK_NEAR(got[0], atan2(0.6, 0.8), 1e-15);
  CHECK_NEAR(got[1], -acos(0), 1e-15);
  CHECK_NEAR(got[2], 0, 0);
  for (int n = 0; n < 40; n++) {
    int family = n % 2;
    double nearly = family ? acos(0) : 0, second = nearly + (n / 2 % 2 ? 0 : 1e-9);
    double angles[3] = {3 * random_real(&seed), second, 3 * random_real(&seed)};
    CallSpec spec = call_random(&seed);
    Motion at = turned_motion(&spec, axes[family], angles, &seed);
    angles_of(s, names[family], &spec, &at, got);
    if (family) got[1] = -got[1];
    Motion again = turned_motion(&spec, axes[family], got, &(uint64_t){1});
    SarMat3 A[2] = {at.kin[0].A, again.kin[0].A}, B[2] = {at.kin[1].A, again.kin[1].A};
    SarMat3 before = sar_mat3_tmul(&B[0], &A[0]), after = sar_mat3_tmul(&B[1], &A[1]);
    for (int k = 0; k < 9; k++) CHECK_NEAR(after.m[k / 3][k % 3], before.m[k / 3][k % 3], 3e-8);
  }
  symbols_close(s);
}

/* ---- derivatives ---- */

/* The derivatives of f along every coordinate: exact, and by differences. */
static void check_derivatives(Symbols *s, const char *what, const SarExpr *f, const Motion *at) {
  const SarExpr *exact[SYMBOLS_COORDINATES];
  double value[SYMBOLS_COORDINATES], difference[SYMBOLS_COORDINATES];
  for (int32_t c = 0; c < SYMBOLS_COORDINATES; c++) {
    Direction direction = direction_of_coordinate(s, c);
    Motion plus = motion_moved(at, c, STEP), minus = motion_moved(at, c, -STEP);
    double up, down;
    exact[c] = derived(f, &direction);
    symbols_evaluate(s, &f, 1, &plus, &up);
    symbols_evaluate(s, &f, 1, &minus, &down);
    difference[c] = (up - down) / (2 * STEP);
  }
  symbols_evaluate(s, exact, SYMBOLS_COORDINATES, at, value);
  check_block(what, value, difference, SYMBOLS_COORDINATES, RELATIVE);
}

static void derivatives(void **state) {
  (void)state;
  uint64_t seed = 23;
  for (int32_t m = 0; m < sar_measure_class_count(); m++) {
    const SarMeasureClass *measure = sar_measure_class(m);
    for (int n = 0; n < CASES; n++) {
      Symbols *s = symbols_open();
      CallSpec spec = call_random(&seed);
      Motion at = motion_random(&seed);
      Direction direction = direction_random(s, &seed);
      spec.numbers[1] = 1;
      spec.numbers[2] = 5 + n;
      const SarExpr *f = measure_make(s, measure, &spec);
      check_derivatives(s, measure->name, f, &at);
      check_derivatives(s, measure->name, derived(f, &direction), &at);
      symbols_close(s);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_of_frames),
      cmocka_unit_test(euler_angles_are_found_again),
      cmocka_unit_test(cardan_angles_are_found_again),
      cmocka_unit_test(angles_at_their_singularities),
      cmocka_unit_test(derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
