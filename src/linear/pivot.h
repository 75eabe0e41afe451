/* Whether a matrix and its pivots can be trusted: numbers that are not finite, the ratio of the pivots, and pivots
 * that are nothing but rounding. Shared by the solvers of this folder. */
#ifndef SAR_LINEAR_PIVOT_H
#define SAR_LINEAR_PIVOT_H

#include "linear/linear.h"

/* The first column that has a value which is not finite, or -1. */
int32_t sar_first_not_finite(const SarPattern *pattern, const double *values);

/* Smallest over largest absolute value of count pivots: a crude reciprocal condition number. 1 for none, 0 when a
 * pivot is zero or not finite. */
double sar_pivot_ratio(const double *pivots, int32_t count);

#define SAR_MAYBE_SINGULAR 1e-12 /* pivot ratio below which a solver should look for lost pivots */

/* The pivots of a factorisation: the k-th one, value[k], stands in row[k] and column[k] of the matrix. */
typedef struct SarPivots {
  const double *value;
  const int32_t *row, *column; /* null = k itself */
} SarPivots;

/* The column of the first pivot that is lost in rounding: at most a few units in the last place of both the largest
 * entry of its row and that of its column in the matrix, so that scaling a row or a column alone does not make a
 * pivot look lost. -1 if there is none. `work` has nrows + ncolumns numbers. */
int32_t sar_first_lost_pivot(const SarPattern *pattern, const double *values, SarPivots pivots, double *work);

#endif
