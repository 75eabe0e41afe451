/* Where a cam and its follower touch in the written pose: angles on their profiles. */
#ifndef SAR_ELEMENT_JOINT_CAM_START_H
#define SAR_ELEMENT_JOINT_CAM_START_H

#include "element/joint/cam_curve.h"

/* The follower in the axes of the cam: a point, or a frame of its own. */
typedef struct SarCamPose {
  double at[2], x[2], y[2]; /* m: its origin; unit vectors */
} SarCamPose;

/* The place nearest to a point, of the curve moved outwards by a radius. */
double sar_cam_start_point(SarCamTable *cam, const SarCamPose *pose, double radius);
/* The place that is farthest along y of the follower. */
double sar_cam_start_flat(SarCamTable *cam, const SarCamPose *pose);

/* The two places of both curves that are nearest to touching. */
typedef struct SarCamSearch {
  bool outside; /* solids touch from outside: their normals are opposite there. Else curves may run side by side */
  const double *near[2]; /* or null: a point, on the plane of the curve's own frame, near which its place is */
} SarCamSearch;
void sar_cam_start_curves(SarCamTable *cam, SarCamTable *follower, const SarCamPose *pose, const SarCamSearch *search,
                          double u[2]);

#endif
