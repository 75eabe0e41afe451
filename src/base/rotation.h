/* Unit quaternions (Euler parameters), rotation matrices, the exponential map and Cayley's.
 *
 * A quaternion p = (w, x, y, z) turns body components into ground components: r = R(p) r_body. A body-frame
 * perturbation dtheta changes R into R exp(dtheta x). */
#ifndef SAR_BASE_ROTATION_H
#define SAR_BASE_ROTATION_H

#include "base/vec3.h"

typedef struct SarQuat {
  double w, x, y, z;
} SarQuat;

static inline SarQuat sar_quat_identity(void) { return (SarQuat){1, 0, 0, 0}; }
static inline SarQuat sar_quat_load(const double *p) { return (SarQuat){p[0], p[1], p[2], p[3]}; }
static inline void sar_quat_store(SarQuat a, double *p) { p[0] = a.w, p[1] = a.x, p[2] = a.y, p[3] = a.z; }

static inline SarQuat sar_quat_mul(SarQuat a, SarQuat b) {
  return (SarQuat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                   a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline SarQuat sar_quat_conjugate(SarQuat a) { return (SarQuat){a.w, -a.x, -a.y, -a.z}; }

static inline SarQuat sar_quat_normalise(SarQuat a) {
  double s = 1 / sqrt(a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z);
  return (SarQuat){s * a.w, s * a.x, s * a.y, s * a.z};
}

static inline SarMat3 sar_quat_matrix(SarQuat p) {
  double xx = p.x * p.x, yy = p.y * p.y, zz = p.z * p.z, xy = p.x * p.y, xz = p.x * p.z, yz = p.y * p.z;
  double wx = p.w * p.x, wy = p.w * p.y, wz = p.w * p.z;
  return (SarMat3){{{1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)},
                    {2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)},
                    {2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)}}};
}

#define SAR_SERIES_ANGLE 0.2 /* the first term left out of a series up to the tenth power is below 1e-17 */

/* The quaternion of a rotation vector shorter than that: no calls to sine and cosine, the same digits. */
static inline SarQuat sar_quat_exp_of_small(SarVec3 d) {
  double u = sar_dot(d, d) / 4;
  double c = 1 + u * (-1.0 / 2 + u * (1.0 / 24 + u * (-1.0 / 720 + u * (1.0 / 40320 - u * (1.0 / 3628800)))));
  double s =
      0.5 * (1 + u * (-1.0 / 6 + u * (1.0 / 120 + u * (-1.0 / 5040 + u * (1.0 / 362880 - u * (1.0 / 39916800))))));
  return (SarQuat){c, s * d.x, s * d.y, s * d.z};
}

/* The quaternion of the rotation vector d: axis d/|d|, angle |d|. */
SarQuat sar_quat_exp(SarVec3 d);

/* The rotation vector of a unit quaternion, of length at most pi. */
SarVec3 sar_quat_log(SarQuat p);

/* The quaternion of a rotation matrix (any proper orthogonal matrix). */
SarQuat sar_quat_from_matrix(const SarMat3 *a);

/* T_exp(d) of numerics section 1: R exp(d + delta) = R exp(d) exp(T_exp(d) delta) to first order. */
SarMat3 sar_exp_tangent(SarVec3 d);

/* The inverse of T_exp(d): body rates omega -> rates of the rotation vector. */
SarMat3 sar_exp_tangent_inverse(SarVec3 d);

/* Cayley's map (numerics section 1): parameters g = 2 tan(angle/2) axis, quaternion (2, g)/sqrt(4 + |g|^2). */
SarQuat sar_quat_cayley(SarVec3 g);
SarVec3 sar_quat_cayley_inverse(SarQuat p); /* infinite for half a turn */

/* T(g): rates of g -> body rates omega; its inverse; and E = d(T^-1 omega)/dg for constant omega. */
SarMat3 sar_cayley_tangent(SarVec3 g);
SarMat3 sar_cayley_tangent_inverse(SarVec3 g);
SarMat3 sar_cayley_curvature(SarVec3 g, SarVec3 omega);

#endif
