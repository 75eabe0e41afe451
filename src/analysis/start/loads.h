/* Forces that cannot be evaluated, by name. */
#ifndef SAR_ANALYSIS_LOADS_H
#define SAR_ANALYSIS_LOADS_H

#include "system/workspace.h"

/* SAR_INPUT with a message if a force of the model has no finite value at the start: without this, the equations would
 * only be found to be singular. */
SarStatus sar_loads_check_start(SarContext *context, const SarWorkspace *m, const double *q, const double *v);

/* The same where a force is asked for more than it can express: a bushing that is twisted too far. */
SarStatus sar_loads_check_turns(SarContext *context, const SarWorkspace *m, double t, const double *q, const double *v);

#endif
