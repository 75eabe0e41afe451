#include "analysis/phases/phases.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/read.h"
#include "system/carry.h"

bool sar_phases_follow(const SarPhases *p) { return p->index + 1 < p->given->nphases; }

/* ---- models ---- */

SarStatus sar_phases_open(SarPhases *p, int32_t index, SarModel **model, SarSystem **system) {
  SAR_TRY(sar_model_read_phase(p->context, p->given, index, model));
  return sar_system_compile(p->context, *model, system);
}

/* ---- from one to the next ---- */

SarStatus sar_phases_base(SarPhases *p, const SarWorkspace *m, const SarPoint *at, SarAudit *audit) {
  SarEnergyRecord after;
  SAR_TRY(sar_audit_energy(audit, m, at, 0, 0, &after));
  if (!p->based) return SAR_OK;
  double gained = after.kinetic - p->base.kinetic, lifted = after.potential - p->base.potential;
  audit->based = true;
  audit->base = p->base;
  if (gained < 0) audit->base.dissipated -= gained;
  if (gained > 0) audit->base.work += gained;
  audit->base.work += lifted;
  p->now.energy_change = gained + lifted;
  return SAR_OK;
}

SarStatus sar_phases_hand_over(SarPhases *p, const SarWorkspace *m, const SarPoint *at, const SarAudit *audit) {
  if (!sar_phases_follow(p)) return SAR_OK;
  SAR_TRY(sar_audit_energy(audit, m, at, 0, 0, &p->base));
  p->based = true;
  SAR_TRY(sar_phases_open(p, p->index + 1, &p->next_model, &p->next_system));
  return sar_system_carry(p->next_system, m, at);
}

/* ---- files ---- */

static int32_t count_redundant(const SarStart *s) {
  int32_t count = 0;
  for (int32_t i = 0; i < s->rows.nrows; i++) count += s->rows.dependent[i];
  return count;
}

static SarStatus make_recorder(SarPhases *p, SarStart *start, const SarRunPlan *plan) {
  SarRunOptions options = *p->options;
  char label[160] = "phases";
  if (options.no_output) options.table = NULL, options.csv = options.hdf5 = options.steps_csv = NULL;
  if (plan) sar_method_label(&plan->method, label, sizeof label);
  SarRecorderPlan record = {
      .options = &options, .plan = plan, .method = label, .resumed = p->extras.resumed, .sink = p->extras.sink};
  return sar_recorder_create(start, &record, &p->recorder);
}

SarStatus sar_phases_record(SarPhases *p, SarStart *start, const SarRunPlan *plan, SarRecorder **out) {
  p->now.begin = start->t;
  p->now.degrees_of_freedom = start->degrees_of_freedom;
  p->now.redundant = count_redundant(start);
  p->now.change = sar_start_change(start);
  SarStatus status = p->recorder ? sar_recorder_turn(p->recorder, start->system) : make_recorder(p, start, plan);
  *out = p->recorder;
  bool saved = plan && p->model->phases[p->index].analysis == SAR_PHASE_DYNAMICS &&
               !sar_method_info_of(&plan->method).independent;
  if (p->recorder) p->recorder->keeps_checkpoints = saved && p->options->hdf5 && !p->options->no_output;
  return status;
}

/* ---- checkpoints ---- */

SarStatus sar_phases_archive(SarPhases *p, SarArchive *archive) {
  int32_t index = p->index;
  sar_archive_section(archive, "phases");
  sar_archive_int(archive, &index, 0, p->given->nphases - 1);
  SAR_TRY(archive->status);
  if (archive->loading && !p->system) {
    p->index = index;
    SAR_TRY(sar_phases_open(p, index, &p->model, &p->system));
  }
  if (index != p->index) return archive->status = SAR_INPUT;
  SarLengthScale scale = p->sum.length_scale; /* has a text of this process */
  SAR_ARCHIVE(archive, p->based);
  SAR_ARCHIVE(archive, p->base);
  SAR_ARCHIVE(archive, p->now);
  SAR_ARCHIVE(archive, p->rows_before);
  SAR_ARCHIVE(archive, p->sum);
  p->sum.length_scale = scale;
  bool carried = index > 0;
  sar_archive_flag(archive, &carried);
  SAR_TRY(archive->status);
  return carried ? sar_system_archive_carried(p->system, archive) : SAR_OK;
}

bool sar_phases_modes_path(const char *hdf5, int32_t phase, size_t size, char *path) {
  size_t length = strlen(hdf5);
  bool ends = length > 3 && strcmp(hdf5 + length - 3, ".h5") == 0;
  int stem = (int)(ends ? length - 3 : length);
  int written = snprintf(path, size, "%.*s.phase%d.modes.h5", stem, hdf5, (int)phase + 1);
  return written > 0 && (size_t)written < size;
}
