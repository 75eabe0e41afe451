/* How far the loops of a mechanism have changed their shape between two poses.
 *
 * Whether constraints come to depend on each other is decided within the blocks of the graph of joints
 * (start/row_blocks.h), by the poses of a block's bodies relative to each other alone: what a vehicle does as a whole,
 * or how a chain swings, says nothing. A joint that is a block of its own holds at every pose, so that the bodies of a
 * tree do not count at all. */
#ifndef SAR_ANALYSIS_LOOP_SHAPE_H
#define SAR_ANALYSIS_LOOP_SHAPE_H

#include "system/workspace.h"

/* A body, or a scalar coordinate (nbodies + 1 and on), and the body that it is seen from; nbodies is the ground. */
typedef struct SarLoopNode {
  int32_t node, from;
} SarLoopNode;

typedef struct SarLoopShape {
  const SarSystem *system;
  SarLoopNode *nodes; /* those that share bodies stand together; a body stands once for each block that it is in */
  int32_t nnodes;
} SarLoopShape;

/* carried: the position rows that are. */
SarStatus sar_loop_shape_create(SarContext *context, const SarSystem *system, const bool *carried, SarLoopShape *out);
void sar_loop_shape_destroy(SarLoopShape *shape);

/* The largest turn of a node (rad), or its way over L; of scalar coordinates in their own scale, 1 over the weight of
 * their velocity. */
double sar_loop_shape_change(const SarLoopShape *shape, const double *weight, const double *from, const double *to);

#endif
