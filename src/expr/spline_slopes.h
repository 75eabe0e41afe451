/* Slopes of the curves through the points of a table, one for each point: what the methods differ in. */
#ifndef SAR_EXPR_SPLINE_SLOPES_H
#define SAR_EXPR_SPLINE_SLOPES_H

#include <stdbool.h>
#include <stdint.h>

/* Of the straight line from point i to the next. */
static inline double sar_spline_chord(const double *x, const double *y, int32_t i) {
  return (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
}

/* Akima's; a periodic table goes on with its other end, any other one along a parabola. */
void sar_spline_akima(const double *x, const double *y, int32_t n, bool periodic, double *slopes);

/* Continuous second derivatives, zero at the ends; or, with `ends`, these slopes there. `work`: n doubles. */
void sar_spline_cubic(const double *x, const double *y, int32_t n, const double *ends, double *slopes, double *work);

/* Continuous second derivatives also where the last point, y[n - 1] = y[0], meets the first. `work`: 2 n doubles. */
void sar_spline_cubic_periodic(const double *x, const double *y, int32_t n, double *slopes, double *work);

#endif
