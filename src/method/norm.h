/* Norms and small vector loops shared by the methods. */
#ifndef SAR_METHOD_NORM_H
#define SAR_METHOD_NORM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/numbers.h"

/* Root mean square of weight[i] * x[i] (paper 1, eq 35); 0 for no components. weight null: 1. */
static inline double sar_rms(int32_t n, const double *x, const double *weight) {
  if (n == 0) return 0;
  double sum[4] = {0, 0, 0, 0}; /* four at once: additions need not wait for each other */
  int32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int32_t k = 0; k < 4; k++) {
      double s = weight ? weight[i + k] * x[i + k] : x[i + k];
      sum[k] += s * s;
    }
  }
  for (; i < n; i++) {
    double s = weight ? weight[i] * x[i] : x[i];
    sum[0] += s * s;
  }
  return sqrt((sum[0] + sum[1] + (sum[2] + sum[3])) / n);
}

/* y += x */
static inline void sar_add_to(int32_t n, const double *restrict x, double *restrict y) {
  int32_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int32_t k = 0; k < 8; k++) y[i + k] += x[i + k];
  }
  for (; i < n; i++) y[i] += x[i];
}

/* y := factor x */
static inline void sar_scaled(int32_t n, double factor, const double *restrict x, double *restrict y) {
  int32_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int32_t k = 0; k < 8; k++) y[i + k] = factor * x[i + k];
  }
  for (; i < n; i++) y[i] = factor * x[i];
}

/* Index of the largest |weight[i] x[i]|, a nan before all others; -1 when all are zero. */
static inline int32_t sar_heaviest(int32_t n, const double *x, const double *weight) {
  double largest = 0;
  int32_t index = -1;
  for (int32_t i = 0; i < n; i++) {
    double size = fabs(weight[i] * x[i]);
    if (size <= largest) continue;
    index = i;
    largest = size;
    if (isnan(size)) break;
  }
  return index;
}

#endif
