/* Why a run failed: the story of its last steps and the likely causes, found by measuring at the last good state and
 * just beyond it. */
#ifndef SAR_ANALYSIS_CAUSES_H
#define SAR_ANALYSIS_CAUSES_H

#include "analysis/start/start.h"
#include "method/method.h"

typedef struct SarFailure {
  SarContext *context;
  const SarSystem *system;
  const SarStart *start;         /* the mechanism, and where the run began */
  const SarStepOptions *options; /* as the user gave them */
  const SarStepView *view;       /* the last accepted step: the last good state */
  const SarStepStats *stats;
  const SarStepLimits *limits;
  SarStatus status; /* the error that has been reported */
} SarFailure;

/* Adds notes about the error: the last attempts, then at most three causes, the most likely first, each with a remedy.
 * Adds nothing where memory or the disk is to blame. */
#define SAR_CAUSES_SHOWN 3
void sar_causes_explain(const SarFailure *failure);

#endif
