/* Where an expression may have poles: quotients, powers with a negative exponent, the tangent. Each of them is said
 * through what passes zero there, which a caller can watch by its sign: of 1/x^2 that is x, of a/(b*c) first b, then c.
 */
#ifndef SAR_EXPR_POLES_H
#define SAR_EXPR_POLES_H

#include "expr/expr.h"

typedef struct SarExprPole {
  const SarExpr *node;    /* what is infinite there; it has a place in the user's text */
  const SarExpr *divisor; /* what passes zero */
} SarExprPole;

/* Calls `see` for each, in the order of evaluation; what is not in the user's text, and what cannot pass zero, is left
 * out. The arena is for divisors that the expression does not contain itself. False when memory is exhausted. */
bool sar_expr_each_pole(SarArena *arena, const SarExpr *f, void (*see)(void *self, const SarExprPole *pole),
                        void *self);

#endif
