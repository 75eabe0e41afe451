/* One step of Levenberg and Marquardt: the linear model of the residuals, damped, inside a box. */
#ifndef SAR_STUDY_FIT_STEP_H
#define SAR_STUDY_FIT_STEP_H

#include <stdbool.h>
#include <stdint.h>

/* min |c + R p|^2 + damping |D p|^2 with lower <= p <= upper, where lower <= 0 <= upper. R is upper triangular. */
typedef struct SarFitStep {
  int32_t n;
  const double *r; /* row i at r + i * stride */
  int32_t stride;
  const double *c, *d; /* d > 0 */
  double damping;      /* > 0 */
  const double *lower, *upper;
} SarFitStep;

/* How many numbers `work` has to hold. */
int64_t sar_fit_step_work(int32_t n);
/* The minimum, by an active set: it has to end, since the function is strictly convex. held: n flags, out: those that
 * are at a bound which holds them back. */
void sar_fit_step(const SarFitStep *step, double *work, bool *held, double *p);
/* |c|^2 - |c + R p|^2: how much less the sum of squares would be, were the residuals linear. */
double sar_fit_step_gain(const SarFitStep *step, const double *p);

#endif
