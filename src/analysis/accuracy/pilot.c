/* Three methods have been the quickest, or nearly so, on almost every model (bench/methods): bdf, radau5 and dopri5. A
 * tenth of the motion with each of them, at a tolerance that may do, tells what they would need. */
#include "analysis/accuracy/pilot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/bars/bars.h"
#include "analysis/bars/companion.h"

#define PART 0.1    /* of the run */
#define MOST_WORK 6 /* times the steps of the first pilot: who needs more is not the quickest */
#define STEPS_FREE 500
#define GROWTH 5        /* of an error from there to the end of the run, as a guess */
#define FACTORISATION 2 /* evaluations or solves that one is worth */
#define LOOSEST 1e-2
#define TIGHT_BACK 1e-12 /* of methods that look back on many short steps */

/* Bars of a run of usual length, over the tolerance, as measured: large for methods of low order and for those that
 * look back, whose errors add up. */
static double usual_tolerance(const char *method, double order, double accuracy) {
  double tolerance = strncmp(method, "bdf", 3) == 0 ? accuracy / 100
                     : order >= 5                   ? accuracy / 5
                                                    : 0.1 * pow(accuracy, (order + 1) / order);
  return fmin(fmax(tolerance, SAR_TIGHTEST), LOOSEST);
}

static int tell(void *self, const SarProgress *progress) {
  SarSearch *s = self;
  if (s->most_steps && progress->steps > s->most_steps) {
    s->cut = true;
    return 1;
  }
  if (!s->options->progress) return 0;
  SarProgress with = *progress;
  with.stage = s->stage;
  return s->options->progress(s->options->progress_self, &with);
}

SarRunOptions sar_search_options(SarSearch *s, const SarWay *way) {
  SarRunOptions o = *s->options;
  o.method = way->method;
  o.tolerance = way->tolerance;
  o.accuracy = s->goal.accuracy; /* resuming judges by it */
  o.error_bars = true;
  o.progress = tell;
  o.progress_self = s;
  return o;
}

void sar_search_note(SarSearch *s, const SarWay *way, const SarRunSummary *summary, double end, double ratio) {
  if (s->out->nruns == SAR_ACCURACY_RUNS) return;
  SarAccuracyRun *run = &s->out->runs[s->out->nruns++];
  *run = (SarAccuracyRun){.tolerance = way->tolerance,
                          .end = end,
                          .estimated = ratio * s->out->asked,
                          .steps = summary->steps + summary->errors.steps,
                          .cpu_seconds = summary->cpu_seconds};
  snprintf(run->method, sizeof run->method, "%s", way->method);
}

/* Evaluations and solves that both runs took, and the error that they leave. */
static SarStatus fly(SarSearch *s, SarWay *way, double end, SarRunSummary *summary) {
  SarContext *own = sar_context_create();
  if (!own) return sar_report_no_memory(s->context);
  SarRunOptions o = sar_search_options(s, way);
  o.end = PART * end;
  o.table = NULL;
  o.csv = o.steps_csv = o.hdf5 = NULL;
  o.checkpoint_seconds = NAN;
  o.study = true;
  s->goal.last = true;
  s->cut = false;
  snprintf(s->stage, sizeof s->stage, "pilot %s", way->method);
  SarStatus status = sar_bars_run(own, s->system, &o, NULL, &s->goal, summary);
  sar_context_destroy(&own);
  return status;
}

static SarStatus try_way(SarSearch *s, SarWay *way, double end, int64_t *steps) {
  SarRunSummary summary = {0};
  SarStatus status = fly(s, way, end, &summary);
  if (status == SAR_NO_MEMORY || (status == SAR_INTERRUPTED && !s->cut)) return status;
  double ratio = s->goal.ratio, work = INFINITY;
  sar_search_note(s, way, &summary, PART * end, ratio);
  if (status == SAR_OK && ratio < INFINITY) {
    double once = (double)(summary.residuals + summary.solves + FACTORISATION * summary.factorisations);
    work = once * fmax(pow(ratio, 1 / way->order), 0.2);
    double aim = SAR_AIM * fmax(s->goal.least, 1); /* below what bars can be nothing is gained */
    double missing = pow(aim / fmax(ratio * GROWTH, 1e-6), (way->order + 1) / way->order);
    way->tolerance = fmin(fmax(way->tolerance * missing, way->tightest), LOOSEST);
  }
  way->work = work;
  *steps = summary.steps;
  return SAR_OK;
}

/* Insertion: there are three. */
static void sort(SarWay *ways, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    SarWay way = ways[i];
    int32_t k = i;
    for (; k > 0 && ways[k - 1].work > way.work; k--) ways[k] = ways[k - 1];
    ways[k] = way;
  }
}

double sar_way_tightest(const SarMethodChoice *choice) {
  return sar_method_info_of(choice).steps > 1 ? TIGHT_BACK : SAR_TIGHTEST;
}

static SarWay way_of(SarSearch *s, const char *method, SarStatus *status) {
  SarMethodChoice choice;
  double accuracy = isnan(s->goal.accuracy) ? 1e-4 : s->goal.accuracy;
  *status = sar_method_parse(s->context, method, sar_nowhere(), &choice);
  if (*status != SAR_OK) return (SarWay){.method = method, .work = INFINITY};
  double order = sar_companion_order(&choice);
  return (SarWay){.method = method,
                  .order = order,
                  .tolerance = usual_tolerance(method, order, accuracy),
                  .tightest = sar_way_tightest(&choice)};
}

int32_t sar_pilot_ways(SarSearch *s, SarWay ways[SAR_WAYS], SarStatus *status) {
  static const char *const all[SAR_WAYS] = {"bdf", "radau5", "dopri5"};
  const SarSimulation *model = &sar_system_model(s->system)->simulation;
  const char *asked = s->options->method ? s->options->method : model->method;
  if (asked && strcmp(asked, SAR_METHOD_AUTO) == 0) asked = NULL; /* with keys it is a method like others */
  double end = isnan(s->options->end) ? model->end : s->options->end;
  int32_t count = asked ? 1 : SAR_WAYS;
  int64_t steps = 0;
  s->most_steps = 0;
  *status = SAR_OK;
  for (int32_t i = 0; i < count && *status == SAR_OK; i++) {
    ways[i] = way_of(s, asked ? asked : all[i], status);
    if (*status == SAR_OK) *status = try_way(s, &ways[i], end, &steps);
    if (i == 0) s->most_steps = MOST_WORK * steps + STEPS_FREE;
  }
  s->most_steps = 0;
  if (*status == SAR_OK) sort(ways, count);
  return count;
}
