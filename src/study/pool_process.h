/* One worker process as its master sees it: started, spoken to through a pair of sockets, killed, waited for. */
#ifndef SAR_STUDY_POOL_PROCESS_H
#define SAR_STUDY_POOL_PROCESS_H

#include <sys/types.h>

#include "study/wire.h"

typedef struct SarProcess {
  pid_t pid;    /* 0: not running */
  int socket;   /* -1: none */
  SarBytes out; /* still to be sent */
  SarBytes got; /* received, not looked at yet */
} SarProcess;

/* The words of a worker's command: options->command, or this program (beside sarrus-mpi: sarrus) with the verb
 * `worker`. Ends with a null. Freed by one free. Null: no memory. *file: what is run, where that is not the first word:
 * this very program, even if another version has been installed in its place meanwhile. */
char **sar_process_command(const SarStudyOptions *options, const char **file);

/* file: null, the first word. SAR_ENVIRONMENT, reported, if it cannot be started. It gets nothing of this process but
 * its error stream, its folder and its environment, and signals from the keyboard or a batch system do not reach it:
 * its master is told, and it ends when the sockets close. */
SarStatus sar_process_start(SarContext *context, const char *file, char *const *command, SarProcess *process);

/* Sends what is due, as far as that does not wait, and receives what is there. False: the other end is gone. */
bool sar_process_exchange(SarProcess *process, bool *no_memory);

/* CPU seconds so far; negative: not known. */
double sar_process_cpu(const SarProcess *process);

/* How a process ended. */
typedef struct SarProcessEnd {
  bool known;
  int signal;         /* 0: none, ... */
  int code;           /* ... but this exit status */
  double cpu_seconds; /* in its life */
} SarProcessEnd;

/* Waits for it, and kills it first where `at_once` says so, or it does not end by itself. Closes everything. */
SarProcessEnd sar_process_end(SarProcess *process, bool at_once);
/* "died of signal 11 (Segmentation fault)" */
void sar_process_end_text(const SarProcessEnd *end, char *text, size_t size);

#endif
