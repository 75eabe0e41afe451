/* A run from the command line: options to SarRunOptions, progress while it lasts, the summary at the end. */
#include "cli/simulate.h"

#include <math.h>
#include <string.h>

#include "base/file.h"
#include "base/resource.h"
#include "cli/adams_files.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/page_make.h"
#include "cli/progress.h"
#include "cli/summary.h"

/* "models/crank.yaml" -> "crank.h5" */
static const char *default_output(SarCli *cli) {
  const char *path = cli->arguments.operands[0], *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
  return sar_arena_printf(cli->arena, "%.*s.h5", (int)stem, name);
}

SarStatus sar_cli_check_streams(SarCli *cli) {
  const char *csv = sar_arguments_text(&cli->arguments, "--csv");
  if (!cli->json || !csv || strcmp(csv, "-") != 0) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write the CSV to a file",
                    "--csv - and --json both want standard output");
}

SarStatus sar_cli_check_settings(SarCli *cli) {
  const SarArguments *given = &cli->arguments;
  bool step = sar_arguments_has(given, "--step"), tolerance = sar_arguments_has(given, "--tol");
  if (step && tolerance) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                      "--step fixes the step, --tol controls it: they exclude each other");
  }
  if (!sar_arguments_has(given, "--accuracy") || (!step && !tolerance)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                    "--accuracy chooses the tolerance: it excludes --tol and --step");
}

/* Mistakes that the command line shows before any file is read. */
static SarStatus check_arguments(SarCli *cli) {
  const SarArguments *given = &cli->arguments;
  SAR_TRY(sar_cli_check_settings(cli));
  const char *steps = sar_arguments_text(given, "--steps");
  if (sar_arguments_has(given, "--accuracy") && steps && strcmp(steps, "-") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write the steps to a file",
                      "--accuracy may take several runs, and --steps - would print the steps of all of them");
  }
  return sar_cli_check_streams(cli);
}

/* Two kinds of results in one file would destroy each other. */
SarStatus sar_cli_refuse_same(SarCli *cli, const char *one, const char *other) {
  if (!one || !other || strcmp(one, "/dev/null") == 0 || !sar_file_is_same(one, other)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give each of them a file of its own",
                    "two outputs go to the same file, %s", one);
}

/* The settings that the model has, too: numbers without a unit, or times in its unit. */
SarStatus sar_cli_read_settings(SarCli *cli, SarRunOptions *options) {
  const struct {
    const char *option; /* null: there is none */
    const char *unit;
    double *out;
  } numbers[] = {
#define SAR_OPTION(name, argument, help) name
#define SAR_NO_OPTION NULL
#define SAR_SIMULATE(member, unit, fallback, option, meaning) {option, unit, &options->member},
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) {option, unit, &options->member},
#include "model/simulation.def"
  };
  for (int i = 0; i < SAR_COUNT(numbers); i++) {
    const char *name = numbers[i].option;
    if (!name) continue;
    SAR_TRY(numbers[i].unit[0] ? sar_cli_time(cli, name, numbers[i].out)
                               : sar_arguments_positive(cli->context, &cli->arguments, name, numbers[i].out));
  }
#define SAR_OPTION(name, argument, help) name
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) \
  options->member = sar_arguments_text(&cli->arguments, option);
#define SAR_SIMULATE_FLAG(member, option, meaning) options->member = sar_arguments_has(&cli->arguments, option);
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) \
  options->member = sar_arguments_has(&cli->arguments, option);
#include "model/simulation.def"
  return SAR_OK;
}

/* Names between commas, with or without blanks; the option may come more than once. */
static SarStatus read_sensitivity(SarCli *cli, SarRunOptions *options) {
  const SarArguments *given = &cli->arguments;
  size_t most = 0;
  for (int32_t i = 0; i < given->ngiven; i++) {
    if (strcmp(given->given[i].option->name, "--sensitivity") == 0) most += strlen(given->given[i].value) + 1;
  }
  if (!most) return SAR_OK;
  const char **names = SAR_NEW(cli->arena, most, const char *);
  if (!names) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < given->ngiven; i++) {
    if (strcmp(given->given[i].option->name, "--sensitivity") != 0) continue;
    for (const char *at = given->given[i].value, *end = ","; *end; at = end + 1) {
      end = at + strcspn(at, ",");
      size_t blanks = strspn(at, " "), length = (size_t)(end - at) > blanks ? (size_t)(end - at) - blanks : 0;
      while (length && at[blanks + length - 1] == ' ') length--;
      if (!length) {
        return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write names between commas, such as k,left.ks",
                          "--sensitivity %s has an empty name", given->given[i].value);
      }
      names[options->nsensitivity] = sar_arena_copy_text_n(cli->arena, at + blanks, length);
      if (!names[options->nsensitivity++]) return sar_report_no_memory(cli->context);
    }
  }
  options->sensitivity = names;
  return SAR_OK;
}

static SarStatus read_options(SarCli *cli, SarRunOptions *options) {
  const SarArguments *given = &cli->arguments;
  options->csv = sar_arguments_text(given, "--csv");
  options->steps_csv = sar_arguments_text(given, "--steps");
  options->hdf5 = sar_arguments_text(given, "-o");
  bool none = options->hdf5 && strcmp(options->hdf5, "none") == 0; /* a file of that name is ./none */
  if (!options->hdf5) options->hdf5 = default_output(cli);
  if (!options->hdf5) return sar_report_no_memory(cli->context);
  if (none) options->hdf5 = NULL;
  SAR_TRY(sar_cli_read_settings(cli, options));
  SAR_TRY(read_sensitivity(cli, options));
  SAR_TRY(sar_arguments_positive(cli->context, given, "--checkpoint", &options->checkpoint_seconds));
  const char *journal = none ? NULL : sar_arena_printf(cli->arena, "%s.part", options->hdf5);
  if (!journal && !none) return sar_report_no_memory(cli->context);
  SAR_TRY(sar_cli_refuse_same(cli, journal, options->csv));
  SAR_TRY(sar_cli_refuse_same(cli, journal, options->steps_csv));
  SAR_TRY(sar_cli_refuse_same(cli, options->hdf5, options->csv));
  SAR_TRY(sar_cli_refuse_same(cli, options->hdf5, options->steps_csv));
  SAR_TRY(sar_cli_refuse_same(cli, options->csv, options->steps_csv));
  const char *page = sar_arguments_text(given, "--page");
  SAR_TRY(sar_cli_refuse_same(cli, options->hdf5, page));
  SAR_TRY(sar_cli_refuse_same(cli, options->csv, page));
  SAR_TRY(sar_cli_refuse_same(cli, options->steps_csv, page));
  SAR_TRY(sar_cli_check_page(cli, options->hdf5));
  SAR_TRY(sar_cli_check_adams_files(cli, options->hdf5));
  SAR_TRY(sar_cli_check_output(cli, options->hdf5));
  SAR_TRY(sar_cli_check_output(cli, options->csv));
  SAR_TRY(sar_cli_check_output(cli, options->steps_csv));
  SAR_TRY(sar_cli_check_document(cli, options->csv));
  return sar_cli_check_document(cli, options->steps_csv);
}

/* With an error of input or environment before the first step there is nothing to sum up. */
static bool has_summary(SarStatus status, const SarRunSummary *summary) {
  int code = sar_status_exit_code(status);
  return code == 0 || code == 1 || code == 130 || summary->steps > 0;
}

static void print_summary(SarCli *cli, SarStatus status, const SarSimulated *run) {
  const SarRunOptions *options = run->options;
  const char *files[6];
  int32_t nfiles = 0;
  bool csv_on_stdout = options->csv && strcmp(options->csv, "-") == 0;
  bool written = run->summary.rows > 0;
  if (written && options->hdf5 && sar_status_exit_code(status) != 3) files[nfiles++] = options->hdf5;
  if (written && options->csv && !csv_on_stdout) files[nfiles++] = options->csv;
  if (written && options->steps_csv && !run->kinematic) files[nfiles++] = options->steps_csv;
  if (run->paged) files[nfiles++] = sar_arguments_text(&cli->arguments, "--page");
  if (written && sar_arguments_has(&cli->arguments, "--res"))
    files[nfiles++] = sar_arguments_text(&cli->arguments, "--res");
  if (written && sar_arguments_has(&cli->arguments, "--req"))
    files[nfiles++] = sar_arguments_text(&cli->arguments, "--req");
  SarSummaryView view = {
      .summary = &run->summary,
      .title = run->model->title && run->model->title[0] ? run->model->title : cli->arguments.operands[0],
      .units = &run->model->units,
      .files = files,
      .nfiles = nfiles,
      .kinematic = run->kinematic,
      .load_seconds = run->load_seconds,
      .page_seconds = run->page_seconds,
      .verbose = cli->verbose};
  if (cli->json) {
    sar_summary_json(&view, cli->context, sar_status_exit_code(status), stdout);
    cli->answered = true;
  } else if (!cli->quiet) {
    sar_summary_print(&view, csv_on_stdout ? stderr : stdout);
  }
}

void sar_cli_print_run(SarCli *cli, SarStatus status, const SarSimulated *run) {
  sar_cli_report(cli);
  if (has_summary(status, &run->summary)) print_summary(cli, status, run);
}

SarStatus sar_cli_watch(SarCli *cli, const SarModel *model, SarSimulateStep *step, void *self, SarRunOptions *options,
                        SarRunSummary *summary) {
  SarProgressLine line = sar_progress_line(cli->quiet, model->units.time, model->units.time_name);
  options->progress = sar_progress_step;
  options->progress_self = &line;
  sar_interrupt_watch();
  *summary = (SarRunSummary){.status = SAR_RUN_FAILED};
  SarStatus status = step(self, options, summary);
  sar_progress_clear(&line);
  if (status == SAR_INTERRUPTED) summary->status = SAR_RUN_INTERRUPTED;
  return status;
}

/* A model to be simulated for the first time. */
typedef struct Fresh {
  SarCli *cli;
  SarSimulateFunction *function;
} Fresh;

static SarStatus simulate(void *self, const SarRunOptions *options, SarRunSummary *summary) {
  const Fresh *fresh = self;
  return fresh->function(fresh->cli->context, fresh->cli->system, options, summary);
}

SarStatus sar_cli_simulate(SarCli *cli, SarSimulateFunction *function, bool kinematic) {
  SAR_TRY(check_arguments(cli));
  SAR_TRY(sar_cli_load(cli));
  SarRunOptions options = sar_run_options_default();
  SAR_TRY(read_options(cli, &options));
  SarSimulated run = {
      .model = cli->model, .options = &options, .kinematic = kinematic, .load_seconds = sar_cpu_seconds()};
  SarStatus status = sar_cli_watch(cli, cli->model, simulate, &(Fresh){cli, function}, &options, &run.summary);
  SarStatus paged = sar_cli_page_run(cli, status, options.hdf5, &run);
  if (paged == SAR_OK && run.summary.rows > 0) {
    paged = sar_cli_write_adams_files(cli, status, cli->model, &run.summary, options.hdf5);
  }
  sar_cli_print_run(cli, status, &run);
  return status == SAR_OK ? paged : status;
}
