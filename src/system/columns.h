/* What can be recorded (docs/results.md, "Columns"): bodies, frames, joints, motions, forces and energies, in SI. */
#ifndef SAR_SYSTEM_COLUMNS_H
#define SAR_SYSTEM_COLUMNS_H

#include "system/mechanism.h"

typedef struct SarColumn {
  const char *element;  /* "crank", "crank.pin", "energy" */
  const char *quantity; /* "x", "angle_rate" */
  const char *unit;     /* SI symbols */
} SarColumn;

typedef struct SarColumnSet SarColumnSet;

/* The columns that the model's `output: of:` asks for, in the order of the model. Lives in the given arena. */
SarStatus sar_column_set_create(const SarSystem *system, SarArena *arena, SarColumnSet **out);
int32_t sar_column_set_count(const SarColumnSet *set);
const SarColumn *sar_column_set_get(const SarColumnSet *set);

typedef struct SarEnergyRecord {
  double kinetic, potential, dissipated, work, balance;
} SarEnergyRecord;

/* One row. at: q, v, a, lambda, mu, x. A force that cannot be evaluated there is reported. */
SarStatus sar_column_set_evaluate(const SarColumnSet *set, const SarMechanism *m, const SarPoint *at,
                                  const SarEnergyRecord *energy, double *row);

/* The action of a joint, motion or force on its two bodies: force (ground axes) and torque at the frame, first side
 * then second. 0, > 0 (a force cannot be evaluated here), < 0 (stop). */
SarStatus sar_mechanism_wrench(const SarMechanism *m, int32_t element, const SarPoint *at, double wrench[12]);

#endif
