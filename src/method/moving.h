/* Weights that know what moves (weights=moving, docs/decisions/0066): the error of a body counts over how far this body
 * has moved, not over the size of the machine, and bodies that stand still do not thin it out.
 *
 * All of it is by blocks, the three numbers of a point or of a rotation, so that nothing depends on the directions of
 * the axes; and in multiples of the problem's own weights, so that nothing depends on units. */
#ifndef SAR_METHOD_MOVING_H
#define SAR_METHOD_MOVING_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/problem.h"

typedef struct SarMoving {
  bool on; /* else nothing of what follows is there */
  double tolerance;
  double *start;                       /* q at the begin of the run */
  double *measure, *share;             /* by block: the weight of one body, and how many bodies it counts as */
  double *away, *back;                 /* by block: the largest distance from the start, the largest return from it */
  double *speed, *surge;               /* by block: the largest |v| and |a| */
  double *weight;                      /* nv */
  double largest_speed, largest_surge; /* of all blocks together, in these weights */
} SarMoving;

/* The weights go to `weight` (nv numbers). False: no memory. */
bool sar_moving_create(SarArena *arena, const SarProblem *problem, double tolerance, double *weight, SarMoving *out);

/* A run begins at q. */
void sar_moving_start(SarMoving *moving, const SarProblem *problem, const double *q);

/* It has come to a point: new weights. */
void sar_moving_follow(SarMoving *moving, const SarProblem *problem, const SarPoint *at);

void sar_moving_archive(SarMoving *moving, const SarProblem *problem, SarArchive *archive);

#endif
