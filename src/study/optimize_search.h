/* Minimisation by the methods of NLopt: min f(x) in a box, with g(x) <= 0 and h(x) = 0. Knows nothing of runs. */
#ifndef SAR_STUDY_OPTIMIZE_SEARCH_H
#define SAR_STUDY_OPTIMIZE_SEARCH_H

#include "study/optimize_method.h"

typedef struct SarSearch {
  SarOptimizeMethodKind method; /* not SAR_OPTIMIZE_AUTO */
  int32_t n, nlimits, nequalities;
  const double *lower, *upper; /* may be infinite */
  double step;                 /* of a method without derivatives: how far it looks at first */
  double tolerance;            /* relative of f, and absolute of x, g and h */
  uint64_t seed;
  /* values: f, g, h, one behind the other; gradient: [values * n], null: not needed. All numbers are finite. Any status
   * but SAR_OK ends the search, which returns it. */
  SarStatus (*evaluate)(void *self, const double *x, double *values, double *gradient);
  void *self;
} SarSearch;

typedef enum SarSearchEnd {
  SAR_SEARCH_CONVERGED,
  SAR_SEARCH_STUCK,  /* no way to get further: rounding, or a kink */
  SAR_SEARCH_FAILED, /* the method gave up, or could not start */
} SarSearchEnd;

/* x: the start, which lies inside, and the best point. *how: in NLopt's words why it ended; a constant. */
SarStatus sar_search(SarContext *context, const SarSearch *search, double *x, SarSearchEnd *end, const char **how);

#endif
