#define _DEFAULT_SOURCE

#include "cli/launcher.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 4096
#define ENDING "-mpi"

int32_t sar_launched_processes(void) {
  /* Open MPI; MPICH and Slurm's pmi2; a step of Slurm, also without any MPI */
  static const char *const sizes[] = {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"};
  long most = 0;
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    const char *text = getenv(sizes[i]);
    long size = text ? strtol(text, NULL, 10) : 0;
    most = size > most ? size : most;
  }
  if (most > 0) return most < INT32_MAX ? (int32_t)most : INT32_MAX;
  return getenv("PMIX_RANK") ? 0 : 1; /* PMIx does not tell the size in this way */
}

SarStatus sar_cli_join_ranks(SarCli *cli) {
  char path[PATH_BYTES + sizeof ENDING];
  const char *wanted = getenv("SARRUS_MPI");
  if (cli->crew || (wanted && strcmp(wanted, "no") == 0) || sar_launched_processes() == 1) return SAR_OK;
  ssize_t length = readlink("/proc/self/exe", path, PATH_BYTES);
  if (length <= 0 || length == PATH_BYTES) {
    return sar_report(cli->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, "start sarrus-mpi itself",
                      "the program cannot find out where it lies");
  }
  memcpy(path + length, ENDING, sizeof ENDING);
  execv(path, (char *const *)(uintptr_t)cli->argv);
  return sar_report(cli->context, SAR_ENVIRONMENT, sar_nowhere(), NULL,
                    "build the program where Open MPI is installed (libopenmpi-dev), start one process alone, or say "
                    "SARRUS_MPI=no if every process makes a study of its own",
                    "a launcher of MPI has started this program, and %s cannot be run: %s", path, strerror(errno));
}
