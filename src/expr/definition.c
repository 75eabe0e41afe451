#include "expr/definition.h"

#include "expr/words.h"

static const SarExpr *plus(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_ADD, a, b);
}

static const SarExpr *times(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_MULTIPLY, a, b);
}

/* a0 + u (a1 + u (a2 + ...)) */
static const SarExpr *poly(SarArena *arena, const SarExpr *u, const SarExpr *w, const SarExpr *const *a,
                           int32_t count) {
  (void)w;
  const SarExpr *sum = a[count - 1];
  for (int32_t i = count - 2; i >= 0; i--) sum = plus(arena, a[i], times(arena, u, sum));
  return sum;
}

/* T0 = 1, T1 = u, T(j+1) = 2 u Tj - T(j-1) */
static const SarExpr *cheby(SarArena *arena, const SarExpr *u, const SarExpr *w, const SarExpr *const *a,
                            int32_t count) {
  (void)w;
  const SarExpr *sum = a[0], *before = sar_expr_constant(arena, 1), *now = u;
  const SarExpr *twice = times(arena, sar_expr_constant(arena, 2), u);
  for (int32_t i = 1; i < count; i++) {
    sum = plus(arena, sum, times(arena, a[i], now));
    const SarExpr *next = sar_node_binary(arena, SAR_EXPR_SUBTRACT, times(arena, twice, now), before);
    before = now;
    now = next;
  }
  return sum;
}

static const SarExpr *fourier(SarArena *arena, SarOperation wave, const SarExpr *u, const SarExpr *w,
                              const SarExpr *const *a, int32_t count) {
  const SarExpr *sum = a[0], *phase = times(arena, w, u);
  for (int32_t i = 1; i < count; i++) {
    const SarExpr *angle = times(arena, sar_expr_constant(arena, i), phase);
    sum = plus(arena, sum, times(arena, a[i], sar_node_unary(arena, wave, angle)));
  }
  return sum;
}

static const SarExpr *forsin(SarArena *arena, const SarExpr *u, const SarExpr *w, const SarExpr *const *a,
                             int32_t count) {
  return fourier(arena, SAR_EXPR_SIN, u, w, a, count);
}

static const SarExpr *forcos(SarArena *arena, const SarExpr *u, const SarExpr *w, const SarExpr *const *a,
                             int32_t count) {
  return fourier(arena, SAR_EXPR_COS, u, w, a, count);
}

static const SarDefinition definitions[] = {
#define SAR_DEFINITION(name, parameters, body) {name, parameters, body, NULL},
#include "expr/definitions.def"
#undef SAR_DEFINITION
    {"poly", "x x0 a0", NULL, poly},
    {"cheby", "x x0 a0", NULL, cheby},
    {"forsin", "x x0 w a0", NULL, forsin},
    {"forcos", "x x0 w a0", NULL, forcos},
};
enum { NDEFINITIONS = sizeof definitions / sizeof *definitions };

const SarDefinition *sar_definition_get(int32_t index) { return index < NDEFINITIONS ? &definitions[index] : NULL; }

const SarDefinition *sar_definition_find(const char *name, bool internal) {
  if (name[0] == '_' && !internal) return NULL;
  for (int32_t i = 0; i < NDEFINITIONS; i++) {
    if (sar_word_is(definitions[i].name, name)) return &definitions[i];
  }
  return NULL;
}

int32_t sar_definition_parameters(const SarDefinition *definition) {
  int32_t count = 1;
  for (const char *c = definition->parameters; *c; c++) count += *c == ' ';
  return count;
}

const SarExpr *sar_definition_series(SarArena *arena, const SarDefinition *definition, const SarExpr *const *arguments,
                                     int32_t narguments) {
  int32_t first = sar_definition_parameters(definition) - 1;
  const SarExpr *u = sar_node_binary(arena, SAR_EXPR_SUBTRACT, arguments[0], arguments[1]);
  return definition->series(arena, u, first > 2 ? arguments[2] : NULL, arguments + first, narguments - first);
}
