/* A mechanism that is driven into a pose in which it locks: every method stops there, says that it may be a lock-up,
 * and names what drives it there, with steps of its own choice and with fixed ones, which fall short of the pose or,
 * where constraints are only stabilised, go past it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

/* The crank, 0.5 m, is longer than the rod, 0.4 m: at sin(2 t) = 0.8 the rod is at right angles to the slide. */
static const char text[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.01, 0.02, 0.02], at: [0.25, 0, 0]}\n"
    "  rod: {mass: 1, inertia: [0.01, 0.02, 0.02], at: [0.7, 0, 0]}\n"
    "  slider: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.9, 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: spherical, between: [crank, rod], at: [0.5, 0, 0]}\n"
    "  C: {type: universal, between: [rod, slider], at: [0.9, 0, 0], axis: y, axis2: z}\n"
    "  D: {type: prismatic, between: [ground, slider], at: [0.9, 0, 0], axis: x}\n"
    "motions: {drive: {joint: A, rotation: \"2*t\"}}\n"
    "simulate: {end: 2}\n";
#define LOCKED 0.46364760900080615 /* asin(0.8)/2 */

typedef struct Stop {
  Fixture f;
  SarRunSummary summary;
} Stop;

static Stop stopped(const char *model, const char *method, double step) {
  Stop s = {.f = fixture_of(model)};
  SarRunOptions options = hht_options();
  options.method = method;
  if (step > 0) options.step = step;
  options.no_output = true;
  assert_true(sar_run(s.f.context, s.f.system, &options, &s.summary) < 0);
  assert_int_equal(sar_context_errors(s.f.context), 1);
  return s;
}

/* The first likely cause with this text, or null. */
static const SarDiagnostic *cause(const Stop *s, const char *what) {
  for (int32_t i = 0; i < sar_context_count(s->f.context); i++) {
    const SarDiagnostic *d = sar_context_get(s->f.context, i);
    if (d->severity == SAR_NOTE && strstr(d->message, "likely cause") && strstr(d->message, what)) return d;
  }
  return NULL;
}

static const SarDiagnostic *error(const Stop *s) {
  for (int32_t i = 0; i < sar_context_count(s->f.context); i++) {
    const SarDiagnostic *d = sar_context_get(s->f.context, i);
    if (d->severity == SAR_ERROR) return d;
  }
  return NULL;
}

/* The other way round: the slider is pulled until crank and rod, equally long, are in line, at t^2/2 = 1 - cos 1. There
 * crank and rod turn ever faster, and steps must not shrink with them for long. */
static const char pulled[] =
    "bodies:\n"
    "  crank: {mass: 1, inertia: [1e-3, 0.02, 0.02], at: [0.25*cos(1), 0.25*sin(1), 0], turn: {axis: z, angle: 1},\n"
    "    frames: {pin: {at: [0.25, 0, 0]}}}\n"
    "  rod: {mass: 1, inertia: [1e-3, 0.02, 0.02], at: [0.75*cos(1), 0.25*sin(1), 0], turn: {axis: z, angle: -1},\n"
    "    frames: {big: {at: [-0.25, 0, 0]}, small: {at: [0.25, 0, 0]}}}\n"
    "  slider: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], at: [cos(1), 0, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: spherical, between: [crank.pin, rod.big]}\n"
    "  C: {type: universal, between: [rod.small, slider], axis: y, axis2: z}\n"
    "  D: {type: prismatic, between: [ground, slider], at: [cos(1), 0, 0], axis: x}\n"
    "motions: {pull: {joint: D, translation: \"0.5*t^2\"}}\n"
    "simulate: {end: 3}\n";
#define IN_LINE 0.95885107720840605 /* sqrt(2 (1 - cos 1)) */

static void pulled_into_line(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "radau5", "rosenbrock-nystrom", "w-method", "adams", "dopri5"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    Stop s = stopped(pulled, methods[i], 0);
    const SarDiagnostic *said = error(&s), *why = cause(&s, "singular pose");
    print_message("%s: %lld steps; %s\n", methods[i], (long long)s.summary.steps, said->message);
    CHECK_NEAR(s.summary.end_time, IN_LINE, 1e-6);
    assert_non_null(strstr(said->message, "the step became too small"));
    assert_non_null(strstr(said->remedy, "lock-up"));
    assert_true(s.summary.steps < 20000);
    if (!why) fail_msg("%s: the singular pose is not named", methods[i]);
    assert_non_null(why->element);
    fixture_free(&s.f);
  }
}

static void steps_of_their_own(void **state) {
  (void)state;
  static const char *const methods[] = {
      "hht",      "bdf",   "radau5", "ida",  "rosenbrock-nystrom", "rosenbrock-nystrom:matrix=augmented",
      "w-method", "adams", "dopri5", "rkf45"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    Stop s = stopped(text, methods[i], 0);
    const SarDiagnostic *said = error(&s), *why = cause(&s, "likely cause 1: the mechanism is at or near a singular");
    print_message("%s: %s; %s\n", methods[i], said->message, said->remedy);
    CHECK_NEAR(s.summary.end_time, LOCKED, 1e-6);
    assert_non_null(strstr(said->remedy, "lock-up"));
    if (!why) fail_msg("%s: the singular pose is not the first cause", methods[i]);
    assert_non_null(why->element);
    assert_non_null(why->remedy);
    assert_null(cause(&s, "likely cause 2")); /* that the slider races is no other cause */
    fixture_free(&s.f);
  }
}

/* What goes past the pose has torn its joints; what falls short of it sees it coming. */
static void fixed_steps(void **state) {
  (void)state;
  static const struct {
    const char *method;
    bool past;
  } cases[] = {{"hht", false},      {"bathe", false},  {"rosenbrock-nystrom", false},
               {"w-method", false}, {"dopri5", false}, {"rkf45", false},
               {"ab3", true},       {"ab5", true},     {"ampc4", true},
               {"mampc3", true},    {"mampc4", true},  {"mampc5", true}};
  static const double steps[] = {1e-2, 1e-3};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    for (int k = 0; k < 2; k++) {
      Stop s = stopped(text, cases[i].method, steps[k]);
      const SarDiagnostic *pose = cause(&s, "singular pose"), *open = cause(&s, "no longer hold");
      print_message("%s %g: t = %.6f; %s; %s\n", cases[i].method, steps[k], s.summary.end_time,
                    pose ? pose->message : "-", open ? open->message : "-");
      if (!cases[i].past) assert_true(s.summary.end_time <= LOCKED && s.summary.end_time > LOCKED - 2 * steps[k]);
      if (!(cases[i].past ? pose || open : pose != NULL)) fail_msg("%s: the lock-up is not named", cases[i].method);
      if (pose) assert_non_null(pose->element);
      if (open) assert_non_null(open->element);
      fixture_free(&s.f);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_of_their_own), cmocka_unit_test(pulled_into_line),
                                     cmocka_unit_test(fixed_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
