/* Warnings where the audit of a run contradicts what was asked of it. */
#ifndef SAR_ANALYSIS_TRUST_H
#define SAR_ANALYSIS_TRUST_H

#include "method/method.h"
#include "sarrus/analysis.h"

/* Called once at the end of a run that was not broken off by an error. method, steps: what was asked for. time_unit:
 * seconds in the model's unit of time, in which steps are shown to the user. */
void sar_trust_warn(SarContext *context, const SarRunSummary *summary, const SarMethodChoice *method,
                    const SarStepOptions *steps, double time_unit);

/* Whether steps were very small because the equations could not be solved: what a force that jumps looks like. */
bool sar_trust_is_stuck(const SarRunSummary *summary);

#endif
