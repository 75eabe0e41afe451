/* A run while it lasts (dynamics.c): a motion (stepper/) with its rows (run_rows.c), its audit and its checkpoints
 * (checkpoint.c). */
#ifndef SAR_ANALYSIS_RUN_H
#define SAR_ANALYSIS_RUN_H

#include "analysis/audit/audit.h"
#include "analysis/audit/pole_watch.h"
#include "analysis/audit/pose_follow.h"
#include "analysis/audit/step_report.h"
#include "analysis/observe.h"
#include "analysis/phases/phases.h"
#include "analysis/record/recorder.h"
#include "analysis/sensitivity/sensitivity.h"
#include "analysis/stepper/stepper.h"
#include "analysis/touching/touching.h"

typedef struct SarRun {
  SarContext *context;
  const SarSystem *system;
  const SarRunOptions *options;
  SarRunExtras extras;
  SarPhases *phases; /* it is one of several; null: it is all */
  SarStepper *stepper;
  SarStartChange start_change;
  SarRecorder *recorder;
  SarAudit *audit;
  SarPoleWatch poles;
  SarSensitivity *sensitivity;                /* null: none is asked for */
  SarTouchTally *touches;                     /* null: the model has no contacts */
  SarStepStats before;                        /* of integrators that ended when rows were picked anew */
  SarCrossingCounts crossings;                /* of all integrators so far */
  SarPoseFollow *poses;                       /* singular ones on the way; null: nobody looks */
  SarStepReport *report;                      /* what limited their steps */
  int64_t next_row;                           /* number of the next output time */
  double cpu_begin, cpu_stepping, cpu_output; /* begin of the run, begin of its steps; spent on output */
  double cpu_bars;                            /* spent on the second run */
  int64_t steps_with_rows;                    /* so far, in this process */
  double cpu_files;                           /* of the recorder's seconds, those before the steps */
  double time;
  bool restarted;                          /* at the end of the last step */
  double row_time;                         /* of the row recorded last */
  SarArchive archive;                      /* of the checkpoints taken */
  double checkpoint_every, checkpoint_due; /* clock, s */
  int64_t checkpoint_bytes;                /* taken so far */
} SarRun;

/* ---- rows ---- */

/* The point in the arrays of the stepper becomes a row. h: length of the step that it lies in, 0: it is the newest that
 * is known. */
SarStatus sar_run_record(SarRun *r, double t, double h, bool solved);
/* A row inside the last step. */
SarStatus sar_run_record_inside(SarRun *r, double t);

/* ---- checkpoints ---- */

/* Saves the run after an accepted step. Nothing in the run changes. */
SarStatus sar_run_save(SarRun *r, SarArchive *archive);

/* Puts a run that has a start, a recorder and an audit, but no integrator, to where the checkpoint was taken. Messages
 * where the bytes are not of this model, of another build, or do not belong to the rows in front of them. */
SarStatus sar_run_load(SarRun *r, const SarResultFile *file);

#endif
