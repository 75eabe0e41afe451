/* Predictions that learn from what they missed, and the closed form of a stage in Cayley's parameters. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>
#include <stdlib.h>

#include "base/rotation.h"
#include "method/cayley.h"
#include "method/defect.h"

static SarArena *arena;
static SarDefect defect;
static double u[2], weight[1] = {1};
static const SarSizes sizes = {.nv = 1, .np = 1};
static SarNode node = {.u = u, .nu = 2};

static int setup(void **state) {
  (void)state;
  arena = sar_arena_create();
  return !sar_defect_create(arena, 2, &defect);
}

static int teardown(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  return 0;
}

/* One step in which the rule says 1 and 5, the stage before had 0 and 0, and the solution is off from the rule by d and
 * 2 d; returns what is missed by the prediction, of the acceleration: without experience the rule alone is followed. */
static double step(double h, double d) {
  const SarDefectScale scale = {&sizes, weight, NULL};
  const double rule[2] = {1, 5}, before[2] = {0, 0};
  double predicted[2];
  memcpy(u, rule, sizeof u);
  if (sar_defect_useful(&defect, h)) sar_defect_predict(&defect, rule, &node);
  memcpy(predicted, u, sizeof u);
  u[0] = 1 + d, u[1] = 5 + 2 * d;
  sar_defect_learn(&defect, h, rule, before, &node, &scale);
  assert_true(fabs((u[1] - predicted[1]) - 2 * (u[0] - predicted[0])) < 1e-14); /* multipliers along with it */
  return u[0] - predicted[0];
}

/* A defect that stays is added from the third step on: the first two must agree. One that is cubic in time is followed
 * exactly after two more, and after four more. */
static void repeated(void **state) {
  (void)state;
  assert_true(fabs(step(0.1, 0.5) - 0.5) < 1e-15);
  assert_true(fabs(step(0.1, 0.5) - 0.5) < 1e-15);
  assert_true(fabs(step(0.1, 0.5)) < 1e-15);
  sar_defect_forget(&defect);
  for (int k = 0; k < 12; k++) {
    double missed = step(0.1, 1 + 0.01 * k);
    if (k == 2) assert_true(fabs(missed - 0.01) < 1e-14); /* the value only */
    if (k > 3) assert_true(fabs(missed) < 1e-14);
  }
  sar_defect_forget(&defect);
  for (int k = 0; k < 12; k++) {
    double missed = step(0.1, 1 + 1e-5 * k * k * k);
    if (k > 6) assert_true(fabs(missed) < 1e-13);
  }
}

/* Nothing is added for other steps, nor when the defects are noise, nor after a new start; and where the stage before
 * is nearer to the solution than the rule, the rule is not to be followed. */
static void not_comparable(void **state) {
  (void)state;
  for (int k = 0; k < 4; k++) step(0.1, 0.5);
  assert_true(fabs(step(0.2, 0.5) - 0.5) < 1e-15);
  for (int k = 0; k < 6; k++) step(0.1, k % 2 ? 0.5 : -0.5);
  assert_true(fabs(step(0.1, 0.5) - 0.5) < 1e-15);
  for (int k = 0; k < 4; k++) step(0.1, 0.5);
  sar_defect_forget(&defect);
  assert_true(fabs(step(0.1, 0.5) - 0.5) < 1e-15);
  for (int k = 0; k < 6; k++) step(0.1, k % 2 ? -0.9 : -0.5);
  assert_false(sar_defect_useful(&defect, 0.1));
}

static double uniform(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* g = g_hat + c T^-1(g) omega, put in and compared; and the rotation vector of Cay(g) with the logarithm of its
 * quaternion, on both sides of where the series ends. */
static void closed_form(void **state) {
  (void)state;
  SarBlock block = {.kind = SAR_BLOCK_ROTATION, .q = 0, .v = 0, .count = 4};
  SarProblem problem = {.nblocks = 1, .blocks = &block, .nrotations = 1};
  srand(5);
  for (int k = 0; k < 2000; k++) {
    double c = 0.1, hat[3], omega[3], g[3], rate[3], size = pow(10, -6 * (double)(k % 7) / 6);
    double q0[4] = {1, 0, 0, 0}, q[4], turn[3];
    for (int i = 0; i < 3; i++) hat[i] = 0.3 * size * uniform(), omega[i] = 3 * size * uniform();
    double largest = sar_cayley_solve(&problem, hat, c, omega, g);
    assert_true(largest < 2);
    sar_cayley_rate(&problem, g, omega, rate);
    SarMat3 inverse = sar_cayley_tangent_inverse(sar_vec3_load(g));
    SarVec3 other = sar_mul(&inverse, sar_vec3_load(omega));
    assert_true(sar_norm(sar_sub(other, sar_vec3_load(rate))) <= 1e-15 * (1 + largest) * 10 * size);
    for (int i = 0; i < 3; i++) assert_true(fabs(hat[i] + c * rate[i] - g[i]) <= 1e-15 * size);
    sar_cayley_advance(&problem, q0, g, q, turn);
    SarVec3 log = sar_quat_log(sar_quat_load(q));
    assert_true(sar_norm(sar_sub(log, sar_vec3_load(turn))) <= 2e-15 * size);
  }
  /* c omega.b > 1: there is no such g */
  double hat[3] = {0}, omega[3] = {0, 0, 30}, g[3];
  assert_false(sar_cayley_solve(&problem, hat, 0.1, omega, g) <= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(repeated, setup, teardown),
                                     cmocka_unit_test_setup_teardown(not_comparable, setup, teardown),
                                     cmocka_unit_test(closed_form)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
