/* What grows with the number of bodies, counted, not timed: three times as many cost three times as much, and a little.
 */
#include <stdio.h>

#include "analysis/poses/singular.h"
#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"
#include "system/compiled.h"
#include "system/user/user.h"

enum { FEW = 20, MANY = 3 * FEW };
#define LINEAR 3.6 /* times; a square would be nine */

/* A chain that hangs from the ground, link by link. */
static Fixture chain(int n, const char *more) {
  char text[16384];
  size_t used = (size_t)snprintf(text, sizeof text, "gravity: [0, 0, -9.81]\nbodies:\n");
  for (int i = 1; i <= n; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "  b%d: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [%g, 0, 0]}\n", i, i - 0.5);
  }
  used += (size_t)snprintf(text + used, sizeof text - used, "joints:\n");
  for (int i = 1; i <= n; i++) {
    char before[16] = "ground";
    if (i > 1) snprintf(before, sizeof before, "b%d", i - 1);
    used +=
        (size_t)snprintf(text + used, sizeof text - used,
                         "  j%d: {type: revolute, between: [%s, b%d], at: [%d, 0, 0], axis: y}\n", i, before, i, i - 1);
  }
  if (more) used += (size_t)snprintf(text + used, sizeof text - used, "forces:\n");
  for (int i = 1; more && i <= n; i++) {
    used += (size_t)snprintf(text + used, sizeof text - used, more, i, i, i);
  }
  snprintf(text + used, sizeof text - used, "simulate: {end: 1}\n");
  return fixture_of(text);
}

/* The smallest singular value at poses that follow each other. */
static double work_of_probes(int n) {
  Fixture f = chain(n, NULL);
  SarStart *start;
  SarSingularProbe *probe;
  double value;
  assert_int_equal(sar_start_create(f.context, f.system, &start), SAR_OK);
  assert_int_equal(sar_singular_create(f.context, start->m, &probe), SAR_OK);
  for (int i = 0; i < 10; i++) assert_int_equal(sar_singular_value(probe, 0.1 * i, start->q, &value), SAR_OK);
  double work = (double)sar_singular_work(probe);
  sar_singular_destroy(&probe);
  sar_start_destroy(&start);
  fixture_free(&f);
  return work;
}

static void looking_for_singular_poses_is_linear(void **state) {
  (void)state;
  double few = work_of_probes(FEW), many = work_of_probes(MANY);
  print_message("probes: %g and %g, times %.2f\n", few, many, many / few);
  assert_true(few > 0);
  assert_true(many < LINEAR * few);
}

/* Jumps behind branches that are not taken: what is asked to find those that sleep. */
static double work_of_sleep(int n) {
  Fixture f =
      chain(n, "  f%d: {type: torque, between: [ground, b%d], torque: [0, \"if(t > 5, sign(wy(b%d)), 0)\", 0]}\n");
  double operations = sar_program_operations(f.system->user->reach.program);
  assert_true(f.system->user->nmodes >= 2 * n);
  fixture_free(&f);
  return operations;
}

static void finding_jumps_that_sleep_is_linear(void **state) {
  (void)state;
  double few = work_of_sleep(FEW), many = work_of_sleep(MANY);
  print_message("sleep: %g and %g, times %.2f\n", few, many, many / few);
  assert_true(few > 0);
  assert_true(many < LINEAR * few);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(looking_for_singular_poses_is_linear),
                                     cmocka_unit_test(finding_jumps_that_sleep_is_linear)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
