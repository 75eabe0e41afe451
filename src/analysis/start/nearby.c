/* Velocities and accelerations with factors of a pose nearby.
 *
 * A row of output needs the saddle-point matrix at two poses: where the motion was interpolated, to close the joints,
 * and where they are closed. These are so near to each other, 1e-6 to 1e-12 of L, that the factors of the first one do
 * for both: a correction with them is wrong by the distance of the two, times itself. The residual is evaluated without
 * any matrix, so that the point which is reached is the one that new factors would lead to. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/start/equations.h"
#include "base/numbers.h"

#define ENOUGH 2e-15   /* of the largest velocity: what a correction may be wrong by, ... */
#define FORESEEN 2e-16 /* ... and of the largest acceleration or multiplier: small loads show more of it */
#define SOLVED 1e-11   /* backward error of solves, whatever the pose */
#define CHANGED 10     /* change of a matrix over the move, about ... */
#define TURNED 1000    /* ... and at most: what is more comes from ... */
#define PIVOTS 1e-6    /* ... pivots that are no longer good */
#define NEAR 1e-2      /* a correction over the one before */
#define CORRECTIONS 4

/* ---- velocities ---- */

static SarStatus rates(SarEquations *e, const SarPoint *at, double *out) {
  SAR_TRY(e->m->problem.ops->velocity(&e->m->problem, at, out));
  e->counts.residuals++;
  sar_equations_clear_dropped(e, out);
  return SAR_OK;
}

static double weighted(const SarProblem *p, const double *v) {
  double largest = 0;
  for (int32_t i = 0; i < p->n.nv; i++) largest = fmax(largest, fabs(v[i]) * p->weight[i]);
  return largest;
}

static void add(int32_t count, const double *change, double *to) {
  for (int32_t i = 0; i < count; i++) to[i] += change[i];
}

/* More of a correction is wrong than the move accounts for. */
static bool has_bad_pivots(const SarEquations *e) { return e->distance > fmax(PIVOTS, TURNED * e->moved); }

/* The change of the velocities, e->solution, is to be orthogonal, in the norm of M, to the motions that the gradients
 * of this pose allow. Where those of the other pose are not good enough for that, the matrix is evaluated, and the
 * change corrected until it is that of this matrix. change: its size. */
static SarStatus correct_change(SarEquations *e, double change, double enough) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  size_t bytes = (size_t)n * sizeof *e->rhs;
  for (int i = 0; i < CORRECTIONS; i++) {
    double before = change;
    memcpy(e->rhs, e->right, bytes);
    sar_linear_subtract(e->linear, e->values, e->solution, e->rhs);
    SAR_TRY(sar_equations_solve(e));
    add(n, e->rhs, e->solution);
    change = weighted(&e->m->problem, e->rhs);
    if (i == 0) e->distance = change / before;
    if (change * (change / before) <= enough) return SAR_OK;
    if (i == 0 && has_bad_pivots(e)) return SAR_RETRY;
    if (!(change <= NEAR * before)) break;
  }
  memcpy(e->rhs, e->right, bytes);
  SAR_TRY(sar_equations_refactor(e));
  SAR_TRY(sar_equations_solve(e));
  memcpy(e->solution, e->rhs, bytes);
  return SAR_OK;
}

/* Adds the change to the velocities, and looks at the rates that this has left of those before. *done: nothing but
 * rounding, or so little that it does not matter; otherwise the velocities are as they were. */
static SarStatus try_change(SarEquations *e, const SarPoint *at, double *v, double change, double enough, bool *done) {
  const SarSizes *n = &e->m->problem.n;
  int32_t rows = n->np + n->nn;
  double before = sar_largest(rows, e->right + n->nv), L = sar_system_length(e->m->system);
  memcpy(e->residual, v, (size_t)n->nv * sizeof *v);
  add(n->nv, e->solution, v);
  SAR_TRY(rates(e, at, e->left));
  double left = sar_largest(rows, e->left);
  e->distance = left <= enough * (L > 0 ? L : 1) ? 0 : left / before;
  *done = e->distance * change <= enough;
  /* rates that were rounding before tell nothing of the factors, others as much as they were above it */
  if (*done) e->distance = fmax(e->distance, fmin(1, enough * (L > 0 ? L : 1) / fmax(before, DBL_MIN)));
  if (!*done) memcpy(v, e->residual, (size_t)n->nv * sizeof *v);
  return !*done && has_bad_pivots(e) ? SAR_RETRY : SAR_OK;
}

SarStatus sar_equations_velocity_nearby(SarEquations *e, const SarPoint *at, double *v) {
  const SarProblem *p = &e->m->problem;
  int32_t nv = p->n.nv, rows = p->n.np + p->n.nn, n = sar_sizes_unknowns(&p->n);
  bool done = false;
  memset(e->right, 0, (size_t)n * sizeof *e->right);
  SAR_TRY(rates(e, at, e->right + nv));
  for (int32_t i = 0; i < rows; i++) e->right[nv + i] *= -1;
  memcpy(e->rhs, e->right, (size_t)n * sizeof *e->rhs);
  SAR_TRY(sar_equations_solve(e));
  memcpy(e->solution, e->rhs, (size_t)n * sizeof *e->rhs);
  double change = weighted(p, e->rhs), enough = ENOUGH * fmax(weighted(p, v), change);
  if (e->moved * change <= enough) SAR_TRY(try_change(e, at, v, change, enough, &done));
  if (done) return SAR_OK;
  SAR_TRY(sar_equations_evaluate(e, at->t, at->q, v));
  SAR_TRY(correct_change(e, change, enough));
  add(nv, e->solution, v);
  memset(e->left, 0, (size_t)rows * sizeof *e->left); /* but for rounding */
  return SAR_OK;
}

/* ---- accelerations ---- */

SarStatus sar_equations_begin_nearby(SarEquations *e, const SarPoint *at) {
  return e->m->problem.ops->acceleration(&e->m->problem, at, e->right);
}

/* Rates are linear in the velocities, and zero at those which were projected but for what was left: at v + a they are
 * Phi_q a. */
SarStatus sar_equations_rows_nearby(SarEquations *e, const SarPoint *at, double *f) {
  const SarProblem *p = &e->m->problem;
  int32_t nv = p->n.nv, np = p->n.np, rows = np + p->n.nn;
  SarPoint shifted = *at;
  shifted.v = e->solution;
  for (int32_t i = 0; i < nv; i++) e->solution[i] = at->v[i] + at->a[i];
  SAR_TRY(p->ops->velocity(p, &shifted, f + nv));
  e->counts.residuals++;
  for (int32_t i = 0; i < rows; i++) f[nv + i] -= e->left[i] + e->right[i];
  for (int32_t i = 0; e->m->ndropped && i < np; i++) {
    if (!e->m->carried[i]) f[nv + i] = at->lambda[i];
  }
  return SAR_OK;
}

/* A correction, which stands in e->rhs in the order of the unknowns, beside the largest of what it corrects. */
static double compare(const SarEquations *e, double *const y[4], const int32_t count[4]) {
  const SarProblem *p = &e->m->problem;
  double L = sar_system_length(e->m->system), of_gravity = sar_norm(sar_system_gravity(e->m->system)) / (L > 0 ? L : 1);
  double part = weighted(p, e->rhs) / fmax(fmax(weighted(p, y[0]), of_gravity), DBL_MIN);
  const double *change = e->rhs + p->n.nv;
  double force = fmax(sar_largest(count[1], y[1]), sar_largest(count[2], y[2]));
  part = fmax(part, sar_largest(count[1] + count[2], change) / fmax(force, DBL_MIN));
  double rate = sar_largest(count[3], y[3]);
  return fmax(part, sar_largest(count[3], change + count[1] + count[2]) / fmax(rate, DBL_MIN));
}

SarStatus sar_equations_accelerations_nearby(SarEquations *e, const SarPoint *at, double *const y[4]) {
  const SarProblem *p = &e->m->problem;
  const int32_t count[4] = {p->n.nv, p->n.np, p->n.nn, p->n.nx}, n = sar_sizes_unknowns(&p->n);
  SarPoint here = *at;
  here.a = y[0], here.lambda = y[1], here.mu = y[2], here.xdot = y[3];
  double wrong = fmax(fmax(e->distance, CHANGED * e->moved), SOLVED), before = INFINITY;
  SAR_TRY(sar_equations_begin_nearby(e, &here));
  for (int i = 0; i < CORRECTIONS; i++) {
    SAR_TRY(p->ops->residual(p, &here, e->rhs));
    e->counts.residuals++;
    SAR_TRY(sar_equations_rows_nearby(e, &here, e->rhs));
    for (int32_t k = 0; k < n; k++) e->rhs[k] = -e->rhs[k];
    SAR_TRY(sar_equations_solve(e));
    const double *from = e->rhs;
    for (int part = 0; part < 4; from += count[part++]) add(count[part], from, y[part]);
    double size = compare(e, y, count);
    if (i > 0) wrong = size / before;
    if (wrong * size <= FORESEEN) return SAR_OK;
    if (i > 0 && !(wrong <= NEAR)) return SAR_RETRY;
    before = size;
  }
  return SAR_RETRY;
}
