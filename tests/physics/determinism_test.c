/* The same input gives the same bits: run after run, in two threads at once, and, built without fused operations, as
 * stored in tests/golden/hashes.txt.
 *
 * A stored line holds for one architecture, compiler and C library: sin, cos and exp of another library may differ in
 * the last bit, and other bits in a run are other bits in all that follows. Lines are compared only in builds of the
 * preset `strict`; where there is no line for this build the test is skipped and says so. To add lines,
 *
 *   cmake --preset strict && cmake --build --preset strict --target physics_determinism_test
 *   SAR_GOLDEN_PRINT=1 build/strict/tests/physics_determinism_test
 *
 * and copy what is printed into the file. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

#include "physics/trial.h"
#include "result/hash.h"

typedef struct Case {
  const char *model;
  double end, step, tolerance;
} Case;

static const Case cases[] = {
    {"pendulum", 1, 5e-3, 1e-5},         {"andrews_squeezer", 0.01, 5e-5, 1e-5},
    {"heavy_top", 0.05, 5e-4, 1e-6},     {"chain", 0.2, 1e-3, 1e-5},
    {"driven_fourbar", 0.5, 5e-3, 1e-5}, {"A04_bricard_sec01", 0.5, 5e-3, 1e-5},
    {"units/mm_kg_ms", 0.3, 2e-3, 1e-5}, {"stiff_double_pendulum", 0.2, 2e-3, 1e-5},
};
#define NCASES ((int)(sizeof cases / sizeof cases[0]))

typedef struct Hash {
  char text[SAR_HASH_TEXT_SIZE];
} Hash;

static Hash hash_table(const SarTable *table) {
  Hash out;
  SarHash hash = sar_hash();
  for (int32_t c = 0; c < sar_table_columns(table); c++) {
    const double *values = sar_table_values(table, c);
    sar_hash_text(&hash, sar_table_name(table, c));
    for (int64_t i = 0; i < sar_table_rows(table); i++) sar_hash_real(&hash, values[i]);
  }
  sar_hash_print(hash, out.text);
  return out;
}

/* Everything from reading the file on, in a context of its own. */
static Hash run_case(const Case *c, bool adaptive) {
  Trial trial;
  char path[128];
  snprintf(path, sizeof path, "models/%s.yaml", c->model);
  trial_read(&trial, path);
  trial_output(&trial, c->end / 40);
  trial_compile(&trial);
  trial_go(&trial, adaptive ? adaptive_steps(c->end, c->tolerance) : fixed_steps(c->end, c->step));
  assert_true(sar_table_rows(trial.table) >= 40);
  Hash hash = hash_table(trial.table);
  trial_close(&trial);
  return hash;
}

static void runs_repeat(void **state) {
  (void)state;
  for (int i = 0; i < 2 * NCASES; i++) {
    Hash first = run_case(&cases[i / 2], i % 2), second = run_case(&cases[i / 2], i % 2);
    assert_string_equal(first.text, second.text);
  }
}

/* One system run twice: nothing of the first run stays in it. */
static void systems_are_constant(void **state) {
  (void)state;
  for (int i = 0; i < NCASES; i++) {
    Trial trial;
    char path[128];
    snprintf(path, sizeof path, "models/%s.yaml", cases[i].model);
    trial_read(&trial, path);
    trial_compile(&trial);
    trial_go(&trial, adaptive_steps(cases[i].end, cases[i].tolerance));
    Hash first = hash_table(trial.table);
    trial_go(&trial, adaptive_steps(cases[i].end, cases[i].tolerance));
    Hash second = hash_table(trial.table);
    assert_string_equal(first.text, second.text);
    trial_close(&trial);
  }
}

/* The hash sees every bit. */
static void hashes_differ(void **state) {
  (void)state;
  Case other = cases[0];
  other.step *= 1 + 1e-12;
  Hash first = run_case(&cases[0], false), second = run_case(&other, false);
  assert_string_not_equal(first.text, second.text);
}

/* ---- threads ---- */

typedef struct Job {
  int first; /* threads go through the cases from different ends, so that unlike runs meet */
  Hash hashes[2 * NCASES];
} Job;

static void *work(void *self) {
  Job *job = self;
  for (int k = 0; k < 2 * NCASES; k++) {
    int i = job->first ? 2 * NCASES - 1 - k : k;
    job->hashes[i] = run_case(&cases[i / 2], i % 2);
  }
  return NULL;
}

static void threads_do_not_disturb_each_other(void **state) {
  (void)state;
  Job alone = {0}, jobs[2] = {{.first = 0}, {.first = 1}};
  pthread_t threads[2];
  work(&alone);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
  for (int i = 0; i < 2; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  for (int i = 0; i < 2 * NCASES; i++) {
    assert_string_equal(jobs[0].hashes[i].text, alone.hashes[i].text);
    assert_string_equal(jobs[1].hashes[i].text, alone.hashes[i].text);
  }
}

/* ---- stored hashes ---- */

static const char *architecture(void) {
#if defined(__aarch64__)
  return "aarch64";
#elif defined(__x86_64__)
  return __builtin_cpu_supports("fma") ? "x86_64" : "x86_64-without-fma"; /* glibc chooses its sin and cos by that */
#else
  return "other";
#endif
}

static void compiler(char *text, size_t size) {
#if defined(__clang__)
  int used = snprintf(text, size, "clang-%d.%d", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
  int used = snprintf(text, size, "gcc-%d.%d", __GNUC__, __GNUC_MINOR__);
#else
  int used = snprintf(text, size, "other");
#endif
#if defined(__GLIBC__)
  snprintf(text + used, size - (size_t)used, "/glibc-%s", gnu_get_libc_version());
#else
  (void)used;
#endif
}

/* The stored hash of a model for this build; false: there is none. */
static bool find_stored(const char *model, const char *kind, Hash *hash) {
  char line[256], arch[32], with[64], name[64], own[64], wanted[64];
  bool found = false;
  FILE *file = fopen(SAR_TEST_DIR "/golden/hashes.txt", "r");
  assert_non_null(file);
  compiler(own, sizeof own);
  snprintf(wanted, sizeof wanted, "%s:%s", model, kind);
  while (!found && fgets(line, sizeof line, file)) {
    if (line[0] == '#' || sscanf(line, "%31s %63s %63s %32s", arch, with, name, hash->text) != 4) continue;
    found = strcmp(arch, architecture()) == 0 && strcmp(with, own) == 0 && strcmp(name, wanted) == 0;
  }
  fclose(file);
  return found;
}

static bool is_strict(void) {
#if defined(SAR_STRICT)
  return true;
#else
  return false;
#endif
}

static void bits_are_as_stored(void **state) {
  (void)state;
  char with[64];
  int compared = 0, different = 0;
  bool print = getenv("SAR_GOLDEN_PRINT") != NULL;
  compiler(with, sizeof with);
  if (!is_strict()) {
    print_message("this build fuses operations (not the preset `strict`): hashes are not compared\n");
    skip();
  }
  for (int i = 0; i < 2 * NCASES; i++) {
    const char *model = cases[i / 2].model, *kind = i % 2 ? "adaptive" : "fixed";
    Hash hash = run_case(&cases[i / 2], i % 2), stored;
    if (print) print_message("%s %s %s:%s %s\n", architecture(), with, model, kind, hash.text);
    if (!find_stored(model, kind, &stored)) continue;
    compared++;
    if (strcmp(hash.text, stored.text) == 0) continue;
    different++;
    print_message("%s:%s is %s, stored %s\n", model, kind, hash.text, stored.text);
  }
  if (print) return;
  if (!compared) {
    print_message("no stored hashes for %s %s: nothing to compare\n", architecture(), with);
    skip();
  }
  assert_int_equal(different, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(runs_repeat),        cmocka_unit_test(systems_are_constant),
      cmocka_unit_test(hashes_differ),      cmocka_unit_test(threads_do_not_disturb_each_other),
      cmocka_unit_test(bits_are_as_stored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
