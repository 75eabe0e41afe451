/* What the runs of a race are measured against. */
#ifndef SAR_ANALYSIS_RACE_REFERENCE_H
#define SAR_ANALYSIS_RACE_REFERENCE_H

#include "analysis/race_track.h"

/* Two methods that agree; reported where they do not. Texts live in the arena. Destroy the track in any case. */
SarStatus sar_race_reference(const SarRaceRunner *runner, SarArena *arena, SarRaceTrack *reference, SarRace *race);

#endif
