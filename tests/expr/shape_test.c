/* Shape functions against formulas written out here, and derivatives of first and second order of every function that a
 * user can call, against differences. */
#include <string.h>

#include "expr/bench.h"
#include "expr/parsing.h"

#define PI 3.14159265358979323846

/* ---- values ---- */

static double step(double x, double x0, double h0, double x1, double h1) {
  if (x0 > x1) return step(x, x1, h1, x0, h0); /* the same curve with its ends swapped */
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  double d = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * d * d * (3 - 2 * d);
}

static double step5(double x, double x0, double h0, double x1, double h1) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  double d = (x - x0) / (x1 - x0);
  return h0 + (h1 - h0) * d * d * d * (10 - 15 * d + 6 * d * d);
}

static double havsin(double x, double x0, double h0, double x1, double h1) {
  if (x <= x0) return h0;
  if (x >= x1) return h1;
  return (h0 + h1) / 2 + (h1 - h0) / 2 * sin(PI * (x - x0) / (x1 - x0) - PI / 2);
}

static double impact(double x, double xdot, double x1, double k, double e, double cmax, double d) {
  if (x >= x1) return 0;
  double force = k * pow(x1 - x, e) - step(x, x1 - d, cmax, x1, 0) * xdot;
  return force > 0 ? force : 0;
}

static double bistop(double x, double xdot, double x1, double x2, double k, double e, double cmax, double d) {
  if (x < x1) return impact(x, xdot, x1, k, e, cmax, d);
  if (x <= x2) return 0;
  double force = -k * pow(x - x2, e) - step(x, x2, 0, x2 + d, cmax) * xdot;
  return force < 0 ? force : 0;
}

static double sweep(double x, double a, double x0, double f0, double x1, double f1, double dx) {
  double phase = x <= x0   ? f0 * x
                 : x >= x1 ? f1 * x - (f1 - f0) * (x1 + x0) / 2
                           : f0 * x0 + f0 * (x - x0) + (f1 - f0) * (x - x0) * (x - x0) / (2 * (x1 - x0));
  return a * sin(2 * PI * phase) * step5(x, x0, 0, x0 + dx, 1);
}

/* Chebyshev polynomials by their other definition, inside and outside of [-1, 1]. */
static double chebyshev(int n, double u) {
  if (fabs(u) <= 1) return cos(n * acos(u));
  return (u < 0 && n % 2 ? -1 : 1) * cosh(n * acosh(fabs(u)));
}

static void check(Bench *bench, const char *text, double x, double y, double expected) {
  double value = bench_value(bench, bench_parse(bench, text), (double[]){x, y, 0, 0});
  if (!(fabs(value - expected) <= 1e-13 * (1 + fabs(expected)))) {
    fail_msg("%s at %g, %g: %.15g, not %.15g", text, x, y, value, expected);
  }
}

static void shapes_have_their_values(void **state) {
  (void)state;
  Bench bench = bench_open();
  for (int i = 0; i <= 60; i++) {
    double x = -3 + 0.1 * i;
    for (int k = 0; k < 3; k++) {
      double y = -4 + 3.7 * k;
      check(&bench, "step(x, -1, 2, 1.5, 5)", x, y, step(x, -1, 2, 1.5, 5));
      check(&bench, "STEP(x, 1.5, 2, -1, 5)", x, y, step(x, 1.5, 2, -1, 5));
      check(&bench, "step5(x, -1, 2, 1.5, -3)", x, y, step5(x, -1, 2, 1.5, -3));
      check(&bench, "havsin(x, -1, 2, 1.5, -3)", x, y, havsin(x, -1, 2, 1.5, -3));
      check(&bench, "impact(x, y, 0.3, 20, 1.5, 4, 0.7)", x, y, impact(x, y, 0.3, 20, 1.5, 4, 0.7));
      check(&bench, "impact(x, y, 0.3, 20, 1, 400, 0.7)", x, y, impact(x, y, 0.3, 20, 1, 400, 0.7));
      check(&bench, "bistop(x, y, -1, 1.2, 20, 2.2, 4, 0.7)", x, y, bistop(x, y, -1, 1.2, 20, 2.2, 4, 0.7));
      check(&bench, "bistop(x, y, -1, 1.2, 2, 1.1, 40, 0.7)", x, y, bistop(x, y, -1, 1.2, 2, 1.1, 40, 0.7));
    }
    check(&bench, "sweep(x, 2, -1, 0.3, 2, 1.7, 0.8)", x, 0, sweep(x, 2, -1, 0.3, 2, 1.7, 0.8));
    check(&bench, "shf(x, 0.4, 2, 3, 0.5, -1)", x, 0, 2 * sin(3 * (x - 0.4) - 0.5) - 1);
    check(&bench, "poly(x, 0.4, 7)", x, 0, 7);
    double u = x - 0.4;
    check(&bench, "poly(x, 0.4, 7, -1, 0, 2)", x, 0, 7 - u + 2 * pow(u, 3));
    check(&bench, "cheby(x, 0.4, 7)", x, 0, 7);
    check(&bench, "cheby(x, 0.4, 1, 2, 3, 0, 5)", x, 0, 1 + 2 * u + 3 * chebyshev(2, u) + 5 * chebyshev(4, u));
    check(&bench, "forcos(x, 0.4, 2, 1, 3, 5)", x, 0, 1 + 3 * cos(2 * u) + 5 * cos(4 * u));
    check(&bench, "forsin(x, 0.4, 2, 1, 3, 5)", x, 0, 1 + 3 * sin(2 * u) + 5 * sin(4 * u));
  }
  bench_close(&bench);
}

/* Nothing infinite or nan comes out of branches that are not taken, in any derivative, the switching point included. */
static void shapes_are_finite_everywhere(void **state) {
  (void)state;
  static const char *const texts[] = {"impact(x, y, 0.3, 20, 1.5, 4, 0.7)",     "impact(x, y, 0.3, 20, 2.2, 4, 0.7)",
                                      "bistop(x, y, -1, 1.2, 20, 1.5, 4, 0.7)", "step(x, 0, 0, 0.3, 1)",
                                      "sweep(x, 2, -1, 0.3, 0.3, 1.7, 0.8)",    "havsin(x, 0.3, 1, 2, 4)"};
  Bench bench = bench_open();
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    const SarExpr *f = bench_parse(&bench, texts[i]), *fx = sar_expr_derivative(bench.arena, f, 0);
    const SarExpr *all[] = {f, fx, sar_expr_derivative(bench.arena, fx, 0), sar_expr_derivative(bench.arena, fx, 1)};
    static const double places[] = {-3, -1, -0.4, 0, 0.3, 0.7, 1, 1.2, 2, 3};
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
      for (int j = 0; j < 4; j++) {
        double value = bench_value(&bench, all[j], (double[]){places[k], -0.8, 0, 0});
        if (!isfinite(value)) fail_msg("derivative %d of %s at %g is %g", j, texts[i], places[k], value);
      }
    }
  }
  bench_close(&bench);
}

/* ---- derivatives ---- */

/* A call of every function with arguments that depend on x and y, away from kinks at the points below. A function
 * without a line here fails the test. */
static const char *const calls[] = {
    "sin(x*y)", "cos(x*y)", "tan(x*y)", "asin(x*y)", "acos(x*y)", "atan(x*y)", "atan2(x*y, x - 3*y)", "sinh(x*y)",
    "cosh(x*y)", "tanh(x*y)", "exp(x*y)", "log(x*y)", "log10(x*y)", "sqrt(x*y)", "abs(x*y - 2)", "sign(x*y - 2)*x^2",
    "min(x*y, 2 + x^2, x*y + 3)", "max(x*y, 2 + x^2*y, x*y - 3)", "floor(x + 0.02*y)*x", "ceil(x + 0.02*y)*x*y",
    "aint(x + 0.02*y)*x", "anint(3 + 0.1*x)*x*y", "mod(x*y + 3, 2 + y)", "modulo(x*y - 9, 2 + y)", "hypot(x*y, x - y)",
    "if(x*y > 5, x, x^2*y^3)", "dim(3 + x*y, y^2)", "rem(x*y + 3, 2 + 0.1*x)", "step(x*y, -1, x, 2, y^2)",
    "step5(x*y, -1, x, 2, y^2)", "havsin(x*y, -1, x, 2, y^2)", "impact(x*y, 2*x - y, 2 + 0.1*x, 20, 1.5, 4, 5)",
    "bistop(x*y, 2*x - y, -3, -2 + 0.1*x, 20, 1.5, 4, 5)", "shf(x*y, x, y, 2, 0.3, x^2)",
    "sweep(x*y, 2, -1, 0.3 + x, 2, 1.7, 5)", "poly(x*y, 0.3*x, 1, y, 2, x*y)", "cheby(x*y, 0.3*x, 1, y, 2, x*y)",
    "forsin(x*y, 0.3*x, 2, y, 2, x*y)", "forcos(x*y, 0.3*x, 2, y, 2, x*y)", "akispl(2*x*y - 0.25, road)",
    "cubspl(x*y - 0.25, 0.2*x + 0.7*y, map)", "linspl(x*y - 3.5, 0.7 + 0.2*x + y, map)", "interp(x*y - 0.25, 3, road)",
    /* forms and surroundings beyond the names */
    "sign(x*y, x - 2)", "IF(x*y - 5: x^2*y, 3, y)",
    "akispl(x + y^2 + 4, road) + akispl(x - 5, road)*cubspl(x*y + 4, bed)", "cubspl(x, y*x, map, 1)",
    "linspl(x*y - 9, road)*linspl(x*y - 9, plain)", "akispl(x*y - 9, 3 + x*y, map)", "cubspl(9*x*y, 0.2*x + y, wheel)",
    "akispl(7*x - 30*y, x, wheel)", "linspl(x*y - 9, y, wheel)", "cubspl(20*x*y, y, wheel, 1)",
    "tyre.fx(x*y, x, y^2)*tyre.fy(x, y, x*y)", "impact(x*y, 2*x - y, -2, 20, 1.5, 4, 5) + x^3",
    "bistop(x*y, 2*x - y, 3, 9, 20, 2.2, 4, 0.5)", "step(x, 2, 3, 4, 9)*x + step(x, -4, 3, -2, 9)*x^2",
    "x^y + x**3 + (x < y)*x^2"};

static const double points[][BENCH_VARIABLES] = {
    {0.21, 0.77, 0, 0}, {0.83, 0.34, 0, 0}, {0.52, 0.61, 0, 0}, {0.91, 0.13, 0, 0}, {0.12, 0.93, 0, 0}};

/* Central difference, extrapolated: error O(h^4). */
static double difference(Bench *bench, const SarExpr *f, const double *at, int32_t variable) {
  double quotient[2];
  for (int k = 0; k < 2; k++) {
    double h = 2e-4 / (1 + k), plus[BENCH_VARIABLES], minus[BENCH_VARIABLES];
    memcpy(plus, at, sizeof plus);
    memcpy(minus, at, sizeof minus);
    plus[variable] += h;
    minus[variable] -= h;
    quotient[k] = (bench_value(bench, f, plus) - bench_value(bench, f, minus)) / (2 * h);
  }
  return (4 * quotient[1] - quotient[0]) / 3;
}

/* Derivatives of f with respect to x and y, to 1e-7 of the largest. */
static void check_slopes(Bench *bench, const char *what, const SarExpr *f, const SarExpr *const *slopes) {
  for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
    double exact[2], rough[2], largest = 1e-3;
    for (int32_t k = 0; k < 2; k++) {
      exact[k] = bench_value(bench, slopes[k], points[i]);
      rough[k] = difference(bench, f, points[i], k);
      largest = fmax(largest, fabs(exact[k]));
    }
    for (int32_t k = 0; k < 2; k++) {
      if (!(fabs(exact[k] - rough[k]) <= 1e-7 * largest)) {
        fail_msg("%s, point %zu, variable %d: %.12g, differences give %.12g", what, i, k, exact[k], rough[k]);
      }
    }
  }
}

static void every_function_has_exact_derivatives(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    const SarExpr *f = bench_parse_in(&bench, &world.scope, calls[i]), *slopes[2];
    for (int32_t k = 0; k < 2; k++) {
      slopes[k] = sar_expr_derivative(bench.arena, f, k);
      assert_non_null(slopes[k]);
    }
    check_slopes(&bench, calls[i], f, slopes);
    for (int32_t k = 0; k < 2; k++) {
      const SarExpr *curvatures[2] = {sar_expr_derivative(bench.arena, slopes[k], 0),
                                      sar_expr_derivative(bench.arena, slopes[k], 1)};
      check_slopes(&bench, calls[i], slopes[k], curvatures);
    }
  }
  bench_close(&bench);
}

static void no_function_is_forgotten(void **state) {
  (void)state;
  const char *name = NULL;
  int32_t count = 0;
  for (; (name = sar_parse_function(count)); count++) {
    bool found = false;
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof calls / sizeof *calls && !found; i++) {
      found = strncmp(calls[i], name, length) == 0 && calls[i][length] == '(';
    }
    if (!found) fail_msg("no line for %s", name);
  }
  assert_true(count >= 41);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shapes_have_their_values),
      cmocka_unit_test(shapes_are_finite_everywhere),
      cmocka_unit_test(every_function_has_exact_derivatives),
      cmocka_unit_test(no_function_is_forgotten),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
