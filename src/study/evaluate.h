/* Runs that an optimisation asks for: answered from the journal where they were made before it was cut off, otherwise
 * by workers, all points of one call at the same time. */
#ifndef SAR_STUDY_EVALUATE_H
#define SAR_STUDY_EVALUATE_H

#include "study/job.h"

typedef struct SarEvaluator SarEvaluator;

SarStatus sar_evaluator_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                               SarEvaluator **out);
void sar_evaluator_destroy(SarEvaluator **evaluator);
/* points[k * nparameters + j], k < count. results: count of them, owned by the evaluator until the next call.
 * SAR_INTERRUPTED: progress has said so. */
SarStatus sar_evaluate(SarEvaluator *evaluator, const double *points, int32_t count, bool gradient, bool curves,
                       const SarJobResult **results);

/* The search is over: writes the table, what was found and the CSV file, and removes the journal. */
SarStatus sar_evaluator_finish(SarEvaluator *evaluator, const SarOptimum *optimum);
/* Every evaluation so far, in order: to be destroyed by the caller, may outlive the evaluator. Once, after finish. */
SarStudyTable *sar_evaluator_take_table(SarEvaluator *evaluator);

#endif
