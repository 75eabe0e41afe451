/* The dense solver against LAPACK: the same pivots, the same solutions up to rounding, the same condition numbers. */
#include <float.h>
#include <lapacke.h>

#include "check.h"
#include "linear/matrices.h"

static double *expand(const Matrix *a) {
  const size_t n = (size_t)a->nrows;
  double *full = calloc(n * n, sizeof *full);
  assert_non_null(full);
  for (int32_t j = 0; j < a->ncolumns; j++) {
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) full[(size_t)j * n + (size_t)a->row[p]] = a->values[p];
  }
  return full;
}

static double smallest_over_largest(const double *full, int32_t n) {
  double smallest = INFINITY, largest = 0;
  for (int32_t k = 0; k < n; k++) {
    smallest = fmin(smallest, fabs(full[(size_t)k * (size_t)n + (size_t)k]));
    largest = fmax(largest, fabs(full[(size_t)k * (size_t)n + (size_t)k]));
  }
  return smallest / largest;
}

static void compare(Matrix *a) {
  const int32_t n = a->nrows;
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create(context, "dense", &pattern, &linear), SAR_OK);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);

  double *full = expand(a), *x = calloc((size_t)n, sizeof *x), *y = calloc((size_t)n, sizeof *y);
  int *pivots = calloc((size_t)n, sizeof *pivots);
  for (int32_t i = 0; i < n; i++) x[i] = y[i] = matrix_random(&a->seed);
  const double norm = LAPACKE_dlange(LAPACK_COL_MAJOR, '1', n, n, full, n);
  assert_int_equal(LAPACKE_dgetrf(LAPACK_COL_MAJOR, n, n, full, n, pivots), 0);
  double reciprocal = 0;
  LAPACKE_dgecon(LAPACK_COL_MAJOR, '1', n, full, n, norm, &reciprocal);

  const double condition = sar_linear_condition(linear, a->values);
  assert_true(condition > 0.999 / reciprocal && condition < 3 / reciprocal);
  const double ratio = smallest_over_largest(full, n);
  assert_true(fabs(sar_linear_stats(linear).reciprocal - ratio) < 1e-9 * ratio);
  for (int transposed = 0; transposed < 2; transposed++) {
    LAPACKE_dgetrs(LAPACK_COL_MAJOR, transposed ? 'T' : 'N', n, 1, full, n, pivots, x, n);
    (transposed ? sar_linear_solve_transposed : sar_linear_solve)(linear, y);
    double error = 0, size = 0;
    for (int32_t i = 0; i < n; i++) error = fmax(error, fabs(x[i] - y[i])), size = fmax(size, fabs(x[i]));
    assert_true(error <= 10 * DBL_EPSILON * condition * size);
    memcpy(y, x, (size_t)n * sizeof *y);
  }
  assert_int_equal(sar_linear_stats(linear).solves, 2);
  free(full);
  free(x);
  free(y);
  free(pivots);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(a);
}

static void test_against_lapack(void **state) {
  (void)state;
  Matrix a;
  for (int32_t n = 1; n <= 40; n += 3) {
    matrix_random_square(&a, n, 0.3, 1000 + (uint64_t)n);
    compare(&a);
    matrix_random_square(&a, n, 2, 2000 + (uint64_t)n);
    compare(&a);
  }
  matrix_pendulum(&a);
  compare(&a);
  matrix_chain(&a, 6, true);
  compare(&a);
  matrix_ladder(&a, 2, true);
  compare(&a);
}

/* The result depends on the values alone: a detour over other values leaves no trace. */
static void test_no_memory_of_the_past(void **state) {
  (void)state;
  Matrix a;
  matrix_random_square(&a, 20, 0.5, 12);
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(&a);
  assert_int_equal(sar_linear_create(context, "dense", &pattern, &linear), SAR_OK);
  double first[20], second[20], *values = calloc((size_t)a.count, sizeof *values);
  for (int i = 0; i < 20; i++) first[i] = second[i] = i + 1;
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  sar_linear_solve(linear, first);
  for (int32_t p = 0; p < a.count; p++) values[p] = matrix_random(&a.seed);
  assert_int_equal(sar_linear_factor(linear, values), SAR_OK);
  memset(values, 0, (size_t)a.count * sizeof *values);
  assert_int_equal(sar_linear_factor(linear, values), SAR_SINGULAR);
  assert_int_equal(sar_linear_singular_column(linear), 0);
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  sar_linear_solve(linear, second);
  assert_memory_equal(first, second, sizeof first);
  free(values);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_lapack),
      cmocka_unit_test(test_no_memory_of_the_past),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
