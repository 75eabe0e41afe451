/* The predictor: exact on polynomials, cautious on noise; that of paper 4; and the interpolant's order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/rotation.h"
#include "method/engine.h"
#include "method/interpolate.h"
#include "method/predict.h"
#include "method/quintic.h"
#include "method/toy.h"

static SarArena *arena;
static SarContext *context;
static Toy toy;
static SarHistory history;

static int setup(void **state) {
  (void)state;
  arena = sar_arena_create();
  context = sar_context_create();
  toy_init(&toy, context, &toy_bead);
  return !sar_history_create(arena, &toy.base, sar_sizes_unknowns(&toy.base.n), SAR_HISTORY_DEPTH, &history);
}
static int teardown(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}

static void push(double t, double a) {
  SarNode *node = sar_history_trial(&history);
  node->t = t, node->u[0] = a;
  sar_history_accept(&history);
}

static double predict(SarPredictor *predictor, double t) {
  sar_history_trial(&history)->t = t;
  sar_predict_trial(predictor, &toy.base, &history, toy.weight, toy.weight_x);
  return sar_history_trial(&history)->u[0];
}

static double cubic(double t) { return 20 + t - 0.3 * t * t + 0.05 * t * t * t; }

/* A cubic on a grid of unequal steps is continued exactly; with fewer points the order is what they allow. */
static void polynomials(void **state) {
  (void)state;
  SarPredictor predictor;
  sar_predictor_start(&predictor, SAR_PREDICTOR_HIGHEST);
  const double times[] = {0, 0.3, 0.5, 0.9};
  for (int k = 0; k < 4; k++) {
    push(times[k], cubic(times[k]));
    predict(&predictor, 1.0);
    assert_int_equal(predictor.order, k);
  }
  assert_float_equal(predict(&predictor, 1.2), cubic(1.2), 1e-13);
}

static void smooth_data(void **state) {
  (void)state;
  SarPredictor predictor;
  sar_predictor_start(&predictor, SAR_PREDICTOR_HIGHEST);
  for (int k = 0; k < 40; k++) push(0.02 * k, sin(0.02 * k + 0.4));
  double value = predict(&predictor, 0.8);
  assert_int_equal(predictor.order, 3);
  assert_true(fabs(value - sin(1.2)) < 1e-6);
}

/* Constant plus noise: extrapolation would amplify it. */
static void noisy_data(void **state) {
  (void)state;
  SarPredictor predictor;
  sar_predictor_start(&predictor, SAR_PREDICTOR_HIGHEST);
  uint32_t seed = 12345;
  int high = 0;
  double worst = 0;
  for (int k = 0; k < 200; k++) {
    seed = seed * 1664525u + 1013904223u;
    push(0.02 * k, 10 + 1e-3 * ((double)seed / 4294967296.0 - 0.5));
    double value = predict(&predictor, 0.02 * (k + 1));
    if (k >= 4 && predictor.order >= 2) high++;
    worst = fmax(worst, fabs(value - 10));
  }
  print_message("noise: order >= 2 in %d of 196, worst %.2e\n", high, worst);
  assert_true(high <= 20);
  assert_true(worst <= 2e-3);
}

static void order_rule(void **state) {
  (void)state;
  assert_int_equal(sar_predictor_order((double[]){1}, 1), 0);
  assert_int_equal(sar_predictor_order((double[]){1, 0.1, 0.01, 0.001}, 4), 3);
  assert_int_equal(sar_predictor_order((double[]){1, 0.1, 0.07, 0.05}, 4), 1);
  assert_int_equal(sar_predictor_order((double[]){1, 1e-6, 2e-6, 5e-6}, 4), 0);
  assert_int_equal(sar_predictor_order((double[]){1, 0.1, 0.01, 0.02}, 4), 1);
  assert_int_equal(sar_predictor_order((double[]){1, 2, 4, 8}, 4), 0);
  assert_int_equal(sar_predictor_order((double[]){0, 0, 0, 0}, 4), 3);
}

static void rejections_lower_the_order(void **state) {
  (void)state;
  SarPredictor predictor;
  sar_predictor_start(&predictor, SAR_PREDICTOR_HIGHEST);
  for (int k = 0; k < 8; k++) push(0.02 * k, sin(0.02 * k + 0.4));
  predict(&predictor, 0.16);
  assert_int_equal(predictor.order, 3);
  sar_predictor_rejected(&predictor);
  predict(&predictor, 0.16);
  assert_int_equal(predictor.order, 2);
  sar_predictor_rejected(&predictor);
  predict(&predictor, 0.16);
  assert_int_equal(predictor.order, 1);
  sar_predictor_accepted(&predictor);
  sar_predictor_accepted(&predictor);
  predict(&predictor, 0.16);
  assert_int_equal(predictor.order, 3);
}

/* Whatever is accepted, a constant prediction stays one. */
static void order_can_be_held_low(void **state) {
  (void)state;
  SarPredictor predictor;
  sar_predictor_start(&predictor, 0);
  for (int k = 0; k < 8; k++) {
    push(0.02 * k, sin(0.02 * k + 0.4));
    sar_predictor_accepted(&predictor);
  }
  assert_true(predict(&predictor, 0.16) == sin(0.02 * 7 + 0.4));
  assert_int_equal(predictor.order, 0);
}

/* Coefficients of paper 4's eqs (12) and (16) as printed, times t_N - t_{N-1} = 1, for the ratios a = alpha_1 and
 * b = alpha_2: y_{N-1}, y_{N-2}, y_{N-3}, then their rates. */
static void printed_14(double a, double c[6]) {
  double m0 = -6 * a * a * (1 + a);
  const double all[6] = {m0, -m0, 0, (1 + a) * (1 + 3 * a), a * (2 + 3 * a), 0};
  memcpy(c, all, sizeof all);
}
static void printed_17(double a, double b, double c[6]) {
  double a2 = a * a, a3 = a2 * a, b2 = b * b, b3 = b2 * b, sum = a + b;
  c[0] = -2 * a2 * (1 + a) / (sum * sum * sum) *
         (5 * a3 * b2 + 8 * a3 * b + 10 * a2 * b3 + 3 * a3 + 25 * a2 * b2 + 13 * a2 * b + 20 * a * b3 + 20 * a * b2 +
          10 * b3);
  c[1] = 2 * (1 + a) / a *
         (5 * a3 * b2 + 8 * a3 * b + 3 * a3 - 5 * a2 * b3 + a2 * b2 + 4 * a2 * b - 7 * a * b3 - a * b2 - 2 * b3);
  c[2] = -c[0] - c[1];
  c[3] = (1 + a) / (sum * sum) *
         (5 * a3 * b2 + 8 * a3 * b + 3 * a3 + 11 * a2 * b2 + 10 * a2 * b + a2 + 7 * a * b2 + 2 * a * b + b2);
  c[4] = 1 / a *
         (5 * a3 * b2 + 8 * a3 * b + 3 * a3 + 12 * a2 * b2 + 12 * a2 * b + 2 * a2 + 9 * a * b2 + 4 * a * b + 2 * b2);
  c[5] = b3 * (1 + a) / (a * sum * sum) * (2 * a + 2 * b + 7 * a * b + 5 * a2 * b + 4 * a2);
}

static void paper_coefficients(void **state) {
  (void)state;
  const double ratios[][2] = {{1, 1}, {0.5, 2}, {1.7, 0.6}, {3, 0.4}};
  for (int i = 0; i < 4; i++) {
    double a = ratios[i][0], b = ratios[i][1], value[3], rate[3], expected[6];
    const double time[3] = {0, -1 / a, -1 / a - 1 / b};
    for (int32_t count = 2; count <= 3; count++) {
      sar_hermite_slope(time, count, 1, value, rate);
      if (count == 2) printed_14(a, expected);
      if (count == 3) printed_17(a, b, expected);
      for (int j = 0; j < count; j++) {
        assert_float_equal(value[j], expected[j], 1e-12 * (1 + fabs(expected[j])));
        assert_float_equal(rate[j], expected[3 + j], 1e-12 * (1 + fabs(expected[3 + j])));
      }
    }
  }
}

/* Error of the predicted slope of sin(t) at 1, from points at distances of h, 2.5 h and 3.3 h. */
static double slope_error(int32_t count, double h) {
  const double time[3] = {1 - h, 1 - 2.5 * h, 1 - 3.3 * h};
  double value[3], rate[3], sum = 0;
  sar_hermite_slope(time, count, 1, value, rate);
  for (int j = 0; j < count; j++) sum += value[j] * sin(time[j]) + rate[j] * cos(time[j]);
  return fabs(sum - cos(1));
}

/* The paper's orders: sigma = O(h^3) is second order, O(h^5) fourth, and O(h) is the constant prediction. */
static void paper_orders(void **state) {
  (void)state;
  for (int32_t count = 1; count <= 3; count++) {
    double measured = log2(slope_error(count, 0.04) / slope_error(count, 0.02));
    print_message("slope from %d points: order of sigma %.2f\n", (int)count, measured);
    assert_true(fabs(measured - (2 * count - 1)) <= 0.15);
  }
}

/* Errors of eq (12) at a step h on the toy with states and multipliers of its own: accelerations, state rates, and an
 * unknown that is nobody's rate. */
static void trial_errors(double h, double errors[3]) {
  Toy states = {0};
  SarHistory nodes;
  toy_init(&states, context, &toy_states);
  const SarSizes *n = &states.base.n;
  int32_t unknowns = sar_sizes_unknowns(n), first = n->nv + n->np + n->nn, last = first + n->nx;
  assert_true(n->nv > 0 && n->nx > 0);
  assert_true(sar_history_create(arena, &states.base, unknowns + 1, SAR_HISTORY_DEPTH, &nodes));
  for (int k = 0; k < 3; k++) {
    SarNode *node = sar_history_trial(&nodes);
    double t = node->t = 1 + h * (k == 0 ? -2.5 : k == 1 ? -1 : 0);
    if (k == 2) break;
    for (int32_t i = 0; i < n->nv; i++) node->v[i] = sin(t), node->u[i] = cos(t);
    for (int32_t i = 0; i < n->nx; i++) node->x[i] = node->u[first + i] = (i + 1) * exp(t);
    for (int32_t i = last; i <= unknowns; i++) node->u[i] = cos(t);
    sar_history_accept(&nodes);
  }
  assert_int_equal(sar_predict_hermite(&states.base, &nodes), 2);
  const double *u = sar_history_trial(&nodes)->u;
  errors[0] = fabs(u[n->nv - 1] - cos(1));
  errors[1] = fabs(u[last - 1] - n->nx * exp(1));
  errors[2] = fabs(u[unknowns] - cos(1));
}

static void paper_prediction_of_a_step(void **state) {
  (void)state;
  const double expected[3] = {3, 3, 2};
  double coarse[3], fine[3];
  trial_errors(0.02, coarse);
  trial_errors(0.01, fine);
  for (int k = 0; k < 3; k++) assert_true(fabs(log2(coarse[k] / fine[k]) - expected[k]) <= 0.15);
  /* For want of a second point: the last value. */
  push(0, 7);
  sar_history_trial(&history)->t = 0.1;
  assert_int_equal(sar_predict_hermite(&toy.base, &history), 0);
  assert_true(sar_history_trial(&history)->u[0] == 7);
}

/* The order that the last stage of the twentieth step was predicted with, and the places after it. */
static int32_t twenty_steps(const ToyClass *class, const char *method, double q[TOY_MOST]) {
  Toy own;
  toy_init(&own, context, class);
  SarIntegrator *integrator = toy_start(&own, method, &(SarStepOptions){.end = 1, .fixed_step = 0.005});
  for (int k = 0; k < 20; k++) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  const SarStepView *view = sar_integrator_view(integrator);
  for (int32_t i = 0; i < class->n.nq; i++) q[i] = view->q[i];
  int32_t order = view->order;
  sar_integrator_destroy(&integrator);
  return order;
}

/* What paper 4 says of each kind of method: none for one-step methods, two for multistep methods and those of several
 * stages, four for the last stage of the latter if their order is four or more. */
static int32_t paper_order(const SarMethodInfo *info) {
  if (strcmp(info->family, "esdirk") == 0) return info->order >= 4 ? 4 : 2;
  return info->steps > 1 ? 2 : 0;
}

/* Where the corrector begins does not matter for where it ends. */
static void compare_predictions(const ToyClass *class, const SarMethodInfo *info) {
  char method[96];
  double own[TOY_MOST], paper[TOY_MOST], constant[TOY_MOST];
  snprintf(method, sizeof method, "%s:corrector=floor", info->name);
  twenty_steps(class, method, own);
  snprintf(method, sizeof method, "%s:corrector=floor,predictor=constant", info->name);
  assert_int_equal(twenty_steps(class, method, constant), 0);
  snprintf(method, sizeof method, "%s:corrector=floor,predictor=paper", info->name);
  int32_t order = twenty_steps(class, method, paper);
  if (order != paper_order(info)) fail_msg("%s: order %d", method, (int)order);
  for (int32_t k = 0; k < class->n.nq; k++) {
    assert_float_equal(paper[k], own[k], 1e-11);
    assert_float_equal(constant[k], own[k], 1e-11);
  }
}

/* Methods without a corrector have nothing to predict. */
static bool predicts(int32_t method) {
  SarMethodKeyInfo key;
  for (int32_t k = 0; sar_method_key_info(method, k, &key); k++) {
    if (strcmp(key.name, "predictor") == 0) return true;
  }
  return false;
}

static void every_method_can_predict_as_paper_4(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    if (info.independent || !predicts(i)) continue;
    compare_predictions(&toy_free_top, &info);
    if (info.order_index3[2] > 0) compare_predictions(&toy_heavy_top, &info);
  }
}

/* How far the prediction of the last stage is from the accelerations found, after 0.2 s of the free top. */
static double miss(const char *method, double h) {
  Toy top;
  toy_init(&top, context, &toy_free_top);
  SarIntegrator *integrator = toy_start(&top, method, &(SarStepOptions){.end = 1, .fixed_step = h});
  while (sar_integrator_view(integrator)->t1 < 0.2 - 0.5 * h) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  const double *found = sar_integrator_view(integrator)->a, *predicted = integrator->newton.predicted;
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += (found[i] - predicted[i]) * (found[i] - predicted[i]);
  sar_integrator_destroy(&integrator);
  return sqrt(sum);
}

static double order_of_miss(const char *method, const char *predictor, double h) {
  char text[96];
  snprintf(text, sizeof text, "%s:corrector=floor,predictor=%s", method, predictor);
  return log2(miss(text, h) / miss(text, h / 2));
}

/* Eq (12) is of second order in exact values (sigma = O(h^3)), but values of a method carry its local error h^3 and are
 * divided by h: what it misses falls with h^2. That of the polynomial falls with h^4, that of the stages' own rule and
 * its defects with h^6 or better, and that of the last value with h. */
static void misses_of_the_predictions(void **state) {
  (void)state;
  const char *const methods[] = {"lms2",   "lms3",   "lms4",   "bathe",  "msstc3",        "msstc4",
                                 "msstc5", "mssth3", "mssth4", "mssth5", "esdirk324l2sa", "esdirk325l2sa"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    double adaptive = order_of_miss(methods[i], "adaptive", 0.02); /* shorter steps come to rounding */
    double paper = order_of_miss(methods[i], "paper", 0.005), constant = order_of_miss(methods[i], "constant", 0.005);
    print_message("%-14s the miss falls with h^ %.2f (adaptive), %.2f (paper), %.2f (constant)\n", methods[i], adaptive,
                  paper, constant);
    assert_true(adaptive >= 3.9);
    assert_true(fabs(paper - 2) <= 0.1);
    assert_true(fabs(constant - 1) <= 0.1);
  }
}

/* Largest errors of position (angle) and velocity between two exact nodes of the free top, h apart. */
static void interpolation_errors(const ToyClass *class, double h, double errors[2]) {
  Toy top;
  SarHistory nodes;
  toy_init(&top, context, class);
  assert_true(sar_history_create(arena, &top.base, sar_sizes_unknowns(&top.base.n), SAR_HISTORY_DEPTH, &nodes));
  ToyPoint *grid = toy_reference_grid(class, h / 8, 8, 50);
  SarNode *ends[2] = {&nodes.ring[0], &nodes.ring[1]};
  for (int k = 0; k < 2; k++) {
    const ToyPoint *p = &grid[8 * k];
    ends[k]->t = p->t;
    memcpy(ends[k]->q, p->q, 4 * sizeof(double));
    memcpy(ends[k]->v, p->v, 3 * sizeof(double));
    memcpy(ends[k]->u, p->a, 3 * sizeof(double));
  }
  SarQuat turned = sar_quat_mul(sar_quat_conjugate(sar_quat_load(grid[0].q)), sar_quat_load(grid[8].q));
  sar_vec3_store(sar_quat_log(turned), ends[1]->turn);
  errors[0] = errors[1] = 0;
  for (int k = 0; k <= 8; k++) {
    double q[4], v[3], squares[3] = {0};
    sar_interpolate(&top.base, ends[0], ends[1], grid[k].t, &(SarInterpolated){.q = q, .v = v});
    toy_errors(class, &(SarStepView){.q = q, .v = v}, &grid[k], squares);
    errors[0] = fmax(errors[0], sqrt(squares[0]));
    errors[1] = fmax(errors[1], sqrt(squares[1]));
  }
  free(grid);
}

static void interpolant_has_order_four(void **state) {
  (void)state;
  double coarse[2], fine[2];
  interpolation_errors(&toy_free_top, 0.1, coarse);
  interpolation_errors(&toy_free_top, 0.05, fine);
  print_message("interpolant: %.2e %.2e, orders %.2f %.2f\n", coarse[0], coarse[1], log2(coarse[0] / fine[0]),
                log2(coarse[1] / fine[1]));
  assert_true(fabs(log2(coarse[0] / fine[0]) - 4) <= 0.25);
  assert_true(fabs(log2(coarse[1] / fine[1]) - 4) <= 0.25);
}

static void other_values_are_linear(void **state) {
  (void)state;
  Toy pendulum;
  SarHistory nodes;
  toy_init(&pendulum, context, &toy_pendulum);
  assert_true(
      sar_history_create(arena, &pendulum.base, sar_sizes_unknowns(&pendulum.base.n), SAR_HISTORY_DEPTH, &nodes));
  SarNode *from = &nodes.ring[0], *to = &nodes.ring[1];
  from->t = 1, to->t = 3;
  from->u[0] = 2, to->u[0] = 4, from->u[2] = 10, to->u[2] = 0;
  double a[2], lambda;
  sar_interpolate(&pendulum.base, from, to, 1.5, &(SarInterpolated){.a = a, .lambda = &lambda});
  assert_float_equal(a[0], 2.5, 1e-15);
  assert_float_equal(lambda, 7.5, 1e-15);
}

/* A body that turns with d(t) in the rotation vector from the first node, d a quintic: the interpolant through both
 * ends is the motion itself, and velocities and accelerations are its derivatives. */
static SarVec3 turned(double t) {
  return sar_vec3(0.4 * t - 0.3 * t * t * t, 0.2 * t * t + 0.5 * pow(t, 4), 0.1 * t + 0.7 * pow(t, 5));
}

static SarVec3 spin(double t, double e) { /* by differences of the turn, in body axes */
  SarQuat before = sar_quat_exp(turned(t - e)), after = sar_quat_exp(turned(t + e));
  return sar_scale(1 / (2 * e), sar_quat_log(sar_quat_mul(sar_quat_conjugate(before), after)));
}

static SarVec3 fine_spin(double t) { /* Richardson: errors of fourth order */
  double e = 2e-3;
  return sar_axpy(-1.0 / 3, spin(t, 2 * e), sar_scale(4.0 / 3, spin(t, e)));
}

static void spin_of(double t, SarVec3 *w, SarVec3 *alpha) {
  double e = 4e-3;
  *w = fine_spin(t);
  SarVec3 near = sar_sub(fine_spin(t + e), fine_spin(t - e)), far = sar_sub(fine_spin(t + 2 * e), fine_spin(t - 2 * e));
  *alpha = sar_sub(sar_scale(4.0 / 3 / (2 * e), near), sar_scale(1.0 / 3 / (4 * e), far));
}

static void quintics(void **state) {
  (void)state;
  Toy top;
  SarNode node[2];
  double q[4], v[3], a[3], expected[4];
  SarQuat first = sar_quat_exp(sar_vec3(0.3, -0.8, 0.5));
  toy_init(&top, context, &toy_free_top);
  for (int k = 0; k < 2; k++) {
    SarVec3 w, alpha;
    assert_true(sar_node_create(arena, &top.base, sar_sizes_unknowns(&top.base.n), &node[k]));
    node[k].t = k;
    sar_quat_store(sar_quat_mul(first, sar_quat_exp(turned(k))), node[k].q);
    spin_of(k, &w, &alpha);
    sar_vec3_store(w, node[k].v);
    sar_vec3_store(alpha, node[k].u);
    sar_vec3_store(turned(k), node[k].turn);
  }
  for (double t = 0.1; t < 1; t += 0.2) {
    SarVec3 w, alpha;
    sar_interpolate_quintic(&top.base, &node[0], &node[1], t, &(SarInterpolated){.q = q, .v = v, .a = a});
    sar_quat_store(sar_quat_mul(first, sar_quat_exp(turned(t))), expected);
    spin_of(t, &w, &alpha);
    for (int i = 0; i < 4; i++) assert_float_equal(q[i], expected[i], 1e-8);
    assert_true(sar_norm(sar_sub(sar_vec3_load(v), w)) < 1e-8);
    assert_true(sar_norm(sar_sub(sar_vec3_load(a), alpha)) < 1e-7);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(quintics, setup, teardown),
      cmocka_unit_test_setup_teardown(polynomials, setup, teardown),
      cmocka_unit_test_setup_teardown(smooth_data, setup, teardown),
      cmocka_unit_test_setup_teardown(noisy_data, setup, teardown),
      cmocka_unit_test_setup_teardown(order_rule, setup, teardown),
      cmocka_unit_test_setup_teardown(rejections_lower_the_order, setup, teardown),
      cmocka_unit_test_setup_teardown(order_can_be_held_low, setup, teardown),
      cmocka_unit_test_setup_teardown(paper_coefficients, setup, teardown),
      cmocka_unit_test_setup_teardown(paper_orders, setup, teardown),
      cmocka_unit_test_setup_teardown(paper_prediction_of_a_step, setup, teardown),
      cmocka_unit_test_setup_teardown(every_method_can_predict_as_paper_4, setup, teardown),
      cmocka_unit_test_setup_teardown(misses_of_the_predictions, setup, teardown),
      cmocka_unit_test_setup_teardown(interpolant_has_order_four, setup, teardown),
      cmocka_unit_test_setup_teardown(other_values_are_linear, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
