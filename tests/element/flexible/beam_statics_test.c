/* Large static deflections of beams against solutions that know nothing of elements (tests/data/flexible): the orders
 * 2, 4, 6 of the nodes' positions, errors as published for this element, and no locking. */
#include <stdio.h>
#include <stdlib.h>

#include "element/flexible/chain.h"
#include "flexible_table.h"

#define PI 3.14159265358979323846
static void straight(double s, SarVec3 *r, SarQuat *q) {
  *r = sar_vec3(s, 0, 0);
  *q = sar_quat_identity();
}

/* Rolled up by a moment at its end: the tip, and the rotation that the end has beyond the closed form. */
static double rollup(int order, int count, const double *reference, double *rotation) {
  static const double stiffness[6] = {1e4, 5e3, 5e3, 1, 1, 1};
  Chain c;
  chain_create(order, count, straight, stiffness, &c);
  chain_load(&c, (double[6]){0, 0, 0, 0, 0, 2 * PI * reference[0]});
  SarVec3 tip = chain_tip(&c);
  SarQuat own = sar_quat_mul(sar_quat_conjugate(chain_tip_rotation(&c)), sar_quat_exp(sar_vec3(0, 0, reference[3])));
  *rotation = sar_norm(sar_quat_log(own.w < 0 ? (SarQuat){-own.w, -own.x, -own.y, -own.z} : own));
  chain_destroy(&c);
  return sar_norm(sar_sub(tip, sar_vec3(reference[1], reference[2], 0)));
}

static void test_rollup(void **state) {
  (void)state;
  static const int counts[3] = {16, 8, 4};
  double table[TABLE_LINES][TABLE_COLUMNS], rotation[2];
  assert_int_equal(read_table("rollup.csv", table), 8);
  for (int order = 1; order <= 3; order++) {
    int count = counts[order - 1];
    double coarse = rollup(order, count, table[3], &rotation[0]),
           fine = rollup(order, 2 * count, table[3], &rotation[1]);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
    if (order > 1) CHECK_NEAR(order_of(rotation[0], rotation[1]), 2 * order, 0.1);
  }
  for (int k = 0; k < 8; k++) { /* exact in rotation, for as few elements as can turn so far */
    rollup(1, table[k][0] > 1 ? 6 : 4, table[k], &rotation[0]);
    CHECK_NEAR(rotation[0], 0, 1e-13);
  }
  for (int k = 0; k < 4; k++) CHECK_NEAR(rollup(3, 16, table[k], &rotation[0]), 0, 2e-9);
}

#define RADIUS 100
static void bend(double s, SarVec3 *r, SarQuat *q) {
  double a = s * PI / 4; /* tangent +y at the clamp, turning to +x; axis 2 to the centre, axis 3 = -z */
  *r = sar_vec3(RADIUS * (1 - cos(a)), RADIUS * sin(a), 0);
  SarMat3 axes = sar_mat3_columns(sar_vec3(sin(a), cos(a), 0), sar_vec3(cos(a), -sin(a), 0), sar_vec3(0, 0, -1));
  *q = sar_quat_from_matrix(&axes);
}

static double bend45(int order, int count, const double *reference, double *rotation) {
  static const double stiffness[6] = {1e7, 5e6, 5e6, 1e7 / 12, 1e7 / 12, 1e7 / 12};
  Chain c;
  chain_create(order, count, bend, stiffness, &c);
  chain_load(&c, (double[6]){0, 0, reference[0]});
  SarVec3 tip = chain_tip(&c);
  SarQuat q = sar_quat_mul(sar_quat_conjugate(chain_tip_rotation(&c)), sar_quat_load(reference + 4));
  *rotation = sar_norm(sar_quat_log(q.w < 0 ? (SarQuat){-q.w, -q.x, -q.y, -q.z} : q));
  chain_destroy(&c);
  return sar_norm(sar_sub(tip, sar_vec3_load(reference + 1)));
}

static void test_bend45(void **state) {
  (void)state;
  static const double published[3] = {1.4e-3, 2.0e-5, 4.1e-8}; /* over the radius, 8 elements, P = 600 */
  double table[TABLE_LINES][TABLE_COLUMNS], rotation[2];
  assert_int_equal(read_table("bend45.csv", table), 3);
  for (int order = 1; order <= 3; order++) {
    int count = order == 3 ? 4 : 8;
    double coarse = bend45(order, count, table[2], &rotation[0]),
           fine = bend45(order, 2 * count, table[2], &rotation[1]);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
    CHECK_NEAR(order_of(rotation[0], rotation[1]), 2 * order, 0.1);
    double eight = order == 3 ? fine : coarse;
    CHECK_NEAR(eight / RADIUS, published[order - 1], 0.05 * published[order - 1]);
  }
  for (int k = 0; k < 3; k++) { /* the reference has 12 digits */
    CHECK_NEAR(bend45(3, 16, table[k], &rotation[0]) / RADIUS, 0, 1e-9);
    CHECK_NEAR(rotation[0], 0, 1e-9);
  }
}

/* Tip force across: position error; column: where the reference stands. */
static double elastica(int order, int count, double axial, const double *reference, int column, double *rotation) {
  double stiffness[6] = {axial, axial / 2.6, axial / 2.6, 1, 1, 1};
  Chain c;
  chain_create(order, count, straight, stiffness, &c);
  chain_load(&c, (double[6]){0, reference[0], 0});
  SarVec3 tip = chain_tip(&c), turn = sar_quat_log(chain_tip_rotation(&c));
  *rotation = fabs(turn.z - reference[column + 2]);
  chain_destroy(&c);
  return sar_norm(sar_sub(tip, sar_vec3(reference[column], reference[column + 1], 0)));
}

static void test_elastica(void **state) {
  (void)state;
  double table[TABLE_LINES][TABLE_COLUMNS], rotation[2];
  assert_int_equal(read_table("elastica.csv", table), 5);
  for (int order = 1; order <= 3; order++) {
    int count = 8;
    double coarse = elastica(order, count, 1e4, table[4], 7, &rotation[0]);
    double fine = elastica(order, 2 * count, 1e4, table[4], 7, &rotation[1]);
    CHECK_NEAR(order_of(coarse, fine), 2 * order, 0.1);
    CHECK_NEAR(order_of(rotation[0], rotation[1]), 2 * order, 0.1);
  }
  static const int counts[5] = {16, 16, 16, 20, 24}; /* the sharper the bend at the clamp, the more */
  for (int k = 0; k < 5; k++) {
    CHECK_NEAR(elastica(3, counts[k], 1e4, table[k], 7, &rotation[0]), 0, 1e-9);
    CHECK_NEAR(rotation[0], 0, 1e-9);
    CHECK_NEAR(elastica(3, counts[k], 1e8, table[k], 4, &rotation[0]), 0, 1e-9);
  }
}

/* Errors at slenderness 1e4 (EA L^2/EI = 12e8) are those at 29 (1e4) on every mesh; with full integration they would
 * be 80 %. */
static void test_no_locking(void **state) {
  (void)state;
  double table[TABLE_LINES][TABLE_COLUMNS], rotation;
  assert_int_equal(read_table("elastica.csv", table), 5);
  for (int order = 1; order <= 3; order++) {
    for (int count = 2; count <= 8; count *= 2) {
      double stocky = elastica(order, count, 1e4, table[3], 7, &rotation);
      double slender = elastica(order, count, 12e8, table[3], 1, &rotation);
      CHECK_NEAR(slender / stocky, 1, 0.1);
    }
  }
}

static void princeton_beam(double s, SarVec3 *r, SarQuat *q) { straight(0.508 * s, r, q); }

static void test_princeton(void **state) {
  (void)state;
  static const double stiffness[6] = {2.84191e6, 6.40131e5, 9.03881e5, 3.10338, 36.2794, 2.42873};
  double table[TABLE_LINES][TABLE_COLUMNS];
  int count = read_table("princeton.csv", table);
  assert_int_equal(count, 21);
  for (int k = 0; k < count; k++) {
    Chain c;
    const double *row = table[k];
    double a = row[1] * PI / 180;
    chain_create(3, 16, princeton_beam, stiffness, &c);
    chain_load(&c, (double[6]){0, row[0] * sin(a), row[0] * cos(a)});
    SarVec3 u = sar_sub(chain_tip(&c), sar_vec3(0.508, 0, 0)), turn = sar_quat_log(chain_tip_rotation(&c));
    CHECK_NEAR(sar_norm(sar_sub(u, sar_vec3_load(row + 2))), 0, 1e-9);
    CHECK_NEAR(sar_norm(sar_sub(turn, sar_vec3_load(row + 5))), 0, 1e-9);
    chain_destroy(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rollup),     cmocka_unit_test(test_bend45),    cmocka_unit_test(test_elastica),
      cmocka_unit_test(test_no_locking), cmocka_unit_test(test_princeton),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
