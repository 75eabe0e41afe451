/* The search for an equilibrium while it lasts: what its ways (newton.c, relax.c) share. */
#ifndef SAR_ANALYSIS_STATIC_SEARCH_H
#define SAR_ANALYSIS_STATIC_SEARCH_H

#include "analysis/static/rest.h"

typedef struct SarEquilibrium {
  SarContext *context;
  SarStart *start; /* the point: q, lambda, mu, x, z; v, a and xdot are zero */
  SarRest *rest;
  bool relax;     /* go by relaxation from the beginning: it leads to stable ones */
  bool continued; /* the point is an equilibrium of an earlier time: its multipliers are where to begin */
  bool relaxed;   /* it was found that way */
  int32_t iterations, load_steps, relaxations;
  SarRestGap gap;       /* at the point */
  SarRestCounts before; /* of mechanisms whose rows were others */
} SarEquilibrium;

#endif
