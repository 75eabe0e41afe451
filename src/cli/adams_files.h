/* Files of Adams made from results: `--res` and `--req`. */
#ifndef SAR_CLI_ADAMS_FILES_H
#define SAR_CLI_ADAMS_FILES_H

#include "cli/cli.h"

#define SAR_ADAMS_FILE_OPTIONS                                                                           \
  {"--res", "OUT.res", "write the results as an Adams results file (XML) as well"}, {                    \
    "--req", "OUT.req", "write the requests (measures with components) as an Adams request file as well" \
  }

/* SAR_USAGE where one of them is asked for and cannot be made from these results, or would overwrite something. */
SarStatus sar_cli_check_adams_files(SarCli *cli, const char *results);

/* Those that are asked for, after a run that has ended with `status`. */
SarStatus sar_cli_write_adams_files(SarCli *cli, SarStatus status, const SarModel *model, const SarRunSummary *summary,
                                    const char *path);

#endif
