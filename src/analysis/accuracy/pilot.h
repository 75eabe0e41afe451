/* Short runs that tell which method gets to an accuracy with the least work. Work is counted, not timed: the choice is
 * the same on every machine. */
#ifndef SAR_ANALYSIS_PILOT_H
#define SAR_ANALYSIS_PILOT_H

#include "analysis/bars/goal.h"
#include "method/method.h"
#include "sarrus/analysis.h"

/* A way to run the model. */
typedef struct SarWay {
  const char *method;
  double order;     /* with which its error goes down */
  double tolerance; /* to begin with */
  double pilot;     /* tolerance of its pilot, */
  double ratio;     /* the largest bar there over what is allowed, infinite: it failed; */
  double once;      /* and the work */
  double tightest;  /* tolerance of any use */
  bool finer;       /* the second run has to be */
  bool driven;      /* nothing is free to move */
  double work;      /* for the accuracy, as far as pilots go; infinite: it failed, or does not come so far */
} SarWay;

typedef struct SarSearch {
  SarContext *context;
  const SarSystem *system;
  const SarRunOptions *options; /* of the user */
  SarBarsGoal goal;
  SarAccuracy *out;
  char stage[96];
  int64_t most_steps; /* of a pilot; 0: any */
  bool cut;           /* it took more */
} SarSearch;

/* The smallest tolerance that is of any use to a method. */
double sar_way_tightest(const SarMethodChoice *choice);

#define SAR_WAYS 3
/* Ways to try, the best one first; how many. All have failed where the first one's work is infinite. Interrupted: see
 * status. */
int32_t sar_pilot_ways(SarSearch *s, SarWay ways[SAR_WAYS], SarStatus *status);

/* Options for a run of a way. They are told how it goes through `s`. */
SarRunOptions sar_search_options(SarSearch *s, const SarWay *way);

/* Takes notes of a run. */
void sar_search_note(SarSearch *s, const SarWay *way, const SarRunSummary *summary, double end, double ratio);

#define SAR_AIM 0.5        /* of what is allowed: a bar that is aimed at */
#define SAR_TIGHTEST 1e-13 /* tolerance: below it there is nothing but rounding */

#endif
