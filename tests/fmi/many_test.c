/* Many instances: a thousand one after the other leave nothing behind, two at once and in two threads do not see each
 * other. */
#define _GNU_SOURCE

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "fmi/driver.h"
#include "fmi/models.h"
#include "sanitized.h"

/* ---- memory ---- */

/* Blocks that are allocated and not yet freed, by whomever. Functions of a program come before those of the C library
 * for shared objects, too. With sanitizers, which have an allocator of their own, the leak check counts instead. */
static atomic_long blocks;

#if !SANITIZED
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);
void __libc_free(void *old);

static void *counted(void *block) {
  if (block) blocks++;
  return block;
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }
void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }
void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **out, size_t alignment, size_t size) {
  *out = memalign(alignment, size);
  return *out ? 0 : ENOMEM;
}

void *realloc(void *old, size_t size) {
  if (!old) return malloc(size);
  void *block = __libc_realloc(old, size);
  if (!block && !size) blocks--;
  return block;
}

void free(void *old) {
  if (old) blocks--;
  __libc_free(old);
}
#endif

/* ---- instances ---- */

static Fmu fmu;

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

/* Each is stepped, saved and restored; every third one is freed in the middle. */
static void live_and_die(int i) {
  fmi2FMUstate saved = NULL;
  fmi2Component c = fmu_instantiate(&fmu);
  fmu_set(&fmu, c, "m", 1 + i % 7);
  assert_int_equal(fmu.two.EnterInitializationMode(c), fmi2OK);
  if (i % 3) {
    assert_int_equal(fmu.two.ExitInitializationMode(c), fmi2OK);
    fmu_step(&fmu, c, 0, 0.01);
    assert_int_equal(fmu.two.GetFMUstate(c, &saved), fmi2OK);
    fmu_step(&fmu, c, 0.01, 0.01);
    assert_int_equal(fmu.two.SetFMUstate(c, saved), fmi2OK);
  }
  if (i % 2) assert_int_equal(fmu.two.Terminate(c), i % 3 ? fmi2OK : fmi2Error);
  fmu.two.FreeInstance(c);
}

static void test_a_thousand(void **state) {
  (void)state;
  for (int i = 0; i < 20; i++) live_and_die(i); /* what the C library and OpenBLAS keep for good is there */
  long before = blocks;
  for (int i = 0; i < 1000; i++) live_and_die(i);
  assert_int_equal(blocks, before);
}

static void test_two_in_turns(void **state) {
  (void)state;
  fmi2Component a = fmu_start(&fmu), b = fmu_start(&fmu), alone = fmu_start(&fmu);
  fmu_set(&fmu, a, "push", 1);
  fmu_set(&fmu, b, "push", -3);
  fmu_set(&fmu, alone, "push", 1);
  for (int i = 0; i < 10; i++) {
    fmu_step(&fmu, a, 0.1 * i, 0.1);
    fmu_step(&fmu, b, 0.1 * i, 0.1);
  }
  for (int i = 0; i < 10; i++) fmu_step(&fmu, alone, 0.1 * i, 0.1);
  double together = fmu_get(&fmu, a, "rail.displacement"), apart = fmu_get(&fmu, alone, "rail.displacement");
  assert_memory_equal(&together, &apart, sizeof apart);
  CHECK_NEAR(fmu_get(&fmu, b, "rail.displacement"), -0.75, 1e-6);
  fmu.two.FreeInstance(a);
  fmu.two.FreeInstance(b);
  fmu.two.FreeInstance(alone);
}

/* Assertions of cmocka belong to the main thread: this one only calls. */
typedef struct Work {
  unsigned push, x, k;
  double end;
  int failures;
} Work;

static void *work(void *self) {
  Work *w = self;
  fmi2CallbackFunctions quiet = {0};
  double k = 100, push = 2;
  for (int turn = 0; turn < 5; turn++) {
    fmi2Component c = fmu.two.Instantiate("t", fmi2CoSimulation, fmu.token, fmu.location, &quiet, fmi2False, fmi2False);
    w->failures += fmu.two.SetReal(c, &w->k, 1, &k) != fmi2OK;
    w->failures += fmu.two.EnterInitializationMode(c) != fmi2OK;
    w->failures += fmu.two.ExitInitializationMode(c) != fmi2OK;
    w->failures += fmu.two.SetReal(c, &w->push, 1, &push) != fmi2OK;
    for (int i = 0; i < 50; i++) w->failures += fmu.two.DoStep(c, 0.02 * i, 0.02, fmi2True) != fmi2OK;
    w->failures += fmu.two.GetReal(c, &w->x, 1, &w->end) != fmi2OK;
    fmu.two.FreeInstance(c);
  }
  return NULL;
}

static void test_two_threads(void **state) {
  (void)state;
  Work one = {fmu_reference(&fmu, "push"), fmu_reference(&fmu, "rail.displacement"), fmu_reference(&fmu, "k"), 0, 0};
  Work two = one, alone = one;
  pthread_t first, second;
  assert_int_equal(pthread_create(&first, NULL, work, &one), 0);
  assert_int_equal(pthread_create(&second, NULL, work, &two), 0);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  work(&alone);
  assert_int_equal(one.failures + two.failures + alone.failures, 0);
  assert_memory_equal(&one.end, &alone.end, sizeof alone.end);
  assert_memory_equal(&two.end, &alone.end, sizeof alone.end);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_thousand),
      cmocka_unit_test(test_two_in_turns),
      cmocka_unit_test(test_two_threads),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
