/* Orders of convergence on mechanisms (numerics, section 3): position, velocity, multipliers and reactions are all of
 * second order. Planar models hide mistakes in rotations; hence tops, a spatial chain, a body whose frame is away from
 * its centre of mass, and a coordinate whose mass depends on it.
 *
 * label: numbers */
#include "analysis/order.h"

#include <math.h>

#include "physics/trial.h"

#define WITHIN 0.25

typedef struct Case {
  const char *model, *method;
  double end, step; /* the largest step is inside the asymptotic range */
} Case;

static void print_series(const char *name, const SarOrderResult *r, const SarOrderSeries *s) {
  print_message("  %-12s order %5.2f, errors", name, s->order);
  for (int32_t i = 0; i < r->nsteps; i++) print_message(" %.2e", s->errors[i]);
  print_message("\n");
}

static void check_series(const char *model, const char *name, const SarOrderResult *r, const SarOrderSeries *s,
                         double expected) {
  print_series(name, r, s);
  if (!(fabs(s->order - expected) <= WITHIN)) {
    fail_msg("%s: %s has order %.2f, expected %.2f", model, name, s->order, expected);
  }
  for (int32_t i = 1; i < r->nsteps; i++) assert_true(s->errors[i] < s->errors[i - 1]);
}

static void measure(const Case *c, int levels) {
  Trial trial;
  SarOrderResult result;
  SarOrderOptions options = sar_order_options_default();
  options.method = c->method;
  options.end = c->end;
  options.step = c->step;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  expect_ok(trial.context, sar_order(trial.context, trial.system, &options, &result), c->model);
  print_message("%s, %s\n", c->model, result.method);
  assert_int_equal(result.nsteps, options.halvings + 1);
  for (int32_t i = 0; i < result.nsteps; i++) CHECK_NEAR(result.steps[i], c->step / (1 << i), 1e-9 * c->step);
  check_series(c->model, "position", &result, &result.position, 2);
  check_series(c->model, "velocity", &result, &result.velocity, 2);
  if (levels > 2) {
    check_series(c->model, "multipliers", &result, &result.multipliers, 2);
    check_series(c->model, "reactions", &result, &result.reactions, 2);
  } else {
    assert_true(isnan(result.multipliers.order) && isnan(result.reactions.order));
  }
  trial_close(&trial);
}

static void pendulum(void **state) { (void)state, measure(&(Case){"models/pendulum.yaml", "hht", 2, 0.02}, 3); }
static void pendulum_other_alpha(void **state) {
  (void)state, measure(&(Case){"models/pendulum.yaml", "hht:alpha=-0.05", 2, 0.02}, 3);
}
static void squeezer(void **state) {
  (void)state, measure(&(Case){"models/andrews_squeezer.yaml", "hht", 0.02, 1e-4}, 3);
}
static void heavy_top(void **state) { (void)state, measure(&(Case){"models/heavy_top.yaml", "hht", 0.2, 1e-3}, 3); }
static void free_top(void **state) { (void)state, measure(&(Case){"models/free_top.yaml", "hht", 8, 0.04}, 2); }
static void spatial_chain(void **state) {
  (void)state, measure(&(Case){"models/spatial_chain.yaml", "hht", 0.4, 4e-3}, 3);
}
static void offset_body(void **state) { (void)state, measure(&(Case){"models/offset_body.yaml", "hht", 1, 1e-2}, 3); }
/* motions, dampers, bushings and applied forces take part */
static void driven(void **state) { (void)state, measure(&(Case){"models/units/si.yaml", "hht", 0.5, 5e-3}, 3); }

/* ---- one coordinate with the mass m(q) ----
 *
 * A bead on the parabola y = x^2/2 under gravity g: (1 + x^2) a + x v^2 + g x = 0. The matrix of problem.h is one
 * number. */

#define GRAVITY 9.81

static SarStatus bead_residual(const SarProblem *p, const SarPoint *at, double *r) {
  (void)p;
  double x = at->q[0], v = at->v[0];
  r[0] = (1 + x * x) * at->a[0] + x * v * v + GRAVITY * x;
  return SAR_OK;
}

static SarStatus bead_jacobian(const SarProblem *p, const SarPoint *at, const SarWeights *w, double *values) {
  (void)p;
  double x = at->q[0], v = at->v[0];
  values[0] = w->a * (1 + x * x) + w->v * 2 * x * v + w->q * (2 * x * at->a[0] + v * v + GRAVITY);
  return SAR_OK;
}

static SarStatus bead_magnitude(const SarProblem *p, const SarPoint *at, double *m) {
  (void)p;
  double x = at->q[0], v = at->v[0];
  m[0] = fabs((1 + x * x) * at->a[0]) + fabs(x * v * v) + fabs(GRAVITY * x);
  return SAR_OK;
}

static SarStatus bead_none(const SarProblem *p, double t, const double *q, double *phi) {
  (void)p, (void)t, (void)q, (void)phi;
  return SAR_OK;
}
static SarStatus bead_nothing(const SarProblem *p, const SarPoint *at, double *out) {
  (void)p, (void)at, (void)out;
  return SAR_OK;
}

static void mass_depends_on_position(void **state) {
  (void)state;
  static const SarProblemOps ops = {.residual = bead_residual,
                                    .jacobian = bead_jacobian,
                                    .magnitude = bead_magnitude,
                                    .position = bead_none,
                                    .velocity = bead_nothing,
                                    .acceleration = bead_nothing};
  static const SarBlock block = {SAR_BLOCK_PLAIN, 0, 0, 1};
  static const int32_t column[2] = {0, 1}, row[1] = {0};
  static const double weight[1] = {1}, q[1] = {1.5}, v[1] = {0}, a[1] = {-GRAVITY * 1.5 / (1 + 1.5 * 1.5)};
  SarContext *context = sar_context_create();
  SarProblem problem = {.ops = &ops,
                        .context = context,
                        .n = {.nq = 1, .nv = 1},
                        .blocks = &block,
                        .nblocks = 1,
                        .pattern = {1, 1, column, row},
                        .weight = weight};
  SarOrderProblem order = {.problem = &problem,
                           .start = {.q = q, .v = v, .a = a},
                           .end = 4,
                           .step = 0.02,
                           .halvings = 4,
                           .method = "hht",
                           .reference = "hht:alpha=-0.05"};
  SarOrderResult result;
  expect_ok(context, sar_order_measure(context, &order, &result), "bead");
  print_message("bead\n");
  check_series("bead", "position", &result, &result.position, 2);
  check_series("bead", "velocity", &result, &result.velocity, 2);
  assert_true(isnan(result.multipliers.order) && isnan(result.reactions.order));
  sar_context_destroy(&context);
}

/* Too many halvings, and a model without an end, are input errors. */
static void wrong_options(void **state) {
  (void)state;
  Trial trial;
  SarOrderResult result;
  SarOrderOptions options = sar_order_options_default();
  trial_read(&trial, "models/pendulum.yaml");
  trial_compile(&trial);
  options.halvings = SAR_ORDER_MAX;
  assert_int_equal(sar_order(trial.context, trial.system, &options, &result), SAR_INPUT);
  options.halvings = 0;
  assert_int_equal(sar_order(trial.context, trial.system, &options, &result), SAR_INPUT);
  options = sar_order_options_default();
  options.method = "no-such-method";
  assert_true(sar_order(trial.context, trial.system, &options, &result) < 0);
  assert_true(sar_context_errors(trial.context) > 0);
  trial_close(&trial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum),
      cmocka_unit_test(pendulum_other_alpha),
      cmocka_unit_test(squeezer),
      cmocka_unit_test(heavy_top),
      cmocka_unit_test(free_top),
      cmocka_unit_test(spatial_chain),
      cmocka_unit_test(offset_body),
      cmocka_unit_test(driven),
      cmocka_unit_test(mass_depends_on_position),
      cmocka_unit_test(wrong_options),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
