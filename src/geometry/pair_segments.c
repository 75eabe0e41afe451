/* Two capsules: the nearest points of their segments. */
#include "geometry/pair.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  return a == &sar_shape_capsule && b == &sar_shape_capsule;
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  SarEdge local, in_ground[2];
  const SarPlaced *at[2] = {a, b};
  SarSpot spot[2];
  double t[2];
  for (int s = 0; s < 2; s++) {
    at[s]->shape->class->edge(at[s]->shape, 0, &local);
    in_ground[s] = (SarEdge){.middle = at[s]->pose.r, .half = sar_mul(&at[s]->pose.A, local.half)};
  }
  sar_segments_nearest(&in_ground[0], &in_ground[1], &t[0], &t[1]);
  for (int s = 0; s < 2; s++) {
    at[s]->shape->class->edge(at[s]->shape, 0, &local);
    sar_spot_segment(local.middle, local.half, t[s], local.radius, 0, &spot[s]);
  }
  SarVec3 ca = sar_axpy(t[0], in_ground[0].half, in_ground[0].middle);
  SarVec3 r = sar_sub(sar_axpy(t[1], in_ground[1].half, in_ground[1].middle), ca);
  double d = sar_norm(r);
  spot[0].deep = !(d > 0);
  sar_touch_add(out, a, &spot[0], b, &spot[1], d > 0 ? sar_scale(1 / d, r) : sar_vec3(0, 0, 1), d);
}

const SarPairClass sar_pair_segments = {.name = "segments", .takes = takes, .find = find};
