#include "linear/block_graph.h"

#include <stdlib.h>
#include <string.h>

static bool reserve(SarBlockList *list, int32_t count) {
  if (count <= list->capacity) return true;
  int32_t capacity = count + count / 2 + 4;
  int32_t *item = realloc(list->item, (size_t)capacity * sizeof *item);
  if (!item) return false;
  list->item = item;
  list->capacity = capacity;
  return true;
}

static bool append(SarBlockList *list, int32_t item) {
  if (!reserve(list, list->count + 1)) return false;
  list->item[list->count++] = item;
  return true;
}

static int compare(const void *a, const void *b) {
  int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
  return (x > y) - (x < y);
}

static void sort_distinct(SarBlockList *list) {
  if (list->count > 1) qsort(list->item, (size_t)list->count, sizeof *list->item, compare);
  int32_t count = 0;
  for (int32_t k = 0; k < list->count; k++) {
    if (count == 0 || list->item[k] != list->item[count - 1]) list->item[count++] = list->item[k];
  }
  list->count = count;
}

static bool couple(SarBlockGraph *graph, int32_t a, int32_t b) {
  return a == b || (append(&graph->list[a], b) && append(&graph->list[b], a));
}

/* Lists of neighbours for the blocks in graph->start. */
static bool connect(const SarPattern *pattern, SarBlockGraph *graph) {
  const int32_t n = pattern->nrows;
  int32_t *block_of = malloc(((size_t)n + 1) * sizeof *block_of);
  graph->list = calloc((size_t)graph->count + 1, sizeof *graph->list);
  bool complete = block_of && graph->list;
  for (int32_t b = 0; complete && b < graph->count; b++) {
    for (int32_t i = graph->start[b]; i < graph->start[b + 1]; i++) block_of[i] = b;
  }
  for (int32_t j = 0; complete && j < n; j++) {
    int32_t last = -1; /* rows are sorted: most repetitions come one after the other */
    for (int32_t p = pattern->column[j]; complete && p < pattern->column[j + 1]; p++) {
      const int32_t b = block_of[pattern->row[p]];
      if (b != last) complete = couple(graph, b, block_of[j]);
      last = b;
    }
  }
  for (int32_t b = 0; complete && b < graph->count; b++) sort_distinct(&graph->list[b]);
  free(block_of);
  return complete;
}

static void free_lists(SarBlockGraph *graph) {
  for (int32_t b = 0; graph->list && b < graph->count; b++) free(graph->list[b].item);
  free(graph->list);
  graph->list = NULL;
}

/* Whether two blocks have the same neighbours, those in [first, last] apart; false for blocks without any. */
static bool alike(const SarBlockList *a, const SarBlockList *b, int32_t first, int32_t last) {
  int32_t i = 0, j = 0;
  bool some = false;
  for (;;) {
    while (i < a->count && a->item[i] >= first && a->item[i] <= last) i++, some = true;
    while (j < b->count && b->item[j] >= first && b->item[j] <= last) j++, some = true;
    if (i == a->count || j == b->count) return some && i == a->count && j == b->count;
    if (a->item[i++] != b->item[j++]) return false;
    some = true;
  }
}

static void merge_alike(SarBlockGraph *graph, int32_t largest) {
  int32_t count = 0, first = 0;
  for (int32_t b = 1; b <= graph->count; b++) {
    if (b < graph->count && graph->start[b + 1] - graph->start[first] <= largest &&
        alike(&graph->list[first], &graph->list[b], first, b)) {
      continue;
    }
    graph->start[count++] = graph->start[first]; /* never ahead of what is still to be read */
    first = b;
  }
  graph->start[count] = graph->start[graph->count];
  free_lists(graph);
  graph->count = count;
}

bool sar_block_graph_make(const SarPattern *pattern, const SarPartition *partition, int32_t largest,
                          SarBlockGraph *graph) {
  *graph = (SarBlockGraph){.count = partition->count > 0 ? partition->count : pattern->nrows};
  graph->start = malloc(((size_t)graph->count + 1) * sizeof *graph->start);
  if (!graph->start) return false;
  for (int32_t b = 0; b <= graph->count; b++) graph->start[b] = partition->count > 0 ? partition->start[b] : b;
  if (graph->count == 0) return true;
  if (!connect(pattern, graph)) return false;
  merge_alike(graph, largest);
  return connect(pattern, graph);
}

void sar_block_graph_free(SarBlockGraph *graph) {
  free_lists(graph);
  free(graph->work.item);
  free(graph->start);
  *graph = (SarBlockGraph){0};
}

/* list := list + other - {a, b} */
static bool unite(SarBlockGraph *graph, SarBlockList *list, const SarBlockList *other, int32_t a, int32_t b) {
  SarBlockList *work = &graph->work;
  if (!reserve(work, list->count + other->count)) return false;
  work->count = 0;
  for (int32_t i = 0, j = 0; i < list->count || j < other->count;) {
    int32_t next;
    if (j == other->count || (i < list->count && list->item[i] <= other->item[j])) {
      if (j < other->count && list->item[i] == other->item[j]) j++;
      next = list->item[i++];
    } else {
      next = other->item[j++];
    }
    if (next != a && next != b) work->item[work->count++] = next;
  }
  SarBlockList united = *work;
  *work = *list;
  *list = united;
  return true;
}

bool sar_block_graph_eliminate(SarBlockGraph *graph, int32_t block) {
  const SarBlockList *list = &graph->list[block];
  for (int32_t k = 0; k < list->count; k++) {
    if (!unite(graph, &graph->list[list->item[k]], list, list->item[k], block)) return false;
  }
  return true;
}
