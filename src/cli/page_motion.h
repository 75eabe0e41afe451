/* sarrus page --gltf, --vtk. */
#ifndef SAR_CLI_PAGE_MOTION_H
#define SAR_CLI_PAGE_MOTION_H

#include "cli/cli.h"

/* The motion in the results of the first operand as glTF or as pictures for ParaView, where `--gltf` or `--vtk` asks
 * for it; says what was written. */
SarStatus sar_cli_write_motion(SarCli *cli);

#endif
