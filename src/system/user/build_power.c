/* What an element does to its bodies, in symbols: from its power, P = - lambda^T dPhi/dt for a joint or motion, F u for
 * a force, the force on a body is dP/dv and the torque dP/dw. */
#include "system/user/user.h"

typedef struct Sum {
  SarUserBuild *build;
  const SarExpr *total; /* null: memory is exhausted */
} Sum;

static const SarExpr *zero(const Sum *sum) { return sar_expr_constant(sum->build->user->symbols.arena, 0); }

/* total -= scale * multiplier * d(f)/dt */
static void subtract_row(Sum *sum, double scale, SarSymbolKind kind, int32_t row, const SarExpr *rate) {
  const SarSymbols *symbols = &sum->build->user->symbols;
  SarArena *arena = symbols->arena;
  const SarExpr *multiplier =
      sar_expr_multiply(arena, sar_expr_constant(arena, scale), sar_symbols_variable(symbols, kind, row));
  sum->total = sar_sym_sub(arena, sum->total, sar_expr_multiply(arena, multiplier, rate));
}

static const SarExpr *rate_of(const Sum *sum, const SarExpr *f) {
  return f ? sar_symbols_by_time(&sum->build->user->symbols, f) : NULL;
}

static void add_points(Sum *sum, const SarPlace *place) {
  const SarSymbols *symbols = &sum->build->user->symbols;
  for (int32_t i = place->points.first; i < place->points.first + place->points.count; i++) {
    const SarPointRow *row = &sum->build->system->points[i];
    SarSide a = {row->a, row->sa, sar_mat3_identity()}, b = {row->b, row->sb, sar_mat3_identity()};
    SarSymbolFrame fa = sar_symbols_frame(symbols, &a), fb = sar_symbols_frame(symbols, &b);
    SarSym3 rate = sar_sym3_sub(symbols->arena, fb.velocity, fa.velocity);
    for (int k = 0; k < 3; k++) subtract_row(sum, 1, SAR_SYMBOL_LAMBDA, row->row + k, rate.e[k]);
  }
}

static void add_dots(Sum *sum, const SarPlace *place) {
  const SarSymbols *symbols = &sum->build->user->symbols;
  const SarSystem *s = sum->build->system;
  for (int32_t i = place->dot1s.first; i < place->dot1s.first + place->dot1s.count; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    SarPrimitive p = {.u = row->u, .w = row->w};
    const SarExpr *f = sar_symbols_primitive(symbols, &sar_primitive_dot1, &p, row->a, row->b);
    subtract_row(sum, row->scale, SAR_SYMBOL_LAMBDA, row->row, rate_of(sum, f));
  }
  for (int32_t i = place->scalars.first; i < place->scalars.first + place->scalars.count; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarExpr *f = sar_symbols_primitive(symbols, row->class, &row->data, row->a, row->b);
    subtract_row(sum, row->scale, SAR_SYMBOL_LAMBDA, row->row, rate_of(sum, f));
  }
}

static void add_relations(Sum *sum, const SarPlace *place) {
  const SarSystem *s = sum->build->system;
  for (int32_t i = place->relations.first; i < place->relations.first + place->relations.count; i++) {
    const SarRelationRow *row = &s->relations[i];
    SarSymbolKind kind = row->level == SAR_LEVEL_POSITION ? SAR_SYMBOL_LAMBDA : SAR_SYMBOL_MU;
    for (int32_t k = row->term; k < row->term + row->nterms; k++) {
      const SarExpr *y = sar_user_coordinate(sum->build, s->terms[k].coordinate);
      subtract_row(sum, row->scale * s->terms[k].coefficient, kind, row->row, rate_of(sum, y));
    }
  }
}

/* Springs pull: the power is - F dy/dt. */
static SarStatus add_law(Sum *sum, int32_t element, SarBuilder *b) {
  const SarPlace *place = &sum->build->system->places[element];
  if (!place->laws.count) return SAR_OK;
  int32_t coordinate = sum->build->system->laws[place->laws.first].coordinate;
  bool angle = sum->build->system->coordinates[coordinate].turns >= 0;
  const SarModelElement *e = &sum->build->system->model->elements[element];
  const SarExpr *force, *rate = rate_of(sum, sar_user_coordinate(sum->build, coordinate));
  SAR_TRY(sar_builder_quantity(b, e->name, angle ? "torque" : "force", e->source, &force));
  sum->total = sar_sym_sub(b->arena, sum->total, sar_expr_multiply(b->arena, force, rate));
  return SAR_OK;
}

static void add_user(Sum *sum, int32_t element) {
  const SarUser *u = sum->build->user;
  for (int32_t i = 0; i < u->npowers; i++) {
    if (u->powers[i].element == element) sum->total = sar_expr_add(u->symbols.arena, sum->total, u->powers[i].f);
  }
  for (int32_t i = 0; i < u->nconstraints; i++) {
    const SarUserConstraint *c = &u->constraints[i];
    if (c->element != element) continue;
    bool holonomic = sar_symbol_kind(c->multiplier) == SAR_SYMBOL_LAMBDA;
    subtract_row(sum, 1, sar_symbol_kind(c->multiplier), sar_symbol_index(c->multiplier),
                 holonomic ? rate_of(sum, c->f) : c->f);
  }
}

SarStatus sar_user_element_power(SarUserBuild *build, int32_t element, const SarExpr **out) {
  const SarPlace *place = &build->system->places[element];
  const SarModelElement *e = &build->system->model->elements[element];
  Sum sum = {build, NULL};
  *out = NULL;
  sum.total = zero(&sum);
  SarBuilderOf x = sar_user_builder(build, element);
  bool own = build->stage[element] == SAR_BUILD_ACTIVE; /* friction asks for the reaction of its own joint */
  if (!own) SAR_TRY(sar_user_build_element(build, element, e->source, e->name));
  add_points(&sum, place);
  add_dots(&sum, place);
  add_relations(&sum, place);
  SAR_TRY(add_law(&sum, element, &x.builder));
  if (!own) add_user(&sum, element);
  *out = sum.total;
  return *out ? SAR_OK : sar_report_no_memory(build->system->context);
}

/* dP/dv of three consecutive velocities. */
static SarSym3 gradient(const SarSymbols *symbols, const SarExpr *power, int32_t first) {
  SarSym3 g = {{NULL, NULL, NULL}};
  for (int i = 0; i < 3; i++) g.e[i] = sar_symbols_by_velocity(symbols, power, first + i);
  return g;
}

SarStatus sar_builder_reaction(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque) {
  SarUserBuild *build = sar_builder_of(b)->build;
  const SarSymbols *symbols = &build->user->symbols;
  int32_t e = sar_model_find(build->system->model, element);
  if (e < 0) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name, "give the name of a joint, motion or force",
                      "there is no element `%s`", element);
  }
  const SarSide *at = side ? &build->system->places[e].b : &build->system->places[e].a;
  if (build->system->places[e].forces.count) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name,
                      "measure the bushing's deformation, or write its law as an expression",
                      "the force of `%s` (%s) cannot be used in an expression", element,
                      build->system->model->elements[e].class->name);
  }
  *force = *torque = sar_sym3_constant(b->arena, 0, 0, 0);
  const SarExpr *power;
  SAR_TRY(sar_user_element_power(build, e, &power));
  if (at->body == symbols->nbodies) { /* the ground does not move: what acts on it is minus what acts on the other side,
                                         carried to this point */
    const SarSide *other = side ? &build->system->places[e].a : &build->system->places[e].b;
    if (other->body == symbols->nbodies) return SAR_OK;
    SarSym3 f, t;
    SAR_TRY(sar_builder_reaction(b, element, 1 - side, &f, &t));
    SarSymbolFrame here = sar_symbols_frame(symbols, at), there = sar_symbols_frame(symbols, other);
    SarSym3 arm = sar_sym3_sub(b->arena, there.point, here.point);
    SarSym3 none = sar_sym3_constant(b->arena, 0, 0, 0), moment = sar_sym3_cross(b->arena, arm, f);
    *force = sar_sym3_sub(b->arena, none, f);
    *torque = sar_sym3_sub(b->arena, none, sar_sym3_add(b->arena, t, moment));
    return sar_sym3_ok(*force) && sar_sym3_ok(*torque) ? SAR_OK : sar_report_no_memory(b->context);
  }
  SarSym3 arm = sar_sym3_constant(b->arena, at->point.x, at->point.y, at->point.z);
  SarSym3 f = gradient(symbols, power, 6 * at->body), t = gradient(symbols, power, 6 * at->body + 3);
  SarSym3 moment = sar_sym3_cross(b->arena, sar_symbols_turned(symbols, at->body, arm), f);
  *force = f;
  *torque = sar_sym3_sub(b->arena, sar_symbols_turned(symbols, at->body, t), moment);
  return sar_sym3_ok(*force) && sar_sym3_ok(*torque) ? SAR_OK : sar_report_no_memory(b->context);
}
