/* A block on a plane: friction against its velocity, stops of one direction, and what is refused. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static SarStatus run(Fixture *f, SarTable **table) {
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(f->context, table), SAR_OK);
  options.table = *table;
  return sar_run(f->context, f->system, &options, &summary);
}

static Fixture block(const char *joint, const char *velocity, double end) {
  char text[600];
  snprintf(text, sizeof text,
           "gravity: [0, 0, -10]\n"
           "bodies: {block: {mass: 2, inertia: [1, 1, 1], velocity: %s, omega: [0, 0, 2]}}\n"
           "joints: {ice: {type: planar, between: [ground, block], at: [0, 0, 0], axis: z, %s}}\n"
           "simulate: {end: %g, tolerance: 1e-7}\n",
           velocity, joint, end);
  return fixture_of(text);
}

/* It slides straight on, however it turns: v = 5 - mu g t along (3, 4)/5. */
static void friction_is_against_the_velocity(void **state) {
  (void)state;
  Fixture f = block("friction: 0.2", "[3, 4, 0]", 2);
  SarTable *table;
  assert_int_equal(run(&f, &table), SAR_OK);
  double way = 5 * 2 - 0.2 * 10 * 2 * 2 / 2, speed = 5 - 0.2 * 10 * 2;
  CHECK_NEAR(last_value(table, "block.x"), 0.6 * way, 1e-5);
  CHECK_NEAR(last_value(table, "block.y"), 0.8 * way, 1e-5);
  CHECK_NEAR(last_value(table, "block.vx"), 0.6 * speed, 1e-5);
  CHECK_NEAR(last_value(table, "block.wz"), 2, 1e-9); /* without a radius it turns freely */
  sar_table_destroy(&table);
  fixture_free(&f);
}

/* The normal force 20 N at the radius 0.05 m: 0.2 * 0.05 * 20 = 0.2 N m on an inertia of 1 kg m^2. */
static void friction_of_turning(void **state) {
  (void)state;
  Fixture f = block("friction: 0.2, pin_radius: 0.05", "[0, 0, 0]", 3);
  SarTable *table;
  assert_int_equal(run(&f, &table), SAR_OK);
  CHECK_NEAR(last_value(table, "block.wz"), 2 - 0.2 * 3, 1e-5);
  sar_table_destroy(&table);
  fixture_free(&f);
}

/* A stop of stiffness k is left after half a period, pi sqrt(m/k), with the speed turned round. */
static void stops_of_one_direction(void **state) {
  (void)state;
  Fixture f = block("x_stops: [-1, 0.5], x_stop_stiffness: 800, y_damping: 4", "[1, 1, 0]", 1);
  SarTable *table;
  assert_int_equal(run(&f, &table), SAR_OK);
  double contact = 0.5, left = contact + 3.14159265358979323846 * sqrt(2.0 / 800);
  CHECK_NEAR(last_value(table, "block.x"), 0.5 - (1 - left), 1e-4);
  CHECK_NEAR(last_value(table, "block.vx"), -1, 1e-4);
  CHECK_NEAR(last_value(table, "block.vy"), exp(-4.0 / 2), 1e-5);
  sar_table_destroy(&table);
  fixture_free(&f);
}

/* Two hinges of a door share its weight in no determined way, and friction feels it; a four-bar does not feel the
 * reactions across its plane. */
static void friction_that_is_not_determined_is_told(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, 0, -10]\n"
      "bodies: {door: {mass: 10, inertia: [1, 1, 1], at: [0.5, 0, 0]}}\n"
      "joints:\n"
      "  top: {type: revolute, between: [ground, door], at: [0, 0, 1], axis: z, friction: 0.2, "
      "pin_radius: 0.02}\n"
      "  low: {type: revolute, between: [ground, door], at: [0, 0, -1], axis: z}\n"
      "simulate: {end: 1}\n");
  SarTable *table;
  assert_int_equal(run(&f, &table), SAR_OK);
  assert_non_null(strstr(fixture_message(&f, SAR_WARNING), "depend on reactions that rigid bodies leave open"));
  sar_table_destroy(&table);
  fixture_free(&f);
  f = fixture_of(
      "gravity: [0, -10, 0]\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
      "  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"
      "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z, friction: 0.2, pin_radius: 0.02}\n"
      "  B: {type: revolute, between: [crank, rod], at: [0, 1, 0], axis: z, friction: 0.2, pin_radius: 0.02}\n"
      "  C: {type: revolute, between: [rod, rocker], at: [2, 1, 0], axis: z, friction: 0.2, pin_radius: 0.02}\n"
      "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z, friction: 0.2, pin_radius: 0.02}\n"
      "forces: {f: {type: force, between: [ground, crank], force: [1, 0, 0]}}\n"
      "simulate: {end: 0.2}\n");
  assert_int_equal(run(&f, &table), SAR_OK);
  assert_null(strstr(fixture_message(&f, SAR_WARNING), "rigid bodies leave open"));
  sar_table_destroy(&table);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_is_against_the_velocity),
      cmocka_unit_test(friction_of_turning),
      cmocka_unit_test(stops_of_one_direction),
      cmocka_unit_test(friction_that_is_not_determined_is_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
