/* Beams of a scene at one instant as solids. */
#ifndef SAR_RESULT_SNAPSHOT_BEAM_H
#define SAR_RESULT_SNAPSHOT_BEAM_H

#include "result/snapshot_scene.h"

/* One solid from each node to the next. In the arena. */
SarStatus sar_instant_beams(const SarInstant *instant, SarSolids *out);

#endif
