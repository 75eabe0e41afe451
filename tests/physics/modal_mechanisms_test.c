/* Mechanisms with modal bodies: against the same with beams and with rigid pieces, and at rest and in small vibrations
 * against CalculiX (tests/data/fe). The method and its step are the same on both sides of a comparison; half the step
 * changes differences by less than a tenth of what is allowed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "physics/support.h"

#define METHOD "lms3:rho_inf=0.6"

/* The largest difference of a column of two models, over the largest value in the second. */
static double difference(const char *model, const char *other, const char *column, double step) {
  Run a = physics_run(&(Setup){.model = model, .method = METHOD, .step = step});
  Run b = physics_run(&(Setup){.model = other, .method = METHOD, .step = step});
  const double *x = physics_column(&a, column), *y = physics_column(&b, column);
  double apart = 0, largest = 0;
  assert_int_equal(physics_rows(&a), physics_rows(&b));
  for (int64_t i = 0; i < physics_rows(&a); i++) {
    apart = fmax(apart, fabs(x[i] - y[i]));
    largest = fmax(largest, fabs(y[i]));
  }
  print_message("%s, %s: %s differs by %.1e of %.3e\n", model, other, column, apart / largest, largest);
  physics_finish(&a);
  physics_finish(&b);
  return apart / largest;
}

/* The deflection of the tip, 2.9 mm, from the axis of the hub; spin of 0.036 of the first frequency. */
static void slewing_arm(void **state) {
  (void)state;
  assert_true(difference("modal/slewing_arm", "modal/slewing_arm_beams", "tip.value", 1e-3) <= 1e-2);
  assert_true(difference("modal/slewing_arm", "modal/slewing_arm_pieces", "tip.value", 1e-3) <= 1e-2);
  assert_true(difference("modal/slewing_arm", "modal/slewing_arm_beams", "drive.tz", 1e-3) <= 1e-2);
}

/* The rod carries the slider's inertia, up to 0.4 % of what would buckle it: so much softer or stiffer beams are, and
 * modal bodies are not. At twice the speed it is four times as much. */
static void slider_crank(void **state) {
  (void)state;
  assert_true(difference("modal/slider_crank", "modal/slider_crank_beams", "bend.value", 2e-4) <= 1e-2);
  assert_true(difference("modal/slider_crank", "modal/slider_crank_beams", "slider.x", 2e-4) <= 1e-6);
}

static void fourbar(void **state) {
  (void)state;
  assert_true(difference("modal/fourbar", "modal/fourbar_beams", "bend.value", 2e-4) <= 1e-2);
  assert_true(difference("modal/fourbar", "modal/fourbar_beams", "D.fx", 2e-4) <= 1e-2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slewing_arm), cmocka_unit_test(slider_crank),
                                     cmocka_unit_test(fourbar)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
