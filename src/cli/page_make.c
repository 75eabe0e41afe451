/* Pages of results files, and `--page` of a run. */
#include "cli/page_make.h"

#include <string.h>

#include "base/file.h"
#include "base/resource.h"
#include "cli/outputs.h"
#include "cli/page_source.h"

static bool is_known(const SarContext *context, const SarDiagnostic *message) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (strcmp(sar_context_get(context, i)->message, message->message) == 0) return true;
  }
  return false;
}

/* Messages of the page that have not been reported: as warnings, for there is a page. */
static void pass_on(const SarContext *from, SarContext *to) {
  for (int32_t i = 0; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    if (d->severity == SAR_NOTE || is_known(to, d)) continue;
    sar_warn(to, sar_cli_source_in(to, d->source), d->element, d->remedy, "%s", d->message);
  }
}

static SarStatus check_outputs(SarCli *cli, const char *const *paths, int32_t count, const char *output) {
  for (int32_t i = 0; i < count; i++) {
    if (!sar_file_is_same(paths[i], output)) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the page a file of its own",
                      "the page would overwrite the results in %s", output);
  }
  return SAR_OK;
}

SarStatus sar_cli_make_page(SarCli *cli, const char *const *paths, int32_t count, const char *output,
                            const SarPageOptions *options, SarPageSummary *summary) {
  SAR_TRY(check_outputs(cli, paths, count, output));
  SAR_TRY(sar_cli_check_document(cli, output));
  SarPageRun *runs = SAR_NEW(cli->arena, count, SarPageRun);
  SarPageSource *sources = SAR_NEW(cli->arena, count, SarPageSource);
  if (!runs || !sources) return sar_report_no_memory(cli->context);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < count && status == SAR_OK; i++) {
    runs[i].path = paths[i];
    status = sar_cli_open_page_source(cli, &runs[i], &sources[i]);
    if (options->live) runs[i].path = options->live->name; /* its results are gone when the page is there */
  }
  if (status == SAR_OK) status = sar_cli_check_page_units(cli, runs, count);
  if (status == SAR_OK) status = sar_cli_check_page_columns(cli, runs, count, options);
  if (status == SAR_OK) status = sar_page_write(cli->context, output, runs, count, options, summary);
  for (int32_t i = 0; i < count; i++) {
    if (sources[i].messages && status == SAR_OK) pass_on(sources[i].messages, cli->context);
    sar_cli_close_page_source(&runs[i], &sources[i]);
  }
  return status;
}

/* ---- `--page` of a run ---- */

SarStatus sar_cli_check_page(SarCli *cli, const char *results) {
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (!page) return SAR_OK;
  if (strcmp(page, "-") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give --page the name of a file",
                      "a run does not write its page to standard output");
  }
  if (!results || strcmp(results, "/dev/null") == 0) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give -o the name of a file, or leave it out",
                      "a page is made from the results, and these are thrown away");
  }
  SAR_TRY(check_outputs(cli, &results, 1, page));
  if (cli->arguments.noperands) SAR_TRY(sar_cli_check_output(cli, page));
  return sar_cli_check_document(cli, page);
}

SarStatus sar_cli_page_run(SarCli *cli, SarStatus status, const char *results, SarSimulated *run) {
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  int code = sar_status_exit_code(status);
  if (!page || code == 2 || code == 3 || run->summary.rows == 0) return SAR_OK;
  SarPageOptions options = {.bytes = SAR_PAGE_BYTES};
  SarPageSummary summary;
  double begin = sar_cpu_seconds();
  SarStatus made = sar_cli_make_page(cli, &results, 1, page, &options, &summary);
  run->page_seconds = sar_cpu_seconds() - begin;
  run->paged = made == SAR_OK;
  return made;
}
