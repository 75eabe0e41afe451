/* Spectra: from the tables, against closed forms, and against what the stepping code does. */
#include "method/spectrum.h"

#include <complex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/context.h"
#include "method/engine.h"
#include "method/toy.h"

#define PI 3.14159265358979323846
#define DEGREE (2 * SAR_SPECTRUM_MOST)

static SarSpectrumRoots roots_of(const char *text, SarTestEquation equation, double complex z) {
  SarMethodChoice choice = choose(text);
  SarSpectrumRoots roots;
  assert_int_equal(sar_spectrum_roots(context, &choice, equation, z, &roots), SAR_OK);
  return roots;
}

/* Calls check(METHOD text, rho) for every registered method that has rho_inf, or with its defaults (rho < 0). */
static void for_each_method(const char *rho, void (*check)(const char *text, double rho)) {
  int32_t known = 0;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    const char *name = sar_method_info(i).name;
    SarMethodChoice choice = choose(name);
    if (!sar_spectrum_knows(&choice)) continue;
    known++;
    if (!sar_method_key_find(choice.table, "rho_inf")) {
      if (!rho) check(name, -1);
      continue;
    }
    if (!rho) continue;
    bool refuses_one = strcmp(name, "lms3") == 0 || strcmp(name, "lms4") == 0;
    char text[64];
    snprintf(text, sizeof text, "%s:rho_inf=%s", name, rho);
    if (!(refuses_one && strcmp(rho, "1") == 0)) check(text, strtod(rho, NULL));
  }
  assert_true(known >= 24);
}

/* Coefficients of prod (zeta - root), descending from 1. These are exact to rounding even where roots coincide. */
static void polynomial(int32_t n, const double complex *roots, double complex *p) {
  p[0] = 1;
  for (int32_t i = 0; i < n; i++) {
    p[i + 1] = 0;
    for (int32_t k = i + 1; k > 0; k--) p[k] -= roots[i] * p[k - 1];
  }
}

/* ---- at infinity ---- */

static void expect_roots(const char *text, const double complex *expected, double tolerance) {
  SarSpectrumRoots roots = roots_of(text, SAR_TEST_OSCILLATOR, INFINITY);
  double complex p[DEGREE + 1], q[DEGREE + 1];
  polynomial(roots.n, roots.zeta, p);
  polynomial(roots.n, expected, q);
  for (int32_t k = 0; k <= roots.n; k++) {
    if (!(cabs(p[k] - q[k]) <= tolerance)) fail_msg("%s: coefficient %d is off by %g", text, k, cabs(p[k] - q[k]));
  }
}

static void rho_at_infinity(const char *text, double rho) {
  SarMethodChoice choice = choose(text);
  assert_true(choice.table->infinity(&choice) == rho);
  SarSpectrumRoots roots = roots_of(text, SAR_TEST_OSCILLATOR, INFINITY);
  double sign = roots.n == 1 && creal(roots.zeta[0]) > 0 ? 1 : -1; /* Runge-Kutta methods: either */
  double complex expected[] = {sign * rho, sign * rho, sign * rho, sign * rho};
  expect_roots(text, expected, 1e-12);
}

static void infinity_of_all(void **state) {
  (void)state;
  const char *const rhos[] = {"0", "0.05", "0.3", "0.6", "0.77", "1"};
  for (int i = 0; i < 6; i++) for_each_method(rhos[i], rho_at_infinity);
  expect_roots("trapezoid", (double complex[]){-1}, 0);
  expect_roots("newmark", (double complex[]){-9.0 / 11, -9.0 / 11, 0}, 1e-12);
  expect_roots("hht:alpha=-0.3", (double complex[]){-0.7 / 1.3, -0.7 / 1.3, -0.3 / 0.7}, 1e-12);
  SarMethodChoice hht = choose("hht:alpha=-0.3");
  CHECK_NEAR(hht.table->infinity(&hht), 0.7 / 1.3, 1e-15);
  const char *const l_stable[] = {"esdirk324l2sa", "esdirk325l2sa", "esdirk436l2sa2"};
  for (int i = 0; i < 3; i++) expect_roots(l_stable[i], (double complex[]){0}, 1e-12);
}

/* ---- closed forms ---- */

static SarSpectrumPoint point_of(const char *text, double omega) {
  SarMethodChoice choice = choose(text);
  SarSpectrumPoint point;
  assert_int_equal(sar_spectrum_scan(context, &choice, 1, &omega, &point), SAR_OK);
  return point;
}

static void trapezoid_is_known(void **state) {
  (void)state;
  for (int k = -20; k <= 20; k++) {
    double omega = pow(10, k / 10.0), elongation = omega / (2 * atan(omega / 2)) - 1;
    const char *const twins[] = {"trapezoid", "newmark:beta=0.25,gamma=0.5", "bathe:rho_inf=1", "msstc5:rho_inf=1"};
    for (int i = 0; i < 4; i++) {
      SarSpectrumPoint point = point_of(twins[i], omega); /* per stage: n trapezoids of h/n */
      CHECK_NEAR(point.radius, 1, 1e-12);
      CHECK_NEAR(point.decay, 0, 1e-11);
      CHECK_NEAR(point.elongation, elongation, 1e-10 * (1 + elongation));
    }
  }
}

/* rho_inf = 0: the two-step backward difference formula, (3/2 - z) zeta^2 - 2 zeta + 1/2 = 0. */
static void bdf2_is_known(void **state) {
  (void)state;
  for (int k = -20; k <= 20; k++) {
    double omega = pow(10, k / 10.0);
    double complex z = I * omega, root = (2 + csqrt(1 + 2 * z)) / (3 - 2 * z);
    CHECK_NEAR(cabs(point_of("lms2:rho_inf=0", omega).root - root), 0, 1e-14);
    double damping = -log(cabs(root)), w = hypot(damping, carg(root));
    CHECK_NEAR(point_of("ss2:rho_inf=0", omega).decay, damping / w, 1e-10);
    CHECK_NEAR(point_of("ss2:rho_inf=0", omega).elongation, omega / w - 1, 1e-10 * (1 + omega));
  }
}

/* Radau IIA of two stages: R(z) = (1 + z/3)/(1 - 2z/3 + z^2/6) (Hairer and Wanner II, table IV.5.5). */
static void radau3_is_known(void **state) {
  (void)state;
  for (int k = -20; k <= 20; k++) {
    double omega = pow(10, k / 10.0);
    double complex z = 2 * I * omega, root = (1 + z / 3) / (1 - 2 * z / 3 + z * z / 6);
    CHECK_NEAR(cabs(point_of("radau3", omega).root - root), 0, 1e-13);
  }
}

/* Single-step methods have the roots of their multistep twins. */
static void twins_agree(void **state) {
  (void)state;
  for (int k = -20; k <= 10; k++) {
    double omega = pow(10, k / 10.0);
    CHECK_NEAR(cabs(point_of("lms3:rho_inf=0.6", omega).root - point_of("ss3:rho_inf=0.6", omega).root), 0, 1e-11);
    CHECK_NEAR(cabs(point_of("lms4:rho_inf=0.6", omega).root - point_of("ss4:rho_inf=0.6", omega).root), 0, 1e-10);
  }
}

static void order_is_the_tables(const char *text, double rho) {
  SarMethodChoice choice = choose(text);
  double order, constant;
  if (rho == 1) return;
  assert_int_equal(sar_spectrum_order(context, &choice, &order, &constant), SAR_OK);
  if (fabs(order - choice.table->info.order) > 0.1) fail_msg("%s: order %g", text, order);
  assert_true(constant > 0);
}

static void orders(void **state) {
  (void)state;
  for_each_method(NULL, order_is_the_tables);
  for_each_method("0", order_is_the_tables);
  for_each_method("0.6", order_is_the_tables);
  SarMethodChoice choice = choose("newmark:beta=0.25,gamma=0.5");
  double order, constant;
  assert_int_equal(sar_spectrum_order(context, &choice, &order, &constant), SAR_OK);
  CHECK_NEAR(order, 2, 0.01);
  CHECK_NEAR(constant, 1.0 / 12, 1e-4);
}

/* What paper 4, section 4, reads from its figures 2 to 7; step = h/(n T). */
static SarSpectrumPoint at_step(const char *name, const char *rho, double step) {
  char text[64];
  snprintf(text, sizeof text, rho ? "%s:rho_inf=%s" : "%s", name, rho);
  return point_of(text, 2 * PI * step);
}

static void paper_4_says(void **state) {
  (void)state;
  const char *const chains[][4] = {{"lms2", "lms3", "lms4"}, {"bathe", "msstc3", "msstc4", "msstc5"}};
  const char *const rhos[] = {"0", "0.3", "0.6", "0.9"};
  for (int r = 0; r < 4; r++) {
    for (int c = 0; c < 2; c++) {
      for (int k = 1; k < 3 + c; k++) { /* more steps or stages: more accurate */
        SarSpectrumPoint few = at_step(chains[c][k - 1], rhos[r], 0.1), more = at_step(chains[c][k], rhos[r], 0.1);
        assert_true(more.decay < few.decay && more.elongation < few.elongation);
        assert_true(more.radius > 0.98 && more.decay < 0.01); /* frequencies up to 0.1 are kept */
        if (r == 0) continue;                                 /* and so is a larger rho_inf */
        SarSpectrumPoint less = at_step(chains[c][k], rhos[r - 1], 0.1);
        assert_true(more.decay < less.decay && more.elongation < less.elongation);
      }
    }
    /* multi-stage methods reach rho_inf earlier than multistep ones */
    double rho = strtod(rhos[r], NULL);
    for (int k = 0; k < 3; k++) {
      assert_true(at_step(chains[1][k], rhos[r], 4).radius - rho < at_step(chains[0][k], rhos[r], 4).radius - rho);
    }
  }
  /* higher order, rho_inf = 0 */
  const char *const excessive[] = {"mssth3", "mssth4", "mssth5"};
  double moderate = fmax(at_step("esdirk325l2sa", NULL, 0.1).decay, at_step("esdirk436l2sa2", NULL, 0.1).decay);
  for (int k = 0; k < 3; k++) assert_true(at_step(excessive[k], "0", 0.1).decay > 5 * moderate);
  assert_true(at_step("esdirk324l2sa", NULL, 0.1).decay > 5 * moderate);
  assert_true(at_step("mssth4", "0", 0.04).elongation < -1e-3); /* shortens the period */
  const char *const exact[] = {"mssth5", "esdirk325l2sa", "esdirk436l2sa2"};
  for (int k = 0; k < 3; k++) assert_true(fabs(at_step(exact[k], k ? NULL : "0", 0.05).elongation) < 5e-3);
  for (double step = 0.01; step < 10; step *= 1.5) { /* "almost identical": c_3 does not enter R */
    CHECK_NEAR(cabs(at_step("mssth3", "0", step).root - at_step("esdirk324l2sa", NULL, step).root), 0, 1e-13);
  }
  /* rho_inf = 1: trapezoids, but MSSTH still damps in between */
  assert_true(at_step("msstc4", "1", 0.2).radius > 1 - 1e-12 && at_step("mssth3", "1", 0.2).radius < 0.99);
}

/* The principal root is followed, whatever the points between: neighbours of a dense scan differ little. */
static void root_is_followed(const char *text, double rho) {
  (void)rho;
  enum { COUNT = 120 };
  double omega[COUNT];
  SarSpectrumPoint points[COUNT];
  SarMethodChoice choice = choose(text);
  for (int i = 0; i < COUNT; i += 2) omega[i] = 0.018 * (i / 2 + 1), omega[i + 1] = nextafter(omega[i], 2);
  assert_int_equal(sar_spectrum_scan(context, &choice, COUNT, omega, points), SAR_OK);
  double allowed = fmax(0.1, 2 * 0.018 * choice.table->info.stages); /* twice as far as the exact one goes */
  for (int i = 1; i < COUNT; i++) {
    double jump = cabs(points[i].root - points[i - 1].root);
    if (choice.table->info.explicit && choice.table->info.stages * omega[i] > 2) break; /* it runs away */
    if (!(jump < allowed)) fail_msg("%s: the root jumps by %g at %g", text, jump, omega[i]);
  }
}

static void roots_are_followed(void **state) {
  (void)state;
  for_each_method(NULL, root_is_followed);
  for_each_method("0", root_is_followed);
  for_each_method("0.6", root_is_followed);
  root_is_followed("bdf:max_order=6", -1);
}

/* ---- stability ---- */

/* Some methods do not claim it. */
static bool a_stable(const char *text) { return strlen(choose(text).table->info.stability) == 1; }

static void stable_on_axis(const char *text, double rho) {
  if (!a_stable(text)) return;
  /* with rho = 1 all roots are on the unit circle: rounding moves n that meet by its n-th root, a single one not */
  int32_t n = roots_of(text, SAR_TEST_OSCILLATOR, INFINITY).n;
  double tolerance = rho == 1 && n > 1 ? 1e-4 : 1e-10;
  for (int k = -150; k <= 300; k++) {
    double radius = roots_of(text, SAR_TEST_OSCILLATOR, I * pow(10, k / 50.0)).radius;
    if (!(radius <= 1 + tolerance)) fail_msg("%s: radius 1 + %g at %g", text, radius - 1, pow(10, k / 50.0));
  }
}

static void stable_in_half_plane(const char *text, double rho) {
  (void)rho;
  if (!a_stable(text)) return;
  SarMethodChoice choice = choose(text);
  double re[] = {-1e3, -30, -10, -3, -1, -0.3, -0.1, -0.01}, im[] = {0, 0.01, 0.1, 0.5, 1, 2, 4, 8, 16, 100, 1e4},
         r[88];
  assert_int_equal(sar_spectrum_region(context, &choice, 8, re, 11, im, r), SAR_OK);
  for (int i = 0; i < 88; i++) {
    if (!(r[i] <= 1 + 1e-9)) fail_msg("%s: radius 1 + %g at %g + %gi", text, r[i] - 1, re[i % 8], im[i / 8]);
  }
}

static void a_stability(void **state) {
  (void)state;
  const char *const rhos[] = {NULL, "0", "0.3", "0.6", "1"};
  for (int i = 0; i < 5; i++) {
    for_each_method(rhos[i], stable_on_axis);
    if (i < 4) for_each_method(rhos[i], stable_in_half_plane);
  }
  for (int order = 1; order <= 6; order++) { /* angles of A(alpha)-stability: Hairer and Wanner II, section V.2 */
    const double angle[] = {90, 90, 86.03, 73.35, 51.84, 17.84};
    for (int side = -1; side <= 1; side += 2) {
      char text[32];
      snprintf(text, sizeof text, "bdf:max_order=%d", order);
      double complex ray = -cexp(-I * (angle[order - 1] + 0.02 * side) * PI / 180), largest = 0;
      for (int k = -100; k <= 100; k++) {
        largest = fmax(creal(largest), roots_of(text, SAR_TEST_RATE, pow(10, k / 50.0) * ray).radius);
      }
      assert_true(side < 0 || order < 3 ? creal(largest) < 1 + (order < 3 && side > 0) : creal(largest) > 1);
    }
  }
  /* and a conditionally stable one is seen to be one: limit of beta = 0.1, gamma = 1/2 at (1/4 - beta)^(-1/2) */
  double limit = 1 / sqrt(0.25 - 0.1);
  assert_true(roots_of("newmark:beta=0.1,gamma=0.5", SAR_TEST_OSCILLATOR, 0.99 * limit * I).radius < 1 + 1e-12);
  assert_true(roots_of("newmark:beta=0.1,gamma=0.5", SAR_TEST_OSCILLATOR, 1.01 * limit * I).radius > 1.05);
}

/* ---- the stepping code ---- */

/* Steps of length 1; the frequency varies. What is known of a position before the step is solved is (Omega h)^2 times
 * as large as the position, so that an amplitude of 1 would ask for 1e12 lengths of the model, rounding of 1e-4 and
 * differences of rows, of which the toy makes its matrix, that vanish: to the solver a singular matrix. The equation is
 * linear: so small an amplitude keeps these numbers at the size 1 of the model's length.
 *
 * Every run is made twice: as a user's run with fixed steps, and with the corrector at its floor. */
static double frequency;

static void oscillator_rows(const SarPoint *p, double *r, double *m) {
  double pull = frequency * frequency * p->q[0];
  r[0] = p->a[0] + pull;
  if (m) m[0] = fabs(p->a[0]) + fabs(pull);
}
static void oscillator_rate(double t, const double *y, double *dy) {
  (void)t, dy[0] = y[1], dy[1] = -frequency * frequency * y[0];
}
static void oscillator_map(double t, const double *y, ToyPoint *p) {
  double amplitude = y[0] / (1 + frequency * frequency);
  (void)t, p->q[0] = amplitude, p->v[0] = 0.3 * frequency * amplitude, p->a[0] = -frequency * frequency * amplitude;
}
static const ToyClass oscillator = {.name = "oscillator",
                                    .n = {.nq = 1, .nv = 1},
                                    .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                                    .nblocks = 1,
                                    .rows = oscillator_rows,
                                    .ny = 2,
                                    .y0 = {1, 0},
                                    .rate = oscillator_rate,
                                    .map = oscillator_map};

static void decay_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->xdot[0] + frequency * p->x[0];
  if (m) m[0] = fabs(p->xdot[0]) + fabs(frequency * p->x[0]);
}
static void decay_rate(double t, const double *y, double *dy) { (void)t, dy[0] = -frequency * y[0]; }
static void decay_map(double t, const double *y, ToyPoint *p) {
  (void)t, p->x[0] = y[0], p->xdot[0] = -frequency * y[0];
}
static const ToyClass decay = {
    .name = "decay", .n = {.nx = 1}, .rows = decay_rows, .ny = 1, .y0 = {1}, .rate = decay_rate, .map = decay_map};

static void take_step(SarIntegrator *integrator, const char *text) {
  if (sar_integrator_step(integrator) == SAR_OK) return;
  fail_msg("%s: %s", text, sar_context_get(context, sar_context_count(context) - 1)->message);
}

/* Steps obey the recurrence whose characteristic polynomial is that of the spectrum, once every point that
 * enters it was made by the method itself. */
static void obeys(const char *text, const ToyClass *class, double z, bool floor) {
  bool oscillates = class->n.nv > 0;
  SarSpectrumRoots roots = oscillates ? roots_of(text, SAR_TEST_OSCILLATOR, I * z) : roots_of(text, SAR_TEST_RATE, -z);
  double complex all[DEGREE], p[DEGREE + 1];
  if (roots.radius > 2) return; /* an explicit method beyond all bounds */
  memcpy(all, roots.zeta, sizeof roots.zeta);
  int32_t degree = roots.n, first = roots.n;
  if (oscillates && choose(text).table->family != &sar_family_alpha) { /* the other half belongs to -z */
    for (int32_t i = 0; i < roots.n; i++) all[degree++] = conj(roots.zeta[i]);
  }
  double x[DEGREE + 1] = {0};
  polynomial(degree, all, p);
  Toy toy;
  toy_init(&toy, context, class);
  frequency = z;
  int32_t steps = first + degree + 6, checked = 0;
  SarStepOptions options = {.end = steps, .fixed_step = 1, .corrector_floor = floor};
  SarIntegrator *integrator = toy_start(&toy, text, &options);
  for (int32_t k = 0; k < steps; k++) {
    take_step(integrator, text);
    const SarStepView *view = sar_integrator_view(integrator);
    memmove(x + 1, x, sizeof x - sizeof *x);
    x[0] = oscillates ? view->q[0] * (1 + z * z) : view->x[0];
    if (k < first + degree) continue;
    double sum = 0, size = 0;
    for (int32_t j = 0; j <= degree; j++) sum += creal(p[j]) * x[j], size += fabs(creal(p[j]) * x[j]);
    if (size < 1e-8) break; /* it has died out */
    checked++;
    if (!(fabs(sum) <= 1e-10 * size)) fail_msg("%s on the %s, z = %g: %g of %g", text, class->name, z, sum, size);
  }
  if (!checked && pow(roots.radius, first + degree + 1) > 1e-6)
    fail_msg("%s on the %s, z = %g: nothing was checked", text, class->name, z);
  sar_integrator_destroy(&integrator);
}

static void steps_obey(const char *text, double rho) {
  (void)rho;
  for (int k = 0; k < 20; k++) {
    double z = 0.01 * pow(10, k / 5.0); /* 0.01 ... 63 */
    for (int floor = 0; floor < 2; floor++) {
      obeys(text, &oscillator, z, floor);
      obeys(text, &decay, z, floor);
    }
  }
}

static void stepping_agrees(void **state) {
  (void)state;
  const char *const rhos[] = {NULL, "0", "0.3", "0.6", "1"};
  for (int i = 0; i < 5; i++) for_each_method(rhos[i], steps_obey);
}

/* Far beyond the period a step leaves rho of what there is: accelerations obey the recurrence of the roots at infinity,
 * (zeta + rho)^k = 0 or zeta = +-rho, within a hundredth. Where all are 0 they vanish with the period over the step. */
static void decays_fast(const char *text, bool floor) {
  enum { STEPS = 24 };
  Toy toy;
  frequency = 1e6;
  toy_init(&toy, context, &oscillator);
  SarStepOptions options = {.end = STEPS, .fixed_step = 1, .corrector_floor = floor};
  SarIntegrator *integrator = toy_start(&toy, text, &options);
  SarSpectrumRoots roots = roots_of(text, SAR_TEST_OSCILLATOR, INFINITY);
  int32_t degree = roots.n;
  double complex all[DEGREE], p[DEGREE + 1];
  memcpy(all, roots.zeta, sizeof roots.zeta);
  if (choose(text).table->family != &sar_family_alpha) { /* positions and velocities have the same roots */
    for (int32_t i = 0; i < roots.n; i++) all[degree++] = conj(roots.zeta[i]);
  }
  polynomial(degree, all, p);
  double a[STEPS], vanished = roots.radius < 1e-3 ? 1 / frequency : 0; /* of accelerations that begin with 1 */
  for (int32_t k = 0; k < STEPS; k++) {
    take_step(integrator, text);
    a[k] = sar_integrator_view(integrator)->a[0];
    if (k < roots.n + degree) continue;
    double sum = 0;
    for (int32_t j = 1; j <= degree; j++) sum -= creal(p[j]) * a[k - j];
    bool right = vanished > 0 ? fabs(a[k]) <= vanished : fabs(a[k] / sum - 1) <= 1e-2;
    if (!right) fail_msg("%s: %g, expected %g in step %d", text, a[k], sum, (int)k);
  }
  sar_integrator_destroy(&integrator);
}

static void fast_motions_decay(const char *text, double rho) {
  (void)rho;
  if (choose(text).table->info.explicit) return; /* it runs away */
  decays_fast(text, false);
  decays_fast(text, true);
}

static void stepping_at_infinity(void **state) {
  (void)state;
  const char *const rhos[] = {NULL, "0", "0.3", "0.6", "0.9", "1"}; /* null: hht, newmark and others without the key */
  for (int i = 0; i < 6; i++) for_each_method(rhos[i], fast_motions_decay);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(infinity_of_all),    cmocka_unit_test(trapezoid_is_known),   cmocka_unit_test(bdf2_is_known),
      cmocka_unit_test(radau3_is_known),    cmocka_unit_test(twins_agree),          cmocka_unit_test(orders),
      cmocka_unit_test(roots_are_followed), cmocka_unit_test(paper_4_says),         cmocka_unit_test(a_stability),
      cmocka_unit_test(stepping_agrees),    cmocka_unit_test(stepping_at_infinity),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
