/* Live pages from the command line. */
#ifndef SAR_CLI_PAGE_LIVE_H
#define SAR_CLI_PAGE_LIVE_H

#include "cli/page_make.h"

/* Runs the model of the first operand and makes a page of it that can run it again. SAR_ENVIRONMENT if the engine is
 * not there; the message says which command builds it. */
SarStatus sar_cli_live_page(SarCli *cli, const char *output, SarPageOptions *options, SarPageSummary *summary);

#endif
