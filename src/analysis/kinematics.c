/* Fully driven mechanisms: positions by Newton's method at every output time, velocities, accelerations and reactions
 * by exact solves. Nothing is integrated, so no error accumulates. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/phases/phases.h"
#include "analysis/record/options.h"
#include "analysis/record/recorder.h"
#include "analysis/start/loads.h"
#include "analysis/start/start.h"
#include "base/resource.h"
#include "element/fmu/link.h"
#include "system/events.h"
#include "system/inputs.h"
#include "system/names.h"
#include "system/touches.h"

#define CLOSED 1e-12 /* last move of an iteration that has converged, in L and rad */
#define MAX_ITERATIONS 25
#define SMALLEST_PART 1e-6 /* of an output interval, before giving up */

typedef struct Walk {
  SarContext *context;
  SarStart *s;
  SarAudit *audit;
  SarRecorder *recorder;
  double *memory, *q, *v, *shift, *lambda, *middle_q, *middle_v, *middle_lambda;
  double t;
  SarRunSummary *summary;
  SarPhases *phases; /* it is one of several; null: it is all */
} Walk;

/* The function that a motion is given by. */
static const SarValue *given_function(const SarModelElement *motion, const char **field) {
  for (int32_t i = 0; i < motion->class->nfields; i++) {
    if (motion->class->fields[i].kind != SAR_FIELD_FUNCTION || !motion->values[i].given) continue;
    *field = motion->class->fields[i].name;
    return &motion->values[i];
  }
  return NULL;
}

/* Every motion that is given as a velocity or an acceleration is named. */
static SarStatus require_positions(Walk *w) {
  const SarSystem *system = w->s->system;
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < sar_system_counts(system).relations; i++) {
    if (sar_system_relation(system, i)->level == SAR_LEVEL_POSITION) continue;
    const SarModelElement *motion = sar_system_element(system, sar_system_relation(system, i)->element);
    const char *field = "velocity";
    const SarValue *function = given_function(motion, &field);
    status = sar_report(w->context, SAR_INPUT, function && function->source.file ? function->source : motion->source,
                        motion->name, "give it as a position (`rotation:` or `translation:`), or use `sarrus run`",
                        "kinematics needs motions given as positions: motion `%s` gives `%s`", motion->name, field);
  }
  return status;
}

/* It goes from output time to output time, and sees no crossing between them. */
static void warn_of_events(Walk *w) {
  const SarSystem *system = w->s->system;
  for (int32_t i = 0; i < sar_system_events(system); i++) {
    const SarModelElement *event = sar_system_element(system, sar_system_event(system, i).element);
    sar_warn(w->context, event->source, event->name, "use `sarrus run`", "kinematics does not look for event `%s`",
             event->name);
  }
}

/* States need an integration, and constraints on velocities cannot be closed. */
static SarStatus require_no_rates(Walk *w) {
  const SarSystem *system = w->s->system;
  SarCounts counts = sar_system_counts(system);
  const SarModel *model = sar_system_model(system);
  SarStatus status = SAR_OK;
  for (int32_t i = counts.motion_states; i < counts.states; i++) {
    int32_t first = w->s->m->problem.n.nv + counts.position + counts.velocity;
    SarCulpritName name = sar_culprit_name(system, first + i);
    if (name.index < 0) continue;
    const SarModelElement *state = &model->elements[name.index];
    status = sar_report(w->context, SAR_INPUT, state->source, state->name, "use `sarrus run`",
                        "kinematics integrates nothing, but `%s` is given by its rate", state->name);
  }
  for (int32_t row = 0; row < counts.velocity; row++) {
    int32_t element = sar_row_element(system, counts.position + row);
    if (element < 0 || model->elements[element].class->section == SAR_SECTION_MOTIONS) continue;
    const SarModelElement *equation = &model->elements[element];
    status = sar_report(w->context, SAR_INPUT, equation->source, equation->name, "use `sarrus run`",
                        "kinematics needs constraints on positions: `%s` is one on velocities", equation->name);
  }
  if (status == SAR_OK) warn_of_events(w);
  return status;
}

static SarStatus require_driven(Walk *w) {
  SAR_TRY(require_positions(w));
  SAR_TRY(require_no_rates(w));
  if (w->s->degrees_of_freedom == 0) return SAR_OK;
  SarSource at = w->phases ? sar_system_model(w->s->system)->simulation_source : sar_nowhere();
  return sar_report(w->context, SAR_INPUT, at, NULL, "drive it with a motion, or use `sarrus run`",
                    "the mechanism is not fully driven: %d degree%s of freedom left", w->s->degrees_of_freedom,
                    w->s->degrees_of_freedom == 1 ? "" : "s");
}

/* Positions at time t from the velocities of the last point. SAR_RETRY: take a shorter way. */
static SarStatus close_at(Walk *w, double t) {
  const SarProblem *p = &w->s->m->problem;
  SarEquations *e = w->s->equations;
  double dt = t - w->t, moved = INFINITY, before = INFINITY;
  memcpy(w->q, w->s->q, (size_t)p->n.nq * sizeof *w->q);
  for (int32_t i = 0; i < p->n.nv; i++) w->shift[i] = dt * (w->s->v[i] + 0.5 * dt * w->s->a[i]);
  sar_move(p, w->shift, w->q);
  for (int i = 0; i < MAX_ITERATIONS; i++) {
    SarStatus status = sar_equations_factor(e, t, w->q, w->s->v);
    if (status == SAR_OK) status = sar_equations_project_position(e, t, w->q, &moved);
    w->summary->iterations++;
    if (status != SAR_OK) return status > 0 ? SAR_RETRY : status;
    if (moved <= CLOSED) return SAR_OK;
    if (i > 2 && moved > before && moved < 1e-9) return SAR_OK; /* at rounding */
    if (i > 2 && moved > 2 * before) return SAR_RETRY;
    before = moved;
  }
  return SAR_RETRY;
}

static SarStatus finish_point(Walk *w, double t) {
  SarStart *s = w->s;
  const SarSizes *n = &s->m->problem.n;
  memcpy(w->v, s->v, (size_t)n->nv * sizeof *s->v);
  SarStatus status = sar_equations_factor(s->equations, t, w->q, w->v);
  if (status == SAR_OK) status = sar_equations_project_velocity(s->equations, t, w->q, w->v, s->x);
  if (status == SAR_OK) {
    status = sar_equations_accelerations(s->equations, t, w->q, w->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
  }
  if (status != SAR_OK) return status > 0 ? SAR_RETRY : status;
  memcpy(s->q, w->q, (size_t)n->nq * sizeof *s->q);
  memcpy(s->v, w->v, (size_t)n->nv * sizeof *s->v);
  SAR_TRY(sar_loads_check_turns(w->context, s->m, t, s->q, s->v));
  s->m->problem.ops->accept(&s->m->problem, &(SarPoint){.t = t, .q = s->q, .v = s->v});
  w->summary->steps++;
  return SAR_OK;
}

static SarStatus report_stuck(Walk *w, double t, bool closed) {
  if (closed) {
    return sar_report(w->context, SAR_FAILED, sar_nowhere(), NULL,
                      "look at the mechanism there: a dead point, or a force without a value",
                      "the driven mechanism can be closed beyond t = %g s, but its accelerations and reactions cannot "
                      "be solved for",
                      t);
  }
  return sar_report(w->context, SAR_FAILED, sar_nowhere(), NULL,
                    "look at the mechanism there: a dead point, or a motion beyond what the lengths allow",
                    "the driven mechanism cannot be closed beyond t = %g s", t);
}

/* From the last point to t, in shorter ways where the direct one fails. */
static SarStatus advance(Walk *w, double t) {
  double whole = t - w->t, part = whole;
  while (w->t < t) {
    double target = w->t + part >= t - 1e-9 * whole ? t : w->t + part;
    SarStatus status = close_at(w, target);
    bool closed = status == SAR_OK;
    if (closed) status = finish_point(w, target);
    if (status < 0) return status;
    if (status == SAR_OK) {
      w->t = target;
      continue;
    }
    w->summary->rejected++;
    part /= 2;
    if (part < SMALLEST_PART * whole) return report_stuck(w, w->t, closed);
  }
  return SAR_OK;
}

/* Powers are integrated by Simpson's rule: the middle of the interval is a point of its own. */
static void keep_middle(Walk *w) {
  const SarSizes *n = &w->s->m->problem.n;
  memcpy(w->middle_q, w->s->q, (size_t)n->nq * sizeof *w->q);
  memcpy(w->middle_v, w->s->v, (size_t)n->nv * sizeof *w->q);
  memcpy(w->middle_lambda, w->s->lambda, (size_t)n->np * sizeof *w->q);
}

static SarStatus record(Walk *w, double t0) {
  SarStart *s = w->s;
  double *lambda = w->lambda;
  memcpy(lambda, s->lambda, (size_t)s->m->problem.n.np * sizeof *lambda);
  SAR_TRY(sar_equations_least_norm(s->equations, w->t, s->q, s->v, s->x, lambda, s->mu));
  SarPoint middle = {.t = 0.5 * (t0 + w->t),
                     .q = w->middle_q,
                     .v = w->middle_v,
                     .a = s->a,
                     .lambda = w->middle_lambda,
                     .mu = s->mu,
                     .x = s->x,
                     .xdot = s->xdot,
                     .z = s->z};
  SarPoint at = {
      .t = w->t, .q = s->q, .v = s->v, .a = s->a, .lambda = lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot, .z = s->z};
  SarEnergyRecord energy = {0};
  if (w->t > t0) {
    SAR_TRY(sar_audit_step(w->audit, s->m, t0, &middle, &at, NULL));
  } else {
    SAR_TRY(sar_audit_start(w->audit, s->m, &at));
    if (w->phases) SAR_TRY(sar_phases_base(w->phases, s->m, &at, w->audit));
  }
  SAR_TRY(sar_audit_energy(w->audit, s->m, &at, 1, w->t - t0, &energy));
  SAR_TRY(sar_recorder_row(w->recorder, s->m, &at, &energy));
  return sar_audit_row(w->audit, s->m, &at, w->recorder, true);
}

static SarStatus make_arrays(Walk *w) {
  const SarSizes *n = &w->s->m->problem.n;
  w->memory = calloc((size_t)(2 * (n->nq + n->nv + n->np) + n->nv) + 1, sizeof *w->memory);
  if (!w->memory) return sar_report_no_memory(w->context);
  w->q = w->memory;
  w->v = w->q + n->nq;
  w->shift = w->v + n->nv;
  w->lambda = w->shift + n->nv;
  w->middle_q = w->lambda + n->np;
  w->middle_v = w->middle_q + n->nq;
  w->middle_lambda = w->middle_v + n->nv;
  return SAR_OK;
}

static SarStatus walk(Walk *w, const SarSystem *system, const SarRunOptions *options) {
  SarRunPlan plan;
  SAR_TRY(sar_run_plan(w->context, system, options, &plan));
  SAR_TRY(sar_start_create(w->context, system, &w->s));
  sar_workspace_set_mode(w->s->m, SAR_MODE_KINEMATICS);
  w->summary->degrees_of_freedom = w->s->degrees_of_freedom;
  sar_start_warn_redundant(w->s);
  sar_start_warn_moved(w->s);
  SAR_TRY(sar_start_warn_velocity(w->s));
  w->summary->start = sar_start_change(w->s);
  SAR_TRY(require_driven(w));
  SAR_TRY(make_arrays(w));
  SAR_TRY(sar_audit_create(w->context, system, &w->audit));
  double begin = w->t = w->s->t, end = plan.steps.end;
  double every = plan.settings.output_every > 0 ? plan.settings.output_every : (end - begin) / 1000;
  SarRunOptions planned = *options;
  if (planned.no_output) planned.table = NULL, planned.csv = planned.hdf5 = NULL;
  plan.settings.output_every = every;
  SarRecorderPlan record_plan = {.options = &planned, .plan = &plan, .method = "kinematics", .kinematic = true};
  SAR_TRY(w->phases ? sar_phases_record(w->phases, w->s, &plan, &w->recorder)
                    : sar_recorder_create(w->s, &record_plan, &w->recorder));
  SAR_TRY(record(w, begin));
  for (int64_t i = 1; w->t < end; i++) {
    double t0 = w->t, t = begin + (double)i * every;
    if (t > end - 1e-12 * (end - begin)) t = end;
    SAR_TRY(advance(w, 0.5 * (t0 + t)));
    keep_middle(w);
    SAR_TRY(advance(w, t));
    SAR_TRY(record(w, t0));
    SarProgress progress = {.time = w->t, .end = end, .step = every, .steps = w->summary->steps};
    if (options->progress && options->progress(options->progress_self, &progress)) return SAR_INTERRUPTED;
  }
  SarPoint at = sar_start_point(w->s);
  at.t = w->t;
  return w->phases ? sar_phases_hand_over(w->phases, w->s->m, &at, w->audit) : SAR_OK;
}

static void summarise(const Walk *w, SarStatus status) {
  SarRunSummary *out = w->summary;
  out->status = status == SAR_OK ? SAR_RUN_DONE : status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED : SAR_RUN_FAILED;
  out->end_time = w->t;
  out->rows = w->recorder ? w->recorder->rows : 0;
  out->accepted_iterations = out->iterations;
  out->peak_memory_bytes = sar_peak_memory_bytes();
  if (w->s && w->s->equations) { /* assembly included */
    const SarEquationCounts *n = &w->s->equations->counts;
    out->residuals = n->residuals;
    out->jacobians = out->factorisations = n->factorisations;
    out->solves = n->solves;
  }
  if (!w->s) return;
  sar_audit_summarise(w->audit, w->s->system, out);
  sar_pull_warn(w->context, w->s->system, out);
}

SarStatus sar_kinematics(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                         SarRunSummary *summary) {
  SAR_NEED(context, context && system && options);
  if (options->nsensitivity) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "use a run: motions drive it all the same",
                      "a kinematic analysis has no sensitivities");
  }
  SAR_TRY(sar_fmu_links_refuse(context, sar_system_model(system)->fmus, sar_system_model(system)->nfmus,
                               "a kinematic analysis"));
  return sar_kinematics_one(context, system, options, NULL, summary);
}

SarStatus sar_kinematics_one(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                             SarPhases *phases, SarRunSummary *summary) {
  SarRunSummary own;
  Walk w = {.context = context, .phases = phases, .summary = summary ? summary : &own};
  double begin = sar_cpu_seconds();
  *w.summary = (SarRunSummary){.bodies = sar_system_bodies(system) - sar_system_nodes(system),
                               .contacts = sar_system_contacts(system),
                               .nodes = sar_system_nodes(system),
                               .method = "kinematics",
                               .length_scale = sar_system_length_scale(system)};
  SarStatus status = walk(&w, system, options);
  if (w.recorder && !phases) {
    SarStatus finished = sar_recorder_finish(w.recorder);
    if ((status == SAR_OK || status == SAR_INTERRUPTED) && finished != SAR_OK) status = finished;
  }
  summarise(&w, status);
  w.summary->cpu_seconds = sar_cpu_seconds() - begin;
  if (w.recorder) w.summary->hdf5_seconds = w.recorder->hdf5_seconds;
  if (w.recorder) w.summary->csv_seconds = w.recorder->csv_seconds;
  w.summary->rows_seconds = fmax(w.summary->cpu_seconds - w.summary->hdf5_seconds - w.summary->csv_seconds, 0);
  if (!phases) sar_recorder_destroy(&w.recorder);
  sar_audit_destroy(&w.audit);
  sar_start_destroy(&w.s);
  free(w.memory);
  return status;
}
