/* label: numbers. The methods in independent coordinates get through everything that hht gets through, with constraints
 * on positions and velocities at rounding level; where they cannot, they say so. */
#include <glob.h>
#include <string.h>

#include "physics/support.h"
#include "physics/trial.h"
#include "sanitized.h"
#include "system/compiled.h"

#define DRIFT 1e-10 /* of positions over L, and of velocities over L, per second or over the largest speed */
#define MOST_STEPS (SANITIZED ? 100 : 500) /* of a run; what comes later is not looked at */

static const char *const methods[] = {"rosenbrock-nystrom", "w-method", "w-method:keep=4",
                                      "w-method:matrix=approximate", "adams"};
#define METHODS 5

#define MANY 120 /* coordinates from which a few steps have to do: these methods have full matrices */
#define FEW_STEPS 5

static int enough(void *self, const SarProgress *progress) {
  int64_t *left = self;
  (void)progress;
  return --*left <= 0;
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
  trial_read(trial, path);
  trial_compile(trial);
  int64_t steps = sar_system_nv(trial->system) < MANY ? MOST_STEPS : FEW_STEPS;
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
    const char *why = last_error(trial.context);
    assert_true(strstr(why, "knows no constraints on velocities") || strstr(why, "needs an exact matrix"));
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(mistakes),     cmocka_unit_test(a_lock_up_pose),
                                     cmocka_unit_test(events),       cmocka_unit_test(test_models),
                                     cmocka_unit_test(adams_models), cmocka_unit_test(examples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
