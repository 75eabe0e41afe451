/* Results as CSV: line 1 the column names, line 2 `# ` and the units, then the rows with the fewest digits that read
 * back as the same numbers. The rows are streamed: a run needs no memory for them, and what was computed before a
 * failure is in the file. */
#include <stdlib.h>
#include <string.h>

#include "result/columns.h"
#include "result/steps.h"
#include "result/text_file.h"

typedef struct Csv {
  SarContext *context;
  char *path;
  SarTextFile file;
  SarColumns columns;
  double *values; /* of one row */
} Csv;

static void put_texts(SarTextFile *file, const char *const *texts, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (i) sar_text_file_put_char(file, ',');
    sar_text_file_put(file, texts[i]);
  }
  sar_text_file_put_char(file, '\n');
}

static void put_header(SarTextFile *file, const char *const *names, const char *const *units, int32_t count) {
  put_texts(file, names, count);
  sar_text_file_put(file, "# ");
  put_texts(file, units, count);
}

static void put_reals(SarTextFile *file, const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (i) sar_text_file_put_char(file, ',');
    sar_text_file_put_real(file, values[i]);
  }
  sar_text_file_put_char(file, '\n');
}

/* ---- the columns of a run ---- */

static SarStatus begin(void *self, const SarSinkHeader *header) {
  Csv *csv = self;
  SAR_TRY(sar_columns_create(csv->context, header, &csv->columns));
  csv->values = malloc((size_t)csv->columns.count * sizeof *csv->values);
  if (!csv->values) return sar_report_no_memory(csv->context);
  SAR_TRY(sar_text_file_open(csv->context, csv->path, &csv->file));
  put_header(&csv->file, csv->columns.names, csv->columns.units, csv->columns.count);
  return csv->file.status;
}

static SarStatus row(void *self, double time, const double *values) {
  Csv *csv = self;
  if (csv->file.status != SAR_OK) return csv->file.status;
  sar_columns_convert(&csv->columns, time, values, csv->values, 1);
  put_reals(&csv->file, csv->values, csv->columns.count);
  return csv->file.status;
}

static SarStatus finish(void *self) { return sar_text_file_close(&((Csv *)self)->file); }

static void destroy(void *self) {
  Csv *csv = self;
  if (!csv) return;
  sar_text_file_close(&csv->file);
  sar_columns_destroy(&csv->columns);
  free(csv->values);
  free(csv->path);
  free(csv);
}

static SarStatus create(SarContext *context, const char *path, Csv **out) {
  Csv *csv = calloc(1, sizeof *csv);
  size_t size = strlen(path) + 1;
  char *copy = malloc(size);
  if (!csv || !copy) {
    free(csv);
    free(copy);
    return sar_report_no_memory(context);
  }
  memcpy(copy, path, size);
  *csv = (Csv){.context = context, .path = copy};
  *out = csv;
  return SAR_OK;
}

SarStatus sar_sink_csv(SarContext *context, const char *path, SarSink *out) {
  Csv *csv = NULL;
  SAR_TRY(create(context, path, &csv));
  *out = (SarSink){csv, begin, row, NULL, finish, destroy, NULL, NULL, NULL, NULL};
  return SAR_OK;
}

/* ---- the solver's steps ---- */

static SarStatus begin_steps(void *self, const SarSinkHeader *header) {
  Csv *csv = self;
  SAR_TRY(sar_step_columns_create(csv->context, header, &csv->columns));
  SAR_TRY(sar_text_file_open(csv->context, csv->path, &csv->file));
  put_header(&csv->file, csv->columns.names, csv->columns.units, csv->columns.count);
  return csv->file.status;
}

static SarStatus ignore_row(void *self, double time, const double *values) {
  (void)self, (void)time, (void)values;
  return SAR_OK;
}

static SarStatus step(void *self, const SarStepRecord *record) {
  Csv *csv = self;
  SarTextFile *file = &csv->file;
  if (file->status != SAR_OK) return file->status;
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    double value = sar_step_value(record, i);
    if (i) sar_text_file_put_char(file, ',');
    if (sar_step_is_whole(i)) {
      sar_text_file_put_int(file, (int32_t)value);
    } else {
      sar_text_file_put_real(file, value / csv->columns.factors[i]);
    }
  }
  sar_text_file_put_char(file, '\n');
  return file->status;
}

SarStatus sar_sink_steps_csv(SarContext *context, const char *path, SarSink *out) {
  Csv *csv = NULL;
  SAR_TRY(create(context, path, &csv));
  *out = (SarSink){csv, begin_steps, ignore_row, step, finish, destroy, NULL, NULL, NULL, NULL};
  return SAR_OK;
}

/* ---- a table ---- */

static void put_table_texts(SarTextFile *file, const SarTable *table,
                            const char *(*text)(const SarTable *, int32_t column)) {
  for (int32_t i = 0; i < sar_table_columns(table); i++) {
    if (i) sar_text_file_put_char(file, ',');
    sar_text_file_put(file, text(table, i));
  }
  sar_text_file_put_char(file, '\n');
}

SarStatus sar_table_write_csv(SarContext *context, const SarTable *table, const char *path) {
  SAR_NEED(context, context && table && path);
  SarTextFile file;
  sar_text_file_open(context, path, &file);
  if (file.status == SAR_OK) {
    put_table_texts(&file, table, sar_table_name);
    sar_text_file_put(&file, "# ");
    put_table_texts(&file, table, sar_table_unit);
  }
  for (int64_t k = 0; k < sar_table_rows(table) && file.status == SAR_OK; k++) {
    for (int32_t i = 0; i < sar_table_columns(table); i++) {
      if (i) sar_text_file_put_char(&file, ',');
      sar_text_file_put_real(&file, sar_table_values(table, i)[k]);
    }
    sar_text_file_put_char(&file, '\n');
  }
  return sar_text_file_close(&file);
}
