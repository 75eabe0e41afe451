/* Which kinks of an expression are sharp: the expression is continuous there, its gradient is not.
 *
 * f = g(n, ...) with n one of abs, min, max. Where n turns, its gradient jumps, and that of f jumps by g_n times as
 * much: f is smooth there if g_n vanishes, as it does for max(x, 0)^2, x abs(x) or the ends of STEP. That is asked of
 * the derivative in symbols, with n, and the argument that moves, at the value they have in the kink. Nodes that come
 * from no text, as the bounds that keep the arguments of acos in measures, are none of the user's kinks. */
#include <math.h>

#include "expr/order.h"
#include "expr/spline.h"
#include "expr/switches.h"

#define STAND_IN (INT32_MAX - 1) /* variable in the place of the node that turns */
#define ROUNDING 1e-14           /* a constant that is computed, as cos(pi/2), is zero up to this */
#define LOOKED_AT 64             /* kinks of one expression, each of which costs a derivative; more are believed */
#define COMPARED 200             /* nodes that are looked at to find two expressions the same */

/* Whether two expressions are written alike. */
static bool is_alike(const SarExpr *a, const SarExpr *b, int32_t *budget) {
  if (a == b) return true;
  if (--*budget < 0 || a->operation != b->operation || a->narguments != b->narguments || a->detail != b->detail) {
    return false;
  }
  if (a->operation == SAR_EXPR_CONSTANT) return a->value == b->value;
  if (a->operation == SAR_EXPR_VARIABLE) return a->variable == b->variable;
  if (a->operation == SAR_EXPR_SPLINE && a->spline != b->spline) return false;
  if (a->operation == SAR_EXPR_CALL && a->external != b->external) return false;
  for (int32_t i = 0; i < a->narguments; i++) {
    if (!is_alike(a->arguments[i], b->arguments[i], budget)) return false;
  }
  return true;
}

typedef struct Exchange {
  const SarExpr *from[2], *to[2]; /* from[1] may be null */
  SarArena *arena;
} Exchange;

static const SarExpr *exchange(void *self, const SarExpr *node, const SarExpr *now) {
  const Exchange *x = self;
  for (int i = 0; i < 2 && x->from[i]; i++) {
    int32_t budget = COMPARED;
    if (is_alike(node, x->from[i], &budget)) return x->to[i];
  }
  bool computed = now->operation == SAR_EXPR_CONSTANT && node->operation != SAR_EXPR_CONSTANT;
  return computed && fabs(now->value) < ROUNDING ? sar_expr_constant(x->arena, 0) : now;
}

/* The argument that is constant (or the second one) is what n is where it turns; the other one equals it there. */
static bool is_smooth_turn(SarArena *arena, const SarExpr *f, const SarExpr *n, bool *no_memory) {
  bool first = n->narguments > 1 && n->arguments[0]->operation == SAR_EXPR_CONSTANT;
  const SarExpr *moves = n->arguments[first ? 1 : 0];
  const SarExpr *value = n->narguments > 1 ? n->arguments[first ? 0 : 1] : sar_expr_constant(arena, 0);
  const SarExpr *stand_in = sar_expr_variable(arena, STAND_IN);
  Exchange out = {{n, NULL}, {stand_in, NULL}, arena}, in = {{stand_in, moves}, {value, value}, arena};
  const SarExpr *g = stand_in && value ? sar_expr_rewrite(arena, f, &(SarRewriter){exchange, &out}) : NULL;
  const SarExpr *slope = g ? sar_expr_derivative(arena, g, STAND_IN) : NULL;
  if (slope) slope = sar_expr_rewrite(arena, slope, &(SarRewriter){exchange, &in});
  *no_memory |= !slope;
  return slope && sar_node_is(slope, 0);
}

/* Tables: pieces that meet without a common slope. Beyond its ends a table goes on nearly as it came, unless it is held
 * constant there. */
static bool is_smooth_table(const SarExpr *n) {
  const SarSplineTable *table = sar_spline_table(n->spline);
  SarSplineMethod method = sar_spline_method(n->detail);
  bool constant = table->extrapolation == SAR_EXTRAPOLATE_CONSTANT;
  int32_t slopes = method == SAR_SPLINE_CUBIC ? 2 : method == SAR_SPLINE_AKIMA ? 1 : 0; /* that are continuous */
  if (n->arguments[1]->variables && (table->nz > 2 || (table->nz > 1 && constant))) return false;
  if (!n->arguments[0]->variables) return true;
  return sar_spline_order_x(n->detail) < slopes && (!constant || sar_spline_ends_are_level(n->spline, method));
}

bool sar_expr_sharp_kink(SarArena *arena, const SarExpr *f, const SarExpr **out) {
  SarOrder order;
  bool no_memory = false;
  int32_t turns = 0;
  *out = NULL;
  if (!f->switches) return true;
  if (!sar_order_make(&f, 1, &order)) return false;
  for (int32_t i = 0; i < order.count && !*out && !no_memory; i++) {
    const SarExpr *n = order.nodes[i];
    bool smooth = true;
    if (!n->variables || !n->place) continue;
    switch (n->operation) {
      case SAR_EXPR_ABS:
      case SAR_EXPR_MIN:
      case SAR_EXPR_MAX: smooth = turns++ >= LOOKED_AT || is_smooth_turn(arena, f, n, &no_memory); break;
      case SAR_EXPR_SELECT: smooth = false; break; /* impact, bistop */
      case SAR_EXPR_SPLINE: smooth = is_smooth_table(n); break;
      default: break;
    }
    if (!smooth) *out = n;
  }
  sar_order_release(&order);
  return !no_memory;
}
