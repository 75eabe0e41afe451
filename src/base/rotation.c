#include "base/rotation.h"

/* sin(t/2)/t and the other quotients below lose digits near zero: series take over under this angle. */
#define SMALL_ANGLE 1e-3

SarQuat sar_quat_exp(SarVec3 d) {
  double t2 = sar_dot(d, d);
  if (t2 < SAR_SERIES_ANGLE * SAR_SERIES_ANGLE) return sar_quat_exp_of_small(d);
  double t = sqrt(t2), s = sin(t / 2) / t;
  return (SarQuat){cos(t / 2), s * d.x, s * d.y, s * d.z};
}

SarVec3 sar_quat_log(SarQuat p) {
  if (p.w < 0) p = (SarQuat){-p.w, -p.x, -p.y, -p.z};
  SarVec3 n = {p.x, p.y, p.z};
  double s2 = sar_dot(n, n), s = sqrt(s2);
  double factor = s < SMALL_ANGLE ? 2 + s2 / 3 + 3 * s2 * s2 / 20 : 2 * atan2(s, p.w) / s;
  return sar_scale(factor, n);
}

SarQuat sar_quat_from_matrix(const SarMat3 *a) {
  /* The largest of the four squares is divided by: no cancellation (Shepperd). */
  double trace = a->m[0][0] + a->m[1][1] + a->m[2][2];
  double square[4] = {1 + trace, 1 + 2 * a->m[0][0] - trace, 1 + 2 * a->m[1][1] - trace, 1 + 2 * a->m[2][2] - trace};
  int largest = 0;
  for (int i = 1; i < 4; i++) {
    if (square[i] > square[largest]) largest = i;
  }
  double s = sqrt(square[largest]) / 2, f = 1 / (4 * s);
  double zy = a->m[2][1] - a->m[1][2], xz = a->m[0][2] - a->m[2][0], yx = a->m[1][0] - a->m[0][1];
  double xy = a->m[0][1] + a->m[1][0], zx = a->m[0][2] + a->m[2][0], yz = a->m[1][2] + a->m[2][1];
  SarQuat p;
  switch (largest) {
    case 0: p = (SarQuat){s, f * zy, f * xz, f * yx}; break;
    case 1: p = (SarQuat){f * zy, s, f * xy, f * zx}; break;
    case 2: p = (SarQuat){f * xz, f * xy, s, f * yz}; break;
    default: p = (SarQuat){f * yx, f * zx, f * yz, s}; break;
  }
  return sar_quat_normalise(p);
}

/* I + b D + c D D with D = d x */
static SarMat3 tangent(SarVec3 d, double b, double c) {
  SarMat3 skew = sar_skew(d), square = sar_mat3_mul(&skew, &skew), one = sar_mat3_identity();
  SarMat3 sum = sar_mat3_axpy(b, &skew, &one);
  return sar_mat3_axpy(c, &square, &sum);
}

SarMat3 sar_exp_tangent(SarVec3 d) {
  double t2 = sar_dot(d, d), t = sqrt(t2), b, c;
  if (t < SMALL_ANGLE) {
    b = -(0.5 - t2 / 24);
    c = 1.0 / 6 - t2 / 120;
  } else {
    double s = sin(t / 2);
    b = -2 * s * s / t2; /* (1 - cos t)/t^2 without cancellation */
    c = (t - sin(t)) / (t2 * t);
  }
  return tangent(d, b, c);
}

SarMat3 sar_exp_tangent_inverse(SarVec3 d) {
  double t2 = sar_dot(d, d), t = sqrt(t2);
  double c = t < SMALL_ANGLE * 10 ? 1.0 / 12 + t2 / 720 + t2 * t2 / 30240 : (1 - (t / 2) / tan(t / 2)) / t2;
  return tangent(d, 0.5, c);
}

SarQuat sar_quat_cayley(SarVec3 g) {
  double s = 1 / sqrt(4 + sar_dot(g, g));
  return (SarQuat){2 * s, s * g.x, s * g.y, s * g.z};
}

SarVec3 sar_quat_cayley_inverse(SarQuat p) { return sar_scale(2 / p.w, (SarVec3){p.x, p.y, p.z}); }

SarMat3 sar_cayley_tangent(SarVec3 g) {
  double s = 4 / (4 + sar_dot(g, g));
  SarMat3 skew = sar_skew(g), one = sar_mat3_identity(), sum = sar_mat3_axpy(-0.5, &skew, &one);
  return sar_mat3_scale(s, &sum);
}

/* a b^T */
static SarMat3 outer(SarVec3 a, SarVec3 b) {
  return sar_mat3_columns(sar_scale(b.x, a), sar_scale(b.y, a), sar_scale(b.z, a));
}

SarMat3 sar_cayley_tangent_inverse(SarVec3 g) {
  SarMat3 skew = sar_skew(g), one = sar_mat3_identity(), square = outer(g, g);
  SarMat3 sum = sar_mat3_axpy(0.5, &skew, &one);
  return sar_mat3_axpy(0.25, &square, &sum);
}

SarMat3 sar_cayley_curvature(SarVec3 g, SarVec3 omega) {
  SarMat3 skew = sar_skew(omega), one = sar_mat3_identity(), mixed = outer(g, omega);
  SarMat3 sum = sar_mat3_axpy(sar_dot(g, omega), &one, &mixed), quarter = sar_mat3_scale(0.25, &sum);
  return sar_mat3_axpy(-0.5, &skew, &quarter);
}
