/* Text files of any size, line by line, through a buffer of a fixed size; numbers and words where the cursor stands,
 * and messages that say the line and the column. */
#ifndef SAR_FE_READ_TEXT_H
#define SAR_FE_READ_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/context.h"

typedef struct SarFeText {
  SarContext *context;
  const char *name; /* of the file, for messages */
  FILE *stream;
  char *buffer;
  size_t at, filled; /* what of the buffer is still to be read */
  bool ended;        /* the file has no more */
  bool whole;        /* the last line had an end of line */
  SarStatus status;  /* reading failed, reported */
  const char *line;  /* the current one, without its end */
  size_t length;
  int32_t number;
  const char *cursor; /* in the line */
} SarFeText;

/* from: where its name stands, if it was not given by the user. Close also after a failure. */
SarStatus sar_fe_text_open(SarContext *context, const char *path, SarSource from, SarFeText *out);
void sar_fe_text_close(SarFeText *text);

/* The next line; false: there is none, or it could not be read (status). */
bool sar_fe_text_line(SarFeText *text);

/* Skips blanks; whether anything follows in the line. */
bool sar_fe_text_more(SarFeText *text);
/* A whole number, or any number, that stands next; false: there is none, and the cursor stands where it would. A number
 * that is too large for its type is none. */
bool sar_fe_text_int(SarFeText *text, int64_t *value);
bool sar_fe_text_real(SarFeText *text, double *value);

/* Reports at the cursor, or about the file as a whole. */
SarStatus sar_fe_text_wrong(const SarFeText *text, const char *remedy, const char *format, ...) SAR_PRINTF(3, 4);
SarStatus sar_fe_file_wrong(const SarFeText *text, const char *remedy, const char *format, ...) SAR_PRINTF(3, 4);

/* Up to 40 characters of what stands at the cursor, for messages: "%.*s". */
int sar_fe_text_shown(const SarFeText *text);

#endif
