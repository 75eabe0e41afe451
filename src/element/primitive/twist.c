/* twist: y = (u . w2 - u2 . w) / 2, with u, u2 the x and y axes of the frame on a, and w, w2 those of the frame on b.
 *
 * Of the relative rotation by the angle phi about the unit axis n it is -n_z sin(phi). Zero means that the axis of
 * the relative rotation is normal to the shafts' z: the shafts are bent against each other, but not twisted. That is
 * the condition of a constant-velocity joint. Half the difference of two dot-1 functions, and so are its
 * derivatives. */
#include "element/primitive/dot1.h"
#include "element/primitive/primitive.h"

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  return (sar_dot1_value(&ab, p->u, p->w2) - sar_dot1_value(&ab, p->u2, p->w)) / 2;
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Gradient plus = sar_dot1_gradient(&ab, p->u, p->w2), minus = sar_dot1_gradient(&ab, p->u2, p->w);
  *g = (SarGradient){.a = sar_scale(0.5, sar_sub(plus.a, minus.a)), .b = sar_scale(0.5, sar_sub(plus.b, minus.b))};
}

static SarMat3 half_difference(const SarMat3 *plus, const SarMat3 *minus) {
  SarMat3 difference = sar_mat3_axpy(-1, minus, plus);
  return sar_mat3_scale(0.5, &difference);
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Hessian plus = sar_dot1_hessian(&ab, p->u, p->w2), minus = sar_dot1_hessian(&ab, p->u2, p->w);
  *h = (SarHessian){.aa = half_difference(&plus.aa, &minus.aa),
                    .ab = half_difference(&plus.ab, &minus.ab),
                    .ba = half_difference(&plus.ba, &minus.ba),
                    .bb = half_difference(&plus.bb, &minus.bb)};
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  return (sar_dot1_bias(&ab, p->u, p->w2, a->w, b->w) - sar_dot1_bias(&ab, p->u2, p->w, a->w, b->w)) / 2;
}

static SarGradient half_gradient(SarDot1Gradient plus, SarDot1Gradient minus) {
  return (SarGradient){.a = sar_scale(0.5, sar_sub(plus.a, minus.a)), .b = sar_scale(0.5, sar_sub(plus.b, minus.b))};
}

static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  SarDot1Motion m = {.wa = a->w, .wb = b->w};
  *by_position =
      half_gradient(sar_dot1_second_gradient(&ab, p->u, p->w2, &m), sar_dot1_second_gradient(&ab, p->u2, p->w, &m));
  *by_velocity = half_gradient(sar_dot1_second_by_velocity(&ab, p->u, p->w2, a->w, b->w),
                               sar_dot1_second_by_velocity(&ab, p->u2, p->w, a->w, b->w));
}

static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  (void)a, (void)b;
  return (sar_norm(p->u) * sar_norm(p->w2) + sar_norm(p->u2) * sar_norm(p->w)) / 2;
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  SarArena *arena = pair->arena;
  const SarExpr *plus = sar_sym3_dot(arena, pair->of_a(pair, p->u), pair->of_b(pair, p->w2));
  const SarExpr *minus = sar_sym3_dot(arena, pair->of_a(pair, p->u2), pair->of_b(pair, p->w));
  return sar_expr_multiply(arena, sar_expr_constant(arena, 0.5), sar_sym_sub(arena, plus, minus));
}

const SarPrimitiveClass sar_primitive_twist = {
    .name = "twist",
    .formula = "(u . w2 - u2 . w) / 2",
    .reach = SAR_REACH_ROTATION,
    .value = value,
    .gradient = gradient,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
