/* Steps with which methods of several steps and high order begin: Radau IIA of fifth order, of one step and stable
 * however stiff the system is. Its velocities satisfy the constraints to the third order only; they are moved onto
 * them, and the unknowns at the end of the step are those of the index-1 system there, so that a start is as accurate
 * as the formulas that go on from it (docs/decisions/0034). */
#ifndef SAR_METHOD_FAMILY_RADAU_START_H
#define SAR_METHOD_FAMILY_RADAU_START_H

#include "method/explicit.h"

typedef struct SarRadauStart {
  void *engine;         /* of the family radau; null: there is none */
  SarExplicit explicit; /* moves velocities */
  double *v, *u;        /* as Radau's method gave them */
} SarRadauStart;

/* No start where the stage has terms that Radau's matrix does not know (augmentation): then `engine` is null. */
SarStatus sar_radau_start_create(SarIntegrator *integrator, SarRadauStart *start);
void sar_radau_start_destroy(SarIntegrator *integrator, SarRadauStart *start);

/* Fills the trial node, whose time is set, by a step of size h. > 0: no. */
SarStatus sar_radau_start_step(SarIntegrator *integrator, SarRadauStart *start, double h);

#endif
