/* Text files written fast: numbers are formatted into a buffer of our own, and every failure is reported once, with
 * the path and what to do. */
#ifndef SAR_RESULT_TEXT_FILE_H
#define SAR_RESULT_TEXT_FILE_H

#include <stdio.h>

#include "base/file.h"

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
/* The same in memory: *text is there after the file is closed, with a final zero, and is freed by the caller, also
 * after a failure. */
SarStatus sar_text_file_memory(SarContext *context, char **text, size_t *length, SarTextFile *out);
void sar_text_file_put(SarTextFile *file, const char *text);
void sar_text_file_put_char(SarTextFile *file, char c);
void sar_text_file_put_real(SarTextFile *file, double value); /* 17 significant digits */
void sar_text_file_put_int(SarTextFile *file, int64_t value);
SarStatus sar_text_file_flush(SarTextFile *file); /* everything to the system */
SarStatus sar_text_file_close(SarTextFile *file); /* flushes, closes, frees; may be called twice */

#endif
