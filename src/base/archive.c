#include "base/archive.h"

#include <stdlib.h>
#include <string.h>

SarArchive sar_archive_save(void) { return (SarArchive){.loading = false}; }

/* Loading never writes to the bytes: the cast only lets one struct serve both directions. */
SarArchive sar_archive_load(const void *bytes, size_t count) {
  return (SarArchive){.loading = true, .bytes = (unsigned char *)bytes, .count = count};
}

void sar_archive_destroy(SarArchive *archive) {
  if (!archive->loading) free(archive->bytes);
  *archive = (SarArchive){0};
}

void sar_archive_rewind(SarArchive *archive) {
  archive->count = 0;
  archive->status = SAR_OK;
}

static bool make_room(SarArchive *archive, size_t more) {
  if (more <= archive->capacity - archive->count) return true;
  size_t capacity = 2 * archive->capacity + more + 4096;
  unsigned char *larger = capacity > more ? realloc(archive->bytes, capacity) : NULL;
  if (!larger) {
    archive->status = SAR_NO_MEMORY;
    return false;
  }
  archive->bytes = larger;
  archive->capacity = capacity;
  return true;
}

static void save(SarArchive *archive, const void *data, size_t count) {
  if (count == 0 || !make_room(archive, count)) return;
  memcpy(archive->bytes + archive->count, data, count);
  archive->count += count;
}

static void transfer(SarArchive *archive, void *data, size_t count) {
  if (archive->status != SAR_OK || count == 0) return;
  if (!archive->loading) {
    save(archive, data, count);
  } else if (count <= archive->count - archive->at) {
    memcpy(data, archive->bytes + archive->at, count);
    archive->at += count;
  } else {
    archive->status = SAR_INPUT;
  }
}

/* A number that must be the same when it comes back. */
static void expect(SarArchive *archive, uint64_t number) {
  uint64_t found = number;
  transfer(archive, &found, sizeof found);
  if (archive->status == SAR_OK && found != number) archive->status = SAR_INPUT;
}

void sar_archive_section(SarArchive *archive, const char *name) {
  uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
  for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  expect(archive, hash);
}

void sar_archive_bytes(SarArchive *archive, void *data, size_t count) {
  expect(archive, count);
  transfer(archive, data, count);
}

void sar_archive_inner(SarArchive *archive, SarArchive *inner) {
  uint64_t count = inner->count;
  transfer(archive, &count, sizeof count);
  if (archive->loading && archive->status == SAR_OK && count > archive->count - archive->at)
    archive->status = SAR_INPUT;
  if (archive->status != SAR_OK) return;
  if (!archive->loading) {
    transfer(archive, inner->bytes, inner->count);
    return;
  }
  sar_archive_rewind(inner);
  save(inner, archive->bytes + archive->at, (size_t)count);
  archive->at += (size_t)count;
  archive->status = inner->status;
}

void sar_archive_reals(SarArchive *archive, double *data, int64_t count) {
  sar_archive_bytes(archive, data, (size_t)count * sizeof *data);
}

void sar_archive_flag(SarArchive *archive, bool *flag) {
  unsigned char byte = *flag;
  transfer(archive, &byte, 1);
  if (archive->status == SAR_OK && byte > 1) archive->status = SAR_INPUT;
  if (archive->status == SAR_OK) *flag = byte;
}

void sar_archive_int(SarArchive *archive, int32_t *value, int32_t least, int32_t most) {
  int32_t number = *value;
  transfer(archive, &number, sizeof number);
  if (archive->status == SAR_OK && (number < least || number > most)) archive->status = SAR_INPUT;
  if (archive->status == SAR_OK) *value = number;
}

void sar_archive_save_reals(SarArchive *archive, const double *data, int64_t count) {
  size_t bytes = (size_t)count * sizeof *data;
  expect(archive, bytes);
  if (archive->status == SAR_OK && bytes > 0) save(archive, data, bytes);
}

SarStatus sar_archive_end(SarArchive *archive) {
  if (archive->status == SAR_OK && archive->loading && archive->at != archive->count) archive->status = SAR_INPUT;
  return archive->status;
}
