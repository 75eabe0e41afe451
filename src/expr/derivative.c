/* Symbolic derivatives: the chain rule over the nodes, arguments first,
 *
 *   d f(a, b) = f_x(a, b) da + f_y(a, b) db
 *
 * with f_x and f_y from functions.def; branches, splines and external functions know theirs. Since a node's derivative
 * is made once and shared, the derivative's size is a small multiple of the expression's, whatever the nesting; so is
 * the second derivative's. */
#include <stdlib.h>

#include "expr/external.h"
#include "expr/order.h"
#include "expr/parser.h"
#include "expr/spline.h"

/* Null when memory is exhausted. `inner`: the derivatives of the node's arguments. */
static const SarExpr *chain_rule(SarArena *arena, const SarExpr *node, const SarExpr *const *inner) {
  const SarFunction *function = sar_function_get(node->operation);
  const SarExpr *sum = sar_expr_constant(arena, 0);
  for (int32_t i = 0; i < function->narguments && i < 2 && sum; i++) { /* a third argument only chooses */
    if (sar_node_is(inner[i], 0)) continue;                            /* so that x^n never asks for log(x) */
    const SarExpr *outer = sar_parse_rule(arena, function->derivative[i], node->arguments);
    sum = sar_node_binary(arena, SAR_EXPR_ADD, sum, sar_node_binary(arena, SAR_EXPR_MULTIPLY, outer, inner[i]));
  }
  return sum;
}

/* The branch that is taken, differentiated: nothing of the other one, which may have no value here, enters. */
static const SarExpr *derive_branch(SarArena *arena, const SarExpr *node, const SarExpr *const *inner) {
  if (sar_node_is(inner[1], 0) && sar_node_is(inner[2], 0)) return inner[1];
  return sar_node_ternary(arena, node->operation, node->arguments[0], inner[1], inner[2]);
}

static const SarExpr *derive_spline(SarArena *arena, const SarExpr *node, const SarExpr *const *inner) {
  const SarExpr *sum = sar_expr_constant(arena, 0);
  for (int32_t i = 0; i < 2; i++) {
    if (sar_node_is(inner[i], 0)) continue;
    int32_t x = sar_spline_order_x(node->detail) + (i == 0), z = sar_spline_order_z(node->detail) + (i == 1);
    int32_t detail = sar_spline_detail(sar_spline_method(node->detail), x, z);
    const SarExpr *outer = sar_node_spline(arena, node->spline, detail, node->arguments[0], node->arguments[1]);
    sum = sar_node_binary(arena, SAR_EXPR_ADD, sum, sar_node_binary(arena, SAR_EXPR_MULTIPLY, outer, inner[i]));
  }
  return sum;
}

/* An expression whose nodes are listed, and the derivatives of these so far. */
struct SarDerivable {
  SarOrder order;
  const int32_t *arguments; /* of all nodes, one node behind the other: their places in the list */
  const SarExpr **derivatives;
};

typedef struct Deriving {
  SarArena *arena;
  const SarDerivable *of;
  const int32_t *arguments; /* of the node at hand */
  const SarDerivation *derivation;
  const SarExpr *zero;
} Deriving;

/* Of an argument of the node at hand. */
static const SarExpr *derivative_of(const Deriving *d, int32_t argument) {
  return d->of->derivatives[d->arguments[argument]];
}

/* A value of an external function, of which the call is the argument: the values that are its derivatives stand in the
 * same block. */
static const SarExpr *derive_pick(const Deriving *d, const SarExpr *node) {
  const SarExpr *call = node->arguments[0], *sum = d->zero;
  for (int32_t i = 0; i < call->narguments; i++) {
    const SarExpr *inner = d->of->derivatives[sar_order_find(&d->of->order, call->arguments[i])];
    int32_t detail = sar_external_derivative(call->external, node->detail, i);
    if (detail < 0 || sar_node_is(inner, 0)) continue;
    const SarExpr *outer = sar_node_pick(d->arena, call, detail);
    sum = sar_node_binary(d->arena, SAR_EXPR_ADD, sum, sar_node_binary(d->arena, SAR_EXPR_MULTIPLY, outer, inner));
  }
  return sum;
}

static const SarExpr *differentiate(const Deriving *d, const SarExpr *node) {
  SarOperation operation = node->operation;
  if (operation == SAR_EXPR_VARIABLE) return d->derivation->rate(d->derivation->self, node->variable);
  if (operation == SAR_EXPR_CONSTANT || operation == SAR_EXPR_HELD) return d->zero;
  if (operation == SAR_EXPR_CALL) return d->zero; /* it has no value itself */
  if (operation == SAR_EXPR_PICK) return derive_pick(d, node);
  const SarExpr *inner[SAR_EXPR_ARGUMENTS] = {NULL};
  bool any = false;
  for (int32_t i = 0; i < node->narguments; i++) {
    inner[i] = derivative_of(d, i);
    any |= !sar_node_is(inner[i], 0);
  }
  if (!any) return d->zero;
  if (operation == SAR_EXPR_SPLINE) return derive_spline(d->arena, node, inner);
  return sar_function_branches(operation) ? derive_branch(d->arena, node, inner) : chain_rule(d->arena, node, inner);
}

static bool find_arguments(SarDerivable *x) {
  size_t count = 0;
  for (int32_t i = 0; i < x->order.count; i++) count += x->order.nodes[i]->narguments;
  int32_t *places = malloc((count + 1) * sizeof *places), *next = places;
  x->arguments = places;
  for (int32_t i = 0; places && i < x->order.count; i++) {
    const SarExpr *node = x->order.nodes[i];
    for (int32_t k = 0; k < node->narguments; k++) *next++ = sar_order_find(&x->order, node->arguments[k]);
  }
  return places != NULL;
}

SarDerivable *sar_derivable_create(const SarExpr *f) {
  SarDerivable *x = f ? calloc(1, sizeof *x) : NULL;
  if (!x) return NULL;
  bool ok = sar_order_make(&f, 1, &x->order) && find_arguments(x);
  if (ok) x->derivatives = malloc((size_t)x->order.count * sizeof *x->derivatives);
  if (!ok || !x->derivatives) sar_derivable_destroy(&x);
  return x;
}

void sar_derivable_destroy(SarDerivable **derivable) {
  SarDerivable *x = *derivable;
  if (!x) return;
  free((void *)(uintptr_t)x->arguments);
  free(x->derivatives);
  sar_order_release(&x->order);
  free(x);
  *derivable = NULL;
}

void sar_derivable_see_variables(const SarDerivable *x, void (*see)(void *self, int32_t variable), void *self) {
  sar_order_see_variables(&x->order, see, self);
}

const SarExpr *sar_derivable_derive(SarArena *arena, const SarDerivable *x, const SarDerivation *derivation) {
  Deriving d = {.arena = arena, .of = x, .arguments = x->arguments, .derivation = derivation};
  const SarExpr *result = d.zero = sar_expr_constant(arena, 0);
  for (int32_t i = 0; result && i < x->order.count; i++) {
    result = x->derivatives[i] = differentiate(&d, x->order.nodes[i]);
    d.arguments += x->order.nodes[i]->narguments;
  }
  return result;
}

const SarExpr *sar_expr_derive(SarArena *arena, const SarExpr *f, const SarDerivation *derivation) {
  SarDerivable *x = sar_derivable_create(f);
  const SarExpr *result = x ? sar_derivable_derive(arena, x, derivation) : NULL;
  sar_derivable_destroy(&x);
  return result;
}

typedef struct Partial {
  const SarExpr *zero, *one;
  int32_t variable;
} Partial;

static const SarExpr *partial_rate(void *self, int32_t variable) {
  const Partial *partial = self;
  return variable == partial->variable ? partial->one : partial->zero;
}

const SarExpr *sar_derivable_by(SarArena *arena, const SarDerivable *x, int32_t variable) {
  Partial partial = {sar_expr_constant(arena, 0), sar_expr_constant(arena, 1), variable};
  if (!partial.zero || !partial.one) return NULL;
  return sar_derivable_derive(arena, x, &(SarDerivation){partial_rate, &partial});
}

const SarExpr *sar_expr_derivative(SarArena *arena, const SarExpr *f, int32_t variable) {
  if (!sar_expr_depends_on(f, variable)) return sar_expr_constant(arena, 0);
  SarDerivable *x = sar_derivable_create(f);
  const SarExpr *result = x ? sar_derivable_by(arena, x, variable) : NULL;
  sar_derivable_destroy(&x);
  return result;
}
