/* Which sources belong together: those of one element, which have most of their operations in common, and those of
 * elements that share a part - a measure of a spring, and the spring. A part is never in two items, so all items
 * together are as long as the expressions are. */
#include "system/user/items.h"

#include <stdlib.h>
#include <string.h>

typedef struct Owners {
  const SarExpr **nodes; /* hash table of operations; of: whose they are */
  int32_t *of;
  size_t mask, count;
  const SarExpr **stack;
  int32_t nstack, stack_capacity;
  int32_t *parent; /* by element: another one of the same item, or itself */
} Owners;

static int32_t leader(int32_t *parent, int32_t element) {
  while (parent[element] != element) {
    parent[element] = parent[parent[element]];
    element = parent[element];
  }
  return element;
}

static size_t slot_of(const Owners *o, const SarExpr *node) {
  size_t slot = (size_t)(((uint64_t)(uintptr_t)node >> 4) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & o->mask;
  while (o->nodes[slot] && o->nodes[slot] != node) slot = (slot + 1) & o->mask;
  return slot;
}

static bool enlarge(Owners *o) {
  Owners old = *o;
  size_t size = o->nodes ? 2 * (o->mask + 1) : 1024;
  o->nodes = calloc(size, sizeof *o->nodes);
  o->of = calloc(size, sizeof *o->of);
  o->mask = size - 1;
  bool ok = o->nodes && o->of;
  for (size_t i = 0; ok && old.nodes && i <= old.mask; i++) {
    if (!old.nodes[i]) continue;
    size_t slot = slot_of(o, old.nodes[i]);
    o->nodes[slot] = old.nodes[i];
    o->of[slot] = old.of[i];
  }
  free(old.nodes);
  free(old.of);
  return ok;
}

static bool push(Owners *o, const SarExpr *node) {
  if (!node->narguments) return true; /* symbols and constants belong to nobody */
  const SarExpr **slot = sar_append(&o->stack, &o->nstack, &o->stack_capacity, sizeof *slot);
  if (slot) *slot = node;
  return slot != NULL;
}

/* Takes all operations of an expression for an element, and joins it with those who have some of them already. */
static bool take(Owners *o, const SarExpr *f, int32_t element) {
  bool ok = push(o, f);
  while (ok && o->nstack) {
    const SarExpr *node = o->stack[--o->nstack];
    if (2 * o->count > o->mask && !enlarge(o)) return false;
    size_t slot = slot_of(o, node);
    if (o->nodes[slot]) {
      int32_t a = leader(o->parent, o->of[slot]), b = leader(o->parent, element);
      o->parent[a < b ? b : a] = a < b ? a : b;
      continue;
    }
    o->nodes[slot] = node;
    o->of[slot] = element;
    o->count++;
    for (int32_t i = 0; ok && i < node->narguments; i++) ok = push(o, node->arguments[i]);
  }
  return ok;
}

/* Items in the order of their first sources. */
static bool list_items(SarUserClasses *c, int32_t *parent) {
  int32_t n = c->s->model->nelements;
  int32_t *item = SAR_NEW(c->arena, n + 1, int32_t); /* by element: one more than its item */
  c->items = SAR_NEW(c->arena, c->nsources + 1, SarUserItem);
  if (!item || !c->items) return false;
  for (int32_t i = 0; i < c->nsources; i++) {
    int32_t of = leader(parent, c->sources[i].element);
    if (!item[of]) item[of] = ++c->nitems;
    c->item_of[i] = item[of] - 1;
    c->place[i] = c->items[item[of] - 1].nsources++;
  }
  for (int32_t i = 0; i < c->nitems; i++) {
    c->items[i].sources = SAR_NEW(c->arena, c->items[i].nsources, int32_t);
    if (!c->items[i].sources) return false;
  }
  for (int32_t i = 0; i < c->nsources; i++) c->items[c->item_of[i]].sources[c->place[i]] = i;
  return true;
}

bool sar_user_find_items(SarUserClasses *c) {
  int32_t n = c->s->model->nelements;
  Owners o = {.parent = malloc(((size_t)n + 1) * sizeof *o.parent)};
  bool ok = o.parent && enlarge(&o);
  for (int32_t i = 0; ok && i < n; i++) o.parent[i] = i;
  for (int32_t i = 0; ok && i < c->nsources; i++) ok = take(&o, c->sources[i].f, c->sources[i].element);
  ok = ok && list_items(c, o.parent);
  free(o.nodes);
  free(o.of);
  free(o.stack);
  free(o.parent);
  return ok;
}
