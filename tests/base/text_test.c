/* Names, suggestions and numbers. */
#include "base/text.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

static void names(void **state) {
  (void)state;
  const char *good[] = {"a", "_", "crank_2", "A9", "time", "x__y"};
  const char *bad[] = {"", "2a", "a-b", "a.b", " a", "a ", "\xc3\xa9", "a\n"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(sar_text_is_name(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(sar_text_is_name(bad[i]));
  assert_false(sar_text_is_name(NULL));
}

static void reserved(void **state) {
  (void)state;
  const char *words[] = {"ground", "time", "t", "pi", "energy", "solver"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) assert_true(sar_text_is_reserved(words[i]));
  assert_false(sar_text_is_reserved("T"));
  assert_false(sar_text_is_reserved("grounds"));
  assert_false(sar_text_is_reserved(""));
}

static void distances(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    int32_t distance;
  } cases[] = {
      {"", "", 0},
      {"", "abc", 3},
      {"abc", "", 3},
      {"kitten", "sitting", 3},
      {"Mass", "mASS", 0},
      {"lenght", "length", 1},
      {"ab", "ba", 1},
      {"stifness", "stiffness", 1},
      {"flaw", "lawn", 2},
      {"ca", "abc", 3},
      {"abcd", "badc", 2},
      {"aaaa", "aaa", 1},
      {"rotation", "rotatoin", 1},
      {"x", "y", 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(sar_text_distance(cases[i].a, cases[i].b), cases[i].distance);
    assert_int_equal(sar_text_distance(cases[i].b, cases[i].a), cases[i].distance);
  }
}

static void distances_of_long_words(void **state) {
  (void)state;
  char a[300], b[300];
  memset(a, 'a', sizeof a), memset(b, 'a', sizeof b);
  a[299] = b[299] = 0;
  b[150] = 'x';
  assert_int_equal(sar_text_distance(a, b), 1); /* common ends do not count towards the limit */
  memset(b, 'x', 299);
  assert_int_equal(sar_text_distance(a, b), 299);
}

static const char *suggest(const char *wanted, const char *const *candidates) {
  SarSuggestion suggestion = sar_suggestion(wanted);
  for (; *candidates; candidates++) sar_suggestion_offer(&suggestion, *candidates);
  return sar_suggestion_best(&suggestion);
}

static void suggestions(void **state) {
  (void)state;
  const char *const fields[] = {"mass", "inertia", "stiffness", "damping", "length", "at", NULL};
  assert_string_equal(suggest("stifness", fields), "stiffness");
  assert_string_equal(suggest("Lenght", fields), "length");
  assert_string_equal(suggest("MASS", fields), "mass");
  assert_string_equal(suggest("ta", fields), "at");
  assert_null(suggest("velocity", fields));
  assert_null(suggest("x", fields));
  assert_null(suggest("", fields));
  const char *const none[] = {NULL};
  assert_null(suggest("mass", none));
  const char *const twins[] = {"side1", "side2", NULL};
  assert_string_equal(suggest("side3", twins), "side1"); /* the first of equals */
}

static void numbers(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t used;
    double value;
  } cases[] = {
      {"1", 1, 1},  {".5", 2, 0.5},         {"5.", 2, 5},      {"1e-3", 4, 1e-3}, {"-2.5E+2x", 7, -250},
      {"1e", 1, 1}, {"1e+", 1, 1},          {"1.2.3", 3, 1.2}, {"0x10", 1, 0},    {"007", 3, 7},
      {"+4", 2, 4}, {"1e400", 5, INFINITY}, {"0.1", 3, 0.1},   {"1,5", 1, 1},     {"1e-400", 6, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value = NAN;
    assert_int_equal(sar_text_number(cases[i].text, strlen(cases[i].text), &value), cases[i].used);
    assert_true(value == cases[i].value);
  }
  const char *none[] = {"", ".", "-", "e5", "nan", "inf", "-.", "+e1", " 1"};
  double value = 3;
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    assert_int_equal(sar_text_number(none[i], strlen(none[i]), &value), 0);
  }
  assert_true(value == 3);
}

static void numbers_stop_at_the_length(void **state) {
  (void)state;
  double value = 0;
  assert_int_equal(sar_text_number("12345", 3, &value), 3);
  assert_true(value == 123);
  char digits[1001];
  memset(digits, '0', 1000);
  digits[1] = '.', digits[999] = '7', digits[1000] = 0;
  assert_int_equal(sar_text_number(digits, 1000, &value), 1000);
  assert_true(value == strtod("7e-998", NULL));
}

/* The short way for numbers of few digits gives the bits of strtod. */
static void numbers_are_those_of_the_library(void **state) {
  (void)state;
  static const char *const shapes[] = {"%.0f", "%.3f", "%.13e", "%.15e", "%.16e", "%.17g", "%+.6E", "%.1e"};
  uint64_t random = 1;
  for (int i = 0; i < 200000; i++) {
    char text[400];
    random = random * 6364136223846793005u + 1442695040888963407u;
    int power = (int)(random >> 40) % 60 - 30;
    double wanted = (double)(int64_t)random * pow(10, power - 18), value = 0;
    snprintf(text, sizeof text, shapes[i % 8], wanted);
    wanted = strtod(text, NULL);
    assert_int_equal(sar_text_number(text, strlen(text), &value), strlen(text));
    if (memcmp(&value, &wanted, sizeof value) != 0) fail_msg("%s: %.17g, not %.17g", text, value, wanted);
  }
}

static void numbers_ignore_the_locale(void **state) {
  (void)state;
  const char *with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
  double value = 0;
  for (size_t i = 0; i < sizeof with_comma / sizeof *with_comma; i++) {
    if (!setlocale(LC_NUMERIC, with_comma[i])) continue;
    assert_int_equal(sar_text_number("2.75e1", 6, &value), 6);
    assert_true(value == 27.5);
    break;
  }
  setlocale(LC_NUMERIC, "C");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(reserved),
      cmocka_unit_test(distances),
      cmocka_unit_test(distances_of_long_words),
      cmocka_unit_test(suggestions),
      cmocka_unit_test(numbers),
      cmocka_unit_test(numbers_stop_at_the_length),
      cmocka_unit_test(numbers_are_those_of_the_library),
      cmocka_unit_test(numbers_ignore_the_locale),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
