/* The vertical force of a tyre over its deflection, as a table: monotone cubic between its points, so that it never
 * falls between points that rise, with a continuous slope. It begins at (0, 0); beyond the last point it goes on
 * straight. */
#ifndef SAR_ELEMENT_TYRE_LOAD_CURVE_H
#define SAR_ELEMENT_TYRE_LOAD_CURVE_H

#include <stdint.h>

#include "geometry/monotone.h"

enum { SAR_LOAD_CURVE_POINTS = 100 }; /* at most */

typedef struct SarLoadCurve {
  int32_t count; /* 0: there is no table */
  double deflection[SAR_LOAD_CURVE_POINTS], force[SAR_LOAD_CURVE_POINTS], slope[SAR_LOAD_CURVE_POINTS];
} SarLoadCurve;

/* Slopes from the points. */
void sar_load_curve_prepare(SarLoadCurve *curve);

/* Force at a deflection and its derivative; zero below 0. */
double sar_load_curve_at(const SarLoadCurve *curve, double deflection, double *slope);

#endif
