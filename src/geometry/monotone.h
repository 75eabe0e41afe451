/* Slopes of cubics that run through points without overshoot: F. N. Fritsch, J. Butland, SIAM J. Sci. Stat. Comput. 5
 * (1984) 300-304. Where the points rise the curve rises, and where they turn it is level. */
#ifndef SAR_GEOMETRY_MONOTONE_H
#define SAR_GEOMETRY_MONOTONE_H

#include <stdint.h>

/* x increases. At both ends the slope is that of the last chord, or `level`: zero. */
void sar_monotone_slopes(const double *x, const double *y, int32_t count, int level, double *slope);

/* A cubic over 0 <= u <= h from values and slopes at both ends: out[k] its k-th derivative at u, up to the second. */
void sar_cubic_at(double h, const double value[2], const double slope[2], double u, double out[3]);

/* The interval of x in increasing numbers: 0 .. count - 2. */
int32_t sar_interval_of(const double *x, int32_t count, double at);

#endif
