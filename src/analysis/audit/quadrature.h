/* Integrals of powers and of the wrench from outside over a step, and how wrong they may be.
 *
 * The plain rule costs nothing: Simpson's for powers, with the interpolant's middle and there the mean of the
 * multipliers; the trapezoidal rule for the wrench, which consists of multipliers. Both are of second order where
 * multipliers take part. That is enough for methods of second order. The long steps of the others would show the error
 * of the rule, not that of the run: there the rule estimates its error, and where this would weigh in the verdict
 * (trust.h) the equations are solved inside the step, in its middle and if need be at its quarters. */
#ifndef SAR_ANALYSIS_QUADRATURE_H
#define SAR_ANALYSIS_QUADRATURE_H

#include "analysis/audit/balance.h"

/* Dissipation and work, W; the wrench from outside: force, N, and moment, N m. */
#define SAR_FLOWS 8
typedef struct SarFlow {
  double y[SAR_FLOWS];
} SarFlow;

/* What is balanced: energy, linear and angular momentum. */
#define SAR_BALANCES 3

/* Solves the equations inside the last step. *solved: false at a singular pose. */
typedef struct SarInside {
  SarStatus (*solve)(void *self, double t, SarPoint *out, bool *solved);
  void *self;
} SarInside;

/* Plain data. */
typedef struct SarQuadrature {
  bool careful;               /* estimates its error; else doubt stays zero */
  bool multipliers;           /* powers depend on multipliers, variables or rates */
  double span;                /* of the run, s */
  double limit[SAR_BALANCES]; /* of the verdict, relative to the scales; infinite: there is none */
  double doubt[SAR_BALANCES]; /* sums of the estimated errors: J, N s, N m s */
  double last;                /* length of the step before; 0: there is none */
  SarFlow before;             /* at its begin */
} SarQuadrature;

/* An accepted step of length h that ends at t. plain: the integrals by the plain rule; scale: of each balance. */
typedef struct SarQuadratureStep {
  double t, h, scale[SAR_BALANCES];
  SarFlow begin, middle, end, plain;
} SarQuadratureStep;

/* Estimates of the errors of the plain rule, in the units of the doubts. */
void sar_quadrature_estimate(const SarQuadrature *q, const SarQuadratureStep *step, double estimate[SAR_BALANCES]);

/* Whether one of them would weigh in the verdict. */
bool sar_quadrature_weighs(const SarQuadrature *q, const SarQuadratureStep *step, const double estimate[SAR_BALANCES]);

/* The same when the middle is known, for the quarters. Where the middle has not made the estimate smaller than it was
 * before, flows are not smooth inside of the step, but ring from one to the next, and quarters would not help. */
bool sar_quadrature_weighs_still(const SarQuadrature *q, const SarQuadratureStep *step,
                                 const double before[SAR_BALANCES], const double estimate[SAR_BALANCES]);

/* Simpson's rule, all flows being known in the middle, and an estimate of its error. */
SarFlow sar_quadrature_simpson(const SarQuadrature *q, const SarQuadratureStep *step, const SarFlow *middle,
                               double estimate[SAR_BALANCES]);

/* Boole's rule with the quarters as well. Its error is less than its difference from Simpson's, which is the estimate.
 */
SarFlow sar_quadrature_boole(const SarQuadrature *q, const SarQuadratureStep *step, const SarFlow inner[3],
                             double estimate[SAR_BALANCES]);

/* The step is over, with these estimates for the rule that was taken. */
void sar_quadrature_close(SarQuadrature *q, const SarQuadratureStep *step, const double estimate[SAR_BALANCES]);

#endif
