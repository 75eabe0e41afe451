/* Whether a launcher of MPI (mpirun, srun) has started the program, and what to do then. */
#ifndef SAR_CLI_LAUNCHER_H
#define SAR_CLI_LAUNCHER_H

#include "cli/cli.h"

/* How many processes a launcher says that it has started; 1: none has, or only this one; 0: several may be there. */
int32_t sar_launched_processes(void);

/* Started among others: becomes `sarrus-mpi`, which lies beside the program, with the same words, and does not return.
 * SAR_ENVIRONMENT, reported, if it is not there. SAR_OK: there is only this process, it is sarrus-mpi already, or
 * SARRUS_MPI=no says that processes have nothing to do with each other. */
SarStatus sar_cli_join_ranks(SarCli *cli);

#endif
