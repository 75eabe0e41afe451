/* Responses: numbers that a run gives, as expressions over its columns.
 *
 *   max(x) min(x) range(x)     over all rows of the results
 *   final(x) first(x)          of the last and of the first row
 *   mean(x) rms(x)             over time, by the trapezoidal rule
 *   percentile(x, p)           what x stays below for p % of the time
 *   time_of(c)                 when the condition c first holds; time_of(x, a): when x first is a, from either side
 *   first(x, c)                x at that time
 *   settling(x, band)          when x has come within `band` of its last value for good, as a part of the largest
 *                              distance that it ever had from there; settling(x, band, value): of another value
 *
 * x, c: expressions over columns, `time`, parameters and other responses of this kind, such as abs(seat.az) or
 * rod.x - mean(rod.x). Between rows, where a time is asked for, columns are taken as straight lines. What a run never
 * reaches is nan.
 *
 * Derivatives by the parameters follow by the chain rule from those of the columns: of max and min at their row, of
 * times from the crossing, which moves with them. Rows may move themselves: those at an event, and the last one where a
 * parameter decides when the run ends. */
#ifndef SAR_STUDY_RESPONSE_H
#define SAR_STUDY_RESPONSE_H

#include "base/arena.h"
#include "base/context.h"

typedef struct SarResponses SarResponses;

#define SAR_RESPONSE_CURVES 4000 /* that all of them together may reduce to numbers */

/* What expressions may name. */
typedef struct SarResponseNames {
  const char *const *columns, *const *units; /* "time" is the first one */
  int32_t ncolumns;
  const char *const *parameters; /* those that differ from run to run */
  int32_t nparameters;
  const char *const *constants; /* other parameters of the model */
  int32_t nconstants;
  const char *angle; /* the unit of angles in columns, unless they are radians; else null */
} SarResponseNames;

SarResponses *sar_responses_create(SarArena *arena, const SarResponseNames *names); /* null: memory is exhausted */
/* Adds one. Names live as long as the arena. Wrong expressions are reported where they stand. */
SarStatus sar_responses_add(SarContext *context, SarResponses *responses, const char *name, const char *text,
                            SarSource at);

int32_t sar_responses_find(const SarResponses *responses, const char *name); /* -1: there is none */
int32_t sar_responses_count(const SarResponses *responses);
const char *sar_response_name(const SarResponses *responses, int32_t index);
const char *sar_response_text(const SarResponses *responses, int32_t index);
const char *sar_response_unit(const SarResponses *responses, int32_t index); /* "": not known */

/* The columns that they are made of, each once, time left out. */
const char *const *sar_responses_columns(const SarResponses *responses, int32_t *count);
/* Constants of SarResponseNames that some of them need, by index there. */
bool sar_responses_needs_constant(const SarResponses *responses, int32_t constant);

/* The results of a run. Columns are found by their names. */
typedef struct SarResponseRun {
  int64_t rows;
  /* The values of a column, and of its derivative by a parameter, from row to row, which may move; null: the run has
   * none. The derivative of "time" says how rows move; null: they do not. */
  const double *(*column)(void *self, const char *name);
  const double *(*derivative)(void *self, const char *column, int32_t parameter);
  void *self;
  const double *parameters, *constants; /* by index in the names */
  /* [constant * nparameters + parameter]: the constant follows the parameter, by a rule that is not known here; null:
   * none does. */
  const bool *follows;
} SarResponseRun;

/* values: count of them; gradient: [count * nparameters], null: not wanted. *missing: a column that the run has not, or
 * null; then all values are nan. SAR_NO_MEMORY is the only failure. */
SarStatus sar_responses_evaluate(const SarResponses *responses, const SarResponseRun *run, double *values,
                                 double *gradient, const char **missing);

#endif
