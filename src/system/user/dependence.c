/* Which unknowns an expression depends on, found from its symbols without differentiating. */
#include <stdlib.h>
#include <string.h>

#include "system/user/symbols.h"

typedef struct List {
  int32_t *items;
  int32_t count, capacity;
} List;

typedef struct Search {
  const SarSymbols *s;
  List position, velocity, acceleration, others;
  bool no_memory;
} Search;

static void add(Search *search, List *list, int32_t item) {
  int32_t *slot = sar_append(&list->items, &list->count, &list->capacity, sizeof *slot);
  if (slot) *slot = item;
  if (!slot) search->no_memory = true;
}

static void add_body(Search *search, int32_t index) {
  int32_t body = index / SAR_BODY_SYMBOLS, k = index % SAR_BODY_SYMBOLS;
  if (k < SAR_BODY_AXES) {
    add(search, &search->position, 6 * body + k);
  } else if (k < SAR_BODY_V) {
    for (int32_t i = 3; i < 6; i++) add(search, &search->position, 6 * body + i);
  } else if (k < SAR_BODY_ACC) {
    add(search, &search->velocity, 6 * body + k - SAR_BODY_V);
  } else {
    add(search, &search->acceleration, 6 * body + k - SAR_BODY_ACC);
  }
}

static void see(void *self, int32_t symbol) {
  Search *search = self;
  int32_t index = sar_symbol_index(symbol), plain = 6 * search->s->nbodies + index;
  switch (sar_symbol_kind(symbol)) {
    case SAR_SYMBOL_BODY: add_body(search, index); break;
    case SAR_SYMBOL_Q: add(search, &search->position, plain); break;
    case SAR_SYMBOL_V: add(search, &search->velocity, plain); break;
    case SAR_SYMBOL_A: add(search, &search->acceleration, plain); break;
    case SAR_SYMBOL_LAMBDA:
    case SAR_SYMBOL_MU:
    case SAR_SYMBOL_X:
    case SAR_SYMBOL_XDOT:
    case SAR_SYMBOL_Z: add(search, &search->others, symbol); break;
    default: break;
  }
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Sorted, each item once, in the arena. */
static int32_t *settle(Search *search, List *list, int32_t *count) {
  int32_t n = 0;
  if (list->count) qsort(list->items, (size_t)list->count, sizeof *list->items, compare);
  for (int32_t i = 0; i < list->count; i++) {
    if (i == 0 || list->items[i] != list->items[i - 1]) list->items[n++] = list->items[i];
  }
  int32_t *items = SAR_NEW(search->s->arena, n + 1, int32_t);
  if (items && n) memcpy(items, list->items, (size_t)n * sizeof *items);
  if (!items) search->no_memory = true;
  free(list->items);
  *count = n;
  return items;
}

static bool settle_all(Search *search, SarDependence *out) {
  out->position = settle(search, &search->position, &out->nposition);
  out->velocity = settle(search, &search->velocity, &out->nvelocity);
  out->acceleration = settle(search, &search->acceleration, &out->nacceleration);
  out->others = settle(search, &search->others, &out->nothers);
  return !search->no_memory;
}

bool sar_symbols_dependence(const SarSymbols *s, const SarExpr *f, SarDependence *out) {
  Search search = {.s = s};
  if (!sar_expr_see_variables(f, see, &search)) search.no_memory = true;
  return settle_all(&search, out);
}

bool sar_symbols_dependence_of(const SarSymbols *s, const SarDerivable *f, SarDependence *out) {
  Search search = {.s = s};
  sar_derivable_see_variables(f, see, &search);
  return settle_all(&search, out);
}
