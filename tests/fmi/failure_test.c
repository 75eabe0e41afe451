/* What goes wrong inside of an FMU is told by its logger, with the place in the model; and what can be done then. */
#include "fmi/driver.h"
#include "fmi/models.h"

static Fmu fmu;
static fmi2Component c;

static int teardown(void **state) {
  (void)state;
  if (c) fmu.two.FreeInstance(c);
  c = NULL;
  fmu_destroy(&fmu);
  return 0;
}

static void test_parameter_that_cannot_be(void **state) {
  (void)state;
  fmu_make(&fmu, CART, 2);
  c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "m", -1);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  fmu_expect(&fmu, fmu.two.ExitInitializationMode(c), fmi2Error, "model.yaml:4:");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, 1, fmi2True), fmi2Error, "after a failure");
  assert_int_equal(fmu.two.Reset(c), fmi2OK);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
  fmu_step(&fmu, c, 0, 1);
}

/* x' = x^2 is infinite at t = 1. */
static void test_step_that_fails(void **state) {
  (void)state;
  fmi2FMUstate saved = NULL;
  double time = 0;
  fmi2Status status;
  fmu_make(&fmu, "states: {x: {start: 1, rate: x^2}}\noutputs: [x.value]\nsimulate: {end: 2}\n", 2);
  c = fmu_start(&fmu);
  fmu_step(&fmu, c, 0, 0.5);
  CHECK_NEAR(fmu_get(&fmu, c, "x.value"), 2, 1e-4); /* 1/(1 - t) */
  assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK);
  assert_int_equal(fmu.two.DoStep(c, 0.5, 1, fmi2True), fmi2Error);
  assert_int_equal(fmu.heard.status, fmi2Error);
  assert_true(fmu.heard.count > 0);
  assert_int_equal(fmu.two.GetStatus(c, fmi2DoStepStatus, &status), fmi2OK);
  assert_int_equal(status, fmi2Error);
  assert_int_equal(fmu.two.GetRealStatus(c, fmi2LastSuccessfulTime, &time), fmi2OK);
  assert_true(time >= 0.5 && time < 1);
  fmu_expect(&fmu, fmu.two.GetFMUstate(c, &saved), fmi2Error, "after a failure");
  assert_int_equal(fmu.two.SetFMUstate(c, saved), fmi2OK); /* back to where it was well */
  fmu_step(&fmu, c, 0.5, 0.25);
  CHECK_NEAR(fmu_get(&fmu, c, "x.value"), 4, 1e-3);
}

static void test_event_that_stops(void **state) {
  (void)state;
  double time = 0;
  fmi2Boolean terminated = fmi2False;
  fmu_make(&fmu,
           "gravity: [0, 0, -9.81]\nbodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1]}}\n"
           "events: {floor: {when: dz(ball), direction: down, stop: true}}\noutputs: [ball.z]\nsimulate: {end: 2}\n",
           2);
  c = fmu_start(&fmu);
  fmu_step(&fmu, c, 0, 0.25);
  assert_int_equal(fmu.two.GetBooleanStatus(c, fmi2Terminated, &terminated), fmi2OK);
  assert_int_equal(terminated, fmi2False);
  fmu_expect(&fmu, fmu.two.DoStep(c, 0.25, 0.25, fmi2True), fmi2Discard, "an event of the model has ended the motion");
  assert_int_equal(fmu.two.GetBooleanStatus(c, fmi2Terminated, &terminated), fmi2OK);
  assert_int_equal(terminated, fmi2True);
  assert_int_equal(fmu.two.GetRealStatus(c, fmi2LastSuccessfulTime, &time), fmi2OK);
  CHECK_NEAR(time, sqrt(2 / 9.81), 1e-6);
  CHECK_NEAR(fmu_get(&fmu, c, "ball.z"), 0, 1e-6);
  assert_int_equal(fmu.two.Terminate(c), fmi2OK);
}

static void test_variables_that_change(void **state) {
  (void)state;
  fmu_make(&fmu, "parameters: {n: 2}\ncoordinates: {\"y{i}\": {for: {i: 1..n}, mass: 1}}\nsimulate: {end: 1}\n", 2);
  c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "n", 3);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  fmu_expect(&fmu, fmu.two.ExitInitializationMode(c), fmi2Error, "other variables than the FMU");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_parameter_that_cannot_be, teardown),
      cmocka_unit_test_teardown(test_step_that_fails, teardown),
      cmocka_unit_test_teardown(test_event_that_stops, teardown),
      cmocka_unit_test_teardown(test_variables_that_change, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
