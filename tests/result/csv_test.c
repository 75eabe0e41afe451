/* CSV files: exact text, 17 digits that read back as the same numbers, and failures of the file system. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "result/sample.h"

static void write_rows(SarContext *context, const char *path, int64_t rows) {
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarSink sink;
  assert_int_equal(sar_sink_csv(context, path, &sink), SAR_OK);
  sample_fill(&sink, &header, rows);
  sink.destroy(sink.self);
}

static const char expected[] =
    "time,crank.x,crank.pin.vx,A.angle\n"
    "# s,mm,mm/s,deg\n"
    "0,0,0,0\n"
    "0.1,1,1000,1\n"
    "0.2,2,2000,2\n";

static void has_exact_text(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_rows(context, "csv_test.csv", 3);
  size_t length = 0;
  char *text = read_all("csv_test.csv", &length);
  assert_string_equal(text, expected);
  free(text);
  remove("csv_test.csv");
  sar_context_destroy(&context);
}

/* Longer than the buffer of the file. */
static void keeps_all_rows(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_rows(context, "csv_test_long.csv", 20000);
  size_t length = 0, lines = 0;
  char *text = read_all("csv_test_long.csv", &length);
  for (size_t i = 0; i < length; i++) lines += text[i] == '\n';
  assert_int_equal(lines, 20002);
  assert_string_equal(text + length - strlen("1999.9,19999,19999000,19999\n"), "1999.9,19999,19999000,19999\n");
  free(text);
  remove("csv_test_long.csv");
  sar_context_destroy(&context);
}

static void table_gives_the_same_text(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table = NULL;
  SarSink sink;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  sar_table_create(context, &table);
  sar_sink_table(context, table, &sink);
  sample_fill(&sink, &header, 3);
  assert_int_equal(sar_table_write_csv(context, table, "csv_test_table.csv"), SAR_OK);
  size_t length = 0;
  char *text = read_all("csv_test_table.csv", &length);
  assert_string_equal(text, expected);
  free(text);
  remove("csv_test_table.csv");
  assert_int_equal(sar_table_write_csv(context, table, "no/such/folder/t.csv"), SAR_IO);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

static void steps_have_exact_text(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  sar_units_choose(&model.units, "time", "ms");
  SarSinkHeader header = sample_header(&model);
  SarSink sink;
  assert_int_equal(sar_sink_steps_csv(context, "csv_test_steps.csv", &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  double values[3] = {0};
  assert_int_equal(sink.row(sink.self, 0, values), SAR_OK);
  assert_int_equal(sink.step(sink.self, &(SarStepRecord){0.5, 0.25, 0.125, 3, 2, 1, 0.0625, 0.5}), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  size_t length = 0;
  char *text = read_all("csv_test_steps.csv", &length);
  assert_string_equal(text,
                      "time,step,iterations,order,error,rejections,constraint_position,constraint_velocity\n"
                      "# ms,ms,1,1,1,1,1,1/ms\n500,250,3,2,0.125,1,0.0625,0.0005\n");
  free(text);
  remove("csv_test_steps.csv");
  sar_context_destroy(&context);
}

static void names_the_file_it_cannot_create(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarSink sink;
  assert_int_equal(sar_sink_csv(context, "no/such/folder/out.csv", &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_IO);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  const SarDiagnostic *first = sar_context_get(context, 0);
  assert_non_null(strstr(first->message, "no/such/folder/out.csv"));
  assert_non_null(strstr(first->message, "No such file or directory"));
  assert_non_null(strstr(first->remedy, "create the folder"));
  sar_context_destroy(&context);
}

/* /dev/full takes nothing: the failure shows when the buffer is written, and is reported once. */
static void reports_a_full_disk(void **state) {
  (void)state;
  if (access("/dev/full", W_OK) != 0) skip();
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarSink sink;
  assert_int_equal(sar_sink_csv(context, "/dev/full", &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  SarStatus status = SAR_OK;
  double values[3] = {0.1, 0.2, 0.3};
  for (int k = 0; k < 10000 && status == SAR_OK; k++) status = sink.row(sink.self, 0.1 * k, values);
  assert_int_equal(status, SAR_IO);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "No space left"));
  sar_context_clear(context);

  assert_int_equal(sar_sink_csv(context, "/dev/full", &sink), SAR_OK); /* few rows: the failure shows at the end */
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  assert_int_equal(sink.row(sink.self, 0, values), SAR_OK);
  assert_int_equal(sink.finish(sink.self), SAR_IO);
  sink.destroy(sink.self);
  assert_int_equal(sar_context_errors(context), 1);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_exact_text),
      cmocka_unit_test(keeps_all_rows),
      cmocka_unit_test(table_gives_the_same_text),

      cmocka_unit_test(steps_have_exact_text),
      cmocka_unit_test(names_the_file_it_cannot_create),
      cmocka_unit_test(reports_a_full_disk),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
