/* Boxes, capsules and hulls on ground that is not flat: their corners, each a small sphere. What is round elsewhere
 * (rims, ellipsoids, tori) has no corner to ask about. */
#include "geometry/pair.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  return b == &sar_shape_terrain && a->support && a->nedges && !a->support_shape;
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  const SarShapeClass *class = a->shape->class;
  int32_t n = class->nsupports(a->shape);
  for (int32_t k = 0; k < n; k++) {
    SarSpot spot;
    class->support(a->shape, sar_vec3(0, 0, 1), k, &spot);
    sar_touch_point(out, a, &spot, b);
  }
}

const SarPairClass sar_pair_terrain = {.name = "terrain", .takes = takes, .find = find};
