/* sarrus sweep: many runs of one model, and the table of what they gave. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/number.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/study_line.h"
#include "cli/study_options.h"
#include "cli/study_summary.h"
#include "cli/study_watch.h"
#include "cli/terminal.h"
#include "study/source.h"

/* ---- the study ---- */

static const char *const of_models[] = {"--vary", "--set", "--response"};

/* MODEL with `--vary`, or a study file, which says all of that itself. */
static bool is_model(const SarCli *cli) { return sar_arguments_has(&cli->arguments, "--vary"); }

static SarStatus refuse_words(SarCli *cli) {
  for (size_t i = 0; i < sizeof of_models / sizeof *of_models; i++) {
    if (!sar_arguments_has(&cli->arguments, of_models[i])) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "write it into the study file; or give a model, and --vary NAME=FROM:TO:N",
                      "%s belongs to a model with --vary", of_models[i]);
  }
  return SAR_OK;
}

static SarStatus read_study(SarCli *cli, SarStudy **out) {
  const SarArguments *given = &cli->arguments;
  const char *path = given->operands[0];
  if (!is_model(cli)) {
    SAR_TRY(refuse_words(cli));
    return sar_cli_read_study(cli, path, out);
  }
  const char **lists[3];
  int32_t counts[3];
  for (int i = 0; i < 3; i++) {
    lists[i] = SAR_NEW(cli->arena, given->ngiven + 1, const char *);
    if (!lists[i]) return sar_report_no_memory(cli->context);
    counts[i] = sar_arguments_all(given, of_models[i], lists[i]);
  }
  SarStudyWords words = {.vary = lists[0],
                         .set = lists[1],
                         .responses = lists[2],
                         .nvary = counts[0],
                         .nset = counts[1],
                         .nresponses = counts[2]};
  int32_t said = sar_context_count(cli->context);
  SarStatus status = sar_study_of_model(cli->context, path, &words, out);
  if (status != SAR_INPUT || !sar_study_is_one(path)) return status;
  sar_context_take_back(cli->context, said); /* all that is wrong with it as a model */
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave --vary out, or give the model",
                    "%s is a study, which says itself what varies: --vary belongs to a model", path);
}

/* ---- what would be run ---- */

static void print_value(double value, bool last) {
  char text[SAR_NUMBER_SIZE];
  sar_format_real(text, value);
  printf("%s%s", text, last ? "\n" : "  ");
}

static SarStatus print_runs(SarCli *cli, const SarStudy *study) {
  int32_t count = sar_study_parameters(study);
  int64_t runs = sar_study_runs(study);
  double *values = SAR_NEW(cli->arena, count + 1, double);
  SarStudyColumn column;
  if (!values) return sar_report_no_memory(cli->context);
  sar_print("# %" PRId64 " runs of %s\n# run", runs, sar_study_model(study));
  for (int32_t i = 0; sar_study_parameter(study, i, &column); i++) sar_print("  %s", column.name);
  putchar('\n');
  for (int64_t run = 0; run < runs && !ferror(stdout); run++) {
    SAR_TRY(sar_study_values(study, run, values));
    printf("%" PRId64 "%s", run, count ? "  " : "\n");
    for (int32_t i = 0; i < count; i++) print_value(values[i], i + 1 == count);
  }
  return SAR_OK;
}

static SarStatus print_runs_json(SarCli *cli, const SarStudy *study) {
  SarJson json = sar_json(stdout);
  int64_t runs = sar_study_runs(study);
  double *values = SAR_NEW(cli->arena, sar_study_parameters(study) + 1, double);
  SarStudyColumn column;
  SarStatus status = values ? SAR_OK : sar_report_no_memory(cli->context);
  if (status != SAR_OK) return status;
  cli->answered = true;
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "study", sar_study_title(study));
  sar_json_put_text(&json, "model", sar_study_model(study));
  sar_json_key(&json, "parameters");
  sar_json_begin_array(&json);
  for (int32_t i = 0; sar_study_parameter(study, i, &column); i++) sar_json_text(&json, column.name);
  sar_json_end_array(&json);
  sar_json_key(&json, "runs");
  sar_json_begin_array(&json);
  for (int64_t run = 0; run < runs && status == SAR_OK && !ferror(stdout); run++) {
    status = sar_study_values(study, run, values);
    sar_json_begin_array(&json);
    for (int32_t i = 0; i < sar_study_parameters(study); i++) sar_json_real(&json, values[i]);
    sar_json_end_array(&json);
  }
  sar_json_end_array(&json);
  sar_json_end_object(&json);
  putchar('\n');
  return status;
}

/* ---- the verb ---- */

static SarStatus sweep(SarCli *cli, const SarStudy *study) {
  SarStudyOptions options = sar_study_options_default();
  SarStudyLine line = sar_study_line(cli->quiet);
  SarStudyTable *table = NULL;
  /* of a model "car.yaml" -> "car-runs.h5", because car.h5 is the run of the model */
  SAR_TRY(sar_cli_study_options(cli, study, is_model(cli) ? "-runs" : "", &options));
  sar_cli_report(cli); /* warnings about the model stand there before a long study begins */
  if (sar_arguments_has(&cli->arguments, "--dry-run")) {
    return cli->json ? print_runs_json(cli, study) : print_runs(cli, study);
  }
  options.progress = sar_study_line_tell;
  options.progress_self = &line;
  sar_interrupt_watch();
  SarStatus status = sar_sweep(cli->context, study, &options, &table);
  sar_study_line_clear(&line);
  const char *page;
  SarStatus paged = sar_cli_page_study(cli, status, options.output, &page);
  status = sar_study_summary(cli, study, &options, &line, table, page, status);
  sar_study_table_destroy(&table);
  return status == SAR_OK ? paged : status;
}

static SarStatus run(SarCli *cli) { return sar_cli_study(cli, &(SarStudyWork){read_study, sweep}); }

static const SarOption options[] = {
    {"-o", "OUT.h5",
     "the table as HDF5; without it <study>.h5, or <model>-runs.h5, in the current folder; none: no file"},
    {"--csv", "OUT.csv", "the table as CSV; - is standard output"},
    {"--vary", "NAME=FROM:TO:N", "of a model: a parameter and its values; may be repeated"},
    {"--set", "NAME=VALUE", "of a model: replace the value of a parameter; may be repeated"},
    {"--response", "NAME=EXPRESSION",
     "of a model: a number to take from every run, such as peak=max(rod.x); may be repeated"},
    {"--dry-run", NULL, "print the runs that would be made, and make none"},
    SAR_STUDY_OPTIONS,
#include "cli/run_options.def"
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_sweep = {
    .name = "sweep",
    .operands = "STUDY",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "run a model with many values of its parameters",
    .options = options,
    .details =
        "STUDY is a study file (docs/studies.md), or a model with --vary. Worker processes make the runs: one that\n"
        "fails, crashes or takes too long is a row with a message. Every row is in OUT.h5.part before the next run\n"
        "begins; Ctrl-C keeps them, and the same command goes on with a sweep that was cut off.\n"
        "Under mpirun or srun the ranks share the runs.\n",
    .examples =
        "  sarrus sweep study.yaml\n"
        "  sarrus sweep study.yaml --csv study.csv --workers 8\n"
        "  sarrus sweep study.yaml --page study.html\n"
        "  sarrus sweep car.yaml --vary k=1e4:3e4:11 --vary c=500:900:5 --response \"peak=max(abs(seat.az))\"\n"
        "  mpirun -n 64 sarrus sweep study.yaml\n",
    .run = run,
};
