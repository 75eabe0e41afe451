/* Dense matrices of any size by LAPACK (which OpenBLAS contains): all eigenvalues with their vectors, and what rows
 * leave free. Matrices are by columns; OpenBLAS is on one thread meanwhile, so that the same numbers give the same
 * bits.
 */
#ifndef SAR_LINEAR_SPECTRAL_H
#define SAR_LINEAR_SPECTRAL_H

#include <complex.h>

#include "base/context.h"

/* An orthonormal basis of what rows leave free, and of what they hold. */
typedef struct SarComplement {
  int32_t n, nrows; /* numbers of a vector; independent rows */
  double *basis;    /* n x n: the first nrows columns span the rows, the others are their complement */
  double *triangle; /* nrows x nrows, upper: rows^T = (first columns of the basis) times this */
} SarComplement;

/* rows: n x nrows, each row of the system a column here; independent of each other, nrows <= n. Destroy in any case.
 * SAR_NO_MEMORY is reported. */
SarStatus sar_complement_create(SarContext *context, int32_t n, int32_t nrows, const double *rows, SarComplement *out);
void sar_complement_destroy(SarComplement *complement);

/* The shortest x (n numbers) for which the rows take the values `right` (nrows numbers, used as room). */
void sar_complement_least(const SarComplement *complement, double *right, double *x);

/* All eigenvalues of a real matrix with vectors of Euclidean length one. Eigenvalues that are
 * zero to rounding come out as zeros, first: as many independent vectors as there are belong to them, `nzero` of them
 * in the first columns, and the `ndrift` zeros behind them, which have no vector of their own (motions that grow with
 * time), repeat the first ones. Pairs: the one with the positive imaginary part first.
 *
 * Zeros are found by singular values, before the iteration for the others: an iteration leaves of a double zero the
 * root of rounding. SAR_NO_CONVERGENCE and SAR_NO_MEMORY are reported. */
typedef struct SarSpectral {
  int32_t n, nzero, ndrift;
  double complex *values;
  double complex *vectors; /* n x n */
} SarSpectral;

SarStatus sar_spectral_create(SarContext *context, int32_t n, const double *matrix, SarSpectral *out);
void sar_spectral_destroy(SarSpectral *spectral);

/* Independent columns of an n x count matrix, which is overwritten, by singular values above `tolerance` times the
 * largest. Negative: memory is exhausted. */
int32_t sar_spectral_rank(int32_t n, int32_t count, double *columns, double tolerance);

#endif
