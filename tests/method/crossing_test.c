/* Switching functions in systems with constraints, rotations and states. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "method/run.h"

#define G 9.81
#define PI 3.14159265358979323846

/* ---- with constraints, rotations, states and algebraic variables ---- */

/* A pendulum in Cartesian coordinates: through its lowest point, and where its reaction is 12. The state on the
 * crossing satisfies the constraint, and the times converge with order 2. */
static void pendulum_switches(const SarPoint *p, double *values) { values[0] = p->q[0], values[1] = p->lambda[0] - 12; }
static const double *pendulum_crossings(void) {
  static double times[4]; /* found by bisection on a reference with tiny steps */
  double y[TOY_MOST], before[2] = {NAN, NAN};
  memcpy(y, toy_pendulum.y0, sizeof y);
  for (int32_t k = 0, found = 0; found < 4; k++) {
    double h = 1e-4, values[2] = {sin(y[0]), y[1] * y[1] + G * cos(y[0]) - 12};
    for (int i = 0; i < 2; i++) {
      if (before[i] * values[i] < 0) times[found++] = (k - values[i] / (values[i] - before[i])) * h;
      before[i] = values[i];
      if (found == 4) break;
    }
    toy_reference(&toy_pendulum, y, k * h, h, 1);
  }
  return times;
}
static double pendulum_error(const SarStepOptions *options) {
  ToyClass class = toy_pendulum;
  class.n.nroots = 2, class.roots[0].kind = SAR_ROOT_EVENT, class.switches = pendulum_switches;
  const double *times = pendulum_crossings();
  Run run;
  double worst = 0, speed2 = 0.25;
  begin(&run, &class, options);
  for (int k = 0; k < 4; k++) {
    const SarStepView *view = next_event(&run, options->end);
    assert_non_null(view);
    double error = fabs(view->t1 - times[k]);
    double h = sar_integrator_stats(run.integrator)->largest_step;
    if (view->fired[0] == 0) worst = fmax(worst, error);
    assert_true(fabs(view->q[0] * view->q[0] + view->q[1] * view->q[1] - 1) < 1e-12);
    if (view->fired[0] == 0) {
      assert_true(view->q[0] * view->fired_sign[0] > 0 && fabs(view->q[0]) < 1e-10);
    } else { /* multipliers depend on the step itself: the crossing is that of the interpolant */
      print_message("reaction: %.3g of the step off\n", error / h);
      assert_true(error <= 0.1 * h);
    }
    CHECK_NEAR(hypot(view->v[0], view->v[1]), sqrt(speed2 - 2 * G * (view->q[1] + cos(1.2))), 30 * h * h);
  }
  print_message("pendulum: times within %.3g; ", worst);
  print_cost("", &run);
  finish(&run);
  return worst;
}
static void crossings_with_constraints(void **state) {
  (void)state;
  double slope = 0;
  for (int k = 0; k < 4; k++)
    slope += (1.5 - k) * log2(pendulum_error(&(SarStepOptions){.end = 5, .fixed_step = 0.01 / (1 << k)})) / 5;
  print_message("order %.3f\n", slope);
  CHECK_NEAR(slope, 2, 0.2);
  assert_true(pendulum_error(&(SarStepOptions){.end = 5, .tolerance = 1e-8}) < 1e-4);
}

/* A top: where its axis is level with its joint. */
static void level(const SarPoint *p, double *values) { values[0] = p->q[2] - 0.5; }
static void crossings_of_a_top(void **state) {
  (void)state;
  ToyClass class = toy_heavy_top;
  class.n.nroots = 1, class.switches = level;
  Run run;
  begin(&run, &class, &(SarStepOptions){.end = 2, .tolerance = 1e-6});
  const SarStepView *view;
  int count = 0;
  for (; (view = next_event(&run, 2)); count++) {
    double y[TOY_MOST];
    ToyPoint exact = {0};
    memcpy(y, class.y0, sizeof y);
    toy_reference(&class, y, 0, view->t1, 4000);
    class.map(view->t1, y, &exact);
    CHECK_NEAR(exact.q[2], 0.5, 2e-3);
    CHECK_NEAR(view->q[2], 0.5, 1e-9);
  }
  print_cost("top", &run);
  assert_true(count >= 2);
  finish(&run);
}

/* x' = |sin 3t| - x: kinks in the rate of a state, found by its own function. */
static void rectified_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->xdot[0] + p->x[0] - fabs(sin(3 * p->t));
  if (m) m[0] = fabs(p->xdot[0]) + fabs(p->x[0]) + fabs(sin(3 * p->t));
}
static void rectified_map(double t, const double *y, ToyPoint *p) { (void)t, p->x[0] = y[0], p->xdot[0] = -y[0]; }
static void sine(const SarPoint *p, double *values) { values[0] = sin(3 * p->t); }
static double rectified_solution(double t) { /* from zero to zero of the sine: exact there */
  double x = 1, s = 0, c = exp(-PI / 3), gain = 0.3 * (1 + c);
  int k = 0;
  for (; s + PI / 3 <= t; k++, s += PI / 3) x = c * x + gain;
  double d = t - s;
  return exp(-d) * x + (sin(3 * d) - 3 * cos(3 * d) + 3 * exp(-d)) / 10;
}
static void kinks_of_states(void **state) {
  (void)state;
  const ToyClass rectified = {.name = "rectified",
                              .n = {.nx = 1, .nroots = 1},
                              .rows = rectified_rows,
                              .y0 = {1},
                              .map = rectified_map,
                              .switches = sine};
  double slope = 0;
  for (int k = 0; k < 5; k++) {
    Run run;
    begin(&run, &rectified, &(SarStepOptions){.end = 10, .tolerance = pow(10, -4 - k)});
    const SarStepView *view = sar_integrator_view(run.integrator);
    while (view->t1 < 10) view = step(&run);
    double error = fabs(view->x[0] - rectified_solution(10));
    print_message("error %.3g; ", error);
    print_cost("rectified", &run);
    assert_int_equal(sar_integrator_stats(run.integrator)->events, 9);
    slope += (2 - k) * log10(error) / 10;
    finish(&run);
  }
  print_message("error over tolerance %.3f\n", slope);
  CHECK_NEAR(slope, 2.0 / 3, 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(crossings_with_constraints), cmocka_unit_test(crossings_of_a_top),
                                     cmocka_unit_test(kinks_of_states)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
