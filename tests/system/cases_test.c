/* Walks over the registry see every class: what is added to it without a model fails here. */
#include "system/texts.h"

static void every_class_has_a_model(void **state) {
  (void)state;
  case_expect_all_classes();
  assert_true(case_count() > case_text_count());
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_class_has_a_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
