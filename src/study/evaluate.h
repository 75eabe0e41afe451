/* Runs that an optimisation asks for: answered from the journal where they were made before it was cut off, otherwise
 * by workers, all points of one call at the same time. Runs are numbered in the order in which they were asked for, so
 * that a search which asks for the same points finds all of its answers. */
#ifndef SAR_STUDY_EVALUATE_H
#define SAR_STUDY_EVALUATE_H

#include "study/head.h"
#include "study/job.h"
#include "study/table.h"

typedef struct SarEvaluator SarEvaluator;

/* kind: optimisation or fit. */
SarStatus sar_evaluator_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                               SarStudyKind kind, SarEvaluator **out);
void sar_evaluator_destroy(SarEvaluator **evaluator);
/* points[k * nparameters + j], k < count. results: count of them, owned by the evaluator until the next call.
 * SAR_INTERRUPTED: progress has said so. self: the evaluator, as SarRuns has it. */
SarStatus sar_evaluate(void *self, const double *points, int32_t count, bool gradient, bool curves,
                       const SarJobResult **results);

/* Whether the table is there already, of this very search: nothing is left to be asked for. */
bool sar_evaluator_is_complete(const SarEvaluator *evaluator);
/* Then: all of its runs count as made before. */
SarStatus sar_evaluator_recall_all(SarEvaluator *evaluator);

/* What progress tells of the best point so far. self: the evaluator. */
void sar_evaluator_better(void *self, double objective, double violation);

/* The search is over: writes the table with what was found, the CSV file, and removes the journal. */
SarStatus sar_evaluator_finish(SarEvaluator *evaluator, const SarStudyFound *found);
/* Every evaluation so far, in order: to be destroyed by the caller, may outlive the evaluator. Once, after finish. */
SarStudyTable *sar_evaluator_take_table(SarEvaluator *evaluator);

#endif
