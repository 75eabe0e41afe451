/* What callers (expr.h) do with whole expressions: parse with reporting, ask, rescale. */
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "expr/order.h"
#include "expr/parser.h"

SarStatus sar_expr_parse(SarContext *context, SarArena *arena, const char *text, SarSource at, const char *element,
                         const SarScope *scope, const SarExpr **out) {
  SarParseError error;
  *out = sar_parse_text(arena, text, at, scope, &error);
  if (*out) return SAR_OK;
  if (error.status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  if (error.reported) return error.status;
  at.column = sar_parse_column(at, text, error.offset);
  return sar_report(context, error.status, at, element, error.remedy, "%s", error.message);
}

const char *sar_expr_jump(const SarExpr *f) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return NULL;
  const char *name = NULL;
  for (int32_t i = 0; i < order.count && !name; i++) {
    SarOperation operation = order.nodes[i]->operation;
    if (sar_function_jumps(operation) && order.nodes[i]->variables) name = sar_function_name(operation);
  }
  sar_order_release(&order);
  return name;
}

bool sar_expr_depends_on_far(const SarExpr *f) { return f->variables >> SAR_EXPR_FAR & 1; }

SarStatus sar_expr_find_calls(const SarExpr *f, bool *found) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return SAR_NO_MEMORY;
  *found = false;
  for (int32_t i = 0; i < order.count; i++) *found |= order.nodes[i]->operation == SAR_EXPR_CALL;
  sar_order_release(&order);
  return SAR_OK;
}

bool sar_expr_depends_on(const SarExpr *f, int32_t variable) {
  if (variable < 0) return false;
  bool maybe = f->variables >> (variable < 63 ? variable : 63) & 1;
  if (!maybe || variable < 63) return maybe;
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return true; /* the safe answer: a derivative too many */
  bool found = false;
  for (int32_t i = 0; i < order.count; i++) {
    found |= order.nodes[i]->operation == SAR_EXPR_VARIABLE && order.nodes[i]->variable == variable;
  }
  sar_order_release(&order);
  return found;
}

int32_t sar_expr_is_variable(const SarExpr *f) { return f->operation == SAR_EXPR_VARIABLE ? f->variable : -1; }

bool sar_expr_each_variable(const SarExpr *f, void (*see)(void *self, int32_t variable), void *self) {
  SarOrder order;
  if (!f->variables) return true;
  if (!sar_order_make(&f, 1, &order)) return false;
  bool done = sar_order_each_variable(&order, see, self);
  sar_order_release(&order);
  return done;
}

bool sar_expr_see_variables(const SarExpr *f, void (*see)(void *self, int32_t variable), void *self) {
  SarOrder order;
  if (!f->variables) return true;
  if (!sar_order_make(&f, 1, &order)) return false;
  sar_order_see_variables(&order, see, self);
  sar_order_release(&order);
  return true;
}

/* The node with its arguments replaced; results holds what became of the nodes before it, `room` the new arguments. */
static const SarExpr *with_arguments(SarArena *arena, const SarOrder *order, const SarExpr *const *results,
                                     const SarExpr *node, const SarExpr **room) {
  bool changed = false;
  for (int32_t i = 0; i < node->narguments; i++) {
    room[i] = results[sar_order_find(order, node->arguments[i])];
    changed |= room[i] != node->arguments[i];
  }
  return changed ? sar_node_with_arguments(arena, node, room) : node;
}

const SarExpr *sar_expr_rewrite(SarArena *arena, const SarExpr *f, const SarRewriter *rewriter) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return NULL;
  const SarExpr **results = malloc((size_t)order.count * sizeof *results);
  const SarExpr *result = NULL, *room[SAR_EXPR_MOST_ARGUMENTS];
  for (int32_t i = 0; results && i < order.count; i++) {
    result = with_arguments(arena, &order, results, order.nodes[i], room);
    if (result) result = rewriter->replace(rewriter->self, order.nodes[i], result);
    if (!result) break;
    results[i] = result;
  }
  free(results);
  sar_order_release(&order);
  return result;
}

bool sar_expr_keep(SarArena *arena, const SarArena *scratch, const SarExpr **f, int32_t count) {
  SarOrder order;
  if (!sar_order_make_within(f, count, scratch, &order)) return false;
  SarExpr **copies = malloc(((size_t)order.count + 1) * sizeof *copies);
  bool ok = copies != NULL;
  for (int32_t i = 0; ok && i < order.count; i++) {
    const SarExpr *node = order.nodes[i];
    size_t size = sizeof *node + node->narguments * sizeof *node->arguments;
    copies[i] = sar_arena_alloc(arena, 1, size);
    ok = copies[i] != NULL;
    if (ok) memcpy(copies[i], node, size);
    for (int32_t k = 0; ok && k < node->narguments; k++) {
      int32_t at = sar_order_find(&order, node->arguments[k]);
      if (at >= 0) copies[i]->arguments[k] = copies[at];
    }
  }
  for (int32_t i = 0; ok && i < count; i++) {
    int32_t at = sar_order_find(&order, f[i]);
    if (at >= 0) f[i] = copies[at];
  }
  free(copies);
  sar_order_release(&order);
  return ok;
}

typedef struct Rescale {
  SarArena *arena;
  const double *scale;
  int32_t nvariables;
} Rescale;

static const SarExpr *rescale_node(void *self, const SarExpr *node, const SarExpr *now) {
  const Rescale *r = self;
  if (node->operation != SAR_EXPR_VARIABLE || node->variable >= r->nvariables) return now;
  return sar_expr_multiply(r->arena, sar_expr_constant(r->arena, r->scale[node->variable]), node);
}

const SarExpr *sar_expr_rescale(SarArena *arena, const SarExpr *f, double factor, const double *scale,
                                int32_t nvariables) {
  Rescale rescale = {arena, scale, nvariables};
  const SarExpr *result = sar_expr_rewrite(arena, f, &(SarRewriter){rescale_node, &rescale});
  return result ? sar_expr_multiply(arena, sar_expr_constant(arena, factor), result) : NULL;
}
