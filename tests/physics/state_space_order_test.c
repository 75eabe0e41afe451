/* Orders of the methods in independent coordinates on mechanisms: a pendulum, the crank-slider of paper 5, a fast heavy
 * top, a chain and a closed loop in space, coordinates without mass; fully driven mechanisms, where all is kinematics;
 * states, algebraic variables and a motion that depends on time. The reference is what `sarrus order` has, radau5 in
 * stabilised index 2. The embedded formula is stepped with as a method of its own.
 *
 * label: numbers */
#include <stdio.h>
#include <string.h>

#include "analysis/start/start.h"
#include "method/family/rosenbrock.h"
#include "physics/trial.h"

#define WITHIN 0.25
#define ABOVE 0.5 /* where the true order shows */
#define ROUNDING 1e-12
#define HALVINGS 3

typedef struct Case {
  const char *model;
  double end, step;
  bool multipliers; /* of one representation only, and above rounding */
  bool shows;       /* what the formula has and no more */
} Case;

/* Not below what is expected; the last halving decides where the slope is still on its way. Up to one above where the
 * constant of the lower power is small. */
static void check(const SarOrderResult *r, const char *what, const SarOrderSeries *s, int32_t expected, double above) {
  double finest = s->errors[r->nsteps - 1], last = log2(s->errors[r->nsteps - 2] / finest);
  bool right = fmax(last, s->order) >= expected - WITHIN && fmin(last, s->order) <= expected + above;
  if (right || finest < ROUNDING) return;
  for (int32_t i = 0; i < r->nsteps; i++) print_message("  %.3e %.3e\n", r->steps[i], s->errors[i]);
  fail_msg("%s: %s has order %.2f, expected %d", r->method, what, s->order, (int)expected);
}

static void measure_on(Trial *trial, const Case *c, const char *method, int32_t expected, double finer) {
  SarOrderOptions options = sar_order_options_default();
  SarOrderResult r;
  options.method = method, options.end = c->end, options.step = c->step / finer, options.halvings = HALVINGS;
  expect_ok(trial->context, trial_order(trial, options, &r), method);
  print_message("%-40s %-40s %.2f %.2f %.2f\n", c->model, r.method, r.position.order, r.velocity.order,
                r.multipliers.order);
  double above = c->shows ? ABOVE : 1 + WITHIN;
  check(&r, "position", &r.position, expected, above);
  check(&r, "velocity", &r.velocity, expected, above);
  if (c->multipliers) check(&r, "multipliers", &r.multipliers, expected, above);
}

static void measure_all(const Case *c, int count, const char *const *methods, int32_t expected, double finer) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  for (int i = 0; i < count; i++) measure_on(&trial, c, methods[i], expected, finer);
  trial_close(&trial);
}

static void measure(const Case *c, const char *method, int32_t expected, double finer) {
  measure_all(c, 1, &method, expected, finer);
}

/* ---- the embedded formula as a method of its own ---- */

typedef struct Motion {
  Trial trial;
  SarStart *start;
} Motion;

/* Positions after `steps` steps with the weights b (of a table that is otherwise that of rosenbrock-nystrom). */
static void end_of(const Case *c, bool embedded, int32_t steps, int32_t most, double *q) {
  Motion m;
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  trial_read(&m.trial, c->model);
  trial_compile(&m.trial);
  SarContext *context = m.trial.context;
  expect_ok(context, sar_start_create(context, m.trial.system, &m.start), "start");
  assert_int_equal(sar_method_parse(context, "rosenbrock-nystrom", sar_nowhere(), &choice), SAR_OK);
  SarMethodTable table = *choice.table;
  SarRosenbrockTable other = *(const SarRosenbrockTable *)table.coefficients;
  if (embedded) memcpy(other.b, other.b_hat, sizeof other.b);
  table.coefficients = &other;
  choice.table = &table;
  SarProblem *p = &m.start->m->problem;
  const SarStart *s = m.start;
  SarPoint at = {
      .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot, .z = s->z};
  SarStepOptions options = {.end = c->end, .fixed_step = c->end / steps};
  expect_ok(context, sar_integrator_create(context, p, &choice, &options, &integrator), "create");
  if (p->ops->reset) p->ops->reset(p, &at);
  if (p->ops->settle) p->ops->settle(p, &at);
  expect_ok(context, sar_integrator_start(integrator, &at), "start");
  for (int32_t k = 0; k < steps; k++) expect_ok(context, sar_integrator_step(integrator), "step");
  const SarStepView *view = sar_integrator_view(integrator);
  CHECK_NEAR(view->t1, c->end, 1e-12);
  assert_true(p->n.nq + p->n.nx <= most);
  for (int32_t i = 0; i < most; i++) q[i] = i < p->n.nq ? view->q[i] : i < p->n.nq + p->n.nx ? view->x[i - p->n.nq] : 0;
  sar_integrator_destroy(&integrator);
  sar_start_destroy(&m.start);
  trial_close(&m.trial);
}

#define MOST 100

static void measure_embedded(const Case *c) {
  double exact[MOST], q[MOST], error[3];
  int32_t steps = (int32_t)lround(c->end / c->step);
  end_of(c, false, 32 * steps, MOST, exact);
  for (int k = 0; k < 3; k++) {
    error[k] = 0;
    end_of(c, true, steps << (k + 1), MOST, q);
    for (int i = 0; i < MOST; i++) error[k] = fmax(error[k], fabs(q[i] - exact[i]));
  }
  double first = log2(error[0] / error[1]), last = log2(error[1] / error[2]);
  print_message("%-40s embedded %.2f %.2f (%.1e)\n", c->model, first, last, error[2]);
  if (fabs(last - 3) > WITHIN) fail_msg("%s: embedded formula has order %.2f, expected 3", c->model, last);
}

/* ---- mechanisms ---- */

static const Case pendulum = {"models/pendulum.yaml", 2, 0.04, true, true},
                  crank_slider = {"models/wu_crank_slider.yaml", 0.5, 1e-2, true, false},
                  heavy_top = {"models/heavy_top.yaml", 0.1, 1e-3, true, false},
                  chain = {"models/spatial_chain.yaml", 0.3, 4e-3, true, false},
                  bricard = {"models/A04_bricard_sec01.yaml", 1, 0.04, false, false},
                  motor = {"models/dc_motor.yaml", 0.4, 0.02, false, false},
                  variables = {"models/variable_loop.yaml", 0.5, 0.02, false, false},
                  massless = {"models/massless_coordinates.yaml", 0.2, 4e-3, false, false};
static const Case *const all[] = {&pendulum, &crank_slider, &heavy_top, &chain,
                                  &bricard,  &motor,        &variables, &massless};

static void rosenbrock_nystrom(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) measure(all[i], "rosenbrock-nystrom", 4, 1);
}

static void both_forms(void **state) {
  (void)state;
  measure(&chain, "rosenbrock-nystrom:matrix=augmented", 4, 1);
  measure(&chain, "rosenbrock-nystrom:matrix=reduced", 4, 1);
  measure(&bricard, "rosenbrock-nystrom:matrix=augmented", 4, 1);
}

static void embedded_formula(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) measure_embedded(all[i]);
}

static void w_method(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) measure(all[i], "w-method", 2, 8);
}

static void w_method_with_any_matrix(void **state) {
  (void)state;
  static const char *const methods[] = {"w-method:keep=5", "w-method:matrix=augmented", "w-method:matrix=approximate",
                                        "w-method:matrix=approximate,keep=5"};
  measure_all(&chain, 4, methods, 2, 8);
  measure_all(&heavy_top, 4, methods, 2, 8);
  measure_all(&crank_slider, 4, methods, 2, 8);
}

/* A pendulum whose pivot is moved: the constraint depends on time, and one coordinate is free. */
static void driven(void **state) {
  (void)state;
  const Case moved = {"models/driven_pendulum.yaml", 0.8, 0.02, true, false};
  measure(&moved, "rosenbrock-nystrom", 4, 1);
  measure(&moved, "rosenbrock-nystrom:matrix=augmented", 4, 1);
  measure_embedded(&moved);
  measure(&moved, "w-method", 2, 8);
}

/* No coordinate is free: positions and velocities are exact whatever the step. */
static void fully_driven(void **state) {
  (void)state;
  static const char *const models[] = {"models/driven_fourbar.yaml", "models/driven_slider_crank.yaml"};
  static const char *const methods[] = {"rosenbrock-nystrom", "w-method"};
  for (int k = 0; k < 4; k++) {
    SarOrderOptions options = sar_order_options_default();
    SarOrderResult r;
    Trial trial;
    trial_read(&trial, models[k % 2]);
    trial_compile(&trial);
    options.method = methods[k / 2], options.end = 0.5, options.step = 0.01, options.halvings = 1;
    expect_ok(trial.context, trial_order(&trial, options, &r), models[k % 2]);
    for (int i = 0; i < r.nsteps; i++) {
      if (r.position.errors[i] > 1e-9 || r.velocity.errors[i] > 1e-7) {
        fail_msg("%s: %.2e %.2e", models[k % 2], r.position.errors[i], r.velocity.errors[i]);
      }
    }
    trial_close(&trial);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rosenbrock_nystrom),
                                     cmocka_unit_test(both_forms),
                                     cmocka_unit_test(embedded_formula),
                                     cmocka_unit_test(w_method),
                                     cmocka_unit_test(w_method_with_any_matrix),
                                     cmocka_unit_test(driven),
                                     cmocka_unit_test(fully_driven)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
