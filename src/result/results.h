/* Reading results, whatever file they are in; the public part stands in sarrus/result.h. */
#ifndef SAR_RESULT_RESULTS_H
#define SAR_RESULT_RESULTS_H

#include "base/context.h"
#include "sarrus/result.h"

/* Columns first .. first + count - 1 in one pass over the file, one after the other: a journal holds rows, and reading
 * it once per column would take long. */
SarStatus sar_results_read(SarResults *results, int32_t first, int32_t count, double *values);

#endif
