#include "cli/study_options.h"

#include <string.h>

#include "cli/launcher.h"
#include "cli/outputs.h"
#include "cli/simulate.h"
#include "study/source.h"

#define MOST_WORKERS 4096

/* "folder/study.yaml" -> "study.h5" */
static const char *default_output(SarCli *cli, const char *behind) {
  const char *path = cli->arguments.operands[0], *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
  size_t stem = dot && dot > name ? (size_t)(dot - name) : strlen(name);
  return sar_arena_printf(cli->arena, "%.*s%s.h5", (int)stem, name, behind);
}

static SarStatus check_files(SarCli *cli, const SarStudy *study, const SarStudyOptions *options) {
  const char *const written[] = {options->output, options->csv};
  SAR_TRY(sar_cli_refuse_same(cli, options->output, options->csv));
  for (size_t i = 0; i < sizeof written / sizeof *written; i++) {
    if (written[i]) SAR_TRY(sar_study_spare(cli->context, study, written[i])); /* it knows what is the study */
    SAR_TRY(sar_cli_check_output(cli, written[i]));
  }
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (page) SAR_TRY(sar_study_spare(cli->context, study, page));
  SAR_TRY(sar_cli_check_document(cli, options->csv));
  return sar_cli_check_study_page(cli, options->output);
}

/* With what the study sets: as it is written the model may be wrong. */
static SarStatus read_model(SarCli *cli, const SarStudy *study) {
  int32_t count = 0;
  const char *text;
  while (sar_study_setting(study, count, &text)) count++;
  const char **set = SAR_NEW(cli->arena, count + 1, const char *);
  if (!set) return sar_report_no_memory(cli->context);
  for (int32_t i = 0; i < count; i++) sar_study_setting(study, i, &set[i]);
  return sar_model_read(cli->context, sar_study_model(study), set, count, &cli->model);
}

SarStatus sar_cli_study_options(SarCli *cli, const SarStudy *study, const char *behind, SarStudyOptions *options) {
  const SarArguments *given = &cli->arguments;
  options->output = sar_arguments_text(given, "-o");
  options->csv = sar_arguments_text(given, "--csv");
  options->again = sar_arguments_has(given, "--again");
  options->crew = cli->crew;
  bool none = options->output && strcmp(options->output, "none") == 0;
  if (!options->output && !(options->output = default_output(cli, behind))) return sar_report_no_memory(cli->context);
  if (none) options->output = NULL;
  SAR_TRY(sar_arguments_count(cli->context, given, "--workers", 1, MOST_WORKERS, &options->workers));
  SAR_TRY(read_model(cli, study));
  SAR_TRY(sar_cli_read_settings(cli, &options->run));
  return check_files(cli, study, options);
}

SarStatus sar_cli_study(SarCli *cli, const SarStudyWork *work) {
  SarStudy *study = NULL;
  SAR_TRY(sar_cli_join_ranks(cli));
  SAR_TRY(sar_cli_check_settings(cli));
  SAR_TRY(sar_cli_check_streams(cli));
  SarStatus status = work->read(cli, &study);
  if (status == SAR_OK) status = work->work(cli, study);
  sar_study_destroy(&study);
  return status;
}
