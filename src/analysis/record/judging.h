/* How the error bars of a run come about and are judged, so that one that repeats it has the same ones. */
#ifndef SAR_ANALYSIS_JUDGING_H
#define SAR_ANALYSIS_JUDGING_H

#include <stdbool.h>

typedef struct SarJudging {
  bool judged;   /* an accuracy chose the tolerance and judges the error bars */
  bool finer;    /* the second run is, for a coarser one would tell nothing */
  double before; /* tolerance of the run before, that missed, which may do for the second run; 0: there was none */
} SarJudging;

#endif
