/* The contract of a part: something with mathematics of its own on any number of nodes. (A joint is data, a force acts
 * between two bodies, equations are symbols; parts are what none of these can say, or cannot say fast enough: beams.)
 *
 * A node is a placement with six velocities; a rigid body is a node with inertia. A part sees its nodes in the order of
 * its layout and answers in local rows and columns, six per node: translation in ground axes, rotation in body axes.
 * The system gives every part its places once and scatters. */
#ifndef SAR_ELEMENT_PART_H
#define SAR_ELEMENT_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "base/context.h"
#include "element/kinematics.h"

#define SAR_PART_NODES 4 /* at most */
#define SAR_PART_ROWS (6 * SAR_PART_NODES)

/* A node at a point of the motion. */
typedef struct SarPartNode {
  const SarKin *kin;      /* placement and velocities; the rotation as a matrix */
  const double *rotation; /* the same rotation as a unit quaternion: w, x, y, z */
} SarPartNode;

typedef struct SarPartPoint {
  double t;
  const SarPartNode *nodes;
} SarPartPoint;

/* Derivatives of the rows of `residual`, dense, n x n by columns (n = 6 times the number of nodes), set to zero before
 * the call: by positions (translations in ground axes, rotations R -> R exp(dtheta)) and by velocities. `velocity` is
 * null where it is not asked for, and is left alone by parts without `damped`. */
typedef struct SarPartMatrix {
  double *position, *velocity;
} SarPartMatrix;

/* What a part has stored, what it loses and what is put into it by everything that is neither, per unit of time. */
typedef struct SarPartEnergy {
  double potential, dissipation, work;
} SarPartEnergy;

typedef struct SarPartClass {
  const char *name;

  /* The rows: what the part takes from the nodes, so minus the generalised forces with which it acts on them. > 0:
   * recoverable (a step is tried again, smaller). */
  SarStatus (*residual)(const void *part, const SarPartPoint *at, double *rows);
  SarStatus (*matrix)(const void *part, const SarPartPoint *at, SarPartMatrix *out);

  /* For every row the sum of the absolute values of its terms: rounding errors are some eps times this. */
  void (*magnitude)(const void *part, const SarPartPoint *at, double *rows);

  /* The derivative of the rows by t, all else held. Null: they do not depend on t. */
  SarStatus (*by_time)(const void *part, const SarPartPoint *at, double *rows);

  void (*energy)(const void *part, const SarPartPoint *at, SarPartEnergy *out);

  /* Whether rows depend on velocities: the part has a matrix by them. */
  bool (*damped)(const void *part);

  /* What is recorded of it: ncolumns numbers in the order of the names (SI units beside them). Null: nothing. */
  const char *const *columns;
  const char *const *units;
  int32_t ncolumns;
  void (*record)(const void *part, const SarPartPoint *at, double *values);
} SarPartClass;

#endif
