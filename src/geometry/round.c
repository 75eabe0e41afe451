/* Pieces that several shapes share. */
#include "geometry/round.h"

#include <math.h>

static double clamp(double t) { return t < -1 ? -1 : t > 1 ? 1 : t; }

/* The middle of what the segment b, parallel to a, has beside a. */
static double beside(const SarEdge *a, const SarEdge *b) {
  double length2 = sar_dot(a->half, a->half), at = sar_dot(a->half, sar_sub(b->middle, a->middle)) / length2;
  double reach = fabs(sar_dot(a->half, b->half)) / length2;
  return 0.5 * (clamp(at - reach) + clamp(at + reach));
}

void sar_segments_nearest(const SarEdge *a, const SarEdge *b, double *s, double *t) {
  SarVec3 r = sar_sub(b->middle, a->middle);
  double aa = sar_dot(a->half, a->half), bb = sar_dot(b->half, b->half), ab = sar_dot(a->half, b->half);
  SarVec3 across = sar_cross(a->half, b->half); /* its square is aa bb - ab^2 without cancellation */
  double determinant = sar_dot(across, across);
  bool parallel = determinant <= 1e-24 * aa * bb;
  *s = parallel ? beside(a, b) : clamp(sar_dot(sar_cross(r, b->half), across) / determinant);
  *t = (ab * *s - sar_dot(b->half, r)) / bb; /* of b nearest to that point */
  if (fabs(*t) > 1) {
    *t = clamp(*t);
    *s = clamp((ab * *t + sar_dot(a->half, r)) / aa);
  }
}

/* Hessian of |E u|: (E^2 - c c^T)/h with c = E^2 u/h. */
void sar_spot_ellipsoid(SarVec3 a, SarVec3 u, SarSpot *out) {
  SarVec3 square = {a.x * a.x, a.y * a.y, a.z * a.z};
  SarVec3 w = {square.x * u.x, square.y * u.y, square.z * u.z};
  double h = sqrt(sar_dot(w, u));
  SarVec3 c = sar_scale(1 / h, w);
  SarMat3 E2 = sar_mat3_diagonal(square.x, square.y, square.z), cc = sar_outer(c, c);
  SarMat3 give = sar_mat3_axpy(-1, &cc, &E2);
  *out = (SarSpot){.c = c, .normal = u, .give = sar_mat3_scale(1 / h, &give)};
}

void sar_spot_rim(double R, double z, double e, double radius, SarVec3 u, int32_t feature, SarSpot *out) {
  sar_spot_ellipsoid(sar_vec3(R + e, R + e, e), u, out);
  out->c.z += z;
  out->radius = radius - e;
  out->feature = feature;
}

void sar_spot_circle(double R, double z, double ex, double ey, double radius, int32_t feature, SarSpot *out) {
  *out = (SarSpot){.c = {R * ex, R * ey, z}, .radius = radius, .feature = feature, .nparameters = 1};
  out->tangent[0] = sar_vec3(-R * ey, R * ex, 0);
  out->bend[0] = sar_vec3(-R * ex, -R * ey, 0);
}
