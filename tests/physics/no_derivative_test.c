/* Sizes of vectors have no derivative where the vector vanishes: the speed of a body at rest, the reaction of a joint
 * before the first one is known. Models that start there run, and give what they should. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "hht_options.h"
#include "physics/trial.h"
#include "read/read.h"

static void run_text(Trial *trial, const char *text, double tolerance) {
  *trial = (Trial){.context = sar_context_create()};
  SarStatus status =
      sar_model_read_text(trial->context, "test.yaml", text, strlen(text), &(SarReadOptions){0}, &trial->model);
  expect_ok(trial->context, status, "read");
  trial_compile(trial);
  SarRunOptions options = hht_options();
  options.tolerance = tolerance;
  trial_go(trial, options);
}

static double last(const Trial *trial, const char *name) {
  int32_t column = sar_table_find(trial->table, name);
  assert_true(column >= 0);
  return sar_table_values(trial->table, column)[sar_table_rows(trial->table) - 1];
}

/* A fall from rest with the drag c v^2: v = v_e tanh(g t/v_e), v_e = sqrt(m g/c). */
static void drag_from_rest(void **state) {
  (void)state;
  Trial trial;
  run_text(&trial,
           "gravity: [0, 0, -9.81]\n"
           "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
           "forces:\n"
           "  drag: {type: force, between: [ground, b],\n"
           "         force: [\"-0.1*vm(b)*vx(b)\", \"-0.1*vm(b)*vy(b)\", \"-0.1*vm(b)*vz(b)\"]}\n"
           "simulate: {end: 1}\n",
           1e-9);
  double terminal = sqrt(9.81 / 0.1);
  CHECK_NEAR(last(&trial, "b.vz"), -terminal * tanh(9.81 / terminal), 1e-5);
  CHECK_NEAR(last(&trial, "b.z"), -terminal * terminal / 9.81 * log(cosh(9.81 / terminal)), 1e-5);
  trial_close(&trial);
}

/* A torque by the size of the reaction, and the same by a size that has a derivative everywhere. */
static void friction_by_the_reaction(void **state) {
  (void)state;
  static const char *const sizes[2] = {"fm(J)", "sqrt(fx(J)^2 + fz(J)^2 + 1e-12)"};
  double angle[2];
  for (int i = 0; i < 2; i++) {
    Trial trial;
    char text[512];
    snprintf(text, sizeof text,
             "gravity: [0, 0, -9.81]\n"
             "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
             "joints: {J: {type: revolute, between: [ground, b], at: [0, 0, 0], axis: y}}\n"
             "forces: {rub: {type: torque, between: [ground, b], torque: [0, \"-0.1*%s*tanh(10*wy(b))\", 0]}}\n"
             "simulate: {end: 1}\n",
             sizes[i]);
    run_text(&trial, text, 1e-7);
    angle[i] = last(&trial, "J.angle");
    trial_close(&trial);
  }
  CHECK_NEAR(angle[0], angle[1], 1e-6);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(drag_from_rest),
      cmocka_unit_test(friction_by_the_reaction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
