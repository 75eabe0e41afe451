/* External functions in expressions: values, derivatives with and without a Jacobian, and how often they are called. */
#include <stdlib.h>

#include "expr/bench.h"
#include "expr/node.h"

static const double at[BENCH_VARIABLES] = {0.7, -1.3, 0.4, 0.45};

static void values(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  double expected[2];
  bench_tyre((double[]){0.7 * 2, -1.3, 0.4}, expected, NULL);
  const char *texts[] = {"tyre.fx(2*x, y, t)", "tyre.fy(2*x, y, t)", "rough.fx(2*x, y, t)", "rough.fy(2*x, y, t)"};
  for (int i = 0; i < 4; i++) {
    assert_true(bench_value(&bench, bench_parse_in(&bench, &world.scope, texts[i]), at) == expected[i % 2]);
  }
  double constant = 0;
  assert_true(sar_expr_is_constant(bench_parse_in(&bench, &world.scope, "tyre.fx(1.4, -1.3, 0.4)"), &constant));
  assert_true(constant == expected[0]);
  const SarExpr *f = bench_parse_in(&bench, &world.scope, "1 + tyre.fx(200*x, y, t)"); /* no value there */
  assert_true(isnan(bench_value(&bench, f, at)));
  bench_close(&bench);
}

/* A program of both outputs, all first and all second derivatives. */
static void one_call_gives_everything(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const SarExpr *outputs[2 + 6 + 18];
  int32_t n = 0;
  for (int o = 0; o < 2; o++)
    outputs[n++] = bench_parse_in(&bench, &world.scope, o ? "tyre.fy(x, y, t)" : "tyre.fx(x, y, t)");
  for (int o = 0; o < 2; o++) {
    for (int32_t i = 0; i < 3; i++) outputs[n++] = sar_expr_derivative(bench.arena, outputs[o], i);
  }
  const SarProgram *program = NULL;
  assert_int_equal(sar_program_compile(bench.context, bench.arena, outputs, n, &program), SAR_OK);
  double *scratch = malloc((size_t)sar_program_scratch(program) * sizeof *scratch), out[26], expected[8];
  assert_non_null(scratch);
  world.calls = 0;
  sar_program_evaluate(program, at, scratch, out);
  assert_int_equal(world.calls, 1);
  assert_int_equal(sar_program_operations(program), 1);
  bench_tyre(at, expected, expected + 2);
  for (int i = 0; i < 8; i++) assert_true(out[i] == expected[i]);
  free(scratch);
  for (int i = 2; i < 8; i++) {
    for (int32_t k = 0; k < 3; k++) outputs[n++] = sar_expr_derivative(bench.arena, outputs[i], k);
  }
  assert_int_equal(sar_program_compile(bench.context, bench.arena, outputs, n, &program), SAR_OK);
  scratch = malloc((size_t)sar_program_scratch(program) * sizeof *scratch);
  assert_non_null(scratch);
  world.calls = 0;
  sar_program_evaluate(program, at, scratch, out);
  assert_int_equal(world.calls, 1 + 2 * 3); /* the Jacobian at two places for each input */
  for (int i = 0; i < 8; i++) assert_true(out[i] == expected[i]);
  const double x = at[0], y = at[1], t = at[2], e = exp(x * t);
  const double second[] = {-sin(x) * y, cos(x), 0,     cos(x),          0, 0,
                           0,           0,      6 * t, t * t * e,       0, e * (1 + x * t),
                           0,           -2,     0,     e * (1 + x * t), 0, x * x * e};
  for (int i = 0; i < 18; i++) CHECK_NEAR(out[8 + i], second[i], 1e-8);
  free(scratch);
  bench_close(&bench);
}

static void differences_stand_in_for_a_jacobian(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const SarExpr *f = bench_parse_in(&bench, &world.scope, "rough.fx(x*y, y, 2*t)*rough.fy(x, y, t)");
  const SarExpr *exact = bench_parse_in(&bench, &world.scope, "tyre.fx(x*y, y, 2*t)*tyre.fy(x, y, t)");
  for (int32_t i = 0; i < 3; i++) {
    const SarExpr *fi = sar_expr_derivative(bench.arena, f, i), *ei = sar_expr_derivative(bench.arena, exact, i);
    CHECK_NEAR(bench_value(&bench, fi, at), bench_value(&bench, ei, at), 1e-8);
    for (int32_t k = 0; k < 3; k++) {
      CHECK_NEAR(bench_value(&bench, sar_expr_derivative(bench.arena, fi, k), at),
                 bench_value(&bench, sar_expr_derivative(bench.arena, ei, k), at), 1e-5);
    }
  }
  bench_close(&bench);
}

static const SarExpr *swap(void *self, const SarExpr *node, const SarExpr *now) {
  int32_t variable = sar_expr_is_variable(node);
  return variable < 0 ? now : sar_expr_variable(self, 1 - variable);
}

static void calls_are_rewritten(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const SarExpr *f = bench_parse_in(&bench, &world.scope, "tyre.fx(x, 2*y, 0.5) + akispl(x, y, map)");
  const SarExpr *swapped = sar_expr_rewrite(bench.arena, f, &(SarRewriter){swap, bench.arena});
  const double there[BENCH_VARIABLES] = {at[1], at[0], 0, 0};
  assert_true(bench_value(&bench, swapped, at) == bench_value(&bench, f, there));
  double scale[] = {0, 0};
  assert_true(sar_expr_is_constant(sar_expr_rescale(bench.arena, f, 1, scale, 2), NULL));
  bench_close(&bench);
}

/* A function of many inputs, in a program with others. */
static int sum(void *self, const double *inputs, double *outputs, double *jacobian) {
  int32_t n = *(int32_t *)self;
  outputs[0] = 0;
  for (int32_t i = 0; i < n; i++) outputs[0] += (i + 1) * inputs[i];
  for (int32_t i = 0; jacobian && i < n; i++) jacobian[i] = i + 1;
  return 0;
}

static void many_inputs(void **state) {
  (void)state;
  Bench bench = bench_open();
  int32_t n = SAR_EXPR_MOST_ARGUMENTS, none = 0;
  SarExternal external = {"sum", n, 1, true, sum, &n, false}, empty = {"none", 0, 1, true, sum, &none, false};
  const SarExpr **arguments = malloc((size_t)n * sizeof *arguments);
  assert_non_null(arguments);
  for (int32_t i = 0; i < n; i++) arguments[i] = sar_expr_variable(bench.arena, i % 4);
  const SarExpr *f = sar_node_pick(bench.arena, sar_node_call(bench.arena, &external, arguments), 0);
  const SarExpr *same = sar_node_pick(bench.arena, sar_node_call(bench.arena, &external, arguments), 0);
  double expected = 0, weight = 0;
  for (int32_t i = 0; i < n; i++) expected += (i + 1) * at[i % 4];
  for (int32_t i = 1; i < n; i += 4) weight += i + 1;
  CHECK_NEAR(bench_value(&bench, sar_expr_add(bench.arena, f, same), at), 2 * expected, 1e-9);
  CHECK_NEAR(bench_value(&bench, sar_expr_derivative(bench.arena, f, 1), at), weight, 1e-9);
  assert_true(sar_node_is(sar_node_pick(bench.arena, sar_node_call(bench.arena, &empty, NULL), 0), 0));
  free(arguments);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),
      cmocka_unit_test(one_call_gives_everything),
      cmocka_unit_test(differences_stand_in_for_a_jacobian),
      cmocka_unit_test(calls_are_rewritten),
      cmocka_unit_test(many_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
