/* Points of a run: at the end of a step or inside it, and on the constraints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"

#define PROJECTED 1e-13 /* moves below this (in L, rad) leave the matrix as it is */
#define CLOSED 1e-14    /* gaps that are left, in the same measure */
#define MOST_MOVES 8    /* after the first */

static size_t numbers_of_point(const SarSizes *n) {
  const int32_t count = n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz;
  return (size_t)count;
}

SarStatus sar_run_make_arrays(SarRun *r) {
  const SarSizes *n = &r->start->m->problem.n;
  r->memory = calloc(2 * numbers_of_point(n) + 1, sizeof *r->memory);
  if (!r->memory) return sar_report_no_memory(r->context);
  r->q = r->memory;
  r->v = r->q + n->nq;
  r->a = r->v + n->nv;
  r->lambda = r->a + n->nv;
  r->mu = r->lambda + n->np;
  r->x = r->mu + n->nn;
  r->xdot = r->x + n->nx;
  r->z = r->xdot + n->nx;
  return SAR_OK;
}

SarPoint sar_run_point(const SarRun *r, double t) {
  return (SarPoint){
      .t = t, .q = r->q, .v = r->v, .a = r->a, .lambda = r->lambda, .mu = r->mu, .x = r->x, .xdot = r->xdot, .z = r->z};
}

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

void sar_run_take_end(SarRun *r) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  const SarSizes *n = &r->start->m->problem.n;
  copy(r->q, s->q, n->nq);
  copy(r->v, s->v, n->nv);
  copy(r->a, s->a, n->nv);
  copy(r->lambda, s->lambda, n->np);
  copy(r->mu, s->mu, n->nn);
  copy(r->x, s->x, n->nx);
  copy(r->xdot, s->xdot, n->nx);
  copy(r->z, s->z, n->nz);
}

/* Moves the positions onto the constraints. The first move leaves a gap of the size of its square; each further one,
 * with the same factors, makes it smaller by the size of the first. */
static SarStatus close_joints(SarRun *r, double t) {
  SarEquations *e = r->start->equations;
  SarPoint at = sar_run_point(r, t);
  double first, moved, before = INFINITY;
  SarStatus status = sar_equations_project_position(e, t, r->q, &first);
  if (status != SAR_OK || first <= PROJECTED) return status;
  moved = first;
  for (int32_t i = 0; status == SAR_OK && i < MOST_MOVES && first * moved > CLOSED && moved < before; i++) {
    before = moved;
    status = sar_equations_project_position(e, t, r->q, &moved);
  }
  return status == SAR_OK ? sar_equations_follow(e, &at, first) : status;
}

static SarStatus project(SarRun *r, double t, bool positions) {
  if (positions) SAR_TRY(close_joints(r, t));
  return sar_equations_project_velocity(r->start->equations, t, r->q, r->v, r->x);
}

/* One factorisation, unless the pivots have to be other ones. */
static SarStatus solve(SarRun *r, double t, bool positions) {
  SarEquations *e = r->start->equations;
  SarPoint at = sar_run_point(r, t);
  SarStatus status = sar_equations_factor_near(e, &at);
  if (status == SAR_OK) status = project(r, t, positions);
  if (status == SAR_RETRY) {
    status = sar_equations_factor(e, t, r->q, r->v);
    if (status == SAR_OK) status = project(r, t, positions);
  }
  if (status != SAR_OK) e->whole = e->nearby = false; /* what comes next is elsewhere */
  SAR_TRY(status);
  return sar_equations_accelerations(e, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
}

SarStatus sar_run_project(SarRun *r, double t, bool *factored) {
  SarStatus status = sar_equations_factor(r->start->equations, t, r->q, r->v);
  if (status == SAR_OK) status = project(r, t, true);
  *factored = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_run_refine(SarRun *r, double t, bool *solved) {
  SarStatus status = solve(r, t, true);
  if (status == SAR_OK) status = sar_equations_least_norm(r->start->equations, t, r->q, r->v, r->x, r->lambda, r->mu);
  *solved = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

/* The positions of accepted steps are on the constraints to what the corrector leaves, and powers and sums of forces do
 * not depend on how redundant joints share them: that is left out. */
SarStatus sar_run_solve_end(SarRun *r, double t, SarPoint *out, bool *solved) {
  size_t count = numbers_of_point(&r->start->m->problem.n);
  double *kept = r->memory + count;
  sar_run_take_end(r);
  SarStatus status = solve(r, t, false);
  if (status < 0) return status;
  *solved = status == SAR_OK;
  memcpy(kept, r->memory, count * sizeof *kept);
  *out = sar_run_point(r, t);
  const double **parts[] = {&out->q, &out->v, &out->a, &out->lambda, &out->mu, &out->x, &out->xdot, &out->z};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] += count;
  return SAR_OK;
}
