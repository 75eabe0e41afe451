/* Differences of two columns of numbers. */
#ifndef SAR_RESULT_COMPARE_H
#define SAR_RESULT_COMPARE_H

#include <stdint.h>

#include "sarrus/result.h"

/* The value at time t between rows k and k + 1 of a column; exactly a row's value at its time. */
double sar_interpolate_row(const double *times, const double *values, int64_t k, double t);

/* Fills all but share from a[0..count-1] and b[0..count-1] at times. */
void sar_difference_of(int64_t count, const double *times, const double *a, const double *b, SarColumnDifference *out);

#endif
