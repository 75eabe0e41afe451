/* Parameters that fit measured data: what `fit:` asks for, by Levenberg and Marquardt's method (fit_search.h). */
#ifndef SAR_STUDY_FIT_H
#define SAR_STUDY_FIT_H

#include "study/optimum.h"
#include "study/query.h"

typedef struct SarFitProblem {
  SarRuns runs; /* its curves: all matches, one behind the other, each at the times of the data */
  int32_t nparameters;
  const SarStudyRange *ranges;
  const char *const *names; /* of the parameters */
  const SarFitGoal *goal;
  void (*better)(void *self, double objective, double violation); /* as of SarBestProblem */
  void *better_self;
} SarFitProblem;

/* out: from sar_optimum_create, with room for the goal's matches as curves. SAR_FAILED, reported: the run at the start
 * failed. */
SarStatus sar_fit_find(SarContext *context, const SarFitProblem *problem, SarOptimumRoom *out);

#endif
