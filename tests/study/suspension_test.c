/* label: numbers
 * The spring, the damper and the tyre of a car are found from noisy data, about as well as the fit says.
 * suspension_long_test.c does it a hundred times. */
#include "suspension.h"

#include "check.h"

/* Of ten regions of 95 % one that misses more than three times is one in a thousand. */
static void test_ten(void **state) {
  (void)state;
  Coverage c = suspension_fits(1000, 10);
  assert_int_equal(c.fits, 10);
  assert_true(c.together >= 7);
  for (int j = 0; j < 3; j++) assert_true(c.each[j] >= 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ten)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
