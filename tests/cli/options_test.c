/* The parser of the command line, and the help that comes from the same tables. */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/help.h"

static const SarOption table[] = {
    {"-o", "OUT", "a file"},
    {"--csv", "OUT", "another"},
    {"--end", "T", "a time"},
    {"--set", "NAME=VALUE", "repeated"},
    {"--halvings", "N", "a count"},
    {"--json", NULL, "a flag"},
    {NULL, NULL, NULL},
};

#define PARSE(...)                            \
  const char *const argv[] = {__VA_ARGS__};   \
  SarContext *context = sar_context_create(); \
  SarArguments given;                         \
  SarStatus status = sar_arguments_parse(context, table, SAR_COUNT(argv), argv, &given)

#define RELEASE()                \
  sar_arguments_destroy(&given); \
  sar_context_destroy(&context)

static void reads_options_and_operands(void **state) {
  (void)state;
  PARSE("model.yaml", "-o", "a.h5", "--csv=b=c.csv", "--json", "--set", "r=1", "--set=l=2", "--csv", "-", "--", "-x");
  assert_int_equal(status, SAR_OK);
  assert_int_equal(given.noperands, 2);
  assert_string_equal(given.operands[0], "model.yaml");
  assert_string_equal(given.operands[1], "-x");
  assert_string_equal(sar_arguments_text(&given, "-o"), "a.h5");
  assert_string_equal(sar_arguments_text(&given, "--csv"), "-"); /* the last one counts */
  assert_true(sar_arguments_has(&given, "--json"));
  assert_false(sar_arguments_has(&given, "--end"));
  const char *set[8];
  assert_int_equal(sar_arguments_all(&given, "--set", set), 2);
  assert_string_equal(set[0], "r=1");
  assert_string_equal(set[1], "l=2");
  RELEASE();
}

static void suggests_the_option_that_was_meant(void **state) {
  (void)state;
  PARSE("--jsno", "model.yaml", "--entirely-different", "--json");
  assert_int_equal(status, SAR_USAGE);
  assert_int_equal(sar_status_exit_code(status), 2);
  assert_int_equal(sar_context_errors(context), 2); /* all mistakes at once */
  assert_string_equal(sar_context_get(context, 0)->message, "unknown option --jsno");
  assert_string_equal(sar_context_get(context, 0)->remedy, "did you mean --json?");
  assert_string_equal(sar_context_get(context, 1)->remedy, "--help lists the options");
  assert_true(sar_arguments_has(&given, "--json")); /* what is right is kept */
  RELEASE();
}

static void asks_for_missing_values(void **state) {
  (void)state;
  PARSE("--csv", "--json", "--json=yes", "--end=", "-o");
  assert_int_equal(status, SAR_USAGE);
  assert_int_equal(sar_context_errors(context), 4);
  assert_string_equal(sar_context_get(context, 0)->message, "--csv needs a value");
  assert_string_equal(sar_context_get(context, 0)->remedy, "write --csv OUT");
  assert_string_equal(sar_context_get(context, 1)->message, "--json takes no value");
  assert_string_equal(sar_context_get(context, 2)->message, "--end needs a value");
  assert_string_equal(sar_context_get(context, 3)->message, "-o needs a value");
  RELEASE();
}

static SarStatus positive(const char *text, double *value) {
  PARSE("--end", text);
  assert_int_equal(status, SAR_OK);
  status = sar_arguments_positive(context, &given, "--end", value);
  assert_int_equal(sar_context_errors(context), status == SAR_OK ? 0 : 1);
  RELEASE();
  return status;
}

static void numbers_are_positive(void **state) {
  (void)state;
  double value = 0;
  assert_int_equal(positive("2.5e-3", &value), SAR_OK);
  assert_true(value == 2.5e-3);
  const char *const wrong[] = {"0", "-1", "two", "1s", "1e999", "nan", "1,5", " 1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) assert_int_equal(positive(wrong[i], &value), SAR_USAGE);
  PARSE("--json");
  assert_int_equal(status, SAR_OK);
  assert_int_equal(sar_arguments_positive(context, &given, "--end", &value), SAR_OK);
  assert_true(isnan(value));
  RELEASE();
}

static SarStatus count(const char *text, int32_t *value) {
  PARSE("--halvings", text);
  assert_int_equal(status, SAR_OK);
  status = sar_arguments_count(context, &given, "--halvings", 1, 11, value);
  RELEASE();
  return status;
}

static void counts_are_whole_and_in_range(void **state) {
  (void)state;
  int32_t value = 4;
  assert_int_equal(count("6", &value), SAR_OK);
  assert_int_equal(value, 6);
  assert_int_equal(count("0", &value), SAR_USAGE);
  assert_int_equal(count("12", &value), SAR_USAGE);
  assert_int_equal(count("2.5", &value), SAR_USAGE);
  assert_int_equal(count("many", &value), SAR_USAGE);
  assert_int_equal(value, 6);
}

static SarStatus nothing(SarCli *cli) {
  (void)cli;
  return SAR_OK;
}

static void help_lists_every_option(void **state) {
  (void)state;
  static const SarVerb verb = {"try", "MODEL", 1, 1, "try something", table, "Details.\n", "  sarrus try x\n", nothing};
  FILE *stream = tmpfile();
  sar_help_verb(&verb, stream);
  const SarVerb *const verbs[] = {&verb};
  sar_help_program(verbs, 1, stream);
  char text[4096] = "";
  rewind(stream);
  text[fread(text, 1, sizeof text - 1, stream)] = 0;
  fclose(stream);
  assert_non_null(strstr(text, "usage: sarrus try MODEL [-o OUT] [--csv OUT] [--end T] [--set NAME=VALUE]..."));
  for (const SarOption *option = table; option->name; option++) assert_non_null(strstr(text, option->meaning));
  assert_non_null(strstr(text, "Details.\n"));
  assert_non_null(strstr(text, "examples:\n  sarrus try x\n"));
  assert_non_null(strstr(text, "try MODEL            try something\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_options_and_operands),    cmocka_unit_test(suggests_the_option_that_was_meant),
      cmocka_unit_test(asks_for_missing_values),       cmocka_unit_test(numbers_are_positive),
      cmocka_unit_test(counts_are_whole_and_in_range), cmocka_unit_test(help_lists_every_option),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
