#include "study/page_table.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "result/pack.h"

typedef struct Putting {
  SarContext *context;
  const SarStudyTable *table;
  int64_t rows;
  double *values; /* of a column */
  SarPack pack;
  SarJson *json;
} Putting;

static SarStatus put_packed(Putting *p, const char *key) {
  SAR_TRY(sar_pack_reals(p->context, &p->pack, p->values, (size_t)p->rows));
  sar_json_key(p->json, key);
  sar_json_plain(p->json, p->pack.text, p->pack.length);
  return SAR_OK;
}

/* ---- numbers ---- */

typedef double Take(const SarStudyRow *row, int32_t index);

static double take_run(const SarStudyRow *row, int32_t index) {
  (void)index;
  return (double)row->run;
}
static double take_status(const SarStudyRow *row, int32_t index) {
  (void)index;
  return row->status;
}
static double take_steps(const SarStudyRow *row, int32_t index) {
  (void)index;
  return (double)row->steps;
}
static double take_cpu(const SarStudyRow *row, int32_t index) {
  (void)index;
  return row->cpu_seconds;
}
static double take_parameter(const SarStudyRow *row, int32_t index) { return row->parameters[index]; }
static double take_response(const SarStudyRow *row, int32_t index) { return row->responses[index]; }

static SarStatus put_column(Putting *p, const char *key, Take *take, int32_t index) {
  SarStudyRow row;
  for (int64_t i = 0; i < p->rows && sar_study_table_row(p->table, i, &row); i++) p->values[i] = take(&row, index);
  return put_packed(p, key);
}

static SarStatus put_columns(Putting *p, const char *key, Take *take, int32_t first, int32_t count) {
  sar_json_key(p->json, key);
  sar_json_begin_array(p->json);
  for (int32_t i = 0; i < count; i++) {
    SarStudyColumn column;
    if (!sar_study_table_column(p->table, first + i, &column)) break;
    sar_json_begin_object(p->json);
    sar_json_put_text(p->json, "name", column.name);
    sar_json_put_text(p->json, "unit", column.unit);
    if (column.expression) sar_json_put_text(p->json, "expression", column.expression);
    SAR_TRY(put_column(p, "data", take, i));
    sar_json_end_object(p->json);
  }
  sar_json_end_array(p->json);
  return SAR_OK;
}

/* ---- texts ---- */

/* A text and the first row that has it. */
typedef struct Word {
  const char *text;
  int64_t row;
} Word;

static int compare_words(const void *a, const void *b) {
  const Word *x = a, *y = b;
  int order = strcmp(x->text, y->text);
  return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Most rows share a few texts: every one of them stands once, in the order of the alphabet, and every row has its
 * number. */
static SarStatus put_words(Putting *p, const char *key, bool host) {
  Word *words = malloc(((size_t)p->rows + 1) * sizeof *words);
  SarStudyRow row;
  if (!words) return sar_report_no_memory(p->context);
  for (int64_t i = 0; i < p->rows && sar_study_table_row(p->table, i, &row); i++) {
    words[i] = (Word){host ? row.host : row.message, i};
  }
  qsort(words, (size_t)p->rows, sizeof *words, compare_words);
  sar_json_key(p->json, key);
  sar_json_begin_object(p->json);
  sar_json_key(p->json, "words");
  sar_json_begin_array(p->json);
  int64_t count = -1;
  for (int64_t i = 0; i < p->rows; i++) {
    if (i == 0 || strcmp(words[i].text, words[i - 1].text) != 0) {
      sar_json_text(p->json, words[i].text);
      count++;
    }
    p->values[words[i].row] = (double)count;
  }
  sar_json_end_array(p->json);
  SarStatus status = put_packed(p, "data");
  sar_json_end_object(p->json);
  free(words);
  return status;
}

static SarStatus put_all(Putting *p) {
  const SarStudyTable *t = p->table;
  int32_t nparameters = sar_study_table_parameters(t), nresponses = sar_study_table_responses(t);
  sar_json_put_int(p->json, "rows", p->rows);
  SAR_TRY(put_column(p, "run", take_run, 0));
  SAR_TRY(put_columns(p, "parameters", take_parameter, 0, nparameters));
  SAR_TRY(put_columns(p, "responses", take_response, nparameters, nresponses));
  sar_json_key(p->json, "statuses");
  sar_json_begin_array(p->json);
  for (int i = 0; i < SAR_ROW_STATUSES; i++) sar_json_text(p->json, sar_row_status_name((SarRowStatus)i));
  sar_json_end_array(p->json);
  SAR_TRY(put_column(p, "status", take_status, 0));
  SAR_TRY(put_words(p, "message", false));
  SAR_TRY(put_words(p, "host", true));
  SAR_TRY(put_column(p, "steps", take_steps, 0));
  return put_column(p, "cpu", take_cpu, 0);
}

SarStatus sar_study_page_put_table(SarContext *context, const SarStudyTable *table, SarJson *json) {
  Putting p = {.context = context, .table = table, .rows = sar_study_table_rows(table), .json = json};
  p.values = malloc(((size_t)p.rows + 1) * sizeof *p.values);
  SarStatus status = p.values ? put_all(&p) : sar_report_no_memory(context);
  sar_pack_free(&p.pack);
  free(p.values);
  return status;
}
