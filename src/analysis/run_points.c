/* Points of a run: at the end of a step or inside it, on the constraints, and as rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"

#define PROJECTED 1e-13 /* moves below this (in L, rad) leave the matrix as it is */
#define CURVED 1e-7     /* moves above this leave a gap, of the size of their square, that more than rounding closes */

#define SETTLING 0.1 /* of the step: long against all that is stiff, short against the motion */
#define SMOOTH 0.3   /* of the tolerance: a larger difference between equations and curve may be stiff */
#define NO_WORSE 1.1 /* times as far from the curve as before: where nothing is stiff, nothing changes */

/* Numbers of a point. */
static size_t size_of_point(const SarSizes *n) {
  return (size_t)(n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz);
}

SarStatus sar_run_make_arrays(SarRun *r) {
  const SarSizes *n = &r->start->m->problem.n;
  r->memory = calloc(2 * size_of_point(n) + (size_t)(n->nv + n->nx) + 1, sizeof *r->memory);
  if (!r->memory) return sar_report_no_memory(r->context);
  r->q = r->memory;
  r->v = r->q + n->nq;
  r->a = r->v + n->nv;
  r->lambda = r->a + n->nv;
  r->mu = r->lambda + n->np;
  r->x = r->mu + n->nn;
  r->xdot = r->x + n->nx;
  r->z = r->xdot + n->nx;
  r->kept = r->z + n->nz;
  r->curve = r->kept + size_of_point(n);
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

SarStatus sar_run_refine(SarRun *r, double t, bool *solved) {
  SarEquations *e = r->start->equations;
  double moved;
  SarStatus status = sar_equations_factor(e, t, r->q, r->v);
  if (status == SAR_OK) status = sar_equations_project_position(e, t, r->q, &moved);
  if (status == SAR_OK && moved > PROJECTED) status = sar_equations_factor(e, t, r->q, r->v);
  if (status == SAR_OK && moved > CURVED && r->start->m->ndropped) { /* rows depend on each other only where all hold */
    status = sar_equations_project_position(e, t, r->q, &moved);
    if (status == SAR_OK) status = sar_equations_factor(e, t, r->q, r->v);
  }
  if (status == SAR_OK) status = sar_equations_project_velocity(e, t, r->q, r->v, r->x);
  if (status == SAR_OK)
    status = sar_equations_accelerations(e, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
  if (status == SAR_OK) status = sar_equations_least_norm(e, t, r->q, r->v, r->x, r->lambda, r->mu);
  *solved = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

/* How far accelerations and rates are from the curve: as changes of positions and of states during the step, over L and
 * over the scales of states; root mean squares. */
static double roughness(const SarRun *r, double h) {
  const SarProblem *p = &r->start->m->problem;
  double motion = 0, states = 0;
  for (int32_t i = 0; i < p->n.nv; i++) motion += pow((r->a[i] - r->curve[i]) * p->weight[i], 2);
  for (int32_t i = 0; i < p->n.nx; i++) states += pow((r->xdot[i] - r->curve[p->n.nv + i]) * p->weight_x[i], 2);
  return h * h * sqrt(motion / fmax(p->n.nv, 1)) + h * sqrt(states / fmax(p->n.nx, 1));
}

/* Where nothing is stiff the difference is what an error of the motion below the tolerance makes; an eigenvalue lambda
 * makes it larger by lambda h. */
static bool is_smooth(const SarRun *r, double roughness) {
  const SarStepOptions *steps = &r->plan.steps;
  return !(steps->fixed_step > 0) && roughness <= SMOOTH * steps->tolerance;
}

SarStatus sar_run_settle(SarRun *r, double t, bool *solved) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  const SarSizes *n = &r->start->m->problem.n;
  const double h = s->t1 - s->t0;
  bool again = false;
  copy(r->curve, r->a, n->nv);
  copy(r->curve + n->nv, r->xdot, n->nx);
  SAR_TRY(sar_run_refine(r, t, solved));
  if (!*solved || !(h > 0) || !sar_method_smooths(&r->plan.method)) return SAR_OK;
  double before = roughness(r, h);
  if (is_smooth(r, before)) return SAR_OK;
  memcpy(r->kept, r->memory, size_of_point(n) * sizeof *r->memory);
  SarPoint at = sar_run_point(r, t);
  SarStatus status = sar_equations_settle(r->start->equations, &at, r->curve, SETTLING * h, r->q, r->v, r->x);
  if (status == SAR_OK) status = sar_run_refine(r, t, &again);
  if (status < 0) return status;
  if (!again || !(roughness(r, h) <= NO_WORSE * before)) {
    memcpy(r->memory, r->kept, size_of_point(n) * sizeof *r->memory);
  }
  return SAR_OK;
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
  if (!r->plan.raw) SAR_TRY(sar_run_settle(r, t, &solved));
  return sar_run_record(r, t, s->t1 - s->t0, solved);
}
