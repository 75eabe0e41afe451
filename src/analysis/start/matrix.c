/* The matrix of the saddle-point system, its factors, and solutions that are as exact as rounding allows. */
#include <math.h>
#include <string.h>

#include "analysis/start/equations.h"
#include "base/numbers.h"

#define ROUNDING 1e-14 /* backward error of a solve, row by row, that is as good as it gets */
#define NOTHING 1e-13  /* of the largest row: what stands in smaller ones is the rounding of zeros */
#define REFINEMENTS 2
#define NEARBY 3e-5 /* moves below this leave the factors as they are */
#define SAFELY 100  /* what is foreseen of an error, times this, is believed */

SarPoint sar_equations_point(const SarEquations *e, double t, const double *q, const double *v, const double *x) {
  const double *o = e->zero, *last_x = e->x ? e->x : o, *last_z = e->z ? e->z : o;
  return (SarPoint){
      .t = t, .q = q, .v = v ? v : o, .a = o, .lambda = o, .mu = o, .x = x ? x : last_x, .xdot = o, .z = last_z};
}

/* What user-defined physics puts into the matrix is taken out again: left are M, the gradients of the constraints and
 * their transposed, and ones for states and variables. */
static void keep_constraints(const SarEquations *e) {
  const SarProblem *p = &e->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, states = nv + p->n.np + p->n.nn;
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (r >= states || c >= states) e->values[k] = r == c ? 1 : 0;
      if (r < nv && c >= nv && c < states) e->values[k] = 0; /* filled below */
    }
  }
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (r < nv || r >= states) continue;
      int32_t at = sar_pattern_find(pattern, c, r);
      if (at >= 0) e->values[at] = e->values[k];
    }
  }
}

SarStatus sar_equations_refactor(SarEquations *e) {
  e->nearby = false;
  e->counts.factorisations++;
  return sar_linear_factor(e->linear, e->values);
}

/* ---- the matrix ---- */

static const SarWeights index1 = {.a = 1, .xdot = 1};

SarStatus sar_equations_take_gradients(SarEquations *e, double t, const double *q, const double *v) {
  SarPoint at = sar_equations_point(e, t, q, v, NULL);
  SAR_TRY(sar_workspace_jacobian_of_all(&e->m->problem, &at, &index1, e->values));
  sar_null_space_take(e->null, e->values);
  return SAR_OK;
}

/* Of constraints and M alone, where forces and variables do not count. */
static SarStatus evaluate_constraints(SarEquations *e, double t, const double *q, const double *v) {
  const SarProblem *p = &e->m->problem;
  SarPoint at = sar_equations_point(e, t, q, v, NULL);
  if (e->null) {
    SAR_TRY(sar_equations_take_gradients(e, t, q, v));
    sar_workspace_drop_rows(e->m, e->values);
  } else {
    SAR_TRY(p->ops->jacobian(p, &at, &index1, e->values));
  }
  if (e->trial) keep_constraints(e);
  return SAR_OK;
}

static SarStatus evaluate_whole(SarEquations *e, const SarPoint *at) {
  const SarProblem *p = &e->m->problem;
  return p->ops->jacobian(p, at, &(SarWeights){.a = 1, .xdot = 1, .velocity_x = 1}, e->values);
}

SarStatus sar_equations_evaluate(SarEquations *e, double t, const double *q, const double *v) {
  SarPoint at = sar_equations_point(e, t, q, v, NULL);
  return e->whole ? evaluate_whole(e, &at) : evaluate_constraints(e, t, q, v);
}

SarStatus sar_equations_factor(SarEquations *e, double t, const double *q, const double *v) {
  SAR_TRY(sar_equations_renew(e));
  e->whole = false;
  SAR_TRY(evaluate_constraints(e, t, q, v));
  return sar_equations_refactor(e);
}

/* Right-hand sides of projections stand in the rows of the constraints alone. Variables then stay zero if nothing of
 * them depends on accelerations and reactions, and rates of states act on nothing but velocity rows. */
static bool whole_serves_projections(const SarProblem *p) {
  return p->forces_of_state && (p->n.nn == 0 || p->n.nx == 0);
}

SarStatus sar_equations_factor_near(SarEquations *e, const SarPoint *at) {
  SAR_TRY(sar_equations_renew(e));
  e->whole = e->trial && whole_serves_projections(&e->m->problem);
  if (!e->whole && (e->trial || e->null)) return sar_equations_factor(e, at->t, at->q, at->v);
  SarStatus status = e->whole ? evaluate_whole(e, at) : evaluate_constraints(e, at->t, at->q, at->v);
  if (status == SAR_OK) {
    e->counts.factorisations++;
    status = sar_linear_factor_untried(e->linear, e->values);
  }
  e->nearby = true;
  e->t = at->t;
  e->moved = 0;
  return status > 0 && e->whole ? sar_equations_factor(e, at->t, at->q, at->v) : status;
}

SarLinear *sar_equations_lend(const SarEquations *e, double t) {
  bool made = e->nearby && e->t == t && e->generation == e->m->problem.generation;
  return made ? e->linear : NULL; /* nearby: of the whole matrix, or there is nothing but constraints and M */
}

SarStatus sar_equations_follow(SarEquations *e, const SarPoint *at, double moved) {
  SAR_TRY(sar_equations_renew(e));
  if (!e->nearby) return sar_equations_factor(e, at->t, at->q, at->v);
  if (!(moved <= NEARBY)) return sar_equations_factor_near(e, at);
  e->moved = moved;
  return SAR_OK;
}

/* ---- solutions ---- */

/* Rows that are not carried have the equation lambda = 0. */
void sar_equations_clear_dropped(const SarEquations *e, double *position_rows) {
  for (int32_t i = 0; e->m->ndropped && i < e->m->problem.n.np; i++) {
    if (!e->m->carried[i]) position_rows[i] = 0;
  }
}

SarStatus sar_equations_solve(SarEquations *e) {
  sar_equations_clear_dropped(e, e->rhs + e->m->problem.n.nv);
  sar_linear_solve(e->linear, e->rhs);
  e->counts.solves++;
  return sar_all_finite(sar_sizes_unknowns(&e->m->problem.n), e->rhs) ? SAR_OK : SAR_SINGULAR;
}

/* What the solution leaves of the right-hand side in e->residual, and how large it is beside the terms of its row: the
 * backward error of the solve. */
static double subtract_product(SarEquations *e) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  double worst = 0, floor = 0;
  for (int32_t i = 0; i < n; i++) {
    e->residual[i] = e->right[i];
    e->magnitude[i] = fabs(e->right[i]);
  }
  sar_linear_subtract_terms(e->linear, e->values, e->solution, e->residual, e->magnitude);
  floor = NOTHING * sar_largest(n, e->magnitude);
  for (int32_t i = 0; i < n; i++) {
    if (e->magnitude[i] > floor) worst = fmax(worst, fabs(e->residual[i]) / e->magnitude[i]);
  }
  return worst;
}

/* Pivots that are kept from an earlier pose cost digits, and one sees them missing where the forces on a body are added
 * up. Solving once more for what is left brings them back, and makes the error about as much smaller as the solution
 * before has made it: where that is enough by far, it is not looked at again. */
SarStatus sar_equations_solve_sharply(SarEquations *e) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  size_t bytes = (size_t)n * sizeof *e->rhs;
  double before = 1, foreseen = 1;
  sar_equations_clear_dropped(e, e->right + e->m->problem.n.nv);
  memcpy(e->rhs, e->right, bytes);
  SAR_TRY(sar_equations_solve(e));
  memcpy(e->solution, e->rhs, bytes);
  for (int round = 0; round < REFINEMENTS && foreseen > ROUNDING; round++) {
    double error = subtract_product(e);
    if (error <= ROUNDING) return SAR_OK;
    foreseen = SAFELY * error * (error / before);
    before = error;
    memcpy(e->rhs, e->residual, bytes);
    SAR_TRY(sar_equations_solve(e));
    for (int32_t i = 0; i < n; i++) e->solution[i] += e->rhs[i];
  }
  return SAR_OK;
}
