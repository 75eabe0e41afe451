#include "analysis/modes/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/static/equilibrium.h"
#include "system/inputs.h"

static SarStatus make_arrays(SarModesState *s) {
  const SarSizes *n = &sar_modes_problem(s)->n;
  s->memory = calloc((size_t)(n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz) + 1, sizeof *s->memory);
  if (!s->memory) return sar_report_no_memory(s->context);
  s->q = s->memory;
  s->v = s->q + n->nq;
  s->a = s->v + n->nv;
  s->lambda = s->a + n->nv;
  s->mu = s->lambda + n->np;
  s->x = s->mu + n->nn;
  s->xdot = s->x + n->nx;
  s->z = s->xdot + n->nx;
  return SAR_OK;
}

static void copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
}

static SarStatus keep(SarModesState *s, const SarPoint *from) {
  SAR_TRY(make_arrays(s));
  const SarSizes *n = &sar_modes_problem(s)->n;
  copy(s->q, from->q, n->nq);
  copy(s->v, from->v, n->nv);
  copy(s->a, from->a, n->nv);
  copy(s->lambda, from->lambda, n->np);
  copy(s->mu, from->mu, n->nn);
  copy(s->x, from->x, n->nx);
  copy(s->xdot, from->xdot, n->nx);
  copy(s->z, from->z, n->nz);
  s->t = from->t;
  return SAR_OK;
}

static SarStatus take_start(SarModesState *s) {
  SAR_TRY(sar_start_create(s->context, s->system, &s->start));
  sar_start_warn_redundant(s->start);
  sar_start_warn_moved(s->start);
  SAR_TRY(sar_start_warn_velocity(s->start));
  SarPoint at = sar_start_point(s->start);
  return keep(s, &at);
}

/* The state at the end of a run, on the constraints, with accelerations and reactions solved for there. */
static SarStatus take_run(SarModesState *s, const SarModesOptions *options) {
  SarRunOptions run = options->run ? *options->run : sar_run_options_default();
  run.end = options->at;
  SAR_TRY(sar_stepper_create(s->context, s->system, &run, &s->stepper));
  SarStepper *stepper = s->stepper;
  s->start = stepper->start;
  SAR_TRY(sar_stepper_advance(stepper, options->at));
  if (sar_stepper_stopped(stepper)) {
    return sar_report(s->context, SAR_FAILED, sar_nowhere(), NULL, "ask for an earlier state",
                      "an event stops the motion at t = %.9g s, before t = %.9g s", sar_stepper_time(stepper),
                      options->at);
  }
  s->start = stepper->start;
  bool factored;
  sar_stepper_interpolate(stepper, options->at);
  SAR_TRY(sar_stepper_project(stepper, options->at, &factored));
  SAR_TRY(sar_start_solve(s->start, options->at, stepper->q, stepper->v, stepper->x, stepper->a, stepper->lambda,
                          stepper->mu, stepper->xdot, stepper->z));
  SarPoint at = sar_stepper_point(stepper, options->at);
  return keep(s, &at);
}

static SarStatus take_static(SarModesState *s) {
  SAR_TRY(sar_start_create(s->context, s->system, &s->start));
  sar_start_warn_redundant(s->start);
  sar_workspace_set_mode(s->start->m, SAR_MODE_STATICS);
  SAR_TRY(sar_equilibrium_start(s->context, s->start));
  SarPoint at = sar_start_point(s->start);
  return keep(s, &at);
}

SarStatus sar_modes_state_create(SarContext *context, const SarSystem *system, const SarModesOptions *options,
                                 SarModesState *out) {
  *out = (SarModesState){.context = context, .system = system};
  SarStatus status = options->from_static ? take_static(out)
                     : options->at > 0    ? take_run(out, options)
                                          : take_start(out);
  if (status == SAR_OK) sar_workspace_set_mode(out->start->m, SAR_MODE_LINEAR);
  return status;
}

void sar_modes_state_destroy(SarModesState *s) {
  if (!s->stepper) sar_start_destroy(&s->start);
  sar_stepper_destroy(&s->stepper);
  free(s->memory);
  *s = (SarModesState){0};
}
