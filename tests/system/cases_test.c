/* Walks over the registry see every class: what is added to it without a model fails here. And the models of contacts
 * do touch at the points where they are looked at. */
#include <string.h>

#include "system/texts.h"

static void every_class_has_a_model(void **state) {
  (void)state;
  case_expect_all_classes();
  assert_true(case_count() > case_text_count());
}

static void contacts_touch(void **state) {
  (void)state;
  int32_t contacts = 0;
  for (int32_t index = case_count() - case_text_count(); index < case_count(); index++) {
    SarContext *context = sar_context_create();
    CaseLabel label;
    SarModel *model;
    SarSystem *system;
    case_build(context, index, &label, &model, &system);
    if (strncmp(label.text, "contact,", 8) == 0) {
      SarWorkspace *m;
      CasePoint point;
      double r[3 * CASE_MOST];
      uint64_t seed = 31 + case_seed(index);
      assert_int_equal(sar_workspace_create(context, system, NULL, false, &m), SAR_OK);
      case_point(system, &seed, &point);
      SarPoint at = case_view(&point);
      assert_int_equal(sar_workspace_residual(&m->problem, &at, r), SAR_OK);
      if (m->problem.ops->activity(&m->problem) == 0) fail_msg("%s: nothing touches", label.text);
      sar_workspace_destroy(&m);
      contacts++;
    }
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
  assert_true(contacts >= 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_class_has_a_model), cmocka_unit_test(contacts_touch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
