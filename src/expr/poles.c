#include "expr/poles.h"

#include "expr/order.h"

#define FACTORS 16 /* of a divisor; what lies deeper is watched as one product */

typedef struct Factors {
  const SarExpr *waiting[FACTORS];
  int32_t count;
} Factors;

static void push(Factors *f, const SarExpr *node) { f->waiting[f->count++] = node; }

/* Roots are taken of what has no sign: of anything else there is no value on the other side, which is an error of its
 * own. */
static bool has_no_sign(const SarExpr *f) {
  double exponent;
  if (f->operation == SAR_EXPR_ABS) return true;
  if (f->operation == SAR_EXPR_MULTIPLY) return f->arguments[0] == f->arguments[1];
  return f->operation == SAR_EXPR_POWER && sar_expr_is_constant(f->arguments[1], &exponent) &&
         exponent == 2 * (double)(int32_t)(exponent / 2);
}

/* Puts the parts of a divisor that vanish where it does in its place. False: it has none. */
static bool split(const SarExpr *f, Factors *out) {
  double exponent;
  if (out->count + 2 > FACTORS) return false;
  switch (f->operation) {
    case SAR_EXPR_NEGATE:
    case SAR_EXPR_ABS:
    case SAR_EXPR_DIVIDE: push(out, f->arguments[0]); return true;
    case SAR_EXPR_SQRT:
      if (has_no_sign(f->arguments[0])) push(out, f->arguments[0]);
      return true;
    case SAR_EXPR_POWER:
      if (!sar_expr_is_constant(f->arguments[1], &exponent)) return false;
      if (exponent > 0) push(out, f->arguments[0]);
      return true;
    case SAR_EXPR_MULTIPLY:
      if (f->arguments[1] != f->arguments[0]) push(out, f->arguments[1]);
      push(out, f->arguments[0]);
      return true;
    default: return false;
  }
}

static bool never_vanishes(const SarExpr *f) {
  double value;
  return sar_expr_is_constant(f, &value) || f->operation == SAR_EXPR_EXP || f->operation == SAR_EXPR_COSH;
}

/* What vanishes where the node is infinite; null: the node is no such. */
static const SarExpr *divisor_of(SarArena *arena, const SarExpr *node, bool *no_memory) {
  double exponent;
  switch (node->operation) {
    case SAR_EXPR_DIVIDE: return node->arguments[1];
    case SAR_EXPR_POWER:
      return sar_expr_is_constant(node->arguments[1], &exponent) && exponent < 0 ? node->arguments[0] : NULL;
    case SAR_EXPR_TAN: {
      const SarExpr *cosine = sar_node_unary(arena, SAR_EXPR_COS, node->arguments[0]);
      *no_memory |= !cosine;
      return cosine;
    }
    default: return NULL;
  }
}

bool sar_expr_each_pole(SarArena *arena, const SarExpr *f, void (*see)(void *self, const SarExprPole *pole),
                        void *self) {
  SarOrder order;
  bool no_memory = false;
  if (!sar_order_make(&f, 1, &order)) return false;
  for (int32_t i = 0; i < order.count; i++) {
    const SarExpr *node = order.nodes[i], *divisor = sar_expr_place(node) ? divisor_of(arena, node, &no_memory) : NULL;
    Factors factors = {{divisor}, divisor ? 1 : 0};
    while (factors.count > 0) {
      const SarExpr *next = factors.waiting[--factors.count];
      if (split(next, &factors) || never_vanishes(next)) continue;
      see(self, &(SarExprPole){node, next});
    }
  }
  sar_order_release(&order);
  return !no_memory;
}
