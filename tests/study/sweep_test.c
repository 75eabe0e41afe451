/* Sweeps through the library: workers that are none, files that change, interruptions, and how the work of the master
 * grows with the number of runs. */
#define _POSIX_C_SOURCE 200809L

#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "study/crew.h"

#define MODEL "study_sweep_test.yaml"
#define OUTPUT "study_sweep_test.h5"

static const char model[] =
    "model: block\n"
    "parameters: {f: 1, m: 2}\n"
    "bodies: {block: {mass: m, inertia: [1, 1, 1]}}\n"
    "joints: {guide: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}\n"
    "forces: {push: {type: force, between: [ground, block], force: [f, 0, 0]}}\n"
    "simulate: {end: 0.1}\n"
    "output: {every: 0.05}\n";

static SarStudy *make_study(SarContext *context, int runs) {
  char vary[64];
  const char *words[] = {vary}, *responses[] = {"far=max(block.x)"};
  SarStudy *study = NULL;
  snprintf(vary, sizeof vary, "f=1:2:%d", runs);
  file_write_text(MODEL, model);
  SarStudyWords given = {.vary = words, .nvary = 1, .responses = responses, .nresponses = 1};
  assert_int_equal(sar_study_of_model(context, MODEL, &given, &study), SAR_OK);
  return study;
}

static bool says(const SarContext *context, const char *text) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (strstr(sar_context_get(context, i)->message, text)) return true;
  }
  return false;
}

static SarStudyOptions options_of(const char *const *command, int32_t ncommand) {
  SarStudyOptions options = sar_study_options_default();
  options.workers = 2;
  options.command = command;
  options.ncommand = ncommand;
  return options;
}

static const char *const worker[] = {SAR_PROGRAM, "worker"};

/* x = f t^2/(2 m) at the end */
static void runs_are_made(void **state) {
  SarContext *context = sar_context_create();
  SarStudy *study = make_study(context, 5);
  SarStudyTable *table = NULL;
  SarStudyRow row;
  SarStudyOptions options = options_of(worker, 2);
  (void)state;
  assert_int_equal(sar_sweep(context, study, &options, &table), SAR_OK);
  assert_int_equal(sar_study_table_rows(table), 5);
  for (int64_t i = 0; sar_study_table_row(table, i, &row); i++) {
    assert_int_equal(row.status, SAR_ROW_DONE);
    double f = 1 + (double)i / 4;
    assert_true(fabs(row.parameters[0] - f) < 1e-15);
    assert_true(fabs(row.responses[0] - f * 0.01 / 4) < 1e-7);
  }
  sar_study_table_destroy(&table);
  sar_study_destroy(&study);
  sar_context_destroy(&context);
}

/* Programs that are no workers end the sweep, at once and with a reason. Nothing of it touches the signals of the
 * program that asks: SIGPIPE would kill this one. */
static void what_is_no_worker_is_said(void **state) {
  static const char *const commands[][2] = {
      {"/nowhere/sarrus", "worker"}, {"false", "x"}, {"true", "x"}, {"echo", "hello"}};
  static const char *const texts[] = {"cannot be started", "ended with status 1", "end before they can work",
                                      "end before they can work"};
  (void)state;
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    SarContext *context = sar_context_create();
    SarStudy *study = make_study(context, 5);
    SarStudyOptions options = options_of(commands[i], 2);
    options.output = OUTPUT;
    assert_int_equal(sar_sweep(context, study, &options, NULL), SAR_ENVIRONMENT);
    assert_true(says(context, texts[i]));
    assert_int_not_equal(access(OUTPUT ".part", F_OK), 0);
    sar_study_destroy(&study);
    sar_context_destroy(&context);
  }
}

static void models_that_change_are_noticed(void **state) {
  SarContext *context = sar_context_create();
  SarStudy *study = make_study(context, 5);
  SarStudyOptions options = options_of(worker, 2);
  char other[sizeof model + 16];
  (void)state;
  snprintf(other, sizeof other, "%s# changed\n", model);
  file_write_text(MODEL, other);
  assert_int_equal(sar_sweep(context, study, &options, NULL), SAR_INPUT);
  assert_true(says(context, "is not the same for the worker process"));
  sar_study_destroy(&study);
  sar_context_destroy(&context);
}

/* ---- a crew without processes ---- */

typedef struct Fake {
  int64_t given, taken, asked;
  SarJob job;
  double values[1], responses[1];
  bool busy;
} Fake;

static SarStatus create(void *self, SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                        void **crew) {
  (void)context, (void)study, (void)options;
  *crew = self;
  return SAR_OK;
}

static void destroy(void *crew) { (void)crew; }

static int32_t workers(const void *crew) {
  (void)crew;
  return 1;
}

static int32_t idle(const void *crew) {
  Fake *fake = (Fake *)(uintptr_t)crew;
  fake->asked++;
  return !fake->busy;
}

static SarStatus give(void *crew, const SarJob *job) {
  Fake *fake = crew;
  fake->values[0] = job->values[0];
  fake->job = *job;
  fake->busy = true;
  fake->given++;
  return SAR_OK;
}

static SarStatus take(void *crew, double seconds, SarJobResult *out) {
  Fake *fake = crew;
  (void)seconds;
  fake->responses[0] = 2 * fake->values[0];
  *out = (SarJobResult){.row = {.run = fake->job.run,
                                .message = "",
                                .host = "here",
                                .parameters = fake->values,
                                .responses = fake->responses}};
  fake->busy = false;
  fake->taken++;
  return SAR_OK;
}

static struct SarCrewKind fake_kind(Fake *fake) {
  return (struct SarCrewKind){"fake", fake, create, destroy, workers, idle, give, take};
}

typedef struct Stop {
  int64_t after, calls, before;
} Stop;

static int stop_after(void *self, const SarStudyProgress *progress) {
  Stop *stop = self;
  stop->calls++;
  stop->before = progress->before;
  return stop->after > 0 && progress->done - progress->before >= stop->after;
}

/* Interrupted again and again: every run is made once, and the table is whole. */
static void every_run_is_made_once(void **state) {
  SarContext *context = sar_context_create();
  SarStudy *study = make_study(context, 50);
  Fake fake = {0};
  struct SarCrewKind kind = fake_kind(&fake);
  Stop stop = {.after = 20};
  SarStudyOptions options = options_of(NULL, 0);
  SarStudyTable *table = NULL;
  SarStatus status;
  int calls = 0;
  (void)state;
  remove(OUTPUT);
  options.output = OUTPUT;
  options.crew = &kind;
  options.progress = stop_after;
  options.progress_self = &stop;
  do {
    fake.busy = false;
    status = sar_sweep(context, study, &options, &table);
    calls++;
  } while (status == SAR_INTERRUPTED && calls < 9);
  assert_int_equal(status, SAR_OK);
  assert_int_equal(calls, 3);
  assert_int_equal(fake.taken, 50);
  assert_int_equal(stop.before, 40);
  assert_int_equal(sar_study_table_rows(table), 50);
  assert_int_not_equal(access(OUTPUT ".part", F_OK), 0);
  sar_study_table_destroy(&table);
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  remove(OUTPUT);
}

/* Calls of the crew, answers told, and bytes of the journal: three times as many for three times as many runs. */
static void work_grows_with_runs(void **state) {
  int64_t counts[2][4];
  (void)state;
  for (int i = 0; i < 2; i++) {
    SarContext *context = sar_context_create();
    SarStudy *study = make_study(context, i ? 3001 : 1001);
    Fake fake = {0};
    struct SarCrewKind kind = fake_kind(&fake);
    Stop stop = {.after = i ? 3000 : 1000}; /* before the last one, so that the journal can be looked at */
    SarStudyOptions options = options_of(NULL, 0);
    long bytes = 0;
    remove(OUTPUT ".part");
    options.output = OUTPUT;
    options.crew = &kind;
    options.progress = stop_after;
    options.progress_self = &stop;
    assert_int_equal(sar_sweep(context, study, &options, NULL), SAR_INTERRUPTED);
    free(file_bytes(OUTPUT ".part", &bytes));
    memcpy(counts[i], (int64_t[]){fake.given, fake.asked, stop.calls, bytes}, sizeof counts[i]);
    remove(OUTPUT ".part");
    sar_study_destroy(&study);
    sar_context_destroy(&context);
  }
  for (int k = 0; k < 4; k++) assert_true(counts[1][k] <= 3 * counts[0][k] && counts[1][k] > 2 * counts[0][k]);
}

/* `limit` also ends workers that never become ready, and the third one the sweep. */
static void workers_that_are_never_ready(void **state) {
  static const char *const endless[] = {"sh", "-c", "while :; do :; done"};
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  SarStudyOptions options = options_of(endless, 3);
  (void)state;
  options.workers = 1;
  file_write_text(MODEL, model);
  assert_int_equal(
      sar_study_parse(context, "limited.yaml",
                      "model: " MODEL "\nvary: {f: [1, 2]}\nresponses: {far: max(block.x)}\nlimit: 0.01\n", &study),
      SAR_OK);
  assert_int_equal(sar_sweep(context, study, &options, NULL), SAR_ENVIRONMENT);
  assert_true(says(context, "worker processes end before they can work: one took more than"));
  assert_true(says(context, "s of CPU time to read the study (sh)"));
  sar_study_destroy(&study);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_are_made),
      cmocka_unit_test(what_is_no_worker_is_said),
      cmocka_unit_test(models_that_change_are_noticed),
      cmocka_unit_test(every_run_is_made_once),
      cmocka_unit_test(work_grows_with_runs),
      cmocka_unit_test(workers_that_are_never_ready),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(MODEL);
  remove(OUTPUT);
  return failed;
}
