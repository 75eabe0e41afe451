#include "fe/read/entries.h"

#include <stdlib.h>
#include <string.h>

bool sar_fe_entries_add(SarFeEntries *e, int32_t row, int32_t column, double value) {
  if (e->count == e->capacity) {
    if (e->capacity > INT32_MAX / 2) return false;
    int32_t capacity = e->capacity ? 2 * e->capacity : 1024;
    int32_t *rows = realloc(e->rows, (size_t)capacity * sizeof *rows);
    if (rows) e->rows = rows;
    int32_t *columns = realloc(e->columns, (size_t)capacity * sizeof *columns);
    if (columns) e->columns = columns;
    double *values = realloc(e->values, (size_t)capacity * sizeof *values);
    if (values) e->values = values;
    if (!rows || !columns || !values) return false;
    e->capacity = capacity;
  }
  e->rows[e->count] = row < column ? row : column;
  e->columns[e->count] = row < column ? column : row;
  e->values[e->count++] = value;
  return true;
}

void sar_fe_entries_free(SarFeEntries *e) {
  free(e->rows);
  free(e->columns);
  free(e->values);
  *e = (SarFeEntries){0};
}

/* Starts of n runs from their lengths, which stand one place further on. */
static void accumulate(int32_t *starts, int32_t n) {
  for (int32_t i = 0; i < n; i++) starts[i + 1] += starts[i];
}

/* Orders by rows, then by columns, keeping the order of equals: two passes that count. Files are mostly in order
 * already, then there is nothing to do. */
static bool is_sorted(const SarFeEntries *e) {
  for (int32_t k = 1; k < e->count; k++) {
    bool before =
        e->columns[k - 1] < e->columns[k] || (e->columns[k - 1] == e->columns[k] && e->rows[k - 1] <= e->rows[k]);
    if (!before) return false;
  }
  return true;
}

static bool pass(SarFeEntries *e, int32_t n, bool by_row, SarFeEntries *to, int32_t *starts) {
  const int32_t *keys = by_row ? e->rows : e->columns;
  memset(starts, 0, ((size_t)n + 1) * sizeof *starts);
  for (int32_t k = 0; k < e->count; k++) starts[keys[k] + 1]++;
  accumulate(starts, n);
  for (int32_t k = 0; k < e->count; k++) {
    int32_t at = starts[keys[k]]++;
    to->rows[at] = e->rows[k];
    to->columns[at] = e->columns[k];
    to->values[at] = e->values[k];
  }
  SarFeEntries swap = *e;
  to->count = e->count;
  *e = *to;
  *to = swap;
  return true;
}

static bool sort(SarFeEntries *e, int32_t n) {
  if (is_sorted(e)) return true;
  size_t count = (size_t)e->count;
  SarFeEntries other = {.rows = malloc(count * sizeof(int32_t)),
                        .columns = malloc(count * sizeof(int32_t)),
                        .values = malloc(count * sizeof(double)),
                        .capacity = e->count};
  int32_t *starts = malloc(((size_t)n + 1) * sizeof *starts);
  bool ok = other.rows && other.columns && other.values && starts;
  if (ok) pass(e, n, true, &other, starts), pass(e, n, false, &other, starts);
  free(starts);
  sar_fe_entries_free(&other);
  return ok;
}

/* Equal neighbours into one; without `add` the first pair is told. */
static void merge(SarFeEntries *e, bool add, int32_t repeated[2]) {
  int32_t kept = 0;
  for (int32_t k = 0; k < e->count; k++) {
    if (kept && e->rows[k] == e->rows[kept - 1] && e->columns[k] == e->columns[kept - 1]) {
      if (!add && repeated[0] < 0) repeated[0] = e->rows[k], repeated[1] = e->columns[k];
      e->values[kept - 1] += e->values[k];
      continue;
    }
    e->rows[kept] = e->rows[k];
    e->columns[kept] = e->columns[k];
    e->values[kept++] = e->values[k];
  }
  e->count = kept;
}

SarStatus sar_fe_entries_pack(SarFeEntries *e, int32_t n, bool add, SarArena *arena, SarFeMatrix *out,
                              int32_t repeated[2]) {
  repeated[0] = repeated[1] = -1;
  bool ok = sort(e, n);
  if (ok) merge(e, add, repeated);
  int32_t *column = ok ? SAR_NEW(arena, (size_t)n + 1, int32_t) : NULL;
  int32_t *row = ok ? SAR_NEW(arena, e->count, int32_t) : NULL;
  double *values = ok ? SAR_NEW(arena, e->count, double) : NULL;
  ok = column && row && values;
  for (int32_t k = 0; ok && k < e->count; k++) {
    column[e->columns[k] + 1]++;
    row[k] = e->rows[k];
    values[k] = e->values[k];
  }
  if (ok) accumulate(column, n);
  *out = (SarFeMatrix){.pattern = {n, n, column, row}, .values = values};
  sar_fe_entries_free(e);
  return ok ? SAR_OK : SAR_NO_MEMORY;
}
