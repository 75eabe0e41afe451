/* label: numbers. Runs for an accuracy that were interrupted: resumed, they are judged. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/support.h"
#include "check.h"

#define FILE_NAME "accuracy_resume_test.h5"

/* A pendulum that is shaken in its second half, of which pilots know nothing. The goal is that of the model, a number
 * or a column's. */
static Fixture pendulum(const char *accuracy) {
  char text[1024];
  snprintf(text, sizeof text,
           "gravity: [0, -9.81, 0]\n"
           "bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0]}}\n"
           "joints: {pivot: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: z}}\n"
           "forces: {shake: {type: torque, between: [ground, bob], torque: [0, 0, \"if(t > 5, 1000*sin(20*t), 0)\"]}}\n"
           "simulate: {end: 10%s%s}\n",
           accuracy[0] ? ", accuracy: " : "", accuracy);
  return fixture_of(text);
}

/* Interrupts the run of the whole motion with this number after some steps. */
typedef struct Stop {
  const char *stage;
  int steps;
} Stop;

static int stop_in(void *self, const SarProgress *progress) {
  Stop *stop = self;
  bool here = progress->stage && strncmp(progress->stage, stop->stage, strlen(stop->stage)) == 0;
  return here && stop->steps-- <= 0;
}

static SarRunOptions options_of(double accuracy) {
  SarRunOptions options = sar_run_options_default();
  options.accuracy = accuracy;
  options.method = "hht";
  options.hdf5 = FILE_NAME;
  return options;
}

/* How many runs of the whole motion it takes. */
static int whole_runs(const char *goal, double accuracy, SarAccuracy *found) {
  Fixture f = pendulum(goal);
  SarRunSummary summary;
  SarRunOptions options = options_of(accuracy);
  options.hdf5 = NULL;
  int count = 0;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  for (int i = 0; i < summary.accuracy.nruns; i++) count += summary.accuracy.runs[i].end == 10;
  *found = summary.accuracy;
  fixture_free(&f);
  return count;
}

static void interrupt(const char *goal, double accuracy, const char *stage) {
  Fixture f = pendulum(goal);
  Stop stop = {stage, 50};
  SarRunOptions options = options_of(accuracy);
  options.progress = stop_in;
  options.progress_self = &stop;
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_INTERRUPTED);
  fixture_free(&f);
}

typedef struct Resumed {
  SarContext *context;
  SarStatus status;
  SarRunSummary summary;
} Resumed;

static Resumed resume(void) {
  Resumed r = {.context = sar_context_create()};
  SarRecord *record = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_record_open(r.context, FILE_NAME, &record), SAR_OK);
  r.status = sar_resume(record, &options, &r.summary);
  sar_record_close(&record);
  return r;
}

static void verify(void) {
  SarContext *context = sar_context_create();
  SarRecord *record = NULL;
  SarVerification found;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_record_open(context, FILE_NAME, &record), SAR_OK);
  assert_int_equal(sar_verify(record, &options, &found), SAR_OK);
  assert_true(found.same && !found.lacks_bars);
  sar_record_close(&record);
  sar_context_destroy(&context);
  unlink(FILE_NAME);
}

static const char *error_of(const Resumed *r) {
  for (int i = 0; i < sar_context_count(r->context); i++) {
    const SarDiagnostic *d = sar_context_get(r->context, i);
    if (d->severity == SAR_ERROR) return d->message;
  }
  return "";
}

/* The goal comes as an option, from the model, and for a column; the run that reaches it is interrupted. */
static void the_last_run_reaches_it(void **state) {
  (void)state;
  static const struct {
    const char *goal;
    double accuracy, asked;
  } cases[] = {{"", 0.01, 0.01}, {"0.01", NAN, 0.01}, {"{bob.x: 0.01}", NAN, 1}};
  for (int i = 0; i < 3; i++) {
    SarAccuracy whole;
    char stage[16];
    snprintf(stage, sizeof stage, "run %d", whole_runs(cases[i].goal, cases[i].accuracy, &whole));
    interrupt(cases[i].goal, cases[i].accuracy, stage);
    Resumed r = resume();
    assert_int_equal(r.status, SAR_OK);
    assert_true(r.summary.accuracy.reached);
    CHECK_NEAR(r.summary.accuracy.asked, cases[i].asked, 0);
    CHECK_NEAR(r.summary.accuracy.estimated, whole.estimated, 0); /* the same bits */
    assert_string_equal(r.summary.accuracy.worst.name, whole.worst.name);
    CHECK_NEAR(r.summary.accuracy.horizon, 10, 0);
    assert_int_equal(r.summary.accuracy.nruns, 1);
    sar_context_destroy(&r.context);
    verify();
  }
}

/* One that would have been refined. */
static void the_first_run_does_not(void **state) {
  (void)state;
  SarAccuracy whole;
  double accuracy = 0.01;
  while (whole_runs("", accuracy, &whole) < 2) {
    accuracy /= 2;
    assert_true(accuracy > 1e-6);
  }
  interrupt("", accuracy, "run 1");
  Resumed r = resume();
  assert_int_equal(r.status, SAR_FAILED);
  assert_false(r.summary.accuracy.reached);
  assert_true(r.summary.accuracy.estimated > accuracy && r.summary.accuracy.horizon < 10);
  assert_string_equal(r.summary.accuracy.reason, "resumed");
  assert_non_null(strstr(error_of(&r), " is not reached: a run that is resumed keeps its tolerance"));
  sar_context_destroy(&r.context);
  verify();
}

/* A tolerance given in place of the model's accuracy: nobody judges. */
static void a_tolerance_is_not_judged(void **state) {
  (void)state;
  Fixture f = pendulum("1e-9");
  int few = 40;
  SarRunOptions options = options_of(NAN);
  options.tolerance = 1e-3;
  options.error_bars = true;
  options.progress = stop_after;
  options.progress_self = &few;
  assert_int_equal(sar_run(f.context, f.system, &options, NULL), SAR_INTERRUPTED);
  fixture_free(&f);
  Resumed r = resume();
  assert_int_equal(r.status, SAR_OK);
  assert_true(r.summary.errors.known);
  assert_int_equal(r.summary.accuracy.nruns, 0);
  sar_context_destroy(&r.context);
  verify();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_run_reaches_it),
      cmocka_unit_test(the_first_run_does_not),
      cmocka_unit_test(a_tolerance_is_not_judged),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
