#include "expr/bench.h"

#include <stdlib.h>
#include <string.h>

#include "expr/node.h"

static const char *const names[] = {"x", "y", "t", "length", "g", "r", "one", NULL};

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self;
  static const double constants[] = {9.81, 0.3, 1};
  if (strcmp(name, "broken") == 0) return SAR_FAILED;
  for (int32_t i = 0; names[i]; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *variable = i < BENCH_VARIABLES ? i : -1;
    if (i >= BENCH_VARIABLES) *constant = constants[i - BENCH_VARIABLES];
    return SAR_OK;
  }
  return SAR_INPUT;
}

static const char *list(void *self, int32_t index) {
  (void)self;
  return names[index];
}

const SarScope bench_scope = {.resolve = resolve, .list = list};

Bench bench_open(void) {
  Bench bench = {sar_context_create(), sar_arena_create()};
  assert_non_null(bench.context);
  assert_non_null(bench.arena);
  return bench;
}

void bench_close(Bench *bench) {
  sar_context_destroy(&bench->context);
  sar_arena_destroy(&bench->arena);
}

const SarExpr *bench_parse_in(Bench *bench, const SarScope *scope, const char *text) {
  const SarExpr *f = NULL;
  SarStatus status = sar_expr_parse(bench->context, bench->arena, text, sar_nowhere(), NULL, scope, &f);
  if (status != SAR_OK) fail_msg("%.60s: %s", text, sar_context_get(bench->context, 0)->message);
  return f;
}

const SarExpr *bench_parse(Bench *bench, const char *text) { return bench_parse_in(bench, &bench_scope, text); }

double bench_value(Bench *bench, const SarExpr *f, const double *variables) {
  const SarProgram *program = NULL;
  assert_int_equal(sar_program_compile(bench->context, bench->arena, &f, 1, &program), SAR_OK);
  double *scratch = malloc((size_t)sar_program_scratch(program) * sizeof *scratch), value = NAN;
  assert_non_null(scratch);
  sar_program_evaluate(program, variables, scratch, &value);
  free(scratch);
  return value;
}

double bench_walk(const SarExpr *f, const double *variables) {
  if (f->operation == SAR_EXPR_CONSTANT) return f->value;
  if (f->operation == SAR_EXPR_VARIABLE) return variables[f->variable];
  double x = bench_walk(f->arguments[0], variables);
  double y = f->narguments > 1 ? bench_walk(f->arguments[1], variables) : 0;
  double z = f->narguments > 2 ? bench_walk(f->arguments[2], variables) : 0;
  return sar_function_apply(f->operation, x, y, z);
}

void bench_check(const BenchCase *cases, size_t count, bool world, const double *variables, double tolerance) {
  Bench bench = bench_open();
  BenchWorld all;
  bench_world(&bench, &all);
  for (size_t i = 0; i < count; i++) {
    const SarExpr *f = bench_parse_in(&bench, world ? &all.scope : &bench_scope, cases[i].text);
    double value = bench_value(&bench, f, variables);
    if (!(fabs(value - cases[i].value) <= tolerance * fabs(cases[i].value))) {
      fail_msg("%s = %.17g, not %.17g", cases[i].text, value, cases[i].value);
    }
  }
  bench_close(&bench);
}
