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

typedef struct Name {
  const char *element, *quantity;
} Name;

/* As strcmp of "element.quantity", which is not put together for that. */
static int compare_name(const void *key, const void *item) {
  const Name *name = key;
  const char *goal = (*(const SarAccuracyGoal *const *)item)->column;
  if (!name->element) return strcmp(name->quantity, goal);
  size_t length = strlen(name->element);
  int order = strncmp(name->element, goal, length);
  if (order != 0) return order;
  order = (unsigned char)'.' - (unsigned char)goal[length];
  return order != 0 ? order : strcmp(name->quantity, goal + length + 1);
}

const SarAccuracyGoal *sar_goals_find(const SarGoals *goals, const char *element, const char *quantity) {
  Name name = {element, quantity};
  const SarAccuracyGoal *const *found =
      bsearch(&name, goals->sorted, (size_t)goals->count, sizeof *goals->sorted, compare_name);
  return found ? *found : NULL;
}
