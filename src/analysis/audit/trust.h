/* Warnings where the audit of a run contradicts what was asked of it. */
#ifndef SAR_ANALYSIS_TRUST_H
#define SAR_ANALYSIS_TRUST_H

#include "method/method.h"
#include "sarrus/analysis.h"

/* How much of the balances, relative as in the summary, may be the error of the audit's own integrals. */
typedef struct SarDoubt {
  double energy, momentum;
} SarDoubt;

/* Called once at the end of a run that was not broken off by an error. method, steps: what was asked for. time_unit:
 * seconds in the model's unit of time, in which steps are shown to the user. */
void sar_trust_warn(SarContext *context, const SarRunSummary *summary, SarDoubt doubt, const SarMethodChoice *method,
                    const SarStepOptions *steps, double time_unit);

/* Above which balances of energy and momentum there is a warning; infinite: never. */
double sar_trust_energy_limit(const SarStepOptions *steps);
double sar_trust_momentum_limit(const SarStepOptions *steps);

/* Whether the method has its multipliers to a lower order than its motion, as those of several stages do: they fall
 * behind whatever the tolerance, and say nothing about the motion. The audit then solves for them at the ends of steps,
 * as rows of output do. */
bool sar_trust_multipliers_lag(const SarMethodChoice *method);

/* Whether the audit's plain integrals would err more than the method. */
bool sar_trust_needs_care(const SarMethodChoice *method);

/* Whether steps were very small because the equations could not be solved: what a force that jumps looks like. */
bool sar_trust_is_stuck(const SarRunSummary *summary);

#endif
