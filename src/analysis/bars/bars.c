/* A run, a second one beside it, and what their difference says. */
#include "analysis/bars/bars.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/bars/largest.h"
#include "analysis/bars/widen.h"

#define LARGE 0.1 /* of the largest value, or rad: an error that shows in every plot */

typedef struct Bars {
  SarContext *context;
  const SarSystem *system;
  const SarRunOptions *options;
  SarBarsGoal *goal; /* null: none */
  SarKept kept;
  SarCompanion companion;
  double *values;
  SarBars bars;
  SarRunErrors errors;
} Bars;

static void warn_unknown(Bars *b, const char *why, const char *remedy) {
  sar_warn(b->context, sar_nowhere(), NULL, remedy, "there are no error bars: %s", why);
}

/* The runs tell different stories; one more event near the end does not count. */
static bool have_other_events(const Bars *b) {
  int64_t common = sar_bars_common_events(&b->kept, &b->companion), mine = b->kept.nevents,
          others = b->companion.events.nevents;
  return common + 1 < (mine > others ? mine : others);
}

static void warn_of_events(Bars *b) {
  const SarModel *model = sar_system_model(b->system);
  int64_t common = sar_bars_common_events(&b->kept, &b->companion), mine = b->kept.nevents,
          others = b->companion.events.nevents;
  if (!have_other_events(b)) return;
  double t = common < mine ? b->kept.events[common].time : b->companion.events.events[common].time;
  sar_warn(b->context, sar_nowhere(), NULL, "use a smaller tolerance, or look at the events there",
           "from t = %g %s on a run with another tolerance has other events (%lld in all, this one %lld): what follows "
           "depends on tiny differences",
           t / model->units.time, model->units.time_name, (long long)others, (long long)mine);
}

/* The first time at which the bars of positions or angles are large. */
static double large_from(const Bars *b) {
  const SarErrorBar *kinds = b->errors.kinds;
  double limit[SAR_ERROR_KINDS + 1], scale;
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) limit[kind] = LARGE * kinds[kind].largest / kinds[kind].relative;
  for (int64_t k = 0; k < b->kept.count; k++) {
    for (int32_t i = 0; i < b->kept.ncolumns; i++) {
      SarErrorKind kind = sar_bars_kind(&b->kept.columns[i], &scale);
      if (kind > SAR_ERROR_ANGLE) continue;
      if (scale * b->values[k * b->kept.ncolumns + i] > limit[kind]) return b->kept.times[k];
    }
  }
  return INFINITY;
}

static void warn_of_large(Bars *b) {
  const SarErrorBar *position = &b->errors.kinds[SAR_ERROR_POSITION], *angle = &b->errors.kinds[SAR_ERROR_ANGLE];
  const SarModel *model = sar_system_model(b->system);
  bool by_angle = !(position->relative > LARGE);
  const SarErrorBar *worst = by_angle ? angle : position;
  if (!(worst->relative > LARGE)) return;
  sar_warn(b->context, sar_nowhere(), NULL,
           "use a smaller tolerance; if the time does not move, the motion is chaotic, and no tolerance helps",
           "from t = %g %s on the error bars are large: `%s` may be wrong by %.2g of the largest %s",
           large_from(b) / model->units.time, model->units.time_name, worst->column, worst->relative,
           sar_error_kind_name(by_angle ? SAR_ERROR_ANGLE : SAR_ERROR_POSITION));
}

static void conclude(Bars *b) {
  b->bars =
      (SarBars){.ncolumns = b->kept.ncolumns, .count = b->kept.count, .times = b->kept.times, .values = b->values};
  b->errors.work = b->companion.work + sar_bars_widen(&b->kept, &b->companion, b->values);
  sar_bars_largest(&b->kept, b->values, sar_system_length(b->system), b->errors.kinds);
  b->errors.known = true;
  b->errors.tolerance = b->companion.tolerance;
  b->errors.step = b->companion.step;
  b->errors.steps = b->companion.steps;
  b->errors.ratio = b->companion.ratio;
}

/* SAR_RETRY: the run has to be done again. Not where a goal is below what bars can be: no run gets there. */
static SarStatus judge(Bars *b) {
  SarBarsGoal *goal = b->goal;
  if (!goal) return SAR_OK;
  SAR_TRY(sar_bars_goal_judge(b->context, &b->kept, b->values, goal));
  goal->events = have_other_events(b);
  b->errors.work += goal->work;
  if (goal->ratio > 1 && !goal->last && goal->least <= 1) return SAR_RETRY;
  return sar_bars_goal_warn(b->context, &b->kept, goal);
}

static bool has_run_before(const SarBarsGoal *goal, const SarRunOptions *options) {
  return goal->before_tolerance > 0 && strcmp(options->method, goal->before_method) == 0;
}

/* Whether the run before, which was too coarse, shows that this one is not. If it does not, nothing is known yet. */
static SarStatus ask_run_before(Bars *b, const SarFirstRun *first, bool *shows) {
  SarBarsGoal *goal = b->goal;
  *shows = false;
  if (!goal || !has_run_before(goal, b->options)) return SAR_OK;
  if (goal->before.count == 0) {
    SarStatus status = sar_companion_repeat(first, goal->before_tolerance, &goal->before);
    if (status == SAR_NO_MEMORY || status == SAR_INTERRUPTED) return status;
  }
  if (!sar_companion_reuse(first, &goal->before, goal->before_tolerance, &b->companion)) return SAR_OK;
  conclude(b);
  SAR_TRY(sar_bars_goal_judge(b->context, &b->kept, b->values, goal));
  *shows = goal->ratio <= 1;
  if (*shows) return SAR_OK;
  sar_companion_free(&b->companion);
  b->errors = (SarRunErrors){0};
  goal->ratio = INFINITY;
  return SAR_OK;
}

static SarStatus run_companion(Bars *b) {
  SarRunPlan plan;
  SarContext *own = sar_context_create(); /* what there is to say of the plan has been said */
  SarStatus status = own ? sar_run_plan(own, b->system, b->options, &plan) : sar_report_no_memory(b->context);
  SarFirstRun first = {
      .context = b->context, .system = b->system, .options = b->options, .plan = &plan, .kept = &b->kept};
  bool shows = false;
  if (status == SAR_OK) status = ask_run_before(b, &first, &shows);
  if (status == SAR_OK && !shows) {
    status = sar_companion_run(&first, b->goal && b->goal->finer, &b->companion);
    if (status == SAR_OK) conclude(b);
  }
  sar_context_destroy(&own);
  return status;
}

/* For the next one. */
static void keep_for_comparison(Bars *b) {
  SarBarsGoal *goal = b->goal;
  sar_bars_goal_free(goal);
  goal->before = b->kept;
  goal->before.columns = NULL; /* those of a run that is over */
  b->kept = (SarKept){0};
  snprintf(goal->before_method, sizeof goal->before_method, "%s", b->options->method);
  goal->before_tolerance = b->options->tolerance;
}

static SarStatus make(void *self, const SarBars **out) {
  Bars *b = self;
  if (b->kept.count < 2 || b->kept.ncolumns == 0) {
    warn_unknown(b, "there are no columns or no rows to compare", "record something with `output:`");
    return SAR_OK;
  }
  b->values = calloc((size_t)b->kept.count * (size_t)b->kept.ncolumns, sizeof *b->values);
  if (!b->values) return sar_report_no_memory(b->context);
  SarStatus status = run_companion(b);
  if (status == SAR_NO_MEMORY) return status;
  if (status == SAR_INTERRUPTED) {
    warn_unknown(b, "the second run was interrupted",
                 b->options->hdf5 ? "`sarrus resume` makes them" : "run the model again");
    return SAR_INTERRUPTED; /* the rows are kept all the same */
  }
  if (status != SAR_OK) {
    warn_unknown(b, "the second run, with another tolerance, failed", "use a smaller tolerance or another method");
    return SAR_OK;
  }
  SAR_TRY(judge(b));
  warn_of_events(b);
  warn_of_large(b);
  *out = &b->bars;
  return SAR_OK;
}

/* What a run that repeats this one has to know. */
static SarJudging judging_of(const SarBarsGoal *goal, const SarRunOptions *options) {
  double before = has_run_before(goal, options) ? goal->before_tolerance : 0;
  return (SarJudging){.judged = true, .finer = goal->finer, .before = before};
}

SarStatus sar_bars_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                       const SarResultFile *resumed, SarBarsGoal *goal, SarRunSummary *summary) {
  Bars b = {.context = context, .system = system, .options = options, .goal = goal};
  if (goal) goal->ratio = INFINITY;
  SarSink sink = sar_kept_sink(&b.kept, context);
  SarRunExtras extras = {.resumed = resumed, .sink = &sink, .bars = make, .bars_self = &b};
  if (goal) extras.judging = judging_of(goal, options);
  SarRunSummary own;
  if (!summary) summary = &own;
  SarStatus status = sar_run_with(context, system, options, &extras, summary);
  summary->errors = b.errors;
  if (status == SAR_RETRY) keep_for_comparison(&b);
  sar_kept_free(&b.kept);
  sar_companion_free(&b.companion);
  free(b.values);
  return status;
}
