/* Dense symmetric matrices and products of dense matrices, by LAPACK and BLAS (OpenBLAS). Matrices are by columns; of
 * symmetric ones both triangles are stored. OpenBLAS is on one thread meanwhile, so that the same numbers give the same
 * bits. */
#ifndef SAR_LINEAR_SYMMETRIC_H
#define SAR_LINEAR_SYMMETRIC_H

#include "base/context.h"

/* All eigenvalues of A x = lambda B x, ascending, B positive definite. a becomes the vectors, X^T B X = 1, and b is
 * spoilt. SAR_SINGULAR, not reported: B is not positive definite; SAR_FAILED and SAR_NO_MEMORY are reported. */
SarStatus sar_symmetric_eigen(SarContext *context, int32_t n, double *a, double *b, double *values);

/* A factorisation of a symmetric matrix of any sign, with pivots (Bunch and Kaufman). */
typedef struct SarSymmetric {
  int32_t n;
  double *factor;
  int *pivots;
} SarSymmetric;

/* SAR_SINGULAR, not reported; SAR_NO_MEMORY is reported. Destroy in any case. */
SarStatus sar_symmetric_create(SarContext *context, int32_t n, const double *a, SarSymmetric *out);
void sar_symmetric_destroy(SarSymmetric *symmetric);
/* In place: `count` right-hand sides of n numbers. */
void sar_symmetric_solve(const SarSymmetric *symmetric, int32_t count, double *rhs);

/* A matrix by columns, with the distance from one column to the next. */
typedef struct SarDense {
  const double *values;
  int32_t rows, columns, stride;
} SarDense;

static inline SarDense sar_dense(const double *values, int32_t rows, int32_t columns) {
  return (SarDense){values, rows, columns, rows};
}

/* c = alpha A^T B + beta c; c: A.columns x B.columns, one column behind the other. */
void sar_dense_inner(double alpha, SarDense a, SarDense b, double beta, double *c);
/* c = alpha A B + beta c; c: A.rows x B.columns, columns `stride` apart. */
void sar_dense_product(double alpha, SarDense a, SarDense b, double beta, double *c, int32_t stride);

#endif
