/* Goals that no column of the results has, before anything is computed. */
#include <math.h>
#include <stdlib.h>

#include "analysis/bars/goal.h"
#include "analysis/bars/goals.h"
#include "base/text.h"
#include "system/columns.h"

static SarStatus report_unknown(SarContext *context, const SarAccuracyGoal *goal, const SarColumnSet *set,
                                SarArena *arena) {
  const SarColumn *columns = sar_column_set_get(set);
  SarSuggestion suggestion = sar_suggestion(goal->column);
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const char *element = columns[i].element ? columns[i].element : "";
    const char *name = sar_arena_printf(arena, "%s%s%s", element, element[0] ? "." : "", columns[i].quantity);
    if (!name) return sar_report_no_memory(context);
    sar_suggestion_offer(&suggestion, name);
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(context, SAR_INPUT, goal->source, NULL,
                    "name a column of the results as it stands in the first line of the CSV file",
                    "there is no column `%s` in the results%s%s%s", goal->column, best ? "; did you mean `" : "",
                    best ? best : "", best ? "`?" : "");
}

/* met: by goal of the model. */
static SarStatus find_columns(const SarColumnSet *set, const SarModel *model, SarContext *context, bool *met) {
  const SarColumn *columns = sar_column_set_get(set);
  SarGoals goals;
  SarStatus status = sar_goals_sort(context, model, &goals);
  for (int32_t i = 0; status == SAR_OK && i < sar_column_set_count(set); i++) {
    const SarAccuracyGoal *goal = sar_goals_find(&goals, columns[i].element, columns[i].quantity);
    if (goal) met[goal - model->accuracy_goals] = true;
  }
  sar_goals_free(&goals);
  return status;
}

static SarStatus check_goals(SarContext *context, const SarModel *model, const SarColumnSet *set, SarArena *arena) {
  bool *met = SAR_NEW(arena, model->naccuracy_goals + 1, bool);
  if (!met) return sar_report_no_memory(context);
  SarStatus status = find_columns(set, model, context, met);
  if (status != SAR_OK) return status;
  for (int32_t i = 0; i < model->naccuracy_goals; i++) {
    if (!met[i]) status = report_unknown(context, &model->accuracy_goals[i], set, arena);
  }
  return status;
}

/* Some column has a goal. */
static bool has_goal(const SarBarsGoal *goal, const SarColumnSet *set) {
  const SarColumn *columns = sar_column_set_get(set);
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    SarSinkColumn column = {.element = columns[i].element, .quantity = columns[i].quantity, .unit = columns[i].unit};
    if (sar_bars_allowed_by(&column, goal->accuracy, 1) < INFINITY) return true;
  }
  return false;
}

static SarStatus check_columns(SarContext *context, const SarBarsGoal *goal, SarArena *arena) {
  const SarModel *model = sar_system_model(goal->system);
  SarColumnSet *set = NULL;
  SAR_TRY(sar_column_set_create(goal->system, arena, &set));
  if (isnan(goal->accuracy)) return check_goals(context, model, set, arena);
  if (has_goal(goal, set)) return SAR_OK;
  return sar_report(context, SAR_INPUT, model->simulation_source, NULL,
                    "record a body or an angle with `output: {of: [..]}`, or give errors of columns: `simulate: "
                    "{accuracy: {A.fx: 1 %}}`",
                    "an accuracy is asked for, and the results have neither positions nor angles");
}

SarStatus sar_bars_goal_check(SarContext *context, const SarBarsGoal *goal) {
  SarArena *arena = sar_arena_create();
  SarStatus status = arena ? check_columns(context, goal, arena) : sar_report_no_memory(context);
  sar_arena_destroy(&arena);
  return status;
}
