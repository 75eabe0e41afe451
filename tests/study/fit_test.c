/* Fits where runs are formulas: what is found, how well it is said to be known, and what is said of data that do not
 * determine everything. */
#include "study/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "study/quantile.h"

enum { MOST_POINTS = 16, MOST = 4, TIMES = 40, COLUMNS = 2 };

/* A column at time t, and its derivatives by the parameters. */
typedef double Formula(int column, const double *p, double t, double *by);

typedef struct Fake {
  Formula *formula;
  int32_t n, columns;
  bool no_derivatives;
  bool (*missing)(const double *p);
  int32_t allowed; /* runs; 0: plenty */
  double times[TIMES], data[COLUMNS][TIMES];
  int64_t points, gradients;
  SarJobResult results[MOST_POINTS];
  double curves[MOST_POINTS][COLUMNS * TIMES], by[MOST_POINTS][COLUMNS * TIMES * MOST];
} Fake;

static SarStatus evaluate(void *self, const double *points, int32_t count, bool gradient, bool curves,
                          const SarJobResult **results) {
  Fake *f = self;
  assert_true(count <= MOST_POINTS && curves);
  f->points += count;
  f->gradients += gradient ? count : 0;
  for (int32_t k = 0; k < count; k++) {
    const double *p = points + k * f->n;
    bool failed = (f->missing && f->missing(p)) || (gradient && f->no_derivatives);
    for (int i = 0; i < f->columns * TIMES; i++) {
      f->curves[k][i] = f->formula(i / TIMES, p, f->times[i % TIMES], &f->by[k][i * f->n]);
    }
    f->results[k] = (SarJobResult){.row = {.status = failed ? SAR_ROW_FAILED : SAR_ROW_DONE, .message = ""},
                                   .ncurves = failed ? 0 : f->columns * TIMES,
                                   .curves = failed ? NULL : f->curves[k],
                                   .curves_by = gradient && !failed ? f->by[k] : NULL};
  }
  *results = f->results;
  return SAR_OK;
}

/* Normal numbers: the same on every machine, by sums of whole ones (Irwin and Hall). */
static double noise(uint64_t *seed) {
  double sum = 0;
  for (int i = 0; i < 12; i++) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    sum += (double)(*seed >> 11) / 9007199254740992.0;
  }
  return sum - 6;
}

static void make_data(Fake *f, const double *p, const double *sigma, uint64_t seed) {
  double by[MOST];
  for (int i = 0; i < TIMES; i++) {
    f->times[i] = 0.05 * i;
    for (int k = 0; k < f->columns; k++) {
      f->data[k][i] = f->formula(k, p, f->times[i], by) + sigma[k] * noise(&seed);
    }
  }
}

typedef struct Found {
  SarContext *context;
  SarOptimumRoom *room;
  SarStatus status;
} Found;

static const char *const names[] = {"k", "m", "c", "d"};

static Found fit(Fake *f, const SarStudyRange *ranges, const double *sigma, double tolerance) {
  SarFitMatch matches[COLUMNS];
  for (int k = 0; k < f->columns; k++) {
    matches[k] = (SarFitMatch){
        .column = "rod.x", .data = "x", .unit = "m", .sigma = sigma ? sigma[k] : NAN, .values = f->data[k]};
  }
  SarFitGoal goal = {.times = f->times,
                     .ntimes = TIMES,
                     .matches = matches,
                     .nmatches = f->columns,
                     .tolerance = tolerance,
                     .evaluations = f->allowed ? f->allowed : 500};
  SarFitProblem problem = {.runs = {evaluate, f}, .nparameters = f->n, .ranges = ranges, .names = names, .goal = &goal};
  Found found = {.context = sar_context_create()};
  SarOptimumSize size = {.nparameters = f->n, .ncurves = f->columns, .nrows = TIMES};
  assert_int_equal(sar_optimum_create(found.context, size, &found.room), SAR_OK);
  found.status = sar_fit_find(found.context, &problem, found.room);
  return found;
}

static void forget(Found *found) {
  const SarOptimum *optimum = &found->room->found;
  sar_optimum_destroy(&optimum);
  sar_context_destroy(&found->context);
}

static void check_warning(const Found *found, const char *text) {
  assert_int_equal(sar_context_count(found->context), 1);
  const char *message = sar_context_get(found->context, 0)->message;
  if (!strstr(message, text)) fail_msg("`%s` is not in `%s`", text, message);
}

/* Two decays: x = k exp(-m t), y = k m exp(-m t) + c */
static double decays(int column, const double *p, double t, double *by) {
  double e = exp(-p[1] * t);
  by[0] = column ? p[1] * e : e;
  by[1] = column ? p[0] * e * (1 - p[1] * t) : -p[0] * t * e;
  by[2] = column;
  return column ? p[0] * p[1] * e + p[2] : p[0] * e;
}

static double decay(int column, const double *p, double t, double *by) {
  (void)column;
  double e = exp(-p[1] * t);
  by[0] = e;
  by[1] = -p[0] * t * e;
  return p[0] * e;
}

static const SarStudyRange wide[] = {{.from = 0.1, .to = 20, .start = 1},
                                     {.from = 0.01, .to = 10, .start = 5, .log = true},
                                     {.from = -1, .to = 1, .start = 0}};
static const double truth[] = {3, 1.7, 0.25};
static const double silence[] = {0, 0};

static void test_exact_data(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    Fake f = {.formula = decays, .n = 3, .columns = 2, .no_derivatives = k == 1};
    make_data(&f, truth, silence, 1);
    Found found = fit(&f, wide, NULL, 1e-9);
    assert_int_equal(found.status, SAR_OK);
    assert_true(found.room->found.converged);
    for (int j = 0; j < 3; j++) CHECK_NEAR(found.room->parameters[j], truth[j], 1e-6);
    assert_string_equal(found.room->found.method, k ? "levenberg-marquardt with differences" : "levenberg-marquardt");
    assert_int_equal(found.room->found.residuals, 2 * TIMES);
    assert_int_equal(found.room->found.evaluations, f.points);
    assert_int_equal(found.room->found.gradients, f.gradients);
    forget(&found);
  }
}

/* Derivatives that are wrong by factors: everywhere, or not where the search begins. */
static double misled(int column, const double *p, double t, double *by) {
  double value = decays(column, p, t, by);
  by[0] *= -3;
  by[1] *= 0.2;
  return value;
}

static double misled_later(int column, const double *p, double t, double *by) {
  return p[0] < 1.3 ? decays(column, p, t, by) : misled(column, p, t, by);
}

/* Differences take their place, and with them what is found and how well it is known is right. */
static void test_wrong_derivatives(void **state) {
  (void)state;
  static Formula *const formulas[] = {misled, misled_later};
  static const char *const methods[] = {
      "levenberg-marquardt with differences; derivatives of runs disagree with differences by ",
      "levenberg-marquardt, then with differences"}; /* how they begin */
  static const double sigma[] = {0.01, 0.01};
  for (int k = 0; k < 2; k++) {
    Fake right = {.formula = decays, .n = 3, .columns = 2}, wrong = {.formula = formulas[k], .n = 3, .columns = 2};
    make_data(&right, truth, sigma, 5);
    make_data(&wrong, truth, sigma, 5);
    Found expected = fit(&right, wide, sigma, 1e-6), found = fit(&wrong, wide, sigma, 1e-6);
    assert_true(expected.room->found.converged && found.room->found.converged);
    assert_string_equal(expected.room->found.method, "levenberg-marquardt");
    if (strncmp(found.room->found.method, methods[k], strlen(methods[k])) != 0)
      fail_msg("%s", found.room->found.method);
    for (int j = 0; j < 3; j++) {
      double deviation = expected.room->deviation[j];
      CHECK_NEAR(found.room->parameters[j], expected.room->parameters[j], 0.05 * deviation);
      CHECK_NEAR(found.room->deviation[j], deviation, 0.02 * deviation);
    }
    /* two runs at the start, the neighbours of the end along three parameters */
    assert_int_equal(right.points - right.gradients, 2 + 6);
    forget(&expected);
    forget(&found);
  }
}

/* (p - truth)^T C^-1 (p - truth) of two parameters */
static double distance(const double *p, const double *c) {
  double a = p[0] - truth[0], b = p[1] - truth[1], determinant = c[0] * c[3] - c[1] * c[2];
  return (c[3] * a * a - (c[1] + c[2]) * a * b + c[0] * b * b) / determinant;
}

/* The truth lies inside the region in which it is said to be, as often as is said. Of 1000 repetitions 950 +- 7: three
 * deviations are allowed. */
static void test_coverage(void **state) {
  (void)state;
  enum { REPETITIONS = 1000 };
  static const double sigma[] = {0.05};
  int inside = 0, each[2] = {0, 0};
  for (uint64_t seed = 1; seed <= REPETITIONS; seed++) {
    Fake f = {.formula = decay, .n = 2, .columns = 1};
    make_data(&f, truth, sigma, 977 * seed);
    Found found = fit(&f, wide, NULL, 1e-6);
    SarOptimumRoom *room = found.room;
    assert_true(room->found.converged);
    inside += distance(room->parameters, room->covariance) <= 2 * sar_fisher_quantile(0.95, 2, TIMES - 2);
    for (int j = 0; j < 2; j++) {
      each[j] += fabs(room->parameters[j] - truth[j]) <= room->found.quantile * room->deviation[j];
    }
    forget(&found);
  }
  assert_in_range(inside, 929, 971);
  assert_in_range(each[0], 929, 971);
  assert_in_range(each[1], 929, 971);
}

/* A straight line has closed formulas for everything. */
static double line(int column, const double *p, double t, double *by) {
  (void)column;
  by[0] = 1;
  by[1] = t;
  return p[0] + p[1] * t;
}

static void test_line(void **state) {
  (void)state;
  static const double sigma[] = {0.3};
  static const SarStudyRange ranges[] = {{.from = -50, .to = 50, .start = 40}, {.from = -50, .to = 50, .start = -30}};
  Fake f = {.formula = line, .n = 2, .columns = 1};
  make_data(&f, truth, sigma, 7);
  f.data[0][3] = NAN; /* not measured */
  double n = 0, st = 0, sy = 0, stt = 0, sty = 0, sum = 0;
  for (int i = 0; i < TIMES; i++) {
    if (i == 3) continue;
    double t = f.times[i], y = f.data[0][i];
    n++, st += t, sy += y, stt += t * t, sty += t * y;
  }
  double slope = (n * sty - st * sy) / (n * stt - st * st), offset = (sy - slope * st) / n;
  for (int i = 0; i < TIMES; i++) sum += i == 3 ? 0 : pow(f.data[0][i] - offset - slope * f.times[i], 2);
  double variance = sum / (n - 2), spread = stt - st * st / n;
  Found found = fit(&f, ranges, NULL, 1e-8);
  SarOptimumRoom *room = found.room;
  CHECK_NEAR(room->parameters[0], offset, 1e-9);
  CHECK_NEAR(room->parameters[1], slope, 1e-9);
  CHECK_NEAR(room->found.objective, sum, 1e-9);
  CHECK_NEAR(room->deviation[1], sqrt(variance / spread), 1e-10);
  CHECK_NEAR(room->deviation[0], sqrt(variance * (1 / n + st * st / n / n / spread)), 1e-10);
  CHECK_NEAR(room->covariance[1], -variance * st / n / spread, 1e-10);
  CHECK_NEAR(room->covariance[1], room->covariance[2], 1e-15);
  CHECK_NEAR(room->found.quantile, sar_student_quantile(0.975, 37), 1e-12);
  assert_int_equal(room->found.residuals, 39);
  CHECK_NEAR(room->curves[0].rms, sqrt(sum / n), 1e-9);
  assert_int_equal(room->curves[0].count, 39);
  assert_true(room->curves[0].largest >= room->curves[0].rms);
  assert_true(isnan(room->curves[0].model[3]) && isnan(room->curves[0].measured[3]));
  CHECK_NEAR(room->curves[0].model[5], offset + slope * f.times[5], 1e-9);
  assert_true(room->curves[0].measured[5] == f.data[0][5] && room->curves[0].times[5] == f.times[5]);
  forget(&found);
}

/* Two columns of very different noise and size, no sigma: each counts by what is left of it. */
static void test_two_columns(void **state) {
  (void)state;
  static const double sigma[] = {0.001, 0.5};
  Fake f = {.formula = decays, .n = 3, .columns = 2};
  make_data(&f, truth, sigma, 5);
  Found found = fit(&f, wide, NULL, 1e-8), given = fit(&f, wide, sigma, 1e-8);
  assert_true(found.room->found.converged && given.room->found.converged);
  for (int j = 0; j < 3; j++) {
    double deviation = given.room->deviation[j];
    CHECK_NEAR(found.room->deviation[j], deviation, 0.2 * deviation);
    CHECK_NEAR(found.room->parameters[j], given.room->parameters[j], 0.3 * deviation);
  }
  CHECK_NEAR(found.room->curves[0].weight, 0.001, 3e-4);
  CHECK_NEAR(found.room->curves[1].weight, 0.5, 0.15);
  assert_int_equal(sar_context_count(given.context), 0);
  forget(&found);
  forget(&given);
}

static void test_wrong_sigma(void **state) {
  (void)state;
  static const double true_sigma[] = {0.05}, small[] = {0.01}, large[] = {0.5};
  Fake f = {.formula = decay, .n = 2, .columns = 1};
  make_data(&f, truth, true_sigma, 5);
  Found found = fit(&f, wide, small, 1e-6);
  check_warning(&found, "times as large as sigma says");
  double deviation = found.room->deviation[0];
  forget(&found);
  found = fit(&f, wide, large, 1e-6);
  check_warning(&found, "only");
  CHECK_NEAR(found.room->deviation[0], deviation, 1e-6 * deviation); /* that of the residuals, not of sigma */
  forget(&found);
}

/* Only k / m can be seen. */
static double ratio(int column, const double *p, double t, double *by) {
  (void)column;
  double w = sqrt(p[0] / p[1]), slope = -t * sin(w * t) * w / 2;
  by[0] = slope / p[0];
  by[1] = -slope / p[1];
  by[2] = 1;
  return cos(w * t) + p[2];
}

static void test_not_determined(void **state) {
  (void)state;
  static const SarStudyRange ranges[] = {
      {.from = 1, .to = 50, .start = 8}, {.from = 0.1, .to = 5, .start = 1}, {.from = -1, .to = 1, .start = 0.5}};
  static const double sigma[] = {0.01}, values[] = {10, 1, 0.1};
  for (int k = 0; k < 2; k++) {
    Fake f = {.formula = ratio, .n = 3, .columns = 1, .no_derivatives = k};
    make_data(&f, values, sigma, 3);
    Found found = fit(&f, ranges, NULL, 1e-6);
    assert_int_equal(found.status, SAR_OK);
    SarOptimumRoom *room = found.room;
    const char *message = sar_context_get(found.context, sar_context_count(found.context) - 1)->message;
    assert_non_null(strstr(message, "the data do not determine these parameters one by one"));
    assert_true(strstr(message, "k by +1 %, m by +1 %") || strstr(message, "k by -1 %, m by -1 %"));
    assert_true(isinf(room->deviation[0]) && isinf(room->deviation[1]));
    assert_true(isnan(room->covariance[0]) && isnan(room->covariance[5]));
    CHECK_NEAR(room->parameters[0] / room->parameters[1], 10, 0.1);
    CHECK_NEAR(room->parameters[2], 0.1, 0.01);
    CHECK_NEAR(room->deviation[2], 0.01 / sqrt(TIMES), 0.002); /* what can be known is */
    forget(&found);
  }
}

static double without(int column, const double *p, double t, double *by) {
  double value = line(column, p, t, by);
  by[2] = 0;
  return value;
}

static void test_no_influence(void **state) {
  (void)state;
  static const double sigma[] = {0.01};
  Fake f = {.formula = without, .n = 3, .columns = 1};
  make_data(&f, truth, sigma, 3);
  Found found = fit(&f, wide, NULL, 1e-6);
  check_warning(&found, "the data say nothing about c");
  assert_true(isinf(found.room->deviation[2]) && isfinite(found.room->deviation[0]));
  assert_true(found.room->parameters[2] == 0);
  forget(&found);
}

/* A parameter at the end of its range has no deviation; the others are as if it were not varied. */
static void test_bound(void **state) {
  (void)state;
  static const SarStudyRange narrow[] = {{.from = 0.1, .to = 2, .start = 1}, {.from = 0.01, .to = 10, .start = 5}};
  static const double sigma[] = {0.01};
  Fake f = {.formula = decay, .n = 2, .columns = 1};
  make_data(&f, truth, sigma, 3);
  Found found = fit(&f, narrow, NULL, 1e-6);
  SarOptimumRoom *room = found.room;
  assert_true(room->found.converged);
  assert_int_equal(room->bounds[0], 1);
  assert_true(room->parameters[0] == 2);
  assert_true(isnan(room->deviation[0]) && isfinite(room->deviation[1]) && isnan(room->covariance[1]));
  double squares = 0, by[2];
  for (int i = 0; i < TIMES; i++) {
    decay(0, room->parameters, f.times[i], by);
    squares += by[1] * by[1];
  }
  CHECK_NEAR(room->deviation[1], sqrt(room->found.objective / (TIMES - 1) / squares), 1e-9);
  forget(&found);
}

static bool fast(const double *p) { return p[1] > 4; }

static void test_failing_runs(void **state) {
  (void)state;
  static const double sigma[] = {0.01};
  static const SarStudyRange slow[] = {{.from = 0.1, .to = 20, .start = 15}, {.from = 0.01, .to = 10, .start = 3.9}};
  Fake f = {.formula = decay, .n = 2, .columns = 1, .missing = fast};
  make_data(&f, truth, sigma, 3);
  Found found = fit(&f, slow, NULL, 1e-6);
  assert_true(found.room->found.converged);
  CHECK_NEAR(found.room->parameters[1], 1.7, 0.05);
  forget(&found);
  found = fit(&f, wide, NULL, 1e-6); /* starts where nothing runs */
  assert_int_equal(found.status, SAR_FAILED);
  assert_non_null(strstr(sar_context_get(found.context, 0)->message, "the run at the start failed"));
  forget(&found);
}

/* A run that ends before the data do: which column, and when. */
static double decay_for_a_second(int column, const double *p, double t, double *by) {
  double value = decay(column, p, t, by);
  return t > 1 ? NAN : value;
}

static void test_short_runs(void **state) {
  (void)state;
  static const double sigma[] = {0.01};
  Fake f = {.formula = decay, .n = 2, .columns = 1};
  make_data(&f, truth, sigma, 3);
  f.formula = decay_for_a_second;
  Found found = fit(&f, wide, NULL, 1e-6);
  assert_int_equal(found.status, SAR_FAILED);
  assert_string_equal(sar_context_get(found.context, 0)->message,
                      "the run at the start failed: `rod.x` has no value at t = 1.05 s, where there is data");
  forget(&found);
}

/* As many parameters as numbers: met exactly, and nothing is known of how well. */
static void test_no_freedom(void **state) {
  (void)state;
  Fake f = {.formula = line, .n = 2, .columns = 1};
  make_data(&f, truth, silence, 3);
  for (int i = 2; i < TIMES; i++) f.data[0][i] = NAN;
  Found found = fit(&f, wide, NULL, 1e-6);
  assert_int_equal(found.status, SAR_OK);
  CHECK_NEAR(found.room->parameters[0], 3, 1e-5);
  assert_true(isnan(found.room->deviation[0]) && isnan(found.room->found.quantile));
  forget(&found);
}

/* No more runs than were allowed, with the last of which the best point is looked at; differences need some for J. */
static void test_few_runs(void **state) {
  (void)state;
  for (int allowed = 1; allowed < 10; allowed++) {
    Fake f = {.formula = decays, .columns = 2, .n = 3, .allowed = allowed};
    make_data(&f, truth, silence, 1);
    Found found = fit(&f, wide, NULL, 1e-9);
    assert_int_equal(found.status, SAR_OK);
    assert_true(f.points <= allowed);
    assert_int_equal(found.room->found.evaluations, f.points);
    char expected[64];
    snprintf(expected, sizeof expected, "after %d runs, the most that were allowed", allowed);
    if (allowed < 6) assert_string_equal(found.room->found.reason, expected);
    forget(&found);
  }
  for (int allowed = 16; allowed < 40; allowed += 5) {
    Fake f = {.formula = decays, .columns = 2, .n = 3, .allowed = allowed, .no_derivatives = true};
    make_data(&f, truth, silence, 1);
    Found found = fit(&f, wide, NULL, 1e-9);
    assert_int_equal(found.status, SAR_OK);
    assert_true(f.points <= allowed);
    forget(&found);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exact_data),
      cmocka_unit_test(test_coverage),
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_two_columns),
      cmocka_unit_test(test_wrong_sigma),
      cmocka_unit_test(test_not_determined),
      cmocka_unit_test(test_no_influence),
      cmocka_unit_test(test_bound),
      cmocka_unit_test(test_failing_runs),
      cmocka_unit_test(test_short_runs),
      cmocka_unit_test(test_no_freedom),
      cmocka_unit_test(test_few_runs),
      cmocka_unit_test(test_wrong_derivatives),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
