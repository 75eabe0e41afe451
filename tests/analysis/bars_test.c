/* What is kept of a run for error bars, and bars against what is allowed. */
#include <stdlib.h>
#include <string.h>

#include "analysis/bars/goal.h"
#include "analysis/bars/largest.h"
#include "analysis/support.h"
#include "check.h"

static const char text[] =
    "bodies: {bob: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
    "joints: {A: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: z}}\n"
    "simulate: {end: 1, accuracy: {A.fy: 1 %, A.fy2: 2 %, A.angle: 1e-3, A.length: 10 %, A.tx: 1 %}}\n";

static const SarSinkColumn columns[] = {
    {.element = "A", .quantity = "fx", .unit = "N"},      {.element = "A", .quantity = "fy", .unit = "N"},
    {.element = "A", .quantity = "fz", .unit = "N"},      {.element = "A", .quantity = "fx2", .unit = "N"},
    {.element = "A", .quantity = "fy2", .unit = "N"},     {.element = "A", .quantity = "fz2", .unit = "N"},
    {.element = "A", .quantity = "angle", .unit = "rad"}, {.element = "A", .quantity = "length", .unit = "m"},
    {.element = "A", .quantity = "slide", .unit = "m"},   {.element = "A", .quantity = "tx", .unit = "N*m"},
    {.element = "B", .quantity = "ty", .unit = "N*m"},    {.element = "B", .quantity = "tz", .unit = "N*m"},
};
enum { COLUMNS = sizeof columns / sizeof *columns, ROWS = 3 };

static const double rows[ROWS][COLUMNS] = {
    {3, 0, 0, 1, 0, 0, 1, 2, 8, 0, 1, 1}, {0, 4, 0, 0, 2, 0, 1, -4, 6, 0, 1, 1}, {2, 2, 1, 0, 0, 2, 1, 3, 3, 0, 1, 1}};

typedef struct Judged {
  Fixture f;
  SarKept kept;
  double bars[ROWS * COLUMNS];
  SarBarsGoal goal;
} Judged;

static void keep(Judged *j) {
  *j = (Judged){.f = fixture_of(text)};
  j->goal = (SarBarsGoal){.system = j->f.system, .accuracy = NAN};
  SarSink sink = sar_kept_sink(&j->kept, j->f.context);
  SarSinkHeader header = {.columns = columns, .ncolumns = COLUMNS};
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  for (int k = 0; k < ROWS; k++) assert_int_equal(sink.row(sink.self, k, rows[k]), SAR_OK);
}

static void leave(Judged *j) {
  sar_kept_free(&j->kept);
  fixture_free(&j->f);
}

/* Bars of all rows of one column; nothing else is wrong. */
static void judge(Judged *j, int column, double bar) {
  memset(j->bars, 0, sizeof j->bars);
  for (int k = 0; k < ROWS; k++) j->bars[k * COLUMNS + column] = k * bar;
  assert_int_equal(sar_bars_goal_judge(j->f.context, &j->kept, j->bars, &j->goal), SAR_OK);
}

/* The largest length of a row, not that of a vector of the largest components: 4 and not sqrt(9 + 16 + 1). */
static void sizes_of_vectors(void **state) {
  (void)state;
  Judged j;
  keep(&j);
  const double norms[COLUMNS] = {4, 4, 4, 2, 2, 2, 1, 4, 8, 0, 1, 1};
  for (int i = 0; i < COLUMNS; i++) CHECK_NEAR(j.kept.norms[i], norms[i], 1e-15);
  leave(&j);
}

static void goals_are_parts_of_vectors_or_units(void **state) {
  (void)state;
  const struct {
    int column;
    double allowed;
  } goals[] = {{1, 0.04}, {4, 0.04}, {6, 1e-3}, {7, 0.4}};
  Judged j;
  keep(&j);
  for (int i = 0; i < 4; i++) {
    judge(&j, goals[i].column, goals[i].allowed);
    CHECK_NEAR(j.goal.ratio, 2, 1e-12); /* the third row has twice the bar */
    CHECK_NEAR(j.goal.horizon, 1, 0);
    assert_string_equal(strchr(j.goal.worst.name, '.') + 1, columns[goals[i].column].quantity);
    assert_string_equal(j.goal.worst.unit, columns[goals[i].column].unit);
    CHECK_NEAR(j.goal.worst.allowed, goals[i].allowed, 1e-15);
    CHECK_NEAR(j.goal.worst.bar, 2 * goals[i].allowed, 1e-15);
  }
  leave(&j);
}

static void columns_without_goals_do_not_count(void **state) {
  (void)state;
  const int without[] = {0, 2, 3, 5, 8, 9, 10, 11}; /* 9: a part of nothing */
  Judged j;
  keep(&j);
  for (int i = 0; i < 8; i++) {
    judge(&j, without[i], 100);
    CHECK_NEAR(j.goal.ratio, 0, 0);
    CHECK_NEAR(j.goal.horizon, 2, 0);
    assert_string_equal(j.goal.worst.name, "");
  }
  assert_int_equal(sar_bars_goal_warn(j.f.context, &j.kept, &j.goal), SAR_OK);
  assert_int_equal(sar_context_count(j.f.context), 1);
  assert_non_null(strstr(fixture_message(&j.f, SAR_WARNING), "`A.tx` is zero throughout, and so is every part"));
  leave(&j);
}

/* Bars are never below 1e-10 of the largest value in the same unit of the element: 4 N over 0.04 N, 8 m over 0.4 m, 1
 * rad over 1e-3 rad. */
static void the_least_ratio(void **state) {
  (void)state;
  Judged j;
  keep(&j);
  judge(&j, 1, 0);
  CHECK_NEAR(j.goal.least, 1e-7, 1e-15);
  leave(&j);
}

/* Forces up to 4 N and torques that are rounding, in a model of 1 m. */
static void rounding_is_no_error(void **state) {
  (void)state;
  const SarSinkColumn two[] = {{.element = "A", .quantity = "fx", .unit = "N"},
                               {.element = "A", .quantity = "tx", .unit = "N*m"}};
  const double values[] = {4, 1e-15}, bars[] = {0.2, 3e-15};
  SarKept kept;
  SarErrorBar kinds[SAR_ERROR_KINDS];
  SarSink sink = sar_kept_sink(&kept, NULL);
  SarSinkHeader header = {.columns = two, .ncolumns = 2};
  assert_int_equal(sink.begin(sink.self, &header), SAR_OK);
  assert_int_equal(sink.row(sink.self, 0, values), SAR_OK);
  sar_bars_largest(&kept, bars, 1, kinds);
  CHECK_NEAR(kinds[SAR_ERROR_FORCE].relative, 0.05, 1e-15);
  CHECK_NEAR(kinds[SAR_ERROR_TORQUE].largest, 3e-15, 0);
  CHECK_NEAR(kinds[SAR_ERROR_TORQUE].relative, 7.5e-7, 1e-15);
  sar_kept_free(&kept);
}

static int count_steps(void *self, const SarProgress *progress) {
  (void)progress;
  ++*(int *)self;
  return 0;
}

/* The steps of a spinning body follow its turns, not the tolerance: a coarser run is given up early, and one that is
 * finer made. */
static void a_coarser_run_in_vain_is_given_up(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {top: {mass: 1, inertia: [1, 1.1, 1.2], omega: [1, 2, 60]}}\n"
      "simulate: {end: 5, method: radau5, tolerance: 1e-4, error_bars: true}\n");
  int steps = 0;
  SarTable *table = NULL;
  SarRunSummary summary;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.table = table;
  options.progress = count_steps;
  options.progress_self = &steps;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(summary.errors.known && summary.errors.steps > summary.steps && summary.steps > 100);
  int64_t in_vain = steps - summary.steps - summary.errors.steps;
  print_message("%d steps, %d in the second run, %d in vain\n", (int)summary.steps, (int)summary.errors.steps,
                (int)in_vain);
  assert_true(in_vain > 0 && in_vain < summary.steps / 4);
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void an_accuracy_excludes_a_tolerance_and_a_step(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    Fixture f = fixture_of(pendulum_text);
    SarRunOptions options = sar_run_options_default();
    options.accuracy = 1e-3;
    *(i ? &options.tolerance : &options.step) = 1e-4;
    assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_INPUT);
    assert_string_equal(fixture_message(&f, SAR_ERROR),
                        "accuracy chooses the tolerance: it excludes tolerance and step");
    fixture_free(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sizes_of_vectors),
      cmocka_unit_test(goals_are_parts_of_vectors_or_units),
      cmocka_unit_test(columns_without_goals_do_not_count),
      cmocka_unit_test(the_least_ratio),
      cmocka_unit_test(rounding_is_no_error),
      cmocka_unit_test(a_coarser_run_in_vain_is_given_up),
      cmocka_unit_test(an_accuracy_excludes_a_tolerance_and_a_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
