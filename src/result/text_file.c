/* Buffered text output: numbers are formatted straight into the buffer. */
#define _POSIX_C_SOURCE 200809L

#include "result/text_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

#define BUFFER_SIZE ((size_t)1 << 16)

static void fail(SarTextFile *file) {
  if (file->status == SAR_OK) file->status = sar_report_write(file->context, file->path, errno, "unknown reason");
}

static SarStatus make(SarContext *context, const char *path, SarTextFile *out) {
  *out = (SarTextFile){.context = context, .path = strdup(path), .buffer = malloc(BUFFER_SIZE)};
  if (!out->path || !out->buffer) out->status = sar_report_no_memory(context);
  return out->status;
}

SarStatus sar_text_file_memory(SarContext *context, char **text, size_t *length, SarTextFile *out) {
  *text = NULL;
  SAR_TRY(make(context, "memory", out));
  out->stream = open_memstream(text, length);
  if (!out->stream) out->status = sar_report_no_memory(context);
  return out->status;
}

SarStatus sar_text_file_open(SarContext *context, const char *path, SarTextFile *out) {
  SAR_TRY(make(context, path, out));
  errno = 0;
  out->stream = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
  if (!out->stream) fail(out);
  return out->status;
}

static void drain(SarTextFile *file) {
  errno = 0;
  if (file->status == SAR_OK && fwrite(file->buffer, 1, file->used, file->stream) != file->used) fail(file);
  file->used = 0;
}

static char *reserve(SarTextFile *file, size_t length) {
  if (file->used + length > BUFFER_SIZE) drain(file);
  return file->buffer + file->used;
}

void sar_text_file_put(SarTextFile *file, const char *text) {
  for (size_t left = strlen(text); left;) {
    size_t part = left < BUFFER_SIZE ? left : BUFFER_SIZE;
    memcpy(reserve(file, part), text, part);
    file->used += part;
    text += part;
    left -= part;
  }
}

void sar_text_file_put_char(SarTextFile *file, char c) {
  *reserve(file, 1) = c;
  file->used++;
}

void sar_text_file_put_real(SarTextFile *file, double value) {
  file->used += (size_t)sar_format_real(reserve(file, SAR_NUMBER_SIZE), value);
}

void sar_text_file_put_int(SarTextFile *file, int64_t value) {
  file->used += (size_t)sar_format_int(reserve(file, SAR_NUMBER_SIZE), value);
}

SarStatus sar_text_file_flush(SarTextFile *file) {
  if (!file->stream) return file->status;
  drain(file);
  errno = 0;
  if (file->status == SAR_OK && fflush(file->stream) != 0) fail(file);
  return file->status;
}

SarStatus sar_text_file_close(SarTextFile *file) {
  sar_text_file_flush(file);
  errno = 0;
  if (file->stream && file->stream != stdout && fclose(file->stream) != 0) fail(file);
  SarStatus status = file->status;
  free(file->path);
  free(file->buffer);
  *file = (SarTextFile){.context = file->context, .status = status};
  return status;
}
