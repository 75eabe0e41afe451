/* Positions onto the constraints from a rough guess. */
#ifndef SAR_ANALYSIS_ASSEMBLY_H
#define SAR_ANALYSIS_ASSEMBLY_H

#include "analysis/equations.h"

/* Moves q onto Phi(t, q) = 0: damped Gauss-Newton steps, each the smallest in translations over L and rotations. m: all
 * rows, regularised, so that dependent rows do no harm. *error: largest |Phi|/L that remains. SAR_OK also when it did
 * not get to zero. */
SarStatus sar_assemble_position(SarContext *context, SarMechanism *m, double t, double *q, double *error);

/* A direction of free motion at q: the part of a fixed pseudo-random direction, or of v if that is not zero, that
 * violates no constraint to first order; scaled to RMS 1 in weighted components. direction: nv; all zero if nothing can
 * move. */
SarStatus sar_free_direction(SarContext *context, SarMechanism *m, double t, const double *q, const double *v,
                             double *direction);

#endif
