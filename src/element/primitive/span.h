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

#endif
