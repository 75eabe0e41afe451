/* The gap between a point of body a and a point of body b, in ground axes: three rows at once.
 *
 *   Phi = P_b - P_a = r_b + A_b s_b - r_a - A_a s_a
 *
 * A multiplier lambda (N, ground axes) puts on b the force lambda and the torque s_b x (A_b^T lambda), on a their
 * negatives: the row is antisymmetric in its two sides. So every function below is written once, for the side b; side a
 * takes its point, its axes and a minus sign. With lambda = n, a direction along the gap, the same formulas give
 * the gradients of a distance. */
#ifndef SAR_ELEMENT_POINT_H
#define SAR_ELEMENT_POINT_H

#include "element/kinematics.h"
#include "element/primitive/dot1.h"

static inline SarVec3 sar_point_value(const SarKin *a, SarVec3 sa, const SarKin *b, SarVec3 sb) {
  SarVec3 d = sar_sub(b->r, a->r); /* first: far from the origin this difference is exact to the bodies' distance */
  return sar_add(d, sar_sub(sar_kin_arm(b, sb), sar_kin_arm(a, sa)));
}

static inline SarVec3 sar_point_rate(const SarKin *a, SarVec3 sa, const SarKin *b, SarVec3 sb) {
  return sar_sub(sar_kin_point_rate(b, sb), sar_kin_point_rate(a, sa));
}

/* The second time derivative for zero accelerations: A_b (w x (w x s_b)) - A_a (...). */
static inline SarVec3 sar_point_bias(const SarKin *a, SarVec3 sa, const SarKin *b, SarVec3 sb) {
  return sar_sub(sar_kin_arm_bias(b, sb), sar_kin_arm_bias(a, sa));
}

/* The derivatives of the second time derivative A (alpha x s + w x (w x s)) of side b by theta and by w. Side a: the
 * negatives. */
static inline SarMat3 sar_point_second_by_rotation(const SarMat3 *A, SarVec3 s, SarVec3 w, SarVec3 alpha) {
  return sar_mul_skew(A, sar_neg(sar_spin(alpha, w, s)));
}
static inline SarMat3 sar_point_second_by_velocity(const SarMat3 *A, SarVec3 s, SarVec3 w) {
  SarMat3 turning = sar_spin_jacobian(w, s);
  return sar_mat3_mul(A, &turning);
}

/* The torque of lambda on side b, body axes: s x (A^T lambda). Side a: the negative, with its own s and A. */
static inline SarVec3 sar_point_torque(const SarMat3 *A, SarVec3 s, SarVec3 lambda) {
  return sar_cross(s, sar_mul_t(A, lambda));
}

/* dPhi/d(theta) of side b: -A [s x]. Its transpose times lambda is sar_point_torque. Side a: the negative. */
static inline SarMat3 sar_point_jacobian(const SarMat3 *A, SarVec3 s) { return sar_mul_skew(A, sar_neg(s)); }

/* The derivative of sar_point_torque by theta: [s x][(A^T lambda) x]. Side a: the negative. */
static inline SarMat3 sar_point_stiffness(const SarMat3 *A, SarVec3 s, SarVec3 lambda) {
  return sar_skew_skew(s, sar_mul_t(A, lambda));
}

/* The rounding error of Phi is a few eps times this. */
static inline double sar_point_magnitude(const SarKin *a, SarVec3 sa, const SarKin *b, SarVec3 sb) {
  return sar_norm(a->r) + sar_norm(b->r) + sar_norm(sa) + sar_norm(sb);
}

#endif
