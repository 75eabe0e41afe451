/* A mechanism here and its motor in an FMU: as the communication step falls, the motion becomes that of both in one
 * model, with the first power of the step, since what goes from one to the other is held. States of such motions are
 * saved with those of the FMU. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/stepper/stepper.h"
#include "fmi/driver.h"
#include "fmi/motion.h"
#include "sarrus/sarrus.h"

#define MOTOR                                                  \
  "parameters: {U: 12, R: 0.8, L: 0.02, K: 0.12}\n"            \
  "inputs: {speed: {value: 0, unit: rad/s}}\n"                 \
  "states: {i: {start: 0, rate: \"(U - R*i - K*speed)/L\"}}\n" \
  "measures: {torque: {value: \"K*i\", unit: N*m}}\n"          \
  "outputs: [torque.value, i.value]\n"                         \
  "simulate: {end: 3}\n"

/* torque: an expression; more: further sections. */
#define ARM(torque, more)                                                               \
  "gravity: [0, -9.81, 0]\n"                                                            \
  "bodies: {arm: {mass: 1.3, inertia: [1e-3, 0.02, 0.02], at: [0.1, 0, 0]}}\n"          \
  "joints: {shaft: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n" \
  "forces: {drive: {type: torque, between: [ground, arm], torque: [0, 0, \"" torque     \
  "\"]}}\n"                                                                             \
  "outputs: [shaft.angle, shaft.angle_rate]\n"                                          \
  "simulate: {end: 1, tolerance: 1e-9}\n" more

#define COUPLED                                                                                      \
  ARM("T",                                                                                           \
      "fmus: {motor: {file: model.fmu, step: %g, set: {U: 18}, inputs: {speed: angle_rate(shaft)}, " \
      "outputs: {T: torque.value}}}\n")
#define WHOLE ARM("0.12*i", "states: {i: {start: 0, rate: \"(18 - 0.8*i - 0.12*angle_rate(shaft))/0.02\"}}\n")

static double angle_of(const Fmu *fmu, const char *text) {
  Motion m;
  motion_begin(&m, fmu->folder, text);
  double angle = motion_at(&m, 0.6);
  motion_end(&m);
  return angle;
}

static void check_order(int version) {
  Fmu fmu;
  char text[2000];
  double errors[4];
  fmu_make(&fmu, MOTOR, version);
  double exact = angle_of(&fmu, WHOLE);
  for (int i = 0; i < 4; i++) {
    snprintf(text, sizeof text, COUPLED, 0.01 / (1 << i));
    errors[i] = angle_of(&fmu, text) - exact;
  }
  for (int i = 1; i < 4; i++) {
    double order = log2(errors[i - 1] / errors[i]);
    print_message("step %g s: error %.3e rad, order %.3f\n", 0.01 / (1 << i), errors[i], order);
    CHECK_NEAR(order, 1, 0.1); /* the next power of the step has a share of a few per cent */
  }
  assert_true(fabs(errors[3]) > 1e-6 && fabs(errors[3]) < 0.05); /* far above what the tolerance leaves */
  fmu_destroy(&fmu);
}

static void test_order_2(void **state) {
  (void)state;
  check_order(2);
}

static void test_order_3(void **state) {
  (void)state;
  check_order(3);
}

/* Numbers are exchanged at multiples of the step, and held between them. */
static void test_hold(void **state) {
  (void)state;
  Fmu fmu;
  Motion m;
  double value[2];
  fmu_make(&fmu, "inputs: {u: {value: 0}}\nstates: {y: {start: 1, rate: u}}\noutputs: [y.value]\nsimulate: {end: 9}\n",
           2);
  motion_begin(
      &m, fmu.folder,
      "fmus: {clock: {file: model.fmu, step: 0.25, inputs: {u: \"2*t\"}, outputs: {y: y.value}}}\n"
      "measures: {held: y}\nstates: {x: {start: 0, rate: y}}\noutputs: [held.value, x.value]\nsimulate: {end: 1}\n");
  double y = 1, x = 0;
  for (int k = 0; k < 4; k++) { /* y' = 2 t at the begin of each step; x' = y there */
    assert_int_equal(sar_stepper_advance(m.stepper, 0.25 * k + 0.2), SAR_OK);
    assert_int_equal(sar_stepper_get_all(m.stepper, value, 2), SAR_OK);
    CHECK_NEAR(value[0], y, 1e-9);
    CHECK_NEAR(value[1], x + 0.2 * y, 1e-6);
    x += 0.25 * y;
    y += 0.25 * 2 * 0.25 * k;
  }
  motion_end(&m);
  fmu_destroy(&fmu);
}

static void test_restore_same_bits(void **state) {
  (void)state;
  Fmu fmu;
  Motion m, other;
  char text[2000];
  const void *bytes;
  size_t count;
  fmu_make(&fmu, MOTOR, 2);
  snprintf(text, sizeof text, COUPLED, 5e-3);
  motion_begin(&m, fmu.folder, text);
  motion_at(&m, 0.303);
  assert_int_equal(sar_stepper_save(m.stepper, &bytes, &count), SAR_OK);
  void *kept = malloc(count);
  memcpy(kept, bytes, count);
  double first = motion_at(&m, 0.9);
  assert_int_equal(sar_stepper_restore(m.stepper, kept, count), SAR_OK); /* back in the same one */
  double again = motion_at(&m, 0.9);
  assert_memory_equal(&first, &again, sizeof first);
  motion_begin(&other, fmu.folder, text); /* and in another one */
  assert_int_equal(sar_stepper_restore(other.stepper, kept, count), SAR_OK);
  again = motion_at(&other, 0.9);
  assert_memory_equal(&first, &again, sizeof first);
  free(kept);
  motion_end(&other);
  motion_end(&m);
  fmu_destroy(&fmu);
}

/* An output that stays what it was is no reason to begin anew: the method goes on. Four values in a second, exchanged
 * 200 times. */
#define STAIRS                                                                                                 \
  "inputs: {u: {value: 0}}\nstates: {x: {start: 0, rate: u}}\nmeasures: {q: {value: \"floor(4*t + 0.51)\"}}\n" \
  "outputs: [q.value]\nsimulate: {end: 3}\n"
#define CLIMB \
  ARM("T", "fmus: {stairs: {file: model.fmu, step: 5e-3, inputs: {u: angle(shaft)}, outputs: {T: q.value}}}\n")

static void test_unchanged(void **state) {
  (void)state;
  Fmu fmu;
  Motion m, other;
  const void *bytes;
  size_t count;
  fmu_make(&fmu, STAIRS, 2);
  motion_begin(&m, fmu.folder, CLIMB);
  motion_at(&m, 0.3033);
  assert_int_equal(m.stepper->restarts, 1); /* at t = 0.125 s */
  assert_int_equal(m.stepper->events[0].count, 60);
  assert_int_equal(sar_stepper_save(m.stepper, &bytes, &count), SAR_OK);
  void *kept = malloc(count);
  memcpy(kept, bytes, count);
  double first = motion_at(&m, 0.9933);
  assert_int_equal(m.stepper->restarts, 4);
  assert_int_equal(m.stepper->events[0].count, 198);
  motion_begin(&other, fmu.folder, CLIMB); /* the same bits in pieces */
  assert_int_equal(sar_stepper_restore(other.stepper, kept, count), SAR_OK);
  double again = motion_at(&other, 0.9933);
  assert_memory_equal(&first, &again, sizeof first);
  motion_end(&other);
  motion_begin(&other, fmu.folder, ARM("floor(4*t + 0.5)", ""));
  CHECK_NEAR(first, motion_at(&other, 0.9933), 1e-6); /* and the motion of one model, which jumps where they exchange */
  motion_end(&other);
  motion_end(&m);
  free(kept);
  fmu_destroy(&fmu);
}

/* An FMU that fails ends the motion, with what it says. */
static void test_failure(void **state) {
  (void)state;
  Fmu fmu;
  Motion m;
  fmu_make(&fmu,
           "inputs: {u: {value: 0}}\nstates: {x: {start: 1, rate: x^2}}\noutputs: [x.value]\nsimulate: {end: 2}\n", 2);
  motion_begin(&m, fmu.folder,
               "fmus: {bad: {file: model.fmu, step: 0.1, inputs: {u: t}, outputs: {x: x.value}}}\n"
               "states: {y: {start: 0, rate: x}}\noutputs: [y.value]\nsimulate: {end: 2}\n");
  assert_int_equal(sar_stepper_advance(m.stepper, 1.5), SAR_FAILED);
  const char *message = sar_context_get(m.context, sar_context_count(m.context) - 1)->message;
  if (!strstr(message, "the FMU `model.fmu` cannot be stepped from t =")) fail_msg("%s", message);
  motion_end(&m);
  fmu_destroy(&fmu);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_order_2),           cmocka_unit_test(test_order_3),   cmocka_unit_test(test_hold),
      cmocka_unit_test(test_restore_same_bits), cmocka_unit_test(test_unchanged), cmocka_unit_test(test_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
