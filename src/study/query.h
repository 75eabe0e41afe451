/* What searches know of runs: numbers at a point, and their derivatives by the scaled parameters (scaled.h).
 * Derivatives are those of the run's sensitivities; where these are not to be had, central differences, whose runs are
 * made at the same time. */
#ifndef SAR_STUDY_QUERY_H
#define SAR_STUDY_QUERY_H

#include "study/goal.h"
#include "study/job.h"

/* Who makes the runs: sar_evaluate, or formulas of a test. */
typedef struct SarRuns {
  SarStatus (*evaluate)(void *self, const double *points, int32_t count, bool gradient, bool curves,
                        const SarJobResult **results);
  void *self;
} SarRuns;

typedef enum SarDerivatives {
  SAR_DERIVATIVES_RUN,         /* made by every run: nearly every point that is looked at needs them */
  SAR_DERIVATIVES_DIFFERENCES, /* made where they are asked for */
  SAR_DERIVATIVES_NONE,        /* never asked for */
} SarDerivatives;

typedef struct SarQueryOptions {
  SarRuns runs;
  int32_t n;
  const SarStudyRange *ranges;
  bool curves;          /* numbers of curves, else responses */
  int64_t m;            /* how many of them */
  const int64_t *picks; /* which */
  double difference;    /* step of differences, of the scaled parameters */
  int64_t most;         /* runs at most */
  /* What the i-th of the picked numbers is, for messages: "the response `peak`". status: how the run went that has not
   * got it. */
  void (*describe)(const void *self, int64_t i, SarRowStatus status, char *out, size_t size);
  const void *describe_self;
} SarQueryOptions;

/* A step of differences: their error by curvature, of its square, stays at the tolerance that was asked for, and it is
 * as far above the noise of runs as can be. */
double sar_query_step(double tolerance);

typedef struct SarQuery SarQuery;

SarStatus sar_query_create(SarContext *context, const SarQueryOptions *options, SarQuery **out);
void sar_query_destroy(SarQuery **query);

/* values[m]; by, unless null, [m * n]. *failed: the run failed, or gave something that is no number (sar_query_message
 * says what); then nothing else is set. A run that fails with derivatives is made again without them: then they are
 * differences there. Of a point that has values but no derivatives only the latter fail. SAR_RETRY: no more runs are
 * allowed; SAR_INTERRUPTED. */
SarStatus sar_query_at(SarQuery *p, const double *u, double *values, double *by, bool *failed);

/* The numbers at up to 2 n points, points[k * n + j], whose runs are made at the same time without derivatives. `take`
 * gets them one by one; null: the run failed. The last point stays what it was. */
SarStatus sar_query_beside(SarQuery *query, const double *points, int32_t count,
                           void (*take)(void *self, int32_t k, const double *values), void *self);

/* How derivatives are made from now on. It begins with those of runs, and changes by itself where they do not have
 * them. */
SarDerivatives sar_query_derivatives(const SarQuery *query);
void sar_query_use(SarQuery *query, SarDerivatives derivatives);
/* Differences from now on, also at the last point, over no less than `step`. */
void sar_query_distrust(SarQuery *query, double step);
/* Where there is a gradient at `u` by the run, all is well; otherwise the run without it decides. Asked once, at the
 * start. */
SarStatus sar_query_begin(SarQuery *p, const double *u, bool *failed);

void sar_query_allow(SarQuery *query, int64_t most); /* runs, of all */

typedef struct SarQueryCounts {
  int64_t runs, gradients, failed;
} SarQueryCounts;
SarQueryCounts sar_query_counts(const SarQuery *query);
const char *sar_query_message(const SarQuery *query); /* of the last run that failed */
/* That run went well, but a number of it that is needed is none. */
bool sar_query_is_short(const SarQuery *query);
/* Why runs have no derivatives; "": they have, or it was not asked. */
const char *sar_query_lack(const SarQuery *query);

#endif
