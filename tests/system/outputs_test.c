/* What the reference says of the columns of a class is what an element of the class has, in the same order. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/cases.h"
#include "system/columns.h"

#define LINE 1024

static const char *const tested_names[] = {"tested", "tested0", "three"};

/* The element of a case that is made from its class. */
static int32_t tested_element(const SarModel *model) {
  for (int32_t i = 0; i < SAR_COUNT(tested_names); i++) {
    int32_t element = sar_model_find(model, tested_names[i]);
    if (element >= 0) return element;
  }
  fail_msg("the case has no element under test");
  return -1;
}

/* The line below `outputs` in the manual's part on a class; two sections may have a class of one name. */
static void described(const SarElementClass *class, char *line) {
  SarContext *context = sar_context_create();
  char *text = NULL, heading[128];
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_int_equal(sar_model_describe(context, class->name, stream), SAR_OK);
  fclose(stream);
  snprintf(heading, sizeof heading, "%s (in `%s:`", class->name, sar_section_name(class->section));
  const char *at = strstr(text, heading);
  at = at ? strstr(at, "\noutputs\n  ") : NULL;
  assert_non_null(at);
  at += strlen("\noutputs\n  ");
  snprintf(line, LINE, "%.*s", (int)strcspn(at, "\n"), at);
  free(text);
  sar_context_destroy(&context);
}

static void present(const SarSystem *system, const char *element, char *line) {
  SarArena *arena = sar_arena_create();
  SarColumnSet *set;
  size_t used = 0;
  assert_int_equal(sar_column_set_create(system, arena, &set), SAR_OK);
  line[0] = 0;
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const SarColumn *column = &sar_column_set_get(set)[i];
    if (strcmp(column->element, element) != 0) continue;
    used += (size_t)snprintf(line + used, LINE - used, "%s%s", used ? " " : "", column->quantity);
    assert_true(used < LINE);
  }
  sar_arena_destroy(&arena);
}

static void columns_are_those_described(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_count(); index++) {
    SarContext *context = sar_context_create();
    CaseLabel label;
    SarModel *model;
    SarSystem *system;
    char expected[LINE], found[LINE];
    case_build(context, index, &label, &model, &system);
    const SarModelElement *element = &model->elements[tested_element(model)];
    described(element->class, expected);
    present(system, element->name, found);
    if (strcmp(expected, found) != 0) {
      fail_msg("%s: described as\n  %s\nbut has\n  %s", label.text, expected, found);
    }
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(columns_are_those_described)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
