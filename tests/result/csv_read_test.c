/* CSV files into tables: our own format, foreign ones, and wrong ones with their position. */
#include <string.h>

#include "file.h"
#include "sarrus/result.h"

/* A malloc of its own, which can be told to fail. */
#include "linear/allocations.c"

static const char path[] = "csv_read_test.csv";

static SarStatus read_text(SarContext *context, const char *text, SarTable **table) {
  file_write_text(path, text);
  assert_int_equal(sar_table_create(context, table), SAR_OK);
  return sar_table_read_csv(*table, path);
}

static void reads_names_and_numbers(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table;
  assert_int_equal(read_text(context, "time,a.x,b.fz2\n# s,m,N\n0,1,-2e3\r\n0.5, .25 ,17\n", &table), SAR_OK);
  assert_int_equal(sar_table_columns(table), 3);
  assert_int_equal(sar_table_rows(table), 2);
  assert_string_equal(sar_table_name(table, 2), "b.fz2");
  CHECK_NEAR(sar_table_values(table, 0)[1], 0.5, 0);
  CHECK_NEAR(sar_table_values(table, 1)[1], 0.25, 0);
  CHECK_NEAR(sar_table_values(table, 2)[0], -2000, 0);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

static void takes_files_of_spreadsheets(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table;
  assert_int_equal(read_text(context,
                             "\xEF\xBB\xBF"
                             "k,c\r\n100,1\r\n200,2\r\n",
                             &table),
                   SAR_OK);
  assert_string_equal(sar_table_name(table, 0), "k");
  assert_int_equal(sar_table_rows(table), 2);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

/* Names in quotes, with commas and quotes in them. */
static void takes_names_in_quotes(void **state) {
  (void)state;
  static const char *const names[] = {"time", "a, left", "the \"b\"", "c\"d", "\"open"};
  SarContext *context = sar_context_create();
  SarTable *table;
  const char *text = "\"time\", \"a, left\" ,\"the \"\"b\"\"\",c\"d,\"open\n# s,\"m, or so\",,,\n0,1,2,3,4\n";
  assert_int_equal(read_text(context, text, &table), SAR_OK);
  assert_int_equal(sar_table_columns(table), 5);
  for (int32_t i = 0; i < 5; i++) assert_string_equal(sar_table_name(table, i), names[i]);
  for (int32_t i = 0; i < 5; i++) assert_int_equal(sar_table_find(table, names[i]), i);
  assert_string_equal(sar_table_unit(table, 1), "m, or so");
  CHECK_NEAR(sar_table_values(table, 4)[0], 4, 0);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

static void says_where_it_is_wrong(void **state) {
  (void)state;
  static const struct {
    const char *text;
    int32_t line, column;
  } wrong[] = {{"", 1, 1},
               {"time,x\n0,1\n1,oops\n", 3, 3},
               {"time,x\n0\n", 2, 2},
               {"time,x\n0,1,2\n", 2, 5},
               {"time,x\n0,1,\n", 2, 5},
               {"time,\"x\n0\n", 2, 2}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    SarContext *context = sar_context_create();
    SarTable *table;
    assert_int_equal(read_text(context, wrong[i].text, &table), SAR_INPUT);
    const SarDiagnostic *d = sar_context_get(context, 0);
    assert_string_equal(d->source.file, path);
    assert_int_equal(d->source.line, wrong[i].line);
    assert_int_equal(d->source.column, wrong[i].column);
    sar_table_destroy(&table);
    sar_context_destroy(&context);
  }
}

static void missing_file(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table;
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  assert_int_equal(sar_table_read_csv(table, "there/is/no/such.csv"), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "cannot read"));
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

/* Memory that runs out at any point is told apart from a file that is wrong. */
static void says_when_memory_runs_out(void **state) {
  (void)state;
  if (!allocations_watched()) skip();
  SarContext *context = sar_context_create();
  SarTable *table;
  assert_int_equal(read_text(context, "time,a.x\n0,1\n0.5,2\n", &table), SAR_OK);
  SarStatus status = SAR_NO_MEMORY;
  int failures = -1;
  for (long successes = 0; status == SAR_NO_MEMORY; successes++, failures++) {
    allocations_fail_after(successes);
    status = sar_table_read_csv(table, path);
    allocations_fail_after(-1);
  }
  assert_int_equal(status, SAR_OK);
  assert_true(failures >= 3); /* the stream, the text, the columns */
  assert_int_equal(sar_table_rows(table), 2);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_names_and_numbers),
      cmocka_unit_test(takes_files_of_spreadsheets),
      cmocka_unit_test(takes_names_in_quotes),
      cmocka_unit_test(says_where_it_is_wrong),
      cmocka_unit_test(missing_file),
      cmocka_unit_test(says_when_memory_runs_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
