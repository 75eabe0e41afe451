/* A run that somebody watches: after the start and after every accepted step. */
#ifndef SAR_ANALYSIS_OBSERVE_H
#define SAR_ANALYSIS_OBSERVE_H

#include "analysis/record/judging.h"
#include "result/journal.h"
#include "sarrus/analysis.h"
#include "system/workspace.h"

typedef struct SarObserver {
  /* m: the rows that are carried now; another mechanism may come with the next call. Its scratch may be used, its
   * memory of angles may not be changed. SAR_INTERRUPTED ends the run and keeps what was computed. */
  SarStatus (*see)(void *self, SarWorkspace *m, const SarPoint *at);
  void *self;
} SarObserver;

/* What analyses ask of a run beyond its options. */
typedef struct SarRunExtras {
  const SarObserver *observer;  /* may be null */
  const SarResultFile *resumed; /* of an earlier run that goes on from its checkpoint; may be null */
  const SarSink *sink;          /* gets rows, steps and events like the files; may be null */
  const double *times;          /* s, rising from 0: of the rows, instead of what the options say; may be null */
  int64_t ntimes;
  /* Sensitivities follow rows that move with a parameter, and say how they do: `d_time/d_k`. */
  bool follow_rows;
  /* Error bars, asked for when the steps are done and the files are still open. Null: there are none. */
  SarStatus (*bars)(void *self, const SarBars **out);
  void *bars_self;
  SarJudging judging; /* by an accuracy that somebody asked for */
} SarRunExtras;

/* SAR_INPUT, reported: the options ask for sensitivities, and a run of this kind has none. */
SarStatus sar_run_check_sensitivity(SarContext *context, const SarSystem *system, const SarRunOptions *options);

SarStatus sar_run_with(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarRunExtras *extras, SarRunSummary *summary);

#endif
