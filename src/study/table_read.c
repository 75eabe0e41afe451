/* The table out of HDF5 files and journals. Only what the checksum covers is believed of the head; rows are compared
 * with it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "result/crc32c.h"
#include "result/journal_code.h"
#include "study/journal.h"
#include "study/table_store.h"

#define REMEDY "give a table that `sarrus sweep` or `sarrus optimize` wrote, or its `.part` file"

/* Whether the checksum behind the bytes is theirs, and how many there are without it. */
static bool check(const uint8_t *bytes, size_t *count) {
  SarCrc32c crc;
  if (*count < SAR_RECORD_TAIL) return false;
  sar_crc32c_prepare(&crc);
  *count -= SAR_RECORD_TAIL;
  return sar_crc32c(&crc, 0, bytes, *count) == sar_get_u32(bytes + *count);
}

static SarStatus read_checked(SarStore *store, const char *path, SarArena *arena, SarByteReader *out) {
  SarStored array = {path, SAR_STORE_BYTE, 1, {-1}};
  const void *bytes = NULL;
  SAR_TRY(sar_store_read(store, &array, arena, &bytes));
  size_t count = (size_t)array.extent[0];
  if (!check(bytes, &count)) return sar_store_wrong(store, "`%s` is damaged", path);
  *out = sar_byte_reader(bytes, count);
  return SAR_OK;
}

static SarStatus read_head(SarContext *context, SarStore *store, SarArena *arena, SarStudyHead *out) {
  SarByteReader reader;
  SAR_TRY(read_checked(store, SAR_STUDY_HEADER, arena, &reader));
  SarStatus status = sar_study_head_decode(&reader, arena, out);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  return status == SAR_OK ? SAR_OK : sar_store_wrong(store, "`%s` is damaged", SAR_STUDY_HEADER);
}

SarStatus sar_study_table_probe(SarContext *context, const char *path, SarArena *arena, SarStudyHead *out) {
  SarContext *quiet = sar_context_create();
  SarStore *store = NULL;
  if (!quiet) return sar_report_no_memory(context);
  SarStatus status = sar_store_open(quiet, sar_nowhere(), path, REMEDY, &store);
  if (status == SAR_OK) status = read_head(quiet, store, arena, out);
  sar_store_close(&store);
  sar_context_destroy(&quiet);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status == SAR_OK ? SAR_OK : SAR_INPUT;
}

/* ---- rows ---- */

typedef struct Reading {
  SarContext *context;
  SarStudyTable *table;
  const SarRecordField *fields;
  double *numbers;         /* of a row */
  const double *gradients; /* of all rows, NaN where there is none; null: the file has none */
  int64_t ngradients;      /* rows of them */
} Reading;

static int64_t get_int(const uint8_t *record, const SarRecordField *field) {
  int64_t value;
  memcpy(&value, record + field->offset, sizeof value);
  return value;
}

static double get_real(const uint8_t *record, const SarRecordField *field) {
  double value;
  memcpy(&value, record + field->offset, sizeof value);
  return value;
}

static const char *get_text(const uint8_t *record, const SarRecordField *field) {
  return (const char *)record + field->offset;
}

static bool get_status(const char *name, SarRowStatus *out) {
  int i = 0;
  while (i < SAR_ROW_STATUSES && strcmp(name, sar_row_status_name((SarRowStatus)i)) != 0) i++;
  *out = (SarRowStatus)i;
  return i < SAR_ROW_STATUSES;
}

/* The derivatives of a row; null: it has none. */
static const double *gradient_of(const Reading *r, int64_t index) {
  const SarStudyHead *h = sar_study_table_head(r->table);
  int64_t each = (int64_t)h->nparameters * h->nresponses;
  const double *gradient = r->gradients ? r->gradients + index * each : NULL;
  for (int64_t k = 0; gradient && k < each; k++) {
    if (!isnan(gradient[k])) return gradient;
  }
  return NULL;
}

static SarStatus take_row(void *self, int64_t index, const uint8_t *record) {
  Reading *r = self;
  if (r->gradients && index >= r->ngradients) return SAR_INPUT;
  const SarStudyHead *h = sar_study_table_head(r->table);
  int32_t count = h->nparameters + h->nresponses;
  const SarRecordField *last = r->fields + 1 + count;
  for (int32_t i = 0; i < count; i++) r->numbers[i] = get_real(record, &r->fields[1 + i]);
  SarStudyRow row = {.run = get_int(record, &r->fields[0]),
                     .message = get_text(record, &last[SAR_RUNS_MESSAGE]),
                     .parameters = r->numbers,
                     .responses = r->numbers + h->nparameters,
                     .gradient = gradient_of(r, index),
                     .steps = get_int(record, &last[SAR_RUNS_STEPS]),
                     .cpu_seconds = get_real(record, &last[SAR_RUNS_CPU]),
                     .host = get_text(record, &last[SAR_RUNS_HOST])};
  if (!get_status(get_text(record, &last[SAR_RUNS_STATUS]), &row.status)) return SAR_INPUT;
  return sar_study_table_add(r->context, r->table, &row);
}

static SarStatus read_gradients(SarStore *store, SarArena *arena, Reading *r) {
  const SarStudyHead *h = sar_study_table_head(r->table);
  SarStored array = {SAR_STUDY_GRADIENTS, SAR_STORE_REAL, 3, {-1, h->nresponses, h->nparameters}};
  const void *gradients = NULL;
  if (!sar_store_has(store, SAR_STUDY_GRADIENTS)) return SAR_OK;
  SAR_TRY(sar_store_read_gaps(store, &array, arena, &gradients));
  r->gradients = gradients;
  r->ngradients = array.extent[0];
  return SAR_OK;
}

static SarStatus read_rows(SarContext *context, SarStore *store, SarArena *arena, SarStudyTable *table) {
  const SarStudyHead *h = sar_study_table_head(table);
  int32_t count = sar_runs_fields(h);
  int64_t rows = 0;
  Reading r = {.context = context, .table = table, .numbers = SAR_NEW(arena, count, double)};
  SarRecordField *fields = SAR_NEW(arena, count, SarRecordField);
  if (!fields || !r.numbers) return sar_report_no_memory(context);
  sar_runs_describe(h, fields);
  r.fields = fields;
  SAR_TRY(read_gradients(store, arena, &r));
  SarStatus status = sar_store_read_records(store, context, SAR_STUDY_RUNS, fields, count, &rows, take_row, &r);
  if (status == SAR_INPUT && !sar_context_errors(context)) return sar_store_wrong(store, "a row is damaged");
  return status;
}

static SarStatus read_file(SarContext *context, SarStore *store, SarStudyTable **out) {
  SarStudyHead head;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  SarStatus status = read_head(context, store, arena, &head);
  if (status == SAR_OK) status = sar_study_table_create(context, &head, out);
  if (status == SAR_OK) status = read_rows(context, store, arena, *out);
  sar_arena_destroy(&arena);
  return status;
}

static SarStatus add_result(void *self, const SarJobResult *result) {
  Reading *r = self;
  return sar_study_table_add(r->context, r->table, &result->row);
}

static SarStatus read_journal(SarContext *context, const char *path, SarStudyTable **out) {
  SarStudyHead head;
  SarArena *arena = sar_arena_create();
  Reading r = {.context = context};
  SarJournalEnd end;
  if (!arena) return sar_report_no_memory(context);
  SarStatus status = sar_study_journal_head(context, path, arena, &head);
  if (status == SAR_OK) status = sar_study_table_create(context, &head, &r.table);
  if (status == SAR_OK) status = sar_study_journal_rows(context, path, add_result, &r, &end);
  sar_arena_destroy(&arena);
  if (status == SAR_OK) sar_study_table_sort(r.table);
  *out = r.table;
  return status;
}

SarStatus sar_study_table_read(SarContext *context, const char *path, SarStudyTable **out) {
  SAR_NEED(context, context && path && out);
  SarSource source = {sar_intern(context, path), 0, 0};
  SarStatus status;
  *out = NULL;
  if (!source.file) return sar_report_no_memory(context);
  if (sar_study_journal_is_one(path)) {
    status = read_journal(context, path, out);
  } else {
    SarStore *store = NULL;
    status = sar_store_open(context, source, source.file, REMEDY, &store);
    if (status == SAR_OK) status = read_file(context, store, out);
    sar_store_close(&store);
  }
  if (status != SAR_OK) sar_study_table_destroy(out);
  return status;
}

/* ---- what was found ---- */

static SarStatus read_text(SarContext *context, SarStore *store, SarArena *arena, const char **out) {
  SarByteReader reader;
  bool ok = true;
  if (!sar_store_has(store, SAR_STUDY_NOTES)) return SAR_OK;
  SAR_TRY(read_checked(store, SAR_STUDY_NOTES, arena, &reader));
  const char *name = sar_bytes_copy_text(&reader, arena, &ok), *text = sar_bytes_copy_text(&reader, arena, &ok);
  if (!ok) return sar_report_no_memory(context);
  *out = !reader.wrong && strcmp(name, SAR_STUDY_OPTIMUM) == 0 ? text : NULL;
  return SAR_OK;
}

SarStatus sar_study_table_found(SarContext *context, const char *path, SarArena *arena, const char **text,
                                SarByteReader *bytes) {
  SarSource source = {sar_intern(context, path), 0, 0};
  SarStore *store = NULL;
  *text = NULL;
  if (bytes) *bytes = sar_byte_reader(NULL, 0);
  if (!source.file) return sar_report_no_memory(context);
  if (sar_study_journal_is_one(path)) return SAR_OK;
  SarStatus status = sar_store_open(context, source, source.file, REMEDY, &store);
  if (status == SAR_OK) status = read_text(context, store, arena, text);
  if (status == SAR_OK && bytes && sar_store_has(store, SAR_STUDY_FOUND)) {
    status = read_checked(store, SAR_STUDY_FOUND, arena, bytes);
  }
  sar_store_close(&store);
  return status;
}
