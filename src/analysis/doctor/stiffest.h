/* Which force is the stiffest. */
#ifndef SAR_ANALYSIS_STIFFEST_H
#define SAR_ANALYSIS_STIFFEST_H

#include "analysis/start/start.h"
#include "sarrus/analysis.h"

/* The spring, damper or bushing with the largest rate of its own at the start. The equations are factorised anew. */
SarStatus sar_stiffest_force(SarStart *start, SarStiffest *out);

#endif
