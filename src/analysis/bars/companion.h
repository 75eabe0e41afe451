/* A second run of the same model, whose errors are larger or smaller than those of the first by a factor that is known
 * well enough: the difference of the two tells the error of the first. */
#ifndef SAR_ANALYSIS_COMPANION_H
#define SAR_ANALYSIS_COMPANION_H

#include "analysis/bars/kept.h"
#include "analysis/record/options.h"

/* The first run: how it was done, and what it gave. */
typedef struct SarFirstRun {
  SarContext *context; /* of its user */
  const SarSystem *system;
  const SarRunOptions *options;
  const SarRunPlan *plan;
  SarKept *kept;
} SarFirstRun;

/* The order with which errors of a method go down: that of positions. */
double sar_companion_order(const SarMethodChoice *choice);

typedef struct SarCompanion {
  double *differences;    /* |second - first|: at every time that is kept, of every column */
  double factor;          /* by which a difference becomes a bar: what is expected, with some safety */
  double expected;        /* error of the first run over the difference, without */
  double ratio;           /* of the errors: the larger one over the smaller one */
  double tolerance, step; /* of the second run; one of them, the other is NaN */
  int64_t steps;
  int64_t work;   /* numbers that were compared */
  SarKept events; /* of the second run: nothing but its events */
} SarCompanion;

/* finer: a coarser run is not tried. SAR_OK; SAR_INTERRUPTED; SAR_FAILED with a warning in the user's context: there is
 * no second run that tells anything. Free in any case. */
SarStatus sar_companion_run(const SarFirstRun *first, bool finer, SarCompanion *out);
/* The same from a coarser run by the same method that is there already. False: it tells too little. */
bool sar_companion_reuse(const SarFirstRun *first, const SarKept *coarser, double tolerance, SarCompanion *out);
/* That coarser run once more. Free in any case. */
SarStatus sar_companion_repeat(const SarFirstRun *first, double tolerance, SarKept *out);
void sar_companion_free(SarCompanion *companion);

#endif
