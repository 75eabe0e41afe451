/* Rows with error bars. */
#include "result/bars.h"

#include <stdlib.h>
#include <string.h>

void sar_bars_at(const SarBars *bars, double time, int64_t *from, double *values) {
  int64_t k = *from < bars->count ? *from : 0;
  size_t size = (size_t)bars->ncolumns * sizeof *values;
  if (k > 0 && bars->times[k] >= time) k = 0;
  while (k + 2 < bars->count && bars->times[k + 1] < time) k++;
  *from = k;
  const double *before = bars->values + k * bars->ncolumns;
  memcpy(values, before, size);
  if (k + 1 >= bars->count || time <= bars->times[k]) return;
  const double *after = before + bars->ncolumns;
  bool beyond = time >= bars->times[k + 1];
  for (int32_t i = 0; i < bars->ncolumns; i++) {
    if (beyond || after[i] > values[i]) values[i] = after[i];
  }
}

typedef struct Barred {
  SarContext *context;
  SarSink inner;
  const SarBars *bars;
  SarBarsOrder order;
  SarArena *arena;
  double *values, *errors; /* of one row: with bars, and the bars alone */
  int64_t from;
} Barred;

/* Where column i and its bar stand. */
static int32_t place_of(const Barred *b, int32_t i) { return b->order == SAR_BARS_BEHIND_EACH ? 2 * i : i; }
static int32_t place_of_bar(const Barred *b, int32_t i) {
  return b->order == SAR_BARS_BEHIND_EACH ? 2 * i + 1 : b->bars->ncolumns + i;
}

static SarStatus begin(void *self, const SarSinkHeader *header) {
  Barred *b = self;
  int32_t count = header->ncolumns;
  SarSinkHeader with = *header;
  SarSinkColumn *columns = SAR_NEW(b->arena, 2 * count + 1, SarSinkColumn);
  b->values = SAR_NEW(b->arena, 2 * count + 1, double);
  b->errors = SAR_NEW(b->arena, count + 1, double);
  if (!columns || !b->values || !b->errors) return sar_report_no_memory(b->context);
  for (int32_t i = 0; i < count; i++) {
    columns[place_of(b, i)] = header->columns[i];
    columns[place_of_bar(b, i)] = header->columns[i];
    columns[place_of_bar(b, i)].error = true;
  }
  with.columns = columns;
  with.ncolumns = 2 * count;
  return b->inner.begin(b->inner.self, &with);
}

static SarStatus row(void *self, double time, const double *values) {
  Barred *b = self;
  sar_bars_at(b->bars, time, &b->from, b->errors);
  for (int32_t i = 0; i < b->bars->ncolumns; i++) {
    b->values[place_of(b, i)] = values[i];
    b->values[place_of_bar(b, i)] = b->errors[i];
  }
  return b->inner.row(b->inner.self, time, b->values);
}

static SarStatus step(void *self, const SarStepRecord *record) {
  Barred *b = self;
  return b->inner.step ? b->inner.step(b->inner.self, record) : SAR_OK;
}

static SarStatus event(void *self, const SarEventRecord *record) {
  Barred *b = self;
  return b->inner.event ? b->inner.event(b->inner.self, record) : SAR_OK;
}

static SarStatus checkpoint(void *self, const void *bytes, size_t count) {
  Barred *b = self;
  return b->inner.checkpoint ? b->inner.checkpoint(b->inner.self, bytes, count) : SAR_OK;
}

static SarStatus finish(void *self) {
  Barred *b = self;
  return b->inner.finish(b->inner.self);
}

static void destroy(void *self) {
  Barred *b = self;
  b->inner.destroy(b->inner.self);
  sar_arena_destroy(&b->arena);
  free(b);
}

SarStatus sar_sink_barred(SarContext *context, SarSink inner, const SarBars *bars, SarBarsOrder order, SarSink *out) {
  Barred *b = calloc(1, sizeof *b);
  SarArena *arena = sar_arena_create();
  if (!b || !arena) {
    free(b);
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  *b = (Barred){.context = context, .inner = inner, .bars = bars, .order = order, .arena = arena};
  *out = (SarSink){b, begin, row, step, finish, destroy, checkpoint, event, NULL, NULL};
  return SAR_OK;
}
