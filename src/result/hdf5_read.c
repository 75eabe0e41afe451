/* Facts and columns from an HDF5 file. Types, ranks and sizes are compared with what the sink writes before anything is
 * read, and no size is believed that the file cannot hold. */
#define _POSIX_C_SOURCE 200809L

#include "result/hdf5_read.h"

#include <hdf5.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "result/columns.h"
#include "result/crc32c.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/hdf5_cut.h"
#include "result/journal_code.h"
#include "result/steps.h"

#define CUT_REMEDY                                                        \
  "copy it again from where it is whole, or run the model again; what a " \
  "killed run left is in its `.part` file"

struct SarHdf5File {
  SarContext *context;
  SarSource source;
  SarArena *arena;
  hid_t file;
  SarSinkHeader header;
  char hash[SAR_HASH_TEXT_SIZE];
  int64_t rows, steps, events;
  bool no_memory; /* why a dataset could not be opened */
  bool cut;       /* read with a driver of its own, and `left` */
  SarDisk disk;
  hid_t driver;
  SarHdf5Left left;
};

static SarStatus foreign(const SarHdf5File *f, const char *what, const char *name) {
  if (f->no_memory) return sar_report_no_memory(f->context);
  if (f->cut) {
    return sar_report(f->context, SAR_INPUT, f->source, NULL, CUT_REMEDY,
                      "the file is cut short, %" PRId64 " of %" PRId64 " bytes are there, and no row of it can be read",
                      f->disk.end, f->disk.told);
  }
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
 * size that the file does not hold is a lie. In a file that was cut short that is found out in another way. */
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
            (f->cut || H5Dget_storage_size(dataset) / H5Tget_size(type) >= extent);
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
  bool there = !f->cut || size <= f->disk.end;
  uint8_t *bytes = there ? malloc((size_t)size + 1) : NULL;
  bool read = bytes && H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  H5Dclose(dataset);
  SarStatus status = !there   ? foreign(f, "the file is damaged in", SAR_HDF5_HEADER)
                     : !bytes ? sar_report_no_memory(f->context)
                     : read   ? decode_header(f, bytes, (size_t)size)
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

/* ---- what is left of a cut file ---- */

/* The values of a column that are left, and how many there were (0: not known). */
static SarStatus values_left(SarHdf5File *f, const char *column, int64_t *left, int64_t *all) {
  *left = *all = 0;
  hid_t dataset = open_dataset(f, column, H5T_FLOAT, all);
  if (f->no_memory) return sar_report_no_memory(f->context);
  if (dataset < 0) return SAR_OK;
  *left = sar_hdf5_values_left(dataset, *all);
  if (*left > f->disk.end / (int64_t)sizeof(double)) *left = 0; /* so many cannot be in the file */
  H5Dclose(dataset);
  return SAR_OK;
}

/* The columns of which the beginning is left, and the rows that all of them have. */
static SarStatus find_columns(SarHdf5File *f, const SarColumns *columns) {
  bool *kept = SAR_NEW(f->arena, columns->count, bool);
  if (!kept) return sar_report_no_memory(f->context);
  SAR_TRY(values_left(f, "time", &f->rows, &f->left.all_rows));
  for (int32_t i = 0; i < columns->count && f->rows; i++) {
    int64_t left = 0, all = 0;
    SAR_TRY(values_left(f, columns->names[i], &left, &all));
    kept[i] = left > 0;
    f->left.ncolumns += kept[i];
    if (kept[i] && left < f->rows) f->rows = left;
  }
  f->left.kept = kept;
  return f->left.ncolumns > 1 ? SAR_OK : foreign(f, "", ""); /* the time alone is not worth showing */
}

/* Values that all of these columns have. */
static SarStatus find_common(SarHdf5File *f, const char *const *names, int32_t count, int64_t *out, int64_t *all) {
  for (int32_t i = 0; i < count; i++) {
    int64_t left = 0, its = 0;
    SAR_TRY(values_left(f, names[i], &left, &its));
    if (i == 0 || left < *out) *out = left;
    if (i == 0) *all = its;
  }
  return SAR_OK;
}

static SarStatus read_left(SarHdf5File *f) {
  SarColumns columns;
  int64_t all_events = 0, numbers = 0;
  f->left = (SarHdf5Left){.bytes = f->disk.end, .told = f->disk.told};
  if (!get_int(f->file, SAR_HDF5_NUMBERS, &numbers) || numbers <= 0 || numbers > f->disk.end) return foreign(f, "", "");
  SAR_TRY(read_header(f));
  SarStatus status = sar_columns_create(f->context, &f->header, &columns);
  if (status == SAR_OK) status = find_columns(f, &columns);
  sar_columns_destroy(&columns);
  if (status != SAR_OK || f->header.kinematic) return status;
  SAR_TRY(find_common(f, sar_step_columns, SAR_STEP_COLUMNS, &f->steps, &f->left.all_steps));
  return f->header.nevents ? find_common(f, sar_hdf5_event_columns, SAR_EVENT_COLUMNS, &f->events, &all_events)
                           : SAR_OK;
}

const SarHdf5Left *sar_hdf5_left(const SarHdf5File *f) { return f->cut ? &f->left : NULL; }

/* ---- files ---- */

bool sar_hdf5_is_one(const char *path) {
  SarHdf5Silence before = sar_hdf5_enter();
  bool is = H5Fis_hdf5(path) > 0;
  sar_hdf5_leave(before);
  return is;
}

static SarStatus report_unreadable(const SarHdf5File *f) {
  if (f->disk.told > f->disk.end) {
    return sar_report(f->context, SAR_INPUT, f->source, NULL, CUT_REMEDY "; `sarrus page` shows what is left",
                      "the file is cut short: %" PRId64 " of %" PRId64 " bytes are there", f->disk.end, f->disk.told);
  }
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "give a results file of a run; what a killed one left is in its `.part` file",
                    "cannot be read as HDF5");
}

/* left: also of a file that was cut short */
static SarStatus open_file(SarHdf5File *f, const char *path, bool left) {
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status;
  bool cut = sar_hdf5_disk(path, &f->disk) && f->disk.told > f->disk.end;
  f->cut = cut && left;
  if (!f->cut) sar_disk_close(&f->disk);
  f->file = f->cut ? sar_hdf5_open_disk(&f->disk, &f->driver) : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (f->cut)
    status = f->file >= 0 ? read_left(f) : foreign(f, "", "");
  else
    status = f->file >= 0 ? read_facts(f) : report_unreadable(f);
  sar_hdf5_leave(before);
  return status;
}

static SarStatus open_any(SarContext *context, const char *path, bool left, SarHdf5File **out) {
  *out = NULL;
  SarHdf5File *f = calloc(1, sizeof *f);
  const char *name = sar_intern(context, path);
  if (!f || !name || !(f->arena = sar_arena_create())) {
    free(f);
    return sar_report_no_memory(context);
  }
  f->context = context;
  f->source = (SarSource){name, 0, 0};
  f->file = f->driver = H5I_INVALID_HID;
  f->disk.descriptor = -1;
  SarStatus status = sar_file_check_regular(context, path, NULL, f->source, "give a results file of a run");
  if (status == SAR_OK) status = open_file(f, path, left);
  if (status != SAR_OK) sar_hdf5_close(&f);
  *out = f;
  return status;
}

SarStatus sar_hdf5_open(SarContext *context, const char *path, SarHdf5File **out) {
  return open_any(context, path, false, out);
}

SarStatus sar_hdf5_open_left(SarContext *context, const char *path, SarHdf5File **out) {
  return open_any(context, path, true, out);
}

void sar_hdf5_close(SarHdf5File **file) {
  if (!file || !*file) return;
  SarHdf5Silence before = sar_hdf5_enter();
  if ((*file)->file >= 0) H5Fclose((*file)->file);
  if ((*file)->driver >= 0) H5FDunregister((*file)->driver);
  sar_disk_close(&(*file)->disk);
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
  if (f->header.kinematic || f->cut) return SAR_OK; /* it stands at the end */
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
