/* distance: y = (|P_b - P_a|^2 - l^2) / (2 l), zero when two points are the length l > 0 apart (paper 2, section 3).
 *
 * The square has no singularity and no square root; the division by 2 l makes y agree with |P_b - P_a| - l to first
 * order at y = 0, so that the row is in metres and its multiplier is the force in the rod. */
#include "element/primitive/primitive.h"
#include "element/primitive/span.h"

static SarVec3 direction(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_scale(1 / p->length, sar_point_value(a, p->pa, b, p->pb));
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  double reached = sar_norm(sar_point_value(a, p->pa, b, p->pb));
  return (reached - p->length) * (reached + p->length) / (2 * p->length);
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  *g = sar_span_gradient(p, a, b, direction(p, a, b));
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  SarMat3 one = sar_mat3_identity(), N = sar_mat3_scale(1 / p->length, &one);
  *h = sar_span_hessian(p, a, b, direction(p, a, b), &N);
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarVec3 rate = sar_point_rate(a, p->pa, b, p->pb);
  return sar_dot(direction(p, a, b), sar_point_bias(a, p->pa, b, p->pb)) + sar_dot(rate, rate) / p->length;
}

static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  SarVec3 by_gap = sar_scale(1 / p->length, sar_point_bias(a, p->pa, b, p->pb));
  SarVec3 by_rate = sar_scale(2 / p->length, sar_point_rate(a, p->pa, b, p->pb));
  sar_span_bias_gradient(p, a, b, direction(p, a, b), by_gap, by_rate, by_position, by_velocity);
}

static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_point_magnitude(a, p->pa, b, p->pb) + p->length;
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  SarArena *arena = pair->arena;
  SarSym3 e = pair->gap(pair, p);
  double l = p->length;
  const SarExpr *square = sar_sym_sub(arena, sar_sym3_dot(arena, e, e), sar_expr_constant(arena, l * l));
  return sar_expr_multiply(arena, sar_expr_constant(arena, 0.5 / l), square);
}

const SarPrimitiveClass sar_primitive_distance = {
    .name = "distance",
    .formula = "(|P_b - P_a|^2 - l^2) / (2 l)",
    .reach = SAR_REACH_EVERYTHING,
    .value = value,
    .gradient = gradient,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
