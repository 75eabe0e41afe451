/* Every linear solver of the registry, through the same tests. A new class gets them free of charge. */
#include <float.h>

#include "check.h"
#include "linear/allocations.h"
#include "linear/matrices.h"

typedef struct Case {
  const char *name;
  Matrix a;
} Case;

enum { NCASES = 8 };

static void make_cases(Case *cases) {
  cases[0].name = "pendulum", matrix_pendulum(&cases[0].a);
  cases[1].name = "chain of 4", matrix_chain(&cases[1].a, 4, true);
  cases[2].name = "chain of 40", matrix_chain(&cases[2].a, 40, true);
  cases[3].name = "ladder of 3", matrix_ladder(&cases[3].a, 3, true);
  cases[4].name = "full 7", matrix_random_square(&cases[4].a, 7, 2, 99);
  cases[5].name = "sparse 60", matrix_random_square(&cases[5].a, 60, 0.1, 5);
  cases[6].name = "one by one", matrix_random_square(&cases[6].a, 1, 1, 6);
  cases[7].name = "empty", matrix_random_square(&cases[7].a, 0, 1, 6);
}

typedef void Check(SarContext *context, const SarLinearClass *class, const Case *one);

static void for_all(Check *check) {
  Case cases[NCASES];
  make_cases(cases);
  for (int32_t k = 0; k < sar_linear_class_count(); k++) {
    for (int i = 0; i < NCASES; i++) {
      SarContext *context = sar_context_create();
      check(context, sar_linear_class(k), &cases[i]);
      assert_int_equal(sar_context_errors(context), 0);
      sar_context_destroy(&context);
    }
  }
  for (int i = 0; i < NCASES; i++) matrix_free(&cases[i].a);
}

static SarLinear *solver(SarContext *context, const SarLinearClass *class, const Matrix *a) {
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create(context, class->name, &pattern, &linear), SAR_OK);
  assert_string_equal(sar_linear_name(linear), class->name);
  return linear;
}

static double *numbers(int32_t n, uint64_t seed) {
  double *x = calloc((size_t)n + 1, sizeof *x);
  assert_non_null(x);
  for (int32_t i = 0; i < n; i++) x[i] = matrix_random(&seed);
  return x;
}

static double largest(int32_t n, const double *x) {
  double size = 0;
  for (int32_t i = 0; i < n; i++) size = isnan(x[i]) ? INFINITY : fmax(size, fabs(x[i]));
  return size;
}

static double norm(const Matrix *a) {
  double size = 0;
  for (int32_t p = 0; p < a->count; p++) size = fmax(size, fabs(a->values[p]));
  return size * a->nrows;
}

/* Backward error of the solution of A x = b, or of the transposed system: rounding times a modest growth. */
static double backward_error(SarLinear *linear, const Matrix *a, bool transposed) {
  const int32_t n = a->nrows;
  double *b = numbers(n, 17), *x = numbers(n, 17), *back = numbers(n, 1);
  if (transposed) {
    sar_linear_solve_transposed(linear, x);
    matrix_transposed_times(a, x, back);
  } else {
    sar_linear_solve(linear, x);
    matrix_times(a, x, back);
  }
  const double size = norm(a) * largest(n, x) + largest(n, b) + DBL_MIN;
  for (int32_t i = 0; i < n; i++) back[i] -= b[i];
  const double error = isfinite(size) ? largest(n, back) / size : INFINITY;
  free(b);
  free(x);
  free(back);
  return error;
}

static void check_solution(SarContext *context, const SarLinearClass *class, const Case *one) {
  SarLinear *linear = solver(context, class, &one->a);
  assert_int_equal(sar_linear_factor(linear, one->a.values), SAR_OK);
  assert_true(backward_error(linear, &one->a, false) < 1e-14);
  assert_true(backward_error(linear, &one->a, true) < 1e-14);
  assert_int_equal(sar_linear_singular_column(linear), -1);
  const SarLinearStats stats = sar_linear_stats(linear);
  assert_int_equal(stats.solves, 2);
  assert_true(one->a.nrows == 0 || (stats.factorisations == 1 && stats.full == 1));
  assert_true(stats.fill >= one->a.nrows);
  sar_linear_destroy(&linear);
  assert_null(linear);
}
static void test_solution(void **state) { (void)state, for_all(check_solution); }

/* Several right-hand sides at once are solved as one by one, to rounding; five: more than solvers take together. */
static void check_many(SarContext *context, const SarLinearClass *class, const Case *one) {
  enum { SIDES = 5 };
  const int32_t n = one->a.nrows;
  SarLinear *linear = solver(context, class, &one->a);
  assert_int_equal(sar_linear_factor(linear, one->a.values), SAR_OK);
  const double condition = sar_linear_condition(linear, one->a.values);
  for (int transposed = 0; transposed < 2; transposed++) {
    double *single = numbers(SIDES * n, 23), *many = numbers(SIDES * n, 23);
    const int64_t before = sar_linear_stats(linear).solves;
    sar_linear_solve_many(linear, transposed, SIDES, many);
    assert_int_equal(sar_linear_stats(linear).solves - before, SIDES);
    for (int k = 0; k < SIDES; k++) {
      double *x = single + k * n, error = 0;
      (transposed ? sar_linear_solve_transposed : sar_linear_solve)(linear, x);
      for (int32_t i = 0; i < n; i++) error = fmax(error, fabs(x[i] - many[k * n + i]));
      assert_true(error <= 1e-15 * (1 + condition) * largest(n, x));
    }
    free(single);
    free(many);
  }
  sar_linear_destroy(&linear);
}
static void test_many(void **state) { (void)state, for_all(check_many); }

/* Values that wander, with magnitudes over four decades, and entries that become zero. The bound is the backward error
 * at which solvers that keep pivots choose new ones. */
static void check_changing_values(SarContext *context, const SarLinearClass *class, const Case *one) {
  Matrix a = one->a;
  double *original = a.values;
  a.values = numbers(a.count, 1);
  SarLinear *linear = solver(context, class, &a);
  uint64_t seed = 4242;
  for (int round = 0; round < 50; round++) {
    for (int32_t p = 0; p < a.count; p++) {
      a.values[p] = original[p] * exp(0.1 * round * matrix_random(&seed));
      if (round % 10 == 9 && p % 7 == 3 && a.nrows > 20 && fabs(original[p]) < 0.02) a.values[p] = 0;
    }
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    assert_true(backward_error(linear, &a, false) < 1e-12);
    assert_true(backward_error(linear, &a, true) < 1e-12);
  }
  free(a.values);
  sar_linear_destroy(&linear);
}
static void test_changing_values(void **state) { (void)state, for_all(check_changing_values); }

static void check_condition(SarContext *context, const SarLinearClass *class, const Case *one) {
  const Matrix *a = &one->a;
  const int32_t n = a->nrows;
  SarLinear *linear = solver(context, class, a);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  double norm_a = 0, norm_inverse = 0, *x = numbers(n, 1);
  for (int32_t j = 0; j < n; j++) {
    double sum = 0;
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) sum += fabs(a->values[p]);
    norm_a = fmax(norm_a, sum);
    memset(x, 0, (size_t)n * sizeof *x);
    x[j] = 1, sum = 0;
    sar_linear_solve(linear, x);
    for (int32_t i = 0; i < n; i++) sum += fabs(x[i]);
    norm_inverse = fmax(norm_inverse, sum);
  }
  const double truth = n > 0 ? norm_a * norm_inverse : 1, estimate = sar_linear_condition(linear, a->values);
  assert_true(estimate <= 1.0001 * truth && estimate >= truth / 3);
  free(x);
  sar_linear_destroy(&linear);
}
static void test_condition(void **state) { (void)state, for_all(check_condition); }

/* A column of zeros, and a column equal to another one. */
static void check_singular(SarContext *context, const SarLinearClass *class, const Case *one) {
  Matrix a = one->a;
  if (a.nrows < 3) return;
  double *original = a.values;
  a.values = calloc((size_t)a.count + 1, sizeof *a.values);
  assert_non_null(a.values);
  memcpy(a.values, original, (size_t)a.count * sizeof *a.values);
  for (int32_t p = a.column[2]; p < a.column[3]; p++) a.values[p] = 0;
  SarLinear *linear = solver(context, class, &a);
  for (int round = 0; round < 3; round++) {
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_SINGULAR);
    assert_int_equal(sar_linear_singular_column(linear), 2);
    assert_true(sar_linear_stats(linear).reciprocal == 0);
    assert_true(isinf(sar_linear_condition(linear, a.values)));
    assert_true(isinf(backward_error(linear, &a, false)));
    assert_true(isinf(backward_error(linear, &a, true)));
    assert_int_equal(sar_linear_factor(linear, original), SAR_OK); /* and it recovers */
    assert_true(backward_error(linear, &one->a, false) < 1e-14);
    assert_int_equal(sar_linear_singular_column(linear), -1);
  }
  sar_linear_destroy(&linear);
  free(a.values);
}
static void test_singular(void **state) { (void)state, for_all(check_singular); }

/* Redundant constraints: a chain whose joint is written down twice. Rounding alone keeps the pivots from being zero. */
static void test_dependent_constraints(void **state) {
  (void)state;
  for (int32_t k = 0; k < sar_linear_class_count(); k++) {
    Matrix a;
    Mechanism m;
    mechanism_start(&m, &a, 3, 12, true);
    for (int32_t body = 0; body < 3; body++) mechanism_spherical(&m, body - 1, body);
    /* the last joint once more, divided by 3 so that nothing cancels exactly */
    const int32_t count = a.count;
    for (int32_t p = 0; p < count; p++) {
      const Triplet t = a.triplets[p];
      const int32_t row = t.row - 18 - 6, column = t.column - 18 - 6;
      if (row >= 0 && t.row >= 18) {
        matrix_add(&a, 18 + 9 + row, t.column, t.value / 3);
      } else if (column >= 0 && t.column >= 18) {
        matrix_add(&a, t.row, 18 + 9 + column, t.value / 3);
      }
    }
    matrix_finish(&a);
    SarContext *context = sar_context_create();
    SarLinear *linear = solver(context, sar_linear_class(k), &a);
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_SINGULAR);
    assert_true(sar_linear_singular_column(linear) >= 0);
    sar_linear_destroy(&linear);
    sar_context_destroy(&context);
    matrix_free(&a);
  }
}

/* Columns and rows in other units are not a reason to call a matrix singular. (Row pivoting does not see columns'
 * scales at all; with rows it must be able to tell small numbers from rounding, so there the scale is milder.) */
static void check_scaling(SarContext *context, const SarLinearClass *class, const Case *one) {
  Matrix a = one->a;
  double *original = a.values;
  a.values = numbers(a.count, 1);
  SarLinear *linear = solver(context, class, &a);
  for (int round = 0; round < 2; round++) {
    for (int32_t j = 0; j < a.ncolumns; j++) {
      for (int32_t p = a.column[j]; p < a.column[j + 1]; p++) {
        const double scale = round == 0 ? (j % 3 == 1 ? 1e-18 : 1) : (a.row[p] % 3 == 1 ? 1e-9 : 1);
        a.values[p] = original[p] * scale;
      }
    }
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  }
  sar_linear_destroy(&linear);
  free(a.values);
}
static void test_scaling(void **state) { (void)state, for_all(check_scaling); }

static void check_not_finite(SarContext *context, const SarLinearClass *class, const Case *one) {
  Matrix a = one->a;
  if (a.nrows == 0) return;
  double *original = a.values;
  a.values = numbers(a.count, 1);
  SarLinear *linear = solver(context, class, &a);
  const double bad[] = {NAN, INFINITY, -INFINITY};
  for (int i = 0; i < 9; i++) {
    memcpy(a.values, original, (size_t)a.count * sizeof *a.values);
    const int32_t column = i * 5 % a.ncolumns;
    a.values[a.column[column + 1] - 1] = bad[i % 3];
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_SINGULAR);
    assert_int_equal(sar_linear_singular_column(linear), column);
    assert_true(isinf(backward_error(linear, &a, false)));
    double *x = numbers(a.nrows, 3);
    assert_int_equal(sar_linear_factor(linear, original), SAR_OK);
    x[0] = bad[i % 3];
    sar_linear_solve(linear, x);
    sar_linear_solve_transposed(linear, x);
    assert_true(isinf(largest(a.nrows, x)));
    free(x);
  }
  /* numbers that overflow on the way */
  for (int32_t p = 0; p < a.count; p++) a.values[p] = original[p] * 1e308;
  const SarStatus status = sar_linear_factor(linear, a.values);
  assert_true(status == SAR_OK || status == SAR_SINGULAR);
  sar_linear_destroy(&linear);
  free(a.values);
}
static void test_not_finite(void **state) { (void)state, for_all(check_not_finite); }

/* The same calls give the same bits, in a fresh solver and after other values. */
static void check_bits(SarContext *context, const SarLinearClass *class, const Case *one) {
  const Matrix *a = &one->a;
  const size_t size = (size_t)a->nrows * sizeof(double);
  double *first = numbers(a->nrows, 8), *again = numbers(a->nrows, 8), *other = numbers(a->count, 1);
  for (int32_t p = 0; p < a->count; p++) other[p] = a->values[p] * (1 + 0.01 * other[p]);
  SarLinear *linear = solver(context, class, a);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  sar_linear_solve(linear, first);
  assert_int_equal(sar_linear_factor(linear, other), SAR_OK);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  sar_linear_solve(linear, again);
  assert_memory_equal(first, again, size);
  sar_linear_destroy(&linear);

  linear = solver(context, class, a);
  for (uint64_t seed = 8, i = 0; i < (uint64_t)a->nrows; i++) again[i] = matrix_random(&seed);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  sar_linear_solve(linear, again);
  assert_memory_equal(first, again, size);
  sar_linear_destroy(&linear);
  free(first);
  free(again);
  free(other);
}
static void test_bits(void **state) { (void)state, for_all(check_bits); }

static void check_allocations(SarContext *context, const SarLinearClass *class, const Case *one) {
  const Matrix *a = &one->a;
  double *x = numbers(a->nrows, 8), *other = numbers(a->count, 1);
  for (int32_t p = 0; p < a->count; p++) other[p] = a->values[p] * (1 + 0.01 * other[p]);
  SarLinear *linear = solver(context, class, a);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  sar_linear_solve(linear, x);
  const long before = allocations_count();
  for (int round = 0; round < 10; round++) {
    sar_linear_factor(linear, round % 2 ? a->values : other);
    sar_linear_solve(linear, x);
    sar_linear_solve_transposed(linear, x);
    sar_linear_condition(linear, a->values);
  }
  assert_int_equal(allocations_count(), before);
  sar_linear_destroy(&linear);
  free(x);
  free(other);
}
static void test_allocations(void **state) {
  (void)state;
  if (!allocations_watched()) skip();
  for_all(check_allocations);
}

/* Memory that runs out at any point is reported, and nothing leaks or crashes. */
static void test_no_memory(void **state) {
  (void)state;
  if (!allocations_watched()) skip();
  Matrix a;
  matrix_chain(&a, 4, true);
  const SarPattern pattern = matrix_pattern(&a);
  for (int32_t k = 0; k < sar_linear_class_count(); k++) {
    SarStatus status = SAR_NO_MEMORY;
    int failures = 0;
    for (long successes = 0; status != SAR_OK; successes++, failures++) {
      SarContext *context = sar_context_create();
      SarLinear *linear = NULL;
      allocations_fail_after(successes);
      status = sar_linear_create(context, sar_linear_class(k)->name, &pattern, &linear);
      if (status == SAR_OK) status = sar_linear_factor(linear, a.values);
      allocations_fail_after(-1);
      assert_true(status == SAR_OK || status == SAR_NO_MEMORY);
      sar_linear_destroy(&linear);
      sar_context_destroy(&context);
    }
    assert_true(failures > 5);
  }
  matrix_free(&a);
}

static void test_misuse(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  int32_t column[] = {0, 2, 3}, sorted[] = {0, 1, 1}, unsorted[] = {1, 0, 1}, outside[] = {0, 2, 1};
  const SarPattern good = {2, 2, column, sorted}, bad = {2, 2, column, unsorted}, far = {2, 2, column, outside},
                   wide = {3, 2, column, sorted};
  assert_int_equal(sar_linear_create(context, "gauss", &good, &linear), SAR_USAGE);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "gauss"));
  assert_non_null(strstr(sar_context_get(context, 0)->remedy, "klu"));
  assert_int_equal(sar_linear_create(context, NULL, &good, &linear), SAR_USAGE);
  assert_int_equal(sar_linear_create(context, "auto", &bad, &linear), SAR_USAGE);
  assert_int_equal(sar_linear_create(context, "auto", &far, &linear), SAR_USAGE);
  assert_int_equal(sar_linear_create(context, "auto", &wide, &linear), SAR_USAGE);
  assert_null(linear);
  assert_int_equal(sar_context_errors(context), 5);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  assert_null(sar_linear_class_find("auto"));
  assert_null(sar_linear_class(-1));
  assert_null(sar_linear_class(sar_linear_class_count()));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_solution),
      cmocka_unit_test(test_many),
      cmocka_unit_test(test_changing_values),
      cmocka_unit_test(test_condition),
      cmocka_unit_test(test_singular),
      cmocka_unit_test(test_dependent_constraints),
      cmocka_unit_test(test_scaling),
      cmocka_unit_test(test_not_finite),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_allocations),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
