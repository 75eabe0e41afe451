/* Facts and columns from an HDF5 file. Types, ranks and sizes are compared with what the sink writes before anything is
 * read, and no size is believed that the file cannot hold. */
#define _POSIX_C_SOURCE 200809L

#include "result/hdf5_read.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "result/crc32c.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/journal_code.h"

struct SarHdf5File {
  SarContext *context;
  SarSource source;
  SarArena *arena;
  hid_t file;
  SarSinkHeader header;
  char hash[SAR_HASH_TEXT_SIZE];
  int64_t rows, steps, events;
  bool no_memory; /* why a dataset could not be opened */
};

static SarStatus foreign(const SarHdf5File *f, const char *what, const char *name) {
  if (f->no_memory) return sar_report_no_memory(f->context);
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "give a results file that `sarrus run` of this version wrote", "%s `%s`", what, name);
}

static bool get_int(hid_t object, const char *name, int64_t *out) {
  hid_t attribute = H5Aexists(object, name) > 0 ? H5Aopen(object, name, H5P_DEFAULT) : H5I_INVALID_HID;
  if (attribute < 0) return false;
  hid_t space = H5Aget_space(attribute), type = H5Aget_type(attribute);
  bool ok = space >= 0 && type >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(type) == H5T_INTEGER &&
            H5Aread(attribute, H5T_NATIVE_INT64, out) >= 0;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  H5Aclose(attribute);
  return ok;
}

/* ---- datasets ---- */

/* Whether all groups above a path and the path itself exist: HDF5 does not look for the first of them by itself. */
static bool exists(hid_t file, char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    bool there = H5Lexists(file, path, H5P_DEFAULT) > 0;
    *slash = '/';
    if (!there) return false;
  }
  return H5Lexists(file, path, H5P_DEFAULT) > 0;
}

/* An open dataset of one dimension and its size; negative if there is none of that class. Our chunks are all there: a
 * size that the file does not hold is a lie. */
static hid_t open_dataset(SarHdf5File *f, const char *column, H5T_class_t wanted, int64_t *size) {
  char *path = sar_hdf5_path(column);
  hid_t dataset = path && exists(f->file, path) ? H5Dopen2(f->file, path, H5P_DEFAULT) : H5I_INVALID_HID;
  f->no_memory = !path;
  free(path);
  if (dataset < 0) return dataset;
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  hsize_t extent = 0;
  bool ok = space >= 0 && type >= 0 && H5Tget_class(type) == wanted && H5Sget_simple_extent_ndims(space) == 1 &&
            H5Sget_simple_extent_dims(space, &extent, NULL) == 1 && extent <= INT64_MAX / 16 &&
            H5Dget_storage_size(dataset) / H5Tget_size(type) >= extent;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  *size = (int64_t)extent;
  if (ok) return dataset;
  H5Dclose(dataset);
  return H5I_INVALID_HID;
}

static SarStatus measure(SarHdf5File *f, const char *column, int64_t *size) {
  hid_t dataset = open_dataset(f, column, H5T_FLOAT, size);
  if (dataset < 0) return foreign(f, "the file has no right column", column);
  H5Dclose(dataset);
  return SAR_OK;
}

static SarStatus read_values(SarHdf5File *f, const char *column, int64_t first, int64_t count, double *values) {
  int64_t size = 0;
  hid_t dataset = open_dataset(f, column, H5T_FLOAT, &size);
  if (dataset < 0) return foreign(f, "the file has no right column", column);
  hsize_t start = (hsize_t)first, number = (hsize_t)count;
  bool inside = first >= 0 && count >= 0 && first <= size - count;
  hid_t memory = H5Screate_simple(1, &number, NULL), space = H5Dget_space(dataset);
  bool ok = inside && memory >= 0 && space >= 0 &&
            H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &number, NULL) >= 0 &&
            H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  H5Dclose(dataset);
  return ok ? SAR_OK : foreign(f, "the file is damaged in its column", column);
}

SarStatus sar_hdf5_read(SarHdf5File *f, const char *column, int64_t first, int64_t count, double *values) {
  if (!count) return SAR_OK;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = read_values(f, column, first, count, values);
  sar_hdf5_leave(before);
  return status;
}

SarStatus sar_hdf5_has(SarHdf5File *f, const char *column, bool *out) {
  char *path = sar_hdf5_path(column);
  if (!path) return sar_report_no_memory(f->context);
  SarHdf5Silence before = sar_hdf5_enter();
  *out = exists(f->file, path);
  sar_hdf5_leave(before);
  free(path);
  return SAR_OK;
}

/* ---- opening ---- */

/* Only what the checksum covers is believed. Strings of variable length are not even looked at: HDF5 crashes on damaged
 * ones. */
static SarStatus decode_header(SarHdf5File *f, const uint8_t *bytes, size_t size) {
  size_t head = SAR_HASH_TEXT_SIZE - 1, least = head + SAR_RECORD_TAIL;
  SarCrc32c crc;
  sar_crc32c_prepare(&crc);
  bool right = size >= least &&
               sar_crc32c(&crc, 0, bytes, size - SAR_RECORD_TAIL) == sar_get_u32(bytes + size - SAR_RECORD_TAIL);
  if (!right) return foreign(f, "the file is damaged in", SAR_HDF5_HEADER);
  memcpy(f->hash, bytes, head);
  SarStatus status = sar_header_decode(bytes + head, size - least, f->arena, &f->header);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(f->context);
  return status == SAR_OK ? SAR_OK : foreign(f, "the file is damaged in", SAR_HDF5_HEADER);
}

static SarStatus read_header(SarHdf5File *f) {
  int64_t size = 0;
  hid_t dataset = open_dataset(f, SAR_HDF5_HEADER, H5T_INTEGER, &size);
  if (dataset < 0) return foreign(f, "the file has no", SAR_HDF5_HEADER);
  uint8_t *bytes = malloc((size_t)size + 1);
  bool read = bytes && H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  H5Dclose(dataset);
  SarStatus status = !bytes ? sar_report_no_memory(f->context)
                     : read ? decode_header(f, bytes, (size_t)size)
                            : foreign(f, "the file is damaged in", SAR_HDF5_HEADER);
  free(bytes);
  return status;
}

static SarStatus read_facts(SarHdf5File *f) {
  SAR_TRY(read_header(f));
  SAR_TRY(measure(f, "time", &f->rows));
  if (f->header.kinematic) return SAR_OK;
  SAR_TRY(measure(f, "solver.time", &f->steps));
  return f->header.nevents ? measure(f, sar_hdf5_event_columns[SAR_EVENT_TIME], &f->events) : SAR_OK;
}

bool sar_hdf5_is_one(const char *path) {
  SarHdf5Silence before = sar_hdf5_enter();
  bool is = H5Fis_hdf5(path) > 0;
  sar_hdf5_leave(before);
  return is;
}

static SarStatus open_file(SarHdf5File *f, const char *path) {
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status;
  f->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (f->file >= 0) {
    status = read_facts(f);
  } else {
    status = sar_report(f->context, SAR_INPUT, f->source, NULL,
                        "give a results file of a run; what a killed one left is in its `.part` file",
                        "cannot be read as HDF5");
  }
  sar_hdf5_leave(before);
  return status;
}

SarStatus sar_hdf5_open(SarContext *context, const char *path, SarHdf5File **out) {
  *out = NULL;
  SarHdf5File *f = calloc(1, sizeof *f);
  const char *name = sar_intern(context, path);
  if (!f || !name || !(f->arena = sar_arena_create())) {
    free(f);
    return sar_report_no_memory(context);
  }
  f->context = context;
  f->source = (SarSource){name, 0, 0};
  f->file = H5I_INVALID_HID;
  SarStatus status = sar_file_check_regular(context, path, NULL, f->source, "give a results file of a run");
  if (status == SAR_OK) status = open_file(f, path);
  if (status != SAR_OK) sar_hdf5_close(&f);
  *out = f;
  return status;
}

void sar_hdf5_close(SarHdf5File **file) {
  if (!file || !*file) return;
  SarHdf5Silence before = sar_hdf5_enter();
  if ((*file)->file >= 0) H5Fclose((*file)->file);
  sar_hdf5_leave(before);
  sar_arena_destroy(&(*file)->arena);
  free(*file);
  *file = NULL;
}

const SarSinkHeader *sar_hdf5_header(const SarHdf5File *f) { return &f->header; }
const char *sar_hdf5_hash(const SarHdf5File *f) { return f->hash; }
int64_t sar_hdf5_rows(const SarHdf5File *f) { return f->rows; }
int64_t sar_hdf5_steps(const SarHdf5File *f) { return f->steps; }
int64_t sar_hdf5_events(const SarHdf5File *f) { return f->events; }

/* ---- the checkpoint ---- */

static SarStatus read_checkpoint(SarHdf5File *f, hid_t dataset, int64_t size, SarArena *arena, SarHdf5Checkpoint *out) {
  uint8_t *bytes = SAR_NEW(arena, size, uint8_t);
  if (!bytes) return sar_report_no_memory(f->context);
  bool ok = get_int(dataset, "rows", &out->rows) && get_int(dataset, "steps", &out->steps) && out->rows >= 0 &&
            out->rows <= f->rows && out->steps >= 0 && out->steps <= f->steps &&
            (!size || H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
  if (!ok) return foreign(f, "the file is damaged in", "solver.checkpoint");
  out->bytes = bytes;
  out->count = (size_t)size;
  return SAR_OK;
}

SarStatus sar_hdf5_checkpoint(SarHdf5File *f, SarArena *arena, SarHdf5Checkpoint *out) {
  *out = (SarHdf5Checkpoint){0};
  if (f->header.kinematic) return SAR_OK;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = SAR_OK;
  if (H5Lexists(f->file, "/solver/checkpoint", H5P_DEFAULT) > 0) {
    int64_t size = 0;
    hid_t dataset = open_dataset(f, "solver.checkpoint", H5T_INTEGER, &size);
    status = dataset >= 0 ? read_checkpoint(f, dataset, size, arena, out)
                          : foreign(f, "the file is damaged in", "solver.checkpoint");
    if (dataset >= 0) H5Dclose(dataset);
  }
  sar_hdf5_leave(before);
  return status;
}
