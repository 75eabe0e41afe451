/* A plane: everything below z = 0. */
#include "geometry/shape_classes.h"

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  (void)shape;
  *out = (SarSpot){
      .c = {x.x, x.y, 0}, .normal = {0, 0, 1}, .distance = x.z, .nparameters = 2, .tangent = {{1, 0, 0}, {0, 1, 0}}};
}

static double hertz_radius(const SarShape *shape) {
  (void)shape;
  return INFINITY;
}

const SarShapeClass sar_shape_plane = {
    .name = "plane", .unbounded = true, .convex = true, .closest = closest, .hertz_radius = hertz_radius};
