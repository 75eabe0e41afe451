#include "system/user/classes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr/order.h"

#define LEAST 4          /* items that are worth a class */
#define MOST_THINGS 48   /* of an item */
#define MOST_NODES 20000 /* of an item */

/* ---- things ---- */

SarUserThing sar_user_thing(int32_t symbol) {
  SarSymbolKind kind = sar_symbol_kind(symbol);
  int32_t index = sar_symbol_index(symbol);
  switch (kind) {
    case SAR_SYMBOL_BODY: return (SarUserThing){kind, index / SAR_BODY_SYMBOLS};
    case SAR_SYMBOL_V:
    case SAR_SYMBOL_A: return (SarUserThing){SAR_SYMBOL_Q, index};
    case SAR_SYMBOL_XDOT: return (SarUserThing){SAR_SYMBOL_X, index};
    default: return (SarUserThing){kind, index};
  }
}

int32_t sar_user_symbol_of(const SarUserClasses *c, const SarUserClass *class, const SarUserItem *item,
                           int32_t symbol) {
  const SarUserThing *first = c->items[class->items[0]].things;
  SarUserThing thing = sar_user_thing(symbol);
  int32_t k = 0;
  while (k < class->nthings && (first[k].kind != thing.kind || first[k].index != thing.index)) k++;
  if (k == class->nthings) return symbol; /* time */
  int32_t index = item->things[k].index;
  if (thing.kind == SAR_SYMBOL_BODY) index = SAR_BODY_SYMBOLS * index + sar_symbol_index(symbol) % SAR_BODY_SYMBOLS;
  return sar_symbol(sar_symbol_kind(symbol), index);
}

/* ---- what an item is made of, as a list of words ---- */

typedef struct Description {
  const SarUserClasses *c;
  const SarUserItem *item;
  SarOrder order;
  bool *exact; /* by node: a constant that decides what becomes of an expression */
  int32_t *words, nwords, capacity;
  double *constants;
  int32_t nconstants, constants_capacity;
  SarUserThing things[MOST_THINGS];
  int32_t nthings;
  bool no_memory, alone; /* alone: it is in no class */
} Description;

static void word(Description *d, int32_t value) {
  int32_t *slot = sar_append(&d->words, &d->nwords, &d->capacity, sizeof *slot);
  if (slot) *slot = value;
  d->no_memory |= !slot;
}

static void bits(Description *d, uint64_t value) {
  word(d, (int32_t)(value & UINT32_MAX));
  word(d, (int32_t)(value >> 32));
}

static void address(Description *d, const void *p) { bits(d, (uint64_t)(uintptr_t)p); }

/* Which source of the item has the multiplier as its own; -1: none. */
static int32_t own_source(const Description *d, SarUserThing thing) {
  bool lambda = thing.kind == SAR_SYMBOL_LAMBDA;
  if (!d->c->owners || (!lambda && thing.kind != SAR_SYMBOL_MU)) return -1;
  int32_t element = d->c->owners[thing.index + (lambda ? 0 : d->c->s->nposition)] - 1;
  for (int32_t i = 0; element >= 0 && i < d->item->nsources; i++) {
    if (d->c->sources[d->item->sources[i]].element == element) return i;
  }
  return -1;
}

static void symbol(Description *d, int32_t symbol) {
  SarUserThing thing = sar_user_thing(symbol);
  int32_t k = 0;
  while (k < d->nthings && (d->things[k].kind != thing.kind || d->things[k].index != thing.index)) k++;
  if (k == MOST_THINGS) {
    d->alone = true;
    return;
  }
  if (k == d->nthings) {
    d->things[d->nthings++] = thing;
    word(d, own_source(d, thing));
  }
  word(d, (int32_t)sar_symbol_kind(symbol));
  word(d, thing.kind == SAR_SYMBOL_BODY ? sar_symbol_index(symbol) % SAR_BODY_SYMBOLS : 0);
  word(d, k);
}

/* Constants that simplification looks at, and exponents, make another expression of it. */
static bool is_exact(const Description *d, int32_t node, double value) {
  double size = fabs(value);
  return d->exact[node] || !isfinite(value) || size == 0 || size == 0.5 || size == 1 || size == 2;
}

static void constant(Description *d, int32_t node) {
  double value = d->order.nodes[node]->value;
  uint64_t all;
  word(d, is_exact(d, node, value));
  if (is_exact(d, node, value)) {
    memcpy(&all, &value, sizeof all);
    bits(d, all);
    return;
  }
  double *slot = sar_append(&d->constants, &d->nconstants, &d->constants_capacity, sizeof *slot);
  if (slot) *slot = value;
  d->no_memory |= !slot;
}

static void describe_node(Description *d, int32_t i) {
  const SarExpr *node = d->order.nodes[i];
  word(d, (int32_t)node->operation);
  word(d, node->detail);
  switch (node->operation) {
    case SAR_EXPR_CONSTANT: constant(d, i); return;
    case SAR_EXPR_VARIABLE: symbol(d, node->variable); return;
    case SAR_EXPR_CALL:
    case SAR_EXPR_PICK: d->alone = true; return;
    case SAR_EXPR_SPLINE: address(d, node->spline); break;
    default: break;
  }
  for (int32_t k = 0; k < node->narguments; k++) word(d, sar_order_find(&d->order, node->arguments[k]));
}

static void mark_exponents(Description *d) {
  for (int32_t i = 0; i < d->order.count; i++) {
    const SarExpr *node = d->order.nodes[i];
    if (node->operation == SAR_EXPR_POWER) d->exact[sar_order_find(&d->order, node->arguments[1])] = true;
  }
}

static void describe_sources(Description *d) {
  const SarModel *model = d->c->s->model;
  for (int32_t i = 0; i < d->item->nsources && !d->alone; i++) {
    const SarUserSource *source = &d->c->sources[d->item->sources[i]];
    word(d, sar_order_find(&d->order, source->f));
    address(d, model->elements[source->element].class);
    if (source->symbol) symbol(d, source->symbol);
  }
}

/* Unknowns stand in rows and lists by increasing numbers: like items have them in the same order. */
static void describe_ranks(Description *d) {
  for (int32_t i = 0; i < d->nthings; i++) {
    int32_t rank = 0;
    for (int32_t k = 0; k < d->nthings; k++) {
      rank += d->things[k].kind == d->things[i].kind && d->things[k].index < d->things[i].index;
    }
    word(d, rank);
  }
}

static bool describe(Description *d) {
  int32_t n = d->item->nsources;
  const SarExpr **roots = malloc((size_t)n * sizeof *roots);
  for (int32_t i = 0; roots && i < n; i++) roots[i] = d->c->sources[d->item->sources[i]].f;
  bool ok = roots && sar_order_make(roots, n, &d->order);
  free(roots);
  if (!ok) return false;
  d->alone = d->order.count > MOST_NODES;
  word(d, d->order.count);
  d->exact = calloc((size_t)d->order.count, sizeof *d->exact);
  if (d->exact) {
    mark_exponents(d);
    for (int32_t i = 0; i < d->order.count && !d->alone; i++) describe_node(d, i);
    describe_sources(d);
    describe_ranks(d);
  }
  ok = d->exact && !d->no_memory;
  free(d->exact);
  sar_order_release(&d->order);
  return ok;
}

/* ---- classes ---- */

static uint64_t hash_of(const int32_t *words, int32_t count) {
  uint64_t h = UINT64_C(0x9e3779b97f4a7c15);
  for (int32_t i = 0; i < count; i++) {
    h = (h ^ (uint32_t)words[i]) * UINT64_C(0xbf58476d1ce4e5b9);
    h ^= h >> 29;
  }
  return h;
}

/* The class of what is described; a new one where there is none. -1: memory is exhausted. */
static int32_t class_of(SarUserClasses *c, int32_t *slots, uint32_t mask, const Description *d) {
  uint64_t hash = hash_of(d->words, d->nwords);
  size_t size = (size_t)d->nwords * sizeof *d->words;
  uint32_t slot = (uint32_t)(hash >> 32) & mask;
  for (; slots[slot] >= 0; slot = (slot + 1) & mask) {
    const SarUserClass *class = &c->classes[slots[slot]];
    bool same = class->hash == hash && class->nwords == d->nwords && memcmp(class->words, d->words, size) == 0;
    if (same) return slots[slot];
  }
  SarUserClass *class = sar_arena_append(c->arena, 8, &c->classes, &c->nclasses, &c->capacity, sizeof *class);
  int32_t *words = class ? malloc(size) : NULL;
  if (!words) return -1;
  memcpy(words, d->words, size);
  *class = (SarUserClass){
      .hash = hash, .words = words, .nwords = d->nwords, .nthings = d->nthings, .nconstants = d->nconstants};
  return slots[slot] = c->nclasses - 1;
}

static bool add_item(SarUserClasses *c, int32_t *slots, uint32_t mask, int32_t i) {
  SarUserItem *item = &c->items[i];
  Description d = {.c = c, .item = item};
  bool ok = describe(&d);
  item->class = -1;
  if (ok && !d.alone) {
    int32_t class = item->class = class_of(c, slots, mask, &d);
    int32_t *slot = class < 0 ? NULL
                              : sar_arena_append(c->arena, 4, &c->classes[class].items, &c->classes[class].count,
                                                 &c->classes[class].capacity, sizeof *slot);
    item->things = SAR_NEW(c->arena, d.nthings + 1, SarUserThing);
    item->constants = SAR_NEW(c->arena, d.nconstants + 1, double);
    ok = slot && item->things && item->constants;
    if (ok) *slot = i, item->number = c->classes[class].count - 1;
    if (ok) memcpy(item->things, d.things, (size_t)d.nthings * sizeof *d.things);
    if (ok && d.nconstants) memcpy(item->constants, d.constants, (size_t)d.nconstants * sizeof *d.constants);
  }
  free(d.words);
  free(d.constants);
  return ok;
}

/* ---- constants that differ ---- */

typedef struct Parting {
  SarArena *arena;
  const SarExpr **nodes; /* of the first item: those that stand for constants that differ */
  int32_t count;
} Parting;

static const SarExpr *part(void *self, const SarExpr *node, const SarExpr *now) {
  const Parting *p = self;
  if (node->operation != SAR_EXPR_CONSTANT) return now;
  for (int32_t i = 0; i < p->count; i++) {
    if (p->nodes[i] == node) return sar_expr_variable(p->arena, sar_symbol(SAR_SYMBOL_CONSTANT, i));
  }
  return now;
}

/* By their bits: 0 and -0 are not the same constant. */
static bool same_bits(double a, double b) {
  uint64_t x, y;
  memcpy(&x, &a, sizeof x);
  memcpy(&y, &b, sizeof y);
  return x == y;
}

static bool differs(const SarUserClasses *c, const SarUserClass *class, int32_t k) {
  const double *first = c->items[class->items[0]].constants;
  for (int32_t i = 1; i < class->count; i++) {
    if (!same_bits(c->items[class->items[i]].constants[k], first[k])) return true;
  }
  return false;
}

/* The nodes of the first item that are its constants, in the order in which they were described. */
static bool constant_nodes(const SarUserClasses *c, const SarUserItem *item, const SarExpr **nodes) {
  Description d = {.c = c, .item = item};
  const SarExpr **roots = SAR_NEW(c->arena, item->nsources, const SarExpr *);
  for (int32_t i = 0; roots && i < item->nsources; i++) roots[i] = c->sources[item->sources[i]].f;
  if (!roots || !sar_order_make(roots, item->nsources, &d.order)) return false;
  d.exact = calloc((size_t)d.order.count, sizeof *d.exact);
  if (d.exact) mark_exponents(&d);
  for (int32_t i = 0, n = 0; d.exact && i < d.order.count; i++) {
    const SarExpr *node = d.order.nodes[i];
    if (node->operation == SAR_EXPR_CONSTANT && !is_exact(&d, i, node->value)) nodes[n++] = node;
  }
  bool ok = d.exact != NULL;
  free(d.exact);
  sar_order_release(&d.order);
  return ok;
}

/* Leaves to the items the constants in which they differ, and makes symbols of them. */
static bool part_constants(SarUserClasses *c, SarUserClass *class) {
  const SarUserItem *first = &c->items[class->items[0]];
  Parting parting = {.arena = c->arena, .nodes = SAR_NEW(c->arena, class->nconstants + 1, const SarExpr *)};
  class->f = SAR_NEW(c->arena, first->nsources, const SarExpr *);
  if (!class->f || !parting.nodes || !constant_nodes(c, first, parting.nodes)) return false;
  for (int32_t k = 0; k < class->nconstants; k++) {
    if (!differs(c, class, k)) continue;
    int32_t to = parting.count++;
    parting.nodes[to] = parting.nodes[k];
    for (int32_t i = 0; i < class->count; i++) {
      double *constants = c->items[class->items[i]].constants;
      constants[to] = constants[k];
    }
  }
  class->nconstants = parting.count;
  for (int32_t i = 0; i < first->nsources; i++) {
    class->f[i] = sar_expr_rewrite(c->arena, c->sources[first->sources[i]].f, &(SarRewriter){part, &parting});
    if (!class->f[i]) return false;
  }
  return true;
}

/* ---- all ---- */

static void dissolve(SarUserClasses *c, const SarUserClass *class) {
  for (int32_t i = 0; i < class->count; i++) c->items[class->items[i]].class = -1;
}

static bool classify(SarUserClasses *c) {
  uint32_t nslots = 16;
  c->item_of = SAR_NEW(c->arena, c->nsources + 1, int32_t);
  c->place = SAR_NEW(c->arena, c->nsources + 1, int32_t);
  if (!c->item_of || !c->place || !sar_user_find_items(c)) return false;
  while (nslots < 2 * (uint32_t)c->nitems) nslots *= 2;
  int32_t *slots = malloc(nslots * sizeof *slots);
  bool ok = slots != NULL;
  for (uint32_t i = 0; ok && i < nslots; i++) slots[i] = -1;
  for (int32_t i = 0; ok && i < c->nitems; i++) ok = add_item(c, slots, nslots - 1, i);
  for (int32_t i = 0; i < c->nclasses; i++) {
    SarUserClass *class = &c->classes[i];
    free(class->words);
    class->words = NULL;
    if (class->count < LEAST) {
      dissolve(c, class);
    } else {
      ok = ok && part_constants(c, class);
    }
  }
  free(slots);
  return ok;
}

SarStatus sar_user_make_classes(SarUserCollection *c, const SarUserSource *sources, int32_t count,
                                SarUserClasses *out) {
  *out = (SarUserClasses){.s = c->s, .u = c->u, .arena = c->u->symbols.arena, .sources = sources, .nsources = count};
  out->owners = c->owners;
  return sources && classify(out) ? SAR_OK : sar_report_no_memory(c->s->context);
}
