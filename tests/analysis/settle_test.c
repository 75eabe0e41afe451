/* Points inside a step are moved, where they are stiff, to where the equations give the accelerations of the curve. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"

#define MASS 2.0
#define TAU 0.01

/* A slider between spring and damper: x'' = -(k x + c x')/m, x(0) = 0.3, x'(0) = 0.7. */
static const char slider[] =
    "bodies:\n"
    "  m: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [0.3, 0, 0], velocity: [0.7, 0, 0]}\n"
    "ground: {frames: {o: {at: [-1, 0, 0]}}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, m], at: [0, 0, 0], axis: x}\n"
    "forces:\n"
    "  s: {type: spring-damper, between: [ground.o, m], stiffness: %g, damping: %g, length: 1}\n"
    "simulate: {end: 1}\n";

typedef struct Moved {
  double x, v, left; /* by how much; what is left of the difference in accelerations */
  bool others;       /* anything else has moved */
} Moved;

/* Lets the curve's acceleration differ by d from that of the equations. */
static Moved settle(double stiffness, double damping, double d) {
  char text[1024];
  double q[7], v[6], curve[6], x[1] = {0};
  SarStart *s = NULL;
  snprintf(text, sizeof text, slider, stiffness, damping);
  Fixture f = fixture_of(text);
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  SarPoint at = sar_start_point(s);
  CHECK_NEAR(at.a[0], -(stiffness * 0.3 + damping * 0.7) / MASS, 1e-9 * (1 + fabs(at.a[0])));
  memcpy(q, at.q, sizeof q);
  memcpy(v, at.v, sizeof v);
  memcpy(curve, at.a, sizeof curve);
  curve[0] -= d;
  assert_int_equal(sar_equations_settle(s->equations, &at, curve, TAU, q, v, x), SAR_OK);
  Moved moved = {.x = q[0] - at.q[0], .v = v[0] - at.v[0]};
  moved.left = -(stiffness * q[0] + damping * v[0]) / MASS - curve[0];
  for (int i = 1; i < 7; i++) moved.others = moved.others || fabs(q[i] - at.q[i]) > 1e-15;
  for (int i = 1; i < 6; i++) moved.others = moved.others || fabs(v[i] - at.v[i]) > 1e-15;
  sar_start_destroy(&s);
  fixture_free(&f);
  return moved;
}

/* By the formulas of settle.c, from nothing to very stiff. */
static void follows_the_formulas(void **state) {
  (void)state;
  static const double cases[][2] = {{0, 0}, {10, 1}, {1e4, 0}, {0, 400}, {1e6, 1e3}, {3e5, 5e6}, {1e9, 10}};
  const double d = 5;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double k = cases[i][0], c = cases[i][1], r = 1 / (1 + TAU * c / MASS + TAU * TAU * k / MASS);
    double w = (r + r * r - 2 * r * r * r) * d, rounding = 1e-13 * (k + c) / MASS;
    Moved moved = settle(k, c, d);
    CHECK_NEAR(moved.v, TAU * w, 1e-14);
    CHECK_NEAR(moved.x, TAU * TAU * w, 1e-15);
    CHECK_NEAR(moved.left, (3 * r * r - 2 * r * r * r) * d, 1e-11 + rounding);
    assert_false(moved.others);
  }
}

/* A damper with 1e5 1/s: an error of 0.01 m/s makes one of 1000 m/s^2. Both vanish. */
static void what_is_stiff_is_corrected(void **state) {
  (void)state;
  double rate = 1e5, error = 0.01;
  Moved moved = settle(0, rate * MASS, -rate * error); /* the velocity is too large */
  CHECK_NEAR(moved.v, -error, 1e-5 * error);
  assert_true(fabs(moved.left) < 1e-5 * rate * error);
}

/* A motion that takes its time hardly moves: 0.3 per cent of tau d at 0.1 1/s. */
static void what_is_not_stays(void **state) {
  (void)state;
  Moved moved = settle(0, 0.1 * MASS, 1);
  assert_true(fabs(moved.v) < 3.1 * TAU * (TAU * 0.1));
  assert_true(fabs(moved.left - 1) < 1e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(follows_the_formulas),
                                     cmocka_unit_test(what_is_stiff_is_corrected), cmocka_unit_test(what_is_not_stays)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
