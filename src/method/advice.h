/* What is said where a step has to be given up: the reason, and what to do about it. */
#ifndef SAR_METHOD_ADVICE_H
#define SAR_METHOD_ADVICE_H

#include "method/engine.h"

/* Advice names only what the user can change: min_step where one was given, the step where it is fixed. */
const char *sar_advice_reason(SarStatus status);
const char *sar_advice_remedy(const SarIntegrator *integrator, SarStatus status);

#define SAR_ADVICE_TEXT 160

/* Whether the error estimate of the last attempts, all from the newest node, does not fall with the step; then *remedy
 * is what to do, and text, of SAR_ADVICE_TEXT bytes, says so. */
bool sar_advice_estimate_stays(SarIntegrator *integrator, SarStatus why, char *text, const char **remedy);

#endif
