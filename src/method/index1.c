#include "method/index1.h"

#include <float.h>
#include <math.h>

#include "method/norm.h"

#define MOST_ITERATIONS 20
#define CONVERGED 1e-12 /* correction over the size of its kind that ends the iteration */
#define STALLED 1e-7    /* correction that may be rounding of an ill-conditioned system if it does not fall further */
#define PATIENCE 4      /* iterations after which rounding is suspected where corrections do not fall */
#define ROUNDING 4e-15  /* residual over the absolute terms of its row */
#define NOTHING (64 * DBL_EPSILON) /* the same over the terms with the unknowns alone: a residual that says nothing */
#define SLOW 1e-2                  /* corrections that shrink by less ask for a new matrix */

bool sar_index1_create(SarArena *arena, const SarProblem *problem, SarLinear *linear, SarStepStats *stats,
                       SarIndex1 *index1) {
  const SarSizes *n = &problem->n;
  *index1 = (SarIndex1){.problem = problem, .linear = linear, .stats = stats, .culprit = -1};
  index1->values = SAR_NEW(arena, problem->pattern.column[problem->pattern.ncolumns], double);
  index1->r = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  index1->right = SAR_NEW(arena, n->np + n->nn, double);
  index1->terms = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  return index1->values && index1->r && index1->right && index1->terms;
}

SarPoint sar_index1_point(const SarProblem *problem, const SarPoint *at, const double *u) {
  const SarSizes *n = &problem->n;
  SarPoint point = *at;
  point.a = u;
  point.lambda = point.a + n->nv;
  point.mu = point.lambda + n->np;
  point.xdot = point.mu + n->nn;
  point.z = point.xdot + n->nx;
  return point;
}

/* The constraint rows at the level of accelerations: the gradients stand in the matrix. */
static void constraint_rows(SarIndex1 *index1, const SarPoint *at, const double *correction) {
  const SarProblem *p = index1->problem;
  int32_t nv = p->n.nv, rows = p->n.np + p->n.nn;
  double *r = index1->r;
  for (int32_t i = 0; i < rows; i++) r[nv + i] = -index1->right[i] - (correction ? correction[i] : 0);
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
      int32_t row = p->pattern.row[k];
      if (row >= nv && row < nv + rows) r[row] += index1->values[k] * at->a[c];
    }
  }
  for (int32_t i = 0; p->carried && i < p->n.np; i++) {
    if (!p->carried[i]) r[nv + i] = at->lambda[i];
  }
}

static SarStatus evaluate(SarIndex1 *index1, const SarPoint *at, const double *correction) {
  const SarProblem *p = index1->problem;
  int32_t n = sar_sizes_unknowns(&p->n);
  SAR_TRY(p->ops->residual(p, at, index1->r));
  index1->stats->residuals++;
  constraint_rows(index1, at, correction);
  for (int32_t i = 0; i < n; i++) {
    if (isfinite(index1->r[i])) continue;
    index1->culprit = i;
    return SAR_RETRY;
  }
  return SAR_OK;
}

SarStatus sar_index1_factor(SarIndex1 *index1, const SarPoint *at) {
  const SarProblem *p = index1->problem;
  /* velocity_x = 0: what states do to the velocity rows is part of their right-hand side */
  SAR_TRY(p->ops->jacobian(p, at, &(SarWeights){.a = 1, .xdot = 1}, index1->values));
  index1->stats->jacobians++;
  index1->stats->factorisations++;
  SarStatus status = sar_linear_factor(index1->linear, index1->values);
  if (status == SAR_SINGULAR) index1->culprit = sar_linear_singular_column(index1->linear);
  return status;
}

/* The largest correction of the unknowns first ... first + count - 1 over the largest of them, where that is not zero:
 * what is zero to rounding is not asked to have digits. weight null: 1. */
static double change(const double *du, const double *u, int32_t first, int32_t count, const double *weight) {
  double most = 0, size = 0;
  for (int32_t i = 0; i < count; i++) {
    double w = weight ? weight[i] : 1;
    most = fmax(most, w * fabs(du[first + i]));
    size = fmax(size, w * fabs(u[first + i]));
  }
  return size > 0 ? most / size : 0;
}

/* Multipliers are forces, or torques over L: they are compared with each other. States and variables have units of
 * their own, so each is compared with itself. */
static double relative_change(const SarIndex1 *index1, const double *du, const double *u) {
  const SarSizes *n = &index1->problem->n;
  int32_t own = n->nv + n->np + n->nn;
  double most = fmax(change(du, u, 0, n->nv, index1->problem->weight), change(du, u, n->nv, n->np + n->nn, NULL));
  for (int32_t i = own; i < sar_sizes_unknowns(n); i++) most = fmax(most, change(du, u, i, 1, NULL));
  return most;
}

/* The largest of the unknowns first ... first + count - 1, each times its weight; null: 1. */
static double largest(const double *u, int32_t first, int32_t count, const double *weight) {
  double size = 0;
  for (int32_t i = 0; i < count; i++) size = fmax(size, (weight ? weight[i] : 1) * fabs(u[first + i]));
  return size;
}

/* The terms of all rows, for which accelerations and multipliers count with the size of their kind. */
static void terms_by_kind(SarIndex1 *index1, const double *u) {
  const SarProblem *p = index1->problem;
  const SarSizes *n = &p->n;
  const int32_t own = n->nv + n->np + n->nn, count = sar_sizes_unknowns(n);
  const double accelerations = largest(u, 0, n->nv, p->weight), forces = largest(u, n->nv, n->np + n->nn, NULL);
  for (int32_t i = 0; i < count; i++) index1->terms[i] = 0;
  for (int32_t j = 0; j < count; j++) {
    double size = j >= own ? fabs(u[j]) : j >= n->nv ? forces : accelerations / (p->weight ? p->weight[j] : 1);
    for (int32_t k = p->pattern.column[j]; k < p->pattern.column[j + 1]; k++) {
      index1->terms[p->pattern.row[k]] += fabs(index1->values[k]) * size;
    }
  }
}

/* Whether a correction of unknown i is nothing in its own row, or in all others that it is part of. */
static bool is_nothing(const SarIndex1 *index1, int32_t i, double correction) {
  const SarPattern *pattern = &index1->problem->pattern;
  int32_t others = 0, seen = 0;
  for (int32_t k = pattern->column[i]; k < pattern->column[i + 1]; k++) {
    const int32_t row = pattern->row[k];
    const bool nothing = fabs(index1->values[k] * correction) <= CONVERGED * index1->terms[row];
    if (index1->values[k] == 0) continue;
    if (row == i && nothing) return true;
    others += row != i;
    seen += row != i && !nothing;
  }
  return others > 0 && seen == 0;
}

/* Whether accelerations and multipliers have come to rest, and states and variables, too, as far as it matters.
 * Friction of a bearing that does not turn yet is zero, and what it is computed to be is rounding of the loads that its
 * row is eliminated with: it has no digits that could come to rest. */
static bool others_rest(SarIndex1 *index1, const double *du, const double *u) {
  const SarProblem *p = index1->problem;
  const SarSizes *n = &p->n;
  const int32_t own = n->nv + n->np + n->nn;
  if (change(du, u, 0, n->nv, p->weight) > CONVERGED || change(du, u, n->nv, n->np + n->nn, NULL) > CONVERGED)
    return false;
  terms_by_kind(index1, u);
  for (int32_t i = own; i < sar_sizes_unknowns(n); i++) {
    if (change(du, u, i, 1, NULL) > CONVERGED && !is_nothing(index1, i, du[i])) return false;
  }
  return true;
}

/* Whether the residual is nothing but rounding of the terms with the unknowns. Where a mechanism comes to rest, forces
 * of reaction are large and accelerations small, and no correction of these is small against them. */
static bool only_rounding(const SarIndex1 *index1, const double *u) {
  const SarProblem *p = index1->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv;
  double *terms = index1->terms;
  for (int32_t i = 0; i < n; i++) {
    bool constraint = i >= nv && i < nv + p->n.np + p->n.nn;
    terms[i] = constraint ? fabs(index1->right[i - nv]) : 0;
  }
  for (int32_t j = 0; j < n; j++) {
    for (int32_t k = p->pattern.column[j]; k < p->pattern.column[j + 1]; k++) {
      terms[p->pattern.row[k]] += fabs(index1->values[k] * u[j]);
    }
  }
  for (int32_t i = 0; i < n; i++) {
    if (!(fabs(index1->r[i]) <= NOTHING * terms[i])) return false;
  }
  return true;
}

/* Whether all rows are zero but for rounding: a state or variable that is nothing but the rounding of others has no
 * digits that could come to rest. Constraints are linear here and hold after every solve. */
static bool at_rounding(SarIndex1 *index1, const SarPoint *at, const double *correction) {
  const SarProblem *p = index1->problem;
  const SarSizes *n = &p->n;
  if (evaluate(index1, at, correction) != SAR_OK || p->ops->magnitude(p, at, index1->terms) != SAR_OK) return false;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) {
    bool constraint = i >= n->nv && i < n->nv + n->np + n->nn;
    if (!constraint && !(fabs(index1->r[i]) <= ROUNDING * index1->terms[i])) return false;
  }
  return true;
}

SarStatus sar_index1_solve(SarIndex1 *index1, const SarPoint *at, const double *correction, double *u) {
  const SarProblem *p = index1->problem;
  int32_t n = sar_sizes_unknowns(&p->n);
  SarPoint here = sar_index1_point(p, at, u);
  double before = INFINITY, size = INFINITY;
  index1->culprit = -1;
  SAR_TRY(p->ops->acceleration(p, at, index1->right));
  for (index1->iterations = 1; index1->iterations <= MOST_ITERATIONS; index1->iterations++) {
    bool slow = index1->iterations > 2 && size > SLOW * before;
    before = size;
    if (index1->iterations == 1 || slow) SAR_TRY(sar_index1_factor(index1, &here));
    SAR_TRY(evaluate(index1, &here, correction));
    if (index1->iterations > 1 && only_rounding(index1, u)) return SAR_OK;
    for (int32_t i = 0; i < n; i++) index1->r[i] = -index1->r[i];
    sar_linear_solve(index1->linear, index1->r);
    index1->stats->solves++;
    if (!sar_all_finite(n, index1->r)) return SAR_SINGULAR;
    for (int32_t i = 0; i < n; i++) u[i] += index1->r[i];
    size = relative_change(index1, index1->r, u);
    if (p->affine || size <= CONVERGED || (size <= STALLED && size > before / 2)) return SAR_OK;
    bool stalls = index1->iterations > PATIENCE && size > before / 2;
    if (stalls && (others_rest(index1, index1->r, u) || at_rounding(index1, &here, correction))) return SAR_OK;
  }
  return SAR_NO_CONVERGENCE;
}

/* Errors of up to the length, in no order: combinations of rows often have factors of 1 and -1, and errors of equal
 * size might cancel in them. */
static void disturb(SarIndex1 *index1) {
  const SarProblem *p = index1->problem;
  double length = p->length > 0 ? p->length : 1, unit = length / 2147483648.0;
  uint32_t random = 1;
  for (int32_t i = 0; i < sar_sizes_unknowns(&p->n); i++) index1->r[i] = 0;
  for (int32_t i = 0; i < p->n.np; i++) {
    random = 1664525u * random + 1013904223u; /* Knuth's quick generator */
    if (!p->carried || p->carried[i]) index1->r[p->n.nv + i] = unit * random - length;
  }
}

/* The right-hand side becomes the multipliers of the answer, the largest of them as large as the length: what was in it
 * of the direction that is magnified most has been magnified twice. Answers which multiplier that is; -1: they are all
 * zero, as where constraints move only what has no mass, and the answer stays as it is. */
static int32_t turn_to_worst(SarIndex1 *index1) {
  const SarProblem *p = index1->problem;
  double length = p->length > 0 ? p->length : 1, *r = index1->r;
  int32_t first = p->n.nv, last = first + p->n.np, most = first;
  for (int32_t i = first; i < last; i++) {
    if (fabs(r[i]) > fabs(r[most])) most = i;
  }
  if (r[most] == 0) return -1;
  double factor = length / fabs(r[most]);
  for (int32_t i = 0; i < sar_sizes_unknowns(&p->n); i++) r[i] = i >= first && i < last ? r[i] * factor : 0;
  for (int32_t i = 0; p->carried && i < p->n.np; i++) r[first + i] *= p->carried[i];
  return most;
}

double sar_index1_nearness(SarIndex1 *index1, int32_t *row) {
  const SarProblem *p = index1->problem;
  *row = -1;
  if (p->n.np == 0) return 1;
  disturb(index1);
  sar_linear_solve(index1->linear, index1->r);
  index1->stats->solves++;
  if (!sar_all_finite(sar_sizes_unknowns(&p->n), index1->r)) return INFINITY;
  *row = turn_to_worst(index1);
  if (*row >= 0) {
    sar_linear_solve(index1->linear, index1->r);
    index1->stats->solves++;
  }
  double size = sar_rms(p->n.nv, index1->r, p->weight);
  if (!isfinite(size)) return INFINITY;
  if (index1->usual == 0 || size < index1->usual) index1->usual = size;
  return index1->usual > 0 ? size / index1->usual : 1;
}

SarStatus sar_index1_archive(SarIndex1 *index1, SarArchive *archive) {
  SAR_ARCHIVE(archive, index1->usual);
  return sar_linear_archive(index1->linear, archive);
}
