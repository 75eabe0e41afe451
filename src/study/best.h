/* The best parameters: what `optimize:` asks for, by the methods of NLopt (optimize_search.h). */
#ifndef SAR_STUDY_BEST_H
#define SAR_STUDY_BEST_H

#include "study/optimum.h"
#include "study/query.h"

typedef struct SarBestProblem {
  SarRuns runs;
  int32_t nparameters, nresponses;
  const SarStudyRange *ranges;
  const char *const *names; /* of the responses */
  const SarOptimizeGoal *goal;
  /* Told of every better point: the objective, and by how much of their size constraints are broken; may be null. */
  void (*better)(void *self, double objective, double violation);
  void *better_self;
} SarBestProblem;

/* out: from sar_optimum_create, with room for the goal's limits. SAR_FAILED, reported: the run at the start failed, and
 * so there is nothing to begin with. */
SarStatus sar_best_find(SarContext *context, const SarBestProblem *problem, SarOptimumRoom *out);

#endif
