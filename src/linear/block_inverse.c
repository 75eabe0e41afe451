#include "linear/block_inverse.h"

#include <math.h>
#include <string.h>

#define WELL 1e-4 /* determinant over the product of the columns' sizes above which cofactors are taken */
#define MOST_CHANGE                                                                                 \
  100 /* of the last quarter, in units of itself: otherwise the first was not the one to begin with \
       */

#define ALWAYS static inline __attribute__((always_inline))

static double size3(const double *x) { return fabs(x[0]) + fabs(x[1]) + fabs(x[2]); }

/* y := x^-1 by cofactors; false, with nothing written, unless it is well conditioned up to the columns' scales. */
ALWAYS bool invert1(const double *x, double *y) {
  if (!(fabs(x[0]) > 0)) return false;
  y[0] = 1 / x[0];
  return true;
}

ALWAYS bool invert2(const double *x, double *y) {
  const double det = x[0] * x[3] - x[2] * x[1];
  if (!(fabs(det) > WELL * (fabs(x[0]) + fabs(x[1])) * (fabs(x[2]) + fabs(x[3])))) return false;
  const double d = 1 / det;
  y[0] = d * x[3];
  y[1] = -d * x[1];
  y[2] = -d * x[2];
  y[3] = d * x[0];
  return true;
}

ALWAYS bool invert3(const double *x, double *y) {
  const double c0 = x[4] * x[8] - x[7] * x[5], c1 = x[7] * x[2] - x[1] * x[8], c2 = x[1] * x[5] - x[4] * x[2];
  const double det = x[0] * c0 + x[3] * c1 + x[6] * c2;
  if (!(fabs(det) > WELL * size3(x) * size3(x + 3) * size3(x + 6))) return false;
  const double d = 1 / det;
  y[0] = d * c0;
  y[1] = d * c1;
  y[2] = d * c2;
  y[3] = d * (x[6] * x[5] - x[3] * x[8]);
  y[4] = d * (x[0] * x[8] - x[6] * x[2]);
  y[5] = d * (x[3] * x[2] - x[0] * x[5]);
  y[6] = d * (x[3] * x[7] - x[6] * x[4]);
  y[7] = d * (x[6] * x[1] - x[0] * x[7]);
  y[8] = d * (x[0] * x[4] - x[3] * x[1]);
  return true;
}

ALWAYS bool invert_small(int n, const double *x, double *y) {
  return n == 1 ? invert1(x, y) : n == 2 ? invert2(x, y) : invert3(x, y);
}

/* c (m x n) := a (m x k) b (k x n) */
ALWAYS void product(int m, int k, int n, const double *a, const double *b, double *restrict c) {
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < m; i++) {
      double sum = 0;
      for (int p = 0; p < k; p++) sum += a[i + p * m] * b[p + j * k];
      c[i + j * m] = sum;
    }
  }
}

/* Quarters of a (n x n) beginning at row r and column s. */
ALWAYS void take(int n, int r, int s, int m, int k, const double *a, double *restrict quarter) {
  for (int j = 0; j < k; j++) {
    for (int i = 0; i < m; i++) quarter[i + j * m] = a[r + i + (s + j) * n];
  }
}

ALWAYS void put(int n, int r, int s, int m, int k, double sign, const double *quarter, double *restrict a) {
  for (int j = 0; j < k; j++) {
    for (int i = 0; i < m; i++) a[r + i + (s + j) * n] = sign * quarter[i + j * m];
  }
}

ALWAYS double sum_of_sizes(int count, const double *x) {
  double sum = 0;
  for (int i = 0; i < count; i++) sum += fabs(x[i]);
  return sum;
}

/* [p q; r s]^-1 with t = s - r p^-1 q:  [p^-1 + (p^-1 q) t^-1 (r p^-1), -(p^-1 q) t^-1; -t^-1 (r p^-1), t^-1] */
ALWAYS bool invert_quarters(int m, int k, double *restrict a) {
  const int n = m + k;
  double p[9], q[9], r[9], s[9], ip[9], it[9], pq[9], rp[9], rpq[9], pqt[9], trp[9], full[9];
  take(n, 0, 0, m, m, a, p);
  if (!invert_small(m, p, ip)) return false;
  take(n, 0, m, m, k, a, q);
  take(n, m, 0, k, m, a, r);
  take(n, m, m, k, k, a, s);
  product(m, m, k, ip, q, pq);
  product(k, m, k, r, pq, rpq);
  if (!(sum_of_sizes(k * k, rpq) <= MOST_CHANGE * sum_of_sizes(k * k, s))) return false;
  for (int i = 0; i < k * k; i++) s[i] -= rpq[i];
  if (!invert_small(k, s, it)) return false;
  product(k, m, m, r, ip, rp);
  product(m, k, k, pq, it, pqt);
  product(k, k, m, it, rp, trp);
  product(m, k, m, pqt, rp, full);
  for (int i = 0; i < m * m; i++) full[i] += ip[i];
  put(n, 0, 0, m, m, 1, full, a);
  put(n, 0, m, m, k, -1, pqt, a);
  put(n, m, 0, k, m, -1, trp, a);
  put(n, m, m, k, k, 1, it, a);
  return true;
}

ALWAYS bool invert_whole(int n, double *a) {
  double x[9];
  memcpy(x, a, (size_t)(n * n) * sizeof *x);
  return invert_small(n, x, a);
}

static bool invert_by_quarters(int32_t n, double *a) {
  switch (n) {
    case 1: return invert_whole(1, a);
    case 2: return invert_whole(2, a);
    case 3: return invert_whole(3, a);
    case 4: return invert_quarters(2, 2, a);
    case 5: return invert_quarters(3, 2, a);
    case 6: return invert_quarters(3, 3, a);
    default: return false;
  }
}

/* of [a, e], n x 2n */
static void exchange_rows(int32_t n, double *a, int32_t i, int32_t k) {
  for (int32_t j = 0; j < 2 * n && i != k; j++) {
    const double t = a[i + j * n];
    a[i + j * n] = a[k + j * n];
    a[k + j * n] = t;
  }
}

/* Row `from` times factor from row `to`, in both halves. */
static void subtract_row(int32_t n, double *a, int32_t from, int32_t to, double factor) {
  for (int32_t j = 0; j < 2 * n; j++) a[to + j * n] -= factor * a[from + j * n];
}

static bool gauss_jordan(int32_t n, double *a, double *work) {
  memcpy(work, a, (size_t)(n * n) * sizeof *work);
  memset(work + n * n, 0, (size_t)(n * n) * sizeof *work);
  for (int32_t i = 0; i < n; i++) work[n * n + i * n + i] = 1;
  for (int32_t k = 0; k < n; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
      if (fabs(work[i + k * n]) > fabs(work[best + k * n])) best = i;
    }
    exchange_rows(n, work, k, best);
    const double pivot = work[k + k * n];
    if (!(fabs(pivot) > 0)) return false;
    for (int32_t j = 0; j < 2 * n; j++) work[k + j * n] /= pivot;
    for (int32_t i = 0; i < n; i++) {
      if (i != k && work[i + k * n] != 0) subtract_row(n, work, k, i, work[i + k * n]);
    }
  }
  memcpy(a, work + n * n, (size_t)(n * n) * sizeof *work);
  return true;
}

bool sar_block_invert(int32_t n, double *a, double *scratch) {
  return invert_by_quarters(n, a) || gauss_jordan(n, a, scratch);
}
