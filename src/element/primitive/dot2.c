/* dot-2: y = u . (P_b - P_a), the component of the gap along a direction u fixed in body a (paper 2, section 3).
 *
 * Seen from body a the point of b is at p = A_a^T (d + A_b s_b), so y = u . (p - s_a). With u' = A_ab^T u:
 *
 *   dp = A_a^T delta + p x theta_a - A_ab [s_b x] theta_b
 *   dy = (A_a u) . delta + (u x p) . theta_a + (s_b x u') . theta_b */
#include "element/primitive/point.h"
#include "element/primitive/primitive.h"

/* The point of b from the centre of mass of a, in a's axes. */
static SarVec3 seen_from_a(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_mul_t(&a->A, sar_add(sar_sub(b->r, a->r), sar_kin_arm(b, p->pb)));
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_dot(p->u, sar_sub(seen_from_a(p, a, b), p->pa));
}

static double both(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  SarVec3 direction = sar_mul(&a->A, p->u), seen = seen_from_a(p, a, b);
  g->d = direction;
  g->a = sar_cross(p->u, seen);
  g->b = sar_point_torque(&b->A, p->pb, direction);
  return sar_dot(p->u, sar_sub(seen, p->pa));
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) { both(p, a, b, g); }

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Hessian arm = sar_dot1_hessian(&ab, p->u, p->pb); /* u . A_ab s_b is the part that turns with b */
  SarMat3 da = sar_mul_skew(&a->A, sar_neg(p->u));
  *h = (SarHessian){.da = da,
                    .ad = sar_mat3_transpose(&da), /* [u x] A_a^T */
                    .aa = sar_skew_skew(p->u, seen_from_a(p, a, b)),
                    .ab = arm.ab,
                    .ba = arm.ba,
                    .bb = arm.bb};
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarVec3 gap = sar_point_value(a, p->pa, b, p->pb), rate = sar_point_rate(a, p->pa, b, p->pb);
  return sar_dot(sar_kin_arm_bias(a, p->u), gap) + 2 * sar_dot(sar_kin_arm_rate(a, p->u), rate) +
         sar_dot(sar_kin_arm(a, p->u), sar_point_bias(a, p->pa, b, p->pb));
}

/* With D = d + A_b s_b, u' = w_a x u and u'' = w_a x (w_a x u) the bias is A_a u'' . D + 2 A_a u' . D' + A_a u . D'',
 * where accelerations are zero: s_a, which does not move against u, has no part in it. */
static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  SarVec3 u = p->u, du = sar_cross(a->w, u), ddu = sar_cross(a->w, du);
  SarVec3 s = p->pb, ds = sar_cross(b->w, s), dds = sar_cross(b->w, ds);
  SarVec3 n = sar_mul(&a->A, u), dn = sar_mul(&a->A, du), ddn = sar_mul(&a->A, ddu);
  SarVec3 D = seen_from_a(p, a, b);
  SarVec3 dD = sar_mul_t(&a->A, sar_add(sar_sub(b->v, a->v), sar_kin_arm(b, ds)));
  SarVec3 ddD = sar_mul_t(&a->A, sar_kin_arm(b, dds));
  by_position->d = ddn;
  by_position->a = sar_add(sar_axpy(2, sar_cross(du, dD), sar_cross(ddu, D)), sar_cross(u, ddD));
  by_position->b = sar_axpy(2, sar_point_torque(&b->A, ds, dn), sar_point_torque(&b->A, s, ddn));
  by_position->b = sar_add(by_position->b, sar_point_torque(&b->A, dds, n));
  by_velocity->d = sar_scale(2, dn);
  by_velocity->a = sar_axpy(2, sar_cross(u, dD), sar_spin_gradient(a->w, u, D));
  by_velocity->b = sar_axpy(2, sar_point_torque(&b->A, s, dn), sar_spin_gradient(b->w, s, sar_mul_t(&b->A, n)));
}

static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_point_magnitude(a, p->pa, b, p->pb);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  return sar_sym3_dot(pair->arena, pair->of_a(pair, p->u), pair->gap(pair, p));
}

const SarPrimitiveClass sar_primitive_dot2 = {
    .name = "dot2",
    .formula = "u . (P_b - P_a)",
    .reach = SAR_REACH_EVERYTHING,
    .value = value,
    .gradient = gradient,
    .both = both,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
