#include "result/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/file.h"

/* Grows the text until the file ends; errno tells why not. */
static SarStatus load_stream(FILE *file, char **text, size_t *length) {
  size_t size = 0, capacity = 0;
  do {
    if (capacity - size < 65536) {
      capacity = capacity ? 2 * capacity : 131072;
      char *larger = realloc(*text, capacity + 1);
      if (!larger) return SAR_NO_MEMORY;
      *text = larger;
    }
    size += fread(*text + size, 1, capacity - size, file);
    (*text)[size] = 0;
  } while (!ferror(file) && !feof(file));
  *length = size;
  return ferror(file) ? SAR_IO : SAR_OK;
}

SarStatus sar_load_text(SarContext *context, const char *path, const char *remedy, char **out, size_t *length) {
  size_t size = 0;
  SarSource source = {sar_intern(context, path), 0, 0};
  *out = NULL;
  SAR_TRY(sar_file_check_regular(context, path, NULL, source, remedy));
  FILE *file = fopen(path, "rb");
  SarStatus status = file ? load_stream(file, out, &size) : SAR_IO;
  int reason = errno;
  if (file) fclose(file);
  if (length) *length = size;
  if (status == SAR_OK) return SAR_OK;
  free(*out);
  *out = NULL;
  return status == SAR_IO ? sar_file_report_unreadable(context, NULL, source, reason) : sar_report_no_memory(context);
}
