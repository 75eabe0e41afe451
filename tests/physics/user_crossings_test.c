/* Crossings that come in pairs within a small part of a step: none may be overlooked. Exact solutions, of models whose
 * smooth motion allows steps far longer than what happens in between. */
#include "physics/support.h"

#define PI 3.14159265358979323846

/* The integral from 0 of a square wave that is 1 where sin(40 t) is positive and -1 elsewhere. */
static double triangle(double t) {
  double phase = fmod(40 * t, 2 * PI);
  return fmin(phase, 2 * PI - phase) / 40;
}

/* Time in [0, t] with sin(2 pi t) > 0.999. */
static double pulses(double t) {
  double half = acos(0.999) / (2 * PI), part = t - floor(t);
  return 2 * half * floor(t) + fmin(fmax(part - 0.25 + half, 0), 2 * half);
}

/* Force 1000 on a mass of 2 while |t - 7| < 0.004. */
static double pushed(double t) { return t < 7 ? 0 : 4 * (t - 7); }

static double stairs(double t) { /* the integral of floor(30 t) */
  double n = floor(30 * t + 1e-9);
  return n * (n - 1) / 60 + n * (t - n / 30);
}

static void check_counts(const Run *run) {
  static const struct {
    int count;
    double last;
  } expected[] = {{2, 5.31}, {1, 4.2001}, {2, (3 * PI + 0.002) / 1.5}, {3, 0}};
  double spoke = (asin(0.99995) + 4 * PI) / 1.5;
  for (int i = 0; i < 4; i++) {
    assert_int_equal(run->summary.events[i].count, expected[i].count);
    CHECK_NEAR(run->summary.events[i].last_time, i < 3 ? expected[i].last : spoke, 1e-7);
  }
}

static void run_with(const Setup *setup) {
  Run run = physics_run(setup);
  const double *t = physics_column(&run, "time");
  const double *first = physics_of(&run, "triangle", "value"), *second = physics_of(&run, "pulses", "value");
  const double *third = physics_of(&run, "through_variable", "value"), *fourth = physics_of(&run, "stairs", "value");
  const double *x = physics_of(&run, "pushed", "value");
  double late = 1e-3 * setup->step; /* at the start both waves are on zero: settled a thousandth of a step later */
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    CHECK_NEAR(first[i], triangle(t[i]), 3e-6 + late);
    CHECK_NEAR(second[i], pulses(t[i]), 3e-6);
    CHECK_NEAR(third[i], triangle(t[i] + 0.01) - 0.01, 3e-6);
    CHECK_NEAR(fourth[i], stairs(t[i]), 1e-4);
    if (fabs(t[i] - 7) > 0.01) CHECK_NEAR(x[i], pushed(t[i]), 1e-5);
  }
  check_counts(&run);
  print_message("%d steps, %.3g to %.3g s\n", (int)run.summary.steps, run.summary.smallest_step,
                run.summary.largest_step);
  physics_finish(&run);
}

static void nothing_is_overlooked(void **state) {
  (void)state;
  run_with(&(Setup){.model = "hidden_crossings"});
  run_with(&(Setup){.model = "hidden_crossings", .tolerance = 1e-3});
  run_with(&(Setup){.model = "hidden_crossings", .tolerance = 1e-8});
  run_with(&(Setup){.model = "hidden_crossings", .step = 0.3});
}

/* The events alone, which change nothing: steps may become as long as they like. */
static void events_in_long_steps(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "hidden_events"});
  check_counts(&run);
  assert_true(run.summary.largest_step > 0.5);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_overlooked), cmocka_unit_test(events_in_long_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
