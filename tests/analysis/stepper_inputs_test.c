/* Inputs of a stepper act from the time at which they are set, as functions of time that jump there would; events
 * behind that time are found again; a value that an input has already changes nothing. And what is refused. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "stepping.h"
#include "system/events.h"

/* ---- inputs ---- */

/* Pushed by a torque that is an input, or a function of time. */
#define PUSHED(inputs, torque, more)                                                         \
  "model: pushed pendulum\n"                                                                 \
  "gravity: [0, -9.81, 0]\n"                                                                 \
  "bodies: {rod: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0, -0.5, 0]}}\n"                   \
  "joints: {pin: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: z}}\n" inputs \
  "forces: {push: {type: torque, between: [ground, rod], torque: [0, 0, \"" torque           \
  "\"]}}\n"                                                                                  \
  "states: {work: {rate: \"-(" torque                                                        \
  ")*angle_rate(pin)\"}}\n"                                                                  \
  "measures: {torque: \"" torque "\"}\n" more "simulate: {end: 2}\n"
#define BOUNCES                                                             \
  "events:\n"                                                               \
  "  wall: {when: \"angle(pin) - 0.3\", direction: up, restitution: 0.7}\n" \
  "  other: {when: \"angle(pin) + 0.3\", direction: down, restitution: 0.7}\n"

static const char by_input[] = PUSHED("inputs: {u: {value: 4, unit: N*m}}\n", "u", "");
static const char by_time[] = PUSHED("", "if(t < 0.6, 4, if(t < 1.1, -7, 6))", "");
static const char by_input_bouncing[] = PUSHED("inputs: {u: {value: 4, unit: N*m}}\n", "u", BOUNCES);
static const char by_time_bouncing[] = PUSHED("", "if(t < 0.6, 4, if(t < 1.1, -7, 6))", BOUNCES);

static const char *const methods[] = {"hht",    "generalized-alpha",  "bdf",   "radau5", "esdirk325l2sa",
                                      "dopri5", "rosenbrock-nystrom", "adams", "ida"};

static void push(Stepped *s) {
  advance(s, 0.6);
  set(s, "u", -7);
  advance(s, 1.1);
  set(s, "u", 6);
  advance(s, 2);
}

static void compare_with_time(const char *by_u, const char *by_t, const char *method, double tolerance, double near) {
  static const char *const columns[] = {"rod.x", "rod.vy", "rod.alphaz", "pin.angle", "pin.fx", "work.value"};
  Stepped u = stepped_text(by_u, method, tolerance), t = stepped_text(by_t, method, tolerance);
  push(&u);
  advance(&t, 2);
  for (int i = 0; i < SAR_COUNT(columns); i++) {
    double a = get(&u, columns[i]), b = get(&t, columns[i]);
    if (!(fabs(a - b) <= near * fmax(1, fabs(b))))
      print_message("%s, %s: %.9g by the input, %.9g by time\n", method, columns[i], a, b);
    assert_true(fabs(a - b) <= near * fmax(1, fabs(b)));
  }
  assert_true(get(&u, "torque.value") == 6);
  assert_true(get(&u, "u.value") == 6);
  stepped_close(&u);
  stepped_close(&t);
}

/* Errors per step of 1e-8 grow to about 1e-5 within two seconds, and to more by the impacts. */
static void an_input_acts_like_a_function_of_time_that_jumps(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    compare_with_time(by_input, by_time, methods[i], 1e-8, 2e-5);
    compare_with_time(by_input_bouncing, by_time_bouncing, methods[i], 1e-8, 2e-4);
  }
}

/* An event that the step beyond the present time has met already is forgotten and found again. */
static void events_behind_a_change_are_found_again(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    Stepped s = stepped_text(by_input_bouncing, methods[i], 1e-6);
    double t = 0;
    while (sar_integrator_view(s.stepper->integrator)->nfired == 0) advance(&s, t += 1e-4); /* unless on it: behind t */
    double met = sar_integrator_view(s.stepper->integrator)->t1;
    assert_true(t <= met);
    assert_int_equal(s.stepper->events[0].count, 0); /* it has not acted */
    set(&s, "u", 4.001);
    advance(&s, met + 1e-3);
    assert_int_equal(s.stepper->events[0].count, 1);
    assert_true(fabs(s.stepper->events[0].last_time - met) < 1e-4);
    assert_true(get(&s, "pin.angle_rate") < 0);
    assert_true(get(&s, "pin.angle") < 0.3);
    stepped_close(&s);
  }
}

static const char counting[] = PUSHED("inputs: {u: 4}\nparameters: {k: 1}\n", "u*k",
                                      "events: {pass: {when: \"angle(pin) - 0.3\", set: {k: -1}}}\n");

/* The same a moment before it, where its function is zero up to rounding. */
static void an_event_right_behind_a_change_happens_once(void **state) {
  (void)state;
  static const double moments[] = {0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7};
  for (int i = 0; i < SAR_COUNT(moments); i++) {
    Stepped s = stepped_text(counting, "hht", 1e-6);
    for (int k = 1; s.stepper->events[0].count == 0; k++) advance(&s, 0.001 * k);
    double met = s.stepper->events[0].last_time;
    stepped_close(&s);
    s = stepped_text(counting, "hht", 1e-6);
    advance(&s, met - moments[i]);
    assert_int_equal(s.stepper->events[0].count, 0);
    set(&s, "u", 4.001);
    advance(&s, met + 1e-4);
    assert_int_equal(s.stepper->events[0].count, 1);
    assert_true(get(&s, "torque.value") == -4.001);
    stepped_close(&s);
  }
}

static void expect_event(const Stepped *s, int64_t times, double last_time) {
  SarEventCount event;
  assert_true(sar_stepper_event(s->stepper, 0, &event));
  assert_int_equal(event.count, times);
  if (times) {
    assert_true(event.last_time == last_time);
  } else {
    assert_true(isnan(event.last_time));
  }
  assert_false(sar_stepper_event(s->stepper, sar_system_events(s->stepper->system), &event));
  assert_false(sar_stepper_event(s->stepper, -1, &event));
}

/* At the time of an event one reads what was before it; beyond it what is after. */
static void events_act_when_they_are_passed(void **state) {
  (void)state;
  Stepped s = stepped_text(by_input_bouncing, "hht", 1e-6);
  double t = 0;
  while (sar_integrator_view(s.stepper->integrator)->nfired == 0) advance(&s, t += 1e-3);
  double met = sar_integrator_view(s.stepper->integrator)->t1;
  advance(&s, met);
  assert_true(get(&s, "pin.angle_rate") > 0.1);
  assert_true(fabs(get(&s, "pin.angle") - 0.3) < 1e-6);
  expect_event(&s, 0, NAN);
  advance(&s, nextafter(met, 3));
  assert_true(get(&s, "pin.angle_rate") < -0.1);
  expect_event(&s, 1, met);
  stepped_close(&s);
}

static void a_value_that_it_has_changes_nothing(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    double one[STEPPING_ROOM], other[STEPPING_ROOM];
    Stepped a = stepped_text(by_input_bouncing, methods[i], 1e-6),
            b = stepped_text(by_input_bouncing, methods[i], 1e-6);
    advance(&a, 2);
    for (int k = 1; k <= 100; k++) {
      advance(&b, k == 100 ? 2 : 0.02 * k);
      set(&b, "u", 5);
      set(&b, "u", 4); /* never mind */
    }
    int32_t count = get_all(&a, one);
    get_all(&b, other);
    assert_memory_equal(one, other, (size_t)count * sizeof *one);
    assert_int_equal(steps_of(&a), steps_of(&b));
    stepped_close(&a);
    stepped_close(&b);
  }
}

/* Outputs know of an input at once, and reading them changes nothing; nor does it matter where else one stops. */
static void what_is_read_after_a_change(void **state) {
  (void)state;
  double one[STEPPING_ROOM], other[STEPPING_ROOM];
  Stepped a = stepped_text(by_input_bouncing, "hht", 1e-6), b = stepped_text(by_input_bouncing, "hht", 1e-6);
  push(&a);
  uint32_t seed = 7;
  for (double t = 0; t < 0.6; t += 0.05 * draw(&seed)) advance(&b, t);
  advance(&b, 0.6);
  double before = get(&b, "rod.alphaz"), angle = get(&b, "pin.angle");
  set(&b, "u", 3);
  assert_true(get(&b, "torque.value") == 3);
  set(&b, "u", -7);
  assert_true(get(&b, "torque.value") == -7);
  assert_true(fabs(get(&b, "rod.alphaz") - before) > 1);
  assert_true(fabs(get(&b, "pin.angle") - angle) < 1e-12);
  advance(&b, 0.6);
  advance(&b, 1.1);
  set(&b, "u", 6);
  get_all(&b, other);
  advance(&b, 2);
  int32_t count = get_all(&a, one);
  get_all(&b, other);
  assert_memory_equal(one, other, (size_t)count * sizeof *one);
  stepped_close(&a);
  stepped_close(&b);
}

/* Also right behind another one, with events and without. */
static void a_change_that_is_not_begun_yet_is_saved(void **state) {
  (void)state;
  double one[STEPPING_ROOM], other[STEPPING_ROOM];
  const void *bytes;
  size_t size;
  for (int way = 0; way < 8; way++) {
    bool reads = way & 1, close_by = way & 2;
    const char *text = way & 4 ? by_input : by_input_bouncing;
    Stepped a = stepped_text(text, "bdf", 1e-6), b = stepped_text(text, "bdf", 1e-6);
    advance(&a, 0.6);
    if (close_by) {
      set(&a, "u", 5);
      advance(&a, 0.6 + 1e-14);
    }
    set(&a, "u", -7);
    if (reads) get_all(&a, one);
    assert_int_equal(sar_stepper_save(a.stepper, &bytes, &size), SAR_OK);
    advance(&b, 1.7);
    set(&b, "u", 12);
    assert_int_equal(sar_stepper_restore(b.stepper, bytes, size), SAR_OK);
    advance(&a, 2);
    advance(&b, 2);
    int32_t count = get_all(&a, one);
    get_all(&b, other);
    assert_memory_equal(one, other, (size_t)count * sizeof *one);
    assert_true(get(&b, "u.value") == -7);
    stepped_close(&a);
    stepped_close(&b);
  }
}

/* A rotor that is driven by a controller outside, over many turns, one input after every millisecond. */
static const char rotor[] =
    "bodies: {rotor: {mass: 1, inertia: [0.01, 0.01, 0.02]}}\n"
    "joints: {shaft: {type: revolute, between: [ground, rotor], at: [0, 0, 0], axis: z}}\n"
    "inputs: {drive: {unit: N*m}, load: 0.1}\n"
    "forces: {motor: {type: torque, between: [ground, rotor], torque: [0, 0, \"drive - load\"]}}\n"
    "outputs: [shaft.angle, shaft.angle_rate, motor.tz]\n"
    "simulate: {end: 3}\n";

static void a_controller_outside(void **state) {
  (void)state;
  Stepped s = stepped_text(rotor, "hht", 1e-6);
  double angle = 0, rate = 0;
  assert_int_equal(sar_stepper_outputs(s.stepper), 3);
  assert_int_equal(sar_stepper_inputs(s.stepper), 2);
  for (int k = 0; k < 3000; k++) { /* the exact motion: constant torques, millisecond by millisecond */
    double t = 0.001 * (k + 1), drive = 0.1 + 0.5 * (40 - get(&s, "shaft.angle_rate"));
    set(&s, "drive", drive);
    double acceleration = (drive - 0.1) / 0.02, h = t - 0.001 * k;
    angle += h * rate + h * h / 2 * acceleration;
    rate += h * acceleration;
    advance(&s, k == 2999 ? 3 : t);
    assert_true(fabs(get(&s, "shaft.angle") - angle) <= 1e-5 * fmax(1, fabs(angle)));
    assert_true(fabs(get(&s, "shaft.angle_rate") - rate) <= 1e-5 * fmax(1, fabs(rate)));
  }
  assert_true(get(&s, "shaft.angle") > 100);
  stepped_close(&s);
}

/* ---- what is refused ---- */

static void wrong_calls_are_refused(void **state) {
  (void)state;
  Stepped s = stepped_text(rotor, "hht", 1e-6);
  double value, room[3];
  int32_t index;
  SarStepperValue name;
  advance(&s, 1);
  assert_int_equal(sar_stepper_advance(s.stepper, 0.5), SAR_USAGE);
  assert_int_equal(sar_stepper_advance(s.stepper, 3.5), SAR_USAGE);
  assert_int_equal(sar_stepper_advance(s.stepper, NAN), SAR_USAGE);
  assert_int_equal(sar_stepper_get(s.stepper, 3, &value), SAR_USAGE);
  assert_int_equal(sar_stepper_get(s.stepper, -1, &value), SAR_USAGE);
  assert_int_equal(sar_stepper_get_all(s.stepper, room, 2), SAR_USAGE);
  assert_int_equal(sar_stepper_set(s.stepper, 2, 1), SAR_USAGE);
  assert_int_equal(sar_stepper_set(s.stepper, 0, INFINITY), SAR_INPUT);
  assert_int_equal(sar_stepper_value(s.stepper, 2, &value), SAR_USAGE);
  assert_int_equal(sar_stepper_value(s.stepper, 1, &value), SAR_OK);
  assert_true(value == 0.1);
  assert_false(sar_stepper_output(s.stepper, 3, &name));
  assert_true(sar_stepper_input(s.stepper, 0, &name));
  assert_string_equal(name.name, "drive");
  assert_string_equal(name.unit, "N*m");
  int32_t before = sar_context_count(s.f.context);
  assert_int_equal(sar_stepper_find_output(s.stepper, "shaft.angel", &index), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(s.f.context, before)->message, "did you mean `shaft.angle`?"));
  assert_int_equal(sar_stepper_find_input(s.stepper, "drives", &index), SAR_INPUT);
  assert_true(sar_stepper_time(s.stepper) == 1);
  advance(&s, 3);
  stepped_close(&s);
}

static const char sticking[] =
    "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"
    "joints: {rail: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}\n"
    "inputs: {u: 0, k: 10}\n"
    "forces: {drag: {type: force, between: [ground, b], force: [\"u - k*sign(vx(b))\", 0, 0]}}\n"
    "simulate: {end: 1}\n";

/* What fails where events act cannot be gone on from, but it can be restored. */
static void one_that_has_failed_can_be_restored(void **state) {
  (void)state;
  Stepped s = stepped_text(sticking, "hht", 1e-6);
  const void *bytes;
  size_t size;
  double value;
  set(&s, "u", 20);
  advance(&s, 0.1);
  assert_int_equal(sar_stepper_save(s.stepper, &bytes, &size), SAR_OK);
  set(&s, "u", -1);
  assert_int_equal(sar_stepper_advance(s.stepper, 1), SAR_CHATTERING);
  assert_true(sar_stepper_time(s.stepper) > 0.1 && sar_stepper_time(s.stepper) < 0.3);
  assert_int_equal(sar_stepper_advance(s.stepper, 1), SAR_USAGE);
  assert_int_equal(sar_stepper_get(s.stepper, 0, &value), SAR_USAGE);
  assert_int_equal(sar_stepper_restore(s.stepper, bytes, size), SAR_OK);
  assert_true(sar_stepper_time(s.stepper) == 0.1);
  advance(&s, 1);
  assert_true(fabs(get(&s, "b.vx") - 10) < 1e-4);
  stepped_close(&s);
}

static const char stopping[] =
    PUSHED("inputs: {u: 4}\n", "u", "events: {far: {when: \"angle(pin) - 0.3\", stop: true}}\n");

static void an_event_stops_the_motion(void **state) {
  (void)state;
  Stepped s = stepped_text(stopping, "hht", 1e-6);
  while (!sar_stepper_stopped(s.stepper) && sar_stepper_time(s.stepper) < 2) {
    set(&s, "u", 4 + sar_stepper_time(s.stepper));
    advance(&s, fmin(sar_stepper_time(s.stepper) + 0.01, 2));
  }
  assert_true(sar_stepper_stopped(s.stepper));
  assert_true(fabs(get(&s, "pin.angle") - 0.3) < 1e-6);
  double t = sar_stepper_time(s.stepper);
  advance(&s, 2);
  assert_true(sar_stepper_time(s.stepper) == t);
  stepped_close(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_input_acts_like_a_function_of_time_that_jumps),
      cmocka_unit_test(events_behind_a_change_are_found_again),
      cmocka_unit_test(an_event_right_behind_a_change_happens_once),
      cmocka_unit_test(events_act_when_they_are_passed),
      cmocka_unit_test(a_value_that_it_has_changes_nothing),
      cmocka_unit_test(what_is_read_after_a_change),
      cmocka_unit_test(a_change_that_is_not_begun_yet_is_saved),
      cmocka_unit_test(a_controller_outside),
      cmocka_unit_test(wrong_calls_are_refused),
      cmocka_unit_test(one_that_has_failed_can_be_restored),
      cmocka_unit_test(an_event_stops_the_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
