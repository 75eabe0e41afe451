/* Several of a kind at a time have the bits of one after the other; expressions that are kept outlive their scratch. */
#include "expr/lanes.h"

#include <string.h>

#include "expr/bench.h"
#include "expr/enclose.h"
#include "expr/node.h"
#include "expr/slice.h"

enum { MOST = 21, SCRATCH = 8192 };

static bool same(double a, double b) { return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b)); }

/* Every operation of functions.def, on variables that are not the constants of any of them. */
static int32_t all_operations(Bench *bench, const SarExpr **outputs) {
  const SarExpr *x = bench_parse(bench, "x"), *y = bench_parse(bench, "y - 0.7"), *z = bench_parse(bench, "t");
  int32_t n = 0;
  for (SarOperation i = SAR_EXPR_NEGATE; i < SAR_EXPR_OPERATIONS; i++) {
    outputs[n++] = sar_node_apply(bench->arena, i, (const SarExpr *[]){x, y, z});
  }
  return n;
}

static void lanes_have_the_bits_of_one(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const SarExpr *outputs[128];
  int32_t n = all_operations(&bench, outputs);
  outputs[n++] = bench_parse_in(&bench, &world.scope, "akispl(x, 0, road) + 2*y");
  outputs[n++] = bench_parse(&bench, "impact(x, y, 0, 1e5, 1.5, 10, 0.1)");
  const SarProgram *program;
  static double scratch[SCRATCH], values[MOST][128], expected[128], variables[MOST * BENCH_VARIABLES];
  assert_int_equal(sar_program_compile(bench.context, bench.arena, outputs, n, &program), SAR_OK);
  assert_true(sar_lanes_scratch(program) <= SCRATCH);
  const int32_t *own;
  int32_t nreads = sar_program_variables(program, &own);
  for (int i = 0; i < MOST * BENCH_VARIABLES; i++) variables[i] = sin(1.3 * i * i) * (i % 5 == 0 ? 40 : 1.5);
  for (int count = 1; count <= SAR_LANES; count++) {
    SarBinding bindings[SAR_LANES];
    int32_t reads[SAR_LANES][BENCH_VARIABLES], writes[SAR_LANES][128];
    double constants[SAR_LANES];
    for (int k = 0; k < count; k++) { /* the last variable is a constant of the binding */
      for (int i = 0; i < nreads; i++) reads[k][i] = BENCH_VARIABLES * (count + k) + own[i];
      constants[k] = variables[reads[k][nreads - 1]];
      reads[k][nreads - 1] = ~0;
      for (int i = 0; i < n; i++) writes[k][i] = 128 * k + n - 1 - i;
      bindings[k] = (SarBinding){reads[k], writes[k], &constants[k]};
    }
    sar_lanes_prepare(program, scratch);
    sar_lanes_evaluate(program, bindings, count, variables, scratch, values[0]);
    for (int k = 0; k < count; k++) {
      sar_program_evaluate(program, variables + BENCH_VARIABLES * (count + k), scratch, expected);
      for (int i = 0; i < n; i++) assert_true(same(values[k][n - 1 - i], expected[i]));
      sar_program_constants(program, scratch);
      sar_program_evaluate_bound(program, &bindings[k], variables, scratch, values[MOST - SAR_LANES]);
      for (int i = 0; i < n; i++) assert_true(same(values[MOST - SAR_LANES + k][n - 1 - i], expected[i]));
    }
  }
  bench_close(&bench);
}

static void kept_expressions_outlive_the_scratch(void **state) {
  (void)state;
  Bench bench = bench_open();
  SarArena *scratch = sar_arena_create();
  Bench writer = {bench.context, scratch};
  const SarExpr *lasting = bench_parse(&bench, "exp(x) + y");
  const SarExpr *a = sar_node_binary(scratch, SAR_EXPR_MULTIPLY, lasting, bench_parse(&writer, "sin(t) + 3.25*x"));
  const SarExpr *b = sar_node_binary(scratch, SAR_EXPR_DIVIDE, a, bench_parse(&writer, "length"));
  const SarExpr *f[] = {a, b, lasting};
  const double at[BENCH_VARIABLES] = {0.3, -2, 1.7, 5};
  double before[3];
  for (int i = 0; i < 3; i++) before[i] = bench_value(&bench, f[i], at);
  size_t bytes = sar_arena_bytes(bench.arena);
  assert_true(sar_expr_keep(bench.arena, scratch, f, 3));
  assert_true(sar_arena_bytes(bench.arena) - bytes <= sar_arena_bytes(scratch)); /* nothing twice */
  assert_ptr_equal(f[2], lasting);
  assert_ptr_equal(f[1]->arguments[0], f[0]);
  assert_ptr_equal(f[0]->arguments[0], lasting);
  sar_arena_destroy(&scratch);
  for (int i = 0; i < 3; i++) assert_true(same(bench_value(&bench, f[i], at), before[i]));
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lanes_have_the_bits_of_one),
                                     cmocka_unit_test(kept_expressions_outlive_the_scratch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
