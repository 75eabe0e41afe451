/* Bounds that tell what is too far away to touch, before anything is computed exactly. They never leave out what is
 * within the margin: what is found with them is the same to the last bit. */
#ifndef SAR_GEOMETRY_NEAR_H
#define SAR_GEOMETRY_NEAR_H

#include "geometry/touch.h"

/* One solid seen from another one. */
typedef struct SarNear {
  const SarPlaced *a, *b;
  SarPose pose;      /* of a in the axes of b */
  SarVec3 low, high; /* m, the box around b in its own axes, wider by the margin */
  double margin;     /* m, with what rounding may do */
} SarNear;

/* Whether a plane across an axis of either, or across the line between them, keeps them farther apart than the margin.
 */
bool sar_near_apart(const SarPlaced *a, const SarPlaced *b, double margin);

/* m, a gap which the one between two solids is not less than; often it is the same. */
double sar_near_gap(const SarShape *a, const SarPose *body_a, const SarShape *b, const SarPose *body_b);

/* m, the same with its sign: not more than the gap of solids that overlap; n is where it was found. */
double sar_near_overlap(const SarPlaced *a, const SarPlaced *b, SarVec3 *n);

SarNear sar_near(const SarPlaced *a, const SarPlaced *b, double margin);

/* Whether a point of a with a radius around it, axes of a, comes near the box around b. */
bool sar_near_point(const SarNear *near, SarVec3 x, double radius);

/* An edge of a in the axes of b, its half as the half size of the box around it; whether that comes near the box around
 * b, or near an edge of b. */
SarEdge sar_near_edge(const SarNear *near, const SarEdge *edge);
bool sar_near_solid(const SarNear *near, const SarEdge *seen);
bool sar_near_other(const SarNear *near, const SarEdge *seen, const SarEdge *other);

#endif
