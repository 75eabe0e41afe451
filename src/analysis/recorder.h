/* Writes rows of columns into every sink that a run asks for. */
#ifndef SAR_ANALYSIS_RECORDER_H
#define SAR_ANALYSIS_RECORDER_H

#include "analysis/start.h"
#include "result/sink.h"
#include "sarrus/analysis.h"
#include "system/columns.h"

#define SAR_RECORDER_SINKS 4

typedef struct SarRecorder {
  SarContext *context;
  const SarSystem *system;
  SarArena *arena;
  SarColumnSet *columns;
  SarSinkColumn *names;
  double *row;
  SarSink sinks[SAR_RECORDER_SINKS];
  int32_t nsinks;
  int64_t rows; /* written so far */
} SarRecorder;

/* Opens the sinks named in options and writes their headers, with the components of reactions marked that redundant
 * constraints leave open at the start. Where end and output_every are given (not NaN), they tell the sinks how many
 * rows to expect. Destroy in any case. */
SarStatus sar_recorder_create(SarStart *start, const SarRunOptions *options, const char *method, bool kinematic,
                              SarRecorder **out);
SarStatus sar_recorder_row(SarRecorder *r, const SarMechanism *m, const SarPoint *at, const SarEnergyRecord *energy);
SarStatus sar_recorder_step(SarRecorder *r, const SarStepRecord *step);
/* To every sink that keeps checkpoints. */
SarStatus sar_recorder_checkpoint(SarRecorder *r, const void *bytes, size_t count);
SarStatus sar_recorder_finish(SarRecorder *r); /* also after a failed run: what was computed is kept */
void sar_recorder_destroy(SarRecorder **r);

#endif
