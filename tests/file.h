/* Files read and written at once, in tests. */
#ifndef SAR_TESTS_FILE_H
#define SAR_TESTS_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Everything in the file, which must exist, and a zero behind it; free with free(). */
static inline char *file_bytes(const char *path, long *length) {
  FILE *stream = fopen(path, "rb");
  assert_non_null(stream);
  fseek(stream, 0, SEEK_END);
  *length = ftell(stream);
  rewind(stream);
  char *bytes = calloc((size_t)*length + 1, 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, (size_t)*length, stream), *length);
  fclose(stream);
  return bytes;
}

/* Makes the file, or what it held before is gone. */
static inline void file_write(const char *path, const void *bytes, size_t length) {
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_int_equal(fwrite(bytes, 1, length, stream), length);
  assert_int_equal(fclose(stream), 0);
}

static inline void file_write_text(const char *path, const char *text) { file_write(path, text, strlen(text)); }

#endif
