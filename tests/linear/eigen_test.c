/* Eigenvalues of small complex matrices. */
#include "linear/eigen.h"

#include <complex.h>

#include "check.h"

static double distance_to(double complex wanted, int32_t n, const double complex *values) {
  double best = INFINITY;
  for (int32_t i = 0; i < n; i++) best = fmin(best, cabs(values[i] - wanted));
  return best;
}

/* A companion matrix has the roots of its polynomial: (x - 2)(x - i)(x + 3 - i). */
static void companion(void **state) {
  (void)state;
  const double complex roots[] = {2, I, -3 + I};
  double complex p[4] = {1, 0, 0, 0}, identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, values[3];
  for (int i = 0; i < 3; i++) {
    for (int k = i + 1; k > 0; k--) p[k] -= roots[i] * p[k - 1];
  }
  const double complex matrix[9] = {-p[1], -p[2], -p[3], 1, 0, 0, 0, 1, 0};
  assert_int_equal(sar_eigenvalues(3, identity, matrix, values), SAR_OK);
  for (int i = 0; i < 3; i++) CHECK_NEAR(distance_to(roots[i], 3, values), 0, 1e-13);
}

/* F x = zeta E x, not symmetric, so that rows and columns cannot be mistaken for each other. */
static void generalised(void **state) {
  (void)state;
  const double complex e[4] = {2, 1, 0, 4}, f[4] = {2, 7, 0, 12};
  double complex values[2];
  assert_int_equal(sar_eigenvalues(2, e, f, values), SAR_OK); /* triangular: 2/2 and 12/4 */
  CHECK_NEAR(distance_to(1, 2, values), 0, 1e-14);
  CHECK_NEAR(distance_to(3, 2, values), 0, 1e-14);
}

static void singular(void **state) {
  (void)state;
  const double complex e[4] = {1, 1, 1, 1}, f[4] = {1, 0, 0, 1};
  double complex values[2];
  assert_int_equal(sar_eigenvalues(2, e, f, values), SAR_SINGULAR);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(companion), cmocka_unit_test(generalised),
                                     cmocka_unit_test(singular)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
