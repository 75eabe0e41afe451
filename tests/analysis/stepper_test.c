/* The stepper: the motion does not depend on the pieces in which it is advanced nor on what is read, bit for bit; it
 * can be saved and restored anywhere; inputs act from the time at which they are set, as functions of time that jump
 * there would, and a value that an input has already changes nothing. */
#include "analysis/stepper/stepper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "support.h"

#define EXAMPLES SAR_TEST_DIR "/../examples/"
#define MODELS SAR_TEST_DIR "/models/"
enum { STOPS = 12, ROOM = 16384 };

/* ---- making ---- */

typedef struct Stepped {
  Fixture f;
  SarRunOptions options;
  SarStepper *stepper;
} Stepped;

static const char *first_message(const SarContext *context) {
  return sar_context_count(context) ? sar_context_get(context, 0)->message : "";
}

static void begin(Stepped *s) {
  SarStatus status = sar_stepper_create(s->f.context, s->f.system, &s->options, &s->stepper);
  if (status != SAR_OK) print_message("%s\n", first_message(s->f.context));
  assert_int_equal(status, SAR_OK);
}

typedef struct Case {
  const char *file, *set, *method;
  double end, tolerance;
  double step; /* > 0: fixed */
} Case;

static Stepped open_case(const Case *c) {
  Stepped s = {.options = sar_run_options_default()};
  s.f.context = sar_context_create();
  assert_int_equal(sar_model_read(s.f.context, c->file, &c->set, c->set ? 1 : 0, &s.f.model), SAR_OK);
  assert_int_equal(sar_system_compile(s.f.context, s.f.model, &s.f.system), SAR_OK);
  s.options.method = c->method;
  s.options.end = c->end;
  if (c->tolerance > 0) s.options.tolerance = c->tolerance;
  if (c->step > 0) s.options.step = c->step;
  begin(&s);
  return s;
}

static Stepped open_text(const char *text, const char *method, double tolerance) {
  Stepped s = {.f = fixture_of(text), .options = sar_run_options_default()};
  s.options.method = method;
  s.options.tolerance = tolerance;
  begin(&s);
  return s;
}

static void close_stepped(Stepped *s) {
  sar_stepper_destroy(&s->stepper);
  fixture_free(&s->f);
}

static void advance(Stepped *s, double t) {
  SarStatus status = sar_stepper_advance(s->stepper, t);
  if (status != SAR_OK) print_message("%s\n", first_message(s->f.context));
  assert_int_equal(status, SAR_OK);
}

static double get(Stepped *s, const char *name) {
  int32_t index;
  double value;
  assert_int_equal(sar_stepper_find_output(s->stepper, name, &index), SAR_OK);
  assert_int_equal(sar_stepper_get(s->stepper, index, &value), SAR_OK);
  return value;
}

static void set(Stepped *s, const char *name, double value) {
  int32_t index;
  assert_int_equal(sar_stepper_find_input(s->stepper, name, &index), SAR_OK);
  assert_int_equal(sar_stepper_set(s->stepper, index, value), SAR_OK);
}

static int32_t get_all(Stepped *s, double *values) {
  int32_t count = sar_stepper_outputs(s->stepper);
  assert_in_range(count, 1, ROOM);
  assert_int_equal(sar_stepper_get_all(s->stepper, values, count), SAR_OK);
  return count;
}

static int64_t steps_of(const Stepped *s) { return sar_integrator_stats(s->stepper->integrator)->steps; }

/* Numbers of no order, the same in every run. */
static double draw(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24);
}

/* ---- pieces ---- */

static const Case cases[] = {
    {EXAMPLES "fourbar/model.yaml", NULL, "hht", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "bdf", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "radau5", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "generalized-alpha", 1.5, 1e-4, 0},
    {EXAMPLES "bouncing_ball/model.yaml", NULL, "hht", 2.5, 1e-6, 0}, /* impacts */
    {EXAMPLES "bouncing_ball/model.yaml", NULL, "bdf", 2.5, 1e-6, 0},
    {EXAMPLES "woodpecker/model.yaml", NULL, "hht", 0.6, 1e-5, 0},
    {EXAMPLES "abs_brake/model.yaml", NULL, "hht", 2, 1e-4, 0}, /* jumps, events that set parameters */
    {EXAMPLES "abs_brake/model.yaml", NULL, "radau5", 1, 1e-4, 0},
    {EXAMPLES "dc_motor_pid/model.yaml", NULL, "bdf", 1.5, 1e-5, 0},   /* states, variables */
    {EXAMPLES "sarrus_linkage/model.yaml", NULL, "hht", 1, 1e-5, 0},   /* redundant rows */
    {EXAMPLES "sarrus_linkage/model.yaml", NULL, "bdf", 0.5, 1e-5, 0}, /* the same */
    {MODELS "A02_Nfourbar_N2.yaml", "N=30", "hht", 0.5, 1e-4, 0},      /* a sparse solver */
    {MODELS "chain.yaml", "N=40", "hht", 0.3, 1e-4, 0},
    {MODELS "switched_pendulum.yaml", NULL, "esdirk325l2sa", 1, 1e-5, 0},
    {MODELS "bouncing_pendulum.yaml", NULL, "rosenbrock-nystrom", 1, 1e-6, 0},
    {MODELS "thermostat.yaml", NULL, "hht", NAN, 1e-5, 0},
    {MODELS "many_events.yaml", NULL, "bdf", NAN, 1e-5, 0},
    {MODELS "chain.yaml", "N=4", "ab4", 0.2, 0, 1e-4},
    {MODELS "chain.yaml", "N=4", "mampc4", 0.2, 0, 1e-4},
    {MODELS "chain.yaml", "N=4", "dopri5", 0.2, 1e-5, 0},
    {MODELS "switched_pendulum.yaml", NULL, "ida", 1, 1e-5, 0}, /* engines from outside */
    {MODELS "switched_pendulum.yaml", NULL, "adams", 1, 1e-5, 0},
    {MODELS "bouncing_pendulum.yaml", NULL, "hht", 1, 0, 1e-3},
};

static double end_of(const Stepped *s) { return s->stepper->plan.steps.end; }

/* The stops in one piece each, and only the last of them is read. */
static void go_straight(const Case *c, double *values, int32_t *count, int64_t *steps) {
  Stepped s = open_case(c);
  advance(&s, end_of(&s));
  *count = get_all(&s, values);
  *steps = steps_of(&s);
  close_stepped(&s);
}

/* Stops of no order, some of them read, some twice the same. */
static void go_in_pieces(const Case *c, uint32_t seed, bool reads, double *values, int64_t *steps) {
  Stepped s = open_case(c);
  double ignored[ROOM], end = end_of(&s), t = 0;
  while (t < end) {
    t = fmin(t + end * (draw(&seed) < 0.2 ? 0.2 : 0.003) * draw(&seed), end);
    advance(&s, t);
    assert_true(sar_stepper_time(s.stepper) == t || sar_stepper_stopped(s.stepper));
    if (sar_stepper_stopped(s.stepper)) break;
    if (reads && draw(&seed) < 0.5) get_all(&s, ignored);
  }
  get_all(&s, values);
  *steps = steps_of(&s);
  close_stepped(&s);
}

static void pieces_give_the_bits_of_one_advance(void **state) {
  (void)state;
  double one[ROOM], pieces[ROOM];
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    int32_t count;
    int64_t steps, others;
    go_straight(&cases[i], one, &count, &steps);
    for (uint32_t seed = 1; seed <= 2; seed++) {
      go_in_pieces(&cases[i], seed, seed == 1, pieces, &others);
      if (steps != others || memcmp(one, pieces, (size_t)count * sizeof *one) != 0)
        print_message("%s, %s\n", cases[i].file, cases[i].method);
      assert_int_equal(steps, others);
      assert_memory_equal(one, pieces, (size_t)count * sizeof *one);
    }
  }
}

/* ---- runs ---- */

/* Rows of a run, and the same times read. */
static void rows_of_a_run_are_what_is_read(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    Stepped s = open_case(&cases[i]);
    double end = end_of(&s), values[ROOM];
    SarRunOptions options = s.options;
    options.output_every = end / STOPS;
    assert_int_equal(sar_table_create(s.f.context, &options.table), SAR_OK);
    SarRunSummary summary;
    assert_int_equal(sar_run(s.f.context, s.f.system, &options, &summary), SAR_OK);
    const double *times = sar_table_values(options.table, 0);
    int64_t rows = sar_table_rows(options.table);
    for (int64_t row = 0; row < rows; row++) {
      bool before = row + 1 < rows && times[row + 1] == times[row], after = row > 0 && times[row - 1] == times[row];
      if (before || after) continue; /* on events */
      advance(&s, times[row]);
      int32_t count = get_all(&s, values);
      for (int32_t k = 0; k < count; k++) {
        SarStepperValue output;
        assert_true(sar_stepper_output(s.stepper, k, &output));
        int32_t column = sar_table_find(options.table, output.name);
        assert_true(column > 0);
        assert_string_equal(output.unit, sar_table_unit(options.table, column));
        double value = sar_table_values(options.table, column)[row];
        if (memcmp(&values[k], &value, sizeof value) == 0) continue;
        print_message("%s, %s: %s at %g is %.17g, in a run %.17g\n", cases[i].file, cases[i].method, output.name,
                      times[row], values[k], value);
        assert_true(false);
      }
    }
    if (!sar_stepper_stopped(s.stepper)) assert_int_equal(steps_of(&s), summary.steps);
    sar_table_destroy(&options.table);
    close_stepped(&s);
  }
}

/* ---- bytes ---- */

static bool can_be_saved(const Case *c) { return strcmp(c->method, "ida") != 0 && strcmp(c->method, "adams") != 0; }

/* The bytes of a stepper that has come to t = part of the end, in a copy that outlives it. */
static unsigned char *bytes_at(const Case *c, double part, size_t *count) {
  Stepped s = open_case(c);
  const void *bytes;
  advance(&s, part * end_of(&s));
  assert_int_equal(sar_stepper_save(s.stepper, &bytes, count), SAR_OK);
  unsigned char *copy = malloc(*count);
  assert_non_null(copy);
  memcpy(copy, bytes, *count);
  close_stepped(&s);
  return copy;
}

static void saved_ones_go_on_bit_for_bit(void **state) {
  (void)state;
  double one[ROOM], restored[ROOM];
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    if (!can_be_saved(&cases[i])) continue;
    int32_t count;
    int64_t steps;
    size_t size;
    go_straight(&cases[i], one, &count, &steps);
    unsigned char *bytes = bytes_at(&cases[i], 0.37, &size);
    Stepped s = open_case(&cases[i]);
    for (int used = 0; used < 2; used++) { /* a new one, and one that has come to the end */
      assert_int_equal(sar_stepper_restore(s.stepper, bytes, size), SAR_OK);
      assert_true(sar_stepper_time(s.stepper) == 0.37 * end_of(&s) || sar_stepper_stopped(s.stepper));
      advance(&s, end_of(&s));
      get_all(&s, restored);
      if (memcmp(one, restored, (size_t)count * sizeof *one) != 0)
        print_message("%s, %s\n", cases[i].file, cases[i].method);
      assert_int_equal(steps_of(&s), steps);
      assert_memory_equal(one, restored, (size_t)count * sizeof *one);
    }
    close_stepped(&s);
    free(bytes);
  }
}

static void foreign_and_damaged_bytes_are_refused(void **state) {
  (void)state;
  size_t size;
  Stepped s = open_case(&cases[0]);
  unsigned char *other = bytes_at(&cases[1], 0.2, &size), *own;
  assert_int_equal(sar_stepper_restore(s.stepper, other, size), SAR_INPUT);
  assert_non_null(strstr(first_message(s.f.context), "another model, or with other options"));
  free(other);
  own = bytes_at(&cases[0], 0.2, &size);
  own[size - 9] ^= 1;
  assert_int_equal(sar_stepper_restore(s.stepper, own, size), SAR_INPUT);
  own[size - 9] ^= 1;
  assert_int_equal(sar_stepper_restore(s.stepper, own, size / 2), SAR_INPUT);
  assert_int_equal(sar_stepper_restore(s.stepper, own, 10), SAR_INPUT);
  advance(&s, 0.1 * end_of(&s)); /* what was refused has changed nothing */
  assert_int_equal(sar_stepper_restore(s.stepper, own, size), SAR_OK);
  assert_true(sar_stepper_time(s.stepper) == 0.2 * end_of(&s));
  free(own);
  close_stepped(&s);
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    const void *bytes;
    if (can_be_saved(&cases[i])) continue;
    Stepped outside = open_case(&cases[i]);
    assert_int_equal(sar_stepper_save(outside.stepper, &bytes, &size), SAR_INPUT);
    close_stepped(&outside);
  }
}

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
  Stepped u = open_text(by_u, method, tolerance), t = open_text(by_t, method, tolerance);
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
  close_stepped(&u);
  close_stepped(&t);
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
    Stepped s = open_text(by_input_bouncing, methods[i], 1e-6);
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
    close_stepped(&s);
  }
}

static const char counting[] =
    PUSHED("inputs: {u: 4}\nparameters: {k: 1}\n", "u*k", "events: {pass: {when: \"angle(pin) - 0.3\", set: {k: -1}}}\n");

/* The same a moment before it, where its function is zero up to rounding. */
static void an_event_right_behind_a_change_happens_once(void **state) {
  (void)state;
  static const double moments[] = {0, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-7};
  for (int i = 0; i < SAR_COUNT(moments); i++) {
    Stepped s = open_text(counting, "hht", 1e-6);
    for (int k = 1; s.stepper->events[0].count == 0; k++) advance(&s, 0.001 * k);
    double met = s.stepper->events[0].last_time;
    close_stepped(&s);
    s = open_text(counting, "hht", 1e-6);
    advance(&s, met - moments[i]);
    assert_int_equal(s.stepper->events[0].count, 0);
    set(&s, "u", 4.001);
    advance(&s, met + 1e-4);
    assert_int_equal(s.stepper->events[0].count, 1);
    assert_true(get(&s, "torque.value") == -4.001);
    close_stepped(&s);
  }
}

/* At the time of an event one reads what was before it; beyond it what is after. */
static void events_act_when_they_are_passed(void **state) {
  (void)state;
  Stepped s = open_text(by_input_bouncing, "hht", 1e-6);
  double t = 0;
  while (sar_integrator_view(s.stepper->integrator)->nfired == 0) advance(&s, t += 1e-3);
  double met = sar_integrator_view(s.stepper->integrator)->t1;
  advance(&s, met);
  assert_true(get(&s, "pin.angle_rate") > 0.1);
  assert_true(fabs(get(&s, "pin.angle") - 0.3) < 1e-6);
  advance(&s, nextafter(met, 3));
  assert_true(get(&s, "pin.angle_rate") < -0.1);
  close_stepped(&s);
}

static void a_value_that_it_has_changes_nothing(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(methods); i++) {
    double one[ROOM], other[ROOM];
    Stepped a = open_text(by_input_bouncing, methods[i], 1e-6), b = open_text(by_input_bouncing, methods[i], 1e-6);
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
    close_stepped(&a);
    close_stepped(&b);
  }
}

/* Outputs know of an input at once, and reading them changes nothing; nor does it matter where else one stops. */
static void what_is_read_after_a_change(void **state) {
  (void)state;
  double one[ROOM], other[ROOM];
  Stepped a = open_text(by_input_bouncing, "hht", 1e-6), b = open_text(by_input_bouncing, "hht", 1e-6);
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
  close_stepped(&a);
  close_stepped(&b);
}

static void a_change_that_is_not_begun_yet_is_saved(void **state) {
  (void)state;
  double one[ROOM], other[ROOM];
  const void *bytes;
  size_t size;
  for (int reads = 0; reads < 2; reads++) {
    Stepped a = open_text(by_input_bouncing, "bdf", 1e-6), b = open_text(by_input_bouncing, "bdf", 1e-6);
    advance(&a, 0.6);
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
    close_stepped(&a);
    close_stepped(&b);
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
  Stepped s = open_text(rotor, "hht", 1e-6);
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
  close_stepped(&s);
}

/* ---- what is refused ---- */

static void wrong_calls_are_refused(void **state) {
  (void)state;
  Stepped s = open_text(rotor, "hht", 1e-6);
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
  close_stepped(&s);
}

static const char stopping[] =
    PUSHED("inputs: {u: 4}\n", "u", "events: {far: {when: \"angle(pin) - 0.3\", stop: true}}\n");

static void an_event_stops_the_motion(void **state) {
  (void)state;
  Stepped s = open_text(stopping, "hht", 1e-6);
  while (!sar_stepper_stopped(s.stepper) && sar_stepper_time(s.stepper) < 2) {
    set(&s, "u", 4 + sar_stepper_time(s.stepper));
    advance(&s, fmin(sar_stepper_time(s.stepper) + 0.01, 2));
  }
  assert_true(sar_stepper_stopped(s.stepper));
  assert_true(fabs(get(&s, "pin.angle") - 0.3) < 1e-6);
  double t = sar_stepper_time(s.stepper);
  advance(&s, 2);
  assert_true(sar_stepper_time(s.stepper) == t);
  close_stepped(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_give_the_bits_of_one_advance),
      cmocka_unit_test(rows_of_a_run_are_what_is_read),
      cmocka_unit_test(saved_ones_go_on_bit_for_bit),
      cmocka_unit_test(foreign_and_damaged_bytes_are_refused),
      cmocka_unit_test(an_input_acts_like_a_function_of_time_that_jumps),
      cmocka_unit_test(events_behind_a_change_are_found_again),
      cmocka_unit_test(an_event_right_behind_a_change_happens_once),
      cmocka_unit_test(events_act_when_they_are_passed),
      cmocka_unit_test(a_value_that_it_has_changes_nothing),
      cmocka_unit_test(what_is_read_after_a_change),
      cmocka_unit_test(a_change_that_is_not_begun_yet_is_saved),
      cmocka_unit_test(a_controller_outside),
      cmocka_unit_test(wrong_calls_are_refused),
      cmocka_unit_test(an_event_stops_the_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
