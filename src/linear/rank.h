/* Which columns of a sparse matrix depend on the others: rank-revealing QR (SuiteSparseQR). */
#ifndef SAR_LINEAR_RANK_H
#define SAR_LINEAR_RANK_H

#include <stdbool.h>

#include "linear/linear.h"

/* Finds a maximal independent set of columns of the matrix (pattern, values).
 *   tolerance:   a column whose part outside the span of the others is below this (absolute) is dependent
 *   dependent:   out, ncolumns flags
 *   rank:        out
 *   smallest:    out, smallest accepted pivot (may be null)
 * Deterministic; earlier columns are kept in preference where the factorisation leaves the choice. */
SarStatus sar_rank(SarContext *context, const SarPattern *pattern, const double *values, double tolerance,
                   bool *dependent, int32_t *rank, double *smallest);

/* Least-squares coefficients c (ncolumns of A, 0 on dependent columns) with A c closest to b; returns |A c - b|.
 * `dependent` as found by sar_rank. */
SarStatus sar_least_squares(SarContext *context, const SarPattern *pattern, const double *values, const bool *dependent,
                            const double *b, double *c, double *residual);

#endif
