/* One run of a study in this process: the model with these parameters is read, compiled, run, and its responses are
 * taken from the rows. What a worker process does; a study that needs no processes (tests) may call it directly. */
#ifndef SAR_STUDY_JOB_H
#define SAR_STUDY_JOB_H

#include "sarrus/study.h"

typedef struct SarJob {
  int64_t run;
  const double *values; /* of all parameters of the study */
  bool gradient;        /* also d response / d parameter by sensitivities */
  bool curves;          /* of a fit: also the matched columns at the times of the data (and, with gradient, their
                           derivatives) */
  bool keep;            /* results go to runs/<run>.h5 whatever `keep:` says of responses */
} SarJob;

/* What a job gave besides the row: numbers that only a fit needs. Owned by the runner until the next job. */
typedef struct SarJobResult {
  SarStudyRow row;
  int64_t ncurves; /* numbers of all matched columns, one after the other; 0: not asked for */
  const double *curves;
  const double *curves_by; /* [ncurves * nparameters]; null: not asked for */
} SarJobResult;

/* Keeps what runs have in common (text of the model, memory). */
typedef struct SarJobRunner SarJobRunner;
/* run->hdf5: the table of the study; results that are kept go to `runs/` beside it. Null: to that of the current
 * folder.
 */
SarStatus sar_job_runner_create(SarContext *context, const SarStudy *study, const SarRunOptions *run,
                                SarJobRunner **out);
void sar_job_runner_destroy(SarJobRunner **runner);
/* A run that fails is a row; only SAR_MEMORY and the like end it otherwise. */
SarStatus sar_job_run(SarJobRunner *runner, const SarJob *job, SarJobResult *out);

#endif
