/* length: y = |P_b - P_a|, what a spring measures.
 *
 * With e = P_b - P_a and n = e/|e| the gradient by e is n, and dn/de = (I - n n^T)/|e|.
 *
 * At zero length the direction is not defined. It is then taken as the direction of the relative velocity of the
 * points, the limit of n just after they passed through each other; if they also do not move, n = 0 and no force acts.
 * (I - n n^T)/|e| is replaced by zero there: a force that turns infinitely fast cannot be linearised, and a
 * mechanism that is to pass through zero length needs a bushing instead. */
#include "element/primitive/primitive.h"
#include "element/primitive/span.h"

typedef struct Span {
  SarVec3 n;     /* unit direction or zero */
  double length; /* m */
} Span;

static SarVec3 unit_or_zero(SarVec3 v) {
  double norm = sar_norm(v);
  return norm > 0 ? sar_scale(1 / norm, v) : v;
}

static Span span(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarVec3 gap = sar_point_value(a, p->pa, b, p->pb);
  double length = sar_norm(gap);
  if (length > 0) return (Span){sar_scale(1 / length, gap), length};
  return (Span){unit_or_zero(sar_point_rate(a, p->pa, b, p->pb)), 0};
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_norm(sar_point_value(a, p->pa, b, p->pb));
}

static double both(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  Span s = span(p, a, b);
  *g = sar_span_gradient(p, a, b, s.n);
  return s.length;
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) { both(p, a, b, g); }

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  Span s = span(p, a, b);
  SarMat3 one = sar_mat3_identity(), nn = sar_outer(s.n, s.n), across = sar_mat3_axpy(-1, &nn, &one);
  SarMat3 N = sar_mat3_scale(s.length > 0 ? 1 / s.length : 0, &across);
  *h = sar_span_hessian(p, a, b, s.n, &N);
}

/* n . e'' + (|e'|^2 - (n . e')^2)/|e|; the last term through n x e', which does not cancel. */
static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Span s = span(p, a, b);
  SarVec3 across = sar_cross(s.n, sar_point_rate(a, p->pa, b, p->pb));
  double turning = s.length > 0 ? sar_dot(across, across) / s.length : 0;
  return sar_dot(s.n, sar_point_bias(a, p->pa, b, p->pb)) + turning;
}

/* With N = (I - n n^T)/|e| and x = e' - n (n . e'), the part of e' across the span: N e' = x/|e| and
 * (e' . N e')_e = -(2 (n . e') x + |x|^2 n)/|e|^2. */
static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  Span s = span(p, a, b);
  SarVec3 rate = sar_point_rate(a, p->pa, b, p->pb), bend = sar_point_bias(a, p->pa, b, p->pb);
  double inverse = s.length > 0 ? 1 / s.length : 0, along = sar_dot(s.n, rate);
  SarVec3 across = sar_axpy(-along, s.n, rate), bend_across = sar_axpy(-sar_dot(s.n, bend), s.n, bend);
  SarVec3 turning = sar_axpy(2 * along, across, sar_scale(sar_dot(across, across), s.n));
  SarVec3 by_gap = sar_scale(inverse, sar_axpy(-inverse, turning, bend_across));
  sar_span_bias_gradient(p, a, b, s.n, by_gap, sar_scale(2 * inverse, across), by_position, by_velocity);
}

static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_point_magnitude(a, p->pa, b, p->pb);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  return sar_sym3_norm(pair->arena, pair->gap(pair, p));
}

const SarPrimitiveClass sar_primitive_length = {
    .name = "length",
    .formula = "|P_b - P_a|",
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
