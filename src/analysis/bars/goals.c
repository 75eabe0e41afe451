/* Goals by the names of their columns. */
#include "analysis/bars/goals.h"

#include <stdlib.h>
#include <string.h>

static int compare_goals(const void *a, const void *b) {
  const SarAccuracyGoal *one = *(const SarAccuracyGoal *const *)a, *other = *(const SarAccuracyGoal *const *)b;
  return strcmp(one->column, other->column);
}

SarStatus sar_goals_sort(SarContext *context, const SarModel *model, SarGoals *out) {
  size_t count = (size_t)model->naccuracy_goals;
  *out = (SarGoals){.sorted = calloc(count + 1, sizeof *out->sorted), .count = model->naccuracy_goals};
  if (!out->sorted) return sar_report_no_memory(context);
  for (int32_t i = 0; i < out->count; i++) out->sorted[i] = &model->accuracy_goals[i];
  qsort(out->sorted, count, sizeof *out->sorted, compare_goals);
  return SAR_OK;
}

void sar_goals_free(SarGoals *goals) {
  free(goals->sorted);
  *goals = (SarGoals){0};
}

/* As strcmp of "element.quantity", which is not put together for that. */
static int compare_name(const char *element, const char *quantity, const char *goal) {
  if (!element) return strcmp(quantity, goal);
  size_t length = strlen(element);
  int order = strncmp(element, goal, length);
  if (order != 0) return order;
  order = (unsigned char)'.' - (unsigned char)goal[length];
  return order != 0 ? order : strcmp(quantity, goal + length + 1);
}

const SarAccuracyGoal *sar_goals_find(SarGoals *goals, const char *element, const char *quantity) {
  int32_t from = 0, to = goals->count;
  while (from < to) {
    int32_t middle = from + (to - from) / 2;
    int order = compare_name(element, quantity, goals->sorted[middle]->column);
    goals->compared++;
    if (order == 0) return goals->sorted[middle];
    if (order < 0) to = middle;
    if (order > 0) from = middle + 1;
  }
  return NULL;
}
