/* Results as HDF5: `/time`, one table per element (layout.h) with its `units`, the solver's steps on their own grid
 * under
 * `/solver`, facts about the run as attributes of `/`, and the same facts with a checksum for our own reading in
 * `/sarrus-header`.
 *
 * Rows gather in a buffer and go to the file in blocks, so memory is bounded however long the run is. The same run
 * gives the same bytes: no time stamps, no uninitialised padding. The attribute `hash` is the 128-bit FNV-1a of, in
 * this order, the model text, the parameters as JSON and the method, each with its final zero, and every row (time and
 * all columns, in the model's units, eight bytes each, lowest first).
 *
 * Where things stand: all that HDF5 needs to find the datasets and `/sarrus-header` come first, the numbers follow, the
 * checkpoint is last. What is left of a file that was cut short can so be read (hdf5_cut.c).
 *
 * HDF5 keeps a stack of errors per thread and prints it by default; here it is silenced around the calls. The bytes go
 * through a driver of our own (hdf5_driver.c). */
#define _POSIX_C_SOURCE 200809L

#include <hdf5.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "result/columns.h"
#include "result/crc32c.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/hdf5_series.h"
#include "result/hdf5_tables.h"
#include "result/journal_code.h"
#include "result/steps.h"
#include "result/text_file.h"
#include "store/disk.h"
#include "store/hdf5_driver.h"
#include "store/hdf5_put.h"

#define BUFFER_BYTES ((int64_t)64 << 20)
#define CHUNK_ROWS_MAX 1024 /* a run with the default output has 1001 rows: one chunk */
#define CHUNK_ROWS_MIN 16
#define MANY_TABLES 32
#define LARGE_BLOCK                                                                                                    \
  16384                    /* bytes in which HDF5 takes room for its structures then: little is left over between them \
                            */
#define SOLVER_BYTES 12288 /* what describes the time, the steps and the events takes */
#define STEPS_MOST 65536   /* in memory, where their number is known */
#define DESCRIPTION_SIZE 160
#define SOLVER_LINKS (SAR_STEP_COLUMNS + 2) /* and the events and the checkpoint */

static const char *const time_name[] = {"time"};

typedef struct File {
  SarContext *context;
  char *path;
  SarColumns columns, step_columns;
  SarDisk disk;
  SarHdf5Place place;
  hid_t driver;
  bool counted; /* it is known how many there will be: */
  SarSinkCounts counts;
  SarHdf5Tables tables;
  SarHdf5Series time, steps, events;
  double *row; /* one row in the model's units, the time first */
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

static SarStatus no_memory_left(File *f) {
  f->status = sar_report_no_memory(f->context);
  return f->status;
}

/* Whether HDF5 and the disk have done it. */
static SarStatus done(File *f, bool ok, bool no_memory) {
  if (f->status != SAR_OK) return f->status;
  if (no_memory) return no_memory_left(f);
  return ok && !f->disk.error ? SAR_OK : fail(f);
}

/* ---- buffers ---- */

static SarStatus drain(File *f, SarHdf5Series *series) {
  if (f->status != SAR_OK || !series->buffered) return f->status;
  SarHdf5Silence before = sar_hdf5_enter();
  done(f, sar_hdf5_series_drain(&f->place, series), false);
  sar_hdf5_leave(before);
  return f->status;
}

static SarStatus drain_rows(File *f) {
  drain(f, &f->time);
  if (f->status != SAR_OK || !f->tables.buffered) return f->status;
  SarHdf5Silence before = sar_hdf5_enter();
  done(f, sar_hdf5_tables_drain(&f->place, &f->tables), false);
  sar_hdf5_leave(before);
  return f->status;
}

/* One value of each column. Rows come first in the file: they are what a file that was cut short is good for. */
static SarStatus add(File *f, SarHdf5Series *series, const double *values) {
  for (int32_t i = 0; i < series->count; i++) {
    series->buffer[(int64_t)i * series->room + series->buffered] = values[i];
  }
  if (++series->buffered < series->room) return SAR_OK;
  if (f->counted && !f->tables.rows) SAR_TRY(drain_rows(f));
  return drain(f, series);
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
            (f->tables.layout.ntables < MANY_TABLES || H5Pset_meta_block_size(access, LARGE_BLOCK) >= 0) &&
            H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0; /* small headers, read since HDF5 1.8 */
  /* whole chunks are written: a cache only costs memory */
  f->place.access = H5Pcreate(H5P_DATASET_ACCESS);
  ok = ok && f->place.access >= 0 && H5Pset_chunk_cache(f->place.access, 1, 0, 1.0) >= 0;
  if (ok) f->place.file = H5Fcreate(f->path, H5F_ACC_TRUNC, create, access);
  if (create >= 0) H5Pclose(create);
  if (access >= 0) H5Pclose(access);
  return done(f, f->place.file >= 0, false);
}

/* The header as a journal has it, for reading: it gives the order of the columns, which groups that list their datasets
 * by name do not have, and a checksum, which strings of variable length in HDF5 do not have. */
static SarStatus keep_header(File *f, const SarSinkHeader *header) {
  f->header = sar_header_encode(header, &f->header_size);
  return f->header ? SAR_OK : no_memory_left(f);
}

/* The hash, the header and the checksum of both, into the dataset that has been there from the beginning. */
static SarStatus put_header(File *f, hid_t dataset, const char hash[SAR_HASH_TEXT_SIZE]) {
  size_t head = SAR_HASH_TEXT_SIZE - 1, size = head + f->header_size + SAR_RECORD_TAIL;
  uint8_t *bytes = malloc(size);
  if (!bytes) return no_memory_left(f);
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
  if (!zeros) return no_memory_left(f);
  hid_t dataset = sar_hdf5_put_bytes(f->place.file, SAR_HDF5_HEADER, zeros, size);
  free(zeros);
  bool ok = dataset >= 0 && H5Dclose(dataset) >= 0 && sar_hdf5_put_text(f->place.file, "hash", unknown) &&
            sar_hdf5_put_int(f->place.file, SAR_HDF5_LAYOUT, SAR_HDF5_TABLES) &&
            sar_hdf5_put_int(f->place.file, SAR_HDF5_NUMBERS, 0);
  return ok ? SAR_OK : fail(f);
}

static SarStatus fill_header(File *f, const char hash[SAR_HASH_TEXT_SIZE]) {
  hid_t dataset = H5Dopen2(f->place.file, SAR_HDF5_HEADER, H5P_DEFAULT);
  if (dataset < 0) return fail(f);
  put_header(f, dataset, hash);
  if (H5Dclose(dataset) < 0) fail(f);
  hid_t attribute = f->status == SAR_OK ? H5Aopen(f->place.file, "hash", H5P_DEFAULT) : H5I_INVALID_HID;
  hid_t type = attribute >= 0 ? H5Aget_type(attribute) : H5I_INVALID_HID;
  bool ok = type >= 0 && H5Awrite(attribute, type, &hash) >= 0;
  if (type >= 0) H5Tclose(type);
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  return ok ? f->status : fail(f);
}

/* Path and text of every included file, one after the other. */
static SarStatus put_files(File *f, const SarSinkHeader *header) {
  const char **texts = calloc(2 * (size_t)header->nfiles + 1, sizeof *texts);
  if (!texts) return no_memory_left(f);
  for (int32_t i = 0; i < header->nfiles; i++) {
    texts[2 * i] = header->files[i].path;
    texts[2 * i + 1] = header->files[i].text;
  }
  if (!sar_hdf5_put_texts(f->place.file, "files", texts, 2 * (int64_t)header->nfiles)) fail(f);
  free(texts);
  return f->status;
}

/* Name, path, version and hash of every plugin. */
static SarStatus put_plugins(File *f, const SarSinkHeader *header) {
  if (!header->nplugins) return SAR_OK;
  const char **texts = calloc(4 * (size_t)header->nplugins, sizeof *texts);
  if (!texts) return no_memory_left(f);
  for (int32_t i = 0; i < header->nplugins; i++) {
    const SarModelPlugin *plugin = &header->plugins[i];
    const char *own[4] = {plugin->name, plugin->path, plugin->version, plugin->hash};
    memcpy(texts + 4 * i, own, sizeof own);
  }
  if (!sar_hdf5_put_texts(f->place.file, "plugins", texts, 4 * (int64_t)header->nplugins)) fail(f);
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
  for (size_t i = 0; i < sizeof facts / sizeof *facts && ok; i++)
    ok = sar_hdf5_put_text(f->place.file, facts[i].name, facts[i].text);
  if (!ok) return fail(f);
  sar_hash_text(&f->hash, header->text);
  sar_hash_text(&f->hash, header->parameters);
  sar_hash_text(&f->hash, header->method);
  SAR_TRY(keep_header(f, header));
  SAR_TRY(put_files(f, header));
  SAR_TRY(put_plugins(f, header));
  return reserve_header(f);
}

/* ---- datasets ---- */

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

/* Room in memory for so many values of so many columns. */
static int32_t room_for(int32_t ncolumns, int64_t size) {
  int64_t room = BUFFER_BYTES / ((int64_t)sizeof(double) * ncolumns);
  if (room > size) room = size;
  if (room > INT32_MAX) room = INT32_MAX;
  return room < 1 ? 1 : (int32_t)room;
}

static bool asks_to_pack(const SarSinkHeader *header) {
  const char *line = strstr(header->settings, SAR_HDF5_PACK);
  return line && (line == header->settings || line[-1] == '\n');
}

/* Room for what describes the numbers, before the first of them; HDF5 has gathered what it has so far. */
static void reserve(File *f) {
  hsize_t size = 0;
  if (H5Fflush(f->place.file, H5F_SCOPE_LOCAL) < 0 || H5Fget_filesize(f->place.file, &size) < 0) return;
  f->disk.described = (int64_t)size;
  int64_t described = SOLVER_BYTES + sar_hdf5_tables_described(&f->tables.layout, &f->columns);
  if (f->tables.layout.ntables >= MANY_TABLES) described += LARGE_BLOCK;
  f->disk.numbers_from = (int64_t)size + described;
}

static SarStatus create_rows(File *f, const SarSinkHeader *header) {
  SarHdf5Tables *tables = &f->tables;
  int32_t chunk = chunk_for(f->columns.count, f->counted ? f->counts.rows : header->rows_expected);
  bool no_memory = false, packed = f->counted && asks_to_pack(header);
  SarHdf5Extent extent = {.size = f->counted ? f->counts.rows : -1, .chunk = f->counted ? 0 : chunk};
  tables->extent = packed ? (SarHdf5Extent){.size = extent.size, .chunk = chunk, .packed = true} : extent;
  tables->room = tables->extent.chunk ? chunk : room_for(f->columns.count, f->counts.rows);
  extent.early = f->counted; /* before the tables: without the time they are worth nothing */
  f->time = (SarHdf5Series){.extent = extent, .names = time_name, .count = 1, .room = tables->room};
  f->row = calloc((size_t)f->columns.count, sizeof *f->row);
  if (!f->row) return no_memory_left(f);
  if (f->counted) reserve(f);
  bool ok = sar_hdf5_series_create(&f->place, &f->time, f->columns.units, 0, &no_memory) &&
            sar_hdf5_tables_create(&f->place, tables, &f->columns, &no_memory);
  return done(f, ok, no_memory);
}

/* size: as many as there will be, if that is known */
static SarStatus create_series(File *f, SarHdf5Series *series, const char *const *names, const char *const *units,
                               int32_t count, int64_t size, unsigned links) {
  bool no_memory = false;
  int64_t room = f->counted ? size : CHUNK_ROWS_MAX;
  *series = (SarHdf5Series){.names = names,
                            .count = count,
                            .extent = {.size = f->counted ? size : -1, .chunk = f->counted ? 0 : CHUNK_ROWS_MAX},
                            .room = (int32_t)(room > STEPS_MOST ? STEPS_MOST
                                              : room < 1        ? 1
                                                                : room)};
  bool ok = sar_hdf5_series_create(&f->place, series, units, links, &no_memory);
  return done(f, ok, no_memory);
}

/* Which events there are: attributes of the group. */
static bool put_event_names(const File *f, const SarSinkHeader *header) {
  size_t count = (size_t)header->nevents;
  const char **texts = calloc(2 * count + 1, sizeof *texts);
  hid_t group = texts ? H5Gopen2(f->place.file, SAR_HDF5_EVENTS, H5P_DEFAULT) : H5I_INVALID_HID;
  for (size_t i = 0; texts && i < count; i++) {
    texts[i] = header->events[i].name;
    texts[count + i] = header->events[i].action;
  }
  bool ok = group >= 0 && sar_hdf5_put_texts(group, "names", texts, (int64_t)count) &&
            sar_hdf5_put_texts(group, "actions", texts + count, (int64_t)count);
  if (group >= 0) ok = H5Gclose(group) >= 0 && ok;
  free(texts);
  return ok;
}

static SarStatus create_events(File *f, const SarSinkHeader *header) {
  const char *units[SAR_EVENT_COLUMNS] = {"1", "1", "1"};
  units[SAR_EVENT_TIME] = f->columns.units[0];
  SAR_TRY(create_series(f, &f->events, sar_hdf5_event_columns, units, SAR_EVENT_COLUMNS, f->counts.events, 0));
  return done(f, put_event_names(f, header), false);
}

/* HDF5 gives some of its structures their place only when it writes them: now, before the numbers. */
static SarStatus settle(File *f) {
  hsize_t size = 0;
  bool ok = H5Fflush(f->place.file, H5F_SCOPE_LOCAL) >= 0 && H5Fget_filesize(f->place.file, &size) >= 0;
  hid_t attribute = ok ? H5Aopen(f->place.file, SAR_HDF5_NUMBERS, H5P_DEFAULT) : H5I_INVALID_HID;
  bool before = f->disk.numbers_from && f->disk.described <= f->disk.numbers_from;
  int64_t place = before ? f->disk.numbers_from : (int64_t)size;
  ok = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &place) >= 0;
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  return ok && !f->disk.error ? SAR_OK : fail(f);
}

/* ---- the sink ---- */

static SarStatus begin(void *self, const SarSinkHeader *header) {
  File *f = self;
  f->status = sar_columns_create(f->context, header, &f->columns);
  if (f->status == SAR_OK) f->status = sar_layout_create(f->context, header, &f->tables.layout);
  if (f->status == SAR_OK) f->status = sar_step_columns_create(f->context, header, &f->step_columns);
  if (f->status != SAR_OK) return f->status;
  SarHdf5Silence before = sar_hdf5_enter();
  SarStatus status = create_file(f);
  if (status == SAR_OK) status = put_facts(f, header);
  if (status == SAR_OK) status = create_rows(f, header);
  if (status == SAR_OK && !header->kinematic) {
    status = create_series(f, &f->steps, sar_step_columns, f->step_columns.units, SAR_STEP_COLUMNS, f->counts.steps,
                           SOLVER_LINKS);
  }
  if (status == SAR_OK && !header->kinematic && header->nevents) create_events(f, header);
  if (f->status == SAR_OK) settle(f);
  sar_hdf5_leave(before);
  return f->status;
}

/* More than were announced have no place. */
static bool is_full(const SarHdf5Series *series) {
  return series->extent.size >= 0 && series->rows + series->buffered >= series->extent.size;
}

static bool is_filled(const SarHdf5Series *series) {
  return series->extent.size < 0 || series->rows + series->buffered == series->extent.size;
}

static SarStatus wrong_count(File *f) {
  f->status = sar_report(f->context, SAR_IO, sar_nowhere(), NULL, "look at the disk",
                         "%s: other records came than were counted before (%" PRId64 " rows, %" PRId64
                         " steps, %" PRId64 " events)",
                         f->path, f->counts.rows, f->counts.steps, f->counts.events);
  return f->status;
}

static SarStatus row(void *self, double time, const double *values) {
  File *f = self;
  if (f->status != SAR_OK) return f->status;
  if (is_full(&f->time)) return wrong_count(f);
  sar_columns_convert(&f->columns, time, values, f->row, 1);
  sar_hash_reals(&f->hash, f->columns.count, f->row);
  f->time.buffer[f->time.buffered++] = f->row[0];
  sar_hdf5_tables_row(&f->tables, f->row + 1);
  return f->tables.buffered == f->tables.room ? drain_rows(f) : SAR_OK;
}

static SarStatus step(void *self, const SarStepRecord *record) {
  File *f = self;
  double values[SAR_STEP_COLUMNS];
  if (f->status != SAR_OK || !f->steps.count) return f->status;
  if (is_full(&f->steps)) return wrong_count(f);
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) values[i] = sar_step_value(record, i) / f->step_columns.factors[i];
  return add(f, &f->steps, values);
}

static SarStatus event(void *self, const SarEventRecord *record) {
  File *f = self;
  if (f->status != SAR_OK || !f->events.count) return f->status;
  if (is_full(&f->events)) return wrong_count(f);
  const double values[SAR_EVENT_COLUMNS] = {[SAR_EVENT_TIME] = record->time / f->columns.factors[0],
                                            [SAR_EVENT_INDEX] = record->event,
                                            [SAR_EVENT_DIRECTION] = record->direction};
  return add(f, &f->events, values);
}

/* Kept until the end: only the last one goes to the file. */
static SarStatus checkpoint(void *self, const void *bytes, size_t count) {
  File *f = self;
  if (f->status != SAR_OK || !f->steps.count) return f->status;
  void *copy = malloc(count ? count : 1);
  if (!copy) return no_memory_left(f);
  if (count) memcpy(copy, bytes, count);
  free(f->checkpoint);
  f->checkpoint = copy;
  f->checkpoint_size = count;
  f->checkpoint_rows = f->tables.rows + f->tables.buffered;
  f->checkpoint_steps = f->steps.rows + f->steps.buffered;
  return SAR_OK;
}

static bool put_checkpoint(const File *f) {
  hid_t dataset = sar_hdf5_put_bytes(f->place.file, "/solver/checkpoint", f->checkpoint, f->checkpoint_size);
  if (dataset < 0) return false;
  bool ok =
      sar_hdf5_put_int(dataset, "rows", f->checkpoint_rows) && sar_hdf5_put_int(dataset, "steps", f->checkpoint_steps);
  return H5Dclose(dataset) >= 0 && ok;
}

static void close_file(File *f) {
  SarHdf5Silence before = sar_hdf5_enter();
  bool ok = true;
  sar_hdf5_tables_close(&f->tables);
  if (f->place.access >= 0) H5Pclose(f->place.access);
  f->place.access = H5I_INVALID_HID;
  if (f->place.file >= 0) ok = H5Fclose(f->place.file) >= 0 && ok;
  if (f->driver >= 0) H5FDunregister(f->driver);
  sar_disk_close(&f->disk);
  f->place.file = f->driver = H5I_INVALID_HID;
  if (!ok || f->disk.error) fail(f);
  sar_hdf5_leave(before);
}

static SarStatus finish(void *self) {
  File *f = self;
  if (f->place.file < 0) return f->status;
  bool filled =
      is_filled(&f->time) && (!f->steps.count || is_filled(&f->steps)) && (!f->events.count || is_filled(&f->events));
  if (f->status == SAR_OK && !filled) wrong_count(f);
  drain_rows(f);
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
  free(f->row);
  free(f->time.buffer);
  free(f->steps.buffer);
  free(f->events.buffer);
  free(f->checkpoint);
  free(f->header);
  free(f->path);
  free(f);
}

SarStatus sar_sink_hdf5_counted(SarContext *context, const char *path, const SarSinkCounts *counts, SarSinkWatch watch,
                                SarSink *out) {
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
              .place = {H5I_INVALID_HID, H5I_INVALID_HID, NULL, watch},
              .driver = H5I_INVALID_HID,
              .counted = counts != NULL,
              .hash = sar_hash()};
  if (counts) f->counts = *counts;
  f->place.disk = &f->disk;
  *out = (SarSink){f, begin, row, step, finish, destroy, checkpoint, event, NULL, NULL};
  return SAR_OK;
}

SarStatus sar_sink_hdf5(SarContext *context, const char *path, SarSink *out) {
  return sar_sink_hdf5_counted(context, path, NULL, (SarSinkWatch){0}, out);
}
