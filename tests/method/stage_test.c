/* The stage: its matrix is the derivative of its scaled residual, for every kind of row and unknown; and the alpha
 * family's formulas on a motion where they can be followed by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "method/stage.h"
#include "method/toy.h"

static SarContext *context;
static SarArena *arena;

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  return !context || !arena;
}
static int teardown(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}

/* The scaled residual at the stage's unknowns. */
static void scaled(SarStage *stage, double *r) {
  double raw[4 * TOY_MOST];
  assert_int_equal(sar_stage_point(stage), SAR_OK);
  assert_int_equal(sar_stage_residual(stage, raw), SAR_OK);
  sar_stage_right_side(stage, raw, r);
}

/* A stage of the toy with a long step: h = 0.3 s, so that rotations and all couplings count. */
static void prepare(const ToyClass *class, Toy *toy, SarHistory *history, SarStage *stage) {
  toy_init(toy, context, class);
  assert_true(sar_history_create(arena, &toy->base, sar_sizes_unknowns(&toy->base.n), SAR_HISTORY_DEPTH, history));
  assert_true(sar_stage_create(arena, &toy->base, stage));
  SarNode *from = &history->ring[0], *node = &history->ring[1];
  ToyPoint p = toy_initial(class);
  memcpy(from->q, p.q, sizeof(double) * (size_t) class->n.nq);
  memcpy(from->v, p.v, sizeof(double) * (size_t) class->n.nv);
  double h = 0.3;
  stage->from = from, stage->node = node;
  node->t = h;
  stage->c_v = 0.56 * h, stage->c_q = 0.288 * h * h, stage->c_x = 0.5 * h, stage->twist = h * h / 12;
  for (int32_t i = 0; i < class->n.nv; i++) {
    stage->v_hat[i] = 0.5 * p.v[i] + 0.1 * i, stage->xi_hat[i] = 0.5 * h * p.v[i] + 0.02 * i;
  }
  for (int32_t i = 0; i < class->n.nx; i++) stage->x_hat[i] = p.x[i] + 0.1;
  for (int32_t i = 0; i < sar_sizes_unknowns(&class->n); i++) node->u[i] = 0.7 * cos(i + 1.0);
}

/* The matrix against central differences of the scaled residual. */
static void compare_with_differences(const ToyClass *class, SarStage stage) {
  int32_t n = sar_sizes_unknowns(&class->n);
  double values[16 * TOY_MOST * TOY_MOST], plus[4 * TOY_MOST], minus[4 * TOY_MOST], s = 1e-5;
  assert_int_equal(sar_stage_point(&stage), SAR_OK);
  assert_int_equal(sar_stage_matrix(&stage, values), SAR_OK);
  for (int32_t j = 0; j < n; j++) {
    /* a unit of the j-th solution component, as a correction of u */
    double unit[4 * TOY_MOST] = {0};
    unit[j] = 1;
    sar_stage_correction(&stage, unit);
    double u = stage.node->u[j];
    stage.node->u[j] = u + s * unit[j];
    scaled(&stage, plus);
    stage.node->u[j] = u - s * unit[j];
    scaled(&stage, minus);
    stage.node->u[j] = u;
    for (int32_t i = 0; i < n; i++) {
      double slope = -(plus[i] - minus[i]) / (2 * s), value = values[n * j + i];
      if (fabs(slope - value) > 1e-6 * (1 + fabs(slope))) {
        fail_msg("%s, row %d, column %d: matrix %.9g, differences %.9g", class->name, (int)i, (int)j, value, slope);
      }
    }
  }
}

static void check_matrix(const ToyClass *class, SarScaling scaling, double augmentation, SarMap map) {
  Toy toy;
  SarHistory history;
  SarStage stage;
  prepare(class, &toy, &history, &stage);
  assert_true(sar_stage_scale(arena, scaling, augmentation, &stage));
  stage.mass = 2.5, stage.damping = 0.3, stage.stiffness = 7;
  stage.map = map;
  if (map != SAR_MAP_EXPONENTIAL) { /* a shorter step: |g| < 1 */
    stage.c_v *= 0.4;
    stage.c_q = stage.c_v * stage.c_v;
    for (int32_t i = 0; i < class->n.nv; i++) stage.xi_hat[i] *= 0.2;
  }
  compare_with_differences(class, stage);
}

static void matrix_is_the_derivative(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_pendulum, &toy_bead,      &toy_free_top, &toy_heavy_top,
                               &toy_states,   &toy_algebraic, &toy_skate};
  const SarScaling scalings[] = {SAR_SCALING_STEP, SAR_SCALING_NONE, SAR_SCALING_PHYSICAL};
  for (int i = 0; i < 7; i++) {
    for (int k = 0; k < 3; k++) {
      check_matrix(classes[i], scalings[k], 0, SAR_MAP_EXPONENTIAL);
      check_matrix(classes[i], scalings[k], 0, SAR_MAP_CAYLEY);
      check_matrix(classes[i], scalings[k], 0.7, SAR_MAP_EXPONENTIAL);
      check_matrix(classes[i], scalings[k], 0.7, SAR_MAP_CAYLEY);
      check_matrix(classes[i], scalings[k], 0, SAR_MAP_VECTOR);
      check_matrix(classes[i], scalings[k], 0.7, SAR_MAP_VECTOR);
    }
  }
}

/* Of rows that are means as well, where the mass does not change and there are no multipliers. */
static void matrix_of_means(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_algebraic, &toy_states};
  for (int i = 0; i < 2; i++) {
    Toy toy;
    SarHistory history;
    SarStage stage;
    prepare(classes[i], &toy, &history, &stage);
    stage.twist = 0;
    assert_true(sar_stage_average(arena, &stage));
    compare_with_differences(classes[i], stage);
  }
}

/* Too large a turn is recoverable. */
static void large_turn(void **state) {
  (void)state;
  Toy toy;
  SarHistory history;
  SarStage stage;
  prepare(&toy_free_top, &toy, &history, &stage);
  stage.twist = 0;
  memset(stage.node->u, 0, 3 * sizeof(double));
  stage.xi_hat[0] = 1.9, stage.xi_hat[1] = stage.xi_hat[2] = 0;
  assert_int_equal(sar_stage_point(&stage), SAR_OK);
  stage.xi_hat[1] = 0.9;
  assert_int_equal(sar_stage_point(&stage), SAR_ROTATION_TOO_LARGE);
  stage.xi_hat[1] = NAN;
  assert_int_equal(sar_stage_point(&stage), SAR_ROTATION_TOO_LARGE);
}

/* q'' = t: jerk 1. */
static void ramp_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0] - p->t;
  if (m) m[0] = fabs(p->a[0]) + fabs(p->t);
}
static void ramp_map(double t, const double *y, ToyPoint *p) { (void)y, p->a[0] = t; }
static const ToyClass ramp = {.name = "ramp",
                              .n = {.nq = 1, .nv = 1},
                              .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                              .nblocks = 1,
                              .rows = ramp_rows,
                              .map = ramp_map};

/* With linear acceleration the velocity formula is exact for steps of any size once a* lags as it should (numerics 2,
 * step change): the error made in the first step stays constant. */
static void lag_follows_the_step(void **state) {
  (void)state;
  Toy toy;
  toy_init(&toy, context, &ramp);
  SarIntegrator *integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = 10, .fixed_step = 1});
  const double steps[] = {0.1, 0.1, 0.3, 0.05, 0.2, 0.7, 0.01};
  double first = 0;
  for (int k = 0; k < 7; k++) {
    sar_integrator_limit_step(integrator, steps[k]);
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    const SarStepView *view = sar_integrator_view(integrator);
    double error = view->v[0] - view->t1 * view->t1 / 2;
    if (k == 0) first = error;
    assert_float_equal(view->step, steps[k], 1e-15);
    assert_float_equal(view->a[0], view->t1, 1e-14);
    assert_float_equal(error, first, 1e-14);
  }
  sar_integrator_destroy(&integrator);
}

/* Eq (26) with x = h: (beta - 1/(6 (1 + alpha))) h^3. */
static void error_estimate_is_eq_26(void **state) {
  (void)state;
  const double alphas[] = {-0.2, -0.05, -0.3};
  const char *methods[] = {"hht", "hht:alpha=-0.05", "hht:alpha=-0.3"};
  for (int i = 0; i < 3; i++) {
    Toy toy;
    toy_init(&toy, context, &ramp);
    SarStepOptions options = {.end = 10, .tolerance = 1e-3, .initial_step = 0.05, .max_step = 0.05};
    SarIntegrator *integrator = toy_start(&toy, methods[i], &options);
    for (int k = 0; k < 3; k++) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    double beta = (1 - alphas[i]) * (1 - alphas[i]) / 4, kappa = beta - 1 / (6 * (1 + alphas[i]));
    const SarStepView *view = sar_integrator_view(integrator);
    assert_float_equal(view->error, kappa * pow(view->step, 3) / 1e-3, 1e-12);
    sar_integrator_destroy(&integrator);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(matrix_is_the_derivative, setup, teardown),
      cmocka_unit_test_setup_teardown(matrix_of_means, setup, teardown),
      cmocka_unit_test_setup_teardown(large_turn, setup, teardown),
      cmocka_unit_test_setup_teardown(lag_follows_the_step, setup, teardown),
      cmocka_unit_test_setup_teardown(error_estimate_is_eq_26, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
