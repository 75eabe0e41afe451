/* `sarrus static --vary`: equilibria along the values of a parameter. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/static/series.h"
#include "base/number.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/range.h"
#include "cli/report.h"
#include "cli/static.h"
#include "result/text_file.h"

typedef struct Vary {
  SarCli *cli;
  const char *name; /* of the parameter */
  SarCliRange range;
  SarStaticPose pose;
  SarStaticLines lines;
  SarTextFile csv;
  bool writes; /* a CSV: it is closed in the end */
  int32_t columns;
} Vary;

static SarStatus read_range(Vary *x, const char *text) {
  SarCli *cli = x->cli;
  const char *equals = strchr(text, '=');
  if (!equals || equals == text) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write NAME=FROM:TO:N, such as load=0:100:11",
                      "--vary %s names no parameter", text);
  }
  x->name = sar_arena_copy_text_n(cli->arena, text, (size_t)(equals - text));
  if (!x->name) return sar_report_no_memory(cli->context);
  return sar_cli_range(cli, "--vary", equals + 1, &x->range);
}

static SarStatus check(Vary *x) {
  static const char *const others[] = {"-o", "--page", "--times", "--buckling"};
  SarCli *cli = x->cli;
  for (int i = 0; i < SAR_COUNT(others); i++) {
    if (!sar_arguments_has(&cli->arguments, others[i])) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "use --csv for the table, or --set for one value of the parameter",
                      "--vary and %s exclude each other: each value is a model of its own", others[i]);
  }
  const char *csv = sar_arguments_text(&cli->arguments, "--csv");
  SAR_TRY(sar_cli_check_output(cli, csv));
  return sar_cli_check_document(cli, csv);
}

/* Errors of one value's own context, and with the first value its warnings, too. */
static void pass_on(const SarContext *from, SarCli *cli, bool all) {
  for (int32_t i = 0; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    const char *file = d->source.file ? sar_intern(cli->context, d->source.file) : NULL;
    const char *element = d->element ? sar_arena_copy_text(cli->arena, d->element) : NULL;
    SarSource source = file ? (SarSource){file, d->source.line, d->source.column} : sar_nowhere();
    if (d->severity == SAR_ERROR) {
      sar_report(cli->context, d->status, source, element, d->remedy, "%s", d->message);
    } else if (all && d->severity == SAR_WARNING) {
      sar_warn(cli->context, source, element, d->remedy, "%s", d->message);
    }
  }
}

static void put_names(Vary *x, const SarTable *table) {
  SarTextFile *f = &x->csv;
  x->columns = sar_table_columns(table);
  for (int pass = 0; pass < 2; pass++) {
    sar_text_file_put(f, pass ? "# " : x->name);
    for (int32_t i = 0; i < x->columns; i++) {
      sar_text_file_put_char(f, ',');
      sar_text_file_put(f, pass ? sar_table_unit(table, i) : sar_table_name(table, i));
    }
    sar_text_file_put(f, pass ? ",1/s^2,1\n" : ",static.lowest_eigenvalue,static.stable\n");
  }
}

static SarStatus put_row(Vary *x, double value, const SarTable *table, const SarStaticState *state) {
  SarTextFile *f = &x->csv;
  if (!x->writes) return SAR_OK;
  if (!x->columns) put_names(x, table);
  if (sar_table_columns(table) != x->columns) {
    return sar_report(x->cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave --csv out, or vary another parameter",
                      "with %s = %g the model has other columns than before: they do not fit into one table", x->name,
                      value);
  }
  sar_text_file_put_real(f, value);
  for (int32_t i = 0; i < x->columns; i++) {
    sar_text_file_put_char(f, ',');
    sar_text_file_put_real(f, sar_table_values(table, i)[0]);
  }
  sar_text_file_put_char(f, ',');
  sar_text_file_put_real(f, state->lowest_eigenvalue);
  sar_text_file_put(f, state->stable ? ",1\n" : ",0\n");
  return f->status;
}

/* One value: a model, a system and messages of its own. */
static SarStatus find_one(Vary *x, SarContext *context, double value, SarTable *table, SarStaticSummary *summary) {
  SarCli *cli = x->cli;
  char number[SAR_NUMBER_SIZE];
  number[sar_format_real(number, value)] = 0;
  const char *set = sar_arena_printf(cli->arena, "%s=%s", x->name, number);
  if (!set) return sar_report_no_memory(cli->context);
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarStaticOptions options = sar_static_options_default();
  options.table = table;
  options.relax = sar_arguments_has(&cli->arguments, "--relax") && !x->pose.q;
  SarStatus status = sar_cli_read(cli, context, set, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  if (status == SAR_OK) status = sar_static_near(context, system, &options, &x->pose, summary);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return status;
}

static SarStatus find_and_keep(Vary *x, int32_t i) {
  double value = sar_cli_range_value(&x->range, i);
  SarContext *own = sar_context_create();
  SarTable *table = NULL;
  SarStaticSummary summary = {0};
  if (!own) return sar_report_no_memory(x->cli->context);
  SarStatus status = sar_table_create(own, &table);
  if (status == SAR_OK) status = find_one(x, own, value, table, &summary);
  pass_on(own, x->cli, i == 0);
  if (status == SAR_OK) status = sar_static_lines_add(x->cli, &x->lines, value, &summary.state);
  if (status == SAR_OK) status = put_row(x, value, table, &summary.state);
  if (status != SAR_OK && status != SAR_INTERRUPTED) {
    sar_note(x->cli->context, status, sar_nowhere(), NULL, NULL, "this was with %s = %g", x->name, value);
  }
  sar_table_destroy(&table);
  sar_context_destroy(&own);
  return status;
}

static SarStatus walk(Vary *x) {
  const char *csv = sar_arguments_text(&x->cli->arguments, "--csv");
  x->writes = csv != NULL;
  if (csv) SAR_TRY(sar_text_file_open(x->cli->context, csv, &x->csv));
  sar_interrupt_watch();
  for (int32_t i = 0; i < x->range.count; i++) {
    SAR_TRY(find_and_keep(x, i));
    if (sar_interrupt_requested()) return SAR_INTERRUPTED;
  }
  return SAR_OK;
}

static void show(Vary *x, SarStatus status) {
  SarCli *cli = x->cli;
  const char *csv = sar_arguments_text(&cli->arguments, "--csv");
  sar_cli_report(cli);
  if (!cli->json) {
    if (!cli->quiet && x->lines.count && !(csv && strcmp(csv, "-") == 0)) sar_static_print_lines(&x->lines, x->name);
    return;
  }
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", status == SAR_OK ? "done" : status == SAR_INTERRUPTED ? "interrupted" : "failed");
  if (status != SAR_OK) sar_json_put_int(&json, "code", sar_status_exit_code(status));
  sar_json_put_text(&json, "parameter", x->name);
  sar_static_put_lines(&json, &x->lines, "value");
  if (status != SAR_OK) sar_report_put_errors(cli->context, &json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
  cli->answered = true;
}

SarStatus sar_cli_static_vary(SarCli *cli, const char *text) {
  Vary x = {.cli = cli};
  SAR_TRY(read_range(&x, text));
  SAR_TRY(check(&x));
  SarStatus status = walk(&x);
  if (x.writes) {
    SarStatus closed = sar_text_file_close(&x.csv);
    if (status == SAR_OK) status = closed;
  }
  int code = sar_status_exit_code(status);
  if (code == 0 || code == 1 || code == 130) show(&x, status);
  free(x.lines.lines);
  free(x.pose.q);
  return status;
}
