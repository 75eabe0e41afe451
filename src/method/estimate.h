/* Pieces of error estimates that families share. */
#ifndef SAR_METHOD_ESTIMATE_H
#define SAR_METHOD_ESTIMATE_H

#include "method/inherit.h"

/* Positions and states must both be within the tolerance: the criterion that asks for the smaller step, or the one that
 * fails. */
SarErrorEstimate sar_estimate_worse(SarErrorEstimate position, SarErrorEstimate state, bool *states_decide);

/* Local errors as a family computes them: of positions and of states, each into the same array. */
typedef struct SarLocalErrors {
  void (*positions)(SarIntegrator *integrator, double h);
  void (*states)(SarIntegrator *integrator, double h);
  double *errors; /* max(nv, nx) */
  int32_t power;  /* of h, that they go with */
  double scale;   /* factor on them */
  /* Where states may inherit errors of the motion (inherit.h): what they do, nx numbers; null: they do not. */
  SarInheritance *inheritance;
  double *inherited;
} SarLocalErrors;

/* The estimate; the array holds the errors of what decides it. */
SarErrorEstimate sar_estimate(SarIntegrator *integrator, const SarLocalErrors *local, double h, bool *states_decide);

/* Who weighs most in it (limits.h). */
int32_t sar_estimate_culprit(SarIntegrator *integrator, const SarLocalErrors *local, bool states_decide);

/* h^3 x'''/6 of the states at the end of the trial step from divided differences: of the values over three steps where
 * there are enough (rates of stiff states are noisy), else of values and rates at both ends of the step. */
void sar_third_differences(SarIntegrator *integrator, double h, double *out);

#endif
