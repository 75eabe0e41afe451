/* Rotations: steady spin is exact, too large turns are refused, planned steps stay below one radian. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "base/rotation.h"
#include "method/toy.h"

#define RATE 100.0

static SarIntegrator *integrator;
static SarContext *context;
static Toy toy;

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  toy_init(&toy, context, &toy_spin);
  return 0;
}
static int teardown(void **state) {
  (void)state;
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
  return 0;
}

/* Angle between q and the spin's orientation at t. */
static double spin_error(const double *q, double t) {
  SarQuat exact = {cos(RATE * t / 2), 0, 0, sin(RATE * t / 2)};
  return sar_norm(sar_quat_log(sar_quat_mul(sar_quat_conjugate(exact), sar_quat_load(q))));
}

static void spin(const SarStepOptions *options) {
  integrator = toy_start(&toy, "hht", options);
  double worst = 0;
  while (sar_integrator_view(integrator)->t1 < options->end) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    const SarStepView *view = sar_integrator_view(integrator);
    worst = fmax(worst, spin_error(view->q, view->t1));
    double norm =
        sqrt(view->q[0] * view->q[0] + view->q[1] * view->q[1] + view->q[2] * view->q[2] + view->q[3] * view->q[3]);
    assert_float_equal(norm, 1, 1e-14);
  }
  print_message("spin: error %.2e\n", worst);
  assert_true(worst <= 1e-6);
}

static void steady_spin_fixed(void **state) {
  (void)state;
  spin(&(SarStepOptions){.end = 10, .fixed_step = 1e-3});
}

static void steady_spin_adaptive(void **state) {
  (void)state;
  spin(&(SarStepOptions){.end = 10, .tolerance = 1e-5});
  const SarStepStats *stats = sar_integrator_stats(integrator);
  assert_true(stats->largest_step <= 1 / RATE * (1 + 1e-12)); /* one radian */
  assert_int_equal(stats->rejected_rotation, 0);
}

static void spin_between_the_steps(void **state) {
  (void)state;
  integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = 0.1, .fixed_step = 1e-2});
  for (int k = 0; k < 10; k++) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    for (int i = 0; i <= 8; i++) {
      double t = (k + i / 8.0) * 1e-2, q[4], v[3];
      sar_integrator_interpolate(integrator, t, q, v, NULL, NULL, NULL, NULL, NULL, NULL);
      assert_true(spin_error(q, t) <= 1e-12);
      assert_float_equal(v[2], RATE, 1e-10);
    }
  }
}

/* The rotation vector of a step, written out (numerics 1). */
static void turn_of_a_step(void **state) {
  (void)state;
  const double h = 0.1, alpha = -0.2, beta = 0.36;
  toy_init(&toy, context, &toy_free_top);
  integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = 1, .fixed_step = h, .corrector_floor = true});
  ToyPoint p = toy_initial(&toy_free_top);
  assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  const SarStepView *view = sar_integrator_view(integrator);
  SarVec3 omega0 = sar_vec3_load(p.v), omega = sar_vec3_load(view->v);
  SarVec3 a0 = sar_vec3_load(p.a), a = sar_vec3_load(view->a);
  SarVec3 star = sar_axpy(1 + alpha, a, sar_scale(-alpha, a0)); /* a*_1, with a*_0 = a_0 at the start */
  SarVec3 expected = sar_scale(h, omega0);
  expected = sar_axpy(h * h, sar_axpy(0.5 - beta, a0, sar_scale(beta, star)), expected);
  expected = sar_axpy(h * h / 12, sar_cross(omega0, sar_sub(omega, omega0)), expected);
  SarVec3 turn = sar_quat_log(sar_quat_mul(sar_quat_conjugate(sar_quat_load(p.q)), sar_quat_load(view->q)));
  assert_true(sar_norm(sar_sub(turn, expected)) <= 1e-14);
}

static void too_large_turns_are_refused(void **state) {
  (void)state;
  integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = 1, .fixed_step = 0.03});
  assert_int_equal(sar_integrator_step(integrator), SAR_FAILED);
  assert_int_equal(sar_integrator_stats(integrator)->rejected_rotation, 1);
  const SarDiagnostic *message = sar_context_get(context, sar_context_count(context) - 1);
  assert_non_null(strstr(message->message, "turned too far"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(steady_spin_fixed, setup, teardown),
      cmocka_unit_test_setup_teardown(steady_spin_adaptive, setup, teardown),
      cmocka_unit_test_setup_teardown(spin_between_the_steps, setup, teardown),
      cmocka_unit_test_setup_teardown(turn_of_a_step, setup, teardown),
      cmocka_unit_test_setup_teardown(too_large_turns_are_refused, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
