/* Rows of a run in memory. */
#include "analysis/bars/kept.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The same names but for one letter, which is x, y and z. */
static bool are_components(const char *x, const char *y, const char *z) {
  size_t at = 0;
  while (x[at] && x[at] == y[at]) at++;
  return x[at] == 'x' && y[at] == 'y' && strncmp(x, z, at) == 0 && z[at] == 'z' &&
         strcmp(x + at + 1, y + at + 1) == 0 && strcmp(x + at + 1, z + at + 1) == 0;
}

/* Whether this column and the two behind it are x, y and z of one vector: "fx2", "fy2", "fz2". */
static bool is_vector(const SarKept *kept, int32_t first) {
  if (first + 2 >= kept->ncolumns) return false;
  const SarSinkColumn *c = kept->columns + first;
  for (int i = 1; i < 3; i++) {
    if (!c[0].element || !c[i].element || strcmp(c[0].element, c[i].element) != 0) return false;
    if (strcmp(c[0].unit, c[i].unit) != 0) return false;
  }
  return are_components(c[0].quantity, c[1].quantity, c[2].quantity);
}

static SarStatus begin(void *self, const SarSinkHeader *header) {
  SarKept *k = self;
  size_t columns = (size_t)header->ncolumns + 1;
  k->columns = header->columns;
  k->ncolumns = header->ncolumns;
  k->stride = 1;
  k->times = calloc(SAR_KEPT_MOST, sizeof *k->times);
  k->values = calloc(SAR_KEPT_MOST * columns, sizeof *k->values);
  k->steps_before = calloc(SAR_KEPT_MOST, sizeof *k->steps_before);
  k->largest = calloc(columns, sizeof *k->largest);
  k->norms = calloc(columns, sizeof *k->norms);
  k->vectors = calloc(columns, sizeof *k->vectors);
  bool made = k->times && k->values && k->steps_before && k->largest && k->norms && k->vectors;
  if (!made) return sar_report_no_memory(k->context);
  for (int32_t i = 0; i < k->ncolumns; i++) k->vectors[i] = is_vector(k, i);
  return SAR_OK;
}

/* A measure may have no value. */
static void look_at_sizes(SarKept *k, const double *values) {
  for (int32_t i = 0, end; i < k->ncolumns; i = end) {
    double square = 0;
    end = i + (k->vectors[i] ? 3 : 1);
    for (int32_t j = i; j < end; j++) {
      if (!isfinite(values[j])) continue;
      k->largest[j] = fmax(k->largest[j], fabs(values[j]));
      square += values[j] * values[j];
    }
    double norm = end > i + 1 ? sqrt(square) : k->largest[i];
    for (int32_t j = i; j < end; j++) k->norms[j] = fmax(k->norms[j], norm);
  }
}

/* Every second row goes. */
static void thin(SarKept *k) {
  size_t size = (size_t)k->ncolumns * sizeof *k->values;
  for (int64_t i = 1; 2 * i < k->count; i++) {
    k->times[i] = k->times[2 * i];
    k->steps_before[i] = k->steps_before[2 * i];
    memcpy(k->values + i * k->ncolumns, k->values + 2 * i * k->ncolumns, size);
  }
  k->count = (k->count + 1) / 2;
  k->stride *= 2;
}

static SarStatus row(void *self, double time, const double *values) {
  SarKept *k = self;
  look_at_sizes(k, values);
  bool again = k->count > 0 && time <= k->times[k->count - 1]; /* the other side of an event */
  if (again || k->seen++ % k->stride) return SAR_OK;
  if (k->count == SAR_KEPT_MOST) {
    thin(k);
    if ((k->seen - 1) % k->stride) return SAR_OK;
  }
  k->times[k->count] = time;
  k->steps_before[k->count] = k->steps;
  memcpy(k->values + k->count * k->ncolumns, values, (size_t)k->ncolumns * sizeof *values);
  k->count++;
  return SAR_OK;
}

static SarStatus step(void *self, const SarStepRecord *record) {
  SarKept *k = self;
  if (k->steps++ == 0) k->first_step = record->step;
  k->largest_step = fmax(k->largest_step, record->step);
  return SAR_OK;
}

static SarStatus event(void *self, const SarEventRecord *record) {
  SarKept *k = self;
  if (k->nevents == k->events_capacity) {
    int64_t capacity = k->events_capacity ? 2 * k->events_capacity : 64;
    SarKeptEvent *events = realloc(k->events, (size_t)capacity * sizeof *events);
    if (!events) return sar_report_no_memory(k->context);
    k->events = events;
    k->events_capacity = capacity;
  }
  k->events[k->nevents++] = (SarKeptEvent){record->time, record->event};
  return SAR_OK;
}

static SarStatus finish(void *self) {
  (void)self;
  return SAR_OK;
}

static void destroy(void *self) { (void)self; }

SarSink sar_kept_sink(SarKept *kept, SarContext *context) {
  *kept = (SarKept){.context = context};
  return (SarSink){kept, begin, row, step, finish, destroy, NULL, event, NULL, NULL};
}

void sar_kept_free(SarKept *kept) {
  free(kept->times);
  free(kept->values);
  free(kept->steps_before);
  free(kept->largest);
  free(kept->norms);
  free(kept->vectors);
  free(kept->events);
  *kept = (SarKept){0};
}
