/* Events in a run: what they do, what is recorded, and what is said where there is no end to them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "file.h"
#include "hht_options.h"

#define FILE_NAME "event_test.h5"

static Ran run(const char *text) { return run_text(text, 0); }

static int64_t rows(const Ran *r) { return sar_table_rows(r->table); }

/* The first of two rows at the same time, from row `from` on. */
static int64_t pair(const Ran *r, int64_t from) {
  const double *t = ran_column(r, "time");
  while (from + 1 < rows(r) && t[from] != t[from + 1]) from++;
  assert_true(from + 1 < rows(r));
  return from;
}

static const char falling[] =
    "gravity: [0, 0, -10]\n"
    "parameters: {k: 3}\n"
    "bodies: {ball: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 5]}}\n"
    "variables: {u: \"k*dz(ball)\"}\n"
    "events:\n"
    "  low: {when: \"dz(ball) - 2\", set: {k: \"k + 10*dz(ball)\"}}\n"
    "  high: {when: \"dz(ball) - 2\", direction: up}\n"
    "  floor: {when: \"dz(ball)\", direction: down, stop: true, record: false}\n"
    "simulate: {end: 9, tolerance: 1e-6}\n"
    "output: {every: 0.3}\n";

static void an_event_sets_and_an_event_stops(void **state) {
  (void)state;
  Ran r = run(falling);
  assert_int_equal(r.status, SAR_OK);
  assert_int_equal(r.summary.status, SAR_RUN_STOPPED);
  CHECK_NEAR(r.summary.end_time, 1, 1e-10);
  assert_int_equal(r.summary.nevents, 3);
  const int64_t counts[] = {1, 0, 1};
  for (int i = 0; i < 3; i++) assert_int_equal(r.summary.events[i].count, counts[i]);
  CHECK_NEAR(r.summary.events[0].last_time, sqrt(0.6), 1e-10);
  assert_true(isnan(r.summary.events[1].last_time));
  int64_t i = pair(&r, 0);
  const double *u = ran_column(&r, "u.value"), *t = ran_column(&r, "time");
  CHECK_NEAR(t[i], sqrt(0.6), 1e-10);
  CHECK_NEAR(u[i], 6, 1e-9);
  CHECK_NEAR(u[i + 1], 46, 1e-8); /* k = 3 + 10 * 2 */
  CHECK_NEAR(t[rows(&r) - 1], 1, 1e-10);
  assert_int_equal(rows(&r), 4 + 2 + 1); /* 0, 0.3, 0.6, 0.9, the two, and where it stops */
  ran_free(&r);
}

static const char three_phases[] =
    "parameters: {seen: 0}\n"
    "states: {x: {start: 0, rate: 1}}\n"
    "variables: {s: seen}\n"
    "events:\n"
    "  first: {when: \"x - 0.3\", direction: up, end_phase: true, set: {seen: x}}\n"
    "  second: {when: \"x - 0.8\", direction: up, %s: true}\n"
    "simulate: %s\n"
    "output: {every: 0.5}\n";

/* `end_phase` ends one phase, and the next one goes on there with what the event has set; `stop` ends them all. Where
 * there are no phases, the run is done where its only one ends. */
static void an_event_ends_a_phase(void **state) {
  (void)state;
  static const struct {
    const char *second, *simulate;
    SarRunStatus status;
    double end, seen;
  } cases[] = {{"stop", "[{end: 1}, {end: 1.5}, {end: 2}]", SAR_RUN_STOPPED, 0.8, 0.3},
               {"end_phase", "[{end: 1}, {end: 1.5}, {end: 2}]", SAR_RUN_DONE, 2, 0.3},
               {"stop", "{end: 2}", SAR_RUN_DONE, 0.3, 0.3}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text, three_phases, cases[i].second, cases[i].simulate);
    Ran r = run(text);
    assert_int_equal(r.status, SAR_OK);
    assert_int_equal(r.summary.status, cases[i].status);
    CHECK_NEAR(r.summary.end_time, cases[i].end, 1e-9);
    CHECK_NEAR(last_value(r.table, "x.value"), cases[i].end, 1e-9);
    CHECK_NEAR(last_value(r.table, "s.value"), cases[i].seen, 1e-9);
    ran_free(&r);
  }
}

/* Events at one instant act in the order of the file, and each sees what the one before has set, in variables too. */
static void events_see_what_others_set(void **state) {
  (void)state;
  Ran r =
      run("parameters: {k: 1, n: 0}\n"
          "coordinates: {y: {mass: 1, velocity: 1}}\n"
          "variables: {u: \"2*k + y\"}\n"
          "measures: {seen: \"n\"}\n"
          "events:\n"
          "  first: {when: \"y - 0.5\", set: {k: 3}}\n"
          "  second: {when: \"y - 0.5\", set: {n: \"u\"}}\n"
          "simulate: {end: 1}\n");
  assert_int_equal(r.status, SAR_OK);
  int64_t i = pair(&r, 0);
  const double *seen = ran_column(&r, "seen.value"), *u = ran_column(&r, "u.value");
  CHECK_NEAR(u[i], 2.5, 1e-9);
  CHECK_NEAR(u[i + 1], 6.5, 1e-9);
  CHECK_NEAR(seen[i], 0, 0);
  CHECK_NEAR(seen[i + 1], 6.5, 1e-9);
  ran_free(&r);
}

/* What is not to be recorded changes the motion and leaves no rows of its own. */
static void a_change_that_is_not_recorded(void **state) {
  (void)state;
  Ran r =
      run("parameters: {k: 1}\n"
          "coordinates: {y: {mass: 1, velocity: 1}}\n"
          "variables: {u: \"k\"}\n"
          "events: {e: {when: \"y - 0.55\", record: false, set: {k: 3}}}\n"
          "simulate: {end: 1}\noutput: {every: 0.1}\n");
  assert_int_equal(r.status, SAR_OK);
  assert_int_equal(rows(&r), 11);
  CHECK_NEAR(ran_column(&r, "u.value")[5], 1, 0);
  CHECK_NEAR(ran_column(&r, "u.value")[6], 3, 0);
  ran_free(&r);
}

/* Two events that are one surface are one impact: each asks for a rate of the gap of at least e times the one before,
 * and the larger one is what happens. Against a plate that rises, e is the ratio of the rates of the gap. */
static void one_impact_is_enough(void **state) {
  (void)state;
  Ran r =
      run("gravity: [0, 0, -10]\n"
          "bodies: {ball: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 5.4]}}\n"
          "events:\n"
          "  hit: {when: \"dz(ball) - 0.4*t\", direction: down, restitution: 0.5}\n"
          "  again: {when: \"3*(dz(ball) - 0.4*t)\", direction: down, restitution: 0.9}\n"
          "simulate: {end: 1.2}\n");
  assert_int_equal(r.status, SAR_OK);
  int64_t i = pair(&r, 0);
  const double *t = ran_column(&r, "time"), *v = ran_column(&r, "ball.vz");
  double when = 1; /* 5.4 - 5 t^2 = 0.4 t */
  CHECK_NEAR(t[i], when, 1e-9);
  CHECK_NEAR(v[i], -10 * when, 1e-8);
  CHECK_NEAR(v[i + 1], 0.4 + 0.9 * (10 * when + 0.4), 1e-8);
  for (int k = 0; k < 2; k++) assert_int_equal(r.summary.events[k].count, 1);
  ran_free(&r);
}

/* A mass that an event makes larger keeps its velocity: what it gains came from outside, what it loses is gone. */
static void a_mass_that_an_event_changes(void **state) {
  (void)state;
  for (int less = 0; less < 2; less++) {
    char text[400];
    snprintf(text, sizeof text,
             "parameters: {m: 2}\ncoordinates: {y: {mass: \"m\", velocity: 1}}\n"
             "events: {e: {when: \"y - 0.5\", set: {m: %s}}}\nsimulate: {end: 1}\n",
             less ? "1.5" : "5");
    Ran r = run(text);
    assert_int_equal(r.status, SAR_OK);
    int64_t last = rows(&r) - 1;
    CHECK_NEAR(ran_column(&r, "y.rate")[last], 1, 1e-12);
    CHECK_NEAR(ran_column(&r, "energy.kinetic")[last], less ? 0.75 : 2.5, 1e-12);
    CHECK_NEAR(ran_column(&r, "energy.work")[last], less ? 0 : 1.5, 1e-12);
    CHECK_NEAR(ran_column(&r, "energy.dissipated")[last], less ? 0.25 : 0, 1e-12);
    for (int64_t i = 0; i <= last; i++) CHECK_NEAR(ran_column(&r, "energy.balance")[i], 0, 1e-12);
    ran_free(&r);
  }
}

/* A rod on a hinge strikes its end against a stop; the impulse in the hinge is the hinge's business. A second rod hangs
 * on it: its velocity jumps as well. */
static const char rods[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  a: {mass: 2, inertia: [0.01, 0.2, 0.2], at: [0.5, 0, 0], frames: {end: {at: [0.5, 0, 0]}}}\n"
    "  b: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [1.5, 0, 0], frames: {end: {at: [-0.5, 0, 0]}}}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
    "  knee: {type: revolute, between: [a.end, b.end], axis: z}\n"
    "events: {hit: {when: \"dx(a.end)\", direction: down, restitution: 0.5}}\n"
    "simulate: {end: 0.72, tolerance: 1e-9}\n"
    "output: {every: 0.05}\n";

static void impacts_respect_joints(void **state) {
  (void)state;
  Ran r = run(rods);
  assert_int_equal(r.status, SAR_OK);
  assert_true(r.summary.events[0].count >= 1);
  int64_t i = pair(&r, 0);
  const double *vx = ran_column(&r, "a.end.vx"), *px = ran_column(&r, "b.end.vx"), *py = ran_column(&r, "b.end.vy");
  const double *qy = ran_column(&r, "a.end.vy"), *ax = ran_column(&r, "a.vx"), *ay = ran_column(&r, "a.vy");
  const double *wa = ran_column(&r, "a.wz"), *wb = ran_column(&r, "b.wz"), *bx = ran_column(&r, "b.vx"),
               *by = ran_column(&r, "b.vy");
  CHECK_NEAR(vx[i + 1], -0.5 * vx[i], 1e-10);
  CHECK_NEAR(px[i + 1], vx[i + 1], 1e-10); /* the knee holds */
  CHECK_NEAR(py[i + 1], qy[i + 1], 1e-10);
  /* nothing but the knee acts on b: its angular momentum about the knee stays, r x m dv + I dw = 0 */
  const double *x = ran_column(&r, "b.x"), *y = ran_column(&r, "b.y"), *kx = ran_column(&r, "b.end.x"),
               *ky = ran_column(&r, "b.end.y");
  double about =
      (x[i] - kx[i]) * (by[i + 1] - by[i]) - (y[i] - ky[i]) * (bx[i + 1] - bx[i]) + 0.1 * (wb[i + 1] - wb[i]);
  CHECK_NEAR(about, 0, 1e-10);
  assert_true(fabs(wb[i + 1] - wb[i]) > 0.1);
  /* energy: what is lost counts as dissipated */
  double before = (ax[i] * ax[i] + ay[i] * ay[i]) + 0.1 * wa[i] * wa[i];
  double after = (ax[i + 1] * ax[i + 1] + ay[i + 1] * ay[i + 1]) + 0.1 * wa[i + 1] * wa[i + 1];
  before += 0.5 * (bx[i] * bx[i] + by[i] * by[i]) + 0.05 * wb[i] * wb[i];
  after += 0.5 * (bx[i + 1] * bx[i + 1] + by[i + 1] * by[i + 1]) + 0.05 * wb[i + 1] * wb[i + 1];
  const double *lost = ran_column(&r, "energy.dissipated");
  assert_true(before - after > 0.1);
  CHECK_NEAR(lost[i + 1] - lost[i], before - after, 1e-9);
  assert_true(r.summary.energy_balance_max < 3e-6); /* without the impacts it is 1.2e-6 */
  assert_true(r.summary.newton_euler_max < 1e-10);
  ran_free(&r);
}

/* A relay: y'' = -2 sign(y) from y = 1 has its zeros at 1, 3, 5, ... and parabolas between them. */
static void jumps_are_stepped_onto(void **state) {
  (void)state;
  Ran r =
      run("coordinates: {y: {mass: 1, at: 1}}\n"
          "forces: {f: {type: generalized, coordinate: y, force: \"-2*sign(y)\"}}\n"
          "simulate: {end: 10, tolerance: 1e-4}\noutput: {every: 0.25}\n");
  assert_int_equal(r.status, SAR_OK);
  const double *t = ran_column(&r, "time"), *y = ran_column(&r, "y.value");
  for (int64_t i = 0; i < rows(&r); i++) {
    double phase = fmod(t[i] + 1, 4), s = phase < 2 ? phase : phase - 2;
    CHECK_NEAR(y[i], (phase < 2 ? 1 : -1) * s * (2 - s), 1e-8);
  }
  assert_true(r.summary.steps < 60);
  ran_free(&r);
}

/* A force that jumps at 0.5: q = 0.5 * 3 t^2/2, then the other force. Few steps, since nothing else asks for any. */
static void a_jump_in_time_is_stepped_onto(void **state) {
  (void)state;
  static const char *const forces[] = {"if(t < 0.5, 3, -5)", "-1 - 4*sign(t - 0.5)", "3 - 8*floor(2*t)"};
  for (size_t k = 0; k < sizeof forces / sizeof *forces; k++) {
    char text[512];
    snprintf(text, sizeof text,
             "bodies: {block: {mass: 2, inertia: [0.1, 0.1, 0.1]}}\n"
             "joints: {P: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x}}\n"
             "forces: {push: {type: force, between: [ground, block], force: [\"%s\", 0, 0]}}\n"
             "simulate: {end: 0.9, tolerance: 1e-4}\noutput: {every: 0.03}\n",
             forces[k]);
    Ran r = run(text);
    assert_int_equal(r.status, SAR_OK);
    assert_int_equal(sar_context_count(r.f.context), 0);
    const double *t = ran_column(&r, "time"), *x = ran_column(&r, "block.x"), *v = ran_column(&r, "block.vx");
    for (int64_t i = 0; i < rows(&r); i++) {
      double late = fmax(t[i] - 0.5, 0);
      CHECK_NEAR(x[i], 0.75 * t[i] * t[i] - 2 * late * late, 1e-10);
      CHECK_NEAR(v[i], 1.5 * t[i] - 4 * late, 1e-10);
    }
    assert_true(r.summary.steps < 30);
    ran_free(&r);
  }
}

/* A law with a kink makes a spring consist of symbols: at no length it is as inert as any other spring, and the motion
 * out of it is the same. */
static void a_spring_of_no_length_with_a_kink(void **state) {
  (void)state;
  static const char *const laws[] = {"100*length + 2*rate", "100*length + 2*rate + 5*max(length - 7, 0)",
                                     "100*max(length, -1) + 2*max(rate, -50)"};
  Ran all[3];
  for (int k = 0; k < 3; k++) {
    char text[768];
    snprintf(text, sizeof text,
             "bodies: {block: {mass: 2, inertia: [0.1, 0.1, 0.1]}}\n"
             "joints: {P: {type: planar, between: [ground, block], at: [0, 0, 0], axis: z}}\n"
             "forces:\n"
             "  spring: {type: spring-damper, between: [ground, block], law: \"%s\"}\n"
             "  push: {type: force, between: [ground, block], force: [20, 15, 0]}\n"
             "measures: {d: \"dm(block)\", dot: \"vr(block)\"}\n"
             "simulate: {end: 0.4, tolerance: 1e-7}\noutput: {every: 0.05}\n",
             laws[k]);
    all[k] = run(text);
    if (all[k].status != SAR_OK) fail_msg("%s: %s", laws[k], fixture_message(&all[k].f, SAR_ERROR));
    /* along the force: 2 s'' + 2 s' + 100 s = 25 */
    double w = sqrt(50 - 0.25);
    const double *t = ran_column(&all[k], "time"), *x = ran_column(&all[k], "block.x"),
                 *y = ran_column(&all[k], "block.y");
    const double *d = ran_column(&all[k], "d.value"), *dot = ran_column(&all[k], "dot.value");
    for (int64_t i = 0; i < rows(&all[k]); i++) {
      double fading = exp(-0.5 * t[i]), s = 0.25 * (1 - fading * (cos(w * t[i]) + 0.5 / w * sin(w * t[i])));
      CHECK_NEAR(x[i], 0.8 * s, 1e-5);
      CHECK_NEAR(y[i], 0.6 * s, 1e-5);
      CHECK_NEAR(d[i], s, 1e-5);
      CHECK_NEAR(dot[i], 0.25 * fading * sin(w * t[i]) * (w + 0.25 / w), 1e-4);
    }
  }
  for (int k = 0; k < 3; k++) ran_free(&all[k]);
}

static void tell_all_remedies(const Ran *r, const char *element) {
  const SarDiagnostic *d = sar_context_get(r->f.context, 0);
  assert_int_equal(d->severity, SAR_ERROR);
  assert_string_equal(d->element, element);
  assert_true(d->source.line > 0);
  const char *when = strstr(d->message, "at t = ");
  assert_non_null(when);
  CHECK_NEAR(strtod(when + strlen("at t = "), NULL), 0.5, 1e-5);
  assert_non_null(strstr(d->remedy, "`tanh(x/w)` in place of `sign(x)`"));
  assert_non_null(strstr(d->remedy, "hysteresis"));
  assert_non_null(strstr(d->remedy, "the friction of a joint"));
}

static void endless_events_are_told(void **state) {
  (void)state;
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"gravity: [0, 0, -10]\nbodies: {ball: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 5]}}\n"
       "events: {hit: {when: \"dz(ball)\", direction: down, restitution: 0.8}}\nsimulate: {end: 12}\n",
       "the impacts of event `hit` follow each other faster and faster"},
      {"states: {y: {start: 1, rate: \"if(y > 0, -1, 1)\"}}\nsimulate: {end: 10}\n",
       "a jump in `y` switches again and again"},
      {"coordinates: {y: {mass: 1, velocity: 1}}\nsimulate: {end: 10}\n"
       "forces: {rub: {type: generalized, coordinate: y, force: \"-2*sign(rate(y))\"}}\n",
       "s a jump in `rub` switches again and again: what happens there drives it back at once"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Ran r = run(cases[i].text);
    assert_int_equal(r.status, SAR_CHATTERING);
    assert_int_equal(r.summary.status, SAR_RUN_FAILED);
    if (!strstr(fixture_message(&r.f, SAR_ERROR), cases[i].message)) {
      fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
    }
    assert_true(rows(&r) > 2);
    if (i == 2) tell_all_remedies(&r, "rub");
    ran_free(&r);
  }
}

/* ---- checkpoints ---- */

/* Bounces on a floor that rises with every bounce, with a relay and a variable. */
static const char eventful[] =
    "gravity: [0, 0, -10]\n"
    "parameters: {k: 0}\n"
    "bodies: {ball: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 5]}}\n"
    "coordinates: {y: {mass: 1, at: 1}}\n"
    "states: {i: {start: 0, rate: \"k + sign(y) - i\"}}\n"
    "variables: {u: {equation: \"u^3 + u - i - k\", start: 0.5}}\n"
    "forces: {f: {type: generalized, coordinate: y, force: \"-2*sign(y) - 0.1*u\"}}\n"
    "events:\n"
    "  hit: {when: \"dz(ball) - k\", direction: down, restitution: 0.8, set: {k: \"k + 0.05\"}}\n"
    "simulate: {end: 6, tolerance: 1e-5}\noutput: {every: 0.1}\n";

static void resuming_across_events_changes_no_bit(void **state) {
  (void)state;
  Fixture f = fixture_of(eventful);
  SarRunOptions options = hht_options();
  SarRunSummary whole_summary, summary;
  options.hdf5 = FILE_NAME;
  assert_int_equal(sar_run(f.context, f.system, &options, &whole_summary), SAR_OK);
  assert_true(whole_summary.events[0].count >= 3);
  long whole_length, length;
  char *whole = file_bytes(FILE_NAME, &whole_length);
  for (int few = 3; few < whole_summary.steps; few += 7) {
    int left = few;
    SarRecord *record = NULL;
    SarRunOptions cut = options;
    cut.progress = stop_after;
    cut.progress_self = &left;
    remove(FILE_NAME);
    assert_int_equal(sar_run(f.context, f.system, &cut, NULL), SAR_INTERRUPTED);
    assert_int_equal(sar_record_open(f.context, FILE_NAME, &record), SAR_OK);
    assert_int_equal(sar_resume(record, &options, &summary), SAR_OK);
    sar_record_close(&record);
    char *bytes = file_bytes(FILE_NAME, &length);
    assert_int_equal(length, whole_length);
    assert_memory_equal(bytes, whole, (size_t)length);
    free(bytes);
    assert_int_equal(summary.steps, whole_summary.steps);
    assert_int_equal(summary.events[0].count, whole_summary.events[0].count);
  }
  free(whole);
  remove(FILE_NAME);
  fixture_free(&f);
}

/* Nothing recorded, nothing else different. */
static void runs_without_output_take_the_same_steps(void **state) {
  (void)state;
  Ran r = run(eventful);
  SarRunOptions options = hht_options();
  SarRunSummary quick;
  options.no_output = true;
  assert_int_equal(r.status, SAR_OK);
  assert_int_equal(sar_run(r.f.context, r.f.system, &options, &quick), SAR_OK);
  assert_int_equal(quick.steps, r.summary.steps);
  CHECK_NEAR(quick.events[0].last_time, r.summary.events[0].last_time, 0);
  ran_free(&r);
}

/* A parameter that follows one that an event sets: y'' = -k y with k = 2 n (1 + n), n from 1 to 2. */
static void parameters_follow_what_an_event_sets(void **state) {
  (void)state;
  Ran r =
      run("parameters: {n: 1, k: m*(1 + n), m: 2*n}\n"
          "coordinates: {y: {mass: 1, at: 1}}\n"
          "forces: {f: {type: generalized, coordinate: y, force: -k*y}}\n"
          "events: {e: {when: t - 0.3, set: {n: 2}}}\n"
          "simulate: {end: 1, tolerance: 1e-10}\n");
  assert_int_equal(r.status, SAR_OK);
  double w = 2, y = cos(0.3 * w), v = -w * sin(0.3 * w);
  w = sqrt(12);
  CHECK_NEAR(ran_column(&r, "y.value")[rows(&r) - 1], y * cos(0.7 * w) + v / w * sin(0.7 * w), 1e-6);
  ran_free(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_event_sets_and_an_event_stops),
      cmocka_unit_test(an_event_ends_a_phase),
      cmocka_unit_test(events_see_what_others_set),
      cmocka_unit_test(a_change_that_is_not_recorded),
      cmocka_unit_test(one_impact_is_enough),
      cmocka_unit_test(a_mass_that_an_event_changes),
      cmocka_unit_test(parameters_follow_what_an_event_sets),
      cmocka_unit_test(impacts_respect_joints),
      cmocka_unit_test(jumps_are_stepped_onto),
      cmocka_unit_test(a_jump_in_time_is_stepped_onto),
      cmocka_unit_test(a_spring_of_no_length_with_a_kink),
      cmocka_unit_test(endless_events_are_told),
      cmocka_unit_test(resuming_across_events_changes_no_bit),
      cmocka_unit_test(runs_without_output_take_the_same_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
