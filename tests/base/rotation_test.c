/* Rotations: the exponential map against Rodrigues' formula, its logarithm, its tangent against central differences;
 * small vectors against their definitions. */
#include "base/rotation.h"

#include "check.h"

#define PI 3.14159265358979323846

static const double angles[] = {0,   1e-300, 1e-12, 1e-8, 9.99e-4, 1e-3,      1.01e-3,   9.99e-3,   1.001e-2,
                                0.3, 1,      2,     3,    3.1,     PI - 1e-5, PI - 1e-9, PI - 1e-13};
static const double axes[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}, {1, 2, -3}, {-0.3, 0.7, 0.2}};
enum { NANGLES = sizeof angles / sizeof *angles, NAXES = sizeof axes / sizeof *axes };

static SarVec3 rotation_vector(int axis, double angle) {
  SarVec3 a = sar_vec3_load(axes[axis]);
  return sar_scale(angle / sar_norm(a), a);
}

static double distance(SarVec3 a, SarVec3 b) { return sar_norm(sar_sub(a, b)); }

static double matrix_distance(const SarMat3 *a, const SarMat3 *b) {
  double largest = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) largest = fmax(largest, fabs(a->m[i][j] - b->m[i][j]));
  }
  return largest;
}

/* Rodrigues: I + sin t D + (1 - cos t) D D with D of the unit axis */
static SarMat3 rodrigues(int axis, double angle) {
  SarVec3 d = rotation_vector(axis, 1);
  SarMat3 skew = sar_skew(d), square = sar_mat3_mul(&skew, &skew), one = sar_mat3_identity();
  SarMat3 sum = sar_mat3_axpy(sin(angle), &skew, &one);
  return sar_mat3_axpy(2 * sin(angle / 2) * sin(angle / 2), &square, &sum);
}

static void exp_is_rodrigues(void **state) {
  (void)state;
  for (int i = 0; i < NAXES; i++) {
    for (int k = 0; k < NANGLES; k++) {
      SarQuat p = sar_quat_exp(rotation_vector(i, angles[k]));
      CHECK_NEAR(p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z, 1, 1e-15 * 3);
      SarMat3 a = sar_quat_matrix(p), b = rodrigues(i, angles[k]);
      CHECK_NEAR(matrix_distance(&a, &b), 0, 2e-15);
    }
  }
}

static void log_undoes_exp(void **state) {
  (void)state;
  for (int i = 0; i < NAXES; i++) {
    for (int k = 0; k < NANGLES; k++) {
      SarVec3 d = rotation_vector(i, angles[k]);
      CHECK_NEAR(distance(sar_quat_log(sar_quat_exp(d)), d), 0, 4e-16 * angles[k] + 1e-320);
    }
  }
}

static void log_of_minus_p_is_the_same_rotation(void **state) {
  (void)state;
  SarVec3 d = rotation_vector(3, 2.5);
  SarQuat p = sar_quat_exp(d), minus = {-p.w, -p.x, -p.y, -p.z};
  CHECK_NEAR(distance(sar_quat_log(minus), d), 0, 1e-15);
  SarVec3 beyond = sar_quat_log(sar_quat_exp(rotation_vector(3, PI + 0.5))); /* comes back the short way */
  CHECK_NEAR(distance(beyond, rotation_vector(3, 0.5 - PI)), 0, 2e-15);
}

static void matrix_to_quaternion(void **state) {
  (void)state;
  for (int i = 0; i < NAXES; i++) {
    for (int k = 0; k < NANGLES; k++) {
      SarMat3 a = rodrigues(i, angles[k]);
      SarQuat p = sar_quat_from_matrix(&a);
      SarMat3 back = sar_quat_matrix(p);
      CHECK_NEAR(matrix_distance(&a, &back), 0, 2e-15);
    }
  }
  SarMat3 half_turn = {{{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}};
  SarQuat p = sar_quat_from_matrix(&half_turn);
  CHECK_NEAR(fabs(p.z), 1, 1e-15);
}

static void product_composes(void **state) {
  (void)state;
  SarQuat p = sar_quat_exp(rotation_vector(3, 1.1)), q = sar_quat_exp(rotation_vector(4, -2.2));
  SarMat3 a = sar_quat_matrix(p), b = sar_quat_matrix(q), ab = sar_mat3_mul(&a, &b);
  SarMat3 c = sar_quat_matrix(sar_quat_mul(p, q));
  CHECK_NEAR(matrix_distance(&ab, &c), 0, 1e-15);
  SarQuat one = sar_quat_mul(p, sar_quat_conjugate(p));
  CHECK_NEAR(one.w, 1, 1e-15);
  CHECK_NEAR(sar_norm(sar_vec3(one.x, one.y, one.z)), 0, 1e-15);
  double stored[4];
  sar_quat_store(p, stored);
  SarQuat loaded = sar_quat_load(stored);
  assert_memory_equal(&loaded, &p, sizeof p);
  SarQuat scaled = sar_quat_normalise((SarQuat){3 * p.w, 3 * p.x, 3 * p.y, 3 * p.z});
  CHECK_NEAR(scaled.x, p.x, 1e-15);
}

/* Column j of T_exp(d): body-frame rotation from exp(d - h e_j) to exp(d + h e_j), over 2 h, Richardson-extrapolated.
 */
static SarVec3 tangent_column(SarVec3 d, int j, double h) {
  SarVec3 e = sar_vec3(j == 0, j == 1, j == 2), columns[2];
  for (int k = 0; k < 2; k++) {
    double step = h / (1 + k);
    SarQuat plus = sar_quat_exp(sar_axpy(step, e, d)), minus = sar_quat_exp(sar_axpy(-step, e, d));
    columns[k] = sar_scale(1 / (2 * step), sar_quat_log(sar_quat_mul(sar_quat_conjugate(minus), plus)));
  }
  return sar_scale(1.0 / 3, sar_sub(sar_scale(4, columns[1]), columns[0]));
}

static void tangent_against_differences(void **state) {
  (void)state;
  for (int i = 0; i < NAXES; i++) {
    for (int k = 0; k < NANGLES; k++) {
      SarVec3 d = rotation_vector(i, angles[k]);
      SarMat3 tangent = sar_exp_tangent(d);
      for (int j = 0; j < 3; j++) CHECK_NEAR(distance(sar_column(&tangent, j), tangent_column(d, j, 2e-3)), 0, 1e-11);
    }
  }
}

static void tangent_inverse(void **state) {
  (void)state;
  SarMat3 one = sar_mat3_identity();
  for (int i = 0; i < NAXES; i++) {
    for (int k = 0; k < NANGLES; k++) {
      SarVec3 d = rotation_vector(i, angles[k]);
      SarMat3 t = sar_exp_tangent(d), inverse = sar_exp_tangent_inverse(d), product = sar_mat3_mul(&t, &inverse);
      CHECK_NEAR(matrix_distance(&product, &one), 0, 2e-12);
      SarVec3 kept = sar_mul(&t, d); /* the axis is an eigenvector */
      CHECK_NEAR(distance(kept, d), 0, 1e-15 * (1 + angles[k]));
    }
  }
}

static void small_matrices(void **state) {
  (void)state;
  SarVec3 a = {1, -2, 3}, b = {0.5, 4, -1};
  SarVec3 cross = sar_cross(a, b);
  assert_true(cross.x == -10 && cross.y == 2.5 && cross.z == 5);
  SarMat3 skew = sar_skew(a);
  CHECK_NEAR(distance(sar_mul(&skew, b), cross), 0, 0);
  SarMat3 m = {{{2, -1, 0.5}, {1, 3, -2}, {0, 1, 4}}}, n = {{{1, 2, 3}, {-1, 0, 1}, {2, 2, -5}}};
  SarMat3 inverse = sar_mat3_inverse(&m), product = sar_mat3_mul(&m, &inverse), one = sar_mat3_identity();
  CHECK_NEAR(matrix_distance(&product, &one), 0, 1e-15);
  CHECK_NEAR(sar_mat3_determinant(&m), 2 * (12 + 2) + 1 * 4 + 0.5 * 1, 1e-14);
  SarMat3 mt = sar_mat3_transpose(&m), nt = sar_mat3_transpose(&n);
  SarMat3 x = sar_mat3_tmul(&m, &n), y = sar_mat3_mul(&mt, &n), z = sar_mat3_mult(&m, &n), w = sar_mat3_mul(&m, &nt);
  CHECK_NEAR(matrix_distance(&x, &y), 0, 0);
  CHECK_NEAR(matrix_distance(&z, &w), 0, 0);
  CHECK_NEAR(distance(sar_mul_t(&m, a), sar_mul(&mt, a)), 0, 0);
  SarMat3 outer = sar_outer(a, b);
  CHECK_NEAR(distance(sar_mul(&outer, b), sar_scale(sar_dot(b, b), a)), 0, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exp_is_rodrigues),
      cmocka_unit_test(log_undoes_exp),
      cmocka_unit_test(log_of_minus_p_is_the_same_rotation),
      cmocka_unit_test(matrix_to_quaternion),
      cmocka_unit_test(product_composes),
      cmocka_unit_test(tangent_against_differences),
      cmocka_unit_test(tangent_inverse),
      cmocka_unit_test(small_matrices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
