/* Bars against what is allowed. */
#include "analysis/bars/goal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bars/goals.h"
#include "analysis/bars/largest.h"
#include "analysis/bars/widen.h"
#include "system/system.h"

/* x, y and z of bodies and frames. Coordinates, springs and motions have other names for their lengths. */
static bool is_place(const char *quantity) { return strchr("xyz", quantity[0]) && quantity[0] && !quantity[1]; }

double sar_bars_allowed_by(const SarSinkColumn *column, double accuracy, double length) {
  double scale;
  SarErrorKind kind = sar_bars_kind(column, &scale);
  if (kind == SAR_ERROR_ANGLE) return accuracy / scale;
  return kind == SAR_ERROR_POSITION && is_place(column->quantity) ? accuracy * length : INFINITY;
}

/* x, y and z count together: a plane motion has no z, and it may be wrong there nevertheless. */
static bool is_zero(const SarKept *kept, int32_t column) { return kept->norms[column] == 0; }

/* What every column may be wrong by; infinite: by anything. A part of nothing is nothing that could be met. */
static double allowed_by_goal(const SarKept *kept, int32_t i, SarGoals *goals, const SarUnits *units) {
  const SarSinkColumn *column = &kept->columns[i];
  const SarAccuracyGoal *goal = sar_goals_find(goals, column->element, column->quantity);
  if (!goal || (goal->relative && is_zero(kept, i))) return INFINITY;
  return goal->value * (goal->relative ? kept->norms[i] : sar_units_factor(units, column->unit));
}

static SarStatus list_allowed(SarContext *context, const SarKept *kept, SarBarsGoal *goal, double *allowed) {
  const SarModel *model = sar_system_model(goal->system);
  double length = sar_system_length(goal->system);
  SarGoals goals = {0};
  SarStatus status = isnan(goal->accuracy) ? sar_goals_sort(context, model, &goals) : SAR_OK;
  for (int32_t i = 0; status == SAR_OK && i < kept->ncolumns; i++) {
    allowed[i] = isnan(goal->accuracy) ? allowed_by_goal(kept, i, &goals, &model->units)
                                       : sar_bars_allowed_by(&kept->columns[i], goal->accuracy, length);
  }
  goal->work = goals.compared + kept->ncolumns;
  sar_goals_free(&goals);
  return status;
}

static void note_worst(const SarSinkColumn *column, double bar, double allowed, SarAccuracyColumn *out) {
  *out = (SarAccuracyColumn){.bar = bar, .allowed = allowed};
  sar_bars_name(column, out->name, sizeof out->name);
  snprintf(out->unit, sizeof out->unit, "%s", column->unit);
}

/* The largest ratio at one time. */
static double ratio_at(const SarKept *kept, const double *bar, const double *allowed, SarBarsGoal *goal) {
  double ratio = 0;
  int32_t worst = -1;
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    if (!(allowed[i] < INFINITY) || !(bar[i] / allowed[i] > ratio)) continue;
    ratio = bar[i] / allowed[i];
    worst = i;
  }
  if (ratio > goal->ratio) note_worst(&kept->columns[worst], bar[worst], allowed[worst], &goal->worst);
  return ratio;
}

static double least_ratio(const SarKept *kept, const double *allowed) {
  double least = 0;
  for (int32_t first = 0, end; first < kept->ncolumns; first = end) {
    double floor = sar_bars_floor(kept, first, &end);
    for (int32_t i = first; i < end; i++) least = fmax(least, floor / allowed[i]);
  }
  return least;
}

void sar_bars_goal_free(SarBarsGoal *goal) { sar_kept_free(&goal->before); }

SarStatus sar_bars_goal_judge(SarContext *context, const SarKept *kept, const double *bars, SarBarsGoal *goal) {
  double ratios[SAR_KEPT_MOST] = {0}, *allowed = calloc((size_t)kept->ncolumns + 1, sizeof *allowed);
  int64_t good = 0;
  SarStatus status = allowed ? list_allowed(context, kept, goal, allowed) : sar_report_no_memory(context);
  goal->ratio = goal->least = 0;
  goal->worst = (SarAccuracyColumn){0};
  if (status == SAR_OK) goal->least = least_ratio(kept, allowed);
  for (int64_t k = 0; status == SAR_OK && k < kept->count; k++) {
    ratios[k] = ratio_at(kept, bars + k * kept->ncolumns, allowed, goal);
    goal->ratio = fmax(goal->ratio, ratios[k]);
    if (goal->ratio <= 1) good = k + 1;
  }
  free(allowed);
  if (status != SAR_OK) return status;
  goal->work += kept->count * kept->ncolumns;
  goal->horizon = good > 0 ? kept->times[good - 1] : 0;
  goal->growth = goal->ratio / fmax(ratios[good / 2], 1e-300);
  return SAR_OK;
}

/* ---- goals that say nothing ---- */

static void warn_of_zero(SarContext *context, const SarAccuracyGoal *goal) {
  if (goal->relative) {
    sar_warn(context, goal->source, NULL, "give the error that is allowed in its unit, or ask for another column",
             "`%s` is zero throughout, and so is every part of its largest value: its accuracy is not looked at",
             goal->column);
    return;
  }
  sar_warn(context, goal->source, NULL, "ask for another column, unless it has to be zero",
           "`%s` is zero throughout: any run reaches its accuracy", goal->column);
}

SarStatus sar_bars_goal_warn(SarContext *context, const SarKept *kept, const SarBarsGoal *goal) {
  SarGoals goals;
  if (!isnan(goal->accuracy)) return SAR_OK;
  SarStatus status = sar_goals_sort(context, sar_system_model(goal->system), &goals);
  for (int32_t i = 0; status == SAR_OK && i < kept->ncolumns; i++) {
    const SarSinkColumn *column = &kept->columns[i];
    const SarAccuracyGoal *one = sar_goals_find(&goals, column->element, column->quantity);
    if (one && is_zero(kept, i)) warn_of_zero(context, one);
  }
  sar_goals_free(&goals);
  return status;
}
