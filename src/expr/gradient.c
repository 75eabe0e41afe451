/* From the root to the leaves: with the adjoint A = df/d node of every node, those of its arguments are
 *
 *   df/da = sum over the nodes g(.., a, ..) of A(g) g_a.
 *
 * A branch that is not taken may have no value. From the leaves to the root nothing of it enters; here it would, by the
 * rules of what stands in it. Expressions with branches are differentiated by one variable after the other. */
#include "expr/gradient.h"

#include <stdlib.h>

#include "expr/order.h"
#include "expr/parser.h"

static bool is_leaf(const SarExpr *node) {
  return node->operation == SAR_EXPR_VARIABLE || node->operation == SAR_EXPR_CONSTANT ||
         node->operation == SAR_EXPR_HELD;
}

/* Whether a node has rules of functions.def for all of its arguments. */
static bool has_rules(const SarExpr *node) {
  return is_leaf(node) || (node->operation < SAR_EXPR_OPERATIONS && !sar_function_branches(node->operation));
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Adds to the adjoints of the arguments of a node; a third argument only chooses. */
static bool pass_on(SarArena *arena, const SarOrder *order, const SarExpr *node, const SarExpr *adjoint,
                    const SarExpr **adjoints) {
  const SarFunction *function = sar_function_get(node->operation);
  for (int32_t i = 0; i < function->narguments && i < 2; i++) {
    if (!node->arguments[i]->variables) continue; /* so that x^n never asks for log(x) */
    int32_t at = sar_order_find(order, node->arguments[i]);
    const SarExpr *outer = sar_parse_rule(arena, function->derivative[i], node->arguments);
    const SarExpr *part = sar_node_binary(arena, SAR_EXPR_MULTIPLY, adjoint, outer);
    adjoints[at] = adjoints[at] ? sar_node_binary(arena, SAR_EXPR_ADD, adjoints[at], part) : part;
    if (!adjoints[at]) return false;
  }
  return true;
}

static bool from_the_root(SarArena *arena, const SarOrder *order, const SarExpr **adjoints, const int32_t *variables,
                          int32_t count, const SarExpr **out) {
  adjoints[order->count - 1] = sar_expr_constant(arena, 1);
  if (!adjoints[order->count - 1]) return false;
  for (int32_t i = order->count - 1; i >= 0; i--) {
    const SarExpr *node = order->nodes[i];
    if (!adjoints[i] || node->operation == SAR_EXPR_CONSTANT || node->operation == SAR_EXPR_HELD) continue;
    if (node->operation != SAR_EXPR_VARIABLE) {
      if (!pass_on(arena, order, node, adjoints[i], adjoints)) return false;
      continue;
    }
    const int32_t *found = bsearch(&node->variable, variables, (size_t)count, sizeof *variables, compare);
    if (!found) continue;
    const SarExpr **sum = &out[found - variables];
    *sum = sar_node_binary(arena, SAR_EXPR_ADD, *sum, adjoints[i]);
    if (!*sum) return false;
  }
  return true;
}

bool sar_expr_gradient(SarArena *arena, const SarExpr *f, const int32_t *variables, int32_t count,
                       const SarExpr **out) {
  const SarExpr *zero = sar_expr_constant(arena, 0);
  SarOrder order;
  if (!zero || !sar_order_make(&f, 1, &order)) return false;
  const SarExpr **adjoints = calloc((size_t)order.count, sizeof *adjoints);
  bool rules = true, done = adjoints != NULL;
  for (int32_t i = 0; i < order.count; i++) rules = rules && has_rules(order.nodes[i]);
  for (int32_t i = 0; i < count && done; i++) {
    out[i] = rules ? zero : sar_expr_derivative(arena, f, variables[i]);
    done = out[i] != NULL;
  }
  if (done && rules) done = from_the_root(arena, &order, adjoints, variables, count, out);
  free(adjoints);
  sar_order_release(&order);
  return done;
}
