/* label: numbers. Contacts of many shapes: only those near each other are looked at, and nothing is overlooked. */
#include <math.h>
#include <stdio.h>

#include "physics/support.h"

static double last(const Run *run, const char *body, const char *quantity) {
  return physics_of(run, body, quantity)[physics_rows(run) - 1];
}

/* m, the largest distance between the places of a ball in two runs at the end. */
static double distance(const Run *a, const Run *b, int n) {
  double most = 0;
  for (int i = 0; i < n; i++) {
    char name[16];
    double sum = 0;
    snprintf(name, sizeof name, "ball%d", i);
    for (int k = 0; k < 3; k++) {
      static const char *const axes[] = {"x", "y", "z"};
      double d = last(a, name, axes[k]) - last(b, name, axes[k]);
      sum += d * d;
    }
    most = fmax(most, sqrt(sum));
  }
  return most;
}

/* The same balls with all pairs declared have the same motion, to a hundredth of their radius: balls that hit each
 * other magnify the errors of steps, and one that misses a touch is where the other one is. */
static void nothing_is_overlooked(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double tolerance;
  } list[] = {{"hht", 1e-7},    {"bdf", 1e-7}, {"radau5", 1e-5}, {"esdirk324l2sa", 1e-7}, {"rosenbrock-nystrom", 1e-4},
              {"dopri5", 1e-6}, {"ida", 1e-5}};
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    Setup setup = {.model = "contact/pit", .method = list[k].method, .tolerance = list[k].tolerance, .every = 0.1};
    Run crowd = physics_run(&setup);
    setup.model = "contact/pit_pairs";
    Run all = physics_run(&setup);
    double apart = distance(&crowd, &all, 27);
    print_message("%s: %.1e m apart; %g searches, %g candidates each, %g patterns; %g steps, all pairs %g\n",
                  list[k].method, apart, (double)crowd.summary.contact_searches,
                  (double)crowd.summary.contact_candidates / (double)crowd.summary.contact_searches,
                  (double)crowd.summary.contact_patterns, (double)crowd.summary.steps, (double)all.summary.steps);
    assert_true(apart <= 1e-3);
    assert_true(crowd.summary.contact_patterns > 1); /* the pattern has changed at least once on the way */
    assert_int_equal(all.summary.contact_searches, 0);
    physics_finish(&crowd);
    physics_finish(&all);
  }
}

typedef struct Cost {
  double steps, residuals, searches, candidates, fill;
} Cost;

static Cost cost_of(const char *model, const char *set) {
  Run run = physics_run(&(Setup){.model = model, .set = set, .every = 0.1});
  const SarRunSummary *s = &run.summary;
  Cost cost = {(double)s->steps, (double)s->residuals, (double)s->contact_searches, (double)s->contact_candidates,
               (double)s->matrix_fill};
  print_message("%s %s: %g steps, %g residuals, %g searches, %g candidates, fill %g\n", model, set, cost.steps,
                cost.residuals, cost.searches, cost.candidates, cost.fill);
  physics_finish(&run);
  return cost;
}

/* Three times as many balls that do not meet: as many steps and searches, and three times as many candidates and
 * entries of the matrix. */
static void work_is_linear(void **state) {
  (void)state;
  Cost one = cost_of("contact/landing", "n=300"), three = cost_of("contact/landing", "n=900");
  assert_true(three.steps < 1.2 * one.steps && three.residuals < 1.2 * one.residuals);
  assert_true(three.searches < 1.3 * one.searches);
  assert_true(three.candidates / three.searches < 3.3 * one.candidates / one.searches);
  assert_true(three.fill < 3.3 * one.fill);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_overlooked), cmocka_unit_test(work_is_linear)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
