/* Making nodes. Simplification happens here, at birth, so that parser, derivatives and rescaling all share it.
 *
 * Only rules that cost at most a rounding error are applied. That 0 x is 0 even where x is infinite or nan is a choice:
 * derivatives would be useless without it. */
#include "expr/node.h"

#include <assert.h>
#include <math.h>

#define LAST_BIT 63

static SarExpr *new_node(SarArena *arena, SarOperation operation) {
  SarExpr *node = SAR_NEW(arena, 1, SarExpr);
  if (node) node->operation = operation;
  return node;
}

const SarExpr *sar_expr_constant(SarArena *arena, double value) {
  SarExpr *node = new_node(arena, SAR_EXPR_CONSTANT);
  if (node) node->value = value;
  return node;
}

const SarExpr *sar_expr_variable(SarArena *arena, int32_t variable) {
  SarExpr *node = new_node(arena, SAR_EXPR_VARIABLE);
  if (!node) return NULL;
  node->variable = variable;
  node->variables = (uint64_t)1 << (variable < LAST_BIT ? variable : LAST_BIT);
  return node;
}

bool sar_node_is(const SarExpr *f, double value) { return f->operation == SAR_EXPR_CONSTANT && f->value == value; }

bool sar_expr_is_constant(const SarExpr *f, double *value) {
  if (f->operation != SAR_EXPR_CONSTANT) return false;
  if (value) *value = f->value;
  return true;
}

static const SarExpr *add(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  if (sar_node_is(a, 0)) return b;
  if (sar_node_is(b, 0)) return a;
  if (b->operation == SAR_EXPR_NEGATE) return sar_node_binary(arena, SAR_EXPR_SUBTRACT, a, b->arguments[0]);
  return NULL;
}

static const SarExpr *subtract(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  if (sar_node_is(b, 0)) return a;
  if (sar_node_is(a, 0)) return sar_node_unary(arena, SAR_EXPR_NEGATE, b);
  if (b->operation == SAR_EXPR_NEGATE) return sar_node_binary(arena, SAR_EXPR_ADD, a, b->arguments[0]);
  return NULL;
}

/* factor (c x) -> (factor c) x and factor (-x) -> (-factor) x, which derivatives make. */
static const SarExpr *merge_factors(SarArena *arena, double factor, const SarExpr *product) {
  double inner = 0;
  if (product->operation == SAR_EXPR_NEGATE) {
    return sar_node_binary(arena, SAR_EXPR_MULTIPLY, sar_expr_constant(arena, -factor), product->arguments[0]);
  }
  if (product->operation != SAR_EXPR_MULTIPLY || !sar_expr_is_constant(product->arguments[0], &inner)) return NULL;
  double merged = factor * inner;
  if (!isnormal(merged)) return NULL; /* overflow, underflow */
  return sar_node_binary(arena, SAR_EXPR_MULTIPLY, sar_expr_constant(arena, merged), product->arguments[1]);
}

static const SarExpr *multiply(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  if (b->operation == SAR_EXPR_CONSTANT) { /* constants stand first */
    const SarExpr *swap = a;
    a = b, b = swap;
  }
  if (sar_node_is(a, 0)) return a;
  if (sar_node_is(a, 1)) return b;
  if (sar_node_is(a, -1)) return sar_node_unary(arena, SAR_EXPR_NEGATE, b);
  return a->operation == SAR_EXPR_CONSTANT ? merge_factors(arena, a->value, b) : NULL;
}

static const SarExpr *divide(const SarExpr *a, const SarExpr *b) {
  return sar_node_is(b, 1) || sar_node_is(a, 0) ? a : NULL;
}

static const SarExpr *power(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  if (sar_node_is(b, 1)) return a;
  return sar_node_is(b, 0) ? sar_expr_constant(arena, 1) : NULL;
}

/* A simpler expression of the same value, or null if there is none. */
static const SarExpr *simplify(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b) {
  switch (operation) {
    case SAR_EXPR_ADD: return add(arena, a, b);
    case SAR_EXPR_SUBTRACT: return subtract(arena, a, b);
    case SAR_EXPR_MULTIPLY: return multiply(arena, a, b);
    case SAR_EXPR_DIVIDE: return divide(a, b);
    case SAR_EXPR_POWER: return power(arena, a, b);
    case SAR_EXPR_NEGATE: return a->operation == SAR_EXPR_NEGATE ? a->arguments[0] : NULL;
    default: return NULL;
  }
}

const SarExpr *sar_node_apply(SarArena *arena, SarOperation operation, const SarExpr *const *arguments) {
  int32_t count = sar_function_get(operation)->narguments;
  assert(count >= 1 && count <= SAR_EXPR_ARGUMENTS);
  double values[SAR_EXPR_ARGUMENTS] = {0};
  bool all_constant = true;
  for (int32_t i = 0; i < count; i++) {
    if (!arguments[i]) return NULL;
    all_constant &= sar_expr_is_constant(arguments[i], &values[i]);
  }
  if (all_constant) return sar_expr_constant(arena, sar_function_apply(operation, values[0], values[1]));
  const SarExpr *simpler = simplify(arena, operation, arguments[0], arguments[count - 1]);
  if (simpler) return simpler;
  SarExpr *node = new_node(arena, operation);
  if (!node) return NULL;
  for (int32_t i = 0; i < count; i++) {
    node->arguments[i] = arguments[i];
    node->variables |= arguments[i]->variables;
  }
  return node;
}

const SarExpr *sar_node_binary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b) {
  return sar_node_apply(arena, operation, (const SarExpr *[]){a, b});
}

const SarExpr *sar_node_unary(SarArena *arena, SarOperation operation, const SarExpr *a) {
  return sar_node_apply(arena, operation, (const SarExpr *[]){a, a});
}

const SarExpr *sar_expr_add(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_ADD, a, b);
}

const SarExpr *sar_expr_multiply(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_MULTIPLY, a, b);
}

const SarExpr *sar_node_with_angle_unit(SarArena *arena, const SarExpr *f) {
  SarExpr *copy = SAR_NEW(arena, 1, SarExpr);
  if (!copy) return NULL;
  *copy = *f;
  copy->has_angle_unit = true;
  return copy;
}

bool sar_expr_has_angle_unit(const SarExpr *f) { return f->has_angle_unit; }
