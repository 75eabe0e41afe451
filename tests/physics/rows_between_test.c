/* Rows are taken between the ends of steps: they must be as good as the steps are, also where steps are long. */
#include <math.h>
#include <stdio.h>

#include "physics/support.h"

static double error_of_stiff_state(const char *method, double tolerance) {
  Run run = physics_run(&(Setup){.model = "stiff_state", .method = method, .tolerance = tolerance});
  const double *t = physics_column(&run, "time"), *x = physics_of(&run, "x", "value");
  double most = 0, k = 1e6;
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    most = fmax(most, fabs(x[i] - (k * k * cos(t[i]) + k * sin(t[i])) / (k * k + 1)));
  }
  physics_finish(&run);
  print_message("%s at %g: %.1e\n", method, tolerance, most);
  return most;
}

/* A state of rate -1e6 (x - cos t): an error of 1e-5 of the state is one of 10 of its rate, and steps are 1e5 times as
 * long as the state's own time. */
static void stiff_states(void **state) {
  (void)state;
  assert_true(error_of_stiff_state("rosenbrock-nystrom", 1e-3) < 1e-2);
  assert_true(error_of_stiff_state("rosenbrock-nystrom", 1e-5) < 1e-3);
  assert_true(error_of_stiff_state("rosenbrock-nystrom:estimate=filtered", 1e-5) < 1e-3);
  assert_true(error_of_stiff_state("w-method:matrix=augmented", 1e-3) < 1e-3);
}

/* A table is led along 0.1 sin 50 t, and passes 0.0999 on its way up 16 times in 2 s. Nothing is integrated that could
 * be wrong, but what lies between steps matters. */
static void driven_motions(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "rosenbrock-nystrom", "w-method", "adams"};
  for (int i = 0; i < 4; i++) {
    for (double tolerance = 1e-4; tolerance > 1e-9; tolerance *= 1e-2) {
      Run run = physics_run(&(Setup){.model = "shaker", .method = methods[i], .tolerance = tolerance});
      assert_int_equal(run.summary.nevents, 1);
      print_message("%s at %g: %d events\n", methods[i], tolerance, (int)run.summary.events[0].count);
      assert_int_equal(run.summary.events[0].count, 16);
      physics_finish(&run);
    }
  }
}

/* Cubics between steps would leave 3e-8 of position with dopri5 here, 3e-7 with adams; the steps' own errors are 4e-12
 * and 4e-10 at the end. */
static void long_steps(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double position, velocity, acceleration;
  } cases[] = {{"dopri5", 2e-9, 6e-9, 3e-8}, {"rkf45", 4e-8, 1e-7, 6e-7}, {"adams", 5e-8, 1.5e-7, 8e-7}};
  Run exact = physics_run(&(Setup){.model = "pendulum", .method = "radau5", .tolerance = 1e-12});
  for (int i = 0; i < 3; i++) {
    static const char *const columns[3] = {"x", "vx", "ax"};
    Run run = physics_run(&(Setup){.model = "pendulum", .method = cases[i].method, .tolerance = 1e-10});
    assert_int_equal(physics_rows(&run), physics_rows(&exact));
    double most[3] = {0};
    for (int c = 0; c < 3; c++) {
      const double *a = physics_of(&run, "body", columns[c]), *b = physics_of(&exact, "body", columns[c]);
      for (int64_t k = 0; k < physics_rows(&run); k++) most[c] = fmax(most[c], fabs(a[k] - b[k]));
    }
    print_message("%s: %.1e %.1e %.1e\n", cases[i].method, most[0], most[1], most[2]);
    assert_true(most[0] < cases[i].position);
    assert_true(most[1] < cases[i].velocity);
    assert_true(most[2] < cases[i].acceleration);
    physics_finish(&run);
  }
  physics_finish(&exact);
}

static double gap(const Run *run, const char *a, const char *b) {
  double most = 0;
  for (int c = 0; c < 3; c++) {
    const char axis[2] = {"xyz"[c], 0};
    const double *first = physics_of(run, a, axis), *second = physics_of(run, b, axis);
    for (int64_t k = 0; k < physics_rows(run); k++) most = fmax(most, fabs(first[k] - second[k]));
  }
  return most;
}

/* With a loose tolerance points between steps are moved far, and one step of Newton's method leaves 5e-9 m. */
static void joints_are_closed(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "radau5", "rosenbrock-nystrom", "w-method", "dopri5"};
  for (int i = 0; i < 5; i++) {
    Run run = physics_run(&(Setup){.model = "../../examples/fourbar/model", .method = methods[i], .tolerance = 1e-2});
    double most = fmax(gap(&run, "crank.B", "coupler.B"), gap(&run, "coupler.C", "rocker.C"));
    print_message("%s: gaps up to %.1e m\n", methods[i], most);
    assert_true(most < 1e-12);
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stiff_states), cmocka_unit_test(driven_motions),
                                     cmocka_unit_test(long_steps), cmocka_unit_test(joints_are_closed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
