/* Two capsules. Side by side they touch along a line, which one point cannot stand for: it would jump from end to end.
 * So, as with boxes (pair_polytope.c), the ends of each touch the other one, and the two lines where they cross.
 *
 * Where ends meet, the end of each is the nearest point of the other: one touch, found twice, with half the weight
 * each. An end beside the other capsule has the weight 1 - x^1.5/2, x being the penetration that the other's nearer end
 * has there, over its own: both together push as one. So end on end, end on side and side across side push as one
 * touch, side along side as two, at the ends of what they share. */
#include <math.h>

#include "geometry/edges.h"
#include "geometry/pair.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  return a == &sar_shape_capsule && b == &sar_shape_capsule;
}

/* An end at t along another capsule of half length h. */
static void weigh(SarTouch *touch, double t, double h) {
  double R = touch->side[0].radius + touch->side[1].radius, sign = t < 0 ? -1 : 1, by_q, by_d;
  if (!(touch->gap < 0 && touch->distance > 0)) return; /* no force, or far too deep */
  touch->weight = 0.5 + 0.5 * sar_corner_weight(fmax(0, 1 - fabs(t)) * h, touch->distance, R, &by_q, &by_d);
  if (!(fabs(t) < 1)) return; /* at its end: a half */
  touch->weight_distance = 0.5 * by_d;
  touch->weight_by[0] = -0.5 * by_q * sign * h;
}

static void ends(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  double h = 0.5 * b->shape->sizes[1];
  for (int32_t k = 0; k < 2; k++) {
    SarSpot spot;
    a->shape->class->support(a->shape, sar_vec3(0, 0, 1), k, &spot);
    SarTouch *touch = sar_touch_point(out, a, &spot, b);
    if (touch) weigh(touch, sar_placed_inside(b, sar_placed_point(a, spot.c)).z / h, h);
  }
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  const SarPlaced *const at[2] = {a, b};
  SarEdge edges[2];
  ends(a, b, out);
  int32_t first = out->count;
  ends(b, a, out);
  for (int32_t i = first; i < out->count; i++) sar_touch_flip(&out->items[i]);
  for (int s = 0; s < 2; s++) at[s]->shape->class->edge(at[s]->shape, 0, &edges[s]);
  sar_edges_touch(at, edges, out);
}

const SarPairClass sar_pair_segments = {.name = "segments", .takes = takes, .find = find};
