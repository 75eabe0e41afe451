/* The distinct nodes of expressions, arguments before what uses them. Every algorithm on expressions is a loop over
 * this list, so shared parts are visited once and no input, however deep, can exhaust the stack. */
#ifndef SAR_EXPR_ORDER_H
#define SAR_EXPR_ORDER_H

#include "expr/node.h"

typedef struct SarOrder {
  const SarExpr **nodes;
  int32_t count;
  int32_t *slots; /* open-addressing hash table of indices into nodes; -1 = free */
  uint32_t mask;  /* number of slots - 1 */
  int32_t capacity;
} SarOrder;

/* False when memory is exhausted; *order is then already released. */
bool sar_order_make(const SarExpr *const *roots, int32_t nroots, SarOrder *order);
/* Only the nodes that lie in the arena: those behind a node that does not are not looked at. */
bool sar_order_make_within(const SarExpr *const *roots, int32_t nroots, const SarArena *arena, SarOrder *order);
void sar_order_release(SarOrder *order);

/* The position of a node, -1 if it is not in the list. */
int32_t sar_order_find(const SarOrder *order, const SarExpr *node);

/* Calls `see` for every variable, each once, in increasing order. False when memory is exhausted. */
bool sar_order_each_variable(const SarOrder *order, void (*see)(void *self, int32_t variable), void *self);
/* In no order, and some more than once. */
void sar_order_see_variables(const SarOrder *order, void (*see)(void *self, int32_t variable), void *self);

#endif
