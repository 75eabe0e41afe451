/* Files that a verb writes besides what it prints, and what its page says of itself. */
#ifndef SAR_CLI_OUTPUTS_H
#define SAR_CLI_OUTPUTS_H

#include "cli/cli.h"
#include "result/report_page.h"

/* SAR_USAGE if two of these options name one file, or if standard output is wanted twice. */
SarStatus sar_cli_check_outputs(SarCli *cli, const char *const *options, int32_t count);

/* Whether one of these options writes to standard output: then nothing else may be printed there. */
bool sar_cli_writes_to_stdout(const SarCli *cli, const char *const *options, int32_t count);

/* The command line as one would type it; null when memory is exhausted. */
const char *sar_cli_command(SarCli *cli);

/* A section with the command that made the page, and the program's version. */
void sar_cli_page_origin(SarCli *cli, SarReportPage *page);

#endif
