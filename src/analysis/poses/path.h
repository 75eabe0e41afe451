/* Poses between two known ones. */
#ifndef SAR_ANALYSIS_PATH_H
#define SAR_ANALYSIS_PATH_H

#include "method/problem.h"

typedef struct SarPathPoint {
  double t;
  double *q, *v;
} SarPathPoint;

/* q at t by the cubic through positions and velocities of a and b; quaternions are made unit. */
void sar_path_between(const SarProblem *p, const SarPathPoint *a, const SarPathPoint *b, double t, double *q);

#endif
