/* Loops around wheels: belts, chains, tracks. The path is an arc on every wheel and the common tangents between them;
 * equal chords march along it, each beginning where the last one ends, and the loop closes if the last one ends where
 * the first began.
 *
 * A wheel that the loop turns around to the left (counter-clockwise) has a positive radius here, one that it turns
 * around to the right a negative one: with the unit normal n to the left of the way, the path on the wheel is
 * centre - radius n. */
#ifndef SAR_GEOMETRY_LOOP_H
#define SAR_GEOMETRY_LOOP_H

#include "base/context.h"
#include "geometry/profile.h"

typedef struct SarLoopWheel {
  SarVec2 at;
  double radius; /* with its sign */
} SarLoopWheel;

/* Piece 2 i is the arc on wheel i, piece 2 i + 1 the tangent from it to the next wheel. */
typedef struct SarLoopPiece {
  SarVec2 from; /* where it begins, and of an arc its centre */
  SarVec2 centre;
  double radius; /* of an arc, with its sign; 0: a line */
  double angle;  /* of its way at the beginning; on an arc it changes by length/radius */
  double length;
  double before; /* length of the path in front of it */
} SarLoopPiece;

typedef enum SarLoopFault {
  SAR_LOOP_FINE,
  SAR_LOOP_NO_TANGENT, /* wheel `where` and the next one: one lies within the other, or they overlap */
  SAR_LOOP_AWAY,       /* the path would go round wheel `where` once more: it does not touch the loop */
  SAR_LOOP_LONG_CHORD  /* a chord is as long as wheel `where` is wide, or finds no end at all (where = -1) */
} SarLoopFault;

/* The path around n >= 2 wheels: 2 n pieces. */
SarLoopFault sar_loop_path(const SarLoopWheel *wheels, int32_t n, SarLoopPiece *pieces, int32_t *where);

static inline double sar_loop_length(const SarLoopPiece *pieces, int32_t npieces) {
  return pieces[npieces - 1].before + pieces[npieces - 1].length;
}

typedef struct SarLoopNode {
  SarVec2 at, way; /* way: the unit tangent of the path */
} SarLoopNode;

/* Marches from `start` (along the path) over `count` chords: nodes[0 .. count], unless null. *travel: how far along the
 * path the last node is from the first. */
SarLoopFault sar_loop_march(const SarLoopPiece *pieces, int32_t npieces, double start, double chord, int32_t count,
                            SarLoopNode *nodes, double *travel, int32_t *where);

/* The chord with which `count` of them close the loop. */
SarLoopFault sar_loop_chord(const SarLoopPiece *pieces, int32_t npieces, double start, int32_t count, double *chord,
                            int32_t *where);

/* A zero of f between a and b, where it has different signs fa and fb: as exact as numbers are. */
typedef SarStatus (*SarLoopFunction)(void *self, double x, double *value);
SarStatus sar_loop_zero(SarLoopFunction f, void *self, double a, double fa, double b, double fb, double *zero);

#endif
