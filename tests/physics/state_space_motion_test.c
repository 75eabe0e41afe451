/* label: numbers. The methods in independent coordinates find the same motions as others, and errors of adams follow
 * its tolerance. */
#include <math.h>
#include <string.h>

#include "physics/support.h"
#include "physics/trial.h"

static const char *const methods[] = {"rosenbrock-nystrom", "w-method", "w-method:keep=4", "adams"};
#define METHODS 4

#define MOST_ROWS 2000

/* The column at the output times; returns how many. */
static int64_t values_of(const char *model, const char *column, const char *method, double end, double tolerance,
                         double *values) {
  Trial trial;
  trial_read(&trial, model);
  trial_compile(&trial);
  SarRunOptions options = adaptive_steps(end, tolerance);
  options.method = method;
  options.output_every = end / 50;
  trial_go(&trial, options);
  int32_t c = sar_table_find(trial.table, column);
  if (c < 0) fail_msg("%s has no column %s", model, column);
  int64_t rows = sar_table_rows(trial.table);
  assert_true(rows <= MOST_ROWS);
  memcpy(values, sar_table_values(trial.table, c), (size_t)rows * sizeof *values);
  trial_close(&trial);
  return rows;
}

static double largest_difference(int64_t rows, const double *x, const double *y) {
  double most = 0;
  for (int64_t i = 0; i < rows; i++) most = fmax(most, fabs(x[i] - y[i]));
  return most;
}

typedef struct Case {
  const char *model, *column;
  double end;
} Case;

/* Motions of several turns, with one and with many constraints, redundant ones among them: who bounces back where a
 * branch ends, or goes over to another one, is far away. */
static void no_branch_is_lost(void **state) {
  (void)state;
  static const Case cases[] = {{"models/pendulum.yaml", "body.z", 5},
                               {"models/adams/Distance_Case01.yaml", "body.y", 3},
                               {"models/wu_crank_slider.yaml", "rod.x", 2},
                               {"models/driven_fourbar.yaml", "rocker.x", 2},
                               {"models/driven_slider_crank.yaml", "slider.x", 2},
                               {"models/driven_pendulum.yaml", "rod.z", 2},
                               {"models/A04_bricard_sec01.yaml", "rod3.x", 5},
                               {"models/A02_Nfourbar_N2_natural.yaml", "crank0.x", 2},
                               {"models/massless_coordinates.yaml", "rod2.z", 0.5},
                               {"models/dc_motor.yaml", "i.value", 1},
                               {"models/stop_bounce.yaml", "block.x", 0.5},
                               {"../examples/woodpecker/model.yaml", "sleeve.z", 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    double exact[MOST_ROWS], values[MOST_ROWS], least = INFINITY, most = -INFINITY;
    int64_t rows = values_of(c->model, c->column, "radau5", c->end, 1e-9, exact);
    for (int64_t k = 0; k < rows; k++) least = fmin(least, exact[k]), most = fmax(most, exact[k]);
    assert_true(most - least > 0.01); /* it moves */
    for (int m = 0; m < METHODS; m++) {
      assert_int_equal(values_of(c->model, c->column, methods[m], c->end, 1e-5, values), rows);
      double error = largest_difference(rows, values, exact);
      print_message("%-40s %-20s %.1e\n", c->model, methods[m], error);
      if (!(error <= 5e-3)) fail_msg("%s with %s: error %.2e", c->model, methods[m], error);
    }
  }
}

/* CVODE's errors follow the tolerance. */
static void errors_of_adams_follow_tolerances(void **state) {
  (void)state;
  static const Case cases[] = {
      {"models/pendulum.yaml", "body.z", 2},       {"models/wu_crank_slider.yaml", "rod.x", 0.5},
      {"models/heavy_top.yaml", "top.x", 0.3},     {"models/A04_bricard_sec01.yaml", "rod3.x", 1},
      {"models/driven_pendulum.yaml", "rod.z", 1}, {"models/dc_motor.yaml", "i.value", 0.5},
      {"models/variable_loop.yaml", "y.value", 1}, {"models/flywheel.yaml", "axle.angle", 10}}; /* 159 turns */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    double exact[MOST_ROWS], values[MOST_ROWS], error[4], slope = 0;
    int64_t rows = values_of(c->model, c->column, "radau5", c->end, 1e-12, exact);
    for (int k = 0; k < 4; k++) {
      int64_t same = values_of(c->model, c->column, "adams", c->end, 1e-3 * pow(10, -2 * k), values);
      assert_int_equal(same, rows);
      error[k] = largest_difference(rows, values, exact);
      slope += (1.5 - k) * log10(error[k]) / 10; /* per power of ten of the tolerance */
    }
    print_message("%-40s adams %.1e %.1e %.1e %.1e, slope %.2f\n", c->model, error[0], error[1], error[2], error[3],
                  slope);
    if (!(slope > 0.5 && slope < 1.3)) fail_msg("%s: slope %.2f", c->model, slope);
  }
}

/* A wheel that turns at 100 rad/s for 159 turns: its phase is off by no more than the tolerance in every step, 2000 of
 * them at least, whatever becomes of the length of the quaternion on the way. */
static void phase_of_a_spin(void **state) {
  (void)state;
  for (int k = 3; k <= 9; k++) {
    double values[MOST_ROWS], error = 0, tolerance = pow(10, -k);
    int64_t rows = values_of("models/flywheel.yaml", "axle.angle", "adams", 10, tolerance, values);
    for (int64_t i = 0; i < rows; i++) error = fmax(error, fabs(values[i] - 100 * 0.2 * (double)i));
    print_message("flywheel, tolerance %g: %.1e rad\n", tolerance, error);
    assert_true(error <= 2000 * tolerance);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_branch_is_lost),
                                     cmocka_unit_test(errors_of_adams_follow_tolerances),
                                     cmocka_unit_test(phase_of_a_spin)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
