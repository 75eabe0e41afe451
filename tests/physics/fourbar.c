#include "physics/fourbar.h"

#include <stdio.h>
#include <string.h>

#include "base/numbers.h"

static void column_name(char *name, size_t size, int N, const char *quantity) {
  snprintf(name, size, "N%d_%s", N, quantity);
}

static void set_windows(char *text, size_t size, int N) { snprintf(text, size, "N=%d", N); }

FourbarError fourbar_error_of(const char *method, const char *model, int N, double tolerance, double step, double end) {
  char set[16], x_name[16], y_name[16];
  set_windows(set, sizeof set, N);
  column_name(x_name, sizeof x_name, N, "B0x");
  column_name(y_name, sizeof y_name, N, "B0y");
  Run run = physics_run(
      &(Setup){.model = model, .set = set, .method = method, .tolerance = tolerance, .step = step, .end = end});
  Reference exact = reference_load("chrono/fourbar_exact.csv");
  Grid grid = grid_match(&run, &exact);
  assert_int_equal(grid.count, (int)(end / 0.05 + 1.5)); /* every time of the reference */
  const double *x = physics_column(&run, "crank0.B.x"), *y = physics_column(&run, "crank0.B.y");
  const double *ex = reference_column(&exact, x_name), *ey = reference_column(&exact, y_name);
  FourbarError error = {.rejected = run.summary.rejected};
  for (int i = 0; i < grid.count; i++) {
    int row = grid.run[i], k = grid.reference[i];
    error.last = hypot(x[row] - ex[k], y[row] - ey[k]);
    error.largest = sar_larger(error.largest, error.last); /* keeps nan */
  }
  print_message(
      "%-24s N = %2d, %2g s, %s %g: B0 off by at most %.2e m, at the end %.2e m; %lld steps, %lld rejected, %.2f s\n",
      model, N, end, step > 0 ? "step" : "tolerance", step > 0 ? step : tolerance, error.largest, error.last,
      (long long)run.summary.steps, (long long)error.rejected, run.summary.cpu_seconds);
  grid_free(&grid);
  reference_free(&exact);
  physics_finish(&run);
  return error;
}

FourbarError fourbar_error(const char *model, int N, double tolerance, double step, double end) {
  return fourbar_error_of(NULL, model, N, tolerance, step, end);
}

void fourbar_check_redundancy(const char *model, int N, int rows) {
  char set[16];
  set_windows(set, sizeof set, N);
  Run run = physics_compile(&(Setup){.model = model, .set = set});
  const SarCheck *check = NULL;
  assert_int_equal(sar_check(run.context, run.system, &check), SAR_OK);
  assert_int_equal(check->degrees_of_freedom, 1);
  assert_int_equal(check->nredundant, rows);
  int at_joint[64] = {0};
  for (int32_t i = 0; i < check->nredundant; i++) {
    const SarRedundant *row = &check->redundant[i];
    int window;
    assert_true(row->consistent);
    assert_non_null(row->equation);
    assert_true(row->nwith > 0); /* it says on which joints the row depends */
    assert_int_equal(sscanf(row->joint, "close%d", &window), 1);
    assert_in_range(window, 0, N - 1);
    at_joint[window]++;
  }
  for (int i = 0; rows && i < N; i++) assert_int_equal(at_joint[i], 3);
  sar_check_destroy(&check);
  physics_finish(&run);
}
