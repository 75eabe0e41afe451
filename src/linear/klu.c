/* KLU: sparse LU with partial pivoting (Davis and Palamadai Natarajan, ACM TOMS 37(3), 2010).
 *
 * The pattern is ordered once, with AMD. Block triangular form and row scaling are off: the matrix of a mechanism is
 * one irreducible block, where the block form can only lose and scaling adds fill. The first factorisation chooses
 * the pivots; the following ones keep them, which is 2.6 to 3.3 times cheaper and allocates nothing.
 *
 * Kept pivots may grow bad when the values move. The ratio of the smallest to the largest pivot costs next to nothing
 * and falls when a pivot shrinks or others grow, for a good reason (the mechanism passes a singular position, the units
 * differ) or a bad one (the pivot should have been another). So only when it is small is a system with a known
 * solution solved, whose backward error tells the two apart: it stays at rounding in the first case. (KLU's own
 * measure of pivot growth costs more than the refactorisation itself on large systems; the trial costs a third of one.)
 * Pivots that are not worth replacing, but not as good as rounding allows, are made up for by refinement.
 *
 * A failed attempt at new pivots leaves the old ones in place for the next try. */
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/estimate.h"
#include "linear/linear.h"
#include "linear/pivot.h"

_Static_assert(sizeof(int) == sizeof(int32_t), "KLU's int is our int32_t");

#define TRUSTED 1e-4      /* pivot ratio above which kept pivots need no trial */
#define WORST_ERROR 1e-10 /* backward error of the trial that asks for new pivots; below it refinement does */
#define WORSE 100         /* unless the full factorisation did not do better by this factor */

typedef struct Klu {
  SarContext *context;
  SarPattern pattern;
  klu_common common;
  klu_symbolic *symbolic;
  klu_numeric *numeric;
  double *work;     /* 2 n */
  double *solution; /* n, of the trial: behind work */
  double *chosen;   /* the values for which the pivots were chosen, once numeric exists */
  double error;     /* backward error of the trial after the last full factorisation */
  double trial;     /* of the last factorisation; 0: trusted without */
  int32_t singular; /* column, or -1 */
  SarLinearStats stats;
} Klu;

static void destroy(void *self) {
  Klu *k = self;
  klu_free_numeric(&k->numeric, &k->common);
  klu_free_symbolic(&k->symbolic, &k->common);
  free(k->work);
  free(k->chosen);
  free(k);
}

/* KLU does not write to the matrix but does not say so with const. */
static int *starts(const Klu *k) { return (int *)k->pattern.column; }
static int *rows(const Klu *k) { return (int *)k->pattern.row; }
static double *numbers(const double *values) { return (double *)values; }

static SarStatus create(SarContext *context, const SarPattern *pattern, const SarPartition *partition, void **self) {
  (void)partition;
  Klu *k = calloc(1, sizeof *k);
  if (!k) return sar_report_no_memory(context);
  k->context = context;
  k->pattern = *pattern;
  k->singular = -1;
  klu_defaults(&k->common);
  k->common.btf = 0;
  k->common.ordering = 0; /* AMD */
  k->common.scale = -1;   /* no scaling, and no check of the pattern in every call: sar_linear_create did it */
  k->work = calloc(3 * (size_t)pattern->nrows + 1, sizeof *k->work);
  k->chosen = malloc(((size_t)pattern->column[pattern->ncolumns] + 1) * sizeof *k->chosen);
  if (k->work && k->chosen && pattern->nrows > 0) {
    k->symbolic = klu_analyze(pattern->nrows, starts(k), rows(k), &k->common);
  }
  if (!k->work || !k->chosen || (pattern->nrows > 0 && !k->symbolic)) {
    destroy(k);
    return sar_report_no_memory(context);
  }
  k->solution = k->work + 2 * pattern->nrows;
  sar_trial_solution(pattern->nrows, k->solution);
  *self = k;
  return SAR_OK;
}

/* Nanoseconds per entry, operation and unknown, fitted once to timings of chains and four-bar ladders with 90 to 90 000
 * unknowns and of random matrices. Only the ratio matters. It is never measured, so that runs repeat bit for bit. */
static double cost_ratio(Klu *k) {
  const double n = k->pattern.nrows, entries = k->pattern.column[k->pattern.nrows];
  const double fill = (double)k->stats.fill;
  klu_flops(k->symbolic, k->numeric, &k->common);
  const double matrix = 2.5 * entries + 0.33 * k->common.flops + 2.15 * fill;
  const double iteration = 5 * n + 8 * n + 0.45 * fill; /* residual, solve */
  return matrix / iteration;
}

static SarPivots pivots(const Klu *k, const klu_numeric *numeric) {
  return (SarPivots){numeric->Udiag, numeric->Pnum, k->symbolic->Q};
}

/* Whether the pivots of `numeric` are more than rounding; sets the pivot ratio and the singular column. */
static bool pivots_exist(Klu *k, klu_numeric *numeric, const double *values) {
  k->stats.reciprocal = sar_pivot_ratio(numeric->Udiag, k->pattern.nrows);
  if (k->stats.reciprocal >= SAR_MAYBE_SINGULAR) return true;
  k->singular = sar_first_lost_pivot(&k->pattern, values, pivots(k, numeric), k->work);
  if (k->singular < 0) return true;
  k->stats.reciprocal = 0;
  return false;
}

static void solve_quietly(void *self, double *rhs) {
  Klu *k = self;
  klu_solve(k->symbolic, k->numeric, k->pattern.nrows, 1, rhs, &k->common);
}

static double trial_error(Klu *k, const double *values) {
  const SarFactors factors = {.self = k, .solve = solve_quietly};
  return sar_trial_known(&k->pattern, values, k->solution, &factors, k->work);
}

static bool factor_with_kept_pivots(Klu *k, const double *values) {
  if (!klu_refactor(starts(k), rows(k), numbers(values), k->symbolic, k->numeric, &k->common)) return false;
  if (k->common.status != KLU_OK || !pivots_exist(k, k->numeric, values)) return false;
  k->trial = 0;
  if (k->stats.reciprocal >= TRUSTED) return true;
  k->trial = trial_error(k, values);
  return k->trial <= fmax(WORST_ERROR, WORSE * k->error);
}

static SarStatus factor_with_new_pivots(Klu *k, const double *values) {
  k->stats.full++;
  klu_numeric *numeric = klu_factor(starts(k), rows(k), numbers(values), k->symbolic, &k->common);
  if (!numeric && k->common.status != KLU_SINGULAR) return sar_report_no_memory(k->context);
  if (!numeric) {
    k->singular = k->common.singular_col < k->pattern.nrows ? k->common.singular_col : -1;
    k->stats.reciprocal = 0;
    return SAR_SINGULAR;
  }
  if (!pivots_exist(k, numeric, values)) {
    klu_free_numeric(&numeric, &k->common);
    return SAR_SINGULAR;
  }
  klu_free_numeric(&k->numeric, &k->common);
  k->numeric = numeric;
  k->error = trial_error(k, values);
  k->trial = k->stats.reciprocal >= TRUSTED ? 0 : k->error; /* as if the pivots had been kept: see pivot_values */
  memcpy(k->chosen, values, (size_t)k->pattern.column[k->pattern.ncolumns] * sizeof *values);
  k->stats.fill = (int64_t)numeric->lnz + numeric->unz;
  k->stats.cost_ratio = cost_ratio(k);
  return SAR_OK;
}

static SarStatus factor(void *self, const double *values) {
  Klu *k = self;
  if (k->pattern.nrows == 0) return SAR_OK;
  k->stats.factorisations++;
  SarStatus status = SAR_OK;
  if (!k->numeric || !factor_with_kept_pivots(k, values)) status = factor_with_new_pivots(k, values);
  if (status == SAR_OK) k->singular = -1;
  return status;
}

static void solve(void *self, double *rhs) {
  Klu *k = self;
  k->stats.solves++;
  solve_quietly(k, rhs);
}

static void solve_transposed(void *self, double *rhs) {
  Klu *k = self;
  k->stats.solves++;
  klu_tsolve(k->symbolic, k->numeric, k->pattern.nrows, 1, rhs, &k->common);
}

static void solve_many(void *self, bool transposed, int32_t count, double *rhs) {
  Klu *k = self;
  k->stats.solves += count;
  (transposed ? klu_tsolve : klu_solve)(k->symbolic, k->numeric, k->pattern.nrows, count, rhs, &k->common);
}

static double condition(void *self, const double *values) {
  Klu *k = self;
  if (k->pattern.nrows == 0) return 1;
  klu_condest(starts(k), numbers(values), k->symbolic, k->numeric, &k->common);
  return k->common.condest;
}

static void stats(void *self, SarLinearStats *out) { *out = ((Klu *)self)->stats; }

static int32_t singular_column(void *self) { return ((Klu *)self)->singular; }

static bool inexact(void *self) { return ((Klu *)self)->trial > SAR_TRIAL_EXACT; }

static const double *pivot_values(void *self) {
  const Klu *k = self;
  return k->numeric ? k->chosen : NULL;
}

const SarLinearClass sar_linear_klu = {
    .name = "klu",
    .summary = "sparse LU with partial pivoting, pivots kept while they are good",
    .largest = 0,
    .create = create,
    .destroy = destroy,
    .factor = factor,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .solve_many = solve_many,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
    .pivot_values = pivot_values,
    .inexact = inexact,
};
