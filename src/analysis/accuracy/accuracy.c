/* Pilots choose the method. Then the whole motion, with error bars, at the tolerance that should do; from the bars
 * follows the next one, should it not. */
#include "analysis/accuracy/accuracy.h"

#include <math.h>
#include <stdio.h>

#include "analysis/accuracy/pilot.h"
#include "analysis/accuracy/verdict.h"
#include "analysis/bars/bars.h"
#include "model/model.h"

#define MOST_RUNS 6       /* of the whole motion */
#define LEAST_SLOPE 0.3   /* of the error over the tolerance, on logarithmic scales, that is believed */
#define SMALLEST_CUT 1e-4 /* of the tolerance at once */
#define LARGEST_CUT 0.4
#define WORTH_IT 0.7 /* of the work: another way is taken */
#define LARGE 0.1    /* of L, or rad: errors that are larger do not grow as they would */

/* A run of the whole motion: which tolerance gave which error. */
typedef struct Trial {
  double tolerance, ratio; /* ratio 0: there was none */
} Trial;

typedef struct Tries {
  SarWay ways[SAR_WAYS];
  int32_t count, now;
  Trial before;   /* of the same way */
  double seconds; /* that the next run will take; 0: not known */
} Tries;

bool sar_accuracy_is_asked(const SarSystem *system, const SarRunOptions *options) {
  const SarModel *model = sar_system_model(system);
  if (!isnan(options->tolerance) || !isnan(options->step)) return false;
  return !isnan(options->accuracy) || !isnan(model->simulation.accuracy) || model->naccuracy_goals > 0;
}

/* The slope of the error over the tolerance, on logarithmic scales: what two runs show, or what the method promises. */
static double slope_of(const SarWay *way, const Trial *before, double ratio) {
  double slope = way->order / (way->order + 1);
  if (before->ratio > 0 && before->ratio < INFINITY) {
    slope = log(before->ratio / ratio) / log(before->tolerance / way->tolerance);
  }
  return fmax(slope, LEAST_SLOPE);
}

/* The error is `ratio` times what is allowed: all ways have to become tighter, and those whose error goes down faster
 * gain on the others. Tolerances that are of no use to a way are not for it. */
static void tighten(Tries *t, double ratio, double accuracy) {
  double beyond = 1 + (isnan(accuracy) ? 0 : ratio * accuracy / LARGE);
  for (int32_t i = 0; i < t->count; i++) {
    SarWay *way = &t->ways[i];
    double slope = i == t->now ? slope_of(way, &t->before, ratio) : way->order / (way->order + 1);
    if (i != t->now && !(ratio < INFINITY)) continue; /* a failure is that of one way */
    double cut = ratio < INFINITY ? pow(SAR_AIM / (ratio * beyond), 1 / slope) : SMALLEST_CUT;
    cut = fmin(fmax(cut, SMALLEST_CUT), LARGEST_CUT);
    if (i == t->now) t->before = (Trial){way->tolerance, ratio};
    if (i == t->now && way->tolerance <= way->tightest) way->work = INFINITY;
    way->work *= pow(cut, -1 / (way->order + 1));
    way->tolerance = fmax(cut * way->tolerance, way->tightest);
  }
}

/* To change the way gives up what is known of this one. */
static void choose(Tries *t) {
  int32_t best = t->now;
  for (int32_t i = 0; i < t->count; i++) {
    if (t->ways[i].work < (best == t->now ? WORTH_IT : 1) * t->ways[best].work) best = i;
  }
  if (best != t->now) t->before = (Trial){0};
  t->now = best;
}

static bool has_another(const Tries *t) {
  for (int32_t i = 0; i < t->count; i++) {
    if (i != t->now && t->ways[i].work < INFINITY) return true;
  }
  return false;
}

static void say_stage(SarSearch *s, const SarWay *way, int32_t number, double seconds) {
  char estimate[32] = "";
  if (seconds > 1) snprintf(estimate, sizeof estimate, ", about %.2g s", seconds);
  snprintf(s->stage, sizeof s->stage, "run %d, %s at %.1e%s", (int)number, way->method, way->tolerance, estimate);
}

/* The whole motion once. SAR_RETRY: the error is too large, or it failed and another way may not. */
static SarStatus run_whole(SarSearch *s, Tries *t, int32_t number, SarRunSummary *summary) {
  SarWay *way = &t->ways[t->now];
  int32_t messages = sar_context_count(s->context);
  bool another = has_another(t);
  s->goal.last = number == MOST_RUNS || (way->tolerance <= way->tightest && !another);
  s->goal.finer = way->finer;
  say_stage(s, way, number, t->seconds);
  SarRunOptions o = sar_search_options(s, way);
  SarStatus status = sar_bars_run(s->context, s->system, &o, NULL, &s->goal, summary);
  sar_search_note(s, way, summary, summary->end_time, s->goal.ratio);
  bool failed = status != SAR_RETRY && status != SAR_OK && status != SAR_INTERRUPTED && status != SAR_NO_MEMORY;
  if (failed && another && summary->steps > 0 && number < MOST_RUNS) {
    way->work = INFINITY;
    status = SAR_RETRY;
  }
  if (status == SAR_RETRY) sar_context_take_back(s->context, messages);
  return status;
}

static SarStatus try_ways(SarSearch *s, Tries *t, SarRunSummary *summary) {
  SarStatus status = SAR_RETRY;
  for (int32_t number = 1; status == SAR_RETRY; number++) {
    status = run_whole(s, t, number, summary);
    if (status != SAR_RETRY) break;
    tighten(t, s->goal.ratio, s->goal.accuracy);
    double tolerance = t->before.tolerance;
    choose(t);
    const SarWay *way = &t->ways[t->now];
    t->seconds = summary->cpu_seconds * pow(fmax(tolerance / way->tolerance, 1), 1 / (way->order + 1));
  }
  return status;
}

static SarStatus search(SarSearch *s, SarRunSummary *summary) {
  Tries t = {0};
  SarStatus status;
  SAR_TRY(sar_bars_goal_check(s->context, &s->goal));
  t.count = sar_pilot_ways(s, t.ways, &status);
  SAR_TRY(status);
  status = try_ways(s, &t, summary);
  if (status != SAR_OK && status != SAR_INTERRUPTED) snprintf(s->out->reason, sizeof s->out->reason, "failure");
  SAR_TRY(status);
  const SarWay *way = &t.ways[t.now];
  SarJudged judged = {.context = s->context,
                      .goal = &s->goal,
                      .summary = summary,
                      .tightest = way->tolerance <= way->tightest && way->order > 1};
  return sar_accuracy_conclude(&judged, s->out);
}

SarStatus sar_accuracy_run(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                           SarRunSummary *summary) {
  SarRunSummary own;
  if (!summary) summary = &own;
  *summary = (SarRunSummary){.status = SAR_RUN_FAILED};
  SarSearch s = {.context = context, .system = system, .options = options};
  s.goal = sar_accuracy_goal(system, options);
  SarAccuracy accuracy = sar_accuracy_asked(&s.goal);
  s.out = &accuracy;
  SarStatus status = search(&s, summary);
  sar_bars_goal_free(&s.goal);
  for (int32_t i = 0; i + 1 < accuracy.nruns; i++) summary->search_seconds += accuracy.runs[i].cpu_seconds;
  summary->cpu_seconds += summary->search_seconds;
  summary->accuracy = accuracy;
  return status;
}

SarStatus sar_accuracy_repeat(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                              const SarAgain *again, SarRunSummary *summary) {
  SarRunSummary own;
  SarMethodChoice choice;
  if (!summary) summary = &own;
  SarBarsGoal goal = sar_accuracy_goal(system, options);
  SarAccuracy accuracy = sar_accuracy_asked(&goal);
  SarSearch s = {.context = context, .system = system, .options = options, .out = &accuracy};
  SAR_TRY(sar_method_parse(context, options->method, sar_nowhere(), &choice));
  goal.last = true;
  goal.finer = again->judging.finer;
  goal.before_tolerance = again->judging.before;
  snprintf(goal.before_method, sizeof goal.before_method, "%s", options->method);
  SarStatus status = sar_bars_run(context, system, options, again->resumed, &goal, summary);
  sar_bars_goal_free(&goal);
  SAR_TRY(status);
  SarWay way = {.method = options->method, .tolerance = options->tolerance};
  sar_search_note(&s, &way, summary, summary->end_time, goal.ratio);
  SarJudged judged = {.context = context,
                      .goal = &goal,
                      .summary = summary,
                      .tightest = options->tolerance <= sar_way_tightest(&choice),
                      .resumed = true};
  status = sar_accuracy_conclude(&judged, &accuracy);
  summary->accuracy = accuracy;
  return status;
}
