/* A grid of cells, hashed: boxes that lie in one cell are compared with each other. Two boxes that share several cells
 * are compared in the one that holds the low corner of what they have in common. */
#include "geometry/broad.h"

#include <math.h>
#include <stdlib.h>

#define CELLS 8       /* a box that would lie in more cells is large */
#define FARTHEST 1e15 /* cells from the origin: beyond this boxes are compared with all */

typedef struct Cell {
  int64_t x, y, z;
} Cell;

/* A box in one of its cells. */
typedef struct Entry {
  Cell cell;
  int32_t box;
} Entry;

typedef struct Grid {
  SarArena *arena;
  const SarBounds *boxes;
  int32_t n;
  SarBroadFilter filter;
  double width;
  Entry *entries; /* in the order of buckets at the end */
  int32_t nentries, entries_capacity;
  int32_t *first; /* of each bucket, nbuckets + 1 */
  uint32_t nbuckets;
  bool *large;
  SarBroadPair *pairs;
  int32_t npairs, pairs_capacity;
} Grid;

static bool is_infinite(const SarBounds *box) { return isinf(box->high.x - box->low.x); }

static double size_of(const SarBounds *box) {
  SarVec3 d = sar_sub(box->high, box->low);
  return fmax(d.x, fmax(d.y, d.z));
}

static int compare_sizes(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Twice the middle size; false: no memory. */
static bool choose_width(Grid *g) {
  double *sizes = SAR_NEW(g->arena, g->n, double);
  int32_t n = 0;
  if (!sizes) return false;
  for (int32_t i = 0; i < g->n; i++) {
    if (!is_infinite(&g->boxes[i])) sizes[n++] = size_of(&g->boxes[i]);
  }
  qsort(sizes, (size_t)n, sizeof *sizes, compare_sizes);
  g->width = n > 0 && sizes[n / 2] > 0 ? 2 * sizes[n / 2] : 1;
  return true;
}

static Cell cell_of(const Grid *g, SarVec3 x) {
  return (Cell){(int64_t)floor(x.x / g->width), (int64_t)floor(x.y / g->width), (int64_t)floor(x.z / g->width)};
}

static bool is_same(Cell a, Cell b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

static uint32_t bucket_of(const Grid *g, Cell c) {
  uint64_t h = (uint64_t)c.x * 0x9e3779b97f4a7c15u + (uint64_t)c.y * 0xc2b2ae3d27d4eb4fu + (uint64_t)c.z;
  h *= 0x165667b19e3779f9u;
  return (uint32_t)(h >> 32) & (g->nbuckets - 1);
}

static bool is_large(const Grid *g, const SarBounds *box) {
  double far = 0, corner[6] = {box->low.x, box->low.y, box->low.z, box->high.x, box->high.y, box->high.z};
  for (int i = 0; i < 6; i++) far = fmax(far, fabs(corner[i]));
  if (!(far < FARTHEST * g->width)) return true;
  Cell low = cell_of(g, box->low), high = cell_of(g, box->high);
  return (high.x - low.x + 1) * (high.y - low.y + 1) > CELLS ||
         (high.x - low.x + 1) * (high.y - low.y + 1) * (high.z - low.z + 1) > CELLS;
}

static bool add_entries(Grid *g, int32_t box) {
  Cell low = cell_of(g, g->boxes[box].low), high = cell_of(g, g->boxes[box].high), c;
  for (c.x = low.x; c.x <= high.x; c.x++) {
    for (c.y = low.y; c.y <= high.y; c.y++) {
      for (c.z = low.z; c.z <= high.z; c.z++) {
        Entry *e = sar_arena_append(g->arena, 256, &g->entries, &g->nentries, &g->entries_capacity, sizeof *e);
        if (!e) return false;
        *e = (Entry){c, box};
      }
    }
  }
  return true;
}

/* Counting sort by bucket; boxes stay in their order. */
static bool sort_entries(Grid *g) {
  g->nbuckets = 1;
  while (g->nbuckets < (uint32_t)g->nentries) g->nbuckets *= 2;
  g->first = SAR_NEW(g->arena, (size_t)g->nbuckets + 2, int32_t);
  Entry *sorted = SAR_NEW(g->arena, g->nentries, Entry);
  if (!g->first || !sorted) return false;
  for (int32_t i = 0; i < g->nentries; i++) g->first[bucket_of(g, g->entries[i].cell) + 2]++;
  for (uint32_t b = 0; b < g->nbuckets; b++) g->first[b + 2] += g->first[b + 1];
  for (int32_t i = 0; i < g->nentries; i++) sorted[g->first[bucket_of(g, g->entries[i].cell) + 1]++] = g->entries[i];
  g->entries = sorted;
  return true;
}

/* Adds the pair if the boxes overlap and it is wanted; false: no memory. */
static bool consider(Grid *g, int32_t i, int32_t j) {
  int32_t a = i < j ? i : j, b = i < j ? j : i;
  if (!sar_bounds_overlap(&g->boxes[a], &g->boxes[b])) return true;
  if (g->filter.wanted && !g->filter.wanted(g->filter.self, a, b)) return true;
  SarBroadPair *pair = sar_arena_append(g->arena, 64, &g->pairs, &g->npairs, &g->pairs_capacity, sizeof *pair);
  if (pair) *pair = (SarBroadPair){a, b};
  return pair != NULL;
}

static bool search_bucket(Grid *g, int32_t from, int32_t to) {
  for (int32_t i = from; i < to; i++) {
    const Entry *e = &g->entries[i];
    const SarBounds *a = &g->boxes[e->box];
    for (int32_t j = i + 1; j < to; j++) {
      const Entry *f = &g->entries[j];
      if (!is_same(e->cell, f->cell)) continue;
      const SarBounds *b = &g->boxes[f->box];
      SarVec3 common = {fmax(a->low.x, b->low.x), fmax(a->low.y, b->low.y), fmax(a->low.z, b->low.z)};
      if (is_same(cell_of(g, common), e->cell) && !consider(g, e->box, f->box)) return false;
    }
  }
  return true;
}

/* Large boxes with all others, with each other once. */
static bool search_large(Grid *g) {
  for (int32_t i = 0; i < g->n; i++) {
    if (!g->large[i]) continue;
    for (int32_t j = 0; j < g->n; j++) {
      if (j == i || (g->large[j] && j < i)) continue;
      if (is_infinite(&g->boxes[i]) && is_infinite(&g->boxes[j])) continue;
      if (!consider(g, i, j)) return false;
    }
  }
  return true;
}

/* By a and b: counting sort by b, then by a, each of which keeps the order of the other. */
static bool sort_pairs(Grid *g) {
  int32_t *first = SAR_NEW(g->arena, (size_t)g->n + 1, int32_t);
  SarBroadPair *other = SAR_NEW(g->arena, g->npairs, SarBroadPair);
  if (!first || !other) return false;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i <= g->n; i++) first[i] = 0;
    for (int32_t i = 0; i < g->npairs; i++) first[(pass ? g->pairs[i].a : g->pairs[i].b) + 1]++;
    for (int32_t i = 0; i < g->n; i++) first[i + 1] += first[i];
    for (int32_t i = 0; i < g->npairs; i++) other[first[pass ? g->pairs[i].a : g->pairs[i].b]++] = g->pairs[i];
    SarBroadPair *sorted = other;
    other = g->pairs;
    g->pairs = sorted;
  }
  return true;
}

static bool search(Grid *g) {
  g->large = SAR_NEW(g->arena, g->n, bool);
  if (!g->large || !choose_width(g)) return false;
  for (int32_t i = 0; i < g->n; i++) {
    g->large[i] = is_infinite(&g->boxes[i]) || is_large(g, &g->boxes[i]);
    if (!g->large[i] && !add_entries(g, i)) return false;
  }
  if (!sort_entries(g)) return false;
  for (uint32_t b = 0; b < g->nbuckets; b++) {
    if (!search_bucket(g, g->first[b], g->first[b + 1])) return false;
  }
  return search_large(g) && sort_pairs(g);
}

SarStatus sar_broad_pairs(SarContext *context, SarArena *arena, const SarBounds *boxes, int32_t n,
                          SarBroadFilter filter, const SarBroadPair **pairs, int32_t *count) {
  Grid g = {.arena = arena, .boxes = boxes, .n = n, .filter = filter};
  if (!search(&g)) return sar_report_no_memory(context);
  *pairs = g.pairs;
  *count = g.npairs;
  return SAR_OK;
}
