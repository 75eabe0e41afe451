/* Where two shapes touch, or nearly: the places, and how these move with the bodies.
 *
 * One pair of shapes gives any number of touches. Each is two spots, one on either core, with r = cB - cA = d n and
 *     gap = d - rA - rB,   p = cA + (rA + gap/2) n,
 * n from A to B. d may be negative where a spot is on a surface. docs/theory/contact.md has the derivation. */
#ifndef SAR_GEOMETRY_TOUCH_H
#define SAR_GEOMETRY_TOUCH_H

#include "geometry/shape.h"

/* One side of a touch, ground axes. */
typedef struct SarTouchSide {
  SarVec3 arm;     /* m, from the body's centre of mass to the core point */
  double radius;   /* m */
  int32_t feature; /* key of the memory of friction, with that of the other side */
  int32_t nparameters;
  SarVec3 tangent[2];
  double bend[3]; /* m, n . d2c/du2: 11, 12, 22 */
  SarMat3 give;   /* m */
} SarTouchSide;

typedef struct SarTouch {
  double gap;      /* m, negative: penetration */
  double distance; /* m, d */
  SarVec3 n;       /* unit, from A to B */
  SarVec3 p;       /* m, ground */
  SarTouchSide side[2];
  bool deep; /* a core reaches into the other one: a smaller step is wanted */
  bool lost; /* and so that this is all there is to know: the gap is an estimate, there is no force to it */

  /* Which share of the force acts, and its derivatives: by the parameters of A, then of B; by the distance; by a turn
   * of B against A (ground axes). */
  double weight;
  double weight_by[4], weight_distance;
  SarVec3 weight_turn;
} SarTouch;

/* Touches of a pair, as many as the caller has room for. */
typedef struct SarTouches {
  SarTouch *items;
  int32_t count, capacity;
  double margin; /* m, wider gaps are left out */
  bool full;     /* there were more than fit */
} SarTouches;

/* A shape where it is: what pairs compute with. */
typedef struct SarPlaced {
  const SarShape *shape;
  SarPose pose;   /* of the shape, ground axes */
  SarVec3 centre; /* m, of its body, ground axes */
} SarPlaced;

static inline SarPlaced sar_placed(const SarShape *shape, const SarPose *body) {
  return (SarPlaced){shape, sar_shape_pose(shape, body), body->r};
}
static inline SarVec3 sar_placed_inside(const SarPlaced *at, SarVec3 x) {
  return sar_mul_t(&at->pose.A, sar_sub(x, at->pose.r));
}
static inline SarVec3 sar_placed_point(const SarPlaced *at, SarVec3 c) {
  return sar_add(at->pose.r, sar_mul(&at->pose.A, c));
}

/* A touch of two spots with the normal n (ground axes) at the distance d; adds it unless the gap exceeds the margin.
 * Returns it for those who weigh it; null: it was left out. */
SarTouch *sar_touch_add(SarTouches *to, const SarPlaced *a, const SarSpot *of_a, const SarPlaced *b,
                        const SarSpot *of_b, SarVec3 n, double d);

/* A spot as a point against the solid b: the nearest spot of b, its normal, its distance. */
SarTouch *sar_touch_point(SarTouches *to, const SarPlaced *a, const SarSpot *of_a, const SarPlaced *b);

/* The same touch with A and B exchanged. */
void sar_touch_flip(SarTouch *touch);

/* Derivatives by twelve numbers: translation (ground axes) and rotation R -> R exp(dtheta) (body axes) of A, then of B.
 */
typedef struct SarTouchRates {
  double gap[12], weight[12];
  SarVec3 n[12], p[12];
} SarTouchRates;

/* `a` and `b`: axes of the bodies. False: the place is not determined (parallel lines); what the rates leave open is
 * zero then. */
bool sar_touch_rates(const SarTouch *touch, const SarMat3 *a, const SarMat3 *b, SarTouchRates *out);

#endif
