#include "cli/adams_files.h"

#include <string.h>

#include "base/file.h"
#include "cli/outputs.h"
#include "result/xrf.h"

static const char *const outputs[] = {"--res", "--req", "--csv", "--steps", "--page"};

static SarStatus check_one(SarCli *cli, const char *option, const char *results) {
  const char *path = sar_arguments_text(&cli->arguments, option);
  if (!path) return SAR_OK;
  if (!results || strcmp(results, "/dev/null") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give -o the name of a file, or leave it out",
                      "%s is made from the results, and these are thrown away", option);
  }
  if (sar_file_is_same(path, results)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give each of them a file of its own",
                      "two outputs go to the same file, %s", path);
  }
  return sar_cli_check_output(cli, path);
}

SarStatus sar_cli_check_adams_files(SarCli *cli, const char *results) {
  bool any = sar_arguments_has(&cli->arguments, "--res") || sar_arguments_has(&cli->arguments, "--req");
  if (!any) return SAR_OK;
  SAR_TRY(check_one(cli, "--res", results));
  SAR_TRY(check_one(cli, "--req", results));
  return sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs));
}

SarStatus sar_cli_write_adams_files(SarCli *cli, SarStatus status, const SarModel *model, const SarRunSummary *summary,
                                    const char *path) {
  const char *res = sar_arguments_text(&cli->arguments, "--res"), *req = sar_arguments_text(&cli->arguments, "--req");
  int code = sar_status_exit_code(status);
  SarResults *results = NULL;
  SarXrf xrf = {0};
  SarXrfRun run = {summary->phases, summary->nphases < SAR_PHASES_MAX ? summary->nphases : SAR_PHASES_MAX};
  if ((!res && !req) || code == 2 || code == 3) return SAR_OK;
  SAR_TRY(sar_results_open(cli->context, path, &results));
  SarStatus made = sar_xrf_create(cli->context, model, results, &xrf);
  if (made == SAR_OK && res) made = sar_xrf_write(cli->context, &xrf, &run, res);
  if (made == SAR_OK && req) made = sar_xrf_write_requests(cli->context, &xrf, req);
  sar_xrf_destroy(&xrf);
  sar_results_close(&results);
  return made;
}
