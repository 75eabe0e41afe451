/* L L^T of large symmetric positive definite matrices, by CHOLMOD (Chen, Davis, Hager, Rajamanickam, ACM TOMS 35(3),
 * 2008): dense blocks of columns, in an order by nested dissection (METIS), which is what meshes of solids want. */
#ifndef SAR_LINEAR_CHOLESKY_H
#define SAR_LINEAR_CHOLESKY_H

#include "linear/linear.h"

typedef struct SarCholesky SarCholesky;

typedef struct SarCholeskyStats {
  int64_t fill;      /* entries of L */
  double operations; /* multiplications and additions of the factorisation */
} SarCholeskyStats;

/* pattern and values: the upper triangle by columns, the diagonal included. Nothing of them is kept. SAR_SINGULAR, not
 * reported: the matrix is not positive definite, and *column is where that was seen. SAR_NO_MEMORY is reported. */
SarStatus sar_cholesky_create(SarContext *context, const SarPattern *pattern, const double *values, SarCholesky **out,
                              int32_t *column);
void sar_cholesky_destroy(SarCholesky **cholesky);

/* In place: `count` right-hand sides, one behind the other. SAR_NO_MEMORY is reported. */
SarStatus sar_cholesky_solve(SarContext *context, SarCholesky *cholesky, int32_t count, double *rhs);

SarCholeskyStats sar_cholesky_stats(const SarCholesky *cholesky);

#endif
