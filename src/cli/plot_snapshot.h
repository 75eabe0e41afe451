/* `sarrus plot --snapshot` and `--animate`. */
#ifndef SAR_CLI_PLOT_SNAPSHOT_H
#define SAR_CLI_PLOT_SNAPSHOT_H

#include "cli/cli.h"
#include "result/plot.h"

/* Draws the mechanism of a results file: a still at the times of --snapshot, or a moving picture. */
SarStatus sar_plot_snapshot(SarCli *cli, SarResults *results, const char *file, const SarPlotOptions *options,
                            const char *path);

#endif
