/* L D L^T: against the dense solver, with fill that grows with a chain, and the same bits whatever came before. */
#include "linear/ldl.h"

#include "check.h"
#include "linear/allocations.h"
#include "linear/matrices.h"

/* Upper triangle of a random symmetric matrix, its diagonal large enough; from `negative` on below zero. */
static Matrix random_definite(int32_t n, int32_t negative, double each, uint64_t seed) {
  Matrix a = {.nrows = n, .ncolumns = n, .seed = seed};
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = 0; i < j; i++) {
      double value = matrix_random(&a.seed), whether = fabs(matrix_random(&a.seed));
      bool apart = i < negative && j >= negative; /* between both parts anything goes */
      if (whether < each / n) matrix_add(&a, i, j, apart ? 5 * value : value);
    }
    matrix_add(&a, j, j, (j < negative ? 1 : -1) * (2 * each + 1));
  }
  matrix_finish(&a);
  return a;
}

static Matrix both_triangles(const Matrix *a) {
  Matrix full = {.nrows = a->nrows, .ncolumns = a->ncolumns};
  for (int32_t j = 0; j < a->ncolumns; j++) {
    for (int32_t k = a->column[j]; k < a->column[j + 1]; k++) {
      matrix_add(&full, a->row[k], j, a->values[k]);
      if (a->row[k] != j) matrix_add(&full, j, a->row[k], a->values[k]);
    }
  }
  matrix_finish(&full);
  return full;
}

static void compare_with_dense(Matrix *a) {
  SarContext *context = sar_context_create();
  SarPattern upper = matrix_pattern(a);
  Matrix full = both_triangles(a);
  SarPattern all = matrix_pattern(&full);
  SarLdl *ldl = NULL;
  SarLinear *dense = NULL;
  double *x = calloc(2 * (size_t)a->nrows + 1, sizeof *x), *y = x + a->nrows;
  assert_int_equal(sar_ldl_create(context, &upper, &ldl), SAR_OK);
  assert_int_equal(sar_ldl_factor(ldl, a->values), SAR_OK);
  assert_int_equal(sar_linear_create(context, "dense", &all, &dense), SAR_OK);
  assert_int_equal(sar_linear_factor(dense, full.values), SAR_OK);
  for (int32_t i = 0; i < a->nrows; i++) x[i] = y[i] = matrix_random(&a->seed);
  sar_ldl_solve(ldl, x);
  sar_linear_solve(dense, y);
  for (int32_t i = 0; i < a->nrows; i++) CHECK_NEAR(x[i], y[i], 1e-13);
  free(x);
  sar_ldl_destroy(&ldl);
  sar_linear_destroy(&dense);
  matrix_free(&full);
  sar_context_destroy(&context);
}

static void solves_as_the_dense_solver_does(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 30; seed++) {
    int32_t n = 1 + (int32_t)(seed * 7 % 60);
    Matrix definite = random_definite(n, n, 4, seed), both = random_definite(n, n / 2, 4, seed);
    compare_with_dense(&definite);
    compare_with_dense(&both);
    matrix_free(&definite);
    matrix_free(&both);
  }
}

static void a_matrix_without_pivot_is_singular(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a = {.nrows = 3, .ncolumns = 3};
  for (int32_t i = 0; i < 3; i++) matrix_add(&a, i, i, 1);
  matrix_add(&a, 0, 1, 1); /* 1 1; 1 1 */
  matrix_finish(&a);
  SarPattern pattern = matrix_pattern(&a);
  SarLdl *ldl = NULL;
  assert_int_equal(sar_ldl_create(context, &pattern, &ldl), SAR_OK);
  assert_int_equal(sar_ldl_factor(ldl, a.values), SAR_SINGULAR);
  double good[] = {1, 0.5, 1, 1}, x[] = {1, 1, 1};
  assert_int_equal(sar_ldl_factor(ldl, good), SAR_OK); /* what went wrong is forgotten */
  sar_ldl_solve(ldl, x);
  for (int i = 0; i < 3; i++) CHECK_NEAR(x[i], i < 2 ? 1 / 1.5 : 1, 1e-15);
  sar_ldl_destroy(&ldl);
  matrix_free(&a);
  sar_context_destroy(&context);
}

/* Blocks of three in a row, each coupled to the next. */
static int64_t fill_of_chain(int32_t n) {
  SarContext *context = sar_context_create();
  Matrix a = {.nrows = 3 * n, .ncolumns = 3 * n};
  for (int32_t j = 0; j < 3 * n; j++) {
    for (int32_t i = j - 3 - j % 3 < 0 ? 0 : j - 3 - j % 3; i <= j; i++) matrix_add(&a, i, j, i == j ? 10 : 1);
  }
  matrix_finish(&a);
  SarPattern pattern = matrix_pattern(&a);
  SarLdl *ldl = NULL;
  assert_int_equal(sar_ldl_create(context, &pattern, &ldl), SAR_OK);
  long before = allocations_count();
  assert_int_equal(sar_ldl_factor(ldl, a.values), SAR_OK);
  assert_int_equal(allocations_count(), before);
  int64_t fill = sar_ldl_fill(ldl);
  sar_ldl_destroy(&ldl);
  matrix_free(&a);
  sar_context_destroy(&context);
  return fill;
}

static void factors_of_a_chain_are_linear(void **state) {
  (void)state;
  int64_t few = fill_of_chain(100), many = fill_of_chain(300);
  print_message("entries of L: %d and %d\n", (int)few, (int)many);
  assert_true(few >= 100 * 3);
  assert_true((double)many <= 3.05 * (double)few);
}

static void an_exhausted_memory_is_reported(void **state) {
  (void)state;
  if (!allocations_watched()) skip();
  Matrix a = random_definite(20, 20, 4, 3);
  SarPattern pattern = matrix_pattern(&a);
  bool enough = false;
  for (long successes = 0; !enough; successes++) {
    SarContext *context = sar_context_create();
    SarLdl *ldl = NULL;
    assert_true(successes < 100);
    allocations_fail_after(successes);
    SarStatus status = sar_ldl_create(context, &pattern, &ldl);
    allocations_fail_after(-1);
    enough = status == SAR_OK;
    if (!enough) assert_int_equal(status, SAR_NO_MEMORY);
    if (!enough) assert_null(ldl);
    sar_ldl_destroy(&ldl);
    sar_context_destroy(&context);
  }
  matrix_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_as_the_dense_solver_does),
      cmocka_unit_test(a_matrix_without_pivot_is_singular),
      cmocka_unit_test(factors_of_a_chain_are_linear),
      cmocka_unit_test(an_exhausted_memory_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
