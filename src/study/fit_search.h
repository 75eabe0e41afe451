/* Nonlinear least squares: min |r(x)|^2 in a box, by Levenberg and Marquardt's method with More's scaling. Knows
 * nothing of runs. The theory is in docs/theory/fits.md. */
#ifndef SAR_STUDY_FIT_SEARCH_H
#define SAR_STUDY_FIT_SEARCH_H

#include "base/context.h"

typedef struct SarFitSearch {
  int32_t n;
  int64_t m; /* residuals */
  const double *lower, *upper;
  double tolerance;   /* of x, absolute, and relative of the sum of squares */
  int32_t iterations; /* at most so many steps are tried */
  /* residuals[m] and, unless null, by[m * n]: d residual[i] / d x[j] at by[i * n + j]. *failed: there is no value here;
   * the search goes elsewhere. Derivatives are asked for where residuals were asked for last, and must not fail there.
   * Any status but SAR_OK ends the search, which returns it. */
  SarStatus (*evaluate)(void *self, const double *x, double *residuals, double *by, bool *failed);
  /* A new best point; may be null. */
  void (*better)(void *self, const double *x, double sum);
  void *self;
} SarFitSearch;

typedef enum SarFitEnd {
  SAR_FIT_CONVERGED,
  SAR_FIT_STUCK,     /* steps became small although the derivatives promise more */
  SAR_FIT_EXHAUSTED, /* iterations are used up */
  SAR_FIT_NO_START,  /* the start has no value */
} SarFitEnd;

typedef struct SarFitFound {
  SarFitEnd end;
  const char *how; /* in words; a constant */
  double sum;      /* of squares, at x */
  int32_t iterations;
} SarFitFound;

/* x: the start, inside the box, and the best point, also after a status that is not SAR_OK. */
SarStatus sar_fit_search(SarContext *context, const SarFitSearch *search, double *x, SarFitFound *found);

#endif
