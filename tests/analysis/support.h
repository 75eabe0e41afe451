/* Models written in the test itself. */
#ifndef SAR_TESTS_ANALYSIS_SUPPORT_H
#define SAR_TESTS_ANALYSIS_SUPPORT_H

#include "sarrus/sarrus.h"

typedef struct Fixture {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
} Fixture;

/* A pendulum that swings for five seconds. */
extern const char pendulum_text[];

/* Reads and compiles the text; the test fails with the first message if that is not possible. */
Fixture fixture_of(const char *text);
void fixture_free(Fixture *f);

/* The first message of a severity, or "". */
const char *fixture_message(const Fixture *f, SarSeverity severity);

/* A text that was run into a table. step > 0: with fixed steps. */
typedef struct Ran {
  Fixture f;
  SarTable *table;
  SarRunSummary summary;
  SarStatus status;
} Ran;

Ran run_text(const char *text, double step);
void ran_free(Ran *r);
const double *ran_column(const Ran *r, const char *name);

/* The last value of a column. */
double last_value(const SarTable *table, const char *column);

/* A progress function that stops the run after so many calls; self is an int that counts down. */
int stop_after(void *left, const SarProgress *progress);

#endif
