/* Derivatives of the energies that a run sums up, dissipated energy and work, against closed forms. */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Ran {
  SarContext *context;
  SarTable *table;
  SarRunSummary summary;
} Ran;

typedef struct How {
  const char *method;
  double tolerance, step; /* one of them */
  double bound;           /* of errors, relative to the largest value */
} How;

static Ran run(const char *text, const How *how, const char *const *parameters, int32_t count) {
  Ran ran = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(ran.context, &ran.table), SAR_OK);
  assert_int_equal(sar_model_parse(ran.context, "text.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(ran.context, model, &system), SAR_OK);
  options.table = ran.table;
  options.method = how->method;
  if (how->tolerance > 0) options.tolerance = how->tolerance;
  if (how->step > 0) options.step = how->step;
  options.sensitivity = parameters;
  options.nsensitivity = count;
  SarStatus status = sar_run(ran.context, system, &options, &ran.summary);
  for (int32_t i = 0; status != SAR_OK && i < sar_context_count(ran.context); i++)
    print_message("%s\n", sar_context_get(ran.context, i)->message);
  assert_int_equal(status, SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return ran;
}

static void finish(Ran *ran) {
  sar_table_destroy(&ran->table);
  sar_context_destroy(&ran->context);
}

static const double *column(const Ran *ran, const char *name) {
  int32_t index = sar_table_find(ran->table, name);
  if (index < 0) fail_msg("there is no column %s", name);
  return sar_table_values(ran->table, index);
}

static double last(const Ran *ran, const char *name) { return column(ran, name)[sar_table_rows(ran->table) - 1]; }

/* ---- a damped oscillator ---- */

#define M 2.0
#define K 50.0
#define C 3.0
#define V0 1.0

/* x = v0/w exp(s t) sin(w t): what it has lost. Analytic in k and c, so that a step of them that is imaginary gives the
 * derivative without a difference. */
static double complex find_lost(double complex k, double complex c, double t) {
  double complex s = -c / (2 * M), w = csqrt(k / M - s * s), e = cexp(s * t);
  double complex x = V0 / w * e * csin(w * t), v = V0 / w * e * (s * csin(w * t) + w * ccos(w * t));
  return M * V0 * V0 / 2 - M * v * v / 2 - k * x * x / 2;
}

#define OSCILLATOR(more)                                                                                         \
  "parameters: {m: 2, k: 50, c: 3, v0: 1}\n"                                                                     \
  "ground: {frames: {wall: {at: [-1, 0, 0]}}}\n"                                                                 \
  "bodies: {mass: {mass: m, inertia: [1, 1, 1], at: [0, 0, 0], velocity: [v0, 0, 0]}}\n"                         \
  "joints: {rail: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: x}}\n"                         \
  "forces: {spring: {type: spring-damper, between: [ground.wall, mass], stiffness: k, damping: c, length: 1}}\n" \
  "simulate: {end: 1}\n" more

/* Methods of all kinds: formulas of the order of the run and of second order, stages, points that are solved anew. */
static void damped_oscillator(void **state) {
  (void)state;
  static const char *const parameters[] = {"c", "k"};
  static const How hows[] = {{"auto", 1e-9, 0, 2e-5},    {"radau5", 1e-10, 0, 1e-6},       {"hht", 1e-9, 0, 3e-4},
                             {"dopri5", 1e-10, 0, 1e-6}, {"midpoint", 0, 5e-4, 1e-4},      {"ss2", 0, 5e-4, 1e-4},
                             {"ida", 1e-10, 0, 5e-6},    {"esdirk325l2sa", 1e-10, 0, 1e-6}};
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) {
    Ran ran = run(OSCILLATOR("output: {every: 0.037}\n"), &hows[h], parameters, 2);
    const double *t = column(&ran, "time"), *by_c = column(&ran, "d_energy.dissipated/d_c");
    const double *by_k = column(&ran, "d_energy.dissipated/d_k"), step = 1e-30;
    assert_true(sar_table_rows(ran.table) > 20);
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      double expected_c = cimag(find_lost(K, C + I * step, t[i])) / step;
      double expected_k = cimag(find_lost(K + I * step, C, t[i])) / step;
      bool off =
          fabs(by_c[i] - expected_c) > 0.14 * hows[h].bound || fabs(by_k[i] - expected_k) > 0.004 * hows[h].bound;
      if (off) print_message("%s\n", hows[h].method);
      CHECK_NEAR(by_c[i], expected_c, 0.14 * hows[h].bound); /* the largest ones */
      CHECK_NEAR(by_k[i], expected_k, 0.004 * hows[h].bound);
      CHECK_NEAR(column(&ran, "d_energy.work/d_c")[i], 0, 0);
    }
    finish(&ran);
  }
}

/* Two evaluations of powers for a step and parameter, four in a part with stages; none where nobody asks. */
static void what_it_takes(void **state) {
  (void)state;
  static const char *const parameters[] = {"c", "k"};
  const How how = {"auto", 1e-9, 0, 0};
  for (int32_t count = 1; count <= 2; count++) {
    Ran ran = run(OSCILLATOR(""), &how, parameters, count);
    const SarSensitivityWork *work = &ran.summary.sensitivities;
    assert_true(work->steps > 100);
    assert_in_range(work->powers, 2 * count * work->steps, 2 * count * (work->steps + 4 * work->parts + 4));
    finish(&ran);
  }
  Ran ran = run(OSCILLATOR("output: {of: [mass.x, energy.kinetic]}\n"), &how, parameters, 1);
  assert_int_equal(ran.summary.sensitivities.powers, 0);
  assert_true(sar_table_find(ran.table, "d_energy.kinetic/d_c") > 0);
  assert_true(sar_table_find(ran.table, "d_energy.dissipated/d_c") < 0);
  finish(&ran);
  ran = run(OSCILLATOR("output: {of: [energy.work, energy.dissipated]}\n"), &how, parameters, 1);
  CHECK_NEAR(last(&ran, "d_energy.dissipated/d_c"), cimag(find_lost(K, C + I * 1e-30, 1)) / 1e-30, 1e-6);
  finish(&ran);
}

/* ---- friction ---- */

/* A block that slides: D = mu m g x with x = v0 t - mu g t^2/2, as long as it is fast. */
static void sliding_block(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, 0, -10]\nparameters: {mu: 0.3, v0: 4, m: 2}\n"
      "bodies: {block: {mass: m, inertia: [1, 1, 1], at: [0, 0, 0], velocity: [v0, 0, 0]}}\n"
      "joints: {floor: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: x, friction: mu}}\n"
      "simulate: {end: 1}\noutput: {every: 0.1}\n";
  static const char *const parameters[] = {"mu", "v0", "m"};
  static const How hows[] = {{"auto", 1e-9, 0, 1e-7}, {"radau5", 1e-9, 0, 1e-7}, {"hht", 1e-8, 0, 1e-6}};
  const double mu = 0.3, v0 = 4, m = 2, g = 10;
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) {
    Ran ran = run(text, &hows[h], parameters, 3);
    const double *t = column(&ran, "time"), size = m * g * v0;
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      double way = v0 * t[i] - mu * g * t[i] * t[i] / 2;
      CHECK_NEAR(column(&ran, "energy.dissipated")[i], mu * m * g * way, 1e-5);
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_mu")[i], m * g * (way - mu * g * t[i] * t[i] / 2),
                 size * hows[h].bound);
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_v0")[i], mu * m * g * t[i], size * hows[h].bound);
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_m")[i], mu * g * way, size * hows[h].bound);
      CHECK_NEAR(column(&ran, "d_energy.balance/d_mu")[i], 0, size * hows[h].bound);
    }
    finish(&ran);
  }
}

/* ---- variations that the steps do not follow ---- */

/* In tar: at v0 = F/c nothing happens, and a change of v0 dies out in m/c = 1e-5 s, long before the first steps of some
 * methods are over. F does dW = F m/c of work meanwhile, and twice that is lost. */
static void mass_in_tar(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {m: 1, c: 1e5, F: 1000, v0: 0.01}\n"
      "ground: {frames: {wall: {at: [-1, 0, 0]}}}\n"
      "bodies: {mass: {mass: m, inertia: [1, 1, 1], at: [0, 0, 0], velocity: [v0, 0, 0]}}\n"
      "joints: {rail: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: x}}\n"
      "forces:\n"
      "  tar: {type: spring-damper, between: [ground.wall, mass], stiffness: 0, damping: c, length: 1}\n"
      "  push: {type: force, between: [ground, mass], force: [F, 0, 0]}\n"
      "simulate: {end: 1}\n";
  static const char *const parameters[] = {"v0"};
  static const How hows[] = {{"auto", 1e-5, 0, 1e-6},   {"auto", 1e-7, 0, 1e-6}, {"hht", 1e-5, 0, 1e-4},
                             {"radau5", 1e-7, 0, 1e-6}, {"hht", 0, 1e-2, 1e-4},  {"midpoint", 0, 1e-2, 1e-4}};
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) {
    Ran ran = run(text, &hows[h], parameters, 1);
    CHECK_NEAR(last(&ran, "d_energy.work/d_v0"), 0.01, 0.01 * hows[h].bound);
    CHECK_NEAR(last(&ran, "d_energy.dissipated/d_v0"), 0.02, 0.02 * hows[h].bound);
    finish(&ran);
  }
}

/* A motor turns a slider-crank at a given speed, against a force: it does what work the force does, whatever that is,
 * and their sum does not change. Each of them changes by up to 0.2 J per newton. */
static void driven_against_a_force(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {r: 0.1, l: 0.3, F: 500, w: 50}\nbodies:\n"
      "  crank: {mass: 1, inertia: [0.002, 0.01, 0.01], at: [-r/2, 0, 0], frames: {pin: {at: [-r/2, 0, 0]}}}\n"
      "  rod: {mass: 0.6, inertia: [0.001, 0.005, 0.005], at: [l/2 - r, 0, 0],\n"
      "        frames: {big: {at: [-l/2, 0, 0]}, small: {at: [l/2, 0, 0]}}}\n"
      "  slider: {mass: 0.8, inertia: [0.01, 0.01, 0.01], at: [l - r, 0, 0]}\n"
      "joints:\n"
      "  main: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: y}\n"
      "  big: {type: revolute, between: [crank.pin, rod.big], axis: y}\n"
      "  small: {type: revolute, between: [rod.small, slider], axis: y}\n"
      "  guide: {type: prismatic, between: [ground, slider], at: [l - r, 0, 0], axis: x}\n"
      "motions: {motor: {joint: main, rotation: \"w*t\"}}\n"
      "forces: {gas: {type: force, between: [ground, slider], force: [\"-F*exp(10*(cos(w*t - 2) - 1))\", 0, 0]}}\n"
      "simulate: {end: 0.25}\noutput: {every: 0.01}\n";
  static const char *const parameters[] = {"F"};
  static const How hows[] = {{"auto", 1e-7, 0, 1e-4}, {"hht", 1e-6, 0, 1e-3}, {"radau5", 1e-7, 0, 1e-6}};
  for (size_t h = 0; h < sizeof hows / sizeof *hows; h++) {
    Ran ran = run(text, &hows[h], parameters, 1);
    const double *work = column(&ran, "d_energy.work/d_F");
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      if (fabs(work[i]) > 0.2 * hows[h].bound) print_message("%s\n", hows[h].method);
      CHECK_NEAR(work[i], 0, 0.2 * hows[h].bound);
    }
    finish(&ran);
  }
}

/* ---- events ---- */

/* A ball: after n bounces it has lost m g h (1 - e^(2 n)). */
static void bouncing_ball(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, 0, -10]\nparameters: {h: 1, e: 0.8, m: 0.5}\n"
      "bodies: {ball: {mass: m, inertia: [0.1, 0.1, 0.1], at: [0, 0, h]}}\n"
      "events: {hit: {when: \"dz(ball)\", direction: down, restitution: e}}\n"
      "simulate: {end: 2}\noutput: {every: 0.01}\n";
  static const char *const parameters[] = {"h", "e", "m"};
  static const How hows[] = {{"auto", 1e-10, 0, 1e-7}, {"radau5", 1e-10, 0, 1e-7}, {"hht", 1e-9, 0, 1e-6}};
  const double h = 1, e = 0.8, m = 0.5, g = 10, fall = sqrt(2 * h / g);
  for (size_t k = 0; k < sizeof hows / sizeof *hows; k++) {
    Ran ran = run(text, &hows[k], parameters, 3);
    const double *t = column(&ran, "time");
    double next = fall, flight = 2 * e * fall;
    int n = 0;
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      if (fabs(t[i] - next) < 1e-6) continue; /* two rows, on both sides */
      if (t[i] > next) n++, next += flight, flight *= e;
      double left = pow(e, 2 * n), bound = hows[k].bound * m * g * h;
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_e")[i], -2 * n * m * g * h * left / e, 10 * bound);
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_h")[i], m * g * (1 - left), 10 * bound);
      CHECK_NEAR(column(&ran, "d_energy.dissipated/d_m")[i], g * h * (1 - left), 10 * bound);
      CHECK_NEAR(column(&ran, "d_energy.balance/d_e")[i], 0, 10 * bound);
      CHECK_NEAR(column(&ran, "d_energy.work/d_h")[i], 0, bound);
    }
    assert_int_equal(n, 3);
    finish(&ran);
  }
}

/* A force that an event switches on: W = F (v0 s + F s^2/(2 m)), s = t - T. Powers jump where the event moves. */
static void switched_force(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {T: 0.4, F: 6, f: 0, v0: 2}\n"
      "bodies: {cart: {mass: 3, inertia: [1, 1, 1], at: [0, 0, 0], velocity: [v0, 0, 0]}}\n"
      "forces: {push: {type: force, between: [ground, cart], force: [f, 0, 0]}}\n"
      "events: {on: {when: \"time - T\", set: {f: F}}}\nsimulate: {end: 1}\noutput: {every: 0.1}\n";
  static const char *const parameters[] = {"T", "F", "v0"};
  static const How hows[] = {{"auto", 1e-9, 0, 1e-7}, {"radau5", 1e-9, 0, 1e-7}, {"hht", 1e-8, 0, 1e-6}};
  for (size_t k = 0; k < sizeof hows / sizeof *hows; k++) {
    Ran ran = run(text, &hows[k], parameters, 3);
    const double *t = column(&ran, "time"), F = 6, m = 3, v0 = 2, bound = 10 * hows[k].bound;
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      if (fabs(t[i] - 0.4) < 1e-6) continue;
      double s = fmax(t[i] - 0.4, 0), on = t[i] > 0.4;
      CHECK_NEAR(column(&ran, "d_energy.work/d_T")[i], -on * (F * v0 + F * F * s / m), bound);
      CHECK_NEAR(column(&ran, "d_energy.work/d_F")[i], v0 * s + F * s * s / m, bound);
      CHECK_NEAR(column(&ran, "d_energy.work/d_v0")[i], F * s, bound);
      CHECK_NEAR(column(&ran, "d_energy.balance/d_T")[i], 0, bound);
    }
    finish(&ran);
  }
}

/* Two balls that a force of 2 N holds back hit the floor at the same time, each with a delay of its own: they fall with
 * 10 m/s^2, lose 10 h (1 - e^2), and the force does 2 (z - h) of work. Down at 1 s with 10 m/s, dT/dh = 0.1, dv/dh = 1.
 */
static void two_at_once(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, 0, -12]\nparameters: {h1: 5, h2: 5, e: 0.8}\nbodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, h1]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [3, 0, h2]}\n"
      "forces:\n"
      "  fa: {type: force, between: [ground, a], force: [0, 0, 2]}\n"
      "  fb: {type: force, between: [ground, b], force: [0, 0, 2]}\n"
      "events:\n"
      "  hita: {when: \"dz(a)\", direction: down, restitution: e}\n"
      "  hitb: {when: \"dz(b)\", direction: down, restitution: e}\n"
      "simulate: {end: 1.5}\noutput: {every: 0.5}\n";
  static const char *const parameters[] = {"h1", "h2", "e"};
  const How how = {"auto", 1e-10, 0, 0};
  Ran ran = run(text, &how, parameters, 3);
  double rise = 0.8 * 0.5 - (8 - 10 * 0.5) * 0.1; /* dz/dh at the end */
  for (int i = 0; i < 2; i++) {
    CHECK_NEAR(last(&ran, i ? "d_energy.dissipated/d_h2" : "d_energy.dissipated/d_h1"), 10 * (1 - 0.64), 1e-5);
    CHECK_NEAR(last(&ran, i ? "d_energy.work/d_h2" : "d_energy.work/d_h1"), 2 * (rise - 1), 1e-5);
    CHECK_NEAR(last(&ran, i ? "d_energy.balance/d_h2" : "d_energy.balance/d_h1"), 0, 1e-5);
  }
  CHECK_NEAR(last(&ran, "d_energy.dissipated/d_e"), -2 * 50 * 2 * 0.8, 1e-4);
  CHECK_NEAR(last(&ran, "d_energy.work/d_e"), 2 * 2 * 10 * 0.5, 1e-5);
  finish(&ran);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(damped_oscillator),      cmocka_unit_test(what_it_takes),
                                     cmocka_unit_test(sliding_block),          cmocka_unit_test(mass_in_tar),
                                     cmocka_unit_test(driven_against_a_force), cmocka_unit_test(bouncing_ball),
                                     cmocka_unit_test(switched_force),         cmocka_unit_test(two_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
