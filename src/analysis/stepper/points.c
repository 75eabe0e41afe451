/* Points of a motion: at the end of a step or inside it, and on the constraints. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/stepper.h"

#define PROJECTED 1e-13 /* moves below this (in L, rad) leave the matrix as it is */
#define CLOSED 1e-14    /* gaps that are left, in the same measure */
#define MOST_MOVES 8    /* after the first */

size_t sar_stepper_numbers(const SarStepper *s) { return (size_t)sar_sizes_point(&s->start->m->problem.n); }

SarStatus sar_stepper_make_arrays(SarStepper *s) {
  s->memory = calloc(2 * sar_stepper_numbers(s) + 1, sizeof *s->memory);
  if (!s->memory) return sar_report_no_memory(s->context);
  double **const arrays[] = {&s->q, &s->v, &s->a, &s->lambda, &s->mu, &s->x, &s->xdot, &s->z};
  sar_sizes_divide(&s->start->m->problem.n, s->memory, arrays);
  return SAR_OK;
}

SarPoint sar_stepper_point(const SarStepper *s, double t) {
  return (SarPoint){
      .t = t, .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot, .z = s->z};
}

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

void sar_stepper_take_end(SarStepper *s) {
  const SarStepView *end = sar_integrator_view(s->integrator);
  const SarSizes *n = &s->start->m->problem.n;
  copy(s->q, end->q, n->nq);
  copy(s->v, end->v, n->nv);
  copy(s->a, end->a, n->nv);
  copy(s->lambda, end->lambda, n->np);
  copy(s->mu, end->mu, n->nn);
  copy(s->x, end->x, n->nx);
  copy(s->xdot, end->xdot, n->nx);
  copy(s->z, end->z, n->nz);
}

void sar_stepper_interpolate(SarStepper *s, double t) {
  sar_integrator_interpolate(s->integrator, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
}

/* Moves the positions onto the constraints. The first move leaves a gap of the size of its square; each further one,
 * with the same factors, makes it smaller by the size of the first. */
static SarStatus close_joints(SarStepper *s, SarEquations *e, double t) {
  SarPoint at = sar_stepper_point(s, t);
  double first, moved, before = INFINITY;
  SarStatus status = sar_equations_project_position(e, t, s->q, &first);
  if (status != SAR_OK || first <= PROJECTED) return status;
  moved = first;
  for (int32_t i = 0; status == SAR_OK && i < MOST_MOVES && first * moved > CLOSED && moved < before; i++) {
    before = moved;
    status = sar_equations_project_position(e, t, s->q, &moved);
  }
  return status == SAR_OK ? sar_equations_follow(e, &at, first) : status;
}

static SarStatus project(SarStepper *s, SarEquations *e, double t, bool positions) {
  if (positions) SAR_TRY(close_joints(s, e, t));
  return sar_equations_project_velocity(e, t, s->q, s->v, s->x);
}

/* One factorisation, unless the pivots have to be other ones. */
static SarStatus solve(SarStepper *s, SarEquations *e, double t, bool positions) {
  SarPoint at = sar_stepper_point(s, t);
  SarStatus status = sar_equations_factor_near(e, &at);
  if (status == SAR_OK) status = project(s, e, t, positions);
  if (status == SAR_RETRY) {
    status = sar_equations_factor(e, t, s->q, s->v);
    if (status == SAR_OK) status = project(s, e, t, positions);
  }
  if (status != SAR_OK) e->whole = e->nearby = false; /* what comes next is elsewhere */
  SAR_TRY(status);
  return sar_equations_accelerations(e, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
}

SarStatus sar_stepper_project(SarStepper *s, double t, bool *factored) {
  SarEquations *e = s->start->equations;
  SarStatus status = sar_equations_factor(e, t, s->q, s->v);
  if (status == SAR_OK) status = project(s, e, t, true);
  *factored = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_stepper_refine_carried(SarStepper *s, SarEquations *e, double t, bool *solved) {
  SarStatus status = solve(s, e, t, true);
  *solved = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_stepper_refine_with(SarStepper *s, SarEquations *e, double t, bool *solved) {
  SarStatus status = solve(s, e, t, true);
  if (status == SAR_OK) status = sar_equations_least_norm(e, t, s->q, s->v, s->x, s->lambda, s->mu);
  *solved = status == SAR_OK;
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_stepper_refine(SarStepper *s, double t, bool *solved) {
  return sar_stepper_refine_with(s, s->start->equations, t, solved);
}

/* The positions of accepted steps are on the constraints to what the corrector leaves, and powers and sums of forces do
 * not depend on how redundant joints share them: that is left out. */
SarStatus sar_stepper_solve_end(SarStepper *s, double t, SarPoint *out, bool *solved) {
  size_t count = sar_stepper_numbers(s);
  double *kept = s->memory + count;
  sar_stepper_take_end(s);
  SarStatus status = solve(s, s->start->equations, t, false);
  if (status < 0) return status;
  *solved = status == SAR_OK;
  memcpy(kept, s->memory, count * sizeof *kept);
  *out = sar_stepper_point(s, t);
  const double **parts[] = {&out->q, &out->v, &out->a, &out->lambda, &out->mu, &out->x, &out->xdot, &out->z};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] += count;
  return SAR_OK;
}
