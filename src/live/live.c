#define _POSIX_C_SOURCE 200809L

#include "live/live.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/doctor/findings.h"
#include "base/arena.h"
#include "base/file.h"
#include "base/json.h"
#include "read/read.h"
#include "result/page.h"
#include "result/page_live.h"

#define MOST_BYTES 30e6 /* of the record: as much as a page may have */

typedef struct Live {
  const SarLiveModel *given;
  SarLiveWatch watch;
  SarArena *arena;
  SarContext *context, *doctor, *shown; /* what is said of the model and its run, by the doctor, of the record */
  SarModel *model;
  SarSystem *system;
  SarRunSummary summary;
  const char *hdf5, *part; /* where the run writes: the results, or the journal where HDF5 is not built in */
} Live;

/* ---- reading and running ---- */

static int tell(void *self, const SarProgress *progress) {
  const Live *live = self;
  double part = progress->end > 0 ? progress->time / progress->end : 0;
  return live->watch.tell ? live->watch.tell(live->watch.self, part < 1 ? part : 1) : 0;
}

static SarStatus load(Live *live) {
  const SarLiveModel *given = live->given;
  SarReadOptions options = {.files = given->files, .nfiles = given->nfiles, .files_only = true};
  SAR_TRY(sar_model_read_text(live->context, given->name, given->text, strlen(given->text), &options, &live->model));
  return sar_system_compile(live->context, live->model, &live->system);
}

static SarStatus run(Live *live) {
  SarRunOptions options = sar_run_options_default();
  options.hdf5 = live->hdf5;
  options.progress = tell;
  options.progress_self = live;
  live->summary = (SarRunSummary){.status = SAR_RUN_FAILED};
  return sar_run(live->context, live->system, &options, &live->summary);
}

/* ---- the answer ---- */

static void put_messages(const char *key, const SarContext *context, SarJson *json) {
  static const char *const severities[] = {[SAR_NOTE] = "note", [SAR_WARNING] = "warning", [SAR_ERROR] = "error"};
  sar_json_key(json, key);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    sar_json_begin_object(json);
    sar_json_put_text(json, "severity", severities[d->severity]);
    sar_json_put_text(json, "file", d->source.file);
    sar_json_put_int(json, "line", d->source.line);
    sar_json_put_int(json, "column", d->source.column);
    sar_json_put_text(json, "element", d->element);
    sar_json_put_text(json, "message", d->message);
    sar_json_put_text(json, "remedy", d->remedy);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_summary(const Live *live, SarJson *json) {
  const SarRunSummary *s = &live->summary;
  const SarUnits *units = &live->model->units;
  sar_json_key(json, "summary");
  sar_json_begin_object(json);
  sar_json_put_text(json, "method", s->method);
  sar_json_put_real(json, "end", s->end_time / units->time);
  sar_json_put_text(json, "time_unit", units->time_name);
  sar_json_put_int(json, "degrees_of_freedom", s->degrees_of_freedom);
  sar_json_put_int(json, "rows", s->rows);
  sar_json_put_int(json, "steps", s->steps);
  sar_json_put_int(json, "rejected", s->rejected);
  sar_json_put_int(json, "iterations", s->iterations);
  sar_json_put_real(json, "energy_balance", s->energy_balance_max);
  sar_json_put_real(json, "constraint_position", s->constraint_position_max);
  sar_json_put_real(json, "constraint_velocity", s->constraint_velocity_max);
  sar_json_put_real(json, "newton_euler", s->newton_euler_max);
  sar_json_end_object(json);
}

/* The record, of what the run has left. */
static SarStatus put_record(Live *live, SarJson *json) {
  SarPageRun shown = {
      .path = live->given->name, .system = live->system, .messages = live->shown, .doctor = live->doctor};
  SarPageOptions options = {.quick = true}; /* it is not kept */
  SarPageSummary summary;
  const char *path = sar_file_is_regular(live->hdf5) ? live->hdf5 : live->part;
  sar_json_key(json, "record");
  if (live->summary.rows == 0 || !sar_file_is_regular(path)) {
    sar_json_text(json, NULL);
    return SAR_OK;
  }
  SAR_TRY(sar_results_open(live->shown, path, &shown.results));
  SarStatus status = sar_page_put_runs(live->shown, &shown, 1, &options, MOST_BYTES, NULL, json->stream, &summary);
  sar_results_close(&shown.results);
  return status;
}

static const char *word_for(const Live *live, SarStatus status) {
  if (status == SAR_OK) return "done";
  if (status == SAR_INTERRUPTED) return "stopped";
  return live->system && sar_status_exit_code(status) == 1 ? "failed" : "wrong";
}

static SarStatus answer(Live *live, SarStatus status, FILE *out) {
  SarJson json = sar_json(out);
  bool known = live->summary.method[0] || live->summary.rows;
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", word_for(live, status));
  put_messages("messages", live->context, &json);
  put_messages("doctor", live->doctor, &json);
  if (live->model) SAR_TRY(sar_page_put_written(live->shown, live->model, &json));
  if (!live->model) sar_json_put_text(&json, "parameters", NULL);
  if (known) put_summary(live, &json);
  if (!known) sar_json_put_text(&json, "summary", NULL);
  SAR_TRY(put_record(live, &json));
  json.after_key = false; /* the record has written itself */
  sar_json_end_object(&json);
  return SAR_OK;
}

/* ---- all of it ---- */

static SarStatus make(Live *live, const char *folder) {
  live->arena = sar_arena_create();
  live->context = sar_context_create();
  live->doctor = sar_context_create();
  live->shown = sar_context_create();
  if (!live->arena || !live->context || !live->doctor || !live->shown) return SAR_NO_MEMORY;
  live->hdf5 = sar_arena_printf(live->arena, "%s/live.h5", folder);
  live->part = sar_arena_printf(live->arena, "%s/live.h5.part", folder);
  return live->hdf5 && live->part ? SAR_OK : SAR_NO_MEMORY;
}

static void destroy(Live *live) {
  if (live->hdf5) unlink(live->hdf5);
  if (live->part) unlink(live->part);
  sar_system_destroy(&live->system);
  sar_model_destroy(&live->model);
  sar_context_destroy(&live->shown);
  sar_context_destroy(&live->doctor);
  sar_context_destroy(&live->context);
  sar_arena_destroy(&live->arena);
}

static bool ended_by_environment(SarStatus status) { return sar_status_exit_code(status) == 3; }

static SarStatus go(Live *live, const char *folder, FILE *out) {
  SAR_TRY(make(live, folder));
  SarStatus status = load(live);
  if (status == SAR_OK) status = run(live);
  if (ended_by_environment(status)) return status;
  if (live->system && status != SAR_INTERRUPTED) SAR_TRY(sar_findings(live->doctor, live->system));
  return answer(live, status, out);
}

SarStatus sar_live_run(const SarLiveModel *model, const char *folder, SarLiveWatch watch, FILE *out) {
  Live live = {.given = model, .watch = watch};
  SarStatus status = go(&live, folder, out);
  destroy(&live);
  return status;
}
