/* One way to read results from three kinds of files. */
#define _POSIX_C_SOURCE 200809L

#include "result/results.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/index.h"
#include "result/columns.h"
#include "result/hash.h"
#include "result/hdf5_common.h"
#include "result/hdf5_read.h"
#include "result/journal.h"
#include "result/steps.h"
#include "result/table.h"
#include "result/xrf_read.h"

struct SarResults {
  SarContext *context;
  SarJournalReader *journal; /* one of these three */
  SarHdf5File *hdf5;
  SarTable *table;
  const SarSinkHeader *header; /* null: CSV */
  SarColumns columns;          /* empty: CSV */
  SarColumns step_columns;     /* the same of the steps */
  int32_t *places;             /* of the columns in the file; null: in their order */
  bool is_xrf;                 /* the table was one of Adams */
  bool has_violation;          /* the steps say how far constraints are violated */
  int64_t rows, steps, events;
  SarArena *arena;
  SarIndex names;   /* of the columns, but for those of a table, which knows its own */
  int64_t next_row; /* that a journal gives next, for sar_results_read_rows; -1: not known */
  char hash[SAR_HASH_TEXT_SIZE];
};

/* ---- opening ---- */

/* Counts the records and computes the hash, as the HDF5 file would have it. */
static SarStatus scan_journal(SarResults *r) {
  double *values = malloc((size_t)r->columns.count * sizeof *values);
  if (!values) return sar_report_no_memory(r->context);
  SarHash hash = sar_hash();
  sar_hash_text(&hash, r->header->text);
  sar_hash_text(&hash, r->header->parameters);
  sar_hash_text(&hash, r->header->method);
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  SarStatus status = SAR_OK;
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) {
    status = sar_journal_next(r->journal, &record);
    if (record.kind == SAR_JOURNAL_STEP && !isnan(record.step.constraint_position)) r->has_violation = true;
    if (record.kind == SAR_JOURNAL_EVENT) r->events++;
    if (status != SAR_OK || record.kind != SAR_JOURNAL_ROW) continue;
    sar_columns_convert(&r->columns, record.time, record.values, values, 1);
    sar_hash_reals(&hash, r->columns.count, values);
  }
  free(values);
  r->rows = sar_journal_tally(r->journal)->rows;
  r->steps = sar_journal_tally(r->journal)->steps;
  sar_hash_print(hash, r->hash);
  return status;
}

static SarStatus open_journal(SarResults *r, const char *path) {
  SAR_TRY(sar_journal_open_read(r->context, path, &r->journal));
  r->header = sar_journal_header(r->journal);
  SAR_TRY(sar_columns_create(r->context, r->header, &r->columns));
  SAR_TRY(sar_step_columns_create(r->context, r->header, &r->step_columns));
  return scan_journal(r);
}

/* Drops the columns of which nothing is left. */
static SarStatus keep_columns(SarResults *r, const bool *kept) {
  SarColumns *columns = &r->columns;
  int32_t count = 0;
  r->places = SAR_NEW(columns->arena, columns->count, int32_t);
  if (!r->places) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < columns->count; i++) {
    if (!kept[i]) continue;
    r->places[count] = i;
    columns->names[count] = columns->names[i];
    columns->units[count] = columns->units[i];
    columns->factors[count] = columns->factors[i];
    columns->indeterminate[count++] = columns->indeterminate[i];
  }
  columns->count = count;
  return SAR_OK;
}

/* Says what is left of a file that was cut short, and drops the rest. */
static SarStatus use_left(SarResults *r, const char *path, const SarHdf5Left *left) {
  int32_t all = r->columns.count - 1;
  double last = 0;
  SAR_TRY(sar_hdf5_read(r->hdf5, "time", r->rows - 1, 1, &last));
  SAR_TRY(keep_columns(r, left->kept));
  sar_warn(r->context, sar_nowhere(), NULL, "copy it again from where it is whole, or run the model again",
           "%s is cut short, %" PRId64 " of %" PRId64 " bytes are there: left are %" PRId64 " of %" PRId64
           " rows, up to t = %g %s, %d of %d columns and %" PRId64 " of %" PRId64 " steps of the solver",
           path, left->bytes, left->told, r->rows, left->all_rows, last, r->columns.units[0], (int)r->columns.count - 1,
           (int)all, r->steps, left->all_steps);
  return SAR_OK;
}

static SarStatus open_hdf5(SarResults *r, const char *path, bool left) {
  SAR_TRY(left ? sar_hdf5_open_left(r->context, path, &r->hdf5) : sar_hdf5_open(r->context, path, &r->hdf5));
  r->header = sar_hdf5_header(r->hdf5);
  r->rows = sar_hdf5_rows(r->hdf5);
  r->steps = sar_hdf5_steps(r->hdf5);
  r->events = sar_hdf5_events(r->hdf5);
  snprintf(r->hash, sizeof r->hash, "%s", sar_hdf5_hash(r->hdf5));
  bool position = false, velocity = false;
  SAR_TRY(sar_hdf5_has(r->hdf5, sar_step_columns[SAR_STEP_POSITION], &position));
  SAR_TRY(sar_hdf5_has(r->hdf5, sar_step_columns[SAR_STEP_VELOCITY], &velocity));
  r->has_violation = position && velocity;
  SAR_TRY(sar_step_columns_create(r->context, r->header, &r->step_columns));
  SAR_TRY(sar_columns_create(r->context, r->header, &r->columns));
  const SarHdf5Left *found = sar_hdf5_left(r->hdf5);
  return found ? use_left(r, path, found) : SAR_OK;
}

static bool ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length >= tail && strcmp(path + length - tail, ending) == 0;
}

/* Text has no control characters but those between words and lines. */
static bool is_text(const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if ((c < ' ' && c != '\t' && c != '\n' && c != '\r') || c == 0x7f) return false;
  }
  return true;
}

static SarStatus refuse_bytes(SarResults *r, const char *path) {
  return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, path), 0, 0}, NULL,
                    "give an `.h5`, `.h5.part` or `.csv` file of a run",
                    "the file holds no results: it is neither HDF5 nor a journal nor CSV");
}

static SarStatus require_text(SarResults *r, const char *path) {
  char head[4096];
  SarSource source = {sar_intern(r->context, path), 0, 0};
  if (ends_with(path, ".yaml") || ends_with(path, ".yml")) {
    return sar_report(r->context, SAR_INPUT, source, NULL, "run it first with `sarrus run`, and give its results",
                      "this is a model, not results");
  }
  FILE *stream = fopen(path, "rbe");
  size_t length = stream ? fread(head, 1, sizeof head, stream) : 0;
  bool failed = !stream || ferror(stream);
  int reason = errno;
  if (stream) fclose(stream);
  if (failed) return sar_file_report_unreadable(r->context, NULL, source, reason);
  return is_text(head, length) ? SAR_OK : refuse_bytes(r, path);
}

static SarStatus open_csv(SarResults *r, const char *path) {
  SAR_TRY(require_text(r, path));
  SAR_TRY(sar_table_create(r->context, &r->table));
  SAR_TRY(sar_table_read_results(r->table, path));
  r->rows = sar_table_rows(r->table);
  bool other_name = ends_with(path, ".h5") || ends_with(path, ".part"); /* then only rows make it a table */
  if (other_name && r->rows == 0) return refuse_bytes(r, path);
  if (sar_table_columns(r->table) > 1) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, (SarSource){sar_intern(r->context, path), 1, 0}, NULL,
                    "the first line names the time and the columns, separated by commas",
                    "the file has no columns besides the time");
}

static SarStatus open_xrf(SarResults *r, const char *path) {
  SAR_TRY(sar_table_create(r->context, &r->table));
  SAR_TRY(sar_xrf_read(r->table, path));
  r->is_xrf = true;
  r->rows = sar_table_rows(r->table);
  return SAR_OK;
}

static SarStatus open_text(SarResults *r, const char *path) {
  return sar_xrf_is_one(path) ? open_xrf(r, path) : open_csv(r, path);
}

SarStatus sar_results_of_table(SarContext *context, SarTable *table, SarResults **out) {
  *out = calloc(1, sizeof **out);
  if (!*out) {
    sar_table_destroy(&table);
    return sar_report_no_memory(context);
  }
  **out = (SarResults){.context = context, .table = table, .rows = sar_table_rows(table), .next_row = -1};
  return SAR_OK;
}

bool sar_results_are_xrf(const SarResults *r) { return r->is_xrf; }
SarTable *sar_results_table(SarResults *r) { return r->table; }

static SarStatus index_names(SarResults *r) {
  if (r->table) return SAR_OK;
  r->arena = r->names.arena = sar_arena_create();
  bool good = r->arena != NULL;
  for (int32_t i = 0; good && i < r->columns.count; i++) good = sar_index_put(&r->names, r->columns.names[i], i);
  return good ? SAR_OK : sar_report_no_memory(r->context);
}

static SarStatus open_any(SarContext *context, const char *path, bool left, SarResults **out) {
  *out = NULL;
  SarResults *r = calloc(1, sizeof *r);
  if (!r) return sar_report_no_memory(context);
  r->context = context;
  r->next_row = -1;
  bool is_journal = false;
  SarStatus status = sar_journal_is_one(context, path, &is_journal);
  if (status == SAR_OK) {
    status = is_journal ? open_journal(r, path) : sar_hdf5_is_one(path) ? open_hdf5(r, path, left) : open_text(r, path);
  }
  if (status == SAR_OK) status = index_names(r);
  if (status != SAR_OK) sar_results_close(&r);
  *out = r;
  return status;
}

SarStatus sar_results_open(SarContext *context, const char *path, SarResults **out) {
  SAR_NEED(context, context && path && out);
  return open_any(context, path, false, out);
}

SarStatus sar_results_open_left(SarContext *context, const char *path, SarResults **out) {
  return open_any(context, path, true, out);
}

bool sar_results_are_cut(const SarResults *r) { return r->hdf5 && sar_hdf5_left(r->hdf5); }

bool sar_results_are_in(const char *path) {
  struct stat facts;
  if (stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
  SarContext *messages = sar_context_create(); /* a file that cannot be read is no matter here */
  bool is_journal = false;
  if (messages) sar_journal_is_one(messages, path, &is_journal);
  sar_context_destroy(&messages);
  return is_journal || sar_hdf5_is_one(path);
}

void sar_results_close(SarResults **results) {
  if (!results || !*results) return;
  SarResults *r = *results;
  sar_columns_destroy(&r->columns);
  sar_columns_destroy(&r->step_columns);
  sar_journal_close(&r->journal);
  sar_hdf5_close(&r->hdf5);
  sar_table_destroy(&r->table);
  sar_arena_destroy(&r->arena);
  free(r);
  *results = NULL;
}

/* ---- columns ---- */

int32_t sar_results_columns(const SarResults *r) {
  if (!r) return 0;
  return r->table ? sar_table_columns(r->table) : r->columns.count;
}
int64_t sar_results_rows(const SarResults *r) { return r ? r->rows : 0; }
int64_t sar_results_steps(const SarResults *r) { return r ? r->steps : 0; }

static bool has_column(const SarResults *r, int32_t column) { return column >= 0 && column < sar_results_columns(r); }

const char *sar_results_name(const SarResults *r, int32_t column) {
  if (!r) return NULL;
  if (!has_column(r, column)) return NULL;
  return r->table ? sar_table_name(r->table, column) : r->columns.names[column];
}

const char *sar_results_unit(const SarResults *r, int32_t column) {
  if (!r) return NULL;
  if (!has_column(r, column)) return NULL;
  return r->table ? sar_table_unit(r->table, column) : r->columns.units[column];
}

int32_t sar_results_find(const SarResults *r, const char *name) {
  if (!r || !name) return -1;
  return r->table ? sar_table_find(r->table, name) : sar_index_get(&r->names, name);
}

/* `crank.x_error` beside `crank.x`. In HDF5 files the header tells; in CSV files the one stands behind the other. */
static bool is_error_of(const SarResults *r, int32_t error, int32_t column) {
  const char *name = sar_results_name(r, column), *other = sar_results_name(r, error);
  size_t length = name ? strlen(name) : 0;
  return name && other && strncmp(name, other, length) == 0 && strcmp(other + length, SAR_ERROR_ENDING) == 0;
}

int32_t sar_results_find_error(const SarResults *r, int32_t column) {
  int32_t half = (sar_results_columns(r) - 1) / 2, places[] = {column + 1, column + half};
  for (int i = 0; i < 2 && column > 0; i++) {
    if (is_error_of(r, places[i], column) && sar_results_is_error(r, places[i])) return places[i];
  }
  return -1;
}

bool sar_results_is_error(const SarResults *r, int32_t column) {
  if (column < 1 || !has_column(r, column)) return false;
  int32_t place = r->places ? r->places[column] : column;
  return r->header ? r->header->columns[place - 1].error : is_error_of(r, column, column - 1);
}

static SarStatus rewind_journal(SarResults *r) {
  r->next_row = -1;
  return sar_journal_rewind(r->journal);
}

/* A journal that is being written may have grown meanwhile: rows beyond those counted are left out. */
static SarStatus read_journal(SarResults *r, int32_t first, int32_t count, double *values) {
  SarJournalRecord record;
  SAR_TRY(rewind_journal(r));
  for (int64_t k = 0; k < r->rows;) {
    SAR_TRY(sar_journal_next(r->journal, &record));
    if (record.kind == SAR_JOURNAL_NONE) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "read it again", "the journal became shorter");
    }
    if (record.kind != SAR_JOURNAL_ROW) continue;
    for (int32_t i = 0; i < count; i++) {
      int32_t column = first + i;
      double si = column ? record.values[column - 1] : record.time;
      values[i * r->rows + k] = si / r->columns.factors[column];
    }
    k++;
  }
  return SAR_OK;
}

SarStatus sar_results_read(SarResults *r, int32_t first, int32_t count, double *values) {
  if (count < 0 || !has_column(r, first) || !has_column(r, first + count - 1)) {
    return sar_report(r->context, SAR_USAGE, sar_nowhere(), NULL, "ask sar_results_columns how many there are",
                      "there is no column %d", first);
  }
  if (r->journal) return read_journal(r, first, count, values);
  for (int32_t i = 0; i < count; i++) {
    double *out = values + i * r->rows;
    int32_t place = r->places ? r->places[first + i] : first + i;
    if (r->hdf5) SAR_TRY(sar_hdf5_read_column(r->hdf5, place, 0, r->rows, out));
    if (r->table && r->rows) memcpy(out, sar_table_values(r->table, first + i), (size_t)r->rows * sizeof *out);
  }
  return SAR_OK;
}

static SarStatus read_journal_rows(SarResults *r, const int32_t *columns, int32_t count, int64_t first, int64_t rows,
                                   double *values) {
  SarJournalRecord record;
  if (r->next_row < 0 || r->next_row > first) {
    SAR_TRY(rewind_journal(r));
    r->next_row = 0;
  }
  while (r->next_row < first + rows) {
    SAR_TRY(sar_journal_next(r->journal, &record));
    if (record.kind == SAR_JOURNAL_NONE) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "read it again", "the journal became shorter");
    }
    if (record.kind != SAR_JOURNAL_ROW) continue;
    int64_t k = r->next_row++ - first;
    for (int32_t i = 0; k >= 0 && i < count; i++) {
      double si = columns[i] ? record.values[columns[i] - 1] : record.time;
      values[i * rows + k] = si / r->columns.factors[columns[i]];
    }
  }
  return SAR_OK;
}

SarStatus sar_results_read_rows(SarResults *r, const int32_t *columns, int32_t count, int64_t first, int64_t rows,
                                double *values) {
  if (rows <= 0) return SAR_OK;
  if (r->journal) return read_journal_rows(r, columns, count, first, rows, values);
  for (int32_t i = 0; i < count; i++) {
    int32_t place = r->places ? r->places[columns[i]] : columns[i];
    if (r->hdf5) SAR_TRY(sar_hdf5_read_column(r->hdf5, place, first, rows, values + i * rows));
    if (r->table) {
      memcpy(values + i * rows, sar_table_values(r->table, columns[i]) + first, (size_t)rows * sizeof *values);
    }
  }
  return SAR_OK;
}

SarStatus sar_results_column(SarResults *r, int32_t column, double *values) {
  SAR_NEED(NULL, r && values);
  return sar_results_read(r, column, 1, values);
}

/* ---- steps ---- */

bool sar_results_has_step(const SarResults *r, int32_t column) {
  return r->steps > 0 && (column < SAR_STEP_POSITION || r->has_violation);
}

const char *sar_results_step_unit(const SarResults *r, int32_t column) { return r->step_columns.units[column]; }

static SarStatus read_journal_steps(SarResults *r, int32_t index, double *values) {
  SarJournalRecord record;
  SAR_TRY(rewind_journal(r));
  for (int64_t k = 0; k < r->steps;) {
    SAR_TRY(sar_journal_next(r->journal, &record));
    if (record.kind == SAR_JOURNAL_NONE) break;
    if (record.kind != SAR_JOURNAL_STEP) continue;
    values[k++] = sar_step_value(&record.step, index) / r->step_columns.factors[index];
  }
  return SAR_OK;
}

SarStatus sar_results_step_column(SarResults *r, const char *name, double *values) {
  SAR_NEED(NULL, r && name && values);
  int32_t index = sar_step_find(name);
  if (index < 0) {
    return sar_report(r->context, SAR_USAGE, sar_nowhere(), NULL,
                      "there are time, step, iterations, order, error, rejections, constraint_position and "
                      "constraint_velocity",
                      "steps have no column `%s`", name);
  }
  if (!r->steps) return SAR_OK;
  if (!sar_results_has_step(r, index)) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "run the model again with this version",
                      "the steps of this file have no column `%s`: an older version of the program wrote it", name);
  }
  if (r->journal) return read_journal_steps(r, index, values);
  return sar_hdf5_read(r->hdf5, sar_step_columns[index], 0, r->steps, values);
}

/* ---- events ---- */

int64_t sar_results_events(const SarResults *r) { return r->events; }

static SarStatus read_journal_events(SarResults *r, SarEventRecord *events) {
  SarJournalRecord record;
  SAR_TRY(rewind_journal(r));
  for (int64_t k = 0; k < r->events;) {
    SAR_TRY(sar_journal_next(r->journal, &record));
    if (record.kind == SAR_JOURNAL_NONE) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "read it again", "the journal became shorter");
    }
    if (record.kind != SAR_JOURNAL_EVENT) continue;
    events[k] = record.event;
    events[k++].time /= r->columns.factors[0];
  }
  return SAR_OK;
}

/* A number of an event that the model does not have is damage. */
static SarStatus read_hdf5_events(SarResults *r, double *values, SarEventRecord *events) {
  for (int32_t i = 0; i < SAR_EVENT_COLUMNS; i++) {
    SAR_TRY(sar_hdf5_read(r->hdf5, sar_hdf5_event_columns[i], 0, r->events, values + i * r->events));
  }
  for (int64_t k = 0; k < r->events; k++) {
    double event = values[SAR_EVENT_INDEX * r->events + k];
    if (!(event >= 0 && event < r->header->nevents)) {
      return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "make the results file again",
                        "the file is damaged: the model has no event %g", event);
    }
    events[k] = (SarEventRecord){.time = values[SAR_EVENT_TIME * r->events + k],
                                 .event = (int32_t)event,
                                 .direction = values[SAR_EVENT_DIRECTION * r->events + k] < 0 ? -1 : 1};
  }
  return SAR_OK;
}

SarStatus sar_results_read_events(SarResults *r, SarEventRecord *events) {
  if (!r->events) return SAR_OK;
  if (r->journal) return read_journal_events(r, events);
  double *values = calloc((size_t)r->events, SAR_EVENT_COLUMNS * sizeof *values);
  if (!values) return sar_report_no_memory(r->context);
  SarStatus status = read_hdf5_events(r, values, events);
  free(values);
  return status;
}

/* ---- facts ---- */

const SarSinkHeader *sar_results_header(const SarResults *r) { return r->header; }
bool sar_results_is_journal(const SarResults *r) { return r->journal != NULL; }

const char *sar_results_fact(const SarResults *r, const char *name) {
  if (!r || !name) return NULL;
  const SarSinkHeader *h = r->header;
  if (!h) return NULL;
  const struct {
    const char *name, *text;
  } facts[] = {{"title", h->title},      {"model", h->text},    {"parameters", h->parameters},
               {"units", h->units_json}, {"method", h->method}, {"settings", h->settings},
               {"version", h->version},  {"hash", r->hash}};
  for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
    if (strcmp(facts[i].name, name) == 0) return facts[i].text;
  }
  return NULL;
}

bool sar_results_file(const SarResults *r, int32_t index, const char **path, const char **text) {
  if (!r || !path || !text) return false;
  if (!r->header || index < 0 || index >= r->header->nfiles) return false;
  *path = r->header->files[index].path;
  *text = r->header->files[index].text;
  return true;
}
