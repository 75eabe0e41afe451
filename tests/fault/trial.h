/* One call of the program with one fault, in a process of its own, and what came of it. */
#ifndef SAR_TEST_FAULT_TRIAL_H
#define SAR_TEST_FAULT_TRIAL_H

#include "fault/faults.h"

#define TRIAL_FILES 3
#define TRIAL_INPUTS 2

/* A file that stands there before the call: a copy of another one in the folder. */
typedef struct TrialInput {
  const char *name, *copy_of;
} TrialInput;

typedef struct TrialCase {
  const char *arguments[20];      /* without the program's name; ends with null */
  const char *files[TRIAL_FILES]; /* that it writes; ends with null or at the end */
  bool fragile;                   /* calls a library that does not survive the failure of its own allocations */
  TrialInput inputs[TRIAL_INPUTS];
} TrialCase;

typedef struct Trial {
  int code;   /* exit status; -1: killed by a signal, see signal */
  int signal; /* 0: none */
  long count; /* calls of the kind */
  long live;  /* blocks not freed */
  bool happened;
  char trail[FAULTS_TRAIL]; /* see faults_trail */
} Trial;

int sarrus_main(int argc, char **argv); /* program.c */

/* Runs the case in the current folder; standard output and error go to the files `out` and `err`. */
Trial trial_run(const TrialCase *what, FaultKind kind, long n, bool onwards);
/* Once more without a fault, with the files as they are now. */
Trial trial_again(const TrialCase *what);

/* Copies a file of the folder, the first `length` bytes of it; negative: all. */
void trial_copy(const char *from, const char *to, long length);

/* The whole file, to be freed; null if there is none. *length may be null. */
char *trial_read(const char *path, long *length);

/* What `count` says of a file, in a process of its own, as the calls under test; -1: it did not come to an end. */
long trial_count_apart(long (*count)(const char *path, const char *reference), const char *path, const char *reference);

/* The rows of an HDF5 file of results; 0 if it cannot be opened or has no `hash`, the last that is written. Such a file
 * is taken for what a run computed before it ended. */
long trial_rows(const char *path);

/* A new empty folder that becomes the current one; the path is kept in `path`. */
void trial_enter_folder(char path[64]);
void trial_leave_folder(const char *path);

#endif
