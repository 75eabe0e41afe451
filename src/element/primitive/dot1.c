/* dot-1: u . w. Zero keeps two directions perpendicular. The mathematics stand in dot1.h. */
#include "element/primitive/dot1.h"

#include "element/primitive/primitive.h"

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  return sar_dot1_value(&ab, p->u, p->w);
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Gradient d = sar_dot1_gradient(&ab, p->u, p->w);
  *g = (SarGradient){.a = d.a, .b = d.b};
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Hessian d = sar_dot1_hessian(&ab, p->u, p->w);
  *h = (SarHessian){.aa = d.aa, .ab = d.ab, .ba = d.ba, .bb = d.bb};
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  return sar_dot1_bias(&ab, p->u, p->w, a->w, b->w);
}

static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Gradient q = sar_dot1_second_gradient(&ab, p->u, p->w, &(SarDot1Motion){.wa = a->w, .wb = b->w});
  SarDot1Gradient v = sar_dot1_second_by_velocity(&ab, p->u, p->w, a->w, b->w);
  *by_position = (SarGradient){.a = q.a, .b = q.b};
  *by_velocity = (SarGradient){.a = v.a, .b = v.b};
}

/* The rotations are orthogonal to eps only, so the error does not vanish with the products of the components. */
static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  (void)a, (void)b;
  return sar_norm(p->u) * sar_norm(p->w);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  return sar_sym3_dot(pair->arena, pair->of_a(pair, p->u), pair->of_b(pair, p->w));
}

const SarPrimitiveClass sar_primitive_dot1 = {
    .name = "dot1",
    .formula = "u . w",
    .reach = SAR_REACH_ROTATION,
    .value = value,
    .gradient = gradient,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
