/* Writing zip archives: each file behind its own header, and the directory at the end. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/file.h"
#include "store/zip.h"
#include "store/zip_layout.h"

#define LEVEL 1          /* of 9: the code of an FMU then takes a third of the time, and becomes a fifth larger */
#define UNIX (3u << 8)   /* who made it: what stands in `mode` is of Unix */
#define MODE 0100644u    /* a plain file, for its owner to write and all to read */
#define FIRST_DAY 0x0021 /* 1 January 1980, the first day that the format knows */

typedef struct Entry {
  char *name;
  uint32_t crc, packed, size, offset;
  uint16_t method;
} Entry;

struct SarZipWriter {
  SarContext *context;
  FILE *stream;
  const char *path;
  Entry *entries;
  int32_t count, capacity;
  uint64_t written;
};

SarStatus sar_zip_begin(SarContext *context, FILE *stream, const char *path, SarZipWriter **out) {
  *out = calloc(1, sizeof **out);
  if (!*out) return sar_report_no_memory(context);
  **out = (SarZipWriter){.context = context, .stream = stream, .path = path};
  return SAR_OK;
}

static SarStatus put(SarZipWriter *w, const void *bytes, size_t count) {
  if (count && fwrite(bytes, 1, count, w->stream) != count) return sar_report_write(w->context, w->path, errno, NULL);
  w->written += count;
  if (w->written <= UINT32_MAX) return SAR_OK;
  return sar_report(w->context, SAR_INPUT, sar_nowhere(), NULL, "leave large files out of it",
                    "%s would have more than 4 GB", w->path);
}

static void put_u16(unsigned char *p, uint32_t value) {
  p[0] = (unsigned char)value;
  p[1] = (unsigned char)(value >> 8);
}

static void put_u32(unsigned char *p, uint32_t value) {
  put_u16(p, value & 0xffff);
  put_u16(p + 2, value >> 16);
}

/* What the header of a file and its entry in the directory have in common, from `version needed` on. */
static void put_common(unsigned char *p, const Entry *e) {
  put_u16(p, SAR_ZIP_VERSION);
  put_u16(p + 2, SAR_ZIP_UTF8);
  put_u16(p + 4, e->method);
  put_u16(p + 6, 0);
  put_u16(p + 8, FIRST_DAY);
  put_u32(p + 10, e->crc);
  put_u32(p + 14, e->packed);
  put_u32(p + 18, e->size);
  put_u16(p + 22, (uint32_t)strlen(e->name));
}

/* Deflated without a header of its own; *count is 0 where that would not be smaller. */
static SarStatus deflate_bytes(SarContext *context, const void *bytes, size_t size, unsigned char **out,
                               size_t *count) {
  z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)bytes, .avail_in = (uInt)size};
  *count = 0;
  *out = malloc(size + 1);
  if (!*out || deflateInit2(&stream, LEVEL, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    return sar_report_no_memory(context);
  }
  stream.next_out = *out;
  stream.avail_out = (uInt)size;
  if (deflate(&stream, Z_FINISH) == Z_STREAM_END) *count = stream.total_out;
  deflateEnd(&stream);
  return SAR_OK;
}

static SarStatus put_file(SarZipWriter *w, const Entry *e, const void *data) {
  unsigned char head[SAR_ZIP_FILE_SIZE] = {0};
  put_u32(head, SAR_ZIP_FILE);
  put_common(head + 4, e);
  SAR_TRY(put(w, head, sizeof head));
  SAR_TRY(put(w, e->name, strlen(e->name)));
  return put(w, data, e->packed);
}

SarStatus sar_zip_add(SarZipWriter *w, const char *name, const void *bytes, size_t count) {
  if (count > INT32_MAX || strlen(name) > UINT16_MAX || w->count == UINT16_MAX) {
    return sar_report(w->context, SAR_INPUT, sar_nowhere(), NULL, "leave large files out of it",
                      "%s cannot hold `%s`: there are too many files, or it is too large", w->path, name);
  }
  Entry *e = sar_append(&w->entries, &w->count, &w->capacity, sizeof *e);
  if (!e) return sar_report_no_memory(w->context);
  *e = (Entry){.name = strdup(name), .size = (uint32_t)count, .offset = (uint32_t)w->written};
  if (!e->name) return sar_report_no_memory(w->context);
  e->crc = (uint32_t)crc32(0, bytes, (uInt)count);
  unsigned char *packed = NULL;
  size_t size;
  SarStatus status = deflate_bytes(w->context, bytes, count, &packed, &size);
  e->method = size > 0 ? SAR_ZIP_DEFLATED : SAR_ZIP_STORED;
  e->packed = (uint32_t)(size > 0 ? size : count);
  if (status == SAR_OK) status = put_file(w, e, size > 0 ? packed : bytes);
  free(packed);
  return status;
}

static SarStatus put_directory(SarZipWriter *w) {
  uint64_t begin = w->written;
  for (int32_t i = 0; i < w->count; i++) {
    const Entry *e = &w->entries[i];
    unsigned char head[SAR_ZIP_ENTRY_SIZE] = {0};
    put_u32(head, SAR_ZIP_ENTRY);
    put_u16(head + 4, UNIX | SAR_ZIP_VERSION);
    put_common(head + 6, e);
    put_u32(head + 38, MODE << 16);
    put_u32(head + 42, e->offset);
    SAR_TRY(put(w, head, sizeof head));
    SAR_TRY(put(w, e->name, strlen(e->name)));
  }
  unsigned char end[SAR_ZIP_END_SIZE] = {0};
  put_u32(end, SAR_ZIP_END);
  put_u16(end + 8, (uint32_t)w->count);
  put_u16(end + 10, (uint32_t)w->count);
  put_u32(end + 12, (uint32_t)(w->written - begin));
  put_u32(end + 16, (uint32_t)begin);
  return put(w, end, sizeof end);
}

SarStatus sar_zip_end(SarZipWriter **writer, SarStatus status) {
  SarZipWriter *w = *writer;
  if (!w) return status;
  if (status == SAR_OK) status = put_directory(w);
  for (int32_t i = 0; i < w->count; i++) free(w->entries[i].name);
  free(w->entries);
  free(w);
  *writer = NULL;
  return status;
}
