/* Rows of a run, kept in memory at some times: of long runs every second one, every fourth one and so on, so that at
 * most SAR_KEPT_MOST are left, and at least half as many. */
#ifndef SAR_ANALYSIS_KEPT_H
#define SAR_ANALYSIS_KEPT_H

#include "result/sink.h"

#define SAR_KEPT_MOST 320

typedef struct SarKeptEvent {
  double time;
  int32_t event;
} SarKeptEvent;

typedef struct SarKept {
  SarContext *context;
  const SarSinkColumn *columns; /* of the run that fills it, as long as it lasts */
  int32_t ncolumns;
  int64_t count, stride, seen; /* rows kept; one of so many is; rows that came */
  double *times, *values;      /* SI; ncolumns at every time */
  int64_t *steps_before;       /* at every time: steps that it took to get there */
  double *largest;             /* by column: the largest absolute value of all rows ... */
  double *norms;               /* ... of x, y and z of a vector its largest length */
  bool *vectors;               /* by column: it and the two behind it are x, y and z */
  int64_t steps;
  double first_step, largest_step;
  SarKeptEvent *events;
  int64_t nevents, events_capacity;
} SarKept;

/* As a sink for a run. */
SarSink sar_kept_sink(SarKept *kept, SarContext *context);
void sar_kept_free(SarKept *kept);

#endif
