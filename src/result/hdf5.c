/* Results as HDF5: `/time`, one dataset `/<element>/<quantity>` per column with its `unit`, the solver's steps on their
 * own grid under `/solver`, and facts about the run as attributes of `/`.
 *
 * Rows gather in a buffer of one chunk per column and go to the file chunk by chunk, so memory is bounded however long
 * the run is. The same run gives the same bytes: no time stamps, no uninitialised padding. The attribute `hash` is the
 * 128-bit FNV-1a of, in this order, the model text, the parameters as JSON and the method, each with its final zero,
 * and every row (time and all columns, in the model's units, eight bytes each, lowest first).
 *
 * HDF5 keeps a stack of errors per thread and prints it by default; here it is silenced around the calls. The bytes go
 * through a driver of our own (hdf5_driver.c). */
#define _POSIX_C_SOURCE 200809L

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "result/columns.h"
#include "result/disk.h"
#include "result/facts.h"
#include "result/hash.h"
#include "result/hdf5_driver.h"
#include "result/text_file.h"

#define BUFFER_BYTES ((int64_t)64 << 20)
#define CHUNK_ROWS_MAX 1024 /* a run with the default output has 1001 rows: one chunk */
#define CHUNK_ROWS_MIN 16
#define DESCRIPTION_SIZE 160

static const char indeterminate_note[] = "redundant constraints share this load; the share of least norm is given";

enum { STEP_TIME, STEP_SIZE, STEP_ITERATIONS, STEP_ORDER, STEP_ERROR, STEP_REJECTIONS, STEP_COLUMNS };

/* One set of datasets that grow together. They are closed between writes: an open one costs HDF5 twenty kilobytes, and
 * a model may have a million columns. */
typedef struct Group {
  const char *const *names; /* of the columns */
  double *buffer;           /* chunk values of each dataset, one dataset after the other */
  int32_t count, chunk, buffered;
  int64_t rows; /* already in the file */
} Group;

typedef struct File {
  SarContext *context;
  char *path;
  SarColumns columns;
  SarDisk disk;
  hid_t file, driver;
  Group rows, steps;
  hid_t access; /* of datasets */
  SarHash hash;
  SarStatus status; /* the first failure */
} File;

/* ---- errors ---- */

typedef struct Silence {
  H5E_auto2_t function;
  void *data;
} Silence;

static Silence silence(void) {
  Silence before = {0};
  H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

static void speak_again(Silence before) { H5Eset_auto2(H5E_DEFAULT, before.function, before.data); }

static herr_t copy_description(unsigned depth, const H5E_error2_t *error, void *data) {
  if (depth == 0 && error->desc) snprintf(data, DESCRIPTION_SIZE, "%s", error->desc);
  return 0;
}

/* The system's reason if there is one, else the innermost description on HDF5's stack of errors. */
static SarStatus fail(File *f) {
  if (f->status != SAR_OK) return f->status;
  char description[DESCRIPTION_SIZE] = "HDF5 gives no reason";
  if (!f->disk.error) H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, copy_description, description);
  f->status = sar_report_write(f->context, f->path, f->disk.error, description);
  return f->status;
}

static SarStatus no_memory(File *f) {
  f->status = sar_report_no_memory(f->context);
  return f->status;
}

/* ---- pieces ---- */

/* Attributes are strings of variable length: no limit on the length of the model's text. */
static bool put_text(hid_t object, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  bool ok = type >= 0 && space >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
  hid_t attribute = ok ? H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
  ok = attribute >= 0 && H5Awrite(attribute, type, &text) >= 0;
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

/* Properties of the datasets of a group. */
typedef struct Properties {
  hid_t group, create, space;
} Properties;

static bool make_properties(int32_t chunk, Properties *p) {
  hsize_t none = 0, unlimited = H5S_UNLIMITED, size = (hsize_t)chunk;
  p->group = H5Pcreate(H5P_GROUP_CREATE);
  p->create = H5Pcreate(H5P_DATASET_CREATE);
  p->space = H5Screate_simple(1, &none, &unlimited);
  return p->group >= 0 && p->create >= 0 && p->space >= 0 && H5Pset_obj_track_times(p->group, false) >= 0 &&
         H5Pset_obj_track_times(p->create, false) >= 0 && H5Pset_chunk(p->create, 1, &size) >= 0;
}

static void close_properties(const Properties *p) {
  if (p->group >= 0) H5Pclose(p->group);
  if (p->create >= 0) H5Pclose(p->create);
  if (p->space >= 0) H5Sclose(p->space);
}

/* "crank.pin.x" -> "/crank/pin/x"; null when memory is exhausted */
static char *path_of(const char *column) {
  size_t length = strlen(column);
  char *path = malloc(length + 2);
  if (!path) return NULL;
  path[0] = '/';
  memcpy(path + 1, column, length + 1);
  for (char *c = path; *c; c++) {
    if (*c == '.') *c = '/';
  }
  return path;
}

/* The groups above a path that are not there yet. HDF5 would make them by itself, but with time stamps. */
static bool create_groups(const File *f, const Properties *p, char *path) {
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    bool ok = H5Lexists(f->file, path, H5P_DEFAULT) > 0;
    if (!ok) {
      hid_t group = H5Gcreate2(f->file, path, H5P_DEFAULT, p->group, H5P_DEFAULT);
      ok = group >= 0 && H5Gclose(group) >= 0;
    }
    *slash = '/';
    if (!ok) return false;
  }
  return true;
}

/* note: text of the attribute `indeterminate`, or null */
static bool create_dataset(const File *f, const Properties *p, const char *column, const char *unit, const char *note) {
  char *path = path_of(column);
  bool placed = path && create_groups(f, p, path);
  hid_t dataset =
      placed ? H5Dcreate2(f->file, path, H5T_IEEE_F64LE, p->space, H5P_DEFAULT, p->create, f->access) : H5I_INVALID_HID;
  free(path);
  if (dataset < 0) return false;
  bool ok = put_text(dataset, "unit", unit) && (!note || put_text(dataset, "indeterminate", note));
  return H5Dclose(dataset) >= 0 && ok;
}

/* Appends the buffered values of one dataset. */
static bool append(const File *f, const Group *group, int32_t index) {
  char *path = path_of(group->names[index]);
  hid_t dataset = path ? H5Dopen2(f->file, path, f->access) : H5I_INVALID_HID;
  free(path);
  if (dataset < 0) return false;
  hsize_t start = (hsize_t)group->rows, count = (hsize_t)group->buffered, size = start + count;
  bool extended = H5Dset_extent(dataset, &size) >= 0;
  hid_t memory = H5Screate_simple(1, &count, NULL), space = H5Dget_space(dataset);
  bool ok = extended && memory >= 0 && space >= 0 &&
            H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &count, NULL) >= 0 &&
            H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT,
                     group->buffer + (int64_t)index * group->chunk) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return H5Dclose(dataset) >= 0 && ok;
}

static SarStatus drain(File *f, Group *group) {
  if (f->status != SAR_OK || !group->buffered) return f->status;
  Silence before = silence();
  for (int32_t i = 0; i < group->count && f->status == SAR_OK; i++) {
    if (!append(f, group, i) || f->disk.error) fail(f);
  }
  speak_again(before);
  group->rows += group->buffered;
  group->buffered = 0;
  return f->status;
}

/* ---- opening ---- */

static SarStatus create_file(File *f) {
  if (!sar_disk_open(&f->disk, f->path)) return fail(f);
  SarDisk *disk = &f->disk;
  hid_t create = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  f->driver = H5FDregister(&sar_hdf5_driver);
  bool ok = create >= 0 && access >= 0 && f->driver >= 0 && H5Pset_obj_track_times(create, false) >= 0 &&
            H5Pset_driver(access, f->driver, &disk) >= 0 &&
            H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110) >= 0; /* small headers and indices */
  /* whole chunks are written: a cache only costs memory */
  f->access = H5Pcreate(H5P_DATASET_ACCESS);
  ok = ok && f->access >= 0 && H5Pset_chunk_cache(f->access, 1, 0, 1.0) >= 0;
  if (ok) f->file = H5Fcreate(f->path, H5F_ACC_TRUNC, create, access);
  if (create >= 0) H5Pclose(create);
  if (access >= 0) H5Pclose(access);
  return f->file >= 0 && !f->disk.error ? SAR_OK : fail(f);
}

static SarStatus put_facts(File *f, const SarSinkHeader *header) {
  char *parameters = sar_facts_parameters(header->model), *units = sar_facts_units(&header->model->units);
  const char *text = header->model->text ? header->model->text : "", *method = header->method ? header->method : "";
  if (!parameters || !units) {
    no_memory(f);
  } else if (!put_text(f->file, "model", text) || !put_text(f->file, "parameters", parameters) ||
             !put_text(f->file, "units", units) || !put_text(f->file, "version", sar_version()) ||
             !put_text(f->file, "method", method)) {
    fail(f);
  } else {
    sar_hash_text(&f->hash, text);
    sar_hash_text(&f->hash, parameters);
    sar_hash_text(&f->hash, method);
  }
  free(parameters);
  free(units);
  return f->status;
}

/* HDF5 writes whole chunks, the last one too: the rows expected (0: unknown) are shared out evenly among as few chunks
 * as the memory allows, so that little of the file is empty. */
static int32_t chunk_for(int32_t ncolumns, int64_t expected) {
  int64_t rows = BUFFER_BYTES / ((int64_t)sizeof(double) * ncolumns);
  if (rows > CHUNK_ROWS_MAX) rows = CHUNK_ROWS_MAX;
  if (rows < CHUNK_ROWS_MIN) rows = CHUNK_ROWS_MIN;
  if (expected > 0) {
    int64_t chunks = (expected + rows - 1) / rows;
    rows = (expected + chunks - 1) / chunks;
  }
  return (int32_t)(rows < CHUNK_ROWS_MIN ? CHUNK_ROWS_MIN : rows);
}

static SarStatus allocate(File *f, Group *group, int32_t count, int64_t expected) {
  group->chunk = chunk_for(count, expected);
  group->buffer = calloc((size_t)count * (size_t)group->chunk, sizeof(double));
  return group->buffer ? SAR_OK : no_memory(f);
}

static SarStatus create_rows(File *f, int64_t expected) {
  Group *group = &f->rows;
  Properties properties;
  group->names = f->columns.names;
  SAR_TRY(allocate(f, group, f->columns.count, expected));
  bool ok = make_properties(group->chunk, &properties);
  for (int32_t i = 0; i < f->columns.count && ok; i++) {
    const char *note = f->columns.indeterminate[i] ? indeterminate_note : NULL;
    ok = create_dataset(f, &properties, f->columns.names[i], f->columns.units[i], note);
    group->count += ok;
  }
  if (!ok) fail(f);
  close_properties(&properties);
  return f->status;
}

static SarStatus create_steps(File *f) {
  static const char *const names[STEP_COLUMNS] = {"solver.time",  "solver.step",  "solver.iterations",
                                                  "solver.order", "solver.error", "solver.rejections"};
  Group *group = &f->steps;
  Properties properties;
  group->names = names;
  SAR_TRY(allocate(f, group, STEP_COLUMNS, 0));
  bool ok = make_properties(group->chunk, &properties);
  for (int32_t i = 0; i < STEP_COLUMNS && ok; i++) {
    const char *unit = i == STEP_TIME || i == STEP_SIZE ? f->columns.units[0] : "1";
    ok = create_dataset(f, &properties, names[i], unit, NULL);
    group->count += ok;
  }
  if (!ok) fail(f);
  close_properties(&properties);
  return f->status;
}

/* ---- the sink ---- */

static SarStatus begin(void *self, const SarSinkHeader *header) {
  File *f = self;
  f->status = sar_columns_create(f->context, header, &f->columns);
  if (f->status != SAR_OK) return f->status;
  Silence before = silence();
  SarStatus status = create_file(f);
  if (status == SAR_OK) status = put_facts(f, header);
  if (status == SAR_OK) status = create_rows(f, header->rows_expected);
  if (status == SAR_OK && !header->kinematic) create_steps(f);
  speak_again(before);
  return f->status;
}

static SarStatus row(void *self, double time, const double *values) {
  File *f = self;
  Group *group = &f->rows;
  if (f->status != SAR_OK) return f->status;
  double *place = group->buffer + group->buffered;
  sar_columns_convert(&f->columns, time, values, place, group->chunk);
  for (int32_t i = 0; i < f->columns.count; i++) sar_hash_real(&f->hash, place[(int64_t)i * group->chunk]);
  return ++group->buffered == group->chunk ? drain(f, group) : SAR_OK;
}

static SarStatus step(void *self, const SarStepRecord *record) {
  File *f = self;
  Group *group = &f->steps;
  if (f->status != SAR_OK || !group->count) return f->status;
  double second = f->columns.factors[0];
  const double values[STEP_COLUMNS] = {
      [STEP_TIME] = record->time / second, [STEP_SIZE] = record->step / second, [STEP_ITERATIONS] = record->iterations,
      [STEP_ORDER] = record->order,        [STEP_ERROR] = record->error,        [STEP_REJECTIONS] = record->rejections};
  for (int32_t i = 0; i < STEP_COLUMNS; i++) group->buffer[(int64_t)i * group->chunk + group->buffered] = values[i];
  return ++group->buffered == group->chunk ? drain(f, group) : SAR_OK;
}

static void close_file(File *f) {
  Silence before = silence();
  bool ok = true;
  if (f->access >= 0) H5Pclose(f->access);
  f->access = H5I_INVALID_HID;
  if (f->file >= 0) ok = H5Fclose(f->file) >= 0 && ok;
  if (f->driver >= 0) H5FDunregister(f->driver);
  sar_disk_close(&f->disk);
  f->file = f->driver = H5I_INVALID_HID;
  if (!ok || f->disk.error) fail(f);
  speak_again(before);
}

static SarStatus finish(void *self) {
  File *f = self;
  if (f->file < 0) return f->status;
  drain(f, &f->rows);
  drain(f, &f->steps);
  char text[SAR_HASH_TEXT_SIZE];
  sar_hash_print(f->hash, text);
  Silence before = silence();
  if (f->status == SAR_OK && !put_text(f->file, "hash", text)) fail(f);
  speak_again(before);
  close_file(f);
  return f->status;
}

static void destroy(void *self) {
  File *f = self;
  if (!f) return;
  close_file(f);
  sar_columns_destroy(&f->columns);
  free(f->rows.buffer);
  free(f->steps.buffer);
  free(f->path);
  free(f);
}

SarStatus sar_sink_hdf5(SarContext *context, const char *path, SarSink *out) {
  File *f = calloc(1, sizeof *f);
  char *copy = strdup(path);
  if (!f || !copy) {
    free(f);
    free(copy);
    return sar_report_no_memory(context);
  }
  *f = (File){.context = context,
              .path = copy,
              .disk = {.descriptor = -1},
              .file = H5I_INVALID_HID,
              .driver = H5I_INVALID_HID,
              .access = H5I_INVALID_HID,
              .hash = sar_hash()};
  *out = (SarSink){f, begin, row, step, finish, destroy};
  return SAR_OK;
}
