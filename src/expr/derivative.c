/* Symbolic derivatives: the chain rule over the nodes, arguments first,
 *
 *   d f(a, b) = f_x(a, b) da + f_y(a, b) db
 *
 * with f_x and f_y from functions.def. Since a node's derivative is made once and shared, the derivative's size is a
 * small multiple of the expression's, whatever the nesting; so is the second derivative's. */
#include <stdlib.h>

#include "expr/order.h"
#include "expr/parser.h"

/* Null when memory is exhausted. `inner`: the derivatives of the node's arguments. */
static const SarExpr *chain_rule(SarArena *arena, const SarExpr *node, const SarExpr *const *inner) {
  const SarFunction *function = sar_function_get(node->operation);
  const SarExpr *sum = sar_expr_constant(arena, 0);
  for (int32_t i = 0; i < function->narguments && sum; i++) {
    if (sar_node_is(inner[i], 0)) continue; /* so that x^n never asks for log(x) */
    const SarExpr *outer = sar_parse_rule(arena, function->derivative[i], node->arguments);
    sum = sar_node_binary(arena, SAR_EXPR_ADD, sum, sar_node_binary(arena, SAR_EXPR_MULTIPLY, outer, inner[i]));
  }
  return sum;
}

static const SarExpr *differentiate(SarArena *arena, const SarOrder *order, const SarExpr *const *derivatives,
                                    const SarExpr *node, const SarDerivation *d) {
  if (node->operation == SAR_EXPR_VARIABLE) return d->rate(d->self, node->variable);
  if (node->operation == SAR_EXPR_CONSTANT) return sar_expr_constant(arena, 0);
  const SarExpr *inner[SAR_EXPR_ARGUMENTS] = {NULL};
  for (int32_t i = 0; i < sar_function_get(node->operation)->narguments; i++) {
    inner[i] = derivatives[sar_order_find(order, node->arguments[i])];
  }
  return chain_rule(arena, node, inner);
}

const SarExpr *sar_expr_derive(SarArena *arena, const SarExpr *f, const SarDerivation *d) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return NULL;
  const SarExpr **derivatives = malloc((size_t)order.count * sizeof *derivatives);
  const SarExpr *result = NULL;
  for (int32_t i = 0; derivatives && i < order.count; i++) {
    derivatives[i] = differentiate(arena, &order, derivatives, order.nodes[i], d);
    result = derivatives[i];
    if (!result) break;
  }
  free(derivatives);
  sar_order_release(&order);
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

const SarExpr *sar_expr_derivative(SarArena *arena, const SarExpr *f, int32_t variable) {
  Partial partial = {sar_expr_constant(arena, 0), sar_expr_constant(arena, 1), variable};
  if (!partial.zero || !partial.one) return NULL;
  if (!sar_expr_depends_on(f, variable)) return partial.zero;
  return sar_expr_derive(arena, f, &(SarDerivation){partial_rate, &partial});
}
