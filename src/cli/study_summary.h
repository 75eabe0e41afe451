/* What became of a sweep, for people and for programs. */
#ifndef SAR_CLI_STUDY_SUMMARY_H
#define SAR_CLI_STUDY_SUMMARY_H

#include "cli/cli.h"
#include "cli/study_line.h"

/* Warns of runs that failed, prints, and returns the status: SAR_FAILED where no run has succeeded. table: null after a
 * failure; page: null where there is none. */
SarStatus sar_study_summary(SarCli *cli, const SarStudy *study, const SarStudyOptions *options,
                            const SarStudyLine *line, const SarStudyTable *table, const char *page, SarStatus status);

#endif
