/* `sarrus stress`: what its files share. */
#ifndef SAR_CLI_STRESS_H
#define SAR_CLI_STRESS_H

#include "cli/cli.h"
#include "result/stress.h"

/* The reduced body, with its mesh, that the results were made with: the file of --body, or else the one that the model
 * in the results names. SAR_INPUT if there is none, or if it is another body. */
SarStatus sar_stress_find_body(SarCli *cli, const char *path, SarResults *results, const char *name, SarReduced *out);

/* --vtk: writes pictures of the rows that --at or --frames choose; *pictures: how many. */
SarStatus sar_stress_write_vtk(SarCli *cli, SarStress *stress, SarStressWatch watch, int64_t *pictures);

#endif
