/* What the runs of a race are measured against. */
#ifndef SAR_ANALYSIS_RACE_REFERENCE_H
#define SAR_ANALYSIS_RACE_REFERENCE_H

#include "analysis/race_track.h"

/* Two methods that agree, within so many seconds of the clock (infinite: any time); reported where they do not agree at
 * all. Without the time for them the race has none, and says so. Texts live in the arena. Destroy the track in any
 * case.
 */
SarStatus sar_race_reference(const SarRaceRunner *runner, SarArena *arena, double seconds, SarRaceTrack *reference,
                             SarRace *race);

#endif
