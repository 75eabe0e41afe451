/* What the search for an order costs at N and 3 N parts, by counters: attempts that are bound to fail are given up on
 * the way. */
#include "check.h"
#include "linear/matrices.h"

/* Three times the parts may cost this many times as much: a power of 1.1. */
#define LINEAR_GROWTH 3.35

static SarLinearStats search(Matrix *a) {
  SarContext *context = sar_context_create();
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create(context, "klu", &pattern, &linear), SAR_OK);
  assert_int_equal(sar_linear_factor(linear, a->values), SAR_OK);
  double *x = calloc((size_t)a->nrows, sizeof *x), *back = calloc((size_t)a->nrows, sizeof *back), error = 0;
  assert_true(x && back);
  for (int32_t i = 0; i < a->nrows; i++) x[i] = cos(i);
  sar_linear_solve(linear, x);
  matrix_times(a, x, back);
  for (int32_t i = 0; i < a->nrows; i++) error = fmax(error, fabs(back[i] - cos(i)));
  assert_true(error < 1e-9);
  const SarLinearStats stats = sar_linear_stats(linear);
  free(x);
  free(back);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(a);
  return stats;
}

/* Masses and springs become small beside the gradients of the constraints, so that they are no pivots. */
static void make_light(Matrix *a, int32_t nlinks) {
  for (int32_t j = 0; j < 6 * nlinks; j++) {
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) {
      if (a->row[p] < 6 * nlinks) a->values[p] *= 1e-5;
    }
  }
}

/* A cable between two points of the ground: links on spherical joints, with springs from link to link. */
static SarLinearStats search_cable(int32_t nlinks) {
  Matrix a;
  Mechanism m;
  mechanism_start(&m, &a, nlinks, 3 * nlinks + 3, true);
  for (int32_t k = 0; k < nlinks; k++) mechanism_spherical(&m, k - 1, k);
  mechanism_spherical(&m, nlinks - 1, -1);
  for (int32_t k = 1; k < nlinks; k++) mechanism_couple(&m, k - 1, k, true);
  matrix_finish(&a);
  make_light(&a, nlinks);
  return search(&a);
}

/* The first order has twenty times the entries that were foreseen, and with the square of the links more. */
static void test_spoiled_order_is_given_up(void **state) {
  (void)state;
  const SarLinearStats one = search_cable(100), three = search_cable(300);
  assert_true((double)three.fill < LINEAR_GROWTH * (double)one.fill);
  assert_true((double)three.peak < LINEAR_GROWTH * (double)one.peak);
}

/* Half of the columns are matched with each other once and for all; of the others every second one looks for its row
 * among all of those first, in vain, and then finds it next door. */
static SarLinearStats search_with_detours(int32_t n, int32_t *entries) {
  Matrix a = {.nrows = 2 * n, .ncolumns = 2 * n};
  for (int32_t j = 0; j < n; j++) {
    matrix_add(&a, j, j, 2);
    if (j + 1 < n) matrix_add(&a, j + 1, j, 1);
  }
  for (int32_t j = n; j < 2 * n; j += 2) {
    matrix_add(&a, j, j, 1);
    matrix_add(&a, j + 1, j, 2);
    matrix_add(&a, 0, j + 1, 1);
    matrix_add(&a, j, j + 1, 3);
  }
  matrix_finish(&a);
  *entries = a.count;
  return search(&a);
}

/* Matching rows with columns for the triangular form grows with the square here, and stops at twenty times the entries.
 * Where it is easy, it looks at few. */
static void test_matching_is_bounded(void **state) {
  (void)state;
  int32_t few, many;
  const SarLinearStats one = search_with_detours(200, &few), three = search_with_detours(600, &many);
  assert_true(one.matching > few && one.matching <= 20.0 * few);
  assert_true(three.matching <= 20.0 * many);
  assert_true(three.matching < LINEAR_GROWTH * one.matching);
  assert_true(search_cable(100).matching < 900);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_spoiled_order_is_given_up),
      cmocka_unit_test(test_matching_is_bounded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
