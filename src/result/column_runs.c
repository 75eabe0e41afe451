/* Finds runs and kinds in one pass. */
#include "result/column_runs.h"

#include <stdlib.h>
#include <string.h>

static bool same_text(const char *a, const char *b) { return a == b || (a && b && strcmp(a, b) == 0); }

static bool same_element(const SarSinkColumn *a, const SarSinkColumn *b) {
  return a->table == b->table && a->error == b->error && same_text(a->element, b->element);
}

static void add_text(uint64_t *sum, const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) *sum = (*sum ^ *c) * 0x100000001b3u;
  *sum = (*sum ^ 0xff) * 0x100000001b3u; /* the end of the text counts */
}

static uint64_t sum_of(const SarSinkColumn *columns, int32_t count) {
  uint64_t sum = 0xcbf29ce484222325u;
  for (int32_t i = 0; i < count; i++) {
    add_text(&sum, columns[i].quantity);
    add_text(&sum, columns[i].unit);
  }
  return sum;
}

static bool same_kind(const SarSinkColumn *a, const SarSinkColumn *b, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (!same_text(a[i].quantity, b[i].quantity) || !same_text(a[i].unit, b[i].unit)) return false;
  }
  return true;
}

/* The kind of a run that begins at this column; a new one if there is none. The last kinds are the likeliest. */
static int32_t kind_of(const SarSinkHeader *header, SarColumnRuns *out, const SarColumnRun *run) {
  const SarSinkColumn *columns = header->columns + run->first;
  uint64_t sum = sum_of(columns, run->count);
  for (int32_t k = out->nkinds; k-- > 0;) {
    const SarColumnRun *other = &out->runs[out->kinds[k]];
    if (out->sums[k] != sum || other->count != run->count) continue;
    if (same_kind(columns, header->columns + other->first, run->count)) return k;
  }
  out->kinds[out->nkinds] = out->nruns;
  out->sums[out->nkinds] = sum;
  return out->nkinds++;
}

bool sar_column_runs_create(const SarSinkHeader *header, int32_t most, SarColumnRuns *out) {
  size_t room = (size_t)header->ncolumns + 1;
  *out = (SarColumnRuns){.runs = calloc(room, sizeof *out->runs),
                         .kinds = calloc(room, sizeof *out->kinds),
                         .sums = calloc(room, sizeof *out->sums)};
  if (!out->runs || !out->kinds || !out->sums) return false;
  for (int32_t first = 0; first < header->ncolumns;) {
    SarColumnRun run = {.first = first, .count = 1};
    while (first + run.count < header->ncolumns && run.count < most &&
           same_element(&header->columns[first], &header->columns[first + run.count])) {
      run.count++;
    }
    run.kind = kind_of(header, out, &run);
    out->runs[out->nruns++] = run;
    first += run.count;
  }
  return true;
}

void sar_column_runs_free(SarColumnRuns *runs) {
  free(runs->runs);
  free(runs->kinds);
  free(runs->sums);
  *runs = (SarColumnRuns){0};
}
