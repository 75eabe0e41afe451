/* Splines: what they run through, what they reproduce, their derivatives, their ends, wrong tables. */
#include <string.h>

#include "expr/bench.h"

static double value(const SarSpline *spline, SarSplineMethod method, int32_t order, double x, double z) {
  return sar_spline_evaluate(spline, sar_spline_detail(method, order, 0), x, z);
}

static const SarSpline *make(Bench *bench, const double *x, const double *y, int32_t n,
                             SarExtrapolation extrapolation) {
  SarSplineTable table = {"s", x, NULL, y, n, 1, extrapolation, NULL};
  const SarSpline *spline = NULL;
  assert_int_equal(sar_spline_create(bench->context, bench->arena, &table, sar_nowhere(), &spline), SAR_OK);
  return spline;
}

static void splines_run_through_their_points(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
    for (int i = 0; i < BENCH_KNOTS; i++) {
      CHECK_NEAR(value(world.road, (SarSplineMethod)method, 0, bench_x[i], 0), bench_y[0][i], 1e-15);
      for (int k = 0; k < BENCH_CURVES; k++) {
        CHECK_NEAR(value(world.map, (SarSplineMethod)method, 0, bench_x[i], bench_z[k]), bench_y[k][i], 1e-15);
      }
    }
  }
  bench_close(&bench);
}

/* The derivative of order `order` just left and right of x. */
static double jump(const SarSpline *spline, SarSplineMethod method, int32_t order, double x) {
  return value(spline, method, order, x + 1e-9, 0) - value(spline, method, order, x - 1e-9, 0);
}

static void derivatives_are_continuous(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  for (int i = 1; i < BENCH_KNOTS - 1; i++) {
    CHECK_NEAR(jump(world.road, SAR_SPLINE_AKIMA, 1, bench_x[i]), 0, 1e-6);
    CHECK_NEAR(jump(world.road, SAR_SPLINE_CUBIC, 1, bench_x[i]), 0, 1e-6);
    CHECK_NEAR(jump(world.road, SAR_SPLINE_CUBIC, 2, bench_x[i]), 0, 1e-6);
    assert_true(fabs(jump(world.road, SAR_SPLINE_CUBIC, 3, bench_x[i])) > 1e-2); /* a true spline, not one cubic */
  }
  CHECK_NEAR(value(world.road, SAR_SPLINE_CUBIC, 2, bench_x[0], 0), 0, 1e-12); /* natural ends */
  CHECK_NEAR(value(world.road, SAR_SPLINE_CUBIC, 2, bench_x[BENCH_KNOTS - 1], 0), 0, 1e-12);
  bench_close(&bench);
}

/* The example of Akima's paper (J. ACM 17, 1970, table I) has slopes that can be computed by hand: where three chords
 * are in line, the slope is theirs; at x = 6 it is the mean weighted by the changes of slope on the other sides. */
static void akima_slopes_are_his(void **state) {
  (void)state;
  Bench bench = bench_open();
  const double x[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, y[] = {10, 10, 10, 10, 10, 10, 10.5, 15, 50, 60, 85};
  const SarSpline *spline = make(&bench, x, y, 11, SAR_EXTRAPOLATE_LINEAR);
  for (int i = 0; i <= 4; i++) assert_true(value(spline, SAR_SPLINE_AKIMA, 1, i, 0) == 0);
  assert_true(value(spline, SAR_SPLINE_AKIMA, 0, 4.5, 0) == 10); /* no wiggle before the rise */
  assert_true(value(spline, SAR_SPLINE_AKIMA, 1, 5, 0) == 0);
  double d[] = {0, 0.5, 4.5, 35, 10, 25};
  for (int i = 6; i <= 8; i++) {
    const double *m = d + (i - 6);
    double left = fabs(m[3] - m[2]), right = fabs(m[1] - m[0]);
    CHECK_NEAR(value(spline, SAR_SPLINE_AKIMA, 1, i, 0), (left * m[1] + right * m[2]) / (left + right), 1e-13);
  }
  /* beyond the end: chords 40 and 55 by the parabola */
  CHECK_NEAR(value(spline, SAR_SPLINE_AKIMA, 1, 10, 0), (15.0 * 25 + 15.0 * 40) / 30, 1e-13);
  bench_close(&bench);
}

static void parabolas_are_reproduced(void **state) {
  (void)state;
  Bench bench = bench_open();
  double x[9], y[9], line[9];
  for (int i = 0; i < 9; i++) x[i] = -2 + 0.5 * i, y[i] = 1 - 2 * x[i] + 3 * x[i] * x[i], line[i] = 4 - 3 * x[i];
  const SarSpline *parabola = make(&bench, x, y, 9, SAR_EXTRAPOLATE_PARABOLA);
  const SarSpline *straight = make(&bench, x, line, 9, SAR_EXTRAPOLATE_LINEAR);
  for (int i = 0; i <= 80; i++) { /* beyond both ends as well */
    double at = -4 + 0.1 * i, exact = 1 - 2 * at + 3 * at * at;
    CHECK_NEAR(value(parabola, SAR_SPLINE_AKIMA, 0, at, 0), exact, 1e-13 * (1 + fabs(exact)));
    CHECK_NEAR(value(parabola, SAR_SPLINE_AKIMA, 1, at, 0), -2 + 6 * at, 1e-12);
    CHECK_NEAR(value(parabola, SAR_SPLINE_AKIMA, 2, at, 0), 6, 1e-11);
    for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
      CHECK_NEAR(value(straight, (SarSplineMethod)method, 0, at, 0), 4 - 3 * at, 1e-13);
      CHECK_NEAR(value(straight, (SarSplineMethod)method, 1, at, 0), -3, 1e-13);
    }
  }
  bench_close(&bench);
}

/* The natural spline makes the integral of the squared second derivative smallest; any other curve through the points,
 * Akima's for one, has more. */
static void natural_splines_bend_least(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  double bending[2] = {0};
  for (int i = 0; i < 50000; i++) {
    double x = -2 + 5e-4 / 5 + 1e-4 * i;
    for (int method = 0; method < 2; method++) {
      double curvature = value(world.bed, (SarSplineMethod)method, 2, x, 0);
      bending[method] += 1e-4 * curvature * curvature;
    }
  }
  assert_true(bending[SAR_SPLINE_CUBIC] < 0.95 * bending[SAR_SPLINE_AKIMA]);
  bench_close(&bench);
}

static void ends(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  SarSplineMethod cubic = SAR_SPLINE_CUBIC;
  assert_true(value(world.plain, cubic, 0, 7, 0) == bench_y[0][6] && value(world.plain, cubic, 1, 7, 0) == 0);
  assert_true(value(world.plain, cubic, 0, -7, 0) == bench_y[0][0] && value(world.plain, cubic, 1, -7, 0) == 0);
  double slope = value(world.bed, cubic, 1, 3, 0);
  CHECK_NEAR(value(world.bed, cubic, 0, 5, 0), bench_y[0][6] + 2 * slope, 1e-14);
  CHECK_NEAR(value(world.bed, cubic, 1, 5, 0), slope, 1e-15);
  /* the parabola through the last three points, by Lagrange's formula */
  for (int side = 0; side < 2; side++) {
    const double *x = bench_x + (side ? 4 : 0), *y = bench_y[0] + (side ? 4 : 0);
    double at = side ? 4.3 : -2.9, sum = 0;
    for (int i = 0; i < 3; i++) {
      double term = y[i];
      for (int k = 0; k < 3; k++) term *= k == i ? 1 : (at - x[k]) / (x[i] - x[k]);
      sum += term;
    }
    for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
      CHECK_NEAR(value(world.road, (SarSplineMethod)method, 0, at, 0), sum, 1e-13);
    }
  }
  bench_close(&bench);
}

static void families_are_linear_between_curves(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  SarSplineMethod akima = SAR_SPLINE_AKIMA;
  double low = value(world.map, akima, 0, 0.9, 0.5), high = value(world.map, akima, 0, 0.9, 2);
  CHECK_NEAR(value(world.map, akima, 0, 0.9, 0.8), low + 0.2 * (high - low), 1e-14);
  CHECK_NEAR(value(world.map, akima, 0, 0.9, 5), low + 3 * (high - low), 1e-13); /* goes on beyond the last curve */
  CHECK_NEAR(sar_spline_evaluate(world.map, sar_spline_detail(akima, 0, 1), 0.9, 0.8), (high - low) / 1.5, 1e-14);
  CHECK_NEAR(value(world.map, akima, 0, 0.9, -1), value(world.road, akima, 0, 0.9, 0), 1e-15);
  bench_close(&bench);
}

static void calls_of_splines(void **state) {
  (void)state;
  Bench bench = bench_open();
  BenchWorld world;
  bench_world(&bench, &world);
  const double at[BENCH_VARIABLES] = {0.63, 0.2, 0, 0};
  static const struct {
    const char *text;
    SarSplineMethod method;
    int32_t order;
  } cases[] = {{"akispl(x, road)", SAR_SPLINE_AKIMA, 0},
               {"AKISPL(x, 0, road)", SAR_SPLINE_AKIMA, 0},
               {"cubspl(x, y, road, 1)", SAR_SPLINE_CUBIC, 1},
               {"CUBSPL(x, 0, road, 2)", SAR_SPLINE_CUBIC, 2},
               {"linspl(x, road)", SAR_SPLINE_LINEAR, 0},
               {"akispl(x, road, 1)", SAR_SPLINE_AKIMA, 1},
               {"akispl(0.63, 2*y, road, 0)", SAR_SPLINE_AKIMA, 0},
               {"INTERP(x, 1, road)", SAR_SPLINE_LINEAR, 0},
               {"interp(x, 3, road, 1)", SAR_SPLINE_CUBIC, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const SarExpr *f = bench_parse_in(&bench, &world.scope, cases[i].text);
    assert_true(bench_value(&bench, f, at) == value(world.road, cases[i].method, cases[i].order, 0.63, 0));
    assert_false(sar_expr_depends_on(f, 1)); /* a single curve ignores z */
  }
  assert_true(sar_expr_is_constant(bench_parse_in(&bench, &world.scope, "akispl(0.63, road)"), NULL));
  const SarExpr *f = bench_parse_in(&bench, &world.scope, "cubspl(x, road)");
  for (int32_t order = 1; order <= 3; order++) {
    f = sar_expr_derivative(bench.arena, f, 0);
    assert_true(bench_value(&bench, f, at) == value(world.road, SAR_SPLINE_CUBIC, order, 0.63, 0));
  }
  double zero = 1;
  assert_true(sar_expr_is_constant(sar_expr_derivative(bench.arena, f, 0), &zero) && zero == 0);
  const SarExpr *family = bench_parse_in(&bench, &world.scope, "akispl(x, y, map)");
  assert_true(bench_value(&bench, family, at) == value(world.map, SAR_SPLINE_AKIMA, 0, 0.63, 0.2));
  bench_close(&bench);
}

static void two_points_are_a_line(void **state) {
  (void)state;
  Bench bench = bench_open();
  const SarSpline *s = make(&bench, (double[]){1, 3}, (double[]){2, 8}, 2, SAR_EXTRAPOLATE_PARABOLA);
  for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
    for (int i = 0; i < 10; i++) CHECK_NEAR(value(s, (SarSplineMethod)method, 0, i, 0), 3 * i - 1, 1e-14);
  }
  bench_close(&bench);
}

/* Without ends: the same values one period later, all continuous derivatives continuous at the seam, and a spline that
 * does not care where its table begins. */
static void periodic_tables_have_no_ends(void **state) {
  (void)state;
  Bench bench = bench_open();
  enum { N = 9 };
  const double x[N] = {0, 0.4, 1.1, 1.9, 2.2, 3.4, 4.4, 5.9, 6.5}, y[N] = {1, 2, 0.5, -1, -0.7, 0.4, 2, 1.7, 1};
  double shifted_x[N], shifted_y[N];
  for (int i = 0; i < N; i++) {
    int from = (i + 3) % (N - 1);
    shifted_x[i] = x[from] + (i + 3 >= N - 1 ? x[N - 1] : 0), shifted_y[i] = y[from];
  }
  const SarSpline *s = make(&bench, x, y, N, SAR_EXTRAPOLATE_PERIODIC);
  const SarSpline *shifted = make(&bench, shifted_x, shifted_y, N, SAR_EXTRAPOLATE_PERIODIC);
  for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
    int orders = method == SAR_SPLINE_CUBIC ? 2 : method == SAR_SPLINE_AKIMA ? 1 : 0;
    for (int order = 0; order <= orders; order++) {
      for (int k = -3; k <= 3; k++) CHECK_NEAR(jump(s, (SarSplineMethod)method, order, 6.5 * k), 0, 1e-6);
      for (int i = 0; i < 400; i++) {
        double at = -15 + 0.0731 * i, here = value(s, (SarSplineMethod)method, order, at, 0);
        CHECK_NEAR(value(s, (SarSplineMethod)method, order, at + 13, 0), here, 1e-12);
        CHECK_NEAR(value(shifted, (SarSplineMethod)method, order, at, 0), here, 1e-12);
      }
    }
  }
  assert_true(sar_spline_ends_are_smooth(s, SAR_SPLINE_CUBIC));
  bench_close(&bench);
}

/* A cosine sampled at equal steps h: the system of the slopes has a sine for its solution. With the slopes -m
 * sin(x_i), row i reads m (2 cos h + 4) = 6 sin(h)/h. */
/* With the slopes of a cubic at its ends, a cubic is what runs through points of it; without them it is not. */
static void cubic_with_slopes_at_its_ends(void **state) {
  (void)state;
  static const double x[] = {-1, -0.4, 0.3, 1.5, 2}, slopes[] = {3 + 4 + 1, 12 - 8 + 1};
  double y[5], furthest = 0;
  for (int i = 0; i < 5; i++) y[i] = x[i] * x[i] * x[i] - 2 * x[i] * x[i] + x[i] - 4;
  SarSplineTable table = {"s", x, NULL, y, 5, 1, SAR_EXTRAPOLATE_LINEAR, slopes};
  Bench bench = bench_open();
  const SarSpline *spline, *natural;
  assert_int_equal(sar_spline_create(bench.context, bench.arena, &table, sar_nowhere(), &spline), SAR_OK);
  table.end_slopes = NULL;
  assert_int_equal(sar_spline_create(bench.context, bench.arena, &table, sar_nowhere(), &natural), SAR_OK);
  for (double at = -1; at <= 2; at += 0.0625) {
    double expected = at * at * at - 2 * at * at + at - 4;
    CHECK_NEAR(value(spline, SAR_SPLINE_CUBIC, 0, at, 0), expected, 1e-13);
    CHECK_NEAR(value(spline, SAR_SPLINE_CUBIC, 1, at, 0), 3 * at * at - 4 * at + 1, 1e-12);
    furthest = fmax(furthest, fabs(value(natural, SAR_SPLINE_CUBIC, 0, at, 0) - expected));
  }
  assert_true(furthest > 0.05);
  CHECK_NEAR(value(spline, SAR_SPLINE_CUBIC, 0, 3, 0), y[4] + slopes[1], 1e-13);
  assert_false(sar_spline_ends_are_smooth(spline, SAR_SPLINE_CUBIC));
  assert_true(sar_spline_ends_are_smooth(natural, SAR_SPLINE_CUBIC));
  table.end_slopes = slopes, table.extrapolation = SAR_EXTRAPOLATE_PERIODIC, y[4] = y[0];
  assert_int_equal(sar_spline_create(bench.context, bench.arena, &table, sar_nowhere(), &spline), SAR_INPUT);
  bench_close(&bench);
}

static void periodic_cubic_of_a_cosine(void **state) {
  (void)state;
  Bench bench = bench_open();
  const double pi = 3.14159265358979323846;
  for (int n = 1; n <= 12; n++) {
    double x[13], y[13], h = 2 * pi / n, m = 6 * sin(h) / h / (2 * cos(h) + 4);
    for (int i = 0; i <= n; i++) x[i] = i * h, y[i] = cos(x[i]);
    const SarSpline *s = make(&bench, x, y, n + 1, SAR_EXTRAPOLATE_PERIODIC);
    for (int i = 0; i <= n; i++) CHECK_NEAR(value(s, SAR_SPLINE_CUBIC, 1, x[i], 0), -m * sin(x[i]), 1e-14);
  }
  bench_close(&bench);
}

static void wrong_tables(void **state) {
  (void)state;
  Bench bench = bench_open();
  const double family[] = {1, 2, 1, 4, 5, 6};
  const double x[] = {0, 1, 1, 2}, up[] = {0, 1, 2}, y[] = {1, 2, 3, 4, 5, 6, 7, 8}, broken[] = {1, NAN, 3};
  static const struct {
    const char *message;
  } expected[] = {{"x of the spline must increase, but 1 (number 3) follows 1"},
                  {"a spline cannot run through 1 point"},
                  {"z of the spline must increase, but 1 (number 3) follows 1"},
                  {"y number 2 of the spline is nan"},
                  {"first and last y of the periodic spline differ: 1 at x = 0, 3 at x = 2"},
                  {"first and last y of the periodic spline differ: 4 at x = 0, 6 at x = 2"}};
  const SarSplineTable tables[] = {{"s", x, NULL, y, 4, 1, SAR_EXTRAPOLATE_LINEAR, NULL},
                                   {"s", up, NULL, y, 1, 1, SAR_EXTRAPOLATE_LINEAR, NULL},
                                   {"s", up, x, y, 2, 4, SAR_EXTRAPOLATE_LINEAR, NULL},
                                   {"s", up, NULL, broken, 3, 1, SAR_EXTRAPOLATE_LINEAR, NULL},
                                   {"s", up, NULL, y, 3, 1, SAR_EXTRAPOLATE_PERIODIC, NULL},
                                   {"s", up, up, family, 3, 2, SAR_EXTRAPOLATE_PERIODIC, NULL}};
  for (int32_t i = 0; i < 6; i++) {
    const SarSpline *spline = NULL;
    SarSource source = {NULL, 5, 7};
    assert_int_equal(sar_spline_create(bench.context, bench.arena, &tables[i], source, &spline), SAR_INPUT);
    assert_null(spline);
    const SarDiagnostic *error = sar_context_get(bench.context, i);
    assert_string_equal(error->message, expected[i].message);
    assert_string_equal(error->element, "s");
    assert_int_equal(error->source.line, 5);
  }
  bench_close(&bench);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(splines_run_through_their_points),
      cmocka_unit_test(derivatives_are_continuous),
      cmocka_unit_test(akima_slopes_are_his),
      cmocka_unit_test(parabolas_are_reproduced),
      cmocka_unit_test(natural_splines_bend_least),
      cmocka_unit_test(ends),
      cmocka_unit_test(families_are_linear_between_curves),
      cmocka_unit_test(calls_of_splines),
      cmocka_unit_test(two_points_are_a_line),
      cmocka_unit_test(periodic_tables_have_no_ends),
      cmocka_unit_test(cubic_with_slopes_at_its_ends),
      cmocka_unit_test(periodic_cubic_of_a_cosine),
      cmocka_unit_test(wrong_tables),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
