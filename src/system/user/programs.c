/* From equations to programs: numbering of what they read, derivatives for the matrix, levels of the constraints. */
#include <stdlib.h>
#include <string.h>

#include "system/user/user.h"

/* ---- numbering ---- */

static void number_leaves(const SarSystem *s, SarUser *u) {
  const int32_t counts[SAR_SYMBOL_KINDS] = {
      [SAR_SYMBOL_TIME] = 1,
      [SAR_SYMBOL_PARAMETER] = u->nparameters,
      [SAR_SYMBOL_MODE] = u->nmodes,
      [SAR_SYMBOL_TURN] = u->nturns,
      [SAR_SYMBOL_BODY] = SAR_BODY_SYMBOLS * s->nbodies,
      [SAR_SYMBOL_Q] = u->ncoordinates,
      [SAR_SYMBOL_V] = u->ncoordinates,
      [SAR_SYMBOL_A] = u->ncoordinates,
      [SAR_SYMBOL_LAMBDA] = s->nposition,
      [SAR_SYMBOL_MU] = s->nvelocity,
      [SAR_SYMBOL_X] = s->nstates,
      [SAR_SYMBOL_XDOT] = s->nstates,
      [SAR_SYMBOL_Z] = u->nalgebraic,
  };
  u->nleaves = 0;
  for (int kind = 0; kind < SAR_SYMBOL_KINDS; kind++) {
    u->first[kind] = u->nleaves;
    u->nleaves += counts[kind];
  }
}

SarStatus sar_user_check_sizes(const SarSystem *s, const SarUser *u) {
  const struct {
    const char *what;
    int64_t count, most;
  } sizes[] = {{"bodies", s->nbodies, SAR_SYMBOL_MOST / SAR_BODY_SYMBOLS},
               {"coordinates of joints and springs", s->ncoordinates, SAR_SYMBOL_MOST},
               {"equations of constraints", s->nposition, SAR_SYMBOL_MOST},
               {"equations for velocities", s->nvelocity, SAR_SYMBOL_MOST},
               {"states", s->nstates, SAR_SYMBOL_MOST},
               {"coordinates", u->ncoordinates, SAR_SYMBOL_MOST},
               {"variables", u->nalgebraic, SAR_SYMBOL_MOST},
               {"parameters", u->nparameters, SAR_SYMBOL_MOST},
               {"jumps", u->nmodes, SAR_SYMBOL_MOST}};
  for (int32_t i = 0; i < SAR_COUNT(sizes); i++) {
    if (sizes[i].count <= sizes[i].most) continue;
    return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL,
                      "divide the model, or leave out expressions of the motion, friction and events",
                      "a model with expressions of the motion can have %d %s; this one has %d", (int)sizes[i].most,
                      sizes[i].what, (int)sizes[i].count);
  }
  return SAR_OK;
}

/* ---- by element ---- */

static int32_t term_element(const SarUser *u, int32_t i) { return u->terms[i].element; }
static int32_t offer_element(const SarUser *u, int32_t i) { return u->offers[i].element; }

static SarStatus make_index(const SarSystem *s, int32_t count, int32_t (*element_of)(const SarUser *, int32_t),
                            const SarUser *u, SarUserIndex *out) {
  int32_t nelements = s->model->nelements;
  out->first = SAR_NEW(s->arena, nelements + 2, int32_t);
  out->items = SAR_NEW(s->arena, count + 1, int32_t);
  if (!out->first || !out->items) return sar_report_no_memory(s->context);
  /* counted two places further, so that placing the items leaves every entry at its own beginning */
  for (int32_t i = 0; i < count; i++) {
    int32_t place = element_of(u, i) + 2;
    if (place <= nelements) out->first[place]++;
  }
  for (int32_t e = 2; e <= nelements; e++) out->first[e] += out->first[e - 1];
  for (int32_t i = 0; i < count; i++) out->items[out->first[element_of(u, i) + 1]++] = i;
  return SAR_OK;
}

/* ---- residual ---- */

static SarStatus make_residual(SarUserCollection *c) {
  SarUser *u = c->u;
  u->acts = SAR_NEW(c->s->arena, c->s->model->nelements + 1, bool);
  if (!u->acts) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < u->nterms; i++) {
    SarSymbolKind kind = sar_symbol_kind(u->terms[i].row);
    if (kind == SAR_SYMBOL_BODY) u->acts[u->terms[i].element] = true;
  }
  SAR_TRY(make_index(c->s, u->nterms, term_element, u, &u->terms_of));
  for (int32_t i = 0; i < c->u->nterms; i++) {
    sar_user_collect(c, c->u->terms[i].f, sar_user_row_index(c->s, c->u, c->u->terms[i].row));
  }
  return sar_user_finish(c, &c->u->residual);
}

/* ---- rows of constraints ---- */

static bool is_holonomic(const SarUserConstraint *constraint) {
  return sar_symbol_kind(constraint->multiplier) == SAR_SYMBOL_LAMBDA;
}

/* Rows of positions first, then of velocities, as in problem.h. */
static int32_t level_row(const SarSystem *s, const SarUserConstraint *constraint) {
  int32_t index = sar_symbol_index(constraint->multiplier);
  return is_holonomic(constraint) ? index : s->nposition + index;
}

/* ---- matrix ---- */

/* By multiplier of the constraints in symbols, lambda first: one more than its element; 0: it is of another. */
static int32_t *find_owners(const SarUserCollection *c) {
  const SarUser *u = c->u;
  int32_t *owners = SAR_NEW(c->u->symbols.arena, c->s->nposition + c->s->nvelocity + 1, int32_t);
  for (int32_t i = 0; owners && i < u->nconstraints; i++) {
    owners[level_row(c->s, &u->constraints[i])] = u->constraints[i].element + 1;
  }
  return owners;
}

static bool is_own_multiplier(const SarUserCollection *c, const SarUserTerm *term, int32_t symbol) {
  SarSymbolKind kind = sar_symbol_kind(symbol);
  if (kind != SAR_SYMBOL_LAMBDA && kind != SAR_SYMBOL_MU) return false;
  int32_t row = sar_symbol_index(symbol) + (kind == SAR_SYMBOL_MU ? c->s->nposition : 0);
  return c->owners[row] == term->element + 1;
}

/* Whether a term of the dynamics or of an algebraic row follows from the state and variables, is the inertia of a
 * coordinate, or the reaction of a constraint of its own element. */
static bool follows_from_state(const SarUserCollection *c, const SarUserTerm *term, const SarDependence *on) {
  const SarElementClass *class = c->s->model->elements[term->element].class;
  if (on->nacceleration > 0 && class->section != SAR_SECTION_COORDINATES) return false;
  for (int32_t i = 0; i < on->nothers; i++) {
    SarSymbolKind kind = sar_symbol_kind(on->others[i]);
    if (kind == SAR_SYMBOL_X || kind == SAR_SYMBOL_Z) continue;
    if (!is_own_multiplier(c, term, on->others[i])) return false;
  }
  return true;
}

static void note_coupling(SarUserCollection *c, const SarUserTerm *term) {
  SarSymbolKind kind = sar_symbol_kind(term->row);
  SarDependence on;
  if (kind != SAR_SYMBOL_A && kind != SAR_SYMBOL_BODY && kind != SAR_SYMBOL_Z) return;
  if (!sar_symbols_dependence(&c->u->symbols, term->f, &on)) {
    c->no_memory = true;
  } else if (!follows_from_state(c, term, &on)) {
    c->u->coupled = true;
  }
}

/* Constraint rows are seen as problem.h says, all others by the weights of the unknowns. */
static void add_term(SarUserCollection *c, const SarUserTerm *term) {
  SarEntryWeights weights = {.position = SAR_ENTRY_Q, .velocity = SAR_ENTRY_V, .acceleration = SAR_ENTRY_A};
  SarSymbolKind kind = sar_symbol_kind(term->row);
  if (kind == SAR_SYMBOL_LAMBDA) weights.position = SAR_ENTRY_ONE;
  if (kind == SAR_SYMBOL_MU) weights.position = SAR_ENTRY_VELOCITY_Q, weights.velocity = SAR_ENTRY_ONE;
  sar_user_collect_entries(c, sar_user_row_index(c->s, c->u, term->row), term->f, weights);
}

static SarStatus make_jacobian(SarUserCollection *c) {
  c->owners = find_owners(c);
  if (!c->owners) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < c->u->nterms && !c->no_memory; i++) {
    add_term(c, &c->u->terms[i]);
    note_coupling(c, &c->u->terms[i]);
  }
  return sar_user_finish(c, &c->u->jacobian);
}

/* ---- levels of the constraints ---- */

static SarStatus make_levels(SarUserCollection *c) {
  const SarSymbols *symbols = &c->u->symbols;
  for (int32_t i = 0; i < c->u->nconstraints; i++) {
    const SarUserConstraint *constraint = &c->u->constraints[i];
    if (is_holonomic(constraint)) sar_user_collect(c, constraint->f, sar_symbol_index(constraint->multiplier));
  }
  SAR_TRY(sar_user_finish(c, &c->u->position));
  for (int32_t i = 0; i < c->u->nconstraints; i++) {
    const SarUserConstraint *constraint = &c->u->constraints[i];
    const SarExpr *f = is_holonomic(constraint) ? sar_symbols_by_time(symbols, constraint->f) : constraint->f;
    sar_user_collect(c, f, level_row(c->s, constraint));
  }
  SAR_TRY(sar_user_finish(c, &c->u->velocity));
  for (int32_t i = 0; i < c->u->nconstraints; i++) {
    const SarUserConstraint *constraint = &c->u->constraints[i];
    const SarExpr *rate = sar_symbols_by_time(symbols, constraint->f);
    if (rate && is_holonomic(constraint)) rate = sar_symbols_by_time(symbols, rate);
    if (rate) rate = sar_symbols_without_accelerations(symbols, rate);
    sar_user_collect(c, rate ? sar_sym_neg(symbols->arena, rate) : NULL, level_row(c->s, constraint));
  }
  return sar_user_finish(c, &c->u->acceleration);
}

/* ---- energy: kinetic energy, power put in, power dissipated ---- */

static SarStatus make_energy(SarUserCollection *c) {
  SarUser *u = c->u;
  SarArena *arena = u->symbols.arena;
  const SarExpr *zero = sar_expr_constant(arena, 0), *work = zero, *dissipated = zero;
  for (int32_t i = 0; i < u->npowers; i++) {
    if (u->powers[i].kind == SAR_POWER_WORK) work = sar_expr_add(arena, work, u->powers[i].f);
    if (u->powers[i].kind == SAR_POWER_DISSIPATED) dissipated = sar_sym_sub(arena, dissipated, u->powers[i].f);
  }
  for (int32_t i = 0; i < u->nconstraints; i++) { /* lambda Phi_t, mu b (numerics, section 5) */
    const SarUserConstraint *constraint = &u->constraints[i];
    const SarExpr *f = is_holonomic(constraint) ? sar_symbols_by_explicit_time(&u->symbols, constraint->f)
                                                : sar_symbols_without_velocities(&u->symbols, constraint->f);
    work = sar_expr_add(arena, work, sar_expr_multiply(arena, sar_expr_variable(arena, constraint->multiplier), f));
  }
  sar_user_collect(c, u->kinetic ? u->kinetic : zero, 0);
  sar_user_collect(c, work, 1);
  sar_user_collect(c, dissipated, 2);
  return sar_user_finish(c, &u->energy);
}

static SarStatus make_masses(SarUserCollection *c) {
  for (int32_t i = 0; i < c->u->ncoordinates; i++) {
    const SarExpr *mass = c->u->coordinates[i].mass;
    if (!mass) continue;
    sar_user_collect(c, mass, i);
    sar_user_collect(c, sar_symbols_by_time(&c->u->symbols, mass), i);
  }
  return sar_user_finish(c, &c->u->masses);
}

static SarStatus make_columns(SarUserCollection *c) {
  const SarUser *u = c->u;
  SAR_TRY(make_index(c->s, u->noffers, offer_element, u, &c->u->offers_of));
  for (int32_t i = 0; i < c->u->noffers; i++) sar_user_collect(c, c->u->offers[i].f, i);
  return sar_user_finish(c, &c->u->columns);
}

SarStatus sar_user_make_programs(SarSystem *s, SarUser *user) {
  SarUserCollection c = {.s = s, .u = user};
  SAR_TRY(sar_user_check_sizes(s, user));
  number_leaves(s, user);
  SAR_TRY(make_residual(&c));
  SAR_TRY(make_jacobian(&c));
  SAR_TRY(sar_user_find_loops(&c));
  SAR_TRY(make_levels(&c));
  SAR_TRY(make_energy(&c));
  SAR_TRY(make_masses(&c));
  SAR_TRY(sar_user_make_definitions(&c));
  SAR_TRY(sar_user_make_switches(&c));
  SAR_TRY(sar_user_make_reach(&c));
  return make_columns(&c);
}
