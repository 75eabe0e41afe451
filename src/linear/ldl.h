/* L D L^T of symmetric matrices that need no pivots: positive definite ones, and those with a positive and a negative
 * definite part on their diagonal (Vanderbei, SIAM J. Optim. 5(1), 1995). The order follows from the pattern alone, so
 * that the same values give the same bits whatever was factorised before. */
#ifndef SAR_LINEAR_LDL_H
#define SAR_LINEAR_LDL_H

#include "linear/linear.h"

typedef struct SarLdl SarLdl;

/* pattern: the upper triangle by columns, the diagonal included. Nothing of it is kept. */
SarStatus sar_ldl_create(SarContext *context, const SarPattern *pattern, SarLdl **out);
void sar_ldl_destroy(SarLdl **ldl);

/* values: of the upper triangle. SAR_SINGULAR: a pivot is zero or no number. Allocates nothing. */
SarStatus sar_ldl_factor(SarLdl *factors, const double *values);
/* In place. */
void sar_ldl_solve(SarLdl *factors, double *x);

/* Entries of L. */
int64_t sar_ldl_fill(const SarLdl *factors);

#endif
