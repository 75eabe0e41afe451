/* Block LU without exchanges between blocks, in an order that is fixed once (block_order.h) and compiled into a list of
 * small dense operations (block_program.h).
 *
 * The matrix of a mechanism needs no pivoting when every multiplier follows enough of the coordinates it constrains:
 * body blocks are kappa M + O(h), and a joint's block is then -B M^-1 B^T. Where that is not so (coordinates without
 * mass, poses in which an order that is good by its pattern is not good by its numbers) the factors are bad. No cheap
 * look at the pivots tells that from units that differ, so every factorisation has to solve a system with a known
 * right-hand side, for a third of its own cost. If the backward error is not that of rounding, or the matrix seems
 * singular, a second, more patient order is tried, and if that is no better the matrix goes to KLU. Where the trial
 * leaves doubts, a second one with a known solution says whether solutions have to be refined. The decisions look at
 * the values alone, never at the past, so KLU's pivots are all that a checkpoint has to know. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/block_program.h"
#include "linear/costs.h"
#include "linear/estimate.h"
#include "linear/linear.h"

/* Other right-hand sides have up to six times the error of the trial in mechanisms of like inertias, and more where the
 * inverse of a pivot block is large: the error then hides in unknowns that this right-hand side hardly moves. Measured
 * on the matrices of all models in tests/ and examples/, so that no solution has an error above 1e-12. */
#define WORST_ERROR 1.5e-13
#define WORST_ERROR_BY_GROWTH 1e-8 /* times the largest element times the largest inverse */
#define WORST_CONDITION 1e11       /* from here on KLU has to say whether the matrix is singular */

/* No doubts: an error of the trial up to this, unless the largest inverse is so much larger than what the trial has
 * seen of it, or so large that one right-hand side says little about others. In doubt, the second trial may have the
 * error of the first one where that has seen almost all, and must be exact where it has not. */
#define EXACT_ERROR 1e-15
#define UNSEEN_GROWTH 1000
#define LARGE_GROWTH 1e6
#define SEEN_GROWTH 10
#define BLIND_GROWTH 1e4 /* times what the trial has seen: even two good trials may be luck */

/* An iteration that corrects what it sees loses nothing by errors up to this: its matrix is that of an older step. On a
 * long chain, whose pivots collect all that was eliminated, every factorisation is in doubt: refined corrections would
 * double the cost of a step. */
#define HARMLESS_ERROR 1e-10

extern const SarLinearClass sar_linear_klu;

/* An order, and a factorisation in it. */
typedef struct Elimination {
  SarBlockProgram program;
  double *store;   /* the blocks; null until the order is needed */
  double *scratch; /* of the operations */
} Elimination;

enum { HASTY, PATIENT, NORDERS };

typedef struct Block {
  SarContext *context;
  SarPattern pattern;
  SarPartition partition; /* owned: the second order is made when first needed */
  Elimination order[NORDERS];
  Elimination *in_use;  /* null: klu holds the factorisation */
  double *side;         /* n: right-hand side of the trial */
  double *solution;     /* n: of the second trial */
  int first;            /* the order that is tried first */
  int trials;           /* of the last factorisation */
  SarRefinement refine; /* which solutions by in_use are to be refined */
  double row_error;     /* above it solutions are refined; 0: rows are not looked at one by one */
  double *work;         /* 3 n */
  void *klu;            /* null until needed */
  bool used[NORDERS];   /* some factorisation was kept */
  SarLinearStats stats;
} Block;

static void free_order(Elimination *e) {
  sar_block_program_free(&e->program);
  free(e->store);
  free(e->scratch);
  *e = (Elimination){0};
}

static void destroy(void *self) {
  Block *b = self;
  if (b->klu) sar_linear_klu.destroy(b->klu);
  for (int k = 0; k < NORDERS; k++) free_order(&b->order[k]);
  free((void *)b->partition.start);
  free(b->side);
  free(b->solution);
  free(b->work);
  free(b);
}

/* Nanoseconds, fitted once to timings, as in klu.c: entries of the matrix and elimination, residual and solve. */
static double cost_ratio(const Block *b, const SarBlockProgram *program) {
  const double n = b->pattern.nrows, entries = b->pattern.column[b->pattern.nrows];
  const double matrix = 4.5 * entries + 0.3 * program->work + 0.7 * program->size;
  const double iteration = 9.5 * n + 0.3 * program->solve_work;
  return n > 0 ? matrix / iteration : 1;
}

static bool make_order(Block *b, int which) {
  Elimination *e = &b->order[which];
  if (e->store) return true;
  sar_block_program_free(&e->program);
  if (!sar_block_program_make(&b->pattern, &b->partition, which == PATIENT, &e->program)) return false;
  if (!e->scratch) e->scratch = malloc((sar_block_scratch(e->program.largest) + 1) * sizeof *e->scratch);
  e->store = e->scratch ? malloc(((size_t)e->program.size + 1) * sizeof *e->store) : NULL;
  return e->store != NULL;
}

static bool copy_partition(const SarPartition *from, SarPartition *to) {
  int32_t *start = malloc(((size_t)from->count + 1) * sizeof *start);
  if (start && from->count > 0) memcpy(start, from->start, ((size_t)from->count + 1) * sizeof *start);
  *to = (SarPartition){from->count, start};
  return start != NULL;
}

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  Block *b = calloc(1, sizeof *b);
  if (!b) return sar_report_no_memory(context);
  const size_t n = (size_t)pattern->nrows;
  b->context = context;
  b->pattern = *pattern;
  b->side = malloc((n + 1) * sizeof *b->side);
  b->solution = malloc((n + 1) * sizeof *b->solution);
  b->work = malloc((3 * n + 1) * sizeof *b->work);
  if (!b->side || !b->solution || !b->work || !copy_partition(partition, &b->partition) || !make_order(b, HASTY)) {
    destroy(b);
    return sar_report_no_memory(context);
  }
  sar_trial_side(pattern->nrows, b->side);
  sar_trial_solution(pattern->nrows, b->solution);
  b->in_use = &b->order[HASTY];
  b->trials = 1;
  *self = b;
  return SAR_OK;
}

/* Returns the largest size of a value. */
static double scatter(const Block *b, Elimination *e, const double *restrict values) {
  double *restrict store = e->store, largest = 0;
  const int32_t count = b->pattern.column[b->pattern.ncolumns], *slot = e->program.slot;
  memset(store, 0, (size_t)e->program.size * sizeof *store);
  for (int32_t p = 0; p < count; p++) {
    store[slot[p]] = values[p];
    if (fabs(values[p]) > largest) largest = fabs(values[p]);
  }
  return largest;
}

static void run_solve(void *self, double *x) {
  const Elimination *e = self;
  sar_block_run(&e->program.down, e->store, x, e->scratch);
  sar_block_run(&e->program.up, e->store, x, e->scratch);
}

static void run_solve_transposed(void *self, double *x) {
  const Elimination *e = self;
  sar_block_run_transposed(&e->program.up, e->store, x, e->scratch);
  sar_block_run_transposed(&e->program.down, e->store, x, e->scratch);
}

static SarFactors factors_of(Elimination *e) { return (SarFactors){e, run_solve, run_solve_transposed}; }

static double rows_error(Block *b, const double *values) {
  return sar_trial_row_error(&b->pattern, values, b->side, b->work, b->work + 2 * (size_t)b->pattern.nrows);
}

/* Asked with the largest element, which is at most the norm, and only when that does not do with the norm. */
static bool good(Block *b, Elimination *e, const double *values, double largest, double inverse) {
  b->refine = SAR_REFINE_NOTHING;
  if (!isfinite(inverse)) return false;
  const SarFactors factors = factors_of(e);
  const double worst = fmin(WORST_ERROR, WORST_ERROR_BY_GROWTH / (largest * inverse));
  SarTrial trial = sar_trial(&b->pattern, values, largest, b->side, &factors, b->work);
  b->trials = 1;
  if (trial.error > worst && isfinite(trial.error)) {
    const double norm = sar_row_norm(&b->pattern, values, b->work);
    trial = sar_trial(&b->pattern, values, norm, b->side, &factors, b->work);
  }
  b->stats.reciprocal = 1 / fmax(trial.condition, 1);
  if (trial.error > worst || trial.condition > WORST_CONDITION) return false;
  const double rows = b->row_error > 0 ? rows_error(b, values) : 0;
  if (rows > b->row_error) b->refine = rows > HARMLESS_ERROR ? SAR_REFINE_ALL : SAR_REFINE_ANSWERS;
  const double growth = largest * inverse, seen = fmax(trial.condition, 1);
  if (trial.error <= EXACT_ERROR && growth <= fmin(UNSEEN_GROWTH * seen, LARGE_GROWTH)) return true;
  const double error = sar_trial_known(&b->pattern, values, b->solution, &factors, b->work);
  b->trials = 2;
  const bool blind = growth > BLIND_GROWTH * seen;
  if (blind || error > (growth <= SEEN_GROWTH * seen ? WORST_ERROR : SAR_TRIAL_EXACT)) {
    b->refine = error > HARMLESS_ERROR || b->refine == SAR_REFINE_ALL ? SAR_REFINE_ALL : SAR_REFINE_ANSWERS;
  }
  return isfinite(error);
}

static bool eliminate(Block *b, Elimination *e, const double *values) {
  const double largest = scatter(b, e, values);
  const double inverse = sar_block_factor(e->program.noperations, e->program.operations, e->store, e->scratch);
  return good(b, e, values, largest, inverse);
}

static SarStatus fall_back(Block *b, const double *values) {
  b->stats.fallbacks++;
  if (!b->klu) SAR_TRY(sar_linear_klu.create(b->context, &b->pattern, &b->partition, &b->klu));
  return sar_linear_klu.factor(b->klu, values);
}

SarStatus sar_block_try(void *self, const double *values, bool *good) {
  Block *b = self;
  *good = true;
  b->stats.factorisations++;
  for (int i = 0; i < NORDERS; i++) {
    const int k = (b->first + i) % NORDERS;
    b->in_use = NULL;
    if (!make_order(b, k)) return sar_report_no_memory(b->context);
    b->in_use = &b->order[k];
    if (!eliminate(b, b->in_use, values)) continue;
    b->used[k] = true;
    return SAR_OK;
  }
  b->in_use = NULL;
  *good = false;
  return SAR_OK;
}

static SarStatus factor(void *self, const double *values) {
  Block *b = self;
  bool good = false;
  SAR_TRY(sar_block_try(b, values, &good));
  return good ? SAR_OK : fall_back(b, values);
}

static void solve(void *self, double *rhs) {
  Block *b = self;
  b->stats.solves++;
  if (b->in_use) {
    run_solve(b->in_use, rhs);
  } else {
    sar_linear_klu.solve(b->klu, rhs);
  }
}

static void solve_transposed(void *self, double *rhs) {
  Block *b = self;
  b->stats.solves++;
  if (b->in_use) {
    run_solve_transposed(b->in_use, rhs);
  } else {
    sar_linear_klu.solve_transposed(b->klu, rhs);
  }
}

static double condition(void *self, const double *values) {
  Block *b = self;
  if (!b->in_use) return sar_linear_klu.condition(b->klu, values);
  const SarFactors factors = factors_of(b->in_use);
  return sar_condition_estimate(&b->pattern, values, &factors, b->work);
}

static double solve_cost(const Block *b, const SarBlockProgram *program) {
  return program->solve_work + 22.0 * (program->down.count + program->up.count) + 12.0 * b->pattern.nrows;
}

double sar_block_cost(const void *self, double solves) {
  const Block *b = self;
  if (!b->in_use) return INFINITY;
  const SarBlockProgram *program = &b->in_use->program;
  const double n = b->pattern.nrows, entries = b->pattern.column[b->pattern.ncolumns];
  const double solve = solve_cost(b, program), trial = 1.3 * solve + 21 * entries + 41 * n;
  const double solution = b->refine == SAR_REFINE_ALL ? 2 * solve + 7 * entries : solve;
  return 1.1 * program->work + 69 * program->noperations + b->trials * trial + 7 * entries + solves * solution;
}

bool sar_block_was_patient(const void *self) {
  const Block *b = self;
  return b->in_use == &b->order[PATIENT];
}

void sar_block_choose(void *self, SarBlockChoice choice) {
  Block *b = self;
  b->first = choice.patient ? PATIENT : HASTY;
  b->row_error = choice.row_error;
  Elimination *other = &b->order[choice.patient ? HASTY : PATIENT];
  if (b->in_use == other) b->in_use = NULL;
  free_order(other);
}

/* An order of the blocks counts as one choice of pivots, KLU's choices come on top. */
static void stats(void *self, SarLinearStats *out) {
  const Block *b = self;
  SarLinearStats klu = {0};
  if (b->klu) sar_linear_klu.stats(b->klu, &klu);
  *out = b->stats;
  out->full = klu.full + b->used[HASTY] + b->used[PATIENT];
  out->fill = b->in_use ? b->in_use->program.size : klu.fill;
  out->operations = b->in_use ? 2 * b->in_use->program.work : klu.operations;
  out->cost_ratio = b->in_use ? cost_ratio(b, &b->in_use->program) : klu.cost_ratio;
  if (!b->in_use) out->reciprocal = klu.reciprocal;
}

static int32_t singular_column(void *self) {
  Block *b = self;
  return !b->in_use && b->klu ? sar_linear_klu.singular_column(b->klu) : -1;
}

static SarRefinement refinement(void *self) {
  Block *b = self;
  return b->in_use ? b->refine : sar_linear_klu.refinement(b->klu);
}

/* Values that KLU chose pivots for were bad for the blocks and will be again, so factorising them in a new solver leads
 * to the same pivots. */
static const double *pivot_values(void *self) {
  Block *b = self;
  return b->klu ? sar_linear_klu.pivot_values(b->klu) : NULL;
}

const SarLinearClass sar_linear_block = {
    .name = "block",
    .summary = "block LU in a fixed order without pivoting, for mechanisms; KLU where that is not good enough",
    .largest = 0,
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
    .pivot_values = pivot_values,
    .refinement = refinement,
};
