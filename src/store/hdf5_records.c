/* Tables of a compound type, some rows at a time: what is in memory does not grow with the table. */
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "store/hdf5_access.h"
#include "store/hdf5_put.h"
#include "store/hdf5_store.h"
#include "store/records.h"

#define PIECE_BYTES ((size_t)1 << 20) /* about, of rows that are written or read at once */
#define LONGEST_TEXT 4096

size_t sar_record_layout(SarRecordField *fields, int32_t count) {
  size_t size = 0;
  for (int32_t i = 0; i < count; i++) {
    fields[i].offset = size;
    size += fields[i].kind == SAR_RECORD_TEXT ? fields[i].bytes : 8;
  }
  return size;
}

static size_t record_size(const SarRecordField *fields, int32_t count) {
  const SarRecordField *last = &fields[count - 1];
  return last->offset + (last->kind == SAR_RECORD_TEXT ? last->bytes : 8);
}

static hid_t text_type(size_t bytes) {
  hid_t type = H5Tcopy(H5T_C_S1);
  bool ok = type >= 0 && H5Tset_size(type, bytes) >= 0 && H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 &&
            H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
  if (ok || type < 0) return type;
  H5Tclose(type);
  return H5I_INVALID_HID;
}

static bool insert_field(hid_t record, const SarRecordField *field, bool in_file) {
  if (field->kind != SAR_RECORD_TEXT) {
    hid_t real = in_file ? H5T_IEEE_F64LE : H5T_NATIVE_DOUBLE, whole = in_file ? H5T_STD_I64LE : H5T_NATIVE_INT64;
    return H5Tinsert(record, field->name, field->offset, field->kind == SAR_RECORD_REAL ? real : whole) >= 0;
  }
  hid_t text = text_type(field->bytes);
  bool ok = text >= 0 && H5Tinsert(record, field->name, field->offset, text) >= 0;
  if (text >= 0) H5Tclose(text);
  return ok;
}

static hid_t record_type(const SarRecordField *fields, int32_t count, bool in_file) {
  hid_t type = H5Tcreate(H5T_COMPOUND, record_size(fields, count));
  bool ok = type >= 0;
  for (int32_t i = 0; i < count && ok; i++) ok = insert_field(type, &fields[i], in_file);
  if (ok || type < 0) return type;
  H5Tclose(type);
  return H5I_INVALID_HID;
}

/* Rows [first, first + count) of the dataset, to or from memory. */
static bool transfer(hid_t dataset, hid_t memory_type, int64_t first, int64_t count, void *records, bool write) {
  hsize_t start = (hsize_t)first, number = (hsize_t)count;
  hid_t memory = H5Screate_simple(1, &number, NULL), space = H5Dget_space(dataset);
  bool ok = memory >= 0 && space >= 0 && H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &number, NULL) >= 0;
  if (ok && write) ok = H5Dwrite(dataset, memory_type, memory, space, H5P_DEFAULT, records) >= 0;
  if (ok && !write) ok = H5Dread(dataset, memory_type, memory, space, H5P_DEFAULT, records) >= 0;
  if (memory >= 0) H5Sclose(memory);
  if (space >= 0) H5Sclose(space);
  return ok;
}

static int64_t rows_of_piece(size_t record) { return record < PIECE_BYTES ? (int64_t)(PIECE_BYTES / record) : 1; }

/* ---- writing ---- */

typedef struct Fill {
  void (*fill)(void *self, int64_t row, uint8_t *record);
  void *self;
} Fill;

static bool write_rows(hid_t dataset, hid_t memory_type, size_t size, int64_t rows, Fill fill) {
  int64_t most = rows_of_piece(size);
  uint8_t *records = malloc((size_t)most * size);
  bool ok = records;
  for (int64_t first = 0; ok && first < rows; first += most) {
    int64_t count = rows - first < most ? rows - first : most;
    memset(records, 0, (size_t)count * size);
    for (int64_t i = 0; i < count; i++) fill.fill(fill.self, first + i, records + (size_t)i * size);
    ok = transfer(dataset, memory_type, first, count, records, true);
  }
  free(records);
  return ok;
}

static bool put_units(hid_t dataset, const SarRecordField *fields, int32_t nfields) {
  SarHdf5Words words = {0};
  const char **units = calloc((size_t)nfields, sizeof *units);
  for (int32_t i = 0; units && i < nfields; i++) units[i] = fields[i].unit ? fields[i].unit : "";
  bool ok = units && sar_hdf5_words_create(units, nfields, &words) && sar_hdf5_put_words(dataset, "units", &words);
  sar_hdf5_words_close(&words);
  free(units);
  return ok;
}

void sar_store_put_records(SarStoreWriter *w, const char *path, const SarRecordField *fields, int32_t nfields,
                           int64_t rows, void (*fill)(void *self, int64_t row, uint8_t *record), void *self) {
  if (sar_store_has_failed(w)) return;
  hsize_t extent = (hsize_t)rows;
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t file_type = record_type(fields, nfields, true), memory_type = record_type(fields, nfields, false);
  hid_t dataset = file_type >= 0 && memory_type >= 0
                      ? sar_store_create_dataset(w, path, file_type, 1, (const unsigned long long *)&extent)
                      : H5I_INVALID_HID;
  bool ok = dataset >= 0 && put_units(dataset, fields, nfields) &&
            write_rows(dataset, memory_type, record_size(fields, nfields), rows, (Fill){fill, self});
  if (dataset >= 0) ok = H5Dclose(dataset) >= 0 && ok;
  if (file_type >= 0) H5Tclose(file_type);
  if (memory_type >= 0) H5Tclose(memory_type);
  sar_hdf5_leave(before);
  if (!ok) sar_store_fail(w);
}

/* ---- reading ---- */

/* Compares the field of the file with the one that is wanted, and takes the length of its texts over. */
static bool examine_field(hid_t type, SarRecordField *field) {
  int index = H5Tget_member_index(type, field->name);
  hid_t member = index >= 0 ? H5Tget_member_type(type, (unsigned)index) : H5I_INVALID_HID;
  if (member < 0) return false;
  bool ok = field->kind == SAR_RECORD_REAL  ? H5Tequal(member, H5T_IEEE_F64LE) > 0
            : field->kind == SAR_RECORD_INT ? H5Tequal(member, H5T_STD_I64LE) > 0
                                            : H5Tget_class(member) == H5T_STRING && H5Tis_variable_str(member) == 0;
  size_t bytes = ok ? H5Tget_size(member) : 0;
  ok = ok && bytes && bytes < LONGEST_TEXT;
  if (ok && field->kind == SAR_RECORD_TEXT) field->bytes = bytes + 1;
  H5Tclose(member);
  return ok;
}

typedef struct Found {
  hid_t dataset, memory_type;
  int64_t rows;
  size_t size; /* of a record in memory */
} Found;

static SarStatus examine(SarStore *s, const char *path, SarRecordField *fields, int32_t nfields, Found *f) {
  hid_t type = H5Dget_type(f->dataset), space = H5Dget_space(f->dataset);
  hsize_t extent = 0;
  const char *wrong = NULL;
  bool table = type >= 0 && space >= 0 && H5Tget_class(type) == H5T_COMPOUND &&
               H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &extent, NULL) == 1;
  for (int32_t i = 0; table && !wrong && i < nfields; i++) {
    if (!examine_field(type, &fields[i])) wrong = fields[i].name;
  }
  size_t bytes = table ? H5Tget_size(type) : 1;
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  if (!table) return sar_store_wrong(s, "`%s` must be a table", path);
  if (wrong) return sar_store_wrong(s, "`%s` has no right field `%s`", path, wrong);
  if (extent > INT64_MAX / 16 / bytes || !sar_store_can_hold(s, f->dataset, extent * bytes)) {
    return sar_store_wrong(s, "`%s` says that it is larger than what the file holds", path);
  }
  f->rows = (int64_t)extent;
  f->size = sar_record_layout(fields, nfields);
  return SAR_OK;
}

typedef struct Each {
  SarStatus (*each)(void *self, int64_t row, const uint8_t *record);
  void *self;
} Each;

static SarStatus read_rows(SarStore *s, SarContext *context, const char *path, const Found *f, Each each) {
  int64_t most = rows_of_piece(f->size);
  uint8_t *records = calloc((size_t)most, f->size);
  SarStatus status = records ? SAR_OK : sar_report_no_memory(context);
  for (int64_t first = 0; status == SAR_OK && first < f->rows; first += most) {
    int64_t count = f->rows - first < most ? f->rows - first : most;
    if (!transfer(f->dataset, f->memory_type, first, count, records, false)) {
      status = sar_store_wrong(s, "`%s` is damaged", path);
    }
    for (int64_t i = 0; status == SAR_OK && i < count; i++) {
      status = each.each(each.self, first + i, records + (size_t)i * f->size);
    }
  }
  free(records);
  return status;
}

SarStatus sar_store_read_records(SarStore *s, SarContext *context, const char *path, SarRecordField *fields,
                                 int32_t nfields, int64_t *rows,
                                 SarStatus (*each)(void *self, int64_t row, const uint8_t *record), void *self) {
  SarStatus status = SAR_OK;
  Found found = {.memory_type = H5I_INVALID_HID};
  SarHdf5Silence before = sar_hdf5_enter();
  found.dataset = sar_store_open_dataset(s, path, &status);
  if (status == SAR_OK) status = examine(s, path, fields, nfields, &found);
  *rows = found.rows;
  if (status == SAR_OK) {
    found.memory_type = record_type(fields, nfields, false);
    status = found.memory_type >= 0 ? read_rows(s, context, path, &found, (Each){each, self})
                                    : sar_report_no_memory(context);
  }
  if (found.memory_type >= 0) H5Tclose(found.memory_type);
  if (found.dataset >= 0) H5Dclose(found.dataset);
  sar_hdf5_leave(before);
  return status;
}
