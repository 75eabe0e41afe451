/* label: numbers
 * `sarrus optimize` as a function, with runs of real models: an absorber against Den Hartog, a four-bar that is found
 * again by its path, a ball that touches, searches that are cut off and taken up. */
#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "inside.h"

#define EXAMPLES SAR_TEST_DIR "/../examples/"

typedef struct Done {
  SarContext *context;
  SarStudy *study;
  const SarOptimum *found;
} Done;

static Done optimize(const char *path, const SarStudyOptions *given, Inside *inside) {
  Done done = {.context = sar_context_create()};
  struct SarCrewKind crew = inside_crew(inside);
  SarStudyOptions options = given ? *given : sar_study_options_default();
  options.crew = &crew;
  if (sar_study_read(done.context, path, &done.study) != SAR_OK ||
      sar_optimize(done.context, done.study, &options, &done.found) != SAR_OK) {
    fail_msg("%s", sar_context_get(done.context, 0)->message);
  }
  return done;
}

static void forget(Done *done) {
  sar_optimum_destroy(&done->found);
  sar_study_destroy(&done->study);
  sar_context_destroy(&done->context);
}

/* ---- the absorber ---- */

#define RATIO 0.1

/* Amplitude over that of a slow push: |n / ((1 - g^2) n - mu g^2 (f^2 + 2 i z f g))|, n = f^2 - g^2 + 2 i z f g */
static double amplitude(double f, double z, double g) {
  double nr = f * f - g * g, ni = 2 * z * f * g;
  double dr = (1 - g * g) * nr - RATIO * g * g * f * f, di = (1 - g * g) * ni - RATIO * g * g * ni;
  return hypot(nr, ni) / hypot(dr, di);
}

static double largest(double f, double z) {
  double most = 0;
  for (int i = 1; i <= 11; i++) {
    most = fmax(most, amplitude(f, z, 0.95 + 0.02 * (i - 6) + 0.04 * ((i > 6) - (i < 6))));
  }
  return most;
}

/* The smallest value of a function with one valley. */
static double valley(double (*of)(double, double), double other, double from, double to, double *value) {
  double golden = (sqrt(5) - 1) / 2;
  while (to - from > 1e-9) {
    double a = to - golden * (to - from), b = from + golden * (to - from);
    if (of(a, other) < of(b, other))
      to = b;
    else
      from = a;
  }
  *value = of(0.5 * (from + to), other);
  return 0.5 * (from + to);
}

static double at_best_tuning(double z, double unused) {
  double value;
  (void)unused;
  valley(largest, z, 0.8, 1, &value);
  return value;
}

/* Den Hartog: tuning 1/(1 + mu), damping sqrt(3 mu / (8 (1 + mu))) of the absorber alone, peak sqrt(1 + 2/mu): from
 * points that all resonance curves go through, which is not quite the smallest peak. The best of the eleven frequencies
 * is known exactly, too. */
static void test_absorber(void **state) {
  (void)state;
  Inside inside = {.deadly = -1};
  Done done = optimize(EXAMPLES "tuned_absorber/study.yaml", NULL, &inside);
  const SarOptimum *o = done.found;
  double peak, damping = valley(at_best_tuning, 0, 0.1, 0.3, &peak), tuning = valley(largest, damping, 0.8, 1, &peak);
  print_message("%s: tuning %.5f (exact %.5f), damping %.5f (exact %.5f), peak %.5f (exact %.5f), %d runs\n", o->method,
                o->parameters[0], tuning, o->parameters[1], damping, 100 * o->objective, peak, (int)o->evaluations);
  assert_true(o->converged);
  assert_int_equal(o->evaluations, inside.runs);
  /* runs are exact to 4e-4; the peak is flat in the damping, so that this is known ten times less well */
  CHECK_NEAR(100 * o->objective, peak, 1e-3 * peak);
  CHECK_NEAR(o->parameters[0], tuning, 1e-3);
  CHECK_NEAR(o->parameters[1], damping, 1e-2 * damping);
  CHECK_NEAR(o->parameters[0], 1 / (1 + RATIO), 1e-3);
  CHECK_NEAR(o->parameters[1], sqrt(3 * RATIO / 8 / (1 + RATIO)), 0.015 * damping);
  CHECK_NEAR(100 * o->objective, sqrt(1 + 2 / RATIO), 2e-3 * peak);
  forget(&done);
}

/* ---- the four-bar ---- */

static void test_path(void **state) {
  (void)state;
  static const double drawn[] = {0.4, 1.2, 1.0, 1.3, 0.6, 0.7, 0.2, -0.1, 0.15, 0.8};
  Inside inside = {.deadly = -1};
  Done done = optimize(EXAMPLES "fourbar_path/study.yaml", NULL, &inside);
  const SarOptimum *o = done.found;
  print_message("%s: %s, %d runs, %.3g m apart\n", o->method, o->reason, (int)o->evaluations, o->curves[0].rms);
  assert_true(o->converged);
  for (int k = 0; k < 2; k++) assert_true(o->curves[k].rms < 1e-6);
  for (int j = 0; j < 10; j++) CHECK_NEAR(o->parameters[j], drawn[j], 1e-4);
  forget(&done);
}

/* ---- cut off ---- */

/* Everything but what a run has cost and where. */
static void check_same(const SarOptimum *a, const SarOptimum *b) {
  SarStudyRow x, y;
  size_t bytes = (size_t)a->nparameters * sizeof(double);
  assert_memory_equal(a->parameters, b->parameters, bytes);
  assert_memory_equal(&a->objective, &b->objective, sizeof(double));
  assert_string_equal(a->reason, b->reason);
  assert_int_equal(a->evaluations, b->evaluations);
  assert_int_equal(a->gradients, b->gradients);
  assert_int_equal(sar_study_table_rows(a->history), a->evaluations);
  for (int64_t i = 0; sar_study_table_row(a->history, i, &x); i++) {
    assert_true(sar_study_table_row(b->history, i, &y));
    assert_int_equal(x.run, i);
    assert_int_equal(y.run, i);
    assert_memory_equal(x.parameters, y.parameters, bytes);
    for (int32_t k = 0; k < a->nresponses; k++) assert_true(x.responses[k] == y.responses[k] || isnan(x.responses[k]));
  }
}

/* The search ends at a run that is never answered; the same call goes on, and makes those runs alone that are not
 * there. */
static void take_up(const char *path, const char *folder, int64_t deadly, const SarOptimum *whole) {
  char output[300], part[320];
  snprintf(output, sizeof output, "%s/table.h5", folder);
  snprintf(part, sizeof part, "%s.part", output);
  Inside inside = {.deadly = deadly};
  struct SarCrewKind crew = inside_crew(&inside);
  SarStudyOptions options = sar_study_options_default();
  options.output = output;
  options.crew = &crew;
  options.progress = inside_progress;
  options.progress_self = &inside;
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  const SarOptimum *found = NULL;
  assert_int_equal(sar_study_read(context, path, &study), SAR_OK);
  assert_int_equal(sar_optimize(context, study, &options, &found), SAR_INTERRUPTED);
  assert_null(found);
  assert_int_equal(access(part, F_OK), 0);
  int64_t before = inside.runs;
  assert_int_equal(before, deadly);
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  inside = (Inside){.deadly = -1};
  Done done = optimize(path, &options, &inside);
  assert_int_equal(inside.runs + before, done.found->evaluations);
  check_same(whole, done.found);
  forget(&done);
  assert_int_not_equal(access(part, F_OK), 0);
  unlink(output);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
}

/* ---- made already ---- */

static void check_reals(const double *a, const double *b, int64_t count) {
  assert_true(!a == !b);
  if (a) assert_memory_equal(a, b, (size_t)count * sizeof *a);
}

static void check_same_answer(const Done *first, const Done *again) {
  const SarOptimum *a = first->found, *b = again->found;
  int64_t n = a->nparameters;
  check_same(a, b);
  assert_string_equal(a->method, b->method);
  assert_int_equal(a->converged, b->converged);
  assert_int_equal(a->failed, b->failed);
  assert_int_equal(a->residuals, b->residuals);
  check_reals(a->start, b->start, n);
  assert_memory_equal(a->bounds, b->bounds, (size_t)n * sizeof *a->bounds);
  check_reals(a->responses, b->responses, a->nresponses);
  check_reals(a->deviation, b->deviation, n);
  check_reals(a->covariance, b->covariance, n * n);
  check_reals(&a->quantile, &b->quantile, 1);
  for (int32_t i = 0; i < a->nlimits; i++) {
    assert_int_equal(a->limits[i].response, b->limits[i].response);
    assert_string_equal(a->limits[i].kind, b->limits[i].kind);
    assert_int_equal(a->limits[i].kept, b->limits[i].kept);
    check_reals(&a->limits[i].limit, &b->limits[i].limit, 1);
    check_reals(&a->limits[i].value, &b->limits[i].value, 1);
  }
  for (int32_t k = 0; k < a->ncurves; k++) {
    const SarOptimumCurve *x = &a->curves[k], *y = &b->curves[k];
    assert_string_equal(x->column, y->column);
    assert_string_equal(x->data, y->data);
    assert_int_equal(x->count, y->count);
    check_reals(&x->weight, &y->weight, 1);
    check_reals(&x->rms, &y->rms, 1);
    check_reals(&x->largest, &y->largest, 1);
    check_reals(&x->largest_time, &y->largest_time, 1);
    check_reals(x->times, y->times, x->rows);
    check_reals(x->measured, y->measured, x->rows);
    check_reals(x->model, y->model, x->rows);
  }
  assert_int_equal(sar_context_count(first->context), sar_context_count(again->context));
  for (int32_t i = 0; i < sar_context_count(first->context); i++) {
    const SarDiagnostic *x = sar_context_get(first->context, i), *y = sar_context_get(again->context, i);
    assert_int_equal(x->severity, y->severity);
    assert_string_equal(x->message, y->message);
    assert_true(!x->remedy == !y->remedy && (!x->remedy || strcmp(x->remedy, y->remedy) == 0));
  }
}

typedef struct Told {
  int64_t done, before;
} Told;

static int hear(void *self, const SarStudyProgress *progress) {
  *(Told *)self = (Told){progress->done, progress->before};
  return 0;
}

/* A search whose table is there: the same answer and the same messages, without a run. */
static void make_twice(const char *path, const char *folder, int32_t messages) {
  char output[300];
  Told told = {0};
  snprintf(output, sizeof output, "%s/table.h5", folder);
  SarStudyOptions options = sar_study_options_default();
  options.output = output;
  options.progress = hear;
  options.progress_self = &told;
  Inside inside = {.deadly = -1};
  Done first = optimize(path, &options, &inside);
  assert_int_equal(inside.runs, first.found->evaluations);
  assert_true(sar_context_count(first.context) >= messages);
  inside.runs = 0;
  Done again = optimize(path, &options, &inside);
  assert_int_equal(inside.runs, 0);
  assert_int_equal(told.done, first.found->evaluations);
  assert_int_equal(told.before, told.done);
  check_same_answer(&first, &again);
  forget(&first);
  forget(&again);
  unlink(output);
}

#define VARY "vary: {k: {from: 5e3, to: 40e3, scale: log}, c: {from: 200, to: 5000, scale: log}}\n"

static void test_made_already(void **state) {
  (void)state;
  char folder[] = "twice_XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/study.yaml", folder);
  write_text(path, "study: comfort\nmodel: " EXAMPLES "quarter_car/model.yaml\n" VARY
                   "responses: {comfort: rms(seat.az), travel: range(strut.length)}\n"
                   "optimize: {minimize: comfort, subject_to: {travel: <= 0.001}}\n"); /* which is never kept */
  make_twice(path, folder, 0);
  write_text(path, "study: doubtful\nmodel: " EXAMPLES "quarter_car/model.yaml\n" VARY "fit: {data: " EXAMPLES
                   "quarter_car/measured.csv, match: {seat.az: acceleration}, "
                   "sigma: {seat.az: 0.01}}\n");
  make_twice(path, folder, 1); /* sigma is too small */
  unlink(path);
  rmdir(folder);
}

static void test_taken_up(void **state) {
  (void)state;
  char folder[] = "optimize_XXXXXX", path[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/study.yaml", folder);
  write_text(path, "study: comfort\nmodel: " EXAMPLES "quarter_car/model.yaml\n" VARY
                   "responses: {comfort: rms(seat.az), travel: range(strut.length)}\n"
                   "optimize: {minimize: comfort, subject_to: {travel: <= 0.045}}\n");
  const char *const paths[] = {path, EXAMPLES "quarter_car/study.yaml"};
  for (int i = 0; i < 2; i++) {
    Inside inside = {.deadly = -1};
    Done whole = optimize(paths[i], NULL, &inside);
    assert_true(whole.found->converged);
    for (int64_t deadly = 1; deadly < whole.found->evaluations; deadly += 4) {
      take_up(paths[i], folder, deadly, whole.found);
    }
    forget(&whole);
  }
  unlink(path);
  rmdir(folder);
}

/* ---- touches ---- */

/* A ball that bounces twice: derivatives of runs through stiff touches are wrong by factors. The search finds the
 * height from which the ball is where it should be, as a sweep of the heights says, and so does one that was cut off.
 */
static void test_touching(void **state) {
  (void)state;
  char folder[] = "touching_XXXXXX", path[64], model[64];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/study.yaml", folder);
  snprintf(model, sizeof model, "%s/model.yaml", folder);
  write_text(model,
             "parameters: {hh: 0.1}\n"
             "gravity: [0, 0, -9.81]\n"
             "ground: {shapes: {floor: {plane: z}}}\n"
             "bodies: {ball: {at: [0, 0, hh], shapes: {s: {sphere: 0.02, density: 1000}}}}\n"
             "contacts: {c: {between: [ball.s, ground.floor], stiffness: 1e6, damping: 0.3}}\n"
             "simulate: {end: 0.5}\noutput: {every: 0.01}\n");
  write_text(path,
             "study: a ball that is to be at a height\nmodel: model.yaml\n"
             "vary: {hh: {from: 0.08, to: 0.13}}\n"
             "responses: {miss: \"(final(ball.z) - 0.03)^2\"}\n"
             "optimize: {minimize: miss}\n");
  Inside inside = {.deadly = -1};
  Done whole = optimize(path, NULL, &inside);
  print_message("%s: %s, %d runs, %.7g m, miss %.3g\n", whole.found->method, whole.found->reason,
                (int)whole.found->evaluations, whole.found->parameters[0], whole.found->objective);
  assert_true(whole.found->converged);
  assert_true(whole.found->objective < 1e-10); /* 1e-6 where derivatives had led it */
  CHECK_NEAR(whole.found->parameters[0], 0.1067, 3e-4);
  for (int64_t deadly = 1; deadly < whole.found->evaluations; deadly += 5) take_up(path, folder, deadly, whole.found);
  forget(&whole);
  unlink(path);
  unlink(model);
  rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_absorber),     cmocka_unit_test(test_path),     cmocka_unit_test(test_taken_up),
      cmocka_unit_test(test_made_already), cmocka_unit_test(test_touching),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
