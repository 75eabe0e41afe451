/* dot-1: y = u . w, the cosine between a direction u fixed in body a and a direction w fixed in body b (paper 2,
 * section 3).
 *
 * Everything is written with A_ab = A_a^T A_b, which turns components of b into components of a, so that the loops of
 * the system form that product once for all rows of a joint. With w' = A_ab w (in a) and u' = A_ab^T u (in b):
 *
 *   y = u . w'      dy = (u x w') . theta_a + (w x u') . theta_b
 *
 * Signs come from A_a -> A_a exp(theta_a x): dw' = -theta_a x w', du' = A_ab^T (theta_a x u), and likewise for b. */
#ifndef SAR_ELEMENT_DOT1_H
#define SAR_ELEMENT_DOT1_H

#include "base/vec3.h"

/* The torques of a unit multiplier on both bodies, each in its own body axes. */
typedef struct SarDot1Gradient {
  SarVec3 a, b;
} SarDot1Gradient;

/* The derivative of the gradient: e.g. ab = d(g.a)/d(theta_b). */
typedef struct SarDot1Hessian {
  SarMat3 aa, ab, ba, bb;
} SarDot1Hessian;

/* [a x][b x] = b a^T - (a . b) I */
static inline SarMat3 sar_skew_skew(SarVec3 a, SarVec3 b) {
  SarMat3 c = sar_outer(b, a);
  double s = sar_dot(a, b);
  for (int i = 0; i < 3; i++) c.m[i][i] -= s;
  return c;
}

/* A [w x]: its rows are (row of A) x w. */
static inline SarMat3 sar_mul_skew(const SarMat3 *A, SarVec3 w) {
  SarVec3 r0 = sar_cross(sar_row(A, 0), w), r1 = sar_cross(sar_row(A, 1), w), r2 = sar_cross(sar_row(A, 2), w);
  return (SarMat3){{{r0.x, r0.y, r0.z}, {r1.x, r1.y, r1.z}, {r2.x, r2.y, r2.z}}};
}

/* [u x] A: its columns are u x (column of A). */
static inline SarMat3 sar_skew_mul(SarVec3 u, const SarMat3 *A) {
  return sar_mat3_columns(sar_cross(u, sar_column(A, 0)), sar_cross(u, sar_column(A, 1)),
                          sar_cross(u, sar_column(A, 2)));
}

/* [u x] A [w x] */
static inline SarMat3 sar_skew_mul_skew(SarVec3 u, const SarMat3 *A, SarVec3 w) {
  SarMat3 right = sar_mul_skew(A, w);
  return sar_skew_mul(u, &right);
}

static inline double sar_dot1_value(const SarMat3 *ab, SarVec3 u, SarVec3 w) { return sar_dot(u, sar_mul(ab, w)); }

static inline SarDot1Gradient sar_dot1_gradient(const SarMat3 *ab, SarVec3 u, SarVec3 w) {
  return (SarDot1Gradient){sar_cross(u, sar_mul(ab, w)), sar_cross(w, sar_mul_t(ab, u))};
}

static inline SarDot1Hessian sar_dot1_hessian(const SarMat3 *ab, SarVec3 u, SarVec3 w) {
  SarMat3 cross = sar_skew_mul_skew(u, ab, w), mixed = sar_mat3_scale(-1, &cross);
  return (SarDot1Hessian){.aa = sar_skew_skew(u, sar_mul(ab, w)),
                          .ab = mixed,
                          .ba = sar_mat3_transpose(&mixed), /* -[w x] A_ab^T [u x] */
                          .bb = sar_skew_skew(w, sar_mul_t(ab, u))};
}

/* The second time derivative when the angular velocities wa, wb (body axes) are constant. */
static inline double sar_dot1_bias(const SarMat3 *ab, SarVec3 u, SarVec3 w, SarVec3 wa, SarVec3 wb) {
  SarVec3 du = sar_cross(wa, u), dw = sar_cross(wb, w);
  return sar_dot(sar_cross(wa, du), sar_mul(ab, w)) + 2 * sar_dot(du, sar_mul(ab, dw)) +
         sar_dot(u, sar_mul(ab, sar_cross(wb, dw)));
}

/* ---- derivatives of the second time derivative ----
 *
 * All of it are dot-1 functions of vectors that are fixed in the bodies as long as velocities and accelerations are:
 *
 *   y'' = (u'' . w) + 2 (u' . w') + (u . w''),   u' = wa x u,  u'' = alpha_a x u + wa x (wa x u),  likewise w', w''
 *
 * so that its derivatives by the rotations are gradients of such functions (paper 2, eqs 31-35, without matrices). */

/* The derivative of (w x (w x s)) . p by w. */
static inline SarVec3 sar_spin_gradient(SarVec3 w, SarVec3 s, SarVec3 p) {
  SarVec3 sum = sar_axpy(sar_dot(w, s), p, sar_scale(sar_dot(w, p), s));
  return sar_axpy(-2 * sar_dot(s, p), w, sum);
}

/* The same as a matrix: of w x (w x s) by w, w s^T + (w . s) I - 2 s w^T. */
static inline SarMat3 sar_spin_jacobian(SarVec3 w, SarVec3 s) {
  SarMat3 ws = sar_outer(w, s), sw = sar_outer(s, w), j = sar_mat3_axpy(-2, &sw, &ws);
  for (int i = 0; i < 3; i++) j.m[i][i] += sar_dot(w, s);
  return j;
}

/* alpha x s + w x (w x s) */
static inline SarVec3 sar_spin(SarVec3 alpha, SarVec3 w, SarVec3 s) {
  return sar_add(sar_cross(alpha, s), sar_cross(w, sar_cross(w, s)));
}

/* The angular velocities and accelerations of both bodies, body axes. */
typedef struct SarDot1Motion {
  SarVec3 wa, wb, alpha_a, alpha_b;
} SarDot1Motion;

/* y' by the rotations; by the angular velocities it is sar_dot1_gradient. */
static inline SarDot1Gradient sar_dot1_rate_gradient(const SarMat3 *ab, SarVec3 u, SarVec3 w, SarVec3 wa, SarVec3 wb) {
  SarDot1Gradient a = sar_dot1_gradient(ab, sar_cross(wa, u), w), b = sar_dot1_gradient(ab, u, sar_cross(wb, w));
  return (SarDot1Gradient){sar_add(a.a, b.a), sar_add(a.b, b.b)};
}

/* y'' by the rotations. */
static inline SarDot1Gradient sar_dot1_second_gradient(const SarMat3 *ab, SarVec3 u, SarVec3 w,
                                                       const SarDot1Motion *m) {
  SarDot1Gradient a = sar_dot1_gradient(ab, sar_spin(m->alpha_a, m->wa, u), w);
  SarDot1Gradient mixed = sar_dot1_gradient(ab, sar_cross(m->wa, u), sar_cross(m->wb, w));
  SarDot1Gradient b = sar_dot1_gradient(ab, u, sar_spin(m->alpha_b, m->wb, w));
  return (SarDot1Gradient){sar_axpy(2, mixed.a, sar_add(a.a, b.a)), sar_axpy(2, mixed.b, sar_add(a.b, b.b))};
}

/* y'' by the angular velocities; by the angular accelerations it is sar_dot1_gradient. */
static inline SarDot1Gradient sar_dot1_second_by_velocity(const SarMat3 *ab, SarVec3 u, SarVec3 w, SarVec3 wa,
                                                          SarVec3 wb) {
  SarVec3 w_in_a = sar_mul(ab, w), u_in_b = sar_mul_t(ab, u);
  SarVec3 dw_in_a = sar_mul(ab, sar_cross(wb, w)), du_in_b = sar_mul_t(ab, sar_cross(wa, u));
  return (SarDot1Gradient){sar_axpy(2, sar_cross(u, dw_in_a), sar_spin_gradient(wa, u, w_in_a)),
                           sar_axpy(2, sar_cross(w, du_in_b), sar_spin_gradient(wb, w, u_in_b))};
}

#endif
