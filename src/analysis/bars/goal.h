/* How large error bars may be. */
#ifndef SAR_ANALYSIS_GOAL_H
#define SAR_ANALYSIS_GOAL_H

#include "analysis/bars/kept.h"
#include "sarrus/analysis.h"

typedef struct SarBarsGoal {
  const SarSystem *system;
  double accuracy; /* of positions of bodies and frames over L, and of angles; NaN: the model's goals of columns */
  bool last;       /* whatever the bars are, the files are made */
  bool finer;      /* a coarser second run would tell nothing */
  /* The run before, which missed it, and by which method and tolerance (0: none): a finer one may be compared with it.
   * Where its rows are not there, as in a run that is repeated, it is repeated as well. */
  SarKept before;
  char before_method[64];
  double before_tolerance;
  /* What was found: */
  double ratio;   /* the largest bar over what is allowed; infinite: there are no bars */
  double least;   /* the ratio that no run gets below, because bars are never smaller than rounding */
  double horizon; /* s: before it no bar is larger than allowed */
  double growth;  /* the largest bar behind the horizon over the one at half of it: of chaos very large */
  bool events;    /* the two runs have other events */
  SarAccuracyColumn worst;
  int64_t work; /* numbers that were judged, and names that were compared for that */
} SarBarsGoal;

/* SAR_INPUT for a goal of a column that is not recorded, and where nothing that is recorded has one. */
SarStatus sar_bars_goal_check(SarContext *context, const SarBarsGoal *goal);

void sar_bars_goal_free(SarBarsGoal *goal);

SarStatus sar_bars_goal_judge(SarContext *context, const SarKept *kept, const double *bars, SarBarsGoal *goal);

/* Warns of goals that anything meets: their columns are zero. */
SarStatus sar_bars_goal_warn(SarContext *context, const SarKept *kept, const SarBarsGoal *goal);

/* What x, y and z of bodies and frames, and angles, may be wrong by; infinite: the column is none of these. */
double sar_bars_allowed_by(const SarSinkColumn *column, double accuracy, double length);

#endif
