/* The numbers of a page: time, columns and the solver's steps, packed. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/page_parts.h"
#include "result/steps.h"

typedef struct Table {
  SarContext *context;
  const SarPageRun *run;
  const SarPageChoice *choice;
  SarJson *json;
  SarArena *arena;
  SarPack pack;
  int32_t bad_columns; /* with numbers that are not finite */
  const char *first_bad;
  int64_t first_row, worst; /* of the first one; rows of the worst one */
} Table;

static void put_rows(SarJson *json, const SarPageRows *rows) {
  sar_json_put_int(json, "total", rows->total);
  sar_json_put_int(json, "kept", rows->kept);
  sar_json_put_int(json, "every", rows->every);
}

static SarStatus put_data(Table *t, const SarPageRows *rows, const char *key, double *values) {
  sar_page_thin(rows, values);
  SAR_TRY(sar_pack_reals(t->context, &t->pack, values, (size_t)rows->kept));
  sar_json_key(t->json, key);
  sar_json_plain(t->json, t->pack.text, t->pack.length);
  return SAR_OK;
}

static void look(Table *t, int32_t column, const double *values) {
  int64_t bad = 0, first = 0;
  for (int64_t i = 0; i < t->choice->rows.total; i++) {
    if (isfinite(values[i])) continue;
    if (!bad) first = i;
    bad++;
  }
  if (!bad) return;
  if (!t->bad_columns) {
    t->first_bad = sar_results_name(t->run->results, column);
    t->first_row = first;
  }
  t->bad_columns++;
  if (bad > t->worst) t->worst = bad;
}

static SarStatus put_column(void *self, int32_t column, double *values) {
  Table *t = self;
  look(t, column, values);
  if (column == 0) return SAR_OK; /* is there already */
  const SarSinkHeader *header = sar_results_header(t->run->results);
  const char *name = sar_results_name(t->run->results, column), *quantity = sar_page_quantity(name);
  size_t length = quantity > name ? (size_t)(quantity - name) - 1 : 0;
  const char *element = sar_arena_copy_text_n(t->arena, name, length);
  if (!element) return sar_report_no_memory(t->context);
  sar_json_begin_object(t->json);
  sar_json_put_text(t->json, "name", name);
  sar_json_put_text(t->json, "element", element);
  sar_json_put_text(t->json, "quantity", quantity);
  sar_json_put_text(t->json, "unit", sar_results_unit(t->run->results, column));
  if (header && header->columns[column - 1].indeterminate) sar_json_put_bool(t->json, "indeterminate", true);
  SAR_TRY(put_data(t, &t->choice->rows, "data", values));
  sar_json_end_object(t->json);
  return SAR_OK;
}

static SarStatus put_time(void *self, int32_t column, double *values) {
  Table *t = self;
  (void)column;
  return put_data(t, &t->choice->rows, "time", values);
}

/* Time stands before the columns, so the first one is read on its own. */
static SarStatus put_columns(Table *t) {
  SarArena *arena = t->arena;
  bool *only_time = SAR_NEW(arena, t->choice->ncolumns, bool);
  if (!only_time) return sar_report_no_memory(t->context);
  only_time[0] = true;
  SAR_TRY(sar_page_each_column(t->context, t->run->results, only_time, put_time, t));
  sar_json_key(t->json, "columns");
  sar_json_begin_array(t->json);
  SAR_TRY(sar_page_each_column(t->context, t->run->results, t->choice->kept, put_column, t));
  sar_json_end_array(t->json);
  return SAR_OK;
}

/* ---- steps ---- */

/* Steps that an older program recorded have no violation of constraints: the page then says so. */
static bool holds_no_number(const double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++) {
    if (!isnan(values[i])) return false;
  }
  return true;
}

static SarStatus put_step_column(Table *t, int32_t column, double *values) {
  const SarPageRows *rows = &t->choice->steps;
  if (!sar_results_has_step(t->run->results, column)) return SAR_OK;
  SAR_TRY(sar_results_step_column(t->run->results, sar_step_name(column), values));
  if (column >= SAR_STEP_POSITION && holds_no_number(values, rows->total)) return SAR_OK;
  sar_json_begin_object(t->json);
  sar_json_put_text(t->json, "name", sar_step_name(column));
  sar_json_put_text(t->json, "unit", sar_results_step_unit(t->run->results, column));
  SAR_TRY(put_data(t, rows, "data", values));
  sar_json_end_object(t->json);
  return SAR_OK;
}

static SarStatus put_steps(Table *t) {
  const SarPageRows *rows = &t->choice->steps;
  sar_json_key(t->json, "steps");
  if (!rows->total) {
    sar_json_text(t->json, NULL);
    return SAR_OK;
  }
  double *values = malloc((size_t)rows->total * sizeof *values);
  if (!values) return sar_report_no_memory(t->context);
  sar_json_begin_object(t->json);
  put_rows(t->json, rows);
  sar_json_key(t->json, "columns");
  sar_json_begin_array(t->json);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < SAR_STEP_COLUMNS && status == SAR_OK; i++) status = put_step_column(t, i, values);
  free(values);
  if (status != SAR_OK) return status;
  sar_json_end_array(t->json);
  sar_json_end_object(t->json);
  return SAR_OK;
}

/* ---- what is to be said ---- */

static const char *left_out(const Table *t, const char *remedy) {
  return t->choice->live ? "`Run` on the page gives all of them; `--full` keeps them from the start" : remedy;
}

static void warn(const Table *t) {
  const SarPageRows *rows = &t->choice->rows, *steps = &t->choice->steps;
  SarContext *messages = t->run->messages;
  const char *file = t->run->path;
  if (!rows->total) {
    sar_warn(messages, sar_nowhere(), NULL, "see what the run said; `sarrus run` writes the first row when it starts",
             "%s holds no rows", file);
  }
  if (rows->every > 1) {
    sar_warn(messages, sar_nowhere(), NULL, left_out(t, "all rows are in the file; `--full` keeps them on the page"),
             "the page keeps %" PRId64 " of the %" PRId64 " rows of %s: one in %" PRId64 ", and the last", rows->kept,
             rows->total, file, rows->every);
  }
  if (steps->every > 1) {
    sar_warn(messages, sar_nowhere(), NULL, left_out(t, "all steps are in the file; `--full` keeps them on the page"),
             "the page keeps %" PRId64 " of the %" PRId64 " solver steps of %s: one in %" PRId64 ", and the last",
             steps->kept, steps->total, file, steps->every);
  }
  if (t->choice->unwanted) {
    sar_note(messages, SAR_OK, sar_nowhere(), NULL, "make the page without `--columns` to see all",
             "%d of the %d columns of %s were not asked for", (int)t->choice->unwanted, (int)t->choice->ncolumns - 1,
             file);
  }
  if (t->choice->omitted > t->choice->unwanted) {
    sar_warn(messages, sar_nowhere(), NULL, left_out(t, "all columns are in the file; `--full` keeps them on the page"),
             "the page leaves out %d of the %d columns of %s", (int)(t->choice->omitted - t->choice->unwanted),
             (int)t->choice->ncolumns - 1, file);
  }
  if (t->bad_columns) {
    sar_warn(messages, sar_nowhere(), NULL, "look at what happens there; plots have gaps where a number is missing",
             "%d column%s of %s hold%s nan or infinite numbers, in up to %" PRId64
             " rows: %s is the first, from row %" PRId64 " on",
             (int)t->bad_columns, t->bad_columns == 1 ? "" : "s", file, t->bad_columns == 1 ? "s" : "", t->worst,
             t->first_bad, t->first_row + 1);
  }
}

static SarStatus put_table(Table *t) {
  SarJson *json = t->json;
  sar_json_key(json, "rows");
  sar_json_begin_object(json);
  put_rows(json, &t->choice->rows);
  sar_json_end_object(json);
  sar_json_key(json, "omitted");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < t->choice->ncolumns; i++) {
    if (!t->choice->kept[i]) sar_json_text(json, sar_results_name(t->run->results, i));
  }
  sar_json_end_array(json);
  SAR_TRY(put_columns(t));
  return put_steps(t);
}

SarStatus sar_page_put_table(SarContext *context, const SarPageRun *run, const SarPageChoice *choice, SarJson *json) {
  Table table = {.context = context,
                 .run = run,
                 .choice = choice,
                 .json = json,
                 .arena = choice->arena,
                 .pack.quick = choice->quick};
  SarStatus status = put_table(&table);
  sar_pack_free(&table.pack);
  if (status == SAR_OK) warn(&table);
  return status;
}
