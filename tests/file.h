/* The bytes of a file, in tests. */
#ifndef SAR_TESTS_FILE_H
#define SAR_TESTS_FILE_H

#include <stdio.h>
#include <stdlib.h>

#include "check.h"

/* Everything in the file, which must exist; free with free(). */
static inline char *file_bytes(const char *path, long *length) {
  FILE *stream = fopen(path, "rb");
  assert_non_null(stream);
  fseek(stream, 0, SEEK_END);
  *length = ftell(stream);
  rewind(stream);
  char *bytes = malloc((size_t)*length + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, (size_t)*length, stream), *length);
  fclose(stream);
  return bytes;
}

#endif
