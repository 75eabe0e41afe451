/* The doctor on mechanisms whose redundancy is known by hand: what is redundant, with what, which edits cure it, and
 * that the edited file is healthy, has the same freedom and moves as before. */
#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "analysis/doctoring.h"
#include "file.h"
#include "read/read.h"

const char fixed_path[] = "doctor_test_fixed.yaml";

/* ---- consistent redundancy ---- */

static void one_edit_cures_a_fourbar(void **state) {
  (void)state;
  Fixture f = fixture_of(fourbar);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 3);
  assert_int_equal(check->gruebler, -2);
  assert_int_equal(check->degrees_of_freedom, 1);
  static const char *const rows[] = {"translation along z of the ground", "rotation about y of the ground",
                                     "rotation about x of the ground"};
  for (int i = 0; i < 3; i++) {
    assert_string_equal(check->redundant[i].joint, "D");
    assert_string_equal(check->redundant[i].equation, rows[i]);
    assert_true(check->redundant[i].consistent);
    check_with(&check->redundant[i], "A B C");
  }
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "C", "revolute", "point-on-line");
  assert_string_equal(check->edits[0].file, "test.yaml");
  assert_int_equal(check->edits[0].line, 10);
  assert_int_equal(check->edits[0].column, 11);
  assert_string_equal(check->edits[0].why,
                      "gives up translation along its z, rotations about its x and y, which A, B and D hold already");
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(strstr(fixed.model->text, "\n    type: point-on-line # a pin\n"));
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* The later joint is not free to change when a motion drives its angle. */
/* The cure is looked for at the assembled pose, however rough the written one is. */
static void a_rough_pose_gets_the_same_edit(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "ground: {frames: {A: {at: [0, 0, 0]}, D: {at: [0.3, 0, 0]}}}\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: [1, 1, 1], at: [0.05, 0, 0], frames: {a: {at: [-0.05, 0, 0]}, b: {at: [0.05, 0, "
      "0]}}}\n"
      "  rod: {mass: 1, inertia: [1, 1, 1], at: [0.2, 0.1, 0], frames: {b: {at: [-0.15, 0, 0]}, c: {at: [0.15, 0, "
      "0]}}}\n"
      "  rocker: {mass: 1, inertia: [1, 1, 1], at: [0.3, 0.1, 0], turn: {axis: z, angle: 100 deg},\n"
      "    frames: {d: {at: [-0.125, 0, 0]}, c: {at: [0.125, 0, 0]}}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground.A, crank.a]}\n"
      "  B: {type: revolute, between: [crank.b, rod.b]}\n"
      "  C: {type: revolute, between: [rod.c, rocker.c]}\n"
      "  D: {type: revolute, between: [ground.D, rocker.d]}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_true(check->initial_position_error > 0.5);
  assert_int_equal(check->nredundant, 3);
  assert_int_equal(check->nedits, 1);
  assert_true(check->edits_suffice);
  check_edit(check, 0, "C", "revolute", "point-on-line");
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void a_driven_joint_keeps_its_angle(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, "%smotions: {m: {joint: C, rotation: \"0.1*sin(t)\"}}\n", fourbar);
  Fixture f = fixture_of(text);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->degrees_of_freedom, 0);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "B", "revolute", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 0);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void a_door_gets_a_ball_and_a_slot(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies: {door: {mass: 20, inertia: [1, 1, 1], at: [0.5, 0, 0]}}\n"
      "joints:\n"
      "  low: # carries the weight\n"
      "    type: revolute\n"
      "    axis: z # up\n"
      "    between: [ground, door]\n"
      "    at: [0, 0, -0.5]\n"
      "  high: {type: 'revolute', axis: z, between: [ground, door], at: [0, 0, 0.5]} # upper\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 5);
  assert_int_equal(check->gruebler, -4);
  for (int i = 0; i < 5; i++) check_with(&check->redundant[i], "low");
  assert_int_equal(check->nedits, 2);
  check_edit(check, 0, "low", "revolute", "spherical");
  assert_string_equal(check->edits[0].drops, "axis");
  check_edit(check, 1, "high", "revolute", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(
      strstr(fixed.model->text, "  low: # carries the weight\n    type: spherical\n    between: [ground, door]\n"));
  assert_non_null(strstr(fixed.model->text,
                         "  high: {type: point-on-line, axis: z, between: [ground, door], at: [0, 0,"
                         " 0.5]} # upper\n"));
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* Six revolutes with one redundant row by their special places: one more freedom in one of them cures it. Not in the
 * last of the hinges: then it meets singular poses on its way. */
static void bricard_gets_one_sleeve(void **state) {
  (void)state;
  char path[600];
  snprintf(path, sizeof path, "%s/models/A04_bricard_sec01.yaml", SAR_TEST_DIR);
  Fixture f = read_path(path);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 1);
  assert_int_equal(check->gruebler, 0);
  assert_int_equal(check->degrees_of_freedom, 1);
  assert_string_equal(check->redundant[0].joint, "hinge6");
  check_with(&check->redundant[0], "hinge1 hinge2 hinge3 hinge4 hinge5");
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "hinge4", "revolute", "cylindrical");
  Fixture fixed = fixed_of(&f, check, 1);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* Three parallel bars: six rows out of the plane, and one in it that only equal bars make redundant. No type with the
 * axes as they are frees one direction in the plane. */
static void a_third_parallel_bar_holds_one_direction(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0], velocity: [0.5, 0, 0], omega: [0, 0, -1]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.5, 0], velocity: [0.5, 0, 0], omega: [0, 0, -1]}\n"
      "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0], velocity: [0.5, 0, 0], omega: [0, 0, -1]}\n"
      "  bar: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0], velocity: [1, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [ground, b], at: [1, 0, 0], axis: z}\n"
      "  C: {type: revolute, between: [ground, c], at: [2, 0, 0], axis: z}\n"
      "  D: {type: revolute, between: [a, bar], at: [0, 1, 0], axis: z}\n"
      "  E: {type: revolute, between: [b, bar], at: [1, 1, 0], axis: z}\n"
      "  F: {type: revolute, between: [c, bar], at: [2, 1, 0], axis: z}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 7);
  assert_int_equal(check->gruebler, -6);
  assert_int_equal(check->nedits, 2);
  check_edit(check, 0, "E", "revolute", "point-on-line");
  check_edit(check, 1, "F", "revolute", "point-in-plane");
  assert_string_equal(check->edits[1].axis, "x");
  Fixture fixed = fixed_of(&f, check, 1);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void a_slider_crank_keeps_its_slider(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [3, -9.81, 0]\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
      "  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.5, 0]}\n"
      "  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [crank, rod], at: [0, 1, 0], axis: z}\n"
      "  C: {type: revolute, between: [rod, slider], at: [2, 0, 0], axis: z}\n"
      "  D: {type: prismatic, between: [ground, slider], at: [2, 0, 0], axis: x}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 3);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "C", "revolute", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 1);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void two_welds_are_one_too_many(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies: {a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}, b: {mass: 1, inertia: [1, 1, 1], at: [2, 0, 0]}}\n"
      "joints: {H: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z},\n"
      "  W: {type: fixed, between: [a, b], at: [1.5, 0, 0]}, V: {type: fixed, between: [a, b], at: [1.6, 0, 0]}}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 6);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "V", "fixed", "");
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(strstr(fixed.model->text, "  W: {type: fixed, between: [a, b], at: [1.5, 0, 0]}}\n"));
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* A door and a four-bar in one model are two groups: each gets its own smallest cure. */
static void groups_are_cured_one_by_one(void **state) {
  (void)state;
  char text[2000];
  snprintf(text, sizeof text, "%s", fourbar);
  char *joints = strstr(text, "joints:\n");
  snprintf(joints, sizeof text - (size_t)(joints - text),
           "  door: {mass: 20, inertia: [1, 1, 1], at: [5, 0, 0]}\njoints:\n"
           "  low: {type: revolute, axis: z, between: [ground, door], at: [4, 0, -0.5]}\n"
           "  high: {type: revolute, axis: z, between: [ground, door], at: [4, 0, 0.5]}\n%s",
           strstr(fourbar, "joints:\n") + 8);
  Fixture f = fixture_of(text);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 8);
  assert_int_equal(check->nedits, 3);
  check_edit(check, 0, "low", "revolute", "spherical");
  check_edit(check, 1, "high", "revolute", "point-on-line");
  check_edit(check, 2, "C", "revolute", "point-on-line");
  Fixture fixed = fixed_of(&f, check, 2);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* More loops in a row than one or two edits can cure, each joint written by itself. */
static void many_loops_get_an_edit_each(void **state) {
  (void)state;
  enum { LOOPS = 6 };
  char text[8000], *end = text;
  const char *body = "{mass: 1, inertia: [0.1, 0.1, 0.1], at: [";
  end += sprintf(end, "gravity: [3, -9.81, 0]\nbodies:\n");
  for (int i = 0; i <= LOOPS; i++) end += sprintf(end, "  k%d: %s%d, 0.5, 0]}\n", i, body, i);
  for (int i = 0; i < LOOPS; i++) end += sprintf(end, "  c%d: %s%d.5, 1, 0]}\n", i, body, i);
  end += sprintf(end, "joints:\n");
  for (int i = 0; i <= LOOPS; i++) {
    end += sprintf(end, "  P%d: {type: revolute, between: [ground, k%d], at: [%d, 0, 0], axis: z}\n", i, i, i);
  }
  for (int i = 0; i < LOOPS; i++) {
    end += sprintf(end, "  T%d: {type: revolute, between: [k%d, c%d], at: [%d, 1, 0], axis: z}\n", i, i, i, i);
    end += sprintf(end, "  S%d: {type: revolute, between: [k%d, c%d], at: [%d, 1, 0], axis: z}\n", i, i + 1, i, i + 1);
  }
  Fixture f = fixture_of(text);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 3 * LOOPS);
  assert_int_equal(check->nedits, LOOPS);
  for (int i = 0; i < LOOPS; i++) assert_string_equal(check->edits[i].to, "point-on-line");
  Fixture fixed = fixed_of(&f, check, 1);
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* ---- repeated and included entries ---- */

static void an_entry_with_for_is_edited_once(void **state) {
  (void)state;
  char path[600];
  snprintf(path, sizeof path, "%s/models/A02_Nfourbar_N2_natural.yaml", SAR_TEST_DIR);
  Fixture f = read_path(path);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 6);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "close0", "revolute", "point-on-line");
  assert_int_equal(check->edits[0].count, 2);
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(strstr(fixed.model->text, "\"close{i}\": {for: {i: 0..N-1}, type: point-on-line, between:"));
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

static Fixture with_files(const char *text, const SarModelFile *files, int32_t nfiles) {
  Fixture f = {.context = sar_context_create()};
  SarReadOptions options = {.files = files, .nfiles = nfiles, .files_only = true};
  SarStatus status = sar_model_read_text(f.context, "test.yaml", text, strlen(text), &options, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return f;
}

/* The four-bar stands in a file of its own: the edit is named there, and nothing is written. */
static void an_included_file_is_not_changed(void **state) {
  (void)state;
  SarModelFile files[] = {{"parts/fourbar.yaml", fourbar}};
  Fixture f = with_files(
      "include:\n  left: {file: parts/fourbar.yaml}\n  right: {file: parts/fourbar.yaml, at: [0, 0, 3]}\n", files, 1);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 6);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "left.C", "revolute", "point-on-line");
  assert_int_equal(check->edits[0].count, 2);
  assert_true(check->edits[0].included);
  assert_string_equal(check->edits[0].file, "parts/fourbar.yaml");
  assert_int_equal(check->edits[0].line, 10);
  assert_true(check->edits_suffice);
  assert_int_equal(sar_check_fix(f.context, f.system, check, fixed_path), SAR_FAILED);
  const SarDiagnostic *d = sar_context_get(f.context, sar_context_count(f.context) - 1);
  assert_non_null(strstr(d->message, "included file"));
  assert_string_equal(d->source.file, "parts/fourbar.yaml");
  assert_int_equal(d->source.line, 10);
  assert_non_null(strstr(d->remedy, "`type: point-on-line`"));
  assert_null(fopen(fixed_path, "r"));
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* Where an own joint can be changed as well, that is preferred. */
static void own_entries_come_first(void **state) {
  (void)state;
  static const char part[] =
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
      "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n";
  SarModelFile files[] = {{"part.yaml", part}};
  Fixture f = with_files(
      "gravity: [0, -9.81, 0]\n"
      "bodies:\n  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}\n"
      "include: {arm: {file: part.yaml}}\n"
      "joints:\n"
      "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}\n"
      "  C: {type: revolute, between: [arm.coupler, rocker], at: [2, 1, 0], axis: z}\n",
      files, 1);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nedits, 1);
  check_edit(check, 0, "C", "revolute", "point-on-line");
  assert_false(check->edits[0].included);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* ---- nothing to do ---- */

static void a_healthy_model_has_no_edits(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}\n");
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nedits, 0);
  assert_false(check->edits_suffice);
  assert_int_equal(check->gruebler, 1);
  assert_int_equal(sar_check_fix(f.context, f.system, check, fixed_path), SAR_FAILED);
  assert_null(fopen(fixed_path, "r"));
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void the_model_itself_is_not_written(void **state) {
  (void)state;
  Fixture f = fixture_of(fourbar);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(sar_check_fix(f.context, f.system, check, "test.yaml"), SAR_USAGE);
  assert_null(fopen("test.yaml", "r"));
  file_write_text("test.yaml", "kept"); /* under other names of the same file */
  assert_int_equal(sar_check_fix(f.context, f.system, check, "./test.yaml"), SAR_USAGE);
  assert_int_equal(symlink("test.yaml", "test_link.yaml"), 0);
  SarStatus linked = sar_check_fix(f.context, f.system, check, "test_link.yaml");
  long length;
  char *kept = file_bytes("test.yaml", &length);
  remove("test.yaml");
  remove("test_link.yaml");
  assert_int_equal(linked, SAR_USAGE);
  assert_string_equal(kept, "kept");
  free(kept);
  sar_check_destroy(&check);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_edit_cures_a_fourbar),         cmocka_unit_test(a_rough_pose_gets_the_same_edit),
      cmocka_unit_test(a_driven_joint_keeps_its_angle),   cmocka_unit_test(a_door_gets_a_ball_and_a_slot),
      cmocka_unit_test(bricard_gets_one_sleeve),          cmocka_unit_test(a_third_parallel_bar_holds_one_direction),
      cmocka_unit_test(a_slider_crank_keeps_its_slider),  cmocka_unit_test(two_welds_are_one_too_many),
      cmocka_unit_test(groups_are_cured_one_by_one),      cmocka_unit_test(many_loops_get_an_edit_each),
      cmocka_unit_test(an_entry_with_for_is_edited_once), cmocka_unit_test(an_included_file_is_not_changed),
      cmocka_unit_test(own_entries_come_first),           cmocka_unit_test(a_healthy_model_has_no_edits),
      cmocka_unit_test(the_model_itself_is_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
