/* The goals of columns that a model gives, found by the names of the columns. */
#ifndef SAR_ANALYSIS_GOALS_H
#define SAR_ANALYSIS_GOALS_H

#include "model/model.h"

typedef struct SarGoals {
  const SarAccuracyGoal **sorted; /* by name: many columns are looked up among many goals */
  int32_t count;
  int64_t compared; /* names */
} SarGoals;

/* Free in any case. */
SarStatus sar_goals_sort(SarContext *context, const SarModel *model, SarGoals *out);
void sar_goals_free(SarGoals *goals);

/* Null: the column has none. element: may be null. */
const SarAccuracyGoal *sar_goals_find(SarGoals *goals, const char *element, const char *quantity);

#endif
