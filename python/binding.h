/* What the Python package needs in C besides libsarrus: owners that end things in the right order, progress functions
 * that let Python see signals without taking its lock at every step, and live motions in one call per step. */
#ifndef SARRUS_PYTHON_BINDING_H
#define SARRUS_PYTHON_BINDING_H

#include <sarrus/sarrus.h>

/* cdef: from here on Python sees it */

/* A model that was read; its messages live in the context. */
typedef struct SarrusLoaded {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
} SarrusLoaded;
SarrusLoaded *sarrus_loaded_create(void); /* with a context; null when memory is exhausted */
void sarrus_loaded_end(SarrusLoaded *loaded);

/* A run: its results, and the messages of it alone. */
typedef struct SarrusRan {
  SarContext *context;
  SarTable *table;
} SarrusRan;
SarrusRan *sarrus_ran_create(void); /* with a context and an empty table; null when memory is exhausted */
void sarrus_ran_end(SarrusRan *ran);

/* The progress function of a run and what it needs. handle: of Python, for sarrus_poll; null: no signals are looked
 * for, as in threads that do not get them. */
typedef struct SarrusWatch {
  void *handle;
  double last; /* clock of the last look, s; 0: none yet */
} SarrusWatch;
int sarrus_watch_step(void *self, const SarProgress *progress);
int sarrus_watch_race(void *self, const SarRaceProgress *progress);

/* A motion that Python advances by steps of its own. */
typedef struct SarrusLive {
  SarContext *context;
  SarStepper *stepper;
  double first, step, end; /* s: the next points are first + step, first + 2 step, ..., end */
  int64_t taken;           /* of these steps; -1: not even the first point was looked at */
} SarrusLive;
SarrusLive *sarrus_live_create(void); /* with a context; null when memory is exhausted */
void sarrus_live_end(SarrusLive *live);
/* To the next point. 1: there is none, as the end, or an event that stops, was reached before; else a SarStatus. */
int sarrus_live_next(SarrusLive *live);
/* The points are counted from the present time on. */
void sarrus_live_count_from_here(SarrusLive *live);

/* Path of the file that libsarrus was loaded from; null: not known. */
const char *sarrus_library(void);

/* end of cdef */

/* Python's: nonzero if the analysis is to end. */
int sarrus_poll(void *handle);

#endif
