/* The phases of a run, one after the other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/phases/phases.h"
#include "analysis/stepper/stepper.h"
#include "base/resource.h"
#include "read/read.h"

/* ---- models ---- */

/* What is wrong with a later phase is said before the first one begins. */
static SarStatus look_ahead(SarPhases *p) {
  for (int32_t i = 0; i < p->given->nphases; i++) {
    SarModel *model = NULL;
    SarStatus status = sar_model_read_phase(p->context, p->given, i, &model);
    sar_model_destroy(&model);
    if (status != SAR_OK) return status;
  }
  return SAR_OK;
}

static void close_model(SarModel **model, SarSystem **system) {
  sar_system_destroy(system);
  sar_model_destroy(model);
}

static void turn_to_next(SarPhases *p) {
  if (p->first_model) close_model(&p->model, &p->system);
  if (!p->first_model) p->first_model = p->model, p->first_system = p->system;
  p->model = p->next_model;
  p->system = p->next_system;
  p->next_model = NULL;
  p->next_system = NULL;
  p->index++;
}

/* The phase in which the checkpoint was taken. */
static SarStatus open_resumed(SarPhases *p) {
  const SarResultFile *file = p->extras.resumed;
  SarArchive archive = sar_archive_load(file->checkpoint, file->checkpoint_size);
  int32_t before = sar_context_errors(p->context);
  SAR_TRY(sar_envelope_open(p->context, &archive));
  SarStatus status = sar_phases_archive(p, &archive);
  bool said = sar_context_errors(p->context) > before;
  return status == SAR_INPUT && !said ? sar_envelope_damaged(p->context) : status;
}

/* ---- all ---- */

static SarStatus check(const SarPhases *p) {
  const SarRunOptions *o = p->options;
  SarSource at = p->given->phases[0].source;
  if (!isnan(o->end)) {
    return sar_report(p->context, SAR_INPUT, at, NULL, "leave `--end` out, or change the phases",
                      "phases say themselves when they end");
  }
  if (!p->given->text[0]) {
    return sar_report(p->context, SAR_INPUT, at, NULL, "read the model from a file or a text",
                      "the model has no text from which its phases could be read");
  }
  return SAR_OK;
}

static SarStatus run_one(SarPhases *p, SarRunSummary *summary) {
  SarRunOptions options = *p->options;
  SarRunExtras extras = {.observer = p->extras.observer, .resumed = p->extras.resumed};
  SarPhaseAnalysis analysis = p->model->phases[p->index].analysis;
  if (p->index > 0) options.start_static = false;
  snprintf(p->now.analysis, sizeof p->now.analysis, "%s", sar_phase_analysis_name(analysis));
  if (analysis == SAR_PHASE_DYNAMICS) return sar_run_one(p->context, p->system, &options, &extras, p, summary);
  if (analysis == SAR_PHASE_KINEMATICS) return sar_kinematics_one(p->context, p->system, &options, p, summary);
  return sar_phases_stand(p, analysis, summary);
}

static SarStatus run_phase(SarPhases *p, SarRunSummary *one) {
  int32_t first = sar_context_count(p->context);
  if (!p->extras.resumed) p->now = (SarPhaseSummary){0};
  *one = (SarRunSummary){.status = SAR_RUN_FAILED, .newton_euler_max = NAN, .momentum_balance_max = NAN};
  SarStatus status = run_one(p, one);
  sar_context_drop_repeated(p->context, first); /* what the phases before have said already */
  p->extras.resumed = NULL;
  int64_t rows = p->recorder ? p->recorder->rows : 0;
  p->now.end = one->end_time;
  p->now.status = one->status;
  p->now.steps = one->steps;
  p->now.rows = rows - p->rows_before;
  p->rows_before = rows;
  sar_phases_add(&p->sum, one);
  p->sum.status = one->status;
  p->sum.rows = rows;
  if (p->sum.nphases < SAR_PHASES_MAX) p->sum.phases[p->sum.nphases] = p->now;
  p->sum.nphases++;
  return status;
}

static SarStatus run_all(SarPhases *p) {
  SAR_TRY(check(p));
  SAR_TRY(look_ahead(p));
  SAR_TRY(p->extras.resumed ? open_resumed(p) : sar_phases_open(p, 0, &p->model, &p->system));
  SarRunSummary *one = calloc(1, sizeof *one);
  SarStatus status = one ? SAR_OK : sar_report_no_memory(p->context);
  while (status == SAR_OK) {
    status = run_phase(p, one);
    bool halted = one->status == SAR_RUN_STOPPED; /* by an event that ends all; one that ends a phase is no stop */
    if (status != SAR_OK || halted || !sar_phases_follow(p)) break;
    turn_to_next(p);
  }
  free(one);
  return status;
}

static SarStatus finish(SarPhases *p, SarStatus status) {
  if (!p->recorder) return status;
  if (status == SAR_OK) status = sar_recorder_checkpoint(p->recorder, NULL, 0);
  SarStatus finished = sar_recorder_finish(p->recorder);
  return (status == SAR_OK || status == SAR_INTERRUPTED) && finished != SAR_OK ? finished : status;
}

static SarStatus run_phases(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                            const SarRunExtras *extras, SarRunSummary *summary) {
  SarPhases *p = calloc(1, sizeof *p);
  double begin = sar_cpu_seconds();
  if (!p) return sar_report_no_memory(context);
  p->context = context;
  p->given = sar_system_model(system);
  p->options = options;
  p->extras = *extras;
  p->sum = (SarRunSummary){.status = SAR_RUN_FAILED, .newton_euler_max = NAN, .momentum_balance_max = NAN};
  SarStatus status = finish(p, run_all(p));
  p->sum.length_scale = sar_system_length_scale(system);
  p->sum.hdf5_seconds = p->recorder ? p->recorder->hdf5_seconds : 0;
  p->sum.csv_seconds = p->recorder ? p->recorder->csv_seconds : 0;
  p->sum.cpu_seconds = sar_cpu_seconds() - begin;
  if (status == SAR_INTERRUPTED) p->sum.status = SAR_RUN_INTERRUPTED;
  if (status != SAR_OK && status != SAR_INTERRUPTED) p->sum.status = SAR_RUN_FAILED;
  if (summary) *summary = p->sum;
  sar_recorder_destroy(&p->recorder);
  close_model(&p->model, &p->system);
  close_model(&p->first_model, &p->first_system);
  close_model(&p->next_model, &p->next_system);
  free(p);
  return status;
}

SarStatus sar_run_with(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarRunExtras *extras, SarRunSummary *summary) {
  bool phases = sar_system_model(system)->nphases > 0;
  return phases ? run_phases(context, system, options, extras, summary)
                : sar_run_one(context, system, options, extras, NULL, summary);
}
