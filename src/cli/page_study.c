#define _POSIX_C_SOURCE 200809L

#include "cli/page_study.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/text.h"
#include "cli/outputs.h"
#include "cli/page_source.h"
#include "study/journal.h"
#include "study/page_text.h"

typedef struct Study {
  SarCli *cli;
  const SarPageOptions *options;
  const SarStudyTable *table;
  const char *folder; /* of the table, with a slash at its end; "": the present one */
  SarContext *messages;
  bool told; /* that files beside the table are not its runs, or that is no wonder: it keeps none */
} Study;

SarStatus sar_cli_is_study(SarCli *cli, const char *path, bool *out) {
  SarStudyHead head;
  *out = sar_study_journal_is_one(path);
  if (*out) return SAR_OK;
  SarStatus status = sar_study_table_probe(cli->context, path, cli->arena, &head);
  *out = status == SAR_OK;
  return status == SAR_INPUT ? SAR_OK : status;
}

/* ---- runs that were kept ---- */

static const char *kept_path(const Study *s, int64_t run) {
  return sar_arena_printf(s->cli->arena, "%sruns/%" PRId64 ".h5", s->folder, run);
}

/* Those whose file is there. None is looked for without the folder. */
static SarStatus find_kept(const Study *s, int64_t **kept, int32_t *count) {
  int64_t rows = sar_study_table_rows(s->table);
  const char *folder = sar_arena_printf(s->cli->arena, "%sruns", s->folder);
  SarStudyRow row;
  *count = 0;
  *kept = NULL;
  if (!folder) return sar_report_no_memory(s->cli->context);
  if (access(folder, X_OK) != 0) return SAR_OK;
  *kept = SAR_NEW(s->cli->arena, rows + 1, int64_t);
  size_t room = strlen(folder) + 40;
  char *path = SAR_NEW(s->cli->arena, room, char);
  if (!*kept || !path) return sar_report_no_memory(s->cli->context);
  for (int64_t i = 0; i < rows && sar_study_table_row(s->table, i, &row); i++) {
    snprintf(path, room, "%s/%" PRId64 ".h5", folder, row.run);
    if (access(path, R_OK) == 0) (*kept)[(*count)++] = row.run;
  }
  return SAR_OK;
}

/* Rows of tables that were read are sorted by run. */
static bool find_row(const SarStudyTable *table, int64_t run, SarStudyRow *row) {
  int64_t low = 0, high = sar_study_table_rows(table);
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (!sar_study_table_row(table, middle, row) || row->run == run) break;
    if (row->run < run) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < high;
}

/* The number behind "name": in the parameters of a results file, {"r":0.3,"n":4}; NaN: it has none. */
static double parameter_of(const char *json, const char *name) {
  size_t length = strlen(name);
  double value;
  for (const char *at = json; (at = strchr(at, '"')) != NULL; at++) {
    if (strncmp(at + 1, name, length) != 0 || strncmp(at + 1 + length, "\":", 2) != 0) continue;
    const char *number = at + length + 3;
    return sar_text_number(number, strlen(number), &value) ? value : (double)NAN;
  }
  return NAN;
}

/* Whether the results are those of the run: files of another study may stand there, of another model. Parameters that
 * are missing in the results do not count against it. */
static bool is_run(const Study *s, const SarResults *results, int64_t run) {
  const SarSinkHeader *header = sar_results_header(results);
  SarStudyRow row;
  SarStudyColumn column;
  const char *text = sar_study_table_head(s->table)->model_text;
  if (!header || !find_row(s->table, run, &row)) return false;
  if (header->text[0] && text[0] && strcmp(header->text, text) != 0) return false;
  for (int32_t i = 0; i < sar_study_table_parameters(s->table) && sar_study_table_column(s->table, i, &column); i++) {
    double value = parameter_of(header->parameters, column.name);
    if (fabs(value - row.parameters[i]) > 1e-12 * fabs(row.parameters[i])) return false;
  }
  return true;
}

/* Said once: where one file is of another study, most are. */
static SarStatus leave_out(Study *s, const char *path, const char *why) {
  if (!s->told) {
    sar_warn(s->messages, sar_nowhere(), NULL, "make the study again in a folder of its own to see its runs",
             "%s %s: files like this are left out", path, why);
  }
  s->told = true;
  return SAR_INPUT;
}

/* Messages of reading it go nowhere: it is one of many, and the page of the file itself tells them. */
static SarStatus put_run(void *self, int64_t run, double bytes, const char *id, FILE *stream) {
  Study *s = self;
  SarCli own = *s->cli;
  SarPageSource source = {0};
  SarPageRun page_run = {.path = kept_path(s, run)};
  SarPageSummary summary;
  own.context = sar_context_create();
  if (!own.context || !page_run.path) {
    sar_context_destroy(&own.context);
    return sar_report_no_memory(s->cli->context);
  }
  SarStatus status = sar_cli_open_page_source(&own, &page_run, &source);
  if (status == SAR_OK && !is_run(s, page_run.results, run)) {
    status = leave_out(s, page_run.path, "is of another model or has other parameters than this run of the study");
  } else if (status == SAR_OK) {
    status = sar_page_put_runs(own.context, &page_run, 1, s->options, bytes, id, stream, &summary);
  } else if (status == SAR_INPUT) {
    status = leave_out(s, page_run.path, "cannot be read");
  }
  sar_cli_close_page_source(&page_run, &source);
  bool memory = sar_context_out_of_memory(own.context);
  sar_context_destroy(&own.context);
  return memory ? sar_report_no_memory(s->cli->context) : status;
}

/* ---- the page ---- */

static SarStatus write_page(Study *s, const char *path, const char *output, SarStudyPageSummary *summary) {
  int64_t *kept;
  int32_t nkept;
  const char *found;
  SAR_TRY(sar_study_table_found(s->cli->context, path, s->cli->arena, &found, NULL));
  SAR_TRY(find_kept(s, &kept, &nkept));
  SarStudyPage page = {.path = path,
                       .table = s->table,
                       .running = sar_study_journal_is_one(path),
                       .found = found,
                       .bytes = s->options->full ? INFINITY : s->options->bytes,
                       .kept = kept,
                       .nkept = nkept,
                       .put = put_run,
                       .self = s,
                       .messages = s->messages};
  return sar_study_page_write(s->cli->context, output, &page, summary);
}

static SarStatus make_page(SarCli *cli, const char *path, const char *output, const SarPageOptions *options,
                           SarStudyTable **table, SarContext *messages, SarStudyPageSummary *summary) {
  const char *slash = strrchr(path, '/');
  Study s = {.cli = cli, .options = options, .messages = messages};
  s.folder = sar_arena_printf(cli->arena, "%.*s", slash ? (int)(slash + 1 - path) : 0, path);
  if (!s.folder) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_study_table_read(cli->context, path, table));
  s.table = *table;
  s.told = !sar_study_page_keeps(sar_study_table_head(*table));
  SAR_TRY(write_page(&s, path, output, summary));
  for (int32_t i = 0; i < sar_context_count(messages); i++) {
    const SarDiagnostic *d = sar_context_get(messages, i);
    if (d->severity == SAR_WARNING) sar_warn(cli->context, sar_nowhere(), NULL, d->remedy, "%s", d->message);
  }
  if (options->full || (double)summary->bytes <= options->bytes) return SAR_OK;
  sar_warn(cli->context, sar_nowhere(), NULL, "allow more with `--max-size`",
           "the page takes %.3g MB, more than the %.3g MB that are allowed: the table is not cut",
           (double)summary->bytes / 1e6, options->bytes / 1e6);
  return SAR_OK;
}

SarStatus sar_cli_make_study_page(SarCli *cli, const char *path, const char *output, const SarPageOptions *options,
                                  SarStudyPageSummary *summary) {
  if (sar_file_is_same(path, output)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the page a file of its own",
                      "the page would overwrite the table in %s", output);
  }
  SAR_TRY(sar_cli_check_document(cli, output));
  SarStudyTable *table = NULL;
  SarContext *messages = sar_context_create();
  if (!messages) return sar_report_no_memory(cli->context);
  SarStatus status = make_page(cli, path, output, options, &table, messages, summary);
  sar_study_table_destroy(&table);
  sar_context_destroy(&messages);
  return status;
}

/* ---- `--page` of a study ---- */

SarStatus sar_cli_check_study_page(SarCli *cli, const char *table) {
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (!page) return SAR_OK;
  if (strcmp(page, "-") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give --page the name of a file",
                      "a study does not write its page to standard output");
  }
  if (!table) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give -o the name of a file, or leave it out",
                      "a page is made from the table, and that is not kept");
  }
  if (sar_file_is_same(table, page)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the page a file of its own",
                      "the page would overwrite the table in %s", page);
  }
  SAR_TRY(sar_cli_check_output(cli, page));
  SAR_TRY(sar_cli_check_document(cli, page));
  return sar_file_check_writable(cli->context, page);
}

SarStatus sar_cli_page_study(SarCli *cli, SarStatus status, const char *table, const char **page) {
  const char *path = sar_arguments_text(&cli->arguments, "--page");
  *page = NULL;
  if (!path || status != SAR_OK) return SAR_OK;
  SarPageOptions options = {.bytes = SAR_PAGE_BYTES};
  SarStudyPageSummary summary;
  SAR_TRY(sar_cli_make_study_page(cli, table, path, &options, &summary));
  *page = path;
  return SAR_OK;
}
