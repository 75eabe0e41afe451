/* Cholesky factors, eigenvalues by Lanczos and dense symmetric matrices: on a chain of springs, whose inverse and whose
 * frequencies are known. */
#include "linear/cholesky.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "linear/lanczos.h"
#include "linear/symmetric.h"

enum { N = 500 };

/* n springs in a row, both ends held: 2 on the diagonal, -1 beside it; upper triangle. */
typedef struct Chain {
  int32_t column[N + 1], row[2 * N];
  double values[2 * N];
} Chain;

static SarPattern make_chain(Chain *c) {
  int32_t count = 0;
  for (int32_t j = 0; j < N; j++) {
    c->column[j] = count;
    if (j) c->row[count] = j - 1, c->values[count++] = -1;
    c->row[count] = j, c->values[count++] = 2;
  }
  c->column[N] = count;
  return (SarPattern){N, N, c->column, c->row};
}

/* (A^-1)_ij = (i + 1)(N - j) / (N + 1) for i <= j */
static void inverse(void **state) {
  (void)state;
  static Chain c;
  const SarPattern pattern = make_chain(&c);
  SarContext *context = sar_context_create();
  SarCholesky *cholesky = NULL;
  int32_t bad;
  enum { COLUMNS = 70 }; /* more than are solved at once */
  double *x = calloc((size_t)N * COLUMNS, sizeof *x);
  assert_int_equal(sar_cholesky_create(context, &pattern, c.values, &cholesky, &bad), SAR_OK);
  assert_true(sar_cholesky_stats(cholesky).fill >= 2 * N - 1);
  for (int k = 0; k < COLUMNS; k++) x[(size_t)k * N + 7 * (size_t)k] = 1;
  assert_int_equal(sar_cholesky_solve(context, cholesky, COLUMNS, x), SAR_OK);
  for (int k = 0; k < COLUMNS; k++) {
    for (int i = 0; i < N; i++) {
      const double low = i < 7 * k ? i : 7 * k, high = i < 7 * k ? 7 * k : i;
      CHECK_NEAR(x[(size_t)k * N + (size_t)i], (low + 1) * (N - high) / (N + 1), 1e-9);
    }
  }
  free(x);
  sar_cholesky_destroy(&cholesky);
  sar_context_destroy(&context);
}

/* One diagonal entry is too small: that column is named, and nothing is reported. */
static void indefinite(void **state) {
  (void)state;
  static Chain c;
  const SarPattern pattern = make_chain(&c);
  SarContext *context = sar_context_create();
  SarCholesky *cholesky = NULL;
  int32_t bad;
  for (int32_t j = 1; j < N; j++) c.values[c.column[j]] = 0; /* a diagonal matrix */
  c.values[c.column[321 + 1] - 1] = -1;
  assert_int_equal(sar_cholesky_create(context, &pattern, c.values, &cholesky, &bad), SAR_SINGULAR);
  assert_int_equal(bad, 321);
  assert_null(cholesky);
  assert_int_equal(sar_context_count(context), 0);
  sar_context_destroy(&context);
}

/* ---- Lanczos ---- */

typedef struct Vibration {
  SarContext *context;
  SarCholesky *cholesky;
} Vibration;

/* Every third mass is nothing: M may be singular. */
static SarStatus mass(void *self, const double *x, double *y) {
  (void)self;
  for (int i = 0; i < N; i++) y[i] = i % 3 == 2 ? 0 : 2 * x[i];
  return SAR_OK;
}

static SarStatus solve(void *self, const double *b, double *y) {
  Vibration *v = self;
  memcpy(y, b, N * sizeof *y);
  return sar_cholesky_solve(v->context, v->cholesky, 1, y);
}

static void lowest_vibrations(void **state) {
  (void)state;
  static Chain c;
  static double dense[N * N], m[N * N], theta[N], start[N];
  const SarPattern pattern = make_chain(&c);
  Vibration v = {.context = sar_context_create()};
  SarLanczosResult found;
  int32_t bad;
  assert_int_equal(sar_cholesky_create(v.context, &pattern, c.values, &v.cholesky, &bad), SAR_OK);
  for (int j = 0; j < N; j++) {
    start[j] = 1 + j % 7;
    m[j + N * j] = 2;
    if (j) m[j + N * (j - 1)] = m[j - 1 + N * j] = -1;
    dense[j + N * j] = j % 3 == 2 ? 0 : 2;
  }
  assert_int_equal(sar_symmetric_eigen(v.context, N, dense, m, theta), SAR_OK); /* M x = theta K x */
  const SarLanczos problem = {.n = N,
                              .count = 20,
                              .tolerance = 1e-10,
                              .restarts = 100,
                              .mass = mass,
                              .solve = solve,
                              .self = &v,
                              .start = start};
  assert_int_equal(sar_lanczos(v.context, &problem, &found), SAR_OK);
  assert_true(found.settled && found.count == 20);
  for (int i = 0; i < 20; i++) {
    CHECK_NEAR(found.values[i] / theta[N - 1 - i], 1, 1e-9);
    double mx[N], sx[N], length = 0, off = 0;
    const double *x = found.vectors + (size_t)i * N;
    mass(&v, x, mx);
    solve(&v, mx, sx);
    for (int k = 0; k < N; k++) length += x[k] * mx[k], off = fmax(off, fabs(sx[k] - found.values[i] * x[k]));
    CHECK_NEAR(length, 1, 1e-9);
    assert_true(off < 1e-7 * found.values[i]); /* each vector stands beside its own value */
  }
  sar_lanczos_destroy(&found);
  sar_cholesky_destroy(&v.cholesky);
  sar_context_destroy(&v.context);
}

/* ---- dense ---- */

static void indefinite_solutions(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSymmetric s;
  const double a[9] = {0, 2, 1, 2, 0, 3, 1, 3, -4}, zero[4] = {0, 0, 0, 0};
  double x[3] = {2 * 2 + 1 * 3, 2 * 1 + 3 * 3, 1 * 1 + 3 * 2 - 4 * 3};
  assert_int_equal(sar_symmetric_create(context, 3, a, &s), SAR_OK);
  sar_symmetric_solve(&s, 1, x);
  for (int i = 0; i < 3; i++) CHECK_NEAR(x[i], i + 1, 1e-14);
  sar_symmetric_destroy(&s);
  assert_int_equal(sar_symmetric_create(context, 2, zero, &s), SAR_SINGULAR);
  sar_symmetric_destroy(&s);
  double b[4] = {1, 2, 2, 1}, unit[4] = {1, 0, 0, 1}, values[2];
  assert_int_equal(sar_symmetric_eigen(context, 2, unit, b, values), SAR_SINGULAR); /* B is not positive */
  sar_context_destroy(&context);
}

static void products(void **state) {
  (void)state;
  const double a[6] = {1, 2, 3, 4, 5, 6}, b[3] = {1, -1, 2};
  double inner[2] = {10, 10}, product[5] = {1, 1, 1, 7, 7};
  sar_dense_inner(2, sar_dense(a, 3, 2), sar_dense(b, 3, 1), 1, inner);
  CHECK_NEAR(inner[0], 10 + 2 * 5, 0);
  CHECK_NEAR(inner[1], 10 + 2 * 11, 0);
  sar_dense_product(1, sar_dense(a, 3, 2), sar_dense(b, 2, 1), 0, product, 3);
  CHECK_NEAR(product[0], -3, 0);
  CHECK_NEAR(product[2], -3, 0);
  CHECK_NEAR(product[3], 7, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(inverse), cmocka_unit_test(indefinite),
                                     cmocka_unit_test(lowest_vibrations), cmocka_unit_test(indefinite_solutions),
                                     cmocka_unit_test(products)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
