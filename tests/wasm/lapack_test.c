/* The routines of LAPACK in wasm/lapack.c against those of OpenBLAS, by the same names. */
#include <complex.h>
#include <float.h>
#include <stdlib.h>

#include "check.h"

/* Ours get other names here. */
#define dlassq_ our_dlassq_
#define zlassq_ our_zlassq_
#define dnrm2_ our_dnrm2_
#define dznrm2_ our_dznrm2_
#define dlartg_ our_dlartg_
#define zlartg_ our_zlartg_
#define dlamch_ our_dlamch_
#define dlamc3_ our_dlamc3_
#define xerbla_ our_xerbla_
#include "../../wasm/lapack.c"
#undef dlassq_
#undef zlassq_
#undef dnrm2_
#undef dznrm2_
#undef dlartg_
#undef zlartg_
#undef dlamch_
#undef dlamc3_

void dlassq_(const int *n, const double *x, const int *step, double *scale, double *sum);
double dnrm2_(const int *n, const double *x, const int *step);
double dznrm2_(const int *n, const double complex *x, const int *step);
void dlartg_(const double *f, const double *g, double *c, double *s, double *r);
void zlartg_(const double complex *f, const double complex *g, double *c, double complex *s, double complex *r);
double dlamch_(const char *what, size_t length);

#define MANY 60
#define CLOSE 4e-16 /* times the size of the result: a few roundings */

/* Numbers in (-1, 1), the same everywhere, times 10^size. */
static double number(int seed, double size) {
  double spread = sin(12.9898 * seed) * 43758.5453;
  return (2 * (spread - floor(spread)) - 1) * pow(10, size);
}

static void test_norms(void **state) {
  (void)state;
  static const double sizes[] = {0, 5, 200, -200, -310};
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    double x[MANY];
    for (int i = 0; i < MANY; i++) x[i] = number(i + 1, sizes[k] - i % 7);
    for (int n = 0; n <= MANY / 3; n++) {
      for (int step = 1; step <= 3; step++) {
        double theirs = dnrm2_(&n, x, &step), pairs;
        CHECK_NEAR(our_dnrm2_(&n, x, &step), theirs, 16 * CLOSE * theirs + DBL_TRUE_MIN);
        if (2 * n * step > MANY) continue;
        pairs = dznrm2_(&n, (const double complex *)x, &step);
        CHECK_NEAR(our_dznrm2_(&n, (const double complex *)x, &step), pairs, 16 * CLOSE * pairs + DBL_TRUE_MIN);
      }
    }
  }
  int two = 2, one = 1;
  CHECK_NEAR(our_dnrm2_(&two, (double[]){3, 4}, &one), 5, 0);
  assert_true(isinf(our_dnrm2_(&two, (double[]){3, INFINITY}, &one)));
  assert_true(isnan(our_dnrm2_(&two, (double[]){3, NAN}, &one)));
}

static void test_sums_of_squares(void **state) {
  (void)state;
  double x[MANY];
  int n = MANY, one = 1;
  for (int i = 0; i < MANY; i++) x[i] = number(i + 3, i % 5 - 2);
  double ours[2] = {2, 3}, theirs[2] = {2, 3};
  our_dlassq_(&n, x, &one, &ours[0], &ours[1]);
  dlassq_(&n, x, &one, &theirs[0], &theirs[1]);
  double expected = theirs[0] * theirs[0] * theirs[1];
  CHECK_NEAR(ours[0] * ours[0] * ours[1], expected, 32 * CLOSE * expected);
}

static void test_rotations(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    double f = i % 10 == 3 ? 0 : number(i, i % 9 - 4), g = i % 10 == 7 ? 0 : number(i + 500, i % 13 - 6);
    double c, s, r, c2, s2, r2;
    our_dlartg_(&f, &g, &c, &s, &r);
    dlartg_(&f, &g, &c2, &s2, &r2);
    /* older versions choose the sign of the pair otherwise */
    double sign = c2 * c + s2 * s < 0 ? -1 : 1;
    CHECK_NEAR(c, sign * c2, 4 * CLOSE);
    CHECK_NEAR(s, sign * s2, 4 * CLOSE);
    CHECK_NEAR(r, sign * r2, 4 * CLOSE * fabs(r2));
  }
}

static void test_complex_rotations(void **state) {
  (void)state;
  for (int i = 0; i < 200; i++) {
    double complex f = i % 10 == 3 ? 0 : number(i, i % 5 - 2) + I * number(i + 1000, i % 4 - 2);
    double complex g = i % 10 == 7 ? 0 : number(i + 500, i % 5 - 2) + I * number(i + 1500, i % 3 - 1);
    double c, size = hypot(cabs(f), cabs(g));
    double complex s, r;
    our_zlartg_(&f, &g, &c, &s, &r);
    CHECK_NEAR(c * c + creal(s * conj(s)), 1, 8 * CLOSE);
    CHECK_NEAR(cabs(c * f + s * g - r), 0, 8 * CLOSE * size);
    CHECK_NEAR(cabs(-conj(s) * f + c * g), 0, 8 * CLOSE * size);
    double c2;
    double complex s2, r2;
    zlartg_(&f, &g, &c2, &s2, &r2);
    CHECK_NEAR(c, c2, 8 * CLOSE);
    CHECK_NEAR(cabs(s - s2), 0, 8 * CLOSE);
    CHECK_NEAR(cabs(r - r2), 0, 8 * CLOSE * size);
  }
}

static void test_machine(void **state) {
  (void)state;
  for (const char *what = "EeSsBbPpNnRrMmUuLlOo"; *what; what++) {
    double theirs = dlamch_(what, 1);
    CHECK_NEAR(our_dlamch_(what, 1), theirs, 0);
  }
  double one = 1, small = DBL_EPSILON / 4, large = DBL_EPSILON;
  int size = 2147483647;
  CHECK_NEAR(our_dlamc3_(&one, &small), 1, 0);
  CHECK_NEAR(our_dlamc3_(&one, &large), 1 + DBL_EPSILON, 0);
  CHECK_NEAR(droundup_lwork__(&size), 2147483647.0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_norms),     cmocka_unit_test(test_sums_of_squares),
      cmocka_unit_test(test_rotations), cmocka_unit_test(test_complex_rotations),
      cmocka_unit_test(test_machine),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
