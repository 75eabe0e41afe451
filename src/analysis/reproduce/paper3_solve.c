#include "analysis/reproduce/paper3_solve.h"

#include <math.h>
#include <string.h>

typedef long double Extended;

static void subtract(int32_t n, const double *pivot_row, double factor, double *row) {
  for (int32_t j = 0; j < n; j++) row[j] -= factor * pivot_row[j];
}

/* In place, by rows; b becomes x. */
static bool solve_in_order(int32_t n, double *a, double *b) {
  for (int32_t k = 0; k < n; k++) {
    double pivot = a[(int64_t)k * n + k];
    if (!(fabs(pivot) > 0)) return false;
    for (int32_t i = k + 1; i < n; i++) {
      double factor = a[(int64_t)i * n + k] / pivot;
      if (factor == 0) continue;
      subtract(n - k, &a[(int64_t)k * n + k], factor, &a[(int64_t)i * n + k]);
      b[i] -= factor * b[k];
    }
  }
  for (int32_t k = n - 1; k >= 0; k--) {
    for (int32_t j = k + 1; j < n; j++) b[k] -= a[(int64_t)k * n + j] * b[j];
    b[k] /= a[(int64_t)k * n + k];
  }
  return true;
}

static void swap(int32_t n, Extended *x, Extended *y) {
  for (int32_t j = 0; j < n; j++) {
    Extended keep = x[j];
    x[j] = y[j], y[j] = keep;
  }
}

/* The same with pivoting, a of n + 1 columns, the last one being b. */
static void solve_pivoted(int32_t n, Extended *a, Extended *x) {
  int64_t w = n + 1;
  for (int32_t k = 0; k < n; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) best = fabsl(a[i * w + k]) > fabsl(a[best * w + k]) ? i : best;
    swap(n + 1, &a[k * w], &a[best * w]);
    for (int32_t i = k + 1; i < n; i++) {
      Extended factor = a[i * w + k] / a[k * w + k];
      if (factor == 0) continue;
      for (int32_t j = k; j <= n; j++) a[i * w + j] -= factor * a[k * w + j];
    }
  }
  for (int32_t k = n - 1; k >= 0; k--) {
    x[k] = a[k * w + n];
    for (int32_t j = k + 1; j < n; j++) x[k] -= a[k * w + j] * x[j];
    x[k] /= a[k * w + k];
  }
}

/* Rows brought to one size by powers of two, which changes no solution: pivots are then chosen well. */
static void equilibrate(int32_t n, Extended *a) {
  for (int32_t i = 0; i < n; i++) {
    Extended *row = &a[(int64_t)i * (n + 1)], largest = 0;
    for (int32_t j = 0; j < n; j++) largest = fmaxl(largest, fabsl(row[j]));
    if (!(largest > 0)) continue;
    int exponent = -ilogbl(largest);
    for (int32_t j = 0; j <= n; j++) row[j] = ldexpl(row[j], exponent);
  }
}

double sar_unpivoted_error(SarArena *arena, const SarPattern *pattern, const double *values) {
  int32_t n = pattern->ncolumns;
  double *a = SAR_NEW(arena, (int64_t)n * n, double), *b = SAR_NEW(arena, n, double), largest = 0, error = 0;
  Extended *exact = SAR_NEW(arena, (int64_t)n * (n + 1), Extended), *x = SAR_NEW(arena, n, Extended);
  if (!a || !b || !exact || !x) return NAN;
  for (int32_t j = 0; j < n; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) {
      a[(int64_t)pattern->row[k] * n + j] += values[k];
      b[pattern->row[k]] += values[k];
    }
  }
  for (int32_t i = 0; i < n; i++) {
    for (int32_t j = 0; j < n; j++) exact[(int64_t)i * (n + 1) + j] = a[(int64_t)i * n + j];
    exact[(int64_t)i * (n + 1) + n] = b[i];
  }
  equilibrate(n, exact);
  solve_pivoted(n, exact, x);
  if (!solve_in_order(n, a, b)) return INFINITY;
  for (int32_t i = 0; i < n; i++) {
    largest = fmax(largest, fabs((double)x[i]));
    error = fmax(error, fabs((double)(b[i] - x[i])));
  }
  return isfinite(error) ? error / largest : INFINITY;
}
