/* The contract of a part: something with mathematics of its own on some nodes, and with coordinates of its own if it
 * wants. (A joint is data, a force acts between two bodies, equations are symbols; parts are what none of these can
 * say, or cannot say fast enough: beams.)
 *
 * A node is a placement with six velocities; a rigid body is a node with inertia, the ground one that stands still. A
 * part sees its nodes in the order of its layout and answers in local rows and columns, six per node: translation in
 * ground axes, rotation in body axes; then one for each of its coordinates. The system gives every part its places once
 * and scatters. */
#ifndef SAR_ELEMENT_PART_H
#define SAR_ELEMENT_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/context.h"
#include "element/kinematics.h"
#include "element/symbolic.h"

#define SAR_PART_NODES 4                   /* at most */
#define SAR_PART_ROWS (6 * SAR_PART_NODES) /* of nodes, at most */

/* A node at a point of the motion. */
typedef struct SarPartNode {
  const SarKin *kin;          /* placement and velocities; the rotation as a matrix */
  const double *rotation;     /* the same rotation as a unit quaternion: w, x, y, z */
  const double *acceleration; /* six numbers */
  bool fixed;                 /* the ground: nobody reads its columns of matrices */
} SarPartNode;

typedef struct SarPartPoint {
  double t;
  int32_t number; /* of the part, among all */
  const SarPartNode *nodes;
  const double *q, *v, *a; /* its coordinates, their rates and accelerations */
  const double *memory;    /* what it has remembered at the last accepted point */
  double pressure;         /* what cables bear of pressure, of what they bear of tension: 0 but on the way of statics */
  bool rest;               /* statics, modes: what sticks is held by the way from where it stuck, not by velocities */
  uint64_t *activity;      /* not null: parts that touch add a number for each touch that acts */
  double *scratch;         /* for the time of one call: as many numbers as the class asks for */
  double *kept;            /* likewise, but of this part alone: what stands there stays, zeros at first; may be null */
  bool powers;             /* `energy`: nothing but dissipation and work is asked for */
  const double *like; /* `record`, may be null: columns of a point beside it. What is chosen is that, not another */
  const double *near; /* `accept`, may be null: what the same part of another mechanism has remembered just now, whose
                         point differs from this one by next to nothing */
} SarPartPoint;

/* Derivatives of the rows of `residual`, dense, n x n by columns (n: 6 for each node, 1 for each coordinate), set to
 * zero before the call: by positions (translations in ground axes, rotations R -> R exp(dtheta)), by velocities and by
 * accelerations. `velocity` and `acceleration` are null where they are not asked for, and are left alone by parts
 * without `damped` and without `inertial`.
 *
 * Of parts with a `diagonal` block of coordinates, the columns of coordinates have the rows of the nodes and one number
 * more: the coordinate's own row. Those of the nodes, which stand first, have all n rows. */
typedef struct SarPartMatrix {
  double *position, *velocity, *acceleration;
} SarPartMatrix;

/* What a part has stored, what it loses and what is put into it by everything that is neither, per unit of time.
 * `held`: of what it has lost so far that much is in springs whose force jumps from step to step (friction that
 * sticks), and may come back; it is in no other number. */
typedef struct SarPartEnergy {
  double kinetic, potential, dissipation, work, held;
} SarPartEnergy;

/* With what a part writes in symbols what it records. */
typedef struct SarPartWriter SarPartWriter;
struct SarPartWriter {
  SarArena *arena; /* of expressions, which are copied from there */
  SarArena *kept;  /* of what they point at */
  /* A frame on a node: its origin and its axes in those of the node. */
  SarStatus (*frame)(const SarPartWriter *w, int32_t node, SarVec3 point, const SarMat3 *axes, SarSymbolFrame *out);
  const SarExpr *(*rate)(const SarPartWriter *w, const SarExpr *f); /* along the motion */
};

/* Numbers of one of these matrices, and where its column c begins. */
static inline size_t sar_part_matrix_size(int32_t nnodes, int32_t ncoordinates, bool diagonal) {
  size_t nodes = 6 * (size_t)nnodes, n = nodes + (size_t)ncoordinates;
  return diagonal ? nodes * n + (size_t)ncoordinates * (nodes + 1) : n * n;
}
static inline size_t sar_part_column(int32_t nnodes, int32_t ncoordinates, bool diagonal, int32_t c) {
  size_t nodes = 6 * (size_t)nnodes, n = nodes + (size_t)ncoordinates;
  return diagonal && (size_t)c > nodes ? nodes * n + ((size_t)c - nodes) * (nodes + 1) : (size_t)c * n;
}

typedef struct SarPartFault {
  char what[200], remedy[200];
} SarPartFault;

typedef struct SarPartClass {
  const char *name;

  /* The part has mass of its own: its rows contain accelerations, linearly. */
  bool inertial;

  /* The rows: what the part takes from the nodes, so minus the generalised forces with which it acts on them, and for
   * each coordinate its equation of motion. > 0: recoverable (a step is tried again, smaller). */
  SarStatus (*residual)(const void *part, const SarPartPoint *at, double *rows);
  SarStatus (*matrix)(const void *part, const SarPartPoint *at, SarPartMatrix *out);

  /* Whether the part does anything at the point: else its matrix is zero, and not asked for. Null: it does. */
  bool (*acts)(const void *part, const SarPartPoint *at);

  /* For every row the sum of the absolute values of its terms: rounding errors are some eps times this. */
  void (*magnitude)(const void *part, const SarPartPoint *at, double *rows);

  /* The derivative of the rows by t, all else held. Null: they do not depend on t. */
  SarStatus (*by_time)(const void *part, const SarPartPoint *at, double *rows);

  void (*energy)(const void *part, const SarPartPoint *at, SarPartEnergy *out);

  /* Of what has mass: the momenta of its nodes that are not those of their bodies, in the rows of the nodes. What such
   * a part does to its nodes by `residual` changes them, and the total of both not at all. Null: it has none. */
  void (*momentum)(const void *part, const SarPartPoint *at, double *rows);

  /* m, how far the part reaches from the centre of mass of a node's body: for the length of the model. Null: as far as
   * the frames do. */
  double (*extent)(const void *part, int32_t node);

  /* What acts on the mechanism from outside: it can be taken away (SarWorkspace.loads). */
  bool outer;

  /* The matrix at a point as it would be with the stresses of another one: of the strains there, plus their rates with
   * its velocities. Null: there are none that matter. */
  SarStatus (*prestressed)(const void *part, const SarPartPoint *at, const SarPartPoint *stressed, SarPartMatrix *out);

  /* Why `residual` has no answer at a point where it is > 0, and what to do; sentences without a full stop. Null:
   * nothing is known. */
  void (*explain)(const void *part, const SarPartPoint *at, SarPartFault *out);

  /* Whether rows depend on velocities: the part has a matrix by them. */
  bool (*damped)(const void *part);

  /* Numbers of working space that its functions find at the point, shared with other parts and its own. Null: none. */
  int32_t (*scratch)(const void *part);
  int32_t (*kept)(const void *part);

  /* In the matrix, coordinates are coupled with the nodes and each with itself alone, so that many of them cost no more
   * than their number. Null: any with any. And whether something is left out of the matrix by that: it serves
   * iterations, not those who need exact derivatives. Null: nothing is. */
  bool (*diagonal)(const void *part);
  bool (*approximate)(const void *part);

  /* What the part remembers from one accepted point to the next, a state that changes in jumps: how many numbers; what
   * they are where a run begins, and after a step, in place of what they were. Within a step nothing changes them, so
   * that rejected steps leave no trace. All null: it remembers nothing. */
  int32_t (*memory)(const void *part);
  void (*reset)(const void *part, const SarPartPoint *at, double *memory);
  void (*accept)(const void *part, const SarPartPoint *at, double *memory);
  /* What another part of the class that was on the same nodes has remembered, as far as there is room. Of classes whose
   * parts come and go. */
  void (*inherit)(const void *part, const double *from, double *memory);

  /* Touches: the rows of what is open at `from` and has begun at `to`; and what part of the way between both may be
   * gone at once, so that nothing passes by unseen what it should touch (1: all of it). Null: the part has none, and
   * its forces are smooth. */
  double (*foresee)(const void *part, const SarPartPoint *from, const SarPartPoint *to, double *rows);

  /* The angle by which it turns from one end to the other, rad, and how far it can follow well. Null: no such thing. */
  void (*turn)(const void *part, const SarPartPoint *at, double *turn, double *most);

  /* What is recorded of it: ncolumns numbers in the order of the names (SI units beside them). Null: nothing. */
  const char *const *columns;
  const char *const *units;
  int32_t ncolumns;
  void (*record)(const void *part, const SarPartPoint *at, double *values);
  /* Of an element with several parts: those of one more into those so far; like: as in `record`. Null: the first part
   * is recorded alone. */
  void (*merge)(const double *values, const double *like, double *into);
  /* One of them in symbols, for expressions; *out null: it cannot be said so, for the reason that is returned. Null:
   * none can. SAR_NO_MEMORY is not reported. */
  SarStatus (*write)(const void *part, int32_t column, const SarPartWriter *w, const SarExpr **out, const char **why);
} SarPartClass;

#endif
