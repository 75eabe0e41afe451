/* The methods of NLopt behind one call, on problems of Hock and Schittkowski (Test Examples for Nonlinear Programming
 * Codes, 1981) and by what they must keep to. */
#include "study/optimize_search.h"

#include <math.h>
#include <string.h>

#include "check.h"

typedef struct Problem {
  int32_t n, nlimits, nequalities;
  double start[5], lower[5], upper[5], best[5], value;
  /* f, g <= 0, h = 0 */
  void (*formula)(const double *x, double *v, double *d);
  int32_t calls, most; /* the search is ended after so many; 0: not */
} Problem;

static SarStatus evaluate(void *self, const double *x, double *values, double *gradient) {
  Problem *p = self;
  double unused[5 * 5];
  p->calls++;
  for (int32_t j = 0; j < p->n; j++) assert_true(x[j] >= p->lower[j] && x[j] <= p->upper[j]);
  if (p->most && p->calls > p->most) return SAR_RETRY;
  p->formula(x, values, gradient ? gradient : unused);
  return SAR_OK;
}

static SarStatus solve(Problem *p, SarOptimizeMethodKind method, double *x, SarSearchEnd *end, const char **how) {
  SarContext *context = sar_context_create();
  SarSearch search = {.method = method,
                      .n = p->n,
                      .nlimits = p->nlimits,
                      .nequalities = p->nequalities,
                      .lower = p->lower,
                      .upper = p->upper,
                      .step = 0.1 * (p->upper[0] - p->lower[0]),
                      .tolerance = 1e-8,
                      .seed = 1,
                      .evaluate = evaluate,
                      .self = p};
  memcpy(x, p->start, sizeof p->start);
  SarStatus status = sar_search(context, &search, x, end, how);
  assert_int_equal(sar_context_errors(context), 0);
  sar_context_destroy(&context);
  return status;
}

/* 6: min (1 - x1)^2 with 10 (x2 - x1^2) = 0 */
static void hock6(const double *x, double *v, double *d) {
  v[0] = (1 - x[0]) * (1 - x[0]);
  v[1] = 10 * (x[1] - x[0] * x[0]);
  memcpy(d, (double[]){-2 * (1 - x[0]), 0, -20 * x[0], 10}, 4 * sizeof *d);
}

/* 12: min x1^2/2 + x2^2 - x1 x2 - 7 x1 - 7 x2 with 4 x1^2 + x2^2 <= 25 */
static void hock12(const double *x, double *v, double *d) {
  v[0] = 0.5 * x[0] * x[0] + x[1] * x[1] - x[0] * x[1] - 7 * x[0] - 7 * x[1];
  v[1] = 4 * x[0] * x[0] + x[1] * x[1] - 25;
  memcpy(d, (double[]){x[0] - x[1] - 7, 2 * x[1] - x[0] - 7, 8 * x[0], 2 * x[1]}, 4 * sizeof *d);
}

/* The same function alone. */
static void without_limit(const double *x, double *v, double *d) {
  double value[2], slope[4];
  hock12(x, value, slope);
  v[0] = value[0];
  memcpy(d, slope, 2 * sizeof *d);
}

/* 35, Beale: min 9 - 8 x1 - 6 x2 - 4 x3 + 2 x1^2 + 2 x2^2 + x3^2 + 2 x1 x2 + 2 x1 x3 with x1 + x2 + 2 x3 <= 3 */
static void hock35(const double *x, double *v, double *d) {
  v[0] = 9 - 8 * x[0] - 6 * x[1] - 4 * x[2] + 2 * x[0] * x[0] + 2 * x[1] * x[1] + x[2] * x[2] + 2 * x[0] * x[1] +
         2 * x[0] * x[2];
  v[1] = x[0] + x[1] + 2 * x[2] - 3;
  memcpy(d,
         (double[]){-8 + 4 * x[0] + 2 * x[1] + 2 * x[2], -6 + 4 * x[1] + 2 * x[0], -4 + 2 * x[2] + 2 * x[0], 1, 1, 2},
         6 * sizeof *d);
}

/* 43, Rosen and Suzuki: three curved constraints */
static void hock43(const double *x, double *v, double *d) {
  double a = x[0], b = x[1], c = x[2], e = x[3];
  v[0] = a * a + b * b + 2 * c * c + e * e - 5 * a - 5 * b - 21 * c + 7 * e;
  v[1] = a * a + b * b + c * c + e * e + a - b + c - e - 8;
  v[2] = a * a + 2 * b * b + c * c + 2 * e * e - a - e - 10;
  v[3] = 2 * a * a + b * b + c * c + 2 * a - b - e - 5;
  double all[] = {2 * a - 5, 2 * b - 5, 4 * c - 21, 2 * e + 7, 2 * a + 1, 2 * b - 1, 2 * c + 1, 2 * e - 1,
                  2 * a - 1, 4 * b,     2 * c,      4 * e - 1, 4 * a + 2, 2 * b - 1, 2 * c,     -1};
  memcpy(d, all, sizeof all);
}

static const Problem problems[] = {
    {.n = 2,
     .nequalities = 1,
     .start = {-1.2, 1},
     .lower = {-10, -10},
     .upper = {10, 10},
     .best = {1, 1},
     .value = 0,
     .formula = hock6},
    {.n = 2,
     .nlimits = 1,
     .start = {0, 0},
     .lower = {-10, -10},
     .upper = {10, 10},
     .best = {2, 3},
     .value = -30,
     .formula = hock12},
    {.n = 3,
     .nlimits = 1,
     .start = {0.5, 0.5, 0.5},
     .upper = {5, 5, 5},
     .best = {4.0 / 3, 7.0 / 9, 4.0 / 9},
     .value = 1.0 / 9,
     .formula = hock35},
    {.n = 4,
     .nlimits = 3,
     .start = {0, 0, 0, 0},
     .lower = {-5, -5, -5, -5},
     .upper = {5, 5, 5, 5},
     .best = {0, 1, 2, -1},
     .value = -44,
     .formula = hock43},
};

static void test_constrained(void **state) {
  (void)state;
  for (int32_t kind = 1; kind < SAR_OPTIMIZE_METHODS; kind++) {
    const SarOptimizeMethod *method = sar_optimize_method(kind);
    if (!method->limits || method->global) continue;
    for (int i = 0; i < 4; i++) {
      Problem p = problems[i];
      double x[5], values[5], gradient[25];
      SarSearchEnd end;
      const char *how;
      if (p.nequalities && !method->equalities) continue;
      assert_int_equal(solve(&p, (SarOptimizeMethodKind)kind, x, &end, &how), SAR_OK);
      p.formula(x, values, gradient);
      if (end == SAR_SEARCH_FAILED || !(fabs(values[0] - p.value) < 1e-4)) {
        fail_msg("%s on problem %d: %.9g, %s", method->name, i, values[0], how);
      }
      for (int32_t j = 0; j < p.n; j++) CHECK_NEAR(x[j], p.best[j], 1e-2);
    }
  }
}

/* An end from inside comes back as it was given, and at once. */
static void test_ended(void **state) {
  (void)state;
  for (int32_t kind = 1; kind < SAR_OPTIMIZE_METHODS; kind++) {
    Problem p = problems[1];
    if (!sar_optimize_method(kind)->limits) {
      p.nlimits = 0;
      p.formula = without_limit;
    }
    double x[5];
    SarSearchEnd end;
    const char *how;
    p.most = 2;
    assert_int_equal(solve(&p, (SarOptimizeMethodKind)kind, x, &end, &how), SAR_RETRY);
    assert_int_equal(p.calls, 3);
  }
}

static void test_find(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarOptimizeMethodKind kind;
  assert_int_equal(sar_optimize_method_find(context, sar_nowhere(), "slsqp", 3, 1, &kind), SAR_OK);
  assert_int_equal(kind, SAR_OPTIMIZE_SLSQP);
  assert_int_equal(sar_optimize_method_find(context, sar_nowhere(), "newton", 0, 0, &kind), SAR_INPUT);
  assert_int_equal(sar_optimize_method_find(context, sar_nowhere(), "bobyqa", 1, 0, &kind), SAR_INPUT);
  assert_int_equal(sar_optimize_method_find(context, sar_nowhere(), "mma", 1, 1, &kind), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 1)->message, "method bobyqa cannot keep constraints");
  assert_string_equal(sar_context_get(context, 2)->message, "method mma cannot keep constraints with =");
  assert_string_equal(sar_context_get(context, 2)->remedy, "give one of: auto slsqp cobyla isres");
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_constrained), cmocka_unit_test(test_ended),
                                     cmocka_unit_test(test_find)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
