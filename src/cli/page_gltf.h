/* sarrus page --gltf. */
#ifndef SAR_CLI_PAGE_GLTF_H
#define SAR_CLI_PAGE_GLTF_H

#include "cli/cli.h"

/* The motion in the results of the first operand as glTF, where `--gltf` asks for it; says what was written. */
SarStatus sar_cli_write_gltf(SarCli *cli);

#endif
