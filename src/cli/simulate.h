/* What `run` and `kinematics` share. */
#ifndef SAR_CLI_SIMULATE_H
#define SAR_CLI_SIMULATE_H

#include "cli/cli.h"

typedef SarStatus SarSimulateFunction(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                                      SarRunSummary *summary);

/* Reads the model and the options that are given, runs, writes the files, prints the summary. */
SarStatus sar_cli_simulate(SarCli *cli, SarSimulateFunction *function, bool kinematic);

#endif
