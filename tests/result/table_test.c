/* The table in memory: names, units, values in the model's units, growth, reuse. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "result/sample.h"

static void has_names_and_units(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table = NULL;
  SarSink sink;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  assert_int_equal(sar_table_columns(table), 0);
  assert_null(sar_table_values(table, 0));
  assert_int_equal(sar_sink_table(context, table, &sink), SAR_OK);
  sample_fill(&sink, &header, 2);
  sink.destroy(sink.self);
  assert_int_equal(sar_table_columns(table), 4);
  assert_int_equal(sar_table_rows(table), 2);
  assert_string_equal(sar_table_name(table, 0), "time");
  assert_string_equal(sar_table_name(table, 2), "crank.pin.vx");
  assert_string_equal(sar_table_unit(table, 0), "s");
  assert_string_equal(sar_table_unit(table, 2), "mm/s");
  assert_string_equal(sar_table_unit(table, 3), "deg");
  assert_int_equal(sar_table_find(table, "A.angle"), 3);
  assert_int_equal(sar_table_find(table, "A.angel"), -1);
  assert_null(sar_table_name(table, 4));
  assert_null(sar_table_values(table, -1));
  sar_table_destroy(&table);
  assert_null(table);
  sar_context_destroy(&context);
}

static void grows_and_keeps_values(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarTable *table = NULL;
  SarSink sink;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  sar_table_create(context, &table);
  sar_sink_table(context, table, &sink);
  sample_fill(&sink, &header, 10000);
  assert_int_equal(sar_table_rows(table), 10000);
  const double *x = sar_table_values(table, 1), *v = sar_table_values(table, 2), *angle = sar_table_values(table, 3);
  for (int64_t k = 0; k < 10000; k++) {
    assert_true(sar_table_values(table, 0)[k] == (double)k / 10);
    CHECK_NEAR(x[k], (double)k, 1e-11);
    CHECK_NEAR(v[k], 1000.0 * (double)k, 1e-8);
    CHECK_NEAR(angle[k], (double)k, 1e-11);
  }
  sample_fill(&sink, &header, 3); /* a second run replaces the first */
  assert_int_equal(sar_table_rows(table), 3);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(has_names_and_units), cmocka_unit_test(grows_and_keeps_values)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
