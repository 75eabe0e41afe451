/* Runs of phases: each goes on where the one before has ended, with the model as it is changed. Numbers come from
 * closed forms. */
#define _GNU_SOURCE

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "file.h"

#define G 9.81

/* The value of a column at a time: of several rows at one time the last one. */
static double value_at(const Ran *r, const char *column, double t) {
  const double *times = ran_column(r, "time"), *values = ran_column(r, column);
  double found = NAN;
  for (int64_t i = 0; i < sar_table_rows(r->table); i++) {
    if (fabs(times[i] - t) < 1e-12) found = values[i];
  }
  return found;
}

static Ran run_phases(const char *text) {
  Ran r = run_text(text, 0);
  if (r.status != SAR_OK) print_error("%s\n", fixture_message(&r.f, SAR_ERROR));
  assert_int_equal(r.status, SAR_OK);
  return r;
}

#define FALLING              \
  "gravity: [0, 0, -9.81]\n" \
  "bodies:\n"                \
  "  ball: {mass: 2, inertia: [1, 1, 1], velocity: [3, 0, 0]}\n"

#define HELD                                \
  "gravity: [0, 0, -9.81]\n"                \
  "bodies:\n"                               \
  "  ball: {mass: 2, inertia: [1, 1, 1]}\n" \
  "joints: {hold: {type: fixed, between: [ground, ball]}}\n"

static void a_joint_lets_go(void **state) {
  (void)state;
  Ran r = run_phases(HELD
                     "simulate:\n"
                     "  - {end: 1, every: 0.25, tolerance: 1e-9}\n"
                     "  - {deactivate: [hold], end: 2}\n");
  assert_float_equal(value_at(&r, "ball.z", 0.75), 0, 1e-12);
  assert_float_equal(ran_column(&r, "hold.fz")[2], -2 * G, 1e-9);
  assert_float_equal(value_at(&r, "hold.fz", 1.5), 0, 0);
  assert_float_equal(value_at(&r, "ball.z", 1.5), -G / 8, 1e-9);
  assert_float_equal(value_at(&r, "ball.z", 2), -G / 2, 1e-9);
  assert_int_equal(sar_table_rows(r.table), 10); /* two at t = 1 */
  assert_int_equal(r.summary.nphases, 2);
  assert_int_equal(r.summary.phases[0].degrees_of_freedom, 0);
  assert_int_equal(r.summary.phases[1].degrees_of_freedom, 6);
  assert_int_equal(r.summary.phases[1].rows, 5);
  assert_float_equal(r.summary.phases[1].begin, 1, 0);
  ran_free(&r);
}

/* A flying body is caught: what its joint does not allow of the velocity is lost, and counts as dissipated. */
static void a_joint_takes_hold(void **state) {
  (void)state;
  Ran r = run_phases(FALLING
                     "joints: {rail: {type: prismatic, between: [ground, ball], axis: z}}\n"
                     "simulate:\n"
                     "  - {deactivate: [rail], end: 0.5, every: 0.25, tolerance: 1e-9}\n"
                     "  - {activate: [rail], duration: 0.5}\n");
  double x = 1.5;
  assert_float_equal(value_at(&r, "ball.x", 0.5), 0, 1e-9); /* moved onto the rail, with a warning */
  assert_float_equal(ran_column(&r, "ball.x")[2], x, 1e-9);
  assert_float_equal(value_at(&r, "ball.vx", 0.5), 0, 1e-9);
  assert_float_equal(value_at(&r, "ball.z", 1), -G / 2, 1e-8);
  assert_float_equal(value_at(&r, "energy.dissipated", 1), 9, 1e-8);
  assert_float_equal(value_at(&r, "energy.balance", 1), 0, 1e-7);
  assert_non_null(strstr(fixture_message(&r.f, SAR_WARNING), "where the phase before has ended"));
  assert_string_equal(r.summary.phases[1].change.moved, "ball");
  ran_free(&r);
}

#define SPRING                                                         \
  "parameters: {k: 100, late: 0}\n"                                    \
  "gravity: [0, 0, -10]\n"                                             \
  "ground: {frames: {top: {at: [0, 0, 1]}}}\n"                         \
  "bodies: {m: {mass: 1, inertia: [1, 1, 1]}}\n"                       \
  "joints: {rail: {type: prismatic, between: [ground, m], axis: z}}\n" \
  "forces: {s: {type: spring-damper, between: [ground.top, m], stiffness: k, length: 1}}\n"

/* In equilibrium at z = -0.1; then with twice the stiffness it swings about -0.05 with sqrt(200). */
static void a_spring_is_changed(void **state) {
  (void)state;
  Ran r = run_phases(SPRING
                     "simulate:\n"
                     "  - {analysis: static}\n"
                     "  - {end: 1, every: 0.5, tolerance: 1e-12}\n"
                     "  - {set: {k: 200}, end: 2, every: 0.1}\n");
  assert_float_equal(value_at(&r, "m.z", 0.5), -0.1, 1e-9);
  for (int i = 1; i <= 10; i++) {
    double t = 1 + 0.1 * i;
    assert_float_equal(value_at(&r, "m.z", t), -0.05 - 0.05 * cos(sqrt(200) * (t - 1)), 2e-7);
  }
  assert_float_equal(r.summary.phases[2].energy_change, 0.5, 1e-9); /* (200 - 100) 0.1^2/2 */
  assert_float_equal(value_at(&r, "energy.work", 2), 0.5, 1e-8);
  assert_float_equal(value_at(&r, "energy.balance", 2), 0, 1e-6);
  ran_free(&r);
}

static void statics_come_first(void **state) {
  (void)state;
  Ran phases = run_phases(SPRING
                          "motions: {}\n"
                          "simulate:\n"
                          "  - {analysis: static}\n"
                          "  - {end: 1, every: 0.1, tolerance: 1e-8}\n");
  Ran plain = run_phases(SPRING "simulate: {end: 1, tolerance: 1e-8, start: static}\noutput: {every: 0.1}\n");
  assert_int_equal(sar_table_rows(phases.table), sar_table_rows(plain.table) + 1);
  const char *const columns[] = {"m.z", "m.vz", "m.az", "s.force", "rail.fx", "energy.potential"};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    const double *a = ran_column(&phases, columns[i]), *b = ran_column(&plain, columns[i]);
    for (int64_t k = 0; k < sar_table_rows(plain.table); k++) assert_float_equal(a[k + 1], b[k], 1e-12);
  }
  ran_free(&phases);
  ran_free(&plain);
}

static void a_motion_is_changed(void **state) {
  (void)state;
  Ran r = run_phases(
      "bodies: {m: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {pin: {type: revolute, between: [ground, m], at: [0, 0, 0], axis: z}}\n"
      "motions: {drive: {joint: pin, rotation: 8*t}}\n"
      "simulate:\n"
      "  - {analysis: kinematics, end: 1, every: 0.25}\n"
      "  - {change: {drive: {rotation: 8 + 8*(t - 1) + (t - 1)^2}}, end: 2, tolerance: 1e-10}\n"
      "  - {change: {drive: {rotation: null, rotation_velocity: 5}}, end: 3}\n"
      "  - {deactivate: [drive], end: 4}\n");
  assert_float_equal(value_at(&r, "pin.angle", 0.75), 6, 1e-12); /* the turns are followed throughout */
  assert_float_equal(value_at(&r, "pin.angle", 1.5), 12.25, 1e-8);
  assert_float_equal(value_at(&r, "pin.angle", 2), 17, 1e-8);
  assert_float_equal(value_at(&r, "pin.angle", 3), 22, 1e-7);
  assert_float_equal(value_at(&r, "pin.angle", 4), 27, 1e-7);
  assert_float_equal(value_at(&r, "drive.torque", 3.5), 0, 0);
  ran_free(&r);
}

/* Eigenvalues at the equilibrium; states and what events have set go on. */
static void states_and_parameters_go_on(void **state) {
  (void)state;
  Ran r = run_phases(SPRING
                     "states: {x: {rate: -x, start: 1}}\n"
                     "measures: {v: {value: late}}\n"
                     "events: {half: {when: t - 0.5, set: {late: 7}}}\n"
                     "simulate:\n"
                     "  - {end: 1, every: 0.25, tolerance: 1e-10}\n"
                     "  - {deactivate: [half], end: 2}\n"
                     "  - {analysis: static}\n"
                     "  - {analysis: modes}\n");
  assert_float_equal(value_at(&r, "x.value", 1), exp(-1), 1e-7);
  assert_float_equal(value_at(&r, "x.value", 1.75), exp(-1.75), 1e-7);
  assert_float_equal(ran_column(&r, "v.value")[1], 0, 0);
  assert_float_equal(value_at(&r, "v.value", 1.5), 7, 0);
  int32_t swinging = 0;
  for (int32_t i = 0; i < r.summary.nphase_modes; i++) {
    if (fabs(r.summary.phase_modes[i].imaginary - 10) < 1e-6) swinging++;
  }
  assert_int_equal(swinging, 1);
  ran_free(&r);
}

/* Everything that can be taken out is: then bodies fall freely, and what was taken out has no forces. */
static void all_kinds_let_go(void **state) {
  (void)state;
  Ran r = run_phases(
      "gravity: [0, 0, -10]\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 2], frames: {tip: {at: [0.5, 0, 0]}}}\n"
      "  b: {mass: 1, inertia: [1, 1, 1], at: [3, 0, 2]}\n"
      "  c: {mass: 1, inertia: [1, 1, 1], at: [6, 0, 2]}\n"
      "  d: {mass: 1, inertia: [1, 1, 1], at: [9, 0, 0.4], shapes: {skin: {sphere: 0.5}}}\n"
      "  e: {mass: 1, inertia: [1, 1, 1], at: [12, 0, 2]}\n"
      "joints:\n"
      "  pin: {type: revolute, between: [ground, a], at: [0, 0, 2], axis: y, friction: 0.1, pin_radius: 0.1}\n"
      "  slide: {type: prismatic, between: [ground, b], at: [3, 0, 2], axis: z}\n"
      "  tie: {type: coupler, joints: [pin, slide], ratios: [1, -1]}\n"
      "forces:\n"
      "  bush: {type: bushing, between: [ground, c], at: [6, 0, 2], stiffness: [1e3, 1e3, 1e3]}\n"
      "  push: {type: force, between: [ground, c], force: [\"sin(t)*vx(c)\", 0, 3]}\n"
      "  law: {type: spring-damper, between: [ground, c], law: \"30*(length - 1) + rate + 0*dx(a)\"}\n"
      "contacts: {touch: {between: [d, ground], stiffness: 1e5, damping: 10}}\n"
      "equations: {level: {position: \"dz(e) - 2 - 0.1*t\"}}\n"
      "motions: {drive: {joint: pin, rotation: 0.2*t}}\n"
      "measures: {seen: \"force(law) + fx(pin) + gap(touch)\"}\n"
      "events: {late: {when: t - 0.75, stop: true}}\n"
      "simulate:\n"
      "  - {end: 0.5, every: 0.25, tolerance: 1e-9}\n"
      "  - {deactivate: [pin, slide, tie, bush, push, law, touch, level, drive, late], end: 1}\n");
  static const char *const bodies[] = {"a.az", "b.az", "c.az", "d.az", "e.az"};
  static const char *const zero[] = {"pin.fx",    "pin.ty",   "slide.fx", "tie.reaction",     "bush.fz",    "push.fz",
                                     "law.force", "touch.fz", "drive.ty", "level.multiplier", "seen.value", "c.ax"};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    assert_float_equal(value_at(&r, bodies[i], 0.75), -10, 1e-9);
    assert_float_equal(value_at(&r, bodies[i], 1), -10, 1e-9);
  }
  for (size_t i = 0; i < sizeof zero / sizeof *zero; i++) assert_float_equal(value_at(&r, zero[i], 0.75), 0, 1e-12);
  assert_float_equal(value_at(&r, "pin.angle", 0.75), 0.15, 1e-8); /* it goes on turning, and is measured */
  assert_float_equal(value_at(&r, "e.z", 1), 2.05 + 0.05 - 1.25, 1e-8);
  assert_int_equal(r.summary.phases[1].degrees_of_freedom, 30);
  ran_free(&r);
}

#define THREE                                                                                               \
  "gravity: [0, 0, -9.81]\n"                                                                                \
  "parameters: {k: 100, n: 0}\n"                                                                            \
  "bodies:\n"                                                                                               \
  "  \"l{i}\": {for: {i: 0..3}, mass: 1, inertia: [0.1, 0.1, 0.1], at: [i + 0.5, 0, 0]}\n"                  \
  "joints:\n"                                                                                               \
  "  J0: {type: revolute, between: [ground, l0], at: [0, 0, 0], axis: y}\n"                                 \
  "  \"J{i}\": {for: {i: 1..3}, type: revolute, between: [\"l{i-1}\", \"l{i}\"], at: [i, 0, 0], axis: y}\n" \
  "forces: {s: {type: spring-damper, between: [ground, l3], stiffness: k, damping: 0.1, length: 2}}\n"      \
  "states: {x: {rate: \"-x + dz(l0, ground)\", start: 1}}\n"                                                \
  "events: {low: {when: \"dz(l1, ground) + 0.5\", set: {n: n + 1}}}\n"                                      \
  "simulate:\n"                                                                                             \
  "  - {end: 1, every: 0.05, tolerance: 1e-8}\n"                                                            \
  "  - {deactivate: [J2, s], end: 1.5}\n"                                                                   \
  "  - {activate: [s], set: {k: 20}, change: {s: {damping: 1}}, end: 2}\n"

#define WHOLE "phases_whole.h5"
#define CUT "phases_cut.h5"

/* Interrupted after every 150 steps, in each of its phases, and resumed: the same bytes. */
static void phases_resume_bit_for_bit(void **state) {
  (void)state;
  Fixture f = fixture_of(THREE);
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary, resumed = {0};
  int left = 150, cuts = 0;
  options.hdf5 = WHOLE;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_true(summary.phases[1].steps > 20 && summary.phases[2].steps > 150);
  options.hdf5 = CUT;
  options.progress = stop_after;
  options.progress_self = &left;
  SarStatus status = sar_run(f.context, f.system, &options, NULL);
  while (status == SAR_INTERRUPTED) {
    SarRecord *record = NULL;
    assert_int_equal(sar_record_open(f.context, CUT, &record), SAR_OK);
    left = 150;
    cuts++;
    status = sar_resume(record, &options, &resumed);
    sar_record_close(&record);
  }
  assert_int_equal(status, SAR_OK);
  assert_true(cuts > 3);
  long one = 0, other = 0;
  char *a = file_bytes(WHOLE, &one), *b = file_bytes(CUT, &other);
  assert_int_equal(one, other);
  assert_memory_equal(a, b, (size_t)one);
  assert_int_equal(resumed.nphases, 3);
  assert_int_equal(resumed.phases[0].steps, summary.phases[0].steps);
  assert_int_equal(resumed.steps, summary.steps);
  free(a);
  free(b);
  remove(WHOLE);
  remove(CUT);
  fixture_free(&f);
}

/* ---- what is refused ---- */

static void assert_refused(const char *text, const char *message) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  SarStatus status = sar_model_parse(context, "test.yaml", text, NULL, 0, &model);
  if (status == SAR_OK) status = sar_system_compile(context, model, &system);
  if (status == SAR_OK) status = sar_run(context, system, &options, NULL);
  bool found = false;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    found = found || strstr(sar_context_get(context, i)->message, message);
  }
  if (!found && sar_context_count(context)) print_error("%s\n", sar_context_get(context, 0)->message);
  assert_int_equal(status, SAR_INPUT);
  assert_true(found);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* A slider on turned axes that nothing moves: what its velocities are at the end of a phase is rounding of rounding. */
#define TURNED "{turn: {euler: zxz, angles: [90D, 90D, 0D]}}"
#define RESTING                                                                                                     \
  "ground: {frames: {rail: " TURNED                                                                                 \
  ", end: {at: [-1, 0, 0]}}}\n"                                                                                     \
  "bodies: {slider: {mass: 2, inertia: [1, 1, 1], frames: {foot: " TURNED                                           \
  "}}}\n"                                                                                                           \
  "joints: {slide: {type: prismatic, between: [slider.foot, ground.rail]}}\n"                                       \
  "forces: {spring: {type: spring-damper, between: [slider.foot, ground.end], stiffness: 100, damping: 2, length: " \
  "1}}\n"

static void assert_jumps(const char *text, bool expected) {
  Ran r = run_phases(text);
  bool found = false;
  for (int32_t i = 0; i < sar_context_count(r.f.context); i++) {
    found = found || strstr(sar_context_get(r.f.context, i)->message, "as in an impact");
  }
  assert_int_equal(found, expected);
  ran_free(&r);
}

static void what_rests_does_not_jump(void **state) {
  (void)state;
  assert_jumps(RESTING "simulate: [{end: 0.1, steps: 1}, {analysis: modes}]\n", false);
  assert_jumps(RESTING "simulate: [{end: 0.1, steps: 1}, {end: 0.2}]\n", false);
  assert_jumps(
      "bodies: {ball: {mass: 2, inertia: [1, 1, 1], velocity: [1e-6, 0, 0]}}\n"
      "joints: {hold: {type: fixed, between: [ground, ball]}}\n"
      "simulate: [{deactivate: [hold], end: 1, steps: 1}, {activate: [hold], end: 2}]\n",
      true);
}

static void wrong_phases_are_refused(void **state) {
  (void)state;
  assert_refused(HELD "simulate: []\n", "has no phase");
  assert_refused(HELD "simulate: [{every: 1}]\n", "the phase has no end");
  assert_refused(HELD "simulate: [{end: 1}, {end: 1}]\n", "phase 2 ends at 1 s, but the one before it ends at 1 s");
  assert_refused(HELD "simulate: [{end: 1, duration: 1}]\n", "exclude each other");
  assert_refused(HELD "simulate: [{end: 1, deactivate: [nobody]}]\n", "there is no element `nobody`");
  assert_refused(HELD "simulate: [{end: 1, deactivate: [ball]}]\n", "cannot be taken out of the model");
  assert_refused(HELD "simulate: [{end: 1}, {end: 2, set: {nobody: 1}}]\n", "there is no parameter `nobody`");
  assert_refused(HELD "simulate: [{end: 1}, {end: 2, change: {nobody: {mass: 1}}}]\n", "which this file does not have");
  assert_refused(HELD "simulate: [{end: 1}, {end: 2, change: {ball: {mas: 1}}}]\n", "unknown key `mas`");
  assert_refused(HELD "simulate: [{end: 1, analysis: dance}]\n", "`dance` is no analysis of a phase");
  assert_refused(HELD "simulate: [{end: 1, error_bars: true}]\n", "neither error bars");
  assert_refused(HELD "simulate: [{analysis: modes, end: 1}]\n", "takes no time");
  assert_refused(FALLING "simulate: [{analysis: kinematics, end: 1}]\n", "not fully driven");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_joint_lets_go),          cmocka_unit_test(a_joint_takes_hold),
      cmocka_unit_test(a_spring_is_changed),      cmocka_unit_test(statics_come_first),
      cmocka_unit_test(a_motion_is_changed),      cmocka_unit_test(states_and_parameters_go_on),
      cmocka_unit_test(all_kinds_let_go),         cmocka_unit_test(phases_resume_bit_for_bit),
      cmocka_unit_test(wrong_phases_are_refused), cmocka_unit_test(what_rests_does_not_jump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
