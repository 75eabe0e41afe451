/* What a page needs beyond the columns of a file: its model, read again from the text in the file, and what the doctor
 * says about it. Neither is needed to show the columns: what is wrong with them becomes a message on the page. */
#include "cli/page_source.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/doctor/findings.h"

/* ---- the model ---- */

SarSource sar_cli_source_in(SarContext *to, SarSource source) {
  const char *file = source.file ? sar_intern(to, source.file) : NULL;
  return file ? (SarSource){file, source.line, source.column} : sar_nowhere();
}

/* What reading a model reports goes to the page; what the environment does to it ends the command. */
static SarStatus give_up(SarCli *cli, const SarContext *from, SarStatus status) {
  for (int32_t i = 0; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    if (d->severity != SAR_ERROR) continue;
    return sar_report(cli->context, status, sar_cli_source_in(cli->context, d->source), d->element, d->remedy, "%s",
                      d->message);
  }
  return sar_report(cli->context, status, sar_nowhere(), NULL, "try again", "%s", sar_status_text(status));
}

static SarStatus read_model(SarCli *cli, const SarPageRun *run, SarPageSource *source) {
  const SarSinkHeader *header = sar_results_header(run->results);
  if (!header || !header->text[0]) {
    sar_warn(source->messages, sar_nowhere(), NULL, "make the page from the HDF5 file of a run to see its model",
             "%s holds no model: only its columns are shown", run->path);
    return SAR_OK;
  }
  SarStatus status = sar_record_open_file(source->messages, run->path, &source->record);
  if (status == SAR_OK) return SAR_OK;
  if (sar_context_out_of_memory(source->messages)) return sar_report_no_memory(cli->context);
  if (sar_status_exit_code(status) == 3) return give_up(cli, source->messages, status);
  sar_warn(source->messages, sar_nowhere(), NULL, "see the messages above for the reason",
           "the model in %s cannot be read: only its columns are shown", run->path);
  return SAR_OK;
}

/* The event with which the run ended because it says `stop`, among others of the same instant; null: there is none. */
static SarStatus stopped_by(SarContext *context, SarResults *results, const char **name) {
  const SarSinkHeader *header = sar_results_header(results);
  int64_t count = sar_results_events(results);
  *name = NULL;
  if (!count) return SAR_OK;
  SarEventRecord *events = malloc((size_t)count * sizeof *events);
  SarStatus status = events ? sar_results_read_events(results, events) : sar_report_no_memory(context);
  for (int64_t k = count - 1; status == SAR_OK && k >= 0 && events[k].time == events[count - 1].time; k--) {
    const SarModelEvent *event = &header->events[events[k].event];
    if (strstr(event->action, "stop")) *name = event->name;
  }
  free(events);
  return status;
}

/* Says where results end before the run was to. */
static SarStatus look_at_end(SarContext *context, const SarPageRun *run, const SarPageSource *source) {
  if (sar_results_is_journal(run->results)) {
    bool resumable = source->record && source->record->file.checkpoint;
    sar_warn(source->messages, sar_nowhere(), NULL,
             resumable ? "`sarrus resume` completes it, `sarrus recover` ends it here"
                       : "wait for it, or let `sarrus recover` end it here: it holds no checkpoint to go on from",
             "%s is the journal of a run that was cut off or still goes on", run->path);
  }
  if (!source->record || sar_results_are_cut(run->results)) return SAR_OK; /* a cut has been told of */
  const SarResultFile *file = &source->record->file;
  double end = source->record->settings.options.end, unit = file->header.units.time;
  if (!file->rows || !(file->last_time < end * (1 - 1e-9))) return SAR_OK;
  const char *event;
  SAR_TRY(stopped_by(context, run->results, &event));
  if (event) {
    sar_note(source->messages, SAR_OK, sar_nowhere(), event, NULL, "this event stopped the run at t = %g %s",
             file->last_time / unit, file->header.units.time_name);
    return SAR_OK;
  }
  sar_warn(source->messages, sar_nowhere(), NULL, "`sarrus resume` goes on where a checkpoint is kept",
           "the results end at t = %g %s, the run was to reach %g %s", file->last_time / unit,
           file->header.units.time_name, end / unit, file->header.units.time_name);
  return SAR_OK;
}

/* ---- the doctor ---- */

/* A page never loads code: whoever made the results may have chosen it. */
static bool needs_plugins(SarCli *cli, SarPageSource *source) {
  SarRecordPlugin plugin;
  const char *names = "";
  int32_t count = 0;
  for (; names && sar_record_plugin(source->record, count, &plugin); count++) {
    names = sar_arena_printf(cli->arena, "%s%s%s", names, count ? ", " : "", plugin.name);
  }
  if (!count) return false;
  sar_note(source->doctor, SAR_OK, sar_nowhere(), NULL, "`sarrus check` of the model itself does",
           "the model uses plugins (%s), which are code and are not loaded to show results: nothing is said here about "
           "redundant constraints and degrees of freedom",
           names ? names : "");
  return true;
}

static SarStatus ask_doctor(SarCli *cli, SarPageSource *source) {
  if (needs_plugins(cli, source)) return SAR_OK;
  SarStatus status = sar_findings(source->doctor, sar_record_system(source->record));
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(cli->context);
  return status == SAR_OK ? SAR_OK : give_up(cli, source->doctor, status);
}

/* ---- one file ---- */

/* What is left out of a file that was cut short is said on the page as well. */
static SarStatus open_results(SarCli *cli, SarPageRun *run, const SarPageSource *source) {
  int32_t before = sar_context_count(cli->context);
  SAR_TRY(sar_results_open_left(cli->context, run->path, &run->results));
  for (int32_t i = before; i < sar_context_count(cli->context); i++) {
    const SarDiagnostic *d = sar_context_get(cli->context, i);
    sar_warn(source->messages, sar_cli_source_in(source->messages, d->source), d->element, d->remedy, "%s", d->message);
  }
  return SAR_OK;
}

SarStatus sar_cli_open_page_source(SarCli *cli, SarPageRun *run, SarPageSource *source) {
  source->messages = sar_context_create();
  source->doctor = sar_context_create();
  if (!source->messages || !source->doctor) return sar_report_no_memory(cli->context);
  SAR_TRY(open_results(cli, run, source));
  SAR_TRY(read_model(cli, run, source));
  SAR_TRY(look_at_end(cli->context, run, source));
  if (source->record) SAR_TRY(ask_doctor(cli, source));
  run->messages = source->messages;
  run->doctor = source->doctor;
  run->system = source->record ? sar_record_system(source->record) : NULL;
  return SAR_OK;
}

void sar_cli_close_page_source(SarPageRun *run, SarPageSource *source) {
  sar_record_close(&source->record);
  sar_results_close(&run->results);
  sar_context_destroy(&source->messages);
  sar_context_destroy(&source->doctor);
}
