/* What the Python package needs in C besides libsarrus: owners that end things in the right order, and a progress
 * function that lets Python see signals without taking its lock at every step. */
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

/* end of cdef */

/* Python's: nonzero if the run is to end. */
int sarrus_poll(void *handle);

#endif
