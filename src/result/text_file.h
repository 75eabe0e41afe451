/* Text files written fast: numbers are formatted into a buffer of our own, and every failure is reported once, with
 * the path and what to do. Also the report of a failed write, which all files of results share. */
#ifndef SAR_RESULT_TEXT_FILE_H
#define SAR_RESULT_TEXT_FILE_H

#include <stdio.h>

#include "base/context.h"

typedef struct SarTextFile {
  SarContext *context;
  char *path; /* "-": standard output */
  FILE *stream;
  char *buffer;
  size_t used;
  SarStatus status; /* the first failure; later calls return it without a second message */
} SarTextFile;

/* Opens for writing; path "-" is standard output. Destroy with sar_text_file_close, also after a failure. */
SarStatus sar_text_file_open(SarContext *context, const char *path, SarTextFile *out);
void sar_text_file_put(SarTextFile *file, const char *text);
void sar_text_file_put_char(SarTextFile *file, char c);
void sar_text_file_put_real(SarTextFile *file, double value); /* 17 significant digits */
void sar_text_file_put_int(SarTextFile *file, int64_t value);
SarStatus sar_text_file_flush(SarTextFile *file); /* everything to the system */
SarStatus sar_text_file_close(SarTextFile *file); /* flushes, closes, frees; may be called twice */

/* Reports that `path` cannot be written because of `reason` (an errno; 0: not known, then `detail` says it). */
SarStatus sar_report_write(SarContext *context, const char *path, int reason, const char *detail);

#endif
