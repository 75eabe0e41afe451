/* The table as HDF5. The same rows give the same bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "result/crc32c.h"
#include "result/journal_code.h"
#include "study/table_store.h"

typedef struct Filling {
  const SarStudyTable *table;
  const SarRecordField *fields;
  int32_t ncolumns;
} Filling;

static size_t longer(size_t now, const char *text) {
  size_t length = strlen(text);
  return length > now ? length : now;
}

/* Texts are as long as the longest of them. */
static void measure_texts(const SarStudyTable *table, SarRecordField *last) {
  SarStudyRow row;
  for (int32_t i = 0; i < SAR_RUNS_LAST; i++) last[i].bytes = 1;
  for (int64_t i = 0; sar_study_table_row(table, i, &row); i++) {
    last[SAR_RUNS_MESSAGE].bytes = longer(last[SAR_RUNS_MESSAGE].bytes, row.message);
    last[SAR_RUNS_HOST].bytes = longer(last[SAR_RUNS_HOST].bytes, row.host);
  }
  for (int i = 0; i < SAR_ROW_STATUSES; i++) {
    last[SAR_RUNS_STATUS].bytes = longer(last[SAR_RUNS_STATUS].bytes, sar_row_status_name((SarRowStatus)i));
  }
}

static void put(uint8_t *record, const SarRecordField *field, const void *value) {
  memcpy(record + field->offset, value, 8);
}

static void put_text(uint8_t *record, const SarRecordField *field, const char *text) {
  size_t length = strlen(text);
  memcpy(record + field->offset, text, length < field->bytes ? length : field->bytes);
}

static void fill(void *self, int64_t index, uint8_t *record) {
  const Filling *f = self;
  const SarStudyHead *h = sar_study_table_head(f->table);
  const SarRecordField *field = f->fields, *last = f->fields + 1 + f->ncolumns;
  SarStudyRow row;
  sar_study_table_row(f->table, index, &row);
  put(record, field++, &row.run);
  for (int32_t i = 0; i < h->nparameters; i++) put(record, field++, &row.parameters[i]);
  for (int32_t i = 0; i < h->nresponses; i++) put(record, field++, &row.responses[i]);
  put_text(record, &last[SAR_RUNS_STATUS], sar_row_status_name(row.status));
  put_text(record, &last[SAR_RUNS_MESSAGE], row.message);
  put(record, &last[SAR_RUNS_STEPS], &row.steps);
  put(record, &last[SAR_RUNS_CPU], &row.cpu_seconds);
  put_text(record, &last[SAR_RUNS_HOST], row.host);
}

static void put_rows(SarContext *context, SarStoreWriter *w, const SarStudyTable *table, SarStatus *status) {
  const SarStudyHead *h = sar_study_table_head(table);
  int32_t count = sar_runs_fields(h);
  SarRecordField *fields = calloc((size_t)count, sizeof *fields);
  if (!fields) {
    *status = sar_report_no_memory(context);
    return;
  }
  sar_runs_describe(h, fields);
  measure_texts(table, fields + count - SAR_RUNS_LAST);
  sar_record_layout(fields, count);
  Filling filling = {table, fields, count - 1 - SAR_RUNS_LAST};
  sar_store_put_records(w, SAR_STUDY_RUNS, fields, count, sar_study_table_rows(table), fill, &filling);
  free(fields);
}

/* NaN in rows that have none. */
static void put_gradients(SarContext *context, SarStoreWriter *w, const SarStudyTable *table, SarStatus *status) {
  const SarStudyHead *h = sar_study_table_head(table);
  size_t each = (size_t)h->nparameters * (size_t)h->nresponses;
  int64_t rows = sar_study_table_rows(table);
  bool some = false;
  SarStudyRow row;
  for (int64_t i = 0; each && sar_study_table_row(table, i, &row); i++) some = some || row.gradient;
  if (!some) return;
  double *all = malloc((size_t)rows * each * sizeof *all);
  if (!all) {
    *status = sar_report_no_memory(context);
    return;
  }
  for (int64_t i = 0; sar_study_table_row(table, i, &row); i++) {
    for (size_t k = 0; k < each; k++) all[(size_t)i * each + k] = row.gradient ? row.gradient[k] : (double)NAN;
  }
  SarStored array = {SAR_STUDY_GRADIENTS, SAR_STORE_REAL, 3, {rows, h->nresponses, h->nparameters}};
  sar_store_put(w, array, all, NULL);
  free(all);
}

/* Bytes with a checksum behind them: what is read again. */
static void put_checked(SarContext *context, SarStoreWriter *w, const char *path, SarBytes *bytes, SarStatus *status) {
  SarCrc32c crc;
  uint8_t tail[SAR_RECORD_TAIL];
  sar_crc32c_prepare(&crc);
  sar_put_u32(tail, sar_crc32c(&crc, 0, bytes->at, bytes->used));
  sar_bytes_put(bytes, tail, sizeof tail);
  if (bytes->no_memory) *status = sar_report_no_memory(context);
  SarStored array = {path, SAR_STORE_BYTE, 1, {(int64_t)bytes->used}};
  if (!bytes->no_memory) sar_store_put(w, array, bytes->at, NULL);
  sar_bytes_free(bytes);
}

static void put_head(SarContext *context, SarStoreWriter *w, const SarStudyHead *h, SarStatus *status) {
  SarBytes bytes = {0};
  sar_study_head_encode(&bytes, h);
  put_checked(context, w, SAR_STUDY_HEADER, &bytes, status);
}

static void put_found(SarContext *context, SarStoreWriter *w, const SarStudyFound *found, SarStatus *status) {
  SarBytes notes = {0}, bytes = {0};
  if (!found) return;
  sar_bytes_put_text(&notes, SAR_STUDY_OPTIMUM);
  sar_bytes_put_text(&notes, found->text);
  put_checked(context, w, SAR_STUDY_NOTES, &notes, status);
  if (found->bytes) sar_bytes_put(&bytes, found->bytes->at, found->bytes->used);
  put_checked(context, w, SAR_STUDY_FOUND, &bytes, status);
}

/* For people and other programs. */
static void put_facts(SarStoreWriter *w, const SarStudyHead *h, const SarStudyFound *found) {
  const struct {
    const char *name, *text;
  } facts[] = {{"study", sar_study_kind_name(h->kind)},
               {"title", h->title},
               {"study_file", h->name},
               {"study_text", h->text},
               {"model_file", h->model},
               {"model_text", h->model_text},
               {"method", h->method},
               {"version", h->version},
               {"hash", h->hash}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) sar_store_put_long_text(w, facts[i].name, facts[i].text);
  if (found) sar_store_put_long_text(w, SAR_STUDY_OPTIMUM, found->text);
  sar_store_put_int(w, "parameters", h->nparameters);
  sar_store_put_int(w, "responses", h->nresponses);
}

SarStatus sar_study_table_write(SarContext *context, const SarStudyTable *table, const char *path,
                                const SarStudyFound *found) {
  SarStoreWriter *w = NULL;
  SarStatus status = SAR_OK;
  SAR_TRY(sar_store_create(context, path, &w));
  put_facts(w, sar_study_table_head(table), found);
  put_head(context, w, sar_study_table_head(table), &status);
  put_found(context, w, found, &status);
  put_rows(context, w, table, &status);
  put_gradients(context, w, table, &status);
  return sar_store_finish(&w, status);
}
