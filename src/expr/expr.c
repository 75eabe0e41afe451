/* What callers do with whole expressions: parse with reporting, ask, rescale. */
#include "expr/expr.h"

#include <stdlib.h>

#include "expr/order.h"
#include "expr/parser.h"

/* Columns count characters, offsets count bytes. */
static int32_t column_at(SarSource at, const char *text, int32_t offset) {
  if (at.column <= 0) return at.column;
  int32_t column = at.column;
  for (int32_t i = 0; i < offset; i++) column += ((unsigned char)text[i] & 0xc0) != 0x80;
  return column;
}

SarStatus sar_expr_parse(SarContext *context, SarArena *arena, const char *text, SarSource at, const char *element,
                         const SarScope *scope, const SarExpr **out) {
  SarParseError error;
  *out = sar_parse_text(arena, text, scope, &error);
  if (*out) return SAR_OK;
  if (error.status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  if (error.reported) return error.status;
  at.column = column_at(at, text, error.offset);
  return sar_report(context, error.status, at, element, error.remedy, "%s", error.message);
}

const char *sar_expr_jump(const SarExpr *f) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return NULL;
  const char *name = NULL;
  for (int32_t i = 0; i < order.count && !name; i++) {
    SarOperation o = order.nodes[i]->operation;
    bool jumps = o == SAR_EXPR_SIGN || o == SAR_EXPR_FLOOR || o == SAR_EXPR_CEIL || o == SAR_EXPR_MOD;
    if (jumps && order.nodes[i]->variables) name = sar_function_get(o)->name;
  }
  sar_order_release(&order);
  return name;
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
  for (int32_t i = 0; i < order.count; i++) { /* a variable may be several nodes */
    if (order.nodes[i]->operation != SAR_EXPR_VARIABLE) continue;
    bool seen = false;
    for (int32_t k = 0; k < i && !seen; k++) {
      seen = order.nodes[k]->operation == SAR_EXPR_VARIABLE && order.nodes[k]->variable == order.nodes[i]->variable;
    }
    if (!seen) see(self, order.nodes[i]->variable);
  }
  sar_order_release(&order);
  return true;
}

/* The node with its arguments replaced; results holds what became of the nodes before it. */
static const SarExpr *with_arguments(SarArena *arena, const SarOrder *order, const SarExpr *const *results,
                                     const SarExpr *node) {
  int32_t count = sar_function_get(node->operation)->narguments;
  const SarExpr *arguments[SAR_EXPR_ARGUMENTS] = {NULL};
  bool changed = false;
  for (int32_t i = 0; i < count; i++) {
    arguments[i] = results[sar_order_find(order, node->arguments[i])];
    changed |= arguments[i] != node->arguments[i];
  }
  return changed ? sar_node_apply(arena, node->operation, arguments) : node;
}

const SarExpr *sar_expr_rewrite(SarArena *arena, const SarExpr *f, const SarRewriter *rewriter) {
  SarOrder order;
  if (!sar_order_make(&f, 1, &order)) return NULL;
  const SarExpr **results = malloc((size_t)order.count * sizeof *results);
  const SarExpr *result = NULL;
  for (int32_t i = 0; results && i < order.count; i++) {
    result = with_arguments(arena, &order, results, order.nodes[i]);
    if (result) result = rewriter->replace(rewriter->self, order.nodes[i], result);
    if (!result) break;
    results[i] = result;
  }
  free(results);
  sar_order_release(&order);
  return result;
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
