/* angle: y = atan2(u2 . w, u . w), the rotation of w (fixed in b) in the plane of u and u2 (fixed in a), positive from
 * u to u2.
 *
 * With c = u . w and s = u2 . w, both dot-1 functions, and n2 = c^2 + s^2:
 *
 *   dy = (c ds - s dc) / n2
 *
 * n2 is not assumed to be 1, so the derivatives are exact also while the axes of the joint are not parallel (a joint
 * that is not yet assembled, a torsion spring across a ball joint). Where n2 = 0, w is normal to the plane: the angle
 * is not defined, its value is taken as 0 and its derivatives as zero. */
#include "element/primitive/dot1.h"
#include "element/primitive/primitive.h"

#define TWO_PI 6.28318530717958647692
#define HALF_PI (TWO_PI / 4)

typedef struct Projection {
  SarMat3 ab;
  double c, s, inverse; /* inverse = 1/n2, or 0 */
} Projection;

static Projection project(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Projection m = {.ab = sar_mat3_tmul(&a->A, &b->A)};
  SarVec3 w = sar_mul(&m.ab, p->w);
  m.c = sar_dot(p->u, w);
  m.s = sar_dot(p->u2, w);
  double n2 = m.c * m.c + m.s * m.s;
  m.inverse = n2 > 0 ? 1 / n2 : 0;
  return m;
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Projection m = project(p, a, b);
  return atan2(m.s, m.c);
}

/* The quarter of the plane; the whole of it on the axis where the angle jumps. */
static SarInterval bounds(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Projection m = project(p, a, b);
  if (m.s > 0) return m.c >= 0 ? (SarInterval){0, HALF_PI} : (SarInterval){HALF_PI, TWO_PI / 2};
  if (m.s < 0) return m.c >= 0 ? (SarInterval){-HALF_PI, 0} : (SarInterval){-TWO_PI / 2, -HALF_PI};
  return (SarInterval){-TWO_PI / 2, TWO_PI / 2};
}

/* (c x - s y)/n2 */
static SarVec3 blend(const Projection *m, SarVec3 x, SarVec3 y) {
  return sar_scale(m->inverse, sar_sub(sar_scale(m->c, x), sar_scale(m->s, y)));
}

static void derive(const Projection *m, const SarPrimitive *p, SarGradient *g) {
  SarDot1Gradient gc = sar_dot1_gradient(&m->ab, p->u, p->w), gs = sar_dot1_gradient(&m->ab, p->u2, p->w);
  *g = (SarGradient){.a = blend(m, gs.a, gc.a), .b = blend(m, gs.b, gc.b)};
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  Projection m = project(p, a, b);
  derive(&m, p, g);
}

static double both(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  Projection m = project(p, a, b);
  derive(&m, p, g);
  return atan2(m.s, m.c);
}

/* One block of the second derivative. X is the row's perturbation, Y the column's:
 * [c Hs - s Hc + gs_X gc_Y^T - gc_X gs_Y^T - 2 g_X (c gc_Y + s gs_Y)^T] / n2 */
static SarMat3 block(const Projection *m, const SarMat3 *hc, const SarMat3 *hs, const SarVec3 x[2],
                     const SarVec3 y[2]) {
  SarVec3 g = blend(m, x[1], x[0]), radial = sar_add(sar_scale(m->c, y[0]), sar_scale(m->s, y[1]));
  SarMat3 sum = sar_mat3_scale(m->c, hs), sc = sar_outer(x[1], y[0]), cs = sar_outer(x[0], y[1]);
  SarMat3 last = sar_outer(g, radial);
  sum = sar_mat3_axpy(-m->s, hc, &sum);
  sum = sar_mat3_axpy(1, &sc, &sum);
  sum = sar_mat3_axpy(-1, &cs, &sum);
  sum = sar_mat3_axpy(-2, &last, &sum);
  return sar_mat3_scale(m->inverse, &sum);
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  Projection m = project(p, a, b);
  SarDot1Gradient gc = sar_dot1_gradient(&m.ab, p->u, p->w), gs = sar_dot1_gradient(&m.ab, p->u2, p->w);
  SarDot1Hessian hc = sar_dot1_hessian(&m.ab, p->u, p->w), hs = sar_dot1_hessian(&m.ab, p->u2, p->w);
  SarVec3 xa[2] = {gc.a, gs.a}, xb[2] = {gc.b, gs.b};
  *h = (SarHessian){.aa = block(&m, &hc.aa, &hs.aa, xa, xa),
                    .ab = block(&m, &hc.ab, &hs.ab, xa, xb),
                    .ba = block(&m, &hc.ba, &hs.ba, xb, xa),
                    .bb = block(&m, &hc.bb, &hs.bb, xb, xb)};
}

/* (c s'' - s c'')/n2 - 2 y' (c c' + s s')/n2 */
static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Projection m = project(p, a, b);
  SarDot1Gradient gc = sar_dot1_gradient(&m.ab, p->u, p->w), gs = sar_dot1_gradient(&m.ab, p->u2, p->w);
  double dc = sar_dot(gc.a, a->w) + sar_dot(gc.b, b->w), ds = sar_dot(gs.a, a->w) + sar_dot(gs.b, b->w);
  double ddc = sar_dot1_bias(&m.ab, p->u, p->w, a->w, b->w), dds = sar_dot1_bias(&m.ab, p->u2, p->w, a->w, b->w);
  double rate = (m.c * ds - m.s * dc) * m.inverse;
  return (m.c * dds - m.s * ddc - 2 * rate * (m.c * dc + m.s * ds)) * m.inverse;
}

/* The bias as a function of c, s and their first and second rates, differentiated by each of them. */
typedef struct Weights {
  double c, s, dc, ds, ddc, dds;
} Weights;

static Weights bias_weights(const Projection *m, double dc, double ds, double ddc, double dds) {
  double c = m->c, s = m->s, i = m->inverse, rate = (c * ds - s * dc) * i, radial = c * dc + s * ds;
  double y = (c * dds - s * ddc - 2 * rate * radial) * i;
  double rate_c = i * (ds - 2 * rate * c), rate_s = -i * (dc + 2 * rate * s);
  return (Weights){.c = i * (dds - 2 * radial * rate_c - 2 * rate * dc - 2 * y * c),
                   .s = i * (-ddc - 2 * radial * rate_s - 2 * rate * ds - 2 * y * s),
                   .dc = 2 * i * (radial * i * s - rate * c),
                   .ds = -2 * i * (radial * i * c + rate * s),
                   .ddc = -i * s,
                   .dds = i * c};
}

static void add(double factor, SarDot1Gradient g, SarGradient *sum) {
  sum->a = sar_axpy(factor, g.a, sum->a);
  sum->b = sar_axpy(factor, g.b, sum->b);
}

static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  Projection m = project(p, a, b);
  SarDot1Gradient gc = sar_dot1_gradient(&m.ab, p->u, p->w), gs = sar_dot1_gradient(&m.ab, p->u2, p->w);
  SarDot1Motion motion = {.wa = a->w, .wb = b->w};
  Weights by =
      bias_weights(&m, sar_dot(gc.a, a->w) + sar_dot(gc.b, b->w), sar_dot(gs.a, a->w) + sar_dot(gs.b, b->w),
                   sar_dot1_bias(&m.ab, p->u, p->w, a->w, b->w), sar_dot1_bias(&m.ab, p->u2, p->w, a->w, b->w));
  *by_position = *by_velocity = (SarGradient){0};
  add(by.c, gc, by_position);
  add(by.s, gs, by_position);
  add(by.dc, sar_dot1_rate_gradient(&m.ab, p->u, p->w, a->w, b->w), by_position);
  add(by.ds, sar_dot1_rate_gradient(&m.ab, p->u2, p->w, a->w, b->w), by_position);
  add(by.ddc, sar_dot1_second_gradient(&m.ab, p->u, p->w, &motion), by_position);
  add(by.dds, sar_dot1_second_gradient(&m.ab, p->u2, p->w, &motion), by_position);
  add(by.dc, gc, by_velocity);
  add(by.ds, gs, by_velocity);
  add(by.ddc, sar_dot1_second_by_velocity(&m.ab, p->u, p->w, a->w, b->w), by_velocity);
  add(by.dds, sar_dot1_second_by_velocity(&m.ab, p->u2, p->w, a->w, b->w), by_velocity);
}

/* Errors of c and s turn the angle by their ratio to the projection's length. */
static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Projection m = project(p, a, b);
  return fabs(atan2(m.s, m.c)) + (m.inverse > 0 ? sqrt(m.inverse) : 1);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  SarArena *arena = pair->arena;
  SarSym3 w = pair->of_b(pair, p->w);
  return sar_node_ternary(arena, SAR_EXPR_ANGLE, sar_sym3_dot(arena, pair->of_a(pair, p->u2), w),
                          sar_sym3_dot(arena, pair->of_a(pair, p->u), w), sar_expr_constant(arena, 0));
}

const SarPrimitiveClass sar_primitive_angle = {
    .name = "angle",
    .formula = "atan2(u2 . w, u . w)",
    .reach = SAR_REACH_ROTATION,
    .period = TWO_PI,
    .value = value,
    .gradient = gradient,
    .both = both,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .bounds = bounds,
    .symbols = symbols,
};
