/* Bars against what is allowed. */
#include "analysis/bars/goal.h"

#include <math.h>
#include <string.h>

#include "analysis/bars/largest.h"
#include "analysis/bars/widen.h"
#include "base/text.h"
#include "model/model.h"
#include "system/columns.h"

static bool has_name(const char *element, const char *quantity, const char *name) {
  size_t length = element ? strlen(element) : 0;
  if (!element) return strcmp(quantity, name) == 0;
  return strncmp(name, element, length) == 0 && name[length] == '.' && strcmp(name + length + 1, quantity) == 0;
}

/* x, y and z of bodies and frames. Coordinates, springs and motions have other names for their lengths. */
static bool is_place(const char *quantity) { return strchr("xyz", quantity[0]) && quantity[0] && !quantity[1]; }

/* Of one column; infinite: any error. largest: of its group. */
static double allowed_by_accuracy(const SarSinkColumn *column, double accuracy, double length) {
  double scale;
  SarErrorKind kind = sar_bars_kind(column, &scale);
  if (kind == SAR_ERROR_ANGLE) return accuracy / scale;
  return kind == SAR_ERROR_POSITION && is_place(column->quantity) ? accuracy * length : INFINITY;
}

static double allowed_by_goals(const SarModel *model, const SarSinkColumn *column, double largest) {
  double allowed = INFINITY;
  for (int32_t i = 0; i < model->naccuracy_goals; i++) {
    const SarAccuracyGoal *goal = &model->accuracy_goals[i];
    if (!has_name(column->element, column->quantity, goal->column)) continue;
    double unit = goal->relative ? largest : sar_units_factor(&model->units, column->unit);
    allowed = fmin(allowed, goal->value * unit);
  }
  return allowed;
}

/* The ratio at one time, by groups of columns whose largest value is that of a vector. *least: of the digits that no
 * bar promises, where they are not enough; such columns do not count. */
static double ratio_at(const SarKept *kept, const double *bar, const SarBarsGoal *goal, double *least) {
  const SarModel *model = sar_system_model(goal->system);
  double ratio = 0, length = sar_system_length(goal->system);
  *least = 0;
  for (int32_t first = 0, end; first < kept->ncolumns; first = end) {
    double square = 0;
    end = sar_bars_group_end(kept, first);
    for (int32_t i = first; i < end; i++) square += kept->largest[i] * kept->largest[i];
    double digits = sar_bars_floor(kept, first, end);
    for (int32_t i = first; i < end; i++) {
      double allowed = isnan(goal->accuracy) ? allowed_by_goals(model, &kept->columns[i], sqrt(square))
                                             : allowed_by_accuracy(&kept->columns[i], goal->accuracy, length);
      if (digits > allowed) {
        *least = fmax(*least, digits / allowed);
      } else if (allowed < INFINITY) {
        ratio = fmax(ratio, bar[i] / allowed);
      }
    }
  }
  return ratio;
}

void sar_bars_goal_free(SarBarsGoal *goal) { sar_kept_free(&goal->before); }

void sar_bars_goal_judge(const SarKept *kept, const double *bars, SarBarsGoal *goal) {
  double ratios[SAR_KEPT_MOST] = {0};
  int64_t good = 0;
  double least = 0;
  goal->ratio = 0;
  for (int64_t k = 0; k < kept->count; k++) {
    ratios[k] = ratio_at(kept, bars + k * kept->ncolumns, goal, &least);
    goal->ratio = fmax(goal->ratio, ratios[k]);
    if (goal->ratio <= 1) good = k + 1;
  }
  goal->rounding = goal->ratio <= 1 && least > 1;
  goal->horizon = good > 0 && least <= 1 ? kept->times[good - 1] : 0;
  goal->growth = goal->ratio / fmax(ratios[good / 2], 1e-300);
  if (goal->rounding) goal->ratio = least;
}

static SarStatus check_goal(SarContext *context, const SarAccuracyGoal *goal, const SarColumnSet *set,
                            SarArena *arena) {
  const SarColumn *columns = sar_column_set_get(set);
  SarSuggestion suggestion = sar_suggestion(goal->column);
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    if (has_name(columns[i].element, columns[i].quantity, goal->column)) return SAR_OK;
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

/* Some column has a goal. */
static bool has_goal(const SarBarsGoal *goal, const SarColumnSet *set) {
  const SarColumn *columns = sar_column_set_get(set);
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    SarSinkColumn column = {.element = columns[i].element, .quantity = columns[i].quantity, .unit = columns[i].unit};
    if (allowed_by_accuracy(&column, goal->accuracy, 1) < INFINITY) return true;
  }
  return false;
}

static SarStatus check_columns(SarContext *context, const SarBarsGoal *goal, SarArena *arena) {
  const SarModel *model = sar_system_model(goal->system);
  SarColumnSet *set = NULL;
  SarStatus status = SAR_OK;
  SAR_TRY(sar_column_set_create(goal->system, arena, &set));
  if (isnan(goal->accuracy)) {
    for (int32_t i = 0; i < model->naccuracy_goals; i++) {
      SarStatus one = check_goal(context, &model->accuracy_goals[i], set, arena);
      if (one != SAR_OK) status = one;
    }
    return status;
  }
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
