/* Options that `sweep` and `optimize` share. */
#ifndef SAR_CLI_STUDY_OPTIONS_H
#define SAR_CLI_STUDY_OPTIONS_H

#include "cli/cli.h"

/* What -o, --csv, --workers, --again and the options of runs say; reads the model into cli->model. Without -o the table
 * is <operand><behind>.h5 in the current folder. SAR_USAGE where a file that is read would be overwritten. */
SarStatus sar_cli_study_options(SarCli *cli, const SarStudy *study, const char *behind, SarStudyOptions *options);

#endif
