/* What became of an accuracy: reached, or why not and how far it holds. */
#ifndef SAR_ANALYSIS_VERDICT_H
#define SAR_ANALYSIS_VERDICT_H

#include "analysis/bars/goal.h"

/* What is known of the run that was judged. */
typedef struct SarJudged {
  SarContext *context;
  const SarBarsGoal *goal;
  const SarRunSummary *summary;
  bool tightest; /* no smaller tolerance is of any use */
  bool resumed;  /* it went on as it had begun, and nobody refines it */
} SarJudged;

/* The goal that options and model give, for a run that they lead to. */
SarBarsGoal sar_accuracy_goal(const SarSystem *system, const SarRunOptions *options);
/* What is known before the first run. */
SarAccuracy sar_accuracy_asked(const SarBarsGoal *goal);

/* Completes `out`. SAR_FAILED, reported, where it is not reached. */
SarStatus sar_accuracy_conclude(const SarJudged *judged, SarAccuracy *out);

#endif
