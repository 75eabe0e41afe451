/* The N-four-bar with 40 windows: 81 links, 120 redundant rows in the natural model, 10 and 20 s. label: numbers
 *
 * See hard_passages_test.c. Over 20 s the deviation is four times larger (1.9e-3 m at tolerance 1e-9), so the tolerance
 * is smaller there. */
#include "physics/fourbar.h"

#define LIMIT 1e-3     /* m, of the benchmark A02 */
#define PEER_LAST 1e-4 /* m: Project Chrono's HHT at h = 1e-3 is off by 6.8e-5 at 10 s */

static void ten_seconds(void **state) {
  (void)state;
  assert_true(fourbar_error(FOURBAR, 40, 1e-9, 0, 10).largest <= LIMIT);
  assert_true(fourbar_error(FOURBAR_NATURAL, 40, 1e-9, 0, 10).largest <= LIMIT);
}

static void twenty_seconds(void **state) {
  (void)state;
  assert_true(fourbar_error(FOURBAR, 40, 3e-10, 0, 20).largest <= LIMIT);
  assert_true(fourbar_error(FOURBAR_NATURAL, 40, 3e-10, 0, 20).largest <= LIMIT);
  assert_true(fourbar_error(FOURBAR, 40, 0, 1e-3, 20).largest <= LIMIT);
  assert_true(fourbar_error(FOURBAR_NATURAL, 40, 0, 1e-3, 20).largest <= LIMIT);
}

static void fixed_step(void **state) {
  (void)state;
  assert_true(fourbar_error(FOURBAR, 40, 0, 1e-3, 10).last <= PEER_LAST);
  assert_true(fourbar_error(FOURBAR_NATURAL, 40, 0, 1e-3, 10).last <= PEER_LAST);
  assert_true(fourbar_error(FOURBAR, 10, 0, 1e-3, 10).last <= PEER_LAST);
}

static void redundancy_is_named(void **state) {
  (void)state;
  fourbar_check_redundancy(FOURBAR_NATURAL, 40, 120);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ten_seconds),
      cmocka_unit_test(twenty_seconds),
      cmocka_unit_test(fixed_step),
      cmocka_unit_test(redundancy_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
