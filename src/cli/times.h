/* Lists of times on the command line. */
#ifndef SAR_CLI_TIMES_H
#define SAR_CLI_TIMES_H

#include "cli/cli.h"

/* "0,0.1,0.2": ascending, `most` at most. option: "--at", for the message. */
SarStatus sar_cli_times(SarCli *cli, const char *option, const char *text, int32_t most, double *times, int32_t *count);

#endif
