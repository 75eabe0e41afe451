/* Points of a run: at the end of a step or inside it, on the constraints, and as rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"

#define PROJECTED 1e-13 /* moves below this (in L, rad) leave the matrix as it is */
#define CLOSED 1e-14    /* gaps that are left, in the same measure */
#define MOST_MOVES 8    /* after the first */

SarStatus sar_run_make_arrays(SarRun *r) {
  const SarSizes *n = &r->start->m->problem.n;
  r->memory = calloc((size_t)(n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz) + 1, sizeof *r->memory);
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

/* Moves the positions onto the constraints, and factors the matrix there. The first move leaves a gap of the size of
 * its square; each further one, with the same matrix, makes it smaller by the size of the first. */
static SarStatus close_joints(SarRun *r, double t) {
  SarEquations *e = r->start->equations;
  double first, moved, before = INFINITY;
  SarStatus status = sar_equations_factor(e, t, r->q, r->v);
  if (status == SAR_OK) status = sar_equations_project_position(e, t, r->q, &first);
  if (status != SAR_OK || first <= PROJECTED) return status;
  moved = first;
  for (int32_t i = 0; status == SAR_OK && i < MOST_MOVES && first * moved > CLOSED && moved < before; i++) {
    before = moved;
    status = sar_equations_project_position(e, t, r->q, &moved);
  }
  return status == SAR_OK ? sar_equations_factor(e, t, r->q, r->v) : status;
}

SarStatus sar_run_refine(SarRun *r, double t, bool *solved) {
  SarEquations *e = r->start->equations;
  SarStatus status = close_joints(r, t);
  if (status == SAR_OK) status = sar_equations_project_velocity(e, t, r->q, r->v, r->x);
  if (status == SAR_OK)
    status = sar_equations_accelerations(e, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
  if (status == SAR_OK) status = sar_equations_least_norm(e, t, r->q, r->v, r->x, r->lambda, r->mu);
  *solved = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_run_record(SarRun *r, double t, double h, bool solved) {
  const SarStepView *s = h > 0 ? sar_integrator_view(r->integrator) : NULL;
  SarPoint at = sar_run_point(r, t);
  SarEnergyRecord energy;
  SAR_TRY(sar_audit_energy(r->audit, r->start->m, &at, s ? (t - s->t0) / h : 0, h, &energy));
  SAR_TRY(sar_recorder_row(r->recorder, r->start->m, &at, &energy));
  r->row_time = t;
  return sar_audit_row(r->audit, r->start->m, &at, r->recorder, solved);
}

SarStatus sar_run_record_inside(SarRun *r, double t) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  sar_integrator_interpolate(r->integrator, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
  bool solved = false;
  if (!r->plan.raw) SAR_TRY(sar_run_refine(r, t, &solved));
  return sar_run_record(r, t, s->t1 - s->t0, solved);
}
