/* Live runs: the answer holds what the program would have said and computed, whatever the text. */
#define _GNU_SOURCE

#include "live/live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"

static char *answer;

static int teardown(void **state) {
  (void)state;
  free(answer);
  answer = NULL;
  return 0;
}

static void run_watched(const char *text, const SarModelFile *files, int32_t nfiles, SarLiveWatch watch) {
  size_t size = 0;
  free(answer);
  answer = NULL;
  FILE *out = open_memstream(&answer, &size);
  SarLiveModel model = {"model.yaml", text, files, nfiles};
  assert_int_equal(sar_live_run(&model, ".", watch, out), SAR_OK);
  assert_int_equal(fclose(out), 0);
  assert_int_not_equal(access("live.h5", F_OK), 0);
  assert_int_not_equal(access("live.h5.part", F_OK), 0);
}

static void run(const char *text) { run_watched(text, NULL, 0, (SarLiveWatch){0}); }

static void expect(const char *part) {
  if (!strstr(answer, part)) fail_msg("`%s` is not in %.2000s", part, answer);
}

#define PENDULUM                                                      \
  "model: pendulum\n"                                                 \
  "parameters:\n"                                                     \
  "  length: 0.5   # m\n"                                             \
  "  start: 30 deg\n"                                                 \
  "  half: length/2\n"                                                \
  "gravity: [0, -9.81, 0]\n"                                          \
  "bodies:\n"                                                         \
  "  rod: {mass: 1, inertia: [0.01, 0.02, 0.02], at: [half, 0, 0]}\n" \
  "joints:\n"                                                         \
  "  A: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: z}\n"

static void test_a_run(void **state) {
  (void)state;
  run(PENDULUM "simulate: {end: 1}\n");
  expect("{\"status\":\"done\"");
  expect("\"messages\":[]");
  expect("1 degree of freedom");
  expect("\"summary\":{\"method\":");
  expect("\"record\":{\"format\":1,");
  expect("\"name\":\"rod.x\"");
  expect("\"name\":\"model\",\"file\":\"model.yaml\",\"title\":\"pendulum\"");
  expect("\"steps\":{");
}

static void test_parameters_have_places(void **state) {
  (void)state;
  run(PENDULUM "simulate: {end: 0.1}\n");
  expect("{\"name\":\"length\",\"text\":\"0.5\",\"file\":\"model.yaml\",\"line\":3,\"column\":11}");
  expect("{\"name\":\"start\",\"text\":\"30 deg\",\"file\":\"model.yaml\",\"line\":4,\"column\":10}");
  expect("{\"name\":\"half\",\"text\":\"length/2\",\"file\":\"model.yaml\",\"line\":5,\"column\":9}");
}

static void test_what_is_wrong_has_a_place(void **state) {
  (void)state;
  run(PENDULUM "simulate: {end: 1, tolerence: 1e-5}\n");
  expect("{\"status\":\"wrong\"");
  expect("\"severity\":\"error\",\"file\":\"model.yaml\",\"line\":11,\"column\":20");
  expect("\"parameters\":null");
  expect("\"summary\":null,\"record\":null}");
  run("bodies: [");
  expect("{\"status\":\"wrong\"");
  run("");
  expect("{\"status\":\"wrong\"");
}

/* A mechanism that cannot be put together: no rows, and the doctor speaks. */
static void test_a_run_that_fails(void **state) {
  (void)state;
  run("ground: {frames: {near: {at: [0, 0, 0]}, far: {at: [5, 0, 0]}}}\n"
      "bodies: {rod: {mass: 1, inertia: [1, 1, 1], frames: {a: {at: [0, 0, 0]}, b: {at: [1, 0, 0]}}}}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground.near, rod.a]}\n"
      "  B: {type: spherical, between: [ground.far, rod.b]}\n"
      "simulate: {end: 1}\n");
  expect("{\"status\":\"failed\"");
  expect("\"severity\":\"error\"");
  expect("\"doctor\":[{");
  expect("\"record\":null}");
}

static void test_files_come_from_memory(void **state) {
  (void)state;
  const SarModelFile files[] = {
      {"arm.yaml", "parameters: {mass: 2}\nbodies: {arm: {mass: mass, inertia: [1, 1, 1]}}\n"}};
  const char text[] =
      "include:\n  left: {file: arm.yaml}\n  right: {file: arm.yaml, parameters: {mass: 3}, at: [1, 0, 0]}\n"
      "simulate: {end: 0.1}\n";
  run_watched(text, files, 1, (SarLiveWatch){0});
  expect("{\"status\":\"done\"");
  expect("\"name\":\"right.arm.x\"");
  /* a place is told once, however often its file is included */
  const char *place = "{\"name\":\"mass\",\"text\":\"2\",\"file\":\"arm.yaml\",\"line\":1,\"column\":20}";
  expect(place);
  assert_null(strstr(strstr(answer, place) + 1, place));
  /* the disk is not looked at */
  file_write_text("on_disk.yaml", "bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n");
  run("include: {left: {file: on_disk.yaml}}\nsimulate: {end: 0.1}\n");
  expect("{\"status\":\"wrong\"");
  remove("on_disk.yaml");
}

typedef struct Watched {
  double last;
  int calls, most;
} Watched;

static int watch(void *self, double part) {
  Watched *w = self;
  assert_true(part >= 0 && part <= 1);
  w->last = part;
  return ++w->calls >= w->most;
}

static void test_progress_and_stop(void **state) {
  (void)state;
  Watched all = {.most = 1000000}, some = {.most = 5};
  run_watched(PENDULUM "simulate: {end: 1}\n", NULL, 0, (SarLiveWatch){watch, &all});
  assert_true(all.calls > 10);
  CHECK_NEAR(all.last, 1, 0);
  run_watched(PENDULUM "simulate: {end: 1000}\n", NULL, 0, (SarLiveWatch){watch, &some});
  assert_in_range(some.calls, 5, 20); /* what it has is written */
  expect("{\"status\":\"stopped\"");
}

/* The same text, the same answer: nothing is left over from one run to the next. */
static void test_again(void **state) {
  (void)state;
  run(PENDULUM "simulate: {end: 0.5}\n");
  char *first = strdup(answer);
  run("bodies: [");
  run(PENDULUM "simulate: {end: 0.5}\n");
  assert_string_equal(first, answer);
  free(first);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_a_run, teardown),
      cmocka_unit_test_teardown(test_parameters_have_places, teardown),
      cmocka_unit_test_teardown(test_what_is_wrong_has_a_place, teardown),
      cmocka_unit_test_teardown(test_a_run_that_fails, teardown),
      cmocka_unit_test_teardown(test_files_come_from_memory, teardown),
      cmocka_unit_test_teardown(test_progress_and_stop, teardown),
      cmocka_unit_test_teardown(test_again, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
