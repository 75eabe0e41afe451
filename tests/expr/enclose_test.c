/* Bounds on values and derivatives of every operation and of whole expressions: what random points give lies within,
 * and the bounds shrink to the value with the intervals. A function added to functions.def is tested here without an
 * edit, and fails where it has no bounds. */
#include "expr/enclose.h"

#include <stdio.h>

#include "expr/bench.h"
#include "expr/function.h"
#include "expr/node.h"

enum { SCRATCH = 512, TRIALS = 4000, POINTS = 6 };

/* Variables move on straight lines: from[i] at s = 0 to to[i] at s = 1. */
typedef struct Way {
  double from[BENCH_VARIABLES], to[BENCH_VARIABLES];
} Way;

static double uniform(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static Way random_way(uint64_t *seed) {
  Way way;
  double size = pow(10, -3 + 4 * uniform(seed)), away = pow(10, -4 + 5 * uniform(seed));
  for (int i = 0; i < BENCH_VARIABLES; i++) {
    way.from[i] = size * (2 * uniform(seed) - 1);
    double moved = way.from[i] + away * (2 * uniform(seed) - 1);
    way.to[i] = uniform(seed) < 0.1 ? way.from[i] : uniform(seed) < 0.1 ? 0 : moved;
  }
  return way;
}

static const SarProgram *compiled(Bench *bench, const SarExpr *f) {
  const SarProgram *program = NULL;
  assert_int_equal(sar_program_compile(bench->context, bench->arena, &f, 1, &program), SAR_OK);
  assert_true(sar_program_scratch(program) <= SCRATCH);
  return program;
}

static SarEnclosure enclose(const SarProgram *program, const Way *way) {
  SarEnclosure variables[BENCH_VARIABLES], scratch[SCRATCH], out;
  const int32_t *indices;
  int32_t count = sar_program_variables(program, &indices);
  for (int32_t k = 0; k < count; k++) {
    double a = way->from[indices[k]], b = way->to[indices[k]];
    variables[k] = (SarEnclosure){{fmin(a, b), fmax(a, b)}, {b - a, b - a}};
  }
  sar_program_enclose(program, variables, scratch, &out);
  return out;
}

static double value_at(const SarProgram *program, const Way *way, double s) {
  double at[BENCH_VARIABLES], scratch[SCRATCH], value;
  for (int i = 0; i < BENCH_VARIABLES; i++) {
    at[i] = s == 1 ? way->to[i] : way->from[i] + s * (way->to[i] - way->from[i]);
  }
  sar_program_evaluate(program, at, scratch, &value);
  return value;
}

/* Rounding of what the secant is made of. */
static double noise(double f0, double f1, double ds) { return 1e-13 * (1 + fabs(f0) + fabs(f1)) / ds; }

static void check_way(const char *what, const SarProgram *program, const Way *way, bool turns, uint64_t *seed) {
  SarEnclosure e = enclose(program, way);
  double before = NAN, s0 = 0;
  for (int k = 0; k < POINTS; k++) {
    double s = k == 0 ? 0 : k == POINTS - 1 ? 1 : uniform(seed), f = value_at(program, way, s);
    if (isfinite(f) && !sar_interval_has(e.value, f)) {
      fail_msg("%s: %.17g at s = %g is not in [%.17g, %.17g]", what, f, s, e.value.lo, e.value.hi);
    }
    double rate = (f - before) / (s - s0);
    bool jump = turns && fabs(f - before) > 3; /* an angle across its cut */
    if (isfinite(rate) && !jump && fabs(s - s0) > 1e-3 &&
        (rate < e.rate.lo - noise(f, before, fabs(s - s0)) || rate > e.rate.hi + noise(f, before, fabs(s - s0)))) {
      fail_msg("%s: slope %.17g between %g and %g is not in [%.17g, %.17g]", what, rate, s0, s, e.rate.lo, e.rate.hi);
    }
    before = f, s0 = s;
  }
}

/* Around points inside of the domains the width falls with that of the box. */
static void check_shrinking(const char *what, const SarProgram *program) {
  const double points[][BENCH_VARIABLES] = {
      {0.21, 0.77, 0.4, 0.6}, {0.83, 0.34, 0.7, 0.3}, {0.97, 0.13, 0.5, 0.9}, {0.05, 0.93, 0.2, 0.1}};
  for (int i = 0; i < 4; i++) {
    for (int k = 0; k < 3; k++) {
      double width = k == 0 ? 1e-4 : k == 1 ? 1e-7 : 0;
      Way way;
      for (int j = 0; j < BENCH_VARIABLES; j++) way.from[j] = points[i][j], way.to[j] = points[i][j] + width;
      SarEnclosure e = enclose(program, &way);
      double f = value_at(program, &way, 0);
      if (e.value.hi - e.value.lo > 1e-13 * (1 + fabs(f)) + 1e6 * width || !sar_interval_is_finite(e.rate)) {
        fail_msg("%s: bounds [%g, %g], rates [%g, %g] for a box of %g", what, e.value.lo, e.value.hi, e.rate.lo,
                 e.rate.hi, width);
      }
    }
  }
}

static void check(Bench *bench, const char *what, const SarExpr *f, bool turns) {
  const SarProgram *program = compiled(bench, f);
  uint64_t seed = 7;
  for (int i = 0; i < TRIALS; i++) {
    Way way = random_way(&seed);
    check_way(what, program, &way, turns, &seed);
  }
  check_shrinking(what, program);
}

static void every_operation(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarExpr *x = bench_parse(&bench, "x"), *y = bench_parse(&bench, "y"), *t = bench_parse(&bench, "t");
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    const char *name = sar_function_get(operation)->name;
    const SarExpr *f = sar_node_apply(bench.arena, operation, (const SarExpr *[]){x, y, t});
    bool continuous_only = operation == SAR_EXPR_SELECT; /* its branches are to agree where x is zero */
    if (continuous_only) {
      f = sar_node_apply(bench.arena, operation, (const SarExpr *[]){x, bench_parse(&bench, "x*y"), x});
    }
    check(&bench, name, f, operation == SAR_EXPR_ATAN2 || operation == SAR_EXPR_ANGLE);
  }
  bench_close(&bench);
}

static void whole_expressions(void **state) {
  (void)state;
  const char *texts[] = {"x*x - x",
                         "x^2",
                         "x^3 - 2*x",
                         "x^-1 + x^-2",
                         "abs(x)^1.5",
                         "x^0.5",
                         "2^x",
                         "(x - y)*(y - x)",
                         "min(x, y, t)*max(x, 0.1)",
                         "sin(40*x)",
                         "sign(sin(40*t))",
                         "mod(x, 0.3)",
                         "mod(x, y)",
                         "rem(x, 0.7)",
                         "dim(x, y)",
                         "sign(x, y)",
                         "if(x > 0, y, -y)",
                         "IF(x: -1, 0, 1)",
                         "step(x, 0, 0, 1, 1)",
                         "step5(x, -1, 2, 1, 1)",
                         "havsin(x, 0, 0, 1, 2)",
                         "impact(x, y, 0.5, 1e3, 1.5, 10, 0.1)",
                         "bistop(x, y, -0.5, 0.5, 1e3, 1.5, 10, 0.1)",
                         "poly(x, 0.1, 1, 2, 3)",
                         "shf(x, 0.1, 1, 2, 3, 0.5)",
                         "cheby(x, 0, 1, 2, 3)",
                         "forsin(x, 0.1, 2, 1, 2, 3)",
                         "forcos(x, 0.1, 2, 1, 2, 3)",
                         "hypot(x, y) - t",
                         "exp(-x^2)"};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    check(&bench, texts[i], bench_parse(&bench, texts[i]), false);
  bench_close(&bench);
}

/* Three intervals: half waves that come back with the other sign after one period. */
static const SarSpline *odd_wheel(Bench *bench) {
  const double x[] = {-1, -0.4, 0.3, 0.5}, y[] = {0, 1, 2, 0};
  const SarSplineTable table = {"odd", x, NULL, y, 4, 1, SAR_EXTRAPOLATE_PERIODIC, NULL};
  const SarSpline *spline = NULL;
  assert_int_equal(sar_spline_create(bench->context, bench->arena, &table, sar_nowhere(), &spline), SAR_OK);
  return spline;
}

static void splines(void **state) {
  (void)state;
  const char *texts[] = {"akispl(x, 0, road)",  "cubspl(x, 0, road)",     "linspl(x, 0, road)",
                         "akispl(x, 0, bed)",   "cubspl(x, 0, plain, 1)", "akispl(x, 0, road, 1)",
                         "akispl(x, y, map)",   "linspl(x, y, map)",      "cubspl(x, y, map, 1)",
                         "akispl(x, y, wheel)", "linspl(9*x, y, wheel)",  "cubspl(4*x, y, wheel, 1)"};
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    check(&bench, texts[i], bench_parse_in(&bench, &world.scope, texts[i]), false);
  }
  const SarExpr *x = bench_parse(&bench, "x"), *y = bench_parse(&bench, "y");
  const SarSpline *tables[] = {world.road, world.bed, world.plain, world.wheel, odd_wheel(&bench)};
  for (int i = 0; i < 5; i++) {
    int32_t knots = sar_spline_detail(SAR_SPLINE_KNOTS, 0, 0);
    check(&bench, "knots", sar_node_spline(bench.arena, tables[i], knots, x, y), false);
  }
  bench_close(&bench);
}

/* Nothing is known of a plugin; what does not depend on it is. */
static void plugins(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  Way way = {{0, 0, 0, 0}, {1, 1, 1, 1}};
  SarEnclosure e = enclose(compiled(&bench, bench_parse_in(&bench, &world.scope, "x + tyre.fx(x, y, t)")), &way);
  assert_true(e.value.lo == -INFINITY && e.value.hi == INFINITY && e.rate.lo == -INFINITY && e.rate.hi == INFINITY);
  assert_int_equal(world.calls, 0);
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_operation), cmocka_unit_test(whole_expressions),
                                     cmocka_unit_test(splines), cmocka_unit_test(plugins)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
