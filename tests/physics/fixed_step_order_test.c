/* Runs with fixed steps, as a user starts them: no corrector=floor, no values from before the start. The errors of
 * every method of an order above two fall with that order down to rounding: on a pendulum on a driven shaft against its
 * exact solution, on a chain in space against the same run with half the step. What is expected stands in the methods'
 * own tables; that of bdf is max_order. */
#include <stdio.h>
#include <string.h>

#include "method/method.h"
#include "physics/support.h"

#define BELOW \
  0.3 /* slopes may be that far below the order: they are still rising, half of the rest with every halving */
#define ROUNDING 2e-11 /* rad, over L: errors below say nothing about the order */
#define RUNS 4
#define PHI0 0.6 /* rad: where the pendulum starts, and its angle is counted from */

typedef struct Case {
  const char *model;
  double step, end;
} Case;

static const Case hoop = {"../data/findings/hoop", 0.0125, 1};
static const Case chain = {"spatial_chain", 0.005, 0.2};

static Run run_with(const Case *c, const char *method, int halvings) {
  return physics_run(
      &(Setup){.model = c->model, .method = method, .step = ldexp(c->step, -halvings), .end = c->end, .every = 0.05});
}

/* Against the exact solution. */
static void hoop_errors(const char *method, int first, double *error) {
  Reference exact = reference_load("findings/hoop_ref.csv");
  const double *phi = reference_column(&exact, "phi");
  for (int i = 0; i < RUNS; i++) {
    Run run = run_with(&hoop, method, first + i);
    const double *angle = physics_column(&run, "pin.angle");
    error[i] = 0;
    for (int64_t k = 0; k < physics_rows(&run); k++) error[i] = fmax(error[i], fabs(angle[k] - (phi[k] - PHI0)));
    physics_finish(&run);
  }
  reference_free(&exact);
}

/* The largest one of the last rod, in lengths of a rod. */
static double distance(const Run *a, const Run *b) {
  const char *const axes[3] = {"rod2.x", "rod2.y", "rod2.z"};
  double largest = 0;
  for (int64_t k = 0; k < physics_rows(a); k++) {
    double sum = 0;
    for (int i = 0; i < 3; i++) {
      double difference = physics_column(a, axes[i])[k] - physics_column(b, axes[i])[k];
      sum += difference * difference;
    }
    largest = fmax(largest, sqrt(sum) / 0.1);
  }
  return largest;
}

/* Against the run with half the step. */
static void chain_errors(const char *method, int first, double *error) {
  Run run = run_with(&chain, method, first);
  for (int i = 0; i < RUNS; i++) {
    Run finer = run_with(&chain, method, first + i + 1);
    error[i] = distance(&run, &finer);
    physics_finish(&run);
    run = finer;
  }
  physics_finish(&run);
}

/* Falls with every halving until it is rounding, in the end with the order. */
static void check(const char *model, const char *method, int32_t order, const double *error) {
  int last = 1;
  while (last + 1 < RUNS && error[last] > ROUNDING && error[last + 1] > ROUNDING) last++;
  double slope = log2(error[last - 1] / error[last]);
  for (int i = last + 1; i < RUNS; i++) slope = fmax(slope, log2(error[i - 1] / error[i])); /* the first is rounding */
  print_message("%-6s %-40s order %d, slope %.2f:", model, method, (int)order, slope);
  for (int i = 0; i < RUNS; i++) print_message(" %.1e", error[i]);
  print_message("\n");
  for (int i = 1; i < RUNS; i++) assert_true(error[i] <= fmax(error[i - 1], ROUNDING));
  assert_true(error[last] <= ROUNDING || slope >= order - BELOW);
}

/* Where Baumgarte's terms follow the step, slopes come to the order with shorter steps only: `first` halvings more. On
 * the hoop one is enough: ab5 goes 4.27, 4.46, 4.70 and then 4.81. */
static void check_both(const char *method, int32_t order, int first) {
  double error[RUNS];
  hoop_errors(method, first > 0 ? 1 : 0, error);
  check("hoop", method, order, error);
  chain_errors(method, first, error);
  check("chain", method, order, error);
}

static void check_forms(const char *name, char before, const int32_t *index3, const int32_t *si2, int first) {
  char method[64];
  if (index3[0] > 0) check_both(name, index3[0], first);
  snprintf(method, sizeof method, "%s%cformulation=si2", name, before);
  if (si2[0] > 0) check_both(method, si2[0], first);
}

static void every_method_has_its_order(void **state) {
  (void)state;
  int32_t tried = 0;
  for (int32_t m = 0; m < sar_method_count(); m++) {
    SarMethodInfo info = sar_method_info(m);
    if (info.order <= 2 || info.independent || strcmp(info.name, "bdf") == 0) continue;
    check_forms(info.name, ':', info.order_index3, info.order_si2, strcmp(info.family, "adams-fixed") == 0 ? 3 : 0);
    tried++;
  }
  assert_true(tried >= 15);
}

static void bdf_has_the_order_that_is_asked_for(void **state) {
  (void)state;
  for (int32_t k = 2; k <= 6; k++) {
    char method[32];
    snprintf(method, sizeof method, "bdf:max_order=%d", (int)k);
    check_forms(method, ',', &k, &k, 0);
  }
}

/* Every jump of a torque is a new start, the first within 0.34 s. */
static void bdf_begins_anew_after_jumps(void **state) {
  (void)state;
  Run exact = physics_run(&(Setup){.model = "switched_pendulum", .method = "dopri5", .tolerance = 1e-12});
  const double *expected = physics_column(&exact, "pin.angle"), *t = physics_column(&exact, "time");
  for (int32_t k = 3; k <= 4; k++) {
    double before = 0;
    char method[32];
    snprintf(method, sizeof method, "bdf:max_order=%d", (int)k);
    for (int i = 0; i < 3; i++) {
      Run run = physics_run(&(Setup){.model = "switched_pendulum", .method = method, .step = ldexp(0.02, -i)});
      const double *angle = physics_column(&run, "pin.angle");
      double error = 0;
      assert_int_equal(physics_rows(&run), physics_rows(&exact));
      for (int64_t r = 0; r < physics_rows(&run); r++) {
        CHECK_NEAR(physics_column(&run, "time")[r], t[r], 1e-12);
        error = fmax(error, fabs(angle[r] - expected[r]));
      }
      print_message("jumps  %-40s %.1e\n", method, error);
      if (i > 0) assert_true(log2(before / error) >= k - BELOW);
      before = error;
      physics_finish(&run);
    }
  }
  physics_finish(&exact);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_method_has_its_order),
      cmocka_unit_test(bdf_has_the_order_that_is_asked_for),
      cmocka_unit_test(bdf_begins_anew_after_jumps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
