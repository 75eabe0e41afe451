/* Tables of an HDF5 file. */
#include "result/hdf5_tables.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "result/hdf5_common.h"
#include "result/journal_code.h"
#include "store/hdf5_put.h"

#define TYPE_PATH 40
#define TELL_EVERY 64     /* tables */
#define PACKED_FROM 16384 /* bytes of a table: the index of chunks is larger than what packing a smaller one gains */

int64_t sar_hdf5_table_type(const SarLayout *layout, const SarLayoutTable *table, bool in_file) {
  int32_t nfields = sar_layout_part(table);
  hid_t type = H5Tcreate(H5T_COMPOUND, (size_t)nfields * sizeof(double));
  bool ok = type >= 0;
  for (int32_t i = 0; i < nfields && ok; i++) {
    ok = H5Tinsert(type, layout->names[table->first + i], (size_t)i * sizeof(double),
                   in_file ? H5T_IEEE_F64LE : H5T_NATIVE_DOUBLE) >= 0;
  }
  if (ok || type < 0) return type;
  H5Tclose(type);
  return H5I_INVALID_HID;
}

/* To create tables takes about as long as to write few rows. */
static void tell(const SarHdf5Place *place, const SarHdf5Tables *t, bool created, int64_t rows, int32_t table) {
  if (!place->watch.tell || t->extent.size <= 0 || table % TELL_EVERY) return;
  double tables = (double)table / t->layout.ntables, size = (double)t->extent.size;
  double part = created ? ((double)t->rows + (double)rows * tables) / size : tables;
  place->watch.tell(place->watch.self, 0.5 * (part + created));
}

/* What HDF5 1.10 takes, and a little more: the header of an object, which has a least size, with its attributes; the
 * name in a heap, which grows by blocks, and in a tree. */
#define OBJECT_LEAST 250
#define OBJECT_BYTES 172
#define LINK_BYTES 34
#define NAME_FACTOR 2
#define KIND_BYTES 300
#define FIELD_BYTES 40

/* Attributes of a table. */
static size_t attribute_bytes(const SarLayout *layout, const SarLayoutTable *table, const SarColumns *columns) {
  size_t unit = 0, marked = 0, count = 0;
  for (int32_t k = table->first; k < table->first + sar_layout_part(table); k++) {
    size_t own = strlen(columns->units[1 + layout->columns[k]]), name = strlen(layout->names[k]);
    unit = own > unit ? own : unit;
    if (!columns->indeterminate[1 + layout->columns[k]]) continue;
    marked = name > marked ? name : marked;
    count++;
  }
  return unit * (size_t)sar_layout_part(table) + marked * count + (count ? FIELD_BYTES : 0);
}

int64_t sar_hdf5_tables_described(const SarLayout *layout, const SarColumns *columns) {
  size_t bytes = 0;
  for (int32_t i = 0; i < layout->ntables; i++) {
    const SarLayoutTable *table = &layout->tables[i];
    size_t object = OBJECT_BYTES + attribute_bytes(layout, table, columns);
    bytes += (object < OBJECT_LEAST ? OBJECT_LEAST : object) + LINK_BYTES + NAME_FACTOR * strlen(table->path);
    if (layout->kinds[table->kind] != i) continue;
    bytes += KIND_BYTES + FIELD_BYTES * (size_t)sar_layout_part(table);
    for (int32_t k = table->first; k < table->first + sar_layout_part(table); k++)
      bytes += NAME_FACTOR * strlen(layout->names[k]);
  }
  return (int64_t)(bytes + bytes / 20);
}

/* ---- kinds ---- */

/* What all tables of a kind share. */
typedef struct Kind {
  hid_t type; /* in the file */
  SarHdf5Words units;
} Kind;

static bool create_kind(const SarHdf5Place *place, SarHdf5Tables *t, const SarColumns *columns, int32_t index,
                        Kind *out) {
  const SarLayoutTable *table = &t->layout.tables[t->layout.kinds[index]];
  const char *units[SAR_LAYOUT_FIELDS];
  char path[TYPE_PATH];
  int32_t nfields = sar_layout_part(table);
  for (int32_t i = 0; i < nfields; i++) units[i] = columns->units[1 + t->layout.columns[table->first + i]];
  snprintf(path, sizeof path, SAR_HDF5_TYPES "/%d", (int)index + 1);
  *out = (Kind){.type = sar_hdf5_table_type(&t->layout, table, true)};
  t->types[index] = sar_hdf5_table_type(&t->layout, table, false);
  hid_t create = H5Pcreate(H5P_DATATYPE_CREATE);
  bool ok = out->type >= 0 && t->types[index] >= 0 && create >= 0 && H5Pset_obj_track_times(create, false) >= 0 &&
            sar_hdf5_create_groups(place->file, path, 0) &&
            H5Tcommit2(place->file, path, out->type, H5P_DEFAULT, create, H5P_DEFAULT) >= 0 &&
            sar_hdf5_words_create(units, nfields, &out->units);
  if (create >= 0) H5Pclose(create);
  return ok;
}

static void close_kinds(Kind *kinds, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (kinds[i].type > 0) H5Tclose(kinds[i].type);
    sar_hdf5_words_close(&kinds[i].units);
  }
  free(kinds);
}

/* ---- tables ---- */

static SarHdf5Extent extent_of(const SarHdf5Tables *t, const SarLayoutTable *table) {
  SarHdf5Extent extent = t->extent;
  bool small = extent.size >= 0 && extent.size * table->nfields * (int64_t)sizeof(double) < PACKED_FROM;
  if (extent.packed && small) extent = (SarHdf5Extent){.size = extent.size, .early = true};
  extent.parts = table->parts;
  if (extent.chunk && table->parts > 1) extent.chunk = extent.chunk > table->parts ? extent.chunk / table->parts : 1;
  return extent;
}

/* Fields of which redundant constraints leave it open what they are (docs/results.md). */
static bool mark_indeterminate(const SarHdf5Tables *t, const SarLayoutTable *table, const SarColumns *columns,
                               hid_t dataset) {
  const char *marked[SAR_LAYOUT_FIELDS];
  SarHdf5Words words = {0};
  int32_t count = 0;
  for (int32_t i = 0; i < sar_layout_part(table); i++) {
    if (columns->indeterminate[1 + t->layout.columns[table->first + i]]) {
      marked[count++] = t->layout.names[table->first + i];
    }
  }
  if (!count) return true;
  bool ok = sar_hdf5_words_create(marked, count, &words) && sar_hdf5_put_words(dataset, "indeterminate", &words);
  sar_hdf5_words_close(&words);
  return ok;
}

/* Properties and spaces of tables, plain and packed, made once. */
typedef struct Storage {
  hid_t create[2], space[2];
} Storage;

static bool create_table(const SarHdf5Place *place, SarHdf5Tables *t, const SarLayoutTable *table, const Kind *kind,
                         const Storage *storage, const SarColumns *columns) {
  SarHdf5Extent extent = extent_of(t, table);
  bool own = table->parts > 1;
  hid_t space = own ? sar_hdf5_extent_space(&extent) : storage->space[extent.packed];
  hid_t create = own ? sar_hdf5_extent_properties(&extent) : storage->create[extent.packed];
  hid_t dataset = space < 0 || create < 0
                      ? H5I_INVALID_HID
                      : H5Dcreate2(place->file, table->path, kind->type, space, H5P_DEFAULT, create, place->access);
  if (own && space >= 0) H5Sclose(space);
  if (own && create >= 0) H5Pclose(create);
  if (dataset < 0) return false;
  bool ok = sar_hdf5_put_words(dataset, "units", &kind->units) && mark_indeterminate(t, table, columns, dataset);
  haddr_t offset = H5Dget_offset(dataset);
  if (offset != HADDR_UNDEF && offset <= INT64_MAX) t->places[table - t->layout.tables] = (int64_t)offset;
  return H5Dclose(dataset) >= 0 && ok;
}

/* HDF5 would make the group by itself, but with time stamps. */
static bool create_group(const SarHdf5Place *place, const SarLayout *layout) {
  const SarLayoutTable *table = layout->tables;
  while (table < layout->tables + layout->ntables && !table->group) table++;
  if (table == layout->tables + layout->ntables) return true;
  char path[TYPE_PATH];
  snprintf(path, sizeof path, "/%s/", table->group);
  return sar_hdf5_create_groups(place->file, path, 0);
}

static bool create_all(const SarHdf5Place *place, SarHdf5Tables *t, const SarColumns *columns, Kind *kinds) {
  SarHdf5Extent plain = {.size = t->extent.size, .chunk = t->extent.packed ? 0 : t->extent.chunk};
  plain.early = !plain.chunk;
  Storage storage = {{sar_hdf5_extent_properties(&plain), sar_hdf5_extent_properties(&t->extent)},
                     {sar_hdf5_extent_space(&plain), sar_hdf5_extent_space(&t->extent)}};
  bool ok = storage.create[0] >= 0 && storage.create[1] >= 0 && storage.space[0] >= 0 && storage.space[1] >= 0;
  ok = ok && create_group(place, &t->layout);
  for (int32_t i = 0; i < t->layout.nkinds && ok; i++) ok = create_kind(place, t, columns, i, &kinds[i]);
  for (int32_t i = 0; i < t->layout.ntables && ok; i++) {
    const SarLayoutTable *table = &t->layout.tables[i];
    tell(place, t, false, 0, i);
    ok = create_table(place, t, table, &kinds[table->kind], &storage, columns);
  }
  for (int i = 0; i < 2; i++) {
    if (storage.create[i] >= 0) H5Pclose(storage.create[i]);
    if (storage.space[i] >= 0) H5Sclose(storage.space[i]);
  }
  return ok;
}

bool sar_hdf5_tables_create(const SarHdf5Place *place, SarHdf5Tables *t, const SarColumns *columns, bool *no_memory) {
  size_t nkinds = (size_t)t->layout.nkinds;
  Kind *kinds = calloc(nkinds + 1, sizeof *kinds);
  t->types = calloc(nkinds + 1, sizeof *t->types);
  t->places = calloc((size_t)t->layout.ntables + 1, sizeof *t->places);
  t->buffer = calloc((size_t)t->layout.nfields + 1, (size_t)t->room * sizeof *t->buffer);
  *no_memory = !kinds || !t->types || !t->places || !t->buffer;
  bool ok = !*no_memory && create_all(place, t, columns, kinds);
  if (kinds) close_kinds(kinds, t->layout.nkinds);
  return ok;
}

/* As they stand in the file, lowest byte first. */
static void make_bytes(double *record, int32_t count) {
  for (int32_t k = 0; k < count; k++) sar_put_real((uint8_t *)&record[k], record[k]);
}

void sar_hdf5_tables_row(SarHdf5Tables *t, const double *values) {
  for (int32_t i = 0; i < t->layout.ntables; i++) {
    const SarLayoutTable *table = &t->layout.tables[i];
    const int32_t *columns = t->layout.columns + table->first;
    double *record = t->buffer + (int64_t)table->first * t->room + (int64_t)t->buffered * table->nfields;
    for (int32_t k = 0; k < table->nfields; k++) record[k] = values[columns[k]];
    if (t->places[i]) make_bytes(record, table->nfields);
  }
  t->buffered++;
}

/* Tables that are one piece are written without HDF5, which would take longer to open one than to create it. */
bool sar_hdf5_tables_drain(const SarHdf5Place *place, SarHdf5Tables *t) {
  bool ok = true;
  for (int32_t i = 0; i < t->layout.ntables && t->buffered && ok; i++) {
    const SarLayoutTable *table = &t->layout.tables[i];
    const double *records = t->buffer + (int64_t)table->first * t->room;
    size_t size = (size_t)table->nfields * sizeof *records;
    tell(place, t, true, t->buffered, i);
    if (t->places[i]) {
      sar_disk_write(place->disk, t->places[i] + t->rows * (int64_t)size, records, (size_t)t->buffered * size);
      continue;
    }
    SarHdf5Extent extent = extent_of(t, table);
    ok = sar_hdf5_append(place, table->path, &extent, t->types[table->kind], t->rows, t->buffered, records);
  }
  t->rows += t->buffered;
  t->buffered = 0;
  return ok;
}

void sar_hdf5_tables_close(SarHdf5Tables *t) {
  for (int32_t i = 0; t->types && i < t->layout.nkinds; i++) {
    if (t->types[i] > 0) H5Tclose(t->types[i]);
  }
  free(t->types);
  free(t->places);
  free(t->buffer);
  t->types = t->places = NULL;
  t->buffer = NULL;
  sar_layout_destroy(&t->layout);
}
