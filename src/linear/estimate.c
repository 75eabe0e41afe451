#include "linear/estimate.h"

#include <math.h>
#include <string.h>

#define MOST_ROUNDS 5

double sar_one_norm(const SarPattern *pattern, const double *values) {
  double norm = 0;
  for (int32_t j = 0; j < pattern->ncolumns; j++) {
    double sum = 0;
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) sum += fabs(values[p]);
    norm = fmax(norm, sum);
  }
  return norm;
}

double sar_trial_error(const SarPattern *pattern, const double *values, const SarFactors *factors, double *work) {
  const int32_t n = pattern->nrows;
  double *x = work, *residual = work + n, *row_sum = work + 2 * n;
  for (int32_t i = 0; i < n; i++) {
    residual[i] = x[i] = (i % 2 ? -1 : 1) * (0.5 + 0.5 * (double)(i % 101 * 37 % 101) / 101);
    row_sum[i] = 0;
  }
  factors->solve(factors->self, x);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      residual[pattern->row[p]] -= values[p] * x[j];
      row_sum[pattern->row[p]] += fabs(values[p]);
    }
  }
  double norm_residual = 0, norm_x = 0, norm_a = 0;
  for (int32_t i = 0; i < n; i++) {
    if (isnan(residual[i])) return INFINITY;
    norm_residual = fmax(norm_residual, fabs(residual[i]));
    norm_x = fmax(norm_x, fabs(x[i]));
    norm_a = fmax(norm_a, row_sum[i]);
  }
  return norm_residual / (norm_a * norm_x + 1);
}

static double sum_of_sizes(int32_t n, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += fabs(x[i]);
  return sum;
}

static int32_t index_of_largest(int32_t n, const double *x) {
  int32_t best = 0;
  for (int32_t i = 1; i < n; i++) {
    if (fabs(x[i]) > fabs(x[best])) best = i;
  }
  return best;
}

/* |A^-1 b| / |b| for b = 1, -(1 + 1/(n - 1)), ... : catches what the ascent misses by symmetry. */
static double alternative(int32_t n, const SarFactors *factors, double *x) {
  for (int32_t i = 0; i < n; i++) x[i] = (i % 2 ? -1 : 1) * (1 + (n > 1 ? (double)i / (n - 1) : 0));
  factors->solve(factors->self, x);
  return 2 * sum_of_sizes(n, x) / (3 * (double)n);
}

static double inverse_norm(int32_t n, const SarFactors *factors, double *work) {
  double *x = work, *signs = work + n, norm = 0;
  for (int32_t i = 0; i < n; i++) x[i] = 1 / (double)n;
  int32_t last = -1;
  for (int round = 0; round < MOST_ROUNDS; round++) {
    factors->solve(factors->self, x);
    const double size = sum_of_sizes(n, x);
    if (round > 0 && !(size > norm)) break;
    norm = size;
    for (int32_t i = 0; i < n; i++) signs[i] = x[i] < 0 ? -1 : 1;
    factors->solve_transposed(factors->self, signs);
    const int32_t next = index_of_largest(n, signs);
    if (next == last) break;
    last = next;
    memset(x, 0, (size_t)n * sizeof *x);
    x[next] = 1;
  }
  return fmax(norm, alternative(n, factors, x));
}

double sar_condition_estimate(const SarPattern *pattern, const double *values, const SarFactors *factors,
                              double *work) {
  if (pattern->nrows == 0) return 1;
  return sar_one_norm(pattern, values) * inverse_norm(pattern->nrows, factors, work);
}
