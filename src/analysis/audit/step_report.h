/* What limited the steps of a run, in the words of the model: which element, which equation, how often. */
#ifndef SAR_ANALYSIS_STEP_REPORT_H
#define SAR_ANALYSIS_STEP_REPORT_H

#include "method/method.h"
#include "sarrus/analysis.h"
#include "system/system.h"

/* The counts of all integrators of a run: one is made whenever rows are picked anew. */
typedef struct SarStepReport {
  SarArena *arena;
  SarStepLimits sum;
} SarStepReport;

SarStatus sar_step_report_create(SarContext *context, const SarSizes *n, SarStepReport **out);
void sar_step_report_destroy(SarStepReport **report);

void sar_step_report_add(SarStepReport *report, const SarStepLimits *limits);

/* Fills `limits` of the summary: most steps first, then most rejections; what does not fit is the last one, "others".
 */
void sar_step_report_rank(const SarStepReport *report, const SarSystem *system, SarRunSummary *out);

/* The `reason` of SarStepLimit. */
const char *sar_limit_word(SarLimitReason reason);

/* The last attempts as a table, one line each, into a text. */
void sar_step_report_story(const SarStepLimits *limits, const SarSystem *system, char *text, size_t size);

#endif
