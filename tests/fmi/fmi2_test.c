/* FMUs of version 2.0 in the hands of a driver that follows the standard: numbers against closed forms, states that are
 * saved and restored, and what is answered to calls that are wrong. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/driver.h"
#include "fmi/models.h"

static Fmu fmu;
static fmi2Component c;

static int setup(void **state) {
  (void)state;
  fmu_make(&fmu, CART, 2);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  fmu_destroy(&fmu);
  return 0;
}

static int release(void **state) {
  (void)state;
  fmu.two.FreeInstance(c);
  c = NULL;
  return 0;
}

#define TEST(function) cmocka_unit_test_teardown(function, release)

/* ---- what is right ---- */

static void test_whole_way(void **state) {
  (void)state;
  double x = 0, v = 0, h = 0.1;
  assert_string_equal(fmu.two.GetVersion(), "2.0");
  assert_string_equal(fmu.two.GetTypesPlatform(), "default");
  c = fmu_start_until(&fmu, 1);
  for (int i = 0; i < 10; i++) { /* a push that is constant within a step: pieces of parabolas */
    double push = i % 3 - 1;
    fmu_set(&fmu, c, "push", push);
    CHECK_NEAR(fmu_get(&fmu, c, "cart.ax"), push / 2, 1e-12); /* an output knows of an input at once */
    fmu_step(&fmu, c, i * h, h);
    x += v * h + push / 4 * h * h;
    v += push / 2 * h;
    CHECK_NEAR(fmu_get(&fmu, c, "rail.displacement"), x, 1e-7); /* the tolerance of steps */
    CHECK_NEAR(fmu_get(&fmu, c, "rail.displacement_rate"), v, 1e-6);
  }
  CHECK_NEAR(fmu_get(&fmu, c, "time"), 1, 1e-15);
  assert_int_equal(fmu.two.Terminate(c), fmi2OK);
  CHECK_NEAR(fmu_get(&fmu, c, "rail.displacement"), x, 1e-7); /* may still be asked */
  assert_int_equal(fmu.heard.count, 0);
}

/* The cart on a spring after 1 s, in so many communication steps, at each of which it is told the same push. */
static double swing(int steps) {
  c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "k", 50);
  assert_int_equal(fmu.two.SetupExperiment(c, fmi2False, 0, 0, fmi2True, 1), fmi2OK);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  fmu_set(&fmu, c, "push", 3);
  assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
  for (int i = 0; i < steps; i++) {
    fmu_set(&fmu, c, "push", 3);
    fmu_step(&fmu, c, (double)i / steps, 1.0 / steps);
  }
  double x = fmu_get(&fmu, c, "rail.displacement");
  fmu.two.FreeInstance(c);
  c = NULL;
  return x;
}

/* An input that stays what it was is no reason for the method to begin anew: the bits are those of one step. */
static void test_pieces(void **state) {
  (void)state;
  double whole = swing(1), pieces = swing(1000);
  assert_memory_equal(&whole, &pieces, sizeof whole);
  CHECK_NEAR(whole, 3.0 / 50 * (1 - cos(5)), 1e-6); /* x'' = (push - k x)/m */
}

static void test_parameters(void **state) {
  (void)state;
  c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "m", 4);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  CHECK_NEAR(fmu_get(&fmu, c, "m"), 4, 0);
  CHECK_NEAR(fmu_get(&fmu, c, "half"), 2, 0); /* follows m */
  fmu_set(&fmu, c, "push", 1);
  CHECK_NEAR(fmu_get(&fmu, c, "cart.ax"), 0.25, 1e-12);
  fmu_set(&fmu, c, "m", 8); /* once more, after outputs were read */
  CHECK_NEAR(fmu_get(&fmu, c, "half"), 4, 0);
  CHECK_NEAR(fmu_get(&fmu, c, "cart.ax"), 0.125, 1e-12);
  assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
  fmu_step(&fmu, c, 0, 1);
  CHECK_NEAR(fmu_get(&fmu, c, "rail.displacement"), 1.0 / 16, 1e-7);
  assert_int_equal(fmu.two.Reset(c), fmi2OK); /* all as at the beginning */
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  CHECK_NEAR(fmu_get(&fmu, c, "m"), 2, 0);
  CHECK_NEAR(fmu_get(&fmu, c, "push"), 0, 0);
  CHECK_NEAR(fmu_get(&fmu, c, "tilt"), 3.14159265358979323846 / 6, 1e-15);
}

/* 20 steps with a spring and pushes; the displacement after each. */
static void go(fmi2Component one, int from, int to, double *x) {
  for (int i = from; i < to; i++) {
    fmu_set(&fmu, one, "push", i % 5);
    fmu_step(&fmu, one, i * 0.05, 0.05);
    x[i] = fmu_get(&fmu, one, "rail.displacement");
  }
}

static fmi2Component start_with_spring(void) {
  fmi2Component one = fmu_instantiate(&fmu);
  fmu_set(&fmu, one, "k", 300);
  assert_int_equal(fmu.two.EnterInitializationMode(one), fmi2OK);
  assert_int_equal(fmu.two.ExitInitializationMode(one), fmi2OK);
  return one;
}

static void test_restore_same_bits(void **state) {
  (void)state;
  double first[20], again[20];
  fmi2FMUstate saved = NULL;
  c = start_with_spring();
  go(c, 0, 7, first);
  assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK);
  go(c, 7, 20, first);
  for (int turn = 0; turn < 3; turn++) { /* as often as one likes; also after it was terminated and reset */
    if (turn == 1) assert_int_equal(fmu.two.Terminate(c), fmi2OK);
    if (turn == 2) assert_int_equal(fmu.two.Reset(c), fmi2OK);
    memcpy(again, first, sizeof again);
    assert_int_equal(fmu.two.SetFMUstate(c, saved), fmi2OK);
    assert_memory_equal(&(double){fmu_get(&fmu, c, "rail.displacement")}, &first[6], sizeof(double));
    go(c, 7, 20, again);
    assert_memory_equal(first, again, sizeof first);
  }
  assert_int_equal(fmu.two.FreeFMUstate(c, &saved), fmi2OK);
  assert_null(saved);
}

static void test_serialize(void **state) {
  (void)state;
  double first[20], again[20];
  fmi2FMUstate saved = NULL, read = NULL;
  size_t size = 0;
  c = start_with_spring();
  go(c, 0, 7, first);
  assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK);
  assert_int_equal(fmu.two.SerializedFMUstateSize(c, saved, &size), fmi2OK);
  char *bytes = malloc(size);
  assert_int_equal(fmu.two.SerializeFMUstate(c, saved, bytes, size), fmi2OK);
  go(c, 7, 20, first);
  memcpy(again, first, sizeof again);
  fmi2Component other = fmu_instantiate(&fmu); /* goes on where the first one was, with its parameters */
  assert_int_equal(fmu.two.DeSerializeFMUstate(other, bytes, size, &read), fmi2OK);
  assert_int_equal(fmu.two.SetFMUstate(other, read), fmi2OK);
  CHECK_NEAR(fmu_get(&fmu, other, "k"), 300, 0);
  go(other, 7, 20, again);
  assert_memory_equal(first, again, sizeof first);
  fmu.two.FreeInstance(other); /* with the state that nobody has freed */

  fmu_expect(&fmu, fmu.two.SerializeFMUstate(c, saved, bytes, size - 1), fmi2Error, "there is room for");
  read = NULL;
  bytes[size / 2] ^= 1;
  fmu_expect(&fmu, fmu.two.DeSerializeFMUstate(c, bytes, size, &read), fmi2Error, "damaged");
  fmu_expect(&fmu, fmu.two.DeSerializeFMUstate(c, bytes, 10, &read), fmi2Error, "too few");
  bytes[0] ^= 1;
  fmu_expect(&fmu, fmu.two.DeSerializeFMUstate(c, bytes, size, &read), fmi2Error, "no state of this FMU");
  assert_null(read);
  free(bytes);
}

static void test_states_before_the_first_step(void **state) {
  (void)state;
  fmi2FMUstate saved = NULL;
  c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "m", 5);
  assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK);
  fmu_set(&fmu, c, "m", 6);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
  assert_int_equal(fmu.two.SetFMUstate(c, saved), fmi2OK);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK); /* it is where it was */
  CHECK_NEAR(fmu_get(&fmu, c, "m"), 5, 0);
  assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK); /* into the same place */
  assert_int_equal(fmu.two.FreeFMUstate(c, &saved), fmi2OK);
}

static void test_resources_by_other_uris(void **state) {
  (void)state;
  char uri[200];
  const char *forms[] = {"file:%s/resources", "file://localhost%s/resources", "file://%s/resources/",
                         "file://%s/%%72esources"};
  fmi2CallbackFunctions callbacks = fmu_callbacks(&fmu);
  for (int i = 0; i < 4; i++) {
    snprintf(uri, sizeof uri, forms[i], fmu.folder);
    fmi2Component one = fmu.two.Instantiate("a", fmi2CoSimulation, fmu.token, uri, &callbacks, 0, 1);
    assert_non_null(one);
    fmu.two.FreeInstance(one);
  }
}

/* ---- what is wrong ---- */

static void refuse(const char *name, fmi2Type type, const char *token, const char *location, const char *words) {
  fmi2CallbackFunctions callbacks = fmu_callbacks(&fmu);
  assert_null(fmu.two.Instantiate(name, type, token, location, &callbacks, fmi2False, fmi2True));
  fmu_expect(&fmu, fmi2Error, fmi2Error, words);
}

static void test_wrong_instances(void **state) {
  (void)state;
  refuse("a", fmi2CoSimulation, "{other}", fmu.location, "the token {other} is not that of the FMU");
  refuse("a", fmi2CoSimulation, NULL, fmu.location, "is not that of the FMU");
  refuse("a", fmi2ModelExchange, fmu.token, fmu.location, "for co-simulation alone");
  refuse("a", fmi2CoSimulation, fmu.token, "http://example.org/resources", "resources");
  refuse("a", fmi2CoSimulation, fmu.token, "file:///nowhere/at/all", "contents.txt");
  refuse("a", fmi2CoSimulation, fmu.token, NULL, "resources");
  refuse("", fmi2CoSimulation, fmu.token, fmu.location, "needs a name");
  assert_null(fmu.two.Instantiate("a", fmi2CoSimulation, fmu.token, fmu.location, NULL, fmi2False, fmi2True));
  assert_int_equal(fmu.two.DoStep(NULL, 0, 1, fmi2True), fmi2Error);
  fmu.two.FreeInstance(NULL);
}

static void test_wrong_order(void **state) {
  (void)state;
  unsigned x = fmu_reference(&fmu, "rail.displacement");
  double value = 0;
  c = fmu_instantiate(&fmu);
  fmu_expect(&fmu, fmu.two.GetReal(c, &x, 1, &value), fmi2Error, "fmi2GetReal must not be called before");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, 0.1, 1), fmi2Error, "fmi2DoStep must not be called before it is initialised");
  fmu_expect(&fmu, fmu.two.ExitInitializationMode(c), fmi2Error, "must not be called before it is initialised");
  fmu_expect(&fmu, fmu.two.Terminate(c), fmi2Error, "fmi2Terminate must not be called");
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  fmu_expect(&fmu, fmu.two.EnterInitializationMode(c), fmi2Error, "must not be called in initialization mode");
  fmu_expect(&fmu, fmu.two.SetupExperiment(c, 0, 0, 0, 0, 0), fmi2Error, "must not be called in initialization mode");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, 0.1, 1), fmi2Error, "must not be called in initialization mode");
  assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
  fmu_expect(&fmu, fmu.two.ExitInitializationMode(c), fmi2Error, "must not be called while it is stepped");
  fmu_expect(&fmu, fmu.two.CancelStep(c), fmi2Error, "no step is pending");
  fmu_step(&fmu, c, 0, 0.1); /* nothing of this has done any harm */
  assert_int_equal(fmu.two.Terminate(c), fmi2OK);
  fmu_expect(&fmu, fmu.two.Terminate(c), fmi2Error, "must not be called after it was terminated");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0.1, 0.1, 1), fmi2Error, "must not be called after it was terminated");
  fmu_expect(&fmu, fmu.two.SetReal(c, &x, 1, &value), fmi2Error, "must not be called after it was terminated");
}

static void test_wrong_values(void **state) {
  (void)state;
  unsigned m = fmu_reference(&fmu, "m"), x = fmu_reference(&fmu, "rail.displacement"), unknown = 99,
           push = fmu_reference(&fmu, "push"), half = fmu_reference(&fmu, "half");
  double one = 1, infinite = HUGE_VAL, two[2] = {7, 7};
  fmi2Integer whole;
  fmi2String text;
  c = fmu_start(&fmu);
  fmu_expect(&fmu, fmu.two.GetReal(c, &unknown, 1, &one), fmi2Error, "no variable of the value reference 99");
  fmu_expect(&fmu, fmu.two.SetReal(c, &unknown, 1, &one), fmi2Error, "no variable of the value reference 99");
  fmu_expect(&fmu, fmu.two.SetReal(c, &m, 1, &one), fmi2Error, "the parameter `m` cannot be set while it is stepped");
  fmu_expect(&fmu, fmu.two.SetReal(c, &x, 1, &one), fmi2Error, "`rail.displacement` cannot be set");
  fmu_expect(&fmu, fmu.two.SetReal(c, &half, 1, &one), fmi2Error, "`half` cannot be set");
  fmu_expect(&fmu, fmu.two.SetReal(c, &push, 1, &infinite), fmi2Error, "`push` cannot be inf");
  fmu_expect(&fmu, fmu.two.SetReal(c, (unsigned[]){push, x}, 2, two), fmi2Error, "cannot be set");
  CHECK_NEAR(fmu_get(&fmu, c, "push"), 0, 0); /* of a call that is refused nothing is done */
  fmu_expect(&fmu, fmu.two.GetReal(c, NULL, 1, &one), fmi2Error, "none are given");
  fmu_expect(&fmu, fmu.two.GetInteger(c, &x, 1, &whole), fmi2Error, "no variables of the type Integer");
  fmu_expect(&fmu, fmu.two.GetString(c, &unknown, 1, &text), fmi2Error, "no variables of the type String");
  fmu_expect(&fmu, fmu.two.SetRealInputDerivatives(c, &push, 1, (fmi2Integer[]){1}, &one), fmi2Error, "constant");
  fmu_expect(&fmu, fmu.two.GetDirectionalDerivative(c, &x, 1, &push, 1, &one, &one), fmi2Error, "no directional");
  assert_int_equal(fmu.two.GetString(c, NULL, 0, NULL), fmi2OK); /* none of them are there */
}

static void test_wrong_times(void **state) {
  (void)state;
  c = fmu_instantiate(&fmu);
  fmu_expect(&fmu, fmu.two.SetupExperiment(c, 0, 0, 1, 0, 0), fmi2Error, "cannot start at 1 s");
  fmu_expect(&fmu, fmu.two.SetupExperiment(c, 0, 0, 0, 1, -1), fmi2Error, "the stop time -1 s");
  fmu_expect(&fmu, fmu.two.SetupExperiment(c, 1, 2, 0, 0, 0), fmi2Error, "the tolerance 2 is not between");
  fmu.two.FreeInstance(c);
  c = fmu_start_until(&fmu, 1);
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, -0.1, 1), fmi2Error, "give a positive one");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, 0, 1), fmi2Error, "give a positive one");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0, NAN, 1), fmi2Error, "give a positive one");
  fmu_step(&fmu, c, 0, 0.5);
  fmu_expect(&fmu, fmu.two.DoStep(c, 0.4, 0.1, 1), fmi2Error, "the communication point is 0.5 s");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0.6, 0.1, 1), fmi2Error, "the communication point is 0.5 s");
  fmu_expect(&fmu, fmu.two.DoStep(c, 0.5, 0.6, 1), fmi2Error, "beyond the stop time");
  fmu_step(&fmu, c, 0.5 + 1e-13, 0.5); /* sums of steps are not exact */
}

static void test_wrong_states(void **state) {
  (void)state;
  fmi2FMUstate saved = NULL, none = NULL;
  size_t size;
  c = fmu_start(&fmu);
  fmi2Component other = fmu_start(&fmu);
  assert_int_equal(fmu.two.GetFMUstate(other, &saved), fmi2OK);
  fmu_expect(&fmu, fmu.two.SetFMUstate(c, saved), fmi2Error, "that of another instance");
  fmu_expect(&fmu, fmu.two.FreeFMUstate(c, &saved), fmi2Error, "that of another instance");
  fmu_expect(&fmu, fmu.two.SerializedFMUstateSize(c, saved, &size), fmi2Error, "that of another instance");
  fmu_expect(&fmu, fmu.two.SetFMUstate(c, NULL), fmi2Error, "there is no state");
  fmu_expect(&fmu, fmu.two.GetFMUstate(c, NULL), fmi2Error, "no place for the state");
  assert_int_equal(fmu.two.FreeFMUstate(c, &none), fmi2OK);
  assert_int_equal(fmu.two.FreeFMUstate(c, NULL), fmi2OK);
  fmu_step(&fmu, c, 0, 0.1);
  fmu.two.FreeInstance(other);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(test_whole_way),
      TEST(test_pieces),
      TEST(test_parameters),
      TEST(test_restore_same_bits),
      TEST(test_serialize),
      TEST(test_states_before_the_first_step),
      TEST(test_resources_by_other_uris),
      TEST(test_wrong_instances),
      TEST(test_wrong_order),
      TEST(test_wrong_values),
      TEST(test_wrong_times),
      TEST(test_wrong_states),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
