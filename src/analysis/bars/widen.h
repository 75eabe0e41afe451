/* From the differences of two runs to error bars. */
#ifndef SAR_ANALYSIS_WIDEN_H
#define SAR_ANALYSIS_WIDEN_H

#include "analysis/bars/companion.h"

/* bars: ncolumns at every time that is kept. How many numbers were looked at. */
int64_t sar_bars_widen(const SarKept *kept, const SarCompanion *companion, double *bars);

/* How many events of both runs are the same, in the same order. */
int64_t sar_bars_common_events(const SarKept *kept, const SarCompanion *companion);

/* Bars are never smaller than this. Consecutive columns of one element in one unit, the components of a vector say, are
 * judged by the largest of them: those that begin with `first` end before *end. */
double sar_bars_floor(const SarKept *kept, int32_t first, int32_t *end);

#endif
