/* Which columns of a sparse matrix depend on the others: rank-revealing QR (SuiteSparseQR).
 *
 * All functions here set OpenBLAS to one thread while they work, for the whole process: its sums depend on the number
 * of threads, and the same input has to give the same bits. On return the number is what it was before, or, when
 * several threads are in here at once, as soon as the last of them returns (one_thread.h). */
#ifndef SAR_LINEAR_RANK_H
#define SAR_LINEAR_RANK_H

#include <stdbool.h>

#include "linear/linear.h"

/* Finds a maximal independent set of columns of the matrix (pattern, values).
 *   tolerance:   a column whose part outside the span of those before it is at most this (absolute) is dependent
 *   dependent:   out, ncolumns flags
 *   rank:        out
 *   smallest:    out, smallest accepted pivot, infinite for rank 0 (may be null)
 * Deterministic. Earlier columns are preferred to later ones, unless that order would take more than about a quarter of
 * a second: then the order that keeps the factors sparse decides. SAR_FAILED for values that are not finite. */
SarStatus sar_rank(SarContext *context, const SarPattern *pattern, const double *values, double tolerance,
                   bool *dependent, int32_t *rank, double *smallest);

/* Least-squares coefficients c (ncolumns of A, 0 on dependent columns) with A c closest to b. `dependent` as found by
 * sar_rank. */
typedef struct SarLeastSquares SarLeastSquares;

/* The independent columns factorised once, for any number of right-hand sides. Nothing of the matrix is kept. */
SarStatus sar_least_squares_create(SarContext *context, const SarPattern *pattern, const double *values,
                                   const bool *dependent, SarLeastSquares **out);
/* b: nb columns of nrows numbers; c: nb columns of ncolumns numbers. Several at once are faster than one by one. */
SarStatus sar_least_squares_solve(SarLeastSquares *factors, int32_t nb, const double *b, double *c);
void sar_least_squares_destroy(SarLeastSquares **factors);

/* For one right-hand side; returns |A c - b|. */
SarStatus sar_least_squares(SarContext *context, const SarPattern *pattern, const double *values, const bool *dependent,
                            const double *b, double *c, double *residual);

#endif
