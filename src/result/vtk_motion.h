/* The motion of a mechanism as surfaces for ParaView: what a viewer of glTF would draw of it (gltf.h), one .vtu per
 * picture and one .pvd that lists them. Units and axes are those of the results. */
#ifndef SAR_RESULT_VTK_MOTION_H
#define SAR_RESULT_VTK_MOTION_H

#include "result/results.h"
#include "result/scene.h"

typedef struct SarVtkMotion {
  const char *folder; /* exists, or is made */
  const char *stem;   /* of the files in it */
  int32_t frames;     /* at most: one row in so many is drawn, the first and the last among them */
} SarVtkMotion;

typedef struct SarVtkMotionSummary {
  int64_t rows, pictures, points, triangles;
} SarVtkMotionSummary;

/* Arrays of the triangles: `body`, 0 the ground, 1 the first body of the model ..., -1 a beam; `colour`, red, green,
 * blue. */
SarStatus sar_vtk_motion_write(SarContext *context, const SarVtkMotion *motion, const SarScene *scene,
                               SarResults *results, SarVtkMotionSummary *summary);

#endif
