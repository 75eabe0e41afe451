/* The part of `sarrus check` that looks at the motion. */
#ifndef SAR_CLI_CHECK_MOTION_H
#define SAR_CLI_CHECK_MOTION_H

#include "base/json.h"
#include "cli/cli.h"

/* The motion, unless --start-only forbids it or there is no time to simulate; then *motion stays null. */
SarStatus sar_cli_watch_motion(SarCli *cli, const SarWatch **motion);

void sar_cli_print_motion(const SarCli *cli, const SarWatch *motion);
void sar_cli_put_motion(const SarCli *cli, const SarWatch *motion, SarJson *json);

/* Runs the phases of the model, for what is to be said of each. */
SarStatus sar_cli_check_phases(SarCli *cli, SarRunSummary *summary);

#endif
