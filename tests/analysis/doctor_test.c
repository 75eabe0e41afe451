/* The doctor on mechanisms whose redundancy is known by hand: what is redundant, with what, which edits cure it, and
 * that the edited file is healthy, has the same freedom and moves as before. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start.h"
#include "analysis/support.h"
#include "check.h"
#include "model/model.h"
#include "read/read.h"

#define FIXED "doctor_test_fixed.yaml"

/* Crank 1, coupler 2, rocker 1, ground 2; all axes along z. Written in lines, with comments. */
static const char fourbar[] =
    "gravity: [3, -9.81, 0]\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n"
    "  C:\n"
    "    type: revolute # a pin\n"
    "    between: [coupler, rocker]\n"
    "    at: [2, 1, 0]\n"
    "    axis: z\n"
    "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}\n"
    "simulate: {end: 0.5}\n";

static const SarCheck *check_of(const Fixture *f, SarStatus expected) {
  const SarCheck *check;
  assert_int_equal(sar_check(f->context, f->system, &check), expected);
  assert_non_null(check);
  assert_int_equal(check->gruebler, check->coordinates - check->constraints);
  return check;
}

static void check_edit(const SarCheck *check, int32_t index, const char *element, const char *from, const char *to) {
  assert_true(index < check->nedits);
  const SarEdit *edit = &check->edits[index];
  assert_string_equal(edit->element, element);
  assert_string_equal(edit->from, from);
  assert_string_equal(edit->to, to);
  assert_string_equal(edit->action, to[0] ? "replace type" : "remove");
  assert_true(strlen(edit->why) > 0);
}

static void check_with(const SarRedundant *row, const char *names) {
  char text[200] = "";
  for (int32_t i = 0; i < row->nwith; i++) {
    strncat(text, i ? " " : "", sizeof text - strlen(text) - 1);
    strncat(text, row->with[i], sizeof text - strlen(text) - 1);
  }
  assert_string_equal(text, names);
}

/* ---- the fixed file ---- */

static Fixture read_path(const char *path) {
  Fixture f = {.context = sar_context_create()};
  SarStatus status = sar_model_read(f.context, path, NULL, 0, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return f;
}

/* Writes the fixed model and checks it as a user would. */
static Fixture fixed_of(const Fixture *f, const SarCheck *check, int32_t degrees_of_freedom) {
  assert_true(check->edits_suffice);
  assert_int_equal(sar_check_fix(f->context, f->system, check, FIXED), SAR_OK);
  Fixture fixed = read_path(FIXED);
  const SarCheck *after = check_of(&fixed, SAR_OK);
  assert_int_equal(after->nredundant, 0);
  assert_int_equal(after->nedits, 0);
  assert_true(after->assembled);
  assert_int_equal(after->degrees_of_freedom, degrees_of_freedom);
  assert_int_equal(after->gruebler, degrees_of_freedom);
  sar_check_destroy(&after);
  remove(FIXED);
  return fixed;
}

static SarTable *run(const Fixture *f) {
  SarTable *table;
  SarRunSummary summary;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(f->context, &table), SAR_OK);
  options.table = table;
  options.tolerance = 1e-9;
  options.end = 0.3;
  options.output_every = 0.05;
  if (sar_run(f->context, f->system, &options, &summary) != SAR_OK) fail_msg("%s", fixture_message(f, SAR_ERROR));
  return table;
}

/* Positions and orientations of all bodies. */
static void moves_as_before(const Fixture *before, const Fixture *after) {
  static const char *const quantities[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  SarTable *a = run(before), *b = run(after);
  double largest = 0;
  for (int32_t i = 0; i < before->model->nelements; i++) {
    for (int k = 0; k < 7 && before->model->elements[i].class->section == SAR_SECTION_BODIES; k++) {
      char name[80];
      snprintf(name, sizeof name, "%s.%s", before->model->elements[i].name, quantities[k]);
      const double *first = sar_table_values(a, sar_table_find(a, name));
      const double *second = sar_table_values(b, sar_table_find(b, name));
      for (int64_t row = 0; row < sar_table_rows(a); row++) {
        CHECK_NEAR(second[row], first[row], 1e-6);
        largest = fmax(largest, fabs(first[row] - first[0]));
      }
    }
  }
  assert_true(largest > 1e-2); /* it does move */
  sar_table_destroy(&a);
  sar_table_destroy(&b);
}

/* ---- consistent redundancy ---- */

static void one_edit_cures_a_fourbar(void **state) {
  (void)state;
  Fixture f = fixture_of(fourbar);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(check->nredundant, 3);
  assert_int_equal(check->gruebler, -2);
  assert_int_equal(check->degrees_of_freedom, 1);
  static const char *const rows[] = {"translation along z of the ground", "rotation about y", "rotation about x"};
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
                      "gives up translation along z, rotations about x and y, which A, B and D hold already");
  Fixture fixed = fixed_of(&f, check, 1);
  assert_non_null(strstr(fixed.model->text, "\n    type: point-on-line # a pin\n"));
  moves_as_before(&f, &fixed);
  fixture_free(&fixed);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* The later joint is not free to change when a motion drives its angle. */
static void a_driven_joint_keeps_its_angle(void **state) {
  (void)state;
  char text[sizeof fourbar + 80];
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

/* Six revolutes with one redundant row by their special places: one more freedom in one of them cures it. */
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
  check_edit(check, 0, "hinge5", "revolute", "cylindrical");
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
  char text[sizeof fourbar + 400];
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
  assert_int_equal(sar_check_fix(f.context, f.system, check, FIXED), SAR_FAILED);
  const SarDiagnostic *d = sar_context_get(f.context, sar_context_count(f.context) - 1);
  assert_non_null(strstr(d->message, "included file"));
  assert_string_equal(d->source.file, "parts/fourbar.yaml");
  assert_int_equal(d->source.line, 10);
  assert_non_null(strstr(d->remedy, "`type: point-on-line`"));
  assert_null(fopen(FIXED, "r"));
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
  char text[sizeof fourbar + 120];
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
  assert_int_equal(sar_check_fix(f.context, f.system, check, FIXED), SAR_FAILED);
  assert_null(fopen(FIXED, "r"));
  sar_check_destroy(&check);
  fixture_free(&f);
}

static void the_model_itself_is_not_written(void **state) {
  (void)state;
  Fixture f = fixture_of(fourbar);
  const SarCheck *check = check_of(&f, SAR_OK);
  assert_int_equal(sar_check_fix(f.context, f.system, check, "test.yaml"), SAR_USAGE);
  assert_null(fopen("test.yaml", "r"));
  sar_check_destroy(&check);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_edit_cures_a_fourbar),
      cmocka_unit_test(a_driven_joint_keeps_its_angle),
      cmocka_unit_test(a_door_gets_a_ball_and_a_slot),
      cmocka_unit_test(bricard_gets_one_sleeve),
      cmocka_unit_test(a_third_parallel_bar_holds_one_direction),
      cmocka_unit_test(a_slider_crank_keeps_its_slider),
      cmocka_unit_test(two_welds_are_one_too_many),
      cmocka_unit_test(groups_are_cured_one_by_one),
      cmocka_unit_test(many_loops_get_an_edit_each),
      cmocka_unit_test(an_entry_with_for_is_edited_once),
      cmocka_unit_test(an_included_file_is_not_changed),
      cmocka_unit_test(own_entries_come_first),
      cmocka_unit_test(the_later_of_two_drives_goes),
      cmocka_unit_test(a_loop_driven_twice),
      cmocka_unit_test(a_hinge_beside_the_axis),
      cmocka_unit_test(a_rod_that_is_too_short),
      cmocka_unit_test(a_missing_axis_is_written),
      cmocka_unit_test(neighbours_are_removed_together),
      cmocka_unit_test(freedom_is_compared_by_direction),
      cmocka_unit_test(a_healthy_model_has_no_edits),
      cmocka_unit_test(the_model_itself_is_not_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
