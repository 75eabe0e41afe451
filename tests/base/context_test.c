/* Messages, statuses, interned strings. */
#include "base/context.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

static void a_message_keeps_everything(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  char element[] = "crank", remedy[] = "give a positive mass";
  SarSource at = {sar_intern(context, "model.yaml"), 12, 5};
  assert_int_equal(sar_report(context, SAR_INPUT, at, element, remedy, "mass is %g", -2.5), SAR_INPUT);
  memset(element, 'x', 5), memset(remedy, 'x', 5); /* strings were copied */
  assert_int_equal(sar_context_count(context), 1);
  const SarDiagnostic *message = sar_context_get(context, 0);
  assert_int_equal(message->severity, SAR_ERROR);
  assert_int_equal(message->status, SAR_INPUT);
  assert_string_equal(message->source.file, "model.yaml");
  assert_int_equal(message->source.line, 12);
  assert_int_equal(message->source.column, 5);
  assert_string_equal(message->element, "crank");
  assert_string_equal(message->message, "mass is -2.5");
  assert_string_equal(message->remedy, "give a positive mass");
  assert_null(sar_context_get(context, 1));
  assert_null(sar_context_get(context, -1));
  sar_context_destroy(&context);
  assert_null(context);
  sar_context_destroy(&context);
}

static void warnings_are_not_errors(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  sar_warn(context, sar_nowhere(), NULL, NULL, "redundant");
  assert_int_equal(sar_context_errors(context), 0);
  assert_int_equal(sar_context_count(context), 1);
  assert_int_equal(sar_context_get(context, 0)->severity, SAR_WARNING);
  assert_null(sar_context_get(context, 0)->element);
  assert_null(sar_context_get(context, 0)->remedy);
  sar_context_destroy(&context);
}

static void twenty_errors_are_kept_and_all_are_counted(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  for (int i = 0; i < 50; i++) sar_report(context, SAR_INPUT, sar_nowhere(), NULL, NULL, "error %d", i);
  assert_int_equal(sar_context_errors(context), 50);
  assert_int_equal(sar_context_count(context), SAR_MAX_ERRORS);
  assert_string_equal(sar_context_get(context, 19)->message, "error 19");
  sar_context_clear(context);
  assert_int_equal(sar_context_errors(context), 0);
  assert_int_equal(sar_context_count(context), 0);
  assert_int_equal(sar_report_no_memory(context), SAR_NO_MEMORY);
  assert_int_equal(sar_context_get(context, 0)->status, SAR_NO_MEMORY);
  sar_context_destroy(&context);
}

static void exhausted_memory_is_said_once_and_always(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  assert_false(sar_context_out_of_memory(context));
  for (int i = 0; i < 30; i++) sar_report(context, SAR_INPUT, sar_nowhere(), NULL, NULL, "error %d", i);
  for (int i = 0; i < 3; i++) assert_int_equal(sar_report_no_memory(context), SAR_NO_MEMORY);
  assert_int_equal(sar_context_errors(context), 31);
  assert_int_equal(sar_context_count(context), SAR_MAX_ERRORS + 1);
  assert_int_equal(sar_context_get(context, SAR_MAX_ERRORS)->status, SAR_NO_MEMORY);
  assert_true(sar_context_out_of_memory(context));
  sar_context_clear(context);
  assert_false(sar_context_out_of_memory(context));
  sar_context_destroy(&context);
}

static void a_long_message_is_cut_between_characters(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  char name[3001];
  for (int i = 0; i < 3000; i++) name[i] = i % 2 ? (char)0xB6 : (char)0xC3; /* 1500 o with two dots */
  name[3000] = 0;
  sar_report(context, SAR_INPUT, sar_nowhere(), NULL, NULL, "%s", name);
  sar_report(context, SAR_INPUT, sar_nowhere(), NULL, NULL, "x%s", name);
  const char *even = sar_context_get(context, 0)->message, *odd = sar_context_get(context, 1)->message;
  assert_int_equal(strlen(even), 603);
  assert_int_equal(strlen(odd), 602);
  assert_string_equal(odd + 597, "\xC3\xB6...");
  sar_context_destroy(&context);
}

static void equal_texts_are_interned_once(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  char name[20];
  const char *first[100];
  for (int i = 0; i < 100; i++) {
    snprintf(name, sizeof name, "file%d", i);
    first[i] = sar_intern(context, name);
  }
  for (int i = 0; i < 100; i++) {
    snprintf(name, sizeof name, "file%d", i);
    assert_ptr_equal(sar_intern(context, name), first[i]);
    assert_string_equal(first[i], name);
  }
  sar_context_destroy(&context);
}

static void statuses(void **state) {
  (void)state;
  assert_int_equal(sar_status_exit_code(SAR_OK), 0);
  assert_int_equal(sar_status_exit_code(SAR_FAILED), 1);
  assert_int_equal(sar_status_exit_code(SAR_CONFLICT), 1);
  assert_int_equal(sar_status_exit_code(SAR_INPUT), 2);
  assert_int_equal(sar_status_exit_code(SAR_NO_MEMORY), 3);
  assert_int_equal(sar_status_exit_code(SAR_INTERRUPTED), 130);
  assert_string_equal(sar_status_text(SAR_STEP_TOO_SMALL), "the step became too small");
  assert_non_null(sar_status_text((SarStatus)12345));
}

static SarStatus fails_first(SarContext *context, int *reached) {
  SAR_TRY(SAR_OK);
  SAR_TRY(sar_report(context, SAR_IO, sar_nowhere(), NULL, NULL, "no"));
  *reached = 1;
  return SAR_OK;
}

static void try_returns_early(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  int reached = 0;
  assert_int_equal(fails_first(context, &reached), SAR_IO);
  assert_int_equal(reached, 0);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_message_keeps_everything),
      cmocka_unit_test(warnings_are_not_errors),
      cmocka_unit_test(twenty_errors_are_kept_and_all_are_counted),
      cmocka_unit_test(exhausted_memory_is_said_once_and_always),
      cmocka_unit_test(a_long_message_is_cut_between_characters),
      cmocka_unit_test(equal_texts_are_interned_once),
      cmocka_unit_test(statuses),
      cmocka_unit_test(try_returns_early),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
