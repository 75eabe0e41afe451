/* What the stepper costs beside a run: a call that advances, that sets a value which an input has already, that reads;
 * and one that changes an input, after which the method begins anew.
 *
 *   stepper_bench [CALLS [MODEL.yaml]]
 *
 * Prints microseconds per call, the smallest of several measurements; bench/README.md holds the figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sarrus/sarrus.h"

enum { CALLS = 20000, ROUNDS = 5 };

static const char pendulum[] = "bench/models/pushed.yaml";

typedef enum Use { ONCE, ADVANCE, SET, READ, CHANGE } Use;

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static int fail(const SarContext *context, const char *what) {
  fprintf(stderr, "%s failed: %s\n", what, sar_context_count(context) ? sar_context_get(context, 0)->message : "");
  return 1;
}

/* CPU time of all calls; nan: it failed. */
static double use(SarContext *context, const SarSystem *system, const SarRunOptions *options, Use how, int calls,
                  double end) {
  SarStepper *stepper;
  double room, begin, spent;
  if (sar_stepper_create(context, system, options, &stepper) != SAR_OK) return NAN;
  begin = seconds();
  SarStatus status = SAR_OK;
  for (int i = 1; status == SAR_OK && i <= calls; i++) {
    if (how == SET) status = sar_stepper_set(stepper, 0, 0.5);
    if (how == CHANGE) status = sar_stepper_set(stepper, 0, i % 2 ? 0.5 : 0.4);
    if (status == SAR_OK) status = sar_stepper_advance(stepper, i == calls ? end : end * i / calls);
    if (how == READ && status == SAR_OK) status = sar_stepper_get(stepper, 0, &room);
  }
  spent = seconds() - begin;
  sar_stepper_destroy(&stepper);
  return status == SAR_OK ? spent : NAN;
}

static double best(SarContext *context, const SarSystem *system, const SarRunOptions *options, Use how, int calls,
                   double end) {
  double least = INFINITY;
  for (int round = 0; round < ROUNDS; round++) {
    double spent = use(context, system, options, how, calls, end);
    if (!(spent >= 0)) return NAN;
    least = fmin(least, spent);
  }
  return least;
}

/* What a row of a run costs, for comparison: without its files. */
static double row_of_a_run(SarContext *context, const SarSystem *system, int calls) {
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  double least = INFINITY;
  options.end = 10;
  options.output_every = options.end / calls;
  for (int round = 0; round < ROUNDS; round++) {
    if (sar_table_create(context, &options.table) != SAR_OK) return NAN;
    SarStatus status = sar_run(context, system, &options, &summary);
    sar_table_destroy(&options.table);
    if (status != SAR_OK) return NAN;
    least = fmin(least, summary.rows_seconds);
  }
  return least / calls;
}

static int measure(SarContext *context, const SarSystem *system, int calls) {
  static const struct {
    const char *name;
    Use how;
  } rows[] = {
      {"advance", ADVANCE}, {"set the same, advance", SET}, {"advance, get", READ}, {"set another, advance", CHANGE}};
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  options.end = 10;
  options.no_output = true;
  if (sar_run(context, system, &options, &summary) != SAR_OK) return fail(context, "the run");
  double once = best(context, system, &options, ONCE, 1, options.end);
  printf("a run without output      %9.3f ms, %lld steps\n", 1e3 * summary.stepping_seconds, (long long)summary.steps);
  printf("a row of a run            %9.3f us\n", 1e6 * row_of_a_run(context, system, calls));
  printf("one advance to the end    %9.3f ms\n", 1e3 * once);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    double spent = best(context, system, &options, rows[i].how, calls, options.end);
    if (!(spent >= 0)) return fail(context, rows[i].name);
    printf("%-25s %9.3f us per call more than that\n", rows[i].name, 1e6 * (spent - once) / calls);
  }
  return 0;
}

int main(int argc, char **argv) {
  int calls = argc > 1 ? atoi(argv[1]) : CALLS;
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  int code = 1;
  if (!context || calls < 1) {
    fprintf(stderr, "usage: stepper_bench [CALLS [MODEL.yaml]]\n");
  } else if (sar_model_read(context, argc > 2 ? argv[2] : pendulum, NULL, 0, &model) != SAR_OK ||
             sar_system_compile(context, model, &system) != SAR_OK) {
    fail(context, "the model");
  } else {
    code = measure(context, system, calls);
  }
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return code;
}
