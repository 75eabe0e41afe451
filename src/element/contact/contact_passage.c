/* How far two bodies may go in one step: what is open before it must not be open again behind it, having passed by what
 * it should have hit. Nobody looks between the ends of a step. */
#include <math.h>

#include "element/contact/contact_touching.h"
#include "geometry/near.h"

#define SHARE 0.25 /* of the thinner shape: how far a body may come into it at once */

/* m, the least width of a shape along its axes. */
static double thickness(const SarShape *shape) {
  double least = INFINITY;
  for (int i = 0; i < 3; i++) {
    SarVec3 u = {i == 0, i == 1, i == 2};
    least = fmin(least, shape->class->reach(shape, u) + shape->class->reach(shape, sar_neg(u)));
  }
  return least;
}

/* m, how deep the core lies: cores must not meet. */
static double skin(const SarShape *shape, double wide) { return shape->class->rounding ? shape->radius : wide / 2; }

/* m, the least distance of the centres of mass along the way, as if it were straight. */
static double least_distance(SarVec3 from, SarVec3 to) {
  SarVec3 way = sar_sub(to, from);
  double square = sar_dot(way, way), s = square > 0 ? -sar_dot(from, way) / square : 0;
  return sar_norm(sar_axpy(fmin(fmax(s, 0), 1), way, from));
}

/* m, how far a point of a shape goes because its body turns. */
static double swing(const SarShape *shape, const SarKin *before, const SarKin *after, double h) {
  double arm = shape->class->point ? sar_norm(shape->at) : sar_shape_extent(shape);
  return arm * fmax(sar_norm(before->w), sar_norm(after->w)) * h;
}

double sar_contact_passage(const SarContactPart *part, int32_t k, const SarKin *const before[2],
                           const SarKin *const after[2], double h) {
  const SarShape *const *shape = part->pairs[k].shape;
  SarContactFound found;
  if (shape[0]->class->unbounded || shape[1]->class->unbounded) return 1;
  SarVec3 from = sar_sub(before[1]->r, before[0]->r), to = sar_sub(after[1]->r, after[0]->r);
  if (least_distance(from, to) > part->bounds[k].reach) return 1;
  double travel = sar_norm(sar_sub(to, from));
  for (int i = 0; i < 2; i++) travel += swing(shape[i], before[i], after[i], h);
  double wide[2] = {thickness(shape[0]), thickness(shape[1])}, allowed = SHARE * fmin(wide[0], wide[1]);
  allowed = fmin(allowed, 0.5 * (skin(shape[0], wide[0]) + skin(shape[1], wide[1])));
  if (!(travel > allowed)) return 1;
  SarPose pose[2] = {{before[0]->r, before[0]->A}, {before[1]->r, before[1]->A}};
  allowed += fmax(0, sar_near_gap(shape[0], &pose[0], shape[1], &pose[1]));
  if (!(travel > allowed)) return 1;
  bool touching = sar_contact_find(part, k, before, 0, &found) != SAR_OK || found.touches.count > 0;
  return touching ? 1 : allowed / travel;
}
