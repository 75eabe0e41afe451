/* Derivatives of first and second order of every operation in the table, against central differences; exact values
 * where differences cannot see. A function added to functions.def is tested here without an edit. */
#include <stdio.h>
#include <string.h>

#include "expr/bench.h"
#include "expr/function.h"
#include "expr/gradient.h"
#include "expr/node.h"

/* Points inside every function's domain (arguments between 0 and 1, first and second different), away from kinks. */
static const double points[][BENCH_VARIABLES] = {
    {0.21, 0.77, 0, 0}, {0.83, 0.34, 0, 0}, {0.52, 0.61, 0, 0}, {0.97, 0.13, 0, 0}, {0.05, 0.93, 0, 0}};
enum { NPOINTS = sizeof points / sizeof *points };

/* Central difference of f, extrapolated: error O(h^4). */
static double difference(Bench *bench, const SarExpr *f, const double *at, int32_t variable) {
  double quotient[2];
  for (int k = 0; k < 2; k++) {
    double h = 1e-3 / (1 + k), moved[BENCH_VARIABLES];
    memcpy(moved, at, sizeof moved);
    moved[variable] = at[variable] + h;
    double plus = bench_value(bench, f, moved);
    moved[variable] = at[variable] - h;
    quotient[k] = (plus - bench_value(bench, f, moved)) / (2 * h);
  }
  return (4 * quotient[1] - quotient[0]) / 3;
}

static void check_derivative(Bench *bench, const char *what, const SarExpr *f, const SarExpr *derivative,
                             int32_t variable) {
  assert_non_null(derivative);
  for (int i = 0; i < NPOINTS; i++) {
    double exact = bench_value(bench, derivative, points[i]), approximate = difference(bench, f, points[i], variable);
    /* 0.03 from the end of a domain a step of 1e-3 leaves a relative error of about (1/30)^4 */
    if (!(fabs(exact - approximate) <= 2e-6 * (1 + fabs(approximate)))) {
      fail_msg("%s, variable %d, point %d: %.12g, differences give %.12g", what, variable, i, exact, approximate);
    }
  }
}

/* All at once, from the root, against one by one, from the leaves: other sums of the same products. */
static void check_gradient(Bench *bench, const char *what, const SarExpr *f) {
  static const int32_t variables[] = {0, 1, 3};
  const SarExpr *gradient[3];
  assert_true(sar_expr_gradient(bench->arena, f, variables, 3, gradient));
  assert_true(sar_node_is(gradient[2], 0)); /* f does not use it */
  for (int j = 0; j < 2; j++) {
    const SarExpr *one = sar_expr_derivative(bench->arena, f, variables[j]);
    for (int i = 0; i < NPOINTS; i++) {
      double a = bench_value(bench, gradient[j], points[i]), b = bench_value(bench, one, points[i]);
      if (!(fabs(a - b) <= 1e-13 * (1 + fabs(b)))) fail_msg("%s, variable %d: %.17g, not %.17g", what, j, a, b);
    }
  }
}

/* Its nodes listed once, in whatever order variables come. */
static void check_listed(Bench *bench, const SarExpr *f) {
  static const int32_t variables[4] = {1, 0, 3, 1};
  SarDerivable *listed = sar_derivable_create(f);
  assert_non_null(listed);
  for (int j = 0; j < 4; j++) {
    const SarExpr *one = sar_expr_derivative(bench->arena, f, variables[j]);
    const SarExpr *same = sar_derivable_by(bench->arena, listed, variables[j]);
    for (int i = 0; i < NPOINTS; i++) {
      double a = bench_value(bench, one, points[i]), b = bench_value(bench, same, points[i]);
      assert_memory_equal(&a, &b, sizeof a);
    }
  }
  sar_derivable_destroy(&listed);
  assert_null(listed);
}

static void check_two_orders(Bench *bench, const char *what, const SarExpr *f) {
  check_listed(bench, f);
  check_gradient(bench, what, f);
  for (int32_t i = 0; i < 2; i++) {
    const SarExpr *first = sar_expr_derivative(bench->arena, f, i);
    check_derivative(bench, what, f, first, i);
    for (int32_t j = 0; j < 2; j++) {
      check_derivative(bench, what, first, sar_expr_derivative(bench->arena, first, j), j);
    }
  }
}

static void every_operation(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *x = bench_parse(&bench, "x"), *y = bench_parse(&bench, "y");
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    const char *name = sar_function_get(operation)->name;
    check_two_orders(&bench, name, sar_node_apply(bench.arena, operation, (const SarExpr *[]){x, y, x}));
  }
  bench_close(&bench);
}

static void every_operation_inside_others(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *a = bench_parse(&bench, "0.3 + 0.4*x*y"), *b = bench_parse(&bench, "0.9 - 0.1*exp(x)*y^2");
  const SarExpr *outside = bench_parse(&bench, "1 + x^2*sin(y)");
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    const SarExpr *f = sar_node_apply(bench.arena, operation, (const SarExpr *[]){a, b, a});
    check_two_orders(&bench, sar_function_get(operation)->name, sar_expr_multiply(bench.arena, outside, f));
  }
  bench_close(&bench);
}

static double derivative_at(Bench *bench, const char *text, int order, double x) {
  const SarExpr *f = bench_parse(bench, text);
  for (int i = 0; i < order; i++) f = sar_expr_derivative(bench->arena, f, 0);
  assert_non_null(f);
  return bench_value(bench, f, (double[BENCH_VARIABLES]){x, 2, 0, 0});
}

static void powers_are_exact_at_zero(void **state) {
  (void)state;
  Bench bench = bench_open();
  assert_true(derivative_at(&bench, "x^2", 1, 0) == 0);
  assert_true(derivative_at(&bench, "x^2", 2, 0) == 2);
  assert_true(derivative_at(&bench, "x^2", 3, 0) == 0);
  assert_true(derivative_at(&bench, "x^3", 1, 0) == 0);
  assert_true(derivative_at(&bench, "x^3", 2, 0) == 0);
  assert_true(derivative_at(&bench, "x^3", 3, 0) == 6);
  assert_true(derivative_at(&bench, "x^1.5", 1, 0) == 0);
  assert_true(derivative_at(&bench, "x^1", 1, 0) == 1);
  assert_true(derivative_at(&bench, "x^4", 2, -2) == 48); /* negative base: no logarithm is involved */
  assert_true(derivative_at(&bench, "(2*x - 1)^3", 1, 0) == 6);
  assert_true(derivative_at(&bench, "x^-2", 1, 2) == -0.25);
  bench_close(&bench);
}

static void general_powers(void **state) {
  (void)state;
  Bench bench = bench_open();
  CHECK_NEAR(derivative_at(&bench, "2^x", 1, 3), 8 * log(2), 1e-14);
  CHECK_NEAR(derivative_at(&bench, "x^x", 1, 2), 4 * (log(2) + 1), 1e-14);
  CHECK_NEAR(derivative_at(&bench, "x^y", 1, 3), 6, 1e-14); /* y = 2 */
  bench_close(&bench);
}

static void kinks_take_the_branch_they_are_on(void **state) {
  (void)state;
  Bench bench = bench_open();
  assert_true(derivative_at(&bench, "abs(x)", 1, -3) == -1);
  assert_true(derivative_at(&bench, "abs(x)", 1, 3) == 1);
  assert_true(derivative_at(&bench, "min(2*x, 5)", 1, 2) == 2);
  assert_true(derivative_at(&bench, "min(2*x, 5)", 1, 3) == 0);
  assert_true(derivative_at(&bench, "max(x^2, 1)", 1, 3) == 6);
  assert_true(derivative_at(&bench, "max(x^2, 1)", 1, 0.5) == 0);
  assert_true(derivative_at(&bench, "floor(x)", 1, 0.5) == 0);
  assert_true(derivative_at(&bench, "sign(x)*x", 1, -2) == -1);
  assert_true(derivative_at(&bench, "mod(3*x, 2)", 1, -2.1) == 3);
  assert_true(derivative_at(&bench, "max(x, x)", 1, 1) == 1);
  bench_close(&bench);
}

static void derivatives_are_simple(void **state) {
  (void)state;
  Bench bench = bench_open();
  static const struct {
    const char *text;
    int32_t operations;
  } cases[] = {{"3", 0},      {"y", 0},        {"x", 0},   {"x + y + 2", 0}, {"5*x", 0},     {"x^2", 1}, {"3*x^2", 1},
               {"sin(x)", 1}, {"cos(2*x)", 3}, {"x*y", 0}, {"exp(x)", 1},    {"x/4 - y", 0}, {"-x", 0},  {"2*pi*x", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const SarExpr *f = sar_expr_derivative(bench.arena, bench_parse(&bench, cases[i].text), 0);
    const SarProgram *program = NULL;
    assert_int_equal(sar_program_compile(bench.context, bench.arena, &f, 1, &program), SAR_OK);
    if (sar_program_operations(program) != cases[i].operations) {
      fail_msg("d(%s) takes %d operations", cases[i].text, sar_program_operations(program));
    }
  }
  double value = 0;
  assert_true(sar_expr_is_constant(sar_expr_derivative(bench.arena, bench_parse(&bench, "y^2"), 0), &value));
  assert_true(value == 0);
  bench_close(&bench);
}

static void size_grows_slowly_with_nesting(void **state) {
  (void)state;
  Bench bench = bench_open();
  char text[2000] = "x";
  for (int i = 0; i < 60; i++) { /* naive derivatives of this one would have 2^60 terms */
    char inner[2000];
    snprintf(inner, sizeof inner, "tan(%.1900s)/x", text);
    memcpy(text, inner, sizeof text);
  }
  const SarExpr *f = bench_parse(&bench, text), *f1 = sar_expr_derivative(bench.arena, f, 0);
  const SarExpr *all[] = {f, f1, sar_expr_derivative(bench.arena, f1, 0)};
  const SarProgram *program = NULL;
  assert_int_equal(sar_program_compile(bench.context, bench.arena, all, 3, &program), SAR_OK);
  assert_in_range(sar_program_operations(program), 120, 60 * 60);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation),
      cmocka_unit_test(every_operation_inside_others),
      cmocka_unit_test(powers_are_exact_at_zero),
      cmocka_unit_test(general_powers),
      cmocka_unit_test(kinks_take_the_branch_they_are_on),
      cmocka_unit_test(derivatives_are_simple),
      cmocka_unit_test(size_grows_slowly_with_nesting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
