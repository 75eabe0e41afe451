/* The inside of a results table, for the files that fill it. */
#ifndef SAR_RESULT_TABLE_H
#define SAR_RESULT_TABLE_H

#include "base/index.h"
#include "result/columns.h"

struct SarTable {
  SarContext *context;
  SarColumns columns;
  SarIndex names; /* of the columns; of two with one name the first */
  double *data;   /* columns.count times capacity */
  int64_t rows, capacity;
};

void sar_table_clear(SarTable *table);
/* Whoever has set the names of the columns, or changed them, says so: they are then found. */
SarStatus sar_table_index(SarTable *table);
SarStatus sar_table_grow(SarTable *table); /* twice the room */

/* As sar_table_read_csv, for what a run has written: a last line that was cut off is left out with a warning. */
SarStatus sar_table_read_results(SarTable *table, const char *path);

#endif
