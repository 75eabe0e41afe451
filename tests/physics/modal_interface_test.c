/* Interfaces of modal bodies in mechanisms: a body whose numbers are known (dumbbell.h) hangs, is held twice, is pulled
 * together, and is held by joints that repeat each other. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "physics/dumbbell.h"
#include "physics/trial.h"
#include "read/read.h"

#define G 9.81

static const Dumbbell bar = {.length = 0.8, .mass = 1.5, .inertia = 0.02, .tension = 4e6, .torsion = 300, .bend = 500};
static char folder[200], name[40]; /* of the reduced body */

static void open_model(Trial *trial, const char *rest) {
  char text[2048], place[256];
  snprintf(place, sizeof place, "%s/bar.yaml", folder);
  snprintf(text, sizeof text, "gravity: [0, 0, -9.81]\nbodies:\n  b: {type: modal, file: %s}\n%s", name, rest);
  *trial = (Trial){.context = sar_context_create()};
  expect_ok(trial->context,
            sar_model_read_text(trial->context, place, text, strlen(text), &(SarReadOptions){0}, &trial->model),
            "read");
  trial_compile(trial);
  expect_ok(trial->context, sar_table_create(trial->context, &trial->table), "table");
}

static double value(const Trial *trial, const char *quantity, int64_t row) {
  int32_t column = sar_table_find(trial->table, quantity);
  if (column < 0) fail_msg("there is no column %s", quantity);
  return sar_table_values(trial->table, column)[row];
}

static SarStaticState rest(Trial *trial) {
  SarStaticOptions options = sar_static_options_default();
  SarStaticSummary summary;
  options.table = trial->table;
  expect_ok(trial->context, sar_static(trial->context, trial->system, &options, &summary), "static");
  assert_int_equal(sar_context_count(trial->context), 0);
  return summary.state;
}

/* A cantilever with a weight at its end, and the lowest eigenvalue of the two by two matrices of that. */
static void hangs_as_a_cantilever(void **state) {
  (void)state;
  Trial trial;
  double l = bar.length, weight = bar.mass * G, k = bar.bend / l;
  open_model(&trial, "joints:\n  w: {type: fixed, between: [ground, b.left]}\n");
  SarStaticState found = rest(&trial);
  double deflection = weight * l * l * l / (3 * bar.bend), small = 1e-4; /* the square of deflection over length */
  CHECK_NEAR(value(&trial, "b.right.z", 0) / deflection, -1, small);
  CHECK_NEAR(value(&trial, "b.left.fz", 0), -2 * weight, 1e-9);
  CHECK_NEAR(value(&trial, "b.left.ty", 0), weight * value(&trial, "b.right.x", 0), 1e-6);
  CHECK_NEAR(value(&trial, "w.fz", 0), -2 * weight, 1e-9);
  CHECK_NEAR(value(&trial, "b.right.fz", 0), 0, 1e-9);
  double a = 12 * k / (l * l) / bar.mass, c = 4 * k / bar.inertia, b = 6 * k / l / sqrt(bar.mass * bar.inertia);
  double lowest = (a + c) / 2 - sqrt((a - c) * (a - c) / 4 + b * b);
  assert_true(found.stable);
  CHECK_NEAR(found.lowest_eigenvalue / lowest, 1, small);
  trial_close(&trial);
}

/* What parts the loads of two supports is the stiffness of the body alone. */
static void bears_two_supports(void **state) {
  (void)state;
  Trial trial;
  open_model(&trial,
             "joints:\n  w: {type: fixed, between: [ground, b.left]}\n"
             "  v: {type: fixed, between: [ground, b.right]}\n");
  const SarCheck *check;
  expect_ok(trial.context, sar_check(trial.context, trial.system, &check), "check");
  assert_int_equal(check->nredundant, 0);
  assert_int_equal(check->degrees_of_freedom, 0);
  sar_check_destroy(&check);
  rest(&trial);
  CHECK_NEAR(value(&trial, "w.fz", 0), -bar.mass * G, 1e-9);
  CHECK_NEAR(value(&trial, "v.fz", 0), -bar.mass * G, 1e-9);
  trial_close(&trial);
}

/* Joints that repeat each other are the ones that are left out, not what ties the interface. */
static void repeated_joints_are_named(void **state) {
  (void)state;
  Trial trial;
  open_model(&trial,
             "joints:\n  w: {type: fixed, between: [ground, b.left]}\n"
             "  v: {type: fixed, between: [ground, b.left]}\n");
  const SarCheck *check;
  expect_ok(trial.context, sar_check(trial.context, trial.system, &check), "check");
  assert_int_equal(check->nredundant, 6);
  assert_int_equal(check->degrees_of_freedom, 6);
  for (int i = 0; i < 6; i++) assert_string_equal(check->redundant[i].joint, "v");
  sar_check_destroy(&check);
  trial_close(&trial);
}

/* Where bodies can close the joints by moving, amplitudes stay zero to the last bit: in a stiff shape 1e-8 of a metre
 * is a force that one sees. */
static void assembly_does_not_bend(void **state) {
  (void)state;
  Trial trial;
  open_model(&trial,
             "  c: {mass: 1, inertia: [1, 1, 1], at: [0.9, 0.1, 0.3], frames: {f: {at: [0, 0.1, 0]}}}\n"
             "joints:\n  w: {type: revolute, between: [ground, b.left], axis: y, start: {angle: 0.7}}\n"
             "  v: {type: spherical, between: [b.right, c.f]}\n");
  SarRunOptions options = adaptive_steps(1e-3, 1e-6);
  trial_go(&trial, options);
  for (int i = 1; i <= 6; i++) {
    char mode[16];
    snprintf(mode, sizeof mode, "b.mode%d", i);
    CHECK_NEAR(value(&trial, mode, 0), 0, 0);
  }
  CHECK_NEAR(value(&trial, "b.right.z", 0), -bar.length * sin(0.7), 1e-12);
  trial_close(&trial);
}

/* Where they cannot, the body bends: here it is a millimetre too short. */
static void assembly_bends_where_it_must(void **state) {
  (void)state;
  Trial trial;
  open_model(&trial,
             "ground: {frames: {far: {at: [0.801, 0, 0]}}}\n"
             "joints:\n  w: {type: fixed, between: [ground, b.left]}\n"
             "  v: {type: spherical, between: [ground.far, b.right]}\n");
  trial_go(&trial, adaptive_steps(1e-4, 1e-6));
  CHECK_NEAR(value(&trial, "b.right.x", 0), 0.801, 1e-10);
  CHECK_NEAR(value(&trial, "v.fx", 0), -bar.tension * 1e-3 / bar.length, 1e-4);
  CHECK_NEAR(value(&trial, "b.right.fx", 0), -bar.tension * 1e-3 / bar.length, 1e-4);
  trial_close(&trial);
}

/* On the way: what an interface bears is what its joint says. */
static void loads_in_motion(void **state) {
  (void)state;
  Trial trial;
  open_model(&trial,
             "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.1, 0]}\n"
             "joints:\n  w: {type: universal, between: [ground, b.left], axis: y, axis2: z}\n"
             "  v: {type: fixed, between: [b.right, c]}\n");
  trial_go(&trial, adaptive_steps(0.3, 1e-6));
  static const char *const parts[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
  int64_t last = sar_table_rows(trial.table) - 1;
  for (size_t i = 0; i < SAR_COUNT(parts); i++) {
    char left[32], right[32], hinge[32], weld[32];
    snprintf(left, sizeof left, "b.left.%s", parts[i]), snprintf(right, sizeof right, "b.right.%s", parts[i]);
    snprintf(hinge, sizeof hinge, "w.%s", parts[i]), snprintf(weld, sizeof weld, "v.%s2", parts[i]);
    CHECK_NEAR(value(&trial, left, last), value(&trial, hinge, last), 1e-9);
    CHECK_NEAR(value(&trial, right, last), value(&trial, weld, last), 1e-9);
  }
  assert_true(trial.summary.newton_euler_max < 1e-10);
  trial_close(&trial);
}

static void path_of_body(char path[256]) { snprintf(path, 256, "%s/%s", folder, name); }

static int make_body(void **state) {
  (void)state;
  char path[256];
  const char *given = getenv("TMPDIR");
  snprintf(folder, sizeof folder, "%s", given ? given : "/tmp");
  snprintf(name, sizeof name, "dumbbell_%ld.h5", (long)getpid());
  path_of_body(path);
  dumbbell_write(&bar, path);
  return 0;
}

static int remove_body(void **state) {
  (void)state;
  char path[256];
  path_of_body(path);
  return remove(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hangs_as_a_cantilever),        cmocka_unit_test(bears_two_supports),
      cmocka_unit_test(repeated_joints_are_named),    cmocka_unit_test(assembly_does_not_bend),
      cmocka_unit_test(assembly_bends_where_it_must), cmocka_unit_test(loads_in_motion),
  };
  return cmocka_run_group_tests(tests, make_body, remove_body);
}
