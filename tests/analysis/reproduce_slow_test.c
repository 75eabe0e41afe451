/* label: scan
 *
 * The items of the papers that take more than ten seconds: every verdict as the registry has it. */
#include <string.h>

#include "analysis/reproduce_check.h"
#include "check.h"

/* All but the timings. */
static void verdicts_are_those_of_the_list(void **state) {
  (void)state;
  int checked = 0;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    if (!item->run || !item->slow || strcmp(item->name, "2.table3") == 0) continue;
    check_item(item);
    checked++;
  }
  assert_int_equal(checked, 19);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(verdicts_are_those_of_the_list)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
