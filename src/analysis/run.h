/* A run while it lasts (dynamics.c), and its checkpoints (checkpoint.c). */
#ifndef SAR_ANALYSIS_RUN_H
#define SAR_ANALYSIS_RUN_H

#include "analysis/audit/audit.h"
#include "analysis/audit/step_report.h"
#include "analysis/observe.h"
#include "analysis/record/options.h"
#include "analysis/record/recorder.h"
#include "analysis/start/start.h"

typedef struct SarRun {
  SarContext *context;
  const SarSystem *system;
  const SarRunOptions *options;
  SarRunExtras extras;
  SarRunPlan plan;
  SarStart *start;
  SarIntegrator *integrator;
  SarRecorder *recorder;
  SarAudit *audit;
  SarStepStats before;                                     /* of integrators that ended when rows were picked anew */
  SarStepReport *report;                                   /* what limited their steps */
  double *memory, *q, *v, *x, *a, *lambda, *mu, *xdot, *z; /* a point inside a step */
  int64_t next_row;                                        /* number of the next output time */
  double cpu_begin, cpu_stepping, cpu_output;              /* begin of the run, begin of its steps; spent on output */
  double time;
  double gap_limit;                        /* over L: what rows that are not carried may be violated by */
  SarArchive archive;                      /* of the checkpoints taken */
  double checkpoint_every, checkpoint_due; /* clock, s */
  int64_t checkpoint_bytes;                /* taken so far */
} SarRun;

/* ---- checkpoints ---- */

/* Saves the run after an accepted step. Nothing in the run changes. */
SarStatus sar_run_save(SarRun *r, SarArchive *archive);

/* Puts a run that has a start, a recorder and an audit, but no integrator, to where the checkpoint was taken. Messages
 * where the bytes are not of this model, of another build, or do not belong to the rows in front of them. */
SarStatus sar_run_load(SarRun *r, const SarResultFile *file);

#endif
