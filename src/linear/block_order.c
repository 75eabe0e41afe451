#include "linear/block_order.h"

#include <stdlib.h>
#include <string.h>

#include "linear/block_graph.h"
#include "linear/matching.h"

/* A heap of blocks by (width of the neighbours, work, number). Entries are not moved when a block's neighbours
 * change: a new one is added, and the old one is known by its age. */
typedef struct Entry {
  int64_t degree, work;
  int32_t block, age;
} Entry;

typedef struct Ordering {
  SarBlockGraph graph;
  SarMatching matching;
  Entry *heap;
  int64_t nheap, capacity;
  int32_t *age;      /* of each block's valid entry; -1: eliminated */
  int32_t *position; /* in the sequence */
  bool patient;
  bool *leans;      /* the block has a zero on its diagonal: it needs others before it */
  int32_t *waiting; /* for so many blocks that it is coupled to in the matrix and that do not lean */
  int32_t *first;   /* count + 1: neighbours in the matrix itself, without fill */
  int32_t *neighbour;
  bool no_memory;
} Ordering;

static bool before(const Entry *a, const Entry *b) {
  if (a->degree != b->degree) return a->degree < b->degree;
  if (a->work != b->work) return a->work < b->work;
  return a->block < b->block;
}

static void push(Ordering *o, Entry entry) {
  if (o->nheap == o->capacity) {
    int64_t capacity = 2 * o->capacity + 64;
    Entry *heap = realloc(o->heap, (size_t)capacity * sizeof *heap);
    o->no_memory = o->no_memory || !heap;
    if (!heap) return;
    o->heap = heap;
    o->capacity = capacity;
  }
  int64_t k = o->nheap++;
  for (; k > 0 && before(&entry, &o->heap[(k - 1) / 2]); k = (k - 1) / 2) o->heap[k] = o->heap[(k - 1) / 2];
  o->heap[k] = entry;
}

static Entry pop(Ordering *o) {
  Entry top = o->heap[0], last = o->heap[--o->nheap];
  int64_t k = 0;
  for (int64_t child = 1; child < o->nheap; child = 2 * k + 1) {
    if (child + 1 < o->nheap && before(&o->heap[child + 1], &o->heap[child])) child++;
    if (!before(&o->heap[child], &last)) break;
    o->heap[k] = o->heap[child];
    k = child;
  }
  if (o->nheap > 0) o->heap[k] = last;
  return top;
}

static void push_block(Ordering *o, int32_t block) {
  const SarBlockList *list = &o->graph.list[block];
  const int64_t size = sar_block_size(&o->graph, block);
  int64_t width = 0;
  for (int32_t k = 0; k < list->count; k++) width += sar_block_size(&o->graph, list->item[k]);
  push(o, (Entry){width, size * (size * size + size * width + width * width), block, ++o->age[block]});
}

static void eliminate(Ordering *o, int32_t block, int32_t position) {
  o->age[block] = -1;
  o->position[block] = position;
  for (int32_t k = o->first[block]; k < o->first[block + 1] && !o->leans[block]; k++) o->waiting[o->neighbour[k]]--;
  if (!sar_block_graph_eliminate(&o->graph, block)) o->no_memory = true;
  const SarBlockList *list = &o->graph.list[block];
  for (int32_t k = 0; k < list->count && !o->no_memory; k++) push_block(o, list->item[k]);
}

/* The next eligible block, or -1. Blocks that are not eligible are dropped: they come back when a neighbour goes. */
static int32_t next_block(Ordering *o) {
  while (o->nheap > 0) {
    const Entry entry = pop(o);
    if (o->age[entry.block] != entry.age) continue;
    if (o->patient && o->leans[entry.block] && o->waiting[entry.block] > 0) continue;
    const int32_t *start = o->graph.start;
    if (sar_matching_extend(&o->matching, start[entry.block], start[entry.block + 1])) return entry.block;
  }
  return -1;
}

static bool has_zero_on_diagonal(const SarPattern *pattern, int32_t first, int32_t end) {
  for (int32_t i = first; i < end; i++) {
    if (sar_pattern_find(pattern, i, i) < 0) return true;
  }
  return false;
}

/* Who leans on whom, before any fill. */
static bool look_around(const SarPattern *pattern, Ordering *o) {
  const SarBlockGraph *graph = &o->graph;
  const size_t count = (size_t)graph->count + 1;
  int64_t total = 0;
  for (int32_t b = 0; b < graph->count; b++) total += graph->list[b].count;
  o->leans = malloc(count * sizeof *o->leans);
  o->waiting = calloc(count, sizeof *o->waiting);
  o->first = malloc(count * sizeof *o->first);
  o->neighbour = total < INT32_MAX ? malloc(((size_t)total + 1) * sizeof *o->neighbour) : NULL;
  if (!o->leans || !o->waiting || !o->first || !o->neighbour) return false;
  o->first[0] = 0;
  for (int32_t b = 0; b < graph->count; b++) {
    const SarBlockList *list = &graph->list[b];
    o->leans[b] = has_zero_on_diagonal(pattern, graph->start[b], graph->start[b + 1]);
    for (int32_t k = 0; k < list->count; k++) {
      o->neighbour[o->first[b] + k] = list->item[k];
      if (!o->leans[b]) o->waiting[list->item[k]]++;
    }
    o->first[b + 1] = o->first[b] + list->count;
  }
  return true;
}

static bool arrange(Ordering *o, SarBlockOrder *order) {
  int32_t done = 0, first_left = 0;
  for (int32_t b = 0; b < o->graph.count; b++) push_block(o, b);
  for (; done < o->graph.count && !o->no_memory; done++) {
    int32_t block = next_block(o);
    while (block < 0 && o->age[first_left] < 0) first_left++;
    if (block < 0) block = first_left; /* the matrix is singular by its pattern, or the search gave up */
    order->sequence[done] = block;
    eliminate(o, block, done);
  }
  return !o->no_memory;
}

/* Sorts by position in the sequence: few items, mostly in order. */
static void sort_by_position(const int32_t *position, int32_t count, int32_t *item) {
  for (int32_t k = 1; k < count; k++) {
    int32_t moved = item[k], i = k;
    for (; i > 0 && position[item[i - 1]] > position[moved]; i--) item[i] = item[i - 1];
    item[i] = moved;
  }
}

static bool collect(const Ordering *o, SarBlockOrder *order) {
  int64_t total = 0;
  for (int32_t k = 0; k < order->count; k++) total += o->graph.list[k].count;
  if (total > INT32_MAX) return false;
  order->later = malloc(((size_t)total + 1) * sizeof *order->later);
  if (!order->later) return false;
  order->later_start[0] = 0;
  for (int32_t k = 0; k < order->count; k++) {
    const SarBlockList *list = &o->graph.list[order->sequence[k]];
    int32_t *later = order->later + order->later_start[k];
    if (list->count > 0) memcpy(later, list->item, (size_t)list->count * sizeof *later);
    sort_by_position(o->position, list->count, later);
    order->later_start[k + 1] = order->later_start[k] + list->count;
  }
  return true;
}

static bool make(const SarPattern *pattern, const SarPartition *partition, Ordering *o, SarBlockOrder *order) {
  if (!sar_block_graph_make(pattern, partition, SAR_BLOCK_LARGEST, &o->graph)) return false;
  if (!sar_matching_create(pattern, &o->matching)) return false;
  const size_t count = (size_t)o->graph.count;
  o->age = calloc(count + 1, sizeof *o->age);
  o->position = calloc(count + 1, sizeof *o->position);
  order->count = o->graph.count;
  order->start = malloc((count + 1) * sizeof *order->start);
  order->sequence = malloc((count + 1) * sizeof *order->sequence);
  order->later_start = malloc((count + 1) * sizeof *order->later_start);
  if (!o->age || !o->position || !order->start || !order->sequence || !order->later_start) return false;
  memcpy(order->start, o->graph.start, (count + 1) * sizeof *order->start);
  return look_around(pattern, o) && arrange(o, order) && collect(o, order);
}

bool sar_block_order_make(const SarPattern *pattern, const SarPartition *partition, bool patient,
                          SarBlockOrder *order) {
  Ordering o = {.patient = patient};
  *order = (SarBlockOrder){0};
  const bool made = make(pattern, partition, &o, order);
  sar_block_graph_free(&o.graph);
  sar_matching_free(&o.matching);
  free(o.heap);
  free(o.age);
  free(o.position);
  free(o.leans);
  free(o.waiting);
  free(o.first);
  free(o.neighbour);
  return made;
}

void sar_block_order_free(SarBlockOrder *order) {
  free(order->start);
  free(order->sequence);
  free(order->later_start);
  free(order->later);
  *order = (SarBlockOrder){0};
}
