/* Solids of triangles that need not be convex. The core is the surface itself: faces, convex edges and corners, with
 * the radius around them. A point takes every one of these in whose own region it lies (the one of faces is the prism
 * above them), so that it may touch several: two walls of a groove. */
#ifndef SAR_GEOMETRY_MESH_H
#define SAR_GEOMETRY_MESH_H

#include "base/arena.h"
#include "geometry/hull.h"

typedef struct SarMeshBox {
  SarVec3 low, high;
} SarMeshBox;

typedef struct SarMeshSolid {
  SarHull surface;      /* its `sharp` edges are the convex ones */
  const double *weight; /* of the vertices: their areas over the largest */
  /* Boxes around runs of triangles, in the order of `order`: that of n triangles, then those of the first n/2 of them,
   * then those of the rest. */
  const SarMeshBox *boxes;
  const int32_t *order;
  const int32_t *owner;         /* of the vertices: their first triangle */
  const int32_t *star, *around; /* edges at vertex v: around[star[v]] to around[star[v + 1] - 1] */
  const SarVec3 *outward;       /* of the vertices: sums of the normals of their triangles */
  double reach;                 /* m, of the vertices from the origin */
} SarMeshSolid;

/* Null: see *fault. The mesh is closed and runs anticlockwise (mesh_check.h). */
const SarMeshSolid *sar_mesh_create(SarArena *arena, const double *vertices, int32_t nvertices,
                                    const int32_t *triangles, int32_t ntriangles, double radius, SarHullFault *fault);

/* Calls `found` for every spot of the surface whose region has x, up to `far` away, in shape axes. */
void sar_mesh_each(const SarMeshSolid *mesh, SarVec3 x, double far, void (*found)(void *self, const SarSpot *spot),
                   void *self);

#endif
