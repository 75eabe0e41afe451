/* Norms and small vector loops shared by the methods. */
#ifndef SAR_METHOD_NORM_H
#define SAR_METHOD_NORM_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* Root mean square of weight[i] * x[i] (paper 1, eq 35); 0 for no components. weight null: 1. */
static inline double sar_rms(int32_t n, const double *x, const double *weight) {
  if (n == 0) return 0;
  double sum = 0;
  for (int32_t i = 0; i < n; i++) {
    double s = weight ? weight[i] * x[i] : x[i];
    sum += s * s;
  }
  return sqrt(sum / n);
}

static inline bool sar_all_finite(int32_t n, const double *x) {
  for (int32_t i = 0; i < n; i++) {
    if (!isfinite(x[i])) return false;
  }
  return true;
}

#endif
