/* FMUs of version 3.0: the same instance as in version 2.0 behind other words. */
#include <stdlib.h>
#include <string.h>

#include "fmi/driver.h"
#include "fmi/models.h"

static Fmu fmu;
static fmi3Instance c;

static int setup(void **state) {
  (void)state;
  fmu_make(&fmu, CART, 3);
  return 0;
}

static int teardown(void **state) {
  (void)state;
  fmu_destroy(&fmu);
  return 0;
}

static int release(void **state) {
  (void)state;
  fmu.three.FreeInstance(c);
  c = NULL;
  return 0;
}

static double get(const char *name) {
  unsigned reference = fmu_reference(&fmu, name);
  double value = NAN;
  if (fmu.three.GetFloat64(c, &reference, 1, &value, 1) != fmi3OK) fail_msg("%s: %s", name, fmu.heard.text);
  return value;
}

static int set(const char *name, double value) {
  unsigned reference = fmu_reference(&fmu, name);
  return fmu.three.SetFloat64(c, &reference, 1, &value, 1);
}

typedef struct Told {
  fmi3Boolean event, end, early;
  double time;
} Told;

static int step(double t, double h, Told *told) {
  return fmu.three.DoStep(c, t, h, true, &told->event, &told->end, &told->early, &told->time);
}

static void start(double k) {
  c = fmu_instantiate_3(&fmu);
  assert_int_equal(set("k", k), fmi3OK);
  assert_int_equal(fmu.three.EnterInitializationMode(c, false, 0, 0, true, 2), fmi3OK);
  assert_int_equal(fmu.three.ExitInitializationMode(c), fmi3OK);
}

static void test_whole_way(void **state) {
  (void)state;
  Told told;
  assert_string_equal(fmu.three.GetVersion(), "3.0");
  start(0);
  assert_int_equal(set("push", 4), fmi3OK);
  assert_int_equal(step(0, 0.5, &told), fmi3OK);
  assert_false(told.event || told.end || told.early);
  CHECK_NEAR(told.time, 0.5, 0);
  CHECK_NEAR(get("rail.displacement"), 0.25, 1e-7); /* a t^2/2 */
  CHECK_NEAR(get("half"), 1, 0);
  assert_int_equal(fmu.three.Terminate(c), fmi3OK);
  assert_int_equal(fmu.three.Reset(c), fmi3OK);
  assert_int_equal(set("m", 8), fmi3OK);
  assert_int_equal(fmu.three.EnterInitializationMode(c, true, 1e-8, 0, false, 0), fmi3OK);
  CHECK_NEAR(get("half"), 4, 0);
  assert_int_equal(fmu.heard.count, 0);
}

static void go(double *x) {
  Told told;
  for (int i = 0; i < 10; i++) {
    assert_int_equal(set("push", i % 3), fmi3OK);
    assert_int_equal(step(0.3 + 0.1 * i, 0.1, &told), fmi3OK);
    x[i] = get("rail.displacement");
  }
}

static void test_restore_same_bits(void **state) {
  (void)state;
  Told told;
  double first[10], again[10];
  fmi3FMUState saved = NULL, read = NULL;
  size_t size;
  start(200);
  assert_int_equal(set("push", 1), fmi3OK);
  assert_int_equal(step(0, 0.3, &told), fmi3OK);
  assert_int_equal(fmu.three.GetFMUState(c, &saved), fmi3OK);
  assert_int_equal(fmu.three.SerializedFMUStateSize(c, saved, &size), fmi3OK);
  fmi3Byte *bytes = malloc(size);
  assert_int_equal(fmu.three.SerializeFMUState(c, saved, bytes, size), fmi3OK);
  go(first);
  assert_int_equal(fmu.three.SetFMUState(c, saved), fmi3OK);
  go(again);
  assert_memory_equal(first, again, sizeof first);
  fmu.three.FreeInstance(c);
  c = fmu_instantiate_3(&fmu);
  assert_int_equal(fmu.three.DeserializeFMUState(c, bytes, size, &read), fmi3OK);
  assert_int_equal(fmu.three.SetFMUState(c, read), fmi3OK);
  assert_int_equal(fmu.three.FreeFMUState(c, &read), fmi3OK);
  go(again);
  assert_memory_equal(first, again, sizeof first);
  free(bytes);
}

static void test_wrong(void **state) {
  (void)state;
  Told told;
  unsigned x = fmu_reference(&fmu, "rail.displacement"), unknown = 77;
  double value[2];
  fmi3Int32 whole;
  assert_null(fmu.three.InstantiateModelExchange("a", fmu.token, fmu.resources, false, false, NULL, NULL));
  assert_null(fmu.three.InstantiateCoSimulation("a", "{other}", fmu.resources, 0, 0, 0, 0, NULL, 0, NULL, NULL, NULL));
  c = fmu_instantiate_3(&fmu);
  fmu_expect(&fmu, fmu.three.GetFloat64(c, &x, 1, value, 1), fmi3Error, "fmi3GetFloat64 must not be called before");
  fmu_expect(&fmu, fmu.three.EnterInitializationMode(c, false, 0, 3, false, 0), fmi3Error, "cannot start at 3 s");
  fmu_expect(&fmu, step(0, 0.1, &told), fmi3Error, "fmi3DoStep must not be called before");
  assert_int_equal(fmu.three.EnterInitializationMode(c, false, 0, 0, false, 0), fmi3OK);
  assert_int_equal(fmu.three.ExitInitializationMode(c), fmi3OK);
  fmu_expect(&fmu, fmu.three.GetFloat64(c, &unknown, 1, value, 1), fmi3Error, "value reference 77");
  fmu_expect(&fmu, fmu.three.GetFloat64(c, &x, 1, value, 2), fmi3Error, "1 value references and 2 values");
  fmu_expect(&fmu, fmu.three.GetInt32(c, &x, 1, &whole, 1), fmi3Error, "no variables of the type Int32");
  fmu_expect(&fmu, set("m", 1), fmi3Error, "the parameter `m` cannot be set");
  fmu_expect(&fmu, step(0, -1, &told), fmi3Error, "give a positive one");
  fmu_expect(&fmu, step(1, 1, &told), fmi3Error, "the communication point is 0 s");
  fmu_expect(&fmu, fmu.three.DoStep(c, 0, 1, true, NULL, NULL, NULL, NULL), fmi3Error, "a pointer is null");
  fmu_expect(&fmu, fmu.three.EnterEventMode(c), fmi3Error, "no such capability");
  assert_int_equal(step(0, 1, &told), fmi3OK);
  assert_int_equal(fmu.three.Terminate(c), fmi3OK);
  fmu_expect(&fmu, fmu.three.Terminate(c), fmi3Error, "must not be called after it was terminated");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_whole_way, release),
      cmocka_unit_test_teardown(test_restore_same_bits, release),
      cmocka_unit_test_teardown(test_wrong, release),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
