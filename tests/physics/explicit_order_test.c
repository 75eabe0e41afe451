/* Orders of every explicit method of the registry on mechanisms: a pendulum, the crank-slider of paper 5, a fast heavy
 * top, a chain in space and a closed loop in space with a redundant constraint. With constants of Baumgarte that do not
 * depend on the step all have the order of the method; with the default what the tables say.
 *
 * label: numbers */
#include <stdio.h>
#include <string.h>

#include "method/method.h"
#include "physics/trial.h"

#define WITHIN 0.25
#define ON_ITS_WAY 0.6 /* below, with the default: a pull of 0.2 of the limit takes 3 (mampc3) to 30 (ab5) steps */
#define ABOVE 0.5      /* where the true order shows, far less than the one more that another formula would have */
#define ROUNDING 1e-13 /* of positions over L, and angles; of velocities per second */
#define HALVINGS 3

/* step: for orders 3 and 4; twice as long for orders 5 and 6, four times for Runge-Kutta methods. */
typedef struct Case {
  const char *model;
  double end, step, alpha;
  bool multipliers; /* of one representation only, and above rounding */
  bool shows;       /* with constants of Baumgarte, what the formula has and no more */
} Case;

static bool multistep(const SarMethodInfo *info) { return info->steps > 0; }

/* Over the steps whose errors are above rounding; at least the longest two are. */
static double slope_above_rounding(const SarOrderResult *r, const SarOrderSeries *s) {
  int32_t last = r->nsteps - 1;
  while (last > 1 && s->errors[last] < ROUNDING) last--;
  return log2(s->errors[0] / s->errors[last]) / last;
}

/* Within 0.25, or up to one above where the constant of the lower power is small: not on every model. The last halving
 * decides whether the slope of all of them is still on its way, or has come to rounding. */
static void check(const SarOrderResult *r, const char *what, const SarOrderSeries *s, int32_t expected, bool constant,
                  double above) {
  double last = log2(s->errors[r->nsteps - 2] / s->errors[r->nsteps - 1]);
  bool rounding = s->errors[r->nsteps - 1] < ROUNDING,
       right = fmax(last, s->order) >= expected - (constant ? WITHIN : ON_ITS_WAY);
  if ((right || rounding) && (!constant || slope_above_rounding(r, s) <= expected + above)) return;
  for (int32_t i = 0; i < r->nsteps; i++) print_message("  %.3e %.3e\n", r->steps[i], s->errors[i]);
  fail_msg("%s: %s has order %.2f, expected %d", r->method, what, s->order, (int)expected);
}

static void measure(Trial *trial, const Case *c, const SarMethodInfo *info, bool constant) {
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult r;
  char text[64];
  snprintf(text, sizeof text, constant && multistep(info) ? "%s:alpha=%g" : "%s", info->name, c->alpha);
  const int32_t all[3] = {info->order, info->order, info->order}, *expected = constant ? all : info->order_index3;
  options.method = text, options.end = c->end, options.halvings = HALVINGS;
  options.step = c->step * (!multistep(info) ? 4 : info->order > 4 ? 2 : 1);
  expect_ok(trial->context, trial_order(trial, options, &r), text);
  print_message("%-20s %.2f %.2f %.2f\n", r.method, r.position.order, r.velocity.order, r.multipliers.order);
  double above = c->shows ? ABOVE : 1 + WITHIN;
  check(&r, "position", &r.position, expected[0], constant, above);
  check(&r, "velocity", &r.velocity, expected[1], constant, above);
  if (c->multipliers) check(&r, "multipliers", &r.multipliers, expected[2], constant, above);
}

static void all_methods(const Case *c) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  print_message("%s\n", c->model);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (!info.explicit || info.independent) continue;
    measure(&trial, c, &info, true);
    if (c->multipliers && multistep(&info)) measure(&trial, c, &info, false);
  }
  trial_close(&trial);
}

static void pendulum(void **state) {
  (void)state, all_methods(&(Case){"models/pendulum.yaml", 2, 5e-3, 5, true, true});
}
static void crank_slider(void **state) {
  (void)state, all_methods(&(Case){"models/wu_crank_slider.yaml", 1, 2.5e-3, 5, true, false});
}
static void heavy_top(void **state) {
  (void)state, all_methods(&(Case){"models/heavy_top.yaml", 0.1, 2.5e-4, 5, true, false});
}
static void spatial_chain(void **state) {
  (void)state, all_methods(&(Case){"models/spatial_chain.yaml", 0.3, 5e-4, 5, true, false});
}
static void bricard(void **state) {
  (void)state, all_methods(&(Case){"models/A04_bricard_sec01.yaml", 1, 1e-2, 5, false, false});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(crank_slider),
                                     cmocka_unit_test(heavy_top), cmocka_unit_test(spatial_chain),
                                     cmocka_unit_test(bricard)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
