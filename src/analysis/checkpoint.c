/* A checkpoint: all that the rest of a run depends on. The state, the history of the method and the values for which
 * matrix and pivots were made go in as they are, so taking one changes nothing, and a run that is loaded from it goes
 * on bit for bit as the one that was saved would have.
 *
 * Bits belong to a build: the text of sar_build() stands in front, and a hash protects the rest. */
#include <stdio.h>
#include <string.h>

#include "analysis/run.h"
#include "base/resource.h"
#include "result/hash.h"

#define BUILD_SIZE 256

typedef struct Envelope {
  char build[BUILD_SIZE];
  SarHash hash; /* of what follows */
} Envelope;

static Envelope envelope(void) {
  Envelope e = {.hash = sar_hash()};
  snprintf(e.build, sizeof e.build, "%s", sar_build());
  return e;
}

static void archive_run(SarRun *r, SarArchive *archive) {
  double spent = sar_cpu_seconds() - r->cpu_begin, stepping = sar_cpu_seconds() - r->cpu_stepping;
  sar_archive_section(archive, "run");
  SAR_ARCHIVE(archive, r->before);
  sar_limits_archive(&r->report->sum, archive);
  SAR_ARCHIVE(archive, r->time);
  SAR_ARCHIVE(archive, r->next_row);
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
  Envelope e = envelope();
  size_t inside;
  sar_archive_rewind(archive);
  sar_archive_bytes(archive, &e, sizeof e);
  inside = archive->count;
  SAR_TRY(sar_start_archive(r->start, archive));
  sar_audit_archive(r->audit, r->system, archive);
  archive_run(r, archive);
  sar_run_archive_events(r, archive);
  SAR_TRY(sar_integrator_archive(r->integrator, archive));
  SAR_TRY(archive->status);
  sar_hash_bytes(&e.hash, archive->bytes + inside, archive->count - inside);
  memcpy(archive->bytes + inside - sizeof e, &e, sizeof e);
  return SAR_OK;
}

static SarStatus report_damaged(SarRun *r) {
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "keep what was computed with `sarrus recover`, or run the model again",
                    "the checkpoint does not fit this model, or it is damaged");
}

/* The envelope, checked. */
static SarStatus open_envelope(SarRun *r, SarArchive *archive) {
  Envelope e, here = envelope();
  sar_archive_bytes(archive, &e, sizeof e);
  if (archive->status != SAR_OK) return report_damaged(r);
  e.build[BUILD_SIZE - 1] = 0;
  if (strcmp(e.build, here.build) != 0) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      "continue it with that program; or run the model again with this one",
                      "the checkpoint was written by another build, which rounds differently: %s; this one is %s",
                      e.build, here.build);
  }
  sar_hash_bytes(&here.hash, archive->bytes + archive->at, archive->count - archive->at);
  return memcmp(&here.hash, &e.hash, sizeof e.hash) == 0 ? SAR_OK : report_damaged(r);
}

static SarStatus load(SarRun *r, SarArchive *archive) {
  SAR_TRY(sar_start_archive(r->start, archive));
  sar_workspace_follow(r->start->m, r->recorder->nsinks > 0);
  sar_audit_archive(r->audit, r->system, archive);
  archive_run(r, archive);
  sar_run_archive_events(r, archive);
  SAR_TRY(archive->status);
  SAR_TRY(sar_integrator_create(r->context, &r->start->m->problem, &r->plan.method, &r->plan.steps, &r->integrator));
  SAR_TRY(sar_integrator_archive(r->integrator, archive));
  return sar_archive_end(archive);
}

SarStatus sar_run_load(SarRun *r, const SarResultFile *file) {
  SarArchive archive = sar_archive_load(file->checkpoint, file->checkpoint_size);
  SAR_TRY(open_envelope(r, &archive));
  int32_t before = sar_context_errors(r->context);
  SarStatus status = load(r, &archive);
  if (status == SAR_OK && r->recorder->rows != file->checkpoint_rows) status = SAR_INPUT;
  if (sar_context_errors(r->context) > before) return status;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  return status == SAR_INPUT ? report_damaged(r) : status;
}
