/* Block LU without exchanges between blocks, in an order that is fixed once (block_order.h) and compiled into a list of
 * small dense operations (block_program.h).
 *
 * The matrix of a mechanism needs no pivoting when every multiplier follows enough of the coordinates it constrains:
 * body blocks are kappa M + O(h), and a joint's block is then -B M^-1 B^T. Where that is not so (coordinates without
 * mass, poses in which an order that is good by its pattern is not good by its numbers), the pivots show it: digits
 * cancelled in a pivot block, or changes that drown the matrix. Then a system with a known right-hand side is solved,
 * and when its backward error is not that of rounding the matrix goes to KLU. The decision looks at these values alone,
 * never at the past, so KLU's pivots are all that a checkpoint has to know. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/block_program.h"
#include "linear/estimate.h"
#include "linear/linear.h"

#define TRUSTED_LOSS 1e3      /* digits lost in a pivot block below which no trial is needed */
#define TRUSTED_CONDITION 1e7 /* of a pivot block, scales included */
#define TRUSTED_CHANGE 1e3    /* of a diagonal element, in units of the matrix' largest element */
#define HOPELESS 1e12         /* loss from which KLU has to say whether the matrix is singular */
#define WORST_ERROR 1e-13     /* of the trial; other right-hand sides may be ten times worse */

extern const SarLinearClass sar_linear_klu;

typedef struct Block {
  SarContext *context;
  SarPattern pattern;
  SarBlockProgram program;
  double *store;    /* the blocks */
  double *change;   /* n */
  double *work;     /* 3 n */
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
  free(b->change);
  free(b->work);
  free(b->scratch);
  free(b);
}

/* Nanoseconds, fitted once to timings, as in klu.c: entries of the matrix and elimination, residual and solve. */
static double cost_ratio(const Block *b) {
  const double n = b->pattern.nrows, entries = b->pattern.column[b->pattern.nrows];
  const double matrix = 2.5 * entries + 0.33 * b->program.work + 0.3 * b->program.size;
  const double iteration = 5 * n + 0.5 * b->program.solve_work + 3 * n;
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
    b->change = malloc((n + 1) * sizeof *b->change);
    b->work = malloc((3 * n + 1) * sizeof *b->work);
    b->scratch = malloc((sar_block_scratch(b->program.largest) + 1) * sizeof *b->scratch);
  }
  if (!b->store || !b->change || !b->work || !b->scratch) {
    destroy(b);
    return sar_report_no_memory(context);
  }
  b->stats.fill = b->program.size;
  b->stats.cost_ratio = cost_ratio(b);
  *self = b;
  return SAR_OK;
}

static void scatter(Block *b, const double *restrict values) {
  double *restrict store = b->store;
  memset(store, 0, (size_t)b->program.size * sizeof *store);
  const int32_t count = b->pattern.column[b->pattern.ncolumns], *slot = b->program.slot;
  for (int32_t p = 0; p < count; p++) store[slot[p]] = values[p];
  memset(b->change, 0, (size_t)b->pattern.nrows * sizeof *b->change);
}

static void run_solve(void *self, double *x) {
  Block *b = self;
  sar_block_run(b->program.ndown, b->program.down, b->store, x, b->scratch);
  sar_block_run(b->program.nup, b->program.up, b->store, x, b->scratch);
}

static void run_solve_transposed(void *self, double *x) {
  Block *b = self;
  sar_block_run_transposed(b->program.nup, b->program.up, b->store, x, b->scratch);
  sar_block_run_transposed(b->program.ndown, b->program.down, b->store, x, b->scratch);
}

static SarFactors factors_of(Block *b) { return (SarFactors){b, run_solve, run_solve_transposed}; }

/* Whether a number of the matrix is at least this large: as a rule one of the first is. */
static bool reaches(int32_t count, const double *values, double size) {
  for (int32_t i = 0; i < count; i++) {
    if (fabs(values[i]) >= size) return true;
  }
  return false;
}

static bool trusted(const Block *b, const double *values, const SarBlockQuality *quality) {
  return quality->loss <= TRUSTED_LOSS && quality->condition <= TRUSTED_CONDITION &&
         reaches(b->pattern.column[b->pattern.ncolumns], values, quality->change / TRUSTED_CHANGE);
}

static bool good(Block *b, const double *values, const SarBlockQuality *quality) {
  if (!(quality->loss < HOPELESS)) return false;
  if (trusted(b, values, quality)) return true;
  const SarFactors factors = factors_of(b);
  return sar_trial_error(&b->pattern, values, &factors, b->work) <= WORST_ERROR;
}

static SarStatus fall_back(Block *b, const double *values) {
  b->stats.fallbacks++;
  b->fallen_back = true;
  if (!b->klu) SAR_TRY(sar_linear_klu.create(b->context, &b->pattern, &(SarPartition){0}, &b->klu));
  return sar_linear_klu.factor(b->klu, values);
}

static SarStatus factor(void *self, const double *values) {
  Block *b = self;
  SarBlockQuality quality;
  b->stats.factorisations++;
  scatter(b, values);
  b->fallen_back = false;
  if (!sar_block_factor(b->program.noperations, b->program.operations, b->store, b->change, b->scratch, &quality) ||
      !good(b, values, &quality)) {
    return fall_back(b, values);
  }
  b->used = true;
  b->stats.reciprocal = 1 / fmax(quality.loss, 1);
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
