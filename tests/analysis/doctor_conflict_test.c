/* The doctor on joints and motions that contradict each other, and on edits that need care. */
#include <stdio.h>
#include <string.h>

#include "analysis/doctoring.h"
#include "analysis/start/start.h"

const char fixed_path[] = "doctor_conflict_test_fixed.yaml";

/* ---- contradictions ---- */

static void the_later_of_two_drives_goes(void **state) {
  (void)state;
  static const char *const functions[] = {"rotation: \"2*t\"", "rotation_velocity: 1", "rotation: \"t\""};
  static const SarStatus status[] = {SAR_CONFLICT, SAR_CONFLICT, SAR_OK};
  static const bool consistent[] = {false, true, true};
  for (int i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text,
             "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
             "joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}\n"
             "motions:\n  B: {joint: A, rotation: \"t\"}\n  C: {joint: A, %s} # again\n",
             functions[i]);
    Fixture f = fixture_of(text);
    const SarCheck *check = check_of(&f, status[i]);
    assert_int_equal(check->nredundant, 1);
    assert_string_equal(check->redundant[0].joint, "C");
    check_with(&check->redundant[0], "B");
    assert_int_equal(check->redundant[0].consistent, consistent[i]);
    assert_int_equal(check->nedits, 1);
    check_edit(check, 0, "C", "motion", "");
    assert_int_equal(check->edits[0].line, 5);
    Fixture fixed = fixed_of(&f, check, 0);
    assert_null(strstr(fixed.model->text, "again"));
    assert_non_null(strstr(fixed.model->text, "  B: {joint: A, rotation: \"t\"}\n"));
    fixture_free(&fixed);
    sar_check_destroy(&check);
    fixture_free(&f);
  }
}

/* A four-bar with two drives that disagree: three rows repeat others, the second drive contradicts. */
static void a_loop_driven_twice(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, "%smotions:\n  m1: {joint: A, rotation: t}\n  m2: {joint: D, rotation: 2*t}\n", fourbar);
  Fixture f = fixture_of(text);
  const SarCheck *check = check_of(&f, SAR_CONFLICT);
  assert_int_equal(check->nredundant, 4);
  for (int i = 0; i < 3; i++) assert_true(check->redundant[i].consistent);
  assert_string_equal(check->redundant[3].joint, "m2");
  assert_false(check->redundant[3].consistent);
  check_with(&check->redundant[3], "A B C D m1");
  assert_int_equal(check->nedits, 2);
  check_edit(check, 0, "C", "revolute", "point-on-line");
  check_edit(check, 1, "m2", "motion", "");
  Fixture fixed = fixed_of(&f, check, 0);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* A hinge and a ball 1 mm beside its axis: a slot instead of the hinge leaves room for the millimetre. */
static void a_hinge_beside_the_axis(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {door: {mass: 20, inertia: [1, 1, 1], at: [0.5, 0, 0], frames: {top: {at: [-0.5, 0, 0.5]}}}}\n"
      "ground: {frames: {low: {at: [0, 0, -0.5]}, high: {at: [0, 0.001, 0.5]}}}\n"
      "joints:\n  A: {type: revolute, between: [ground.low, door], axis: z}\n"
      "  B: {type: spherical, between: [ground.high, door.top]}\n");
  const SarCheck *check = check_of(&f, SAR_CANNOT_ASSEMBLE);
  assert_false(check->assembled);
  assert_int_equal(check->nredundant, 3);
  for (int i = 0; i < 3; i++) {
    assert_string_equal(check->redundant[i].joint, "B");
    assert_false(check->redundant[i].consistent);
    check_with(&check->redundant[i], "A");
  }
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "A", "revolute", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 1);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* A rod of 1 m between points 5 m apart: the only cure lets one end slide along the line between them. */
static void a_rod_that_is_too_short(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "ground: {frames: {left: {at: [0, 0, 0]}, right: {at: [5, 0, 0]}}}\n"
      "bodies:\n"
      "  rod: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0], frames: {a: {at: [-0.5, 0, 0]}, b: {at: [0.5, 0, 0]}}}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground.left, rod.a]}\n"
      "  B: {type: spherical, between: [ground.right, rod.b]}\n");
  const SarCheck *check = check_of(&f, SAR_CANNOT_ASSEMBLE);
  assert_int_equal(check->nredundant, 1);
  assert_false(check->redundant[0].consistent);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "B", "spherical", "point-on-line");
  assert_string_equal(check->edits[0].axis, "x");
  const SarDiagnostic *d = sar_context_get(f.context, 0);
  assert_non_null(strstr(d->remedy, "sarrus check MODEL --fix FIXED.yaml"));
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(strstr(fixed.model->text, "  B: {type: point-on-line, between: [ground.right, rod.b], axis: x}\n"));
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* The same written in lines, and with bodies alone as sides: the new type needs an axis. */
static void a_missing_axis_is_written(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {rod: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0]}}\n"
      "joints:\n"
      "  A: {type: spherical, between: [ground, rod], at: [0, 0, 0]}\n"
      "  B:\n"
      "    type: spherical\n"
      "    between: [ground, rod] # the far end\n"
      "    at: [1, 0, 0]\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 1);
  assert_true(check->redundant[0].consistent);
  check_edit(check, 0, "B", "spherical", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(
      strstr(fixed.model->text, "    type: point-on-line\n    axis: x\n    between: [ground, rod] # the far end\n"));
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* Three hinges in braces, the third an alias of the first: the neighbours go together with the comma between them. */
static void neighbours_are_removed_together(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies: {door: {mass: 20, inertia: [1, 1, 1], at: [0.5, 0, 0]}}\n"
      "joints: {h1: &h {type: revolute, between: [ground, door], axis: z, at: [0, 0, -0.5]},\n"
      "  h2: {at: [0, 0, 0.5], axis: z, # above\n"
      "    type: revolute, between: [ground, door]}, h3: *h}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 10);
  assert_int_equal(check->nedits, 2);
  check_edit(check, 0, "h2", "revolute", "");
  check_edit(check, 1, "h3", "revolute", "");
  Fixture fixed = fixed_of(&f, check, 1);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* A joint may only be replaced by one that lets the bodies move as before. */
static void freedom_is_compared_by_direction(void **state) {
  (void)state;
  static const struct {
    const char *joint;
    bool spans;
  } others[] = {{"revolute, axis: z", true},     {"spherical", true},       {"cylindrical, axis: z", true},
                {"universal, axis: z", true},    {"planar, axis: z", true}, {"revolute, axis: x", false},
                {"prismatic, axis: z", false},   {"universal", false},      {"fixed, axis: z", false},
                {"point-on-line, axis: x", true}};
  SarStart *hinge, *other;
  char text[300];
  const char *format =
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
      "joints: {A: {type: %s, between: [ground, a], at: [0, 0, 0]}}\n";
  snprintf(text, sizeof text, format, "revolute, axis: z");
  Fixture f = fixture_of(text);
  assert_int_equal(sar_start_create(f.context, f.system, &hinge), SAR_OK);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    snprintf(text, sizeof text, format, others[i].joint);
    Fixture g = fixture_of(text);
    bool spans;
    assert_int_equal(sar_start_create(g.context, g.system, &other), SAR_OK);
    assert_int_equal(
        sar_row_set_spans(f.context, hinge->all, hinge->q, &hinge->rows, other->all, other->q, 1e-6, &spans), SAR_OK);
    if (spans != others[i].spans) fail_msg("%s", others[i].joint);
    sar_start_destroy(&other);
    fixture_free(&g);
  }
  sar_start_destroy(&hinge);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_later_of_two_drives_goes),     cmocka_unit_test(a_loop_driven_twice),
      cmocka_unit_test(a_hinge_beside_the_axis),          cmocka_unit_test(a_rod_that_is_too_short),
      cmocka_unit_test(a_missing_axis_is_written),        cmocka_unit_test(neighbours_are_removed_together),
      cmocka_unit_test(freedom_is_compared_by_direction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
