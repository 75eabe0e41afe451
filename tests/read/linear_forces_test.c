/* Fields and linear beams in model files: units of their matrices, mistakes, mirror images. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/reading.h"

#define BODY "bodies: {one: {mass: 1, inertia: [1, 1, 1]}}\n"

/* In mm, N, ms and degrees: 1 N/mm = 1000 N/m, 1 N/deg = 180/pi N/rad, 1 N mm/mm = 1 N, 1 N mm/deg = 0.18/pi N m/rad.
 */
static void matrices_have_four_units(void **state) {
  (void)state;
  const double degree = 3.14159265358979323846 / 180;
  Reading r = read_text("units: {length: mm, mass: kg, time: ms, angle: deg, force: N}\n" BODY
                        "forces:\n  f: {type: field, between: [one, ground], stiffness: [[1, 0, 0, 2, 0, 0], [0, 1, 0, "
                        "0, 0, 0],\n    [0, 0, 1, 0, 0, 0], [3, 0, 0, 4, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, "
                        "1]],\n    damping: [1, 2, 3, 4, 5, 6], rest: [1, 2, 3, 4, 5, 6], preload: [1, 2, 3, 4, 5, "
                        "6]}\n");
  const SarValue *K = value_of(&r, "f", "stiffness"), *C = value_of(&r, "f", "damping");
  assert_int_equal(K->columns, 6);
  CHECK_NEAR(K->list[0], 1000, 1e-12);
  CHECK_NEAR(K->list[3], 2 / degree, 1e-12);
  CHECK_NEAR(K->list[18], 3, 1e-15);
  CHECK_NEAR(K->list[21], 4e-3 / degree, 1e-14);
  assert_int_equal(C->columns, 1);
  CHECK_NEAR(C->list[2], 3, 1e-15);             /* N ms/mm = N s/m */
  CHECK_NEAR(C->list[3], 4e-6 / degree, 1e-17); /* N mm ms/deg */
  CHECK_NEAR(value_of(&r, "f", "rest")->list[2], 3e-3, 1e-18);
  CHECK_NEAR(value_of(&r, "f", "rest")->list[3], 4 * degree, 1e-16);
  CHECK_NEAR(value_of(&r, "f", "preload")->list[0], 1, 0);
  CHECK_NEAR(value_of(&r, "f", "preload")->list[5], 6e-3, 1e-18);
  end_reading(&r);
}

static void mistakes_are_told(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"{type: field, between: [one, ground], stiffness: [1, 2]}", "`stiffness` has 6 or 6x6 numbers, not 2x1"},
      {"{type: field, between: [one, ground], rest: [1, 2]}", "`rest` has 6 numbers, not 2"},
      {"{type: field, between: [one, ground], damping: [1, 1, 1, 1, 1, 1], damping_ratio: 1}", "exclude each other"},
      {"{type: linear-beam, between: [one, ground], length: 0, area: 1, area_moments: [1, 1, 1], young: 1, "
       "shear_modulus: 1}",
       "`length` must be positive"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text, BODY "forces:\n  f: %s\n", cases[i][0]);
    char *error = first_error(text, NULL);
    assert_non_null(error);
    if (!strstr(error, cases[i][1])) fail_msg("%s", error);
    free(error);
  }
}

/* Along y, and about x and z, signs change: K, rest and preload of the mirror image are those that the mirrored motion
 * has. */
static void fields_are_mirrored(void **state) {
  (void)state;
  static const char part[] = BODY
      "ground: {frames: {g: {at: [1, 0, 0]}}}\n"
      "forces:\n  f: {type: field, between: [one, ground.g], stiffness: [[1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [1, "
      "2, 3, 4, 5, 6],\n    [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6]], damping: [1, 2, 3, 4, 5, 6],\n"
      "    rest: [1, 2, 3, 4, 5, 6], preload: [1, 2, 3, 4, 5, 6]}\n";
  static const double sign[6] = {1, -1, 1, -1, 1, -1};
  static const SarModelFile files[] = {{"part.yaml", part}};
  static const char text[] = "include: {left: {file: part.yaml, mirror: y}}\n";
  SarReadOptions options = {.files = files, .nfiles = 1, .files_only = true};
  Reading r = {sar_context_create(), NULL};
  assert_int_equal(sar_model_read_text(r.context, "text.yaml", text, strlen(text), &options, &r.model), SAR_OK);
  for (int i = 0; i < 6; i++) {
    for (int j = 0; j < 6; j++) {
      CHECK_NEAR(value_of(&r, "left.f", "stiffness")->list[6 * i + j], sign[i] * sign[j] * (j + 1), 0);
    }
    CHECK_NEAR(value_of(&r, "left.f", "damping")->list[i], i + 1, 0);
    CHECK_NEAR(value_of(&r, "left.f", "rest")->list[i], sign[i] * (i + 1), 0);
    CHECK_NEAR(value_of(&r, "left.f", "preload")->list[i], sign[i] * (i + 1), 0);
  }
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(matrices_have_four_units), cmocka_unit_test(mistakes_are_told),
                                     cmocka_unit_test(fields_are_mirrored)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
