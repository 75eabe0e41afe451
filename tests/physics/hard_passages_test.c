/* label: numbers. Mechanisms that others fail on: the N-four-bar passes poses in which all links are in line and it has
 * N + 1 degrees of freedom for an instant (six times in ten seconds), with and without 3N redundant rows.
 * hard_passages_long_test.c has the long runs.
 *
 * The motion magnifies deviations: B0 is to stay within the benchmark's high-precision limit, 1 mm, at all times. */
#include "physics/fourbar.h"

#define LIMIT 1e-3 /* m, of the benchmark A02 */

/* Project Chrono's HHT (alpha = -0.2) at the same step h = 1e-3 is off by 6.8e-5 m (N = 40) at 10 s; the same method
 * solved as accurately cannot be much worse. */
#define PEER_LAST 1.5e-4

static void two_windows(void **state) {
  (void)state;
  assert_true(fourbar_error(FOURBAR, 2, 1e-9, 0, 10).largest <= LIMIT);
  assert_true(fourbar_error(FOURBAR_NATURAL, 2, 1e-9, 0, 10).largest <= LIMIT);
}

static void two_windows_at_fixed_step(void **state) {
  (void)state;
  FourbarError plain = fourbar_error(FOURBAR, 2, 0, 1e-3, 10);
  FourbarError natural = fourbar_error(FOURBAR_NATURAL, 2, 0, 1e-3, 10);
  assert_true(plain.largest <= LIMIT && natural.largest <= LIMIT);
  assert_true(plain.last <= PEER_LAST && natural.last <= PEER_LAST);
  assert_int_equal(plain.rejected + natural.rejected, 0);
}

static void forty_windows(void **state) {
  (void)state;
  assert_true(fourbar_error(FOURBAR, 40, 1e-9, 0, 10).largest <= LIMIT);
}

/* Below about 1e-10 rounding at the singular poses exceeds the tolerance: the step must not shrink to nothing there.
 * The error follows the tolerance all the same. */
static void tolerances_below_rounding(void **state) {
  (void)state;
  double coarse = fourbar_error(FOURBAR_NATURAL, 40, 1e-9, 0, 3).largest;
  double fine = fourbar_error(FOURBAR_NATURAL, 40, 1e-10, 0, 3).largest;
  assert_true(fine < 0.4 * coarse);
  assert_true(fourbar_error(FOURBAR, 2, 1e-11, 0, 3).largest < 0.4 * fourbar_error(FOURBAR, 2, 1e-10, 0, 3).largest);
}

/* Other methods, a power of ten or more above the tightest tolerance with which each gets through: at that one rounding
 * decides, and compilers differ. */
static void other_methods(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double tolerance;
  } cases[] = {{"bdf", 1e-8},      {"radau5", 1e-7}, {"rosenbrock-nystrom", 1e-7},
               {"w-method", 1e-5}, {"adams", 3e-6},  {"dopri5", 1e-7},
               {"dopri5", 1e-8},   {"rkf45", 1e-7}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    print_message("%s: ", cases[i].method);
    assert_true(fourbar_error_of(cases[i].method, FOURBAR, 2, cases[i].tolerance, 0, 3).largest <= LIMIT);
  }
}

static void redundancy_is_named(void **state) {
  (void)state;
  fourbar_check_redundancy(FOURBAR, 2, 0);
  fourbar_check_redundancy(FOURBAR_NATURAL, 2, 6);
  fourbar_check_redundancy(FOURBAR_NATURAL, 7, 21);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_windows),         cmocka_unit_test(two_windows_at_fixed_step),
      cmocka_unit_test(forty_windows),       cmocka_unit_test(tolerances_below_rounding),
      cmocka_unit_test(redundancy_is_named), cmocka_unit_test(other_methods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
