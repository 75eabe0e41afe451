/* What was found, as JSON: for `--json`, and beside the table. */
#ifndef SAR_STUDY_OPTIMUM_JSON_H
#define SAR_STUDY_OPTIMUM_JSON_H

#include "base/context.h"
#include "base/json.h"
#include "sarrus/study.h"

/* Keys and values, into an object that is open. numbers: also the curves of a fit, row by row. */
void sar_optimum_put(SarJson *json, const SarStudy *study, const SarOptimum *optimum, bool numbers);
/* The whole object; the caller frees it. */
SarStatus sar_optimum_json_text(SarContext *context, const SarStudy *study, const SarOptimum *optimum, char **out);

#endif
