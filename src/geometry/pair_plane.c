/* Anything with support points on a plane: each of them against it. Ends of a capsule, corners of a box, the two rims
 * of a cylinder. */
#include "geometry/pair.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) { return a->support && b == &sar_shape_plane; }

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  const SarShapeClass *class = a->shape->class;
  SarVec3 down = sar_mul_t(&a->pose.A, sar_neg(sar_column(&b->pose.A, 2)));
  int32_t n = class->nsupports(a->shape);
  for (int32_t k = 0; k < n; k++) {
    SarSpot spot;
    class->support(a->shape, down, k, &spot);
    sar_touch_point(out, a, &spot, b);
  }
}

const SarPairClass sar_pair_plane = {.name = "plane", .takes = takes, .find = find};
