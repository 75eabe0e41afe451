#include "method/split.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "base/rotation.h"
#include "linear/columns.h"
#include "method/cayley.h"
#include "method/norm.h"

#define WORSE 1.25           /* condition over that of the last choice (paper 2, section 4, step 14) */
#define LARGEST_TURN 1       /* |g| of a stage (numerics 1) */
#define MOST_ITERATIONS 12   /* of dependent positions */
#define SLOWEST 0.5          /* rate of convergence: a way that is longer may lead to another branch */
#define POSITIONS 1e-12      /* of |Phi| over L, ... */
#define VELOCITIES 1e-12     /* ... and of the rates over the largest velocity, that are as good as zero */
#define ROUNDING 1e-11       /* the same, where rounding allows no less */
#define WELL_CONDITIONED 1e2 /* beyond, corrections must be as much smaller as the condition number is larger */
#define TURNS 0.25           /* of the unit of a position: that of a turn, so that turns are rather independent */
#define QUICK 0.1            /* rate of convergence with factors of the centre: with more, those of the place pay */

/* What a unit of each coordinate is. Stiff springs and dampers work on relative turns of bodies far more often than on
 * their places: where turns are independent, what is stiff is nearly linear in the coordinates, errors of stiff
 * components stay small and steps long. */
static void set_scales(SarSplit *split) {
  const SarProblem *p = split->problem;
  for (int32_t i = 0; i < p->n.nv; i++) split->scale[i] = 1 / p->weight[i];
  for (int32_t b = 0; b < p->nblocks; b++) {
    if (p->blocks[b].kind != SAR_BLOCK_ROTATION) continue;
    for (int32_t k = 0; k < 3; k++) split->scale[p->blocks[b].v + k] *= TURNS;
  }
}

bool sar_split_create(SarArena *arena, SarContext *context, const SarProblem *problem, SarStepStats *stats,
                      SarSplit *split) {
  const SarSizes *n = &problem->n;
  int32_t entries = problem->pattern.column[problem->pattern.ncolumns];
  *split = (SarSplit){.context = context, .problem = problem, .stats = stats, .culprit = -1};
  split->row = SAR_NEW(arena, n->np, int32_t);
  split->of_row = SAR_NEW(arena, n->np, int32_t);
  split->dependent = SAR_NEW(arena, n->nv, int32_t);
  split->independent = SAR_NEW(arena, n->nv, int32_t);
  split->column = SAR_NEW(arena, n->nv + 1, int32_t);
  split->pattern_row = SAR_NEW(arena, entries, int32_t);
  split->source = SAR_NEW(arena, entries, int32_t);
  split->centre = (SarSplitFactor){NULL, SAR_NEW(arena, entries, double), SAR_NEW(arena, entries, double)};
  split->place = (SarSplitFactor){NULL, SAR_NEW(arena, entries, double), SAR_NEW(arena, entries, double)};
  split->scale = SAR_NEW(arena, n->nv, double);
  split->work = SAR_NEW(arena, n->np + n->nn, double);
  split->rotation = SAR_NEW(arena, 9 * problem->nrotations, double);
  split->zero = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  if (!split->row || !split->of_row || !split->dependent || !split->independent || !split->column ||
      !split->pattern_row || !split->source || !split->centre.all || !split->centre.values || !split->place.all ||
      !split->place.values || !split->scale || !split->work || !split->rotation || !split->zero) {
    return false;
  }
  for (int32_t i = 0; i < n->np; i++) {
    bool carried = !problem->carried || problem->carried[i];
    split->of_row[i] = carried ? split->ndependent : -1;
    if (carried) split->row[split->ndependent++] = i;
  }
  split->nindependent = n->nv - split->ndependent;
  for (int32_t i = 0; i < n->nv; i++) split->independent[i] = i;
  set_scales(split);
  return true;
}

void sar_split_destroy(SarSplit *split) {
  sar_linear_destroy(&split->centre.linear);
  sar_linear_destroy(&split->place.linear);
}

/* The problem's matrix at a place in the chart: position rows are Phi_q T(xi). */
static SarStatus evaluate(SarSplit *split, const SarPoint *at, const double *xi) {
  const SarProblem *p = split->problem;
  SarPoint here = *at;
  if (!here.a) here.a = here.lambda = here.mu = here.xdot = here.z = split->zero;
  sar_cayley_tangents(p, xi, split->rotation);
  SAR_TRY(p->ops->jacobian(p, &here, &(SarWeights){.a = 1, .rotation = split->rotation}, split->place.all));
  split->stats->jacobians++;
  return SAR_OK;
}

/* The entries of the carried rows in the columns from[0 ... count - 1], as a matrix of its own. */
static void gather_pattern(SarSplit *split, const int32_t *from, int32_t count) {
  const SarPattern *p = &split->problem->pattern;
  int32_t nv = split->problem->n.nv, np = split->problem->n.np, entries = 0;
  for (int32_t j = 0; j < count; j++) {
    split->column[j] = entries;
    for (int32_t k = p->column[from[j]]; k < p->column[from[j] + 1]; k++) {
      int32_t row = p->row[k] - nv;
      if (row < 0 || row >= np || split->of_row[row] < 0) continue;
      split->pattern_row[entries] = split->of_row[row];
      split->source[entries++] = k;
    }
  }
  split->column[count] = entries;
  split->pattern = (SarPattern){split->ndependent, count, split->column, split->pattern_row};
}

static void gather_values(const SarSplit *split, SarSplitFactor *at) {
  int32_t entries = split->pattern.column[split->pattern.ncolumns];
  for (int32_t k = 0; k < entries; k++) at->values[k] = at->all[split->source[k]];
}

static int ascending(const void *x, const void *y) {
  int32_t a = *(const int32_t *)x, b = *(const int32_t *)y;
  return (a > b) - (a < b);
}

static void divide(SarSplit *split) {
  int32_t nv = split->problem->n.nv, next = 0, free_ones = 0;
  qsort(split->dependent, (size_t)split->ndependent, sizeof *split->dependent, ascending);
  for (int32_t i = 0; i < nv; i++) {
    if (next < split->ndependent && split->dependent[next] == i) {
      next++;
    } else {
      split->independent[free_ones++] = i;
    }
  }
}

static SarStatus factor(SarSplit *split, SarSplitFactor *at) {
  split->stats->factorisations++;
  SarStatus status = sar_linear_factor(at->linear, at->values);
  if (status != SAR_SINGULAR) return status;
  int32_t column = sar_linear_singular_column(at->linear);
  split->culprit = column >= 0 ? split->dependent[column] : -1;
  return status;
}

/* Phi_u of the split that stands in `dependent`. */
static SarStatus make_linear(SarSplit *split) {
  sar_split_destroy(split);
  gather_pattern(split, split->dependent, split->ndependent);
  SAR_TRY(sar_linear_create(split->context, "auto", &split->pattern, &split->centre.linear));
  return sar_linear_create(split->context, "auto", &split->pattern, &split->place.linear);
}

/* The largest column sum of the carried rows. */
static double column_norm(const SarSplit *split, const int32_t *columns, int32_t count) {
  const SarPattern *p = &split->problem->pattern;
  int32_t nv = split->problem->n.nv, np = split->problem->n.np;
  double most = 0;
  for (int32_t j = 0; j < count; j++) {
    double sum = 0;
    for (int32_t k = p->column[columns[j]]; k < p->column[columns[j] + 1]; k++) {
      int32_t row = p->row[k] - nv;
      if (row >= 0 && row < np && split->of_row[row] >= 0) sum += fabs(split->centre.all[k]);
    }
    most = fmax(most, sum);
  }
  return most;
}

/* |Phi_q| |Phi_u^-1|: the condition number of Phi_u, with the norm of all columns instead of its own. That of Phi_u
 * alone is blind where all of it becomes small at the same pace: it is always 1 for a single constraint. */
static double condition_of(const SarSplit *split) {
  double own = column_norm(split, split->dependent, split->ndependent);
  double free_ones = column_norm(split, split->independent, split->nindependent);
  return fmax(1, free_ones / own) * sar_linear_condition(split->centre.linear, split->centre.values);
}

static SarStatus choose(SarSplit *split) {
  int32_t nv = split->problem->n.nv, row = -1;
  for (int32_t i = 0; i < nv; i++) split->independent[i] = i;
  gather_pattern(split, split->independent, nv);
  gather_values(split, &split->centre);
  SarStatus status = sar_choose_columns(&split->pattern, split->centre.values, split->scale, split->dependent, &row);
  if (status == SAR_SINGULAR) split->culprit = row >= 0 ? nv + split->row[row] : -1;
  SAR_TRY(status);
  divide(split);
  SAR_TRY(make_linear(split));
  gather_values(split, &split->centre);
  SAR_TRY(factor(split, &split->centre));
  split->reference = split->condition = condition_of(split);
  return SAR_OK;
}

SarStatus sar_split_centre(SarSplit *split, const double *values, bool anew, bool *chosen) {
  const SarPattern *p = &split->problem->pattern;
  split->culprit = -1;
  *chosen = false;
  if (split->ndependent == 0) return SAR_OK;
  memcpy(split->centre.all, values, (size_t)p->column[p->ncolumns] * sizeof *values);
  if (split->centre.linear && !anew) {
    gather_values(split, &split->centre);
    SarStatus status = factor(split, &split->centre);
    if (status < 0) return status;
    split->condition = status == SAR_OK ? condition_of(split) : INFINITY;
    if (split->condition <= WORSE * split->reference) {
      split->reference = fmin(split->reference, split->condition); /* chosen near a singular pose, left behind now */
      return SAR_OK;
    }
  }
  *chosen = true;
  return choose(split);
}

/* Factorises Phi_u at q, reached from the chart's centre by xi. */
static SarStatus factor_at(SarSplit *split, const SarPoint *at, const double *xi) {
  SAR_TRY(evaluate(split, at, xi));
  gather_values(split, &split->place);
  return factor(split, &split->place);
}

static void solve(SarSplit *split, SarSplitFactor *at, double *b) {
  split->stats->solves++;
  sar_linear_solve(at->linear, b);
}

void sar_split_solve(SarSplit *split, double *b) {
  if (split->ndependent > 0) solve(split, &split->centre, b);
}

void sar_split_solve_transposed(SarSplit *split, int32_t count, double *b) {
  if (split->ndependent == 0) return;
  split->stats->solves += count;
  sar_linear_solve_many(split->centre.linear, true, count, b);
}

/* The largest residual of the carried rows in work, moved together; its row becomes the culprit. */
static double gather_rows(SarSplit *split) {
  double largest = 0;
  for (int32_t i = 0; i < split->ndependent; i++) {
    double size = fabs(split->work[split->row[i]]);
    if (!(size <= largest) && !isnan(largest)) {
      largest = size;
      split->culprit = split->problem->n.nv + split->row[i];
    }
    split->work[i] = -split->work[split->row[i]];
  }
  return largest;
}

static double largest_turn(const SarProblem *problem, const double *xi) {
  double most = 0;
  for (int32_t b = 0; b < problem->nblocks; b++) {
    if (problem->blocks[b].kind == SAR_BLOCK_PLAIN) continue;
    most = sar_larger(most, sar_norm(sar_vec3_load(xi + problem->blocks[b].v)));
  }
  return most;
}

/* The size of a correction of the dependent components, in lengths and radians. */
static double size_of(const SarSplit *split, const double *change) {
  double most = 0;
  for (int32_t i = 0; i < split->ndependent; i++) {
    most = sar_larger(most, fabs(change[i]) * split->problem->weight[split->dependent[i]]);
  }
  return most;
}

/* The correction that may be the last one, over that of a pose far from singular ones: next to these, accelerations
 * magnify errors of dependent coordinates by the condition number. */
static double strictness(const SarSplit *split) { return fmin(1, WELL_CONDITIONED / split->condition); }

/* slowest: rate of convergence beyond which it is given up. The last correction must be small, not only what is left in
 * the constraints, which says little of the coordinates next to a singular pose. With the factors of the place a
 * correction that no longer shrinks is rounding. */
static SarStatus positions(SarSplit *split, SarSplitFactor *with, double slowest, double t, const double *q0,
                           double *xi, double *q, double *turn) {
  const SarProblem *p = split->problem;
  double length = p->length > 0 ? p->length : 1, before = INFINITY;
  double fine = strictness(split) * POSITIONS;
  bool best = with == &split->place;
  for (int32_t k = 0; k <= MOST_ITERATIONS; k++, split->iterations++) {
    if (!(largest_turn(p, xi) <= LARGEST_TURN)) return SAR_ROTATION_TOO_LARGE;
    sar_cayley_advance(p, q0, xi, q, turn);
    if (split->ndependent == 0) return SAR_OK;
    SAR_TRY(p->ops->position(p, t, q, split->work));
    double left = gather_rows(split);
    if (!isfinite(left)) return SAR_RETRY;
    solve(split, with, split->work);
    double size = size_of(split, split->work);
    bool done = left <= POSITIONS * length && size <= fine;
    if (!done && size >= slowest * before) return best && left <= ROUNDING * length ? SAR_OK : SAR_NO_CONVERGENCE;
    for (int32_t i = 0; i < split->ndependent; i++) xi[split->dependent[i]] += split->work[i];
    if (done) { /* as the correction is known, it is made */
      sar_cayley_advance(p, q0, xi, q, turn);
      return SAR_OK;
    }
    before = size;
  }
  return SAR_NO_CONVERGENCE;
}

static SarStatus velocities(SarSplit *split, SarSplitFactor *with, double slowest, double t, const double *q,
                            const double *xi, double *rate, double *v) {
  const SarProblem *p = split->problem;
  double length = p->length > 0 ? p->length : 1, before = INFINITY;
  double fine = strictness(split) * VELOCITIES;
  bool best = with == &split->place;
  for (int32_t k = 0; k <= MOST_ITERATIONS; k++) {
    double speed = 0;
    sar_cayley_velocity(p, xi, rate, v);
    if (split->ndependent == 0) return SAR_OK;
    SarPoint at = {.t = t, .q = q, .v = v, .x = split->zero};
    SAR_TRY(p->ops->velocity(p, &at, split->work));
    double left = gather_rows(split);
    if (!isfinite(left)) return SAR_RETRY;
    if (left == 0) return SAR_OK;
    for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(v[i]) * p->weight[i]);
    solve(split, with, split->work);
    double size = size_of(split, split->work);
    bool done = left <= VELOCITIES * length * speed && size <= fine * speed;
    if (!done && size >= slowest * before) {
      speed = fmax(speed, split->usual_speed);
      return best && left <= ROUNDING * length * speed ? SAR_OK : SAR_NO_CONVERGENCE;
    }
    for (int32_t i = 0; i < split->ndependent; i++) rate[split->dependent[i]] += split->work[i];
    if (done) {
      sar_cayley_velocity(p, xi, rate, v);
      return SAR_OK;
    }
    before = size;
  }
  return SAR_NO_CONVERGENCE;
}

SarStatus sar_split_recover(SarSplit *split, const SarPoint *at, const double *q0, double *xi, double *rate, double *q,
                            double *v, double *turn) {
  SarSplitFactor *with = &split->centre;
  split->iterations = 0;
  SarStatus status = positions(split, with, QUICK, at->t, q0, xi, q, turn);
  if (status == SAR_NO_CONVERGENCE) {
    SarPoint here = *at;
    here.q = q;
    with = &split->place;
    SAR_TRY(factor_at(split, &here, xi));
    status = positions(split, with, SLOWEST, at->t, q0, xi, q, turn);
  }
  SAR_TRY(status);
  status = velocities(split, with, with == &split->centre ? QUICK : SLOWEST, at->t, q, xi, rate, v);
  if (status != SAR_NO_CONVERGENCE) return status;
  SarPoint here = *at;
  here.q = q;
  SAR_TRY(factor_at(split, &here, xi));
  return velocities(split, &split->place, SLOWEST, at->t, q, xi, rate, v);
}

/* b -= factor times the carried rows of Phi_v's column of component j. */
static void subtract_column(const SarSplit *split, int32_t j, double factor, double *b) {
  const SarPattern *p = &split->problem->pattern;
  int32_t nv = split->problem->n.nv, np = split->problem->n.np;
  for (int32_t entry = p->column[j]; entry < p->column[j + 1]; entry++) {
    int32_t row = p->row[entry] - nv;
    if (row >= 0 && row < np && split->of_row[row] >= 0) b[split->of_row[row]] -= split->centre.all[entry] * factor;
  }
}

void sar_split_lift_all(SarSplit *split, double *b) {
  if (split->ndependent == 0) return;
  memset(b, 0, (size_t)split->ndependent * (size_t)split->nindependent * sizeof *b);
  for (int32_t k = 0; k < split->nindependent; k++) {
    subtract_column(split, split->independent[k], 1, b + (int64_t)k * split->ndependent);
  }
  split->stats->solves += split->nindependent;
  sar_linear_solve_many(split->centre.linear, false, split->nindependent, b);
}

void sar_split_lift(SarSplit *split, double *x) {
  if (split->ndependent == 0) return;
  for (int32_t i = 0; i < split->ndependent; i++) split->work[i] = 0;
  for (int32_t k = 0; k < split->nindependent; k++) {
    int32_t j = split->independent[k];
    if (x[j] != 0) subtract_column(split, j, x[j], split->work);
  }
  sar_split_solve(split, split->work);
  for (int32_t i = 0; i < split->ndependent; i++) x[split->dependent[i]] = split->work[i];
}

SarStatus sar_split_archive(SarSplit *split, SarArchive *archive) {
  bool chosen = split->centre.linear != NULL && !archive->no_matrices;
  SAR_ARCHIVE(archive, split->condition);
  SAR_ARCHIVE(archive, split->reference);
  sar_archive_flag(archive, &chosen);
  if (!chosen) return archive->status;
  for (int32_t i = 0; i < split->ndependent; i++) {
    sar_archive_int(archive, &split->dependent[i], 0, split->problem->n.nv - 1);
  }
  SAR_TRY(archive->status);
  if (archive->loading) {
    divide(split);
    SAR_TRY(make_linear(split));
  }
  SAR_TRY(sar_linear_archive(split->centre.linear, archive));
  return sar_linear_archive(split->place.linear, archive);
}
