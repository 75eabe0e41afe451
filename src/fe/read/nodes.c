/* Nodes in ascending order of their numbers. */
#include <stdlib.h>

#include "fe/read/reading.h"

typedef struct Node {
  int64_t number;
  int32_t place;
} Node;

static int by_number(const void *a, const void *b) {
  const Node *x = a, *y = b;
  if (x->number != y->number) return x->number < y->number ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

SarStatus sar_fe_set_nodes(SarFeReading *reading, int32_t count, const int64_t *numbers, const SarVec3 *at) {
  Node *nodes = SAR_NEW(reading->scratch, count, Node);
  int64_t *sorted = SAR_NEW(reading->arena, count, int64_t);
  SarVec3 *places = SAR_NEW(reading->arena, count, SarVec3);
  if (!nodes || !sorted || !places) return sar_report_no_memory(reading->context);
  bool ordered = true;
  for (int32_t i = 0; i < count; i++) {
    nodes[i] = (Node){numbers[i], i};
    ordered = ordered && (!i || numbers[i - 1] < numbers[i]);
  }
  if (!ordered) qsort(nodes, (size_t)count, sizeof *nodes, by_number);
  int32_t kept = 0;
  for (int32_t i = 0; i < count; i++) {
    if (kept && sorted[kept - 1] == nodes[i].number) kept--;
    sorted[kept] = nodes[i].number;
    places[kept++] = at[nodes[i].place];
  }
  reading->out->nnodes = kept;
  reading->out->numbers = sorted;
  reading->out->at = places;
  return SAR_OK;
}

int32_t sar_fe_index(const int64_t *numbers, int32_t count, int64_t number) {
  int32_t first = 0, end = count;
  if (!count || number < numbers[0] || number > numbers[count - 1]) return -1;
  int64_t guess = number - numbers[0];
  if (guess < count && numbers[guess] == number) return (int32_t)guess;
  while (first < end) {
    int32_t middle = first + (end - first) / 2;
    if (numbers[middle] == number) return middle;
    if (numbers[middle] < number)
      first = middle + 1;
    else
      end = middle;
  }
  return -1;
}

static int by_index(const void *a, const void *b) {
  return (*(const int32_t *)a > *(const int32_t *)b) - (*(const int32_t *)a < *(const int32_t *)b);
}

int32_t sar_fe_sort_indices(int32_t *indices, int32_t count) {
  int32_t kept = 0;
  qsort(indices, (size_t)count, sizeof *indices, by_index);
  for (int32_t i = 0; i < count; i++) {
    if (!kept || indices[kept - 1] != indices[i]) indices[kept++] = indices[i];
  }
  return kept;
}
