/* What is wrong with a surface of triangles that is to bound a solid. */
#ifndef SAR_GEOMETRY_MESH_CHECK_H
#define SAR_GEOMETRY_MESH_CHECK_H

#include "base/arena.h"
#include "base/vec3.h"

enum { SAR_MESH_NAMED = 4 }; /* edges that a message names */

typedef struct SarMeshFaults {
  int32_t nopen, open[SAR_MESH_NAMED][2];       /* edges with one triangle, by their vertices */
  int32_t ncrowded, crowded[SAR_MESH_NAMED][2]; /* with more than two */
  int32_t nturned, turned[SAR_MESH_NAMED][2];   /* whose two triangles do not run against each other */
  int32_t degenerate;                           /* the first triangle without area; -1: none */
  double volume;                                /* m^3, negative: inside out */
} SarMeshFaults;

/* False: memory is exhausted. Scratch is taken from the arena. */
bool sar_mesh_check(SarArena *scratch, const SarVec3 *vertices, int32_t nvertices, const int32_t *triangles,
                    int32_t ntriangles, SarMeshFaults *out);

#endif
