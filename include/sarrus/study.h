/* Studies: many runs of one model with other parameters, the table of what they gave, and the parameters that are best
 * or that fit measured data.
 *
 *   read -> sweep | optimize -> destroy
 *
 * Nothing is integrated in the calling process: worker processes do that, each for many runs. One that crashes or takes
 * too long costs its run, which becomes a row with a message. Every row goes to a journal before the next run is given
 * out; the same call goes on with a study that was cut off.
 *
 * Values of parameters and responses are in the units of the model. */
#ifndef SARRUS_STUDY_H
#define SARRUS_STUDY_H

#include "sarrus/analysis.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A study as it was written: constant once read. The context must outlive it. */
typedef struct SarStudy SarStudy;

/* Reads a study file. All that is wrong with it is in the messages, with its place: unknown keys, names that are no
 * parameters of the model, responses over columns that it has not. */
SAR_API SarStatus sar_study_read(SarContext *context, const char *path, SarStudy **out);
/* The same of a text. name: what messages call it; paths inside are relative to its folder. */
SAR_API SarStatus sar_study_parse(SarContext *context, const char *name, const char *text, SarStudy **out);

/* A study of a model without a file of its own, as the program makes it from `--vary`, `--set`, `--response`. */
typedef struct SarStudyWords {
  const char *const *vary;      /* NAME=FROM:TO:N */
  const char *const *set;       /* NAME=VALUE */
  const char *const *responses; /* NAME=EXPRESSION */
  int32_t nvary, nset, nresponses;
} SarStudyWords;
SAR_API SarStatus sar_study_of_model(SarContext *context, const char *model, const SarStudyWords *words,
                                     SarStudy **out);
SAR_API void sar_study_destroy(SarStudy **study);

/* What it says. Texts are owned by the study. */
typedef struct SarStudyColumn {
  const char *name, *unit;
  const char *expression; /* of a response; null: a parameter */
} SarStudyColumn;
SAR_API const char *sar_study_title(const SarStudy *study);
SAR_API const char *sar_study_model(const SarStudy *study); /* path of the model */
SAR_API int64_t sar_study_runs(const SarStudy *study);      /* of a sweep */
SAR_API int32_t sar_study_parameters(const SarStudy *study);
SAR_API bool sar_study_parameter(const SarStudy *study, int32_t index, SarStudyColumn *out);
SAR_API int32_t sar_study_responses(const SarStudy *study);
SAR_API bool sar_study_response(const SarStudy *study, int32_t index, SarStudyColumn *out);
/* The parameters of a run of the sweep, in their order; the same whoever asks, and when. */
SAR_API SarStatus sar_study_values(const SarStudy *study, int64_t run, double *values);

/* How a run of a study ended. */
typedef enum SarRowStatus {
  SAR_ROW_DONE,
  SAR_ROW_STOPPED, /* by an event of the model: its responses count */
  SAR_ROW_FAILED,  /* the analysis failed */
  SAR_ROW_INPUT,   /* the model is wrong with these parameters */
  SAR_ROW_LIMIT,   /* took more than the CPU time of `limit` */
  SAR_ROW_CRASHED, /* the worker process died */
  SAR_ROW_STATUSES
} SarRowStatus;
/* "done", "stopped", "failed", "error", "limit", "crashed" */
SAR_API const char *sar_row_status_name(SarRowStatus status);

/* One row of the table. */
typedef struct SarStudyRow {
  int64_t run;
  SarRowStatus status;
  const char *message; /* what went wrong; "": nothing */
  const double *parameters;
  const double *responses; /* NaN unless done or stopped */
  /* d response[i] / d parameter[j] at gradient[i * nparameters + j], where it was asked for; else null. NaN: not known
   */
  const double *gradient;
  int64_t steps;
  double cpu_seconds;
  const char *host;
} SarStudyRow;

typedef struct SarStudyProgress {
  int64_t done, failed, runs; /* of an optimisation: runs = 0, not known */
  int64_t before;             /* of `done`, those that an earlier call has made */
  double seconds, left;       /* of the clock; left: expected, NaN: not known */
  int32_t workers;
  /* of the best point of an optimisation so far; NaN: there is none yet, or it is a sweep */
  double objective;       /* of a fit the sum of squares */
  double violation;       /* by how much of their size constraints are broken; 0: they are kept */
  const SarStudyRow *row; /* the newest; may be null */
} SarStudyProgress;

/* Start from sar_study_options_default. */
typedef struct SarStudyOptions {
  const char *output;         /* HDF5 file with /runs; its journal is OUTPUT.part. Null: nothing is kept */
  const char *csv;            /* the table as CSV, or null; "-": standard output */
  bool again;                 /* a table or a journal of a study that is there already is thrown away */
  int32_t workers;            /* processes; 0: one for each processor */
  const char *const *command; /* of a worker, which calls sar_study_worker; null: this program with the verb `worker` */
  int32_t ncommand;
  SarRunOptions
      run; /* method, tolerance, step, accuracy, end, ... of all runs; files, rows and progress do not count */
  /* Called after every row and about once a second (may be null); nonzero ends with SAR_INTERRUPTED, and the same call
   * goes on later. */
  int (*progress)(void *self, const SarStudyProgress *progress);
  void *progress_self;
  const struct SarCrewKind *crew; /* who makes the runs: null, worker processes of this machine; else the library's own
                                     (MPI) */
} SarStudyOptions;
SAR_API SarStudyOptions sar_study_options_default(void);

/* The table in memory: rows by run. Destroy with sar_study_table_destroy. */
typedef struct SarStudyTable SarStudyTable;
SAR_API void sar_study_table_destroy(SarStudyTable **table);
SAR_API int64_t sar_study_table_rows(const SarStudyTable *table);
SAR_API bool sar_study_table_row(const SarStudyTable *table, int64_t index, SarStudyRow *out);
/* Reads /runs of a results file, or of the journal of a study that still goes on. */
SAR_API SarStatus sar_study_table_read(SarContext *context, const char *path, SarStudyTable **out);
SAR_API int32_t sar_study_table_parameters(const SarStudyTable *table);
SAR_API int32_t sar_study_table_responses(const SarStudyTable *table);
/* Parameters first, then responses; false past the last one. */
SAR_API bool sar_study_table_column(const SarStudyTable *table, int32_t index, SarStudyColumn *out);

/* All runs of the study. Runs that fail are rows; SAR_OK all the same. out may be null. */
SAR_API SarStatus sar_sweep(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                            SarStudyTable **out);

/* A constraint and what became of it. */
typedef struct SarOptimumLimit {
  int32_t response;
  const char *kind; /* "<=", ">=" or "=" */
  double limit, value;
  bool kept;
} SarOptimumLimit;

/* A column that was fitted, and what is left between it and the data. */
typedef struct SarOptimumCurve {
  const char *column, *data; /* names in the model and in the data */
  const char *unit;
  int64_t count;                     /* of numbers compared */
  double weight;                     /* residuals are divided by it: the sigma that was given, or what stands for it */
  double rms, largest, largest_time; /* of the residuals, in the unit of the column; time in s */
  int64_t rows;                      /* of the data */
  const double *times, *measured, *model; /* rows of them; NaN where nothing was measured. times in s */
} SarOptimumCurve;

/* What an optimisation or a fit found. Arrays are as long as the parameters (covariance: their square), owned by it. */
typedef struct SarOptimum {
  const char *method; /* "nlopt: ...", "levenberg-marquardt" */
  const char *reason; /* why it ended, in words */
  bool converged;     /* and all constraints are kept */
  int32_t nparameters, nresponses;
  const double *parameters, *start;
  const int32_t *bounds;   /* of every parameter: -1 at the lower end of its range, 1 at the upper one, 0 inside */
  const double *responses; /* at the best point; null: a fit */
  double objective;        /* minimised or maximised response; of a fit the sum of squares */
  /* of a fit: standard deviations of the parameters, NaN of those at a bound, infinite of those that the data do not
   * determine; else null */
  const double *deviation;
  const double *covariance;      /* of a fit: s^2 (J^T J)^-1; else null */
  double quantile;               /* of a fit: so many standard deviations to both sides hold a parameter with 95 % */
  int64_t residuals;             /* of a fit: how many numbers were compared */
  const SarOptimumCurve *curves; /* of a fit */
  int32_t ncurves;
  const SarOptimumLimit *limits;
  int32_t nlimits;
  int64_t evaluations, gradients; /* points, and how many of them with derivatives */
  int64_t failed;                 /* points whose run failed */
  const SarStudyTable *history;   /* every evaluation, in order */
} SarOptimum;
/* `optimize:` or `fit:` of the study. Resumed by replay of the journal. */
SAR_API SarStatus sar_optimize(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                               const SarOptimum **out);
SAR_API void sar_optimum_destroy(const SarOptimum **optimum);

/* The life of a worker process: reads jobs from one file descriptor and answers on the other until the first one ends.
 * Returns an exit status. A worker is started with 0 and 1; what others print to 1 then goes to standard error. */
SAR_API int sar_study_worker(int in, int out);

#ifdef __cplusplus
}
#endif
#endif
