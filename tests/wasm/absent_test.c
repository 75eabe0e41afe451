/* The engine goes without HDF5, SUNDIALS, ARPACK and plugins. Built here for this machine with what stands in for them
 * (wasm/absent): a run gives the same answer as with them, and what needs them is refused by name. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "linear/arnoldi.h"
#include "live/live.h"
#include "result/hdf5_read.h"

static char *answer;

static int teardown(void **state) {
  (void)state;
  free(answer);
  answer = NULL;
  return 0;
}

static void run(const char *text) {
  size_t size = 0;
  free(answer);
  answer = NULL;
  FILE *out = open_memstream(&answer, &size);
  SarLiveModel model = {.name = "model.yaml", .text = text};
  assert_int_equal(sar_live_run(&model, ".", (SarLiveWatch){0}, out), SAR_OK);
  assert_int_equal(fclose(out), 0);
  assert_int_not_equal(access("live.h5.part", F_OK), 0);
}

static void expect(const char *part) {
  if (!strstr(answer, part)) fail_msg("`%s` is not in %.2000s", part, answer);
}

#define TOP "bodies: {top: {mass: 1, inertia: [0.01, 0.01, 0.02], omega: [0, 0.1, 20]}}\n"

static void test_runs_without_hdf5(void **state) {
  (void)state;
  assert_false(sar_hdf5_is_built_in());
  run(TOP "simulate: {end: 0.2}\n");
  expect("{\"status\":\"done\"");
  expect("\"name\":\"top.q0\"");
  expect("\"record\":{\"format\":1,");
  expect("6 degrees of freedom");
}

static void test_methods_of_sundials(void **state) {
  (void)state;
  run(TOP "simulate: {end: 0.2, method: ida}\n");
  expect("\"status\":\"wrong\"");
  expect("the method ida needs SUNDIALS, which is not built in");
  run(TOP "simulate: {end: 0.2, method: adams}\n");
  expect("needs SUNDIALS, which is not built in");
}

static void test_reduced_bodies(void **state) {
  (void)state;
  run("bodies: {frame: {type: modal, file: frame.h5}}\nsimulate: {end: 0.2}\n");
  expect("\"status\":\"wrong\"");
  expect("\"severity\":\"error\"");
}

static void test_plugins(void **state) {
  (void)state;
  file_write_text("libtyre.so", "no code");
  run("plugins: {tyre: {file: ./libtyre.so}}\n" TOP "simulate: {end: 0.2}\n");
  remove("libtyre.so");
  expect("\"status\":\"wrong\"");
  expect("plugins are code for a machine");
}

static SarStatus apply(void *self, const double *x, double *y) {
  (void)self;
  y[0] = x[0];
  return SAR_OK;
}

static void test_arpack(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarArnoldiResult found;
  double start[100] = {1};
  SarArnoldi problem = {.n = 100, .count = 1, .apply = apply, .start = start};
  assert_int_equal(sar_arnoldi(context, &problem, &found), SAR_FAILED);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "ARPACK, which is not built in"));
  sar_arnoldi_destroy(&found);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_runs_without_hdf5, teardown),
      cmocka_unit_test_teardown(test_methods_of_sundials, teardown),
      cmocka_unit_test_teardown(test_reduced_bodies, teardown),
      cmocka_unit_test_teardown(test_plugins, teardown),
      cmocka_unit_test(test_arpack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
