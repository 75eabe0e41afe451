/* What a terminal gets to see of any text: nothing that it would obey. */
#include "cli/terminal.h"

#include <string.h>

#include "check.h"

static void take(FILE *stream, char *text, size_t size) {
  rewind(stream);
  text[fread(text, 1, size - 1, stream)] = 0;
  fclose(stream);
}

static void shows(const char *text, const char *expected) {
  char shown[256];
  FILE *stream = tmpfile();
  sar_terminal_put(text, stream);
  take(stream, shown, sizeof shown);
  assert_string_equal(shown, expected);
}

static void text_stays_text(void **state) {
  (void)state;
  shows("crank and slider", "crank and slider");
  shows("two\nlines", "two\nlines");
  shows(
      "K\xc3\xa4"
      "fer \xe2\x82\xac \xf0\x9f\x9a\x97",
      "K\xc3\xa4"
      "fer \xe2\x82\xac \xf0\x9f\x9a\x97");
  shows("\xc2\xa0", "\xc2\xa0"); /* the first one behind the controls */
}

static void commands_are_escaped(void **state) {
  (void)state;
  shows("\033[31mred", "\\x1b[31mred");
  shows("\033]0;title\a", "\\x1b]0;title\\x07");
  shows("over\rwritten\b\t", "over\\x0dwritten\\x08\\x09");
  shows("\x7f", "\\x7f");
  shows(
      "\xc2\x9b"
      "31m",
      "\\xc2\\x9b31m"); /* U+009B */
  shows(
      "\x9b"
      "31m",
      "\\x9b31m"); /* the same where the terminal is not set to UTF-8 */
}

static void what_is_no_character_is_escaped(void **state) {
  (void)state;
  shows("\xff\xfe", "\\xff\\xfe");
  shows("\xe2\x82", "\\xe2\\x82"); /* cut short */
  shows("\xe2\x1b[", "\\xe2\\x1b[");
  shows("\xc0\xaf", "\\xc0\\xaf"); /* overlong */
}

static void formats_of_any_length(void **state) {
  (void)state;
  char name[2000], shown[3000], expected[3000];
  memset(name, 'n', sizeof name - 1);
  name[0] = '\033';
  name[sizeof name - 1] = 0;
  FILE *stream = tmpfile();
  sar_print_to(stream, "%s: %d\n", name, 7);
  take(stream, shown, sizeof shown);
  snprintf(expected, sizeof expected, "\\x1b%s: 7\n", name + 1);
  assert_string_equal(shown, expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(text_stays_text),
      cmocka_unit_test(commands_are_escaped),
      cmocka_unit_test(what_is_no_character_is_escaped),
      cmocka_unit_test(formats_of_any_length),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
