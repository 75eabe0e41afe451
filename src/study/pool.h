/* Worker processes: jobs are given to them through pipes, and answers come back in whatever order they are ready. A
 * worker that dies or takes too long is replaced by a new one, and its job is answered by a row that says so. */
#ifndef SAR_STUDY_POOL_H
#define SAR_STUDY_POOL_H

#include "study/job.h"

typedef struct SarPool SarPool;

int32_t sar_pool_processors(void); /* that this process may use */

SarStatus sar_pool_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarPool **out);
void sar_pool_destroy(SarPool **pool); /* ends its processes */
int32_t sar_pool_workers(const SarPool *pool);
int32_t sar_pool_idle(const SarPool *pool); /* workers without a job */
/* To an idle worker. Values are copied. */
SarStatus sar_pool_give(SarPool *pool, const SarJob *job);
/* The next answer, waited for up to `seconds`; out->row.run = -1: none came. Texts and arrays hold until the next call.
 */
SarStatus sar_pool_take(SarPool *pool, double seconds, SarJobResult *out);

#endif
