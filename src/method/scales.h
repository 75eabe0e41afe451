/* What errors are measured against: weights that follow the motion, and the largest speeds and values so far. */
#ifndef SAR_METHOD_SCALES_H
#define SAR_METHOD_SCALES_H

#include "method/engine.h"

/* After every accepted node. */
void sar_scales_update(SarIntegrator *integrator);

#endif
