/* Results as HDF5: `/time`, one dataset `/<element>/<quantity>` per column with its `unit`, the solver's steps on their
 * own grid under `/solver`, facts about the run as attributes of `/`, and the same
 * facts with a checksum for our own reading in `/sarrus-header`.
 *
 * Rows gather in a buffer of one chunk per column and go to the file chunk by chunk, so memory is bounded however long
 * the run is. The same run gives the same bytes: no time stamps, no uninitialised padding. The attribute `hash` is the
 * 128-bit FNV-1a of, in this order, the model text, the parameters as JSON and the method, each with its final zero,
 * and every row (time and all columns, in the model's units, eight bytes each, lowest first).
 *
 * Where things stand: all that HDF5 needs to find the datasets and `/sarrus-header` come first, the numbers follow, the
 * checkpoint is last. What is left of a file that was cut short can so be read (hdf5_cut.c).
 *
 * HDF5 keeps a stack of errors per thread and prints it by default; here it is silenced around the calls. The bytes go
 * through a driver of our own (hdf5_driver.c). */
#define _POSIX_C_SOURCE 200809L

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "result/columns.h"
#include "result/crc32c.h"
#include "result/disk.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/hdf5_driver.h"
#include "result/journal_code.h"
#include "result/steps.h"
#include "result/text_file.h"

#define BUFFER_BYTES ((int64_t)64 << 20)
#define CHUNK_ROWS_MAX 1024 /* a run with the default output has 1001 rows: one chunk */
#define CHUNK_ROWS_MIN 16
#define DESCRIPTION_SIZE 160
#define SOLVER_LINKS (SAR_STEP_COLUMNS + 2) /* and the events and the checkpoint */
#define LINK_NAME 10                        /* length of the longest of them */

static const char indeterminate_note[] = "redundant constraints share this load; the share of least norm is given";

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
  SarColumns columns, step_columns;
  SarDisk disk;
  hid_t file, driver;
  Group rows, steps, events;
  hid_t access; /* of datasets */
  SarHash hash;
  uint8_t *header; /* encoded */
  size_t header_size;
  void *checkpoint; /* the last one, or null */
  size_t checkpoint_size;
  int64_t checkpoint_rows, checkpoint_steps; /* that came before it */
  SarStatus status;                          /* the first failure */
} File;

/* ---- errors ---- */

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

/* An array of them; it may be empty. */
static bool put_texts(hid_t object, const char *name, const char *const *texts, int64_t number) {
  hsize_t size = (hsize_t)number;
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate_simple(1, &size, NULL);
  bool ok = type >= 0 && space >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
  hid_t attribute = ok ? H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
  ok = attribute >= 0 && (!number || H5Awrite(attribute, type, texts) >= 0);
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

static bool put_int(hid_t object, const char *name, int64_t value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute =
      space >= 0 ? H5Acreate2(object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
  bool ok = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &value) >= 0;
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  if (space >= 0) H5Sclose(space);
  return ok;
}

/* Properties of the datasets of a group. */
typedef struct Properties {
  hid_t group, create, space;
} Properties;

/* links: that a group gets at most, 0: not known. With their number the group keeps room for one that comes late. */
static bool make_properties(int32_t chunk, unsigned links, Properties *p) {
  hsize_t none = 0, unlimited = H5S_UNLIMITED, size = (hsize_t)chunk;
  p->group = H5Pcreate(H5P_GROUP_CREATE);
  p->create = H5Pcreate(H5P_DATASET_CREATE);
  p->space = H5Screate_simple(1, &none, &unlimited);
  return p->group >= 0 && p->create >= 0 && p->space >= 0 && H5Pset_obj_track_times(p->group, false) >= 0 &&
         H5Pset_obj_track_times(p->create, false) >= 0 && H5Pset_chunk(p->create, 1, &size) >= 0 &&
         (!links || H5Pset_est_link_info(p->group, links, LINK_NAME) >= 0);
}

static void close_properties(const Properties *p) {
  if (p->group >= 0) H5Pclose(p->group);
  if (p->create >= 0) H5Pclose(p->create);
  if (p->space >= 0) H5Sclose(p->space);
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
  char *path = sar_hdf5_path(column);
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
  char *path = sar_hdf5_path(group->names[index]);
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
  SarHdf5Silence before = sar_hdf5_enter();
  for (int32_t i = 0; i < group->count && f->status == SAR_OK; i++) {
    if (!append(f, group, i) || f->disk.error) fail(f);
  }
  sar_hdf5_leave(before);
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
            H5Pset_attr_phase_change(create, 16, 8) >= 0 && /* all facts stand in the header of the root */
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

/* The header as a journal has it, for reading: it gives the order of the columns, which groups that list their datasets
 * by name do not have, and a checksum, which strings of variable length in HDF5 do not have. */
static SarStatus keep_header(File *f, const SarSinkHeader *header) {
  f->header = sar_header_encode(header, &f->header_size);
  return f->header ? SAR_OK : no_memory(f);
}

/* A dataset of bytes. The one who wants to add to it gets it open. */
static hid_t put_bytes(const File *f, const char *path, const void *bytes, size_t count) {
  hsize_t size = count;
  hid_t create = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
  bool ok = create >= 0 && space >= 0 && H5Pset_obj_track_times(create, false) >= 0;
  hid_t dataset =
      ok ? H5Dcreate2(f->file, path, H5T_STD_U8LE, space, H5P_DEFAULT, create, H5P_DEFAULT) : H5I_INVALID_HID;
  ok = dataset >= 0 && (!size || H5Dwrite(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
  if (create >= 0) H5Pclose(create);
  if (space >= 0) H5Sclose(space);
  if (ok || dataset < 0) return dataset;
  H5Dclose(dataset);
  return H5I_INVALID_HID;
}

/* The hash, the header and the checksum of both, into the dataset that has been there from the beginning. */
static SarStatus put_header(File *f, hid_t dataset, const char hash[SAR_HASH_TEXT_SIZE]) {
  size_t head = SAR_HASH_TEXT_SIZE - 1, size = head + f->header_size + SAR_RECORD_TAIL;
  uint8_t *bytes = malloc(size);
  if (!bytes) return no_memory(f);
  SarCrc32c crc;
  sar_crc32c_prepare(&crc);
  memcpy(bytes, hash, head);
  memcpy(bytes + head, f->header, f->header_size);
  sar_put_u32(bytes + size - SAR_RECORD_TAIL, sar_crc32c(&crc, 0, bytes, size - SAR_RECORD_TAIL));
  if (H5Dwrite(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) < 0) fail(f);
  free(bytes);
  return f->status;
}

/* All get their place at the beginning, and what is in them at the end, when the hash is known: the header of the root
 * and its links are then never written anew behind the numbers. */
static SarStatus reserve_header(File *f) {
  static const char unknown[SAR_HASH_TEXT_SIZE] = "00000000000000000000000000000000";
  size_t size = sizeof unknown - 1 + f->header_size + SAR_RECORD_TAIL;
  uint8_t *zeros = calloc(size, 1);
  if (!zeros) return no_memory(f);
  hid_t dataset = put_bytes(f, SAR_HDF5_HEADER, zeros, size);
  free(zeros);
  bool ok = dataset >= 0 && H5Dclose(dataset) >= 0 && put_text(f->file, "hash", unknown) &&
            put_int(f->file, SAR_HDF5_NUMBERS, 0);
  return ok ? SAR_OK : fail(f);
}

static SarStatus fill_header(File *f, const char hash[SAR_HASH_TEXT_SIZE]) {
  hid_t dataset = H5Dopen2(f->file, SAR_HDF5_HEADER, H5P_DEFAULT);
  if (dataset < 0) return fail(f);
  put_header(f, dataset, hash);
  if (H5Dclose(dataset) < 0) fail(f);
  hid_t attribute = f->status == SAR_OK ? H5Aopen(f->file, "hash", H5P_DEFAULT) : H5I_INVALID_HID;
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
  bool ok = type >= 0 && H5Awrite(attribute, type, &hash) >= 0;
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  return ok ? f->status : fail(f);
}

/* Path and text of every included file, one after the other. */
static SarStatus put_files(File *f, const SarSinkHeader *header) {
  const char **texts = calloc(2 * (size_t)header->nfiles + 1, sizeof *texts);
  if (!texts) return no_memory(f);
  for (int32_t i = 0; i < header->nfiles; i++) {
    texts[2 * i] = header->files[i].path;
    texts[2 * i + 1] = header->files[i].text;
  }
  if (!put_texts(f->file, "files", texts, 2 * (int64_t)header->nfiles)) fail(f);
  free(texts);
  return f->status;
}

/* Name, path, version and hash of every plugin. */
static SarStatus put_plugins(File *f, const SarSinkHeader *header) {
  if (!header->nplugins) return SAR_OK;
  const char **texts = calloc(4 * (size_t)header->nplugins, sizeof *texts);
  if (!texts) return no_memory(f);
  for (int32_t i = 0; i < header->nplugins; i++) {
    const SarModelPlugin *plugin = &header->plugins[i];
    const char *own[4] = {plugin->name, plugin->path, plugin->version, plugin->hash};
    memcpy(texts + 4 * i, own, sizeof own);
  }
  if (!put_texts(f->file, "plugins", texts, 4 * (int64_t)header->nplugins)) fail(f);
  free(texts);
  return f->status;
}

static SarStatus put_facts(File *f, const SarSinkHeader *header) {
  const struct {
    const char *name, *text;
  } facts[] = {{"model", header->text},       {"parameters", header->parameters}, {"units", header->units_json},
               {"version", header->version},  {"method", header->method},         {"title", header->title},
               {"settings", header->settings}};
  bool ok = true;
  for (size_t i = 0; i < sizeof facts / sizeof *facts && ok; i++) ok = put_text(f->file, facts[i].name, facts[i].text);
  if (!ok) return fail(f);
  sar_hash_text(&f->hash, header->text);
  sar_hash_text(&f->hash, header->parameters);
  sar_hash_text(&f->hash, header->method);
  SAR_TRY(keep_header(f, header));
  SAR_TRY(put_files(f, header));
  SAR_TRY(put_plugins(f, header));
  return reserve_header(f);
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
  bool ok = make_properties(group->chunk, 0, &properties);
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
  Group *group = &f->steps;
  Properties properties;
  group->names = sar_step_columns;
  SAR_TRY(allocate(f, group, SAR_STEP_COLUMNS, 0));
  bool ok = make_properties(group->chunk, SOLVER_LINKS, &properties);
  for (int32_t i = 0; i < SAR_STEP_COLUMNS && ok; i++) {
    ok = create_dataset(f, &properties, sar_step_columns[i], f->step_columns.units[i], NULL);
    group->count += ok;
  }
  if (!ok) fail(f);
  close_properties(&properties);
  return f->status;
}

/* Which events there are: attributes of the group. */
static bool put_event_names(const File *f, const SarSinkHeader *header) {
  size_t count = (size_t)header->nevents;
  const char **texts = calloc(2 * count + 1, sizeof *texts);
  hid_t group = texts ? H5Gopen2(f->file, SAR_HDF5_EVENTS, H5P_DEFAULT) : H5I_INVALID_HID;
  for (size_t i = 0; texts && i < count; i++) {
    texts[i] = header->events[i].name;
    texts[count + i] = header->events[i].action;
  }
  bool ok = group >= 0 && put_texts(group, "names", texts, (int64_t)count) &&
            put_texts(group, "actions", texts + count, (int64_t)count);
  if (group >= 0) ok = H5Gclose(group) >= 0 && ok;
  free(texts);
  return ok;
}

static SarStatus create_events(File *f, const SarSinkHeader *header) {
  Group *group = &f->events;
  Properties properties;
  group->names = sar_hdf5_event_columns;
  SAR_TRY(allocate(f, group, SAR_EVENT_COLUMNS, 0));
  bool ok = make_properties(group->chunk, 0, &properties);
  for (int32_t i = 0; i < SAR_EVENT_COLUMNS && ok; i++) {
    ok = create_dataset(f, &properties, sar_hdf5_event_columns[i], i == SAR_EVENT_TIME ? f->columns.units[0] : "1",
                        NULL);
    group->count += ok;
  }
  if (!ok || !put_event_names(f, header)) fail(f);
  close_properties(&properties);
  return f->status;
}

/* HDF5 gives some of its structures their place only when it writes them: now, before the numbers. */
static SarStatus settle(File *f) {
  hsize_t size = 0;
  bool ok = H5Fflush(f->file, H5F_SCOPE_LOCAL) >= 0 && H5Fget_filesize(f->file, &size) >= 0;
  hid_t attribute = ok ? H5Aopen(f->file, SAR_HDF5_NUMBERS, H5P_DEFAULT) : H5I_INVALID_HID;
  int64_t place = (int64_t)size;
  ok = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &place) >= 0;
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  return ok && !f->disk.error ? SAR_OK : fail(f);
}

/* ---- the sink ---- */

static SarStatus begin(void *self, const SarSinkHeader *header) {
  File *f = self;
  f->status = sar_columns_create(f->context, header, &f->columns);
  if (f->status == SAR_OK) f->status = sar_step_columns_create(f->context, header, &f->step_columns);
  if (f->status != SAR_OK) return f->status;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = create_file(f);
  if (status == SAR_OK) status = put_facts(f, header);
  if (status == SAR_OK) status = create_rows(f, header->rows_expected);
  if (status == SAR_OK && !header->kinematic) status = create_steps(f);
  if (status == SAR_OK && !header->kinematic && header->nevents) create_events(f, header);
  if (f->status == SAR_OK) settle(f);
  sar_hdf5_leave(before);
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
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    double value = sar_step_value(record, i) / f->step_columns.factors[i];
    group->buffer[(int64_t)i * group->chunk + group->buffered] = value;
  }
  return ++group->buffered == group->chunk ? drain(f, group) : SAR_OK;
}

static SarStatus event(void *self, const SarEventRecord *record) {
  File *f = self;
  Group *group = &f->events;
  if (f->status != SAR_OK || !group->count) return f->status;
  const double values[SAR_EVENT_COLUMNS] = {[SAR_EVENT_TIME] = record->time / f->columns.factors[0],
                                            [SAR_EVENT_INDEX] = record->event,
                                            [SAR_EVENT_DIRECTION] = record->direction};
  for (int32_t i = 0; i < SAR_EVENT_COLUMNS; i++) {
    group->buffer[(int64_t)i * group->chunk + group->buffered] = values[i];
  }
  return ++group->buffered == group->chunk ? drain(f, group) : SAR_OK;
}

/* Kept until the end: only the last one goes to the file. */
static SarStatus checkpoint(void *self, const void *bytes, size_t count) {
  File *f = self;
  if (f->status != SAR_OK || !f->steps.count) return f->status;
  void *copy = malloc(count ? count : 1);
  if (!copy) return no_memory(f);
  if (count) memcpy(copy, bytes, count);
  free(f->checkpoint);
  f->checkpoint = copy;
  f->checkpoint_size = count;
  f->checkpoint_rows = f->rows.rows + f->rows.buffered;
  f->checkpoint_steps = f->steps.rows + f->steps.buffered;
  return SAR_OK;
}

static bool put_checkpoint(const File *f) {
  hid_t dataset = put_bytes(f, "/solver/checkpoint", f->checkpoint, f->checkpoint_size);
  if (dataset < 0) return false;
  bool ok = put_int(dataset, "rows", f->checkpoint_rows) && put_int(dataset, "steps", f->checkpoint_steps);
  return H5Dclose(dataset) >= 0 && ok;
}

static void close_file(File *f) {
  SarHdf5Silence before = sar_hdf5_enter();
  bool ok = true;
  if (f->access >= 0) H5Pclose(f->access);
  f->access = H5I_INVALID_HID;
  if (f->file >= 0) ok = H5Fclose(f->file) >= 0 && ok;
  if (f->driver >= 0) H5FDunregister(f->driver);
  sar_disk_close(&f->disk);
  f->file = f->driver = H5I_INVALID_HID;
  if (!ok || f->disk.error) fail(f);
  sar_hdf5_leave(before);
}

static SarStatus finish(void *self) {
  File *f = self;
  if (f->file < 0) return f->status;
  drain(f, &f->rows);
  drain(f, &f->steps);
  drain(f, &f->events);
  char text[SAR_HASH_TEXT_SIZE];
  sar_hash_print(f->hash, text);
  SarHdf5Silence before = sar_hdf5_enter();
  if (f->status == SAR_OK && f->checkpoint_size > 0 && !put_checkpoint(f)) fail(f);
  if (f->status == SAR_OK) fill_header(f, text);
  sar_hdf5_leave(before);
  close_file(f);
  return f->status;
}

static void destroy(void *self) {
  File *f = self;
  if (!f) return;
  close_file(f);
  sar_columns_destroy(&f->columns);
  sar_columns_destroy(&f->step_columns);
  free(f->rows.buffer);
  free(f->steps.buffer);
  free(f->events.buffer);
  free(f->checkpoint);
  free(f->header);
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
  *out = (SarSink){f, begin, row, step, finish, destroy, checkpoint, event};
  return SAR_OK;
}
