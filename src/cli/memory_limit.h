/* Where the memory of the process is limited (ulimit -v). */
#ifndef SAR_CLI_MEMORY_LIMIT_H
#define SAR_CLI_MEMORY_LIMIT_H

#include "sarrus/base.h"

/* SAR_IO with a message if the limit leaves less than the linear algebra needs to begin with: it would wait for
 * memory for ever. */
SarStatus sar_cli_check_memory(SarContext *context);

#endif
