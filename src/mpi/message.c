#define _POSIX_C_SOURCE 200809L

#include "mpi/message.h"

#include <limits.h>
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

#include "base/resource.h"

/* MPI waits by asking again and again, which takes a processor from the worker. Here pauses between two questions grow,
 * from what a message takes anyway to what is nothing beside a run. */
#define FIRST_PAUSE 10000   /* ns */
#define LAST_PAUSE 1000000L /* ns */

bool sar_ranks_join(int *argc, char ***argv, int *rank, int *size) {
  return MPI_Init(argc, argv) == MPI_SUCCESS && MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
         MPI_Comm_size(MPI_COMM_WORLD, size) == MPI_SUCCESS;
}

void sar_ranks_leave(void) { MPI_Finalize(); }

bool sar_ranks_agree(uint64_t number, int rank, int size) {
  uint64_t *all = rank == 0 ? calloc((size_t)size, sizeof *all) : NULL;
  bool same = true;
  if (rank == 0 && !all) MPI_Abort(MPI_COMM_WORLD, 3); /* the others wait already */
  MPI_Gather(&number, 1, MPI_UINT64_T, all, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
  for (int i = 0; rank == 0 && i < size; i++) same = same && all[i] == number;
  free(all);
  return same;
}

/* Records are far below the limit of MPI; one that were not would come in no piece. */
void sar_message_send(int rank, SarMessageKind kind, const SarBytes *bytes) {
  size_t count = bytes ? bytes->used : 0;
  if (count > INT_MAX) MPI_Abort(MPI_COMM_WORLD, 3);
  MPI_Send(count ? bytes->at : NULL, (int)count, MPI_BYTE, rank, (int)kind, MPI_COMM_WORLD);
}

static bool look(MPI_Status *about) {
  int there = 0;
  return MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, about) == MPI_SUCCESS && there;
}

SarMessageKind sar_message_receive(double seconds, int *rank, SarBytes *bytes) {
  double until = sar_wall_seconds() + seconds;
  struct timespec pause = {.tv_nsec = FIRST_PAUSE};
  MPI_Status about;
  int count = 0;
  sar_bytes_clear(bytes);
  while (!look(&about)) {
    if (sar_wall_seconds() >= until || nanosleep(&pause, NULL) != 0) return SAR_MESSAGE_NONE;
    pause.tv_nsec = pause.tv_nsec < LAST_PAUSE / 2 ? 2 * pause.tv_nsec : LAST_PAUSE;
  }
  MPI_Get_count(&about, MPI_BYTE, &count);
  uint8_t *room = sar_bytes_reserve(bytes, (size_t)count);
  if (!room) return SAR_MESSAGE_NONE;
  MPI_Recv(room, count, MPI_BYTE, about.MPI_SOURCE, about.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  bytes->used = (size_t)count;
  *rank = about.MPI_SOURCE;
  return (SarMessageKind)about.MPI_TAG;
}
