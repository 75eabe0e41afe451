/* The nodes of expressions. Nodes are immutable and may be shared: an expression is a directed acyclic graph. */
#ifndef SAR_EXPR_NODE_H
#define SAR_EXPR_NODE_H

#include "expr/expr.h"
#include "expr/function.h"

struct SarExpr {
  SarOperation operation;
  int32_t variable;    /* of SAR_EXPR_VARIABLE */
  bool has_angle_unit; /* at the root of a parsed text */
  uint64_t variables;  /* bit i: depends on variable i; the last bit stands for all from 63 on */
  double value;        /* of SAR_EXPR_CONSTANT */
  const SarExpr *arguments[SAR_EXPR_ARGUMENTS];
};

/* The operation applied to its arguments, simplified: constants are folded (to inf or nan as well), neutral elements
 * and zero factors vanish. A null argument (exhausted memory) gives null. */
const SarExpr *sar_node_apply(SarArena *arena, SarOperation operation, const SarExpr *const *arguments);
const SarExpr *sar_node_binary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b);
const SarExpr *sar_node_unary(SarArena *arena, SarOperation operation, const SarExpr *a);

bool sar_node_is(const SarExpr *f, double value); /* is this constant */

/* A copy of f that remembers that an angle unit was used. */
const SarExpr *sar_node_with_angle_unit(SarArena *arena, const SarExpr *f);

#endif
