/* A direction in which nothing holds a mechanism against a load. */
#ifndef SAR_ANALYSIS_STATIC_FREE_H
#define SAR_ANALYSIS_STATIC_FREE_H

#include "analysis/static/rest.h"

typedef struct SarFreeDirection {
  int32_t unknown; /* the largest component, among the velocities; -1: there is none */
  double sign;     /* of it */
  double load;     /* along it: N, or N m */
} SarFreeDirection;

/* Whether the rows at the point, in rest->r, load a direction that has no stiffness. */
SarStatus sar_static_free_direction(SarRest *rest, SarFreeDirection *out);

#endif
