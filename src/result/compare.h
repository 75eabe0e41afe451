/* Differences of two columns of numbers. */
#ifndef SAR_RESULT_COMPARE_H
#define SAR_RESULT_COMPARE_H

#include <stdint.h>

#include "result/results.h"

/* The value at time t between rows k and k + 1 of a column; exactly a row's value at its time. */
double sar_interpolate_row(const double *times, const double *values, int64_t k, double t);

/* Fills all but share from a[0..count-1] and b[0..count-1] at times. */
void sar_difference_of(int64_t count, const double *times, const double *a, const double *b, SarColumnDifference *out);

/* Results that are open, and what messages call them. */
typedef struct SarComparedFile {
  const char *path;
  SarResults *results;
} SarComparedFile;

/* What sar_compare_columns does, of results that are open and stay so. */
SarStatus sar_compare_results(SarContext *context, const SarComparedFile *a, const SarComparedFile *b,
                              const char *const *patterns, int32_t npatterns, const SarComparison **out);

#endif
