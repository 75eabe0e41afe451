/* How large error bars may be. */
#ifndef SAR_ANALYSIS_GOAL_H
#define SAR_ANALYSIS_GOAL_H

#include "analysis/bars/kept.h"
#include "system/system.h"

typedef struct SarBarsGoal {
  const SarSystem *system;
  double accuracy; /* of positions of bodies and frames over L, and of angles; NaN: the model's goals of columns */
  bool last;       /* whatever the bars are, the files are made */
  bool finer;      /* a coarser second run would tell nothing */
  /* The run before, which missed it, and by which method and tolerance: a finer one may be compared with it. */
  SarKept before;
  char before_method[64];
  double before_tolerance;
  /* What was found: */
  double ratio;   /* the largest bar over what is allowed; infinite: there are no bars */
  bool rounding;  /* what is missing is nothing but the digits that bars never promise */
  double horizon; /* s: before it no bar is larger than allowed */
  double growth;  /* the largest bar behind the horizon over the one at half of it: of chaos very large */
  bool events;    /* the two runs have other events */
} SarBarsGoal;

/* SAR_INPUT for a goal of a column that is not recorded, and where nothing that is recorded has one. */
SarStatus sar_bars_goal_check(SarContext *context, const SarBarsGoal *goal);

void sar_bars_goal_free(SarBarsGoal *goal);

void sar_bars_goal_judge(const SarKept *kept, const double *bars, SarBarsGoal *goal);

#endif
