#include "physics/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "check.h"

double *dense_of(const SarPattern *pattern, const double *values) {
  int n = pattern->ncolumns;
  double *a = calloc((size_t)n * (size_t)n, sizeof *a);
  assert_non_null(a);
  for (int j = 0; j < n; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) a[pattern->row[k] * n + j] += values[k];
  }
  return a;
}

void dense_eliminate_last(int *n, double *a) {
  int last = *n - 1;
  double pivot = a[last * *n + last];
  assert_true(fabs(pivot) > 0);
  for (int i = 0; i < last; i++) {
    double factor = a[i * *n + last] / pivot;
    for (int j = 0; j < last; j++)
      a[i * last + j] = a[i * *n + j] - factor * a[last * *n + j]; /* never before reading */
  }
  *n = last;
}

static double norm(int n, const double *a) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += fabs(a[i * n + j]);
    largest = sar_larger(largest, sum);
  }
  return largest;
}

/* a[i][j] -> row[i] a[i][j] column[j] with entries of size 1 in every row and column. */
static void equilibrate(int n, double *a, double *row, double *column) {
  for (int i = 0; i < n; i++) row[i] = column[i] = 1;
  for (int pass = 0; pass < 12; pass++) {
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) largest = fmax(largest, fabs(side ? a[j * n + i] : a[i * n + j]));
        if (!(largest > 0)) continue;
        int exponent;
        frexp(largest, &exponent);
        double factor = ldexp(1, -(exponent / 2)); /* half of it: rows and columns share */
        for (int j = 0; j < n; j++) a[side ? j * n + i : i * n + j] *= factor;
        (side ? column : row)[i] *= factor;
      }
    }
  }
}

static void swap_rows(int n, double *a, int i, int j) {
  for (int k = 0; k < n && i != j; k++) {
    double keep = a[i * n + k];
    a[i * n + k] = a[j * n + k];
    a[j * n + k] = keep;
  }
}

static void subtract(int n, double factor, const double *from, double *to) {
  for (int k = 0; k < n; k++) to[k] -= factor * from[k];
}

/* inverse: of a, which is overwritten, by Gauss and Jordan with pivoting. */
static bool invert(int n, double *a, double *inverse) {
  memset(inverse, 0, (size_t)n * (size_t)n * sizeof *inverse);
  for (int i = 0; i < n; i++) inverse[i * n + i] = 1;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++) best = fabs(a[i * n + k]) > fabs(a[best * n + k]) ? i : best;
    swap_rows(n, a, k, best);
    swap_rows(n, inverse, k, best);
    double pivot = a[k * n + k];
    if (!(fabs(pivot) > 0)) return false;
    for (int j = 0; j < n; j++) a[k * n + j] /= pivot, inverse[k * n + j] /= pivot;
    for (int i = 0; i < n; i++) {
      double factor = a[i * n + k];
      if (i == k || factor == 0) continue;
      subtract(n, factor, a + k * n, a + i * n);
      subtract(n, factor, inverse + k * n, inverse + i * n);
    }
  }
  return true;
}

double dense_condition(int n, const double *a) {
  size_t size = (size_t)n * (size_t)n;
  double *work = malloc((2 * size + 2 * (size_t)n) * sizeof *work), *inverse, *row, *column, result = INFINITY;
  assert_non_null(work);
  inverse = work + size, row = inverse + size, column = row + n;
  memcpy(work, a, size * sizeof *work);
  equilibrate(n, work, row, column);
  if (invert(n, work, inverse)) {
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) inverse[i * n + j] *= column[i] * row[j];
    }
    result = norm(n, a) * norm(n, inverse);
  }
  free(work);
  return result;
}

bool dense_solve_in_order(int n, double *a, const double *b, double *x) {
  memcpy(x, b, (size_t)n * sizeof *x);
  for (int k = 0; k < n; k++) {
    if (!(fabs(a[k * n + k]) > 0)) return false;
    for (int i = k + 1; i < n; i++) {
      double factor = a[i * n + k] / a[k * n + k];
      if (factor == 0) continue;
      for (int j = k; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) x[k] -= a[k * n + j] * x[j];
    x[k] /= a[k * n + k];
  }
  return true;
}
