/* Modes against motions whose linearised equations can be written down, and against published eigenvalues. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

#define PI 3.14159265358979323846

typedef struct Case {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  const SarModes *modes;
} Case;

static void read_case(Case *c, const char *name, const char *const *set, int32_t nset) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/modes/%s.yaml", SAR_TEST_DIR, name);
  *c = (Case){.context = sar_context_create()};
  assert_int_equal(sar_model_read(c->context, path, set, nset, &c->model), SAR_OK);
  assert_int_equal(sar_system_compile(c->context, c->model, &c->system), SAR_OK);
}

/* set: one text "NAME=VALUE" or null. */
static Case modes_of(const char *name, const char *set, const SarModesOptions *options) {
  Case c;
  read_case(&c, name, &set, set ? 1 : 0);
  SarStatus status = sar_modes(c.context, c.system, options, &c.modes);
  if (status != SAR_OK) fail_msg("%s: %s", name, sar_context_get(c.context, 0)->message);
  return c;
}

static void done(Case *c) {
  sar_modes_destroy(&c->modes);
  sar_system_destroy(&c->system);
  sar_model_destroy(&c->model);
  sar_context_destroy(&c->context);
}

/* All eigenvalues are counted. */
static int32_t count_of(const SarModes *m) {
  int32_t count = 0;
  for (int32_t i = 0; i < m->nmodes; i++) count += m->modes[i].imaginary > 0 ? 2 : m->modes[i].multiplicity;
  return count;
}

static bool warns_of(const Case *c, const char *text) {
  for (int32_t i = 0; i < sar_context_count(c->context); i++) {
    if (strstr(sar_context_get(c->context, i)->message, text)) return true;
  }
  return false;
}

/* ---- pendulums and chains ---- */

/* Two equal bodies at the distances l of their hinges, hanging: M = [2 m l^2 + J, m l^2; m l^2, m l^2 + J],
 * K = diag(2, 1) m g l in their angles. */
static void double_pendulum(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "gravity: [0, -9.81, 0]\n"
      "bodies:\n"
      "  a: {mass: 2, inertia: [0.1, 0.1, 0.15], at: [0, -0.7, 0]}\n"
      "  b: {mass: 2, inertia: [0.1, 0.1, 0.15], at: [0, -1.4, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [a, b], at: [0, -0.7, 0], axis: z}\n");
  SarModesOptions options = sar_modes_options_default();
  const SarModes *m = NULL;
  assert_int_equal(sar_modes(f.context, f.system, &options, &m), SAR_OK);
  assert_int_equal(m->nmodes, 2);
  assert_int_equal(m->order, 4);
  assert_true(m->constant);
  double ml = 2 * 0.7 * 0.7, k = 2 * 9.81 * 0.7, m11 = 2 * ml + 0.15, m12 = ml, m22 = ml + 0.15;
  double a = m11 * m22 - m12 * m12, b = -k * (m11 + 2 * m22), c = 2 * k * k, root = sqrt(b * b - 4 * a * c);
  CHECK_NEAR(m->modes[0].imaginary, sqrt((-b - root) / (2 * a)), 1e-11);
  CHECK_NEAR(m->modes[1].imaginary, sqrt((-b + root) / (2 * a)), 1e-11);
  for (int i = 0; i < 2; i++) {
    const SarMode *mode = &m->modes[i];
    CHECK_NEAR(mode->real, 0, 1e-12);
    CHECK_NEAR(mode->frequency, mode->imaginary / (2 * PI), 1e-15);
    /* (K - w^2 M) shape = 0; the angles of the bodies are about z. */
    double w2 = mode->imaginary * mode->imaginary, one = mode->shape_real[5], two = mode->shape_real[11];
    CHECK_NEAR((2 * k - w2 * m11) * one - w2 * m12 * two, 0, 1e-9);
    CHECK_NEAR(mode->shape_real[0], 0.7 * one, 1e-10); /* x of the first one */
    assert_string_equal(mode->shares[0].part, "weight and tension");
    CHECK_NEAR(mode->shares[0].potential, 1, 1e-6);
  }
  sar_modes_destroy(&m);
  fixture_free(&f);
}

static double chain_rate(int32_t n, int32_t j) { return 20 * sin((j + 1) * PI / (2.0 * n + 2)); }

static void check_chain(const char *set, int32_t n, SarModesSolver solver, const char *way, double tolerance) {
  SarModesOptions options = sar_modes_options_default();
  options.solver = solver;
  Case c = modes_of("chain", set, &options);
  assert_string_equal(c.modes->solver, way);
  assert_int_equal(c.modes->order, 2 * n);
  assert_int_equal(c.modes->nmodes, n < 20 ? n : 20);
  for (int32_t i = 0; i < c.modes->nmodes; i++) {
    double expected = chain_rate(n, i);
    CHECK_NEAR(c.modes->modes[i].imaginary / expected, 1, tolerance);
    CHECK_NEAR(c.modes->modes[i].real / expected, 0, tolerance);
    CHECK_NEAR(c.modes->modes[i].frequency, expected / (2 * PI), tolerance * expected);
  }
  done(&c);
}

static void chains(void **state) {
  (void)state;
  check_chain("n=3", 3, SAR_MODES_AUTO, "dense", 1e-12);
  check_chain("n=60", 60, SAR_MODES_DENSE, "dense", 1e-11);
  check_chain("n=60", 60, SAR_MODES_SPARSE, "sparse", 1e-9);
  check_chain("n=1000", 1000, SAR_MODES_AUTO, "sparse", 1e-8);
}

/* Without walls the chain drifts: one zero, and the others are those of free ends. Both ways say the same. */
static void free_chain(void **state) {
  (void)state;
  static const char *const set[] = {"n=70", "ends=0"};
  for (int sparse = 0; sparse < 2; sparse++) {
    SarModesOptions options = sar_modes_options_default();
    Case c;
    options.solver = sparse ? SAR_MODES_SPARSE : SAR_MODES_DENSE;
    read_case(&c, "chain", set, 2);
    assert_int_equal(sar_modes(c.context, c.system, &options, &c.modes), SAR_OK);
    const SarMode *zero = &c.modes->modes[0];
    assert_true(zero->real == 0 && zero->imaginary == 0 && zero->multiplicity == 2);
    for (int32_t b = 0; b < 70; b++) CHECK_NEAR(zero->shape_real[6 * b], zero->shape_real[0], 1e-6);
    for (int32_t i = 1; i < c.modes->nmodes; i++) {
      double expected = 20 * sin(i * PI / 140);
      CHECK_NEAR(c.modes->modes[i].imaginary / expected, 1, 1e-8);
    }
    done(&c);
  }
}

/* Two free bodies with a spring: only its length is held. 11 motions drift. */
static void free_bodies(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 2, 2.5]}\n"
      "  b: {mass: 3, inertia: [1, 2, 2.5], at: [1, 0, 0]}\n"
      "forces: {s: {type: spring-damper, between: [a, b], stiffness: 100, damping: 3, length: 1}}\n");
  SarModesOptions options = sar_modes_options_default();
  const SarModes *m = NULL;
  assert_int_equal(sar_modes(f.context, f.system, &options, &m), SAR_OK);
  assert_int_equal(m->nmodes, 12);
  assert_int_equal(count_of(m), 24);
  for (int i = 0; i < 11; i++) assert_true(m->modes[i].imaginary == 0 && m->modes[i].real == 0);
  double complex expected = (-3 / 0.75 + csqrt(9 / 0.5625 - 4 * 100 / 0.75)) / 2;
  CHECK_NEAR(m->modes[11].real, creal(expected), 1e-10);
  CHECK_NEAR(m->modes[11].imaginary, cimag(expected), 1e-10);
  CHECK_NEAR(m->modes[11].damping, -creal(expected) / cabs(expected), 1e-12);
  sar_modes_destroy(&m);
  fixture_free(&f);
}

/* ---- dampers, states ---- */

/* (2 s^2 + 4 s + 150)(s^2 + s + 50) - (s + 50)^2 */
static double complex two_masses_determinant(double complex s) {
  return (2 * s * s + 4 * s + 150) * (s * s + s + 50) - (s + 50) * (s + 50);
}

static void complex_modes(void **state) {
  (void)state;
  SarModesOptions options = sar_modes_options_default();
  Case c = modes_of("two_masses", NULL, &options);
  assert_int_equal(c.modes->nmodes, 2);
  for (int i = 0; i < 2; i++) {
    const SarMode *m = &c.modes->modes[i];
    double complex s = m->real + I * m->imaginary, h = 1e-6;
    double complex slope = (two_masses_determinant(s + h) - two_masses_determinant(s - h)) / (2 * h);
    CHECK_NEAR(cabs(two_masses_determinant(s) / slope), 0, 1e-11);
    double complex a = m->shape_real[0] + I * m->shape_imaginary[0], b = m->shape_real[6] + I * m->shape_imaginary[6];
    CHECK_NEAR(cabs((2 * s * s + 4 * s + 150) * a - (s + 50) * b), 0, 1e-9);
    double kinetic = 0, potential = 0;
    for (int32_t k = 0; k < m->nshares; k++) {
      if (!isnan(m->shares[k].kinetic)) kinetic += m->shares[k].kinetic;
      if (!isnan(m->shares[k].potential)) potential += m->shares[k].potential;
    }
    CHECK_NEAR(kinetic, 1, 1e-12);
    CHECK_NEAR(potential, 1, 1e-6);
  }
  done(&c);
}

/* A mass that a controlled force holds, with a filter of the time 0.05 s in its measurement:
 * s^2 x = -200 y - 5 s x, 0.05 s y = x - y. */
static void states(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {P: {type: prismatic, between: [ground, a], at: [0, 0, 0], axis: x}}\n"
      "states: {y: {rate: \"(dx(a) - y)/0.05\"}}\n"
      "forces: {f: {type: force, between: [ground, a], force: [\"-200*y - 5*vx(a)\", 0, 0]}}\n");
  SarModesOptions options = sar_modes_options_default();
  const SarModes *m = NULL;
  assert_int_equal(sar_modes(f.context, f.system, &options, &m), SAR_OK);
  assert_int_equal(m->order, 3);
  assert_int_equal(m->nmodes, 2);
  for (int i = 0; i < 2; i++) {
    double complex s = m->modes[i].real + I * m->modes[i].imaginary;
    double complex left = (s * s + 5 * s) * (0.05 * s + 1) + 200, slope = 0.15 * s * s + 2.5 * s + 5;
    CHECK_NEAR(cabs(left / slope), 0, 1e-10);
  }
  sar_modes_destroy(&m);
  fixture_free(&f);
}

/* ---- what turns ---- */

/* Whirl of an overhung rotor: (k11 - m w^2)(k22 - Id w^2 + Ip W w) = k12^2, w > 0 forward and w < 0 backward. */
static double whirl(double w, double speed, double *slope) {
  double k11 = 5e4, k12 = -9e3, k22 = 2100, a = k11 - 2 * w * w, b = k22 - 0.02 * w * w + 0.035 * speed * w;
  *slope = -4 * w * b + a * (-0.04 * w + 0.035 * speed);
  return a * b - k12 * k12;
}

static void rotor(void **state) {
  (void)state;
  static const char *const speeds[] = {"speed=0.001", "speed=100", "speed=300", "speed=1000"};
  static const double values[] = {0.001, 100, 300, 1000};
  for (int i = 0; i < 4; i++) {
    SarModesOptions options = sar_modes_options_default();
    if (i == 3) options.at = 0.1;
    Case c = modes_of("rotor", speeds[i], &options);
    int forward = 0, backward = 0, axial = 0;
    assert_true(c.modes->constant);
    assert_int_equal(count_of(c.modes), 12);
    for (int32_t k = 0; k < c.modes->nmodes; k++) {
      double w = c.modes->modes[k].imaginary, slope[2], left[2];
      if (w == 0) continue;
      CHECK_NEAR(c.modes->modes[k].real, 0, 1e-9 * w);
      left[0] = whirl(w, values[i], &slope[0]), left[1] = whirl(-w, values[i], &slope[1]);
      if (fabs(w - sqrt(1e5 / 2)) < 1e-8) {
        axial++;
        continue;
      }
      bool ahead = fabs(left[0] / slope[0]) < fabs(left[1] / slope[1]);
      forward += ahead;
      backward += !ahead;
      CHECK_NEAR((ahead ? left[0] / slope[0] : left[1] / slope[1]) / w, 0, 1e-9);
    }
    assert_int_equal(axial, 1);
    assert_int_equal(forward, 2);
    assert_int_equal(backward, 2);
    done(&c);
  }
}

/* From axes that turn with it the rotor of the same speeds: whirl speeds less the speed of the axes. One that is not
 * symmetric has constant coefficients only there. */
static void rotating_axes(void **state) {
  (void)state;
  SarModesOptions ground = sar_modes_options_default(), turning = ground;
  turning.rotating = true;
  Case a = modes_of("rotor", "speed=300", &ground), b = modes_of("rotor", "speed=300", &turning);
  assert_string_equal(b.modes->axes, "rotor");
  for (int32_t k = 0; k < b.modes->nmodes; k++) {
    double seen = b.modes->modes[k].imaginary, nearest = INFINITY;
    for (int32_t i = 0; i < a.modes->nmodes; i++) {
      double w = a.modes->modes[i].imaginary;
      nearest = fmin(nearest, fmin(fabs(fabs(w - 300) - seen), fmin(fabs(w + 300 - seen), fabs(w - seen))));
    }
    CHECK_NEAR(nearest, 0, 1e-7);
  }
  done(&a);
  done(&b);
  a = modes_of("rotor", "asym=0.2", &ground);
  b = modes_of("rotor", "asym=0.2", &turning);
  assert_true(!a.modes->constant && warns_of(&a, "change with time"));
  assert_true(b.modes->constant && !warns_of(&b, "change with time"));
  done(&a);
  done(&b);
}

static void turned_slider(void **state) {
  (void)state;
  SarModesOptions options = sar_modes_options_default();
  options.rotating = true;
  options.body = "arm";
  Case c = modes_of("turned_slider", NULL, &options);
  assert_int_equal(c.modes->nmodes, 1);
  assert_true(c.modes->constant);
  CHECK_NEAR(c.modes->modes[0].imaginary, sqrt(100 - 25), 1e-9);
  done(&c);
}

/* ---- what rolls ---- */

/* (A + m R^2) lean'' + (C (C + m R^2) spin^2 / A - m g R) lean = 0; all else is free to be anything. */
static void hoop(void **state) {
  (void)state;
  static const char *const spins[] = {"spin=1", "spin=2", "spin=8"};
  static const double values[] = {1, 2, 8};
  for (int i = 0; i < 3; i++) {
    SarModesOptions options = sar_modes_options_default();
    Case c = modes_of("hoop", spins[i], &options);
    double square = (2 * 9.81 * 0.3 - 4 * 2 * 0.09 * values[i] * values[i]) / (1.5 * 2 * 0.09);
    const SarMode *last = &c.modes->modes[c.modes->nmodes - 1];
    assert_int_equal(c.modes->order, 8);
    assert_int_equal(count_of(c.modes), 8);
    if (square > 0) {
      CHECK_NEAR(fabs(last->real), sqrt(square), 1e-9);
      CHECK_NEAR(last[-1].real, -last->real, 1e-9);
    } else {
      CHECK_NEAR(last->imaginary, sqrt(-square), 1e-9);
    }
    assert_true(c.modes->constant);
    done(&c);
  }
}

/* Table 2 of the paper: castering, capsize, weave. */
static void bicycle(void **state) {
  (void)state;
  static const double table[11][4] = {/* caster, capsize, weave: real, imaginary */
                                      {-5.53094371765393, -3.13164324790656, 0, 0},
                                      {-7.11008014637442, -3.13423125066578, 3.52696170990070, 0.80774027519930},
                                      {-8.67387984831735, -3.07158645641514, 2.68234517512745, 1.68066296590675},
                                      {-10.35101467245920, -2.63366137253667, 1.70675605663975, 2.31582447384325},
                                      {-12.15861426576447, -1.42944427361326, 0.41325331521125, 3.07910818603206},
                                      {-14.07838969279822, -0.32286642900409, -0.77534188219585, 4.46486771378823},
                                      {-16.08537123098026, -0.00406690076970, -1.52644486584142, 5.87673060598709},
                                      {-18.15788466125262, 0.10268170574766, -2.13875644258362, 7.19525913329805},
                                      {-20.27940894394569, 0.14327879765713, -2.69348683581097, 8.46037971396931},
                                      {-22.43788559040858, 0.15790184030917, -3.21675402252485, 9.69377351531791},
                                      {-24.62459635017404, 0.16105338653172, -3.72016840437287, 10.90681139476287}};
  for (int v = 0; v <= 10; v++) {
    char set[16];
    SarModesOptions options = sar_modes_options_default();
    snprintf(set, sizeof set, "v=%d", v);
    Case c = modes_of("bicycle", set, &options);
    double nearest[3] = {INFINITY, INFINITY, INFINITY}, other[2] = {INFINITY, INFINITY};
    double complex weave = table[v][2] + I * table[v][3];
    int zeros = 0;
    for (int32_t i = 0; i < c.modes->nmodes; i++) {
      const SarMode *m = &c.modes->modes[i];
      double complex s = m->real + I * m->imaginary;
      zeros += s == 0 ? m->multiplicity : 0;
      nearest[0] = fmin(nearest[0], cabs(s - table[v][0]));
      nearest[1] = fmin(nearest[1], cabs(s - table[v][1]));
      nearest[2] = fmin(nearest[2], cabs(s - weave));
      other[0] = fmin(other[0], cabs(s + table[0][0])), other[1] = fmin(other[1], cabs(s + table[0][1]));
    }
    assert_int_equal(zeros, 6); /* along and across the road, heading, both wheels, speed */
    assert_int_equal(count_of(c.modes), 10);
    print_message("v = %d: %.2g %.2g %.2g\n", v, nearest[0], nearest[1], nearest[2]);
    for (int k = 0; k < (v ? 3 : 2); k++) CHECK_NEAR(nearest[k], 0, 2e-12 * (1 + fabs(table[v][0])));
    for (int k = 0; k < 2 && v == 0; k++) CHECK_NEAR(other[k], 0, 1e-11);
    assert_true(c.modes->constant);
    done(&c);
  }
}

/* ---- states that are none of rest ---- */

static void no_equilibrium(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum_text); /* horizontal: it falls */
  SarModesOptions options = sar_modes_options_default();
  const SarModes *m = NULL;
  assert_int_equal(sar_modes(f.context, f.system, &options, &m), SAR_OK);
  assert_false(m->constant);
  assert_non_null(strstr(fixture_message(&f, SAR_WARNING), "no equilibrium"));
  sar_modes_destroy(&m);
  fixture_free(&f);
}

/* ---- response ---- */

static void response_to_force(void **state) {
  (void)state;
  static const char *const inputs[] = {"u", "f.fx"};
  for (int k = 0; k < 2; k++) {
    Case c;
    SarModesOptions options = sar_modes_options_default();
    SarResponseOptions wanted = {.from = 0.1, .to = 10, .points = 41, .input = inputs[k], .output = "b.ax"};
    const SarResponse *r = NULL;
    read_case(&c, "two_masses", NULL, 0);
    assert_int_equal(sar_modes_response(c.context, c.system, &options, &wanted, &r), SAR_OK);
    assert_string_equal(r->input_unit, "N");
    assert_string_equal(r->output_unit, "m/s^2");
    for (int32_t i = 0; i < r->count; i++) {
      double complex s = 2 * PI * r->frequency[i] * I,
                     h = s * s * (2 * s * s + 4 * s + 150) / two_masses_determinant(s);
      CHECK_NEAR(r->magnitude[i] / cabs(h), 1, 1e-8);
      CHECK_NEAR(remainder(r->phase[i] - carg(h) * 180 / PI, 360), 0, 1e-6);
    }
    sar_response_destroy(&r);
    done(&c);
  }
}

/* The road as a motion that is given: 40 s^2 w = 2e5 (r - w) + F, 300 s^2 b = -F, F = (2e4 + 1500 s)(b - w). */
static void response_to_motion(void **state) {
  (void)state;
  Case c;
  SarModesOptions options = sar_modes_options_default();
  SarResponseOptions wanted = {.from = 0.2, .to = 40, .points = 31, .input = "bump", .output = "body.z"};
  const SarResponse *r = NULL;
  read_case(&c, "quarter_car", NULL, 0);
  assert_int_equal(sar_modes_response(c.context, c.system, &options, &wanted, &r), SAR_OK);
  for (int32_t i = 0; i < r->count; i++) {
    double complex s = 2 * PI * r->frequency[i] * I, f = 2e4 + 1500 * s, h = 2e5 * f;
    h /= (40 * s * s + 2e5 + f) * (300 * s * s + f) - f * f;
    CHECK_NEAR(r->magnitude[i] / cabs(h), 1, 1e-8);
  }
  sar_response_destroy(&r);
  done(&c);
}

/* ---- growth ---- */

/* Twenty modes of a chain and of one three times as long: the same number of solves, whose cost is linear. */
static void growth(void **state) {
  (void)state;
  int64_t solves[2];
  static const char *const sizes[] = {"n=500", "n=1500"};
  for (int i = 0; i < 2; i++) {
    SarModesOptions options = sar_modes_options_default();
    Case c = modes_of("chain", sizes[i], &options);
    assert_string_equal(c.modes->solver, "sparse");
    solves[i] = c.modes->solves;
    done(&c);
  }
  print_message("solves: %lld and %lld\n", (long long)solves[0], (long long)solves[1]);
  assert_true((double)solves[1] <= 1.3 * (double)solves[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(double_pendulum),
      cmocka_unit_test(chains),
      cmocka_unit_test(free_chain),
      cmocka_unit_test(free_bodies),
      cmocka_unit_test(complex_modes),
      cmocka_unit_test(states),
      cmocka_unit_test(rotor),
      cmocka_unit_test(rotating_axes),
      cmocka_unit_test(turned_slider),
      cmocka_unit_test(hoop),
      cmocka_unit_test(bicycle),
      cmocka_unit_test(no_equilibrium),
      cmocka_unit_test(response_to_force),
      cmocka_unit_test(response_to_motion),
      cmocka_unit_test(growth),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
