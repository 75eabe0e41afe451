/* What a search has found, for people and for programs. */
#ifndef SAR_CLI_OPTIMUM_H
#define SAR_CLI_OPTIMUM_H

#include "cli/cli.h"
#include "cli/study_line.h"

/* Prints, and returns the status: SAR_FAILED, reported, where the search has not converged. page: that was made, or
 * null. optimum: null after a failure. */
SarStatus sar_cli_optimum(SarCli *cli, const SarStudy *study, const SarStudyOptions *options, const SarStudyLine *line,
                          const char *page, const SarOptimum *optimum, SarStatus status);

#endif
