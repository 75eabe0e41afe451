/* Options that `sweep` and `optimize` share. */
#ifndef SAR_CLI_STUDY_OPTIONS_H
#define SAR_CLI_STUDY_OPTIONS_H

#include "cli/page_study.h"

/* What -o, --csv, --workers, --again and the options of runs say; reads the model into cli->model. Without -o the table
 * is <operand><behind>.h5 in the current folder. SAR_USAGE where a file that is read would be overwritten. */
SarStatus sar_cli_study_options(SarCli *cli, const SarStudy *study, const char *behind, SarStudyOptions *options);

/* What a verb does with a study. */
typedef struct SarStudyWork {
  SarStatus (*read)(SarCli *cli, SarStudy **out);
  SarStatus (*work)(SarCli *cli, const SarStudy *study);
} SarStudyWork;

/* Takes part in the ranks of a launcher, refuses options and streams that cannot be, reads the study, does the work. */
SarStatus sar_cli_study(SarCli *cli, const SarStudyWork *work);

/* The options of both verbs. */
#define SAR_STUDY_OPTIONS                                                                                       \
  SAR_STUDY_PAGE_OPTION, {"--workers", "N", "processes that make the runs; default: one for each processor"}, { \
    "--again", NULL, "throw away what an earlier call has made"                                                 \
  }

#endif
