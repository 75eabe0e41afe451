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

/* The largest sum of the absolute values of a row. `work` has n numbers. */
double sar_row_norm(const SarPattern *pattern, const double *values, double *work);

/* A right-hand side without structure; its largest element is 1, or almost. */
void sar_trial_side(int32_t n, double *b);

/* A solution without structure, also in its signs, of elements between 0.5 and 1 in size. */
void sar_trial_solution(int32_t n, double *x);

/* What the solution of A x = b tells, in the largest-component norm. Both are infinite when x is not finite. */
typedef struct SarTrial {
  double error;     /* backward error |b - A x| / (|A| |x| + |b|) (Rigal and Gaches) */
  double condition; /* |A| |x| / |b|: the condition number is at least this */
} SarTrial;

/* norm: |A|, or a number below it, which makes the error larger and the condition smaller. `work` has 2 n numbers. */
SarTrial sar_trial(const SarPattern *pattern, const double *values, double norm, const double *b,
                   const SarFactors *factors, double *work);

/* After sar_trial, with its work: the largest backward error of a row, |b - A x| / (|A| |x| + |b|) with the row's own
 * numbers. It also sees errors of rows that are small beside others. `sizes` has n numbers. */
double sar_trial_row_error(const SarPattern *pattern, const double *values, const double *b, const double *work,
                           double *sizes);

/* Above this error of sar_trial_known some other right-hand side may well have one above 1e-12, and solutions need a
 * step of refinement: measured on the matrices of all models in tests/ and examples/ with several methods. */
#define SAR_TRIAL_EXACT 3e-14

/* The backward error for a solution x without structure, of elements up to 1, with the right-hand side A x. All
 * unknowns of x are of like size, so no error of the factors hides behind unknowns that are much larger, as it does
 * with sar_trial where units differ. Infinite when the solution is not finite. Below SAR_TRIAL_EXACT it is an upper
 * bound. `work` has 2 n numbers. */
double sar_trial_known(const SarPattern *pattern, const double *values, const double *x, const SarFactors *factors,
                       double *work);

/* The condition number in the 1-norm: Hager's estimate of the inverse's norm with Higham's alternative vector (ACM
 * TOMS 14(4), 1988), which is a lower bound and seldom off by a factor of three. `work` has 2 n numbers. */
double sar_condition_estimate(const SarPattern *pattern, const double *values, const SarFactors *factors, double *work);

#endif
