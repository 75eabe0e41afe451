#include "cli/optimum.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "study/goal.h"
#include "study/optimum_json.h"
#include "study/source.h"

/* ---- as text ---- */

static void print_deviation(FILE *stream, const SarOptimum *o, int32_t j) {
  double half = o->quantile * o->deviation[j];
  if (o->bounds[j]) {
    fprintf(stream, "  %-14s", "");
  } else if (isinf(o->deviation[j])) {
    fprintf(stream, "  %-14s", "not determined");
  } else if (isnan(half)) {
    fprintf(stream, "  %-14s", "not known");
  } else {
    fprintf(stream, "  +- %-11.3g", half);
  }
}

static void print_parameters(FILE *stream, const SarStudy *study, const SarOptimum *o) {
  static const char *const at[] = {", at its lower end", "", ", at its upper end"};
  SarStudyColumn column;
  fprintf(stream, "  %-16s  %-12s  %-12s%s  range\n", "parameter", "start", "best",
          o->deviation ? "  95 %          " : "");
  for (int32_t j = 0; sar_study_parameter(study, j, &column); j++) {
    SarStudyRange range = sar_study_range(study, j);
    sar_print_to(stream, "  %-16s  %-12.7g  %-12.7g", column.name, o->start[j], o->parameters[j]);
    if (o->deviation) print_deviation(stream, o, j);
    sar_print_to(stream, "  %g to %g%s%s%s\n", range.from, range.to, column.unit[0] ? " " : "", column.unit,
                 at[o->bounds[j] + 1]);
  }
}

static void print_responses(FILE *stream, const SarStudy *study, const SarOptimum *o) {
  SarStudyColumn column;
  const SarOptimizeGoal *goal = sar_study_optimize_goal(study);
  const char *what = goal->maximize ? "maximized" : "minimized";
  for (int32_t i = 0; sar_study_response(study, i, &column); i++) {
    bool wanted = false;
    for (int32_t k = 0; k < goal->nresponses; k++) wanted = wanted || goal->responses[k] == i;
    sar_print_to(stream, "  %-16s  %-12.7g  %s", column.name, o->responses[i], column.unit);
    const char *comma = column.unit[0] ? ", " : "";
    if (wanted) fprintf(stream, "%s%s", comma, what), comma = ", ";
    for (int32_t k = 0; k < o->nlimits; k++) {
      const SarOptimumLimit *limit = &o->limits[k];
      if (limit->response != i) continue;
      fprintf(stream, "%s%s %g: %s", comma, limit->kind, limit->limit, limit->kept ? "kept" : "BROKEN");
      comma = ", ";
    }
    fputc('\n', stream);
  }
  if (goal->nresponses > 1) {
    fprintf(stream, "  %s of those %s: %.9g\n", goal->maximize ? "smallest" : "largest", what, o->objective);
  }
}

static void print_curves(FILE *stream, const SarOptimum *o) {
  int64_t free = 0;
  for (int32_t j = 0; j < o->nparameters; j++) free += o->bounds[j] == 0;
  for (int32_t k = 0; k < o->ncurves; k++) {
    const SarOptimumCurve *curve = &o->curves[k];
    sar_print_to(
        stream, "  %s and %s: %" PRId64 " numbers, %.4g %s apart (root mean square), %.4g at most, at t = %.4g s\n",
        curve->column, curve->data, curve->count, curve->rms, curve->unit, curve->largest, curve->largest_time);
  }
  fprintf(stream, "  sum of squares    %.9g, with weights", o->objective);
  int64_t freedoms = o->residuals - free;
  if (freedoms > 0) {
    fprintf(stream, ": %.4g for each of %" PRId64 " degrees of freedom\n", o->objective / (double)freedoms, freedoms);
  } else {
    fprintf(stream, "; %" PRId64 " numbers do not determine %" PRId64 " parameters\n", o->residuals, free);
  }
}

/* A word of a command line; in quotes where a shell would read more in it. */
static void print_word(FILE *stream, const char *text) {
  bool plain =
      text[0] && text[strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./=+-,:")] == 0;
  fputc(' ', stream);
  if (!plain) fputc('\'', stream);
  for (size_t part; *text; text += part) {
    part = strcspn(text, "'");
    sar_print_to(stream, "%.*s", (int)part, text);
    if (text[part] == '\'') fputs("'\\''", stream), part++;
  }
  if (!plain) fputc('\'', stream);
}

/* Options of the command that are those of its runs. */
static void print_run_options(FILE *stream, const SarArguments *arguments) {
  static const SarOption options[] = {
#include "cli/run_options.def"
  };
  for (int32_t i = 0; i < arguments->ngiven; i++) {
    const SarGiven *given = &arguments->given[i];
    bool of_run = false;
    for (int32_t k = 0; k < SAR_COUNT(options); k++) of_run = of_run || !strcmp(options[k].name, given->option->name);
    if (of_run) print_word(stream, given->option->name);
    if (of_run && given->value) print_word(stream, given->value);
  }
}

static void print_command(FILE *stream, const SarCli *cli, const SarStudy *study, const SarOptimum *o) {
  SarStudyColumn column;
  const char *text;
  fputs("sarrus run", stream);
  print_word(stream, sar_study_model(study));
  for (int32_t i = 0; sar_study_setting(study, i, &text); i++) {
    fputs(" --set", stream);
    print_word(stream, text);
  }
  for (int32_t j = 0; sar_study_parameter(study, j, &column); j++) {
    char number[SAR_NUMBER_SIZE];
    sar_format_real(number, o->parameters[j]);
    fputs(" --set", stream);
    print_word(stream,
               sar_arena_printf(cli->arena, "%s=%s%s%s", column.name, number, column.unit[0] ? " " : "", column.unit));
  }
  print_run_options(stream, &cli->arguments);
  fputc('\n', stream);
}

static void print_text(FILE *stream, const SarCli *cli, const SarStudy *study, const SarStudyOptions *options,
                       const SarStudyLine *line, const SarOptimum *o) {
  sar_print_to(stream, "%s: %s: %s\n", sar_study_title_or_model(study), o->converged ? "found" : "not converged",
               o->reason);
  fprintf(stream, "  %s, %" PRId64 " runs, %" PRId64 " with derivatives", o->method, o->evaluations, o->gradients);
  if (o->failed) fprintf(stream, ", %" PRId64 " failed", o->failed);
  if (line->progress.before) fprintf(stream, ", %" PRId64 " were there before", line->progress.before);
  fputc('\n', stream);
  print_parameters(stream, study, o);
  if (o->responses) print_responses(stream, study, o);
  if (o->ncurves) print_curves(stream, o);
  if (options->output) sar_print_to(stream, "runs: /runs of %s\n", options->output);
  if (options->csv && strcmp(options->csv, "-") != 0) sar_print_to(stream, "runs: %s\n", options->csv);
  print_command(stream, cli, study, o);
}

/* ---- as JSON ---- */

static void print_json(const SarCli *cli, const SarStudy *study, const SarStudyOptions *options,
                       const SarStudyLine *line, const SarOptimum *o, SarStatus status) {
  int code = sar_status_exit_code(status);
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", code == 0 ? "done" : code == 130 ? "interrupted" : "failed");
  sar_json_put_text(&json, "study", sar_study_title(study));
  sar_json_put_text(&json, "model", sar_study_model(study));
  if (o) sar_optimum_put(&json, study, o, false);
  sar_json_put_int(&json, "before", line->progress.before);
  sar_json_put_int(&json, "workers", line->progress.workers);
  sar_json_put_real(&json, "seconds", line->progress.seconds);
  sar_json_put_text(&json, "table", options->output);
  sar_json_put_text(&json, "csv", options->csv);
  sar_report_put_warnings(cli->context, &json);
  if (code) sar_json_put_int(&json, "code", code);
  if (code) sar_report_put_errors(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- */

static void print_interrupted(FILE *stream, const SarStudy *study, const SarStudyOptions *options,
                              const SarStudyLine *line) {
  sar_print_to(stream, "%s: interrupted after %" PRId64 " runs", sar_study_title_or_model(study), line->progress.done);
  if (!isnan(line->progress.objective)) fprintf(stream, ", the best so far: %.9g", line->progress.objective);
  fputc('\n', stream);
  if (options->output) sar_print_to(stream, "the same command goes on; the runs are in %s.part\n", options->output);
}

SarStatus sar_cli_optimum(SarCli *cli, const SarStudy *study, const SarStudyOptions *options, const SarStudyLine *line,
                          const char *page, const SarOptimum *optimum, SarStatus status) {
  bool interrupted = status == SAR_INTERRUPTED, csv_on_stdout = options->csv && strcmp(options->csv, "-") == 0;
  FILE *stream = csv_on_stdout ? stderr : stdout;
  if (optimum && !optimum->converged) {
    status = sar_report(cli->context, SAR_FAILED, sar_nowhere(), NULL,
                        "more `evaluations`, another `start` or another `method` may help", "not converged: %s",
                        optimum->reason);
  }
  sar_cli_report(cli);
  if (!optimum && !interrupted) return status;
  if (cli->json) {
    print_json(cli, study, options, line, optimum, status);
    cli->answered = true;
  } else if (!cli->quiet && optimum) {
    print_text(stream, cli, study, options, line, optimum);
  } else if (!cli->quiet) {
    print_interrupted(stream, study, options, line);
  }
  if (page && !cli->json && !cli->quiet) sar_print_to(stream, "page: %s\n", page);
  return status;
}
