/* Lines along which a function given on a grid has one value. */
#ifndef SAR_RESULT_CONTOUR_H
#define SAR_RESULT_CONTOUR_H

#include "base/arena.h"
#include "base/context.h"

/* Points of all lines one after the other, a nan between two lines: as the plotter takes them. */
typedef struct SarContour {
  int32_t count;
  double *x, *y;
} SarContour;

/* values[j * nx + i] at (x[i], y[j]); infinite and nan count as above the level. Linear between grid points. A line
 * ends at the edge of the grid or in itself. Everything in the arena. */
SarStatus sar_contour(SarContext *context, SarArena *arena, int32_t nx, const double *x, int32_t ny, const double *y,
                      const double *values, double level, SarContour *out);

#endif
