/* One accepted step: the loop over attempts that all families share. */
#ifndef SAR_METHOD_STEP_H
#define SAR_METHOD_STEP_H

#include "method/engine.h"

/* The newest node is the start: bounds of the step, its first size, scales, view. */
void sar_step_start(SarIntegrator *integrator);

#endif
