/* The force or torque of a motion along its own direction: on the second body, power is force times rate. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

/* One body of mass 2 and moments 1, 2, 3 without gravity; what the motion needs is known. */
static const struct {
  const char *joint, *motion, *column;
  double force, rate; /* force = constant, rate = this times t */
} cases[] = {
    {"type: prismatic, between: [ground, w], at: [0, 0, 0], axis: x", "joint: J, translation: \"0.1*t^2\"", "m.force",
     0.4, 0.2},
    /* the ground is the second body: w is pushed the other way */
    {"type: prismatic, between: [w, ground], at: [0, 0, 0], axis: x", "joint: J, translation: \"0.1*t^2\"", "m.force",
     0.4, 0.2},
    {"type: prismatic, between: [ground, w], at: [0, 0, 0], axis: -x", "joint: J, translation_velocity: \"-0.2*t\"",
     "m.force", -0.4, -0.2},
    {"type: revolute, between: [w, ground], at: [0, 0, 0], axis: z", "joint: J, rotation: \"t^2\"", "m.torque", 6, 2},
    {"type: revolute, between: [ground, w], at: [0, 0, 0], axis: z", "joint: J, rotation_acceleration: -2", "m.torque",
     -6, -2},
    {"type: universal, between: [ground, w], at: [0, 0, 0], axis: x, axis2: y, damping: 0",
     "joint: J, coordinate: angle2, rotation: \"t^2\"", "m.torque", 4, 2},
    {"type: planar, between: [ground, w], at: [0, 0, 0], axis: z", "frame: w, along: y, translation: \"-t^2\"",
     "m.force", -4, -2},
    {"type: planar, between: [ground, w], at: [0, 0, 0], axis: z", "frame: w, about: -z, rotation: \"t^2\"", "m.torque",
     6, 2},
};

static void check_case(int i) {
  char text[1024];
  snprintf(text, sizeof text,
           "bodies: {w: {mass: 2, inertia: [1, 2, 3]}}\njoints: {J: {%s}}\nmotions: {m: {%s}}\n"
           "measures: {f: \"%s(m)\", p: \"power(m)\"}\nsimulate: {end: 1, tolerance: 1e-8}\noutput: {every: 0.125}\n",
           cases[i].joint, cases[i].motion, cases[i].column + 2);
  Ran r = run_text(text, 0);
  if (r.status != SAR_OK) fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  const double *t = sar_table_values(r.table, 0), *force = ran_column(&r, cases[i].column);
  const char *other = strcmp(cases[i].column, "m.force") == 0 ? "m.torque" : "m.force";
  assert_int_equal(sar_table_find(r.table, other), -1);
  for (int64_t k = 0; k < sar_table_rows(r.table); k++) {
    CHECK_NEAR(force[k], cases[i].force, 1e-5);
    CHECK_NEAR(ran_column(&r, "m.rate")[k], cases[i].rate * t[k], 1e-6);
    CHECK_NEAR(ran_column(&r, "m.power")[k], cases[i].force * cases[i].rate * t[k], 1e-5);
    CHECK_NEAR(ran_column(&r, "f.value")[k], force[k], 1e-12);
  }
  ran_free(&r);
}

static void forces_of_motions(void **state) {
  (void)state;
  for (int i = 0; i < (int)(sizeof cases / sizeof *cases); i++) check_case(i);
}

static void a_rotation_has_no_force(void **state) {
  (void)state;
  static const char text[] =
      "bodies: {w: {mass: 2, inertia: [1, 2, 3]}}\n"
      "joints: {J: {type: revolute, between: [ground, w], at: [0, 0, 0], axis: z}}\n"
      "motions: {m: {joint: J, rotation: t}}\nmeasures: {f: \"force(m)\"}\n";
  SarContext *context = sar_context_create();
  SarModel *model;
  SarSystem *system;
  FILE *file = fopen("motion_force.yaml", "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
  assert_int_equal(sar_model_read(context, "motion_force.yaml", NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 0)->message, "`m` (motion) has no `force` to use in an expression");
  assert_int_equal(sar_context_get(context, 0)->source.line, 4);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  remove("motion_force.yaml");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces_of_motions), cmocka_unit_test(a_rotation_has_no_force)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
