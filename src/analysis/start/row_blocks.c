/* Biconnected components by one walk in depth (Hopcroft and Tarjan, CACM 16(6), 1973), without recursion: chains are
 * long. */
#include "analysis/start/row_blocks.h"

#include <stdlib.h>
#include <string.h>

#include "system/ask.h"

typedef struct Walk {
  int32_t nnodes, npairs, nrows;
  const SarRowPair *pairs;
  int32_t *first, *edges;       /* of each node: its pairs */
  int32_t *next, *entered, *up; /* by node: edge to look at next; when it was entered, from 1 on; furthest way back */
  int32_t *via;                 /* by node: the pair that led there */
  int32_t *path, *open;         /* nodes on the way here; pairs whose block is not complete */
  int32_t *parent;              /* by pair, then by row: sets that grow together */
} Walk;

static int32_t find(int32_t *parent, int32_t i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static void join(Walk *w, int32_t i, int32_t j) {
  i = find(w->parent, i);
  j = find(w->parent, j);
  if (i < j) w->parent[j] = i;
  if (j < i) w->parent[i] = j;
}

/* first[] moves on while the pairs are put and is put back afterwards. */
static void list_edges(Walk *w) {
  for (int32_t k = 0; k < w->npairs; k++) {
    w->first[w->pairs[k].a + 1]++;
    w->first[w->pairs[k].b + 1]++;
  }
  for (int32_t i = 0; i < w->nnodes; i++) w->first[i + 1] += w->first[i];
  for (int32_t k = 0; k < w->npairs; k++) {
    w->edges[w->first[w->pairs[k].a]++] = k;
    w->edges[w->first[w->pairs[k].b]++] = k;
  }
  for (int32_t i = w->nnodes; i > 0; i--) w->first[i] = w->first[i - 1];
  w->first[0] = 0;
}

/* All pairs that were opened since `pair`, and it, are one block. */
static void close_block(Walk *w, int32_t *nopen, int32_t pair) {
  int32_t last;
  do {
    last = w->open[--*nopen];
    join(w, last, pair);
  } while (last != pair);
}

static void walk_from(Walk *w, int32_t root, int32_t *clock) {
  int32_t depth = 0, nopen = 0;
  w->path[depth++] = root;
  w->entered[root] = w->up[root] = ++*clock;
  w->via[root] = -1;
  while (depth > 0) {
    int32_t node = w->path[depth - 1];
    if (w->next[node] < w->first[node + 1]) {
      int32_t k = w->edges[w->next[node]++], other = w->pairs[k].a == node ? w->pairs[k].b : w->pairs[k].a;
      if (other == node || k == w->via[node]) continue;
      if (!w->entered[other]) {
        w->entered[other] = w->up[other] = ++*clock;
        w->via[other] = w->open[nopen++] = k;
        w->path[depth++] = other;
      } else if (w->entered[other] < w->entered[node]) {
        w->open[nopen++] = k;
        if (w->entered[other] < w->up[node]) w->up[node] = w->entered[other];
      }
      continue;
    }
    depth--;
    if (depth == 0) break;
    int32_t before = w->path[depth - 1];
    if (w->up[node] < w->up[before]) w->up[before] = w->up[node];
    if (w->up[node] >= w->entered[before]) close_block(w, &nopen, w->via[node]);
  }
}

/* The numbers of the blocks, in the order of their first rows. number: by set, as many as pairs and rows. */
static void number_blocks(Walk *w, int32_t *number, SarRowBlocks *out) {
  for (int32_t k = 0; k < w->npairs; k++) join(w, k, w->npairs + w->pairs[k].row);
  for (int32_t i = 0; i < w->npairs + w->nrows; i++) number[i] = -1;
  for (int32_t row = 0; row < w->nrows; row++) {
    int32_t *n = &number[find(w->parent, w->npairs + row)];
    if (*n < 0) *n = out->nblocks++;
    out->block[row] = *n;
  }
}

static void find_blocks(Walk *w, int32_t *memory, SarRowBlocks *out) {
  size_t nodes = (size_t)w->nnodes, pairs = (size_t)w->npairs;
  w->first = memory;
  w->next = w->first + nodes + 1;
  w->entered = w->next + nodes;
  w->up = w->entered + nodes;
  w->via = w->up + nodes;
  w->path = w->via + nodes;
  w->open = w->path + nodes;
  w->edges = w->open + pairs;
  w->parent = w->edges + 2 * pairs;
  list_edges(w);
  memcpy(w->next, w->first, nodes * sizeof *w->next);
  for (int32_t i = 0; i < w->npairs + w->nrows; i++) w->parent[i] = i;
  int32_t clock = 0;
  for (int32_t i = 0; i < w->nnodes; i++) {
    if (!w->entered[i]) walk_from(w, i, &clock);
  }
  number_blocks(w, w->parent + pairs + (size_t)w->nrows, out);
}

SarStatus sar_row_blocks_create(SarContext *context, const SarSystem *system, SarRowBlocks *out) {
  SarCounts counts = sar_system_counts(system);
  Walk w = {.nnodes = sar_system_bodies(system) + 1 + counts.scalars, .nrows = counts.position + counts.velocity};
  SarRowPair *pairs = NULL;
  *out = (SarRowBlocks){.nrows = w.nrows};
  SAR_TRY(sar_system_row_pairs(context, system, &pairs, &w.npairs));
  w.pairs = pairs;
  size_t nodes = (size_t)w.nnodes, npairs = (size_t)w.npairs, nrows = (size_t)w.nrows;
  int32_t *memory = calloc(6 * nodes + 1 + 5 * npairs + 2 * nrows, sizeof *memory);
  out->block = calloc(nrows + 1, sizeof *out->block);
  bool room = memory && out->block;
  if (room) find_blocks(&w, memory, out);
  free(memory);
  free(pairs);
  if (room) return SAR_OK;
  sar_row_blocks_free(out);
  return sar_report_no_memory(context);
}

/* Rows in the order of their blocks. start: nblocks + 1 zeros; on return where each block ends. */
static void sort_by_block(const SarRowBlocks *blocks, int32_t *start, int32_t *sorted) {
  for (int32_t i = 0; i < blocks->nrows; i++) start[blocks->block[i] + 1]++;
  for (int32_t k = 0; k < blocks->nblocks; k++) start[k + 1] += start[k];
  for (int32_t i = 0; i < blocks->nrows; i++) sorted[start[blocks->block[i]]++] = i;
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

/* Numbers the coordinates of the given columns, one block, from `next` on in their order: the rows of a column stay
 * sorted. number: by coordinate, -1 between uses. list: as many numbers as there are coordinates. */
static int32_t separate_block(const SarPattern *pattern, const int32_t *columns, int32_t count, int32_t *row,
                              int32_t *number, int32_t *list, int32_t next) {
  int32_t found = 0;
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = pattern->column[columns[i]]; k < pattern->column[columns[i] + 1]; k++) {
      if (number[row[k]] < 0) number[row[k]] = 0, list[found++] = row[k];
    }
  }
  qsort(list, (size_t)found, sizeof *list, compare);
  for (int32_t i = 0; i < found; i++) number[list[i]] = next++;
  for (int32_t i = 0; i < count; i++) {
    for (int32_t k = pattern->column[columns[i]]; k < pattern->column[columns[i] + 1]; k++) row[k] = number[row[k]];
  }
  for (int32_t i = 0; i < found; i++) number[list[i]] = -1;
  return next;
}

SarStatus sar_row_blocks_separate(SarContext *context, const SarRowBlocks *blocks, const SarPattern *pattern,
                                  int32_t *row, int32_t *nrows) {
  size_t coordinates = (size_t)pattern->nrows, rows = (size_t)blocks->nrows;
  int32_t *sorted = calloc(2 * rows + 1 + 2 * coordinates, sizeof *sorted), next = 0;
  if (!sorted) return sar_report_no_memory(context);
  int32_t *number = sorted + rows, *list = number + coordinates, *end = list + coordinates;
  sort_by_block(blocks, end, sorted);
  for (size_t i = 0; i < coordinates; i++) number[i] = -1;
  for (int32_t block = 0, begin = 0; block < blocks->nblocks; begin = end[block++]) {
    next = separate_block(pattern, sorted + begin, end[block] - begin, row, number, list, next);
  }
  free(sorted);
  *nrows = next;
  return SAR_OK;
}

void sar_row_blocks_free(SarRowBlocks *blocks) {
  free(blocks->block);
  blocks->block = NULL;
}
