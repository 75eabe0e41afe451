/* Where results go: one interface, one file per kind (table, csv, hdf5). */
#ifndef SAR_RESULT_SINK_H
#define SAR_RESULT_SINK_H

#include "base/context.h"
#include "model/model.h"
#include "sarrus/result.h"

/* One column: values arrive in SI and leave in the model's units. */
typedef struct SarSinkColumn {
  const char *element;  /* "crank", "crank.pin" (a frame), "energy" */
  const char *quantity; /* "x", "angle_rate" */
  const char *unit;     /* SI symbols, "m/s^2"; sar_units_label gives the user's */
  bool indeterminate;   /* one of many equally possible shares of a redundant set of constraints */
} SarSinkColumn;

typedef struct SarSinkHeader {
  const SarModel *model; /* text, parameters, units */
  const SarSinkColumn *columns;
  int32_t ncolumns;
  const char *method;
  bool kinematic;        /* no solver history */
  int64_t rows_expected; /* 0: not known */
} SarSinkHeader;

/* One accepted step of the solver. */
typedef struct SarStepRecord {
  double time, step, error;
  int32_t iterations, order, rejections;
} SarStepRecord;

/* A sink; functions return SAR_OK or SAR_IO / SAR_NO_MEMORY with the reason reported. */
typedef struct SarSink {
  void *self;
  SarStatus (*begin)(void *self, const SarSinkHeader *header);
  SarStatus (*row)(void *self, double time, const double *values); /* SI; ncolumns values */
  SarStatus (*step)(void *self, const SarStepRecord *record);      /* may be null */
  SarStatus (*finish)(void *self); /* flushes; also after a failed or interrupted run: what was computed is kept */
  void (*destroy)(void *self);
} SarSink;

/* Files are opened by begin, not before. After one failure a sink stays failed and reports nothing more. */
SarStatus sar_sink_table(SarContext *context, SarTable *table, SarSink *out);
/* Path "-" is standard output. */
SarStatus sar_sink_csv(SarContext *context, const char *path, SarSink *out);
SarStatus sar_sink_steps_csv(SarContext *context, const char *path, SarSink *out);
SarStatus sar_sink_hdf5(SarContext *context, const char *path, SarSink *out);

#endif
