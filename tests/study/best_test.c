/* The best parameters where runs are formulas: constraints, kinks, failures, with and without derivatives. */
#include "study/best.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "study/optimize_method.h"

enum { MOST_POINTS = 64, MOST = 6 };

/* Responses of a point, and their derivatives by the parameters. */
typedef void Formula(const double *p, double *responses, double *by);

typedef struct Fake {
  Formula *formula;
  int32_t n, m;
  bool no_derivatives;  /* runs with derivatives fail */
  bool nan_derivatives; /* runs have none */
  bool (*missing)(const double *p);
  bool (*refused)(const double *p); /* with derivatives */
  bool stopped;                     /* by an event, wherever a run is missing */
  int64_t calls, points, gradients;
  int32_t warnings; /* of the search */
  int32_t widest;   /* most points of one call */
  double sum;       /* of everything that was asked for, in order */
  SarJobResult results[MOST_POINTS];
  double responses[MOST_POINTS][MOST], by[MOST_POINTS][MOST * MOST];
} Fake;

static SarStatus evaluate(void *self, const double *points, int32_t count, bool gradient, bool curves,
                          const SarJobResult **results) {
  Fake *f = self;
  assert_true(count <= MOST_POINTS && !curves);
  f->calls++;
  f->points += count;
  f->gradients += gradient ? count : 0;
  f->widest = count > f->widest ? count : f->widest;
  for (int32_t k = 0; k < count; k++) {
    const double *p = points + k * f->n;
    for (int32_t j = 0; j < f->n; j++) f->sum = 0.75 * f->sum + p[j];
    f->formula(p, f->responses[k], f->by[k]);
    bool failed = (f->missing && f->missing(p)) || (gradient && f->no_derivatives);
    failed = failed || (gradient && f->refused && f->refused(p));
    for (int32_t i = 0; f->nan_derivatives && i < f->m * f->n; i++) f->by[k][i] = NAN;
    for (int32_t i = 0; failed && i < f->m; i++) f->responses[k][i] = NAN;
    f->results[k] = (SarJobResult){.row = {.status = !failed      ? SAR_ROW_DONE
                                                     : f->stopped ? SAR_ROW_STOPPED
                                                                  : SAR_ROW_FAILED,
                                           .message = failed && !f->stopped ? "it did not work" : "",
                                           .responses = f->responses[k],
                                           .gradient = gradient && !failed ? f->by[k] : NULL}};
  }
  *results = f->results;
  return SAR_OK;
}

static const int32_t first[] = {0};
static const char *const names[] = {"a", "b", "c", "d", "e", "f"};

static SarOptimizeGoal goal_of_first(void) {
  return (SarOptimizeGoal){
      .responses = first, .nresponses = 1, .method = "auto", .tolerance = 1e-6, .evaluations = 500, .seed = 1};
}

static SarOptimumRoom *find(Fake *f, const SarStudyRange *ranges, const SarOptimizeGoal *goal) {
  SarContext *context = sar_context_create();
  SarOptimumRoom *room;
  SarBestProblem problem = {
      .runs = {evaluate, f}, .nparameters = f->n, .nresponses = f->m, .ranges = ranges, .names = names, .goal = goal};
  SarOptimumSize size = {.nparameters = f->n, .nresponses = f->m, .nlimits = goal->nlimits};
  assert_int_equal(sar_optimum_create(context, size, &room), SAR_OK);
  assert_int_equal(sar_best_find(context, &problem, room), SAR_OK);
  f->warnings = 0;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    f->warnings += sar_context_get(context, i)->severity == SAR_WARNING;
  }
  sar_context_destroy(&context);
  assert_int_equal(room->found.evaluations, f->points);
  assert_int_equal(room->found.gradients, f->gradients);
  return room;
}

static void forget(SarOptimumRoom *room) {
  const SarOptimum *found = &room->found;
  sar_optimum_destroy(&found);
  assert_null(found);
}

/* ---- smooth, without constraints ---- */

static void rosenbrock(const double *p, double *r, double *by) {
  double u = p[1] - p[0] * p[0], w = 1 - p[0];
  r[0] = 100 * u * u + w * w + 5;
  by[0] = -400 * p[0] * u - 2 * w;
  by[1] = 200 * u;
}

static const SarStudyRange box[] = {{.from = -2, .to = 3, .start = -1.2}, {.from = -1, .to = 4, .start = 1}};

static void test_derivatives_of_runs(void **state) {
  (void)state;
  Fake f = {.formula = rosenbrock, .n = 2, .m = 1};
  SarOptimizeGoal goal = goal_of_first();
  goal.tolerance = 1e-9;
  SarOptimumRoom *room = find(&f, box, &goal);
  assert_true(room->found.converged);
  assert_string_equal(room->found.method, "nlopt: slsqp");
  CHECK_NEAR(room->parameters[0], 1, 1e-3);
  CHECK_NEAR(room->parameters[1], 1, 2e-3);
  CHECK_NEAR(room->found.objective, 5, 1e-6);
  assert_true(room->start[0] == -1.2 && room->bounds[0] == 0);
  /* every point is looked at once, with its derivatives; without them: two that compare these with differences at the
   * start, the neighbours of the end along both parameters, and the last one, which is the check */
  assert_int_equal(f.gradients, f.points - 2 - 4 - 1);
  forget(room);
}

static void test_without_derivatives(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .no_derivatives = k == 0, .nan_derivatives = k == 1};
    SarOptimizeGoal goal = goal_of_first();
    SarOptimumRoom *room = find(&f, box, &goal);
    assert_true(room->found.converged);
    assert_string_equal(room->found.method, "nlopt: bobyqa");
    CHECK_NEAR(room->found.objective, 5, 1e-5);
    assert_int_equal(f.gradients, 1);
    forget(room);
  }
}

/* A method that needs derivatives gets differences; their runs are asked for in one call. */
static void test_differences(void **state) {
  (void)state;
  Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .nan_derivatives = true};
  SarOptimizeGoal goal = goal_of_first();
  goal.method = "slsqp";
  SarOptimumRoom *room = find(&f, box, &goal);
  assert_true(room->found.converged);
  assert_non_null(strstr(room->found.method, "slsqp with differences"));
  CHECK_NEAR(room->found.objective, 5, 1e-3);
  assert_int_equal(f.widest, 4);
  forget(room);
}

/* A bowl with hills in it; the lowest point by far is (1, 1). */
static void bowl(const double *p, double *r, double *by) {
  double a = p[0] - 1, b = p[1] - 1;
  r[0] = 5 + a * a + 2 * b * b + a * b + 0.3 * (1 - cos(5 * a));
  by[0] = 2 * a + b + 1.5 * sin(5 * a);
  by[1] = 4 * b + a;
}

static void test_every_method(void **state) {
  (void)state;
  for (int32_t kind = 0; kind < SAR_OPTIMIZE_METHODS; kind++) {
    Fake f = {.formula = bowl, .n = 2, .m = 1};
    SarOptimizeGoal goal = goal_of_first();
    goal.method = sar_optimize_method(kind)->name;
    goal.evaluations = 2000;
    SarOptimumRoom *room = find(&f, box, &goal);
    if (!(fabs(room->found.objective - 5) < 1e-4)) {
      fail_msg("%s: %.9g after %d runs: %s", goal.method, room->found.objective, (int)f.points, room->found.reason);
    }
    forget(room);
  }
}

/* By logarithms: the minimum of (ln p)^2 over six decades, and one that lies at the end of the range. */
static void of_logarithms(const double *p, double *r, double *by) {
  double a = log(p[0]) - 2, b = log(p[1]) - 100;
  r[0] = 1 + a * a + b * b / 1e3;
  by[0] = 2 * a / p[0];
  by[1] = 2e-3 * b / p[1];
}

static void test_logarithms_and_bounds(void **state) {
  (void)state;
  static const SarStudyRange decades[] = {{.from = 1e-3, .to = 1e3, .start = 900, .log = true},
                                          {.from = 1e-3, .to = 1e3, .start = 2e-3, .log = true}};
  Fake f = {.formula = of_logarithms, .n = 2, .m = 1};
  SarOptimizeGoal goal = goal_of_first();
  SarOptimumRoom *room = find(&f, decades, &goal);
  assert_true(room->found.converged);
  CHECK_NEAR(room->parameters[0], exp(2), 2e-3 * exp(2));
  assert_true(room->parameters[1] == 1e3);
  assert_int_equal(room->bounds[0], 0);
  assert_int_equal(room->bounds[1], 1);
  forget(room);
}

/* ---- constraints ---- */

/* Hock and Schittkowski 71: f = 17.0140173 at (1, 4.74299963, 3.82114998, 1.37940829) */
static void hock71(const double *x, double *r, double *by) {
  double sum = x[0] + x[1] + x[2];
  r[0] = x[0] * x[3] * sum + x[2];
  r[1] = x[0] * x[1] * x[2] * x[3];
  r[2] = x[0] * x[0] + x[1] * x[1] + x[2] * x[2] + x[3] * x[3];
  double d[] = {
      x[3] * (sum + x[0]), x[0] * x[3],        x[0] * x[3] + 1, x[0] * sum, x[1] * x[2] * x[3], x[0] * x[2] * x[3],
      x[0] * x[1] * x[3],  x[0] * x[1] * x[2], 2 * x[0],        2 * x[1],   2 * x[2],           2 * x[3]};
  memcpy(by, d, sizeof d);
}

static const SarStudyRange one_to_five[] = {{.from = 1, .to = 5, .start = 1},
                                            {.from = 1, .to = 5, .start = 5},
                                            {.from = 1, .to = 5, .start = 5},
                                            {.from = 1, .to = 5, .start = 1}};

static void test_constraints(void **state) {
  (void)state;
  static const SarStudyLimit limits[] = {{1, SAR_LIMIT_AT_LEAST, 25}, {2, SAR_LIMIT_EQUAL, 40}};
  static const double best[] = {1, 4.74299963, 3.82114998, 1.37940829};
  for (int k = 0; k < 2; k++) {
    Fake f = {.formula = hock71, .n = 4, .m = 3, .no_derivatives = k == 1};
    SarOptimizeGoal goal = goal_of_first();
    goal.limits = limits;
    goal.nlimits = 2;
    goal.evaluations = 2000;
    SarOptimumRoom *room = find(&f, one_to_five, &goal);
    assert_true(room->found.converged);
    assert_string_equal(room->found.method, k ? "nlopt: cobyla" : "nlopt: slsqp");
    CHECK_NEAR(room->found.objective, 17.0140173, 1e-4);
    for (int j = 0; j < 4; j++) CHECK_NEAR(room->parameters[j], best[j], 1e-2);
    assert_int_equal(room->bounds[0], -1);
    assert_true(room->limits[0].kept && room->limits[1].kept);
    CHECK_NEAR(room->limits[1].value, 40, 1e-4);
    assert_string_equal(room->limits[0].kind, ">=");
    forget(room);
  }
}

/* Constraints that no point can keep: said, and the nearest point is given. */
static void test_infeasible(void **state) {
  (void)state;
  static const SarStudyLimit limits[] = {{1, SAR_LIMIT_AT_LEAST, 25}, {2, SAR_LIMIT_AT_MOST, 10}};
  Fake f = {.formula = hock71, .n = 4, .m = 3};
  SarOptimizeGoal goal = goal_of_first();
  goal.limits = limits;
  goal.nlimits = 2;
  SarOptimumRoom *room = find(&f, one_to_five, &goal);
  assert_false(room->found.converged);
  assert_non_null(strstr(room->found.reason, "no point was found that keeps all constraints"));
  assert_false(room->limits[0].kept && room->limits[1].kept);
  forget(room);
}

/* ---- several responses ---- */

/* Charalambous and Bandler's first: the largest of three is 1.95222449 at (1.13904, 0.89956). */
static void charalambous(const double *x, double *r, double *by) {
  double e = exp(x[1] - x[0]);
  r[0] = x[0] * x[0] + pow(x[1], 4);
  r[1] = (2 - x[0]) * (2 - x[0]) + (2 - x[1]) * (2 - x[1]);
  r[2] = 2 * e;
  double d[] = {2 * x[0], 4 * pow(x[1], 3), -2 * (2 - x[0]), -2 * (2 - x[1]), -2 * e, 2 * e};
  memcpy(by, d, sizeof d);
}

static void reversed(const double *x, double *r, double *by) {
  charalambous(x, r, by);
  for (int i = 0; i < 3; i++) r[i] = -r[i];
  for (int i = 0; i < 6; i++) by[i] = -by[i];
}

static void test_largest_of_several(void **state) {
  (void)state;
  static const int32_t all[] = {0, 1, 2};
  static const SarStudyRange ranges[] = {{.from = -2, .to = 4, .start = 3}, {.from = -2, .to = 4, .start = -1}};
  for (int k = 0; k < 4; k++) {
    bool maximize = k % 2;
    Fake f = {.formula = maximize ? reversed : charalambous, .n = 2, .m = 3, .nan_derivatives = k >= 2};
    SarOptimizeGoal goal = goal_of_first();
    goal.responses = all;
    goal.nresponses = 3;
    goal.maximize = maximize;
    SarOptimumRoom *room = find(&f, ranges, &goal);
    assert_true(room->found.converged);
    CHECK_NEAR(room->found.objective, maximize ? -1.9522245 : 1.9522245, 1e-4);
    CHECK_NEAR(room->parameters[0], 1.13904, 1e-2);
    CHECK_NEAR(room->parameters[1], 0.89956, 1e-2);
    forget(room);
  }
}

/* ---- runs that fail ---- */

static bool half(const double *p) { return p[0] > 1.1; }
static bool everywhere(const double *p) {
  (void)p;
  return true;
}
static bool at_start(const double *p) { return p[0] == -1.2; }

static void test_failing_runs(void **state) {
  (void)state;
  static const char *const methods[] = {"auto", "slsqp", "mma", "bobyqa", "cobyla", "nelder-mead", "crs"};
  for (int k = 0; k < 7; k++) {
    Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .missing = half};
    SarOptimizeGoal goal = goal_of_first();
    goal.method = methods[k];
    goal.evaluations = 3000;
    SarOptimumRoom *room = find(&f, box, &goal);
    if (!(fabs(room->found.objective - 5) < 1e-2)) {
      fail_msg("%s: %.9g after %d runs: %s", goal.method, room->found.objective, (int)f.points, room->found.reason);
    }
    forget(room);
  }
}

static void test_failing_start(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .missing = at_start};
  SarOptimizeGoal goal = goal_of_first();
  SarOptimumRoom *room;
  SarBestProblem problem = {
      .runs = {evaluate, &f}, .nparameters = 2, .nresponses = 1, .ranges = box, .names = names, .goal = &goal};
  assert_int_equal(sar_optimum_create(context, (SarOptimumSize){.nparameters = 2, .nresponses = 1}, &room), SAR_OK);
  assert_int_equal(sar_best_find(context, &problem, room), SAR_FAILED);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "the run at the start failed: failed: it did not work"));
  f.stopped = true;
  assert_int_equal(sar_best_find(context, &problem, room), SAR_FAILED);
  assert_string_equal(sar_context_get(context, 1)->message,
                      "the run at the start failed: the response `a` has no value there: an event has stopped the run");
  f.stopped = false;
  goal.method = "crs"; /* looks elsewhere */
  goal.evaluations = 2000;
  assert_int_equal(sar_best_find(context, &problem, room), SAR_OK);
  CHECK_NEAR(room->found.objective, 5, 1e-2);
  f.missing = everywhere;
  goal.evaluations = 60;
  assert_int_equal(sar_best_find(context, &problem, room), SAR_OK);
  assert_false(room->found.converged);
  assert_true(isnan(room->found.objective));
  assert_string_equal(room->found.reason, "no run succeeded, the last one so: failed: it did not work");
  forget(room);
  sar_context_destroy(&context);
}

/* ---- bounds of the search itself ---- */

static void test_few_runs(void **state) {
  (void)state;
  static const char *const methods[] = {"auto", "bobyqa", "direct"};
  for (int k = 0; k < 3; k++) {
    Fake f = {.formula = rosenbrock, .n = 2, .m = 1};
    SarOptimizeGoal goal = goal_of_first();
    goal.method = methods[k];
    goal.evaluations = 12;
    SarOptimumRoom *room = find(&f, box, &goal);
    assert_false(room->found.converged);
    assert_string_equal(room->found.reason, "after 12 runs, the most that were allowed");
    assert_true(f.points <= 12); /* the check is one of them */
    forget(room);
  }
}

/* As many as it takes to see that runs have no derivatives, and fewer. */
static void test_hardly_any_runs(void **state) {
  (void)state;
  for (int evaluations = 1; evaluations < 4; evaluations++) {
    for (int k = 0; k < 2; k++) {
      char expected[64];
      Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .no_derivatives = k == 1};
      SarOptimizeGoal goal = goal_of_first();
      goal.evaluations = evaluations;
      SarOptimumRoom *room = find(&f, box, &goal);
      snprintf(expected, sizeof expected, "after %d runs, the most that were allowed", evaluations);
      assert_false(room->found.converged);
      assert_string_equal(room->found.reason, expected);
      assert_true(f.points <= evaluations && isfinite(room->found.objective));
      forget(room);
    }
  }
}

/* Derivatives that lead uphill: the search does not say that its start is the best. */
static void uphill(const double *p, double *r, double *by) {
  bowl(p, r, by);
  by[0] = -by[0];
  by[1] = -by[1];
}

static void flat(const double *p, double *r, double *by) {
  bowl(p, r, by);
  by[0] = by[1] = 0;
}

/* Right where the search begins, and not on its way. */
static void right_at_first(const double *p, double *r, double *by) {
  bowl(p, r, by);
  if (p[0] > -0.5) by[0] = by[1] = 0;
}

/* The limit alone holds the best point, and its derivatives alone are wrong, away from the start. */
static void wrong_limit(const double *p, double *r, double *by) {
  r[0] = 10 - p[0] - p[1];
  by[0] = by[1] = -1;
  r[1] = p[0] * p[0] + p[1] * p[1];
  by[2] = 2 * p[0];
  by[3] = p[0] > 0.2 ? 0.4 * p[1] : 2 * p[1];
}

static void test_wrong_derivatives(void **state) {
  (void)state;
  static Formula *const formulas[] = {uphill, flat, right_at_first};
  static const char *const methods[] = {"nlopt: bobyqa; derivatives of runs disagree with differences by ",
                                        "nlopt: bobyqa; derivatives of runs disagree with differences by ",
                                        "nlopt: slsqp, then bobyqa"}; /* how they begin */
  for (int k = 0; k < 3; k++) {
    Fake f = {.formula = formulas[k], .n = 2, .m = 1};
    SarOptimizeGoal goal = goal_of_first();
    SarOptimumRoom *room = find(&f, box, &goal);
    assert_true(room->found.converged);
    if (strncmp(room->found.method, methods[k], strlen(methods[k])) != 0) fail_msg("%s", room->found.method);
    CHECK_NEAR(room->found.objective, 5, 1e-4);
    assert_int_equal(f.warnings, 0);
    forget(room);
  }
  static const SarStudyRange there[] = {{.from = -2, .to = 3, .start = 1}, {.from = -1, .to = 4, .start = 1}};
  Fake f = {.formula = bowl, .n = 2, .m = 1}; /* it is the best: neighbours are asked, and nobody else */
  SarOptimizeGoal goal = goal_of_first();
  SarOptimumRoom *room = find(&f, there, &goal);
  assert_true(room->found.converged && room->parameters[0] == 1 && room->parameters[1] == 1);
  assert_string_equal(room->found.method, "nlopt: slsqp");
  assert_true(f.points < 10);
  forget(room);
}

static void test_wrong_derivatives_of_a_limit(void **state) {
  (void)state;
  static const SarStudyRange ranges[] = {{.from = -2, .to = 2, .start = 0.1}, {.from = -2, .to = 2, .start = 0.3}};
  static const SarStudyLimit circle[] = {{.response = 1, .kind = SAR_LIMIT_AT_MOST, .value = 2}};
  Fake f = {.formula = wrong_limit, .n = 2, .m = 2};
  SarOptimizeGoal goal = goal_of_first();
  goal.limits = circle;
  goal.nlimits = 1;
  SarOptimumRoom *room = find(&f, ranges, &goal);
  assert_true(room->found.converged);
  assert_non_null(strstr(room->found.method, "nlopt: slsqp, then cobyla; derivatives of runs disagree"));
  CHECK_NEAR(room->parameters[0], 1, 1e-2);
  CHECK_NEAR(room->parameters[1], 1, 1e-2);
  CHECK_NEAR(room->found.objective, 8, 1e-4);
  forget(room);
}

/* Nothing depends on the parameters: neighbours are asked, and nobody else. */
static void plain(const double *p, double *r, double *by) {
  (void)p;
  r[0] = 7;
  by[0] = by[1] = 0;
}

static void test_plain(void **state) {
  (void)state;
  Fake f = {.formula = plain, .n = 2, .m = 1};
  SarOptimizeGoal goal = goal_of_first();
  SarOptimumRoom *room = find(&f, box, &goal);
  assert_true(room->found.converged && room->found.objective == 7);
  assert_true(f.points < 10 && f.warnings == 1);
  forget(room);
}

/* A method that was named stays, but what it says is not believed. */
static void test_wrong_derivatives_of_a_named_method(void **state) {
  (void)state;
  Fake f = {.formula = right_at_first, .n = 2, .m = 1};
  SarOptimizeGoal goal = goal_of_first();
  goal.method = "mma";
  SarOptimumRoom *room = find(&f, box, &goal);
  assert_false(room->found.converged);
  assert_string_equal(room->found.method, "nlopt: mma");
  assert_string_equal(room->found.reason, "the method says that it is done, but a point beside is better");
  assert_int_equal(f.warnings, 1);
  forget(room);
}

/* At an end of the range the model has no derivatives, but it runs. */
static bool at_end(const double *p) { return p[0] == 0; }
static void slope(const double *p, double *r, double *by) {
  r[0] = 10 + p[0] + (p[1] - 1) * (p[1] - 1);
  by[0] = 1;
  by[1] = 2 * (p[1] - 1);
}

static void test_refused_derivatives(void **state) {
  (void)state;
  static const SarStudyRange ranges[] = {{.from = 0, .to = 5, .start = 3}, {.from = -1, .to = 4, .start = 0}};
  Fake f = {.formula = slope, .n = 2, .m = 1, .refused = at_end};
  SarOptimizeGoal goal = goal_of_first();
  SarOptimumRoom *room = find(&f, ranges, &goal);
  assert_true(room->found.converged);
  assert_true(room->parameters[0] == 0 && room->bounds[0] == -1);
  CHECK_NEAR(room->parameters[1], 1, 1e-3);
  assert_string_equal(room->found.method, "nlopt: slsqp");
  forget(room);
}

/* Most of the range does not run, and what is left was not searched. */
static bool nearly_everywhere(const double *p) { return p[0] > -1.19 || p[0] < -1.21 || p[1] > 1.01 || p[1] < 0.99; }

static void test_mostly_failing_runs(void **state) {
  (void)state;
  Fake f = {.formula = rosenbrock, .n = 2, .m = 1, .missing = nearly_everywhere};
  SarOptimizeGoal goal = goal_of_first();
  goal.method = "slsqp";
  SarOptimumRoom *room = find(&f, box, &goal);
  assert_true(2 * room->found.failed > room->found.evaluations);
  assert_false(room->found.converged);
  assert_non_null(strstr(room->found.reason, " runs failed, the last one so: failed: it did not work"));
  forget(room);
}

/* The same study asks for the same points, to the last bit: what a replay relies on. */
static void test_repeatable(void **state) {
  (void)state;
  static const char *const methods[] = {"auto", "cobyla", "crs", "isres", "mlsl"};
  for (int k = 0; k < 5; k++) {
    double sums[2];
    for (int round = 0; round < 2; round++) {
      Fake f = {.formula = rosenbrock, .n = 2, .m = 1};
      SarOptimizeGoal goal = goal_of_first();
      goal.method = methods[k];
      forget(find(&f, box, &goal));
      sums[round] = f.sum;
    }
    assert_true(sums[0] == sums[1]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives_of_runs),
      cmocka_unit_test(test_without_derivatives),
      cmocka_unit_test(test_differences),
      cmocka_unit_test(test_every_method),
      cmocka_unit_test(test_logarithms_and_bounds),
      cmocka_unit_test(test_constraints),
      cmocka_unit_test(test_infeasible),
      cmocka_unit_test(test_largest_of_several),
      cmocka_unit_test(test_failing_runs),
      cmocka_unit_test(test_failing_start),
      cmocka_unit_test(test_few_runs),
      cmocka_unit_test(test_hardly_any_runs),
      cmocka_unit_test(test_wrong_derivatives),
      cmocka_unit_test(test_wrong_derivatives_of_a_limit),
      cmocka_unit_test(test_wrong_derivatives_of_a_named_method),
      cmocka_unit_test(test_plain),
      cmocka_unit_test(test_refused_derivatives),
      cmocka_unit_test(test_mostly_failing_runs),
      cmocka_unit_test(test_repeatable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
