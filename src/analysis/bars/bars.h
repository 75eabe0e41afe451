/* A run with error bars: how wrong every number of its results may be. */
#ifndef SAR_ANALYSIS_BARS_H
#define SAR_ANALYSIS_BARS_H

#include "analysis/bars/goal.h"
#include "analysis/observe.h"

/* As sar_run; a second run follows, and the files get its verdict. resumed: as in SarRunExtras. Where there are no bars
 * a warning says why, and the results are as they would be without. goal: may be null; if the bars are larger than it
 * allows, and it is not the last one, SAR_RETRY, and there are no files. */
SarStatus sar_bars_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarResultFile *resumed, SarBarsGoal *goal, SarRunSummary *summary);

#endif
