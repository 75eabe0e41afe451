/* Results in the terms of Adams as a table, to be compared with one of its files. */
#include <stdlib.h>
#include <string.h>

#include "result/table.h"
#include "result/xrf.h"
#include "result/xrf_read.h"

static SarStatus fill_columns(SarContext *context, const SarXrf *xrf, SarColumns *columns) {
  columns->arena = sar_arena_create();
  columns->count = xrf->ncomponents + 1;
  if (!columns->arena) return sar_report_no_memory(context);
  columns->names = SAR_NEW(columns->arena, columns->count, const char *);
  columns->units = SAR_NEW(columns->arena, columns->count, const char *);
  columns->factors = SAR_NEW(columns->arena, columns->count, double);
  columns->indeterminate = SAR_NEW(columns->arena, columns->count, bool);
  if (!columns->names || !columns->units || !columns->factors || !columns->indeterminate) {
    return sar_report_no_memory(context);
  }
  columns->names[0] = "time", columns->units[0] = "", columns->factors[0] = 1;
  for (int32_t i = 0; i < xrf->nentities; i++) {
    const SarXrfEntity *e = &xrf->entities[i];
    for (int32_t k = e->first; k < e->first + e->count; k++) {
      columns->names[k + 1] = sar_arena_printf(columns->arena, "%s.%s", e->name, xrf->names[k]);
      columns->units[k + 1] = "";
      columns->factors[k + 1] = 1;
      if (!columns->names[k + 1]) return sar_report_no_memory(context);
    }
  }
  return SAR_OK;
}

SarStatus sar_xrf_table(SarContext *context, const SarXrf *xrf, SarTable *table) {
  static const int32_t time[] = {0};
  int64_t rows = sar_results_rows(xrf->results);
  sar_table_clear(table);
  SAR_TRY(fill_columns(context, xrf, &table->columns));
  while (table->capacity < rows || !table->data) SAR_TRY(sar_table_grow(table));
  SAR_TRY(sar_results_read_rows(xrf->results, time, 1, 0, rows, table->data));
  double *values = malloc((size_t)(18 * rows + 1) * sizeof *values);
  SarStatus status = values ? SAR_OK : sar_report_no_memory(context);
  for (int32_t i = 0; i < xrf->nentities && status == SAR_OK; i++) {
    const SarXrfEntity *e = &xrf->entities[i];
    status = sar_xrf_entity_rows(context, xrf, e, 0, rows, values);
    for (int32_t k = 0; k < e->count && status == SAR_OK && rows; k++) {
      memcpy(table->data + (e->first + k + 1) * table->capacity, values + k * rows, (size_t)rows * sizeof *values);
    }
  }
  free(values);
  table->rows = rows;
  return status == SAR_OK ? sar_xrf_plain_names(table) : status;
}
