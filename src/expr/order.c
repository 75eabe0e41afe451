/* Depth-first search with a stack of its own. A node's place in the hash table depends on its address, its place in the
 * list does not: results are the same in every run. */
#include "expr/order.h"

#include <stdlib.h>

/* A node on the way down, and which of its arguments comes next. */
typedef struct Visit {
  const SarExpr *node;
  int32_t next;
} Visit;

typedef struct Stack {
  Visit *items;
  int32_t count, capacity;
  const SarArena *within; /* null: all nodes are visited */
} Stack;

static uint32_t hash(const SarExpr *node) {
  return (uint32_t)(((uint64_t)(uintptr_t)node >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 32);
}

/* The slot where the node is or would be. */
static uint32_t slot_of(const SarOrder *order, const SarExpr *node) {
  uint32_t slot = hash(node) & order->mask;
  while (order->slots[slot] >= 0 && order->nodes[order->slots[slot]] != node) slot = (slot + 1) & order->mask;
  return slot;
}

int32_t sar_order_find(const SarOrder *order, const SarExpr *node) { return order->slots[slot_of(order, node)]; }

/* Doubles the list and makes a table twice its size. */
static bool enlarge(SarOrder *order) {
  if (order->capacity > INT32_MAX / 4) return false;
  int32_t capacity = order->capacity ? 2 * order->capacity : 128;
  uint32_t nslots = 2 * (uint32_t)capacity;
  const SarExpr **nodes = realloc(order->nodes, (size_t)capacity * sizeof *nodes);
  if (nodes) order->nodes = nodes;
  int32_t *slots = malloc(nslots * sizeof *slots);
  if (!nodes || !slots) {
    free(slots);
    return false;
  }
  free(order->slots);
  order->slots = slots;
  order->capacity = capacity;
  order->mask = nslots - 1;
  for (uint32_t i = 0; i < nslots; i++) slots[i] = -1;
  for (int32_t i = 0; i < order->count; i++) slots[slot_of(order, nodes[i])] = i;
  return true;
}

static void append_at(SarOrder *order, uint32_t slot, const SarExpr *node) {
  order->slots[slot] = order->count;
  order->nodes[order->count++] = node;
}

static bool make_room(SarOrder *order) { return order->count < order->capacity || enlarge(order); }

static bool push(Stack *stack, const SarExpr *node) {
  if (stack->count < stack->capacity) {
    stack->items[stack->count++] = (Visit){node, 0};
    return true;
  }
  Visit *slot = sar_append(&stack->items, &stack->count, &stack->capacity, sizeof *slot);
  if (slot) *slot = (Visit){node, 0};
  return slot != NULL;
}

/* Begins with a node, unless it has its place already; leaves get theirs at once. False when memory is exhausted. */
static bool enter(SarOrder *order, Stack *stack, const SarExpr *node) {
  if (stack->within && !sar_arena_owns(stack->within, node)) return true;
  if (!make_room(order)) return false;
  uint32_t slot = slot_of(order, node);
  if (order->slots[slot] >= 0) return true;
  if (node->narguments > 0) return push(stack, node);
  append_at(order, slot, node);
  return true;
}

static bool visit(SarOrder *order, Stack *stack, const SarExpr *root) {
  if (!enter(order, stack, root)) return false;
  while (stack->count) {
    Visit *top = &stack->items[stack->count - 1];
    if (top->next < top->node->narguments) {
      if (!enter(order, stack, top->node->arguments[top->next++])) return false;
    } else {
      stack->count--;
      if (!make_room(order)) return false;
      append_at(order, slot_of(order, top->node), top->node);
    }
  }
  return true;
}

bool sar_order_make_within(const SarExpr *const *roots, int32_t nroots, const SarArena *arena, SarOrder *order) {
  *order = (SarOrder){0};
  Stack stack = {.within = arena};
  bool done = enlarge(order);
  for (int32_t i = 0; done && i < nroots; i++) done = visit(order, &stack, roots[i]);
  free(stack.items);
  if (!done) sar_order_release(order);
  return done;
}

bool sar_order_make(const SarExpr *const *roots, int32_t nroots, SarOrder *order) {
  return sar_order_make_within(roots, nroots, NULL, order);
}

void sar_order_release(SarOrder *order) {
  free(order->nodes);
  free(order->slots);
  *order = (SarOrder){0};
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

void sar_order_see_variables(const SarOrder *order, void (*see)(void *self, int32_t variable), void *self) {
  for (int32_t i = 0; i < order->count; i++) {
    if (order->nodes[i]->operation == SAR_EXPR_VARIABLE) see(self, order->nodes[i]->variable);
  }
}

bool sar_order_each_variable(const SarOrder *order, void (*see)(void *self, int32_t variable), void *self) {
  int32_t *variables = malloc(((size_t)order->count + 1) * sizeof *variables), count = 0;
  for (int32_t i = 0; variables && i < order->count; i++) { /* a variable may be several nodes */
    if (order->nodes[i]->operation == SAR_EXPR_VARIABLE) variables[count++] = order->nodes[i]->variable;
  }
  if (!variables) return false;
  qsort(variables, (size_t)count, sizeof *variables, compare);
  for (int32_t i = 0; i < count; i++) {
    if (i == 0 || variables[i] != variables[i - 1]) see(self, variables[i]);
  }
  free(variables);
  return true;
}
