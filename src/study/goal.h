/* What a study is after: its keys `optimize:` and `fit:` as they were read, and the range of every parameter. All
 * numbers are in the units of the model.
 *
 *   optimize:
 *     minimize: peak                 # or maximize: a response, or a list: [left, right] is the larger one
 *     subject_to: {sag: "<= 0.1", lean: [">= -0.2", "<= 0.2"], tip: "= 0.3"}
 *     method: auto                   # a name of optimize_method.h
 *     start: {k: 2e4}                # else the model's own value inside the range, else the middle of the range
 *     tolerance: 1e-6                # of the objective and, as a part of their ranges, of the parameters
 *     evaluations: 500               # at most so many points
 *     seed: 1                        # of methods that draw numbers
 *   fit:
 *     data: m.csv                    # names, perhaps `# units`, numbers (sar_table_read_csv)
 *     match: {seat.az: acc}          # column of the model: column of the data
 *     sigma: {seat.az: 0.1}          # standard deviation of the measurement; may be left out
 *     tolerance: 1e-6                # this, `start` and `evaluations` as above
 *
 * The first column of the data is the time; nan: not measured. A sigma is in the column's unit.
 * `vary` gives every parameter `from`, `to` and perhaps `scale: log`; lists and distributions are refused there. */
#ifndef SAR_STUDY_GOAL_H
#define SAR_STUDY_GOAL_H

#include "sarrus/study.h"

/* Where a parameter may be. */
typedef struct SarStudyRange {
  double from, to; /* from < to; both positive with log */
  double start;    /* inside */
  bool log;
} SarStudyRange;

typedef enum SarLimitKind { SAR_LIMIT_AT_MOST, SAR_LIMIT_AT_LEAST, SAR_LIMIT_EQUAL } SarLimitKind;

typedef struct SarStudyLimit {
  int32_t response;
  SarLimitKind kind;
  double value;
} SarStudyLimit;

#define SAR_GOAL_TOLERANCE 1e-6
#define SAR_GOAL_EVALUATIONS 500

/* What `optimize:` says. */
typedef struct SarOptimizeGoal {
  const int32_t *responses; /* of several the largest is minimised, the smallest maximised */
  int32_t nresponses;
  bool maximize;
  const SarStudyLimit *limits;
  int32_t nlimits;
  const char *method; /* "auto" where nothing is said */
  double tolerance;
  int32_t evaluations;
  uint64_t seed;
} SarOptimizeGoal;

/* One column that is compared with data. */
typedef struct SarFitMatch {
  const char *column; /* of the model */
  const char *data;   /* of the file */
  const char *unit;
  double sigma;         /* NaN: not said */
  const double *values; /* by row of the data; NaN: not measured */
} SarFitMatch;

/* What `fit:` says. */
typedef struct SarFitGoal {
  const char *path;    /* of the data */
  const double *times; /* seconds, ascending, none before the start of the run */
  int64_t ntimes;
  const SarFitMatch *matches;
  int32_t nmatches;
  double tolerance;
  int32_t evaluations;
} SarFitGoal;

/* Null: the study does not say it. A study says at most one of them. */
const SarOptimizeGoal *sar_study_optimize_goal(const SarStudy *study);
const SarFitGoal *sar_study_fit_goal(const SarStudy *study);
/* Of a parameter by its index; studies with a goal have ranges for all of them. */
SarStudyRange sar_study_range(const SarStudy *study, int32_t parameter);

#endif
