/* Slow motions of heavy parts beside tiny ones on stiff springs: between them there are so many powers of ten that the
 * squares of the slow eigenvalues are rounding of the fast ones'. All of them can be written down. */
#include <complex.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

typedef struct Case {
  Fixture f;
  const SarModes *modes;
} Case;

static Case modes_of(const char *text) {
  SarModesOptions options = sar_modes_options_default();
  Case c = {.f = fixture_of(text)};
  assert_int_equal(sar_modes(c.f.context, c.f.system, &options, &c.modes), SAR_OK);
  assert_string_equal(c.modes->solver, "dense");
  for (int32_t i = 0; i < sar_context_count(c.f.context); i++) {
    print_message("%s\n", sar_context_get(c.f.context, i)->message);
    assert_null(strstr(sar_context_get(c.f.context, i)->message, "rounding"));
  }
  return c;
}

static void done(Case *c) {
  sar_modes_destroy(&c->modes);
  fixture_free(&c->f);
}

/* The distance of the nearest one, over its own size. */
static void check_has(const SarModes *m, double complex value, double tolerance) {
  double least = INFINITY;
  for (int32_t i = 0; i < m->nmodes; i++) {
    least = fmin(least, cabs(m->modes[i].real + I * m->modes[i].imaginary - value));
  }
  print_message("%.9g %+.9g i: %.2g\n", creal(value), cimag(value), least / cabs(value));
  CHECK_NEAR(least / cabs(value), 0, tolerance);
}

/* Damping in proportion to stiffness, C = b K: lambda^2 + b w^2 lambda + w^2 = 0. Both roots without cancellation. */
static void check_pair(const SarModes *m, double w2, double b, double tolerance) {
  double half = b * w2 / 2, square = half * half - w2;
  if (square < 0) {
    check_has(m, -half + I * sqrt(-square), tolerance);
    return;
  }
  double fast = -half - sqrt(square);
  check_has(m, fast, tolerance);
  check_has(m, w2 / fast, tolerance);
}

/* The wall, a spring k, 1 g, a spring k, and what is heavy:
 * m M w^4 - (2 M + m) k w^2 + k^2 = 0 */
static void check_chain(double heavy, double stiffness, double b, double tolerance) {
  char text[1024];
  snprintf(text, sizeof text,
           "bodies:\n"
           "  a: {mass: 1e-3, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
           "  b: {mass: %.17g, inertia: [1, 1, 1], at: [2, 0, 0]}\n"
           "joints:\n"
           "  P: {type: prismatic, between: [ground, a], at: [1, 0, 0], axis: x}\n"
           "  Q: {type: prismatic, between: [ground, b], at: [2, 0, 0], axis: x}\n"
           "forces:\n"
           "  s: {type: spring-damper, between: [ground, a], stiffness: %.17g, damping: %.17g, length: 1}\n"
           "  r: {type: spring-damper, between: [a, b], stiffness: %.17g, damping: %.17g, length: 1}\n",
           heavy, stiffness, b * stiffness, stiffness, b * stiffness);
  Case c = modes_of(text);
  double m = 1e-3, linear = (2 * heavy + m) * stiffness, all = m * heavy * stiffness * stiffness;
  double sum = linear + sqrt(linear * linear - 4 * all);
  print_message("%g kg, %g N/m, damping %g s\n", heavy, stiffness, b);
  check_pair(c.modes, sum / (2 * m * heavy), b, tolerance);
  check_pair(c.modes, 2 * stiffness * stiffness / sum, b, tolerance);
  done(&c);
}

static void damped(void **state) {
  (void)state;
  check_chain(5e4, 1.4e10, 1e-3, 1e-9);
  check_chain(5e7, 1.4e10, 1e-3, 1e-9);
  check_chain(5e7, 1.4e10, 1e-5, 1e-9);
  check_chain(5e9, 1e12, 1e-2, 1e-9);
}

static void undamped(void **state) {
  (void)state;
  check_chain(5e7, 1.4e10, 0, 1e-9);
  check_chain(1e9, 1e12, 0, 1e-9);
}

/* A slow one beside a tiny one, and one that is free: that stays zero. */
static void beside_what_is_free(void **state) {
  (void)state;
  Case c = modes_of(
      "bodies:\n"
      "  a: {mass: 1e-3, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
      "  b: {mass: 1e5, inertia: [1, 1, 1], at: [0, 1, 0]}\n"
      "  c: {mass: 10, inertia: [1, 1, 1], at: [0, 0, 1]}\n"
      "joints:\n"
      "  P: {type: prismatic, between: [ground, a], at: [1, 0, 0], axis: x}\n"
      "  Q: {type: prismatic, between: [ground, b], at: [0, 1, 0], axis: y}\n"
      "  R: {type: prismatic, between: [ground, c], at: [0, 0, 1], axis: z}\n"
      "forces:\n"
      "  s: {type: spring-damper, between: [ground, a], stiffness: 1e13, length: 1}\n"
      "  r: {type: spring-damper, between: [ground, b], stiffness: 2e5, length: 1}\n");
  assert_int_equal(c.modes->nmodes, 3);
  assert_true(c.modes->modes[0].imaginary == 0 && c.modes->modes[0].real == 0 && c.modes->modes[0].multiplicity == 2);
  check_has(c.modes, I * sqrt(2), 1e-9);
  check_has(c.modes, I * 1e8, 1e-9);
  done(&c);
}

/* As turbines are made of sections on springs with dampers, b K, and of parts without mass between them: a chain of
 * heavy blocks, w_j = 2 sqrt(k/m) sin((2 j - 1) pi / (4 N + 2)), and beside each a gram that a damper stops a million
 * million times faster. Nearly all eigenvalues are slow, and hundreds: each is found, in no time. */
static void many_beside_tiny_ones(void **state) {
  (void)state;
  enum { N = 60 };
  static char text[60000];
  size_t length = (size_t)snprintf(text, sizeof text, "bodies:\n");
  for (int i = 1; i <= N; i++) {
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "  m%d: {mass: 1e3, inertia: [1, 1, 1], at: [%d, 0, 0]}\n"
                               "  g%d: {mass: 1e-3, inertia: [1, 1, 1], at: [0, %d, 0]}\n",
                               i, i, i, i);
  }
  length += (size_t)snprintf(text + length, sizeof text - length, "joints:\n");
  for (int i = 1; i <= N; i++) {
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "  P%d: {type: prismatic, between: [ground, m%d], at: [%d, 0, 0], axis: x}\n"
                               "  Q%d: {type: prismatic, between: [ground, g%d], at: [0, %d, 0], axis: y}\n",
                               i, i, i, i, i, i);
  }
  length +=
      (size_t)snprintf(text + length, sizeof text - length,
                       "forces:\n"
                       "  s1: {type: spring-damper, between: [ground, m1], stiffness: 1e6, damping: 1e4, length: 1}\n");
  for (int i = 1; i <= N; i++) {
    if (i > 1) {
      length += (size_t)snprintf(
          text + length, sizeof text - length,
          "  s%d: {type: spring-damper, between: [m%d, m%d], stiffness: 1e6, damping: 1e4, length: 1}\n", i, i - 1, i);
    }
    length += (size_t)snprintf(text + length, sizeof text - length,
                               "  r%d: {type: spring-damper, between: [ground, g%d], stiffness: 1e11, damping: 1e9, "
                               "length: %d}\n",
                               i, i, i);
  }
  SarModesOptions options = sar_modes_options_default();
  options.count = 4 * N;
  Case c = {.f = fixture_of(text)};
  assert_int_equal(sar_modes(c.f.context, c.f.system, &options, &c.modes), SAR_OK);
  assert_string_equal(c.modes->solver, "dense");
  for (int j = 1; j <= N; j++) {
    double w = 2 * sqrt(1e6 / 1e3) * sin((2 * j - 1) * acos(-1) / (4 * N + 2));
    check_pair(c.modes, w * w, 0.01, 1e-6);
  }
  check_has(c.modes, -1e12, 1e-6);
  done(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damped),
      cmocka_unit_test(undamped),
      cmocka_unit_test(beside_what_is_free),
      cmocka_unit_test(many_beside_tiny_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
