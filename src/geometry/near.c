#include "geometry/near.h"

#include <math.h>

#define ROUNDING 1e-12 /* of the distances that are compared */

/* m, how far apart the solids are along u (unit, ground axes), seen from a; negative: they overlap there. */
static double between(const SarPlaced *a, const SarPlaced *b, SarVec3 u) {
  double apart = sar_dot(u, sar_sub(b->pose.r, a->pose.r));
  double reach = a->shape->class->reach(a->shape, sar_mul_t(&a->pose.A, u)) +
                 b->shape->class->reach(b->shape, sar_mul_t(&b->pose.A, sar_neg(u)));
  return apart - reach - ROUNDING * (fabs(apart) + reach);
}

/* The largest of these along the line between them and the axes of both, or the first one above `enough`; n along it.
 */
static double least_gap(const SarPlaced *a, const SarPlaced *b, double enough, SarVec3 *n) {
  SarVec3 r = sar_sub(b->pose.r, a->pose.r);
  double length = sar_norm(r), gap = -INFINITY;
  for (int i = length > 0 ? 0 : 1; i < 7 && gap <= enough; i++) {
    SarVec3 u = i == 0 ? sar_scale(1 / length, r) : sar_column(i < 4 ? &a->pose.A : &b->pose.A, (i - 1) % 3);
    if (sar_dot(u, r) < 0) u = sar_neg(u);
    double there = between(a, b, u);
    if (there > gap) gap = there, *n = u;
  }
  return gap;
}

bool sar_near_apart(const SarPlaced *a, const SarPlaced *b, double margin) {
  SarVec3 n;
  return least_gap(a, b, margin, &n) > margin;
}

double sar_near_overlap(const SarPlaced *a, const SarPlaced *b, SarVec3 *n) { return least_gap(a, b, INFINITY, n); }

double sar_near_gap(const SarShape *a, const SarPose *body_a, const SarShape *b, const SarPose *body_b) {
  if (a->class->unbounded || b->class->unbounded) return 0;
  SarPlaced at_a = sar_placed(a, body_a), at_b = sar_placed(b, body_b);
  SarVec3 n;
  return fmax(0, least_gap(&at_a, &at_b, INFINITY, &n));
}

SarNear sar_near(const SarPlaced *a, const SarPlaced *b, double margin) {
  const SarShape *shape = b->shape;
  double low[3], high[3];
  SarNear near = {.a = a, .b = b, .margin = margin};
  near.pose = (SarPose){sar_placed_inside(b, a->pose.r), sar_mat3_tmul(&b->pose.A, &a->pose.A)};
  double size = sar_norm(near.pose.r);
  for (int i = 0; i < 3; i++) {
    SarVec3 u = {i == 0, i == 1, i == 2};
    high[i] = shape->class->reach(shape, u);
    low[i] = -shape->class->reach(shape, sar_neg(u));
    size = fmax(size, fmax(fabs(high[i]), fabs(low[i])));
  }
  near.margin += ROUNDING * size;
  for (int i = 0; i < 3; i++) low[i] -= near.margin, high[i] += near.margin;
  near.low = sar_vec3_load(low);
  near.high = sar_vec3_load(high);
  return near;
}

static bool is_beside(double x, double half, double low, double high) { return x + half >= low && x - half <= high; }

static bool comes_near(const SarNear *near, SarVec3 x, SarVec3 half) {
  return is_beside(x.x, half.x, near->low.x, near->high.x) && is_beside(x.y, half.y, near->low.y, near->high.y) &&
         is_beside(x.z, half.z, near->low.z, near->high.z);
}

bool sar_near_point(const SarNear *near, SarVec3 x, double radius) {
  SarVec3 seen = sar_add(near->pose.r, sar_mul(&near->pose.A, x));
  return comes_near(near, seen, sar_vec3(radius, radius, radius));
}

SarEdge sar_near_edge(const SarNear *near, const SarEdge *edge) {
  SarVec3 half = sar_mul(&near->pose.A, edge->half), size = {fabs(half.x), fabs(half.y), fabs(half.z)};
  SarVec3 radius = {edge->radius, edge->radius, edge->radius};
  return (SarEdge){.middle = sar_add(near->pose.r, sar_mul(&near->pose.A, edge->middle)),
                   .half = sar_add(size, radius),
                   .radius = edge->radius,
                   .feature = edge->feature};
}

bool sar_near_solid(const SarNear *near, const SarEdge *seen) { return comes_near(near, seen->middle, seen->half); }

bool sar_near_other(const SarNear *near, const SarEdge *seen, const SarEdge *other) {
  double more = other->radius + near->margin;
  SarVec3 d = sar_sub(other->middle, seen->middle), h = seen->half;
  return fabs(d.x) <= h.x + fabs(other->half.x) + more && fabs(d.y) <= h.y + fabs(other->half.y) + more &&
         fabs(d.z) <= h.z + fabs(other->half.z) + more;
}
