/* tilt: y = asin(u . w), the angle by which w (fixed in b) leans towards u (fixed in a), from the plane across u. The
 * second of three angles about x, y and z (body 1-2-3) is one.
 *
 * With s = u . w, a dot-1 function, and i = 1/sqrt(1 - s^2):
 *
 *   dy = i ds    y'' = i s'' + s i^3 s'^2
 *
 * Where w is along u the derivatives are not defined, and taken as zero. */
#include "element/primitive/dot1.h"
#include "element/primitive/primitive.h"

typedef struct Lean {
  SarMat3 ab;
  double s, i; /* i = 1/cos(y), or 0 */
} Lean;

static Lean lean(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Lean m = {.ab = sar_mat3_tmul(&a->A, &b->A)};
  m.s = fmin(fmax(sar_dot1_value(&m.ab, p->u, p->w), -1), 1);
  double square = (1 - m.s) * (1 + m.s);
  m.i = square > 0 ? 1 / sqrt(square) : 0;
  return m;
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) { return asin(lean(p, a, b).s); }

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  Lean m = lean(p, a, b);
  SarDot1Gradient d = sar_dot1_gradient(&m.ab, p->u, p->w);
  *g = (SarGradient){.a = sar_scale(m.i, d.a), .b = sar_scale(m.i, d.b)};
}

/* i H + s i^3 x y^T */
static SarMat3 block(const Lean *m, const SarMat3 *h, SarVec3 x, SarVec3 y) {
  SarMat3 sum = sar_mat3_scale(m->i, h), xy = sar_outer(x, y);
  return sar_mat3_axpy(m->s * m->i * m->i * m->i, &xy, &sum);
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  Lean m = lean(p, a, b);
  SarDot1Gradient g = sar_dot1_gradient(&m.ab, p->u, p->w);
  SarDot1Hessian d = sar_dot1_hessian(&m.ab, p->u, p->w);
  *h = (SarHessian){.aa = block(&m, &d.aa, g.a, g.a),
                    .ab = block(&m, &d.ab, g.a, g.b),
                    .ba = block(&m, &d.ba, g.b, g.a),
                    .bb = block(&m, &d.bb, g.b, g.b)};
}

static double rate_of(const SarDot1Gradient *g, const SarKin *a, const SarKin *b) {
  return sar_dot(g->a, a->w) + sar_dot(g->b, b->w);
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Lean m = lean(p, a, b);
  SarDot1Gradient g = sar_dot1_gradient(&m.ab, p->u, p->w);
  double rate = rate_of(&g, a, b), second = sar_dot1_bias(&m.ab, p->u, p->w, a->w, b->w);
  return m.i * second + m.s * m.i * m.i * m.i * rate * rate;
}

static void add(double factor, SarDot1Gradient g, SarGradient *sum) {
  sum->a = sar_axpy(factor, g.a, sum->a);
  sum->b = sar_axpy(factor, g.b, sum->b);
}

/* The bias differentiated by s, s' and s'', and those by what they are made of. */
static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  Lean m = lean(p, a, b);
  SarDot1Gradient g = sar_dot1_gradient(&m.ab, p->u, p->w);
  SarDot1Motion motion = {.wa = a->w, .wb = b->w};
  double rate = rate_of(&g, a, b), second = sar_dot1_bias(&m.ab, p->u, p->w, a->w, b->w);
  double i2 = m.i * m.i, i3 = i2 * m.i;
  double by_s = m.s * i3 * second + i3 * (1 + 3 * m.s * m.s * i2) * rate * rate, by_rate = 2 * m.s * i3 * rate;
  *by_position = *by_velocity = (SarGradient){0};
  add(by_s, g, by_position);
  add(by_rate, sar_dot1_rate_gradient(&m.ab, p->u, p->w, a->w, b->w), by_position);
  add(m.i, sar_dot1_second_gradient(&m.ab, p->u, p->w, &motion), by_position);
  add(by_rate, g, by_velocity);
  add(m.i, sar_dot1_second_by_velocity(&m.ab, p->u, p->w, a->w, b->w), by_velocity);
}

/* An error of s turns the angle by i times that. */
static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Lean m = lean(p, a, b);
  return fabs(asin(m.s)) + (m.i > 0 ? m.i : 1);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  return sar_node_unary(pair->arena, SAR_EXPR_ASIN,
                        sar_sym3_dot(pair->arena, pair->of_a(pair, p->u), pair->of_b(pair, p->w)));
}

const SarPrimitiveClass sar_primitive_tilt = {
    .name = "tilt",
    .formula = "asin(u . w)",
    .reach = SAR_REACH_ROTATION,
    .value = value,
    .gradient = gradient,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
