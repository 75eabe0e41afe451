/* The predictor: exact on polynomials, cautious on noise; and the interpolant's order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>
#include <stdlib.h>

#include "base/rotation.h"
#include "method/interpolate.h"
#include "method/predict.h"
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(polynomials, setup, teardown),
      cmocka_unit_test_setup_teardown(smooth_data, setup, teardown),
      cmocka_unit_test_setup_teardown(noisy_data, setup, teardown),
      cmocka_unit_test_setup_teardown(order_rule, setup, teardown),
      cmocka_unit_test_setup_teardown(rejections_lower_the_order, setup, teardown),
      cmocka_unit_test_setup_teardown(order_can_be_held_low, setup, teardown),
      cmocka_unit_test_setup_teardown(interpolant_has_order_four, setup, teardown),
      cmocka_unit_test_setup_teardown(other_values_are_linear, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
