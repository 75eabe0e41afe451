/* The program `sarrus-mpi`: `sarrus` with the runs of its studies shared by the ranks of MPI. */
#define _POSIX_C_SOURCE 200809L

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/launcher.h"
#include "cli/program.h"
#include "mpi/message.h"
#include "mpi/ranks.h"
#include "mpi/serve.h"
#include "result/hash.h"

/* Ranks of one study have got the same command; those of a script that makes a study for each have not. */
static uint64_t hash_command(int argc, char **argv) {
  SarHash hash = sar_hash();
  for (int i = 1; i < argc; i++) sar_hash_text(&hash, argv[i]);
  return hash.high ^ hash.low;
}

/* Started several times, and every time alone: they would all make the same runs. */
static bool is_alone_by_mistake(int size) {
  int32_t launched = sar_launched_processes();
  if (size > 1 || launched <= 1) return false;
  fprintf(stderr,
          "sarrus: error: %d processes were started, and MPI does not bring them together; start them with the mpirun "
          "of Open MPI, or with `srun --mpi=pmix`\n",
          (int)launched);
  return true;
}

static int lead(int argc, char **argv, int size, bool agreed) {
  int code = 2;
  struct SarCrewKind crew = sar_ranks_crew(&size);
  if (agreed) {
    code = sar_program(argc, argv, size > 1 ? &crew : NULL);
  } else {
    fputs(
        "sarrus: error: the processes that the launcher has started have got different commands; give all of them the "
        "same one, or say SARRUS_MPI=no if every process makes a study of its own\n",
        stderr);
  }
  for (int i = 1; i < size; i++) sar_message_send(i, SAR_MESSAGE_END, NULL);
  return code;
}

/* What a launcher sends to all ranks to end them, rank 0 hears: it keeps the rows, and ends the others. */
static void leave_signals_to_the_first(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &ignore, NULL);
}

int main(int argc, char **argv) {
  int rank = 0, size = 1;
  if (!sar_ranks_join(&argc, &argv, &rank, &size)) return 3;
  int code = is_alone_by_mistake(size) ? 3 : 0;
  if (code == 0) {
    bool agreed = sar_ranks_agree(hash_command(argc, argv), rank, size);
    if (rank) leave_signals_to_the_first();
    code = rank ? sar_rank_serve() : lead(argc, argv, size, agreed);
  }
  sar_ranks_leave();
  return code;
}
