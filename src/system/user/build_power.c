/* What an element does to its bodies, in symbols: the sum of factors times velocities, - lambda^T dPhi/dt for a joint
 * or motion, F u for a force. The force on a body is the sum of factors times d(velocity)/dv, the torque times
 * d(velocity)/dw: the factor, which may depend on velocities itself (a damper), is not differentiated. */
#include <stdlib.h>

#include "system/user/user.h"

typedef struct Term {
  const SarExpr *factor, *velocity;
} Term;

typedef struct Terms {
  SarUserBuild *build;
  Term *list;
  int32_t count, capacity;
  int32_t only; /* of the terms of a relation, the only one that counts; -1: all of them */
  bool no_memory;
} Terms;

static SarArena *arena_of(const Terms *terms) { return terms->build->user->symbols.arena; }

static void add(Terms *terms, const SarExpr *factor, const SarExpr *velocity) {
  Term *term = sar_append(&terms->list, &terms->count, &terms->capacity, sizeof *terms->list);
  if (!term || !factor || !velocity) {
    terms->no_memory = true;
    if (term) terms->count--;
    return;
  }
  *term = (Term){factor, velocity};
}

/* - scale * multiplier, times d(f)/dt */
static void add_row(Terms *terms, double scale, SarSymbolKind kind, int32_t row, const SarExpr *rate) {
  SarArena *arena = arena_of(terms);
  const SarExpr *multiplier = sar_symbols_variable(&terms->build->user->symbols, kind, row);
  add(terms, sar_expr_multiply(arena, sar_expr_constant(arena, -scale), multiplier), rate);
}

static const SarExpr *rate_of(const Terms *terms, const SarExpr *f) {
  return f ? sar_symbols_by_time(&terms->build->user->symbols, f) : NULL;
}

static void add_points(Terms *terms, const SarPlace *place) {
  const SarSymbols *symbols = &terms->build->user->symbols;
  for (int32_t i = place->points.first; i < place->points.first + place->points.count; i++) {
    const SarPointRow *row = &terms->build->system->points[i];
    SarSide a = {row->a, row->sa, sar_mat3_identity()}, b = {row->b, row->sb, sar_mat3_identity()};
    SarSymbolFrame fa = sar_symbols_frame(symbols, &a), fb = sar_symbols_frame(symbols, &b);
    SarSym3 rate = sar_sym3_sub(symbols->arena, fb.velocity, fa.velocity);
    for (int k = 0; k < 3; k++) add_row(terms, 1, SAR_SYMBOL_LAMBDA, row->row + k, rate.e[k]);
  }
}

static void add_dots(Terms *terms, const SarPlace *place) {
  const SarSymbols *symbols = &terms->build->user->symbols;
  const SarSystem *s = terms->build->system;
  for (int32_t i = place->dot1s.first; i < place->dot1s.first + place->dot1s.count; i++) {
    const SarDot1Row *row = &s->dot1s[i];
    SarPrimitive p = {.u = row->u, .w = row->w};
    const SarExpr *f = sar_symbols_primitive(symbols, &sar_primitive_dot1, &p, row->a, row->b);
    add_row(terms, row->scale, SAR_SYMBOL_LAMBDA, row->row, rate_of(terms, f));
  }
  for (int32_t i = place->scalars.first; i < place->scalars.first + place->scalars.count; i++) {
    const SarScalarRow *row = &s->scalars[i];
    const SarExpr *f = sar_symbols_primitive(symbols, row->class, &row->data, row->a, row->b);
    add_row(terms, row->scale, SAR_SYMBOL_LAMBDA, row->row, rate_of(terms, f));
  }
}

static void add_relations(Terms *terms, const SarPlace *place) {
  const SarSystem *s = terms->build->system;
  for (int32_t i = place->relations.first; i < place->relations.first + place->relations.count; i++) {
    const SarRelationRow *row = &s->relations[i];
    SarSymbolKind kind = row->level == SAR_LEVEL_POSITION ? SAR_SYMBOL_LAMBDA : SAR_SYMBOL_MU;
    for (int32_t k = 0; k < row->nterms; k++) {
      const SarTerm *term = &s->terms[row->term + k];
      if (terms->only >= 0 && k != terms->only) continue;
      const SarExpr *y = sar_user_coordinate(terms->build, term->coordinate);
      add_row(terms, row->scale * term->coefficient, kind, row->row, rate_of(terms, y));
    }
  }
}

/* Springs pull: the power is - F dy/dt. */
static SarStatus add_law(Terms *terms, int32_t element, SarBuilder *b) {
  const SarPlace *place = &terms->build->system->places[element];
  if (!place->laws.count) return SAR_OK;
  int32_t coordinate = terms->build->system->laws[place->laws.first].coordinate;
  bool angle = sar_coordinate_turns(&terms->build->system->coordinates[coordinate]);
  const SarModelElement *e = &terms->build->system->model->elements[element];
  const SarExpr *force;
  SAR_TRY(b->ops->quantity(b, e->name, angle ? "torque" : "force", e->source, &force));
  add(terms, sar_sym_neg(b->arena, force), rate_of(terms, sar_user_coordinate(terms->build, coordinate)));
  return SAR_OK;
}

/* Constraints of the user's own have no part here: elements of `equations` offer their forces themselves. Joints that
 * are made of equations have theirs. */
static void add_user(Terms *terms, int32_t element) {
  const SarUser *u = terms->build->user;
  for (int32_t i = terms->build->constraints[element].first; i >= 0; i = u->constraints[i].next) {
    const SarExpr *multiplier = sar_expr_variable(arena_of(terms), u->constraints[i].multiplier);
    bool velocity = sar_symbol_kind(u->constraints[i].multiplier) == SAR_SYMBOL_MU; /* then f is a rate itself */
    add(terms, sar_sym_neg(arena_of(terms), multiplier),
        velocity ? u->constraints[i].f : rate_of(terms, u->constraints[i].f));
  }
  for (int32_t i = terms->build->powers[element].first; i >= 0; i = u->powers[i].next) {
    add(terms, u->powers[i].force, u->powers[i].velocity);
  }
}

static SarStatus collect(Terms *terms, int32_t element) {
  SarUserBuild *build = terms->build;
  const SarPlace *place = &build->system->places[element];
  const SarModelElement *e = &build->system->model->elements[element];
  SarBuilderOf x = sar_user_builder(build, element);
  bool active = build->stage[element] == SAR_BUILD_ACTIVE;
  bool own = active && e->class->joint; /* friction asks for the reaction of its own joint, without itself */
  if (!active) SAR_TRY(sar_user_build_element(build, element, e->source, e->name));
  add_points(terms, place);
  add_dots(terms, place);
  add_relations(terms, place);
  SAR_TRY(add_law(terms, element, &x.builder));
  if (!own) add_user(terms, element);
  return terms->no_memory ? sar_report_no_memory(build->system->context) : SAR_OK;
}

SarStatus sar_user_element_power(SarUserBuild *build, int32_t element, const SarExpr **out) {
  Terms terms = {.build = build, .only = -1};
  SarArena *arena = arena_of(&terms);
  *out = NULL;
  SarStatus status = collect(&terms, element);
  if (status == SAR_OK) *out = sar_expr_constant(arena, 0);
  for (int32_t i = 0; status == SAR_OK && i < terms.count; i++)
    *out = sar_expr_add(arena, *out, sar_expr_multiply(arena, terms.list[i].factor, terms.list[i].velocity));
  free(terms.list);
  SAR_TRY(status);
  return *out ? SAR_OK : sar_report_no_memory(build->system->context);
}

/* The sum of factors times the derivative of the velocities by three consecutive ones. */
static SarSym3 gradient(const Terms *terms, int32_t first) {
  const SarSymbols *symbols = &terms->build->user->symbols;
  SarSym3 sum = sar_sym3_constant(symbols->arena, 0, 0, 0);
  for (int32_t k = 0; k < terms->count; k++) {
    SarSym3 g;
    for (int i = 0; i < 3; i++) g.e[i] = sar_symbols_by_velocity(symbols, terms->list[k].velocity, first + i);
    sum = sar_sym3_add(symbols->arena, sum, sar_sym3_scale(symbols->arena, terms->list[k].factor, g));
  }
  return sum;
}

/* On a moving body, at the point of a side. */
static void act(const Terms *terms, const SarSide *at, SarSym3 *force, SarSym3 *torque) {
  const SarSymbols *symbols = &terms->build->user->symbols;
  SarSym3 arm = sar_sym3_constant(symbols->arena, at->point.x, at->point.y, at->point.z);
  SarSym3 t = sar_symbols_turned(symbols, at->body, gradient(terms, 6 * at->body + 3));
  *force = gradient(terms, 6 * at->body);
  *torque = sar_sym3_sub(symbols->arena, t,
                         sar_sym3_cross(symbols->arena, sar_symbols_turned(symbols, at->body, arm), *force));
}

/* The ground does not move: what acts on it is minus what acts on the other side, carried to this point. */
static void act_on_ground(const Terms *terms, const SarSide *at, const SarSide *other, SarSym3 *force,
                          SarSym3 *torque) {
  const SarSymbols *symbols = &terms->build->user->symbols;
  SarArena *arena = symbols->arena;
  SarSym3 f, t, none = sar_sym3_constant(arena, 0, 0, 0);
  *force = *torque = none;
  if (other->body == symbols->nbodies) return;
  act(terms, other, &f, &t);
  SarSymbolFrame here = sar_symbols_frame(symbols, at), there = sar_symbols_frame(symbols, other);
  SarSym3 moment = sar_sym3_cross(arena, sar_sym3_sub(arena, there.point, here.point), f);
  *force = sar_sym3_sub(arena, none, f);
  *torque = sar_sym3_sub(arena, none, sar_sym3_add(arena, t, moment));
}

/* The side opposite to one of an element's. A relation has sides of different joints: there it is the other body of the
 * coordinate. */
static SarSide opposite(const SarSystem *s, int32_t element, int side, bool relation) {
  const SarPlace *place = &s->places[element];
  if (!relation) return side ? place->a : place->b;
  int32_t at = (side ? &place->b : &place->a)->body;
  const SarCoordinate *y = &s->coordinates[s->terms[s->relations[place->relations.first].term + side].coordinate];
  return (SarSide){.body = y->a == at ? y->b : y->a, .axes = sar_mat3_identity()};
}

/* Constraints that act on frames (rolling), and contacts, offer the columns of joints. */
static SarStatus offered(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque) {
  static const char *const names[2][6] = {{"fx", "fy", "fz", "tx", "ty", "tz"},
                                          {"fx2", "fy2", "fz2", "tx2", "ty2", "tz2"}};
  for (int i = 0; i < 6; i++)
    SAR_TRY(b->ops->quantity(b, element, names[side][i], b->source, i < 3 ? &force->e[i] : &torque->e[i - 3]));
  return SAR_OK;
}

static SarStatus write_reaction(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque) {
  SarUserBuild *build = sar_builder_of(b)->build;
  const SarSymbols *symbols = &build->user->symbols;
  int32_t e = sar_model_find(build->system->model, element);
  if (e < 0) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name, "give the name of a joint, motion or force",
                      "there is no element `%s`", element);
  }
  bool active = build->stage[e] == SAR_BUILD_ACTIVE; /* it asks for its own, to offer it */
  SarSection section = build->system->model->elements[e].class->section;
  if ((section == SAR_SECTION_EQUATIONS && !active) || section == SAR_SECTION_CONTACTS) {
    return offered(b, element, side, force, torque);
  }
  const SarSide *at = side ? &build->system->places[e].b : &build->system->places[e].a;
  const SarElementClass *class = build->system->model->elements[e].class;
  if (class->section == SAR_SECTION_FORCES && sar_field_index(class, "between") < 0) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name,
                      "record it, or measure accelerations; slip and moments can be asked for: kappa, alpha, mz",
                      "the force of `%s` (%s) stands in its columns along axes of its own, and cannot be used in an "
                      "expression",
                      element, class->name);
  }
  if (build->system->places[e].forces.count) {
    return sar_report(b->context, SAR_INPUT, b->source, b->name,
                      "measure the bushing's deformation, or write its law as an expression",
                      "the force of `%s` (%s) cannot be used in an expression", element,
                      build->system->model->elements[e].class->name);
  }
  const SarJointSpec *joint = build->system->model->elements[e].class->joint;
  bool relation = joint && joint->relation;
  if (build->system->model->elements[e].inactive) {
    *force = *torque = sar_sym3_constant(symbols->arena, 0, 0, 0);
    return sar_sym3_ok(*force) ? SAR_OK : sar_report_no_memory(b->context);
  }
  Terms terms = {.build = build, .only = relation ? side : -1};
  SarStatus status = collect(&terms, e);
  if (status != SAR_OK) {
    free(terms.list);
    return status;
  }
  if (at->body == symbols->nbodies) {
    SarSide other = opposite(build->system, e, side, relation);
    act_on_ground(&terms, at, &other, force, torque);
  } else {
    act(&terms, at, force, torque);
  }
  free(terms.list);
  return sar_sym3_ok(*force) && sar_sym3_ok(*torque) ? SAR_OK : sar_report_no_memory(b->context);
}

/* All components at once, of which the terms they are made of have in common much that nobody needs afterwards. */
SarStatus sar_builder_reaction(SarBuilder *b, const char *element, int side, SarSym3 *force, SarSym3 *torque) {
  if (sar_builder_of(b)->build->scratch == b->arena) return write_reaction(b, element, side, force, torque);
  const SarExpr *f[6];
  SarUserArenas before = sar_user_open_scratch(b);
  SarStatus status = write_reaction(b, element, side, force, torque);
  for (int i = 0; status == SAR_OK && i < 6; i++) f[i] = i < 3 ? force->e[i] : torque->e[i - 3];
  SarStatus kept = sar_user_close_scratch(b, before, f, status == SAR_OK ? 6 : 0);
  if (status != SAR_OK || kept != SAR_OK) return status != SAR_OK ? status : kept;
  for (int i = 0; i < 6; i++) *(i < 3 ? &force->e[i] : &torque->e[i - 3]) = f[i];
  return SAR_OK;
}
