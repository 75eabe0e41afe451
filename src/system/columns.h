/* What can be recorded (docs/results.md, "Columns"): bodies, frames, joints, motions, forces and energies, in SI. */
#ifndef SAR_SYSTEM_COLUMNS_H
#define SAR_SYSTEM_COLUMNS_H

#include "system/workspace.h"

typedef struct SarColumn {
  const char *element;  /* "crank", "crank.pin", "energy" */
  const char *quantity; /* "x", "angle_rate" */
  const char *unit;     /* SI symbols */
  bool left_out;        /* of a set that is being made: nobody asks for it */
} SarColumn;

typedef struct SarColumnSet SarColumnSet;

/* The columns that the model's `output: of:` asks for, in the order of the model. Lives in the given arena. */
SarStatus sar_column_set_create(const SarSystem *system, SarArena *arena, SarColumnSet **out);
/* The same with another list, which must outlive it; names null: everything. What is not there is left out. */
SarStatus sar_column_set_create_of(const SarSystem *system, SarArena *arena, const SarNameList *of, SarColumnSet **out);
int32_t sar_column_set_count(const SarColumnSet *set);
const SarColumn *sar_column_set_get(const SarColumnSet *set);

/* For every element of the model: where the twelve columns of its wrench begin; -1: they are not recorded. */
void sar_column_set_wrenches(const SarColumnSet *set, int32_t *first);

typedef struct SarEnergyRecord {
  double kinetic, potential, dissipated, work, balance;
} SarEnergyRecord;

/* One row. at: q, v, a, lambda, mu, x. A force that cannot be evaluated there is reported. */
SarStatus sar_column_set_evaluate(const SarColumnSet *set, const SarWorkspace *m, const SarPoint *at,
                                  const SarEnergyRecord *energy, double *row);
/* The same beside a point whose whole row is known, of an equal set: what columns choose there they choose here, too,
 * and what they count has not changed. */
SarStatus sar_column_set_evaluate_like(const SarColumnSet *set, const SarWorkspace *m, const SarPoint *at,
                                       const SarEnergyRecord *energy, const double *like, double *row);
/* All columns at the row that was evaluated last, which nobody may have asked for. */
const double *sar_column_set_whole(const SarColumnSet *set, const double *row);

#endif
