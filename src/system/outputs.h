/* The columns that `outputs:` lists. */
#ifndef SAR_SYSTEM_OUTPUTS_H
#define SAR_SYSTEM_OUTPUTS_H

#include "base/index.h"
#include "system/columns.h"

/* Reports, each at its place, what is no column, and what only a run from the start on knows. */
SarStatus sar_system_check_outputs(const SarSystem *system);

/* Integrals over the whole motion, which are none of a point: energy.dissipated, .work, .balance. */
bool sar_column_is_integral(const SarColumn *column);

/* Places of columns by their names, "rod.x"; the texts are in the arena. False: memory is exhausted. */
bool sar_column_index(const SarColumnSet *set, SarArena *arena, SarIndex *out);

/* Whether that is the name of the column, "rod.x". */
bool sar_column_is(const SarColumn *column, const char *name);

#endif
