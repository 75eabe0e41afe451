/* Rotation vectors as a chart: places and configurations belong to each other, rates are derivatives, the equation of a
 * stage is solved, and its weights are derivatives of the configuration; a steady spin is a straight line. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "base/rotation.h"
#include "method/cayley.h"
#include "method/chart.h"
#include "method/vector.h"

static const SarBlock blocks[] = {{.kind = SAR_BLOCK_ROTATION}};
static const SarProblem problem = {.n = {.nq = 4, .nv = 3}, .blocks = blocks, .nblocks = 1, .nrotations = 1};

static const double axis[3] = {0.48, -0.6, 0.64}, start[4] = {0.5, -0.5, 0.5, 0.5}, omega[3] = {1.3, 0.4, -2.1};
static const double angles[] = {1e-9, 1e-4, 0.01, 0.2, 0.49, 0.51, 1, 2, 2.9}; /* both sides of the series' end too */

static double largest_difference(const double *a, const double *b) {
  double most = 0;
  for (int i = 0; i < 3; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

/* The turn from one configuration to another, in the body, as a rotation vector. */
static SarVec3 turn_between(const double *p0, const double *p1) {
  return sar_quat_log(sar_quat_mul(sar_quat_conjugate(sar_quat_load(p0)), sar_quat_load(p1)));
}

static void places_belong_to_configurations(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
    double xi[3], q[4], back[3];
    for (int i = 0; i < 3; i++) xi[i] = angles[k] * axis[i];
    assert_float_equal(sar_chart_advance(&problem, start, xi, q, NULL), angles[k], 1e-15);
    assert_float_equal(sar_vector_place(&problem, start, q, back), angles[k], 1e-14);
    assert_true(largest_difference(xi, back) <= 1e-14);
    double again[4], turn[3]; /* the chart's own way there */
    sar_vector_advance(&problem, start, xi, again, turn);
    for (int i = 0; i < 4; i++) assert_float_equal(again[i], q[i], 4e-16);
    assert_true(largest_difference(xi, turn) == 0);
  }
}

/* xi + s xi' is where the body is after it has turned by s omega, to first order. */
static void rates_are_derivatives(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
    double xi[3], rate[3], ends[2][3], s = 1e-5;
    for (int i = 0; i < 3; i++) xi[i] = angles[k] * axis[i];
    sar_vector_rate(&problem, xi, omega, rate);
    for (int side = 0; side < 2; side++) {
      double q[4], moved[4], turn[3];
      sar_chart_advance(&problem, start, xi, q, NULL);
      for (int i = 0; i < 3; i++) turn[i] = (side ? s : -s) * omega[i];
      sar_chart_advance(&problem, q, turn, moved, NULL);
      sar_vector_place(&problem, start, moved, ends[side]);
    }
    for (int i = 0; i < 3; i++) assert_float_equal(rate[i], (ends[1][i] - ends[0][i]) / (2 * s), 1e-8);
  }
}

static void stages_are_solved_from(const double *hat) {
  for (double c = 1e-6; c < 0.4; c *= 3) {
    double xi[3], rate[3], expected[3];
    assert_true(sar_vector_solve(&problem, hat, c, omega, xi) < 2);
    sar_vector_rate(&problem, xi, omega, rate);
    for (int i = 0; i < 3; i++) expected[i] = hat[i] + c * rate[i];
    assert_true(largest_difference(xi, expected) <= 1e-15);
  }
}

static void stages_are_solved(void **state) {
  (void)state;
  const double hat[3] = {0.1, -0.2, 0.05}, small[3] = {0.01, -0.02, 0.005}, none[3] = {0, 0, 0};
  stages_are_solved_from(hat);
  stages_are_solved_from(small);
  stages_are_solved_from(none);
  double xi[3]; /* half a turn and more at once has no place */
  assert_false(sar_vector_solve(&problem, hat, 100, omega, xi) < 3);
}

/* A body that turns too fast to be placed is seen, whatever stands behind it: both charts, and the exponential map. */
static void no_place_among_others(void **state) {
  (void)state;
  static const SarBlock two[] = {{.kind = SAR_BLOCK_ROTATION}, {.kind = SAR_BLOCK_ROTATION, .q = 4, .v = 3}};
  static const SarProblem both = {.n = {.nq = 8, .nv = 6}, .blocks = two, .nblocks = 2, .nrotations = 2};
  const double q0[8] = {1, 0, 0, 0, 1, 0, 0, 0};
  for (int fast = 0; fast < 2; fast++) {
    double hat[6] = {0}, v[6] = {0}, xi[6], q[8];
    hat[3 * fast] = 0.5, v[3 * fast] = 1e3;
    v[3 * (1 - fast)] = 0.1;
    assert_true(isnan(sar_vector_solve(&both, hat, 1, v, xi)));
    assert_true(isnan(sar_cayley_solve(&both, hat, 1, v, xi)));
    xi[3 * (1 - fast)] = 0.1, xi[3 * fast] = NAN;
    assert_true(isnan(sar_chart_advance(&both, q0, xi, q, NULL)));
  }
}

/* N: the turn of the body over c dv. */
static void weights_are_derivatives(void **state) {
  (void)state;
  const double hat[3] = {0.3, -0.2, 0.15}, s = 1e-5;
  for (double c = 0.01; c < 0.5; c *= 3) {
    double xi[3], rotation[9], q[4];
    sar_vector_solve(&problem, hat, c, omega, xi);
    sar_vector_weights(&problem, xi, c, omega, rotation);
    sar_chart_advance(&problem, start, xi, q, NULL);
    for (int j = 0; j < 3; j++) {
      SarVec3 ends[2];
      for (int side = 0; side < 2; side++) {
        double v[3] = {omega[0], omega[1], omega[2]}, place[3], moved[4];
        v[j] += side ? s : -s;
        sar_vector_solve(&problem, hat, c, v, place);
        sar_chart_advance(&problem, start, place, moved, NULL);
        ends[side] = turn_between(q, moved);
      }
      SarVec3 column = sar_scale(1 / (2 * s * c), sar_sub(ends[1], ends[0]));
      double expected[3], found[3] = {rotation[j], rotation[3 + j], rotation[6 + j]};
      sar_vec3_store(column, expected);
      assert_true(largest_difference(expected, found) <= 1e-7);
    }
  }
}

static void steady_spin_is_straight(void **state) {
  (void)state;
  for (size_t k = 0; k < sizeof angles / sizeof *angles; k++) {
    double v[3], xi[3], rate[3];
    for (int i = 0; i < 3; i++) v[i] = 7 * axis[i], xi[i] = angles[k] * axis[i];
    sar_vector_rate(&problem, xi, v, rate);
    assert_true(largest_difference(v, rate) <= 1e-14);
    double none[3] = {0, 0, 0}, place[3];
    sar_vector_solve(&problem, none, angles[k] / 7, v, place);
    assert_true(largest_difference(xi, place) <= 1e-15);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_belong_to_configurations), cmocka_unit_test(rates_are_derivatives),
      cmocka_unit_test(no_place_among_others),           cmocka_unit_test(stages_are_solved),
      cmocka_unit_test(weights_are_derivatives),         cmocka_unit_test(steady_spin_is_straight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
