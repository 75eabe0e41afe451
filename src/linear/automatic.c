/* What `auto` takes for matrices that are neither tiny nor full: KLU, and in its place blocks, or KLU for the entries
 * that differ from zero, where these cost less.
 *
 * The first matrices are KLU's, which does every one and whose pivots say what it really costs. To make an order of
 * blocks costs as much as several factorisations; when KLU has cost four times that, blocks are tried on the next
 * matrix. They are taken if they are good in one of their two orders and cost a fifth less, by numbers of operations;
 * KLU's memory is then given back. A matrix that the blocks cannot do goes to KLU, and so do all that follow until KLU
 * has cost four times as much as before the first try. Small matrices stay with KLU: there is nothing to gain.
 *
 * Where blocks are not taken and half of the stored entries are zeros, KLU is tried without these. An entry that begins
 * to differ from zero makes another order necessary. When that has cost more than was gained, all entries are KLU's
 * again, for good. Gains are counted by solutions, of which a resumed run makes as many as any other. Large matrices of
 * which nobody knows blocks are begun without zeros: to find an order for all entries may cost as much as a hundred
 * matrices (stabilised index 2, with contacts).
 *
 * Blocks are judged by their error row by row as well. Where equations differ in size, that of the small ones is lost
 * in the norm of the whole, and corrections that are exact by that norm make an iteration that has to meet the small
 * ones converge slowly (an engine in mm, driven: 102 matrices instead of 5). Where they are not as good as KLU, or as
 * rounding, every solution is refined, and that counts as their cost.
 *
 * KLU's estimate of what a new matrix costs is kept, so that the corrector renews its matrix at the same steps: runs
 * with blocks or without zeros differ from those with KLU by rounding alone.
 *
 * A checkpoint carries the choice, and how far it is away. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/costs.h"
#include "linear/linear.h"
#include "linear/nonzeros.h"

#define WORTH_IT 0.8    /* of KLU's cost */
#define MAKING 550.0    /* instructions per entry to make an order and its program, or both orders */
#define PATIENCE 4      /* times that: what KLU may cost before blocks are tried */
#define MORE_PATIENCE 4 /* times as much, after each failure */
#define SMALL 1500      /* entries of KLU's factors: below that there is nothing to gain */
#define MANY 50         /* solutions with one factorisation: a matrix may be kept for long */
#define EMPTY 0.5       /* of the stored entries are zeros: they may be left out */
#define TWICE 2         /* what all entries are thought to cost then, where nobody has tried */
#define USUAL 5         /* solutions with a matrix, where there were none yet */
#define LARGE 10000     /* entries: below that all of them are tried first */

#define ROW_ERROR 1e-13 /* backward error of a row that needs no refinement */
#define WORSE 10        /* times KLU's, which needs none either */

extern const SarLinearClass sar_linear_klu, sar_linear_block;

typedef enum Mode { UNDECIDED, BY_KLU, BY_BLOCKS, BY_NONZEROS, NMODES } Mode;

/* What leaving out zeros has gained, in instructions. */
typedef struct Gain {
  double whole;      /* what a matrix costs KLU with all entries, and its solutions; 0: nobody has tried */
  double per_matrix; /* so many */
  double each;       /* what one solution gains, with its share of the matrix */
  double sum;        /* up to the last order, less what all of them have cost */
} Gain;

typedef struct Automatic {
  SarContext *context;
  SarPattern pattern;
  SarPartition partition; /* owned */
  Mode mode;
  void *klu;               /* null when one of the following is used */
  void *block;             /* null unless it is */
  void *nonzeros;          /* likewise */
  double patience;         /* what KLU may cost until blocks are tried */
  double matrices, solves; /* by KLU, until it is decided; without zeros: solutions since the last order */
  uint64_t last;           /* what the latest of them is known by */
  SarBlockChoice choice;   /* how they are used */
  double cost_ratio;       /* KLU's, when they or the nonzeros were chosen */
  Gain gain;
  SarLinearStats before; /* of solvers that are no longer used: counts only */
} Automatic;

static const SarLinearClass *class_of(const Automatic *a) {
  return a->block ? &sar_linear_block : a->nonzeros ? &sar_linear_nonzeros : &sar_linear_klu;
}

static void *self_of(const Automatic *a) { return a->block ? a->block : a->nonzeros ? a->nonzeros : a->klu; }

static SarLinearStats stats_of(const SarLinearClass *class, void *self) {
  SarLinearStats stats = {0};
  class->stats(self, &stats);
  return stats;
}

static void remember(Automatic *a, const SarLinearStats *stats) {
  a->before.factorisations += stats->factorisations;
  a->before.full += stats->full;
  a->before.solves += stats->solves;
  a->before.matching += stats->matching;
  if (stats->peak > a->before.peak) a->before.peak = stats->peak;
}

static void leave(Automatic *a, const SarLinearClass *class, void **self) {
  if (!*self) return;
  const SarLinearStats stats = stats_of(class, *self);
  remember(a, &stats);
  class->destroy(*self);
  *self = NULL;
}

static void destroy(void *self) {
  Automatic *a = self;
  if (a->klu) sar_linear_klu.destroy(a->klu);
  if (a->block) sar_linear_block.destroy(a->block);
  if (a->nonzeros) sar_linear_nonzeros.destroy(a->nonzeros);
  free((void *)a->partition.start);
  free(a);
}

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  Automatic *a = calloc(1, sizeof *a);
  const size_t nstarts = (size_t)partition->count + 1;
  int32_t *start = malloc(nstarts * sizeof *start);
  if (!a || !start) {
    free(a);
    free(start);
    return sar_report_no_memory(context);
  }
  if (partition->count > 0) memcpy(start, partition->start, nstarts * sizeof *start);
  *a = (Automatic){.context = context, .pattern = *pattern, .partition = {partition->count, start}};
  a->patience = PATIENCE * MAKING * pattern->column[pattern->ncolumns];
  const SarStatus status = sar_linear_klu.create(context, pattern, partition, &a->klu);
  if (status == SAR_OK) {
    *self = a;
  } else {
    destroy(a);
  }
  return status;
}

/* Blocks in the place of KLU. */
static void take_blocks(Automatic *a, void **block) {
  sar_block_choose(*block, a->choice);
  leave(a, &sar_linear_klu, &a->klu);
  a->block = *block;
  *block = NULL;
  a->mode = BY_BLOCKS;
}

/* Not now: perhaps later. */
static void wait_longer(Automatic *a) {
  a->mode = UNDECIDED;
  a->matrices = a->solves = 0;
  a->patience *= MORE_PATIENCE;
}

/* By what one factorisation and the solutions with it cost, as many as there were so far, and many. */
static bool blocks_cost_less(const Automatic *a, const void *block) {
  const double solves[] = {a->solves / a->matrices, MANY};
  for (int k = 0; k < 2; k++) {
    if (sar_block_cost(block, solves[k]) > WORTH_IT * sar_klu_cost(a->klu, solves[k])) return false;
  }
  return true;
}

/* Takes the blocks if they cost less and can do it at all. */
static SarStatus compare(Automatic *a, const double *values, void **block) {
  if (!blocks_cost_less(a, *block)) return SAR_OK;
  bool good = false;
  a->choice = (SarBlockChoice){.row_error = fmax(ROW_ERROR, WORSE * sar_klu_row_error(a->klu, values))};
  sar_block_choose(*block, a->choice);
  SAR_TRY(sar_block_try(*block, values, &good));
  if (!good) {
    wait_longer(a);
    return SAR_OK;
  }
  if (!blocks_cost_less(a, *block)) return SAR_OK;
  a->choice.patient = sar_block_was_patient(*block);
  a->cost_ratio = stats_of(&sar_linear_klu, a->klu).cost_ratio;
  take_blocks(a, block);
  return SAR_OK;
}

static SarStatus try_blocks(Automatic *a, const double *values) {
  void *block = NULL;
  if (a->partition.count == 0) return SAR_OK; /* nothing says where they could be */
  SAR_TRY(sar_linear_block.create(a->context, &a->pattern, &a->partition, &block));
  const SarStatus status = compare(a, values, &block);
  if (block) sar_linear_block.destroy(block);
  return status;
}

/* ---- nonzeros ---- */

static bool has_many_zeros(const Automatic *a, const double *values) {
  const int32_t count = a->pattern.column[a->pattern.ncolumns];
  int32_t zeros = 0;
  for (int32_t k = 0; k < count; k++) zeros += values[k] == 0;
  return zeros > EMPTY * count;
}

static void take_nonzeros(Automatic *a, void **nonzeros) {
  leave(a, &sar_linear_klu, &a->klu);
  a->nonzeros = *nonzeros;
  *nonzeros = NULL;
  a->mode = BY_NONZEROS;
}

static double gain_of(const Automatic *a, const void *nonzeros) {
  const double cost = sar_nonzeros_cost(nonzeros, a->gain.per_matrix);
  return ((a->gain.whole > 0 ? a->gain.whole : TWICE * cost) - cost) / a->gain.per_matrix;
}

/* per_matrix: solutions with a matrix, so far */
static SarStatus compare_nonzeros(Automatic *a, const double *values, double per_matrix, void **nonzeros) {
  const SarStatus status = sar_linear_nonzeros.factor(*nonzeros, values);
  if (status != SAR_OK) return status == SAR_SINGULAR ? SAR_OK : status;
  const double solves[] = {per_matrix, MANY};
  for (int k = 0; k < 2; k++) {
    if (sar_nonzeros_cost(*nonzeros, solves[k]) > WORTH_IT * sar_klu_cost(a->klu, solves[k])) return SAR_OK;
  }
  a->gain = (Gain){.whole = sar_klu_cost(a->klu, per_matrix), .per_matrix = per_matrix};
  a->gain.each = gain_of(a, *nonzeros);
  a->cost_ratio = stats_of(&sar_linear_klu, a->klu).cost_ratio;
  a->solves = 0;
  take_nonzeros(a, nonzeros);
  return SAR_OK;
}

static SarStatus try_nonzeros(Automatic *a, const double *values, double per_matrix) {
  if (!has_many_zeros(a, values)) return SAR_OK;
  void *nonzeros = NULL;
  SAR_TRY(sar_linear_nonzeros.create(a->context, &a->pattern, &a->partition, &nonzeros));
  const SarStatus status = compare_nonzeros(a, values, per_matrix, &nonzeros);
  if (nonzeros) sar_linear_nonzeros.destroy(nonzeros);
  return status;
}

/* The first matrix of those that have no blocks: without zeros, if there are many. */
static SarStatus begin_without_zeros(Automatic *a, const double *values, bool *good) {
  const bool first = a->mode == UNDECIDED && a->matrices == 0 && a->partition.count == 0;
  if (!first || a->pattern.column[a->pattern.ncolumns] < LARGE || !has_many_zeros(a, values)) return SAR_OK;
  void *nonzeros = NULL;
  SAR_TRY(sar_linear_nonzeros.create(a->context, &a->pattern, &a->partition, &nonzeros));
  const SarStatus status = sar_linear_nonzeros.factor(nonzeros, values);
  *good = status == SAR_OK;
  if (*good) {
    a->gain = (Gain){.per_matrix = USUAL};
    a->gain.each = gain_of(a, nonzeros);
    a->cost_ratio = stats_of(&sar_linear_nonzeros, nonzeros).cost_ratio;
    take_nonzeros(a, &nonzeros);
  } else {
    sar_linear_nonzeros.destroy(nonzeros);
  }
  return status == SAR_SINGULAR ? SAR_OK : status;
}

/* For the matrix that KLU has just factored: it is factored by what is taken. */
static SarStatus decide(Automatic *a, const double *values) {
  const double per_matrix = fmax(1, a->solves / a->matrices);
  a->mode = BY_KLU;
  if (stats_of(&sar_linear_klu, a->klu).fill < SMALL) return SAR_OK;
  SAR_TRY(try_blocks(a, values));
  return a->block ? SAR_OK : try_nonzeros(a, values, per_matrix);
}

/* The part in use was made anew: whether that still pays. */
static bool pays(Automatic *a) {
  const double making = MAKING * sar_nonzeros_entries(a->nonzeros);
  a->gain.sum += a->solves * a->gain.each - making;
  a->gain.each = gain_of(a, a->nonzeros);
  a->solves = 0;
  return a->gain.sum > -PATIENCE * making;
}

static SarStatus factor_nonzeros(Automatic *a, const double *values, bool tried) {
  const int64_t made = sar_nonzeros_made(a->nonzeros);
  const SarLinearClass *class = &sar_linear_nonzeros;
  SAR_TRY((tried ? class->factor : class->factor_untried)(a->nonzeros, values));
  if (sar_nonzeros_made(a->nonzeros) == made || pays(a)) return SAR_OK;
  SAR_TRY(sar_linear_klu.create(a->context, &a->pattern, &a->partition, &a->klu));
  leave(a, class, &a->nonzeros);
  a->mode = BY_KLU;
  return sar_linear_klu.factor(a->klu, values);
}

/* Of the bits of all values (Fowler, Noll and Vo, by eight bytes). */
static uint64_t hash_of(const Automatic *a, const double *values) {
  const int32_t count = a->pattern.column[a->pattern.ncolumns];
  uint64_t hash = 14695981039346656037u;
  for (int32_t k = 0; k < count; k++) {
    uint64_t bits;
    memcpy(&bits, &values[k], sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
  }
  return hash;
}

static bool has_cost_enough(const Automatic *a) {
  return a->matrices > 0 && a->matrices * sar_klu_cost(a->klu, a->solves / a->matrices) > a->patience;
}

static SarStatus by_klu(Automatic *a, const double *values, bool tried) {
  return (tried ? sar_linear_klu.factor : sar_linear_klu.factor_untried)(a->klu, values);
}

/* A resumed run factors the latest matrix again: that does not count. */
static SarStatus factor_undecided(Automatic *a, const double *values, bool tried) {
  const uint64_t hash = hash_of(a, values);
  const bool another = hash != a->last;
  a->last = hash;
  SAR_TRY(by_klu(a, values, tried));
  if (!another) return SAR_OK;
  const bool enough = has_cost_enough(a);
  a->matrices++;
  return enough ? decide(a, values) : SAR_OK;
}

static SarStatus factor_by_blocks(Automatic *a, const double *values, bool *good) {
  SAR_TRY(sar_block_try(a->block, values, good));
  if (*good) return SAR_OK;
  SAR_TRY(sar_linear_klu.create(a->context, &a->pattern, &a->partition, &a->klu));
  leave(a, &sar_linear_block, &a->block);
  a->before.fallbacks++;
  wait_longer(a);
  return SAR_OK;
}

static SarStatus factor_by(Automatic *a, const double *values, bool tried) {
  bool good = false;
  if (a->nonzeros) return factor_nonzeros(a, values, tried);
  SAR_TRY(begin_without_zeros(a, values, &good));
  if (a->block) SAR_TRY(factor_by_blocks(a, values, &good));
  if (good) return SAR_OK;
  return a->mode == UNDECIDED ? factor_undecided(a, values, tried) : by_klu(a, values, tried);
}

static SarStatus factor(void *self, const double *values) { return factor_by(self, values, true); }

static SarStatus factor_untried(void *self, const double *values) { return factor_by(self, values, false); }

static void solve(void *self, double *rhs) {
  Automatic *a = self;
  a->solves++;
  class_of(a)->solve(self_of(a), rhs);
}

static void solve_aside(void *self, double *rhs) {
  const Automatic *a = self;
  class_of(a)->solve(self_of(a), rhs);
}

static void solve_transposed(void *self, double *rhs) {
  Automatic *a = self;
  a->solves++;
  class_of(a)->solve_transposed(self_of(a), rhs);
}

static void solve_many(void *self, bool transposed, int32_t count, double *rhs) {
  Automatic *a = self;
  void (*one)(void *self, double *rhs) = transposed ? solve_transposed : solve;
  for (int32_t k = 0; a->block && k < count; k++) one(self, rhs + (size_t)k * (size_t)a->pattern.nrows);
  if (a->block) return;
  a->solves += count;
  class_of(a)->solve_many(self_of(a), transposed, count, rhs);
}

static double condition(void *self, const double *values) { return class_of(self)->condition(self_of(self), values); }

static void stats(void *self, SarLinearStats *out) {
  const Automatic *a = self;
  const SarLinearStats *before = &a->before;
  *out = stats_of(class_of(a), self_of(a));
  out->factorisations += before->factorisations;
  out->full += before->full;
  out->solves += before->solves;
  out->fallbacks += before->fallbacks;
  out->matching += before->matching;
  if (before->peak > out->peak) out->peak = before->peak;
  if (a->block || a->nonzeros) out->cost_ratio = a->cost_ratio;
}

static int32_t singular_column(void *self) { return class_of(self)->singular_column(self_of(self)); }

static SarRefinement refinement(void *self) { return class_of(self)->refinement(self_of(self)); }

static const double *pivot_values(void *self) {
  const Automatic *a = self;
  return a->klu ? sar_linear_klu.pivot_values(a->klu) : NULL;
}

/* They are KLU's, whatever would be taken for the values as a first matrix. */
static SarStatus load_pivots(void *self, const double *values) { return by_klu(self, values, true); }

static SarStatus load_blocks(Automatic *a) {
  if (a->partition.count == 0 || a->block) return SAR_INPUT;
  void *block = NULL;
  SAR_TRY(sar_linear_block.create(a->context, &a->pattern, &a->partition, &block));
  take_blocks(a, &block);
  return SAR_OK;
}

static SarStatus load_nonzeros(Automatic *a) {
  if (a->nonzeros) return SAR_INPUT;
  void *nonzeros = NULL;
  SAR_TRY(sar_linear_nonzeros.create(a->context, &a->pattern, &a->partition, &nonzeros));
  take_nonzeros(a, &nonzeros);
  return SAR_OK;
}

static SarStatus archive(void *self, SarArchive *archive) {
  Automatic *a = self;
  int32_t mode = (int32_t)a->mode;
  sar_archive_int(archive, &mode, 0, NMODES - 1);
  SAR_ARCHIVE(archive, a->matrices);
  SAR_ARCHIVE(archive, a->solves);
  SAR_ARCHIVE(archive, a->patience);
  SAR_ARCHIVE(archive, a->last);
  sar_archive_flag(archive, &a->choice.patient);
  SAR_ARCHIVE(archive, a->choice.row_error);
  SAR_ARCHIVE(archive, a->cost_ratio);
  SAR_ARCHIVE(archive, a->gain);
  SAR_TRY(archive->status);
  if (archive->loading) {
    if (mode == BY_BLOCKS) return load_blocks(a);
    if (mode == BY_NONZEROS) SAR_TRY(load_nonzeros(a));
    a->mode = (Mode)mode;
  }
  return a->nonzeros ? sar_linear_nonzeros.archive(a->nonzeros, archive) : SAR_OK;
}

const SarLinearClass sar_linear_automatic = {
    .name = "auto",
    .summary = "KLU, or blocks, or KLU without zeros where these cost less",
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .factor_untried = factor_untried,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .solve_aside = solve_aside,
    .solve_many = solve_many,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
    .pivot_values = pivot_values,
    .load_pivots = load_pivots,
    .refinement = refinement,
    .archive = archive,
};
