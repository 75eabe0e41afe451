/* Tables of an HDF5 file. HDF5 says where a table stands; whether its type is that of the layout is looked at once. The
 * rows of a table that is one piece are then read from the file itself: to ask HDF5 for one row takes twenty times as
 * long. What was read last is kept, because who reads one column of an element often reads the next one, too: all rows,
 * and of a wide table (the nodes of a long beam) as many parts from there on as there is room for. */
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "result/hdf5_common.h"
#include "result/hdf5_file.h"
#include "result/hdf5_tables.h"
#include "result/journal_code.h"
#include "store/hdf5_guard.h"

#define HELD_BYTES ((int64_t)32 << 20)
#define CHUNK_BYTES ((int64_t)256 << 20) /* more than the program ever writes; HDF5 takes the memory for it */

SarStatus sar_hdf5_prepare_tables(SarHdf5File *f) {
  f->held = -1;
  SAR_TRY(sar_layout_create(f->context, &f->header, &f->layout));
  f->found = calloc((size_t)f->layout.ntables + 1, sizeof *f->found);
  f->types = calloc((size_t)f->layout.nkinds + 1, sizeof *f->types);
  return f->found && f->types ? SAR_OK : sar_report_no_memory(f->context);
}

void sar_hdf5_close_tables(SarHdf5File *f) {
  for (int32_t i = 0; f->types && i < f->layout.nkinds; i++) {
    if (f->types[i] > 0) H5Tclose(f->types[i]);
  }
  free(f->types);
  free(f->found);
  free(f->bytes);
  sar_layout_destroy(&f->layout);
}

/* ---- finding ---- */

static SarStatus wrong(const SarHdf5File *f, const SarLayoutTable *table) {
  return sar_hdf5_report(f, "the file has no right table", table->path);
}

static bool has_type(SarHdf5File *f, const SarLayoutTable *table, hid_t dataset) {
  int64_t *wanted = &f->types[table->kind];
  if (!*wanted) *wanted = sar_hdf5_table_type(&f->layout, table, true);
  hid_t type = *wanted >= 0 ? H5Dget_type(dataset) : H5I_INVALID_HID;
  bool same = type >= 0 && H5Tequal(type, *wanted) > 0;
  if (type >= 0) H5Tclose(type);
  return same;
}

static int rank_of(const SarLayoutTable *table) { return table->parts > 1 ? 2 : 1; }

static bool has_rows(const SarHdf5File *f, const SarLayoutTable *table, hid_t dataset) {
  hid_t space = H5Dget_space(dataset);
  hsize_t extent[2] = {0, 1};
  int rank = rank_of(table);
  bool same = space >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
              H5Sget_simple_extent_dims(space, extent, NULL) == rank && extent[0] == (hsize_t)f->all_rows &&
              extent[1] == (hsize_t)table->parts;
  if (space >= 0) H5Sclose(space);
  return same;
}

/* Chunks that the memory has room for, and of which the file holds enough. Packed ones may hold any number: as many as
 * the time has, and that is not packed. */
static bool has_chunks(const SarHdf5File *f, const SarLayoutTable *table, hid_t dataset, int64_t record) {
  hid_t create = H5Dget_create_plist(dataset);
  hsize_t chunk[2] = {0, 1};
  int rank = rank_of(table);
  bool ok =
      create >= 0 && H5Pget_layout(create) == H5D_CHUNKED && H5Pget_chunk(create, rank, chunk) == rank &&
      chunk[0] <= (hsize_t)(CHUNK_BYTES / record + (table->parts > 1)) && chunk[1] == (hsize_t)table->parts &&
      (f->cut || H5Pget_nfilters(create) > 0 || H5Dget_storage_size(dataset) / (hsize_t)record >= (hsize_t)f->rows);
  if (create >= 0) H5Pclose(create);
  return ok;
}

static SarStatus look_at(SarHdf5File *f, const SarLayoutTable *table, hid_t dataset, SarHdf5Found *found) {
  int64_t record = (int64_t)sizeof(double) * table->nfields;
  if (!has_type(f, table, dataset)) return wrong(f, table);
  haddr_t offset = H5Dget_offset(dataset);
  found->in_pieces = offset == HADDR_UNDEF;
  found->offset = offset <= INT64_MAX ? (int64_t)offset : INT64_MAX;
  if (found->in_pieces) {
    bool right = has_rows(f, table, dataset) && (!f->all_rows || has_chunks(f, table, dataset, record));
    return right ? SAR_OK : wrong(f, table);
  }
  bool inside = f->cut || (f->rows <= f->disk.end / record && found->offset <= f->disk.end - f->rows * record);
  bool filled = H5Dget_storage_size(dataset) / (hsize_t)record == (hsize_t)f->all_rows; /* that is quick to ask */
  if (table->parts > 1) filled = filled && has_rows(f, table, dataset);
  return inside && filled ? SAR_OK : wrong(f, table);
}

SarStatus sar_hdf5_find_table(SarHdf5File *f, int32_t index) {
  const SarLayoutTable *table = &f->layout.tables[index];
  SarHdf5Found *found = &f->found[index];
  if (found->looked) return SAR_OK;
  hid_t dataset = sar_hdf5_open_table(f->file, table->group, table->name, &f->refused);
  if (dataset < 0) return wrong(f, table);
  SarStatus status = look_at(f, table, dataset, found);
  H5Dclose(dataset);
  found->looked = status == SAR_OK;
  return status;
}

/* ---- reading ---- */

/* Through HDF5, which gives numbers as this machine has them. */
static bool read_pieces(SarHdf5File *f, const SarLayoutTable *table, const SarHdf5Window *w) {
  hid_t dataset = sar_hdf5_open_table(f->file, table->group, table->name, &f->refused);
  hsize_t start[2] = {(hsize_t)w->row, (hsize_t)w->part}, number[2] = {(hsize_t)w->rows, (hsize_t)w->parts};
  hid_t memory = H5Screate_simple(rank_of(table), number, NULL);
  hid_t space = dataset >= 0 ? H5Dget_space(dataset) : H5I_INVALID_HID;
  bool ok = memory >= 0 && space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, number, NULL) >= 0 &&
            H5Dread(dataset, f->types[table->kind], memory, space, H5P_DEFAULT, f->bytes) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  if (dataset >= 0) H5Dclose(dataset);
  return ok;
}

/* Bytes of one row of so many parts. */
static int64_t row_bytes(const SarLayoutTable *table, int32_t parts) {
  return (int64_t)sizeof(double) * sar_layout_part(table) * parts;
}

/* From the file itself: at once, or row by row. */
static void read_rows(SarHdf5File *f, const SarLayoutTable *table, int64_t offset, const SarHdf5Window *w) {
  int64_t record = row_bytes(table, table->parts), kept = row_bytes(table, w->parts);
  bool whole = w->parts == table->parts;
  for (int64_t i = 0; i < (whole ? 1 : w->rows) && !f->disk.error; i++) {
    int64_t from = offset + (w->row + i) * record + row_bytes(table, w->part);
    sar_disk_read(&f->disk, from, f->bytes + i * kept, (size_t)(whole ? w->rows * record : kept));
  }
}

static SarStatus hold(SarHdf5File *f, int32_t index, const SarHdf5Window *window) {
  const SarLayoutTable *table = &f->layout.tables[index];
  size_t wanted = (size_t)(window->rows * row_bytes(table, window->parts));
  f->held = -1;
  if (wanted > f->room) {
    free(f->bytes);
    f->bytes = malloc(wanted);
    f->room = f->bytes ? wanted : 0;
    if (!f->bytes) return sar_report_no_memory(f->context);
  }
  if (!f->found[index].in_pieces) {
    read_rows(f, table, f->found[index].offset, window);
    if (f->disk.error) return sar_file_report_unreadable(f->context, NULL, f->source, f->disk.error);
  } else if (!read_pieces(f, table, window)) {
    return sar_hdf5_report(f, "the file is damaged in its table", table->path);
  }
  f->held = index;
  f->window = *window;
  return SAR_OK;
}

static bool is_held(const SarHdf5File *f, int32_t index, const SarHdf5Window *w) {
  const SarHdf5Window *h = &f->window;
  return f->held == index && h->row <= w->row && w->row + w->rows <= h->row + h->rows && h->part <= w->part &&
         w->part < h->part + h->parts;
}

/* All parts where there is room for them, else those from this one on that there is room for. */
static void widen(const SarLayoutTable *table, SarHdf5Window *w) {
  int64_t most = HELD_BYTES / (w->rows * row_bytes(table, 1));
  if (most >= table->parts) w->part = 0;
  int32_t left = table->parts - w->part;
  w->parts = most < 1 ? 1 : most < left ? (int32_t)most : left;
}

SarStatus sar_hdf5_read_field(SarHdf5File *f, int32_t index, int32_t field, int64_t first, int64_t count,
                              double *values) {
  SAR_TRY(sar_hdf5_find_table(f, index));
  const SarLayoutTable *table = &f->layout.tables[index];
  int32_t part = field / sar_layout_part(table);
  int64_t most = HELD_BYTES / row_bytes(table, 1) + 1;
  if (first < 0 || count < 0 || first > f->rows - count) return wrong(f, table);
  while (count > 0) {
    SarHdf5Window wanted = {.row = first, .rows = count < most ? count : most, .part = part, .parts = 1};
    int64_t rows = wanted.rows;
    if (!is_held(f, index, &wanted)) {
      widen(table, &wanted);
      SAR_TRY(hold(f, index, &wanted));
    }
    int64_t record = row_bytes(table, f->window.parts);
    const uint8_t *at = f->bytes + (first - f->window.row) * record +
                        (field - f->window.part * sar_layout_part(table)) * (int64_t)sizeof(double);
    for (int64_t k = 0; k < rows; k++) values[k] = sar_get_real(at + k * record);
    values += rows;
    first += rows;
    count -= rows;
  }
  return SAR_OK;
}
