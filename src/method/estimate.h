/* Pieces of error estimates that families share. */
#ifndef SAR_METHOD_ESTIMATE_H
#define SAR_METHOD_ESTIMATE_H

#include "method/engine.h"

/* Positions and states must both be within the tolerance: the criterion that asks for the smaller step, or the one that
 * fails. */
SarErrorEstimate sar_estimate_worse(SarErrorEstimate position, SarErrorEstimate state, bool *states_decide);

/* h^3 x'''/6 of the states at the end of the trial step from divided differences: of the values over three steps where
 * there are enough (rates of stiff states are noisy), else of values and rates at both ends of the step. */
void sar_third_differences(SarIntegrator *integrator, double h, double *out);

#endif
