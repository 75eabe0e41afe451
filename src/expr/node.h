/* The nodes of expressions. Nodes are immutable and may be shared: an expression is a directed acyclic graph. */
#ifndef SAR_EXPR_NODE_H
#define SAR_EXPR_NODE_H

#include "expr/expr.h"
#include "expr/function.h"

struct SarExpr {
  SarOperation operation;
  int32_t variable;          /* of SAR_EXPR_VARIABLE */
  int32_t detail;            /* of SAR_EXPR_SPLINE: what of it (spline.h); of SAR_EXPR_PICK: which value (external.h) */
  uint16_t narguments;       /* how many arguments follow */
  bool has_angle_unit;       /* at the root of a parsed text */
  bool switches;             /* it has a kink or a jump that moves with its variables */
  const SarExprPlace *place; /* null: not from a text; what follows from a node by derivation has none */
  uint64_t variables;        /* bit i: depends on variable i; the last bit stands for all from 63 on */
  union {
    double value;                /* of SAR_EXPR_CONSTANT */
    const SarSpline *spline;     /* of SAR_EXPR_SPLINE */
    const SarExternal *external; /* of SAR_EXPR_CALL */
  };
  const SarExpr *arguments[];
};

#define SAR_EXPR_MOST_ARGUMENTS 1000 /* of a call */

/* The operation (of functions.def) applied to its arguments, simplified: constants are folded (to inf or nan as well),
 * neutral elements and zero factors vanish. A null argument (exhausted memory) gives null. */
const SarExpr *sar_node_apply(SarArena *arena, SarOperation operation, const SarExpr *const *arguments);
const SarExpr *sar_node_binary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b);
const SarExpr *sar_node_unary(SarArena *arena, SarOperation operation, const SarExpr *a);
const SarExpr *sar_node_ternary(SarArena *arena, SarOperation operation, const SarExpr *a, const SarExpr *b,
                                const SarExpr *c);

/* What `detail` says of a table, at x and z; folded where both are constant. */
const SarExpr *sar_node_spline(SarArena *arena, const SarSpline *spline, int32_t detail, const SarExpr *x,
                               const SarExpr *z);

/* A call of an external function (as many arguments as it has inputs), and one of its values: folded where all
 * arguments are constant. */
const SarExpr *sar_node_call(SarArena *arena, const SarExternal *external, const SarExpr *const *arguments);
const SarExpr *sar_node_pick(SarArena *arena, const SarExpr *call, int32_t detail);

/* The node with other arguments, of whatever kind it is. */
const SarExpr *sar_node_with_arguments(SarArena *arena, const SarExpr *node, const SarExpr *const *arguments);

bool sar_node_is(const SarExpr *f, double value); /* is this constant */

/* The node `made` of the operation remembers where it comes from, unless it has become something simpler: one of its
 * arguments, a constant. Only right after it was made. */
const SarExpr *sar_node_placed(const SarExpr *made, SarOperation operation, const SarExpr *const *arguments,
                               int32_t narguments, const SarExprPlace *place);

/* A copy of f that remembers that an angle unit was used. */
const SarExpr *sar_node_with_angle_unit(SarArena *arena, const SarExpr *f);

#endif
