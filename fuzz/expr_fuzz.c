/* Fuzzing the expressions: whatever the text, parsing it, differentiating twice, compiling and evaluating must neither
 * crash nor leak, and an accepted text must give the same value from the program twice. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"

enum { VARIABLES = 3 };

static const char *const names[] = {"x", "y", "t", "k", NULL};

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self;
  for (int32_t i = 0; names[i]; i++) {
    if (strcmp(names[i], name) != 0) continue;
    *variable = i < VARIABLES ? i : -1;
    *constant = 2.5;
    return SAR_OK;
  }
  return SAR_INPUT;
}

static const char *list(void *self, int32_t index) {
  (void)self;
  return names[index];
}

/* f, df/dx, d2f/dx2, d2f/dxdt as one program, evaluated twice. */
static void exercise(SarContext *context, SarArena *arena, const SarExpr *f) {
  const SarExpr *outputs[4] = {f, sar_expr_derivative(arena, f, 0), NULL, NULL};
  if (!outputs[1]) return;
  outputs[2] = sar_expr_derivative(arena, outputs[1], 0);
  outputs[3] = sar_expr_rescale(arena, sar_expr_derivative(arena, outputs[1], 2), 2, (double[]){1, 2, 3}, VARIABLES);
  const SarProgram *program = NULL;
  if (!outputs[2] || !outputs[3] || sar_program_compile(context, arena, outputs, 4, &program) != SAR_OK) return;
  double *scratch = malloc(((size_t)sar_program_scratch(program) + 1) * sizeof *scratch);
  if (!scratch) return;
  const double at[VARIABLES] = {0.3, -1.2, 4};
  double first[4], second[4];
  sar_program_evaluate(program, at, scratch, first);
  sar_program_evaluate(program, at, scratch, second);
  free(scratch);
  if (memcmp(first, second, sizeof first) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  char *text = malloc(size + 1);
  if (context && arena && text) {
    if (size) memcpy(text, data, size);
    text[size] = 0;
    SarScope scope = {.resolve = resolve, .list = list};
    const SarExpr *f = NULL;
    SarStatus status = sar_expr_parse(context, arena, text, (SarSource){NULL, 1, 1}, "fuzz", &scope, &f);
    if ((status == SAR_OK) != (f != NULL) || (status == SAR_OK) != (sar_context_errors(context) == 0)) abort();
    if (f) exercise(context, arena, f);
  }
  free(text);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
