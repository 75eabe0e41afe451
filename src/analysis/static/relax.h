/* Dynamic relaxation: steps of a motion without inertia in the mechanism's own metric,
 *
 *   [ M/tau + K  Phi_q^T ] [ dq ]      [ r   ]
 *   [ Phi_q      0       ] [ .. ]  = - [ Phi ],
 *
 * implicit, with tau growing as they become smaller: downhill first, Newton's method in the end. */
#ifndef SAR_ANALYSIS_STATIC_RELAX_H
#define SAR_ANALYSIS_STATIC_RELAX_H

#include "analysis/static/search.h"

/* > 0: it does not come to rest. SAR_SINGULAR: a load acts along a direction in which nothing holds the mechanism, and
 * it does so wherever it goes. */
SarStatus sar_static_relax(SarEquilibrium *e);

#endif
