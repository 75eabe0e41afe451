/* Names, labels and factors of all columns, made once per run. */
#include "result/columns.h"

#include <string.h>

#define LABEL_SIZE 64 /* the longest label a unit can get is shorter */

static const char *join(SarArena *arena, const SarSinkColumn *column) {
  const char *ending = column->error ? SAR_ERROR_ENDING : "";
  size_t head = strlen(column->element), tail = strlen(column->quantity), last = strlen(ending) + 1;
  char *name = SAR_NEW(arena, head + 1 + tail + last, char);
  if (!name) return NULL;
  memcpy(name, column->element, head);
  name[head] = '.';
  memcpy(name + head + 1, column->quantity, tail);
  memcpy(name + head + 1 + tail, ending, last);
  return name;
}

/* Columns that follow each other often have the same unit. */
static SarStatus set_column(SarContext *context, SarColumns *columns, int32_t index, const SarUnits *units,
                            const SarSinkColumn *column, const SarSinkColumn *before) {
  char label[LABEL_SIZE];
  bool known = before && strcmp(before->unit, column->unit) == 0;
  if (!known) sar_units_label(units, column->unit, label, sizeof label);
  columns->names[index] =
      column->element ? join(columns->arena, column) : sar_arena_copy_text(columns->arena, column->quantity);
  columns->units[index] = known ? columns->units[index - 1] : sar_arena_copy_text(columns->arena, label);
  columns->factors[index] = known ? columns->factors[index - 1] : sar_units_factor(units, column->unit);
  columns->indeterminate[index] = column->indeterminate;
  return columns->names[index] && columns->units[index] ? SAR_OK : sar_report_no_memory(context);
}

SarStatus sar_columns_create(SarContext *context, const SarSinkHeader *header, SarColumns *out) {
  *out = (SarColumns){.arena = sar_arena_create(), .count = header->ncolumns + 1};
  if (!out->arena) return sar_report_no_memory(context);
  out->names = SAR_NEW(out->arena, out->count, const char *);
  out->units = SAR_NEW(out->arena, out->count, const char *);
  out->factors = SAR_NEW(out->arena, out->count, double);
  out->indeterminate = SAR_NEW(out->arena, out->count, bool);
  if (!out->names || !out->units || !out->factors || !out->indeterminate) return sar_report_no_memory(context);
  const SarUnits *units = &header->units;
  SAR_TRY(set_column(context, out, 0, units, &(SarSinkColumn){.quantity = "time", .unit = "s"}, NULL));
  for (int32_t i = 0; i < header->ncolumns; i++) {
    SAR_TRY(set_column(context, out, i + 1, units, &header->columns[i], i ? &header->columns[i - 1] : NULL));
  }
  return SAR_OK;
}

void sar_columns_destroy(SarColumns *columns) {
  sar_arena_destroy(&columns->arena);
  *columns = (SarColumns){0};
}

/* A division, not a product with the reciprocal: 0.5 m is then exactly 500 mm. */
void sar_columns_convert(const SarColumns *columns, double time, const double *si, double *values, int64_t stride) {
  values[0] = time / columns->factors[0];
  for (int32_t i = 1; i < columns->count; i++) values[i * stride] = si[i - 1] / columns->factors[i];
}

/* Where x -> x/f leaves numbers out, x lies sparser than x/f and the product rounds back to x itself; where it leaves
 * none out, the product is so close to x that it divides into the same number. */
double sar_columns_origin(double value, double factor) { return value * factor; }
