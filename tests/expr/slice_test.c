/* Slices of programs: one output alone has the bits that it has among all others, and costs what it reads. */
#include "expr/slice.h"

#include <string.h>

#include "expr/bench.h"
#include "expr/enclose.h"

enum { MOST = 64, SCRATCH = 4096 };

typedef struct Sliced {
  const SarProgram *program;
  const SarSlice *slices;
  const int32_t *variables;
} Sliced;

static Sliced sliced(Bench *bench, const SarExpr *const *outputs, int32_t n) {
  Sliced s = {NULL, NULL, NULL};
  assert_int_equal(sar_program_compile(bench->context, bench->arena, outputs, n, &s.program), SAR_OK);
  assert_true(sar_program_scratch(s.program) <= SCRATCH);
  assert_int_equal(sar_program_slices(bench->context, bench->arena, s.program, &s.slices), SAR_OK);
  sar_program_variables(s.program, &s.variables);
  return s;
}

/* With all registers but those of the slice and the constants filled with what cannot be computed with. */
static double alone(const Sliced *s, int32_t output, const double *variables) {
  static double scratch[SCRATCH];
  const SarSlice *slice = &s->slices[output];
  for (int k = 0; k < SCRATCH; k++) scratch[k] = NAN;
  sar_program_constants(s->program, scratch);
  for (int32_t k = 0; k < slice->nvariables; k++)
    scratch[slice->variables[k]] = variables[s->variables[slice->variables[k]]];
  return sar_slice_evaluate(s->program, slice, output, scratch);
}

static void check_all(const Sliced *s, int32_t n, const double *variables) {
  static double scratch[SCRATCH], values[MOST];
  sar_program_evaluate(s->program, variables, scratch, values);
  for (int32_t i = 0; i < n; i++) {
    double value = alone(s, i, variables);
    assert_true(value == values[i] || (isnan(value) && isnan(values[i])));
  }
}

static void each_has_its_value(void **state) {
  (void)state;
  Bench bench = bench_open();
  const char *texts[] = {"sin(2*pi*t + x)/(1 + y^2)",
                         "x",
                         "4",
                         "min(x, y)*max(t, 0.1)",
                         "exp(x)*sin(t)",
                         "atan2(x, y) + exp(x)",
                         "if(x < y, t, impact(x, y, 0, 1e5, 1.5, 10, 0.1))"};
  const SarExpr *outputs[7];
  for (int i = 0; i < 7; i++) outputs[i] = bench_parse(&bench, texts[i]);
  Sliced s = sliced(&bench, outputs, 7);
  const double points[][BENCH_VARIABLES] = {{0.5, 7, 1.5, 0}, {-0.3, -0.2, 0.1, 1}, {0, 0, 0, 0}};
  for (int k = 0; k < 3; k++) check_all(&s, 7, points[k]);
  assert_int_equal(s.slices[1].ncode, 0);
  assert_int_equal(s.slices[1].nvariables, 1);
  assert_int_equal(s.slices[2].nvariables, 0);
  assert_int_equal(s.slices[4].ncode, 3);
  bench_close(&bench);
}

/* Several outputs together: their bits, and no more than they need. */
static void some_have_their_values(void **state) {
  (void)state;
  Bench bench = bench_open();
  const char *texts[] = {"sin(x*y) + exp(t)", "cos(x*y)", "tan(x*y)*exp(t)", "y"};
  const int32_t some[] = {1, 3, 0};
  const SarExpr *outputs[4];
  const SarProgram *program;
  SarSlice slice;
  static double scratch[SCRATCH];
  double variables[BENCH_VARIABLES] = {0.5, 0.7, 1.5, 0}, values[4];
  for (int i = 0; i < 4; i++) outputs[i] = bench_parse(&bench, texts[i]);
  assert_int_equal(sar_program_compile(bench.context, bench.arena, outputs, 4, &program), SAR_OK);
  sar_program_evaluate(program, variables, scratch, values);
  assert_int_equal(sar_program_slice(bench.context, bench.arena, program, some, 3, &slice), SAR_OK);
  assert_int_equal(slice.ncode, sar_program_operations(program) - 2); /* tan and its product */
  for (int k = 0; k < SCRATCH; k++) scratch[k] = NAN;
  sar_slice_run(program, &slice, variables, scratch);
  for (int i = 0; i < 3; i++) assert_true(sar_program_output(program, scratch, some[i]) == values[some[i]]);
  bench_close(&bench);
}

/* Bounds alone are those of the whole program. */
static void each_has_its_bounds(void **state) {
  (void)state;
  static SarEnclosure whole[SCRATCH], part[SCRATCH], variables[BENCH_VARIABLES], out[2];
  Bench bench = bench_open();
  const SarExpr *outputs[] = {bench_parse(&bench, "sin(x)*y + t"), bench_parse(&bench, "max(y, 0)^1.5 - 3*t")};
  Sliced s = sliced(&bench, outputs, 2);
  for (int32_t k = 0; k < BENCH_VARIABLES; k++)
    variables[k] = (SarEnclosure){sar_interval(0.1 * k, 0.3 + k), sar_interval(-1, 2)};
  sar_program_enclose(s.program, variables, whole, out);
  memcpy(part, whole, sizeof part);
  for (int32_t i = 0; i < 2; i++) {
    SarEnclosure e = sar_slice_enclose(s.program, &s.slices[i], i, part);
    CHECK_NEAR(e.value.lo, out[i].value.lo, 1e-14);
    CHECK_NEAR(e.value.hi, out[i].value.hi, 1e-14);
    CHECK_NEAR(e.rate.lo, out[i].rate.lo, 1e-14);
    CHECK_NEAR(e.rate.hi, out[i].rate.hi, 1e-14);
  }
  bench_close(&bench);
}

/* Functions from outside: what another output calls is not called. Splines come along. */
static void only_its_own_calls(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const char *texts[] = {"tyre.fx(x, y, t) + 1", "akispl(x, 0, road)", "tyre.fy(y, x, t)*rough.fx(x, y, t)", "x*y"};
  const SarExpr *outputs[4];
  for (int i = 0; i < 4; i++) outputs[i] = bench_parse_in(&bench, &world.scope, texts[i]);
  Sliced s = sliced(&bench, outputs, 4);
  const double at[BENCH_VARIABLES] = {0.7, -1.3, 0.4, 0.45};
  const int expected[] = {1, 0, 2, 0};
  check_all(&s, 4, at);
  for (int i = 0; i < 4; i++) {
    world.calls = 0;
    alone(&s, i, at);
    assert_int_equal(world.calls, expected[i]);
  }
  bench_close(&bench);
}

/* Outputs that all share a long expression: together their slices are a few times as long as the program, not as many
 * times as there are outputs. */
static void slices_are_limited(void **state) {
  (void)state;
  enum { LONG = 400, OUTPUTS = 60 };
  Bench bench = bench_open();
  const SarExpr *shared = bench_parse(&bench, "x"), *outputs[OUTPUTS];
  const SarExpr *y = bench_parse(&bench, "y");
  for (int i = 0; i < LONG; i++) shared = sar_expr_add(bench.arena, sar_expr_multiply(bench.arena, shared, y), y);
  for (int i = 0; i < OUTPUTS; i++) {
    outputs[i] = shared = sar_expr_add(bench.arena, shared, bench_parse(&bench, "t"));
  }
  Sliced s = sliced(&bench, outputs, OUTPUTS);
  int64_t total = 0;
  const int32_t *last = NULL;
  for (int i = 0; i < OUTPUTS; i++) {
    if (s.slices[i].code != last) total += s.slices[i].ncode;
    last = s.slices[i].code;
  }
  assert_true(total <= 20 * (int64_t)sar_program_operations(s.program));
  check_all(&s, OUTPUTS, (double[BENCH_VARIABLES]){0.5, 0.9, 0.1, 0});
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_has_its_value), cmocka_unit_test(some_have_their_values),
                                     cmocka_unit_test(each_has_its_bounds), cmocka_unit_test(only_its_own_calls),
                                     cmocka_unit_test(slices_are_limited)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
