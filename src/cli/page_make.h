/* Pages of results files: what all verbs that write one share. */
#ifndef SAR_CLI_PAGE_MAKE_H
#define SAR_CLI_PAGE_MAKE_H

#include "cli/simulated.h"
#include "result/page.h"

/* Makes a page of results files. What cannot be shown, or not all of it, is a warning; SAR_INPUT if a file cannot be
 * read at all. */
SarStatus sar_cli_make_page(SarCli *cli, const char *const *paths, int32_t count, const char *output,
                            const SarPageOptions *options, SarPageSummary *summary);

/* SAR_USAGE if a later file has another unit than the first one for the time, or for a column of the same name: laid
 * over each other their curves would be wrong. */
SarStatus sar_cli_check_page_units(SarCli *cli, const SarPageRun *runs, int32_t count);

/* SAR_USAGE if a pattern of `--columns` matches no column of any file. */
SarStatus sar_cli_check_page_columns(SarCli *cli, const SarPageRun *runs, int32_t count, const SarPageOptions *options);

/* SAR_USAGE where `--page` is given and cannot be made from these results. */
SarStatus sar_cli_check_page(SarCli *cli, const char *results);

/* The page of a run that has ended with `status`, where `--page` asks for one and there are rows. */
SarStatus sar_cli_page_run(SarCli *cli, SarStatus status, const char *results, SarSimulated *run);

#endif
