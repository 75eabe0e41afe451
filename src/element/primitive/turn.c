/* turn: y = u . phi, one component of the rotation vector phi = log(A_a^T A_b) of b against a.
 *
 * The vector is the same in the axes of both bodies, since the rotation leaves it where it is. For A_a -> A_a
 * exp(theta_a x), A_b -> A_b exp(theta_b x) and Z = [phi x]
 *
 *   dphi = Q theta_b - P theta_a,    Q = I + Z/2 + c Z Z,    P = Q^T = I - Z/2 + c Z Z
 *
 * (Q is the inverse of the right Jacobian of the exponential map, P that of the left one), so that everything is a
 * function of phi alone:
 *
 *   dy = (P u) . theta_b - (Q u) . theta_a
 *
 * The vector is followed up to half a turn, where its direction jumps: that is for bodies which cannot come near that
 * against each other, such as the ends of what bends. Other rotations have the angles of joints. */
#include "element/primitive/dot1.h"
#include "element/primitive/primitive.h"

#define HALF_TURN 3.14159265358979323846

/* c = (1 - h cot h)/s with h = |phi|/2 and s = |phi|^2, and its derivatives by s. The cotangent is a sum over its
 * poles, c = sum of 2/((2 pi n)^2 - s): the first two as they are, the others as a series in s. The first term that is
 * left out of c'' is 3e-16 of it at half a turn; nothing cancels at zero. */
typedef struct Bend {
  double c, c1, c2;
} Bend;

static Bend bend_of(double s) {
  static const double rest[] = {2.0007593556872226181e-02, 2.5438120688625621580e-05, 5.5845683904944151311e-08,
                                1.4088241574761046862e-10, 3.7567162002157978115e-13, 1.0280125375360461078e-15,
                                2.8500221292137912383e-18, 7.9555754107198449836e-21, 2.2289326645537011567e-23,
                                6.2574711508057722392e-26, 1.7586730492909679891e-28};
  Bend b = {0, 0, 0};
  for (int k = (int)(sizeof rest / sizeof *rest) - 1; k >= 0; k--) { /* value, derivative, half the second */
    b.c2 = b.c2 * s + b.c1;
    b.c1 = b.c1 * s + b.c;
    b.c = b.c * s + rest[k];
  }
  b.c2 *= 2;
  for (int n = 1; n <= 2; n++) {
    double pole = 2 * HALF_TURN * n, i = 1 / (pole * pole - s);
    b.c += 2 * i;
    b.c1 += 2 * i * i;
    b.c2 += 4 * i * i * i;
  }
  return b;
}

static SarVec3 vector_of(const SarKin *a, const SarKin *b) {
  SarMat3 ab = sar_mat3_tmul(&a->A, &b->A);
  return sar_quat_log(sar_quat_from_matrix(&ab));
}

/* phi x (phi x u) */
static SarVec3 twice(SarVec3 phi, SarVec3 u) { return sar_cross(phi, sar_cross(phi, u)); }

/* Q u with sign = 1, P u with sign = -1 */
static SarVec3 mapped(SarVec3 phi, double c, double sign, SarVec3 u) {
  return sar_axpy(c, twice(phi, u), sar_axpy(sign / 2, sar_cross(phi, u), u));
}

static SarMat3 map(SarVec3 phi, double c, double sign) {
  SarMat3 m = sar_skew_skew(phi, phi), z = sar_skew(phi), one = sar_mat3_identity();
  m = sar_mat3_axpy(c, &m, &one);
  return sar_mat3_axpy(sign / 2, &z, &m);
}

static double value(const SarPrimitive *p, const SarKin *a, const SarKin *b) { return sar_dot(p->u, vector_of(a, b)); }

static double both(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) {
  SarVec3 phi = vector_of(a, b);
  double c = bend_of(sar_dot(phi, phi)).c;
  *g = (SarGradient){.a = sar_neg(mapped(phi, c, 1, p->u)), .b = mapped(phi, c, -1, p->u)};
  return sar_dot(p->u, phi);
}

static void gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g) { both(p, a, b, g); }

/* The derivative of phi x (phi x u) = phi (phi . u) - s u by phi. */
static SarMat3 twice_by_phi(SarVec3 phi, SarVec3 u) {
  SarMat3 pu = sar_outer(phi, u), up = sar_outer(u, phi), m = sar_mat3_axpy(-2, &up, &pu);
  for (int i = 0; i < 3; i++) m.m[i][i] += sar_dot(phi, u);
  return m;
}

/* The derivative of c phi x (phi x u) by phi. */
static SarMat3 bend_by_phi(SarVec3 phi, const Bend *bend, SarVec3 u) {
  SarMat3 k = twice_by_phi(phi, u), along = sar_outer(twice(phi, u), phi);
  k = sar_mat3_scale(bend->c, &k);
  return sar_mat3_axpy(2 * bend->c1, &along, &k);
}

static void hessian(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h) {
  SarVec3 phi = vector_of(a, b);
  Bend bend = bend_of(sar_dot(phi, phi));
  SarMat3 Q = map(phi, bend.c, 1), P = map(phi, bend.c, -1), skew = sar_skew(p->u), k = bend_by_phi(phi, &bend, p->u);
  SarMat3 of_b = sar_mat3_axpy(0.5, &skew, &k), of_a = sar_mat3_axpy(-0.5, &skew, &k); /* of P u and Q u by phi */
  SarMat3 bp = sar_mat3_mul(&of_b, &P), aq = sar_mat3_mul(&of_a, &Q);
  *h = (SarHessian){.aa = sar_mat3_mul(&of_a, &P),
                    .ab = sar_mat3_scale(-1, &aq),
                    .ba = sar_mat3_scale(-1, &bp),
                    .bb = sar_mat3_mul(&of_b, &Q)};
}

/* With d = w_b - w_a and e = (w_a + w_b)/2, components of both bodies taken together as numbers, the rates are
 *
 *   phi' = f = d + phi x e + c phi x (phi x d)
 *   y'   = u . f = u . d + phi . (e x u) + c k,    k = (phi . u)(phi . d) - s (u . d)
 *
 * and for constant angular velocities y'' = m . f with m, the derivative of y' by phi,
 *
 *   m = e x u + c n + 2 c' k phi,    n = (phi . d) u + (phi . u) d - 2 (u . d) phi   (of k by phi) */
typedef struct Motion {
  SarVec3 phi, u, d, e, f, m, n;
  double s, k;
  Bend bend;
} Motion;

static Motion motion_of(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Motion x = {.phi = vector_of(a, b), .u = p->u, .d = sar_sub(b->w, a->w), .e = sar_scale(0.5, sar_add(a->w, b->w))};
  double pu = sar_dot(x.phi, x.u), pd = sar_dot(x.phi, x.d), ud = sar_dot(x.u, x.d);
  x.s = sar_dot(x.phi, x.phi);
  x.bend = bend_of(x.s);
  x.k = pu * pd - x.s * ud;
  x.n = sar_axpy(-2 * ud, x.phi, sar_axpy(pd, x.u, sar_scale(pu, x.d)));
  x.f = sar_axpy(x.bend.c, twice(x.phi, x.d), sar_add(x.d, sar_cross(x.phi, x.e)));
  x.m = sar_axpy(2 * x.bend.c1 * x.k, x.phi, sar_axpy(x.bend.c, x.n, sar_cross(x.e, x.u)));
  return x;
}

static double bias(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  Motion x = motion_of(p, a, b);
  return sar_dot(x.m, x.f);
}

/* The derivative of m . f by phi: (dm/dphi) f + (df/dphi)^T m, where dm/dphi is symmetric. */
static SarVec3 bias_by_phi(const Motion *x) {
  double c = x->bend.c, c1 = x->bend.c1, c2 = x->bend.c2;
  double pf = sar_dot(x->phi, x->f), nf = sar_dot(x->n, x->f), ud = sar_dot(x->u, x->d);
  SarVec3 sum = sar_axpy(sar_dot(x->d, x->f), x->u, sar_scale(sar_dot(x->u, x->f), x->d)); /* dn/dphi f */
  sum = sar_scale(c, sar_axpy(-2 * ud, x->f, sum));
  sum = sar_axpy(2 * c1 * pf, x->n, sar_axpy(2 * c1 * nf, x->phi, sum));
  sum = sar_axpy(2 * c1 * x->k, x->f, sar_axpy(4 * c2 * x->k * pf, x->phi, sum));
  SarMat3 by = bend_by_phi(x->phi, &x->bend, x->d);
  return sar_add(sum, sar_add(sar_mul_t(&by, x->m), sar_cross(x->e, x->m)));
}

/* By d: c (n^T f)_d + 2 c' (phi . f) k_d + m + c phi x (phi x m), where k_d = phi x (phi x u). */
static SarVec3 bias_by_difference(const Motion *x) {
  SarVec3 sum = sar_axpy(sar_dot(x->u, x->f), x->phi, sar_scale(sar_dot(x->phi, x->u), x->f));
  sum = sar_scale(x->bend.c, sar_axpy(-2 * sar_dot(x->phi, x->f), x->u, sum));
  sum = sar_axpy(2 * x->bend.c1 * sar_dot(x->phi, x->f), twice(x->phi, x->u), sum);
  return sar_add(sum, sar_axpy(x->bend.c, twice(x->phi, x->m), x->m));
}

static void bias_gradient(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                          SarGradient *by_velocity) {
  Motion x = motion_of(p, a, b);
  SarVec3 by_phi = bias_by_phi(&x), by_d = bias_by_difference(&x);
  SarVec3 by_e = sar_add(sar_cross(x.u, x.f), sar_cross(x.m, x.phi));
  *by_position =
      (SarGradient){.a = sar_neg(mapped(x.phi, x.bend.c, 1, by_phi)), .b = mapped(x.phi, x.bend.c, -1, by_phi)};
  *by_velocity = (SarGradient){.a = sar_axpy(0.5, by_e, sar_neg(by_d)), .b = sar_axpy(0.5, by_e, by_d)};
}

/* Numbers up to one go through two rotations and a logarithm that does not enlarge their errors. */
static double magnitude(const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  return sar_norm(p->u) * (3 + sar_norm(vector_of(a, b)));
}

/* ---- in symbols: phi = (angle/sine) of the axial vector of the rotation ---- */

#define NEAR_COSINE 2e-4 /* 1 - cosine: 0.02 rad, where the series has all digits */

static const SarExpr *number(SarArena *arena, double value) { return sar_expr_constant(arena, value); }

/* angle/sine as a function of the square of the sine and of the cosine: 1 + n2/6 + 3 n2^2/40 + 5 n2^3/112 near zero. */
static const SarExpr *angle_over_sine(SarArena *arena, const SarExpr *n2, const SarExpr *cosine) {
  const SarExpr *sine = sar_node_unary(arena, SAR_EXPR_ROOT, n2);
  const SarExpr *angle = sar_node_ternary(arena, SAR_EXPR_ANGLE, sine, cosine, number(arena, 0));
  const SarExpr *series = number(arena, 5.0 / 112);
  const double terms[] = {3.0 / 40, 1.0 / 6, 1};
  for (int i = 0; i < 3; i++) {
    series = sar_expr_add(arena, sar_expr_multiply(arena, series, n2), number(arena, terms[i]));
  }
  const SarExpr *far = sar_sym_sub(arena, number(arena, 1 - NEAR_COSINE), cosine);
  return sar_node_ternary(arena, SAR_EXPR_SELECT, far, sar_node_binary(arena, SAR_EXPR_RATIO, angle, sine), series);
}

static const SarExpr *symbols(const SarPrimitive *p, const SarSymbolPair *pair) {
  SarArena *arena = pair->arena;
  SarSym3 axial = sar_sym3_constant(arena, 0, 0, 0), u = pair->of_a(pair, p->u);
  const SarExpr *trace = number(arena, 0), *half = number(arena, 0.5);
  for (int i = 0; i < 3; i++) { /* half the sum of (axis of a) x (axis of b): sine times the axis, ground axes */
    SarVec3 unit = {i == 0, i == 1, i == 2};
    SarSym3 of_a = pair->of_a(pair, unit), of_b = pair->of_b(pair, unit);
    axial = sar_sym3_add(arena, axial, sar_sym3_cross(arena, of_a, of_b));
    trace = sar_expr_add(arena, trace, sar_sym3_dot(arena, of_a, of_b));
  }
  axial = sar_sym3_scale(arena, half, axial);
  const SarExpr *cosine = sar_expr_multiply(arena, half, sar_sym_sub(arena, trace, number(arena, 1)));
  const SarExpr *factor = angle_over_sine(arena, sar_sym3_dot(arena, axial, axial), cosine);
  return sar_expr_multiply(arena, factor, sar_sym3_dot(arena, u, axial));
}

const SarPrimitiveClass sar_primitive_turn = {
    .name = "turn",
    .formula = "u . log(A_a^T A_b)",
    .reach = SAR_REACH_ROTATION,
    .value = value,
    .gradient = gradient,
    .both = both,
    .hessian = hessian,
    .bias = bias,
    .bias_gradient = bias_gradient,
    .magnitude = magnitude,
    .symbols = symbols,
};
