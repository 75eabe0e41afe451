/* Friction of contacts at rest. */
#ifndef SAR_ANALYSIS_STATIC_FRICTION_H
#define SAR_ANALYSIS_STATIC_FRICTION_H

#include "system/system.h"

/* One warning for each contact whose friction is a law of velocities: it holds nothing at rest. */
void sar_static_warn_friction(SarContext *context, const SarSystem *system);

#endif
