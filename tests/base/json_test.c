/* What the JSON writer writes, byte by byte. */
#include "base/json.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

/* Reads back all that was written to a temporary file. */
static void written(SarJson *json, char *text, size_t size) {
  rewind(json->stream);
  text[fread(text, 1, size - 1, json->stream)] = 0;
  fclose(json->stream);
}

static SarJson open_json(void) {
  FILE *stream = tmpfile();
  assert_non_null(stream);
  return sar_json(stream);
}

static void nested(void **state) {
  (void)state;
  SarJson json = open_json();
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "name", "crank");
  sar_json_put_int(&json, "count", -3);
  sar_json_key(&json, "list");
  sar_json_begin_array(&json);
  sar_json_int(&json, INT64_MAX);
  sar_json_begin_object(&json);
  sar_json_end_object(&json);
  sar_json_begin_array(&json);
  sar_json_end_array(&json);
  sar_json_begin_object(&json);
  sar_json_put_bool(&json, "a", true);
  sar_json_put_bool(&json, "b", false);
  sar_json_end_object(&json);
  sar_json_end_array(&json);
  sar_json_put_text(&json, "nothing", NULL);
  sar_json_end_object(&json);
  char text[400];
  written(&json, text, sizeof text);
  assert_string_equal(text,
                      "{\"name\":\"crank\",\"count\":-3,\"list\":[9223372036854775807,{},[],"
                      "{\"a\":true,\"b\":false}],\"nothing\":null}");
}

static void arrays_at_once(void **state) {
  (void)state;
  SarJson json = open_json();
  sar_json_begin_object(&json);
  sar_json_put_reals(&json, "reals", (const double[]){0.5, -2}, 2);
  sar_json_put_reals(&json, "no_reals", NULL, 0);
  sar_json_put_texts(&json, "texts", (const char *const[]){"a", "\"b\"", NULL}, 3);
  sar_json_put_texts(&json, "no_texts", NULL, 0);
  sar_json_end_object(&json);
  char text[400];
  written(&json, text, sizeof text);
  assert_string_equal(text,
                      "{\"reals\":[0.5,-2],\"no_reals\":[],\"texts\":[\"a\",\"\\\"b\\\"\",null],\"no_texts\":[]}");
}

static void escapes(void **state) {
  (void)state;
  SarJson json = open_json();
  sar_json_begin_array(&json);
  sar_json_text(&json, "a\"b\\c\n\t\r\b\f\x01\x7f/");
  sar_json_text(&json, "\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa7"); /* e acute, euro, a wrench: kept */
  sar_json_text(&json, "x\xff\xc3(\xed\xa0\x80\xc0\xaf");         /* not UTF-8 */
  sar_json_text(&json, "");
  sar_json_end_array(&json);
  char text[400];
  written(&json, text, sizeof text);
  assert_string_equal(text,
                      "[\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\\u007f/\",\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x94\xa7\","
                      "\"x\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\",\"\"]");
}

static void nothing_ends_the_element_of_a_page(void **state) {
  (void)state;
  SarJson json = open_json();
  json.in_html = true;
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "<&>", "</script><!--&amp;\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa7");
  sar_json_key(&json, "data");
  sar_json_plain(&json, "eJwDAAAAAAE=rest", 12);
  sar_json_end_object(&json);
  char text[400];
  written(&json, text, sizeof text);
  assert_string_equal(
      text,
      "{\"\\u003c\\u0026\\u003e\":\"\\u003c/script\\u003e\\u003c!--\\u0026amp;\\u2028\\u2029\xe2\x80\xa7\","
      "\"data\":\"eJwDAAAAAAE=\"}");
}

static void truncated_utf8_stays_inside_the_text(void **state) {
  (void)state;
  char *exact = malloc(2); /* on the heap, so that a sanitizer sees a byte too many being read */
  assert_non_null(exact);
  exact[0] = (char)0xf0, exact[1] = 0;
  SarJson json = open_json();
  sar_json_text(&json, exact);
  char text[40];
  written(&json, text, sizeof text);
  assert_string_equal(text, "\"\\ufffd\"");
  free(exact);
}

static void reals_survive_a_round_trip(void **state) {
  (void)state;
  const double values[] = {0.1, 1.0 / 3, 1e300, -5e-324, 6.02214076e23, -0.0, 123456789};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
    SarJson json = open_json();
    sar_json_real(&json, values[i]);
    char text[64];
    written(&json, text, sizeof text);
    double back = strtod(text, NULL);
    assert_memory_equal(&back, &values[i], sizeof back);
  }
}

static void values_json_does_not_have(void **state) {
  (void)state;
  SarJson json = open_json();
  sar_json_begin_object(&json);
  sar_json_put_real(&json, "a", NAN);
  sar_json_put_real(&json, "b", INFINITY);
  sar_json_put_real(&json, "c", -INFINITY);
  sar_json_put_real(&json, "d", 2);
  sar_json_end_object(&json);
  char text[100];
  written(&json, text, sizeof text);
  assert_string_equal(text, "{\"a\":null,\"b\":null,\"c\":null,\"d\":2}");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nested),
      cmocka_unit_test(arrays_at_once),
      cmocka_unit_test(escapes),
      cmocka_unit_test(nothing_ends_the_element_of_a_page),
      cmocka_unit_test(truncated_utf8_stays_inside_the_text),
      cmocka_unit_test(reals_survive_a_round_trip),
      cmocka_unit_test(values_json_does_not_have),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
