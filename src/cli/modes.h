/* What the files of the verb modes share. */
#ifndef SAR_CLI_MODES_H
#define SAR_CLI_MODES_H

#include "cli/cli.h"

/* Numbers between colons, "1:100": as many as asked for. SAR_USAGE, reported with the remedy, if they are not. */
SarStatus sar_cli_numbers(SarCli *cli, const char *option, const char *text, int32_t count, const char *remedy,
                          double *out);

/* `--response FROM:TO`, input and output being the operands behind the model. */
SarStatus sar_cli_modes_response(SarCli *cli, const SarModesOptions *options);

/* `--vary NAME=FROM:TO:N`: the modes for several values of a parameter. Reads the model anew for each. */
SarStatus sar_cli_modes_vary(SarCli *cli, const SarModesOptions *options);

#endif
