/* The second run is coarser, because that is cheap: k times the tolerance. An error grows like tolerance^(p/(p+1))
 * where every step has the error that is allowed. Steps that something else keeps short (turns of a spinning body, a
 * corrector that does not converge, events) do not follow the tolerance: then the numbers of steps of both runs tell
 * how much coarser the second one was, and if that is too little it is made finer instead. */
#include "analysis/bars/companion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/observe.h"
#include "base/numbers.h"

#define TELLING 1.2     /* times the steps: less tells nothing */
#define HOPELESS 1.05   /* times the steps in the first part of the run: ... */
#define TRIAL 8         /* ... one of so many ... */
#define TRIAL_STEPS 40  /* ... with so many steps: it will not become telling */
#define FINER 1.5       /* times as many steps, at least, where the second run is finer */
#define COMPARABLE 4    /* times the tolerance, at least, of a run that is there already */
#define MOST_APART 100  /* times the tolerance: no more is believed */
#define LEAST_GAIN 0.25 /* of an error by the finer run, should it not be so: the difference counts four times */

typedef struct Compared {
  const SarFirstRun *first;
  SarCompanion *out;
  int64_t next; /* row */
  int64_t steps;
  bool coarser; /* it is given up where it does not become so */
  SarSink events;
} Compared;

static SarStatus begin(void *self, const SarSinkHeader *header) {
  (void)self, (void)header;
  return SAR_OK;
}

/* A coarser run that takes about as many steps as the first one, in its beginning already, would tell nothing. */
static bool is_in_vain(const Compared *c) {
  const SarKept *kept = c->first->kept;
  int64_t first = kept->steps_before[c->next];
  if (!c->coarser || c->next < kept->count / TRIAL || first < TRIAL_STEPS) return false;
  return (double)first < HOPELESS * (double)c->steps;
}

static SarStatus row(void *self, double time, const double *values) {
  Compared *c = self;
  const SarKept *kept = c->first->kept;
  if (c->next >= kept->count || time != kept->times[c->next]) return SAR_OK; /* a row of an event */
  if (is_in_vain(c)) return SAR_FAILED;
  const double *known = kept->values + c->next * kept->ncolumns;
  double *differences = c->out->differences + c->next * kept->ncolumns;
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    double difference = fabs(values[i] - known[i]);
    differences[i] = isfinite(difference) ? difference : 0; /* there is no number to be wrong */
  }
  c->next++;
  c->out->work += kept->ncolumns;
  return SAR_OK;
}

static SarStatus step(void *self, const SarStepRecord *record) {
  (void)record;
  ((Compared *)self)->steps++;
  return SAR_OK;
}

static SarStatus event(void *self, const SarEventRecord *record) {
  Compared *c = self;
  return c->events.event(c->events.self, record);
}

static SarStatus finish(void *self) {
  (void)self;
  return SAR_OK;
}

/* A run that an event ended a little earlier: the rows that are missing differ like the last one. */
static void complete(const Compared *c) {
  const SarKept *kept = c->first->kept;
  size_t size = (size_t)kept->ncolumns * sizeof(double);
  for (int64_t i = c->next; i > 0 && i < kept->count; i++) {
    memcpy(c->out->differences + i * kept->ncolumns, c->out->differences + (i - 1) * kept->ncolumns, size);
  }
}

static SarStatus run_as(const SarFirstRun *first, const SarRunOptions *how, bool coarser, SarCompanion *out) {
  SarContext *own = sar_context_create(); /* what it says is of no interest */
  if (!own) return sar_report_no_memory(first->context);
  sar_kept_free(&out->events);
  Compared c = {.first = first, .out = out, .coarser = coarser, .events = sar_kept_sink(&out->events, own)};
  SarSink sink = {&c, begin, row, step, finish, NULL, NULL, event, NULL, NULL}; /* destroyed by nobody */
  SarRunExtras extras = {.sink = &sink, .times = first->kept->times, .ntimes = first->kept->count};
  SarStatus status = sar_run_with(own, first->system, how, &extras, NULL);
  sar_context_destroy(&own);
  out->tolerance = how->tolerance;
  out->step = how->step;
  out->steps = c.steps;
  if (status == SAR_OK) complete(&c);
  return status;
}

double sar_companion_order(const SarMethodChoice *choice) {
  SarMethodInfo info = sar_method_info_of(choice);
  int32_t constrained = info.order_index3[0] ? info.order_index3[0] : info.order_si2[0];
  return constrained && constrained < info.order ? constrained : info.order;
}

/* Errors are not quite proportional to what makes them, and those of high order, with few and long steps, less so. */
static double safety_of(double order) { return order < 3 ? 3 : 5; }

/* Times the tolerance: what costs about as much less for every order. */
static double coarsening(double order) { return order < 3 ? 5 : order < 5 ? 8 : 20; }

/* Methods that change their order (bdf, adams, ida) may have another one in the second run: what is surely gained. */
static double gained(const SarFirstRun *first, double times, double order) {
  SarMethodInfo info = sar_method_info_of(&first->plan->method);
  bool changes = info.steps > 2 && info.order > 2;
  return pow(times, changes ? order - 1 : order);
}

static SarRunOptions same(const SarFirstRun *first) {
  SarRunOptions how = *first->options;
  how.table = NULL;
  how.csv = how.steps_csv = how.hdf5 = NULL;
  how.no_output = false;
  how.study = true;
  how.error_bars = false;
  how.checkpoint_seconds = NAN;
  return how;
}

/* Both runs would begin with the same steps, which then tell nothing. */
static void begin_differently(const SarFirstRun *first, double factor, SarRunOptions *how) {
  if (first->kept->first_step > 0) how->initial_step = factor * first->kept->first_step;
}

static SarStatus run_coarser(const SarFirstRun *first, double order, SarCompanion *out) {
  SarRunOptions how = same(first);
  bool fixed = first->plan->steps.fixed_step > 0;
  double k = coarsening(order), expected = fixed ? pow(2, order) : pow(k, order / (order + 1));
  if (fixed) {
    how.step = 2 * first->plan->steps.fixed_step;
  } else {
    how.tolerance = fmin(k * first->plan->steps.tolerance, 0.5);
    double longer = pow(k, 1 / (order + 1));
    begin_differently(first, longer, &how);
    if (first->plan->steps.max_step > 0) how.max_step = longer * first->plan->steps.max_step;
  }
  SAR_TRY(run_as(first, &how, !fixed, out));
  double times = (double)first->kept->steps / (double)(out->steps > 0 ? out->steps : 1);
  if (times < TELLING) return SAR_FAILED;
  out->ratio = fmin(expected, gained(first, times, order));
  out->expected = 1 / (out->ratio - 1);
  return SAR_OK;
}

static SarStatus run_finer(const SarFirstRun *first, double order, SarCompanion *out) {
  SarRunOptions how = same(first);
  if (first->plan->steps.fixed_step > 0) {
    how.step = first->plan->steps.fixed_step / 2;
  } else {
    how.tolerance = first->plan->steps.tolerance / coarsening(order);
    how.max_step = first->kept->largest_step / FINER;
    begin_differently(first, 1 / FINER, &how);
  }
  SAR_TRY(run_as(first, &how, false, out));
  double times = (double)out->steps / (double)(first->kept->steps > 0 ? first->kept->steps : 1);
  out->ratio = gained(first, fmax(times, 1), order);
  out->expected = 1 / fmax(1 - 1 / out->ratio, LEAST_GAIN);
  return SAR_OK;
}

SarStatus sar_companion_run(const SarFirstRun *first, bool finer, SarCompanion *out) {
  double order = sar_companion_order(&first->plan->method);
  size_t numbers = (size_t)first->kept->ncolumns * (size_t)first->kept->count + 1;
  *out = (SarCompanion){.differences = calloc(numbers, sizeof *out->differences)};
  if (!out->differences) return sar_report_no_memory(first->context);
  SarStatus status = finer ? SAR_FAILED : run_coarser(first, order, out);
  if (status != SAR_OK && status != SAR_INTERRUPTED && status != SAR_NO_MEMORY) status = run_finer(first, order, out);
  out->factor = safety_of(order) * out->expected;
  return status;
}

/* Two runs that begin with the same step agree at first, and rows between events of their own cannot be compared. */
static bool can_compare(const SarKept *fine, const SarKept *coarse) {
  return coarse->count == fine->count && coarse->ncolumns == fine->ncolumns && coarse->nevents == 0 &&
         fine->nevents == 0 && coarse->first_step > TELLING * fine->first_step &&
         memcmp(coarse->times, fine->times, (size_t)fine->count * sizeof(double)) == 0;
}

bool sar_companion_reuse(const SarFirstRun *first, const SarKept *coarser, double tolerance, SarCompanion *out) {
  const SarKept *kept = first->kept;
  double order = sar_companion_order(&first->plan->method);
  double times = (double)kept->steps / (double)(coarser->steps > 0 ? coarser->steps : 1);
  double k = fmin(tolerance / first->plan->steps.tolerance, MOST_APART);
  if (!can_compare(kept, coarser) || times < TELLING || k < COMPARABLE) return false;
  size_t numbers = (size_t)kept->ncolumns * (size_t)kept->count;
  *out = (SarCompanion){.differences = calloc(numbers + 1, sizeof *out->differences)};
  if (!out->differences) return false;
  for (size_t i = 0; i < numbers; i++) {
    double difference = fabs(kept->values[i] - coarser->values[i]);
    out->differences[i] = isfinite(difference) ? difference : 0;
  }
  out->tolerance = tolerance;
  out->step = NAN;
  out->steps = coarser->steps;
  out->work = (int64_t)numbers;
  out->ratio = fmin(pow(k, order / (order + 1)), gained(first, times, order));
  out->expected = 1 / (out->ratio - 1);
  out->factor = safety_of(order) * out->expected;
  return true;
}

SarStatus sar_companion_repeat(const SarFirstRun *first, double tolerance, SarKept *out) {
  SarContext *own = sar_context_create(); /* what it says is of no interest */
  if (!own) return sar_report_no_memory(first->context);
  SarRunOptions how = same(first);
  how.tolerance = tolerance;
  SarSink sink = sar_kept_sink(out, own);
  SarStatus status = sar_run_with(own, first->system, &how, &(SarRunExtras){.sink = &sink}, NULL);
  sar_context_destroy(&own);
  return status;
}

void sar_companion_free(SarCompanion *companion) {
  sar_kept_free(&companion->events);
  free(companion->differences);
  *companion = (SarCompanion){0};
}
