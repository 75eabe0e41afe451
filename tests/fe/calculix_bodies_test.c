/* label: long. Small reduced bodies against CalculiX with the same meshes: frequencies of the free body and of the body
 * that is held at an interface, deflections and stresses under static loads. */
#include <math.h>

#include "calculix.h"
#include "check.h"

static const Case bar = {"bar", "left", 60, false, {"left", "right"}};
static const Case plate = {"plate", "edge", 60, true, {"edge", "corner"}};
static const Case bracket = {"bracket", "bolt_1", 150, false, {"pin", "bolt_1", "bolt_2", "bolt_3"}};

static void bar_frequencies(void **state) {
  (void)state;
  calculix_frequencies(&bar);
}

static void plate_frequencies(void **state) {
  (void)state;
  calculix_frequencies(&plate);
}

static void bracket_frequencies(void **state) {
  (void)state;
  calculix_frequencies(&bracket);
}

static void bar_loaded(void **state) {
  (void)state;
  calculix_loaded(&(Loaded){.of = &bar, .held = {"left"}, .loads = {{"right", {1000, 2000, -3000}}}});
}

static void bracket_loaded(void **state) {
  (void)state;
  calculix_loaded(
      &(Loaded){.of = &bracket, .held = {"bolt_1", "bolt_2", "bolt_3"}, .loads = {{"pin", {1500, 2500, -2000}}}});
}

/* ---- two choices of interfaces ---- */

/* The largest difference over the largest value. */
static double apart(const double *a, const double *b, int count) {
  double difference = 0, largest = 0;
  for (int i = 0; i < count; i++) {
    difference = fmax(difference, fabs(a[i] - b[i]));
    largest = fmax(largest, fabs(a[i]));
  }
  return difference / largest;
}

/* A third interface that does not stiffen the bar changes neither what loads at the ends do nor, with enough shapes,
 * its frequencies. */
static void two_choices(void **state) {
  (void)state;
  static const SarFeInterface three[] = {{.name = "big", .set = "big", .coupling = SAR_FE_RIGID},
                                         {.name = "small", .set = "small", .coupling = SAR_FE_RIGID},
                                         {.name = "mid", .set = "mid", .coupling = SAR_FE_DISTRIBUTED}};
  const Loaded load_case = {.held = {"big"}, .loads = {{"small", {10, 20, -30}}}};
  Fixture f;
  calculix_load(&f, "rod");
  double moved[2][6], hertz[2][10];
  for (int c = 0; c < 2; c++) {
    fixture_reduce(&f, three, 2 + c, 40, 0, NULL);
    const double *x = calculix_equilibrium(&f, &load_case);
    for (int r = 0; r < 6; r++) moved[c][r] = calculix_moved(&f, "small", r, x);
    for (int i = 0; i < 10; i++) hertz[c][i] = sqrt(f.body.stiffness[i]) / TWO_PI;
  }
  double frequency = 0;
  const double worst = fmax(apart(moved[0], moved[1], 3), apart(moved[0] + 3, moved[1] + 3, 3));
  for (int i = 0; i < 10; i++) frequency = fmax(frequency, apart(hertz[0] + i, hertz[1] + i, 1));
  print_message("two choices of interfaces: deflections %.1e, frequencies %.1e apart\n", worst, frequency);
  assert_true(worst <= 1e-8);
  assert_true(frequency <= 1e-3);
  fixture_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bar_frequencies), cmocka_unit_test(plate_frequencies), cmocka_unit_test(bracket_frequencies),
      cmocka_unit_test(bar_loaded),      cmocka_unit_test(bracket_loaded),    cmocka_unit_test(two_choices),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
