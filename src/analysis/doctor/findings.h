/* What the doctor finds in a model, as messages for those who look at its results. */
#ifndef SAR_ANALYSIS_DOCTOR_FINDINGS_H
#define SAR_ANALYSIS_DOCTOR_FINDINGS_H

#include "sarrus/analysis.h"

/* Checks the model and says to `doctor` what is suspicious, redundant or contradicts itself, which edits are proposed,
 * and how many freedoms there are. SAR_OK also where the model is sick; else what memory and files do. */
SarStatus sar_findings(SarContext *doctor, const SarSystem *system);

#endif
