/* Small questions about arrays of numbers. */
#ifndef SAR_BASE_NUMBERS_H
#define SAR_BASE_NUMBERS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The largest absolute value of those that are numbers; 0 for none. */
static inline double sar_largest_known(int32_t n, const double *x) {
  double largest[4] = {0, 0, 0, 0}; /* four at once: comparisons need not wait for each other */
  int32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int32_t k = 0; k < 4; k++) largest[k] = fabs(x[i + k]) > largest[k] ? fabs(x[i + k]) : largest[k];
  }
  for (; i < n; i++) largest[0] = fmax(largest[0], fabs(x[i]));
  return fmax(fmax(largest[0], largest[1]), fmax(largest[2], largest[3]));
}

/* The larger one; nan if one of them is nan. */
static inline double sar_larger(double a, double b) { return b <= a || isnan(a) ? a : b; }

/* Quantities of a model, in SI units, are no larger: powers of a few of them can still be computed. */
#define SAR_LARGEST_QUANTITY 1e100

static inline bool sar_all_finite(int32_t n, const double *x) {
  double sum[4] = {0, 0, 0, 0}; /* 0 x is nan for infinities and nan, else 0 */
  int32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int32_t k = 0; k < 4; k++) sum[k] += 0 * x[i + k];
  }
  for (; i < n; i++) sum[0] += 0 * x[i];
  return sum[0] + sum[1] + (sum[2] + sum[3]) == 0;
}

/* The largest absolute value; nan if one of them is nan. 0 for no numbers. */
static inline double sar_largest(int32_t n, const double *x) {
  if (sar_all_finite(n, x)) return sar_largest_known(n, x);
  double largest = 0;
  for (int32_t i = 0; i < n && !isnan(largest); i++) {
    if (fabs(x[i]) > largest || isnan(x[i])) largest = fabs(x[i]);
  }
  return largest;
}

#endif
