/* What texts mean: values against C's own arithmetic, precedence, folding, angle units, long and deep texts. */
#include <stdlib.h>
#include <string.h>

#include "expr/bench.h"

#define PI 3.14159265358979323846

static const double at[BENCH_VARIABLES] = {0.7, -1.3, 2.5, 0.45};
static const double x = 0.7, y = -1.3, t = 2.5, length = 0.45;

typedef BenchCase Case;
#define CHECK_ALL(cases) bench_check(cases, sizeof(cases) / sizeof *(cases), false, at, 2e-15)

static void numbers_and_names(void **state) {
  (void)state;
  const Case cases[] = {
      {"1", 1},           {".5", .5},
      {"1.", 1},          {"1e-3", 1e-3},
      {"2.5E+2", 250},    {"007", 7},
      {"x", x},           {"  x\t\n", x},
      {"g", 9.81},        {"pi", PI},
      {"length", length}, {"1e308", 1e308},
      {"(((t)))", t},     {"2.2250738585072014e-308", 2.2250738585072014e-308},
  };
  CHECK_ALL(cases);
}

static void precedence(void **state) {
  (void)state;
  const Case cases[] = {
      {"-2^2", -4},
      {"2^3^2", 512},
      {"2^-1", 0.5},
      {"(-2)^2", 4},
      {"2^-2^2", pow(2, -4)},
      {"1-2-3", -4},
      {"8/4/2", 1},
      {"2+3*4", 14},
      {"(2+3)*4", 20},
      {"2*3^2", 18},
      {"-x^2", -(x * x)},
      {"2*-3", -6},
      {"2--3", 5},
      {"2-+3", -1},
      {"--2", 2},
      {"-2*3", -6},
      {"6/2*3", 9},
      {"1+2-3+4", 4},
      {"2^0.5^2", pow(2, 0.25)},
      {"-x*-y", x * y},
      {"x-y*t/length", x - y * t / length},
      {"x^y^2", pow(x, y * y)},
      {"1/x/y", 1 / x / y},
      {"x-(y-t)", x - (y - t)},
      {"+x", x},
      {"4^-one", 0.25},
      {"-2^-2", -0.25},
      {"x--y", x + y},
      {"10-2^2*2", 2},
  };
  CHECK_ALL(cases);
}

static void functions(void **state) {
  (void)state;
  const Case cases[] = {
      {"sin(x)", sin(x)},
      {"cos(x)", cos(x)},
      {"tan(x)", tan(x)},
      {"asin(x)", asin(x)},
      {"acos(x)", acos(x)},
      {"atan(y)", atan(y)},
      {"atan2(y, x)", atan2(y, x)},
      {"sinh(y)", sinh(y)},
      {"cosh(y)", cosh(y)},
      {"tanh(y)", tanh(y)},
      {"exp(y)", exp(y)},
      {"log(t)", log(t)},
      {"log10(t)", log10(t)},
      {"sqrt(t)", sqrt(t)},
      {"abs(y)", 1.3},
      {"sign(y)", -1},
      {"sign(x)", 1},
      {"sign(0*x)", 0},
      {"min(x, y)", y},
      {"max(x,y)", x},
      {"floor(y)", -2},
      {"ceil(y)", -1},
      {"mod(7, 3)", 1},
      {"mod(-7, 3)", -1},
      {"mod(7, -3)", 1},
      {"MOD(-7.5, 2)", -1.5},
      {"180D", PI},
      {"30.0d*6", PI},
      {"1.8E2D", PI},
      {"-90D + 45.d - .5D*90", -PI / 2},
      {"360D^2", 4 * PI * PI},
      {"2 * * 3", 8},
      {"2*\t *3*2", 16},
      {"- -8.5 + -0.5", 8},
      {"modulo(-7, 3)", 2},
      {"modulo(7, -3)", -2},
      {"modulo(6, 3)", 0},
      {"mod(6, 3)", 0},
      {"mod(t, 1)", 0.5},
      {"mod(y, 1)", fmod(y, 1)},
      {"modulo(y, 1)", 1 + fmod(y, 1)},
      {"hypot(3, 4)", 5},
      {"hypot(x,y)", hypot(x, y)},
      {"x^y", pow(x, y)},
      {"atan2(-1, -1)", atan2(-1, -1)},
      {"sin(2*pi*t + x)", sin(2 * PI * t + x)},
      {"exp(-x)*cos(t)", exp(-x) * cos(t)},
      {"sqrt(x^2 + y^2)", sqrt(x * x + y * y)},
      {"100*max(0, r - length)^1.5", 0},
      {"min(max(x, 0), 0.5)", 0.5},
  };
  CHECK_ALL(cases);
}

static void angles(void **state) {
  (void)state;
  const Case cases[] = {
      {"30 deg", PI / 6},
      {"30deg", PI / 6},
      {"-90 deg", -PI / 2},
      {"sin(30 deg)", 0.5},
      {"2 rad", 2},
      {"(x + 1) deg", (x + 1) * PI / 180},
      {"x deg", x * PI / 180},
      {"2*45 deg", PI / 2},
      {"180 deg - pi + x", x},
      {"180 deg^2", PI * PI},
      {"30 deg*x", PI / 6 * x},
      {"max(10, 20) deg", PI / 9},
  };
  CHECK_ALL(cases);
  Bench bench = bench_open();
  const char *with[] = {"30 deg", "2 rad", "0*x + 1 deg", "x*0 deg", "sin(30 deg)", "x + 0 rad"};
  for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
    assert_true(sar_expr_has_angle_unit(bench_parse(&bench, with[i])));
  }
  assert_false(sar_expr_has_angle_unit(bench_parse(&bench, "2*pi*x")));
  assert_false(sar_expr_has_angle_unit(bench_parse(&bench, "sin(x)")));
  bench_close(&bench);
}

static void constants_are_folded(void **state) {
  (void)state;
  Bench bench = bench_open();
  const Case constant[] = {{"g*r^2/12", 9.81 * (0.3 * 0.3) / 12},
                           {"sin(pi/6)", sin(PI / 6)},
                           {"0*x", 0},
                           {"x*0", 0},
                           {"x^0", 1},
                           {"0/x", 0},
                           {"one - 1", 0},
                           {"if(x: 0, 0, -0)", 0},
                           {"if(x, 2, 1 + 1)", 2}};
  for (size_t i = 0; i < sizeof constant / sizeof *constant; i++) {
    double value = NAN;
    assert_true(sar_expr_is_constant(bench_parse(&bench, constant[i].text), &value));
    CHECK_NEAR(value, constant[i].value, 1e-15);
    assert_true(sar_expr_is_constant(bench_parse(&bench, constant[i].text), NULL));
  }
  assert_false(sar_expr_is_constant(bench_parse(&bench, "x - x"), NULL));
  bench_close(&bench);
}

static void dependence(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = bench_parse(&bench, "sin(x)*3 + t^2");
  assert_true(sar_expr_depends_on(f, 0));
  assert_false(sar_expr_depends_on(f, 1));
  assert_true(sar_expr_depends_on(f, 2));
  assert_false(sar_expr_depends_on(f, -1));
  const SarExpr *far = sar_expr_multiply(bench.arena, f, sar_expr_variable(bench.arena, 1000));
  assert_true(sar_expr_depends_on(far, 1000));
  assert_false(sar_expr_depends_on(far, 999));
  assert_false(sar_expr_depends_on(far, 63));
  assert_true(sar_expr_depends_on(far, 0));
  bench_close(&bench);
}

/* open + n times `before` + `middle` + n times `after` */
static char *repeat(const char *before, const char *middle, const char *after, size_t n) {
  size_t nb = strlen(before), nm = strlen(middle), na = strlen(after);
  char *text = malloc(n * (nb + na) + nm + 1), *end = text;
  assert_non_null(text);
  for (size_t i = 0; i < n; i++) memcpy(end, before, nb), end += nb;
  memcpy(end, middle, nm), end += nm;
  for (size_t i = 0; i < n; i++) memcpy(end, after, na), end += na;
  *end = 0;
  return text;
}

static void long_texts(void **state) {
  (void)state;
  Bench bench = bench_open();
  char *sum = repeat("x + ", "x", "", 25000); /* 100 kB: the tree is 25000 levels deep */
  assert_true(strlen(sum) > 100000);
  const SarExpr *f = bench_parse(&bench, sum);
  CHECK_NEAR(bench_value(&bench, f, at), 25001 * x, 1e-8);
  const SarExpr *derivative = sar_expr_derivative(bench.arena, f, 0);
  CHECK_NEAR(bench_value(&bench, derivative, at), 25001, 0);
  free(sum);
  char *product = repeat("x*", "x", "", 50000);
  const SarExpr *second = sar_expr_derivative(bench.arena, bench_parse(&bench, product), 0);
  second = sar_expr_derivative(bench.arena, second, 0);
  const double one[BENCH_VARIABLES] = {1};
  CHECK_NEAR(bench_value(&bench, second, one), 50001.0 * 50000, 0); /* n (n - 1) x^(n-2) at 1 */
  free(product);
  bench_close(&bench);
}

static SarStatus parse_status(Bench *bench, const char *text) {
  const SarExpr *f = NULL;
  return sar_expr_parse(bench->context, bench->arena, text, sar_nowhere(), NULL, &bench_scope, &f);
}

static void deep_texts(void **state) {
  (void)state;
  Bench bench = bench_open();
  static const char *const pairs[][2] = {{"(", ")"}, {"-", ""},       {"sin(", ")"},
                                         {"2^", ""}, {"min(1,", ")"}, {"x/(1+", ")"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char *fine = repeat(pairs[i][0], "x", pairs[i][1], 90), *hostile = repeat(pairs[i][0], "x", pairs[i][1], 30000);
    char *open = repeat(pairs[i][0], "", "", 30000);
    assert_int_equal(parse_status(&bench, fine), SAR_OK);
    sar_context_clear(bench.context);
    assert_int_equal(parse_status(&bench, hostile), SAR_INPUT);
    assert_string_equal(sar_context_get(bench.context, 0)->message, "the expression is nested too deeply");
    assert_int_equal(parse_status(&bench, open), SAR_INPUT);
    free(fine), free(hostile), free(open);
  }
  bench_close(&bench);
}

static void sums_are_built(void **state) {
  (void)state;
  Bench bench = bench_open();
  SarArena *arena = bench.arena;
  const SarExpr *first = sar_expr_variable(arena, 0), *second = sar_expr_variable(arena, 1);
  const SarExpr *two = sar_expr_constant(arena, 2), *zero = sar_expr_constant(arena, 0);
  double values[] = {5, 7}, sum;
  CHECK_NEAR(bench_value(&bench, sar_expr_add(arena, first, second), values), 12, 0);
  CHECK_NEAR(bench_value(&bench, sar_expr_add(arena, two, sar_expr_multiply(arena, first, second)), values), 37, 0);
  assert_true(sar_expr_is_constant(sar_expr_add(arena, two, two), &sum) && sum == 4);
  assert_ptr_equal(sar_expr_add(arena, zero, first), first);
  assert_ptr_equal(sar_expr_add(arena, first, zero), first);
  assert_null(sar_expr_add(arena, NULL, first)); /* exhausted memory is handed on */
  assert_null(sar_expr_add(arena, first, NULL));
  bench_close(&bench);
}

static void jumps_are_named(void **state) {
  (void)state;
  Bench bench = bench_open();
  assert_string_equal(sar_expr_jump(bench_parse(&bench, "2*sin(sign(x) + 1)")), "sign");
  assert_string_equal(sar_expr_jump(bench_parse(&bench, "floor(y/3)")), "floor");
  assert_string_equal(sar_expr_jump(bench_parse(&bench, "ceil(x)")), "ceil");
  assert_string_equal(sar_expr_jump(bench_parse(&bench, "mod(x, 2)")), "mod");
  assert_null(sar_expr_jump(bench_parse(&bench, "x*sign(-3) + abs(y) + max(x, y)"))); /* kinks, and a constant */
  assert_null(sar_expr_jump(bench_parse(&bench, "7")));
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(numbers_and_names),
      cmocka_unit_test(precedence),
      cmocka_unit_test(functions),
      cmocka_unit_test(angles),
      cmocka_unit_test(constants_are_folded),
      cmocka_unit_test(dependence),
      cmocka_unit_test(long_texts),
      cmocka_unit_test(deep_texts),
      cmocka_unit_test(sums_are_built),
      cmocka_unit_test(jumps_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
