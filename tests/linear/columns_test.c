/* Which columns of constraint gradients can be solved for: small matrices by full pivoting, large ones row by row, on
 * random matrices, chains and ladders of four-bars. */
#include "linear/columns.h"

#include "check.h"
#include "linear/matrices.h"

/* Rows of nonzero gradients, not of columns as the builder makes them. */
static Matrix transposed(const Matrix *a) {
  Matrix t = {.nrows = a->ncolumns, .ncolumns = a->nrows};
  for (int32_t j = 0; j < a->ncolumns; j++) {
    for (int32_t k = a->column[j]; k < a->column[j + 1]; k++) matrix_add(&t, j, a->row[k], a->values[k]);
  }
  matrix_finish(&t);
  return t;
}

static double *ones(int32_t n) {
  double *x = malloc(((size_t)n + 1) * sizeof *x);
  assert_non_null(x);
  for (int32_t i = 0; i < n; i++) x[i] = 1;
  return x;
}

/* nrows by 2 nrows, about `each` entries in a row, one of them large so that rows are independent. */
static Matrix random_wide(int32_t nrows, double each, uint64_t seed) {
  Matrix a = {.nrows = nrows, .ncolumns = 2 * nrows, .seed = seed};
  for (int32_t j = 0; j < a.ncolumns; j++) {
    for (int32_t i = 0; i < nrows; i++) {
      double value = matrix_random(&a.seed), whether = fabs(matrix_random(&a.seed));
      if (j == 2 * i) {
        matrix_add(&a, i, j, 3 + value);
      } else if (whether < each / (2 * nrows)) {
        matrix_add(&a, i, j, value);
      }
    }
  }
  matrix_finish(&a);
  return a;
}

/* 1-norm condition number of the chosen columns; fails where one is chosen twice. */
static double condition(const Matrix *a, const int32_t *chosen) {
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  Matrix square = {.nrows = a->nrows, .ncolumns = a->nrows};
  bool *seen = calloc((size_t)a->ncolumns, sizeof *seen);
  for (int32_t k = 0; k < a->nrows; k++) {
    int32_t j = chosen[k];
    assert_true(j >= 0 && j < a->ncolumns && !seen[j]);
    seen[j] = true;
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) matrix_add(&square, a->row[p], k, a->values[p]);
  }
  matrix_finish(&square);
  SarPattern pattern = matrix_pattern(&square);
  assert_int_equal(sar_linear_create(context, "auto", &pattern, &linear), SAR_OK);
  double result = INFINITY;
  if (sar_linear_factor(linear, square.values) == SAR_OK) result = sar_linear_condition(linear, square.values);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&square);
  free(seen);
  return result;
}

static SarStatus choose(const Matrix *a, int32_t *chosen, int32_t *row) {
  double *scale = ones(a->ncolumns);
  SarPattern pattern = matrix_pattern(a);
  SarStatus status = sar_choose_columns(&pattern, a->values, scale, chosen, row);
  free(scale);
  return status;
}

static void check(Matrix *a, double most) {
  int32_t *chosen = malloc(((size_t)a->nrows + 1) * sizeof *chosen), row = 5;
  assert_int_equal(choose(a, chosen, &row), SAR_OK);
  assert_int_equal(row, -1);
  double size = condition(a, chosen);
  print_message("%d by %d: condition %.1e\n", (int)a->nrows, (int)a->ncolumns, size);
  assert_true(size < most);
  free(chosen);
  matrix_free(a);
}

static void random_matrices(void **state) {
  (void)state;
  static const int32_t sizes[] = {1, 2, 7, 40, 200, 201, 400}; /* both ways; 200 and 201 are next to the border */
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    for (uint64_t seed = 1; seed < 4; seed++) {
      Matrix a = random_wide(sizes[k], 4, 77 * seed);
      check(&a, 30.0 * sizes[k]);
    }
  }
}

static void mechanisms(void **state) {
  (void)state;
  static const int32_t sizes[] = {3, 10, 40, 120};
  for (int k = 0; k < 4; k++) {
    Matrix chain, ladder;
    matrix_chain(&chain, sizes[k], false);
    matrix_ladder(&ladder, sizes[k], false);
    Matrix rows = transposed(&chain), rungs = transposed(&ladder);
    check(&rows, 1e4);
    check(&rungs, 1e8);
    matrix_free(&chain);
    matrix_free(&ladder);
  }
}

/* A column in other units is not another column: what counts is the column times its scale. */
static void scales(void **state) {
  (void)state;
  for (int32_t nrows = 20; nrows <= 400; nrows += 380) {
    Matrix a = random_wide(nrows, 4, 5);
    int32_t *plain = malloc((size_t)nrows * sizeof *plain), *scaled = malloc((size_t)nrows * sizeof *scaled);
    double *scale = ones(a.ncolumns);
    assert_int_equal(choose(&a, plain, NULL), SAR_OK);
    for (int32_t j = 0; j < a.ncolumns; j++) {
      scale[j] = ldexp(1, j % 31 - 15);
      for (int32_t p = a.column[j]; p < a.column[j + 1]; p++) a.values[p] /= scale[j];
    }
    SarPattern pattern = matrix_pattern(&a);
    assert_int_equal(sar_choose_columns(&pattern, a.values, scale, scaled, NULL), SAR_OK);
    assert_memory_equal(plain, scaled, (size_t)nrows * sizeof *plain);
    free(plain), free(scaled), free(scale);
    matrix_free(&a);
  }
}

/* Row `last` becomes a sum of two others: it, or one of those, is named. */
static void dependent_rows(void **state) {
  (void)state;
  static const int32_t sizes[] = {5, 60, 300};
  for (int k = 0; k < 3; k++) {
    int32_t n = sizes[k], row = -1, x = n / 3, y = n / 2, sum = n - 2, *chosen = malloc((size_t)n * sizeof *chosen);
    Matrix right = random_wide(n, 4, 9), a = {.nrows = n, .ncolumns = 2 * n};
    for (int32_t j = 0; j < a.ncolumns; j++) {
      double total = 0;
      for (int32_t p = right.column[j]; p < right.column[j + 1]; p++) {
        int32_t i = right.row[p];
        if (i == x || i == y) total += (i == x ? 0.7 : -1.3) * right.values[p];
        if (i != sum) matrix_add(&a, i, j, right.values[p]);
      }
      if (total != 0) matrix_add(&a, sum, j, total);
    }
    matrix_finish(&a);
    assert_int_equal(choose(&a, chosen, &row), SAR_SINGULAR);
    if (row != x && row != y && row != sum) fail_msg("row %d of %d, expected %d, %d or %d", row, n, x, y, sum);
    assert_int_equal(choose(&a, chosen, NULL), SAR_SINGULAR); /* nobody asks */
    matrix_free(&right);
    matrix_free(&a);
    free(chosen);
  }
}

static void an_empty_row(void **state) {
  (void)state;
  for (int32_t n = 4; n < 400; n += 300) {
    Matrix a = {.nrows = n, .ncolumns = n + 1};
    int32_t row = -1, *chosen = malloc((size_t)n * sizeof *chosen);
    for (int32_t i = 0; i < n; i++) {
      if (i != 2) matrix_add(&a, i, i, 1 + i % 3);
    }
    matrix_finish(&a);
    assert_int_equal(choose(&a, chosen, &row), SAR_SINGULAR);
    assert_int_equal(row, 2);
    matrix_free(&a);
    free(chosen);
  }
}

/* Entries of the same size but for rounding: the choice is that without rounding. */
static void ties(void **state) {
  (void)state;
  for (int32_t n = 12; n <= 300; n += 288) {
    Matrix a = {.nrows = n, .ncolumns = 3 * n};
    int32_t *exact = malloc((size_t)n * sizeof *exact), *rounded = malloc((size_t)n * sizeof *rounded);
    uint64_t seed = 3;
    for (int32_t i = 0; i < n; i++) {
      for (int32_t j = 0; j < 3; j++) matrix_add(&a, i, 3 * i + j, j == 1 ? -0.5 : 0.5);
      if (i > 0) matrix_add(&a, i, 3 * i - 1, 0.5);
    }
    matrix_finish(&a);
    assert_int_equal(choose(&a, exact, NULL), SAR_OK);
    for (int trial = 0; trial < 10; trial++) {
      double *values = malloc((size_t)a.count * sizeof *values), *kept = a.values;
      for (int32_t p = 0; p < a.count; p++) values[p] = a.values[p] * (1 + 1e-13 * matrix_random(&seed));
      a.values = values;
      assert_int_equal(choose(&a, rounded, NULL), SAR_OK);
      a.values = kept;
      assert_memory_equal(exact, rounded, (size_t)n * sizeof *exact);
      free(values);
    }
    matrix_free(&a);
    free(exact), free(rounded);
  }
}

static void nothing_to_choose(void **state) {
  (void)state;
  int32_t column[3] = {0}, row = 3;
  SarPattern pattern = {0, 2, column, column};
  assert_int_equal(sar_choose_columns(&pattern, NULL, (double[]){1, 1}, NULL, &row), SAR_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_matrices),  cmocka_unit_test(mechanisms),
                                     cmocka_unit_test(scales),           cmocka_unit_test(dependent_rows),
                                     cmocka_unit_test(an_empty_row),     cmocka_unit_test(ties),
                                     cmocka_unit_test(nothing_to_choose)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
