/* The results page: the numbers on it are those of the file bit by bit, what is left out is said, and no text of a file
 * can become part of the page. */
#define _GNU_SOURCE

#include "result/page.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "file.h"
#include "result/page_parts.h"
#include "result/sample.h"

#define H5 "page_test.h5"
#define PAGE "page_test.html"

static SarContext *context, *messages;
static char *data; /* the JSON of the last page */

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  messages = sar_context_create();
  return !context || !messages;
}

static int teardown(void **state) {
  (void)state;
  sar_context_destroy(&context);
  sar_context_destroy(&messages);
  free(data);
  data = NULL;
  remove(H5);
  remove(H5 ".part");
  remove(PAGE);
  return 0;
}

/* ---- pages ---- */

/* The text of the data element; checks that nothing in it can end the element. */
static void extract(void) {
  static const char begin[] = "<script type=\"application/json\" id=\"sarrus-data\">", end[] = "</script>";
  size_t length;
  char *page = read_all(PAGE, &length), *from = strstr(page, begin);
  assert_non_null(from);
  assert_null(strstr(from + 1, begin));
  from += strlen(begin);
  char *to = strstr(from, end);
  assert_non_null(to);
  *to = 0;
  for (const char *c = from; *c; c++) {
    if (strchr("<>&\n", *c)) fail_msg("`%c` in the data of the page", *c);
  }
  free(data);
  data = strdup(from);
  free(page);
  assert_non_null(data);
}

static SarStatus write_page(const char *const *paths, int32_t count, const SarPageOptions *options,
                            SarPageSummary *summary) {
  SarPageRun runs[4] = {0};
  for (int32_t i = 0; i < count; i++) {
    runs[i] = (SarPageRun){.path = paths[i], .messages = messages};
    assert_int_equal(sar_results_open(context, paths[i], &runs[i].results), SAR_OK);
  }
  SarStatus status = sar_page_write(context, PAGE, runs, count, options, summary);
  for (int32_t i = 0; i < count; i++) sar_results_close(&runs[i].results);
  if (status == SAR_OK) extract();
  return status;
}

static SarPageSummary make(const char *path, const SarPageOptions *options) {
  SarPageSummary summary;
  assert_int_equal(write_page(&path, 1, options, &summary), SAR_OK);
  return summary;
}

static const SarPageOptions usual = {.bytes = SAR_PAGE_BYTES}, full = {.full = true};

static bool has(const char *text) { return strstr(data, text) != NULL; }

static bool said(const char *text) {
  for (int32_t i = 0; i < sar_context_count(messages); i++) {
    if (strstr(sar_context_get(messages, i)->message, text)) return true;
  }
  return false;
}

/* ---- numbers ---- */

static int digit(char c) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *at = strchr(digits, c);
  assert_true(c && at);
  return (int)(at - digits);
}

/* Decodes the text up to the next quote: base64, zlib, bytes in order. Returns how many numbers there are. */
static int64_t decode(const char *text, double *values, int64_t room) {
  size_t length = strcspn(text, "\""), packed = 0;
  unsigned char *bytes = calloc(length + 3, 1), *shuffled = calloc((size_t)room + 1, 8);
  assert_non_null(bytes);
  assert_non_null(shuffled);
  assert_int_equal(length % 4, 0);
  for (size_t i = 0; i < length; i += 4) {
    int pad = (text[i + 2] == '=') + (text[i + 3] == '=');
    uint32_t three = (uint32_t)digit(text[i]) << 18 | (uint32_t)digit(text[i + 1]) << 12;
    if (pad < 2) three |= (uint32_t)digit(text[i + 2]) << 6;
    if (pad < 1) three |= (uint32_t)digit(text[i + 3]);
    for (int k = 0; k < 3 - pad; k++) bytes[packed++] = (unsigned char)(three >> (16 - 8 * k));
  }
  uLongf size = (uLongf)(8 * room + 8);
  assert_int_equal(uncompress(shuffled, &size, bytes, (uLong)packed), Z_OK);
  int64_t count = (int64_t)size / 8;
  for (int64_t i = 0; i < count; i++) {
    uint64_t bits = 0;
    for (int k = 0; k < 8; k++) bits |= (uint64_t)shuffled[k * count + i] << 8 * k;
    memcpy(&values[i], &bits, 8);
  }
  free(bytes);
  free(shuffled);
  return count;
}

/* Quickly or short: the same numbers, and no more text than was foretold. */
static void packed_numbers_are_the_same(void **state) {
  (void)state;
  enum { COUNT = 20000 };
  SarPack quick = {.quick = true}, small = {0};
  double *values = calloc(COUNT, sizeof *values), *again = calloc(COUNT, sizeof *again);
  assert_non_null(values);
  assert_non_null(again);
  for (int i = 0; i < COUNT; i++) values[i] = i % 100 ? sin(0.001 * i) : -INFINITY;
  for (int64_t count = 0; count <= COUNT; count = count ? 100 * count + 1 : 1) {
    SarPack *const packs[] = {&quick, &small};
    for (int k = 0; k < 2; k++) {
      assert_int_equal(sar_pack_reals(messages, packs[k], values, (size_t)count), SAR_OK);
      assert_true((double)packs[k]->length <= sar_pack_bound((double)count));
      assert_int_equal(decode(packs[k]->text, again, COUNT), count);
      assert_memory_equal(values, again, (size_t)count * sizeof *values);
    }
  }
  assert_true(small.length < quick.length);
  sar_pack_free(&quick);
  sar_pack_free(&small);
  free(values);
  free(again);
}

/* Column 0 is the time; null: the page does not have it. */
static const char *data_of(const char *name) {
  char key[256];
  if (strcmp(name, "time") == 0) {
    const char *at = strstr(data, "\"time\":\"eF"); /* the beginning of all that zlib packs so */
    return at ? at + 8 : NULL;
  }
  snprintf(key, sizeof key, "{\"name\":\"%s\",", name);
  const char *column = strstr(data, key), *at = column ? strstr(column, "\"data\":\"") : NULL;
  return at ? at + 8 : NULL;
}

/* All columns of the page against those of the file, with one row in `every`. */
static int32_t compare_with(const char *path, int64_t every) {
  SarResults *results = NULL;
  assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
  int64_t rows = sar_results_rows(results);
  double *file = calloc((size_t)rows + 1, sizeof *file), *page = calloc((size_t)rows + 1, sizeof *page);
  int32_t compared = 0;
  for (int32_t c = 0; c < sar_results_columns(results); c++) {
    const char *text = data_of(sar_results_name(results, c));
    if (!text) continue;
    assert_int_equal(sar_results_column(results, c, file), SAR_OK);
    int64_t kept = decode(text, page, rows);
    assert_int_equal(kept, rows ? (rows - 1 + every - 1) / every + 1 : 0);
    for (int64_t i = 0; i < kept; i++) {
      int64_t from = i * every < rows ? i * every : rows - 1;
      assert_memory_equal(&page[i], &file[from], sizeof *page);
    }
    compared++;
  }
  free(file);
  free(page);
  sar_results_close(&results);
  return compared;
}

/* ---- files ---- */

static void write_rows(SarStatus (*sink_of)(SarContext *, const char *, SarSink *), const SarSinkHeader *header,
                       int64_t rows, void (*fill)(int64_t row, int32_t column, double *value), bool finish) {
  SarSink sink;
  double *values = calloc((size_t)header->ncolumns + 1, sizeof *values);
  assert_int_equal(sink_of(context, H5, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, header), SAR_OK);
  for (int64_t k = 0; k < rows; k++) {
    for (int32_t i = 0; i < header->ncolumns; i++) fill(k, i, &values[i]);
    if (k)
      assert_int_equal(sink.step(sink.self, &(SarStepRecord){0.1 * (double)k, 0.1, 1e-6, 3, 2, 1, 1e-9, 1e-4}), SAR_OK);
    assert_int_equal(sink.row(sink.self, 0.1 * (double)k, values), SAR_OK);
  }
  if (finish) assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
  free(values);
}

static void smooth(int64_t row, int32_t column, double *value) { *value = sin(0.01 * (double)row + column); }

/* Incompressible. */
static void noise(int64_t row, int32_t column, double *value) {
  uint64_t bits = ((uint64_t)row * 7919 + (uint64_t)column + 1) * UINT64_C(0x9E3779B97F4A7C15);
  bits ^= bits >> 29;
  bits *= UINT64_C(0xBF58476D1CE4E5B9);
  bits ^= bits >> 32;
  *value = (double)(bits >> 11) / 9007199254740992.0;
}

static void awkward(int64_t row, int32_t column, double *value) {
  static const double values[] = {NAN, INFINITY, -INFINITY, -0.0, 5e-324, DBL_MAX, DBL_MIN, 1e-300, 0.1, -1};
  *value = values[(row + column) % 10];
}

/* From HDF5 and from a journal; a model without events has none. */
static void a_page_holds_the_events(void **state) {
  (void)state;
  static const SarModelEvent events[] = {{"hit", "impact record"}, {"<b>", "record stop"}};
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  header.events = events;
  header.nevents = 2;
  for (int kind = 0; kind < 2; kind++) {
    SarSink sink;
    double values[3] = {0};
    assert_int_equal((kind ? sar_sink_journal : sar_sink_hdf5)(context, H5, &sink), SAR_OK);
    assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
    assert_int_equal(sink.row(sink.self, 0, values), SAR_OK);
    assert_int_equal(sink.event(sink.self, &(SarEventRecord){0.25, 0, -1}), SAR_OK);
    assert_int_equal(sink.event(sink.self, &(SarEventRecord){0.5, 0, 1}), SAR_OK);
    assert_int_equal(sink.event(sink.self, &(SarEventRecord){0.75, 1, 1}), SAR_OK);
    if (!kind) assert_int_equal(sink.finish(sink.self), SAR_OK);
    sink.destroy(sink.self);
    const char *path = kind ? H5 ".part" : H5;
    SarResults *results = NULL;
    SarEventRecord read[3];
    assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
    assert_int_equal(sar_results_events(results), 3);
    assert_int_equal(sar_results_read_events(results, read), SAR_OK);
    assert_true(read[0].time == 0.25 && read[0].event == 0 && read[0].direction == -1);
    assert_true(read[2].time == 0.75 && read[2].event == 1 && read[2].direction == 1);
    sar_results_close(&results);
    make(path, &usual);
    assert_true(
        has("\"events\":{\"total\":3,\"kept\":3,\"names\":[\"hit\",\"\\u003cb\\u003e\"],\"actions\":[\"impact "
            "record\",\"record stop\"],\"counts\":[2,1],\"time\":\""));
    remove(path);
  }
  header.nevents = 0;
  write_rows(sar_sink_hdf5, &header, 2, smooth, true);
  make(H5, &usual);
  assert_true(has("\"events\":null"));
}

static void a_page_holds_the_numbers_of_the_file(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  write_rows(sar_sink_hdf5, &header, 500, smooth, true);
  SarPageSummary s = make(H5, &usual);
  assert_int_equal(compare_with(H5, 1), 4);
  assert_int_equal(s.rows, 500);
  assert_int_equal(s.kept, 500);
  assert_int_equal(s.columns, 3);
  assert_int_equal(s.omitted, 0);
  assert_true(has("\"rows\":{\"total\":500,\"kept\":500,\"every\":1}"));
  assert_true(has("{\"name\":\"crank.pin.vx\",\"element\":\"crank.pin\",\"quantity\":\"vx\",\"unit\":\"mm/s\""));
  assert_true(has("\"indeterminate\":true"));
  assert_true(has("\"units\":{\"length\":\"mm\",\"mass\":\"kg\",\"time\":\"s\",\"force\":\"N\",\"angle\":\"deg\"}"));
  assert_true(has("\"settings\":{\"end\":\"10 s\"}"));
  assert_true(has("\"steps\":{\"total\":499,\"kept\":499,\"every\":1,\"columns\":[{\"name\":\"time\",\"unit\":\"s\""));
  assert_true(has("\"scene\":null"));
  assert_int_equal(sar_context_count(messages), 0);
}

static void numbers_that_are_none_come_back_too(void **state) {
  (void)state;
  SarModel model = sample_model();
  model.units = sar_units_si();
  SarSinkHeader header = sample_header(&model);
  write_rows(sar_sink_hdf5, &header, 97, awkward, true);
  make(H5, &usual);
  assert_int_equal(compare_with(H5, 1), 4);
  assert_true(said("3 columns of " H5 " hold nan or infinite numbers"));
  assert_true(said("crank.x is the first, from row 1 on"));
  assert_true(has("hold nan or infinite"));
}

static void a_file_without_rows_gives_a_page(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  write_rows(sar_sink_hdf5, &header, 0, smooth, true);
  make(H5, &usual);
  assert_int_equal(compare_with(H5, 1), 4);
  assert_true(said("holds no rows"));
  assert_true(has("\"steps\":null"));
}

static void a_journal_gives_a_page(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  write_rows(sar_sink_journal, &header, 60, smooth, false);
  make(H5 ".part", &usual);
  assert_int_equal(compare_with(H5 ".part", 1), 4);
  assert_true(has("\"name\":\"page_test\",\"file\":\"page_test.h5.part\""));
  assert_true(has("\"steps\":{\"total\":59"));
}

/* ---- large ones ---- */

#define MANY 64

/* Bodies with poses, velocities and accelerations. */
static SarSinkHeader large_header(const SarModel *model) {
  static const char *const quantities[8] = {"x", "y", "z", "q0", "q1", "q2", "q3", "ax"};
  static const char *const names[MANY / 8] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  static SarSinkColumn columns[MANY];
  SarSinkHeader header = sample_header(model);
  for (int i = 0; i < MANY; i++)
    columns[i] = (SarSinkColumn){names[i / 8], quantities[i % 8], "m", false, SAR_TABLE_OWN, false};
  header.columns = columns;
  header.ncolumns = MANY;
  return header;
}

static void a_large_file_gives_a_small_page(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = large_header(&model);
  write_rows(sar_sink_hdf5, &header, 5001, noise, true); /* 2.6 MB, as text 3.4 */
  size_t template = (size_t)make(H5, &(SarPageOptions){.bytes = 1}).bytes;
  sar_context_clear(messages);
  const SarPageOptions options = {.bytes = (double)template + 1e6};
  SarPageSummary s = make(H5, &options);
  assert_true((double)s.bytes <= options.bytes);
  assert_true((double)s.bytes > options.bytes - 5e5);
  assert_int_equal(s.omitted, 0); /* rows go first */
  assert_true(s.kept < s.rows && s.kept >= 400);
  int64_t every = 1;
  while (sar_page_rows(s.rows, every).kept != s.kept) every++;
  assert_int_equal(compare_with(H5, every), MANY + 1);
  assert_true(said("rows of " H5));
  assert_true(has("rows of " H5));
  size_t once = strlen(data);
  char *first = strdup(data);
  sar_context_clear(messages);
  make(H5, &options);
  assert_int_equal(strlen(data), once);
  assert_string_equal(first, data); /* the same bytes every time */
  free(first);
  s = make(H5, &full);
  assert_int_equal(s.kept, 5001);
  assert_int_equal(compare_with(H5, 1), MANY + 1);
}

static void columns_go_when_rows_are_few(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = large_header(&model);
  write_rows(sar_sink_hdf5, &header, 401, noise, true);
  size_t template = (size_t)make(H5, &(SarPageOptions){.bytes = 1}).bytes;
  sar_context_clear(messages);
  const SarPageOptions options = {.bytes = (double)template + 2.5e5};
  SarPageSummary s = make(H5, &options); /* 280 kB as text: accelerations go, and they are enough */
  assert_true((double)s.bytes <= options.bytes);
  assert_int_equal(s.kept, 401);
  assert_true(s.omitted > 0 && s.omitted <= 8);
  assert_int_equal(compare_with(H5, 1), MANY + 1 - s.omitted);
  assert_true(has("\"h.ax\"]"));
  assert_null(data_of("h.ax"));
  assert_non_null(data_of("h.q3"));
  assert_true(said("leaves out"));
}

/* Poses are never left out: rows go until two are left, and the page says that it is too large. */
static void poses_stay(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = large_header(&model);
  write_rows(sar_sink_hdf5, &header, 1000, noise, true);
  SarPageSummary s = make(H5, &(SarPageOptions){.bytes = 10});
  assert_int_equal(s.kept, 2);
  assert_int_equal(s.omitted, 8);
  assert_int_equal(compare_with(H5, 999), MANY + 1 - 8);
  assert_true(sar_context_count(context) == 1 && strstr(sar_context_get(context, 0)->message, "more than"));
}

static void patterns_choose_columns(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = large_header(&model);
  const char *const patterns[] = {"a.a?", "[gh].*"};
  write_rows(sar_sink_hdf5, &header, 20, smooth, true);
  SarPageSummary s = make(H5, &(SarPageOptions){.bytes = 1e9, .patterns = patterns, .npatterns = 2});
  assert_int_equal(s.omitted, 5);
  assert_non_null(data_of("a.ax"));
  assert_non_null(data_of("h.ax"));
  assert_non_null(data_of("b.x"));
  assert_null(data_of("b.ax"));
  assert_true(said("5 of the 64 columns"));
}

static void rows_of_a_page_are_those_of_the_file(void **state) {
  (void)state;
  for (int64_t total = 0; total < 30; total++) {
    for (int64_t every = 1; every < 33; every++) {
      SarPageRows rows = sar_page_rows(total, every);
      double values[30];
      for (int i = 0; i < 30; i++) values[i] = i;
      sar_page_thin(&rows, values);
      assert_true(rows.kept <= total);
      for (int64_t i = 0; i < rows.kept; i++) {
        CHECK_NEAR(values[i], (double)(i * every < total ? i * every : total - 1), 0);
        if (i) assert_true(values[i] > values[i - 1]);
      }
      if (total) CHECK_NEAR(values[rows.kept - 1], (double)(total - 1), 0);
    }
  }
}

/* ---- hostile texts ---- */

/* Lets an independent reader compare a text of the page with what it must be, given as hexadecimal UTF-8. */
static void check_text(const char *expression, const char *text) {
  char *hexadecimal = calloc(2 * strlen(text) + 1, 1), *command = NULL;
  for (size_t i = 0; text[i]; i++) sprintf(hexadecimal + 2 * i, "%02x", (unsigned char)text[i]);
  file_write_text("page_test.json", data);
  assert_true(asprintf(&command,
                       "python3 -c \"import json; v = json.load(open('page_test.json', encoding='utf-8')); "
                       "assert v%s == bytes.fromhex('%s').decode('utf-8', 'replace'), v%s\"",
                       expression, hexadecimal, expression) > 0);
  int status = system(command);
  free(command);
  free(hexadecimal);
  remove("page_test.json");
  if (status != 0) fail_msg("%s is not what was written", expression);
}

static void hostile_texts_stay_texts(void **state) {
  (void)state;
  static char long_text[10240];
  memset(long_text, '<', sizeof long_text - 1);
  static const char *const texts[] = {
      "</script><script>alert(1)</script>",
      "<!--SARRUS-DATA--> <!-- --> <![CDATA[ ]]>",
      "\"quotes\" 'and' \\backslashes\\ &amp; &lt;script&gt; ${x} `tick`",
      "line\nfeed\ttab\rreturn \x01\x1f\x7f",
      "\xe2\x80\xa8 \xe2\x80\xa9 \xc3\xa9 \xf0\x9f\x9a\xb2 \xe2\x80\xae right to left",
      "not UTF-8: \xff \xc3( \xf0\x28\x8c\xbc",
      long_text,
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    SarModel model = sample_model();
    SarSinkHeader header = sample_header(&model);
    SarSinkColumn columns[] = {{"crank", "x", "m", false, SAR_TABLE_OWN, false},
                               {"u", "value", "=</script>&\"", false, SAR_TABLE_OWN, false}};
    char settings[12000];
    snprintf(settings, sizeof settings, "end=1\nset=a=%.10000s\n", texts[i]);
    for (char *c = settings + 8; *c; c++) *c = *c == '\n' ? ' ' : *c;
    header.title = header.text = header.method = header.version = texts[i];
    header.settings = settings;
    header.columns = columns;
    header.ncolumns = 2;
    write_rows(sar_sink_hdf5, &header, 3, smooth, true);
    make(H5, &usual);
    check_text("['runs'][0]['title']", texts[i]);
    check_text("['runs'][0]['text']", texts[i]);
    check_text("['runs'][0]['method']", texts[i]);
    check_text("['runs'][0]['columns'][1]['unit']", "</script>&\"");
    remove(H5);
  }
}

/* CSV files may have any names. */
static void hostile_names_stay_names(void **state) {
  (void)state;
  file_write_text(
      H5, "time,</script><script>alert(1)</script>,a/b.x,__proto__.x,\xff.y\n# s,<b>,,,\n0,1,2,3,4\n1,2,3,4,nan\n");
  make(H5, &usual);
  check_text("['runs'][0]['columns'][0]['name']", "</script><script>alert(1)</script>");
  check_text("['runs'][0]['columns'][0]['unit']", "<b>");
  check_text("['runs'][0]['columns'][1]['element']", "a/b");
  check_text("['runs'][0]['columns'][3]['name']", "\xff.y");
  assert_true(said("is the first, from row 2 on"));
}

static void a_pose_without_a_model_is_a_box(void **state) {
  (void)state;
  file_write_text(
      H5,
      "time,b.x,b.y,b.z,b.q0,b.q1,b.q2,b.q3,b.pin.x,b.pin.y,b.pin.z,b.pin.q0,b.pin.q1,b.pin.q2,b.pin.q3,c.x\n"
      "0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,9\n1,3,4,0,1,0,0,0,0,0,0,1,0,0,0,9\n");
  make(H5, &usual);
  assert_true(has("\"bodies\":[{\"name\":\"b\",")); /* a frame and a lone coordinate are none */
  assert_false(has("\"name\":\"b.pin\","));
  assert_true(has("\"length\":0.625,")); /* an eighth of 5 */
}

static void names_of_runs_differ(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarPageSummary summary;
  write_rows(sar_sink_hdf5, &header, 5, smooth, true);
  const char *const paths[] = {H5, ("./" H5), H5};
  assert_int_equal(write_page(paths, 3, &usual, &summary), SAR_OK);
  check_text("['runs'][0]['name']", "page_test");
  check_text("['runs'][1]['name']", "page_test 2");
  check_text("['runs'][2]['name']", "page_test 3");
  assert_int_equal(summary.columns, 9);
}

/* ---- writing ---- */

static void what_cannot_be_written_is_said(void **state) {
  (void)state;
  SarModel model = sample_model();
  SarSinkHeader header = sample_header(&model);
  SarPageSummary summary;
  SarPageRun run = {.path = H5, .messages = messages};
  write_rows(sar_sink_hdf5, &header, 5, smooth, true);
  assert_int_equal(sar_results_open(context, H5, &run.results), SAR_OK);
  assert_int_equal(sar_page_write(context, "no/such/folder/p.html", &run, 1, &usual, &summary), SAR_IO);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "no/such/folder/p.html"));
  assert_int_equal(sar_page_write(context, "/dev/full", &run, 1, &usual, &summary), SAR_IO);
  assert_int_equal(access("/dev/full", F_OK), 0); /* half a page is removed, a device is not */
  sar_results_close(&run.results);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(a_page_holds_the_numbers_of_the_file, setup, teardown),
      cmocka_unit_test_setup_teardown(a_page_holds_the_events, setup, teardown),
      cmocka_unit_test_setup_teardown(numbers_that_are_none_come_back_too, setup, teardown),
      cmocka_unit_test_setup_teardown(a_file_without_rows_gives_a_page, setup, teardown),
      cmocka_unit_test_setup_teardown(a_journal_gives_a_page, setup, teardown),
      cmocka_unit_test_setup_teardown(a_large_file_gives_a_small_page, setup, teardown),
      cmocka_unit_test_setup_teardown(columns_go_when_rows_are_few, setup, teardown),
      cmocka_unit_test_setup_teardown(poses_stay, setup, teardown),
      cmocka_unit_test_setup_teardown(patterns_choose_columns, setup, teardown),
      cmocka_unit_test(packed_numbers_are_the_same),
      cmocka_unit_test(rows_of_a_page_are_those_of_the_file),
      cmocka_unit_test_setup_teardown(hostile_texts_stay_texts, setup, teardown),
      cmocka_unit_test_setup_teardown(hostile_names_stay_names, setup, teardown),
      cmocka_unit_test_setup_teardown(a_pose_without_a_model_is_a_box, setup, teardown),
      cmocka_unit_test_setup_teardown(names_of_runs_differ, setup, teardown),
      cmocka_unit_test_setup_teardown(what_cannot_be_written_is_said, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
