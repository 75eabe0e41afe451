/* label: scan
 * A hundred fits of noisy data: the truth lies inside the estimate's own region of 95 % in 95 +- 5 of them. The noise
 * is that of fixed seeds. */
#include "check.h"
#include "suspension.h"

static void test_hundred(void **state) {
  (void)state;
  Coverage c = suspension_fits(1, 100);
  print_message("inside: %d together, %d %d %d each\n", c.together, c.each[0], c.each[1], c.each[2]);
  assert_int_equal(c.fits, 100);
  assert_in_range(c.together, 90, 100);
  for (int j = 0; j < 3; j++) assert_in_range(c.each[j], 90, 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_hundred)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
