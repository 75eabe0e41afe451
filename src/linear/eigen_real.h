/* Eigenvalues and eigenvectors of a full real matrix (LAPACK, which OpenBLAS contains). */
#ifndef SAR_LINEAR_EIGEN_REAL_H
#define SAR_LINEAR_EIGEN_REAL_H

#include "base/context.h"

/* a: n x n by columns, spoilt. The values are re + i im; of a complex pair the one with im > 0 comes first. vectors: n
 * columns of n numbers; of a pair the first is the real, the second the imaginary part of its first one's vector.
 * SAR_NO_CONVERGENCE: nothing is reported. */
SarStatus sar_eigen_real(SarContext *context, int32_t n, double *a, double *re, double *im, double *vectors);

#endif
