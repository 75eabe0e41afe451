/* A run with error bars: how wrong every number of its results may be. */
#ifndef SAR_ANALYSIS_BARS_H
#define SAR_ANALYSIS_BARS_H

#include "analysis/observe.h"

/* As sar_run; a second run follows, and the files get its verdict. resumed: as in SarRunExtras. Where there are no bars
 * a warning says why, and the results are as they would be without. */
SarStatus sar_bars_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarResultFile *resumed, SarRunSummary *summary);

#endif
