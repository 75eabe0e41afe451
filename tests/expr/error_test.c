/* Wrong texts: the message, what is suggested, and the exact column. */
#include <stdlib.h>
#include <string.h>

#include "expr/bench.h"

typedef struct Case {
  const char *text;
  int32_t column;               /* of the text, from 1 */
  const char *message, *remedy; /* remedy: a part of it, or null */
} Case;

static const Case cases[] = {
    {"", 1, "the expression is empty", "write a number"},
    {"  \t ", 1, "the expression is empty", NULL},
    {"2 x", 3, "an operator is missing before `x`", "write *"},
    {"x 2", 3, "an operator is missing before `2`", NULL},
    {"2(x)", 2, "an operator is missing before `(`", NULL},
    {"(x)(y)", 4, "an operator is missing before `(`", NULL},
    {"(1 2)", 4, "an operator is missing before `2`", NULL},
    {"sin(x y)", 7, "an operator is missing before `y`", NULL},
    {"1.2.3", 4, "an operator is missing before `.3`", NULL},
    {"30 deg deg", 8, "an operator is missing before `deg`", NULL},
    {"1 + lenght", 5, "unknown name `lenght`", "did you mean `length`?"},
    {"foo", 1, "unknown name `foo`", "known here: pi, x, y, t, length, g, r, one"},
    {"2*tme", 3, "unknown name `tme`", "did you mean `time`?"},
    {"Pj", 1, "unknown name `Pj`", "did you mean `pi`?"},
    {"x + sin", 5, "`sin` is a function", "in parentheses"},
    {"deg", 1, "the unit `deg` has no value before it", "30 deg"},
    {"x*sine(x)", 3, "unknown function `sine`", "did you mean `sin`?"},
    {"arctangent(x)", 1, "unknown function `arctangent`", "describe functions"},
    {"x + y(2)", 5, "`y` is not a function", "write *"},
    {"pi(2)", 1, "`pi` is not a function", NULL},
    {"2*(x + y", 3, "this parenthesis is not closed", "add a )"},
    {"((x)", 1, "this parenthesis is not closed", NULL},
    {"sin(x", 4, "this parenthesis is not closed", NULL},
    {"x + y)", 6, "this parenthesis closes nothing", NULL},
    {"sin()", 1, "`sin` takes 1 argument, not 0", NULL},
    {"1 + sin(x, y)", 5, "`sin` takes 1 argument, not 2", NULL},
    {"atan2(x)", 1, "`atan2` takes 2 arguments, not 1", NULL},
    {"min(x)", 1, "`min` takes at least 2 arguments, not 1", NULL},
    {"x +", 4, "a value is missing at the end", NULL},
    {"x +   ", 4, "a value is missing at the end", NULL},
    {"*x", 1, "a value is missing before `*`", NULL},
    {"x***2", 4, "a value is missing before `*`", NULL},
    {"()", 2, "a value is missing before `)`", NULL},
    {"min(x,)", 7, "a value is missing before `)`", NULL},
    {"min(,x)", 5, "a value is missing before `,`", NULL},
    {"1,5", 2, "unexpected `,`", "with a point"},
    {"(1, 2)", 3, "unexpected `,`", NULL},
    {"x = 3", 3, "unexpected character `=`", NULL},
    {"x $", 3, "unexpected character `$`", NULL},
    {"#", 1, "unexpected character `#`", NULL},
    {".", 1, "unexpected character `.`", NULL},
    {"2*[x]", 3, "unexpected character `[`", NULL},
    {"x*\xc3\xa9", 3, "unexpected character `\xc3\xa9`", NULL},
    {"1e400", 1, "the number `1e400` is out of range", NULL},
    {"x*1e-400", 3, "the number `1e-400` is out of range", NULL},
    {"1/0", 3, "division by zero", NULL},
    {"x/(1 - one)", 3, "division by zero", NULL},
    {"DELAY(x, 1)", 1, "`DELAY` of Adams is not supported", "filter"},
    {"2*user(1, 2)", 3, "`user` of Adams is not supported", "plugin"},
    {"1 + delay", 5, "`delay` of Adams is not supported", "filter"},
    {"2 D", 3, "an operator is missing before `D`", "30D, means degrees"},
    {"x d", 3, "an operator is missing before `d`", "30D, means degrees"},
    {"(x)D", 4, "an operator is missing before `D`", "30D, means degrees"},
    {"25D2", 3, "exponents are written with `e`", "1e5, not 1d5"},
    {"25Dx", 3, "an operator is missing before `Dx`", NULL},
    {"x % 2", 3, "unexpected character `%`", "mod(a, b)"},
    {"[x, y, 1]", 1, "unexpected character `[`", "components one by one"},
    {"1 + x/0.0", 7, "division by zero", NULL},
    {"mod(x, 0)", 8, "`mod` by zero", NULL},
    {"modulo(x, 0)", 11, "`modulo` by zero", NULL},
    {"2*log(-1)", 3, "`log` has no value here (not a number)", NULL},
    {"sqrt(0 - 4)", 1, "`sqrt` has no value here (not a number)", NULL},
    {"log(0)", 1, "the result of `log` is infinite", NULL},
    {"(-8)^(1/3)", 5, "`^` has no value here (not a number)", NULL},
    {"0^-1", 2, "the result of `^` is infinite", NULL},
    {"1e200*1e200", 6, "the result of `*` is infinite", NULL},
    {"x + acos(2)", 5, "`acos` has no value here (not a number)", NULL},
    {"exp(1000)", 1, "the result of `exp` is infinite", NULL},
};

/* In the richer scope: conditions, shape functions, splines, external functions, calls. */
static const Case rich[] = {
    {"0 < x < 1", 7, "comparisons cannot be chained", "a < b and b < c"},
    {"x == y == 1", 8, "comparisons cannot be chained", NULL},
    {"x = 1", 3, "unexpected character `=`", "=="},
    {"x & y", 3, "unexpected character `&`", "`and`"},
    {"x | y", 3, "unexpected character `|`", "`or`"},
    {"x <", 4, "a value is missing at the end", NULL},
    {"x and", 6, "a value is missing at the end", NULL},
    {"and x", 1, "unknown name `and`", NULL},
    {"< x", 1, "a value is missing before `<`", NULL},
    {"x <= >= y", 6, "a value is missing before `>=`", NULL},
    {"x => y", 3, "unexpected character `=`", NULL},
    {"x : y", 3, "unexpected `:`", "IF(e: negative, zero, positive)"},
    {"x ! y", 3, "unexpected character `!`", NULL},
    {"not", 4, "a value is missing at the end", NULL},
    {"if(x > 0, 1)", 1, "`if` takes 3 arguments (condition, value, otherwise), not 2", NULL},
    {"2*IF(x: 1, 2)", 3, "`IF` takes 4 arguments (e:, negative, zero, positive), not 3", NULL},
    {"if(x, 1: 2, 3)", 8, "unexpected `:`", NULL},
    {"sin(x: 1)", 6, "unexpected `:`", NULL},
    {"if", 1, "`if` is a function", "in parentheses"},
    {"1 + step", 5, "`step` is a function", NULL},
    {"1 + STEP(x, 0, 1)", 5, "`STEP` takes 5 arguments (x, x0, h0, x1, h1), not 3", NULL},
    {"poly(x, 0)", 1, "`poly` takes at least 3 arguments (x, x0, a0, ...), not 2", NULL},
    {"forcos(x, 0, 1)", 1, "`forcos` takes at least 4 arguments (x, x0, w, a0, ...), not 3", NULL},
    {"dim(x)", 1, "`dim` takes 2 arguments (a, b), not 1", NULL},
    {"sign(x, y, 1)", 1, "`sign` takes 1 argument, not 3", NULL},
    {"max(x)", 1, "`max` takes at least 2 arguments, not 1", NULL},
    {"x*step(x, 1, 0, 1, 2)", 3, "`step` divides by zero with these arguments", "a length other than zero"},
    {"impact(x, y, 1, 1e5, 2, 10, 0)", 1, "`impact` divides by zero with these arguments", NULL},
    {"impact(x, y, 1, 1e5, 2, 10)", 1, "`impact` takes 7 arguments (x, xdot, x1, k, e, cmax, d), not 6", NULL},
    {"1 + _select(x, 1, 2)", 5, "unknown function `_select`", NULL},
    {"stepp(x, 0, 1, 2, 3)", 1, "unknown function `stepp`", "did you mean `step`?"},
    {"1/(1 > 2)", 3, "division by zero", NULL},
    {"if(1, 1/0, 2)", 9, "division by zero", NULL},
    {"if(x > 0, 1/0, 2)", 13, "division by zero", NULL},
    {"if(0, 1/0, 2) + 1/0", 19, "division by zero", NULL},
    {"if(0: 1, log(0), 2)", 10, "the result of `log` is infinite", NULL},
    {"akispl(x)", 1, "`akispl` lacks the name of its spline", "akispl(x, table)"},
    {"interp(x)", 1, "`interp` lacks the name of its spline", "interp(x, 3, table)"},
    {"interp(x, 2, road)", 11, "the method of `interp` must be 1 or 3", "straight lines"},
    {"interp(x, 1)", 1, "`interp` lacks the name of its spline", NULL},
    {"interp(x, 1, roed)", 14, "unknown spline `roed`", NULL},
    {"interp(x, 3, map)", 14, "the spline `map` is a family of curves", NULL},
    {"akispl()", 1, "`akispl` lacks the name of its spline", NULL},
    {"akispl(x, roed)", 11, "unknown spline `roed`", "splines:"},
    {"akispl(x, 0, roed, 1)", 14, "unknown spline `roed`", NULL},
    {"akispl(x, 0, 3)", 14, "the name of a spline is missing here", NULL},
    {"akispl(x, 2*y)", 1, "`akispl` lacks the name of its spline", NULL},
    {"cubspl(x, 0, road, 3)", 20, "the order of the derivative of a spline must be 0, 1 or 2", NULL},
    {"cubspl(x, 0, road, x)", 20, "the order of the derivative of a spline must be 0, 1 or 2", NULL},
    {"cubspl(x, 0, road, 1, 2)", 21, "unexpected `,`", NULL},
    {"cubspl(x, road", 7, "this parenthesis is not closed", NULL},
    {"cubspl(x", 7, "this parenthesis is not closed", NULL},
    {"cubspl(x y, road)", 10, "an operator is missing before `y`", NULL},
    {"2*cubspl(x, map)", 13, "the spline `map` is a family of curves", "give z"},
    {"tyre.fx(x, y)", 1, "`tyre.fx` takes 3 arguments, not 2", NULL},
    {"1 + tyre.fx(x, y, q)", 19, "unknown name `q`", NULL},
    {"2 + tyre.fx(200, 1, 1)", 5, "`tyre.fx` has no value here (not a number)", NULL},
    {"tyre.fz(x, y, 1 + t)", 1, "unknown function `tyre.fz`", NULL},
    {"1 + dxx(a)", 5, "unknown function `dxx`", "did you mean `dx`?"},
    {"1 + dxx(2*x)", 5, "unknown function `dxx`", "did you mean `dx`?"},
    {"1 + dx(a, 2*x)", 11, "`dx` takes names here, not an expression", "name of a frame"},
    {"dx(a, (b))", 7, "`dx` takes names here, not an expression", NULL},
    {"dx(a, -b)", 7, "`dx` takes names here, not an expression", NULL},
    {"dx(a,)", 6, "an argument of `dx` is missing before `)`", "one comma less"},
    {"dx(a, b", 3, "this parenthesis is not closed", NULL},
    {"dx(", 3, "this parenthesis is not closed", NULL},
    {"1 + crank.pin", 5, "unknown name `crank.pin`", NULL},
    {"theta(2)", 1, "unknown function `theta`", NULL},
    {"x.5", 2, "an operator is missing before `.5`", NULL},
    {"theta.", 6, "unexpected character `.`", NULL},
};

static void check_case(Bench *bench, const SarScope *scope, const Case *wrong) {
  sar_context_clear(bench->context);
  const SarExpr *f = (const SarExpr *)&f;
  SarSource start = {sar_intern(bench->context, "model.yaml"), 7, 21};
  SarStatus status = sar_expr_parse(bench->context, bench->arena, wrong->text, start, "crank", scope, &f);
  if (status != SAR_INPUT) fail_msg("`%s` was accepted", wrong->text);
  assert_null(f);
  assert_int_equal(sar_context_count(bench->context), 1); /* one message, not a cascade */
  const SarDiagnostic *error = sar_context_get(bench->context, 0);
  if (strcmp(error->message, wrong->message) != 0) fail_msg("`%s`: %s", wrong->text, error->message);
  if (error->source.column != 20 + wrong->column) {
    fail_msg("`%s`: column %d, not %d", wrong->text, error->source.column - 20, wrong->column);
  }
  assert_int_equal(error->source.line, 7);
  assert_string_equal(error->source.file, "model.yaml");
  assert_string_equal(error->element, "crank");
  assert_non_null(error->remedy);
  if (wrong->remedy && !strstr(error->remedy, wrong->remedy)) fail_msg("`%s`: %s", wrong->text, error->remedy);
}

static void every_error_has_its_column(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    check_case(&bench, &bench_scope, &cases[i]);
    check_case(&bench, &world.scope, &cases[i]); /* the richer scope changes nothing in them */
  }
  for (size_t i = 0; i < sizeof rich / sizeof *rich; i++) check_case(&bench, &world.scope, &rich[i]);
  bench_close(&bench);
}

static void columns_count_characters(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = NULL;
  SarSource start = {NULL, 1, 1};
  sar_expr_parse(bench.context, bench.arena, "\xc3\xa9 + z", start, NULL, &bench_scope, &f);
  assert_int_equal(sar_context_get(bench.context, 0)->source.column, 1);
  sar_expr_parse(bench.context, bench.arena, "x\xe2\x82\xac", start, NULL, &bench_scope, &f);
  assert_int_equal(sar_context_get(bench.context, 1)->source.column, 2);
  sar_expr_parse(bench.context, bench.arena, "x + z", sar_nowhere(), NULL, &bench_scope, &f);
  assert_int_equal(sar_context_get(bench.context, 2)->source.column, 0); /* unknown stays unknown */
  bench_close(&bench);
}

static void a_failure_the_scope_reported_is_not_repeated(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = NULL;
  SarStatus status = sar_expr_parse(bench.context, bench.arena, "1 + broken*q", sar_nowhere(), NULL, &bench_scope, &f);
  assert_int_equal(status, SAR_FAILED);
  assert_int_equal(sar_context_count(bench.context), 0);
  BenchWorld world;
  bench_world(&bench, &world);
  const char *texts[] = {"1 + refuse(a)*q", "1 + refuse*q", "akispl(x, refuse)", "akispl(x, 0, refuse)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    status = sar_expr_parse(bench.context, bench.arena, texts[i], sar_nowhere(), NULL, &world.scope, &f);
    assert_int_equal(status, SAR_FAILED);
    assert_int_equal(sar_context_count(bench.context), 0);
  }
  bench_close(&bench);
}

static void too_long(void **state) {
  (void)state;
  Bench bench = bench_open();
  char *text = malloc(1000002);
  assert_non_null(text);
  memset(text, '1', 1000001);
  text[1000001] = 0;
  const SarExpr *f = NULL;
  assert_int_equal(sar_expr_parse(bench.context, bench.arena, text, (SarSource){NULL, 1, 5}, NULL, &bench_scope, &f),
                   SAR_INPUT);
  assert_string_equal(sar_context_get(bench.context, 0)->message, "the expression is too long (1000001 characters)");
  assert_int_equal(sar_context_get(bench.context, 0)->source.column, 5);
  free(text);
  bench_close(&bench);
}

static void without_a_scope(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *f = NULL;
  assert_int_equal(sar_expr_parse(bench.context, bench.arena, "2*pi", sar_nowhere(), NULL, NULL, &f), SAR_OK);
  assert_int_equal(sar_expr_parse(bench.context, bench.arena, "2*x", sar_nowhere(), NULL, NULL, &f), SAR_INPUT);
  SarScope silent = {.resolve = bench_scope.resolve};
  assert_int_equal(sar_expr_parse(bench.context, bench.arena, "2*q", sar_nowhere(), NULL, &silent, &f), SAR_INPUT);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_error_has_its_column),
      cmocka_unit_test(columns_count_characters),
      cmocka_unit_test(a_failure_the_scope_reported_is_not_repeated),
      cmocka_unit_test(too_long),
      cmocka_unit_test(without_a_scope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
