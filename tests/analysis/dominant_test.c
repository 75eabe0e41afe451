/* The dominant eigenvalue that `check` reports, against motions whose linearised equation can be written down. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

static void expect(const char *text, double real, double imaginary) {
  Fixture f = fixture_of(text);
  const SarCheck *check = NULL;
  assert_int_equal(sar_check(f.context, f.system, &check), SAR_OK);
  double size = fmax(1, hypot(real, imaginary));
  print_message("%.12g %+.12g i, expected %.12g %+.12g i\n", check->dominant_eigenvalue[0],
                check->dominant_eigenvalue[1], real, imaginary);
  CHECK_NEAR(check->dominant_eigenvalue[0], real, 1e-8 * size);
  CHECK_NEAR(check->dominant_eigenvalue[1], imaginary, 1e-8 * size);
  sar_check_destroy(&check);
  fixture_free(&f);
}

#define ARM(x, y)                                                                   \
  "gravity: [0, -9.81, 0]\n"                                                        \
  "bodies: {arm: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [" x ", " y                \
  ", 0]}}\n"                                                                        \
  "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n" \
  "simulate: {end: 1}\n"

/* (I + m l^2) theta'' = -m g l sin(theta). */
static void pendulums(void **state) {
  (void)state;
  double rate = sqrt(2 * 9.81 * 0.5 / (0.3 + 2 * 0.25));
  expect(ARM("0", "-0.5"), 0, rate);
  expect(ARM("0", "0.5"), rate, 0);
  expect(ARM("0.5", "0"), 0, 0);
}

/* A slider on an arm that is turned at the rate w: m r'' = m w^2 r - k (r - l) - c r'. By its place x = r cos(w t), the
 * coordinate that is left at the start, x'' = r'' - w^2 r there: what turning does to one cancels in the other, so
 * that only a right second variation of the constraints leaves nothing of it. */
#define TURNED(k, c)                                                                                          \
  "bodies:\n"                                                                                                 \
  "  arm: {mass: 1, inertia: [0.1, 0.2, 0.3], omega: [0, 0, 3]}\n"                                            \
  "  slider: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0], velocity: [0, 1.5, 0], omega: [0, 0, 3]}\n" \
  "joints:\n"                                                                                                 \
  "  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}\n"                                   \
  "  P: {type: prismatic, between: [arm, slider], at: [0.5, 0, 0], axis: x}\n"                                \
  "motions: {drive: {joint: A, rotation: 3*t}}\n"                                                             \
  "forces: {s: {type: spring-damper, between: [arm, slider], stiffness: " k ", damping: " c                   \
  ", length: 0.4}}\n"                                                                                         \
  "simulate: {end: 1}\n"

static void a_turned_slider(void **state) {
  (void)state;
  expect(TURNED("50", "0"), 0, 5);
  expect(TURNED("50", "4"), -1, sqrt(25 - 1));
  expect(TURNED("50", "2e5"), -0.5e5 - sqrt(0.25e10 - 25), 0);
}

/* A rod whose ends slide on the axes x and y, at rest but not in balance, its centre at a from one end and b from the
 * other: with T = G(theta) theta'^2/2 the equation of the way s along which T = s'^2/2 is s'' = -dV/ds. Coordinates in
 * which the mass changes, such as the angle or the place of an end, would give another value each. */
static void no_coordinates_are_preferred(void **state) {
  (void)state;
  const double theta = 0.6, a = 0.3, b = 0.7, m = 2, inertia = 0.1, g = 9.81, s = sin(theta), c = cos(theta);
  double mass = m * (a * a * s * s + b * b * c * c) + inertia, change = 2 * m * (a * a - b * b) * s * c;
  double square = -(-m * g * b * s - m * g * b * c * change / (2 * mass)) / mass;
  assert_true(square > 0);
  expect(
      "gravity: [0, -9.81, 0]\n"
      "parameters: {a: 0.3, b: 0.7, theta: 0.6}\n"
      "ground: {frames: {origin: {at: [0, 0, 0]}}}\n"
      "bodies:\n"
      "  rod: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [a*cos(theta), b*sin(theta), 0], turn: {axis: z, angle: "
      "-theta},\n"
      "    frames: {A: {at: [-a, 0, 0]}, B: {at: [b, 0, 0]}}}\n"
      "joints:\n"
      "  plane: {type: planar, between: [ground, rod], at: [0, 0, 0], axis: z}\n"
      "  A: {type: point-in-plane, between: [ground.origin, rod.A], axis: x}\n"
      "  B: {type: point-in-plane, between: [ground.origin, rod.B], axis: y}\n"
      "simulate: {end: 1}\n",
      sqrt(square), 0);
}

/* Both ends of the spectrum of a beam, by the ways of a small and of a large mechanism, against all its modes. */
static void fastest_and_slowest(void **state) {
  (void)state;
  static const int elements[] = {2, 30};
  for (int i = 0; i < 2; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "sections: {s: {stiffness: [1e6, 4e5, 4e5, 80, 250, 100], mass: 3, inertia: [2e-3, 1e-3, 1e-3]}}\n"
             "beams: {arm: {section: s, points: [[0, 0, 0], [2, 0, 0]], elements: %d, axis2: y}}\n"
             "joints: {base: {type: fixed, between: [ground, arm.start]}}\n",
             elements[i]);
    Fixture f = fixture_of(text);
    SarModesOptions options = sar_modes_options_default();
    const SarModes *modes = NULL;
    const SarCheck *check = NULL;
    options.solver = SAR_MODES_DENSE;
    options.count = 10000;
    assert_int_equal(sar_modes(f.context, f.system, &options, &modes), SAR_OK);
    assert_int_equal(sar_check(f.context, f.system, &check), SAR_OK);
    double slow = modes->modes[0].imaginary, fast = modes->modes[modes->nmodes - 1].imaginary;
    assert_int_equal(2 * modes->nmodes, modes->order);
    CHECK_NEAR(check->dominant_eigenvalue[1], fast, 1e-3 * fast);
    CHECK_NEAR(check->slowest_eigenvalue[1], slow, 1e-6 * slow);
    assert_true(fabs(check->dominant_eigenvalue[0]) < 1e-3 * fast && fabs(check->slowest_eigenvalue[0]) < 1e-6 * slow);
    sar_modes_destroy(&modes);
    sar_check_destroy(&check);
    fixture_free(&f);
  }
}

/* Nothing is left to move. */
static void none(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies: {arm: {mass: 1, inertia: [0.1, 0.2, 0.3], omega: [0, 0, 3]}}\n"
      "joints: {A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
      "motions: {drive: {joint: A, rotation: 3*t}}\n"
      "simulate: {end: 1}\n");
  const SarCheck *check = NULL;
  assert_int_equal(sar_check(f.context, f.system, &check), SAR_OK);
  assert_true(isnan(check->dominant_eigenvalue[0]) && isnan(check->dominant_eigenvalue[1]));
  sar_check_destroy(&check);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulums), cmocka_unit_test(a_turned_slider),
                                     cmocka_unit_test(no_coordinates_are_preferred), cmocka_unit_test(none),
                                     cmocka_unit_test(fastest_and_slowest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
