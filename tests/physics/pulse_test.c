/* Pulses of force that are shorter than a step, on a body that moves evenly otherwise: nothing at the ends of the step
 * tells of them. What they do is known: of pulses in time the impulse, of pulses along the way the work. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "element/class.h"
#include "sarrus/sarrus.h"

#define SPEED 1.0
#define TOLERANCE 1e-9
#define BOUND 1e-3 /* of the velocity; the pulses change it by half and more */
#define PUSH 1e-5  /* m/s: what the second push of the stop takes */

static const char *const methods[] = {"auto", "hht", "bdf", "generalized-alpha", "lms2", "radau5"};

/* The velocity of b in the last row. */
static double last_velocity(const char *text, const char *method, double tolerance) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarTable *table = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  assert_int_equal(sar_model_parse(context, "pulse.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  options.method = method;
  options.tolerance = tolerance;
  options.table = table;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  double last = sar_table_values(table, sar_table_find(table, "b.vx"))[sar_table_rows(table) - 1];
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_table_destroy(&table);
  sar_context_destroy(&context);
  return last;
}

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
  return last_velocity(text, method, TOLERANCE);
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

/* ---- what did not matter for a while, and then does ---- */

#define TRAIN 0.01 /* of the velocity: trains of pulses, at usual tolerances */

static void expect_last(const char *text, double tolerance, double velocity) {
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    double found = last_velocity(text, methods[i], tolerance);
    if (!(fabs(found - velocity) <= TRAIN * fabs(velocity))) print_message("along %s:\n%s", methods[i], text);
    CHECK_NEAR(found, velocity, TRAIN * fabs(velocity));
  }
}

/* Pulses of 2 N s every 0.4 s: twelve of them behind an event that makes them count. Beside them others that never do,
 * which lie in the same step behind the first one that does. */
static void an_event_wakes_tables(void **state) {
  (void)state;
  const double times[] = {7.08, 7.117, 7.191};
  for (int i = 0; i < SAR_COUNT(times); i++) {
    char text[1024];
    snprintf(text, sizeof text,
             "parameters: {amplitude: 1e-9}\n"
             "splines:\n"
             "  push: {extrapolate: periodic, x: [0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.3, 0.4],\n"
             "         y: [0, 0, 0, 1, 1, 0, 0, 0, 0, 0]}\n"
             "bodies: {b: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
             "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
             "forces:\n"
             "  f: {type: force, between: [ground, b], force:\n"
             "      [\"amplitude*akispl(time, 0, push, 0) + 1e-9*akispl(time - 0.13, 0, push, 0)\", 0, 0]}\n"
             "events: {e: {when: \"time - %g\", direction: up, set: {amplitude: \"100\"}}}\n"
             "simulate: {end: 12}\n"
             "output: {every: 1}\n",
             times[i]);
    expect_last(text, 1e-6, 1 + 12 * 2);
  }
}

/* Half sines above 0.9, every 0.4 s: twelve of them behind a jump that is none where it happens. */
static void a_jump_wakes_kinks(void **state) {
  (void)state;
  const double pi = 3.14159265358979323846, begin = asin(0.9);
  const double impulse = (2 * cos(begin) - 0.9 * (pi - 2 * begin)) * 0.4 / (2 * pi);
  const char *text =
      "bodies: {b: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
      "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
      "forces:\n"
      "  f: {type: force, between: [ground, b], force:\n"
      "      [\"if(time > 7.08, 100, 1e-9)*max(0, sin(2*pi*(time - 0.02)/0.4) - 0.9)\", 0, 0]}\n"
      "simulate: {end: 12}\n"
      "output: {every: 1}\n";
  expect_last(text, 1e-8, 1 + 12 * 100 * impulse);
}

/* Between two walls, where a place pushes a little: after eight bounces it does work of 0.4 N m, and has done it once
 * more often on the way there than on the way back. */
static void impacts_wake_tables(void **state) {
  (void)state;
  const char *text =
      "splines: {p: {extrapolate: constant, x: [0, 0.3, 0.5, 0.51, 0.52, 0.53, 0.54, 0.55, 0.7, 1],\n"
      "              y: [0, 0, 0, 0, 1, 1, 0, 0, 0, 0]}}\n"
      "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [0.1, 0, 0], velocity: [1, 0, 0]}}\n"
      "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
      "parameters: {n: 0}\n"
      "forces: {f: {type: force, between: [ground, b], force: [\"if(n < 8, 1e-9, 20)*akispl(dx(b), 0, p, 0)\", 0, "
      "0]}}\n"
      "events:\n"
      "  hi: {when: \"1 - dx(b)\", direction: down, restitution: 1, set: {n: \"n + 1\"}}\n"
      "  lo: {when: \"dx(b)\", direction: down, restitution: 1, set: {n: \"n + 1\"}}\n"
      "simulate: {end: 9}\n"
      "output: {every: 1}\n";
  expect_last(text, 1e-6, -sqrt(1 + 2 * 0.4));
}

/* ---- a pulse among bumps ---- */

#define KNOTS 1201 /* 12 s */
#define STEPS "pulse_test_steps.csv"

/* A table of bumps of 0.3 that change their sign, and one pulse of 1 from `place` to the next knot. */
static char *write_bumps(int place) {
  size_t size = 32 * KNOTS;
  char *text = malloc(size), *at = text;
  at += sprintf(at, "splines: {t: {x: [");
  for (int i = 0; i < KNOTS; i++) at += sprintf(at, "%s%d.%02d", i > 0 ? ", " : "", i / 100, i % 100);
  at += sprintf(at, "], y: [");
  for (int i = 0; i < KNOTS; i++) {
    bool bump = i % 11 == 3 || i % 11 == 4, pulse = i == place || i == place + 1, near = abs(i - place) < 7;
    at += sprintf(at, "%s%g", i > 0 ? ", " : "", pulse ? 1 : bump && !near ? (i / 11 % 2 ? 0.3 : -0.3) : 0);
  }
  snprintf(at, size - (size_t)(at - text),
           "]}}\n"
           "bodies: {b: {mass: 1, inertia: [1, 1, 1], velocity: [1, 0, 0]}}\n"
           "joints: {s: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: [1, 0, 0]}}\n"
           "forces: {f: {type: force, between: [ground, b], force: [\"akispl(time, 0, t, 0)\", 0, 0]}}\n"
           "simulate: {end: 12}\n"
           "output: {every: 12}\n");
  return text;
}

/* Has one step gone over the whole of it? */
static bool passed_by(const char *text, const char *method, double begin, double end) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_model_parse(context, "bumps.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  options.method = method;
  options.tolerance = 1e-4;
  options.steps_csv = STEPS;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  FILE *file = fopen(STEPS, "r");
  assert_non_null(file);
  char line[256];
  double time, step, last = 0;
  bool passed = false;
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%lf,%lf", &time, &step) != 2) continue;
    passed |= time - step < begin && time > end;
    last = time;
  }
  fclose(file);
  remove(STEPS);
  CHECK_NEAR(last, 12, 1e-9);
  return passed;
}

/* Bumps that have been found not to matter hide no pulse: what is like them is left alone, and nothing else. Now and
 * then the samples of a step miss it (2 or 3 of 20 here); when all of the table was left alone it was lost in 19 of 20.
 */
static void a_pulse_among_bumps(void **state) {
  (void)state;
  const int places[] = {490, 610, 720, 820, 950};
  static const char *const all[] = {"auto", "hht", "bdf", "radau5"};
  int lost = 0;
  for (int i = 0; i < SAR_COUNT(places); i++) {
    char *text = write_bumps(places[i]);
    for (int k = 0; k < SAR_COUNT(all); k++)
      lost += passed_by(text, all[k], places[i] / 100.0, places[i] / 100.0 + 0.01);
    free(text);
  }
  if (lost > 6) print_message("%d of 20\n", lost);
  assert_true(lost <= 6);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pulses_in_time),        cmocka_unit_test(half_sine),
                                     cmocka_unit_test(pulses_along_the_way),  cmocka_unit_test(pulses_of_smooth_tables),
                                     cmocka_unit_test(pulses_between_kinks),  cmocka_unit_test(second_push_of_a_stop),
                                     cmocka_unit_test(an_event_wakes_tables), cmocka_unit_test(a_jump_wakes_kinks),
                                     cmocka_unit_test(impacts_wake_tables),   cmocka_unit_test(a_pulse_among_bumps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
