/* Parts of a job (job.c): its message, and the rows of a fit. */
#ifndef SAR_STUDY_JOB_PARTS_H
#define SAR_STUDY_JOB_PARTS_H

#include "analysis/observe.h"
#include "study/study.h"

#define SAR_JOB_MESSAGE 400 /* bytes of a row's message, with its end */

/* The first error in one line; "" where the run went well. limit: CPU seconds. */
void sar_job_message(const SarContext *context, SarRowStatus status, double limit, char out[SAR_JOB_MESSAGE]);

/* Whoever ends it: the worker that counts, or the one who has waited for the worker. */
void sar_job_limit_message(double limit, char *out, size_t size);

/* Rows at the times of the data, to which the run goes: all that a fit compares is computed there and not interpolated.
 * Where there are responses as well, the usual rows come besides. */
SarStatus sar_job_times(const SarStudy *study, const SarSystem *system, SarArena *arena, SarRunOptions *options,
                        SarRunExtras *extras);

/* The matched columns at the times of the data, one column after the other, and their derivatives if they are wanted;
 * nan where the run has not come. */
void sar_job_curves(const SarStudy *study, const SarTable *table, SarArena *arena, bool gradient, double *curves,
                    double *curves_by);

#endif
