/* Quantiles against tables and closed forms. */
#include "study/quantile.h"

#include <math.h>

#include "check.h"

#define PI 3.14159265358979323846

/* One degree of freedom: tan(pi (p - 1/2)); two: (2p - 1) / sqrt(2 p (1 - p)); four: Shaw's formula. */
static void test_student_closed_forms(void **state) {
  (void)state;
  static const double parts[] = {0.501, 0.6, 0.75, 0.9, 0.975, 0.995, 0.99995};
  for (int i = 0; i < 7; i++) {
    double p = parts[i], one = tan(PI * (p - 0.5)), two = (2 * p - 1) / sqrt(2 * p * (1 - p));
    double a = 4 * p * (1 - p), four = 2 * sqrt(cos(acos(sqrt(a)) / 3) / sqrt(a) - 1);
    CHECK_NEAR(sar_student_quantile(p, 1), one, 1e-10 * one);
    CHECK_NEAR(sar_student_quantile(p, 2), two, 1e-10 * two);
    CHECK_NEAR(sar_student_quantile(p, 4), four, 1e-9 * four);
    CHECK_NEAR(sar_student_quantile(1 - p, 2), -two, 1e-9 * two);
  }
  assert_true(sar_student_quantile(0.5, 7) == 0);
}

/* Printed tables: four decimals and more. */
static void test_tables(void **state) {
  (void)state;
  CHECK_NEAR(sar_student_quantile(0.975, 5), 2.570581835636, 1e-9);
  CHECK_NEAR(sar_student_quantile(0.975, 10), 2.228138851965, 1e-9);
  CHECK_NEAR(sar_student_quantile(0.975, 30), 2.042272456301, 1e-9);
  CHECK_NEAR(sar_student_quantile(0.975, 120), 1.979930405, 1e-8);
  CHECK_NEAR(sar_fisher_quantile(0.95, 2, 10), 4.102821015, 1e-8);
  CHECK_NEAR(sar_fisher_quantile(0.95, 5, 20), 2.710889837, 1e-8);
  CHECK_NEAR(sar_chi_squared_quantile(0.95, 1), 3.841458820694124, 1e-9);
  CHECK_NEAR(sar_chi_squared_quantile(0.95, 10), 18.307038053275146, 1e-8);
  CHECK_NEAR(sar_chi_squared_quantile(0.05, 10), 3.940299136, 1e-8);
}

/* Many degrees of freedom: the normal distribution with Fisher's expansion, z + (z^3 + z)/(4 nu) + ... */
static void test_many(void **state) {
  (void)state;
  double z = 1.959963984540054, n = 1e6;
  double second = (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / 96;
  CHECK_NEAR(sar_student_quantile(0.975, n), z + (z * z * z + z) / (4 * n) + second / (n * n), 1e-9);
  CHECK_NEAR(sar_student_quantile(0.975, 1e12), z, 1e-11);
  /* on both sides of where the way to compute it changes */
  CHECK_NEAR(sar_student_quantile(0.975, 1e5) - sar_student_quantile(0.975, 1.000001e5), 0, 1e-9);
  CHECK_NEAR(sar_chi_squared_quantile(0.975, 1e6), 1e6 * pow(1 - 2 / 9e6 + z * sqrt(2 / 9e6), 3), 1e-2);
}

/* Relations between them, and with closed forms: chi^2 with two degrees of freedom is exponential. */
static void test_relations(void **state) {
  (void)state;
  for (int nu = 1; nu < 200; nu += 13) {
    double t = sar_student_quantile(0.975, nu), f = sar_fisher_quantile(0.95, 1, nu);
    CHECK_NEAR(f, t * t, 1e-9 * f);
    double forward = sar_fisher_quantile(0.9, nu, 7), back = sar_fisher_quantile(0.1, 7, nu);
    CHECK_NEAR(forward * back, 1, 1e-9);
  }
  CHECK_NEAR(sar_chi_squared_quantile(0.3, 2), -2 * log(0.7), 1e-12);
  CHECK_NEAR(sar_chi_squared_quantile(1e-12, 2), 2e-12, 1e-20);
  double x = sar_fisher_quantile(0.95, 2, 9); /* (1 - p) = (1 + 2 x / 9)^(-9/2) */
  CHECK_NEAR(x, 4.5 * (pow(0.05, -2.0 / 9) - 1), 1e-9);
}

static void test_nonsense(void **state) {
  (void)state;
  assert_true(isnan(sar_student_quantile(0, 5)) && isnan(sar_student_quantile(1, 5)));
  assert_true(isnan(sar_student_quantile(0.9, 0)) && isnan(sar_fisher_quantile(0.9, 3, -1)));
  assert_true(isnan(sar_chi_squared_quantile(NAN, 3)) && isnan(sar_chi_squared_quantile(0.5, NAN)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_student_closed_forms),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
