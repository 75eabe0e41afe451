/* Where results go: one interface, one file per kind (table, csv, hdf5). */
#ifndef SAR_RESULT_SINK_H
#define SAR_RESULT_SINK_H

#include "base/context.h"
#include "model/model.h"
#include "sarrus/result.h"

/* Elements of one column or two, of which a model may have many, share a table of the HDF5 file; nodes and elements of
 * a beam, which have the same columns, are the parts of a table each; all others have one of their own. */
typedef enum SarSinkTable {
  SAR_TABLE_OWN,
  SAR_TABLE_VARIABLES,
  SAR_TABLE_MEASURES,
  SAR_TABLE_STATES,
  SAR_TABLE_NODES,    /* shaft.n0, shaft.n1, ...: `/shaft.nodes` */
  SAR_TABLE_ELEMENTS, /* shaft.e0, shaft.e1, ...: `/shaft.elements` */
  SAR_TABLE_MODES,    /* columns mode1, mode2, ... of a modal body: `/frame.modes` */
  SAR_TABLE_KINDS
} SarSinkTable;

/* One column: values arrive in SI and leave in the model's units. */
typedef struct SarSinkColumn {
  const char *element;  /* "crank", "crank.pin" (a frame), "energy" */
  const char *quantity; /* "x", "angle_rate" */
  const char *unit;     /* SI symbols, "m/s^2"; sar_units_label gives the user's */
  bool indeterminate;   /* one of many equally possible shares of a redundant set of constraints */
  SarSinkTable table;
  bool error; /* the error bar of the column of the same name, "crank.x_error" */
} SarSinkColumn;

/* What is known before the first row: plain facts, so that a header can be stored and replayed without the model. Texts
 * are never null once sar_sink_header_from_model or a reader has filled it. */
typedef struct SarSinkHeader {
  const char *title, *text; /* of the model; "" where there is none */
  const char *parameters;   /* JSON: {"r":0.3}, in the file's units */
  SarUnits units;
  const char *units_json;    /* {"length":"mm",...} */
  const char *version;       /* of the program that computes */
  const char *method;        /* or "" */
  const char *settings;      /* lines `key=value`, or "" */
  const SarModelFile *files; /* included files */
  int32_t nfiles;
  const SarModelPlugin *plugins;
  int32_t nplugins;
  const SarModelEvent *events; /* in the order of the file */
  int32_t nevents;
  const SarSinkColumn *columns;
  int32_t ncolumns;
  bool kinematic;        /* no solver history */
  int64_t rows_expected; /* 0: not known */
} SarSinkHeader;

/* One accepted step of the solver. */
typedef struct SarStepRecord {
  double time, step, error;
  int32_t iterations, order, rejections;
  /* Largest violation of a constraint where the step ends, before any projection, over L (1, 1/s): what the summary
   * gives the maxima of. NaN: not known, the step was recorded by an older program. */
  double constraint_position, constraint_velocity;
} SarStepRecord;

/* An event that has happened. */
typedef struct SarEventRecord {
  double time;
  int32_t event;     /* index among those of the header */
  int32_t direction; /* of the crossing: 1 upwards, -1 downwards */
} SarEventRecord;

/* What a sink gets. */
typedef struct SarSinkCounts {
  int64_t rows, steps, events;
} SarSinkCounts;

/* Error bars of a run: how wrong the columns may be at some times, which cover the run. Plain data of the maker. */
typedef struct SarBars {
  int32_t ncolumns;
  int64_t count;        /* of times; 0: nothing is known */
  const double *times;  /* s, rising */
  const double *values; /* SI: ncolumns at every time */
} SarBars;

/* Who wants to know how much of a file is written; the function may be null. */
typedef struct SarSinkWatch {
  void (*tell)(void *self, double part); /* from 0 to 1 */
  void *self;
} SarSinkWatch;

/* A sink; functions return SAR_OK or SAR_IO / SAR_NO_MEMORY with the reason reported. */
typedef struct SarSink {
  void *self;
  SarStatus (*begin)(void *self, const SarSinkHeader *header);
  SarStatus (*row)(void *self, double time, const double *values); /* SI; ncolumns values */
  SarStatus (*step)(void *self, const SarStepRecord *record);      /* may be null */
  SarStatus (*finish)(void *self); /* flushes; also after a failed or interrupted run: what was computed is kept */
  void (*destroy)(void *self);
  /* The state of the solver, from which a run can go on; the last one counts. May be null: not kept. */
  SarStatus (*checkpoint)(void *self, const void *bytes, size_t count);
  SarStatus (*event)(void *self, const SarEventRecord *record); /* may be null */
  /* Error bars, once, behind the last row; they live until finish. May be null: not kept. */
  void (*bars)(void *self, const SarBars *bars);
  /* In the place of finish: what was written is of no use, and goes. May be null: nothing is written before finish, or
   * what comes next replaces it. */
  void (*discard)(void *self);
} SarSink;

/* The facts of a model; texts that it does not hold itself are made in the arena. Columns, method and settings are left
 * empty for the caller. */
SarStatus sar_sink_header_from_model(SarContext *context, const SarModel *model, SarArena *arena, SarSinkHeader *out);

/* Files are opened by begin, not before. After one failure a sink stays failed and reports nothing more. */
SarStatus sar_sink_table(SarContext *context, SarTable *table, SarSink *out);
/* Path "-" is standard output. */
SarStatus sar_sink_csv(SarContext *context, const char *path, SarSink *out);
SarStatus sar_sink_steps_csv(SarContext *context, const char *path, SarSink *out);
/* Straight into the file: what is there when the program is killed cannot be read. Runs use the journal. counts: how
 * many there will be, exactly; the sink fails if there are others. Null: not known; the file is larger then. */
SarStatus sar_sink_hdf5(SarContext *context, const char *path, SarSink *out);
SarStatus sar_sink_hdf5_counted(SarContext *context, const char *path, const SarSinkCounts *counts, SarSinkWatch watch,
                                SarSink *out);
/* Rows go to the journal `PATH.part` (journal.h); finish makes the HDF5 file of it. A path that is no plain file
 * (/dev/null) is written straight. */
SarStatus sar_sink_journal(SarContext *context, const char *hdf5_path, SarSink *out);
/* While finish makes the HDF5 file. */
void sar_sink_journal_watch(SarSink *journal, SarSinkWatch watch);

#endif
