/* What only the block solver does: blocks, their order, and leaving to KLU what it cannot do well. */
#include "base/numbers.h"
#include "check.h"
#include "linear/allocations.h"
#include "linear/block_order.h"
#include "linear/matrices.h"

/* nbodies parts of six, all others alone */
static SarPartition partition_of(const Matrix *a, int32_t nbodies) {
  const int32_t count = a->nrows - 5 * nbodies;
  int32_t *start = calloc((size_t)count + 1, sizeof *start);
  assert_non_null(start);
  for (int32_t k = 0; k <= count; k++) start[k] = k < nbodies ? 6 * k : k + 5 * nbodies;
  return (SarPartition){count, start};
}

static SarLinear *make(SarContext *context, const Matrix *a, const SarPartition *partition) {
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(a);
  assert_int_equal(sar_linear_create_in_parts(context, "block", &pattern, partition, &linear), SAR_OK);
  return linear;
}

static double error_of(SarLinear *linear, const Matrix *a, bool transposed) {
  const int32_t n = a->nrows;
  double *x = calloc(2 * (size_t)n + 1, sizeof *x), *back = x + n, size = 0, error = 0, largest = 0;
  assert_non_null(x);
  for (int32_t i = 0; i < n; i++) x[i] = cos(7 * i);
  (transposed ? sar_linear_solve_transposed : sar_linear_solve)(linear, x);
  (transposed ? matrix_transposed_times : matrix_times)(a, x, back);
  for (int32_t p = 0; p < a->count; p++) largest = fmax(largest, fabs(a->values[p]));
  for (int32_t i = 0; i < n; i++) {
    size = fmax(size, fabs(x[i]));
    error = isnan(back[i]) ? INFINITY : fmax(error, fabs(back[i] - cos(7 * i)));
  }
  free(x);
  return error / (largest * size + 1);
}

/* Blocks of all sizes, coupled at random: diagonal blocks are regular without exchanges between blocks. */
static void test_random_blocks(void **state) {
  (void)state;
  for (int round = 0; round < 40; round++) {
    Matrix a = {.seed = 77 + (uint64_t)round};
    int32_t start[16] = {0}, count = 5 + round % 8;
    for (int32_t k = 0; k < count; k++) start[k + 1] = start[k] + 1 + (k * 5 + round) % 9; /* 1 ... 9 */
    a.nrows = a.ncolumns = start[count];
    for (int32_t i = 0; i < count; i++) {
      for (int32_t j = 0; j < count; j++) {
        if (i != j && fabs(matrix_random(&a.seed)) > 0.3) continue;
        for (int32_t r = start[i]; r < start[i + 1]; r++) {
          for (int32_t c = start[j]; c < start[j + 1]; c++) {
            /* the large elements of a diagonal block stand on its other diagonal */
            const double large = i == j && r - start[i] == start[j + 1] - 1 - c ? 4.0 * a.nrows : 0;
            matrix_add(&a, r, c, large + matrix_random(&a.seed));
          }
        }
      }
    }
    matrix_finish(&a);
    SarContext *context = sar_context_create();
    const SarPartition partition = {count, start};
    SarLinear *linear = make(context, &a, &partition);
    for (int again = 0; again < 3; again++) {
      for (int32_t p = 0; p < a.count; p++) a.values[p] *= 1 + 1e-2 * matrix_random(&a.seed);
      assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
      assert_true(error_of(linear, &a, false) < 1e-14);
      assert_true(error_of(linear, &a, true) < 1e-14);
    }
    assert_int_equal(sar_linear_stats(linear).fallbacks, 0);
    assert_int_equal(sar_linear_stats(linear).full, 1);
    sar_linear_destroy(&linear);
    sar_context_destroy(&context);
    matrix_free(&a);
  }
}

/* A chain goes from its tip to its root without fill: per body 6 x 6, 3 x 3 and the two couplings of each joint. */
static void test_chain_has_no_fill(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  matrix_chain(&a, 50, true);
  const SarPartition partition = partition_of(&a, 50);
  SarLinear *linear = make(context, &a, &partition);
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  assert_int_equal(sar_linear_stats(linear).fill, 50 * (36 + 9 + 36) + 49 * 36);
  assert_int_equal(sar_linear_stats(linear).fallbacks, 0);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  free((void *)partition.start);
  matrix_free(&a);
}

/* The rows of a joint are one block, and it comes after enough of its bodies, not before; after all if patient. */
static void check_order(bool patient) {
  Matrix a;
  matrix_ladder(&a, 3, true);
  const SarPattern pattern = matrix_pattern(&a);
  const SarPartition partition = partition_of(&a, 7);
  SarBlockOrder order;
  assert_true(sar_block_order_make(&pattern, &partition, patient, &order));
  assert_int_equal(order.count, 7 + 4 + 3 + 3); /* bodies, revolutes to the ground and between, points on lines */
  bool done[64] = {false};
  int32_t freedom = 0, early = 0;
  for (int32_t k = 0; k < order.count; k++) {
    const int32_t block = order.sequence[k], size = order.start[block + 1] - order.start[block];
    assert_false(done[block]);
    done[block] = true;
    freedom += block < 7 ? 6 : -size;
    assert_true(freedom >= 0);
    for (int32_t e = order.later_start[k]; e < order.later_start[k + 1]; e++) {
      assert_false(done[order.later[e]]);
      early += block >= 7 && order.later[e] < 7 &&
               sar_pattern_find(&pattern, order.start[block], 6 * order.later[e] + 3) >= 0;
    }
  }
  assert_true(patient ? early == 0 : early > 0);
  sar_block_order_free(&order);
  free((void *)partition.start);
  matrix_free(&a);
}
static void test_order(void **state) { (void)state, check_order(false), check_order(true); }

/* [e I, I; I, 0] in two blocks of four: without exchanges e I is the pivot. */
static void two_by_two(Matrix *a) {
  *a = (Matrix){.nrows = 8, .ncolumns = 8};
  for (int32_t i = 0; i < 4; i++) {
    matrix_add(a, i, i, 1);
    matrix_add(a, i, i + 4, 1);
    matrix_add(a, i + 4, i, 1);
    matrix_add(a, i + 4, i + 4, 0);
  }
  matrix_finish(a);
}

static void test_fallback(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  two_by_two(&a);
  const int32_t start[] = {0, 4, 8};
  const SarPartition partition = {2, start};
  SarLinear *linear = make(context, &a, &partition);
  const double tiny[] = {1, 1e-300, 1e-17, 1e-9, 0, 1e-3, 1};
  const int64_t fallbacks[] = {0, 1, 2, 3, 4, 4, 4};
  for (size_t k = 0; k < sizeof tiny / sizeof *tiny; k++) {
    for (int32_t i = 0; i < 4; i++) *matrix_entry(&a, i, i) = tiny[k];
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    assert_int_equal(sar_linear_stats(linear).fallbacks, fallbacks[k]);
    assert_true(error_of(linear, &a, false) < 1e-13);
    assert_true(error_of(linear, &a, true) < 1e-13);
    const double condition = sar_linear_condition(linear, a.values);
    const double truth = (1 + tiny[k]) * (1 + tiny[k]);
    assert_true(condition <= 1.0001 * truth && condition >= truth / 3);
  }
  *matrix_entry(&a, 6, 2) = 0;
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_SINGULAR);
  assert_true(sar_linear_singular_column(linear) >= 0);
  *matrix_entry(&a, 6, 2) = 1;
  assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
  assert_int_equal(sar_linear_singular_column(linear), -1);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* Between good pivots and those that are left to KLU lie some that cost digits; a step of refinement brings them back,
 * also when the caller's values have changed in between. */
static void test_refinement(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  two_by_two(&a);
  const int32_t start[] = {0, 4, 8};
  const SarPartition partition = {2, start};
  SarLinear *linear = make(context, &a, &partition);
  for (int k = 0; k < 60; k++) {
    for (int32_t i = 0; i < 4; i++) *matrix_entry(&a, i, i) = pow(10, -0.1 * k) * (1 + 0.3 * matrix_random(&a.seed));
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    assert_true(error_of(linear, &a, false) < 3e-14);
    assert_true(error_of(linear, &a, true) < 3e-14);
    double x[8], y[8];
    for (int i = 0; i < 8; i++) x[i] = y[i] = sin(i + k);
    sar_linear_solve(linear, x);
    for (int32_t p = 0; p < a.count; p++) a.values[p] *= 2;
    sar_linear_solve(linear, y);
    for (int32_t p = 0; p < a.count; p++) a.values[p] /= 2;
    assert_memory_equal(x, y, sizeof x);
  }
  const SarLinearStats stats = sar_linear_stats(linear);
  assert_true(stats.refined > 5 && stats.fallbacks < 60 - stats.refined);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

static int64_t solves_of(void (*solve)(SarLinear *, double *), SarLinear *linear, double *x) {
  const int64_t before = sar_linear_stats(linear).solves;
  solve(linear, x);
  return sar_linear_stats(linear).solves - before;
}

/* Where answers are refined, corrections of an iteration are not, and are good enough for one. */
static void test_corrections(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  two_by_two(&a);
  const int32_t start[] = {0, 4, 8};
  const SarPartition partition = {2, start};
  SarLinear *linear = make(context, &a, &partition);
  int rough = 0;
  for (int k = 0; k < 60; k++) {
    for (int32_t i = 0; i < 4; i++) *matrix_entry(&a, i, i) = pow(10, -0.1 * k) * (1 + 0.3 * matrix_random(&a.seed));
    const SarLinearStats before = sar_linear_stats(linear);
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    const SarLinearStats after = sar_linear_stats(linear);
    double x[8], y[8];
    for (int i = 0; i < 8; i++) x[i] = y[i] = sin(i + k);
    const int64_t exact = solves_of(sar_linear_solve, linear, x), quick = solves_of(sar_linear_correct, linear, y);
    for (int i = 0; i < 8; i++) assert_true(fabs(y[i] - x[i]) <= 1e-9 * sar_largest_known(8, x));
    if (after.refined == before.refined || after.fallbacks > before.fallbacks) continue;
    assert_int_equal(exact, 2);
    assert_int_equal(quick, 1);
    rough++;
  }
  assert_true(rough > 5);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* Long chains: the factors grow with the bodies and no more, and a correction is one pass through them. */
static void test_growth(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  double per_body = 0;
  for (int32_t n = 1000; n <= 9000; n *= 3) {
    Matrix a;
    matrix_chain(&a, n, true);
    SarPartition partition = partition_of(&a, n);
    SarLinear *linear = make(context, &a, &partition);
    double *x = calloc((size_t)a.nrows, sizeof *x);
    assert_non_null(x);
    x[0] = 1;
    assert_int_equal(sar_linear_factor(linear, a.values), SAR_OK);
    assert_int_equal(solves_of(sar_linear_correct, linear, x), 1);
    const SarLinearStats stats = sar_linear_stats(linear);
    assert_int_equal(stats.fallbacks, 0);
    if (per_body > 0) assert_true(fabs((double)stats.fill / n - per_body) < 0.01 * per_body);
    per_body = (double)stats.fill / n;
    free(x);
    sar_linear_destroy(&linear);
    free((void *)partition.start);
    matrix_free(&a);
  }
  sar_context_destroy(&context);
}

/* What a checkpoint does: a new solver factorises the values of the pivots, then those of the matrix, and has the same
 * bits from there on, whichever of the two solvers is at work. */
static void test_resumption(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  matrix_random_square(&a, 40, 0.1, 12);
  const SarPartition nothing = {0};
  SarLinear *linear = make(context, &a, &nothing);
  double *values = malloc((size_t)a.count * sizeof *values), x[40], y[40];
  assert_non_null(values);
  for (int round = 0; round < 30; round++) {
    /* a strong diagonal now and then: good for blocks */
    for (int32_t p = 0; p < a.count; p++) values[p] = a.values[p] * (1 + 0.05 * matrix_random(&a.seed));
    for (int32_t j = 0; j < 40 && round % 3 == 1; j++) {
      for (int32_t p = a.column[j]; p < a.column[j + 1]; p++) values[p] += a.row[p] == j ? 20 : 0;
    }
    assert_int_equal(sar_linear_factor(linear, values), SAR_OK);
    SarLinear *other = make(context, &a, &nothing);
    const double *pivots = sar_linear_pivot_values(linear);
    if (pivots) assert_int_equal(sar_linear_factor(other, pivots), SAR_OK);
    assert_int_equal(sar_linear_factor(other, values), SAR_OK);
    for (int i = 0; i < 40; i++) x[i] = y[i] = sin(i + round);
    sar_linear_solve(linear, x);
    sar_linear_solve(other, y);
    assert_memory_equal(x, y, sizeof x);
    sar_linear_destroy(&other);
  }
  const SarLinearStats stats = sar_linear_stats(linear);
  assert_true(stats.fallbacks >= 10 && stats.fallbacks <= 20 && stats.factorisations == 30);
  free(values);
  sar_linear_destroy(&linear);
  sar_context_destroy(&context);
  matrix_free(&a);
}

static void test_misuse(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Matrix a;
  matrix_pendulum(&a);
  const SarPattern pattern = matrix_pattern(&a);
  const int32_t late[] = {1, 11}, early[] = {0, 10}, twice[] = {0, 6, 6, 11};
  const SarPartition bad[] = {{1, late}, {1, early}, {3, twice}};
  for (int k = 0; k < 3; k++) {
    SarLinear *linear = NULL;
    assert_int_equal(sar_linear_create_in_parts(context, "klu", &pattern, &bad[k], &linear), SAR_USAGE);
    assert_null(linear);
  }
  sar_context_destroy(&context);
  matrix_free(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_blocks), cmocka_unit_test(test_chain_has_no_fill),
      cmocka_unit_test(test_order),         cmocka_unit_test(test_fallback),
      cmocka_unit_test(test_refinement),    cmocka_unit_test(test_corrections),
      cmocka_unit_test(test_growth),        cmocka_unit_test(test_resumption),
      cmocka_unit_test(test_misuse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
