/* Dependent columns and least squares, against LAPACK's QR with column pivoting, against a plain Gram-Schmidt process
 * and against a mechanism whose redundancy is known. */
#include "linear/rank.h"

#include <cblas.h>
#include <lapacke.h>
#include <pthread.h>

#include "check.h"
#include "linear/allocations.h"
#include "linear/matrices.h"
#include "linear/one_thread.h"

static double *expand(const Matrix *a) {
  const size_t m = (size_t)a->nrows, n = (size_t)a->ncolumns;
  double *full = calloc(m * n + 1, sizeof *full);
  assert_non_null(full);
  for (size_t j = 0; j < n; j++) {
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) full[j * m + (size_t)a->row[p]] = a->values[p];
  }
  return full;
}

static int32_t rank_by_lapack(const Matrix *a, double tolerance) {
  double *full = expand(a), *tau = calloc((size_t)a->ncolumns, sizeof *tau);
  int *pivots = calloc((size_t)a->ncolumns, sizeof *pivots);
  assert_int_equal(LAPACKE_dgeqp3(LAPACK_COL_MAJOR, a->nrows, a->ncolumns, full, a->nrows, pivots, tau), 0);
  int32_t rank = 0;
  const int32_t most = a->nrows < a->ncolumns ? a->nrows : a->ncolumns;
  while (rank < most && fabs(full[(size_t)rank * (size_t)a->nrows + (size_t)rank]) > tolerance) rank++;
  free(full);
  free(tau);
  free(pivots);
  return rank;
}

/* Greedy, earlier columns first; every column is cleaned twice. */
static void dependent_by_gram_schmidt(const Matrix *a, double tolerance, bool *dependent) {
  const size_t m = (size_t)a->nrows;
  double *q = expand(a);
  for (int32_t j = 0; j < a->ncolumns; j++) {
    double *x = q + (size_t)j * m, norm = 0;
    for (int32_t k = 0; k < 2 * j; k++) {
      const double *y = q + (size_t)(k % j) * m;
      double dot = 0;
      for (size_t i = 0; i < m; i++) dot += x[i] * y[i];
      for (size_t i = 0; i < m; i++) x[i] -= dot * y[i];
    }
    for (size_t i = 0; i < m; i++) norm += x[i] * x[i];
    norm = sqrt(norm);
    dependent[j] = norm <= tolerance;
    for (size_t i = 0; i < m; i++) x[i] = dependent[j] ? 0 : x[i] / norm;
  }
  free(q);
}

/* Every dependent column is a combination of the independent ones, with no part of the dependent ones. */
static void check_combinations(SarContext *context, const Matrix *a, const bool *dependent, double tolerance) {
  const SarPattern pattern = matrix_pattern(a);
  double *b = calloc((size_t)a->nrows, sizeof *b), *c = calloc((size_t)a->ncolumns, sizeof *c);
  double *back = calloc((size_t)a->nrows, sizeof *back);
  for (int32_t j = 0; j < a->ncolumns; j++) {
    if (!dependent[j]) continue;
    double residual = -1, error = 0;
    memset(b, 0, (size_t)a->nrows * sizeof *b);
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) b[a->row[p]] = a->values[p];
    assert_int_equal(sar_least_squares(context, &pattern, a->values, dependent, b, c, &residual), SAR_OK);
    matrix_times(a, c, back);
    for (int32_t i = 0; i < a->nrows; i++) error += (back[i] - b[i]) * (back[i] - b[i]);
    assert_true(sqrt(error) <= tolerance);
    double rounding = 1e-15;
    for (int32_t k = 0; k < a->ncolumns; k++) {
      assert_true(!dependent[k] || c[k] == 0);
      rounding += 1e-14 * fabs(c[k]);
    }
    assert_true(fabs(residual - sqrt(error)) <= rounding);
  }
  free(b);
  free(c);
  free(back);
}

static void check_matrix(const Matrix *a, int32_t expected, double tolerance) {
  SarContext *context = sar_context_create();
  const SarPattern pattern = matrix_pattern(a);
  bool *dependent = calloc((size_t)a->ncolumns, 1), *greedy = calloc((size_t)a->ncolumns, 1);
  int32_t rank = -1;
  double smallest = -1;
  assert_int_equal(sar_rank(context, &pattern, a->values, tolerance, dependent, &rank, &smallest), SAR_OK);
  assert_int_equal(rank, expected);
  assert_int_equal(rank, rank_by_lapack(a, tolerance));
  assert_true(rank == 0 ? isinf(smallest) : smallest > tolerance);
  dependent_by_gram_schmidt(a, tolerance, greedy);
  int32_t count = 0;
  for (int32_t j = 0; j < a->ncolumns; j++) {
    assert_int_equal(dependent[j], greedy[j]);
    count += !dependent[j];
  }
  assert_int_equal(count, rank);
  check_combinations(context, a, dependent, tolerance);

  const double before = smallest;
  assert_int_equal(sar_rank(context, &pattern, a->values, tolerance, greedy, &rank, &smallest), SAR_OK);
  assert_memory_equal(dependent, greedy, (size_t)a->ncolumns);
  assert_memory_equal(&before, &smallest, sizeof smallest);
  free(dependent);
  free(greedy);
  sar_context_destroy(&context);
}

/* m x r times r x n, with numbers in (-1, 1); the columns beyond `rank` are scattered among the others. */
static void matrix_of_rank(Matrix *a, int32_t m, int32_t n, int32_t rank, uint64_t seed) {
  double *u = calloc((size_t)(m * rank), sizeof *u), *v = calloc((size_t)(rank * n), sizeof *v);
  memset(a, 0, sizeof *a);
  a->nrows = m, a->ncolumns = n;
  for (int32_t i = 0; i < m * rank; i++) u[i] = matrix_random(&seed);
  for (int32_t i = 0; i < rank * n; i++) v[i] = matrix_random(&seed);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = 0; i < m; i++) {
      double sum = 0;
      for (int32_t k = 0; k < rank; k++) sum += u[i * rank + k] * v[k * n + (k < rank / 2 ? j % 5 : j)];
      matrix_add(a, i, j, sum);
    }
  }
  matrix_finish(a);
  free(u);
  free(v);
}

static void test_random(void **state) {
  (void)state;
  const int32_t shapes[][3] = {{10, 6, 6}, {10, 10, 7}, {30, 20, 11}, {12, 30, 9}, {25, 25, 24}, {8, 20, 8}};
  for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
    for (uint64_t seed = 1; seed <= 5; seed++) {
      Matrix a;
      matrix_of_rank(&a, shapes[s][0], shapes[s][1], shapes[s][2], 77 * seed);
      check_matrix(&a, rank_by_lapack(&a, 1e-10), 1e-10);
      matrix_free(&a);
    }
  }
}

/* Sparse mechanisms of full rank, and the same with rows written down twice. */
static void test_doubled_joint(void **state) {
  (void)state;
  Matrix a;
  Mechanism m;
  mechanism_start(&m, &a, 6, 21, false);
  for (int32_t body = 0; body < 6; body++) mechanism_spherical(&m, body - 1, body);
  const int32_t count = a.count;
  for (int32_t p = 0; p < count; p++) {
    if (a.triplets[p].column >= 6 && a.triplets[p].column < 9) {
      matrix_add(&a, a.triplets[p].row, a.triplets[p].column + 12, -2 * a.triplets[p].value / 3);
    }
  }
  matrix_finish(&a);
  check_matrix(&a, 18, 1e-10);
  matrix_free(&a);
  matrix_ladder(&a, 3, false);
  check_matrix(&a, 41, 1e-9);
  matrix_free(&a);
}

/* Revolute about z between two bodies whose axes are parallel to the ground's: points at s from each body's origin.
 * Point rows: d/d(translation) = +-I, d/d(rotation) = -+[s x]; axis rows: the relative rotation about x and y. */
static void add_revolute(Matrix *a, int32_t column, const int32_t body[2], double s[2][2]) {
  for (int side = 0; side < 2; side++) {
    if (body[side] < 0) continue;
    const double sign = side ? -1 : 1, x = s[side][0], y = s[side][1];
    const int32_t r = 6 * body[side], o = r + 3;
    for (int32_t i = 0; i < 3; i++) matrix_add(a, r + i, column + i, sign);
    matrix_add(a, o + 2, column, -sign * y); /* theta x s = (-theta_z y, theta_z x, theta_x y - theta_y x) */
    matrix_add(a, o + 2, column + 1, sign * x);
    matrix_add(a, o, column + 2, sign * y);
    matrix_add(a, o + 1, column + 2, -sign * x);
    matrix_add(a, o, column + 3, sign);
    matrix_add(a, o + 1, column + 4, sign);
  }
}

/* A planar four-bar on four spatial revolutes: 20 rows on 18 coordinates and still one degree of freedom. */
static void test_four_bar(void **state) {
  (void)state;
  Matrix a = {.nrows = 18, .ncolumns = 20};
  const int32_t bodies[4][2] = {{-1, 0}, {0, 1}, {1, 2}, {2, -1}};
  double points[4][2][2] = {
      {{0, 0}, {-0.1, -0.5}}, {{0.1, 0.5}, {-1, -0.2}}, {{1, 0.2}, {0.3, 0.7}}, {{-0.3, -0.7}, {2.6, 0}}};
  for (int32_t j = 0; j < 4; j++) add_revolute(&a, 5 * j, bodies[j], points[j]);
  matrix_finish(&a);
  check_matrix(&a, 17, 1e-9);

  SarContext *context = sar_context_create();
  const SarPattern pattern = matrix_pattern(&a);
  bool dependent[20];
  int32_t rank = 0;
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-9, dependent, &rank, NULL), SAR_OK);
  for (int32_t j = 0; j < 15; j++) assert_false(dependent[j]);
  /* the last joint closes the loop: in the plane it is needed, out of it (z, two axis rows) it repeats the others */
  const bool last[5] = {false, false, true, true, true};
  assert_memory_equal(dependent + 15, last, sizeof last);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* e1, e2, e1 + e2 + d e3: independent or not as the tolerance says. */
static void test_tolerance(void **state) {
  (void)state;
  Matrix a = {.nrows = 3, .ncolumns = 3};
  matrix_add(&a, 0, 0, 1);
  matrix_add(&a, 1, 1, 1);
  matrix_add(&a, 0, 2, 1);
  matrix_add(&a, 1, 2, 1);
  matrix_add(&a, 2, 2, 1e-6);
  matrix_finish(&a);
  const SarPattern pattern = matrix_pattern(&a);
  SarContext *context = sar_context_create();
  bool dependent[3];
  int32_t rank = 0;
  double smallest = 0;
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-8, dependent, &rank, &smallest), SAR_OK);
  assert_int_equal(rank, 3);
  assert_true(fabs(smallest - 1e-6) < 1e-15);
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-5, dependent, &rank, &smallest), SAR_OK);
  assert_int_equal(rank, 2);
  assert_true(!dependent[0] && !dependent[1] && dependent[2]);
  /* what lies outside the span is the residual */
  const double b[3] = {2, -3, 0.25};
  double c[3], residual = 0;
  assert_int_equal(sar_least_squares(context, &pattern, a.values, dependent, b, c, &residual), SAR_OK);
  assert_true(fabs(c[0] - 2) < 1e-14 && fabs(c[1] + 3) < 1e-14 && c[2] == 0);
  assert_true(fabs(residual - 0.25) < 1e-14);
  sar_context_destroy(&context);
  matrix_free(&a);
}

static void test_edges(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const int32_t empty_columns[4] = {0, 0, 0, 0}, rows[1] = {0};
  const double b[3] = {3, 0, 4};
  double values[1] = {0}, c[3] = {1, 1, 1}, residual = 0, smallest = 0;
  bool dependent[3] = {false, false, false};
  int32_t rank = -1;
  const SarPattern none = {3, 0, empty_columns, rows}, flat = {0, 3, empty_columns, rows},
                   blank = {3, 3, empty_columns, rows};
  assert_int_equal(sar_rank(context, &none, values, 1e-9, dependent, &rank, &smallest), SAR_OK);
  assert_int_equal(rank, 0);
  assert_int_equal(sar_rank(context, &flat, values, 1e-9, dependent, &rank, NULL), SAR_OK);
  assert_true(rank == 0 && dependent[0] && dependent[2]);
  assert_int_equal(sar_rank(context, &blank, values, 1e-9, dependent, &rank, &smallest), SAR_OK);
  assert_true(rank == 0 && dependent[0] && dependent[1] && dependent[2] && isinf(smallest));
  assert_int_equal(sar_least_squares(context, &blank, values, dependent, b, c, &residual), SAR_OK);
  assert_true(c[0] == 0 && c[1] == 0 && c[2] == 0 && residual == 5);
  assert_int_equal(sar_context_errors(context), 0);

  Matrix a;
  matrix_chain(&a, 2, false);
  a.values[5] = NAN;
  const SarPattern pattern = matrix_pattern(&a);
  bool six[6];
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-9, six, &rank, NULL), SAR_FAILED);
  assert_int_equal(sar_context_errors(context), 1);
  matrix_free(&a);
  sar_context_destroy(&context);
}

/* Memory that runs out at any point is reported. */
static void test_no_memory(void **state) {
  (void)state;
  if (!allocations_watched()) skip();
  Matrix a;
  matrix_chain(&a, 4, false);
  const SarPattern pattern = matrix_pattern(&a);
  bool dependent[12];
  double b[24] = {1, 2, 3}, c[12], residual = 0;
  int32_t rank = 0;
  SarContext *context = sar_context_create();
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-9, dependent, &rank, NULL), SAR_OK);
  for (int which = 0; which < 2; which++) {
    SarStatus status = SAR_NO_MEMORY;
    int failures = 0;
    for (long successes = 0; status != SAR_OK; successes++, failures++) {
      allocations_fail_after(successes);
      status = which ? sar_least_squares(context, &pattern, a.values, dependent, b, c, &residual)
                     : sar_rank(context, &pattern, a.values, 1e-9, dependent, &rank, NULL);
      allocations_fail_after(-1);
      assert_true(status == SAR_OK || status == SAR_NO_MEMORY);
    }
    assert_true(failures > 5);
  }
  assert_int_equal(rank, 12);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* ---- the threads of OpenBLAS belong to the host ---- */

static void test_threads_are_given_back(void **state) {
  (void)state;
  Matrix a;
  matrix_chain(&a, 4, false);
  const SarPattern pattern = matrix_pattern(&a);
  bool dependent[12];
  double b[24] = {1, 2, 3}, c[12], residual = 0;
  int32_t rank = 0;
  SarContext *context = sar_context_create();
  const int before = openblas_get_num_threads();
  openblas_set_num_threads(3);
  assert_int_equal(openblas_get_num_threads(), 3);
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-9, dependent, &rank, NULL), SAR_OK);
  assert_int_equal(openblas_get_num_threads(), 3);
  assert_int_equal(sar_least_squares(context, &pattern, a.values, dependent, b, c, &residual), SAR_OK);
  assert_int_equal(openblas_get_num_threads(), 3);
  a.values[0] = NAN;
  assert_int_equal(sar_rank(context, &pattern, a.values, 1e-9, dependent, &rank, NULL), SAR_FAILED);
  assert_int_equal(openblas_get_num_threads(), 3);
  openblas_set_num_threads(before);
  sar_context_destroy(&context);
  matrix_free(&a);
}

/* Of two that overlap, the first to end leaves the other its one thread. */
static void test_threads_are_given_back_by_the_last(void **state) {
  (void)state;
  const int before = openblas_get_num_threads();
  openblas_set_num_threads(3);
  sar_one_thread_begin();
  sar_one_thread_begin();
  assert_int_equal(openblas_get_num_threads(), 1);
  sar_one_thread_end();
  assert_int_equal(openblas_get_num_threads(), 1);
  sar_one_thread_end();
  assert_int_equal(openblas_get_num_threads(), 3);
  openblas_set_num_threads(before);
}

static void *begin_and_end(void *unused) {
  for (int i = 0; i < 1000; i++) {
    sar_one_thread_begin();
    if (openblas_get_num_threads() != 1) return unused; /* not null: seen in the test */
    sar_one_thread_end();
  }
  return NULL;
}

static void test_threads_are_given_back_by_many(void **state) {
  const int before = openblas_get_num_threads();
  pthread_t threads[4];
  void *seen = NULL;
  openblas_set_num_threads(2);
  for (int i = 0; i < 4; i++) assert_int_equal(pthread_create(&threads[i], NULL, begin_and_end, state), 0);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(pthread_join(threads[i], &seen), 0);
    assert_null(seen);
  }
  assert_int_equal(openblas_get_num_threads(), 2);
  openblas_set_num_threads(before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_doubled_joint),
      cmocka_unit_test(test_four_bar),
      cmocka_unit_test(test_tolerance),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_threads_are_given_back),
      cmocka_unit_test(test_threads_are_given_back_by_the_last),
      cmocka_unit_test(test_threads_are_given_back_by_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
