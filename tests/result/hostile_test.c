/* A results file made by hand, with a header that is right and names that are meant to do harm: they are read as what
 * they are, and stand on the page as text. The same file is in tests/data/hostile, for tests of the program and of the
 * page in a browser; `result_hostile_test FILE` writes it. */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "result/page.h"
#include "result/sample.h"

#define STORED SAR_TEST_DIR "/data/hostile/names.h5"
#define H5 "hostile_test.h5"
#define PAGE "hostile_test.html"
#define ROWS 20
#define LONG 10240

static char long_name[LONG + 1];

/* Every payload sets `hacked` if it runs. */
static const SarSinkColumn columns[] = {
    {"<script>hacked=alert(1)</script>", "x", "m", false, SAR_TABLE_OWN, false},
    {"</script><script>hacked=2</script>", "</script>", "=</script><script>hacked=3", false, SAR_TABLE_OWN, false},
    {"\"><img src=x onerror=hacked=4>", "<b>y</b>", "=\"><img src=x onerror=hacked=5>", false, SAR_TABLE_OWN, false},
    {"\xe2\x80\xaelive", "\xe2\x80\xa8", "=\xe2\x80\xae", false, SAR_TABLE_OWN, false},
    {"__proto__", "constructor", "1", false, SAR_TABLE_OWN, false},
    {"constructor", "__proto__", "1", false, SAR_TABLE_OWN, false},
    {"toString", "hasOwnProperty", "1", false, SAR_TABLE_OWN, false},
    {"a/b", "c/d", "m/s", false, SAR_TABLE_OWN, false},
    {"'; hacked=6; //", "&lt;script&gt;hacked=7&lt;/script&gt;", "=&amp;", false, SAR_TABLE_OWN, false},
    {"${hacked=8}`", "javascript:hacked=9", "=<!--", false, SAR_TABLE_OWN, false},
    {"]]><!--SARRUS-DATA-->", "<![CDATA[", "=]]>", false, SAR_TABLE_OWN, false},
    {long_name, "<svg onload=hacked=10>", "N", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "x", "m", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "y", "m", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "z", "m", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "q0", "1", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "q1", "1", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "q2", "1", false, SAR_TABLE_OWN, false},
    {"<svg onload=hacked=11>", "q3", "1", false, SAR_TABLE_OWN, false},
};
#define COLUMNS ((int32_t)(sizeof columns / sizeof *columns))

static double value_at(int64_t row, int32_t column) {
  if (column == COLUMNS - 4) return 1; /* q0: the body does not turn */
  return column > COLUMNS - 4 ? 0 : (double)(row * (column + 1)) / 16;
}

static SarSinkHeader hostile_header(void) {
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  for (size_t i = 0; i < LONG; i += 8) memcpy(long_name + i, "<script>", 8);
  header.title = "</title><script>hacked=14</script>";
  header.text = "";
  header.method = "<script>hacked=15</script>";
  header.version = "<img src=x onerror=hacked=16>";
  header.settings = "<script>hacked=17</script>=<script>hacked=18</script>\nset=__proto__=1\n__proto__=2\n";
  snprintf(header.units.time_name, sizeof header.units.time_name, "<b>");
  header.columns = columns;
  header.ncolumns = COLUMNS;
  header.kinematic = true; /* the file is smaller so */
  header.rows_expected = ROWS;
  return header;
}

static void write_file(SarContext *context, const char *path) {
  SarSinkHeader header = hostile_header();
  SarSink sink;
  double values[COLUMNS];
  assert_int_equal(sar_sink_hdf5(context, path, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  for (int64_t k = 0; k < ROWS; k++) {
    for (int32_t i = 0; i < COLUMNS; i++) values[i] = value_at(k, i);
    assert_int_equal(sink.row(sink.self, (double)k / 8, values), SAR_OK);
  }
  assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
}

static void check_names(SarContext *context, const char *path) {
  SarResults *results = NULL;
  double values[ROWS];
  assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
  assert_int_equal(sar_results_columns(results), COLUMNS + 1);
  assert_int_equal(sar_results_rows(results), ROWS);
  assert_string_equal(sar_results_unit(results, 0), "<b>");
  for (int32_t i = 0; i < COLUMNS; i++) {
    const char *name = sar_results_name(results, i + 1), *dot = strrchr(name, '.'), *unit = columns[i].unit;
    assert_non_null(dot);
    assert_int_equal(strlen(columns[i].element), dot - name);
    assert_memory_equal(name, columns[i].element, (size_t)(dot - name));
    assert_string_equal(dot + 1, columns[i].quantity);
    if (unit[0] == '=') assert_string_equal(sar_results_unit(results, i + 1), unit + 1);
    assert_int_equal(sar_results_column(results, i + 1, values), SAR_OK);
  }
  sar_results_close(&results);
}

static void names_are_read(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_file(context, H5);
  check_names(context, H5);
  check_names(context, STORED); /* what other tests read is the same */
  remove(H5);
  sar_context_destroy(&context);
}

/* Nothing of them can end the data of the page: it holds none of these characters. */
static void names_stay_in_the_data(void **state) {
  (void)state;
  static const char begin[] = "<script type=\"application/json\" id=\"sarrus-data\">";
  SarContext *context = sar_context_create();
  SarPageRun run = {.path = STORED, .messages = context};
  SarPageOptions options = {.bytes = SAR_PAGE_BYTES};
  SarPageSummary summary;
  size_t length;
  assert_int_equal(sar_results_open(context, STORED, &run.results), SAR_OK);
  assert_int_equal(sar_page_write(context, PAGE, &run, 1, &options, &summary), SAR_OK);
  sar_results_close(&run.results);
  char *page = read_all(PAGE, &length), *from = strstr(page, begin), *to = from ? strstr(from, "</script>") : NULL;
  assert_non_null(to);
  *to = 0;
  assert_null(strpbrk(from + strlen(begin), "<>&"));
  assert_non_null(strstr(from, "hacked=alert(1)"));
  *from = 0; /* the viewer before and after it has none of them */
  assert_null(strstr(page, "hacked"));
  assert_null(strstr(to + 1, "hacked"));
  free(page);
  remove(PAGE);
  sar_context_destroy(&context);
}

/* Control characters and empty parts are no names: they would act on a terminal, and no group can have them. */
static void refuses_control_characters(void **state) {
  (void)state;
  static const char *const names[] = {"\033[2J", "a\x01", "a\nb", "\x7f", "\xc2\x9b", "a..b", ".a", "a.", ""};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    SarContext *context = sar_context_create();
    SarSinkColumn one[] = {{names[i], "x", "m", false, SAR_TABLE_OWN, false}};
    SarSinkHeader header = hostile_header();
    SarResults *results = NULL;
    SarSink sink;
    header.columns = one;
    header.ncolumns = 1;
    assert_int_equal(sar_sink_hdf5(context, H5, &sink), SAR_OK);
    if (sink.begin(sink.self, &header) == SAR_OK) { /* HDF5 itself takes no empty names */
      assert_int_equal(sink.row(sink.self, 0, (const double[]){1}), SAR_OK);
      assert_int_equal(sink.finish(sink.self), SAR_OK);
    }
    sink.destroy(sink.self);
    assert_int_equal(sar_results_open(context, H5, &results), SAR_INPUT);
    assert_null(results);
    remove(H5);
    sar_context_destroy(&context);
  }
}

int main(int argc, char **argv) {
  if (argc > 1) {
    SarContext *context = sar_context_create();
    write_file(context, argv[1]);
    sar_context_destroy(&context);
    return 0;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_read),
      cmocka_unit_test(names_stay_in_the_data),
      cmocka_unit_test(refuses_control_characters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
