/* The state about which a mechanism is linearised: consistent positions, velocities, accelerations, multipliers, states
 * and variables, with the mechanism that has them. */
#ifndef SAR_ANALYSIS_MODES_STATE_H
#define SAR_ANALYSIS_MODES_STATE_H

#include "analysis/stepper/stepper.h"
#include "sarrus/modes.h"

typedef struct SarModesState {
  SarContext *context;
  const SarSystem *system;
  SarStepper *stepper; /* of a run that led here; null: the start */
  SarStart *start;     /* its, or of its own */
  double *memory, *q, *v, *a, *lambda, *mu, *x, *xdot, *z;
  double t;
} SarModesState;

/* As the options say. Destroy in any case. Failures are reported. */
SarStatus sar_modes_state_create(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                 SarModesState *out);
void sar_modes_state_destroy(SarModesState *state);

static inline const SarProblem *sar_modes_problem(const SarModesState *s) { return &s->start->m->problem; }

static inline SarPoint sar_modes_point(const SarModesState *s) {
  return (SarPoint){.t = s->t,
                    .q = s->q,
                    .v = s->v,
                    .a = s->a,
                    .lambda = s->lambda,
                    .mu = s->mu,
                    .x = s->x,
                    .xdot = s->xdot,
                    .z = s->z};
}

#endif
