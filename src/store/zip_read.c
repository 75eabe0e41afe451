/* Reading zip archives, from their directory at the end. Nothing in them is trusted: every offset and size is checked
 * against the file, every name against leaving its folder, every file against its checksum. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/file.h"
#include "store/zip.h"
#include "store/zip_layout.h"

#define MOST ((uint64_t)1 << 31) /* bytes, unpacked: more is no FMU but an attack */
#define DENSEST 1032u            /* bytes that one byte can be unpacked to, by deflate */

typedef struct Entry {
  char *name;
  uint32_t crc, packed, size, offset;
  uint32_t method, flags;
} Entry;

struct SarZip {
  SarContext *context;
  SarSource from;
  char *shown;
  unsigned char *bytes;
  size_t count;
  Entry *entries;
  int32_t nentries;
};

static uint32_t get_u16(const unsigned char *p) { return p[0] | (uint32_t)p[1] << 8; }
static uint32_t get_u32(const unsigned char *p) { return get_u16(p) | get_u16(p + 2) << 16; }

static SarStatus refuse(const SarZip *z, const char *what) {
  return sar_report(z->context, SAR_INPUT, z->from, NULL, "get the file anew from where it was made", "%s %s", z->shown,
                    what);
}

static SarStatus damaged(const SarZip *z) { return refuse(z, "is no zip archive, or it is damaged"); }

/* ---- the file ---- */

static SarStatus load(SarZip *z, const char *path) {
  SAR_TRY(sar_file_check_regular(z->context, path, z->shown, z->from, "give the path of a file"));
  FILE *stream = fopen(path, "rb");
  struct stat facts;
  if (!stream || fstat(fileno(stream), &facts) != 0) {
    int reason = errno;
    if (stream) fclose(stream);
    return sar_file_report_unreadable(z->context, z->shown, z->from, reason);
  }
  size_t size = (size_t)facts.st_size;
  bool large = (uint64_t)facts.st_size > MOST;
  z->bytes = large ? NULL : malloc(size + 1);
  z->count = z->bytes ? fread(z->bytes, 1, size, stream) : 0;
  fclose(stream);
  if (large) return refuse(z, "is too large");
  return z->bytes ? SAR_OK : sar_report_no_memory(z->context);
}

/* The last record: it may have a comment behind it. */
static const unsigned char *find_end(const SarZip *z) {
  if (z->count < SAR_ZIP_END_SIZE) return NULL;
  size_t last = z->count - SAR_ZIP_END_SIZE, first = last > UINT16_MAX ? last - UINT16_MAX : 0;
  for (size_t at = last + 1; at-- > first;) {
    if (get_u32(z->bytes + at) == SAR_ZIP_END) return z->bytes + at;
  }
  return NULL;
}

/* ---- the directory ---- */

/* Parts between slashes: none may lead up or be empty, but for the last one of a folder. */
static bool is_inside(const char *name) {
  if (!name[0] || name[0] == '/') return false;
  for (const char *part = name; *part;) {
    size_t length = strcspn(part, "/");
    bool up = length == 2 && part[0] == '.' && part[1] == '.';
    if (length == 0 || up) return false;
    part += length + (part[length] == '/');
  }
  return true;
}

static SarStatus take_entry(SarZip *z, const unsigned char *head, size_t left, size_t *used) {
  if (left < SAR_ZIP_ENTRY_SIZE || get_u32(head) != SAR_ZIP_ENTRY) return damaged(z);
  size_t name = get_u16(head + 28);
  *used = SAR_ZIP_ENTRY_SIZE + name + get_u16(head + 30) + get_u16(head + 32);
  if (*used > left || memchr(head + SAR_ZIP_ENTRY_SIZE, 0, name)) return damaged(z);
  Entry *e = &z->entries[z->nentries++];
  *e = (Entry){.name = strndup((const char *)head + SAR_ZIP_ENTRY_SIZE, name),
               .flags = get_u16(head + 8),
               .method = get_u16(head + 10),
               .crc = get_u32(head + 16),
               .packed = get_u32(head + 20),
               .size = get_u32(head + 24),
               .offset = get_u32(head + 42)};
  if (!e->name) return sar_report_no_memory(z->context);
  for (char *c = e->name; (c = strchr(c, '\\'));) *c = '/'; /* as some programs for Windows write them */
  if (!is_inside(e->name)) return refuse(z, "has a file whose path leaves its folder: do not trust it");
  if (e->flags & SAR_ZIP_ENCRYPTED) return refuse(z, "is encrypted");
  if (e->method == SAR_ZIP_STORED || e->method == SAR_ZIP_DEFLATED) return SAR_OK;
  return refuse(z, "is packed in a way that is not known here: only deflate is");
}

static SarStatus read_directory(SarZip *z) {
  const unsigned char *end = find_end(z);
  if (!end) return damaged(z);
  size_t count = get_u16(end + 10), size = get_u32(end + 12), at = get_u32(end + 16);
  size_t last = (size_t)(end - z->bytes);
  uint64_t total = 0;
  if (at > last || size > last - at || count * SAR_ZIP_ENTRY_SIZE > size) return damaged(z);
  z->entries = calloc(count + 1, sizeof *z->entries);
  if (!z->entries) return sar_report_no_memory(z->context);
  for (size_t i = 0; i < count; i++) {
    size_t used = 0;
    SAR_TRY(take_entry(z, z->bytes + at, last - at, &used));
    total += z->entries[i].size;
    at += used;
  }
  return total > MOST ? refuse(z, "would be too large when it is unpacked") : SAR_OK;
}

SarStatus sar_zip_open(SarContext *context, const char *path, const char *shown, SarSource from, SarZip **out) {
  SarZip *z = *out = calloc(1, sizeof *z);
  if (!z) return sar_report_no_memory(context);
  *z = (SarZip){.context = context, .from = from, .shown = strdup(shown)};
  SarStatus status = z->shown ? load(z, path) : sar_report_no_memory(context);
  if (status == SAR_OK) status = read_directory(z);
  if (status != SAR_OK) sar_zip_close(out);
  return status;
}

void sar_zip_close(SarZip **zip) {
  SarZip *z = *zip;
  if (!z) return;
  for (int32_t i = 0; i < z->nentries; i++) free(z->entries[i].name);
  free(z->entries);
  free(z->bytes);
  free(z->shown);
  free(z);
  *zip = NULL;
}

const char *sar_zip_name(const SarZip *z, int32_t index) {
  return index >= 0 && index < z->nentries ? z->entries[index].name : NULL;
}

int32_t sar_zip_find(const SarZip *z, const char *name) {
  for (int32_t i = 0; i < z->nentries; i++) {
    if (strcmp(z->entries[i].name, name) == 0) return i;
  }
  return -1;
}

/* ---- files ---- */

/* Where the bytes of an entry begin, behind a header of its own; null: outside of the file. */
static const unsigned char *find_data(const SarZip *z, const Entry *e) {
  if (e->offset > z->count || z->count - e->offset < SAR_ZIP_FILE_SIZE) return NULL;
  const unsigned char *head = z->bytes + e->offset;
  size_t begin = e->offset + SAR_ZIP_FILE_SIZE + get_u16(head + 26) + get_u16(head + 28);
  if (get_u32(head) != SAR_ZIP_FILE || begin > z->count || z->count - begin < e->packed) return NULL;
  return z->bytes + begin;
}

static bool inflate_bytes(const unsigned char *from, const Entry *e, unsigned char *to) {
  z_stream stream = {.next_in = (z_const Bytef *)(uintptr_t)from, .avail_in = e->packed};
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return false;
  stream.next_out = to;
  stream.avail_out = e->size;
  int status = inflate(&stream, Z_FINISH);
  bool whole = status == Z_STREAM_END && stream.total_out == e->size;
  inflateEnd(&stream);
  return whole;
}

SarStatus sar_zip_read(SarZip *z, int32_t index, unsigned char **bytes, size_t *count) {
  const Entry *e = &z->entries[index];
  const unsigned char *data = find_data(z, e);
  *bytes = NULL;
  *count = 0;
  bool stored = e->method == SAR_ZIP_STORED;
  bool possible = stored ? e->packed == e->size : e->size <= ((uint64_t)e->packed + 1) * DENSEST;
  if (!data || !possible) return damaged(z);
  unsigned char *to = malloc((size_t)e->size + 1);
  if (!to) return sar_report_no_memory(z->context);
  bool good = stored || inflate_bytes(data, e, to);
  if (stored) memcpy(to, data, e->size);
  if (!good || (uint32_t)crc32(0, to, e->size) != e->crc) {
    free(to);
    return damaged(z);
  }
  to[e->size] = 0;
  *bytes = to;
  *count = e->size;
  return SAR_OK;
}

/* ---- unpacking ---- */

/* All folders above a file. */
static bool make_folders(char *path, size_t from) {
  for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    bool made = mkdir(path, 0700) == 0 || errno == EEXIST;
    *slash = '/';
    if (!made) return false;
  }
  return true;
}

static bool write_bytes(const char *path, const unsigned char *bytes, size_t count) {
  FILE *stream = fopen(path, "wb");
  bool good = stream && fwrite(bytes, 1, count, stream) == count;
  int reason = errno;
  if (stream && fclose(stream) != 0) return false;
  errno = reason;
  return good;
}

static SarStatus unpack(SarZip *z, int32_t index, const char *folder) {
  const char *name = z->entries[index].name;
  size_t length = strlen(folder), size = length + strlen(name) + 2, count;
  unsigned char *bytes = NULL;
  char *path = malloc(size);
  if (!path) return sar_report_no_memory(z->context);
  snprintf(path, size, "%s/%s", folder, name);
  bool is_folder = name[strlen(name) - 1] == '/';
  SarStatus status = is_folder ? SAR_OK : sar_zip_read(z, index, &bytes, &count);
  if (status == SAR_OK && !(make_folders(path, length + 1) && (is_folder || write_bytes(path, bytes, count)))) {
    status = sar_report_write(z->context, path, errno, NULL);
  }
  free(bytes);
  free(path);
  return status;
}

SarStatus sar_zip_unpack(SarZip *z, const char *folder) {
  for (int32_t i = 0; i < z->nentries; i++) SAR_TRY(unpack(z, i, folder));
  return SAR_OK;
}
