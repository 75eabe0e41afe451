/* The rows of a table in the page of a study. */
#ifndef SAR_STUDY_PAGE_TABLE_H
#define SAR_STUDY_PAGE_TABLE_H

#include "base/json.h"
#include "study/table.h"

/* "rows", "run", "parameters", "responses", "statuses", "status", "message", "host", "steps", "cpu": numbers packed
 * column by column. */
SarStatus sar_study_page_put_table(SarContext *context, const SarStudyTable *table, SarJson *json);

#endif
