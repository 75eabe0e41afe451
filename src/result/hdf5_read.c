/* Facts and columns from an HDF5 file. Types, ranks and sizes are compared with what the sink writes before anything is
 * read, and no size is believed that the file cannot hold. */
#define _POSIX_C_SOURCE 200809L

#include "result/hdf5_read.h"

#include <hdf5.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "result/columns.h"
#include "result/crc32c.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/hdf5_cut.h"
#include "result/hdf5_file.h"
#include "result/journal_code.h"
#include "result/steps.h"
#include "store/hdf5_guard.h"

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

static SarStatus measure(SarHdf5File *f, const char *column, int64_t *size) {
  hid_t dataset = sar_hdf5_open_series(f, column, H5T_FLOAT, size);
  if (dataset < 0) return sar_hdf5_report(f, "the file has no right column", column);
  H5Dclose(dataset);
  return SAR_OK;
}

static SarStatus read_values(SarHdf5File *f, const char *column, int64_t first, int64_t count, double *values) {
  int64_t size = 0;
  hid_t dataset = sar_hdf5_open_series(f, column, H5T_FLOAT, &size);
  if (dataset < 0) return sar_hdf5_report(f, "the file has no right column", column);
  hsize_t start = (hsize_t)first, number = (hsize_t)count;
  bool inside = first >= 0 && count >= 0 && first <= size - count;
  hid_t memory = H5Screate_simple(1, &number, NULL), space = H5Dget_space(dataset);
  bool ok = inside && memory >= 0 && space >= 0 &&
            H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &number, NULL) >= 0 &&
            H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, values) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  H5Dclose(dataset);
  return ok ? SAR_OK : sar_hdf5_report(f, "the file is damaged in its column", column);
}

SarStatus sar_hdf5_read(SarHdf5File *f, const char *column, int64_t first, int64_t count, double *values) {
  if (!count) return SAR_OK;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = read_values(f, column, first, count, values);
  sar_hdf5_leave(before);
  return status;
}

SarStatus sar_hdf5_read_column(SarHdf5File *f, int32_t column, int64_t first, int64_t count, double *values) {
  if (column == 0) return sar_hdf5_read(f, "time", first, count, values);
  if (!f->has_tables) return sar_hdf5_read(f, f->names.names[column], first, count, values);
  if (!count) return SAR_OK;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status =
      sar_hdf5_read_field(f, f->layout.tables_of[column - 1], f->layout.fields_of[column - 1], first, count, values);
  sar_hdf5_leave(before);
  return status;
}

bool sar_hdf5_has_tables(const SarHdf5File *f) { return f->has_tables; }

SarStatus sar_hdf5_has(SarHdf5File *f, const char *column, bool *out) {
  char *path = sar_hdf5_path(column);
  if (!path) return sar_report_no_memory(f->context);
  SarHdf5Silence before = sar_hdf5_enter();
  *out = sar_hdf5_has_own(f->file, path);
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
  if (!right) return sar_hdf5_report(f, "the file is damaged in", SAR_HDF5_HEADER);
  memcpy(f->hash, bytes, head);
  SarStatus status = sar_header_decode(bytes + head, size - least, f->arena, &f->header);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(f->context);
  return status == SAR_OK ? SAR_OK : sar_hdf5_report(f, "the file is damaged in", SAR_HDF5_HEADER);
}

static SarStatus read_header(SarHdf5File *f) {
  int64_t size = 0;
  hid_t dataset = sar_hdf5_open_series(f, SAR_HDF5_HEADER, H5T_INTEGER, &size);
  if (dataset < 0) return sar_hdf5_report(f, "the file has no", SAR_HDF5_HEADER);
  bool there = !f->cut || size <= f->disk.end;
  uint8_t *bytes = there ? malloc((size_t)size + 1) : NULL;
  bool read = bytes && H5Dread(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0;
  H5Dclose(dataset);
  SarStatus status = !there   ? sar_hdf5_report(f, "the file is damaged in", SAR_HDF5_HEADER)
                     : !bytes ? sar_report_no_memory(f->context)
                     : read   ? decode_header(f, bytes, (size_t)size)
                              : sar_hdf5_report(f, "the file is damaged in", SAR_HDF5_HEADER);
  free(bytes);
  return status;
}

static SarStatus read_layout(SarHdf5File *f) {
  int64_t layout = 0;
  f->has_tables = get_int(f->file, SAR_HDF5_LAYOUT, &layout);
  if (!f->has_tables) return sar_columns_create(f->context, &f->header, &f->names);
  if (layout == SAR_HDF5_TABLES) return sar_hdf5_prepare_tables(f);
  return sar_report(
      f->context, SAR_INPUT, f->source, NULL, "use the version of the program that wrote it",
      "the columns of the file are stored in a way that this program does not know (`layout` %" PRId64 ")", layout);
}

static SarStatus read_facts(SarHdf5File *f) {
  SAR_TRY(read_header(f));
  SAR_TRY(measure(f, "time", &f->rows));
  f->all_rows = f->rows;
  SAR_TRY(read_layout(f));
  if (f->header.kinematic) return SAR_OK;
  SAR_TRY(measure(f, "solver.time", &f->steps));
  return f->header.nevents ? measure(f, sar_hdf5_event_columns[SAR_EVENT_TIME], &f->events) : SAR_OK;
}

static SarStatus read_left(SarHdf5File *f) {
  int64_t numbers = 0;
  f->left = (SarHdf5Left){.bytes = f->disk.end, .told = f->disk.told};
  if (!get_int(f->file, SAR_HDF5_NUMBERS, &numbers) || numbers <= 0 || numbers > f->disk.end) {
    return sar_hdf5_report(f, "", "");
  }
  SAR_TRY(read_header(f));
  SAR_TRY(read_layout(f));
  return sar_hdf5_find_left(f);
}

const SarHdf5Left *sar_hdf5_left(const SarHdf5File *f) { return f->cut ? &f->left : NULL; }

/* ---- files ---- */

bool sar_hdf5_is_built_in(void) { return true; }

bool sar_hdf5_is_one(const char *path) {
  SarHdf5Silence before = sar_hdf5_enter();
  bool is = H5Fis_hdf5(path) > 0;
  sar_hdf5_leave(before);
  return is;
}

static SarStatus report_unreadable(const SarHdf5File *f) {
  if (f->disk.told > f->disk.end) {
    return sar_report(f->context, SAR_INPUT, f->source, NULL, SAR_HDF5_CUT_REMEDY "; `sarrus page` shows what is left",
                      "the file is cut short: %" PRId64 " of %" PRId64 " bytes are there", f->disk.end, f->disk.told);
  }
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "give a results file of a run; what a killed one left is in its `.part` file",
                    "cannot be read as HDF5");
}

/* The bytes that HDF5 reads, of the same file even if another one has got its name meanwhile. */
static void use_descriptor(SarHdf5File *f) {
  void *handle = NULL;
  struct stat facts;
  sar_disk_close(&f->disk);
  f->disk = (SarDisk){.descriptor = -1};
  if (H5Fget_vfd_handle(f->file, H5P_DEFAULT, &handle) < 0 || !handle) return;
  int descriptor = *(const int *)handle;
  if (fstat(descriptor, &facts) == 0) {
    f->disk = (SarDisk){.descriptor = descriptor, .end = facts.st_size, .told = facts.st_size};
  }
}

/* left: also of a file that was cut short */
static SarStatus open_file(SarHdf5File *f, const char *path, bool left) {
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status;
  bool cut = sar_hdf5_disk(path, &f->disk) && f->disk.told > f->disk.end;
  f->cut = cut && left;
  f->file = f->cut ? sar_hdf5_open_disk(&f->disk, &f->driver) : H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (!f->cut && f->file >= 0) use_descriptor(f);
  if (f->cut)
    status = f->file >= 0 ? read_left(f) : sar_hdf5_report(f, "", "");
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
  SarHdf5File *f = *file;
  SarHdf5Silence before = sar_hdf5_enter();
  bool opened_here = f->cut || f->file < 0; /* else the descriptor is HDF5's */
  sar_hdf5_close_tables(f);
  if (f->file >= 0) H5Fclose(f->file);
  if (f->driver >= 0) H5FDunregister(f->driver);
  if (opened_here) sar_disk_close(&f->disk);
  sar_hdf5_leave(before);
  sar_columns_destroy(&f->names);
  sar_arena_destroy(&f->arena);
  free(f);
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
  if (!ok) return sar_hdf5_report(f, "the file is damaged in", "solver.checkpoint");
  out->bytes = bytes;
  out->count = (size_t)size;
  return SAR_OK;
}

SarStatus sar_hdf5_checkpoint(SarHdf5File *f, SarArena *arena, SarHdf5Checkpoint *out) {
  *out = (SarHdf5Checkpoint){0};
  if (f->header.kinematic || f->cut) return SAR_OK; /* it stands at the end */
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = SAR_OK;
  char path[] = "/solver/checkpoint";
  if (sar_hdf5_has_own(f->file, path)) {
    int64_t size = 0;
    hid_t dataset = sar_hdf5_open_series(f, "solver.checkpoint", H5T_INTEGER, &size);
    status = dataset >= 0 ? read_checkpoint(f, dataset, size, arena, out)
                          : sar_hdf5_report(f, "the file is damaged in", "solver.checkpoint");
    if (dataset >= 0) H5Dclose(dataset);
  }
  sar_hdf5_leave(before);
  return status;
}
