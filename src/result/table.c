/* A results table in memory. Columns lie one after the other in one block, each with room for `capacity` rows, so that
 * a column is a plain array for whoever plots it; the block doubles when it is full. */
#include "result/table.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_CAPACITY 256 /* rows */

SarStatus sar_table_create(SarContext *context, SarTable **out) {
  SAR_NEED(context, context && out);
  *out = calloc(1, sizeof **out);
  if (!*out) return sar_report_no_memory(context);
  (*out)->context = context;
  return SAR_OK;
}

void sar_table_clear(SarTable *table) {
  sar_columns_destroy(&table->columns);
  table->names = (SarIndex){0};
  free(table->data);
  table->data = NULL;
  table->rows = table->capacity = 0;
}

SarStatus sar_table_index(SarTable *table) {
  bool good = true;
  table->names = (SarIndex){.arena = table->columns.arena};
  for (int32_t i = 0; good && i < table->columns.count; i++) {
    good = sar_index_put(&table->names, table->columns.names[i], i);
  }
  return good ? SAR_OK : sar_report_no_memory(table->context);
}

void sar_table_destroy(SarTable **table) {
  if (!table || !*table) return;
  sar_table_clear(*table);
  free(*table);
  *table = NULL;
}

int32_t sar_table_columns(const SarTable *table) { return table ? table->columns.count : 0; }
int64_t sar_table_rows(const SarTable *table) { return table ? table->rows : 0; }

static bool has_column(const SarTable *table, int32_t column) { return column >= 0 && column < table->columns.count; }

const char *sar_table_name(const SarTable *table, int32_t column) {
  if (!table) return NULL;
  return has_column(table, column) ? table->columns.names[column] : NULL;
}

const char *sar_table_unit(const SarTable *table, int32_t column) {
  if (!table) return NULL;
  return has_column(table, column) ? table->columns.units[column] : NULL;
}

int32_t sar_table_find(const SarTable *table, const char *name) {
  return table && name ? sar_index_get(&table->names, name) : -1;
}

const double *sar_table_values(const SarTable *table, int32_t column) {
  if (!table) return NULL;
  return has_column(table, column) && table->data ? table->data + column * table->capacity : NULL;
}

SarStatus sar_table_grow(SarTable *table) {
  int64_t capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
  size_t cells = 0;
  double *data = NULL;
  bool overflow = __builtin_mul_overflow((size_t)capacity, (size_t)table->columns.count, &cells);
  if (!overflow) data = calloc(cells, sizeof *data);
  if (!data) return sar_report_no_memory(table->context);
  for (int32_t i = 0; i < table->columns.count && table->rows; i++) {
    memcpy(data + i * capacity, table->data + i * table->capacity, (size_t)table->rows * sizeof *data);
  }
  free(table->data);
  table->data = data;
  table->capacity = capacity;
  return SAR_OK;
}

/* ---- as a sink ---- */

static SarStatus begin(void *self, const SarSinkHeader *header) {
  SarTable *table = self;
  sar_table_clear(table);
  SAR_TRY(sar_columns_create(table->context, header, &table->columns));
  SAR_TRY(sar_table_index(table));
  return sar_table_grow(table); /* at once, so that values exist even without a row */
}

static SarStatus row(void *self, double time, const double *values) {
  SarTable *table = self;
  if (table->rows == table->capacity) SAR_TRY(sar_table_grow(table));
  sar_columns_convert(&table->columns, time, values, table->data + table->rows, table->capacity);
  table->rows++;
  return SAR_OK;
}

static SarStatus finish(void *self) {
  (void)self;
  return SAR_OK;
}

/* The table belongs to the caller. */
static void destroy(void *self) { (void)self; }

SarStatus sar_sink_table(SarContext *context, SarTable *table, SarSink *out) {
  table->context = context;
  *out = (SarSink){table, begin, row, NULL, finish, destroy, NULL, NULL, NULL, NULL};
  return SAR_OK;
}
