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

/* Error at the end of an adaptive run. */
static double adaptive_error(const ToyClass *class, const char *method, double tolerance, double end,
                             const ToyPoint *exact) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, class);
  SarStepOptions options = {.end = end, .tolerance = tolerance};
  SarIntegrator *integrator = toy_start(&toy, method, &options);
  while (sar_integrator_view(integrator)->t1 < end) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  double squares[3] = {0};
  toy_errors(class, sar_integrator_view(integrator), exact, squares);
  const SarStepStats *stats = sar_integrator_stats(integrator);
  print_message("%s tol=%g: error %.3e, %d steps, %d+%d+%d rejected, %.2f iterations/step, %.2f matrices/step\n",
                class->name, tolerance, sqrt(squares[0] + (class->n.nv ? 0 : squares[1])), (int)stats->steps,
                (int)stats->rejected_error, (int)stats->rejected_corrector, (int)stats->rejected_rotation,
                (double)stats->iterations / (double)stats->steps, (double)stats->jacobians / (double)stats->steps);
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
  return sqrt(class->n.nv > 0 ? squares[0] : squares[1]);
}

/* Slope of log error over log tolerance between 1e-5 and 1e-9. */
static double tolerance_slope(const ToyClass *class, const char *method, double end) {
  double y[TOY_MOST], slope = 0;
  ToyPoint exact = {0};
  for (int i = 0; i < TOY_MOST; i++) y[i] = class->y0[i];
  toy_reference(class, y, 0, end, 200000);
  class->map(end, y, &exact);
  for (int k = 0; k < 5; k++)
    slope += (2 - k) * log10(adaptive_error(class, method, pow(10, -5 - k), end, &exact)) / 10;
  print_message("%s: slope %.3f\n", class->name, slope);
  return slope;
}

/* The tolerance is an error per step of order 3, so the global error goes with tolerance^(2/3). */
static void expect_two_thirds(const ToyClass *class, double end) {
  assert_true(fabs(tolerance_slope(class, "hht", end) - 2.0 / 3) <= 0.15);
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
  assert_true(fabs(tolerance_slope(&toy_only_states, "hht:states=paper", 4) - 0.5) <= 0.1);
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
