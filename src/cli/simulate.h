/* What `run` and `kinematics` share. */
#ifndef SAR_CLI_SIMULATE_H
#define SAR_CLI_SIMULATE_H

#include "cli/simulated.h"

typedef SarStatus SarSimulateFunction(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                                      SarRunSummary *summary);

/* Runs with a progress line, and Ctrl-C as an interruption. */
typedef SarStatus SarSimulateStep(void *self, const SarRunOptions *options, SarRunSummary *summary);
SarStatus sar_cli_watch(SarCli *cli, const SarModel *model, SarSimulateStep *step, void *self, SarRunOptions *options,
                        SarRunSummary *summary);

/* Messages, then the summary, as text or JSON. */
void sar_cli_print_run(SarCli *cli, SarStatus status, const SarSimulated *run);

/* The settings that `simulate:` and `output:` have too; cli->model is there. */
SarStatus sar_cli_read_settings(SarCli *cli, SarRunOptions *options);
/* SAR_USAGE where they exclude each other. */
SarStatus sar_cli_check_settings(SarCli *cli);

/* SAR_USAGE where two kinds of results would go to one file; both may be null. */
SarStatus sar_cli_refuse_same(SarCli *cli, const char *one, const char *other);

/* SAR_USAGE where standard output is wanted twice. */
SarStatus sar_cli_check_streams(SarCli *cli);

/* Reads the model and the options that are given, runs, writes the files, prints the summary. */
SarStatus sar_cli_simulate(SarCli *cli, SarSimulateFunction *function, bool kinematic);

#endif
