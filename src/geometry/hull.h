/* Convex solids of triangles. The core is the solid pulled in by the rounding radius, so that rounded it has the faces
 * of the mesh. */
#ifndef SAR_GEOMETRY_HULL_H
#define SAR_GEOMETRY_HULL_H

#include "base/arena.h"
#include "geometry/shape.h"

/* An edge of two triangles. */
typedef struct SarHullEdge {
  int32_t ends[2];  /* vertices, the smaller first */
  int32_t faces[2]; /* flat faces on both sides; the same one: the edge only divides it */
  int32_t triangles[2];
  int32_t sharp; /* index among the edges that count; -1: it only divides a face */
} SarHullEdge;

typedef struct SarHullTriangle {
  int32_t vertex[3], edge[3]; /* edge i from vertex i to the next */
  int32_t face;
  SarVec3 normal;
} SarHullTriangle;

typedef struct SarHull {
  SarVec3 *vertices, *written; /* of the core, of the mesh */
  SarHullTriangle *triangles;
  SarHullEdge *edges;
  int32_t *sharp; /* edges that count */
  int32_t nvertices, ntriangles, nedges, nsharp, nfaces;
  double radius; /* m, around the core */
  bool grown; /* faces would not stay flat (corners of four faces and more): the core is the mesh, larger by the radius
               */
  SarShapeMass mass; /* of the mesh */
} SarHull;

/* What is wrong with a mesh. */
typedef struct SarHullFault {
  const char *what;  /* a sentence without a full stop; null: memory is exhausted */
  int32_t vertex[2]; /* an edge's vertices, or -1 */
  int32_t triangle;  /* or -1 */
  bool concave;      /* nothing but that */
} SarHullFault;

/* Null: see *fault. Triangles run anticlockwise seen from outside. */
SarHull *sar_hull_create(SarArena *arena, const double *vertices, int32_t nvertices, const int32_t *triangles,
                         int32_t ntriangles, double radius, SarHullFault *fault);

/* The surface alone, of a closed mesh that need not be convex: the core is the mesh, edges that count are the convex
 * ones. */
SarHull *sar_hull_surface(SarArena *arena, const double *vertices, int32_t nvertices, const int32_t *triangles,
                          int32_t ntriangles, double radius, SarHullFault *fault);

#endif
