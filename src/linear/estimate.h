/* How good a factorisation is, asked of it by solving: the backward error of a trial, and the condition number.
 * Shared by the solvers of this folder. */
#ifndef SAR_LINEAR_ESTIMATE_H
#define SAR_LINEAR_ESTIMATE_H

#include "linear/linear.h"

/* A factorised matrix: what its solvers do, in place. */
typedef struct SarFactors {
  void *self;
  void (*solve)(void *self, double *rhs);
  void (*solve_transposed)(void *self, double *rhs);
} SarFactors;

/* The largest sum of the absolute values of a column. */
double sar_one_norm(const SarPattern *pattern, const double *values);

/* The backward error |b - A x| / (|A| |x| + |b|) in the largest-component norm (Rigal and Gaches) of the solution for
 * a fixed b without structure; infinite when the solution is not finite. `work` has 3 n numbers. */
double sar_trial_error(const SarPattern *pattern, const double *values, const SarFactors *factors, double *work);

/* The condition number in the 1-norm: Hager's estimate of the inverse's norm with Higham's alternative vector (ACM
 * TOMS 14(4), 1988), which is a lower bound and seldom off by a factor of three. `work` has 2 n numbers. */
double sar_condition_estimate(const SarPattern *pattern, const double *values, const SarFactors *factors, double *work);

#endif
