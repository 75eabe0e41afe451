/* The methods in independent coordinates get through everything that hht gets through, with constraints on positions
 * and velocities at rounding level; where they cannot, they say so. */
#include <glob.h>
#include <stdio.h>
#include <string.h>

#include "physics/support.h"
#include "physics/trial.h"

#define DRIFT 1e-10     /* of positions over L, and of velocities over L, per second or over the largest speed */
#define MOST_STEPS 1500 /* of a run; what comes later is not looked at */

static const char *const methods[] = {"rosenbrock-nystrom", "w-method", "w-method:keep=4",
                                      "w-method:matrix=approximate", "adams"};
#define METHODS 5

static int enough(void *self, const SarProgress *progress) {
  int64_t *steps = self;
  (void)progress;
  return ++*steps >= MOST_STEPS;
}

static const char *last_error(const SarContext *context) {
  for (int32_t i = sar_context_count(context) - 1; i >= 0; i--) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity == SAR_ERROR) return d->message;
  }
  return "";
}

/* How a run ends: SAR_OK, or with the message; and how far it came. */
static SarStatus attempt(Trial *trial, const char *path, const char *method) {
  int64_t steps = 0;
  trial_read(trial, path);
  trial_compile(trial);
  SarRunOptions options = adaptive_steps(sar_model_simulation(trial->model)->end, 1e-4);
  options.method = method;
  options.no_output = true;
  options.progress = enough;
  options.progress_self = &steps;
  SarStatus status = sar_run(trial->context, trial->system, &options, &trial->summary);
  return trial->summary.status == SAR_RUN_INTERRUPTED ? SAR_OK : status;
}

/* False: the methods are not for this model, and say so. */
static bool try_model(const char *path, const char *method) {
  Trial trial;
  bool refused = false;
  SarStatus status = attempt(&trial, path, method);
  if (status == SAR_INPUT) {
    assert_non_null(strstr(last_error(trial.context), "knows no constraints on velocities"));
    refused = true;
  } else if (status != SAR_OK) {
    fail_msg("%s with %s: %s", path, method, last_error(trial.context));
  } else {
    double position = trial.summary.constraint_position_max,
           velocity = fmax(trial.summary.constraint_velocity_max, trial.summary.constraint_velocity_relative);
    if (!(position <= DRIFT && velocity <= DRIFT)) {
      fail_msg("%s with %s: drift %.2e, of velocities %.2e", path, method, position, velocity);
    }
  }
  trial_close(&trial);
  return !refused;
}

static int32_t try_all(const char *pattern) {
  glob_t found;
  int32_t tried = 0;
  assert_int_equal(glob(pattern, 0, NULL, &found), 0);
  for (size_t i = 0; i < found.gl_pathc; i++) {
    Trial trial;
    if (names_plugins(found.gl_pathv[i])) continue;
    bool right = attempt(&trial, found.gl_pathv[i], "hht") == SAR_OK, any = false;
    trial_close(&trial);
    for (int m = 0; right && m < METHODS; m++) any = try_model(found.gl_pathv[i], methods[m]) || any;
    tried += any;
  }
  globfree(&found);
  return tried;
}

static void test_models(void **state) { (void)state, assert_true(try_all(SAR_TEST_DIR "/models/*.yaml") >= 40); }
static void adams_models(void **state) { (void)state, assert_true(try_all(SAR_TEST_DIR "/models/adams/*.yaml") >= 20); }
static void examples(void **state) {
  (void)state;
  assert_true(try_all(SAR_TEST_DIR "/../examples/*/model.yaml") >= 12);
}

/* ---- the same motion ---- */

#define MOST_ROWS 2000

/* The column at the output times; returns how many. */
static int64_t values_of(const char *model, const char *column, const char *method, double end, double tolerance,
                         double *values) {
  Trial trial;
  trial_read(&trial, model);
  trial_compile(&trial);
  SarRunOptions options = adaptive_steps(end, tolerance);
  options.method = method;
  options.output_every = end / 50;
  trial_go(&trial, options);
  int32_t c = sar_table_find(trial.table, column);
  if (c < 0) fail_msg("%s has no column %s", model, column);
  int64_t rows = sar_table_rows(trial.table);
  assert_true(rows <= MOST_ROWS);
  memcpy(values, sar_table_values(trial.table, c), (size_t)rows * sizeof *values);
  trial_close(&trial);
  return rows;
}

static double largest_difference(int64_t rows, const double *x, const double *y) {
  double most = 0;
  for (int64_t i = 0; i < rows; i++) most = fmax(most, fabs(x[i] - y[i]));
  return most;
}

typedef struct Case {
  const char *model, *column;
  double end;
} Case;

/* Motions of several turns, with one and with many constraints, redundant ones among them: who bounces back where a
 * branch ends, or goes over to another one, is far away. */
static void no_branch_is_lost(void **state) {
  (void)state;
  static const Case cases[] = {{"models/pendulum.yaml", "body.z", 5},
                               {"models/adams/Distance_Case01.yaml", "body.y", 3},
                               {"models/wu_crank_slider.yaml", "rod.x", 2},
                               {"models/driven_fourbar.yaml", "rocker.x", 2},
                               {"models/driven_slider_crank.yaml", "slider.x", 2},
                               {"models/driven_pendulum.yaml", "rod.z", 2},
                               {"models/A04_bricard_sec01.yaml", "rod3.x", 5},
                               {"models/A02_Nfourbar_N2_natural.yaml", "crank0.x", 2},
                               {"models/massless_coordinates.yaml", "rod2.z", 0.5},
                               {"models/dc_motor.yaml", "i.value", 1},
                               {"models/stop_bounce.yaml", "block.x", 0.5},
                               {"../examples/woodpecker/model.yaml", "sleeve.z", 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    double exact[MOST_ROWS], values[MOST_ROWS], least = INFINITY, most = -INFINITY;
    int64_t rows = values_of(c->model, c->column, "radau5", c->end, 1e-9, exact);
    for (int64_t k = 0; k < rows; k++) least = fmin(least, exact[k]), most = fmax(most, exact[k]);
    assert_true(most - least > 0.01); /* it moves */
    for (int m = 0; m < METHODS; m++) {
      assert_int_equal(values_of(c->model, c->column, methods[m], c->end, 1e-5, values), rows);
      double error = largest_difference(rows, values, exact);
      print_message("%-40s %-20s %.1e\n", c->model, methods[m], error);
      if (!(error <= 5e-3)) fail_msg("%s with %s: error %.2e", c->model, methods[m], error);
    }
  }
}

/* CVODE's errors follow the tolerance. */
static void errors_of_adams_follow_tolerances(void **state) {
  (void)state;
  static const Case cases[] = {
      {"models/pendulum.yaml", "body.z", 2},       {"models/wu_crank_slider.yaml", "rod.x", 0.5},
      {"models/heavy_top.yaml", "top.x", 0.3},     {"models/A04_bricard_sec01.yaml", "rod3.x", 1},
      {"models/driven_pendulum.yaml", "rod.z", 1}, {"models/dc_motor.yaml", "i.value", 0.5},
      {"models/variable_loop.yaml", "y.value", 1}, {"models/flywheel.yaml", "axle.angle", 10}}; /* 159 turns */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const Case *c = &cases[i];
    double exact[MOST_ROWS], values[MOST_ROWS], error[4], slope = 0;
    int64_t rows = values_of(c->model, c->column, "radau5", c->end, 1e-12, exact);
    for (int k = 0; k < 4; k++) {
      int64_t same = values_of(c->model, c->column, "adams", c->end, 1e-3 * pow(10, -2 * k), values);
      assert_int_equal(same, rows);
      error[k] = largest_difference(rows, values, exact);
      slope += (1.5 - k) * log10(error[k]) / 10; /* per power of ten of the tolerance */
    }
    print_message("%-40s adams %.1e %.1e %.1e %.1e, slope %.2f\n", c->model, error[0], error[1], error[2], error[3],
                  slope);
    if (!(slope > 0.5 && slope < 1.3)) fail_msg("%s: slope %.2f", c->model, slope);
  }
}

/* A wheel that turns at 100 rad/s for 159 turns: its phase is off by no more than the tolerance in every step, 2000 of
 * them at least, whatever becomes of the length of the quaternion on the way. */
static void phase_of_a_spin(void **state) {
  (void)state;
  for (int k = 3; k <= 9; k++) {
    double values[MOST_ROWS], error = 0, tolerance = pow(10, -k);
    int64_t rows = values_of("models/flywheel.yaml", "axle.angle", "adams", 10, tolerance, values);
    for (int64_t i = 0; i < rows; i++) error = fmax(error, fabs(values[i] - 100 * 0.2 * (double)i));
    print_message("flywheel, tolerance %g: %.1e rad\n", tolerance, error);
    assert_true(error <= 2000 * tolerance);
  }
}

/* ---- events ---- */

static int64_t happened(const Trial *trial) {
  int64_t sum = 0;
  for (int32_t i = 0; i < trial->summary.nevents; i++) sum += trial->summary.events[i].count;
  return sum;
}

/* Impacts and jumps happen as often as with hht, and about when. */
static void events(void **state) {
  (void)state;
  static const char *const models[] = {"models/bouncing_ball.yaml", "models/bouncing_pendulum.yaml"};
  for (int i = 0; i < 2; i++) {
    Trial exact;
    trial_read(&exact, models[i]);
    trial_compile(&exact);
    double end = fmin(2.5, sar_model_simulation(exact.model)->end);
    SarRunOptions options = adaptive_steps(end, 1e-8);
    options.method = "radau5";
    trial_go(&exact, options);
    assert_true(happened(&exact) > 0);
    for (int m = 0; m < METHODS; m++) {
      Trial trial;
      trial_read(&trial, models[i]);
      trial_compile(&trial);
      options = adaptive_steps(end, 1e-5);
      options.method = methods[m];
      trial_go(&trial, options);
      print_message("%s %s: %d events\n", models[i], methods[m], (int)happened(&trial));
      assert_int_equal(happened(&trial), happened(&exact));
      for (int32_t k = 0; k < trial.summary.nevents; k++) {
        if (exact.summary.events[k].count == 0) continue;
        CHECK_NEAR(trial.summary.events[k].last_time, exact.summary.events[k].last_time, 1e-3);
      }
      assert_true(trial.summary.constraint_position_max <= DRIFT);
      trial_close(&trial);
    }
    trial_close(&exact);
  }
}

/* ---- where it cannot go on ---- */

/* A four-bar that is driven into the pose in which coupler and rocker are in line: all stop there, and the message
 * names the joint or motion. */
static void a_lock_up_pose(void **state) {
  (void)state;
  static const char *const set[] = {"b=0.25", "c=0.1", "phi=30 deg"};
  for (int m = 0; m < METHODS; m++) {
    SarContext *context = sar_context_create();
    SarModel *model = NULL;
    SarSystem *system = NULL;
    SarRunSummary summary;
    expect_ok(context, sar_model_read(context, SAR_TEST_DIR "/models/driven_fourbar.yaml", set, 3, &model), "read");
    expect_ok(context, sar_system_compile(context, model, &system), "compile");
    SarRunOptions options = adaptive_steps(1, 1e-5);
    options.method = methods[m];
    options.no_output = true;
    assert_true(sar_run(context, system, &options, &summary) < 0);
    CHECK_NEAR(summary.end_time, 0.06549007, 1e-6); /* BD = b + c */
    bool named = false;
    for (int32_t i = 0; i < sar_context_count(context); i++) {
      const char *text = sar_context_get(context, i)->message;
      named = named || (strstr(text, "singular pose") && strstr(text, "`drive`"));
    }
    assert_true(named);
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

typedef struct Mistake {
  const char *method, *message;
} Mistake;

static void mistakes(void **state) {
  (void)state;
  static const Mistake all[] = {
      {"rosenbrock-nystrom:matrix=foo", "matrix=foo is none of auto|reduced|augmented"},
      {"rosenbrock-nystrom:matrix=approximate", "matrix=approximate is not available for rosenbrock-nystrom"},
      {"rosenbrock-nystrom:formulation=si2", "formulation=si2 is not available for rosenbrock-nystrom"},
      {"rosenbrock-nystrom:keep=3", "has no key \"keep\""},
      {"rosenbrock-nystrom:corrector=floor", "has no key \"corrector\""},
      {"w-method:keep=0", "keep=0 lies outside [1, 1000]"},
      {"w-method:keep=2.5", "keep=2.5 is not a whole number"},
      {"w-method:matrix=foo", "matrix=foo is none of auto|approximate|reduced|augmented"},
      {"adams:max_order=13", "max_order=13 lies outside [1, 12]"},
      {"adams:formulation=si2", "formulation=si2 is not available for adams"}};
  Trial trial;
  trial_read(&trial, "models/pendulum.yaml");
  trial_compile(&trial);
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    SarRunOptions options = adaptive_steps(0.1, 1e-4);
    options.method = all[i].method;
    options.no_output = true;
    assert_int_equal(sar_run(trial.context, trial.system, &options, &trial.summary), SAR_INPUT);
    const char *said = last_error(trial.context);
    if (!strstr(said, all[i].message)) fail_msg("%s: %s", all[i].method, said);
  }
  trial_close(&trial);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mistakes),          cmocka_unit_test(a_lock_up_pose),
      cmocka_unit_test(no_branch_is_lost), cmocka_unit_test(errors_of_adams_follow_tolerances),
      cmocka_unit_test(phase_of_a_spin),   cmocka_unit_test(events),
      cmocka_unit_test(test_models),       cmocka_unit_test(adams_models),
      cmocka_unit_test(examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
