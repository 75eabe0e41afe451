/* Reading a study whose model takes too long. */
#ifndef SAR_CLI_STUDY_WATCH_H
#define SAR_CLI_STUDY_WATCH_H

#include "cli/cli.h"

/* sar_study_read. A model that takes many times the CPU time to be read that `limit` gives to a run ends the program,
 * with a message and exit status 1. */
SarStatus sar_cli_read_study(SarCli *cli, const char *path, SarStudy **out);

#endif
