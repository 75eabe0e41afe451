/* Synonyms lead to types that there are, and none of them is a type itself. */
#include "element/synonyms.h"

#include <string.h>

#include "check.h"

static void every_synonym_leads_to_a_class(void **state) {
  (void)state;
  SarSynonym means;
  const char *word;
  int32_t count = 0;
  for (; (word = sar_synonym_word(count, &means)); count++) {
    assert_int_equal(strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789"), strlen(word));
    assert_true(means.type || means.advice);
    if (means.type) assert_non_null(sar_element_class_find(means.section, means.type));
    SarSynonym found, other;
    assert_true(sar_synonym_of_type(SAR_SECTION_JOINTS, word, &found));
    assert_true(found.type == means.type || strcmp(found.type, means.type) == 0); /* no word twice, no class's name */
    for (int32_t i = 0; i < count; i++) assert_string_not_equal(sar_synonym_word(i, &other), word);
  }
  assert_true(count > 50);
}

static void spelling_does_not_matter(void **state) {
  (void)state;
  static const struct {
    SarSection section;
    const char *word, *type;
    SarSection where;
  } cases[] = {
      {SAR_SECTION_JOINTS, "Hinge", "revolute", SAR_SECTION_JOINTS},
      {SAR_SECTION_JOINTS, "hinge joint", "revolute", SAR_SECTION_JOINTS},
      {SAR_SECTION_JOINTS, "revolute_joint", "revolute", SAR_SECTION_JOINTS},
      {SAR_SECTION_JOINTS, "ChLinkLockPointPlane", "point-in-plane", SAR_SECTION_JOINTS},
      {SAR_SECTION_JOINTS, "ChLinkTSDA", "spring-damper", SAR_SECTION_FORCES},
      {SAR_SECTION_JOINTS, "spring-damper", "spring-damper", SAR_SECTION_FORCES},
      {SAR_SECTION_FORCES, "GFORCE", "wrench", SAR_SECTION_FORCES},
      {SAR_SECTION_FORCES, "Revolute", "revolute", SAR_SECTION_JOINTS},
      {SAR_SECTION_JOINTS, "cardano hinge", "universal", SAR_SECTION_JOINTS},
  };
  for (int32_t i = 0; i < SAR_COUNT(cases); i++) {
    SarSynonym means;
    assert_true(sar_synonym_of_type(cases[i].section, cases[i].word, &means));
    assert_string_equal(means.type, cases[i].type);
    assert_int_equal(means.section, cases[i].where);
  }
  SarSynonym none;
  char longest[200];
  memset(longest, 'h', sizeof longest - 1);
  longest[sizeof longest - 1] = 0;
  assert_false(sar_synonym_of_type(SAR_SECTION_JOINTS, "", &none));
  assert_false(sar_synonym_of_type(SAR_SECTION_JOINTS, "joint", &none));
  assert_false(sar_synonym_of_type(SAR_SECTION_JOINTS, longest, &none));
  assert_false(sar_synonym_of_type(SAR_SECTION_JOINTS, "wobbly", &none));
}

static void keys_are_offered_only_where_they_are_known(void **state) {
  (void)state;
  assert_string_equal(sar_synonym_of_key("position", "mass at turn"), "at");
  assert_null(sar_synonym_of_key("position", "mass attach turn"));
  assert_string_equal(sar_synonym_of_key("geometry", "mass looks"), "looks");
  assert_string_equal(sar_synonym_of_key("geometry", "mass shape looks"), "shape");
  assert_null(sar_synonym_of_key("", "mass"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_synonym_leads_to_a_class),
      cmocka_unit_test(spelling_does_not_matter),
      cmocka_unit_test(keys_are_offered_only_where_they_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
