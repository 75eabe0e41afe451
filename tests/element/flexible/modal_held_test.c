/* The lowest frequency of a modal body with one interface held, against CalculiX (tests/data/fe/frequencies.csv) and,
 * for an arm, against beam theory. */
#include "element/flexible/modal_held.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

#define PI 3.14159265358979323846

static double held(const char *file, int32_t interface) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarReduced body;
  char path[512];
  snprintf(path, sizeof path, SAR_TEST_DIR "/models/modal/%s", file);
  assert_int_equal(sar_reduced_read(context, sar_nowhere(), path, false, arena, &body), SAR_OK);
  double *scratch = malloc(4 * (size_t)body.n * sizeof *scratch);
  assert_non_null(scratch);
  double square = sar_modal_held(&body, interface, scratch);
  free(scratch);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return sqrt(square) / (2 * PI);
}

/* The committed body has fewer shapes than CalculiX has unknowns: it may be a little stiffer, never softer. */
static void bar_as_calculix(void **state) {
  (void)state;
  double ratio = held("bar.h5", 0) / 42.45994;
  assert_true(ratio > 1 - 1e-4 && ratio < 1 + 1e-3);
  CHECK_NEAR(held("bar.h5", 1) / held("bar.h5", 0), 1, 1e-4); /* both ends are alike */
}

/* 1 m, 0.02 m across, Euler-Bernoulli: 1.8751^2/(2 pi l^2) sqrt(E I/(rho A)); shear and rotary inertia are 1e-3 of it.
 */
static void arm_as_a_beam(void **state) {
  (void)state;
  double expected = 3.51602 / (2 * PI) * sqrt(2.1e11 * 0.02 * 0.02 / 12 / 7800);
  CHECK_NEAR(held("arm.h5", 0) / expected, 1, 3e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bar_as_calculix), cmocka_unit_test(arm_as_a_beam)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
