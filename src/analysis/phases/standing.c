/* Phases in which nothing moves by itself: the mechanism is assembled, brought into equilibrium, or linearised where it
 * stands. Each has a row; equilibria at several times have several. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/phases/phases.h"
#include "analysis/static/equilibrium.h"
#include "base/resource.h"
#include "sarrus/modes.h"
#include "system/inputs.h"

typedef struct Standing {
  SarPhases *p;
  SarStart *start;
  SarAudit *audit;
  SarRecorder *recorder;
  double *lambda, *mu; /* of rows */
} Standing;

/* Redundant joints share their loads in the way of least norm, as in a run. */
static SarStatus record(Standing *x, SarPoint at) {
  SarStart *s = x->start;
  const SarSizes *n = &s->m->problem.n;
  SarEnergyRecord energy;
  memcpy(x->lambda, at.lambda, (size_t)n->np * sizeof *x->lambda);
  if (n->nn) memcpy(x->mu, at.mu, (size_t)n->nn * sizeof *x->mu);
  if (s->equations->null) {
    SAR_TRY(sar_equations_factor(s->equations, at.t, at.q, at.v));
    SAR_TRY(sar_equations_least_norm(s->equations, at.t, at.q, at.v, at.x, x->lambda, x->mu));
  }
  at.lambda = x->lambda;
  at.mu = x->mu;
  if (!x->audit->started) {
    SAR_TRY(sar_audit_start(x->audit, s->m, &at));
    SAR_TRY(sar_phases_base(x->p, s->m, &at, x->audit));
  }
  SAR_TRY(sar_audit_energy(x->audit, s->m, &at, 0, 0, &energy));
  return sar_recorder_row(x->recorder, s->m, &at, &energy);
}

/* ---- equilibria ---- */

/* One, where the phase begins; or, of a phase with an end, at the times of its rows. */
typedef struct Times {
  double begin, end, every;
} Times;

static SarStatus find_times(const Standing *x, Times *out) {
  const SarModel *model = x->p->model;
  const SarModelPhase *phase = &model->phases[x->p->index];
  SarRunPlan plan;
  *out = (Times){x->start->t, x->start->t, 0};
  if (isnan(phase->end) && isnan(phase->duration)) return SAR_OK;
  SAR_TRY(sar_run_plan(x->p->context, x->start->system, x->p->options, &plan));
  out->end = plan.steps.end;
  out->every = plan.settings.output_every > 0 ? plan.settings.output_every : (out->end - out->begin) / 1000;
  return SAR_OK;
}

static SarStatus judge(SarEquilibrium *e, bool *warned) {
  SarStability stability;
  SarStatus status = sar_static_stability(e->rest, &stability);
  if (status < 0) return status;
  if (status == SAR_OK && !*warned) sar_equilibrium_warn_unstable(e, &stability);
  *warned = *warned || (status == SAR_OK && !stability.stable);
  return SAR_OK;
}

static SarStatus sweep(Standing *x, SarEquilibrium *e, const Times *times, SarRunSummary *summary) {
  bool warned = false;
  double t = times->begin;
  for (int64_t i = 1;; i++) {
    SAR_TRY(sar_equilibrium_find(e, t));
    e->continued = true;
    SAR_TRY(judge(e, &warned));
    SAR_TRY(record(x, sar_rest_point(e->rest)));
    summary->end_time = t;
    SarProgress progress = {.time = t, .end = times->end, .steps = x->p->sum.steps};
    const SarRunOptions *o = x->p->options;
    if (o->progress && o->progress(o->progress_self, &progress)) return SAR_INTERRUPTED;
    if (!(t < times->end)) return SAR_OK;
    t = times->begin + (double)i * times->every;
    if (t > times->end - 1e-12 * (times->end - times->begin)) t = times->end;
  }
}

static SarStatus rest(Standing *x, SarRunSummary *summary) {
  SarEquilibrium *e = NULL;
  Times times;
  SAR_TRY(find_times(x, &times));
  sar_workspace_set_mode(x->start->m, SAR_MODE_STATICS);
  SarStatus status = sar_equilibrium_create(x->p->context, x->start, &e);
  if (status == SAR_OK) status = sweep(x, e, &times, summary);
  if (e) summary->iterations = e->iterations;
  if (status == SAR_OK) {
    SarPoint at = sar_rest_point(e->rest);
    status = sar_phases_hand_over(x->p, x->start->m, &at, x->audit);
  }
  sar_equilibrium_destroy(&e);
  return status;
}

/* ---- eigenvalues ---- */

/* Shapes and all stand in a file beside the results. */
static SarStatus write_modes(const Standing *x, const SarModes *modes) {
  const SarRunOptions *o = x->p->options;
  char path[4096];
  if (!o->hdf5 || o->no_output || strcmp(o->hdf5, "/dev/null") == 0) return SAR_OK;
  if (!sar_phases_modes_path(o->hdf5, x->p->index, sizeof path, path)) return SAR_OK;
  return sar_modes_write(x->p->context, modes, path);
}

static SarStatus find_modes(Standing *x) {
  SarRunSummary *sum = &x->p->sum;
  SarModesOptions options = sar_modes_options_default();
  const SarModes *modes = NULL;
  options.count = SAR_PHASE_MODES_MAX;
  options.undamped = x->p->model->phases[x->p->index].undamped;
  SAR_TRY(sar_modes(x->p->context, x->start->system, &options, &modes));
  SarStatus written = write_modes(x, modes);
  for (int32_t i = 0; i < modes->nmodes && sum->nphase_modes < SAR_PHASE_MODES_MAX; i++) {
    const SarMode *mode = &modes->modes[i];
    sum->phase_modes[sum->nphase_modes++] = (SarPhaseMode){x->p->index + 1, mode->real, mode->imaginary};
  }
  sar_modes_destroy(&modes);
  return written;
}

/* ---- all ---- */

static SarStatus stand(Standing *x, SarPhaseAnalysis analysis, SarRunSummary *summary) {
  SarPhases *p = x->p;
  SAR_TRY(sar_start_create(p->context, p->system, &x->start));
  SarStart *s = x->start;
  sar_start_warn_sharing(s);
  sar_start_warn_redundant(s);
  sar_start_warn_moved(s);
  if (analysis != SAR_PHASE_STATIC) SAR_TRY(sar_start_warn_velocity(s));
  summary->end_time = s->t;
  summary->degrees_of_freedom = s->degrees_of_freedom;
  summary->start = sar_start_change(s);
  SAR_TRY(sar_audit_create(p->context, p->system, &x->audit));
  x->lambda = calloc((size_t)(s->m->problem.n.np + s->m->problem.n.nn) + 1, sizeof *x->lambda);
  if (!x->lambda) return sar_report_no_memory(p->context);
  x->mu = x->lambda + s->m->problem.n.np;
  SAR_TRY(sar_phases_record(p, s, NULL, &x->recorder));
  if (analysis == SAR_PHASE_STATIC) {
    sar_workspace_set_mode(s->m, SAR_MODE_STATICS);
    return rest(x, summary);
  }
  SarPoint at = sar_start_point(s);
  SAR_TRY(record(x, at));
  if (analysis == SAR_PHASE_MODES) SAR_TRY(find_modes(x));
  return sar_phases_hand_over(p, s->m, &at, x->audit);
}

SarStatus sar_phases_stand(SarPhases *p, SarPhaseAnalysis analysis, SarRunSummary *summary) {
  Standing x = {.p = p};
  double begin = sar_cpu_seconds();
  SarStatus status = stand(&x, analysis, summary);
  summary->status = status == SAR_OK ? SAR_RUN_DONE : status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED : SAR_RUN_FAILED;
  summary->bodies = sar_system_bodies(p->system) - sar_system_nodes(p->system);
  summary->nodes = sar_system_nodes(p->system);
  summary->start_seconds = sar_cpu_seconds() - begin;
  summary->peak_memory_bytes = sar_peak_memory_bytes();
  sar_audit_destroy(&x.audit);
  sar_start_destroy(&x.start);
  free(x.lambda);
  return status;
}
