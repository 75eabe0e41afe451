/* What distance and length share: functions of the gap e = P_b - P_a alone.
 *
 * Such a function has the gradient n(e) by e (ground axes) and hence, by the rows of point.h, the torques of a force n.
 * Its second derivatives are J^T N J with N = dn/de and J = (I, A_a [s_a x], -A_b [s_b x]), plus the turning of the
 * arms under a fixed n. */
#ifndef SAR_ELEMENT_SPAN_H
#define SAR_ELEMENT_SPAN_H

#include "element/primitive/point.h"
#include "element/primitive/primitive.h"

static inline SarGradient sar_span_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarVec3 n) {
  return (SarGradient){.d = n, .a = sar_neg(sar_point_torque(&a->A, p->pa, n)), .b = sar_point_torque(&b->A, p->pb, n)};
}

static inline SarHessian sar_span_hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarVec3 n,
                                          const SarMat3 *N) {
  SarMat3 minus = sar_point_jacobian(&a->A, p->pa), ja = sar_mat3_scale(-1, &minus);
  SarMat3 jb = sar_point_jacobian(&b->A, p->pb);
  SarMat3 nja = sar_mat3_mul(N, &ja), njb = sar_mat3_mul(N, &jb);
  SarMat3 aa = sar_mat3_tmul(&ja, &nja), bb = sar_mat3_tmul(&jb, &njb);
  SarMat3 turn_a = sar_point_stiffness(&a->A, p->pa, n), turn_b = sar_point_stiffness(&b->A, p->pb, n);
  return (SarHessian){.dd = *N,
                      .da = nja,
                      .db = njb,
                      .ad = sar_mat3_transpose(&nja), /* N is symmetric */
                      .aa = sar_mat3_axpy(-1, &turn_a, &aa),
                      .ab = sar_mat3_tmul(&ja, &njb),
                      .bd = sar_mat3_transpose(&njb),
                      .ba = sar_mat3_tmul(&jb, &nja),
                      .bb = sar_mat3_axpy(1, &turn_b, &bb)};
}

/* The bias n . e'' + e' . N e' changes by
 *
 *   by_gap . de + by_rate . de' + n . de'',   by_gap = N e'' + (e' . N e')_e,  by_rate = 2 N e'
 *
 * and e'' is w x (w x s) of both sides. What one side has of it, by its rotation and by its angular velocity: */
static inline void sar_span_side(const SarKin *k, SarVec3 s, SarVec3 n, SarVec3 by_gap, SarVec3 by_rate,
                                 SarVec3 out[2]) {
  SarVec3 ds = sar_cross(k->w, s), dds = sar_cross(k->w, ds);
  SarVec3 turning = sar_add(sar_point_torque(&k->A, s, by_gap), sar_point_torque(&k->A, ds, by_rate));
  out[0] = sar_add(turning, sar_point_torque(&k->A, dds, n));
  out[1] = sar_add(sar_point_torque(&k->A, s, by_rate), sar_spin_gradient(k->w, s, sar_mul_t(&k->A, n)));
}

static inline void sar_span_bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarVec3 n,
                                          SarVec3 by_gap, SarVec3 by_rate, SarGradient *by_position,
                                          SarGradient *by_velocity) {
  SarVec3 of_a[2], of_b[2];
  sar_span_side(a, p->pa, n, by_gap, by_rate, of_a);
  sar_span_side(b, p->pb, n, by_gap, by_rate, of_b);
  *by_position = (SarGradient){.d = by_gap, .a = sar_neg(of_a[0]), .b = of_b[0]};
  *by_velocity = (SarGradient){.d = by_rate, .a = sar_neg(of_a[1]), .b = of_b[1]};
}

#endif
