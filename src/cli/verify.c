/* sarrus verify: does the model in a results file still give these results? */
#include "cli/report.h"
#include "cli/simulate.h"
#include "cli/terminal.h"

typedef struct Check {
  SarRecord *record;
  SarVerification found;
} Check;

static SarStatus repeat(void *self, const SarRunOptions *options, SarRunSummary *summary) {
  Check *check = self;
  SarStatus status = sar_verify(check->record, options, &check->found);
  summary->status = status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED : SAR_RUN_DONE;
  return status;
}

static void print_json(SarCli *cli, const SarVerification *v, int exit_code) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_bool(&json, "same", v->same);
  sar_json_put_bool(&json, "altered", v->altered);
  sar_json_put_bool(&json, "lacks_error_bars", v->lacks_bars);
  sar_json_put_text(&json, "stored", v->stored);
  sar_json_put_text(&json, "repeated", v->repeated);
  sar_json_put_text(&json, "column", v->column[0] ? v->column : NULL);
  sar_json_put_real(&json, "difference", v->difference);
  sar_json_put_real(&json, "relative", v->relative);
  if (exit_code) {
    sar_json_put_int(&json, "code", exit_code);
    sar_report_put_errors(cli->context, &json);
  }
  sar_json_end_object(&json);
  putchar('\n');
}

static SarStatus run(SarCli *cli) {
  Check check = {0};
  SarRunSummary summary;
  SarRunOptions options = sar_run_options_default();
  SAR_TRY(sar_record_open(cli->context, cli->arguments.operands[0], &check.record));
  SarStatus status = sar_cli_allow_plugins(cli, check.record);
  if (status == SAR_OK) {
    status = sar_cli_watch(cli, sar_record_model(check.record), repeat, &check, &options, &summary);
  }
  sar_record_close(&check.record);
  if (status != SAR_OK && status != SAR_FAILED) return status;
  if (cli->json) {
    print_json(cli, &check.found, sar_status_exit_code(status));
    cli->answered = true;
  } else if (status == SAR_OK && !cli->quiet) {
    sar_print("%s: repeated bit for bit, hash %s\n", cli->arguments.operands[0], check.found.stored);
  }
  return status;
}

static const SarOption options[] = {SAR_PLUGINS_OPTION, SAR_COMMON_OPTIONS};

const SarVerb sar_verb_verify = {
    .name = "verify",
    .operands = "OUT.h5",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "run the model in a results file again and compare the bits",
    .options = options,
    .details =
        "Model, included files and settings are taken from the file itself. Exit status 0: the same hash and\n"
        "the same rows. 1: they differ; the message says where and by how much. A file without the error bars that\n"
        "were asked for, as Ctrl-C leaves it, is compared without, with a warning. Plugins of the model are code\n"
        "and loaded only with --allow-plugins.\n",
    .examples = "  sarrus verify crank.h5\n",
    .run = run,
};
