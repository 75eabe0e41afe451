/* All partial derivatives of an expression at once. */
#ifndef SAR_EXPR_GRADIENT_H
#define SAR_EXPR_GRADIENT_H

#include "expr/expr.h"

/* out[i] = df / d variables[i], which are in increasing order, as sar_expr_derivative gives them one by one. They share
 * their parts: all together they are a small multiple of f, however many variables it has, unless f chooses between
 * branches or calls tables and functions of others. False when memory is exhausted. */
bool sar_expr_gradient(SarArena *arena, const SarExpr *f, const int32_t *variables, int32_t count, const SarExpr **out);

#endif
