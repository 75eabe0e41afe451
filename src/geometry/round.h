/* Small pieces that shapes are made of: spots of vertices and lines, the STEP function, segments. */
#ifndef SAR_GEOMETRY_ROUND_H
#define SAR_GEOMETRY_ROUND_H

#include "geometry/shape.h"

#define SAR_PI 3.14159265358979323846

static inline SarMat3 sar_mat3_diagonal(double x, double y, double z) {
  return (SarMat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}

/* STEP(x, from, 0, to, 1): 0 up to `from`, 1 past `to`, a cubic between; *slope its derivative. */
static inline double sar_step(double x, double from, double to, double *slope) {
  double s = (x - from) / (to - from);
  *slope = s <= 0 || s >= 1 ? 0 : 6 * s * (1 - s) / (to - from);
  return s <= 0 ? 0 : s >= 1 ? 1 : s * s * (3 - 2 * s);
}

/* Two unit vectors across the unit vector n and each other. */
static inline void sar_across(SarVec3 n, SarVec3 out[2]) {
  SarVec3 e = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? sar_vec3(1, 0, 0)
              : fabs(n.y) <= fabs(n.z)                         ? sar_vec3(0, 1, 0)
                                                               : sar_vec3(0, 0, 1);
  SarVec3 t = sar_axpy(-sar_dot(e, n), n, e);
  out[0] = sar_scale(1 / sar_norm(t), t);
  out[1] = sar_cross(n, out[0]);
}

/* A point without parameters. */
static inline void sar_spot_vertex(SarVec3 c, double radius, int32_t feature, SarSpot *out) {
  *out = (SarSpot){.c = c, .radius = radius, .feature = feature};
}

/* Normal and distance of a spot whose normal is the direction to x. */
static inline void sar_spot_towards(SarSpot *spot, SarVec3 x) {
  SarVec3 r = sar_sub(x, spot->c);
  spot->distance = sar_norm(r);
  spot->normal = spot->distance > 0 ? sar_scale(1 / spot->distance, r) : sar_vec3(0, 0, 1);
  spot->deep = !(spot->distance > 0);
}

/* The parameter in [-1, 1] of the point of middle + t half that is nearest to x. */
static inline double sar_segment_nearest(SarVec3 middle, SarVec3 half, SarVec3 x) {
  double t = sar_dot(half, sar_sub(x, middle)) / sar_dot(half, half);
  return t < -1 ? -1 : t > 1 ? 1 : t;
}

/* The spot of a segment at t: one of its ends (features `first` and `first` + 1) or the line (`first` + 2). */
static inline void sar_spot_segment(SarVec3 middle, SarVec3 half, double t, double radius, int32_t first,
                                    SarSpot *out) {
  bool low = t <= -1, high = t >= 1;
  sar_spot_vertex(sar_axpy(t, half, middle), radius, first + (low ? 0 : high ? 1 : 2), out);
  if (low || high) return;
  out->nparameters = 1;
  out->tangent[0] = half;
}

/* The parameters in [-1, 1] of the nearest points of two segments. Where they are parallel and overlap, the middle of
 * the overlap. */
void sar_segments_nearest(const SarEdge *a, const SarEdge *b, double *s, double *t);

/* The lowest point along u of the rim of a disc of radius R across z, smoothed so that it moves on when the disc turns
 * over: the point at which the ellipsoid with the half axes R + e, R + e, e has the normal u, with the radius -e around
 * it. So it is the rim for u across z, the centre for u along z, and between them the support point of a convex body as
 * long as e does not exceed the radius that is rounded with. Adds `radius` around it; centre at z. */
void sar_spot_rim(double R, double z, double e, double radius, SarVec3 u, int32_t feature, SarSpot *out);

/* The same for an ellipsoid with the half axes a. */
void sar_spot_ellipsoid(SarVec3 a, SarVec3 u, SarSpot *out);

/* The spot of a circle of radius R across z at the height z, at the unit vector e (x, y). */
void sar_spot_circle(double R, double z, double ex, double ey, double radius, int32_t feature, SarSpot *out);

#endif
