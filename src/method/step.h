/* One accepted step: the loop over attempts that all families share. */
#ifndef SAR_METHOD_STEP_H
#define SAR_METHOD_STEP_H

#include "method/engine.h"

/* The newest node is the start: bounds of the step, its first size, scales, sides of switching functions, view. */
SarStatus sar_step_start(SarIntegrator *integrator);

/* Sets the view to the newest node, reached from t0. */
void sar_step_show(SarIntegrator *integrator, double t0, double step, double error, int32_t rejections);

#endif
