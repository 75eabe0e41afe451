/* Rows in memory: numbers of all rows in one array, texts and gradients in an arena. */
#include "study/table.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"

typedef struct Row {
  int64_t run, steps;
  int64_t at; /* of its numbers, in rows */
  double cpu_seconds;
  const char *message, *host;
  const double *gradient;
  SarRowStatus status;
} Row;

struct SarStudyTable {
  SarArena *arena;
  SarStudyHead head;
  Row *rows;
  double *numbers; /* parameters and responses, row by row as they were added */
  int64_t count, added, room;
};

const char *sar_row_status_name(SarRowStatus status) {
  static const char *const names[SAR_ROW_STATUSES] = {"done", "stopped", "failed", "error", "limit", "crashed"};
  return status >= 0 && status < SAR_ROW_STATUSES ? names[status] : "";
}

SarStatus sar_study_table_create(SarContext *context, const SarStudyHead *head, SarStudyTable **out) {
  SarStudyTable *t = *out = calloc(1, sizeof *t);
  if (!t) return sar_report_no_memory(context);
  t->arena = sar_arena_create();
  if (t->arena && sar_study_head_copy(t->arena, head, &t->head) == SAR_OK) return SAR_OK;
  sar_study_table_destroy(out);
  return sar_report_no_memory(context);
}

void sar_study_table_destroy(SarStudyTable **table) {
  if (!table || !*table) return;
  SarStudyTable *t = *table;
  sar_arena_destroy(&t->arena);
  free(t->rows);
  free(t->numbers);
  free(t);
  *table = NULL;
}

/* ---- rows ---- */

static size_t width(const SarStudyTable *t) { return (size_t)t->head.nparameters + (size_t)t->head.nresponses; }

static bool grow(SarStudyTable *t) {
  if (t->added < t->room) return true;
  int64_t room = t->room ? 2 * t->room : 64;
  Row *rows = realloc(t->rows, (size_t)room * sizeof *rows);
  if (rows) t->rows = rows;
  double *numbers = rows ? realloc(t->numbers, ((size_t)room * width(t) + 1) * sizeof *numbers) : NULL;
  if (!numbers) return false;
  t->numbers = numbers;
  t->room = room;
  return true;
}

/* The same text comes again and again: most rows have no message, and few hosts make many rows. */
static const char *keep_text(SarStudyTable *t, const char *text, const char *last) {
  if (!text || !*text) return "";
  return last && strcmp(last, text) == 0 ? last : sar_arena_copy_text(t->arena, text);
}

SarStatus sar_study_table_add(SarContext *context, SarStudyTable *t, const SarStudyRow *row) {
  if (!grow(t)) return sar_report_no_memory(context);
  size_t nparameters = (size_t)t->head.nparameters, nresponses = (size_t)t->head.nresponses;
  size_t ngradient = row->gradient ? nparameters * nresponses : 0;
  const Row *last = t->count ? &t->rows[t->count - 1] : NULL;
  Row *r = &t->rows[t->count];
  *r = (Row){.run = row->run,
             .steps = row->steps,
             .at = t->added,
             .cpu_seconds = row->cpu_seconds,
             .message = keep_text(t, row->message, last ? last->message : NULL),
             .host = keep_text(t, row->host, last ? last->host : NULL),
             .status = row->status};
  double *gradient = ngradient ? SAR_NEW(t->arena, ngradient, double) : NULL;
  if (!r->message || !r->host || (ngradient && !gradient)) return sar_report_no_memory(context);
  if (ngradient) memcpy(gradient, row->gradient, ngradient * sizeof *gradient);
  r->gradient = gradient;
  double *numbers = t->numbers + (size_t)t->added * width(t);
  if (nparameters) memcpy(numbers, row->parameters, nparameters * sizeof *numbers);
  if (nresponses) memcpy(numbers + nparameters, row->responses, nresponses * sizeof *numbers);
  t->added++;
  t->count++;
  return SAR_OK;
}

static int compare_rows(const void *left, const void *right) {
  const Row *a = left, *b = right;
  if (a->run != b->run) return a->run < b->run ? -1 : 1;
  return a->at < b->at ? -1 : a->at > b->at;
}

void sar_study_table_sort(SarStudyTable *t) {
  int64_t kept = 0;
  if (t->count) qsort(t->rows, (size_t)t->count, sizeof *t->rows, compare_rows);
  for (int64_t i = 0; i < t->count; i++) {
    if (!kept || t->rows[kept - 1].run != t->rows[i].run) t->rows[kept++] = t->rows[i];
  }
  t->count = kept;
}

/* ---- looking at it ---- */

const SarStudyHead *sar_study_table_head(const SarStudyTable *t) { return &t->head; }
int64_t sar_study_table_rows(const SarStudyTable *t) { return t ? t->count : 0; }
int32_t sar_study_table_parameters(const SarStudyTable *t) { return t ? t->head.nparameters : 0; }
int32_t sar_study_table_responses(const SarStudyTable *t) { return t ? t->head.nresponses : 0; }

bool sar_study_table_row(const SarStudyTable *t, int64_t index, SarStudyRow *out) {
  if (!t || !out || index < 0 || index >= t->count) return false;
  const Row *r = &t->rows[index];
  const double *numbers = t->numbers + (size_t)r->at * width(t);
  *out = (SarStudyRow){.run = r->run,
                       .status = r->status,
                       .message = r->message,
                       .parameters = numbers,
                       .responses = numbers + t->head.nparameters,
                       .gradient = r->gradient,
                       .steps = r->steps,
                       .cpu_seconds = r->cpu_seconds,
                       .host = r->host};
  return true;
}

bool sar_study_table_column(const SarStudyTable *t, int32_t index, SarStudyColumn *out) {
  if (!t || !out || index < 0 || index >= t->head.nparameters + t->head.nresponses) return false;
  *out = t->head.columns[index];
  return true;
}
