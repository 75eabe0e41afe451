/* Consistent accelerations where user-defined physics takes part: variables may enter nonlinearly, rates of states
 * implicitly, and forces may depend on accelerations and reactions. The index-1 system
 *
 *   M a + ... + Phi_q^T lambda + A^T mu - Q(q, v, a, lambda, mu, x, xdot, z, t) = 0
 *   Phi_q a = -(Phi_q v)_q v - 2 Phi_qt v - Phi_tt,   A a = -...       (paper 1, eqs 7c-7d)
 *   d(xdot, x, q, v, a, lambda, z, t) = 0,   g(z, ...) = 0             (paper 1, eq 8)
 *
 * is solved for y = (a, lambda, mu, xdot, z) by Newton's method with the exact matrix. A step is shortened until the
 * correction that would follow it with the same matrix is smaller than the step itself (the test does not depend on
 * how rows are scaled). Where that leads nowhere, because the way to the solution passes a singular matrix, whole steps
 * are tried from the same guess. In a row of output, the matrix that closed the joints is near enough: it is kept. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/start/equations.h"
#include "base/numbers.h"

#define MAX_ITERATIONS 40
#define SHORTEST 1e-3                   /* part of a step that is still tried */
#define AT_ROUNDING 1e-14               /* correction, over the terms of its row, that changes nothing any more */
#define OF_POSITIONS (64 * 0x1p-52)     /* rounding of positions, in what they are measured from, and rad */
#define NOTHING (DBL_MIN / DBL_EPSILON) /* smaller numbers have lost digits */
#define MOST_FOLLOWED 4                 /* steps with the matrix of a point nearby ... */
#define FOLLOWED 1e-3                   /* ... each this part of the one before ... */
#define FORESEEN 1e-19                  /* ... until the next but one would be this: small loads show more of it */
#define STALLED 1e-8 /* correction that may be rounding of an ill-conditioned system if it does not fall further */

static SarPoint unpack(const SarEquations *e, const SarPoint *at, const double *y) {
  const SarSizes *n = &e->m->problem.n;
  SarPoint p = *at;
  p.a = y;
  p.lambda = p.a + n->nv;
  p.mu = p.lambda + n->np;
  p.xdot = p.mu + n->nn;
  p.z = p.xdot + n->nx;
  return p;
}

SarPoint sar_equations_reached(const SarEquations *e, const SarPoint *at) { return unpack(e, at, e->trial); }

/* The constraint rows at the level of accelerations; the gradients stand in the matrix. */
static SarStatus constraint_rows(SarEquations *e, const SarPoint *at, double *f) {
  const SarProblem *p = &e->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, rows = p->n.np + p->n.nn;
  SAR_TRY(p->ops->acceleration(p, at, e->right));
  for (int32_t i = 0; i < rows; i++) f[nv + i] = -e->right[i];
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (r >= nv && r < nv + rows) f[r] += e->values[k] * at->a[c];
    }
  }
  for (int32_t i = 0; e->m->ndropped && i < p->n.np; i++) {
    if (!e->m->carried[i]) f[nv + i] = at->lambda[i];
  }
  return SAR_OK;
}

/* All rows at y into e->residual. SAR_RETRY: one of them is no number. */
static SarStatus evaluate(SarEquations *e, const SarPoint *at, const double *y) {
  const SarProblem *p = &e->m->problem;
  SarPoint here = unpack(e, at, y);
  int32_t n = sar_sizes_unknowns(&p->n);
  SAR_TRY(p->ops->residual(p, &here, e->residual));
  e->counts.residuals++;
  SAR_TRY((e->nearby ? sar_equations_rows_nearby : constraint_rows)(e, &here, e->residual));
  for (int32_t i = 0; i < n; i++) {
    if (isfinite(e->residual[i])) continue;
    e->culprit = i;
    return SAR_RETRY;
  }
  return SAR_OK;
}

static SarStatus make_matrix(SarEquations *e, const SarPoint *at, const double *y) {
  const SarProblem *p = &e->m->problem;
  SarPoint here = unpack(e, at, y);
  e->whole = e->nearby = false;
  SAR_TRY(p->ops->jacobian(p, &here, &(SarWeights){.a = 1, .xdot = 1, .velocity_x = 1}, e->values));
  e->counts.factorisations++;
  return sar_linear_factor(e->linear, e->values);
}

/* What each unknown is measured against: the terms of its row over its own coefficient there, which it cannot be known
 * better than a rounding error of; multipliers against the largest force. */
static SarStatus make_scales(SarEquations *e, const SarPoint *at, const double *y) {
  const SarProblem *p = &e->m->problem;
  const SarPattern *pattern = &p->pattern;
  SarPoint here = unpack(e, at, y);
  double force = 0, acceleration = 0, largest = 0, L = sar_system_length(e->m->system), length = L > 0 ? L : 1;
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv, states = nv + p->n.np + p->n.nn;
  SAR_TRY(p->ops->magnitude(p, &here, e->magnitude));
  for (int32_t i = 0; i < n; i++) {
    int32_t k = sar_pattern_find(pattern, i, i);
    double own = k >= 0 ? fabs(e->values[k]) : 0;
    bool known = own > 0 && (i < nv || i >= states);
    e->scale[i] = fmax(fabs(y[i]), known ? e->magnitude[i] / own : 0);
    if (i >= nv) continue;
    force = fmax(force, e->magnitude[i] / (length * p->weight[i]));
    acceleration = fmax(acceleration, fabs(y[i]) * p->weight[i]);
    largest = fmax(largest, e->scale[i] * p->weight[i]);
  }
  e->floor = DBL_EPSILON * largest;
  for (int32_t i = 0; i < nv; i++) e->scale[i] = fmax(e->scale[i], acceleration / p->weight[i]);
  for (int32_t i = nv; i < states; i++) e->scale[i] = fmax(e->scale[i], force);
  return SAR_OK;
}

/* The correction -J^-1 f into rhs. */
static SarStatus correct(SarEquations *e) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  for (int32_t i = 0; i < n; i++) e->rhs[i] = -e->residual[i];
  sar_linear_solve(e->linear, e->rhs);
  e->counts.solves++;
  return sar_all_finite(n, e->rhs) ? SAR_OK : SAR_SINGULAR;
}

/* The largest component over its scale. Where forces hold each other, accelerations are what rounding of the forces
 * leaves of them, and no two corrections are alike: those do not count. */
static double size_of(const SarEquations *e, const double *step) {
  const SarProblem *p = &e->m->problem;
  double largest = 0;
  for (int32_t i = 0; i < sar_sizes_unknowns(&p->n); i++) {
    if (fabs(step[i]) <= (i < p->n.nv ? fmax(e->floor / p->weight[i], NOTHING) : NOTHING)) continue;
    double scale = fmax(e->scale[i], fabs(e->step[i]));
    largest = fmax(largest, scale > 0 ? fabs(step[i]) / scale : 0);
  }
  return largest;
}

/* The row that is furthest from zero, beside its terms, after the whole of the last step: a row that is not to blame
 * would be satisfied there. */
static int32_t worst_row(SarEquations *e, const SarPoint *at) {
  const SarProblem *p = &e->m->problem;
  const SarSizes *n = &p->n;
  int32_t worst = -1, states = n->nv + n->np + n->nn;
  double largest = 0;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) e->trial[i] = e->before[i] + e->step[i];
  SarPoint here = unpack(e, at, e->trial);
  if (evaluate(e, at, e->trial) != SAR_OK) return e->culprit;
  if (p->ops->magnitude(p, &here, e->magnitude) != SAR_OK) return -1;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) {
    bool constraint = i >= n->nv && i < states;
    double part = !constraint && e->magnitude[i] > 0 ? fabs(e->residual[i]) / e->magnitude[i] : 0;
    if (part > largest) largest = part, worst = i;
  }
  return worst;
}

/* Whether what is left at e->trial, where worst_row has been, is what the rounding of positions makes of forces: at
 * rest, with springs that hold each other or nothing, it is all there is, and no iteration makes it less. Asked only
 * where the iteration has failed. The matrix is another one afterwards. */
static SarStatus is_rounding(SarEquations *e, const SarPoint *at, bool *rounding) {
  int32_t nbodies = sar_system_bodies(e->m->system);
  const SarProblem *p = &e->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv, states = nv + p->n.np + p->n.nn;
  SarPoint here = unpack(e, at, e->trial);
  double reach = sar_system_length(e->m->system);
  for (int32_t i = 0; i < 7 * nbodies; i += 7) reach = fmax(reach, sar_largest(3, at->q + i));
  *rounding = false;
  SAR_TRY(p->ops->jacobian(p, &here, &(SarWeights){.q = 1}, e->values));
  memset(e->scale, 0, (size_t)n * sizeof *e->scale);
  for (int32_t c = 0; c < nv; c++) {
    bool translation = c < 6 * nbodies && c % 6 < 3;
    double error = OF_POSITIONS * (translation ? reach : 1 / p->weight[c]);
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      e->scale[pattern->row[k]] += fabs(e->values[k]) * error;
    }
  }
  for (int32_t i = 0; i < n; i++) {
    bool constraint = i >= nv && i < states; /* linear in accelerations: satisfied by the step */
    if (!constraint && !(fabs(e->residual[i]) <= e->scale[i] + AT_ROUNDING * e->magnitude[i])) return SAR_OK;
  }
  *rounding = true;
  return make_matrix(e, at, e->trial);
}

/* Moves e->trial by as much of the step as makes the next correction smaller (bold: as can be evaluated); that
 * correction stands in rhs. */
static SarStatus take_step(SarEquations *e, const SarPoint *at, bool bold, double size, double *left) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  memcpy(e->before, e->trial, (size_t)n * sizeof *e->trial);
  double part = 1;
  while (part > SHORTEST) {
    for (int32_t i = 0; i < n; i++) e->trial[i] = e->before[i] + part * e->step[i];
    SarStatus status = evaluate(e, at, e->trial);
    if (status == SAR_OK) status = correct(e);
    if (status < 0) return status;
    *left = status == SAR_OK ? size_of(e, e->rhs) : INFINITY;
    if (*left <= (1 - part / 4) * size || ((bold || size <= STALLED) && status == SAR_OK)) return SAR_OK;
    part /= 2;
  }
  return SAR_NO_CONVERGENCE;
}

static SarStatus newton(SarEquations *e, const SarPoint *at, bool bold) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    double size, left = 0;
    SarStatus status = make_matrix(e, at, e->trial);
    if (status == SAR_SINGULAR && iteration > 0) return SAR_NO_CONVERGENCE; /* on a way that leads nowhere */
    SAR_TRY(status);
    SAR_TRY(evaluate(e, at, e->trial));
    SAR_TRY(make_scales(e, at, e->trial));
    SAR_TRY(correct(e));
    memcpy(e->step, e->rhs, (size_t)n * sizeof *e->step);
    size = size_of(e, e->step);
    if (size == 0) return SAR_OK;
    SAR_TRY(take_step(e, at, bold, size, &left));
    bool done = left * left <= AT_ROUNDING * size || (size <= STALLED && left > size / 2);
    if (!done) continue;
    for (int32_t i = 0; i < n; i++) e->trial[i] += e->rhs[i];
    return SAR_OK;
  }
  return SAR_NO_CONVERGENCE;
}

/* With the factors at hand, which are those of a point nearby: whole steps while each is much smaller than the one
 * before. SAR_RETRY: it needs a matrix of its own. */
static SarStatus follow(SarEquations *e, const SarPoint *at) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  double size = INFINITY, left;
  SarPoint here = unpack(e, at, e->trial);
  SAR_TRY(sar_equations_begin_nearby(e, &here));
  SAR_TRY(evaluate(e, at, e->trial));
  SAR_TRY(make_scales(e, at, e->trial));
  SAR_TRY(correct(e));
  for (int iteration = 0; iteration < MOST_FOLLOWED; iteration++, size = left) {
    memcpy(e->step, e->rhs, (size_t)n * sizeof *e->step);
    if (iteration == 0) size = size_of(e, e->step);
    if (size == 0) return SAR_OK;
    for (int32_t i = 0; i < n; i++) e->trial[i] += e->step[i];
    SAR_TRY(evaluate(e, at, e->trial));
    SAR_TRY(correct(e));
    left = size_of(e, e->rhs);
    if (!(left <= FOLLOWED * size || left <= AT_ROUNDING)) return SAR_RETRY;
    if (left * left > FORESEEN * size && left > AT_ROUNDING) continue;
    for (int32_t i = 0; i < n; i++) e->trial[i] += e->rhs[i];
    return SAR_OK;
  }
  return SAR_RETRY;
}

static void take_guess(SarEquations *e, const SarPoint *at, double *const y[5], const int32_t count[5]) {
  double *next = e->trial;
  for (int part = 0; part < 5; next += count[part++]) {
    if (count[part]) memcpy(next, y[part], (size_t)count[part] * sizeof *next);
  }
  SarPoint guess = unpack(e, at, e->trial); /* no guess of a variable that its expression gives is shown to others */
  sar_workspace_define(e->m, &guess, next - count[4]);
}

SarStatus sar_equations_iterate(SarEquations *e, const SarPoint *at, double *const y[5]) {
  const SarSizes *n = &e->m->problem.n;
  const int32_t count[5] = {n->nv, n->np, n->nn, n->nx, n->nz};
  if (n->nx) memcpy(e->x, at->x, (size_t)n->nx * sizeof *e->x);
  SarStatus status = SAR_NO_CONVERGENCE;
  if (e->whole) {
    take_guess(e, at, y, count);
    status = follow(e, at);
    e->whole = false; /* of the point that comes next nothing is known */
    if (status < 0) return status;
    if (status > 0) status = SAR_NO_CONVERGENCE;
  }
  for (int bold = 0; bold < 2 && status == SAR_NO_CONVERGENCE; bold++) {
    take_guess(e, at, y, count);
    status = newton(e, at, bold);
  }
  if (status == SAR_NO_CONVERGENCE) {
    bool rounding = false;
    e->culprit = worst_row(e, at);
    SAR_TRY(is_rounding(e, at, &rounding));
    if (rounding) status = SAR_OK;
  }
  SAR_TRY(status);
  const double *next = e->trial;
  for (int part = 0; part < 5; next += count[part++]) {
    if (count[part]) memcpy(y[part], next, (size_t)count[part] * sizeof *next);
  }
  if (n->nz) memcpy(e->z, y[4], (size_t)n->nz * sizeof *e->z);
  e->culprit = -1;
  return SAR_OK;
}
