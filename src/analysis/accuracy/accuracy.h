/* A run that is as exact as somebody asks: methods and tolerances are tried until the error bars are small enough. */
#ifndef SAR_ANALYSIS_ACCURACY_H
#define SAR_ANALYSIS_ACCURACY_H

#include "analysis/run_again.h"
#include "sarrus/analysis.h"

/* Whether options and model ask for an accuracy rather than for a tolerance or a step. */
bool sar_accuracy_is_asked(const SarSystem *system, const SarRunOptions *options);

/* As sar_run. SAR_FAILED with the reason, and the results kept, where it cannot be had. */
SarStatus sar_accuracy_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                           SarRunSummary *summary);

/* A run that an accuracy had chosen, once more or from its checkpoint on: its bars are judged, and nothing is refined.
 */
SarStatus sar_accuracy_repeat(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                              const SarAgain *again, SarRunSummary *summary);

#endif
