/* A run whose `simulate:` is a list: its phases one after the other, each with a model of its own, read and compiled
 * anew, that goes on in the state in which the one before has ended. They share the files, the time and the columns. */
#ifndef SAR_ANALYSIS_PHASES_H
#define SAR_ANALYSIS_PHASES_H

#include "analysis/audit/audit.h"
#include "analysis/observe.h"
#include "analysis/record/recorder.h"
#include "base/archive.h"

typedef struct SarPhases {
  SarContext *context;
  const SarModel *given; /* as the caller has it */
  const SarRunOptions *options;
  SarRunExtras extras;
  int32_t index; /* the phase that runs, from 0 */
  SarModel *model;
  SarSystem *system;
  SarModel *first_model; /* of the first that ran: files know its names */
  SarSystem *first_system;
  SarModel *next_model; /* of the phase that follows, once the state has been handed over */
  SarSystem *next_system;
  SarRecorder *recorder; /* of all; the first phase makes it */
  bool based;            /* there was a phase before, ... */
  SarEnergyRecord base;  /* ... and these were its last energies */
  SarPhaseSummary now;   /* of the phase that runs */
  double checkpoint_due; /* clock, s; 0: not yet known */
  int64_t rows_before;   /* of the phases that are over */
  SarRunSummary sum;     /* of these */
} SarPhases;

/* Reads and compiles the model of a phase. */
SarStatus sar_phases_open(SarPhases *p, int32_t index, SarModel **model, SarSystem **system);

/* Whether another one follows. */
bool sar_phases_follow(const SarPhases *p);

/* The recorder of all, for a phase that begins there. plan: null where it takes no time. */
SarStatus sar_phases_record(SarPhases *p, SarStart *start, const SarRunPlan *plan, SarRecorder **out);

/* The audit of a phase has just started at this point: its energies go on from those of the phase before, and what the
 * change of the model has made of them counts as dissipated or as work. */
SarStatus sar_phases_base(SarPhases *p, const SarWorkspace *m, const SarPoint *at, SarAudit *audit);

/* The phase has ended in this point: the next one begins there. */
SarStatus sar_phases_hand_over(SarPhases *p, const SarWorkspace *m, const SarPoint *at, const SarAudit *audit);

/* Which phase it is and how it began. Loading opens it, unless that has been done. */
SarStatus sar_phases_archive(SarPhases *p, SarArchive *archive);

/* Phases without a motion: equilibria, assembly, eigenvalues (standing.c). */
SarStatus sar_phases_stand(SarPhases *p, SarPhaseAnalysis analysis, SarRunSummary *summary);

/* Where the modes of a phase go: "out.h5" becomes "out.phase2.modes.h5". False: the name is too long. */
bool sar_phases_modes_path(const char *hdf5, int32_t phase, size_t size, char *path);

/* What a phase did is added to the sum (sum.c). */
void sar_phases_add(SarRunSummary *sum, const SarRunSummary *one);

/* The analyses of phases (dynamics.c, kinematics.c). */
SarStatus sar_run_one(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                      const SarRunExtras *extras, SarPhases *phases, SarRunSummary *summary);
SarStatus sar_kinematics_one(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                             SarPhases *phases, SarRunSummary *summary);

#endif
