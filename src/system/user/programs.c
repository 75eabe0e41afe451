/* From equations to programs: numbering of what they read, derivatives for the matrix, levels of the constraints. */
#include <stdlib.h>
#include <string.h>

#include "system/user/classes.h"

/* ---- numbering ---- */

static void number_leaves(const SarSystem *s, SarUser *u) {
  const int32_t counts[SAR_SYMBOL_KINDS] = {
      [SAR_SYMBOL_TIME] = 1,
      [SAR_SYMBOL_PARAMETER] = u->nparameters,
      [SAR_SYMBOL_INPUT] = u->ninputs,
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
               {"inputs", u->ninputs, SAR_SYMBOL_MOST},
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

/* ---- from sources ---- */

static SarStatus make_program(SarUserCollection *c, const SarUserSource *sources, int32_t count, SarUserMake *make,
                              SarUserProgram *out) {
  SarUserClasses classes;
  SAR_TRY(sar_user_make_classes(c, sources, count, &classes));
  return sar_user_make_batches(c, &classes, make, out);
}

/* The expression itself. */
static void collect_plain(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  sar_user_collect(c, f, source->target);
}

/* ---- residual ---- */

static SarStatus note_acting(SarUserCollection *c) {
  SarUser *u = c->u;
  u->acts = SAR_NEW(c->s->arena, c->s->model->nelements + 1, bool);
  if (!u->acts) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < u->nterms; i++) {
    SarSymbolKind kind = sar_symbol_kind(u->terms[i].row);
    if (kind == SAR_SYMBOL_BODY) u->acts[u->terms[i].element] = true;
  }
  return make_index(c->s, u->nterms, term_element, u, &u->terms_of);
}

/* ---- matrix ---- */

/* By multiplier of the constraints in symbols, lambda first: one more than its element; 0: it is of another. */
static int32_t *find_owners(const SarUserCollection *c) {
  const SarUser *u = c->u;
  int32_t *owners = SAR_NEW(u->symbols.arena, c->s->nposition + c->s->nvelocity + 1, int32_t);
  for (int32_t i = 0; owners && i < u->nconstraints; i++) {
    owners[sar_user_level_row(c->s, u->constraints[i].multiplier)] = u->constraints[i].element + 1;
  }
  return owners;
}

static bool is_own_multiplier(const SarUserCollection *c, int32_t element, int32_t symbol) {
  SarSymbolKind kind = sar_symbol_kind(symbol);
  bool multiplier = kind == SAR_SYMBOL_LAMBDA || kind == SAR_SYMBOL_MU;
  return multiplier && c->owners[sar_user_level_row(c->s, symbol)] == element + 1;
}

/* Whether a term of the dynamics or of an algebraic row follows from the state and variables, is the inertia of a
 * coordinate, or the reaction of a constraint of its own element. */
static bool follows_from_state(const SarUserCollection *c, int32_t element, const SarDependence *on) {
  const SarElementClass *class = c->s->model->elements[element].class;
  if (on->nacceleration > 0 && class->section != SAR_SECTION_COORDINATES) return false;
  for (int32_t i = 0; i < on->nothers; i++) {
    SarSymbolKind kind = sar_symbol_kind(on->others[i]);
    if (kind == SAR_SYMBOL_X || kind == SAR_SYMBOL_Z) continue;
    if (!is_own_multiplier(c, element, on->others[i])) return false;
  }
  return true;
}

static void note_coupling(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  SarSymbolKind kind = sar_symbol_kind(source->symbol);
  SarDependence on;
  if (kind != SAR_SYMBOL_A && kind != SAR_SYMBOL_BODY && kind != SAR_SYMBOL_Z) return;
  if (!sar_symbols_dependence(&c->u->symbols, f, &on)) {
    c->no_memory = true;
  } else if (!follows_from_state(c, source->element, &on)) {
    c->u->coupled = true;
  }
}

/* Constraint rows are seen as problem.h says, all others by the weights of the unknowns. */
static void collect_derivatives(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  SarEntryWeights weights = {.position = SAR_ENTRY_Q, .velocity = SAR_ENTRY_V, .acceleration = SAR_ENTRY_A};
  SarSymbolKind kind = sar_symbol_kind(source->symbol);
  if (kind == SAR_SYMBOL_LAMBDA) weights.position = SAR_ENTRY_ONE;
  if (kind == SAR_SYMBOL_MU) weights.position = SAR_ENTRY_VELOCITY_Q, weights.velocity = SAR_ENTRY_ONE;
  sar_user_collect_entries(c, source->target, f, weights);
  note_coupling(c, source, f);
}

static SarStatus make_rows(SarUserCollection *c) {
  SarUser *u = c->u;
  SarUserClasses classes;
  c->owners = find_owners(c);
  if (!c->owners) return sar_report_no_memory(c->s->context);
  SAR_TRY(note_acting(c));
  SAR_TRY(sar_user_make_classes(c, sar_user_term_sources(c->s, u, u->symbols.arena), u->nterms, &classes));
  SAR_TRY(sar_user_make_batches(c, &classes, collect_plain, &u->residual));
  SAR_TRY(sar_user_make_batches(c, &classes, collect_derivatives, &u->jacobian));
  return sar_user_make_part(c->s, u, &u->jacobian);
}

/* ---- levels of the constraints ---- */

static void collect_position(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  if (sar_user_is_holonomic(source->symbol)) sar_user_collect(c, f, source->target);
}

static void collect_velocity(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  bool holonomic = sar_user_is_holonomic(source->symbol);
  sar_user_collect(c, holonomic ? sar_symbols_by_time(&c->u->symbols, f) : f, source->target);
}

static void collect_acceleration(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  const SarSymbols *symbols = &c->u->symbols;
  const SarExpr *rate = sar_symbols_by_time(symbols, f);
  if (rate && sar_user_is_holonomic(source->symbol)) rate = sar_symbols_by_time(symbols, rate);
  if (rate) rate = sar_symbols_without_accelerations(symbols, rate);
  sar_user_collect(c, rate ? sar_sym_neg(symbols->arena, rate) : NULL, source->target);
}

static SarStatus make_levels(SarUserCollection *c) {
  SarUser *u = c->u;
  SarUserClasses classes;
  const SarUserSource *sources = sar_user_constraint_sources(c->s, u, u->symbols.arena);
  SAR_TRY(sar_user_make_classes(c, sources, u->nconstraints, &classes));
  SAR_TRY(sar_user_make_batches(c, &classes, collect_position, &u->position));
  SAR_TRY(sar_user_make_batches(c, &classes, collect_velocity, &u->velocity));
  return sar_user_make_batches(c, &classes, collect_acceleration, &u->acceleration);
}

/* ---- energy: parts of the kinetic and the potential energy, of the power put in and of the power dissipated ---- */

/* Of a constraint: lambda Phi_t, mu b (numerics, section 5). */
static void collect_power(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  const SarSymbols *symbols = &c->u->symbols;
  if (source->symbol) {
    f = sar_user_is_holonomic(source->symbol) ? sar_symbols_by_explicit_time(symbols, f)
                                              : sar_symbols_without_velocities(symbols, f);
    if (f) f = sar_expr_multiply(symbols->arena, sar_expr_variable(symbols->arena, source->symbol), f);
  }
  if (!f || !sar_node_is(f, 0)) sar_user_collect(c, f, source->target);
}

static SarStatus make_stored(SarUserCollection *c) {
  SarUser *u = c->u;
  SarUserSource *sources = SAR_NEW(u->symbols.arena, u->nstores + 1, SarUserSource);
  for (int32_t i = 0; sources && i < u->nstores; i++) {
    sources[i] = (SarUserSource){u->stores[i].energy, u->stores[i].element, 0, SAR_USER_POTENTIAL};
  }
  if (u->kinetic) sar_user_collect(c, u->kinetic, SAR_USER_KINETIC);
  return make_program(c, sources, u->nstores, collect_power, &u->stored);
}

static SarStatus make_powered(SarUserCollection *c) {
  SarUser *u = c->u;
  int32_t n = 0;
  SarUserSource *sources = SAR_NEW(u->symbols.arena, u->npowers + u->nstores + u->nconstraints + 1, SarUserSource);
  if (!sources) return sar_report_no_memory(c->s->context);
  for (int32_t i = 0; i < u->npowers; i++) {
    const SarUserPower *power = &u->powers[i];
    bool work = power->kind == SAR_POWER_WORK, dissipated = power->kind == SAR_POWER_DISSIPATED;
    SarUserEnergy target = work ? SAR_USER_WORK : SAR_USER_DISSIPATED;
    if (work || dissipated) sources[n++] = (SarUserSource){power->f, power->element, 0, (int32_t)target};
  }
  for (int32_t i = 0; i < u->nstores; i++) {
    sources[n++] = (SarUserSource){u->stores[i].rate, u->stores[i].element, 0, SAR_USER_WORK};
  }
  for (int32_t i = 0; i < u->nconstraints; i++) {
    const SarUserConstraint *constraint = &u->constraints[i];
    sources[n++] = (SarUserSource){constraint->f, constraint->element, constraint->multiplier, SAR_USER_WORK};
  }
  return make_program(c, sources, n, collect_power, &u->powered);
}

static void collect_mass(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  sar_user_collect(c, f, source->target);
  sar_user_collect(c, sar_symbols_by_time(&c->u->symbols, f), source->target);
}

static SarStatus make_masses(SarUserCollection *c) {
  SarUser *u = c->u;
  SarUserSource *sources = SAR_NEW(u->symbols.arena, u->ncoordinates + 1, SarUserSource);
  int32_t n = 0;
  for (int32_t i = 0; sources && i < u->ncoordinates; i++) {
    const SarUserUnknown *coordinate = &u->coordinates[i];
    if (coordinate->mass) sources[n++] = (SarUserSource){coordinate->mass, coordinate->element, 0, i};
  }
  return make_program(c, sources, n, collect_mass, &u->masses);
}

static SarStatus make_columns(SarUserCollection *c) {
  SarUser *u = c->u;
  SarUserSource *sources = SAR_NEW(u->symbols.arena, u->noffers + 1, SarUserSource);
  for (int32_t i = 0; sources && i < u->noffers; i++) {
    sources[i] = (SarUserSource){u->offers[i].f, u->offers[i].element, 0, i};
  }
  SAR_TRY(make_index(c->s, u->noffers, offer_element, u, &u->offers_of));
  return make_program(c, sources, u->noffers, collect_plain, &u->columns);
}

/* ---- all ---- */

/* What is differentiated for a program is forgotten when the program is there. */
static SarStatus with_scratch(SarUserCollection *c, SarStatus (*make)(SarUserCollection *c)) {
  SarSymbols *symbols = &c->u->symbols;
  SarArena *lasting = symbols->arena, *scratch = sar_arena_create();
  if (!scratch) return sar_report_no_memory(c->s->context);
  symbols->arena = scratch;
  SarStatus status = make(c);
  symbols->arena = lasting;
  c->owners = NULL;
  sar_user_forget(c);
  sar_arena_destroy(&scratch);
  return status;
}

SarStatus sar_user_make_programs(SarSystem *s, SarUser *user) {
  SarUserCollection c = {.s = s, .u = user};
  SAR_TRY(sar_user_check_sizes(s, user));
  number_leaves(s, user);
  SAR_TRY(with_scratch(&c, make_rows));
  SAR_TRY(sar_user_find_loops(&c));
  SAR_TRY(with_scratch(&c, make_levels));
  SAR_TRY(with_scratch(&c, make_stored));
  SAR_TRY(with_scratch(&c, make_powered));
  SAR_TRY(with_scratch(&c, make_masses));
  SAR_TRY(with_scratch(&c, sar_user_make_definitions));
  SAR_TRY(sar_user_make_switches(&c));
  SAR_TRY(sar_user_make_reach(&c));
  return with_scratch(&c, make_columns);
}
