/* Can a recorded run be repeated? Model and settings come from the results file; the new run goes to a temporary file,
 * and hash and rows are compared. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/phases/phases.h"
#include "analysis/record/record.h"
#include "analysis/run_again.h"
#include "analysis/verify_facts.h"
#include "base/temporary.h"

static SarStatus check(const SarRecord *r) {
  double end = r->settings.options.end;
  bool resumable = r->file.checkpoint != NULL;
  if (r->file.is_journal && !resumable && r->file.last_time >= end) { /* as resume says */
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "`sarrus recover` makes the results file of it",
                      "%s is complete", r->path);
  }
  bool cut = r->file.checkpoint && (r->model->nphases || r->file.last_time < end); /* phases have no error bars */
  if (cut && r->model->nphases) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "complete it first with `sarrus resume`",
                      "%s holds a run that was cut off at t = %g s, before the end of its phases", r->path,
                      r->file.last_time);
  }
  if (r->file.is_journal || cut) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      resumable ? "complete it first with `sarrus resume`"
                                : "keep its rows with `sarrus recover`, or run the model again",
                      "%s holds a run that was cut off at t = %g s; its end is %g s", r->path, r->file.last_time, end);
  }
  return SAR_OK;
}

/* A new file that nobody else has; free the name. */
static SarStatus temporary_file(SarContext *context, char **out) {
  char name[4096];
  int length = snprintf(name, sizeof name, "%s/sarrus-verify-XXXXXX.h5", sar_temporary_folder());
  int descriptor = length < (int)sizeof name ? mkstemps(name, 3) : -1;
  if (descriptor < 0) {
    return sar_report(context, SAR_IO, sar_nowhere(), NULL, "set TMPDIR to a folder with room for the results",
                      "cannot make a temporary file in %s", sar_temporary_folder());
  }
  close(descriptor);
  *out = strdup(name);
  if (*out) return SAR_OK;
  unlink(name);
  return sar_report_no_memory(context);
}

static SarStatus read_hash(SarContext *context, const char *path, char hash[33]) {
  SarResults *results = NULL;
  SAR_TRY(sar_results_open(context, path, &results));
  const char *text = sar_results_fact(results, "hash");
  snprintf(hash, 33, "%s", text ? text : "");
  sar_results_close(&results);
  return SAR_OK;
}

/* Passes the first error of a context on to another. */
static SarStatus pass_on(const SarContext *from, SarStatus status, SarContext *to) {
  for (int32_t i = 0; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    if (d->severity == SAR_ERROR) return sar_report(to, status, sar_nowhere(), NULL, d->remedy, "%s", d->message);
  }
  return status;
}

static SarStatus repeat_static(SarContext *own, const SarRecord *r, const char *path, SarRunSummary *summary) {
  SarStaticOptions options = r->settings.statics;
  SarStaticSummary found = {0};
  options.hdf5 = path;
  SarStatus status = sar_static(own, r->system, &options, &found);
  summary->rows = found.rows;
  return status;
}

/* A run that failed can be repeated as well: it has to fail at the same time, and its rows count. What it says has been
 * said before. */
static SarStatus repeat(SarRecord *r, const SarRunOptions *options, const char *path) {
  SarRunOptions all = r->settings.options;
  SarRunSummary summary = {0};
  SarContext *own = sar_context_create();
  if (!own) return sar_report_no_memory(r->context);
  all.hdf5 = path;
  all.progress = options->progress;
  all.progress_self = options->progress_self;
  SarAgain again = {.judging = r->settings.judging, .without_bars = sar_record_lacks_bars(r)};
  SarStatus status = r->settings.statics.count ? repeat_static(own, r, path, &summary)
                     : r->settings.kinematic   ? sar_kinematics(own, r->system, &all, &summary)
                                               : sar_run_again(own, r->system, &all, &again, &summary);
  if (sar_status_exit_code(status) == 1 && summary.rows > 0) status = SAR_OK;
  if (status == SAR_IO) { /* what it says about its results is not true: they are deleted */
    sar_report(r->context, SAR_IO, sar_nowhere(), NULL, "set TMPDIR to a folder with room for the results",
               "the new run cannot be written to %s", path);
  } else if (status != SAR_OK) {
    pass_on(own, status, r->context);
  }
  sar_context_destroy(&own);
  return status;
}

static SarStatus look_at_rows(SarRecord *r, const char *path, SarVerification *out) {
  const SarComparison *rows = NULL;
  SAR_TRY(sar_compare(r->context, r->path, path, &rows));
  bool equal = rows->identical;
  if (!equal && rows->ncolumns > 0 && rows->worst > 0) {
    snprintf(out->column, sizeof out->column, "%s", rows->columns[0].name);
    out->difference = rows->columns[0].maximum;
    out->relative = rows->columns[0].relative;
  }
  sar_comparison_destroy(&rows);
  bool hash = out->stored[0] && strcmp(out->stored, out->repeated) == 0;
  out->same = hash && equal;
  out->altered = hash && !equal;
  return SAR_OK;
}

static SarStatus report(const SarRecord *r, const SarVerification *v) {
  if (v->same) return SAR_OK;
  if (v->altered) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL, "do not trust this file; run the model again",
                      "%s was altered after it was written: its hash is right, its rows are not (most in %s)", r->path,
                      v->column[0] ? v->column : "their number");
  }
  const char *version = r->file.header.version;
  if (!v->column[0]) {
    return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL, "compare versions and settings",
                      "%s (version %s) cannot be repeated: the new run has other rows or columns", r->path, version);
  }
  return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                    "differences near 1e-9 come from another build or machine; `sarrus compare` shows all columns",
                    "%s (version %s) is not repeated bit for bit: %s differs by %.3g (%.3g of its largest value)",
                    r->path, version, v->column, v->difference, v->relative);
}

/* What a run has that was interrupted when its rows were complete. */
static void warn_of_missing_bars(const SarRecord *r) {
  bool resumable = r->file.checkpoint != NULL;
  sar_warn(r->context, sar_nowhere(), NULL,
           resumable ? "`sarrus resume` makes them" : "run the model again, if it was interrupted",
           "%s has no error bars, though they were asked for: the second run, which they need, was interrupted%s",
           r->path, resumable ? "" : " or failed");
}

static SarStatus verify(SarRecord *r, const SarRunOptions *options, const char *path, SarVerification *out) {
  SAR_TRY(repeat(r, options, path));
  SAR_TRY(read_hash(r->context, r->path, out->stored));
  SAR_TRY(read_hash(r->context, path, out->repeated));
  SAR_TRY(look_at_rows(r, path, out));
  SAR_TRY(report(r, out));
  SarStatus status = sar_verify_facts(r, path, &out->same);
  out->altered = !out->same;
  out->lacks_bars = sar_record_lacks_bars(r);
  if (status == SAR_OK && out->lacks_bars) warn_of_missing_bars(r);
  return status;
}

/* Also the journal that a failed run leaves. */
static void remove_results(const char *path, int32_t phases) {
  char part[4096 + sizeof ".part"];
  for (int32_t i = 0; i < phases; i++) {
    if (sar_phases_modes_path(path, i, sizeof part, part)) unlink(part);
  }
  snprintf(part, sizeof part, "%s.part", path);
  unlink(path);
  unlink(part);
}

SarStatus sar_verify(SarRecord *record, const SarRunOptions *options, SarVerification *out) {
  SAR_NEED(record ? record->context : NULL, record && options && out);
  *out = (SarVerification){.same = false};
  SAR_TRY(check(record));
  SAR_TRY(sar_record_need_plugins(record));
  char *path = NULL;
  SAR_TRY(temporary_file(record->context, &path));
  SarStatus status = verify(record, options, path, out);
  remove_results(path, record->model->nphases);
  free(path);
  return status;
}
