/* What only KLU does: keeping pivots, and giving them up when they have gone bad. */
#include "check.h"
#include "linear/allocations.h"
#include "linear/matrices.h"

static SarLinear *make(SarContext *context, const Matrix *a) {
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create(context, "klu", &pattern, &linear), SAR_OK);
  return linear;
}

/* Small changes of the values keep the pivots, whatever their number. */
static void test_kept_pivots(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  matrix_ladder(&a, 5, true);
  SarLinear *linear = make(context, &a);
  uint64_t seed = 3;
  for (int round = 0; round < 100; round++) {
    for (int32_t p = 0; p < a.count; p++) a.values[p] *= 1 + 1e-3 * matrix_random(&seed);
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  }
  const SarLinearStats stats = sar_linear_stats(linear);
  assert_int_equal(stats.factorisations, 100);
  assert_int_equal(stats.full, 1);
  assert_true(stats.fill > a.count);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* Without a trial the same pivots are kept, for the same bits, whatever they are worth. */
static void test_untried(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a = {.nrows = 2, .ncolumns = 2};
  for (int32_t i = 0; i < 2; i++) {
    for (int32_t j = 0; j < 2; j++) matrix_add(&a, i, j, i == j ? 2 : 1);
  }
  matrix_finish(&a);
  SarLinear *tried = make(context, &a), *untried = make(context, &a);
  double x[2] = {1, -2}, y[2] = {1, -2};
  assert_int_equal(sar_linear_factor(tried, a.values), SAR_OK);
  assert_int_equal(sar_linear_factor_untried(untried, a.values), SAR_OK);
  sar_linear_solve(tried, x);
  sar_linear_solve(untried, y);
  assert_memory_equal(x, y, sizeof x);
  *matrix_entry(&a, 0, 0) = *matrix_entry(&a, 1, 1) = 1e-9; /* a trial finds the pivots bad */
  assert_int_equal(sar_linear_factor(tried, a.values), SAR_OK);
  assert_int_equal(sar_linear_factor_untried(untried, a.values), SAR_OK);
  assert_int_equal(sar_linear_stats(tried).full, 2);
  assert_int_equal(sar_linear_stats(untried).full, 1);
  sar_linear_destroy(&tried);
  sar_linear_destroy(&untried);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* [e 1 0; 1 1 1; 0 1 2] with e = 1: the diagonal is a good pivot sequence; with e = 1e-14 it would lose all digits, and
 * with e = 0 it breaks down. */
static void test_new_pivots(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a = {.nrows = 3, .ncolumns = 3};
  const double entries[3][3] = {{1, 1, 0}, {1, 3, 1}, {0, 1, 2}};
  for (int32_t i = 0; i < 3; i++) {
    for (int32_t j = 0; j < 3; j++) {
      if (entries[i][j] != 0) matrix_add(&a, i, j, entries[i][j]);
    }
  }
  matrix_finish(&a);
  SarLinear *linear = make(context, &a);
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  const long before = allocations_count();
  const double tiny[] = {0, 1e-300, 1e-17, 1e-14, 1e-11, 1e-8};
  for (size_t k = 0; k < sizeof tiny / sizeof *tiny; k++) {
    *matrix_entry(&a, 0, 0) = tiny[k];
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    double x[3] = {1, -2, 0.7}, back[3];
    sar_linear_solve(linear, x);
    matrix_times(&a, x, back);
    assert_true(fabs(back[0] - 1) + fabs(back[1] + 2) + fabs(back[2] - 0.7) < 1e-14);
  }
  const SarLinearStats stats = sar_linear_stats(linear);
  assert_int_equal(stats.factorisations, 7);
  assert_true(stats.full >= 2 && stats.full <= 3);
  assert_true(!allocations_watched() || allocations_count() > before); /* KLU's own allocations are seen */
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* Our own solution with KLU's factors against klu_solve, which several right-hand sides go to: the same bits, also of
 * matrices that fall into blocks and of columns of every length. */
static void test_same_bits_as_klu(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  for (int32_t n = 1; n < 60; n++) {
    Matrix a = {.nrows = n, .ncolumns = n};
    uint64_t seed = 77 + (uint64_t)n;
    for (int32_t i = 0; i < n; i++) {
      for (int32_t j = 0; j < n; j++) {
        const bool stored = i == j || (matrix_random(&seed) < -0.6 && (n % 3 || i < j || i / 7 == j / 7));
        if (stored) matrix_add(&a, i, j, i == j ? 3 + matrix_random(&seed) : matrix_random(&seed));
      }
    }
    matrix_finish(&a);
    SarLinear *linear = make(context, &a);
    double x[60], y[60];
    for (int32_t i = 0; i < n; i++) x[i] = y[i] = matrix_random(&seed);
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    sar_linear_solve(linear, x);
    sar_linear_solve_many(linear, false, 1, y);
    assert_memory_equal(x, y, (size_t)n * sizeof *x);
    sar_linear_destroy(&linear);
    matrix_free(&a);
  }
  sar_context_destroy(&context);
}

/* A matrix close to singular for its own sake keeps its pivots, and the look at them allocates nothing. */
static void test_near_singular_keeps_pivots(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  matrix_random_square(&a, 12, 0.3, 31);
  const int32_t last = a.ncolumns - 1;
  SarLinear *linear = make(context, &a);
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  /* scale one column: the pivots shrink without any loss of digits */
  for (int32_t p = a.column[last]; p < a.column[last + 1]; p++) a.values[p] *= 1e-10;
  const long before = allocations_count();
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  assert_int_equal(allocations_count(), before);
  assert_true(sar_linear_stats(linear).reciprocal < 1e-8);
  assert_int_equal(sar_linear_stats(linear).full, 1);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

static double ratio(Matrix *a) {
  SarContext *context = sar_context_create();
  SarLinear *linear = make(context, a);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  const double cost_ratio = sar_linear_stats(linear).cost_ratio;
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(a);
  return cost_ratio;
}

/* Timings of a prototype gave 2.8 for chains and 4.8 for ladders of four-bars, independent of their length. */
static void test_cost_ratio(void **state) {
  (void)state;
  Matrix a;
  matrix_chain(&a, 20, true);
  const double chain = ratio(&a);
  matrix_chain(&a, 500, true);
  const double long_chain = ratio(&a);
  matrix_ladder(&a, 40, true);
  const double ladder = ratio(&a);
  assert_true(chain > 2.3 && chain < 3.6);
  assert_true(fabs(long_chain - chain) < 0.3);
  assert_true(ladder > chain && ladder > 3.4 && ladder < 5.6);
}

/* What `auto` chooses: dense for tiny systems and for full ones; otherwise it decides later (automatic_test.c). */
static const char *automatic(Matrix *a) {
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create(context, "auto", &pattern, &linear), SAR_OK);
  const char *name = sar_linear_name(linear);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(a);
  return name;
}

static void test_auto(void **state) {
  (void)state;
  Matrix a;
  matrix_random_square(&a, 8, 0.1, 7);
  assert_string_equal(automatic(&a), "dense");
  matrix_random_square(&a, 50, 1, 7);
  assert_string_equal(automatic(&a), "dense");
  matrix_pendulum(&a);
  assert_string_equal(automatic(&a), "auto");
  matrix_chain(&a, 100, true);
  assert_string_equal(automatic(&a), "auto");
}

/* A solver of a part takes the values of all and looks at those alone: the bits are those of a solver of the smaller
 * pattern. */
static void test_part(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix all, part;
  matrix_chain(&part, 12, true);
  matrix_random_square(&all, 108, 0.05, 7);
  Matrix both = {.nrows = 108, .ncolumns = 108};
  const SarPattern smaller = matrix_pattern(&part);
  for (int32_t j = 0; j < 108; j++) {
    for (int32_t k = part.column[j]; k < part.column[j + 1]; k++) matrix_add(&both, part.row[k], j, part.values[k]);
    for (int32_t k = all.column[j]; k < all.column[j + 1]; k++) {
      if (sar_pattern_find(&smaller, all.row[k], j) < 0) matrix_add(&both, all.row[k], j, NAN);
    }
  }
  matrix_finish(&both);
  const SarPattern pattern = matrix_pattern(&both);
  bool *kept = calloc((size_t)both.count + 1, sizeof *kept);
  assert_non_null(kept);
  for (int32_t j = 0; j < 108; j++) {
    for (int32_t k = both.column[j]; k < both.column[j + 1]; k++) {
      int32_t at = sar_pattern_find(&smaller, both.row[k], j);
      kept[k] = at >= 0;
      both.values[k] = at >= 0 ? part.values[at] : NAN; /* not looked at */
    }
  }
  SarLinear *of_part = NULL, *small = make(context, &part);
  assert_int_equal(sar_linear_create_of_part(context, "klu", &pattern, kept, NULL, &of_part), SAR_OK);
  assert_int_equal(sar_linear_factor(of_part, both.values), SAR_OK);
  assert_int_equal(sar_linear_factor(small, part.values), SAR_OK);
  double x[108], y[108];
  assert_int_equal(part.nrows, 108);
  for (int i = 0; i < 108; i++) x[i] = y[i] = cos(i);
  sar_linear_solve(of_part, x);
  sar_linear_solve(small, y);
  assert_memory_equal(x, y, sizeof x);
  assert_true(sar_linear_condition(of_part, both.values) == sar_linear_condition(small, part.values));
  free(kept);
  sar_linear_destroy(&of_part);
  sar_linear_destroy(&small);
  matrix_free(&all);
  matrix_free(&both);
  matrix_free(&part);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_kept_pivots),
      cmocka_unit_test(test_untried),
      cmocka_unit_test(test_new_pivots),
      cmocka_unit_test(test_same_bits_as_klu),
      cmocka_unit_test(test_near_singular_keeps_pivots),
      cmocka_unit_test(test_cost_ratio),
      cmocka_unit_test(test_auto),
      cmocka_unit_test(test_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
