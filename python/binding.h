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

/* A motion that Python advances by steps of its own. Python's lock is not held meanwhile: whoever works with the
 * stepper takes the motion before and gives it back afterwards, and is refused while somebody else has it - another
 * thread, or the step that a function of the model was called from. */
typedef struct SarrusLive {
  SarContext *context;
  SarStepper *stepper;
  double first, step, end; /* s: the next points are first + step, first + 2 step, ..., end */
  int64_t taken;           /* of these steps; -1: not even the first point was looked at */
  int busy;                /* somebody has taken it */
} SarrusLive;
SarrusLive *sarrus_live_create(void); /* with a context; null when memory is exhausted */
void sarrus_live_end(SarrusLive *live);
/* Of Python, for several calls in a row. It is made before: so that there is no moment at which the motion is taken and
 * nobody knows. Giving back what was not taken, or was given back, does nothing. */
typedef struct SarrusHold {
  SarrusLive *live; /* null: none */
} SarrusHold;
bool sarrus_live_take(SarrusLive *live, SarrusHold *hold); /* false: somebody else has it */
void sarrus_live_give_back(SarrusHold *hold);

/* What the functions below answer besides a SarStatus, which is 0 or negative. */
enum { SARRUS_LIVE_OVER = 1, SARRUS_LIVE_BUSY = 2 };
/* To the next point. SARRUS_LIVE_OVER: there is none, as the end, or an event that stops, was reached before. */
int sarrus_live_next(SarrusLive *live);
/* To a time, s; points are counted from there on. */
int sarrus_live_advance(SarrusLive *live, double time);
int sarrus_live_read(SarrusLive *live, double *values, int32_t count);
int sarrus_live_set(SarrusLive *live, int32_t input, double value);
/* The points are counted from the present time on. */
void sarrus_live_count_from_here(SarrusLive *live);
/* These may be asked for at any time. */
double sarrus_live_time(const SarrusLive *live);
bool sarrus_live_stopped(const SarrusLive *live);

/* Path of the file that libsarrus was loaded from; null: not known. */
const char *sarrus_library(void);

/* end of cdef */

/* Python's: nonzero if the analysis is to end. */
int sarrus_poll(void *handle);

#endif
