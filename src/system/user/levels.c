#include "system/user/levels.h"

/* User-defined constraints differentiated once more than steps of most methods need: the rows of the matrix at the
 * levels of velocities and accelerations, and the derivatives of everything by time.
 *
 * The programs are made when they are asked for the first time, in the mechanism's own memory: most runs never do, and
 * third derivatives of long equations take their time. No entry needs a place that the pattern does not have. Along a
 * coordinate on which an equation does not depend none of its derivatives by time changes; the three rotations of a
 * body, which mix in derivatives of higher order, have their places together. */
#include <string.h>

#include "system/user/classes.h"
#include "system/user/run.h"

/* A program with room to run in. */
typedef struct Level {
  bool made;
  SarUserProgram program;
  int32_t *slots; /* three per entry */
  double *scratch, *outputs;
} Level;

struct SarUserLevels {
  Level velocity, acceleration, by_time;
};

bool sar_user_make_levels(SarWorkspace *m) { return (m->levels = SAR_NEW(m->arena, 1, SarUserLevels)) != NULL; }

/* ---- making ---- */

/* What a collection needs of a system, with the mechanism's memory in place of the system's, which is constant. */
typedef struct Maker {
  SarSystem system;
  SarUser user;
  SarUserCollection c;
  SarArena *scratch; /* of what is differentiated */
} Maker;

static SarStatus begin(const SarWorkspace *m, Maker *x) {
  x->system = *m->system;
  x->user = *m->system->user;
  x->system.user = &x->user;
  x->system.context = m->problem.context;
  x->system.arena = m->arena;
  x->system.scratch = x->user.most_outputs = 0;
  x->c = (SarUserCollection){.s = &x->system, .u = &x->user};
  x->scratch = sar_arena_create();
  bool ok = x->scratch && sar_symbols_make(x->scratch, m->system->nbodies, &x->user.symbols);
  return ok ? SAR_OK : sar_report_no_memory(m->problem.context);
}

static void end(Maker *x) {
  sar_user_forget(&x->c);
  sar_arena_destroy(&x->scratch);
}

static SarStatus make_room(const SarWorkspace *m, const Maker *x, Level *out) {
  const SarUserProgram *program = &out->program;
  out->scratch = SAR_NEW(m->arena, x->system.scratch + 1, double);
  out->outputs = SAR_NEW(m->arena, program->noutputs + 1, double);
  out->slots = SAR_NEW(m->arena, 3 * (size_t)program->nentries + 1, int32_t);
  if (!out->scratch || !out->outputs || !out->slots) return sar_report_no_memory(m->problem.context);
  for (int32_t i = 0; i < program->nentries; i++) {
    const SarUserEntry *entry = &program->entries[i];
    for (int32_t k = 0; k < (entry->rotation ? 3 : 1); k++) {
      out->slots[3 * (size_t)i + (size_t)k] = sar_pattern_find(&m->problem.pattern, entry->row, entry->column + k);
    }
  }
  out->made = true;
  return SAR_OK;
}

/* The first derivative along the motion; null where memory is exhausted. */
static const SarExpr *rate_of(const SarUserCollection *c, const SarExpr *f) {
  return f ? sar_symbols_by_time(&c->u->symbols, f) : NULL;
}

/* G of problem.h */
static const SarExpr *acceleration_of(const SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  const SarExpr *rate = rate_of(c, f);
  return sar_user_is_holonomic(source->symbol) ? rate_of(c, rate) : rate;
}

static void collect_velocity(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  if (sar_user_is_holonomic(source->symbol))
    sar_user_collect_positions(c, source->target, rate_of(c, f), SAR_ENTRY_ONE);
}

static void collect_acceleration(SarUserCollection *c, const SarUserSource *source, const SarExpr *f) {
  static const SarEntryWeights weights = {SAR_ENTRY_Q, SAR_ENTRY_V, SAR_ENTRY_A};
  sar_user_collect_entries(c, source->target, acceleration_of(c, source, f), weights);
}

static SarStatus make_level(const SarWorkspace *m, Maker *x, SarUserMake *make, Level *out) {
  SarUserClasses classes;
  SarUserSource *sources = sar_user_constraint_sources(&x->system, &x->user, x->scratch);
  for (int32_t i = 0; sources && i < x->user.nconstraints; i++) {
    sources[i].target = sar_user_row_index(&x->system, &x->user, sources[i].symbol);
  }
  SAR_TRY(sar_user_make_classes(&x->c, sources, x->user.nconstraints, &classes));
  SAR_TRY(sar_user_make_batches(&x->c, &classes, make, &out->program));
  return make_room(m, x, out);
}

static void collect_by_time(SarUserCollection *c, const SarExpr *f, int32_t target) {
  const SarExpr *derivative = f ? sar_symbols_by_explicit_time(&c->u->symbols, f) : NULL;
  if (!derivative || !sar_node_is(derivative, 0)) sar_user_collect(c, derivative, target);
}

/* Targets: the rows of the residual, then those of the rates, then those of the accelerations. */
static SarStatus make_by_time(const SarWorkspace *m, Maker *x, Level *out) {
  const SarSizes *n = &m->problem.n;
  int32_t rates = sar_sizes_unknowns(n), accelerations = rates + n->np;
  for (int32_t i = 0; i < x->user.nterms && !x->c.no_memory; i++) {
    const SarUserTerm *term = &x->user.terms[i];
    collect_by_time(&x->c, term->f, sar_user_row_index(&x->system, &x->user, term->row));
  }
  for (int32_t i = 0; i < x->user.nconstraints && !x->c.no_memory; i++) {
    const SarUserConstraint *constraint = &x->user.constraints[i];
    SarUserSource source = {.symbol = constraint->multiplier};
    int32_t index = sar_symbol_index(constraint->multiplier);
    bool holonomic = sar_user_is_holonomic(source.symbol);
    if (holonomic) collect_by_time(&x->c, rate_of(&x->c, constraint->f), rates + index);
    collect_by_time(&x->c, acceleration_of(&x->c, &source, constraint->f),
                    accelerations + (holonomic ? index : n->np + index));
  }
  SAR_TRY(sar_user_finish(&x->c, &out->program));
  return make_room(m, x, out);
}

/* make: of a level of the constraints; null: the derivatives by time. */
static SarStatus make_once(const SarWorkspace *m, SarUserMake *make, Level *level) {
  Maker x;
  if (level->made) return SAR_OK;
  SarStatus status = begin(m, &x);
  if (status == SAR_OK) status = make ? make_level(m, &x, make, level) : make_by_time(m, &x, level);
  end(&x);
  return status;
}

/* ---- evaluating ---- */

static void run(const SarWorkspace *m, const Level *level, const SarPoint *at) {
  sar_user_load(m, at);
  sar_user_evaluate(m, &level->program, level->scratch, level->outputs);
}

SarStatus sar_user_add_level(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  bool velocity = weights->rows == SAR_ROWS_VELOCITY;
  Level *level = velocity ? &m->levels->velocity : &m->levels->acceleration;
  SAR_TRY(make_once(m, velocity ? collect_velocity : collect_acceleration, level));
  run(m, level, at);
  sar_user_add_entries(&m->problem.n, level->program.entries, level->program.nentries, level->slots, level->outputs,
                       weights, NULL, values);
  return SAR_OK;
}

SarStatus sar_user_add_by_time(const SarWorkspace *m, const SarPoint *at, double *rows, double *rates,
                               double *accelerations) {
  if (!m->system->user) return SAR_OK;
  Level *level = &m->levels->by_time;
  SAR_TRY(make_once(m, NULL, level));
  run(m, level, at);
  int32_t n = sar_sizes_unknowns(&m->problem.n), np = m->problem.n.np;
  for (int32_t i = 0; i < level->program.noutputs; i++) {
    int32_t target = level->program.target[i];
    double *slot = target < n ? &rows[target] : target < n + np ? &rates[target - n] : &accelerations[target - n - np];
    *slot += level->outputs[i];
  }
  return SAR_OK;
}
