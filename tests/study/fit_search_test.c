/* Levenberg-Marquardt on the classic problems (More, Garbow, Hillstrom, ACM TOMS 7, 1981), in boxes, with points that
 * have no value, and by counters. */
#include "study/fit_search.h"

#include <math.h>
#include <string.h>

#include "check.h"

typedef void Formula(const double *x, int64_t m, double *r, double *by);

typedef struct Problem {
  Formula *formula;
  int64_t m;
  int32_t n;
  int32_t values, derivatives;
  bool (*missing)(const double *x);
} Problem;

static SarStatus evaluate(void *self, const double *x, double *r, double *by, bool *failed) {
  Problem *p = self;
  double unused[64 * 8];
  p->values += !by;
  p->derivatives += by != NULL;
  *failed = p->missing && p->missing(x);
  if (!*failed) p->formula(x, p->m, r, by ? by : unused);
  return SAR_OK;
}

/* Everything in a box that is far away unless one is given. */
static SarFitFound solve(Problem *p, const double *lower, const double *upper, double tolerance, double *x) {
  static const double low[] = {-1e9, -1e9, -1e9, -1e9, -1e9}, high[] = {1e9, 1e9, 1e9, 1e9, 1e9};
  SarContext *context = sar_context_create();
  SarFitFound found;
  SarFitSearch search = {.n = p->n,
                         .m = p->m,
                         .lower = lower ? lower : low,
                         .upper = upper ? upper : high,
                         .tolerance = tolerance,
                         .iterations = 2000,
                         .evaluate = evaluate,
                         .self = p};
  assert_int_equal(sar_fit_search(context, &search, x, &found), SAR_OK);
  assert_int_equal(sar_context_errors(context), 0);
  sar_context_destroy(&context);
  return found;
}

static void rosenbrock(const double *x, int64_t m, double *r, double *by) {
  (void)m;
  r[0] = 10 * (x[1] - x[0] * x[0]);
  r[1] = 1 - x[0];
  memcpy(by, (double[]){-20 * x[0], 10, -1, 0}, 4 * sizeof *by);
}

static void test_rosenbrock(void **state) {
  (void)state;
  for (int k = 0; k < 3; k++) {
    double scale = pow(10, k), x[] = {-1.2 * scale, 1 * scale};
    Problem p = {.formula = rosenbrock, .m = 2, .n = 2};
    SarFitFound found = solve(&p, NULL, NULL, 1e-8, x);
    assert_int_equal(found.end, SAR_FIT_CONVERGED);
    CHECK_NEAR(x[0], 1, 1e-8);
    CHECK_NEAR(x[1], 1, 1e-8);
    assert_true(found.sum < 1e-16);
  }
}

/* The upper bound of x1 holds: with x1 = 1/2 the best x2 is 1/4. */
static void test_rosenbrock_in_box(void **state) {
  (void)state;
  double x[] = {-1.2, 1}, lower[] = {-2, -2}, upper[] = {0.5, 2};
  Problem p = {.formula = rosenbrock, .m = 2, .n = 2};
  SarFitFound found = solve(&p, lower, upper, 1e-8, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  assert_true(x[0] == 0.5);
  CHECK_NEAR(x[1], 0.25, 1e-8);
  CHECK_NEAR(found.sum, 0.25, 1e-8);
}

/* J is singular at the solution. */
static void powell_singular(const double *x, int64_t m, double *r, double *by) {
  (void)m;
  double u = x[1] - 2 * x[2], w = x[0] - x[3], s5 = sqrt(5), s10 = sqrt(10);
  r[0] = x[0] + 10 * x[1];
  r[1] = s5 * (x[2] - x[3]);
  r[2] = u * u;
  r[3] = s10 * w * w;
  memcpy(by, (double[]){1, 10, 0, 0, 0, 0, s5, -s5, 0, 2 * u, -4 * u, 0, 2 * s10 * w, 0, 0, -2 * s10 * w},
         16 * sizeof *by);
}

static void test_powell_singular(void **state) {
  (void)state;
  double x[] = {3, -1, 0, 1};
  Problem p = {.formula = powell_singular, .m = 4, .n = 4};
  SarFitFound found = solve(&p, NULL, NULL, 1e-8, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  /* the sum is of fourth order there: steps of 1e-8 leave x at 1e-8 */
  for (int j = 0; j < 4; j++) CHECK_NEAR(x[j], 0, 1e-6);
  assert_true(found.sum < 1e-20);
}

static void meyer(const double *x, int64_t m, double *r, double *by) {
  static const double y[] = {34780, 28610, 23650, 19630, 16370, 13720, 11540, 9744,
                             8261,  7030,  6005,  5147,  4427,  3820,  3307,  2872};
  for (int64_t i = 0; i < m; i++) {
    double t = 45 + 5 * (double)(i + 1), e = exp(x[1] / (t + x[2]));
    r[i] = x[0] * e - y[i];
    by[3 * i] = e;
    by[3 * i + 1] = x[0] * e / (t + x[2]);
    by[3 * i + 2] = -x[0] * e * x[1] / ((t + x[2]) * (t + x[2]));
  }
}

/* The data of NIST's MGH10; certified there: 5.6096364710E-03, 6.1813463463E+03, 3.4522363462E+02, 8.7945855171E+01. */
static void test_meyer(void **state) {
  (void)state;
  double x[] = {0.02, 4000, 250};
  Problem p = {.formula = meyer, .m = 16, .n = 3};
  SarFitFound found = solve(&p, NULL, NULL, 1e-10, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], 5.6096364710e-03, 5.6e-11);
  CHECK_NEAR(x[1], 6.1813463463e+03, 6e-5);
  CHECK_NEAR(x[2], 3.4522363462e+02, 3e-6);
  CHECK_NEAR(found.sum, 8.7945855171e+01, 1e-7);
}

static void box3d(const double *x, int64_t m, double *r, double *by) {
  for (int64_t i = 0; i < m; i++) {
    double t = 0.1 * (double)(i + 1), a = exp(-t * x[0]), b = exp(-t * x[1]), c = exp(-t) - exp(-10 * t);
    r[i] = a - b - x[2] * c;
    by[3 * i] = -t * a;
    by[3 * i + 1] = t * b;
    by[3 * i + 2] = -c;
  }
}

/* Zero at (1, 10, 1), at (10, 1, -1), and wherever x1 = x2 and x3 = 0: the box holds the first one. */
static void test_box3d(void **state) {
  (void)state;
  double x[] = {0, 10, 20}, lower[] = {0, 5, -100}, upper[] = {5, 20, 100};
  Problem p = {.formula = box3d, .m = 10, .n = 3};
  SarFitFound found = solve(&p, lower, upper, 1e-9, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], 1, 1e-7);
  CHECK_NEAR(x[1], 10, 1e-6);
  CHECK_NEAR(x[2], 1, 1e-7);
}

static void helix(const double *x, int64_t m, double *r, double *by) {
  (void)m;
  double two_pi = 6.283185307179586, square = x[0] * x[0] + x[1] * x[1], length = sqrt(square);
  double turn = atan2(x[1], x[0]) / two_pi;
  r[0] = 10 * (x[2] - 10 * turn);
  r[1] = 10 * (length - 1);
  r[2] = x[2];
  memcpy(by,
         (double[]){100 * x[1] / square / two_pi, -100 * x[0] / square / two_pi, 10, 10 * x[0] / length,
                    10 * x[1] / length, 0, 0, 0, 1},
         9 * sizeof *by);
}

static void test_helix(void **state) {
  (void)state;
  double x[] = {-1, 1e-9, 0};
  Problem p = {.formula = helix, .m = 3, .n = 3};
  SarFitFound found = solve(&p, NULL, NULL, 1e-9, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], 1, 1e-9);
  CHECK_NEAR(x[1], 0, 1e-9);
  CHECK_NEAR(x[2], 0, 1e-9);
}

/* More residuals than the solution can meet: Brown and Dennis; f = 85822.20162635... */
static void brown_dennis(const double *x, int64_t m, double *r, double *by) {
  for (int64_t i = 0; i < m; i++) {
    double t = (double)(i + 1) / 5, a = x[0] + t * x[1] - exp(t), b = x[2] + x[3] * sin(t) - cos(t);
    r[i] = a * a + b * b;
    by[4 * i] = 2 * a;
    by[4 * i + 1] = 2 * a * t;
    by[4 * i + 2] = 2 * b;
    by[4 * i + 3] = 2 * b * sin(t);
  }
}

static void test_brown_dennis(void **state) {
  (void)state;
  double x[] = {25, 5, -5, -1};
  Problem p = {.formula = brown_dennis, .m = 20, .n = 4};
  SarFitFound found = solve(&p, NULL, NULL, 1e-9, x);
  assert_int_equal(found.end, SAR_FIT_CONVERGED);
  CHECK_NEAR(found.sum, 85822.2016, 1e-3);
  CHECK_NEAR(x[0], -11.5944, 1e-3);
  CHECK_NEAR(x[1], 13.2036, 1e-3);
}

static bool beyond(const double *x) { return x[0] > 1.2; }

/* The way to the minimum leads along points that have none. */
static void test_failing_points(void **state) {
  (void)state;
  double x[] = {-1.2, 1};
  Problem p = {.formula = rosenbrock, .m = 2, .n = 2, .missing = beyond};
  assert_int_equal(solve(&p, NULL, NULL, 1e-8, x).end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], 1, 1e-8);
  double there[] = {3, 1};
  assert_int_equal(solve(&p, NULL, NULL, 1e-8, there).end, SAR_FIT_NO_START);
}

/* Derivatives that are wrong lead nowhere, which is said. */
static void lying(const double *x, int64_t m, double *r, double *by) {
  rosenbrock(x, m, r, by);
  for (int i = 0; i < 4; i++) by[i] = -by[i];
}

static void test_wrong_derivatives(void **state) {
  (void)state;
  double x[] = {-1.2, 1};
  Problem p = {.formula = lying, .m = 2, .n = 2};
  assert_int_equal(solve(&p, NULL, NULL, 1e-8, x).end, SAR_FIT_STUCK);
  assert_true(x[0] == -1.2 && x[1] == 1);
}

/* Linear: two derivatives are enough. */
static void line(const double *x, int64_t m, double *r, double *by) {
  for (int64_t i = 0; i < m; i++) {
    double t = (double)i / (double)m;
    r[i] = x[0] + x[1] * t - sin(3 * t);
    by[2 * i] = 1;
    by[2 * i + 1] = t;
  }
}

static void test_linear(void **state) {
  (void)state;
  int32_t counts[2];
  for (int k = 0; k < 2; k++) {
    double x[] = {100, -100};
    Problem p = {.formula = line, .m = k ? 63 : 21, .n = 2};
    assert_int_equal(solve(&p, NULL, NULL, 1e-6, x).end, SAR_FIT_CONVERGED);
    counts[k] = p.derivatives;
  }
  assert_true(counts[0] <= 5 && counts[0] == counts[1]);
}

/* A parameter without influence stays where it is. */
static void without_influence(const double *x, int64_t m, double *r, double *by) {
  for (int64_t i = 0; i < m; i++) {
    r[i] = exp(x[0]) - (double)i;
    by[2 * i] = exp(x[0]);
    by[2 * i + 1] = 0;
  }
}

static void test_without_influence(void **state) {
  (void)state;
  double x[] = {0, 7};
  Problem p = {.formula = without_influence, .m = 5, .n = 2};
  assert_int_equal(solve(&p, NULL, NULL, 1e-8, x).end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], log(2), 1e-8);
  assert_true(x[1] == 7);
}

/* The same with derivatives that are what differences leave of zero. */
static void without_influence_but_rounding(const double *x, int64_t m, double *r, double *by) {
  without_influence(x, m, r, by);
  for (int64_t i = 0; i < m; i++) by[2 * i + 1] = 1e-11 * sin(3.0 * (double)i + 1);
}

static void test_rounding_leads_nowhere(void **state) {
  (void)state;
  static const double lower[] = {-10, -100}, upper[] = {10, 100};
  double x[] = {0, 7};
  Problem p = {.formula = without_influence_but_rounding, .m = 5, .n = 2};
  assert_int_equal(solve(&p, lower, upper, 1e-8, x).end, SAR_FIT_CONVERGED);
  CHECK_NEAR(x[0], log(2), 1e-8);
  CHECK_NEAR(x[1], 7, 1e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rosenbrock),
      cmocka_unit_test(test_rosenbrock_in_box),
      cmocka_unit_test(test_powell_singular),
      cmocka_unit_test(test_meyer),
      cmocka_unit_test(test_box3d),
      cmocka_unit_test(test_helix),
      cmocka_unit_test(test_brown_dennis),
      cmocka_unit_test(test_failing_points),
      cmocka_unit_test(test_wrong_derivatives),
      cmocka_unit_test(test_linear),
      cmocka_unit_test(test_without_influence),
      cmocka_unit_test(test_rounding_leads_nowhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
