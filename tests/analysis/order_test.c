/* Orders against a solution in a file: a body on a spring, x = cos(2 t). */
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

static const char oscillator[] =
    "bodies: {mass: {mass: 1, inertia: [1, 1, 1], at: [3, 0, 0]}}\n"
    "joints: {slide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: x}}\n"
    "forces: {spring: {type: spring-damper, between: [ground, mass], stiffness: 4, damping: 0, length: 2}}\n"
    "simulate: {end: 3}\n";

static void write_solution(const char *path, const char *names) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file, "%s\n", names);
  for (int i = 0; i <= 60; i++) {
    double t = 0.05 * i;
    fprintf(file, "%.17g,%.17g,%.17g\n", t, 2 + cos(2 * t), -2 * sin(2 * t));
  }
  fclose(file);
}

static void second_order_against_the_exact_solution(void **state) {
  (void)state;
  Fixture f = fixture_of(oscillator);
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult result;
  options.step = 0.02;
  options.reference = "order_test.csv";
  write_solution(options.reference, "time,mass.x,mass.vx");
  assert_int_equal(sar_order(f.context, f.system, &options, &result), SAR_OK);
  assert_int_equal(result.nsteps, 5);
  CHECK_NEAR(result.position.order, 2, 0.1);
  CHECK_NEAR(result.velocity.order, 2, 0.1);
  assert_true(isnan(result.multipliers.order));
  fixture_free(&f);
}

/* Every run begins with the turns of the start: a torsion spring that is wound up several times. */
static void turns_begin_anew(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {wheel: {mass: 1, inertia: [0.02, 0.02, 0.02], omega: [0, 0, 30]}}\n"
      "joints: {axle: {type: revolute, between: [ground, wheel], at: [0, 0, 0], axis: z}}\n"
      "forces: {spring: {type: rotational-spring-damper, between: [ground, wheel], at: [0, 0, 0], axis: z, stiffness: "
      "0.02}}\n"
      "simulate: {end: 1.2}\n");
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult result;
  assert_int_equal(sar_order(f.context, f.system, &options, &result), SAR_OK);
  CHECK_NEAR(result.position.order, 2, 0.1);
  CHECK_NEAR(result.velocity.order, 2, 0.1);
  fixture_free(&f);
}

static void foreign_columns_are_refused(void **state) {
  (void)state;
  Fixture f = fixture_of(oscillator);
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult result;
  options.halvings = 1;
  options.reference = "order_test_foreign.csv";
  write_solution(options.reference, "t,x,v");
  assert_int_equal(sar_order(f.context, f.system, &options, &result), SAR_INPUT);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "no column of this model"));
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(second_order_against_the_exact_solution),
      cmocka_unit_test(turns_begin_anew),
      cmocka_unit_test(foreign_columns_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
