/* Orders against a solution in a file: a body on a spring, x = cos(2 t). */
#include "analysis/order.h"

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

static void expect_same(const SarOrderResult *a, const SarOrderResult *b) {
  assert_int_equal(a->nsteps, b->nsteps);
  for (int32_t i = 0; i < a->nsteps; i++) {
    assert_true(a->position.errors[i] == b->position.errors[i] && a->velocity.errors[i] == b->velocity.errors[i]);
    assert_true(a->multipliers.errors[i] == b->multipliers.errors[i]);
  }
}

/* References that are kept: each method gets the numbers that it has alone, whatever was measured before it. */
static void known_references_change_nothing(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double step;
    int32_t halvings;
  } cases[] = {{"hht", 0.02, 2}, {"generalized-alpha", 0.02, 2}, {"hht", 0.02, 3}, {"hht", 0.03, 2}, {"hht", 0.02, 2}};
  Fixture f = fixture_of(oscillator);
  SarOrderReferences *known = sar_order_references_create();
  for (int i = 0; i < 5; i++) {
    SarOrderOptions options = sar_order_options_default();
    SarOrderResult alone, among;
    options.method = cases[i].method, options.step = cases[i].step, options.halvings = cases[i].halvings;
    options.end = 1;
    assert_int_equal(sar_order(f.context, f.system, &options, &alone), SAR_OK);
    options.known = known;
    assert_int_equal(sar_order(f.context, f.system, &options, &among), SAR_OK);
    expect_same(&alone, &among);
  }
  sar_order_references_destroy(&known);
  assert_null(known);
  fixture_free(&f);
}

/* A reference that was kept is the one that is used: a false one shows. */
static void known_references_are_used(void **state) {
  (void)state;
  Fixture f = fixture_of(oscillator);
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult result;
  SarOrderReferences *known = options.known = sar_order_references_create();
  options.step = 0.02, options.halvings = 3;
  assert_int_equal(sar_order(f.context, f.system, &options, &result), SAR_OK);
  assert_true(result.position.errors[0] < 1e-2);
  const SarOrderSamples *kept = sar_order_reference_find(known, &(SarOrderKey){f.system, 3, 150, 8, 7 + 6 + 2 * 5});
  assert_non_null(kept);
  assert_null(sar_order_reference_find(known, &(SarOrderKey){f.system, 3, 150, 16, 7 + 6 + 2 * 5}));
  kept->values[0] += 1e3;
  assert_int_equal(sar_order(f.context, f.system, &options, &result), SAR_OK);
  assert_true(result.position.errors[0] > 1);
  Fixture other = fixture_of(oscillator); /* of the same size */
  assert_int_equal(sar_order(other.context, other.system, &options, &result), SAR_OK);
  assert_true(result.position.errors[0] < 1e-2);
  sar_order_references_destroy(&known);
  fixture_free(&other);
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
      cmocka_unit_test(known_references_change_nothing),
      cmocka_unit_test(known_references_are_used),
      cmocka_unit_test(foreign_columns_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
