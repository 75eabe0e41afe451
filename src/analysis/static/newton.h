/* Newton's method on the equations at rest, and load steps. */
#ifndef SAR_ANALYSIS_STATIC_NEWTON_H
#define SAR_ANALYSIS_STATIC_NEWTON_H

#include "analysis/static/search.h"

/* From the point that is at hand. `left`: what is to be left of the rows `base` (null: nothing is). > 0: it does not
 * converge from here, and the point is anywhere. */
SarStatus sar_static_newton(SarEquilibrium *e, double left, const double *base);

/* Takes away the forces that are not in balance at the point, step by step. */
SarStatus sar_static_load_steps(SarEquilibrium *e);

#endif
