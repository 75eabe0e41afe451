/* The corrector: it accepts only what is converged, goes to the rounding floor, and keeps matrices while they pay. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "method/newton.h"
#include "method/toy.h"

/* Runs to the end; the last status. */
static SarStatus run(SarIntegrator *integrator, double end) {
  SarStatus status = SAR_OK;
  while (status == SAR_OK && sar_integrator_view(integrator)->t1 < end) status = sar_integrator_step(integrator);
  return status;
}

static ToyPoint exact_at(const ToyClass *class, double t) {
  double y[TOY_MOST];
  ToyPoint point = {0};
  memcpy(y, class->y0, sizeof y);
  toy_reference(class, y, 0, t, t < 1e-3 ? 10 : 20000); /* rounding counts in short spans */
  class->map(t, y, &point);
  return point;
}

typedef struct Result {
  SarStatus status;
  double position, velocity, multipliers;
  SarStepStats stats;
} Result;

static Result solve(const ToyClass *class, const char *method, const SarStepOptions *options, double factor) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, class);
  toy.jacobian_factor = factor;
  SarIntegrator *integrator = toy_start(&toy, method, options);
  Result result = {.status = run(integrator, options->end)};
  double squares[3] = {0};
  ToyPoint exact = exact_at(class, options->end);
  toy_errors(class, sar_integrator_view(integrator), &exact, squares);
  result.position = sqrt(squares[0]), result.velocity = sqrt(squares[1]), result.multipliers = sqrt(squares[2]);
  result.stats = *sar_integrator_stats(integrator);
  sar_integrator_destroy(&integrator);
  if (result.status < 0) assert_true(sar_context_errors(context) > 0);
  sar_context_destroy(&context);
  return result;
}

/* Positions rounded to 1e-16 are metres per second squared over c_q: such steps end at the floor, none is rejected. */
static void tiny_steps(const ToyClass *class, bool to_floor, bool adaptive) {
  SarStepOptions options = {.end = 1e-5, .fixed_step = 1e-8, .corrector_floor = to_floor};
  if (adaptive) options = (SarStepOptions){.end = 1e-5, .tolerance = 1e-5, .max_step = 1e-8, .initial_step = 1e-8};
  Result result = solve(class, "hht", &options, 1);
  print_message("%s: position %.2e, velocity %.2e, %d floor steps, %.2f iterations, %.3f matrices per step\n",
                class->name, result.position, result.velocity, (int)result.stats.floor_steps,
                (double)result.stats.iterations / 1000, (double)result.stats.jacobians / 1000);
  assert_int_equal(result.status, SAR_OK);
  assert_int_equal(result.stats.steps, 1000);
  assert_int_equal(result.stats.rejected_corrector + result.stats.rejected_error + result.stats.rejected_rotation, 0);
  if (to_floor) assert_int_equal(result.stats.floor_steps, 1000);
  assert_true(result.position <= 1e-13);
  assert_true(result.velocity <= 1e-6);
}

static void tiny_steps_reach_the_floor(void **state) {
  (void)state;
  tiny_steps(&toy_pendulum, true, false);
  tiny_steps(&toy_heavy_top, true, false);
  tiny_steps(&toy_skate, true, false);
}

static void tiny_steps_with_the_usual_tests(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_skate, &toy_algebraic, &toy_states};
  for (int i = 0; i < 5; i++) {
    tiny_steps(classes[i], false, false);
    tiny_steps(classes[i], false, true);
  }
}

/* A matrix wrong by 30 % converges slowly, but to the same solution. */
static void wrong_matrix_same_solution(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_algebraic, &toy_states};
  for (int i = 0; i < 4; i++) {
    SarStepOptions fixed = {.end = 1, .fixed_step = 2e-3}, adaptive = {.end = 1, .tolerance = 1e-7};
    for (int k = 0; k < 2; k++) {
      const SarStepOptions *options = k ? &adaptive : &fixed;
      Result right = solve(classes[i], "hht", options, 1), wrong = solve(classes[i], "hht", options, 0.7);
      print_message("%s: %.6e %.6e, %.4e %.4e, %.2f and %.2f iterations per step\n", classes[i]->name, right.position,
                    wrong.position, right.multipliers, wrong.multipliers,
                    (double)right.stats.iterations / (double)right.stats.steps,
                    (double)wrong.stats.iterations / (double)wrong.stats.steps);
      assert_int_equal(right.status, SAR_OK);
      assert_int_equal(wrong.status, SAR_OK);
      assert_true(wrong.position <= 1.05 * right.position);
      if (!k) assert_true(wrong.multipliers <= right.multipliers + 1e-3); /* of 10 N and more */
    }
  }
}

/* A matrix of the wrong sign cannot converge, and the run says so. */
static void wrong_sign_fails(void **state) {
  (void)state;
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_algebraic, &toy_states};
  for (int i = 0; i < 4; i++) {
    SarStepOptions fixed = {.end = 1, .fixed_step = 2e-3}, adaptive = {.end = 1, .tolerance = 1e-7};
    assert_int_equal(solve(classes[i], "hht", &fixed, -1).status, SAR_FAILED);
    assert_int_equal(solve(classes[i], "hht", &adaptive, -1).status, SAR_STEP_TOO_SMALL);
  }
}

/* The usual test leaves an error that is small against the method's own. */
static void floor_agrees_with_the_usual_test(void **state) {
  (void)state;
  SarStepOptions options = {.end = 1, .fixed_step = 1e-3};
  Result usual = solve(&toy_heavy_top, "hht", &options, 1);
  options.corrector_floor = true;
  Result floor = solve(&toy_heavy_top, "hht", &options, 1);
  print_message("position %.6e %.6e, multipliers %.4e %.4e\n", usual.position, floor.position, usual.multipliers,
                floor.multipliers);
  assert_int_equal(floor.stats.floor_steps, floor.stats.steps);
  assert_true(fabs(usual.position - floor.position) <= 0.05 * floor.position);
  assert_true(fabs(usual.multipliers - floor.multipliers) <= 0.2 * floor.multipliers);
}

/* Easy problems: few iterations, matrices kept. */
static void matrices_are_kept(void **state) {
  (void)state;
  SarStepOptions fixed = {.end = 2, .fixed_step = 1e-3}, adaptive = {.end = 2, .tolerance = 1e-6};
  const ToyClass *classes[] = {&toy_pendulum, &toy_heavy_top, &toy_skate};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 2; k++) {
      SarStepStats stats = solve(classes[i], "hht", k ? &adaptive : &fixed, 1).stats;
      double iterations = (double)stats.iterations / (double)stats.steps;
      double steps = (double)stats.steps / (double)stats.jacobians;
      print_message("%s: %.2f iterations per step, %.1f steps per matrix\n", classes[i]->name, iterations, steps);
      assert_true(iterations <= 2.5);
      assert_true(steps >= 5);
    }
  }
}

/* A matrix that costs 5: kept while the last step was no dearer than the average. */
static void replacement_rule(void **state) {
  (void)state;
  assert_false(sar_newton_replace(5, 1, 2, 2));
  assert_false(sar_newton_replace(5, 3, 6, 2));
  assert_false(sar_newton_replace(5, 100, 200, 2));
  assert_true(sar_newton_replace(5, 100, 203, 5));
  assert_true(sar_newton_replace(5, 4, 11, 5));
  assert_false(sar_newton_replace(50, 4, 11, 5));
}

/* The residual cannot be evaluated beyond a time: the step shrinks to nothing there, and the message says where. */
static void failing_equations(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Toy toy;
  double limit = 0.5;
  toy_init(&toy, context, &toy_pendulum);
  toy.fail_at = &limit;
  SarStepOptions options = {.end = 1, .tolerance = 1e-5, .min_step = 1e-9};
  SarIntegrator *integrator = toy_start(&toy, "hht", &options);
  assert_int_equal(run(integrator, 1), SAR_STEP_TOO_SMALL);
  assert_true(fabs(sar_integrator_view(integrator)->t1 - limit) <= 2e-9);
  assert_true(sar_integrator_stats(integrator)->rejected_corrector > 3);
  const SarDiagnostic *message = sar_context_get(context, sar_context_count(context) - 1);
  assert_non_null(strstr(message->message, "t = 0.49999999"));
  assert_non_null(strstr(message->message, "could not be evaluated"));
  assert_non_null(message->remedy);
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiny_steps_reach_the_floor),
      cmocka_unit_test(tiny_steps_with_the_usual_tests),
      cmocka_unit_test(wrong_matrix_same_solution),
      cmocka_unit_test(wrong_sign_fails),
      cmocka_unit_test(floor_agrees_with_the_usual_test),
      cmocka_unit_test(matrices_are_kept),
      cmocka_unit_test(replacement_rule),
      cmocka_unit_test(failing_equations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
