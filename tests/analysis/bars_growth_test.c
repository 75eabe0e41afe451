/* What error bars and accuracies cost beside the runs, counted, not timed: numbers and names that are looked at. */
#include <stdio.h>
#include <stdlib.h>

#include "analysis/bars/widen.h"
#include "analysis/support.h"
#include "check.h"

enum { FEW = 20, MANY = 3 * FEW };
#define LINEAR 3.6    /* times; a square would be nine */
#define LOGARITHM 4.6 /* times: three, and the logarithm of the number of goals; a square would be nine */

typedef struct Text {
  char bytes[65536];
  size_t used;
} Text;

#define ADD(text, ...) \
  ((text)->used += (size_t)snprintf((text)->bytes + (text)->used, sizeof(text)->bytes - (text)->used, __VA_ARGS__))

/* Pendulums of different lengths. goals: every one has its own. */
static void pendulums(Text *t, int n, const char *every, bool goals) {
  t->used = 0;
  ADD(t, "gravity: [0, 0, -9.81]\nbodies:\n");
  for (int i = 0; i < n; i++) {
    ADD(t, "  b%d: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [%g, 0, 0]}\n", i, 1 + 0.01 * i);
  }
  ADD(t, "joints:\n");
  for (int i = 0; i < n; i++) {
    ADD(t, "  j%d: {type: revolute, between: [ground, b%d], at: [0, 0, 0], axis: y}\n", i, i);
  }
  ADD(t, "output: {every: %s}\nsimulate: {end: 1", every);
  if (goals) ADD(t, ", accuracy: {");
  for (int i = 0; goals && i < n; i++) ADD(t, "%sb%d.x: 1e-2", i ? ", " : "", i);
  ADD(t, "%s}\n", goals ? "}" : "");
}

static double work_of(const Text *t) {
  assert_true(t->used < sizeof t->bytes);
  Fixture f = fixture_of(t->bytes);
  SarTable *table = NULL;
  SarRunSummary summary;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.error_bars = true;
  options.table = table;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(summary.errors.known);
  double work = (double)summary.errors.work;
  sar_table_destroy(&table);
  fixture_free(&f);
  return work;
}

static void check(const char *what, double few, double many, double most) {
  print_message("%s: %g and %g, times %.2f\n", what, few, many, many / few);
  assert_true(few > 0);
  assert_true(many < most * few);
}

static void linear_in_columns(void **state) {
  (void)state;
  Text t;
  pendulums(&t, FEW, "0.01", false);
  double few = work_of(&t);
  pendulums(&t, MANY, "0.01", false);
  double many = work_of(&t);
  check("columns", few, many, LINEAR);
  assert_true(many > 2.5 * few);
}

/* All rows of a short run; of a long one no more than are kept, which are SAR_KEPT_MOST or half as many. */
static void linear_in_rows(void **state) {
  (void)state;
  Text t;
  pendulums(&t, FEW, "0.01", false);
  double few = work_of(&t);
  pendulums(&t, FEW, "0.0034", false);
  check("rows", few, work_of(&t), LINEAR);
  pendulums(&t, FEW, "0.0003", false);
  few = work_of(&t);
  pendulums(&t, FEW, "0.0001", false);
  check("many rows", few, work_of(&t), 2.2);
}

static void linear_in_goals(void **state) {
  (void)state;
  Text t;
  pendulums(&t, FEW, "0.01", true);
  double few = work_of(&t);
  pendulums(&t, MANY, "0.01", true);
  check("goals", few, work_of(&t), LINEAR);
  /* With few rows the names are what takes time. */
  pendulums(&t, FEW, "0.5", true);
  few = work_of(&t);
  pendulums(&t, MANY, "0.5", true);
  check("names of goals", few, work_of(&t), LOGARITHM);
}

/* Two runs with events in the same order, all a little late in the second one. */
static double work_of_events(int32_t columns, int64_t events) {
  SarSinkColumn *names = calloc((size_t)columns, sizeof *names);
  SarKept kept = {.columns = names, .ncolumns = columns, .count = SAR_KEPT_MOST, .nevents = events};
  size_t numbers = SAR_KEPT_MOST * (size_t)columns;
  SarCompanion companion = {.factor = 1, .events = {.nevents = events}};
  double *bars = calloc(numbers, sizeof *bars);
  kept.times = calloc(SAR_KEPT_MOST, sizeof *kept.times);
  kept.values = calloc(numbers, sizeof *kept.values);
  kept.largest = calloc((size_t)columns, sizeof *kept.largest);
  kept.events = calloc((size_t)events, sizeof *kept.events);
  companion.differences = calloc(numbers, sizeof *companion.differences);
  companion.events.events = calloc((size_t)events, sizeof *companion.events.events);
  for (int32_t i = 0; i < columns; i++) names[i] = (SarSinkColumn){.element = "a", .quantity = "x", .unit = "m"};
  for (int k = 0; k < SAR_KEPT_MOST; k++) kept.times[k] = k;
  for (int64_t e = 0; e < events; e++) {
    double time = (double)e * (SAR_KEPT_MOST - 1) / (double)events + 0.01;
    kept.events[e].time = time;
    companion.events.events[e].time = time + 0.05;
  }
  double work = (double)sar_bars_widen(&kept, &companion, bars);
  sar_kept_free(&kept);
  sar_companion_free(&companion);
  free(names);
  free(bars);
  return work;
}

static void linear_in_events_and_columns(void **state) {
  (void)state;
  check("events", work_of_events(30, 2000), work_of_events(90, 6000), LINEAR);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(linear_in_columns),
      cmocka_unit_test(linear_in_rows),
      cmocka_unit_test(linear_in_goals),
      cmocka_unit_test(linear_in_events_and_columns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
