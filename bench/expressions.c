/* How long expressions take: to parse, differentiate and compile many laws, and to evaluate one operation.
 *
 *   expressions_bench [NUMBER OF LAWS]
 *
 * Prints the targets beside what was measured; bench/README.md holds the figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "expr/expr.h"

enum { LAWS = 10000, VARIABLES = 4 };

/* Laws as they stand in models; %d makes each one different. */
static const char *const laws[] = {
    "%d*(x - 0.4) + 2.5*v*abs(v) + sin(2*pi*t + 0.3)", "-(%d + y^2)*x - 0.02*v + 3*exp(-x)*cos(5*t + y)",
    "step(t, 0.1, 0, 1.5, %d)*(x - y) - 12*v",         "impact(x, v, 0.25, 1e5 + %d, 1.5, 80, 1e-3)",
    "if(x > 0.1 and v < 0, -%d*x^3, -2*x - 0.1*v)",    "%d*tanh(20*v) + max(0, x - 0.3)^2*1e4 - sqrt(1 + y^2)",
};
enum { NLAWS = sizeof laws / sizeof *laws };

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self;
  (void)constant;
  static const char names[] = "txyv";
  const char *found = name[1] == 0 ? strchr(names, name[0]) : NULL;
  if (!found) return SAR_INPUT;
  *variable = (int32_t)(found - names);
  return SAR_OK;
}

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

typedef struct Work {
  SarContext *context;
  SarArena *arena;
  const SarExpr **outputs; /* of each law: value, d/dx, d/dv */
  const SarProgram *program;
} Work;

static SarStatus parse_all(Work *w, int32_t count) {
  SarScope scope = {.resolve = resolve};
  for (int32_t i = 0; i < count; i++) {
    char text[120];
    snprintf(text, sizeof text, laws[i % NLAWS], (int)i + 3);
    SAR_TRY(sar_expr_parse(w->context, w->arena, text, sar_nowhere(), NULL, &scope, &w->outputs[3 * i]));
  }
  return SAR_OK;
}

static SarStatus differentiate_all(Work *w, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const SarExpr **law = &w->outputs[3 * i];
    law[1] = sar_expr_derivative(w->arena, law[0], 1);
    law[2] = sar_expr_derivative(w->arena, law[0], 3);
    if (!law[1] || !law[2]) return sar_report_no_memory(w->context);
  }
  return SAR_OK;
}

static SarStatus prepare(Work *w, int32_t count) {
  double start = seconds(), times[3];
  SAR_TRY(parse_all(w, count));
  times[0] = seconds();
  SAR_TRY(differentiate_all(w, count));
  times[1] = seconds();
  SAR_TRY(sar_program_compile(w->context, w->arena, w->outputs, 3 * count, &w->program));
  times[2] = seconds();
  printf("%d laws: parse %.3f s, differentiate %.3f s, compile %.3f s; together %.3f s (target 1 s), %.0f kB\n",
         (int)count, times[0] - start, times[1] - times[0], times[2] - times[1], times[2] - start,
         (double)sar_arena_bytes(w->arena) / 1024);
  return SAR_OK;
}

/* ns per operation of a program, the best of several rounds. */
static double time_program(const SarProgram *program, int32_t noutputs) {
  int32_t operations = sar_program_operations(program);
  double *scratch = calloc((size_t)sar_program_scratch(program) + 1, sizeof *scratch);
  double *out = calloc((size_t)noutputs, sizeof *out), best = INFINITY, at[VARIABLES] = {0.6, 0.2, 0.5, -0.3};
  int rounds = operations > 0 ? 20000000 / operations + 1 : 1;
  for (int k = 0; scratch && out && k < 5; k++) {
    double start = seconds();
    for (int i = 0; i < rounds; i++) {
      at[0] = 0.6 + 1e-6 * i;
      sar_program_evaluate(program, at, scratch, out);
    }
    best = fmin(best, (seconds() - start) / rounds / operations * 1e9);
  }
  free(scratch);
  free(out);
  return best;
}

/* One kind of law alone, small enough for the cache. */
static SarStatus time_law(Work *w, int kind) {
  SarScope scope = {.resolve = resolve};
  const SarExpr *outputs[3];
  char text[120];
  snprintf(text, sizeof text, laws[kind], 17);
  SAR_TRY(sar_expr_parse(w->context, w->arena, text, sar_nowhere(), NULL, &scope, &outputs[0]));
  outputs[1] = sar_expr_derivative(w->arena, outputs[0], 1);
  outputs[2] = sar_expr_derivative(w->arena, outputs[0], 3);
  if (!outputs[1] || !outputs[2]) return SAR_NO_MEMORY;
  const SarProgram *program = NULL;
  SAR_TRY(sar_program_compile(w->context, w->arena, outputs, 3, &program));
  printf("  %5.1f ns per operation, %3d operations: %s\n", time_program(program, 3),
         (int)sar_program_operations(program), text);
  return SAR_OK;
}

int main(int argc, char **argv) {
  int32_t count = argc > 1 ? atoi(argv[1]) : LAWS;
  if (count < 1 || count > 1000000) return 2;
  Work w = {.context = sar_context_create(), .arena = sar_arena_create()};
  w.outputs = calloc((size_t)count * 3, sizeof(const SarExpr *));
  SarStatus status = w.context && w.arena && w.outputs ? prepare(&w, count) : SAR_NO_MEMORY;
  if (status == SAR_OK) {
    printf("all of them: %.1f ns per operation (target 20), %d operations\n", time_program(w.program, 3 * count),
           (int)sar_program_operations(w.program));
  }
  for (int i = 0; i < NLAWS && status == SAR_OK; i++) status = time_law(&w, i);
  free(w.outputs);
  sar_arena_destroy(&w.arena);
  sar_context_destroy(&w.context);
  return status == SAR_OK ? 0 : 1;
}
