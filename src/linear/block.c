/* Block LU without exchanges between blocks, in an order that is fixed once (block_order.h) and compiled into a list of
 * small dense operations (block_program.h).
 *
 * The matrix of a mechanism needs no pivoting when every multiplier follows enough of the coordinates it constrains:
 * body blocks are kappa M + O(h), and a joint's block is then -B M^-1 B^T. Where that is not so (coordinates without
 * mass, poses in which an order that is good by its pattern is not good by its numbers) the factors are bad. No cheap
 * look at the pivots tells that from units that differ, so every factorisation has to solve a system with a known
 * right-hand side, for a third of its own cost. If the backward error is not that of rounding, or the matrix seems
 * singular, it goes to KLU. The decision looks at the values alone, never at the past, so KLU's pivots are all that
 * a checkpoint has to know. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/block_program.h"
#include "linear/estimate.h"
#include "linear/linear.h"

/* Other right-hand sides have up to six times the error of the trial in mechanisms of like inertias, and more where the
 * inverse of a pivot block is large: the error then hides in unknowns that this right-hand side hardly moves. Measured
 * on the matrices of all models in tests/ and examples/, so that no solution has an error above 1e-12. */
#define WORST_ERROR 1.5e-13
#define WORST_ERROR_BY_GROWTH 1e-8 /* times the largest element times the largest inverse */
#define WORST_CONDITION 1e11       /* from here on KLU has to say whether the matrix is singular */

extern const SarLinearClass sar_linear_klu;

typedef struct Block {
  SarContext *context;
  SarPattern pattern;
  SarBlockProgram program;
  double *store;    /* the blocks */
  double *side;     /* n: right-hand side of the trial */
  double *work;     /* 2 n */
  double *scratch;  /* of the operations */
  void *klu;        /* null until needed */
  bool fallen_back; /* klu holds the factorisation */
  bool used;        /* some factorisation was kept */
  SarLinearStats stats;
} Block;

static void destroy(void *self) {
  Block *b = self;
  if (b->klu) sar_linear_klu.destroy(b->klu);
  sar_block_program_free(&b->program);
  free(b->store);
  free(b->side);
  free(b->work);
  free(b->scratch);
  free(b);
}

/* Nanoseconds, fitted once to timings, as in klu.c: entries of the matrix and elimination, residual and solve. */
static double cost_ratio(const Block *b) {
  const double n = b->pattern.nrows, entries = b->pattern.column[b->pattern.nrows];
  const double matrix = 4.5 * entries + 0.3 * b->program.work + 0.7 * b->program.size;
  const double iteration = 9.5 * n + 0.3 * b->program.solve_work;
  return n > 0 ? matrix / iteration : 1;
}

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  Block *b = calloc(1, sizeof *b);
  if (!b) return sar_report_no_memory(context);
  const size_t n = (size_t)pattern->nrows;
  b->context = context;
  b->pattern = *pattern;
  if (sar_block_program_make(pattern, partition, &b->program)) {
    b->store = malloc(((size_t)b->program.size + 1) * sizeof *b->store);
    b->side = malloc((n + 1) * sizeof *b->side);
    b->work = malloc((2 * n + 1) * sizeof *b->work);
    b->scratch = malloc((sar_block_scratch(b->program.largest) + 1) * sizeof *b->scratch);
  }
  if (!b->store || !b->side || !b->work || !b->scratch) {
    destroy(b);
    return sar_report_no_memory(context);
  }
  sar_trial_side(pattern->nrows, b->side);
  b->stats.fill = b->program.size;
  b->stats.cost_ratio = cost_ratio(b);
  *self = b;
  return SAR_OK;
}

/* Returns the largest size of a value. */
static double scatter(Block *b, const double *restrict values) {
  double *restrict store = b->store, largest = 0;
  const int32_t count = b->pattern.column[b->pattern.ncolumns], *slot = b->program.slot;
  memset(store, 0, (size_t)b->program.size * sizeof *store);
  for (int32_t p = 0; p < count; p++) {
    store[slot[p]] = values[p];
    if (fabs(values[p]) > largest) largest = fabs(values[p]);
  }
  return largest;
}

static void run_solve(void *self, double *x) {
  Block *b = self;
  sar_block_run(&b->program.down, b->store, x, b->scratch);
  sar_block_run(&b->program.up, b->store, x, b->scratch);
}

static void run_solve_transposed(void *self, double *x) {
  Block *b = self;
  sar_block_run_transposed(&b->program.up, b->store, x, b->scratch);
  sar_block_run_transposed(&b->program.down, b->store, x, b->scratch);
}

static SarFactors factors_of(Block *b) { return (SarFactors){b, run_solve, run_solve_transposed}; }

/* Asked with the largest element, which is at most the norm, and only when that does not do with the norm. */
static bool good(Block *b, const double *values, double largest, double inverse) {
  if (!isfinite(inverse)) return false;
  const SarFactors factors = factors_of(b);
  const double worst = fmin(WORST_ERROR, WORST_ERROR_BY_GROWTH / (largest * inverse));
  SarTrial trial = sar_trial(&b->pattern, values, largest, b->side, &factors, b->work);
  if (trial.error > worst && isfinite(trial.error)) {
    const double norm = sar_row_norm(&b->pattern, values, b->work);
    trial = sar_trial(&b->pattern, values, norm, b->side, &factors, b->work);
  }
  b->stats.reciprocal = 1 / fmax(trial.condition, 1);
  return trial.error <= worst && trial.condition <= WORST_CONDITION;
}

static SarStatus fall_back(Block *b, const double *values) {
  b->stats.fallbacks++;
  if (!b->klu) SAR_TRY(sar_linear_klu.create(b->context, &b->pattern, &(SarPartition){0}, &b->klu));
  return sar_linear_klu.factor(b->klu, values);
}

static SarStatus factor(void *self, const double *values) {
  Block *b = self;
  b->stats.factorisations++;
  const double largest = scatter(b, values);
  const double inverse = sar_block_factor(b->program.noperations, b->program.operations, b->store, b->scratch);
  b->fallen_back = !good(b, values, largest, inverse);
  if (b->fallen_back) return fall_back(b, values);
  b->used = true;
  return SAR_OK;
}

static void solve(void *self, double *rhs) {
  Block *b = self;
  b->stats.solves++;
  if (b->fallen_back) {
    sar_linear_klu.solve(b->klu, rhs);
  } else {
    run_solve(b, rhs);
  }
}

static void solve_transposed(void *self, double *rhs) {
  Block *b = self;
  b->stats.solves++;
  if (b->fallen_back) {
    sar_linear_klu.solve_transposed(b->klu, rhs);
  } else {
    run_solve_transposed(b, rhs);
  }
}

static double condition(void *self, const double *values) {
  Block *b = self;
  if (b->fallen_back) return sar_linear_klu.condition(b->klu, values);
  const SarFactors factors = factors_of(b);
  return sar_condition_estimate(&b->pattern, values, &factors, b->work);
}

/* The order of the blocks counts as one choice of pivots, KLU's choices come on top. */
static void stats(void *self, SarLinearStats *out) {
  const Block *b = self;
  SarLinearStats klu = {0};
  if (b->klu) sar_linear_klu.stats(b->klu, &klu);
  *out = b->stats;
  out->full = klu.full + (b->used ? 1 : 0);
  if (!b->fallen_back) return;
  out->fill = klu.fill;
  out->reciprocal = klu.reciprocal;
  out->cost_ratio = klu.cost_ratio;
}

static int32_t singular_column(void *self) {
  Block *b = self;
  return b->fallen_back && b->klu ? sar_linear_klu.singular_column(b->klu) : -1;
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
};
