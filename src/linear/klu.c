/* KLU: sparse LU with partial pivoting (Davis and Palamadai Natarajan, ACM TOMS 37(3), 2010).
 *
 * The first factorisation chooses the pivots; the following ones keep them, which is 2.6 to 3.3 times cheaper and
 * allocates nothing. Row scaling is off: it makes refactorisations 1.7 times as dear.
 *
 * The order is that of AMD, which counts on pivots from the diagonal. Multipliers have zeros there, and where other
 * pivots have to be taken the order may be spoiled: twenty times the entries that were foreseen for chains with springs
 * along them. So what the factors cost is compared with what was foreseen, and where it is much more, or the matrix
 * falls into blocks, other orders are tried: block triangular form, whose matching of rows with columns keeps zeros off
 * the diagonal, and COLAMD, which allows for any pivots. An order that needs several times the entries foreseen is
 * given up on the way: to finish it could cost as much as a full matrix. The choice looks at the values alone, never at
 * the past or a clock, so the values for which the pivots were chosen say all that a checkpoint has to know. A matrix
 * that has a few entries more than one before may follow the order of that one, which is then part of a checkpoint.
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

#include "linear/costs.h"
#include "linear/estimate.h"
#include "linear/linear.h"
#include "linear/lu_columns.h"
#include "linear/pivot.h"

_Static_assert(sizeof(int) == sizeof(int32_t), "KLU's int is our int32_t");

#define TRUSTED 1e-4      /* pivot ratio above which kept pivots need no trial */
#define WORST_ERROR 1e-10 /* backward error of the trial that asks for new pivots; below it refinement does */
#define WORSE 100         /* unless the full factorisation did not do better by this factor */

#define SPOILED 1.3  /* times the cost foreseen: the block triangular form is tried */
#define RUINED 4     /* times the cost foreseen: so is COLAMD, if that did not help */
#define WORTH_IT 0.8 /* of the cost: below it another order is tried, or taken */

#define ROOM 3      /* times the entries foreseen for the first order: what the factors may have in any */
#define MORE_ROOM 4 /* times that, again and again, where no order fits */
#define NEVER 1e300 /* times the memory: KLU cannot grow by so much, and says that the matrix is too large */

/* Times the entries: what matching rows and columns for the triangular form may cost. Where a path of exchanges runs
 * through all of a long chain, it would grow with the square of it. */
#define MATCHING_WORK 20

typedef struct Order {
  int btf, ordering; /* KLU's: block triangular form; 0: AMD, 1: COLAMD */
} Order;

static const Order plain = {0, 0}, triangular = {1, 0}, by_columns = {0, 1};

typedef struct Factors {
  klu_symbolic *symbolic;
  klu_numeric *numeric;
} Factors;

typedef struct Choice {
  Factors factors;
  double cost;
} Choice;

/* The order of the factors of another matrix. */
typedef struct Given {
  int32_t *rows, *columns; /* n each, in one piece of memory; null: there is none */
  double cost;             /* when it was found by a search */
  double entries;          /* of L, or of U if they are more */
} Given;

typedef struct Klu {
  SarContext *context;
  SarPattern pattern;
  klu_common common;
  klu_symbolic *symbolic; /* those of the factors in use */
  klu_numeric *numeric;
  double *work;     /* 2 n */
  double *solution; /* n, of the trial: behind work */
  double *chosen;   /* the values for which the pivots were chosen, once numeric exists */
  double error;     /* backward error of the trial after the last full factorisation */
  double trial;     /* of the last factorisation; 0: trusted without */
  int32_t singular; /* column, or -1 */
  double growth;    /* KLU's own: by how much memory grows where it may */
  Given given;      /* tried first, once; kept while the factors are in that order */
  double searched;  /* cost of the factors when their order was found by a search */
  SarLinearStats stats;
} Klu;

static void destroy(void *self) {
  Klu *k = self;
  klu_free_numeric(&k->numeric, &k->common);
  klu_free_symbolic(&k->symbolic, &k->common);
  free(k->given.rows);
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
  k->common.scale = -1; /* no scaling, and no check of the pattern in every call: sar_linear_create did it */
  k->common.maxwork = MATCHING_WORK;
  k->growth = k->common.memgrow;
  k->work = calloc(3 * (size_t)pattern->nrows + 1, sizeof *k->work);
  k->chosen = malloc(((size_t)pattern->column[pattern->ncolumns] + 1) * sizeof *k->chosen);
  if (!k->work || !k->chosen) {
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
static double matrix_cost(const Klu *k, double flops, double fill) {
  return 2.5 * k->pattern.column[k->pattern.nrows] + 0.33 * flops + 2.15 * fill;
}

static double cost_ratio(const Klu *k, double flops) {
  const double n = k->pattern.nrows, fill = (double)k->stats.fill;
  const double iteration = 5 * n + 8 * n + 0.45 * fill; /* residual, solve */
  return matrix_cost(k, flops, fill) / iteration;
}

/* Entries of the factors and, of a block triangular form, beside its blocks. */
static int64_t fill_of(const klu_numeric *numeric) { return (int64_t)numeric->lnz + numeric->unz + numeric->nzoff; }

static double flops_of(Klu *k, Factors f) {
  klu_flops(f.symbolic, f.numeric, &k->common);
  return k->common.flops;
}

static double cost_of(Klu *k, Factors f) { return matrix_cost(k, flops_of(k, f), (double)fill_of(f.numeric)); }

/* With pivots from the diagonal; infinite where it is not known (COLAMD). */
static double foreseen_cost(const Klu *k, const klu_symbolic *symbolic) {
  if (symbolic->lnz < 0 || symbolic->est_flops < 0) return INFINITY;
  return matrix_cost(k, symbolic->est_flops, symbolic->lnz + symbolic->unz + symbolic->nzoff);
}

static SarPivots pivots_of(Factors f) { return (SarPivots){f.numeric->Udiag, f.numeric->Pnum, f.symbolic->Q}; }

/* Whether the pivots are more than rounding; sets the pivot ratio and the singular column. */
static bool pivots_exist(Klu *k, Factors f, const double *values) {
  k->stats.reciprocal = sar_pivot_ratio(f.numeric->Udiag, k->pattern.nrows);
  if (k->stats.reciprocal >= SAR_MAYBE_SINGULAR) return true;
  k->singular = sar_first_lost_pivot(&k->pattern, values, pivots_of(f), k->work);
  if (k->singular < 0) return true;
  k->stats.reciprocal = 0;
  return false;
}

/* One block of the triangular form; all of the matrix without it. */
static void solve_block(const Klu *k, int32_t block, double *x) {
  const klu_numeric *numeric = k->numeric;
  const int32_t first = k->symbolic->R[block], end = k->symbolic->R[block + 1], n = end - first;
  const double *diagonal = (const double *)numeric->Udiag + first;
  if (n == 1) {
    x[first] /= diagonal[0];
  } else {
    const double *store = numeric->LUbx[block];
    sar_lu_down(n, (SarLuColumns){store, numeric->Lip + first, numeric->Llen + first}, x + first);
    sar_lu_up(n, (SarLuColumns){store, numeric->Uip + first, numeric->Ulen + first}, diagonal, x + first);
  }
  for (int32_t j = first; block > 0 && j < end; j++) {
    const int32_t p = numeric->Offp[j];
    sar_lu_subtract(numeric->Offp[j + 1] - p, numeric->Offi + p, (const double *)numeric->Offx + p, x[j], x);
  }
}

/* What klu_solve does for one right-hand side, with the same bits. */
static void solve_quietly(void *self, double *rhs) {
  Klu *k = self;
  if (k->pattern.nrows == 0) return;
  double *x = k->numeric->Xwork;
  sar_lu_gather(k->pattern.nrows, k->numeric->Pnum, rhs, x);
  for (int32_t block = k->symbolic->nblocks - 1; block >= 0; block--) solve_block(k, block, x);
  sar_lu_scatter(k->pattern.nrows, k->symbolic->Q, x, rhs);
}

static double trial_error(Klu *k, const double *values) {
  const SarFactors factors = {.self = k, .solve = solve_quietly};
  return sar_trial_known(&k->pattern, values, k->solution, &factors, k->work);
}

static bool factor_with_kept_pivots(Klu *k, const double *values, bool tried) {
  if (!klu_refactor(starts(k), rows(k), numbers(values), k->symbolic, k->numeric, &k->common)) return false;
  if (k->common.status != KLU_OK || !pivots_exist(k, (Factors){k->symbolic, k->numeric}, values)) return false;
  k->trial = 0;
  if (!tried || k->stats.reciprocal >= TRUSTED) return true;
  k->trial = trial_error(k, values);
  return k->trial <= fmax(WORST_ERROR, WORSE * k->error);
}

/* The order, and what it cost to match rows and columns for it. */
static klu_symbolic *analyze(Klu *k, Order order) {
  const double entries = k->pattern.column[k->pattern.ncolumns];
  k->common.btf = order.btf;
  k->common.ordering = order.ordering;
  klu_symbolic *symbolic = klu_analyze(k->pattern.nrows, starts(k), rows(k), &k->common);
  if (order.btf) k->stats.matching += k->common.work < 0 ? MATCHING_WORK * entries : k->common.work;
  return symbolic;
}

static void free_factors(Klu *k, Factors *f) {
  klu_free_numeric(&f->numeric, &k->common);
  klu_free_symbolic(&f->symbolic, &k->common);
}

/* Factors with about `room` entries in L, and in U, at most: none and KLU_TOO_LARGE where they need more. Where they
 * could be full, there is no bound. */
static klu_numeric *factor_within(Klu *k, double room, const double *values, klu_symbolic *symbolic) {
  const double n = k->pattern.nrows;
  k->common.initmem_amd = symbolic->lnz > 0 ? room / symbolic->lnz : ROOM;
  k->common.initmem = room / k->pattern.column[k->pattern.ncolumns];
  k->common.memgrow = room < n * (n + 1) / 2 ? NEVER : k->growth;
  return klu_factor(starts(k), rows(k), numbers(values), symbolic, &k->common);
}

/* Another order in place of the best so far, if it is better. */
static void try_order(Klu *k, double room, const double *values, Order order, bool spoiled, Choice *best) {
  Factors other = {analyze(k, order), NULL};
  bool matched = !order.btf || k->common.structural_rank == k->pattern.nrows;
  if (!other.symbolic || !matched) { /* no memory, or too much work: the order at hand will do */
    free_factors(k, &other);
    return;
  }
  double foreseen = foreseen_cost(k, other.symbolic);
  if (spoiled || foreseen < WORTH_IT * best->cost) other.numeric = factor_within(k, room, values, other.symbolic);
  double cost = other.numeric && k->common.status == KLU_OK ? cost_of(k, other) : INFINITY;
  if (cost < WORTH_IT * best->cost) {
    Factors worse = best->factors;
    *best = (Choice){other, cost};
    other = worse;
  }
  free_factors(k, &other);
}

/* The factors with the first order, or with the one that costs least if that is spoiled. KLU's status says why there
 * are none. */
static Factors find_factors_within(Klu *k, double room_by_foreseen, const double *values) {
  Choice best = {{analyze(k, plain), NULL}, INFINITY};
  Factors *first = &best.factors;
  if (!first->symbolic) return *first;
  const double foreseen = foreseen_cost(k, first->symbolic), room = room_by_foreseen * first->symbolic->lnz;
  first->numeric = factor_within(k, room, values, first->symbolic);
  if (k->common.status != KLU_OK && k->common.status != KLU_TOO_LARGE) return *first;
  if (first->numeric) best.cost = cost_of(k, *first);
  try_order(k, room, values, triangular, best.cost > SPOILED * foreseen, &best);
  if (best.cost > RUINED * foreseen) try_order(k, room, values, by_columns, true, &best);
  k->common.status = best.factors.numeric ? KLU_OK : KLU_TOO_LARGE;
  return best.factors;
}

static Factors find_factors(Klu *k, const double *values) {
  const double full = k->pattern.nrows;
  for (double room = ROOM;; room *= MORE_ROOM) {
    Factors found = find_factors_within(k, room, values);
    if (k->common.status != KLU_TOO_LARGE || room > full) return found;
    free_factors(k, &found);
  }
}

/* In the given order, unless that costs much more than it did: none then. */
static Factors factors_as_given(Klu *k, const double *values) {
  Factors found = {NULL, NULL};
  k->common.btf = 0;
  found.symbolic = klu_analyze_given(k->pattern.nrows, starts(k), rows(k), k->given.rows, k->given.columns, &k->common);
  if (found.symbolic) found.numeric = factor_within(k, SPOILED * k->given.entries, values, found.symbolic);
  const bool good = found.numeric && k->common.status == KLU_OK && cost_of(k, found) <= SPOILED * k->given.cost;
  if (!good) free_factors(k, &found);
  return found;
}

static void forget_order(Klu *k) {
  free(k->given.rows);
  k->given = (Given){NULL, NULL, 0, 0};
}

/* An order that was given is for the first pivots. */
static Factors first_factors(Klu *k, const double *values) {
  Factors found = {NULL, NULL};
  if (k->given.rows && !k->numeric) found = factors_as_given(k, values);
  if (found.numeric) {
    k->searched = k->given.cost;
    return found;
  }
  forget_order(k);
  found = find_factors(k, values);
  if (found.numeric) k->searched = cost_of(k, found);
  return found;
}

static SarStatus factor_with_new_pivots(Klu *k, const double *values) {
  k->stats.full++;
  Factors found = first_factors(k, values);
  bool singular = k->common.status == KLU_SINGULAR, lost = false;
  if (found.numeric) {
    lost = !pivots_exist(k, found, values);
  } else if (singular) {
    k->singular = k->common.singular_col < k->pattern.nrows ? k->common.singular_col : -1;
    k->stats.reciprocal = 0;
  }
  if (!found.numeric || lost) { /* the old ones stay */
    free_factors(k, &found);
    return singular || lost ? SAR_SINGULAR : sar_report_no_memory(k->context);
  }
  free_factors(k, &(Factors){k->symbolic, k->numeric});
  k->symbolic = found.symbolic;
  k->numeric = found.numeric;
  k->error = trial_error(k, values);
  k->trial = k->stats.reciprocal >= TRUSTED ? 0 : k->error; /* as if the pivots had been kept: see pivot_values */
  memcpy(k->chosen, values, (size_t)k->pattern.column[k->pattern.ncolumns] * sizeof *values);
  k->stats.fill = fill_of(found.numeric);
  k->stats.operations = flops_of(k, found);
  k->stats.cost_ratio = cost_ratio(k, k->stats.operations);
  return SAR_OK;
}

static SarStatus factor_in_turn(Klu *k, const double *values, bool tried) {
  if (k->pattern.nrows == 0) return SAR_OK;
  k->stats.factorisations++;
  SarStatus status = SAR_OK;
  if (!k->numeric || !factor_with_kept_pivots(k, values, tried)) status = factor_with_new_pivots(k, values);
  if (status == SAR_OK) k->singular = -1;
  return status;
}

static SarStatus factor(void *self, const double *values) { return factor_in_turn(self, values, true); }

static SarStatus factor_untried(void *self, const double *values) { return factor_in_turn(self, values, false); }

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

static void stats(void *self, SarLinearStats *out) {
  const Klu *k = self;
  *out = k->stats;
  out->peak = (int64_t)k->common.mempeak;
}

static int32_t singular_column(void *self) { return ((Klu *)self)->singular; }

static SarRefinement refinement(void *self) {
  return ((Klu *)self)->trial > SAR_TRIAL_EXACT ? SAR_REFINE_ALL : SAR_REFINE_NOTHING;
}

double sar_klu_cost(const void *self, double solves) {
  const Klu *k = self;
  const double n = k->pattern.nrows, entries = k->pattern.column[k->pattern.ncolumns];
  const double fill = (double)k->stats.fill, solve = 5.5 * fill + 33 * n;
  const double trial = k->trial > 0 ? 1.7 * (solve + 8 * entries) : 0;
  const double solution = k->trial > SAR_TRIAL_EXACT ? 2 * solve + 7 * entries : solve;
  return 4 * k->stats.operations + 17 * fill + 57 * n + trial + solves * solution;
}

/* Beside a choice that costs much more, memory for it is nothing; without it, KLU counts as exact. */
double sar_klu_row_error(void *self, const double *values) {
  Klu *k = self;
  const int32_t n = k->pattern.nrows;
  double *side = malloc(2 * (size_t)n * sizeof *side), error = 0;
  if (!side) return 0;
  sar_trial_side(n, side);
  const SarFactors factors = {.self = k, .solve = solve_quietly};
  const SarTrial trial = sar_trial(&k->pattern, values, 1, side, &factors, k->work);
  if (isfinite(trial.error)) error = sar_trial_row_error(&k->pattern, values, side, k->work, side + n);
  free(side);
  return error;
}

static bool allocate_given(Klu *k) {
  const size_t n = (size_t)k->pattern.nrows;
  k->given.rows = malloc((2 * n + 1) * sizeof *k->given.rows);
  k->given.columns = k->given.rows ? k->given.rows + n : NULL;
  return k->given.rows != NULL;
}

void sar_klu_follow(void *self, const void *other) {
  Klu *k = self;
  const Klu *from = other;
  const size_t size = (size_t)k->pattern.nrows * sizeof(int32_t);
  if (!from->numeric || !allocate_given(k)) return; /* it is only faster */
  memcpy(k->given.rows, from->numeric->Pnum, size);
  memcpy(k->given.columns, from->symbolic->Q, size);
  k->given.cost = from->searched;
  k->given.entries = fmax(from->numeric->lnz, from->numeric->unz) + from->numeric->nzoff;
}

/* Whether all numbers up to n are there; seen: n, work. */
static bool is_order(int32_t n, const int32_t *order, double *seen) {
  for (int32_t i = 0; i < n; i++) seen[i] = 0;
  for (int32_t i = 0; i < n; i++) {
    if (order[i] < 0 || order[i] >= n || seen[order[i]] > 0) return false;
    seen[order[i]] = 1;
  }
  return true;
}

SarStatus sar_klu_archive_order(void *self, SarArchive *archive) {
  Klu *k = self;
  const int32_t n = k->pattern.nrows;
  bool have = k->given.rows != NULL;
  sar_archive_flag(archive, &have);
  if (!have || archive->status != SAR_OK) return archive->status;
  if (archive->loading && !allocate_given(k)) return SAR_NO_MEMORY;
  sar_archive_bytes(archive, k->given.rows, 2 * (size_t)n * sizeof *k->given.rows);
  SAR_ARCHIVE(archive, k->given.cost);
  SAR_ARCHIVE(archive, k->given.entries);
  const bool sound = archive->status == SAR_OK && is_order(n, k->given.rows, k->work) &&
                     is_order(n, k->given.columns, k->work) && k->given.entries >= 0;
  if (archive->loading && !sound) forget_order(k);
  return archive->status != SAR_OK || sound ? archive->status : SAR_INPUT;
}

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
    .factor_untried = factor_untried,
    .solve = solve,
    .solve_transposed = solve_transposed,
    .solve_many = solve_many,
    .condition = condition,
    .stats = stats,
    .singular_column = singular_column,
    .pivot_values = pivot_values,
    .refinement = refinement,
};
