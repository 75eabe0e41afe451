/* A sphere against a solid: the point of its core that is nearest to the centre. */
#include "geometry/pair.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) { return a->point && b->closest; }

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  SarSpot spot;
  a->shape->class->support(a->shape, sar_vec3(0, 0, 1), 0, &spot);
  sar_touch_point(out, a, &spot, b);
}

const SarPairClass sar_pair_point = {.name = "point", .takes = takes, .find = find};
