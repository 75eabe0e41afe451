/* label: numbers. Flexible mechanisms against independent solutions (tests/data/flexible; docs/theory/beams.md has the
 * table): the meshes are fine enough for the bounds, and so are the tolerances. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "physics/support.h"

/* The largest error of a column, less an offset, against one of the reference, up to a time. */
static double error_of(const Run *run, const Reference *reference, const char *column, double offset,
                       const char *expected, double until) {
  Grid grid = grid_match(run, reference);
  const double *value = physics_column(run, column), *t = physics_column(run, "time");
  const double *right = reference_column(reference, expected);
  double largest = 0;
  assert_true(grid.count > 10);
  for (int i = 0; i < grid.count; i++) {
    if (t[grid.run[i]] > until) break;
    largest = fmax(largest, fabs(value[grid.run[i]] - offset - right[grid.reference[i]]));
  }
  grid_free(&grid);
  return largest;
}

static double flying_rod(const char *elements, const char *method, double tolerance, int64_t *steps) {
  Run run = physics_run(
      &(Setup){.model = "flexible/flying_rod_planar", .set = elements, .method = method, .tolerance = tolerance});
  Reference reference = reference_load("flexible/flying_rod_planar.csv");
  double x = error_of(&run, &reference, "rod.n0.x", 0, "x_A", 1e9);
  double y = error_of(&run, &reference, "rod.n0.y", 0, "y_A", 1e9);
  print_message("flying rod, %s, %s at %g: %lld steps, errors %.2e %.2e\n", elements, method, tolerance,
                (long long)run.summary.steps, x, y);
  if (steps) *steps = run.summary.steps;
  reference_free(&reference);
  physics_finish(&run);
  return fmax(x, y);
}

/* Cubic elements: the error of the mesh falls with about the fifth power (numerics: 4.9, 5.1 over 10 s). */
static void flying_rod_converges(void **state) {
  (void)state;
  double coarse = flying_rod("elements=4", "radau5", 1e-7, NULL), fine = flying_rod("elements=8", "radau5", 1e-7, NULL);
  assert_true(fine <= 3e-4);
  assert_true(log2(coarse / fine) >= 4);
  double loose = flying_rod("elements=8", "hht", 1e-5, NULL), tight = flying_rod("elements=8", "hht", 1e-7, NULL);
  assert_true(loose <= 2e-2 && tight <= 1.5e-3); /* tolerance^(2/3) of a length of 10 */
}

/* A finer mesh changes neither the length scale nor the steps. */
static void meshes_need_the_same_steps(void **state) {
  (void)state;
  const char *const sets[] = {"elements=10", "elements=40", "elements=160"};
  int64_t steps[3];
  for (int i = 0; i < 3; i++) {
    Run run = physics_run(&(Setup){.model = "flexible/flying_rod_planar",
                                   .set = sets[i],
                                   .method = "hht",
                                   .tolerance = 1e-5,
                                   .every = 1,
                                   .end = 6});
    steps[i] = run.summary.steps;
    CHECK_NEAR(sar_system_length(run.system), 10, 1e-9);
    physics_finish(&run);
  }
  print_message("steps with 10, 40, 160 elements: %lld %lld %lld\n", (long long)steps[0], (long long)steps[1],
                (long long)steps[2]);
  for (int i = 1; i < 3; i++) assert_true(fabs((double)(steps[i] - steps[0])) <= 0.1 * (double)steps[0]);
}

/* Nor where errors count over how far a body has moved: a body that vibrates beside the beam is not thinned out. */
static void moving_weights_do_not_see_the_mesh(void **state) {
  (void)state;
  const char *const sets[] = {"elements=10", "elements=40", "elements=160"};
  const char *const methods[] = {"bdf:weights=moving", "hht:weights=moving", "radau5:weights=moving"};
  for (int k = 0; k < 3; k++) {
    int64_t steps[3];
    for (int i = 0; i < 3; i++) {
      Run run = physics_run(
          &(Setup){.model = "flexible/beam_and_oscillator", .set = sets[i], .method = methods[k], .tolerance = 1e-5});
      steps[i] = run.summary.steps;
      physics_finish(&run);
    }
    print_message("%s, steps with 10, 40, 160 elements: %lld %lld %lld\n", methods[k], (long long)steps[0],
                  (long long)steps[1], (long long)steps[2]);
    for (int i = 1; i < 3; i++) assert_true(fabs((double)(steps[i] - steps[0])) <= 0.1 * (double)steps[0]);
  }
}

static void right_angle_cantilever(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "flexible/right_angle", .method = "radau5", .tolerance = 1e-6, .end = 10});
  Reference reference = reference_load("flexible/right_angle.csv");
  assert_true(error_of(&run, &reference, "leg1.end.z", 0, "elbow_uz", 10) <= 1e-4);
  assert_true(error_of(&run, &reference, "leg2.end.x", 10, "tip_ux", 10) <= 1e-4);
  assert_true(error_of(&run, &reference, "leg2.end.y", 10, "tip_uy", 10) <= 1e-4);
  assert_true(error_of(&run, &reference, "leg2.end.z", 0, "tip_uz", 10) <= 1e-4);
  assert_true(run.summary.energy_balance_max <= 1e-3);
  reference_free(&reference);
  physics_finish(&run);
}

/* Paper 4, section 5.3, at its discretisation: the snap of the beam against a history of MBDyn with steps of 1e-4 s. */
static void lateral_buckling(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){
      .model = "flexible/lateral_buckling", .method = "lms3:rho_inf=0.6", .step = 1e-4, .end = 0.2, .every = 1e-4});
  Reference reference = reference_load("flexible/lateralbuckling_ms3ref.csv");
  double largest = 0.0451;
  double before = error_of(&run, &reference, "beam.mid.y", 0, "mid_uy", 0.12) / largest;
  double snap = error_of(&run, &reference, "beam.mid.y", 0, "mid_uy", 0.2) / largest;
  print_message("buckling: %.1e up to 0.12 s, %.1e up to 0.2 s\n", before, snap);
  assert_true(before <= 1e-4 && snap <= 3e-2);
  const double *y = physics_column(&run, "beam.mid.y"), *t = physics_column(&run, "time");
  int64_t least = 0;
  for (int64_t i = 0; i < physics_rows(&run); i++) least = y[i] < y[least] ? i : least;
  CHECK_NEAR(y[least], -0.0451, 2e-3 * 0.0451);
  CHECK_NEAR(t[least], 0.1805, 5e-4);
  reference_free(&reference);
  physics_finish(&run);
}

/* Nodes are bodies and parts are forces: every row obeys Newton and Euler, and power is balanced. */
static void rows_are_balanced(void **state) {
  (void)state;
  const char *const models[] = {"flexible/flying_rod_planar", "flexible/right_angle", "flexible/lateral_buckling"};
  for (int i = 0; i < 3; i++) {
    Run run = physics_run(&(Setup){.model = models[i], .method = "hht", .tolerance = 1e-6, .end = 0.1});
    assert_int_equal(run.summary.status, SAR_RUN_DONE);
    assert_true(run.summary.newton_euler_max <= 1e-9);
    physics_finish(&run);
  }
}

/* Forces are zero at the start but for the rounding of stiffnesses: that is no fault of the balance. The ring swings up
 * to the strain e with (w R)^2 (1 - 1/(1 + e)^2) = E/rho e^2, by its energy and its spin. */
static void a_ring_spins(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "flexible/ring", .method = "radau5", .tolerance = 1e-8, .every = 1e-4});
  const double *x = physics_column(&run, "a.n0.x"), *y = physics_column(&run, "a.n0.y");
  double largest = 0, expected = 0.04;
  for (int k = 0; k < 60; k++) expected = sqrt(100 * (1 - 1 / ((1 + expected) * (1 + expected))) * 1100 / 5e6);
  for (int64_t i = 0; i < physics_rows(&run); i++) largest = fmax(largest, hypot(x[i], y[i]) / 0.2 - 1);
  print_message("ring: balance to %.1e, stretched by %.6f (expected %.6f)\n", run.summary.newton_euler_max, largest,
                expected);
  assert_true(run.summary.newton_euler_max <= 1e-10);
  assert_true(fabs(largest / expected - 1) <= 2e-3);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_ring_spins),
      cmocka_unit_test(flying_rod_converges),
      cmocka_unit_test(meshes_need_the_same_steps),
      cmocka_unit_test(moving_weights_do_not_see_the_mesh),
      cmocka_unit_test(right_angle_cantilever),
      cmocka_unit_test(lateral_buckling),
      cmocka_unit_test(rows_are_balanced),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
