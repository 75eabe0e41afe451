/* What was found, while it is being filled. */
#ifndef SAR_STUDY_OPTIMUM_H
#define SAR_STUDY_OPTIMUM_H

#include "base/arena.h"
#include "base/context.h"
#include "study/goal.h"

/* `found` is what the caller gets; the pointers lead to the same arrays. */
typedef struct SarOptimumRoom {
  SarOptimum found;
  SarArena *arena; /* of all texts and arrays, and of this */
  double *parameters, *start, *responses, *deviation, *covariance;
  int32_t *bounds;
  SarOptimumLimit *limits;
  SarOptimumCurve *curves;
  double *times, *measured, *model; /* of curves: nrows, and nrows for each of them */
} SarOptimumRoom;

typedef struct SarOptimumSize {
  int32_t nparameters, nresponses, nlimits, ncurves; /* curves: of a fit, otherwise 0 */
  int64_t nrows;                                     /* of the data of a fit */
} SarOptimumSize;

SarStatus sar_optimum_create(SarContext *context, SarOptimumSize size, SarOptimumRoom **out);

/* A limit as the study has it; what became of it is not known yet. */
SarOptimumLimit sar_optimum_limit(const SarStudyLimit *limit);
/* The same of a curve of a fit: the model is NaN everywhere. */
void sar_optimum_begin_curve(SarOptimumRoom *room, const SarFitGoal *goal, int32_t k);

#endif
