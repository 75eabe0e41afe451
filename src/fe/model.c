#define _POSIX_C_SOURCE 200809L

#include "fe/model.h"

#include <strings.h>

int32_t sar_fe_find_node(const SarFeModel *model, int64_t number) {
  int32_t first = 0, end = model->nnodes;
  while (first < end) {
    const int32_t middle = first + (end - first) / 2;
    if (model->numbers[middle] == number) return middle;
    if (model->numbers[middle] < number) {
      first = middle + 1;
    } else {
      end = middle;
    }
  }
  return -1;
}

int32_t sar_fe_find_set(const SarFeModel *model, const char *name) {
  for (int32_t i = 0; i < model->nsets; i++) {
    if (strcasecmp(model->sets[i].name, name) == 0) return i;
  }
  return -1;
}
