/* Pulses of force that are shorter than a step, on a body that moves evenly otherwise: nothing at the ends of the step
 * tells of them. What they do is known: of pulses in time the impulse, of pulses along the way the work. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "element/class.h"
#include "sarrus/sarrus.h"

#define SPEED 1.0
#define TOLERANCE 1e-9
#define BOUND 1e-3 /* of the velocity; the pulses change it by half and more */
#define PUSH 1e-5  /* m/s: what the second push of the stop takes */

static const char *const methods[] = {"auto", "hht", "bdf", "generalized-alpha", "lms2", "radau5"};

/* One kilogram at one metre per second. The velocity after two seconds. */
static double velocity_after(const char *force, const char *method, double speed) {
  char text[1024];
  snprintf(text, sizeof text,
           "parameters: {v: %.17g}\n"
           "splines:\n"
           "  table: {x: [0, 0.5, 1, 1.01, 1.02, 1.03, 1.5, 2], y: [0, 0, 0, 100, 100, 0, 0, 0]}\n"
           "  smooth: {x: [0, 0.5, 0.98, 0.99, 1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.5, 2],\n"
           "           y: [0, 0, 0, 0, 0, 100, 100, 0, 0, 0, 0, 0]}\n"
           "  short: {x: [0.8, 0.9, 0.98, 0.99, 1, 1.01, 1.02, 1.03, 1.04, 1.05, 1.2, 1.35],\n"
           "          y: [0, 0, 0, 0, 0, 100, 100, 0, 0, 0, 0, 0]}\n"
           "bodies:\n"
           "  b: {mass: 1, inertia: [1, 1, 1], velocity: [v, 0, 0]}\n"
           "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
           "forces:\n"
           "  f: {type: force, between: [ground, b], force: [\"%s\", 0, 0]}\n"
           "simulate: {end: 2}\n"
           "output: {every: 1}\n",
           speed, force);
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarTable *table = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  assert_int_equal(sar_model_parse(context, "pulse.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  options.method = method;
  options.tolerance = TOLERANCE;
  options.table = table;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  double after = sar_table_values(table, sar_table_find(table, "b.vx"))[sar_table_rows(table) - 1];
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
  return after;
}

static void expect(const char *force, double speed, double after) {
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    double found = velocity_after(force, methods[i], speed);
    if (!(fabs(found - after) <= BOUND * after)) print_message("%s, along %s\n", force, methods[i]);
    CHECK_NEAR(found, after, BOUND * after);
  }
}

/* The impulse is 2 N s. */
static void pulses_in_time(void **state) {
  (void)state;
  expect("step(time, 1, 0, 1.01, 100) - step(time, 1.02, 0, 1.03, 100)", SPEED, SPEED + 2);
  expect("200*max(0, 1 - abs(time - 1)/0.01)", SPEED, SPEED + 2);
  expect("if(time > 1 and time < 1.02, 100, 0)", SPEED, SPEED + 2);
  expect("linspl(time, 0, table, 0)", SPEED, SPEED + 2);
}

/* Between two jumps that are no jumps there: a half sine of 100 N and 20 ms, and others of its train switched off. */
static void half_sine(void **state) {
  (void)state;
  expect("max(0, 100*sin(pi*(time - 1)/0.02))*(time > 1)*(time < 1.02)", SPEED,
         SPEED + 100 * 0.04 / 3.14159265358979323846);
}

/* The work is 2 N m. At the first speed a step of the search ends on a knot of the table but for rounding. */
static void pulses_along_the_way(void **state) {
  (void)state;
  const double speeds[] = {SPEED, 0.983, 1.037};
  for (int i = 0; i < SAR_COUNT(speeds); i++) {
    double v = speeds[i], after = sqrt(v * v + 4);
    expect("step(dx(b), 1, 0, 1.01, 100) - step(dx(b), 1.02, 0, 1.03, 100)", v, after);
    expect("200*max(0, 1 - abs(dx(b) - 1)/0.01)", v, after);
    expect("linspl(dx(b), 0, table, 0)", v, after);
  }
}

/* Akima's slopes at the edges of the plateau, 5000 N/s and -5000 N/s, add to it what they take from the flanks: 2 N s,
 * or 2 N m, as of straight pieces. Nothing marks a place: the step has to be told to look. */
static void pulses_of_smooth_tables(void **state) {
  (void)state;
  const double speeds[] = {SPEED, 0.983, 1.037};
  expect("akispl(time, 0, smooth, 0)", SPEED, SPEED + 2);
  for (int i = 0; i < SAR_COUNT(speeds); i++) {
    double v = speeds[i];
    expect("akispl(dx(b), 0, smooth, 0)", v, sqrt(v * v + 4));
  }
}

/* A table is watched on the half step between two kinks as well, even if they are its own ends. */
static void pulses_between_kinks(void **state) {
  (void)state;
  expect("akispl(time, 0, smooth, 0) + 1e-9*abs(time - 0.8) + 1e-9*abs(time - 1.35)", SPEED, SPEED + 2);
  expect("akispl(time, 0, short, 0)", SPEED, SPEED + 2);
}

/* A stop whose damping grows with the depth pushes again when the body is nearly out of it, between the place where
 * damping has stopped the push and the one where it leaves. hht and bdf went over that at any tolerance. */
static void second_push_of_a_stop(void **state) {
  (void)state;
  const char *stop = "bistop(dx(b), vx(b), -0.1, 0.1, 1e5, 1.5, 1000, 1e-3)";
  double after = velocity_after(stop, "dopri5", SPEED);
  for (int i = 0; i < SAR_COUNT(methods); i++) CHECK_NEAR(velocity_after(stop, methods[i], SPEED), after, PUSH / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulses_in_time),       cmocka_unit_test(half_sine),
                                     cmocka_unit_test(pulses_along_the_way), cmocka_unit_test(pulses_of_smooth_tables),
                                     cmocka_unit_test(pulses_between_kinks), cmocka_unit_test(second_push_of_a_stop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
