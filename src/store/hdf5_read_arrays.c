/* Arrays out of HDF5 files that nobody has to trust. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <hdf5.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/numbers.h"
#include "store/hdf5_access.h"
#include "store/hdf5_guard.h"
#include "store/hdf5_store.h"

#define LONGEST_TEXT 4096
#define LONGEST_PATH 256
/* Deflate makes at most 1032 bytes of one. */
#define DENSEST 1100
/* A chunk is held as a whole. */
#define LARGEST_CHUNK ((uint64_t)64 << 20)
#define IMAGE_GROWTH 65536 /* bytes by which a file in memory would grow: it does not */

struct SarStore {
  SarContext *context;
  SarSource source;
  const char *path, *remedy;
  hid_t file;
  uint64_t bytes; /* of the file */
};

/* ---- what is wrong ---- */

SarStatus sar_store_wrong(const SarStore *s, const char *format, ...) {
  char what[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  return sar_report(s->context, SAR_INPUT, s->source, NULL, s->remedy, "`%s`: %s", s->path, what);
}

/* Why a dataset was not opened. */
static SarStatus not_opened(const SarStore *s, const char *path, const char *refused) {
  if (!refused) return sar_store_wrong(s, "it has no array `%s`", path);
  return sar_report(s->context, SAR_INPUT, s->source, NULL,
                    "do not trust this file: it may lead to other files of yours", "`%s`: `%s` is not read: it %s",
                    s->path, path, refused);
}

/* ---- files ---- */

static SarStatus look_at_head(SarStore *s) {
  uint8_t head[SAR_HDF5_HEAD] = {0};
  FILE *stream = fopen(s->path, "rb");
  if (!stream) return sar_file_report_unreadable(s->context, s->path, s->source, errno);
  size_t count = fread(head, 1, sizeof head, stream);
  bool failed = ferror(stream) || fseek(stream, 0, SEEK_END) != 0;
  long end = failed ? -1 : ftell(stream);
  fclose(stream);
  if (end < 0) return sar_file_report_unreadable(s->context, s->path, s->source, EIO);
  s->bytes = (uint64_t)end;
  int64_t told = count == sizeof head ? sar_hdf5_told(head) : 0;
  if (told <= end) return SAR_OK;
  return sar_report(s->context, SAR_INPUT, s->source, NULL, "copy it again from where it is whole, or make it again",
                    "`%s` is cut short: %ld of %" PRId64 " bytes are there", s->path, end, told);
}

static SarStatus open_store(SarStore *s) {
  SAR_TRY(sar_file_check_regular(s->context, s->path, s->path, s->source, s->remedy));
  SAR_TRY(look_at_head(s));
  SarHdf5Silence before = sar_hdf5_enter();
  s->file = H5Fopen(s->path, H5F_ACC_RDONLY, H5P_DEFAULT);
  sar_hdf5_leave(before);
  return s->file >= 0 ? SAR_OK : sar_store_wrong(s, "it cannot be read as HDF5");
}

static SarStatus create(SarContext *context, SarSource source, const char *path, const char *remedy, SarStore **out) {
  SarStore *s = *out = calloc(1, sizeof *s);
  if (!s) return sar_report_no_memory(context);
  *s = (SarStore){.context = context, .source = source, .path = path, .remedy = remedy, .file = H5I_INVALID_HID};
  return SAR_OK;
}

SarStatus sar_store_open(SarContext *context, SarSource source, const char *path, const char *remedy, SarStore **out) {
  SAR_TRY(create(context, source, path, remedy, out));
  return open_store(*out);
}

/* HDF5 takes a copy of the bytes, and does not write to them. It refuses names of files that there are, and takes
 * files of the same name for the same one: below /dev/null there is none, and other bytes stand elsewhere. */
SarStatus sar_store_open_image(SarContext *context, SarSource source, const char *name, const void *bytes, size_t size,
                               const char *remedy, SarStore **out) {
  SAR_TRY(create(context, source, name, remedy, out));
  SarStore *s = *out;
  char own[64];
  snprintf(own, sizeof own, "/dev/null/%" PRIxPTR, (uintptr_t)bytes);
  s->bytes = size;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  bool ok = access >= 0 && H5Pset_fapl_core(access, IMAGE_GROWTH, false) >= 0 &&
            H5Pset_file_image(access, (void *)(uintptr_t)bytes, size) >= 0;
  if (ok) s->file = H5Fopen(own, H5F_ACC_RDONLY, access);
  if (access >= 0) H5Pclose(access);
  sar_hdf5_leave(before);
  return s->file >= 0 ? SAR_OK : sar_store_wrong(s, "it cannot be read as HDF5");
}

void sar_store_close(SarStore **store) {
  if (!*store) return;
  SarHdf5Silence before = sar_hdf5_enter();
  if ((*store)->file >= 0) H5Fclose((*store)->file);
  sar_hdf5_leave(before);
  free(*store);
  *store = NULL;
}

/* ---- attributes ---- */

static hid_t open_attribute(hid_t file, const char *name, H5T_class_t wanted, size_t *bytes) {
  hid_t attribute = H5Aexists(file, name) > 0 ? H5Aopen(file, name, H5P_DEFAULT) : H5I_INVALID_HID;
  if (attribute < 0) return attribute;
  hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
  bool ok = space >= 0 && type >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(type) == wanted &&
            H5Tcommitted(type) == 0 && (wanted != H5T_STRING || H5Tis_variable_str(type) == 0);
  *bytes = ok ? H5Tget_size(type) : 0;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  if (ok && *bytes && *bytes <= LONGEST_TEXT) return attribute;
  H5Aclose(attribute);
  return H5I_INVALID_HID;
}

bool sar_store_text(SarStore *s, const char *name, SarArena *arena, const char **text) {
  size_t bytes = 0;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t attribute = open_attribute(s->file, name, H5T_STRING, &bytes);
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
  char *room = type >= 0 ? SAR_NEW(arena, bytes + 1, char) : NULL;
  bool ok = room && H5Aread(attribute, type, room) >= 0;
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) H5Aclose(attribute);
  sar_hdf5_leave(before);
  *text = ok ? room : NULL;
  return ok;
}

bool sar_store_int(SarStore *s, const char *name, int64_t *value) {
  size_t bytes = 0;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t attribute = open_attribute(s->file, name, H5T_INTEGER, &bytes);
  bool ok = attribute >= 0 && bytes <= 8 && H5Aread(attribute, H5T_NATIVE_INT64, value) >= 0;
  if (attribute >= 0) H5Aclose(attribute);
  sar_hdf5_leave(before);
  return ok;
}

/* ---- arrays ---- */

/* HDF5 knows numbers of any width and layout; these are the ones that programs write. */
static bool fits(hid_t type, SarStoreType wanted) {
  const hid_t reals[] = {H5T_IEEE_F64LE, H5T_IEEE_F64BE, H5T_IEEE_F32LE, H5T_IEEE_F32BE};
  const hid_t small[] = {H5T_STD_I8LE,  H5T_STD_I8BE,  H5T_STD_U8LE,  H5T_STD_U8BE,  H5T_STD_I16LE,
                         H5T_STD_I16BE, H5T_STD_U16LE, H5T_STD_U16BE, H5T_STD_I32LE, H5T_STD_I32BE};
  const hid_t large[] = {H5T_STD_U32LE, H5T_STD_U32BE, H5T_STD_I64LE, H5T_STD_I64BE};
  if (wanted == SAR_STORE_BYTE) return H5Tequal(type, H5T_STD_U8LE) > 0;
  bool real = wanted == SAR_STORE_REAL || wanted == SAR_STORE_FLOAT, found = false;
  for (size_t i = 0; real && i < sizeof reals / sizeof *reals; i++) found = found || H5Tequal(type, reals[i]) > 0;
  for (size_t i = 0; !real && i < sizeof small / sizeof *small; i++) found = found || H5Tequal(type, small[i]) > 0;
  if (wanted != SAR_STORE_INT64) return found;
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) found = found || H5Tequal(type, large[i]) > 0;
  return found;
}

/* Chunks that are not too large, and all of them there: HDF5 fills with zeros what is not. */
static bool has_chunks(hid_t dataset, hid_t create, uint64_t size) {
  hsize_t chunk[SAR_STORE_RANK] = {0}, extent[SAR_STORE_RANK] = {0}, wanted = 1, there = 0;
  hid_t space = H5Dget_space(dataset);
  int rank = H5Pget_chunk(create, SAR_STORE_RANK, chunk);
  bool ok = space >= 0 && rank > 0 && rank <= SAR_STORE_RANK && H5Sget_simple_extent_ndims(space) == rank &&
            H5Sget_simple_extent_dims(space, extent, NULL) == rank;
  for (int i = 0; ok && i < rank; i++) {
    ok = chunk[i] && chunk[i] <= LARGEST_CHUNK / size;
    size *= chunk[i];
    wanted *= ok ? (extent[i] - 1) / chunk[i] + 1 : 1;
  }
  ok = ok && H5Dget_num_chunks(dataset, space, &there) >= 0 && there == wanted;
  if (space >= 0) H5Sclose(space);
  return ok;
}

/* Whether the bytes of the file can hold so many. */
bool sar_store_can_hold(const SarStore *s, int64_t dataset, uint64_t bytes) {
  hsize_t stored = H5Dget_storage_size(dataset);
  if (!bytes) return true;
  if (stored > s->bytes || stored < bytes / DENSEST) return false;
  hid_t create = H5Dget_create_plist(dataset), type = H5Dget_type(dataset);
  bool ok = create >= 0 && type >= 0 && H5Tget_size(type) > 0;
  if (ok) ok = H5Pget_layout(create) == H5D_CHUNKED ? has_chunks(dataset, create, H5Tget_size(type)) : stored == bytes;
  if (create >= 0) H5Pclose(create);
  if (type >= 0) H5Tclose(type);
  return ok;
}

/* Extents of the dataset; false: its rank is another one. */
static bool get_extents(hid_t dataset, int32_t rank, hsize_t extent[SAR_STORE_RANK]) {
  hid_t space = H5Dget_space(dataset);
  bool ok = space >= 0 && H5Sis_simple(space) > 0 && H5Sget_simple_extent_type(space) != H5S_NULL &&
            H5Sget_simple_extent_ndims(space) == rank && H5Sget_simple_extent_dims(space, extent, NULL) == rank;
  if (space >= 0) H5Sclose(space);
  return ok;
}

static SarStatus compare_extents(const SarStore *s, SarStored *array, const hsize_t *found, uint64_t *count) {
  *count = 1;
  for (int32_t i = 0; i < array->rank; i++) {
    if (array->extent[i] >= 0 && (hsize_t)array->extent[i] != found[i]) {
      return sar_store_wrong(s, "`%s` has %" PRIu64 " where %" PRId64 " fit the rest of the file (dimension %d)",
                             array->path, (uint64_t)found[i], array->extent[i], (int)i + 1);
    }
    if (found[i] && *count > INT64_MAX / 16 / found[i]) return sar_store_wrong(s, "`%s` is too large", array->path);
    array->extent[i] = (int64_t)found[i];
    *count *= found[i];
  }
  return SAR_OK;
}

/* Everything about it but its numbers. *count: of values. */
static SarStatus examine(const SarStore *s, hid_t dataset, SarStored *array, uint64_t *count) {
  static const char *const names[] = {"floating-point numbers", "floating-point numbers", "integers of at most 32 bits",
                                      "integers", "bytes"};
  hsize_t found[SAR_STORE_RANK] = {0};
  hid_t type = H5Dget_type(dataset);
  bool known = type >= 0 && fits(type, array->type);
  uint64_t bytes = known ? H5Tget_size(type) : 0;
  if (type >= 0) H5Tclose(type);
  if (!known) return sar_store_wrong(s, "`%s` must hold %s", array->path, names[array->type]);
  if (!get_extents(dataset, array->rank, found)) {
    return sar_store_wrong(s, "`%s` must have %d dimensions", array->path, (int)array->rank);
  }
  SAR_TRY(compare_extents(s, array, found, count));
  if (!sar_store_can_hold(s, dataset, *count * bytes)) {
    return sar_store_wrong(s, "`%s` says that it is larger than what the file holds", array->path);
  }
  return SAR_OK;
}

static hid_t open_array(const SarStore *s, const char *path, const char **refused) {
  char copy[LONGEST_PATH];
  snprintf(copy, sizeof copy, "%s", path);
  return sar_hdf5_open_packed(s->file, copy, refused);
}

int64_t sar_store_open_dataset(const SarStore *s, const char *path, SarStatus *why) {
  const char *refused = NULL;
  hid_t dataset = open_array(s, path, &refused);
  *why = dataset >= 0 ? SAR_OK : not_opened(s, path, refused);
  return dataset;
}

bool sar_store_has(SarStore *s, const char *path) {
  char copy[LONGEST_PATH];
  snprintf(copy, sizeof copy, "%s", path);
  SarHdf5Silence before = sar_hdf5_enter();
  bool has = sar_hdf5_has_own(s->file, copy);
  sar_hdf5_leave(before);
  return has;
}

SarStatus sar_store_look(SarStore *s, SarStored *array) {
  const char *refused = NULL;
  uint64_t count = 0;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t dataset = open_array(s, array->path, &refused);
  SarStatus status = dataset >= 0 ? examine(s, dataset, array, &count) : not_opened(s, array->path, refused);
  if (dataset >= 0) H5Dclose(dataset);
  sar_hdf5_leave(before);
  return status;
}

static bool is_wrong(double value, bool gaps) { return !isfinite(value) && !(gaps && isnan(value)); }

/* Which number is none; negative: all are. */
static int64_t find_wrong(SarStoreType type, const void *values, uint64_t count, bool gaps) {
  for (uint64_t i = 0; type == SAR_STORE_REAL && i < count; i++) {
    if (is_wrong(((const double *)values)[i], gaps)) return (int64_t)i;
  }
  for (uint64_t i = 0; type == SAR_STORE_FLOAT && i < count; i++) {
    if (is_wrong((double)((const float *)values)[i], gaps)) return (int64_t)i;
  }
  return -1;
}

static SarStatus read_values(const SarStore *s, hid_t dataset, SarStored *array, bool gaps, SarArena *arena,
                             const void **out) {
  uint64_t count = 0;
  SAR_TRY(examine(s, dataset, array, &count));
  void *values = sar_arena_alloc(arena, (size_t)count, sar_store_size(array->type));
  if (!values) return sar_report_no_memory(s->context);
  if (count && H5Dread(dataset, sar_store_memory_type(array->type), H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) {
    return sar_store_wrong(s, "`%s` is damaged", array->path);
  }
  int64_t wrong = find_wrong(array->type, values, count, gaps);
  if (wrong >= 0) {
    return sar_store_wrong(s, "number %" PRId64 " of `%s` is not finite, or too large", wrong + 1, array->path);
  }
  *out = values;
  return SAR_OK;
}

static SarStatus read_array(const SarStore *s, SarStored *array, bool gaps, SarArena *arena, const void **out) {
  const char *refused = NULL;
  *out = NULL;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t dataset = open_array(s, array->path, &refused);
  SarStatus status =
      dataset >= 0 ? read_values(s, dataset, array, gaps, arena, out) : not_opened(s, array->path, refused);
  if (dataset >= 0) H5Dclose(dataset);
  sar_hdf5_leave(before);
  return status;
}

SarStatus sar_store_read(SarStore *s, SarStored *array, SarArena *arena, const void **out) {
  return read_array(s, array, false, arena, out);
}

SarStatus sar_store_read_gaps(SarStore *s, SarStored *array, SarArena *arena, const void **out) {
  return read_array(s, array, true, arena, out);
}

/* ---- texts ---- */

static SarStatus read_texts(const SarStore *s, hid_t dataset, hid_t type, SarStored *array, SarArena *arena,
                            const char *const **texts) {
  hsize_t found[SAR_STORE_RANK] = {0};
  uint64_t count = 0;
  bool known = type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0;
  size_t bytes = known ? H5Tget_size(type) : 0;
  if (!bytes || bytes > LONGEST_TEXT || !get_extents(dataset, 1, found)) {
    return sar_store_wrong(s, "`%s` must be a list of texts of a fixed length, at most %d bytes", array->path,
                           LONGEST_TEXT);
  }
  SAR_TRY(compare_extents(s, array, found, &count));
  if (count > INT32_MAX || !sar_store_can_hold(s, dataset, count * bytes)) {
    return sar_store_wrong(s, "`%s` says that it is larger than what the file holds", array->path);
  }
  char *all = sar_arena_alloc(arena, (size_t)count + 1, bytes), **list = SAR_NEW(arena, count + 1, char *);
  if (!all || !list) return sar_report_no_memory(s->context);
  if (count && H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, all) < 0) {
    return sar_store_wrong(s, "`%s` is damaged", array->path);
  }
  for (uint64_t i = 0; i < count; i++) {
    list[i] = sar_arena_copy_text_n(arena, all + i * bytes, strnlen(all + i * bytes, bytes));
    if (!list[i]) return sar_report_no_memory(s->context);
  }
  *texts = (const char *const *)list;
  return SAR_OK;
}

SarStatus sar_store_texts(SarStore *s, const char *path, int64_t *count, SarArena *arena, const char *const **texts) {
  const char *refused = NULL;
  SarStored array = {.path = path, .rank = 1, .extent = {*count}};
  *texts = NULL;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t dataset = open_array(s, path, &refused);
  hid_t type = dataset >= 0 ? H5Dget_type(dataset) : H5I_INVALID_HID;
  SarStatus status = dataset >= 0 ? read_texts(s, dataset, type, &array, arena, texts) : not_opened(s, path, refused);
  if (type >= 0) H5Tclose(type);
  if (dataset >= 0) H5Dclose(dataset);
  sar_hdf5_leave(before);
  *count = array.extent[0];
  return status;
}
