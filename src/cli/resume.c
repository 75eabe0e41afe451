/* sarrus resume: a run that was cut off goes on. */
#include "base/resource.h"
#include "cli/outputs.h"
#include "cli/page.h"
#include "cli/simulate.h"

static SarStatus go_on(void *self, const SarRunOptions *options, SarRunSummary *summary) {
  return sar_resume(self, options, summary);
}

static const char *const outputs[] = {"--csv", "--steps", "--page"};

/* The model is read from the results, its plugins from the disk. */
static SarStatus check_inputs(SarCli *cli, const SarModel *model) {
  for (int32_t i = 0; i < SAR_COUNT(outputs); i++) {
    SAR_TRY(sar_cli_check_inputs(cli, model, sar_arguments_text(&cli->arguments, outputs[i])));
  }
  return SAR_OK;
}

static SarStatus run(SarCli *cli) {
  const SarArguments *given = &cli->arguments;
  SarRunOptions options = sar_run_options_default();
  SarRecord *record = NULL;
  SAR_TRY(sar_cli_check_streams(cli));
  SAR_TRY(sar_arguments_positive(cli->context, given, "--checkpoint", &options.checkpoint_seconds));
  options.csv = sar_arguments_text(given, "--csv");
  options.steps_csv = sar_arguments_text(given, "--steps");
  SAR_TRY(sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs)));
  SAR_TRY(sar_cli_check_page(cli, given->operands[0]));
  SAR_TRY(sar_record_open(cli->context, given->operands[0], &record));
  SarStatus ready = sar_cli_allow_plugins(cli, record);
  if (ready == SAR_OK) ready = check_inputs(cli, sar_record_model(record));
  if (ready != SAR_OK) {
    sar_record_close(&record);
    return ready;
  }
  options.hdf5 = sar_record_results(record);
  SarSimulated done = {.model = sar_record_model(record), .options = &options, .load_seconds = sar_cpu_seconds()};
  SarStatus status = sar_cli_watch(cli, done.model, go_on, record, &options, &done.summary);
  SarStatus paged = sar_cli_page_run(cli, status, options.hdf5, &done);
  sar_cli_print_run(cli, status, &done);
  sar_record_close(&record);
  return status == SAR_OK ? paged : status;
}

static const SarOption options[] = {
    {"--csv", "FILE", "write the results, from the first row on, as CSV as well; `-` is standard output"},
    {"--steps", "FILE", "write the solver's steps, from the first on, as CSV"},
    SAR_PAGE_OPTION,
    {"--checkpoint", "SECONDS", "keep the solver's state in the journal that often (60)"},
    SAR_PLUGINS_OPTION,
    SAR_COMMON_OPTIONS};

const SarVerb sar_verb_resume = {
    .name = "resume",
    .operands = "OUT.h5",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "continue a run that was interrupted or killed, bit for bit",
    .options = options,
    .details =
        "Goes on from the last checkpoint in OUT.h5 (after Ctrl-C) or in its journal OUT.h5.part (after a\n"
        "crash) to the end that the run was to reach. Model and settings come from the file itself, and\n"
        "the finished results are the same, bit for bit, as those of a run that was never cut off. Plugins of\n"
        "the model are code and loaded only with --allow-plugins.\n",
    .examples =
        "  sarrus run crank.yaml --checkpoint 10     # killed\n"
        "  sarrus resume crank.h5\n",
    .run = run,
};
