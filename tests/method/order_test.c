/* Orders of convergence at fixed step, and the global error against the tolerance. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "method/toy_order.h"

#define SUBSTEPS 4 /* of the reference */

static void expect_order(const ToyClass *class, const char *method, double end, int32_t steps, double expected,
                         int levels) {
  double order[3];
  toy_orders(class, method, end, steps, SUBSTEPS, order);
  for (int i = 0; i < levels; i++) assert_true(fabs(order[i] - expected) <= 0.25);
}

static void pendulum_is_2_2_2(void **state) { (void)state, expect_order(&toy_pendulum, "hht", 2, 200, 2, 3); }
static void pendulum_other_alpha(void **state) {
  (void)state, expect_order(&toy_pendulum, "hht:alpha=-0.05", 2, 200, 2, 3);
  expect_order(&toy_pendulum, "hht:alpha=-0.3", 2, 200, 2, 3);
}
static void variable_mass_is_2_2(void **state) { (void)state, expect_order(&toy_bead, "hht", 4, 200, 2, 2); }
static void free_top_is_2_2(void **state) { (void)state, expect_order(&toy_free_top, "hht", 4, 200, 2, 2); }
static void heavy_top_is_2_2_2(void **state) { (void)state, expect_order(&toy_heavy_top, "hht", 2, 200, 2, 3); }
static void states_are_2(void **state) { (void)state, expect_order(&toy_states, "hht", 4, 100, 2, 2); }
static void only_states_are_2(void **state) {
  (void)state;
  double order[3];
  toy_orders(&toy_only_states, "hht", 4, 100, SUBSTEPS, order);
  assert_true(fabs(order[1] - 2) <= 0.25);
}
static void paper_states_are_1(void **state) {
  (void)state;
  double order[3];
  toy_orders(&toy_states, "hht:states=paper", 4, 100, SUBSTEPS, order);
  assert_true(fabs(order[1] - 1) <= 0.25);
}
static void algebraic_is_2_2_2(void **state) { (void)state, expect_order(&toy_algebraic, "hht", 3, 150, 2, 3); }
static void nonholonomic_is_2_2_2(void **state) { (void)state, expect_order(&toy_skate, "hht", 2, 100, 2, 3); }
static void unscaled_gives_the_same_order(void **state) {
  (void)state, expect_order(&toy_heavy_top, "hht:scaling=none", 2, 200, 2, 3);
}

/* The tolerance is an error per step of order 3, so the global error goes with tolerance^(2/3). */
static void expect_two_thirds(const ToyClass *class, double end) {
  assert_true(fabs(toy_tolerance_slope(class, "hht", end, 1e-5) - 2.0 / 3) <= 0.15);
}

static void global_error_follows_tolerance(void **state) {
  (void)state;
  expect_two_thirds(&toy_pendulum, 2);
  expect_two_thirds(&toy_bead, 4);
  expect_two_thirds(&toy_free_top, 4);
  expect_two_thirds(&toy_heavy_top, 2);
  expect_two_thirds(&toy_states, 4);
  expect_two_thirds(&toy_only_states, 4);
}

/* Paper 1's formula for states is of first order: tolerance^(1/2). */
static void paper_states_follow_the_square_root(void **state) {
  (void)state;
  assert_true(fabs(toy_tolerance_slope(&toy_only_states, "hht:states=paper", 4, 1e-5) - 0.5) <= 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum_is_2_2_2),
      cmocka_unit_test(pendulum_other_alpha),
      cmocka_unit_test(variable_mass_is_2_2),
      cmocka_unit_test(free_top_is_2_2),
      cmocka_unit_test(heavy_top_is_2_2_2),
      cmocka_unit_test(states_are_2),
      cmocka_unit_test(only_states_are_2),
      cmocka_unit_test(paper_states_are_1),
      cmocka_unit_test(algebraic_is_2_2_2),
      cmocka_unit_test(nonholonomic_is_2_2_2),
      cmocka_unit_test(unscaled_gives_the_same_order),
      cmocka_unit_test(global_error_follows_tolerance),
      cmocka_unit_test(paper_states_follow_the_square_root),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
