/* dopri5 and rkf45 under error control are as accurate, and of the same order, as with the same steps fixed: nothing
 * that is done for singular poses touches mechanisms that are far from any. */
#include <stdio.h>

#include "physics/support.h"

#define PHI0 0.6       /* rad: where the pendulum starts, and its angle is counted from */
#define TOLERANCE 1e-4 /* never reached: the longest step decides */
#define ALMOST 1.1     /* the first steps under error control are shorter ones */

typedef struct Outcome {
  double error;
  int64_t steps;
} Outcome;

static Outcome outcome_of(const Setup *setup) {
  Reference exact = reference_load("findings/hoop_ref.csv");
  const double *phi = reference_column(&exact, "phi");
  Run run = physics_run(setup);
  const double *angle = physics_column(&run, "pin.angle");
  Outcome out = {0, run.summary.steps};
  for (int64_t k = 0; k < physics_rows(&run); k++) out.error = fmax(out.error, fabs(angle[k] - (phi[k] - PHI0)));
  physics_finish(&run);
  reference_free(&exact);
  return out;
}

static void compare(const char *method) {
  double before = 0;
  for (int i = 0; i < 3; i++) {
    char set[32];
    double step = ldexp(0.025, -i);
    snprintf(set, sizeof set, "longest=%.9g", step);
    Outcome fixed = outcome_of(&(Setup){.model = "hoop_longest", .method = method, .step = step});
    Outcome free = outcome_of(&(Setup){.model = "hoop_longest", .set = set, .method = method, .tolerance = TOLERANCE});
    print_message("%s %g: fixed %.2e in %lld steps, controlled %.2e in %lld\n", method, step, fixed.error,
                  (long long)fixed.steps, free.error, (long long)free.steps);
    assert_true(free.error <= ALMOST * fixed.error);
    assert_true(free.steps <= fixed.steps + 10);
    if (i > 0) assert_true(log2(before / free.error) >= 4.6); /* 5 */
    before = free.error;
  }
}

static void error_control_costs_no_digits(void **state) {
  (void)state;
  compare("dopri5");
  compare("rkf45");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(error_control_costs_no_digits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
