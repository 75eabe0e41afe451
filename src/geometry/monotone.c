#include "geometry/monotone.h"

static double chord(const double *x, const double *y, int32_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); }

void sar_monotone_slopes(const double *x, const double *y, int32_t count, int level, double *slope) {
  int32_t last = count - 1;
  slope[0] = level || last < 1 ? 0 : chord(x, y, 0);
  slope[last] = level || last < 1 ? 0 : chord(x, y, last - 1);
  for (int32_t i = 1; i < last; i++) {
    double before = chord(x, y, i - 1), after = chord(x, y, i), h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
    double share = (h0 + 2 * h1) / (3 * (h0 + h1)); /* harmonic mean, weighted */
    slope[i] = before * after > 0 ? before * after / (share * after + (1 - share) * before) : 0;
  }
}

void sar_cubic_at(double h, const double value[2], const double slope[2], double u, double out[3]) {
  double d = (value[1] - value[0]) / h;
  double c2 = (3 * d - 2 * slope[0] - slope[1]) / h, c3 = (slope[0] + slope[1] - 2 * d) / (h * h);
  out[0] = value[0] + u * (slope[0] + u * (c2 + u * c3));
  out[1] = slope[0] + u * (2 * c2 + u * 3 * c3);
  out[2] = 2 * c2 + u * 6 * c3;
}

int32_t sar_interval_of(const double *x, int32_t count, double at) {
  int32_t low = 0, high = count - 1;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (x[middle] <= at) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
