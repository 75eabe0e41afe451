/* How well a fit determines its parameters: s^2 (J^T J)^-1, and what J cannot tell apart. */
#ifndef SAR_STUDY_FIT_COVARIANCE_H
#define SAR_STUDY_FIT_COVARIANCE_H

#include "base/context.h"

typedef struct SarFitJudge {
  int32_t n;
  int64_t m;
  const double *by;         /* J by scaled parameters: d residual[i] at by[i * n + j] */
  const double *slope;      /* d parameter / d scaled parameter */
  const double *parameters; /* at the best point */
  const double *widths;     /* of their ranges */
  const int32_t *bounds;    /* not 0: at an end of its range, left out */
  const char *const *names;
  double sum;      /* of squares */
  double accuracy; /* of J: singular values below so much of the largest one are taken for zero */
} SarFitJudge;

/* deviation[n]: nan of parameters at a bound, infinite of those that are not determined; covariance[n * n], nan where
 * one of them is such. *freedom: residuals less free parameters. What is not determined becomes a warning. */
SarStatus sar_fit_judge(SarContext *context, const SarFitJudge *q, double *deviation, double *covariance,
                        int64_t *freedom);

#endif
