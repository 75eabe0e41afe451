/* A motion step by step: assembled, begun, stepped, and gone on with where steps end on events or redundant rows no
 * longer agree. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/failure/causes.h"
#include "analysis/poses/singular.h"
#include "analysis/static/equilibrium.h"
#include "analysis/stepper/fmus.h"
#include "analysis/stepper/stepper.h"
#include "analysis/touching/touching.h"
#include "base/numbers.h"
#include "system/carry.h"
#include "system/inputs.h"
#include "system/names.h"

#define DROPPED_TOLERANCE 10 /* times the tolerance: violation of rows that are not carried (numerics, section 6) */

static SarStatus assemble(SarStepper *s, const SarRunOptions *options) {
  SAR_TRY(sar_run_plan(s->context, s->system, options, &s->plan));
  const SarStepOptions *steps = &s->plan.steps;
  s->gap_limit = DROPPED_TOLERANCE * fmax(steps->fixed_step > 0 ? 1e-8 : steps->tolerance, 1e-8);
  SAR_TRY(sar_start_create_by(s->context, s->system, s->plan.method.linear, &s->start));
  sar_start_warn_sharing(s->start);
  sar_start_warn_redundant(s->start);
  sar_start_warn_moved(s->start);
  SAR_TRY(sar_start_warn_velocity(s->start));
  s->change = sar_start_change(s->start);
  if (s->plan.settings.start_static) SAR_TRY(sar_equilibrium_start(s->context, s->start));
  SarPoint begin = sar_start_point(s->start);
  bool written = !s->plan.settings.start_static && !sar_system_is_carried(s->system);
  if (!options->study && written) sar_touching_warn_start(s->context, s->start->m, &begin);
  if (!options->study) SAR_TRY(sar_singular_warn_start(s->context, s->start->m, s->start->q));
  SAR_TRY(sar_stepper_make_arrays(s));
  SAR_TRY(sar_stepper_prepare_events(s));
  return sar_stepper_start_fmus(s);
}

SarStatus sar_stepper_make(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                           SarStepper **out) {
  SarStepper *s = *out = calloc(1, sizeof *s);
  if (!s) return sar_report_no_memory(context);
  s->context = context;
  s->system = system;
  s->concluded = true;
  return assemble(s, options);
}

void sar_stepper_destroy(SarStepper **stepper) {
  if (!stepper || !*stepper) return;
  SarStepper *s = *stepper;
  sar_stepper_destroy_reading(&s->reading);
  sar_integrator_destroy(&s->integrator);
  sar_start_destroy(&s->start);
  sar_stepper_destroy_fmus(s);
  free(s->memory);
  free(s->events);
  free(s->gradient);
  free(s->sides);
  free(s);
  *stepper = NULL;
}

static SarStatus start_integrator(SarStepper *s, const SarPoint *at) {
  SAR_TRY(sar_workspace_refresh_left(&s->start->m->problem, at));
  SAR_TRY(sar_integrator_create(s->context, &s->start->m->problem, &s->plan.method, &s->plan.steps, &s->integrator));
  if (s->reading && sar_system_inputs(s->system)) sar_integrator_keep_last(s->integrator); /* they may be changed */
  return sar_integrator_start(s->integrator, at);
}

SarStatus sar_stepper_begin(SarStepper *s, bool equations, bool all_angles) {
  SarPoint at = sar_start_point(s->start);
  s->all_angles = all_angles;
  sar_start_release(s->start, equations);
  sar_workspace_follow(s->start->m, all_angles);
  return start_integrator(s, &at);
}

static SarStatus explain(SarStepper *s, SarStatus status) {
  sar_causes_explain(&(SarFailure){.context = s->context,
                                   .system = s->system,
                                   .start = s->start,
                                   .options = &s->plan.steps,
                                   .view = sar_integrator_view(s->integrator),
                                   .stats = sar_integrator_stats(s->integrator),
                                   .limits = sar_integrator_limits(s->integrator),
                                   .status = status});
  return status;
}

SarStatus sar_stepper_step(SarStepper *s) {
  bool renewed;
  SarStatus status = sar_integrator_step(s->integrator);
  if (status != SAR_OK) return explain(s, status);
  SAR_TRY(sar_integrator_renew(&s->integrator, &s->plan.method, &renewed));
  if (renewed) s->mechanisms++;
  s->time = sar_integrator_view(s->integrator)->t1;
  s->concluded = false;
  return SAR_OK;
}

/* ---- rows that are not carried ---- */

static SarStatus report_conflict(SarStepper *s, int32_t row) {
  const SarSystem *system = s->system;
  const SarModelElement *element = sar_system_element(system, sar_row_element(system, row));
  bool motion = element->class->section == SAR_SECTION_MOTIONS;
  return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                    motion ? "let only one motion drive this direction, or make their functions agree at all times"
                           : "replace this joint by one that leaves that direction free, or correct the geometry",
                    "at t = %g s the redundant constraint `%s` (%s) no longer agrees with the others", s->time,
                    element->name, sar_row_equation(system, row));
}

void sar_stepper_gap(SarStepper *s, SarRowGap *gap) {
  const SarWorkspace *m = s->start->m;
  SarPoint end = sar_step_point(sar_integrator_view(s->integrator));
  double *rows = s->lambda, scale = 1 / sar_system_length(s->system); /* room for np numbers */
  *gap = (SarRowGap){0};
  if (!m->ndropped) return;
  sar_workspace_place(m, end.q, end.v);
  sar_workspace_rows(m, &end, rows, NULL);
  for (int32_t i = 0; i < m->problem.n.np; i++) {
    if (!m->carried[i] && fabs(rows[i]) > gap->size) *gap = (SarRowGap){fabs(rows[i]), i};
  }
  gap->size *= scale;
}

/* Whether all rows are satisfied where the arrays stand. */
static SarStatus check_rows(SarStepper *s, double t, int32_t row) {
  const SarProblem *p = &s->start->m->problem;
  double *rows = calloc((size_t)p->n.np + 1, sizeof *rows);
  if (!rows) return sar_report_no_memory(s->context);
  SarStatus status = p->ops->position(p, t, s->q, rows);
  double gap = sar_largest(p->n.np, rows) / sar_system_length(s->system);
  free(rows);
  SAR_TRY(status);
  return gap <= s->gap_limit ? SAR_OK : report_conflict(s, row);
}

/* The carried rows no longer determine the others: choose anew and go on from here with consistent values. */
static SarStatus pick_rows_anew(SarStepper *s, int32_t worst) {
  double t = s->time;
  bool changed, solved;
  sar_stepper_take_end(s);
  SAR_TRY(sar_start_pick_rows(s->start, t, s->q, s->v, &changed));
  if (!changed) return report_conflict(s, worst);
  s->mechanisms++;
  sar_workspace_follow(s->start->m, s->all_angles);
  if (s->watch.replaced) s->watch.replaced(s->watch.self, s->integrator);
  sar_integrator_destroy(&s->integrator);
  SAR_TRY(sar_stepper_refine(s, t, &solved));
  SAR_TRY(check_rows(s, t, worst));
  SAR_TRY(sar_start_solve(s->start, t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z));
  SarPoint at = sar_stepper_point(s, t);
  return start_integrator(s, &at);
}

SarStatus sar_stepper_conclude(SarStepper *s, const SarRowGap *gap, bool *restarted) {
  *restarted = false;
  s->concluded = true;
  if (s->start->m->problem.n.nroots > 0) SAR_TRY(sar_stepper_events(s, restarted));
  if (s->stopped || *restarted || !(gap->size > s->gap_limit)) return SAR_OK;
  return pick_rows_anew(s, gap->row);
}
