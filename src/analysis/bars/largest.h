/* The largest error bars by kinds of columns. */
#ifndef SAR_ANALYSIS_LARGEST_H
#define SAR_ANALYSIS_LARGEST_H

#include "analysis/bars/kept.h"
#include "sarrus/analysis.h"

/* "crank.x" */
void sar_bars_name(const SarSinkColumn *column, char *name, size_t size);

/* length: of the model. */
void sar_bars_largest(const SarKept *kept, const double *bars, double length, SarErrorBar kinds[SAR_ERROR_KINDS]);

/* SAR_ERROR_KINDS: the column is of none. *scale: by which a bar becomes one of its kind. */
SarErrorKind sar_bars_kind(const SarSinkColumn *column, double *scale);

#endif
