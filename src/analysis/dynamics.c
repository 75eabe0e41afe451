/* The run: a motion from its start to its end (stepper/), recorded and audited. Steps do not know of output: rows are
 * interpolated inside accepted steps, projected onto the constraints, and accelerations and reactions are solved there
 * (numerics, section 5). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/trust.h"
#include "analysis/doctor/suspects.h"
#include "analysis/run.h"
#include "base/resource.h"
#include "system/events.h"

#define CHECKPOINT_SECONDS 60                /* between checkpoints, unless options say otherwise */
#define CHECKPOINT_BYTES ((int64_t)64 << 20) /* in a journal, from which on ... */
#define CHECKPOINT_GROWTH 1.1                /* ... they become rarer: a crash costs a tenth of the run at most */
#define ROWS_UNSEEN 1000                     /* of one step, until it is asked whether to go on */

typedef SarRun Run;

static SarStatus record_start(Run *r) {
  const SarStepper *stepper = r->stepper;
  const SarStart *s = stepper->start;
  const SarSizes *n = &s->m->problem.n;
  memcpy(stepper->lambda, s->lambda, (size_t)n->np * sizeof(double));
  memcpy(stepper->mu, s->mu, (size_t)n->nn * sizeof(double));
  SAR_TRY(sar_equations_least_norm(s->equations, s->t, s->q, s->v, s->x, stepper->lambda, stepper->mu));
  SarPoint at = sar_start_point(s);
  at.lambda = stepper->lambda;
  at.mu = stepper->mu;
  SarEnergyRecord energy;
  SAR_TRY(sar_audit_energy(r->audit, s->m, &at, 0, 0, &energy));
  r->next_row = 1;
  SAR_TRY(sar_recorder_row(r->recorder, s->m, &at, &energy));
  return sar_audit_row(r->audit, s->m, &at, r->recorder, true);
}

/* Whether every step has a row. */
static bool rows_at_steps(const Run *r) { return !r->extras.times && r->stepper->plan.settings.output_every <= 0; }

/* Output times are multiples of output_every from the begin, without accumulation, and the end. */
static double next_time(const Run *r) {
  if (r->extras.times) return r->next_row < r->extras.ntimes ? r->extras.times[r->next_row] : INFINITY;
  double end = r->stepper->plan.steps.end, begin = r->stepper->start->t;
  double t = begin + (double)r->next_row * r->stepper->plan.settings.output_every;
  return t > end - 1e-12 * (end - begin) ? end : t;
}

static bool interrupted(Run *r, double t) {
  if (!r->options->progress) return false;
  const SarStepView *s = sar_integrator_view(r->stepper->integrator);
  int64_t steps = r->before.steps + sar_integrator_stats(r->stepper->integrator)->steps;
  SarProgress progress = {.time = t, .end = r->stepper->plan.steps.end, .step = s->step, .steps = steps};
  if (r->phases) progress.steps += r->phases->sum.steps;
  return r->options->progress(r->options->progress_self, &progress) != 0;
}

/* An interruption is answered after the step, where a checkpoint can be taken; but a step may have any number of rows.
 */
static SarStatus record_rows(Run *r, double t1) {
  int64_t last = r->next_row;
  if (rows_at_steps(r)) return sar_run_record_inside(r, t1);
  for (double t; (t = next_time(r)) <= t1; r->next_row++) {
    SAR_TRY(sar_run_record_inside(r, t));
    if (t == r->stepper->plan.steps.end) break;
    if (r->next_row - last < ROWS_UNSEEN) continue;
    last = r->next_row;
    if (!interrupted(r, t)) continue;
    r->time = t;
    return SAR_INTERRUPTED;
  }
  return SAR_OK;
}

/* The clock costs as much as a small step: it is read only where there are rows, and after the first ones only now and
 * then, for all those between. */
#define TIMED_FIRST 64
#define TIMED_LATER 8

static SarStatus record_step(Run *r) {
  if (!r->recorder->nsinks) return SAR_OK;
  const SarStepView *s = sar_integrator_view(r->stepper->integrator);
  SarStepRecord record = {s->t1,    s->step,       s->error,           s->iterations,
                          s->order, s->rejections, r->audit->position, r->audit->velocity};
  SAR_TRY(sar_recorder_step(r->recorder, &record));
  if (!rows_at_steps(r) && next_time(r) > s->t1) return SAR_OK;
  int64_t steps = r->steps_with_rows++;
  if (steps >= TIMED_FIRST && steps % TIMED_LATER) return record_rows(r, s->t1);
  double begin = sar_cpu_seconds();
  SAR_TRY(record_rows(r, s->t1));
  r->cpu_output += (steps < TIMED_FIRST ? 1 : TIMED_LATER) * (sar_cpu_seconds() - begin);
  return SAR_OK;
}

/* ---- stepping ---- */

static void keep_counts(void *self, const SarIntegrator *integrator) {
  Run *r = self;
  const SarStepStats *s = sar_integrator_stats(integrator);
  SarStepStats *sum = &r->before;
  sum->smallest_step = sum->steps == 0 ? s->smallest_step : fmin(sum->smallest_step, s->smallest_step);
  sum->largest_step = fmax(sum->largest_step, s->largest_step);
  sum->steps += s->steps;
  sum->rejected_error += s->rejected_error;
  sum->rejected_corrector += s->rejected_corrector;
  sum->rejected_rotation += s->rejected_rotation;
  sum->iterations += s->iterations;
  sum->accepted_iterations += s->accepted_iterations;
  sum->residuals += s->residuals;
  sum->jacobians += s->jacobians;
  sum->factorisations += s->factorisations;
  sum->solves += s->solves;
  sum->fallbacks += s->fallbacks;
  if (s->fill > sum->fill) sum->fill = s->fill;
  sum->operations = fmax(sum->operations, s->operations);
  sum->floor_steps += s->floor_steps;
  sum->rounding_steps += s->rounding_steps;
  sum->rounding_error = fmax(sum->rounding_error, s->rounding_error);
  sum->events += s->events;
  sum->repeats += s->repeats;
  const SarCrossingCounts *c = sar_integrator_crossings(integrator);
  r->crossings.values += c->values;
  r->crossings.numbers += c->numbers;
  r->crossings.bounds += c->bounds;
  sar_step_report_add(r->report, sar_integrator_limits(integrator));
}

static SarStatus solve_inside(void *self, double t, SarPoint *out, bool *solved) {
  SarStepper *s = ((Run *)self)->stepper;
  sar_stepper_interpolate(s, t);
  *out = sar_stepper_point(s, t);
  return sar_stepper_refine(s, t, solved);
}

static SarStatus audit_step(Run *r) {
  SarStepper *s = r->stepper;
  const SarStepView *view = sar_integrator_view(s->integrator);
  SarPoint end = sar_step_point(view), middle = end;
  double h = view->t1 - view->t0;
  bool solvable = s->start->equations != NULL;
  sar_audit_drift(r->audit, s->start->m, &end, h);
  bool lags = solvable && (r->audit->solves_ends || sar_audit_is_short(r->audit, view->t1, h)), solved = false;
  r->audit->placed = !lags; /* where the drift was taken */
  if (lags) SAR_TRY(sar_stepper_solve_end(s, view->t1, &middle, &solved));
  if (solved) end = middle;
  bool straight = lags && r->audit->quadrature.multipliers;
  if (sar_system_has_power(r->system) && !straight) {
    double t = 0.5 * (view->t0 + view->t1);
    sar_stepper_interpolate(s, t);
    middle = sar_stepper_point(s, t);
  }
  SarInside inside = {solve_inside, r};
  return sar_audit_step(r->audit, s->start->m, view->t0, straight ? NULL : &middle, &end, solvable ? &inside : NULL);
}

static void look_for_poles(Run *r) {
  SarStepper *s = r->stepper;
  SarPoint scratch = sar_stepper_point(s, r->time);
  sar_pole_watch_step(&r->poles, r->context, s->start->m, s->integrator, &scratch);
}

/* ---- events ---- */

static SarStatus record_event(void *self, int32_t event, int32_t direction, double t) {
  SarEventRecord record = {.time = t, .event = event, .direction = direction};
  return sar_recorder_event(((Run *)self)->recorder, &record);
}

static SarStatus record_before(void *self, double t) {
  Run *r = self;
  return r->row_time != t ? sar_run_record_inside(r, t) : SAR_OK;
}

/* The row after what has changed, at the same time as the one before. */
static SarStatus record_after(void *self, double t) { return sar_run_record(self, t, 0, true); }

static void exchange(void *self, const SarEnergies *before, const SarEnergies *after) {
  sar_audit_exchange(((Run *)self)->audit, before, after);
}

static SarStatus resume(void *self, const SarPoint *at) {
  Run *r = self;
  if (r->sensitivity) SAR_TRY(sar_sensitivity_resume(r->sensitivity, at));
  return sar_audit_resume(r->audit, r->stepper->start->m, at);
}

static SarStepperWatch watch_of(Run *r) {
  bool recording = r->recorder->nsinks > 0;
  return (SarStepperWatch){.self = r,
                           .happened = record_event,
                           .before = recording ? record_before : NULL,
                           .after = recording ? record_after : NULL,
                           .exchanged = exchange,
                           .resumed = resume,
                           .replaced = keep_counts};
}

/* ---- checkpoints ---- */

static SarStatus take_checkpoint(Run *r) {
  SarStatus status = sar_run_save(r, &r->archive);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  SAR_TRY(status);
  return sar_recorder_checkpoint(r->recorder, r->archive.bytes, r->archive.count);
}

/* The clock decides only when; what the run computes does not depend on it. */
static SarStatus checkpoint_when_due(Run *r) {
  if (!r->recorder->keeps_checkpoints) return SAR_OK;
  double now = sar_wall_seconds();
  if (now < r->checkpoint_due) return SAR_OK;
  SAR_TRY(take_checkpoint(r));
  r->checkpoint_bytes += (int64_t)r->archive.count;
  if (r->checkpoint_bytes > CHECKPOINT_BYTES) r->checkpoint_every *= CHECKPOINT_GROWTH;
  r->checkpoint_due = now + r->checkpoint_every;
  return SAR_OK;
}

/* What looks on does not decide: where singular poses cannot be looked for, the run goes on without. */
static SarStatus observe(Run *r, const SarPoint *at) {
  SarStatus poses = r->poses ? sar_pose_follow_see(r->poses, r->stepper->start->m, at) : SAR_OK;
  if (poses == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (poses != SAR_OK) sar_pose_follow_destroy(&r->poses);
  return r->extras.observer ? r->extras.observer->see(r->extras.observer->self, r->stepper->start->m, at) : SAR_OK;
}

/* ---- touches ---- */

/* Whose attempts have failed since the last step: bodies, as far as an equation of one is to blame. */
static void blame_touches(Run *r, const SarPoint *at, int32_t rejections) {
  const SarStepLimits *limits = sar_integrator_limits(r->stepper->integrator);
  const SarWorkspace *m = r->stepper->start->m;
  for (int32_t back = 0, left = rejections; left > 0; back++) {
    const SarAttemptRecord *attempt = sar_limits_attempt(limits, back);
    if (!attempt) return;
    if (attempt->outcome == SAR_OUTCOME_ACCEPTED || attempt->outcome == SAR_OUTCOME_ROUNDING) continue;
    left--;
    bool body = attempt->culprit >= 0 && attempt->culprit < 6 * sar_system_bodies(r->system);
    if (body) sar_touch_tally_blame(r->touches, m, at, attempt->culprit / 6, 1);
  }
}

static SarStatus follow_touches(Run *r, const SarPoint *at, double h) {
  if (!r->touches) return SAR_OK;
  int32_t rejections = h > 0 ? sar_integrator_view(r->stepper->integrator)->rejections : 0;
  SAR_TRY(sar_touch_tally_see(r->touches, r->stepper->start->m, at, h));
  blame_touches(r, at, rejections);
  return SAR_OK;
}

static SarStatus step_to_end(Run *r) {
  double end = r->stepper->plan.steps.end;
  r->checkpoint_every = isnan(r->options->checkpoint_seconds) ? CHECKPOINT_SECONDS : r->options->checkpoint_seconds;
  r->checkpoint_due = sar_wall_seconds() + r->checkpoint_every;
  if (r->phases && r->phases->checkpoint_due > 0) r->checkpoint_due = r->phases->checkpoint_due;
  while (r->time < end && !r->stepper->stopped) {
    SAR_TRY(sar_stepper_step(r->stepper));
    r->time = r->stepper->time;
    SAR_TRY(audit_step(r));
    if (r->poles.poles) look_for_poles(r);
    if (r->sensitivity) SAR_TRY(sar_sensitivity_step(r->sensitivity));
    if (r->sensitivity) SAR_TRY(sar_sensitivity_approach(r->sensitivity));
    SAR_TRY(record_step(r));
    const SarStepView *view = sar_integrator_view(r->stepper->integrator);
    SarPoint here = sar_step_point(view);
    SAR_TRY(follow_touches(r, &here, view->t1 - view->t0));
    SAR_TRY(observe(r, &here));
    bool restarted;
    SarRowGap gap = {r->audit->dropped_max, r->audit->dropped_row};
    SAR_TRY(sar_stepper_conclude(r->stepper, &gap, &restarted));
    r->restarted = restarted;
    if (r->stepper->stopped) break;
    if (restarted) sar_pole_watch_restart(&r->poles);
    if (interrupted(r, r->time)) {
      if (r->recorder->keeps_checkpoints) SAR_TRY(take_checkpoint(r));
      return SAR_INTERRUPTED;
    }
    if (r->time < end) SAR_TRY(checkpoint_when_due(r));
  }
  if (r->phases) r->phases->checkpoint_due = r->checkpoint_due;
  if (r->phases && sar_phases_follow(r->phases)) return SAR_OK;
  return r->extras.bars && r->recorder->keeps_checkpoints ? take_checkpoint(r)
                                                          : sar_recorder_checkpoint(r->recorder, NULL, 0);
}

/* Rows of output are solved for, and so is what follows an event, and what the audit needs of some methods. */
static bool needs_equations(const Run *r) {
  return r->recorder->nsinks > 0 || r->phases || r->stepper->start->m->problem.n.nroots > 0 || r->audit->solves_ends;
}

/* Singular poses on the way are looked for where results are meant to be read, and by nobody else already. */
static SarStatus look_at_poses(Run *r) {
  const SarSizes *n = &r->stepper->start->m->problem.n;
  bool read = !r->options->study && !r->options->no_output;
  if (!read || r->extras.observer || n->np + n->nn == 0) return SAR_OK;
  return sar_pose_follow_create(r->context, r->system, r->stepper->plan.steps.end, false, &r->poses);
}

static double files_seconds(const Run *r) { return r->recorder->hdf5_seconds + r->recorder->csv_seconds; }

/* Nobody knows what a phase will ask for. */
static bool follows_all(const Run *r) { return r->recorder->nsinks > 0 || r->phases; }

/* The first row, and the integrator at rest in front of the first step. */
static SarStatus begin(Run *r) {
  const SarStart *s = r->stepper->start;
  SarPoint at = sar_start_point(s);
  SAR_TRY(sar_audit_start(r->audit, s->m, &at));
  if (r->phases) SAR_TRY(sar_phases_base(r->phases, s->m, &at, r->audit));
  if (r->sensitivity) SAR_TRY(sar_sensitivity_start(r->sensitivity));
  SAR_TRY(record_start(r));
  r->cpu_stepping = sar_cpu_seconds();
  r->cpu_files = files_seconds(r);
  SAR_TRY(sar_stepper_begin(r->stepper, needs_equations(r), follows_all(r)));
  SAR_TRY(follow_touches(r, &at, 0));
  return observe(r, &at);
}

/* The run as it was when the checkpoint was taken. */
static SarStatus go_on(Run *r) {
  r->stepper->all_angles = follows_all(r);
  sar_start_release(r->stepper->start, needs_equations(r));
  SAR_TRY(sar_run_load(r, r->extras.resumed));
  double begin = sar_cpu_seconds();
  SarStatus status = sar_recorder_repeat(r->recorder);
  r->cpu_output += sar_cpu_seconds() - begin;
  return status;
}

/* They take a run of their own, which does not count among the steps of this one. Until it is over the checkpoint at
 * the end is kept: from there they can be made later. */
static SarStatus add_bars(Run *r) {
  if (!r->extras.bars) return SAR_OK;
  const SarBars *bars = NULL;
  double begin = sar_cpu_seconds();
  SarStatus status = r->extras.bars(r->extras.bars_self, &bars);
  r->cpu_bars = sar_cpu_seconds() - begin;
  if (status == SAR_OK && bars) sar_recorder_bars(r->recorder, bars);
  return status == SAR_OK ? sar_recorder_checkpoint(r->recorder, NULL, 0) : status;
}

static SarStatus make_audit(Run *r) {
  const SarMethodChoice *method = &r->stepper->plan.method;
  const SarStepOptions *steps = &r->stepper->plan.steps;
  SAR_TRY(sar_audit_create(r->context, r->system, &r->audit));
  SAR_TRY(sar_pole_watch_create(r->context, r->system, &r->poles));
  r->audit->quick = r->options->no_output;
  double span = steps->end - r->stepper->start->t;
  r->audit->span = span;
  r->audit->momentum_limit = sar_trust_momentum_limit(steps);
  r->audit->solves_ends = !r->audit->quick && sar_trust_multipliers_lag(method);
  if (sar_trust_needs_care(method)) {
    sar_audit_be_careful(r->audit, r->system, span, sar_trust_energy_limit(steps), sar_trust_momentum_limit(steps));
  }
  return sar_step_report_create(r->context, &r->stepper->start->m->problem.n, &r->report);
}

static SarStatus derive(void *self, const SarPoint *at, const double *own, double *row) {
  return sar_sensitivity_row(self, at, own, row);
}

static SarStatus make_sensitivity(Run *r, SarDerivatives *out) {
  *out = (SarDerivatives){0};
  if (!r->options->nsensitivity) return SAR_OK;
  SAR_TRY(sar_sensitivity_create(r->stepper, r->options, &r->sensitivity));
  bool follow = r->extras.follow_rows;
  if (follow) SAR_TRY(sar_sensitivity_follow_rows(r->sensitivity, r->options, r->extras.times != NULL));
  *out = (SarDerivatives){.parameters = r->options->sensitivity,
                          .nparameters = r->options->nsensitivity,
                          .times = follow,
                          .evaluate = derive,
                          .self = r->sensitivity};
  return SAR_OK;
}

static SarStatus make_recorder(Run *r) {
  char label[160];
  const SarRunPlan *plan = &r->stepper->plan;
  if (r->phases) return sar_phases_record(r->phases, r->stepper->start, plan, &r->recorder);
  SarDerivatives derivatives;
  SAR_TRY(make_sensitivity(r, &derivatives));
  sar_method_label(&plan->method, label, sizeof label);
  SarRunOptions planned = *r->options;
  if (planned.no_output) planned.table = NULL, planned.csv = planned.hdf5 = planned.steps_csv = NULL;
  SarRecorderPlan record = {.options = &planned,
                            .plan = plan,
                            .method = label,
                            .resumed = r->extras.resumed,
                            .sink = r->extras.sink,
                            .derivatives = derivatives,
                            .bars = r->extras.bars != NULL,
                            .judging = r->extras.judging};
  return sar_recorder_create(r->stepper->start, &record, &r->recorder);
}

/* The end of the motion, on the constraints, is where the next phase goes on. After an event that acted there the
 * arrays hold what came of it. */
static SarStatus hand_over(Run *r) {
  SarStepper *s = r->stepper;
  bool solved;
  if (!sar_phases_follow(r->phases)) return SAR_OK;
  if (!r->restarted) {
    sar_stepper_take_end(s);
    SAR_TRY(sar_stepper_refine(s, r->time, &solved));
  }
  SarPoint at = sar_stepper_point(s, r->time);
  return sar_phases_hand_over(r->phases, s->start->m, &at, r->audit);
}

static SarStatus run(Run *r) {
  SAR_TRY(sar_stepper_make(r->context, r->system, r->options, &r->stepper));
  r->start_change = r->stepper->change;
  SAR_TRY(look_at_poses(r));
  SAR_TRY(make_audit(r));
  SAR_TRY(make_recorder(r));
  if (sar_system_has_contacts(r->system)) SAR_TRY(sar_touch_tally_create(r->context, r->system, &r->touches));
  r->stepper->watch = watch_of(r);
  SAR_TRY(r->extras.resumed ? go_on(r) : begin(r));
  SAR_TRY(step_to_end(r));
  return r->phases ? hand_over(r) : add_bars(r);
}

/* The files become complete. */
static SarStatus finish(Run *r, SarStatus status) {
  if (!r->recorder || r->phases) return status;
  if (status == SAR_RETRY) { /* the bars are too large for whoever asked */
    sar_recorder_discard(r->recorder);
    return status;
  }
  double begin = sar_cpu_seconds();
  SarStatus finished = sar_recorder_finish(r->recorder);
  r->cpu_output += sar_cpu_seconds() - begin;
  if ((status == SAR_OK || status == SAR_INTERRUPTED) && finished != SAR_OK) return finished;
  return status;
}

/* ---- summary ---- */

/* Files are written before the first step (their headers), in rows and at the end. */
static void summarise_seconds(const Run *r, SarRunSummary *out) {
  double now = sar_cpu_seconds(), files = r->recorder ? files_seconds(r) : 0;
  out->cpu_seconds = now - r->cpu_begin;
  out->hdf5_seconds = r->recorder ? r->recorder->hdf5_seconds : 0;
  out->csv_seconds = r->recorder ? r->recorder->csv_seconds : 0;
  if (r->cpu_stepping == 0) { /* it failed before */
    out->start_seconds = out->cpu_seconds - files;
    return;
  }
  out->start_seconds = r->cpu_stepping - r->cpu_begin - r->cpu_files;
  out->stepping_seconds =
      fmax(now - r->cpu_stepping - r->cpu_output - r->cpu_bars, 0); /* rows and files are timed by samples */
  out->bars_seconds = r->cpu_bars;
  out->rows_seconds = fmax(r->cpu_output - (files - r->cpu_files), 0);
}

static void summarise_events(const SarStepper *s, SarRunSummary *out) {
  out->nevents = 0;
  out->restarts = s->restarts;
  out->restart_factorisations = s->restart_factorisations;
  for (int32_t i = 0; s->events && i < sar_system_events(s->system) && i < SAR_EVENTS_MAX; i++) {
    SarEventCount *event = &out->events[out->nevents++];
    const char *name = sar_system_element(s->system, sar_system_event(s->system, i).element)->name;
    snprintf(event->name, sizeof event->name, "%s", name);
    event->count = s->events[i].count;
    event->last_time = s->events[i].count > 0 ? s->events[i].last_time : NAN;
  }
}

static void summarise_motion(const SarStepper *s, SarRunSummary *out) {
  if (s->plan.method.table) sar_method_label(&s->plan.method, out->method, sizeof out->method);
  if (out->status == SAR_RUN_DONE && s->halted) out->status = SAR_RUN_STOPPED;
  out->degrees_of_freedom = s->start ? s->start->degrees_of_freedom : 0;
  summarise_events(s, out);
}

static void summarise(Run *r, SarStatus status, SarRunSummary *out) {
  *out = (SarRunSummary){.end_time = r->time,
                         .bodies = sar_system_bodies(r->system) - sar_system_nodes(r->system),
                         .nodes = sar_system_nodes(r->system),
                         .contacts = sar_system_contacts(r->system),
                         .length_scale = sar_system_length_scale(r->system),
                         .start = r->start_change};
  if (r->stepper && r->stepper->integrator && r->report) keep_counts(r, r->stepper->integrator);
  const SarStepStats *n = &r->before;
  out->smallest_step = n->smallest_step;
  out->largest_step = n->largest_step;
  out->status = status == SAR_OK ? SAR_RUN_DONE : status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED : SAR_RUN_FAILED;
  if (r->stepper) summarise_motion(r->stepper, out);
  out->steps = n->steps;
  out->rejected = n->rejected_error + n->rejected_corrector + n->rejected_rotation;
  out->iterations = n->iterations;
  out->accepted_iterations = n->accepted_iterations;
  out->residuals = n->residuals;
  out->jacobians = n->jacobians;
  out->factorisations = n->factorisations;
  out->solves = n->solves;
  out->fallbacks = n->fallbacks;
  out->matrix_fill = n->fill;
  out->matrix_operations = n->operations;
  out->floor_steps = n->floor_steps;
  out->rounding_steps = n->rounding_steps;
  out->rounding_error = n->rounding_error;
  out->crossing_values = r->crossings.values;
  out->crossing_numbers = r->crossings.numbers;
  out->crossing_bounds = r->crossings.bounds;
  const SarStart *start = r->stepper ? r->stepper->start : NULL;
  SarCrowdCounts crowds = sar_workspace_crowd_counts(start ? start->m : NULL);
  out->contact_searches = crowds.lists;
  out->contact_candidates = crowds.pairs;
  out->contact_patterns = crowds.patterns;
  out->sensitivities = sar_sensitivity_work(r->sensitivity);
  if (r->report) sar_step_report_rank(r->report, r->system, out);
  summarise_seconds(r, out);
  out->peak_memory_bytes = sar_peak_memory_bytes();
  out->rows = r->recorder ? r->recorder->rows : 0;
  sar_audit_summarise(r->audit, r->system, out);
  sar_touch_tally_summarise(r->touches, out);
  SarWatch watch = {0};
  if (r->poses && sar_pose_follow_conclude(r->poses, r->context, NULL, &watch) == SAR_OK)
    out->singular_poses = watch.nsingular;
  if (out->status == SAR_RUN_FAILED || r->options->study || out->steps == 0) return;
  sar_pull_warn(r->context, r->system, out);
  if (r->audit) sar_bending_warn(r->context, r->system, &r->audit->bending);
  sar_trust_warn(r->context, out, sar_audit_doubt(r->audit), &r->stepper->plan.method, &r->stepper->plan.steps,
                 sar_system_model(r->system)->units.time);
}

SarStatus sar_run_one(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                      const SarRunExtras *extras, SarPhases *phases, SarRunSummary *summary) {
  Run r = {.context = context,
           .system = system,
           .options = options,
           .extras = *extras,
           .phases = phases,
           .archive = sar_archive_save(),
           .cpu_begin = sar_cpu_seconds()};
  SarStatus status = run(&r);
  SarRunSummary own;
  if (!summary) summary = &own;
  status = finish(&r, status); /* before the summary: a run whose files cannot be completed is not done */
  summarise(&r, status, summary);
  if (status == SAR_OK && !options->study && sar_trust_is_stuck(summary))
    status = sar_suspects_after_small_steps(context, system);
  if (!phases) sar_recorder_destroy(&r.recorder);
  sar_audit_destroy(&r.audit);
  sar_pole_watch_destroy(&r.poles);
  sar_sensitivity_destroy(&r.sensitivity);
  sar_touch_tally_destroy(&r.touches);
  sar_step_report_destroy(&r.report);
  sar_pose_follow_destroy(&r.poses);
  sar_stepper_destroy(&r.stepper);
  sar_archive_destroy(&r.archive);
  return status;
}
