/* User-defined constraints differentiated once more than steps of most methods need (levels.c). */
#ifndef SAR_SYSTEM_USER_LEVELS_H
#define SAR_SYSTEM_USER_LEVELS_H

#include "system/workspace.h"

/* Room for what levels.c makes; false when memory is exhausted. */
bool sar_user_make_levels(SarWorkspace *m);

/* The constraint rows of the matrix at the level of the weights, above that of positions (levels.c). */
SarStatus sar_user_add_level(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values);

/* Adds the derivatives by time (method/problem.h). */
SarStatus sar_user_add_by_time(const SarWorkspace *m, const SarPoint *at, double *rows, double *rates,
                               double *accelerations);

#endif
