/* Three methods have been the quickest, or nearly so, on almost every model (bench/methods): bdf, radau5 and dopri5; of
 * beams hht and radau5. A tenth of the motion with each of them, at a tolerance that may do, tells what they would
 * need. */
#include "analysis/accuracy/pilot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/bars/bars.h"
#include "analysis/bars/companion.h"
#include "system/system.h"

#define PART 0.1    /* of the run */
#define ROWS 50     /* of a pilot: enough to compare */
#define MOST_WORK 1 /* times the steps of the first pilot: who needs more is not the quickest */
#define STEPS_FREE 50
#define GROWTH 20      /* of an error from there to the end of the run: 1 to 1000, this is the median */
#define GROWTH_STIFF 4 /* the same, where the motion is stiff: most often it is damped as well */
#define LOOSEST 1e-2   /* tolerance */
#define LOOSER 0.1     /* of the usual tolerance, at most: a looser one saves little and is often too loose */
#define LOOSER_STIFF 0.3
#define DRIVEN 1e-4      /* tolerance, where nothing is free to move: of velocities and forces */
#define LEAST_SAVING 0.5 /* of the work by a looser tolerance: something else may keep the steps short */
#define ROW 25           /* evaluations or solves that one is worth, with its bars and files */
#define USUAL_ROWS 1000
#define SECOND_FINER 1.8 /* times the work, where the second run has to be finer: steps do not follow the tolerance */
#define IRREGULAR 1.3    /* times the work of methods that change their order: what pilots say of them holds less */
#define BEAMS 3          /* times the work of radau5 where there are beams, as measured on those of the tests */
#define UNTRIED 1e200    /* work: more than that of any other way that has not failed */
#define UNREACHED 3      /* times the work: that of a tolerance that may not do */
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

/* What a step costs besides (audit, poses), a factorisation, and evaluations and solves of explicit methods, in
 * evaluations or solves of implicit ones: as measured on the examples. Matrices of radau5 are several and larger. */
static double work_of(const SarWay *way, const SarRunSummary *summary, bool beams) {
  double once = (double)(summary->residuals + summary->solves), each = (double)summary->factorisations;
  double steps = 10 * (double)summary->steps;
  if (strncmp(way->method, "dopri5", 6) == 0) return 0.7 * (once + 2 * each) + steps;
  double radau = once + fmin(2 + 2 * summary->bodies, 30) * each + steps;
  if (strncmp(way->method, "radau5", 6) == 0) return beams ? BEAMS * radau : radau;
  return IRREGULAR * (once + 2 * each + steps);
}

/* The tolerance for the whole run, and the work with it. Where nothing is free to move, steps do not matter. */
static void plan(const SarSearch *s, SarWay *way, bool stiff) {
  if (!(way->ratio < INFINITY)) return;
  double usual = (stiff ? LOOSER_STIFF : LOOSER) * way->pilot;
  double loosest = isnan(s->goal.accuracy) ? LOOSEST : way->driven ? DRIVEN : usual;
  double ratio = way->ratio * (stiff ? GROWTH_STIFF : GROWTH);
  double wanted = way->pilot * pow(SAR_AIM / fmax(ratio, 1e-6), (way->order + 1) / way->order);
  way->tolerance = fmax(fmin(wanted, loosest), way->tightest);
  way->work = way->once * fmax(pow(way->pilot / way->tolerance, 1 / (way->order + 1)), LEAST_SAVING);
  if (wanted < way->tightest) way->work *= UNREACHED;
  if (way->finer) way->work *= SECOND_FINER;
}

/* Both runs, and the error that they leave. */
static SarStatus fly(SarSearch *s, SarWay *way, double end, SarRunSummary *summary) {
  SarContext *own = sar_context_create();
  if (!own) return sar_report_no_memory(s->context);
  SarRunOptions o = sar_search_options(s, way);
  o.end = PART * end;
  o.output_every = o.end / ROWS;
  o.table = NULL;
  o.csv = o.steps_csv = o.hdf5 = NULL;
  o.checkpoint_seconds = NAN;
  o.study = true;
  s->goal.last = true;
  s->goal.finer = false;
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
  sar_search_note(s, way, &summary, PART * end, s->goal.ratio);
  way->work = way->ratio = INFINITY;
  if (status == SAR_OK && s->goal.ratio < INFINITY) {
    way->ratio = s->goal.ratio / fmax(s->goal.least, 1); /* below what bars can be nothing is gained */
    way->once = work_of(way, &summary, sar_system_has_parts(s->system));
    way->driven = summary.degrees_of_freedom == 0;
    way->finer = (way->driven || summary.steps >= STEPS_FREE) && summary.errors.tolerance < way->tolerance;
    plan(s, way, false);
  }
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
  double tolerance = usual_tolerance(method, order, accuracy);
  return (SarWay){.method = method,
                  .order = order,
                  .tolerance = tolerance,
                  .pilot = tolerance,
                  .tightest = sar_way_tightest(&choice)};
}

/* Rows cost more than the steps between them: no other method saves much. */
static bool is_cheap(const SarSearch *s, const SarWay *way, double end) {
  double every = s->options->output_every;
  const SarSimulation *model = &sar_system_model(s->system)->simulation;
  if (isnan(every)) every = model->output_every_step ? 0 : model->output_every;
  double rows = every > 0 ? end / every : isnan(every) ? USUAL_ROWS : 0;
  return way->work < PART * ROW * rows;
}

/* Where an explicit method is the better one, steps are short for the sake of accuracy, and what takes long ones is of
 * no use. */
static bool is_enough(const SarSearch *s, const SarWay *ways, int32_t count, double end) {
  bool not_stiff = count == 2 && ways[1].work < ways[0].work && !ways[1].finer;
  return not_stiff || ways[0].driven || is_cheap(s, &ways[count - 1], end);
}

static int32_t fly_all(SarSearch *s, const char *const *methods, int32_t most, SarWay *ways, SarStatus *status) {
  double end = isnan(s->options->end) ? sar_system_model(s->system)->simulation.end : s->options->end;
  int64_t steps = 0;
  int32_t count = 0;
  s->most_steps = 0;
  *status = SAR_OK;
  while (count < most && *status == SAR_OK) {
    ways[count] = way_of(s, methods[count], status);
    if (*status == SAR_OK) *status = try_way(s, &ways[count], end, &steps);
    if (count++ == 0 && ways[0].work < INFINITY) s->most_steps = MOST_WORK * steps + STEPS_FREE;
    if (is_enough(s, ways, count, end)) break;
  }
  s->most_steps = 0;
  return count;
}

/* All three have flown, and the explicit one is not the quickest. */
static void plan_for_stiff(const SarSearch *s, SarWay *ways, int32_t count) {
  bool stiff = count == SAR_WAYS && (ways[1].finer || !(ways[1].work < INFINITY));
  for (int32_t i = 0; stiff && i < count; i++) plan(s, &ways[i], true);
}

/* Methods to choose from; where one is asked for, it alone. */
typedef struct Methods {
  const char *names[SAR_WAYS];
  int32_t count;
} Methods;

/* Beams vibrate far above what anybody looks at, with little damping or none: explicit methods follow that with tiny
 * steps, and bdf, of orders above two, is unstable there. */
static Methods methods_of(const SarSearch *s) {
  const char *asked = s->options->method ? s->options->method : sar_system_model(s->system)->simulation.method;
  bool chosen = asked && strcmp(asked, SAR_METHOD_AUTO) != 0; /* with keys it is a method like others */
  if (chosen) return (Methods){.names = {asked}, .count = 1};
  if (sar_system_has_parts(s->system)) return (Methods){.names = {"hht", "radau5"}, .count = 2};
  return (Methods){.names = {"bdf", "dopri5", "radau5"}, .count = 3};
}

/* Ways that no pilot has tried are there for the case that all others fail. */
static int32_t add_untried(SarSearch *s, const Methods *methods, int32_t count, SarWay *ways, SarStatus *status) {
  for (; count < methods->count && *status == SAR_OK; count++) {
    ways[count] = way_of(s, methods->names[count], status);
    ways[count].work = UNTRIED;
  }
  return count;
}

int32_t sar_pilot_ways(SarSearch *s, SarWay ways[SAR_WAYS], SarStatus *status) {
  Methods methods = methods_of(s);
  int32_t count = fly_all(s, methods.names, methods.count, ways, status);
  plan_for_stiff(s, ways, count);
  count = add_untried(s, &methods, count, ways, status);
  if (*status == SAR_OK) sort(ways, count);
  return count;
}
