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

/* For every element of the model: where the twelve columns of its wrench begin; -1: they are not recorded. */
void sar_column_set_wrenches(const SarColumnSet *set, int32_t *first);

typedef struct SarEnergyRecord {
  double kinetic, potential, dissipated, work, balance;
} SarEnergyRecord;

/* One row. at: q, v, a, lambda, mu, x. A force that cannot be evaluated there is reported. */
SarStatus sar_column_set_evaluate(const SarColumnSet *set, const SarMechanism *m, const SarPoint *at,
                                  const SarEnergyRecord *energy, double *row);

/* Evaluates what the wrenches of all elements at a point have in common. The bodies are placed. */
void sar_mechanism_prepare_wrenches(const SarMechanism *m, const SarPoint *at);

/* The action of a joint, motion or force on its two bodies at the point that was prepared: force (ground axes) and
 * torque at the frame, first side then second. 0, > 0 (a force cannot be evaluated here), < 0 (stop). */
SarStatus sar_mechanism_wrench(const SarMechanism *m, int32_t element, const SarPoint *at, double wrench[12]);

/* What a relation (gear, coupler) does to the second side of the joint that it names at place `index`, at the frame
 * `side` there. The first two of these are its wrench; the first side of the joint feels the opposite at the same
 * point. The bodies are placed. */
void sar_mechanism_term_wrench(const SarMechanism *m, int32_t element, int32_t index, const SarSide *side,
                               const SarPoint *at, double wrench[6]);

#endif
