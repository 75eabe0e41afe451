/* A run while it lasts (dynamics.c), its points (run_points.c) and rows (run_rows.c), its events (event.c) and its
 * checkpoints (checkpoint.c). */
#ifndef SAR_ANALYSIS_RUN_H
#define SAR_ANALYSIS_RUN_H

#include "analysis/audit/audit.h"
#include "analysis/audit/pole_watch.h"
#include "analysis/audit/pose_follow.h"
#include "analysis/audit/step_report.h"
#include "analysis/observe.h"
#include "analysis/record/options.h"
#include "analysis/record/recorder.h"
#include "analysis/start/start.h"

/* How often an event of the model has happened. Plain data. */
typedef struct SarRunEvent {
  int64_t count;
  double last_time;
} SarRunEvent;

typedef struct SarRun {
  SarContext *context;
  const SarSystem *system;
  const SarRunOptions *options;
  SarRunExtras extras;
  SarRunPlan plan;
  SarStart *start;
  SarStartChange start_change;
  SarIntegrator *integrator;
  SarRecorder *recorder;
  SarAudit *audit;
  SarPoleWatch poles;
  SarStepStats before;                                     /* of integrators that ended when rows were picked anew */
  SarCrossingCounts crossings;                             /* of all integrators so far */
  SarPoseFollow *poses;                                    /* singular ones on the way; null: nobody looks */
  SarStepReport *report;                                   /* what limited their steps */
  double *memory, *q, *v, *x, *a, *lambda, *mu, *xdot, *z; /* a point inside a step; behind it the end of the step */
  int64_t next_row;                                        /* number of the next output time */
  double cpu_begin, cpu_stepping, cpu_output;              /* begin of the run, begin of its steps; spent on output */
  double cpu_bars;                                         /* spent on the second run */
  int64_t steps_with_rows;                                 /* so far, in this process */
  double cpu_files;                                        /* of the recorder's seconds, those before the steps */
  double time;
  double row_time;                          /* of the row recorded last */
  SarRunEvent *events;                      /* one for each of the model */
  int64_t restarts, restart_factorisations; /* at events and jumps, and the saddle-point matrices that they took */
  double *gradient;                         /* nv: scratch of impacts */
  double *sides;                            /* scratch of jumps */
  double idle_time;                         /* of the last jump that changed nothing, ... */
  int32_t idle;                             /* ... and how many were before it, one right after the other */
  bool stopped;                             /* by an event */
  bool warned;                              /* of an event that may have been overlooked */
  double gap_limit;                         /* over L: what rows that are not carried may be violated by */
  SarArchive archive;                       /* of the checkpoints taken */
  double checkpoint_every, checkpoint_due;  /* clock, s */
  int64_t checkpoint_bytes;                 /* taken so far */
} SarRun;

/* ---- points ---- */

/* Room for them. */
SarStatus sar_run_make_arrays(SarRun *r);
/* The arrays of the run as a point. */
SarPoint sar_run_point(const SarRun *r, double t);
/* The end of the last step into them. */
void sar_run_take_end(SarRun *r);
/* Projects them onto the constraints and solves for accelerations and reactions. *solved: false at a singular pose,
 * where accelerations and reactions are not to be used. */
SarStatus sar_run_refine(SarRun *r, double t, bool *solved);
/* Projects them alone. *factored: the matrix of the constraints is that where they are now; false at a singular pose.
 */
SarStatus sar_run_project(SarRun *r, double t, bool *factored);
/* The end of the last step with velocities that respect the constraints, and solved likewise, in a place of its own. */
SarStatus sar_run_solve_end(SarRun *r, double t, SarPoint *out, bool *solved);
/* They become a row. h: length of the step that they lie in, 0: they are the newest that is known. */
SarStatus sar_run_record(SarRun *r, double t, double h, bool solved);
/* A row inside the last step. */
SarStatus sar_run_record_inside(SarRun *r, double t);

/* ---- events ---- */

/* After a step and its rows: acts where switching functions have fired at its end. *restarted: the integrator has begun
 * anew. r->stopped: the run is over. */
SarStatus sar_run_events(SarRun *r, bool *restarted);
SarStatus sar_run_prepare_events(SarRun *r);
void sar_run_archive_events(SarRun *r, SarArchive *archive);
void sar_run_summarise_events(const SarRun *r, SarRunSummary *out);

/* ---- jumps (jump.c) ---- */

/* What the jumps at the end of a step do: they change the motion, or only the value of variables, or nothing. */
typedef enum SarJumpEffect { SAR_JUMP_ACTS, SAR_JUMP_SHOWN, SAR_JUMP_IDLE } SarJumpEffect;
/* The arrays hold the end of the step. Branches become those that are right there if that changes nothing. */
SarStatus sar_run_cross_jumps(SarRun *r, double t, SarJumpEffect *effect);
SarStatus sar_run_prepare_jumps(SarRun *r);
/* Jumps without effect may still show in variables: for a row their branches are settled, and then put back, so that
 * rows change nothing in the run. */
bool sar_run_show_asleep(SarRun *r, double t);
void sar_run_hide_asleep(SarRun *r);

/* ---- checkpoints ---- */

/* Saves the run after an accepted step. Nothing in the run changes. */
SarStatus sar_run_save(SarRun *r, SarArchive *archive);

/* Puts a run that has a start, a recorder and an audit, but no integrator, to where the checkpoint was taken. Messages
 * where the bytes are not of this model, of another build, or do not belong to the rows in front of them. */
SarStatus sar_run_load(SarRun *r, const SarResultFile *file);

#endif
