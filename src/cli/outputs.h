/* Files that a verb writes besides what it prints, and what its page says of itself. */
#ifndef SAR_CLI_OUTPUTS_H
#define SAR_CLI_OUTPUTS_H

#include "cli/cli.h"
#include "result/report_page.h"

/* SAR_USAGE if `path` (may be null), where a page, a picture or a table is to be written, holds results or has the name
 * of results or of a model: a slip of the hand must not cost a long run. */
SarStatus sar_cli_check_document(SarCli *cli, const char *path);

/* SAR_USAGE if two of these options, which write such documents, name one file, if standard output is wanted twice, or
 * if one of them would overwrite results or a model. */
SarStatus sar_cli_check_outputs(SarCli *cli, const char *const *options, int32_t count);

/* Whether one of these options writes to standard output: then nothing else may be printed there. */
bool sar_cli_writes_to_stdout(const SarCli *cli, const char *const *options, int32_t count);

/* The command line as one would type it; null when memory is exhausted. */
const char *sar_cli_command(SarCli *cli);

/* A section with the command that made the page, and the program's version. */
void sar_cli_page_origin(SarCli *cli, SarReportPage *page);

#endif
