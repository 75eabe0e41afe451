/* A bushing in symbols, for expressions that ask for its force: the mathematics of bushing.c along the axes of the
 * first frame. */
#include "element/equations.h"
#include "element/force/bushing.h"
#include "expr/definition.h"
#include "expr/parser.h"

typedef struct Bushing {
  SarBuilder *b;
  SarSymbolFrame first, second;
} Bushing;

static const SarExpr *number(const Bushing *f, double value) { return sar_expr_constant(f->b->arena, value); }

static const SarExpr *times(const Bushing *f, const SarExpr *x, const SarExpr *y) {
  return sar_expr_multiply(f->b->arena, x, y);
}

static const SarExpr *call(const Bushing *f, const char *name, const SarExpr *x, const SarExpr *y) {
  bool ignored;
  if (!x || !y) return NULL;
  return sar_definition_expand(f->b->arena, sar_definition_find(name, true), (const SarExpr *[]){x, y}, 2, NULL,
                               &ignored);
}

/* Along the axes of the first frame. */
static SarSym3 seen(const Bushing *f, SarSym3 v) {
  SarSym3 out;
  for (int k = 0; k < 3; k++) out.e[k] = sar_sym3_dot(f->b->arena, v, f->first.axis[k]);
  return out;
}

/* preload + K x + C rate */
static SarSym3 law(const Bushing *f, SarVec3 preload, SarVec3 K, SarSym3 x, SarVec3 C, SarSym3 rate) {
  const double p[3] = {preload.x, preload.y, preload.z}, k[3] = {K.x, K.y, K.z}, c[3] = {C.x, C.y, C.z};
  SarArena *arena = f->b->arena;
  SarSym3 out;
  for (int i = 0; i < 3; i++) {
    const SarExpr *elastic = sar_expr_add(arena, number(f, p[i]), times(f, number(f, k[i]), x.e[i]));
    out.e[i] = sar_expr_add(arena, elastic, times(f, number(f, c[i]), rate.e[i]));
  }
  return out;
}

/* The rotation vector theta of the second frame against the first, and T_exp^-1(theta) k, which is
 * k + theta x k/2 + c theta x (theta x k). With the Euler parameters (q, p) of the rotation, p . p = u =
 * sin^2(|theta|/2): theta = g p with g = |theta|/sin(|theta|/2). */
typedef struct Turn {
  SarSym3 theta;
  const SarExpr *c;
} Turn;

static const SarExpr *entry(const Bushing *f, int row, int column) {
  return sar_sym3_dot(f->b->arena, f->first.axis[row], f->second.axis[column]);
}

static Turn turn_of(const Bushing *f) {
  SarArena *arena = f->b->arena;
  const SarExpr *trace = sar_expr_add(arena, entry(f, 0, 0), sar_expr_add(arena, entry(f, 1, 1), entry(f, 2, 2)));
  const SarExpr *q = sar_expr_add(arena, number(f, 1), trace);
  q = times(f, number(f, 0.5), q ? sar_node_unary(arena, SAR_EXPR_SQRT, q) : NULL);
  SarSym3 p;
  for (int k = 0; k < 3; k++) {
    int i = (k + 1) % 3, j = (k + 2) % 3;
    const SarExpr *twice = sar_sym_sub(arena, entry(f, j, i), entry(f, i, j));
    p.e[k] = sar_sym_div(arena, twice, times(f, number(f, 4), q));
  }
  const SarExpr *u = sar_sym3_dot(arena, p, p), *g = call(f, "_turn_ratio", u, q);
  Turn turn = {.theta = sar_sym3_scale(arena, g, p)};
  turn.c = call(f, "_turn_tangent", sar_sym3_dot(arena, turn.theta, turn.theta), times(f, g, q));
  return turn;
}

static SarSym3 tangent(const Bushing *f, const Turn *turn, SarSym3 k) {
  SarArena *arena = f->b->arena;
  SarSym3 once = sar_sym3_cross(arena, turn->theta, k), twice = sar_sym3_cross(arena, turn->theta, once);
  SarSym3 sum = sar_sym3_add(arena, k, sar_sym3_scale(arena, number(f, 0.5), once));
  return sar_sym3_add(arena, sum, sar_sym3_scale(arena, turn->c, twice));
}

/* What is positive acts against the velocities. */
static SarStatus resist(const Bushing *f, SarSym3 force, SarSym3 velocity, SarPowerKind kind) {
  for (int i = 0; i < 3; i++) {
    const SarExpr *against = sar_sym_neg(f->b->arena, velocity.e[i]);
    SAR_TRY(sar_equation_made(f->b, force.e[i]));
    SAR_TRY(sar_equation_made(f->b, against));
    if (!sar_node_is(force.e[i], 0)) SAR_TRY(f->b->ops->work(f->b, force.e[i], against, kind));
  }
  return SAR_OK;
}

/* preload . x + 1/2 x^T K x */
static const SarExpr *stored(const Bushing *f, SarVec3 preload, SarVec3 K, SarSym3 x) {
  SarSym3 force = law(f, preload, sar_scale(0.5, K), x, sar_vec3(0, 0, 0), x);
  return sar_sym3_dot(f->b->arena, force, x);
}

SarStatus sar_bushing_build(SarBuilder *b, const SarBushingData *data) {
  Bushing f = {.b = b};
  SarArena *arena = b->arena;
  const SarVec3 none = {0, 0, 0};
  SAR_TRY(b->ops->frame(b, &b->a, &f.first));
  SAR_TRY(b->ops->frame(b, &b->b, &f.second));
  SarSym3 r = sar_sym3_sub(arena, f.second.point, f.first.point);
  SarSym3 carried = sar_sym3_cross(arena, f.first.omega, r);
  SarSym3 slip = sar_sym3_sub(arena, sar_sym3_sub(arena, f.second.velocity, f.first.velocity), carried);
  SarSym3 e = seen(&f, r), rate = seen(&f, slip);
  SarSym3 spin = seen(&f, sar_sym3_sub(arena, f.second.omega, f.first.omega));
  Turn turn = turn_of(&f);
  SarSym3 elastic = law(&f, data->torsional_preload, data->torsional_stiffness, turn.theta, none, spin);
  const SarExpr *energy = sar_expr_add(arena, stored(&f, data->preload, data->stiffness, e),
                                       stored(&f, data->torsional_preload, data->torsional_stiffness, turn.theta));
  SAR_TRY(sar_equation_made(b, energy));
  if (!sar_node_is(energy, 0)) SAR_TRY(b->ops->store(b, energy));
  SAR_TRY(resist(&f, law(&f, data->preload, data->stiffness, e, none, rate), rate, SAR_POWER_WORK));
  SAR_TRY(resist(&f, law(&f, none, none, e, data->damping, rate), rate, SAR_POWER_DISSIPATED));
  SAR_TRY(resist(&f, tangent(&f, &turn, elastic), spin, SAR_POWER_WORK));
  return resist(&f, law(&f, none, none, e, data->torsional_damping, spin), spin, SAR_POWER_DISSIPATED);
}
