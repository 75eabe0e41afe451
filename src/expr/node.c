/* Making nodes. Simplification happens here, at birth, so that parser, derivatives and rescaling all share it.
 *
 * Only rules that cost at most a rounding error are applied. That 0 x is 0 even where x is infinite or nan is a choice:
 * derivatives would be useless without it. */
#include "expr/node.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "expr/external.h"
#include "expr/spline.h"

#define LAST_BIT 63

static bool may_switch(SarOperation operation) {
  bool kink = operation == SAR_EXPR_ABS || operation == SAR_EXPR_SELECT || operation == SAR_EXPR_MIN ||
              operation == SAR_EXPR_MAX || operation == SAR_EXPR_SPLINE;
  return kink || sar_function_jumps(operation);
}

static SarExpr *new_node(SarArena *arena, SarOperation operation, const SarExpr *const *arguments, int32_t narguments) {
  SarExpr *node = sar_arena_alloc(arena, 1, sizeof(SarExpr) + (size_t)narguments * sizeof *arguments);
  if (!node) return NULL;
  node->operation = operation;
  node->narguments = (uint16_t)narguments;
  for (int32_t i = 0; i < narguments; i++) {
    node->arguments[i] = arguments[i];
    node->variables |= arguments[i]->variables;
    node->switches |= arguments[i]->switches;
  }
  node->switches |= node->variables && may_switch(operation);
  return node;
}

/* The constants that simplification and derivatives make by the thousand: one node each for all expressions. */
static const SarExpr usual[] = {{.operation = SAR_EXPR_CONSTANT, .value = 0},
                                {.operation = SAR_EXPR_CONSTANT, .value = 1},
                                {.operation = SAR_EXPR_CONSTANT, .value = -1},
                                {.operation = SAR_EXPR_CONSTANT, .value = 2},
                                {.operation = SAR_EXPR_CONSTANT, .value = 0.5}};

static const SarExpr *find_usual(double value) {
  for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
    if (usual[i].value == value) return signbit(value) == signbit(usual[i].value) ? &usual[i] : NULL;
  }
  return NULL;
}

const SarExpr *sar_expr_constant(SarArena *arena, double value) {
  const SarExpr *known = find_usual(value);
  if (known) return known;
  SarExpr *node = new_node(arena, SAR_EXPR_CONSTANT, NULL, 0);
  if (node) node->value = value;
  return node;
}

const SarExpr *sar_expr_variable(SarArena *arena, int32_t variable) {
  SarExpr *node = new_node(arena, SAR_EXPR_VARIABLE, NULL, 0);
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

/* A branch that is known, or the one that both are. */
static const SarExpr *branch(SarOperation operation, const SarExpr *const *arguments) {
  double condition = 0, value[2];
  if (arguments[1] == arguments[2]) return arguments[1];
  bool constant = sar_expr_is_constant(arguments[1], &value[0]) && sar_expr_is_constant(arguments[2], &value[1]);
  if (constant && value[0] == value[1]) return arguments[1];
  if (!sar_expr_is_constant(arguments[0], &condition) || isnan(condition)) return NULL;
  bool first = operation == SAR_EXPR_SELECT ? condition > 0 : condition != 0;
  return arguments[first ? 1 : 2];
}

static bool is_finite(const SarExpr *f) { return f->operation == SAR_EXPR_CONSTANT && isfinite(f->value); }

/* A simpler expression of the same value, or null if there is none. */
static const SarExpr *simplify(SarArena *arena, SarOperation operation, const SarExpr *const *arguments) {
  const SarExpr *a = arguments[0];
  switch (operation) {
    case SAR_EXPR_ADD: return add(arena, a, arguments[1]);
    case SAR_EXPR_SUBTRACT: return subtract(arena, a, arguments[1]);
    case SAR_EXPR_MULTIPLY: return multiply(arena, a, arguments[1]);
    case SAR_EXPR_DIVIDE: return divide(a, arguments[1]);
    case SAR_EXPR_POWER: return power(arena, a, arguments[1]);
    case SAR_EXPR_NEGATE: return a->operation == SAR_EXPR_NEGATE ? a->arguments[0] : NULL;
    case SAR_EXPR_IF:
    case SAR_EXPR_SELECT: return branch(operation, arguments);
    case SAR_EXPR_HELD: return is_finite(arguments[1]) && is_finite(arguments[2]) ? a : NULL;
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
  if (all_constant) return sar_expr_constant(arena, sar_function_apply(operation, values[0], values[1], values[2]));
  const SarExpr *simpler = simplify(arena, operation, arguments);
  return simpler ? simpler : new_node(arena, operation, arguments, count);
}

const SarExpr *sar_node_spline(SarArena *arena, const SarSpline *spline, int32_t detail, const SarExpr *x,
                               const SarExpr *z) {
  double at[2] = {0};
  if (!x || !z) return NULL;
  if (sar_spline_vanishes(spline, detail)) return sar_expr_constant(arena, 0);
  if (sar_expr_is_constant(x, &at[0]) && sar_expr_is_constant(z, &at[1])) {
    return sar_expr_constant(arena, sar_spline_evaluate(spline, detail, at[0], at[1]));
  }
  SarExpr *node = new_node(arena, SAR_EXPR_SPLINE, (const SarExpr *[]){x, z}, 2);
  if (!node) return NULL;
  node->spline = spline;
  node->detail = detail;
  return node;
}

const SarExpr *sar_node_call(SarArena *arena, const SarExternal *external, const SarExpr *const *arguments) {
  assert(external->ninputs >= 0 && external->ninputs <= SAR_EXPR_MOST_ARGUMENTS);
  for (int32_t i = 0; i < external->ninputs; i++) {
    if (!arguments[i]) return NULL;
  }
  SarExpr *node = new_node(arena, SAR_EXPR_CALL, arguments, external->ninputs);
  if (node) node->external = external;
  return node;
}

/* The value of a call of constants. */
static const SarExpr *fold_pick(SarArena *arena, const SarExpr *call, int32_t detail) {
  const SarExternal *external = call->external;
  int32_t level = sar_external_level(external, detail);
  size_t size = sar_external_block(external, level), work = sar_external_work(external, level);
  double *block = SAR_NEW(arena, size + work, double);
  if (!block) return NULL;
  double *inputs = block + size;
  for (int32_t i = 0; i < external->ninputs; i++) inputs[i] = call->arguments[i]->value;
  sar_external_evaluate(external, level, block, inputs);
  return sar_expr_constant(arena, block[detail]);
}

const SarExpr *sar_node_pick(SarArena *arena, const SarExpr *call, int32_t detail) {
  if (!call) return NULL;
  bool all_constant = true;
  for (int32_t i = 0; i < call->narguments; i++) all_constant &= call->arguments[i]->operation == SAR_EXPR_CONSTANT;
  if (all_constant && !call->external->absent) return fold_pick(arena, call, detail);
  SarExpr *node = new_node(arena, SAR_EXPR_PICK, &call, 1);
  if (node) node->detail = detail;
  return node;
}

const SarExpr *sar_node_placed(const SarExpr *made, SarOperation operation, const SarExpr *const *arguments,
                               int32_t narguments, const SarExprPlace *place) {
  if (!made || !place || made->operation != operation || made->place) return made;
  for (int32_t i = 0; i < narguments; i++) {
    if (made == arguments[i]) return made;
  }
  ((SarExpr *)(uintptr_t)made)->place = place; /* nobody else has it yet */
  return made;
}

const SarExprPlace *sar_expr_place(const SarExpr *f) { return f->place; }

static const SarExpr *make_anew(SarArena *arena, const SarExpr *node, const SarExpr *const *arguments) {
  switch (node->operation) {
    case SAR_EXPR_CONSTANT:
    case SAR_EXPR_VARIABLE: return node;
    case SAR_EXPR_SPLINE: return sar_node_spline(arena, node->spline, node->detail, arguments[0], arguments[1]);
    case SAR_EXPR_CALL: return sar_node_call(arena, node->external, arguments);
    case SAR_EXPR_PICK: return sar_node_pick(arena, arguments[0], node->detail);
    default: return sar_node_apply(arena, node->operation, arguments);
  }
}

const SarExpr *sar_node_with_arguments(SarArena *arena, const SarExpr *node, const SarExpr *const *arguments) {
  const SarExpr *made = make_anew(arena, node, arguments);
  return sar_node_placed(made, node->operation, arguments, node->narguments, node->place);
}

const SarExpr *sar_node_binary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b) {
  return sar_node_apply(arena, operation, (const SarExpr *[]){a, b});
}

const SarExpr *sar_node_unary(SarArena *arena, SarOperation operation, const SarExpr *a) {
  return sar_node_apply(arena, operation, (const SarExpr *[]){a, a});
}

const SarExpr *sar_node_ternary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b,
                                const SarExpr *c) {
  return sar_node_apply(arena, operation, (const SarExpr *[]){a, b, c});
}

const SarExpr *sar_expr_add(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_ADD, a, b);
}

const SarExpr *sar_expr_multiply(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_MULTIPLY, a, b);
}

const SarExpr *sar_node_with_angle_unit(SarArena *arena, const SarExpr *f) {
  size_t size = sizeof *f + f->narguments * sizeof *f->arguments;
  SarExpr *copy = sar_arena_alloc(arena, 1, size);
  if (!copy) return NULL;
  memcpy(copy, f, size);
  copy->has_angle_unit = true;
  return copy;
}

bool sar_expr_has_angle_unit(const SarExpr *f) { return f->has_angle_unit; }
