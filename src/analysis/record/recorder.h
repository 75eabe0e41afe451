/* Writes rows of columns into every sink that a run asks for. */
#ifndef SAR_ANALYSIS_RECORDER_H
#define SAR_ANALYSIS_RECORDER_H

#include "analysis/record/judging.h"
#include "analysis/record/options.h"
#include "analysis/start/start.h"
#include "result/journal.h"
#include "sarrus/static.h"
#include "system/columns.h"

#define SAR_RECORDER_SINKS 5

/* A measure, and where it had no value. */
typedef struct SarRecordedMeasure {
  int32_t column, element;
  int64_t missing; /* rows */
  double first, value;
} SarRecordedMeasure;

/* Columns behind the others: how they change with parameters of the model. For each of them all parameters. */
typedef struct SarDerivatives {
  const char *const *parameters;
  int32_t nparameters;
  bool times; /* and behind them all, how the time of the row changes */
  /* At the point of a row, in SI units over a parameter as the file writes it. own: all columns there. */
  SarStatus (*evaluate)(void *self, const SarPoint *at, const double *own, double *row);
  void *self;
} SarDerivatives;

typedef struct SarRecorder {
  SarContext *context;
  const SarSystem *system;
  SarArena *arena;
  SarColumnSet *columns;
  SarSinkColumn *names;
  SarDerivatives derivatives; /* none: without parameters */
  double *factors;            /* of their units, which are shown as they stand */
  double *row;
  SarSink sinks[SAR_RECORDER_SINKS];
  double *spent[SAR_RECORDER_SINKS];               /* where the CPU time of each goes: one of the next three */
  double other_seconds, csv_seconds, hdf5_seconds; /* headers, rows and ends; steps and events do not count */
  int32_t nsinks;
  int (*progress)(void *self, const SarProgress *progress); /* told how much of the HDF5 file is written; or null */
  void *progress_self;
  double last_time; /* s, of the last row */
  int64_t rows;     /* written so far */
  SarRecordedMeasure *measures;
  int32_t nmeasures;
  bool keeps_checkpoints; /* some sink does */
} SarRecorder;

typedef struct SarRecorderPlan {
  const SarRunOptions *options; /* the sinks */
  const SarRunPlan *plan;       /* null: no times are known, and nothing is to be done again */
  const char *method;
  bool kinematic;
  const SarStaticOptions *statics; /* equilibria at these times, not a motion; null: a motion */
  const SarResultFile *resumed;    /* the results file of an earlier run goes on; null: a new run */
  const SarSink *sink;             /* another one, which stays the caller's; null: none */
  SarDerivatives derivatives;      /* further columns; without parameters there are none */
  bool bars;                       /* error bars will come ... */
  SarJudging judging;              /* ... and an accuracy may judge them */
  /* Of rows that are no run of the model: another title, and other events than the model's. Null: the model's. */
  const char *title;
  const SarModelEvent *events;
  int32_t nevents;
} SarRecorderPlan;

/* Opens the sinks and writes their headers, with the components of reactions marked that redundant constraints leave
 * open at the start. Destroy in any case. */
SarStatus sar_recorder_create(SarStart *start, const SarRecorderPlan *plan, SarRecorder **out);
/* Relations between joints leave forces of bearings out: one warning, where those are written (relations.c). */
SarStatus sar_recorder_warn_relations(const SarRecorder *r);
/* Of derivatives.c: names and units of the further columns, and their values in a row. */
static inline int32_t sar_derivatives_count(const SarRecorder *r) {
  return r->derivatives.nparameters * (sar_column_set_count(r->columns) + r->derivatives.times);
}
SarStatus sar_recorder_name_derivatives(SarRecorder *r);
SarStatus sar_recorder_derive(SarRecorder *r, const SarPoint *at);
/* Another phase of the run goes on with the same sinks: columns are those of its system from now on. The system of the
 * first must outlive the recorder. SAR_INPUT, reported: they are others. */
SarStatus sar_recorder_turn(SarRecorder *r, const SarSystem *system);
/* The results file of an earlier run goes on: the other sinks, which begin anew, get its rows and steps. */
SarStatus sar_recorder_repeat(SarRecorder *r);
/* SAR_FAILED, reported: a number of the row, which is written nevertheless, is not finite. */
SarStatus sar_recorder_row(SarRecorder *r, const SarWorkspace *m, const SarPoint *at, const SarEnergyRecord *energy);
SarStatus sar_recorder_step(SarRecorder *r, const SarStepRecord *step);
SarStatus sar_recorder_event(SarRecorder *r, const SarEventRecord *event);
/* To every sink that keeps checkpoints; no bytes: the run is complete, the earlier ones are of no use any more. */
SarStatus sar_recorder_checkpoint(SarRecorder *r, const void *bytes, size_t count);
/* Behind the last row, where they were announced. They live until the end. */
void sar_recorder_bars(SarRecorder *r, const SarBars *bars);
/* Also after a failed run: what was computed is kept. Warns of measures that had no value. */
SarStatus sar_recorder_finish(SarRecorder *r);
/* In the place of finish: the run is done again, and its files with it. */
void sar_recorder_discard(SarRecorder *r);
void sar_recorder_destroy(SarRecorder **r);

#endif
