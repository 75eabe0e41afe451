/* Results: a table of columns over output times, in memory or in files.
 *
 * Columns are named "element.quantity" (frames: "body.frame.quantity"), values and units are those of the model. */
#ifndef SARRUS_RESULT_H
#define SARRUS_RESULT_H

#include "sarrus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A results table in memory. */
typedef struct SarTable SarTable;

SAR_API SarStatus sar_table_create(SarContext *context, SarTable **out);
SAR_API void sar_table_destroy(SarTable **table);
/* Fills the table from a CSV file: names in the first line, units in a line that starts with `#` (may be absent),
 * numbers. The first column is the time, whatever its name. */
SAR_API SarStatus sar_table_read_csv(SarTable *table, const char *path);
SAR_API int32_t sar_table_columns(const SarTable *table); /* time is column 0, "time" */
SAR_API int64_t sar_table_rows(const SarTable *table);
SAR_API const char *sar_table_name(const SarTable *table, int32_t column);
SAR_API const char *sar_table_unit(const SarTable *table, int32_t column);
/* Index of the column of that name, -1 if there is none. */
SAR_API int32_t sar_table_find(const SarTable *table, const char *name);
/* The values of a column, sar_table_rows of them; owned by the table. Null if there is no such column. */
SAR_API const double *sar_table_values(const SarTable *table, int32_t column);
/* The table as a CSV file: names, `# ` and units, rows with 17 digits. Path "-" is standard output. */
SAR_API SarStatus sar_table_write_csv(SarContext *context, const SarTable *table, const char *path);

#ifdef __cplusplus
}
#endif
#endif
