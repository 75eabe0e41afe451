/* A checkpoint of a run: the motion between two steps (stepper/archive.c), its audit, and what the run has counted. */
#include "analysis/run.h"
#include "base/resource.h"

static void archive_run(SarRun *r, SarArchive *archive) {
  double spent = sar_cpu_seconds() - r->cpu_begin, stepping = sar_cpu_seconds() - r->cpu_stepping;
  sar_archive_section(archive, "run");
  SAR_ARCHIVE(archive, r->before);
  sar_limits_archive(&r->report->sum, archive);
  if (r->touches) sar_touch_tally_archive(r->touches, archive);
  SAR_ARCHIVE(archive, r->next_row);
  SAR_ARCHIVE(archive, r->row_time);
  SAR_ARCHIVE(archive, r->cpu_output);
  SAR_ARCHIVE(archive, r->cpu_files);
  SAR_ARCHIVE(archive, r->recorder->hdf5_seconds);
  SAR_ARCHIVE(archive, r->recorder->csv_seconds);
  SAR_ARCHIVE(archive, r->recorder->rows);
  SAR_ARCHIVE(archive, spent);
  SAR_ARCHIVE(archive, stepping);
  if (!archive->loading) return;
  r->cpu_begin = sar_cpu_seconds() - spent; /* the summary counts the whole run */
  r->cpu_stepping = sar_cpu_seconds() - stepping;
}

SarStatus sar_run_save(SarRun *r, SarArchive *archive) {
  size_t inside = sar_envelope_begin(archive);
  if (r->phases) SAR_TRY(sar_phases_archive(r->phases, archive));
  SAR_TRY(sar_stepper_archive(r->stepper, archive));
  sar_audit_archive(r->audit, r->system, archive);
  archive_run(r, archive);
  if (r->sensitivity) SAR_TRY(sar_sensitivity_archive(r->sensitivity, archive));
  SAR_TRY(archive->status);
  sar_envelope_end(archive, inside);
  return SAR_OK;
}

static SarStatus load(SarRun *r, SarArchive *archive) {
  if (r->phases) SAR_TRY(sar_phases_archive(r->phases, archive));
  SAR_TRY(sar_stepper_archive(r->stepper, archive));
  sar_audit_archive(r->audit, r->system, archive);
  archive_run(r, archive);
  if (r->sensitivity) SAR_TRY(sar_sensitivity_archive(r->sensitivity, archive));
  r->time = r->stepper->time;
  return sar_archive_end(archive);
}

SarStatus sar_run_load(SarRun *r, const SarResultFile *file) {
  SarArchive archive = sar_archive_load(file->checkpoint, file->checkpoint_size);
  SAR_TRY(sar_envelope_open(r->context, &archive));
  int32_t before = sar_context_errors(r->context);
  SarStatus status = load(r, &archive);
  if (status == SAR_OK && r->recorder->rows != file->checkpoint_rows) status = SAR_INPUT;
  if (sar_context_errors(r->context) > before) return status;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  return status == SAR_INPUT ? sar_envelope_damaged(r->context) : status;
}
