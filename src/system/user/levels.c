#include "system/user/levels.h"

/* User-defined constraints differentiated once more than steps of most methods need: the rows of the matrix at the
 * levels of velocities and accelerations, and the derivatives of everything by time.
 *
 * The programs are made when they are asked for the first time, in the mechanism's own memory: most runs never do, and
 * third derivatives of long equations take their time. No entry needs a place that the pattern does not have. Along a
 * coordinate on which an equation does not depend none of its derivatives by time changes; the three rotations of a
 * body, which mix in derivatives of higher order, have their places together. */
#include <string.h>

#include "system/user/run.h"
#include "system/user/user.h"

/* A program with room to run in. */
typedef struct Level {
  bool made;
  SarUserProgram program;
  SarUserEntry *entries;
  int32_t nentries, *slots; /* three per entry */
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
} Maker;

static SarStatus begin(const SarWorkspace *m, Maker *x) {
  x->system = *m->system;
  x->user = *m->system->user;
  x->system.user = &x->user;
  x->system.context = m->problem.context;
  x->system.arena = m->arena;
  x->system.scratch = x->user.most_outputs = 0;
  x->user.entries = NULL;
  x->user.nentries = x->user.capacity[SAR_USER_ENTRIES] = 0;
  x->c = (SarUserCollection){.s = &x->system, .u = &x->user};
  bool ok = sar_symbols_make(m->arena, m->system->nbodies, &x->user.symbols);
  return ok ? SAR_OK : sar_report_no_memory(m->problem.context);
}

static SarStatus finish(const SarWorkspace *m, Maker *x, Level *out) {
  SarStatus status = sar_user_finish(&x->c, &out->program);
  if (status != SAR_OK) return status;
  out->entries = x->user.entries;
  out->nentries = x->user.nentries;
  out->scratch = SAR_NEW(m->arena, x->system.scratch + 1, double);
  out->outputs = SAR_NEW(m->arena, out->program.noutputs + 1, double);
  out->slots = SAR_NEW(m->arena, 3 * (size_t)out->nentries + 1, int32_t);
  if (!out->scratch || !out->outputs || !out->slots) return sar_report_no_memory(m->problem.context);
  for (int32_t i = 0; i < out->nentries; i++) {
    const SarUserEntry *entry = &out->entries[i];
    for (int32_t k = 0; k < (entry->rotation ? 3 : 1); k++) {
      out->slots[3 * (size_t)i + (size_t)k] = sar_pattern_find(&m->problem.pattern, entry->row, entry->column + k);
    }
  }
  out->made = true;
  return SAR_OK;
}

static bool is_holonomic(const SarUserConstraint *constraint) {
  return sar_symbol_kind(constraint->multiplier) == SAR_SYMBOL_LAMBDA;
}

/* The first derivative along the motion; null where memory is exhausted. */
static const SarExpr *rate_of(const Maker *x, const SarExpr *f) {
  return f ? sar_symbols_by_time(&x->user.symbols, f) : NULL;
}

/* G of problem.h */
static const SarExpr *acceleration_of(const Maker *x, const SarUserConstraint *constraint) {
  const SarExpr *rate = rate_of(x, constraint->f);
  return is_holonomic(constraint) ? rate_of(x, rate) : rate;
}

static SarStatus make_velocity(const SarWorkspace *m, Level *out) {
  Maker x;
  SAR_TRY(begin(m, &x));
  for (int32_t i = 0; i < x.user.nconstraints && !x.c.no_memory; i++) {
    const SarUserConstraint *constraint = &x.user.constraints[i];
    if (!is_holonomic(constraint)) continue;
    int32_t row = sar_user_row_index(&x.system, &x.user, constraint->multiplier);
    sar_user_collect_positions(&x.c, row, rate_of(&x, constraint->f), SAR_ENTRY_ONE);
  }
  return finish(m, &x, out);
}

static SarStatus make_acceleration(const SarWorkspace *m, Level *out) {
  static const SarEntryWeights weights = {SAR_ENTRY_Q, SAR_ENTRY_V, SAR_ENTRY_A};
  Maker x;
  SAR_TRY(begin(m, &x));
  for (int32_t i = 0; i < x.user.nconstraints && !x.c.no_memory; i++) {
    const SarUserConstraint *constraint = &x.user.constraints[i];
    int32_t row = sar_user_row_index(&x.system, &x.user, constraint->multiplier);
    sar_user_collect_entries(&x.c, row, acceleration_of(&x, constraint), weights);
  }
  return finish(m, &x, out);
}

static void collect_by_time(Maker *x, const SarExpr *f, int32_t target) {
  const SarExpr *derivative = f ? sar_symbols_by_explicit_time(&x->user.symbols, f) : NULL;
  if (!derivative || !sar_node_is(derivative, 0)) sar_user_collect(&x->c, derivative, target);
}

/* Targets: the rows of the residual, then those of the rates, then those of the accelerations. */
static SarStatus make_by_time(const SarWorkspace *m, Level *out) {
  const SarSizes *n = &m->problem.n;
  int32_t rates = sar_sizes_unknowns(n), accelerations = rates + n->np;
  Maker x;
  SAR_TRY(begin(m, &x));
  for (int32_t i = 0; i < x.user.nterms && !x.c.no_memory; i++) {
    const SarUserTerm *term = &x.user.terms[i];
    collect_by_time(&x, term->f, sar_user_row_index(&x.system, &x.user, term->row));
  }
  for (int32_t i = 0; i < x.user.nconstraints && !x.c.no_memory; i++) {
    const SarUserConstraint *constraint = &x.user.constraints[i];
    int32_t index = sar_symbol_index(constraint->multiplier);
    bool holonomic = is_holonomic(constraint);
    if (holonomic) collect_by_time(&x, rate_of(&x, constraint->f), rates + index);
    collect_by_time(&x, acceleration_of(&x, constraint), accelerations + (holonomic ? index : n->np + index));
  }
  return finish(m, &x, out);
}

/* ---- evaluating ---- */

static void run(const SarWorkspace *m, const Level *level, const SarPoint *at) {
  sar_user_load(m, at);
  if (!level->program.program) return;
  sar_program_evaluate(level->program.program, m->leaves, level->scratch, level->outputs);
  sar_workspace_note_stop_in(m, level->program.program, level->scratch);
}

SarStatus sar_user_add_level(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  bool velocity = weights->rows == SAR_ROWS_VELOCITY;
  Level *level = velocity ? &m->levels->velocity : &m->levels->acceleration;
  if (!level->made) SAR_TRY(velocity ? make_velocity(m, level) : make_acceleration(m, level));
  run(m, level, at);
  sar_user_add_entries(&m->problem.n, level->entries, level->nentries, level->slots, level->outputs, weights, NULL,
                       values);
  return SAR_OK;
}

SarStatus sar_user_add_by_time(const SarWorkspace *m, const SarPoint *at, double *rows, double *rates,
                               double *accelerations) {
  if (!m->system->user) return SAR_OK;
  Level *level = &m->levels->by_time;
  if (!level->made) SAR_TRY(make_by_time(m, level));
  run(m, level, at);
  int32_t n = sar_sizes_unknowns(&m->problem.n), np = m->problem.n.np;
  for (int32_t i = 0; i < level->program.noutputs; i++) {
    int32_t target = level->program.target[i];
    double *slot = target < n ? &rows[target] : target < n + np ? &rates[target - n] : &accelerations[target - n - np];
    *slot += level->outputs[i];
  }
  return SAR_OK;
}
