/* Facts and columns from an HDF5 file. Types, ranks and sizes are compared with what the sink writes before anything is
 * read, and no size is believed that the file cannot hold. */
#define _POSIX_C_SOURCE 200809L

#include "result/hdf5_read.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "result/hdf5_common.h"
#include "result/journal_code.h"

struct SarHdf5File {
  SarContext *context;
  SarSource source;
  SarArena *arena;
  hid_t file;
  SarSinkHeader header;
  const char *hash;
  int64_t rows, steps;
};

static SarStatus foreign(const SarHdf5File *f, const char *what, const char *name) {
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "give a results file that `sarrus run` of this version wrote", "%s `%s`", what, name);
}

/* ---- attributes ---- */

/* A string of variable length, or several: the type to read it with. */
static bool holds_texts(hid_t attribute, hid_t *type, int64_t *number) {
  hid_t space = H5Aget_space(attribute);
  *type = H5Aget_type(attribute);
  *number = space >= 0 ? (int64_t)H5Sget_simple_extent_npoints(space) : -1;
  if (space >= 0) H5Sclose(space);
  return *type >= 0 && *number >= 0 && H5Tget_class(*type) == H5T_STRING && H5Tis_variable_str(*type) > 0;
}

/* Copies the texts of an open attribute into the arena. Null when it holds no texts, or memory is exhausted. */
static const char **copy_texts(SarHdf5File *f, hid_t attribute, int64_t *number) {
  hid_t type = H5I_INVALID_HID;
  char **texts = NULL;
  const char **copies = NULL;
  bool right = holds_texts(attribute, &type, number) && *number < INT32_MAX &&
               (hsize_t)*number * 4 <= H5Aget_storage_size(attribute);
  if (right && *number) texts = calloc((size_t)*number, sizeof *texts);
  if (right) copies = SAR_NEW(f->arena, *number + 1, const char *);
  bool ok = right && copies && (!*number || (texts && H5Aread(attribute, type, texts) >= 0));
  for (int64_t i = 0; ok && i < *number; i++) {
    copies[i] = sar_arena_copy_text(f->arena, texts[i] ? texts[i] : "");
    ok = copies[i] != NULL;
  }
  for (int64_t i = 0; texts && i < *number; i++) H5free_memory(texts[i]);
  free(texts);
  if (type >= 0) H5Tclose(type);
  return ok ? copies : NULL;
}

static SarStatus get_texts(SarHdf5File *f, const char *name, const char ***out, int64_t *number) {
  *out = NULL;
  *number = 0;
  hid_t attribute = H5Aexists(f->file, name) > 0 ? H5Aopen(f->file, name, H5P_DEFAULT) : H5I_INVALID_HID;
  if (attribute < 0) return foreign(f, "the file lacks the attribute", name);
  *out = copy_texts(f, attribute, number);
  H5Aclose(attribute);
  return *out ? SAR_OK : foreign(f, "the file holds no text in its attribute", name);
}

static SarStatus get_text(SarHdf5File *f, const char *name, const char **out) {
  const char **texts;
  int64_t number;
  SAR_TRY(get_texts(f, name, &texts, &number));
  if (number != 1) return foreign(f, "the file holds more or less than one text in its attribute", name);
  *out = texts[0];
  return SAR_OK;
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

/* ---- units and columns ---- */

/* The value of a key in the JSON that facts.c writes: {"length":"mm",...}. */
static bool unit_in(const char *json, const char *key, char *out, size_t size) {
  char quoted[16];
  snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
  const char *at = strstr(json, quoted);
  if (!at) return false;
  at += strlen(quoted);
  size_t length = strcspn(at, "\"");
  if (!length || length >= size || !at[length]) return false;
  memcpy(out, at, length);
  out[length] = 0;
  return true;
}

static SarStatus rebuild_units(SarHdf5File *f) {
  static const char *const kinds[] = {"length", "mass", "time", "angle", "force"};
  SarUnits *units = &f->header.units;
  char name[16] = "";
  *units = sar_units_si();
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    bool known = unit_in(f->header.units_json, kinds[i], name, sizeof name);
    bool follows = strcmp(kinds[i], "force") == 0 && strchr(name, '*'); /* a product of the others */
    if (known && follows) sar_units_complete(units, 0);
    if (known && !follows) known = sar_units_choose(units, kinds[i], name) == SAR_OK;
    if (!known) return foreign(f, "the file has no known unit of", kinds[i]);
  }
  return SAR_OK;
}

/* "crank.pin.x m/s indeterminate" */
static bool parse_column(SarHdf5File *f, char *line, SarSinkColumn *out) {
  char *unit = strchr(line, ' ');
  if (!unit) return false;
  *unit++ = 0;
  char *mark = strchr(unit, ' ');
  if (mark) *mark++ = 0;
  char *dot = strrchr(line, '.');
  bool valid = dot && sar_column_name_is_valid(line) && sar_column_unit_is_valid(&f->header.units, unit);
  if (!valid || (mark && strcmp(mark, "indeterminate") != 0)) return false;
  *dot = 0;
  *out = (SarSinkColumn){.element = line, .quantity = dot + 1, .unit = unit, .indeterminate = mark != NULL};
  return true;
}

static SarStatus rebuild_columns(SarHdf5File *f) {
  const char *list;
  SAR_TRY(get_text(f, "columns", &list));
  char *lines = sar_arena_copy_text(f->arena, list);
  int64_t count = 0;
  for (const char *p = list; *p; p++) count += *p == '\n';
  SarSinkColumn *columns = count < INT32_MAX - 1 ? SAR_NEW(f->arena, count, SarSinkColumn) : NULL;
  if (!lines || !columns) return sar_report_no_memory(f->context);
  for (int64_t i = 0; i < count; i++) {
    char *end = strchr(lines, '\n');
    *end = 0;
    if (!parse_column(f, lines, &columns[i]))
      return foreign(f, "the file has a wrong line in its attribute", "columns");
    lines = end + 1;
  }
  f->header.columns = columns;
  f->header.ncolumns = (int32_t)count;
  return SAR_OK;
}

static SarStatus rebuild_files(SarHdf5File *f) {
  const char **texts;
  int64_t number;
  SAR_TRY(get_texts(f, "files", &texts, &number));
  SarModelFile *files = SAR_NEW(f->arena, number / 2 + 1, SarModelFile);
  if (!files) return sar_report_no_memory(f->context);
  if (number % 2) return foreign(f, "the file has a path without a text in its attribute", "files");
  for (int64_t i = 0; i < number / 2; i++) files[i] = (SarModelFile){texts[2 * i], texts[2 * i + 1]};
  f->header.files = files;
  f->header.nfiles = (int32_t)(number / 2);
  return SAR_OK;
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
static hid_t open_dataset(const SarHdf5File *f, const char *column, H5T_class_t wanted, int64_t *size) {
  char *path = sar_hdf5_path(column);
  hid_t dataset = path && exists(f->file, path) ? H5Dopen2(f->file, path, H5P_DEFAULT) : H5I_INVALID_HID;
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

/* The rows that the sink expected, as far as its chunks show: the same number gives the same chunks again. */
static int64_t chunk_rows(const SarHdf5File *f) {
  int64_t size = 0;
  hsize_t chunk = 0;
  hid_t dataset = open_dataset(f, "time", H5T_FLOAT, &size);
  hid_t create = dataset >= 0 ? H5Dget_create_plist(dataset) : H5I_INVALID_HID;
  if (create >= 0 && (H5Pget_layout(create) != H5D_CHUNKED || H5Pget_chunk(create, 1, &chunk) != 1)) chunk = 0;
  if (create >= 0) H5Pclose(create);
  if (dataset >= 0) H5Dclose(dataset);
  return chunk < INT32_MAX ? (int64_t)chunk : 0;
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
  SarHdf5Silence before = sar_hdf5_silence();
  SarStatus status = read_values(f, column, first, count, values);
  sar_hdf5_speak_again(before);
  return status;
}

/* ---- opening ---- */

static SarStatus read_facts(SarHdf5File *f) {
  SarSinkHeader *h = &f->header;
  SAR_TRY(get_text(f, "hash", &f->hash)); /* comes last in the file: it is complete */
  SAR_TRY(get_text(f, "model", &h->text));
  SAR_TRY(get_text(f, "parameters", &h->parameters));
  SAR_TRY(get_text(f, "units", &h->units_json));
  SAR_TRY(get_text(f, "version", &h->version));
  SAR_TRY(get_text(f, "method", &h->method));
  SAR_TRY(get_text(f, "title", &h->title));
  SAR_TRY(get_text(f, "settings", &h->settings));
  SAR_TRY(rebuild_files(f));
  SAR_TRY(rebuild_units(f));
  SAR_TRY(rebuild_columns(f));
  SAR_TRY(measure(f, "time", &f->rows));
  h->rows_expected = chunk_rows(f);
  h->kinematic = H5Lexists(f->file, "/solver", H5P_DEFAULT) <= 0;
  return h->kinematic ? SAR_OK : measure(f, "solver.time", &f->steps);
}

bool sar_hdf5_is_one(const char *path) {
  SarHdf5Silence before = sar_hdf5_silence();
  bool is = H5Fis_hdf5(path) > 0;
  sar_hdf5_speak_again(before);
  return is;
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
  SarHdf5Silence before = sar_hdf5_silence();
  f->file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  SarStatus status = SAR_OK;
  if (f->file >= 0) {
    status = read_facts(f);
  } else {
    status = sar_report(context, SAR_INPUT, f->source, NULL, "check the path; a file of a killed run cannot be read",
                        "cannot be read as HDF5");
  }
  sar_hdf5_speak_again(before);
  if (status != SAR_OK) sar_hdf5_close(&f);
  *out = f;
  return status;
}

void sar_hdf5_close(SarHdf5File **file) {
  if (!file || !*file) return;
  SarHdf5Silence before = sar_hdf5_silence();
  if ((*file)->file >= 0) H5Fclose((*file)->file);
  sar_hdf5_speak_again(before);
  sar_arena_destroy(&(*file)->arena);
  free(*file);
  *file = NULL;
}

const SarSinkHeader *sar_hdf5_header(const SarHdf5File *f) { return &f->header; }
const char *sar_hdf5_hash(const SarHdf5File *f) { return f->hash; }
int64_t sar_hdf5_rows(const SarHdf5File *f) { return f->rows; }
int64_t sar_hdf5_steps(const SarHdf5File *f) { return f->steps; }

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
  SarHdf5Silence before = sar_hdf5_silence();
  SarStatus status = SAR_OK;
  if (H5Lexists(f->file, "/solver/checkpoint", H5P_DEFAULT) > 0) {
    int64_t size = 0;
    hid_t dataset = open_dataset(f, "solver.checkpoint", H5T_INTEGER, &size);
    status = dataset >= 0 ? read_checkpoint(f, dataset, size, arena, out)
                          : foreign(f, "the file is damaged in", "solver.checkpoint");
    if (dataset >= 0) H5Dclose(dataset);
  }
  sar_hdf5_speak_again(before);
  return status;
}
