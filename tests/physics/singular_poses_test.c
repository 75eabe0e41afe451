/* Radau methods at singular poses: the N-four-bar passes six of them in ten seconds, in which all links are in line.
 * One matrix for all stages does not serve those before and behind the pose (docs/decisions/0036). A few runs here, all
 * of them in singular_poses_long_test.c. */
#include <stdio.h>

#include "physics/fourbar.h"

/* Runs end, and their steps are not those of a run that creeps up to the poses. */
static void passes(const char *method, int N, double tolerance) {
  char set[16];
  snprintf(set, sizeof set, "N=%d", N);
  Run run = physics_run(&(Setup){.model = FOURBAR, .set = set, .method = method, .tolerance = tolerance});
  print_message("%s N = %d, %g: %d steps of at least %.1e s\n", method, N, tolerance, (int)run.summary.steps,
                run.summary.smallest_step);
  assert_true(run.summary.smallest_step >= 1e-5);
  assert_int_equal(run.summary.rounding_steps, 0);
  physics_finish(&run);
}

static void all_run_to_the_end(void **state) {
  (void)state;
  for (int N = 1; N <= 4; N *= 2) {
    passes("radau5", N, 1e-3);
    passes("radau5", N, 1e-5);
  }
  passes("radau5", 2, 1e-7);
  passes("radau3", 2, 1e-3);
  passes("radau3", 2, 1e-4);
  passes("radau5:formulation=si2", 1, 1e-5);
}

/* Each power of ten of the tolerance takes 1.8 times the steps of a method of order five. */
static void errors_follow_the_tolerance(void **state) {
  (void)state;
  double coarse = fourbar_error_of("radau5", FOURBAR, 2, 1e-6, 0, 10).largest;
  double fine = fourbar_error_of("radau5", FOURBAR, 2, 1e-8, 0, 10).largest;
  assert_true(coarse < 1e-3);
  assert_true(fine < 0.1 * coarse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_run_to_the_end),
      cmocka_unit_test(errors_follow_the_tolerance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
