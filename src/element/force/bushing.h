/* What the two forms of a bushing share: bushing.c, which is computed, and bushing_equations.c, in symbols. */
#ifndef SAR_ELEMENT_BUSHING_H
#define SAR_ELEMENT_BUSHING_H

#include "element/builder.h"

/* Along and about the axes of the first frame. */
typedef struct SarBushingData {
  SarVec3 stiffness, damping, preload;
  SarVec3 torsional_stiffness, torsional_damping, torsional_preload;
} SarBushingData;

SarStatus sar_bushing_build(SarBuilder *b, const SarBushingData *data);

#endif
