/* Matrices as lines of text, `row column value` with rows and columns from 1. */
#ifndef SAR_FE_READ_LINES_H
#define SAR_FE_READ_LINES_H

#include "fe/read/entries.h"
#include "fe/read/text.h"

typedef struct SarFeEntry {
  int32_t row, column; /* from 0 */
  double value;
} SarFeEntry;

/* The entry that the current line is, of a matrix of n rows; anything else is reported with the remedy. */
SarStatus sar_fe_line_entry(SarFeText *text, int32_t n, const char *remedy, SarFeEntry *out);

/* Reports an entry of a file where it stands for the second time, in this triangle or, if `both`, in any. The first
 * `skipped` lines are no entries; `comment` begins lines that are none either (0: no such lines). */
SarStatus sar_fe_report_repeated(SarContext *context, const char *path, int32_t n, int32_t skipped, char comment,
                                 bool both, const char *remedy, const int32_t wanted[2]);

#endif
