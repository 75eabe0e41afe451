/* From the command line to a compiled system, and the small services that all verbs with a model need. */
#include <string.h>

#include "base/file.h"
#include "cli/cli.h"
#include "cli/report.h"

SarStatus sar_cli_load(SarCli *cli) {
  const char **set = SAR_NEW(cli->arena, cli->arguments.ngiven + 1, const char *);
  if (!set) return sar_report_no_memory(cli->context);
  int32_t nset = sar_arguments_all(&cli->arguments, "--set", set);
  SAR_TRY(sar_model_read(cli->context, cli->arguments.operands[0], set, nset, &cli->model));
  SAR_TRY(sar_system_compile(cli->context, cli->model, &cli->system));
  sar_cli_report(cli); /* warnings about the model stand there before a long run begins */
  return SAR_OK;
}

SarStatus sar_cli_time(SarCli *cli, const char *name, double *out) {
  SAR_TRY(sar_arguments_positive(cli->context, &cli->arguments, name, out));
  *out *= cli->model->units.time;
  return SAR_OK;
}

SarStatus sar_cli_check_output(SarCli *cli, const char *path) {
  if (!path || strcmp(path, "-") == 0 || !sar_file_is_same(path, cli->arguments.operands[0])) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name",
                    "%s is the model itself", path);
}

void sar_cli_report(SarCli *cli) {
  sar_report_print(cli->context, cli->reported, cli->quiet, cli->verbose, stderr);
  cli->reported = sar_context_count(cli->context);
}
