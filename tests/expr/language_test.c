/* Conditions, comparisons, constants, calls of the scope: what the language means beyond arithmetic. */
#include <string.h>

#include "expr/bench.h"

#define PI 3.14159265358979323846

static const double at[BENCH_VARIABLES] = {0.7, -1.3, 2.5, 0.45};

typedef BenchCase Case;
#define CHECK_ALL(cases) bench_check(cases, sizeof(cases) / sizeof *(cases), true, at, 4e-15)

static void comparisons(void **state) {
  (void)state;
  const Case cases[] = {{"x < y", 0},    {"x > y", 1},   {"x <= 0.7", 1}, {"x >= 0.7", 1}, {"x == 0.7", 1},
                        {"x != 0.7", 0}, {"x<-y", 1},    {"y<x", 1},      {"x==x", 1},     {"3 != 4", 1},
                        {"2 >= 3", 0},   {"x < 0.7", 0}, {"x > 0.7", 0},  {"y <= -2", 0}};
  CHECK_ALL(cases);
}

static void logic(void **state) {
  (void)state;
  const Case cases[] = {
      {"x > 0 and y < 0", 1}, {"x > 0 and y > 0", 0},
      {"x > 0 or y > 0", 1},  {"x < 0 || y > 0", 0},
      {"x > 0 && y < 0", 1},  {"not x > 0", 0},
      {"!(x > 0)", 0},        {"not 0", 1},
      {"not not x", 1},       {"NOT x < 0 AND y < 0", 1},
      {"1 or 0 and 0", 1},                                  /* and binds tighter */
      {"not 1 or 1", 1},                                    /* not binds tighter than or */
      {"not 1 and 0", 0},     {"x + 1 > y and x*2 < t", 1}, /* arithmetic binds tighter than comparison */
      {"1 + (x > 0)*2", 3},   {"2 + not x", 2},
      {"-1 < 0", 1},          {"x and y", 1},
      {"x and 0", 0}};
  CHECK_ALL(cases);
}

static void conditions(void **state) {
  (void)state;
  const Case cases[] = {{"if(x > 0, 3, 4)", 3},
                        {"if(x < 0, 3, 4)", 4},
                        {"if(1, x, y)", 0.7},
                        {"if(0, x, y)", -1.3},
                        {"if(x > 0 and t < 1, 3, if(y < 0, 5, 6))", 5},
                        {"IF(x: 1, 2, 3)", 3},
                        {"IF(y: 1, 2, 3)", 1},
                        {"if(x - 0.7: 1, 2, 3)", 2},
                        {"If(-1: 1, 2, 3)", 1},
                        {"if(0: 1, 2, 3)", 2},
                        {"if(x > 0, t, sqrt(y))", 2.5}, /* nothing of the other branch enters */
                        {"if(x < 0, log(y), t)", 2.5},
                        {"if(y: t, 0, sqrt(y))", 2.5},
                        {"if(one == 0, 1/(one - 1), 3)", 3}, /* nor of one that is never taken */
                        {"if(one, 3, x/0 + mod(x, 0) + log(0) + step(x, 1, 0, 1, 2))", 3},
                        {"if(one: 1/0, log(-1), 5)", 5},
                        {"if(0: 1/0, 4, log(0))", 4}};
  CHECK_ALL(cases);
}

static void words_of_any_case(void **state) {
  (void)state;
  const Case cases[] = {
      {"SIN(x)", sin(0.7)}, {"Sqrt(t)", sqrt(2.5)}, {"PI", PI},    {"Pi", PI},          {"90*DTOR", PI / 2},
      {"rtod*PI", 180},     {"TIME", 2.5},          {"time", 2.5}, {"t", 2.5},          {"STEP(x, 0, 1, 0.5, 2)", 2},
      {"2**3", 8},          {"2**3**2", 512},       {"-2**2", -4}, {"x**2", 0.7 * 0.7}, {"2**-1", 0.5},
      {"ABS(y)", 1.3}};
  CHECK_ALL(cases);
}

static void intrinsics(void **state) {
  (void)state;
  const Case cases[] = {{"aint(y)", -1},     {"aint(2.9)", 2},         {"anint(y)", -1},         {"anint(2.5)", 3},
                        {"anint(-2.5)", -3}, {"anint(0.49)", 0},       {"dim(x, y)", 2},         {"dim(y, x)", 0},
                        {"min(3, 1, 2)", 1}, {"max(x, y, t, 1)", 2.5}, {"min(x, y, t, -9)", -9}, {"sign(3, -2)", -3},
                        {"sign(-3, 2)", 3},  {"sign(-3, 0)", 3},       {"sign(t, y)", -2.5},     {"MOD(-7, 3)", -1},
                        {"rem(-7, 3)", -1},  {"rem(7, -3)", 1},        {"rem(t, 1)", 0.5}};
  CHECK_ALL(cases);
}

static void calls_of_the_scope(void **state) {
  (void)state;
  const Case cases[] = {{"theta", 2.4},
                        {"theta^2 + 1", 2.4 * 2.4 + 1},
                        {"dx()", -1.3},
                        {"dx(a)", -0.3},
                        {"2*dx(a.b, c, 0)", 3.4},
                        {"dx(a) + dx(a, b)", 0.4},
                        {"sin(dx(-1, +2.5))", sin(0.7)}};
  CHECK_ALL(cases);
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const SarExpr *f = NULL;
  SarSource source = {sar_intern(bench.context, "m.yaml"), 3, 11};
  const char *text = "1 + dx(left.crank.pin, 0, -2.5, b)*x";
  assert_int_equal(sar_expr_parse(bench.context, bench.arena, text, source, "e", &world.scope, &f), SAR_OK);
  assert_string_equal(world.last.name, "dx");
  assert_int_equal(world.last.narguments, 4);
  assert_int_equal(world.last.source.line, 3);
  assert_int_equal(world.last.source.column, 15);
  const SarCallArgument *arguments = world.last.arguments;
  assert_string_equal(arguments[0].name, "left.crank.pin");
  assert_int_equal(arguments[0].source.column, 18);
  assert_true(!arguments[1].name && arguments[1].number == 0 && !arguments[2].name && arguments[2].number == -2.5);
  assert_int_equal(arguments[2].source.column, 37);
  assert_string_equal(arguments[3].name, "b");
  bench_close(&bench);
}

static SarStatus resolve_own(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self;
  *variable = -1;
  *constant = 5;
  return strcmp(name, "PI") == 0 || strcmp(name, "left.r") == 0 ? SAR_OK : SAR_INPUT;
}

static void names_of_the_scope_win(void **state) {
  (void)state;
  Bench bench = bench_open();
  SarScope scope = {.resolve = resolve_own};
  double value = 0;
  assert_true(sar_expr_is_constant(bench_parse_in(&bench, &scope, "PI"), &value) && value == 5);
  assert_true(sar_expr_is_constant(bench_parse_in(&bench, &scope, "pi"), &value) && value == PI);
  assert_true(sar_expr_is_constant(bench_parse_in(&bench, &scope, "2*left.r"), &value) && value == 10);
  bench_close(&bench);
}

static void nan_is_not_hidden(void **state) {
  (void)state;
  Bench bench = bench_open();
  const char *texts[] = {"if(sqrt(y) > 0, 1, 2)", "sqrt(y) == 1", "x > 0 and sqrt(y) < 2", "not sqrt(y)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_true(isnan(bench_value(&bench, bench_parse(&bench, texts[i]), at)));
  }
  bench_close(&bench);
}

static void count_variable(void *self, int32_t variable) {
  int32_t *seen = self;
  seen[++seen[0]] = variable;
}

static void variables_come_once_and_in_order(void **state) {
  (void)state;
  Bench bench = bench_open();
  int32_t seen[8] = {0};
  assert_true(
      sar_expr_each_variable(bench_parse(&bench, "t*x + sin(t)*y - x^2 + if(t > 1, x, y)"), count_variable, seen));
  assert_int_equal(seen[0], 3);
  assert_true(seen[1] == 0 && seen[2] == 1 && seen[3] == 2);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comparisons),
      cmocka_unit_test(logic),
      cmocka_unit_test(conditions),
      cmocka_unit_test(words_of_any_case),
      cmocka_unit_test(intrinsics),
      cmocka_unit_test(calls_of_the_scope),
      cmocka_unit_test(names_of_the_scope_win),
      cmocka_unit_test(nan_is_not_hidden),
      cmocka_unit_test(variables_come_once_and_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
