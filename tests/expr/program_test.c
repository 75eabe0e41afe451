/* Programs: sharing, equality with the tree, rescaling, linear cost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "expr/bench.h"

static const SarProgram *compiled(Bench *bench, const SarExpr *const *outputs, int32_t noutputs) {
  const SarProgram *program = NULL;
  assert_int_equal(sar_program_compile(bench->context, bench->arena, outputs, noutputs, &program), SAR_OK);
  return program;
}

static int32_t operations(Bench *bench, const char *text) {
  const SarExpr *f = bench_parse(bench, text);
  return sar_program_operations(compiled(bench, &f, 1));
}

static void common_parts_are_computed_once(void **state) {
  (void)state;
  Bench bench = bench_open();
  assert_int_equal(operations(&bench, "x"), 0);
  assert_int_equal(operations(&bench, "3"), 0);
  assert_int_equal(operations(&bench, "x*y"), 1);
  assert_int_equal(operations(&bench, "sin(x) + sin(x)"), 2);
  assert_int_equal(operations(&bench, "sin(x*y)*cos(x*y)"), 4);
  assert_int_equal(operations(&bench, "(x + y)*(y + x)"), 2); /* the order of a sum does not matter */
  assert_int_equal(operations(&bench, "(x - y)*(y - x)"), 3); /* that of a difference does */
  assert_int_equal(operations(&bench, "atan2(x, y) + atan2(y, x)"), 3);
  assert_int_equal(operations(&bench, "x^2 + x*x"), 2);
  assert_int_equal(operations(&bench, "2*x + 2.0*x + (1 + 1)*x"), 3);
  assert_int_equal(operations(&bench, "x + t"), 1);
  bench_close(&bench);
}

static void outputs_share(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = bench_parse(&bench, "exp(x)*sin(t)"), *fx = sar_expr_derivative(bench.arena, f, 0);
  const SarExpr *outputs[] = {f, fx, f, bench_parse(&bench, "y"), bench_parse(&bench, "4")};
  const SarProgram *program = compiled(&bench, outputs, 5);
  assert_int_equal(sar_program_operations(program), 3); /* the derivative with respect to x is f itself */
  double variables[BENCH_VARIABLES] = {0.5, 7, 1.5, 0}, out[5], scratch[32];
  assert_true(sar_program_scratch(program) <= 32);
  sar_program_evaluate(program, variables, scratch, out);
  CHECK_NEAR(out[0], exp(0.5) * sin(1.5), 1e-15);
  assert_true(out[1] == out[0] && out[2] == out[0] && out[3] == 7 && out[4] == 4);
  sar_program_evaluate(program, (double[]){0, 1, 0, 0}, scratch, out); /* nothing is left over from before */
  assert_true(out[0] == 0 && out[3] == 1 && out[4] == 4);
  assert_int_equal(sar_program_scratch(compiled(&bench, NULL, 0)), 0);
  bench_close(&bench);
}

static void the_program_equals_the_tree(void **state) {
  (void)state;
  Bench bench = bench_open();
  const char *texts[] = {"sin(2*pi*t + x)/(1 + y^2)", "-100*(length - 0.4) - 2*y + min(x, y)*max(t, 0.1)",
                         "x^3 - 3*x^2*y + hypot(x, y)*atan2(x, t) - mod(t, 0.3)",
                         "exp(-t)*(cos(5*t) + 0.3*sin(5*t)) + abs(x - y)^1.5",
                         "floor(3*x) + ceil(2*y) - sign(t - 0.5)*tanh(length)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const SarExpr *f = bench_parse(&bench, texts[i]), *derivative = sar_expr_derivative(bench.arena, f, 0);
    for (int k = 0; k < 20; k++) {
      double at[BENCH_VARIABLES] = {0.1 + 0.11 * k, 1.7 - 0.07 * k, 0.05 * k + 0.01, 0.4 + 0.02 * k};
      double tree = bench_walk(f, at), slope = bench_walk(derivative, at);
      CHECK_NEAR(bench_value(&bench, f, at), tree, 1e-15 * (1 + fabs(tree)));
      CHECK_NEAR(bench_value(&bench, derivative, at), slope, 1e-15 * (1 + fabs(slope)));
    }
  }
  bench_close(&bench);
}

static void rescaling(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = bench_parse(&bench, "100*(length - 0.4) + 3*y*abs(y) + sin(t)*x");
  double scale[BENCH_VARIABLES] = {2, 1e3, 0.5, 1e-3}, inverse[BENCH_VARIABLES] = {0.5, 1e-3, 2, 1e3};
  double ones[BENCH_VARIABLES] = {1, 1, 1, 1};
  double at[BENCH_VARIABLES] = {0.3, -1.1, 0.9, 0.52}, scaled[BENCH_VARIABLES];
  for (int i = 0; i < BENCH_VARIABLES; i++) scaled[i] = scale[i] * at[i];
  const SarExpr *g = sar_expr_rescale(bench.arena, f, 4.5, scale, BENCH_VARIABLES);
  double expected = 4.5 * bench_value(&bench, f, scaled);
  CHECK_NEAR(bench_value(&bench, g, at), expected, 1e-13 * fabs(expected));
  const SarExpr *back = sar_expr_rescale(bench.arena, g, 1 / 4.5, inverse, BENCH_VARIABLES);
  CHECK_NEAR(bench_value(&bench, back, at), bench_value(&bench, f, at), 1e-13);
  assert_ptr_equal(sar_expr_rescale(bench.arena, f, 1, ones, BENCH_VARIABLES), f); /* nothing to do */
  const SarExpr *fewer = sar_expr_rescale(bench.arena, f, 1, scale, 1);            /* the others stay as they are */
  scaled[1] = at[1], scaled[2] = at[2], scaled[3] = at[3];
  CHECK_NEAR(bench_value(&bench, fewer, at), bench_value(&bench, f, scaled), 1e-13);
  double value = 0;
  assert_true(sar_expr_is_constant(sar_expr_rescale(bench.arena, bench_parse(&bench, "3"), 2, scale, 4), &value));
  assert_true(value == 6);
  bench_close(&bench);
}

static void nan_passes_through(void **state) {
  (void)state;
  Bench bench = bench_open();
  double at[BENCH_VARIABLES] = {-1, 0, 0, 0};
  assert_true(isnan(bench_value(&bench, bench_parse(&bench, "1 + sqrt(x)"), at)));
  assert_true(isinf(bench_value(&bench, bench_parse(&bench, "1/y"), at)));
  assert_true(isnan(bench_value(&bench, bench_parse(&bench, "min(sqrt(x), 1)"), at)));
  assert_true(isnan(bench_value(&bench, bench_parse(&bench, "max(1, sqrt(x))"), at)));
  assert_true(isnan(bench_value(&bench, bench_parse(&bench, "sign(sqrt(x))"), at)));
  assert_true(isnan(bench_value(&bench, bench_parse(&bench, "mod(1, y)"), at)));
  bench_close(&bench);
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* CPU time to parse, differentiate twice and compile `count` different laws as one program. */
static double compile_time(int32_t count) {
  Bench bench = bench_open();
  const SarExpr **outputs = malloc((size_t)count * 3 * sizeof *outputs);
  assert_non_null(outputs);
  double start = seconds();
  for (int32_t i = 0; i < count; i++) {
    char text[100];
    snprintf(text, sizeof text, "%d*(length - 0.4) + %d.5*y*abs(y) + sin(2*pi*t + %d)", i + 2, i, i + 1);
    const SarExpr *f = bench_parse(&bench, text);
    outputs[3 * i] = f;
    outputs[3 * i + 1] = sar_expr_derivative(bench.arena, f, 3);
    outputs[3 * i + 2] = sar_expr_derivative(bench.arena, f, 1);
  }
  const SarProgram *program = compiled(&bench, outputs, 3 * count);
  double time = seconds() - start;
  assert_in_range(sar_program_operations(program), 4 * count, 20 * count);
  free(outputs);
  bench_close(&bench);
  return time;
}

static void compile_time_is_linear(void **state) {
  (void)state;
  double small = compile_time(2000), large = compile_time(20000);
  print_message("2 000 laws: %.3f s, 20 000 laws: %.3f s\n", small, large);
  assert_true(large < 30 * small + 0.2); /* ten times the work; quadratic cost would be a hundred times */
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(common_parts_are_computed_once),
      cmocka_unit_test(outputs_share),
      cmocka_unit_test(the_program_equals_the_tree),
      cmocka_unit_test(rescaling),
      cmocka_unit_test(nan_passes_through),
      cmocka_unit_test(compile_time_is_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
