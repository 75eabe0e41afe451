/* The run: assemble, integrate, record, audit. Steps do not know of output: rows are interpolated inside accepted
 * steps, projected onto the constraints, and accelerations and reactions are solved there (numerics, section 5). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/trust.h"
#include "analysis/doctor/suspects.h"
#include "analysis/failure/causes.h"
#include "analysis/poses/singular.h"
#include "analysis/run.h"
#include "base/numbers.h"
#include "base/resource.h"
#include "system/names.h"

#define CHECKPOINT_SECONDS 60                /* between checkpoints, unless options say otherwise */
#define CHECKPOINT_BYTES ((int64_t)64 << 20) /* in a journal, from which on ... */
#define CHECKPOINT_GROWTH 1.1                /* ... they become rarer: a crash costs a tenth of the run at most */
#define ROWS_UNSEEN 1000                     /* of one step, until it is asked whether to go on */
#define DROPPED_TOLERANCE 10 /* times the tolerance: violation of rows that are not carried (numerics, section 6) */

typedef SarRun Run;

static SarStatus record_start(Run *r) {
  const SarStart *s = r->start;
  const SarSizes *n = &s->m->problem.n;
  memcpy(r->lambda, s->lambda, (size_t)n->np * sizeof(double));
  memcpy(r->mu, s->mu, (size_t)n->nn * sizeof(double));
  SAR_TRY(sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, r->lambda, r->mu));
  SarPoint at = sar_start_point(s);
  at.lambda = r->lambda;
  at.mu = r->mu;
  SarEnergyRecord energy;
  SAR_TRY(sar_audit_energy(r->audit, s->m, &at, 0, 0, &energy));
  r->next_row = 1;
  SAR_TRY(sar_recorder_row(r->recorder, s->m, &at, &energy));
  return sar_audit_row(r->audit, s->m, &at, r->recorder, true);
}

/* Whether every step has a row. */
static bool rows_at_steps(const Run *r) { return !r->extras.times && r->plan.settings.output_every <= 0; }

/* Output times are multiples of output_every, without accumulation, and the end. */
static double next_time(const Run *r) {
  if (r->extras.times) return r->next_row < r->extras.ntimes ? r->extras.times[r->next_row] : INFINITY;
  double t = (double)r->next_row * r->plan.settings.output_every, end = r->plan.steps.end;
  return t > end * (1 - 1e-12) ? end : t;
}

static bool interrupted(Run *r, double t) {
  if (!r->options->progress) return false;
  const SarStepView *s = sar_integrator_view(r->integrator);
  int64_t steps = r->before.steps + sar_integrator_stats(r->integrator)->steps;
  SarProgress progress = {.time = t, .end = r->plan.steps.end, .step = s->step, .steps = steps};
  return r->options->progress(r->options->progress_self, &progress) != 0;
}

/* An interruption is answered after the step, where a checkpoint can be taken; but a step may have any number of rows.
 */
static SarStatus record_rows(Run *r, double t1) {
  int64_t last = r->next_row;
  if (rows_at_steps(r)) return sar_run_record_inside(r, t1);
  for (double t; (t = next_time(r)) <= t1; r->next_row++) {
    SAR_TRY(sar_run_record_inside(r, t));
    if (t == r->plan.steps.end) break;
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
  const SarStepView *s = sar_integrator_view(r->integrator);
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

static SarStatus start_integrator(Run *r, const SarPoint *at) {
  SAR_TRY(sar_integrator_create(r->context, &r->start->m->problem, &r->plan.method, &r->plan.steps, &r->integrator));
  return sar_integrator_start(r->integrator, at);
}

static void keep_counts(Run *r) {
  const SarStepStats *s = sar_integrator_stats(r->integrator);
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
  const SarCrossingCounts *c = sar_integrator_crossings(r->integrator);
  r->crossings.values += c->values;
  r->crossings.numbers += c->numbers;
  r->crossings.bounds += c->bounds;
  sar_step_report_add(r->report, sar_integrator_limits(r->integrator));
}

static SarStatus report_conflict(Run *r, int32_t row) {
  const SarSystem *system = r->system;
  const SarModelElement *element = sar_system_element(system, sar_row_element(system, row));
  bool motion = element->class->section == SAR_SECTION_MOTIONS;
  return sar_report(r->context, SAR_CONFLICT, element->source, element->name,
                    motion ? "let only one motion drive this direction, or make their functions agree at all times"
                           : "replace this joint by one that leaves that direction free, or correct the geometry",
                    "at t = %g s the redundant constraint `%s` (%s) no longer agrees with the others", r->time,
                    element->name, sar_row_equation(system, row));
}

/* The carried rows no longer determine the others: choose anew and go on from here with consistent values. */
static SarStatus pick_rows_anew(Run *r) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  const SarSizes n = r->start->m->problem.n; /* a copy: picking may replace the mechanism */
  SarStart *start = r->start;
  double t = s->t1;
  bool changed, solved;
  sar_run_take_end(r);
  SAR_TRY(sar_start_pick_rows(start, t, r->q, r->v, &changed));
  if (!changed) return report_conflict(r, r->audit->dropped_row);
  sar_workspace_follow(start->m, r->recorder->nsinks > 0);
  keep_counts(r);
  sar_integrator_destroy(&r->integrator);
  SAR_TRY(sar_run_refine(r, t, &solved));
  SAR_TRY(start->m->problem.ops->position(&start->m->problem, t, r->q, r->audit->rows));
  double gap = sar_largest(n.np, r->audit->rows) / sar_system_length(r->system);
  if (!(gap <= r->gap_limit)) return report_conflict(r, r->audit->dropped_row);
  SAR_TRY(sar_start_solve(start, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z));
  SarPoint at = sar_run_point(r, t);
  return start_integrator(r, &at);
}

static SarStatus solve_inside(void *self, double t, SarPoint *out, bool *solved) {
  Run *r = self;
  sar_integrator_interpolate(r->integrator, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
  *out = sar_run_point(r, t);
  return sar_run_refine(r, t, solved);
}

static SarStatus audit_step(Run *r) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  SarPoint end = sar_step_point(s), middle = end;
  double h = s->t1 - s->t0;
  sar_audit_drift(r->audit, r->start->m, &end, h);
  bool lags = r->start->equations && (r->audit->solves_ends || sar_audit_is_short(r->audit, s->t1, h)), solved = false;
  r->audit->placed = !lags; /* where the drift was taken */
  if (lags) SAR_TRY(sar_run_solve_end(r, s->t1, &middle, &solved));
  if (solved) end = middle;
  bool straight = lags && r->audit->quadrature.multipliers;
  if (sar_system_has_power(r->system) && !straight) {
    double t = 0.5 * (s->t0 + s->t1);
    sar_integrator_interpolate(r->integrator, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
    middle = sar_run_point(r, t);
  }
  SarInside inside = {solve_inside, r};
  return sar_audit_step(r->audit, r->start->m, s->t0, straight ? NULL : &middle, &end,
                        r->start->equations ? &inside : NULL);
}

static void look_for_poles(Run *r) {
  SarPoint scratch = sar_run_point(r, r->time);
  sar_pole_watch_step(&r->poles, r->context, r->start->m, r->integrator, &scratch);
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
  SarStatus poses = r->poses ? sar_pose_follow_see(r->poses, r->start->m, at) : SAR_OK;
  if (poses == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (poses != SAR_OK) sar_pose_follow_destroy(&r->poses);
  return r->extras.observer ? r->extras.observer->see(r->extras.observer->self, r->start->m, at) : SAR_OK;
}

static SarStatus explain(Run *r, SarStatus status) {
  sar_causes_explain(&(SarFailure){.context = r->context,
                                   .system = r->system,
                                   .start = r->start,
                                   .options = &r->plan.steps,
                                   .view = sar_integrator_view(r->integrator),
                                   .stats = sar_integrator_stats(r->integrator),
                                   .limits = sar_integrator_limits(r->integrator),
                                   .status = status});
  return status;
}

static SarStatus step_to_end(Run *r) {
  double end = r->plan.steps.end;
  r->checkpoint_every = isnan(r->options->checkpoint_seconds) ? CHECKPOINT_SECONDS : r->options->checkpoint_seconds;
  r->checkpoint_due = sar_wall_seconds() + r->checkpoint_every;
  r->gap_limit = DROPPED_TOLERANCE * fmax(r->plan.steps.fixed_step > 0 ? 1e-8 : r->plan.steps.tolerance, 1e-8);
  while (r->time < end) {
    SarStatus status = sar_integrator_step(r->integrator);
    if (status != SAR_OK) return explain(r, status);
    r->time = sar_integrator_view(r->integrator)->t1;
    SAR_TRY(audit_step(r));
    if (r->poles.poles) look_for_poles(r);
    SAR_TRY(record_step(r));
    SarPoint here = sar_step_point(sar_integrator_view(r->integrator));
    SAR_TRY(observe(r, &here));
    bool restarted = false;
    if (r->start->m->problem.n.nroots > 0) SAR_TRY(sar_run_events(r, &restarted));
    if (r->stopped) break;
    if (restarted) sar_pole_watch_restart(&r->poles);
    if (!restarted && r->audit->dropped_max > r->gap_limit) SAR_TRY(pick_rows_anew(r));
    if (interrupted(r, r->time)) {
      if (r->recorder->keeps_checkpoints) SAR_TRY(take_checkpoint(r));
      return SAR_INTERRUPTED;
    }
    if (r->time < end) SAR_TRY(checkpoint_when_due(r));
  }
  return sar_recorder_checkpoint(r->recorder, NULL, 0);
}

/* Rows of output are solved for, and so is what follows an event, and what the audit needs of some methods. */
static bool needs_equations(const Run *r) {
  return r->recorder->nsinks > 0 || r->start->m->problem.n.nroots > 0 || r->audit->solves_ends;
}

/* Singular poses on the way are looked for where results are meant to be read, and by nobody else already. */
static SarStatus look_at_poses(Run *r) {
  const SarSizes *n = &r->start->m->problem.n;
  bool read = !r->options->study && !r->options->no_output;
  if (!read || r->extras.observer || n->np + n->nn == 0) return SAR_OK;
  return sar_pose_follow_create(r->context, r->system, r->plan.steps.end, false, &r->poses);
}

static double files_seconds(const Run *r) { return r->recorder->hdf5_seconds + r->recorder->csv_seconds; }

/* The first row, and the integrator at rest in front of the first step. */
static SarStatus begin(Run *r) {
  const SarStart *s = r->start;
  SarPoint at = sar_start_point(s);
  SAR_TRY(sar_audit_start(r->audit, s->m, &at));
  SAR_TRY(record_start(r));
  sar_start_release(r->start, needs_equations(r));
  sar_workspace_follow(r->start->m, r->recorder->nsinks > 0);
  r->cpu_stepping = sar_cpu_seconds();
  r->cpu_files = files_seconds(r);
  SAR_TRY(start_integrator(r, &at));
  return observe(r, &at);
}

/* The run as it was when the checkpoint was taken. */
static SarStatus go_on(Run *r) {
  sar_start_release(r->start, needs_equations(r));
  SAR_TRY(sar_run_load(r, r->extras.resumed));
  double begin = sar_cpu_seconds();
  SarStatus status = sar_recorder_repeat(r->recorder);
  r->cpu_output += sar_cpu_seconds() - begin;
  return status;
}

/* They take a run of their own, which does not count among the steps of this one. */
static SarStatus add_bars(Run *r) {
  if (!r->extras.bars) return SAR_OK;
  const SarBars *bars = NULL;
  double begin = sar_cpu_seconds();
  SarStatus status = r->extras.bars(r->extras.bars_self, &bars);
  r->cpu_bars = sar_cpu_seconds() - begin;
  if (status == SAR_OK && bars) sar_recorder_bars(r->recorder, bars);
  return status;
}

static SarStatus run(Run *r) {
  char label[160];
  SAR_TRY(sar_run_plan(r->context, r->system, r->options, &r->plan));
  sar_method_label(&r->plan.method, label, sizeof label);
  SAR_TRY(sar_start_create_by(r->context, r->system, r->plan.method.linear, &r->start));
  SAR_TRY(sar_start_check_sharing(r->start));
  sar_start_warn_redundant(r->start);
  sar_start_warn_moved(r->start);
  SAR_TRY(sar_start_warn_velocity(r->start));
  r->start_change = sar_start_change(r->start);
  if (!r->options->study) SAR_TRY(sar_singular_warn_start(r->context, r->start->m, r->start->q));
  SAR_TRY(sar_run_make_arrays(r));
  SAR_TRY(sar_run_prepare_events(r));
  SAR_TRY(look_at_poses(r));
  SAR_TRY(sar_audit_create(r->context, r->system, &r->audit));
  SAR_TRY(sar_pole_watch_create(r->context, r->system, &r->poles));
  r->audit->quick = r->options->no_output;
  r->audit->span = r->plan.steps.end;
  r->audit->momentum_limit = sar_trust_momentum_limit(&r->plan.steps);
  r->audit->solves_ends = !r->audit->quick && sar_trust_multipliers_lag(&r->plan.method);
  if (sar_trust_needs_care(&r->plan.method)) {
    const SarStepOptions *steps = &r->plan.steps;
    sar_audit_be_careful(r->audit, r->system, steps->end, sar_trust_energy_limit(steps),
                         sar_trust_momentum_limit(steps));
  }
  SAR_TRY(sar_step_report_create(r->context, &r->start->m->problem.n, &r->report));
  SarRunOptions planned = *r->options;
  if (planned.no_output) planned.table = NULL, planned.csv = planned.hdf5 = planned.steps_csv = NULL;
  SarRecorderPlan record = {.options = &planned,
                            .plan = &r->plan,
                            .method = label,
                            .resumed = r->extras.resumed,
                            .sink = r->extras.sink,
                            .bars = r->extras.bars != NULL};
  SAR_TRY(sar_recorder_create(r->start, &record, &r->recorder));
  SAR_TRY(r->extras.resumed ? go_on(r) : begin(r));
  SAR_TRY(step_to_end(r));
  return add_bars(r);
}

/* The files become complete. */
static SarStatus finish(Run *r, SarStatus status) {
  if (!r->recorder) return status;
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

static void summarise(Run *r, SarStatus status, SarRunSummary *out) {
  *out = (SarRunSummary){.end_time = r->time,
                         .bodies = sar_system_bodies(r->system),
                         .length_scale = sar_system_length_scale(r->system),
                         .start = r->start_change};
  if (r->integrator) keep_counts(r);
  const SarStepStats *n = &r->before;
  out->smallest_step = n->smallest_step;
  out->largest_step = n->largest_step;
  if (r->plan.method.table) sar_method_label(&r->plan.method, out->method, sizeof out->method);
  out->status = status == SAR_OK ? SAR_RUN_DONE : status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED : SAR_RUN_FAILED;
  if (out->status == SAR_RUN_DONE && r->stopped) out->status = SAR_RUN_STOPPED;
  sar_run_summarise_events(r, out);
  out->degrees_of_freedom = r->start ? r->start->degrees_of_freedom : 0;
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
  if (r->report) sar_step_report_rank(r->report, r->system, out);
  summarise_seconds(r, out);
  out->peak_memory_bytes = sar_peak_memory_bytes();
  out->rows = r->recorder ? r->recorder->rows : 0;
  sar_audit_summarise(r->audit, r->system, out);
  SarWatch watch = {0};
  if (r->poses && sar_pose_follow_conclude(r->poses, r->context, NULL, &watch) == SAR_OK)
    out->singular_poses = watch.nsingular;
  if (out->status == SAR_RUN_FAILED || r->options->study || out->steps == 0) return;
  sar_trust_warn(r->context, out, sar_audit_doubt(r->audit), &r->plan.method, &r->plan.steps,
                 sar_system_model(r->system)->units.time);
}

SarStatus sar_run_with(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarRunExtras *extras, SarRunSummary *summary) {
  Run r = {.context = context,
           .system = system,
           .options = options,
           .extras = *extras,
           .archive = sar_archive_save(),
           .cpu_begin = sar_cpu_seconds()};
  SarStatus status = run(&r);
  SarRunSummary own;
  if (!summary) summary = &own;
  status = finish(&r, status); /* before the summary: a run whose files cannot be completed is not done */
  summarise(&r, status, summary);
  if (status == SAR_OK && !options->study && sar_trust_is_stuck(summary))
    status = sar_suspects_after_small_steps(context, system);
  sar_recorder_destroy(&r.recorder);
  sar_audit_destroy(&r.audit);
  sar_pole_watch_destroy(&r.poles);
  sar_integrator_destroy(&r.integrator);
  sar_step_report_destroy(&r.report);
  sar_pose_follow_destroy(&r.poses);
  sar_start_destroy(&r.start);
  sar_archive_destroy(&r.archive);
  free(r.memory);
  free(r.events);
  free(r.gradient);
  free(r.sides);
  return status;
}
