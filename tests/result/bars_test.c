/* Error bars on their way into files. */
#include "result/bars.h"

#include <math.h>

#include "check.h"
#include "result/layout.h"
#include "result/sample.h"
#include "result/table.h"

static void bars_hold_between_their_times(void **state) {
  (void)state;
  const double times[] = {0, 1, 2, 4}, values[] = {1, 10, 2, 5, 3, 20, 0.5, 7};
  SarBars bars = {.ncolumns = 2, .count = 4, .times = times, .values = values};
  const struct {
    double time, first, second;
  } cases[] = {{-1, 1, 10}, {0, 1, 10},  {0.5, 2, 10}, {1, 2, 5},    {1.5, 3, 20},
               {3, 3, 20},  {4, 0.5, 7}, {9, 0.5, 7},  {0.25, 2, 10}};
  int64_t from = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double out[2];
    sar_bars_at(&bars, cases[i].time, &from, out);
    assert_true(out[0] == cases[i].first);
    assert_true(out[1] == cases[i].second);
  }
  SarBars one = {.ncolumns = 2, .count = 1, .times = times, .values = values};
  double out[2];
  from = 0;
  sar_bars_at(&one, 3, &from, out);
  assert_true(out[1] == 10);
}

static SarSinkColumn column(const char *element, const char *quantity, bool error) {
  return (SarSinkColumn){.element = element, .quantity = quantity, .unit = "m", .error = error};
}

/* The same tables in a group of their own, which gives way to an element of its name. */
static void errors_have_tables_of_their_own(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  for (int taken = 0; taken < 2; taken++) {
    const char *name = taken ? "error" : "crank";
    SarSinkColumn columns[] = {column(name, "x", false), column(name, "y", false), column(name, "x", true),
                               column(name, "y", true)};
    SarSinkHeader header = {.columns = columns, .ncolumns = 4, .units = sar_units_si()};
    SarLayout layout;
    assert_int_equal(sar_layout_create(context, &header, &layout), SAR_OK);
    assert_int_equal(layout.ntables, 2);
    assert_int_equal(layout.nkinds, 1);
    assert_null(layout.tables[0].group);
    assert_string_equal(layout.tables[0].path, name);
    assert_string_equal(layout.tables[1].group, taken ? "error.1" : "error");
    assert_string_equal(layout.tables[1].path, taken ? "error.1/error" : "error/crank");
    assert_int_equal(layout.tables_of[2], 1);
    sar_layout_destroy(&layout);
  }
  sar_context_destroy(&context);
}

/* Rows that waited, with bars behind each column and without any. */
static void deferred_rows_get_their_bars(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  const double times[] = {0, 1}, values[] = {0.1, 0.2, 0.3, 1.1, 0.1, 1.3};
  SarBars bars = {.ncolumns = 3, .count = 2, .times = times, .values = values};
  for (int barred = 0; barred < 2; barred++) {
    SarTable *table = NULL;
    SarSink inner, sink;
    assert_int_equal(sar_table_create(context, &table), SAR_OK);
    assert_int_equal(sar_sink_table(context, table, &inner), SAR_OK);
    assert_int_equal(sar_sink_deferred(context, inner, SAR_BARS_BEHIND_EACH, &sink), SAR_OK);
    assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
    for (int k = 0; k < 3; k++) {
      const double row[] = {k, 10 + k, 20 + k};
      assert_int_equal(sink.row(sink.self, 0.5 * k, row), SAR_OK);
    }
    assert_int_equal(sar_table_rows(table), 0);
    if (barred) sink.bars(sink.self, &bars);
    assert_int_equal(sink.finish(sink.self), SAR_OK);
    sink.destroy(sink.self);
    assert_int_equal(sar_table_rows(table), 3);
    assert_int_equal(sar_table_columns(table), barred ? 7 : 4);
    assert_int_equal(sar_table_find(table, "crank.x_error"), barred ? 2 : -1);
    if (barred) { /* mm */
      const double *errors = sar_table_values(table, 2);
      assert_true(fabs(errors[0] - 100) < 1e-9 && fabs(errors[1] - 1100) < 1e-9 && fabs(errors[2] - 1100) < 1e-9);
      errors = sar_table_values(table, sar_table_find(table, "crank.pin.vx_error"));
      assert_true(fabs(errors[1] - 200) < 1e-9 && fabs(errors[2] - 100) < 1e-9);
    }
    sar_table_destroy(&table);
  }
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bars_hold_between_their_times),
      cmocka_unit_test(errors_have_tables_of_their_own),
      cmocka_unit_test(deferred_rows_get_their_bars),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
