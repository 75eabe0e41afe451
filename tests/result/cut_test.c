/* HDF5 files that were cut short at any length: what is left of them is what was written, and never zeros from beyond
 * the cut; who judges results refuses them. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "result/journal.h"
#include "result/page.h"
#include "result/sample.h"
#include "sanitized.h"

#define CUTS (SANITIZED ? 50 : 100)
#define MOST_ELEMENTS 40
#define QUANTITIES 10 /* more than HDF5 keeps in the header of a group */

typedef struct Case {
  int32_t elements;
  int64_t rows, steps;
  bool counted; /* it is known before how many these are: tables are one piece each */
} Case;

/* No value is zero, none is that of another place, and none is rounded. */
static double value_at(int64_t row, int32_t column) { return 1 + (double)row + (column + 1) / 1024.0; }

static SarSinkHeader make_header(const SarModel *model, const Case *c, SarArena *arena) {
  SarSinkHeader header = sample_header(model);
  SarSinkColumn *columns = SAR_NEW(arena, c->elements * QUANTITIES, SarSinkColumn);
  for (int32_t i = 0; i < c->elements * QUANTITIES; i++) {
    columns[i] = (SarSinkColumn){.element = sar_arena_printf(arena, "body%d", (int)(i / QUANTITIES)),
                                 .quantity = sar_arena_printf(arena, "quantity%d", (int)(i % QUANTITIES)),
                                 .unit = "1"};
  }
  header.columns = columns;
  header.ncolumns = c->elements * QUANTITIES;
  header.rows_expected = 0;
  return header;
}

static void write_file(SarContext *context, const char *path, const Case *c) {
  SarArena *arena = sar_arena_create();
  SarModel model = sample_model();
  SarSinkHeader header = make_header(&model, c, arena);
  double values[MOST_ELEMENTS * QUANTITIES];
  SarSink sink;
  const SarSinkCounts counts = {.rows = c->rows, .steps = c->steps};
  assert_int_equal(sar_sink_hdf5_counted(context, path, c->counted ? &counts : NULL, (SarSinkWatch){0}, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  for (int64_t k = 0; k < c->rows; k++) {
    for (int32_t i = 0; i < header.ncolumns; i++) values[i] = value_at(k, i + 1);
    assert_int_equal(sink.row(sink.self, value_at(k, 0), values), SAR_OK);
  }
  for (int64_t k = 0; k < c->steps; k++) {
    assert_int_equal(sink.step(sink.self, &(SarStepRecord){.time = value_at(k, -1), .step = 0.5, .order = 2}), SAR_OK);
  }
  assert_int_equal(sink.checkpoint(sink.self, "state", 5), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  sar_arena_destroy(&arena);
}

static void write_bytes(const char *path, const char *bytes, size_t count) {
  FILE *stream = fopen(path, "wb");
  assert_non_null(stream);
  assert_int_equal(fwrite(bytes, 1, count, stream), count);
  assert_int_equal(fclose(stream), 0);
}

static int32_t column_number(const char *name) {
  int element = 0, quantity = 0;
  if (strcmp(name, "time") == 0) return 0;
  assert_int_equal(sscanf(name, "body%d.quantity%d", &element, &quantity), 2);
  return element * QUANTITIES + quantity + 1;
}

static void check_values(SarResults *r) {
  int64_t rows = sar_results_rows(r), steps = sar_results_steps(r);
  double *values = calloc((size_t)(rows + steps) + 1, sizeof *values);
  for (int32_t i = 0; i < sar_results_columns(r); i++) {
    int32_t number = column_number(sar_results_name(r, i));
    assert_int_equal(sar_results_column(r, i, values), SAR_OK);
    for (int64_t k = 0; k < rows; k++) assert_true(values[k] == value_at(k, number));
  }
  assert_int_equal(sar_results_step_column(r, "time", values), SAR_OK);
  for (int64_t k = 0; k < steps; k++) assert_true(values[k] == value_at(k, -1));
  assert_int_equal(sar_results_step_column(r, "order", values), SAR_OK);
  for (int64_t k = 0; k < steps; k++) assert_true(values[k] == 2);
  free(values);
}

static void refuses(const char *path, bool journal_facts) {
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  SarResultFile file;
  assert_int_equal(sar_results_open(context, path, &results), SAR_INPUT);
  assert_null(results);
  if (journal_facts) {
    assert_int_equal(sar_result_file_open(context, path, &file), SAR_INPUT);
    sar_result_file_close(&file);
  }
  sar_context_destroy(&context);
}

/* Values that are left: rows times columns, and steps; 0: nothing. */
static int64_t check_cut(const char *path, const Case *c) {
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  int64_t left = 0;
  SarStatus status = sar_results_open_left(context, path, &results);
  assert_int_equal(sar_context_count(context), 1); /* the error, or what is left */
  if (status == SAR_OK) {
    assert_true(sar_results_are_cut(results));
    assert_int_equal(sar_context_get(context, 0)->severity, SAR_WARNING);
    assert_non_null(strstr(sar_context_get(context, 0)->message, "is cut short"));
    assert_true(sar_results_rows(results) > 0 && sar_results_rows(results) <= c->rows);
    assert_true(sar_results_columns(results) > 1);
    check_values(results);
    left = sar_results_rows(results) * sar_results_columns(results) + sar_results_steps(results);
  } else {
    assert_int_equal(status, SAR_INPUT);
    assert_null(results);
  }
  sar_results_close(&results);
  sar_context_destroy(&context);
  return left;
}

/* Cuts at `count` lengths, and tells how many of them left something. */
static int cut_everywhere(const char *path, const Case *c, int count) {
  SarContext *context = sar_context_create();
  write_file(context, path, c);
  size_t size = 0;
  char *bytes = read_all(path, &size);
  int rescued = 0;
  int64_t before = 0;
  for (int i = 1; i <= count; i++) {
    size_t length = i == count ? size - 1 : size * (size_t)i / (size_t)count + (size_t)(i * 7919 % 97);
    if (length >= size) length = size - 1;
    write_bytes(path, bytes, length);
    int64_t left = check_cut(path, c);
    assert_true(!before || left); /* what a shorter file has, a longer one has too */
    before = left;
    rescued += left > 0;
    refuses(path, i % 20 == 0);
  }
  free(bytes);
  remove(path);
  sar_context_destroy(&context);
  return rescued;
}

/* One piece per table: whole tables are left. */
static void keeps_tables(void **state) {
  (void)state;
  Case c = {.elements = 30, .rows = 900, .steps = 700, .counted = true};
  assert_true(cut_everywhere("cut_test_tables.h5", &c, CUTS) > CUTS * 9 / 10);
  c = (Case){.elements = 1, .rows = 12000, .steps = 8000, .counted = true}; /* and rows of the only one */
  assert_true(cut_everywhere("cut_test_tables.h5", &c, CUTS) > CUTS * 9 / 10);
}

/* One chunk per table. */
static void keeps_chunks(void **state) {
  (void)state;
  int rescued = cut_everywhere("cut_test_chunks.h5", &(Case){.elements = 30, .rows = 900, .steps = 700}, CUTS);
  assert_true(rescued > CUTS * 9 / 10);
}

/* Many chunks per table, so many that HDF5 keeps lists of them: rows are left. */
static void keeps_rows(void **state) {
  (void)state;
  int rescued = cut_everywhere("cut_test_rows.h5", &(Case){.elements = 1, .rows = 12000, .steps = 8000}, CUTS);
  assert_true(rescued > CUTS * 9 / 10);
}

/* Every length where something changes at the beginning of a small file. */
static void survives_every_length(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Case c = {.elements = 1, .rows = 20, .steps = 20, .counted = true};
  write_file(context, "cut_test_small.h5", &c);
  size_t size = 0;
  char *bytes = read_all("cut_test_small.h5", &size);
  for (size_t length = 8; length < size; length += 37) {
    write_bytes("cut_test_small.h5", bytes, length);
    check_cut("cut_test_small.h5", &c);
  }
  free(bytes);
  remove("cut_test_small.h5");
  sar_context_destroy(&context);
}

/* A file that is whole is no cut one. */
static void reads_whole_files(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  SarResultFile file;
  write_file(context, "cut_test_whole.h5", &(Case){.elements = 2, .rows = 50, .steps = 20});
  assert_int_equal(sar_results_open_left(context, "cut_test_whole.h5", &results), SAR_OK);
  assert_false(sar_results_are_cut(results));
  assert_int_equal(sar_results_rows(results), 50);
  assert_int_equal(sar_results_columns(results), 2 * QUANTITIES + 1);
  check_values(results);
  sar_results_close(&results);
  assert_int_equal(sar_result_file_open_left(context, "cut_test_whole.h5", &file), SAR_OK);
  assert_int_equal(file.checkpoint_size, 5);
  sar_result_file_close(&file);
  assert_int_equal(sar_context_count(context), 0);
  remove("cut_test_whole.h5");
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keeps_tables),          cmocka_unit_test(keeps_chunks),      cmocka_unit_test(keeps_rows),
      cmocka_unit_test(survives_every_length), cmocka_unit_test(reads_whole_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
