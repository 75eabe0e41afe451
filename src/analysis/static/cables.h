/* Equilibria of cables. */
#ifndef SAR_ANALYSIS_STATIC_CABLES_H
#define SAR_ANALYSIS_STATIC_CABLES_H

#include "analysis/static/search.h"

/* Relaxation of cables as if they were beams, then Newton's method with less and less of the pressure that these bear.
 * > 0: it does not converge. */
SarStatus sar_static_ease_cables(SarEquilibrium *e);

#endif
