/* Section forces and strains in the middle of a beam element, written in symbols: for measures, events and forces that
 * speak of them, with all derivatives.
 *
 * The same blend of quaternions as in numbers, seen from the first node: p_0 = 1, p_i = p_(i-1) d_i with the quaternion
 * d_i of the turn between two neighbours, whose real part is positive up to half a turn. */
#include "element/flexible/beam_gauss.h"
#include "element/flexible/beam_part.h"

enum { NODES = SAR_BEAM_NODES, HALVINGS = 3, TERMS = 11 }; /* sin^2(75 deg/8) = 0.027: terms of 1e-18 are left out */

typedef struct Quaternion {
  const SarExpr *w;
  SarSym3 v;
} Quaternion;

/* Strains at a point, Gamma and K. */
typedef struct Strains {
  SarSym3 g, k;
} Strains;

static const SarExpr *number(SarArena *arena, double value) { return sar_expr_constant(arena, value); }
static const SarExpr *product(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_expr_multiply(arena, a, b);
}
static SarSym3 scaled(SarArena *arena, double factor, SarSym3 a) {
  return sar_sym3_scale(arena, number(arena, factor), a);
}
static const SarExpr *root(SarArena *arena, const SarExpr *a) { return sar_node_unary(arena, SAR_EXPR_ROOT, a); }

static Quaternion multiply(SarArena *arena, Quaternion a, Quaternion b) {
  SarSym3 sum = sar_sym3_add(arena, sar_sym3_scale(arena, a.w, b.v), sar_sym3_scale(arena, b.w, a.v));
  return (Quaternion){sar_sym_sub(arena, product(arena, a.w, b.w), sar_sym3_dot(arena, a.v, b.v)),
                      sar_sym3_add(arena, sum, sar_sym3_cross(arena, a.v, b.v))};
}

static Quaternion add_scaled(SarArena *arena, Quaternion sum, double factor, Quaternion q) {
  return (Quaternion){sar_expr_add(arena, sum.w, product(arena, number(arena, factor), q.w)),
                      sar_sym3_add(arena, sum.v, scaled(arena, factor, q.v))};
}

/* The turn from frame a to frame b, in axes of a. */
static Quaternion turn_between(SarArena *arena, const SarSymbolFrame *a, const SarSymbolFrame *b) {
  const SarExpr *m[3][3], *sum = number(arena, 1);
  Quaternion q;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) m[i][j] = sar_sym3_dot(arena, a->axis[i], b->axis[j]);
    sum = sar_expr_add(arena, sum, m[i][i]);
  }
  const SarExpr *twice = root(arena, sum);
  q.w = product(arena, number(arena, 0.5), twice);
  for (int i = 0; i < 3; i++) {
    const SarExpr *skew = sar_sym_sub(arena, m[(i + 2) % 3][(i + 1) % 3], m[(i + 1) % 3][(i + 2) % 3]);
    q.v.e[i] = sar_sym_div(arena, skew, product(arena, number(arena, 2), twice));
  }
  return q;
}

/* The rotation vector of a quaternion with a positive real part: halved until the series of the arcsine, asin(x)/x in
 * x^2, is short. No angle is ever divided by, and a straight beam is no exception. */
static SarSym3 rotation_vector(SarArena *arena, Quaternion q) {
  double coefficients[TERMS] = {1}, factor = 2;
  for (int k = 0; k < HALVINGS; k++, factor *= 2) {
    const SarExpr *w = root(arena, product(arena, number(arena, 0.5), sar_expr_add(arena, number(arena, 1), q.w)));
    for (int i = 0; i < 3; i++) q.v.e[i] = sar_sym_div(arena, q.v.e[i], product(arena, number(arena, 2), w));
    q.w = w;
  }
  for (int k = 1; k < TERMS; k++) { /* (2k)!/(4^k k!^2), then over 2k + 1 */
    coefficients[k] = coefficients[k - 1] * (2 * k - 1) / (2 * k);
  }
  const SarExpr *square = sar_sym3_dot(arena, q.v, q.v), *sum = number(arena, 0);
  for (int k = TERMS - 1; k >= 0; k--) {
    sum = sar_expr_add(arena, product(arena, sum, square), number(arena, coefficients[k] / (2 * k + 1)));
  }
  return sar_sym3_scale(arena, product(arena, number(arena, factor), sum), q.v);
}

/* Rt(q)^T x / sigma */
static SarSym3 turned_back(SarArena *arena, Quaternion q, const SarExpr *sigma, SarSym3 x) {
  const SarExpr *own = sar_sym_sub(arena, product(arena, q.w, q.w), sar_sym3_dot(arena, q.v, q.v));
  SarSym3 along = scaled(arena, 2, sar_sym3_scale(arena, sar_sym3_dot(arena, q.v, x), q.v));
  SarSym3 across = scaled(arena, 2, sar_sym3_scale(arena, q.w, sar_sym3_cross(arena, q.v, x)));
  SarSym3 sum = sar_sym3_sub(arena, sar_sym3_add(arena, sar_sym3_scale(arena, own, x), along), across);
  for (int i = 0; i < 3; i++) sum.e[i] = sar_sym_div(arena, sum.e[i], sigma);
  return sum;
}

/* 2 Im(q~ q')/sigma */
static SarSym3 curvature(SarArena *arena, Quaternion q, Quaternion slope, const SarExpr *sigma) {
  SarSym3 sum = sar_sym3_sub(arena, sar_sym3_scale(arena, q.w, slope.v), sar_sym3_scale(arena, slope.w, q.v));
  sum = scaled(arena, 2, sar_sym3_sub(arena, sum, sar_sym3_cross(arena, q.v, slope.v)));
  for (int i = 0; i < 3; i++) sum.e[i] = sar_sym_div(arena, sum.e[i], sigma);
  return sum;
}

static Strains strains_at(SarArena *arena, const SarBeamElement *beam, int k, const SarSymbolFrame *frames,
                          const Quaternion *p) {
  const SarBeamRule *rule = &sar_beam_rules[beam->order - 1][k];
  double inverse = beam->points[k].inverse;
  Quaternion q = {number(arena, 0), sar_sym3_constant(arena, 0, 0, 0)}, slope = q;
  SarSym3 tangent = sar_sym3_constant(arena, 0, 0, 0), local;
  for (int i = 0; i <= beam->order; i++) {
    q = add_scaled(arena, q, rule->N[i], p[i]);
    slope = add_scaled(arena, slope, rule->dN[i] * inverse, p[i]);
    if (i == 0) continue; /* points are seen from the first one */
    SarSym3 from_first = sar_sym3_sub(arena, frames[i].point, frames[0].point);
    tangent = sar_sym3_add(arena, tangent, scaled(arena, rule->dN[i] * inverse, from_first));
  }
  for (int i = 0; i < 3; i++) local.e[i] = sar_sym3_dot(arena, frames[0].axis[i], tangent);
  const SarExpr *sigma = sar_expr_add(arena, product(arena, q.w, q.w), sar_sym3_dot(arena, q.v, q.v));
  Strains out = {turned_back(arena, q, sigma, local), {{NULL, NULL, NULL}}};
  out.k =
      beam->order > 1 ? curvature(arena, q, slope, sigma) : scaled(arena, inverse / 2, rotation_vector(arena, p[1]));
  return out;
}

/* In the middle of the element, less the reference: six expressions. */
static SarStatus strains_in_the_middle(const SarBeamElement *beam, const SarPartWriter *w, const SarExpr *e[6]) {
  SarArena *arena = w->arena;
  SarSymbolFrame frames[NODES];
  Quaternion p[NODES] = {{number(arena, 1), sar_sym3_constant(arena, 0, 0, 0)}};
  double weights[SAR_BEAM_ORDER];
  for (int i = 0; i <= beam->order; i++) {
    SarMat3 axes = sar_quat_matrix(beam->frame[i]);
    SAR_TRY(w->frame(w, i, beam->offset[i], &axes, &frames[i]));
    if (i > 0) p[i] = multiply(arena, p[i - 1], turn_between(arena, &frames[i - 1], &frames[i]));
  }
  sar_beam_through_points(beam->order, 0, weights);
  for (int l = 0; l < 6; l++) e[l] = number(arena, 0);
  for (int k = 0; k < beam->order; k++) {
    if (fabs(weights[k]) < 1e-12) continue; /* the middle is a Gauss point of order 3 */
    Strains s = strains_at(arena, beam, k, frames, p);
    for (int l = 0; l < 6; l++) {
      const SarExpr *own = l < 3 ? s.g.e[l] : s.k.e[l - 3];
      own = sar_sym_sub(arena, own, number(arena, beam->points[k].reference[l]));
      e[l] = sar_expr_add(arena, e[l], product(arena, number(arena, weights[k]), own));
    }
  }
  return SAR_OK;
}

SarStatus sar_beam_write(const void *part, int32_t column, const SarPartWriter *w, const SarExpr **out,
                         const char **why) {
  const SarBeamElement *beam = part;
  SarArena *arena = w->arena;
  const SarExpr *e[6];
  *out = NULL;
  if (beam->tension_only && column == 0) {
    *why = "the axial force of a cable has kinks; ask for its strain, g1";
    return SAR_OK;
  }
  SAR_TRY(strains_in_the_middle(beam, w, e));
  if (column >= 6) {
    *out = e[column - 6];
    return *out ? SAR_OK : SAR_NO_MEMORY;
  }
  const SarExpr *sum = number(arena, 0);
  for (int l = 0; l < 6; l++) {
    double stiffness = beam->stiffness[column][l];
    const SarExpr *strain = e[l];
    if (stiffness == 0) continue;
    if (beam->damping != 0 && strain) {
      strain = sar_expr_add(arena, strain, product(arena, number(arena, beam->damping), w->rate(w, strain)));
    }
    sum = sar_expr_add(arena, sum, product(arena, number(arena, stiffness), strain));
  }
  *out = sum;
  return sum ? SAR_OK : SAR_NO_MEMORY;
}
