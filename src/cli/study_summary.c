#include "cli/study_summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "cli/progress.h"
#include "cli/report.h"
#include "cli/terminal.h"

typedef struct Counts {
  int64_t rows, failed, by_status[SAR_ROW_STATUSES];
  int64_t first_failed; /* run; -1: none */
  const char *message;
} Counts;

/* Of the whole table where it is complete, else of this call. */
static Counts count_rows(const SarStudyTable *table, const SarStudyLine *line) {
  Counts c = {.rows = line->progress.done, .failed = line->progress.failed, .first_failed = -1, .message = ""};
  SarStudyRow row;
  if (!table) {
    memcpy(c.by_status, line->counts, sizeof c.by_status);
    return c;
  }
  c.rows = sar_study_table_rows(table);
  c.failed = 0;
  for (int64_t i = 0; sar_study_table_row(table, i, &row); i++) {
    bool failed = row.status != SAR_ROW_DONE && row.status != SAR_ROW_STOPPED;
    c.by_status[row.status]++;
    c.failed += failed;
    if (!failed || c.first_failed >= 0) continue;
    c.first_failed = row.run;
    c.message = row.message;
  }
  return c;
}

/* "2 failed, 1 limit" */
static void list_failures(const Counts *c, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int i = SAR_ROW_FAILED; i < SAR_ROW_STATUSES && used < size; i++) {
    if (!c->by_status[i]) continue;
    used += (size_t)snprintf(text + used, size - used, "%s%" PRId64 " %s", used ? ", " : "", c->by_status[i],
                             sar_row_status_name((SarRowStatus)i));
  }
}

/* Part of the time that workers were busy; NaN: not known. */
static double busy(const SarStudyLine *line) {
  const SarStudyProgress *p = &line->progress;
  return p->workers > 0 && p->seconds > 0 ? line->cpu_seconds / (p->seconds * p->workers) : (double)NAN;
}

static void print_text(const SarStudy *study, const SarStudyOptions *options, const SarStudyLine *line, const Counts *c,
                       const char *page, FILE *stream) {
  const SarStudyProgress *p = &line->progress;
  char kinds[160], duration[32];
  int64_t runs = sar_study_runs(study), made = p->done - p->before;
  list_failures(c, kinds, sizeof kinds);
  sar_print_to(stream, "%s: %" PRId64 " of %" PRId64 " runs", sar_study_title_or_model(study), c->rows, runs);
  if (c->failed) sar_print_to(stream, ", %" PRId64 " without responses (%s)", c->failed, kinds);
  fputc('\n', stream);
  if (p->before || !p->done) {
    sar_print_to(stream, "%" PRId64 " of them were there before\n", p->done ? p->before : c->rows);
  }
  if (made > 0) {
    sar_progress_duration(p->seconds, duration, sizeof duration);
    sar_print_to(stream, "%s, %d worker%s, %.0f %% busy, %.3g ms of CPU time a run\n", duration, (int)p->workers,
                 p->workers == 1 ? "" : "s", 100 * busy(line), 1000 * line->cpu_seconds / (double)made);
  }
  if (c->rows < runs && options->output) {
    sar_print_to(stream, "interrupted: the same command goes on, the rows are in %s.part\n", options->output);
  }
  if (options->output && c->rows == runs) sar_print_to(stream, "table: /runs of %s\n", options->output);
  if (options->csv && c->rows == runs && strcmp(options->csv, "-") != 0) {
    sar_print_to(stream, "table: %s\n", options->csv);
  }
  if (page) sar_print_to(stream, "page: %s\n", page);
}

static void print_json(const SarCli *cli, const SarStudy *study, const SarStudyOptions *options,
                       const SarStudyLine *line, const Counts *c, const char *page, SarStatus status) {
  const SarStudyProgress *p = &line->progress;
  int code = sar_status_exit_code(status);
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", code == 0 ? "done" : code == 130 ? "interrupted" : "failed");
  sar_json_put_text(&json, "study", sar_study_title(study));
  sar_json_put_text(&json, "model", sar_study_model(study));
  sar_json_put_int(&json, "runs", sar_study_runs(study));
  sar_json_put_int(&json, "rows", c->rows);
  sar_json_put_int(&json, "before", p->done ? p->before : c->rows);
  sar_json_key(&json, "counts");
  sar_json_begin_object(&json);
  for (int i = 0; i < SAR_ROW_STATUSES; i++) {
    sar_json_put_int(&json, sar_row_status_name((SarRowStatus)i), c->by_status[i]);
  }
  sar_json_end_object(&json);
  sar_json_put_int(&json, "workers", p->workers);
  sar_json_put_real(&json, "seconds", p->seconds);
  sar_json_put_real(&json, "cpu_seconds", line->cpu_seconds);
  sar_json_put_real(&json, "busy", busy(line));
  sar_json_put_text(&json, "table", options->output);
  sar_json_put_text(&json, "csv", options->csv);
  sar_json_put_text(&json, "page", page);
  sar_report_put_warnings(cli->context, &json);
  if (code) sar_json_put_int(&json, "code", code);
  if (code) sar_report_put_errors(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* A few runs that fail are a result: the table says which. Where none has succeeded something is wrong with all. */
static SarStatus judge(SarCli *cli, const Counts *c) {
  char kinds[160];
  if (!c->failed) return SAR_OK;
  list_failures(c, kinds, sizeof kinds);
  if (c->failed == c->rows) {
    return sar_report(cli->context, SAR_FAILED, sar_nowhere(), NULL,
                      "`sarrus run` with these parameters may tell more; once the reason is gone, --again",
                      "no run has succeeded (%s); run %" PRId64 ": %s", kinds, c->first_failed, c->message);
  }
  sar_warn(cli->context, sar_nowhere(), NULL, "column `message` of the table says why",
           "%" PRId64 " of %" PRId64 " runs have no responses (%s); run %" PRId64 ": %s", c->failed, c->rows, kinds,
           c->first_failed, c->message);
  return SAR_OK;
}

SarStatus sar_study_summary(SarCli *cli, const SarStudy *study, const SarStudyOptions *options,
                            const SarStudyLine *line, const SarStudyTable *table, const char *page, SarStatus status) {
  Counts counts = count_rows(table, line);
  int code = sar_status_exit_code(status);
  if (table) status = judge(cli, &counts);
  sar_cli_report(cli);
  if (code != 0 && code != 130) return status;
  bool csv_on_stdout = options->csv && strcmp(options->csv, "-") == 0;
  if (cli->json) print_json(cli, study, options, line, &counts, page, status);
  cli->answered = cli->answered || cli->json;
  if (!cli->json && !cli->quiet) print_text(study, options, line, &counts, page, csv_on_stdout ? stderr : stdout);
  return status;
}
