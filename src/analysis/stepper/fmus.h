/* FMUs that a motion is stepped along with (element/fmu/link.h): one instance of each for every motion. */
#ifndef SAR_ANALYSIS_FMUS_H
#define SAR_ANALYSIS_FMUS_H

#include "analysis/stepper/stepper.h"

/* Makes the instances, and exchanges numbers at the start, where the model is assembled: accelerations and reactions
 * are then solved for again. */
SarStatus sar_stepper_start_fmus(SarStepper *s);
void sar_stepper_destroy_fmus(SarStepper *s);

/* What an event has set goes into its FMU, which is stepped up to there, and its outputs come back. *changed: they are
 * others than before, or the event belongs to no FMU, so that nothing happens here. */
SarStatus sar_stepper_exchange(SarStepper *s, int32_t event, bool *changed);

/* Their states. SAR_INPUT with a message: one of them cannot be saved. */
SarStatus sar_stepper_archive_fmus(SarStepper *s, SarArchive *archive);

#endif
