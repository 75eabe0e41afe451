/* Triangles of the shapes of a scene, for files of other programs. */
#ifndef SAR_RESULT_SURFACE_H
#define SAR_RESULT_SURFACE_H

#include "result/scene.h"

/* Points and triangles, anticlockwise from outside, in the axes of the shape. */
typedef struct SarSurface {
  float *points;  /* x y z each */
  float *normals; /* of what is round; null: faces are flat */
  uint32_t *triangles;
  int32_t npoints, ntriangles;
} SarSurface;

/* In the arena. A mesh without triangles has none. SAR_NO_MEMORY, reported. */
SarStatus sar_surface_of_shape(SarContext *context, SarArena *arena, const SarSceneShape *shape, SarSurface *out);

/* The colour that pictures give to a body of this index that has none. */
const char *sar_surface_colour(int32_t body);

#endif
