#include "linear/estimate.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"

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

double sar_row_norm(const SarPattern *pattern, const double *values, double *work) {
  double norm = 0;
  for (int32_t i = 0; i < pattern->nrows; i++) work[i] = 0;
  for (int32_t p = 0; p < pattern->column[pattern->ncolumns]; p++) work[pattern->row[p]] += fabs(values[p]);
  for (int32_t i = 0; i < pattern->nrows; i++) norm = fmax(norm, work[i]);
  return norm;
}

void sar_trial_side(int32_t n, double *b) {
  for (int32_t i = 0; i < n; i++) b[i] = (i % 2 ? -1 : 1) * (0.5 + 0.5 * (double)(i % 101 * 37 % 101) / 101);
}

void sar_trial_solution(int32_t n, double *x) {
  uint32_t state = 1; /* of a linear congruence; its highest bit is the sign */
  for (int32_t i = 0; i < n; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = (state >> 31 ? -1 : 1) * (0.5 + 0.5 * (double)(i % 101 * 37 % 101) / 101);
  }
}

SarTrial sar_trial(const SarPattern *pattern, const double *values, double norm, const double *b,
                   const SarFactors *factors, double *work) {
  const int32_t n = pattern->nrows;
  double *x = work, *residual = work + n;
  for (int32_t i = 0; i < n; i++) residual[i] = x[i] = b[i];
  factors->solve(factors->self, x);
  for (int32_t j = 0; j < n; j++) {
    const double xj = x[j];
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) residual[pattern->row[p]] -= values[p] * xj;
  }
  if (!sar_all_finite(n, x) || !sar_all_finite(n, residual)) return (SarTrial){INFINITY, INFINITY};
  const double norm_x = sar_largest_known(n, x), norm_residual = sar_largest_known(n, residual);
  return (SarTrial){norm_residual / (norm * norm_x + 1), norm * norm_x};
}

double sar_trial_row_error(const SarPattern *pattern, const double *values, const double *b, const double *work,
                           double *sizes) {
  const int32_t n = pattern->nrows;
  const double *x = work, *residual = work + n;
  double largest = 0;
  for (int32_t i = 0; i < n; i++) sizes[i] = fabs(b[i]);
  for (int32_t j = 0; j < n; j++) {
    const double xj = fabs(x[j]);
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++)
      sizes[pattern->row[p]] += fabs(values[p]) * xj;
  }
  for (int32_t i = 0; i < n; i++) {
    if (sizes[i] > 0) largest = fmax(largest, fabs(residual[i]) / sizes[i]);
  }
  return largest;
}

double sar_trial_known(const SarPattern *pattern, const double *values, const double *x, const SarFactors *factors,
                       double *work) {
  const int32_t n = pattern->nrows;
  double *found = work, *residual = work + n;
  for (int32_t i = 0; i < n; i++) found[i] = residual[i] = 0;
  for (int32_t j = 0; j < n; j++) {
    const double xj = x[j];
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) found[pattern->row[p]] += values[p] * xj;
  }
  const double norm_b = sar_largest_known(n, found);
  factors->solve(factors->self, found);
  for (int32_t j = 0; j < n; j++) {
    const double difference = x[j] - found[j];
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      residual[pattern->row[p]] += values[p] * difference;
    }
  }
  if (!sar_all_finite(n, found) || !sar_all_finite(n, residual)) return INFINITY;
  const double norm_x = sar_largest_known(n, found), norm_residual = sar_largest_known(n, residual);
  const double least = norm_b * norm_x + norm_b; /* |A| is at least |A x| / |x|, and |x| at most 1 */
  if (norm_residual <= SAR_TRIAL_EXACT * least) return least > 0 ? norm_residual / least : 0;
  return norm_residual / (sar_row_norm(pattern, values, residual) * norm_x + norm_b);
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
