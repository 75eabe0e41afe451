/* Solids as a camera sees them: outline, and what is in front where two overlap.
 *
 * Camera axes: x to the right, y up, z towards the eye; lengths as in the scene. */
#ifndef SAR_RESULT_SNAPSHOT_SOLID_H
#define SAR_RESULT_SNAPSHOT_SOLID_H

#include "base/arena.h"
#include "base/context.h"
#include "result/scene.h"

typedef enum SarSolidKind {
  SAR_SOLID_SPHERE,   /* a, radius */
  SAR_SOLID_CAPSULE,  /* a, b, radius */
  SAR_SOLID_CYLINDER, /* a, b, radius */
  SAR_SOLID_FACES,    /* flat faces */
  SAR_SOLID_SPRING    /* a, b, radius of its coil */
} SarSolidKind;

#define SAR_HULL 32 /* corners of an outline at most */

typedef struct SarFace {
  int32_t corner[4];  /* indices of vertices, anticlockwise from outside; the last one -1: a triangle */
  uint32_t edges;     /* bit k: the edge from corner k on is drawn */
  const char *colour; /* null: that of the solid */
} SarFace;

typedef struct SarSolid {
  SarSolidKind kind;
  SarVec3 a, b;
  double radius;
  SarVec3 *vertices;
  SarFace *faces;
  int32_t nvertices, nfaces;
  bool open;          /* faces do not close: both sides are seen */
  bool swept;         /* a part of a long surface: seams are painted over well, since there are many */
  const char *colour; /* "#rrggbb" */
  int32_t body[2];    /* whose it is; of beams: of both ends; of joints and springs: the bodies that they are before */
  bool cut_a, cut_b;  /* of a piece of a cylinder: it goes on at that end */
  bool mark;          /* a joint or spring: drawn before its bodies, ... */
  double hidden;      /* ... unless it lies behind their fronts by more than this */
  int32_t nhull;
  double hull[SAR_HULL][2]; /* the outline, anticlockwise */
  double low[2], high[2];   /* around it */
  double depth;             /* z of its middle */
} SarSolid;

/* Outline and depth, when the rest is set. */
void sar_solid_measure(SarSolid *solid);

/* z of the surface towards the eye at a point of the outline. */
double sar_solid_front(const SarSolid *solid, double x, double y);

/* The corners of a box with these edges, and its faces; vertices in its own axes. False when memory is exhausted. */
bool sar_solid_make_box(SarArena *arena, const double size[3], SarSolid *out);

/* Faces of a mesh, with its sharp edges marked; vertices are set already and not moved. */
bool sar_solid_make_mesh(SarArena *arena, const uint32_t *triangles, int32_t ntriangles, SarSolid *out);

/* > 0: a is in front of b; < 0: behind; 0: it does not matter. */
int sar_solids_compare(const SarSolid *a, const SarSolid *b);

/* Fills order[0 .. count - 1] with the indices of the solids from the back to the front. */
SarStatus sar_solids_order(SarContext *context, const SarSolid *solids, int32_t count, int32_t *order);

#endif
