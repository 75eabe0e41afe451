/* label: long. The linear solvers on the matrices that occur: those of the corrector in runs of every model of
 * tests/models and examples/. Every solution has a backward error at rounding, and a step does not depend on the
 * solver. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/start.h"
#include "base/numbers.h"
#include "linear/complex.h"
#include "linear/estimate.h"
#include "method/engine.h"
#include "physics/support.h"
#include "sanitized.h"

#define STEPS 40
#define MOST_STEPS (SANITIZED ? 100 : 400)
#define ENOUGH (SANITIZED ? 200000 : 1000000) /* entries of matrices seen in a run, whatever the steps */
#define SIDES 5                               /* right-hand sides per matrix, besides that of the run */

static const char *const solvers[] = {"klu", "block"};
enum { NSOLVERS = 2 };

/* A model at its start, ready to be integrated. */
typedef struct Subject {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarStart *start;
  SarProblem *problem;
} Subject;

static Subject open_subject(const char *path) {
  Subject s = {.context = sar_context_create()};
  assert_non_null(s.context);
  assert_int_equal(sar_model_read(s.context, path, NULL, 0, &s.model), SAR_OK);
  assert_int_equal(sar_system_compile(s.context, s.model, &s.system), SAR_OK);
  assert_int_equal(sar_start_create(s.context, s.system, &s.start), SAR_OK);
  s.problem = &s.start->m->problem;
  s.problem->n.nroots = 0; /* the branches of the start are held: other matrices of the same kind */
  return s;
}

static void close_subject(Subject *s) {
  sar_start_destroy(&s->start);
  sar_system_destroy(&s->system);
  sar_model_destroy(&s->model);
  sar_context_destroy(&s->context);
}

static SarIntegrator *integrator_of(Subject *s, const char *method, double fixed_step) {
  const SarSimulation *simulation = sar_model_simulation(s->model);
  const SarStart *at = s->start;
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  SarStepOptions options = {.end = simulation->end > 0 ? simulation->end : 1, .fixed_step = fixed_step};
  options.tolerance = simulation->tolerance > 0 ? simulation->tolerance : 1e-5;
  const SarPoint point = {
      .q = at->q, .v = at->v, .a = at->a, .lambda = at->lambda, .mu = at->mu, .x = at->x, .xdot = at->xdot, .z = at->z};
  assert_int_equal(sar_method_parse(s->context, method, sar_nowhere(), &choice), SAR_OK);
  assert_int_equal(sar_integrator_create(s->context, s->problem, &choice, &options, &integrator), SAR_OK);
  if (s->problem->ops->reset) s->problem->ops->reset(s->problem, &point);
  if (s->problem->ops->settle) s->problem->ops->settle(s->problem, &point);
  assert_int_equal(sar_integrator_start(integrator, &point), SAR_OK);
  return integrator;
}

/* xorshift, uniform in (-1, 1) */
static double random_number(uint64_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (double)(int64_t)*seed / 9223372036854775808.0;
}

static void solve(void *self, double *x) { sar_linear_solve(self, x); }
static void solve_transposed(void *self, double *x) { sar_linear_solve_transposed(self, x); }

/* b: random, or one unknown's unit, which is what a matrix that mixes units finds hardest. */
static void make_side(int32_t n, int k, uint64_t *seed, double *b) {
  for (int32_t i = 0; i < n; i++) b[i] = random_number(seed);
  if (k % 2 == 0) return;
  const int32_t one = (int32_t)((uint64_t)(fabs(b[0]) * 1e9) % (uint64_t)n);
  for (int32_t i = 0; i < n; i++) b[i] = i == one;
}

/* own: the right-hand side that the run had last; its largest element becomes 1. */
static double backward_error(const SarPattern *pattern, const double *values, const double *own, SarLinear *linear,
                             uint64_t *seed) {
  const int32_t n = pattern->nrows;
  const SarFactors factors = {linear, solve, solve_transposed};
  double *work = calloc(4 * (size_t)n, sizeof *work), *b = work + 3 * n, worst = 0;
  assert_non_null(work);
  const double norm = sar_row_norm(pattern, values, work), size = sar_largest_known(n, own);
  for (int k = 0; k < SIDES; k++) {
    make_side(n, k, seed, b);
    worst = fmax(worst, sar_trial(pattern, values, norm, b, &factors, work).error);
  }
  for (int32_t i = 0; i < n; i++) b[i] = own[i] / size;
  if (size > 0) worst = fmax(worst, sar_trial(pattern, values, norm, b, &factors, work).error);
  free(work);
  return worst;
}

static void check_matrix(const char *run, const SarPattern *pattern, const double *values, const double *own,
                         SarLinear *const *linear, uint64_t *seed) {
  SarStatus status[NSOLVERS];
  for (int k = 0; k < NSOLVERS; k++) status[k] = sar_linear_factor(linear[k], values);
  assert_int_equal(status[0], status[1]);
  for (int k = 0; k < NSOLVERS && status[k] == SAR_OK; k++) {
    double error = backward_error(pattern, values, own, linear[k], seed);
    if (!(error < 1e-12)) fail_msg("%s: a solution by %s has a backward error of %g", run, solvers[k], error);
  }
}

static int64_t refined[NSOLVERS]; /* factorisations whose solutions were refined, of all runs */

static void check_run(const char *path, const char *method, int most_steps) {
  Subject s = open_subject(path);
  SarIntegrator *integrator = integrator_of(&s, method, 0);
  const SarPattern *pattern = sar_stage_pattern(&integrator->stage);
  const SarPartition none = {0}, *parts = integrator->stage.si2 ? &none : &s.problem->partition;
  SarLinear *linear[NSOLVERS];
  uint64_t seed = 88172645463325252u;
  char run[512];
  snprintf(run, sizeof run, "%s, %s", path, method);
  for (int k = 0; k < NSOLVERS; k++) {
    assert_int_equal(sar_linear_create_in_parts(s.context, solvers[k], pattern, parts, &linear[k]), SAR_OK);
  }
  double *own = calloc((size_t)pattern->ncolumns, sizeof *own);
  assert_non_null(own);
  int64_t seen = 0, entries = 0;
  for (int i = 0; i < most_steps && entries < ENOUGH && sar_integrator_step(integrator) == SAR_OK; i++) {
    if (sar_integrator_stats(integrator)->factorisations == seen) continue;
    seen = sar_integrator_stats(integrator)->factorisations;
    entries += pattern->column[pattern->ncolumns];
    sar_stage_right_side(&integrator->stage, integrator->newton.r, own);
    check_matrix(run, pattern, integrator->newton.values, own, linear, &seed);
    if (sar_integrator_view(integrator)->t1 >= integrator->options.end) break;
  }
  assert_true(seen > 0);
  for (int k = 0; k < NSOLVERS; k++) {
    refined[k] += sar_linear_stats(linear[k]).refined;
    sar_linear_destroy(&linear[k]);
  }
  free(own);
  sar_integrator_destroy(&integrator);
  close_subject(&s);
}

static void check_runs(const char *path) {
  static const char *const methods[] = {"hht",
                                        "lms2",
                                        "bdf",
                                        "generalized-alpha",
                                        "esdirk325l2sa",
                                        "hht:formulation=si2",
                                        "bdf:formulation=si2",
                                        "lms2:formulation=si2"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) check_run(path, methods[i], MOST_STEPS);
}

/* |b - A x| / (|A| |x| + |b|) of a complex system with a random right-hand side of size 1, in the norms of largest
 * elements and rows; x: 3 n. */
static double complex_error(const SarPattern *pattern, const double complex *values, SarLinearComplex *linear, int side,
                            uint64_t *seed, double complex *x) {
  const int32_t n = pattern->nrows;
  double complex *residual = x + n;
  double *sum = (double *)(x + 2 * n), norm = 0, size = 0, error = 0, largest = 0;
  make_side(n, side, seed, sum);
  for (int32_t i = 0; i < n; i++) x[i] = residual[i] = sum[i] * (1 + I) / 2;
  for (int32_t i = 0; i < n; i++) largest = fmax(largest, cabs(x[i])), sum[i] = 0;
  sar_linear_complex_solve(linear, x);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      residual[pattern->row[p]] -= values[p] * x[j];
      sum[pattern->row[p]] += cabs(values[p]);
    }
  }
  for (int32_t i = 0; i < n; i++) {
    norm = fmax(norm, sum[i]);
    size = fmax(size, cabs(x[i]));
    error = isnan(cabs(residual[i])) ? INFINITY : fmax(error, cabs(residual[i]));
  }
  return error / (norm * size + largest);
}

/* The matrix of radau5's complex mode at a point: J0 + c J1 + c^2 J2 with c = h/mu. */
static void complex_matrix(Subject *s, const SarStepView *view, double *work, double complex *values) {
  const int32_t entries = s->problem->pattern.column[s->problem->pattern.ncolumns];
  const double complex c = view->step / (2.6810828736277521 + 3.0504301992474105 * I);
  const SarPoint at = {view->t1, view->q, view->v, view->a, view->lambda, view->mu, view->x, view->xdot, view->z};
  SarWeights constant = {.a = 1, .xdot = 1, .velocity_x = 1}, linear = constant, square = constant;
  linear.v = linear.x = linear.velocity_q = 1;
  square.q = 1;
  assert_int_equal(s->problem->ops->jacobian(s->problem, &at, &constant, work), SAR_OK);
  assert_int_equal(s->problem->ops->jacobian(s->problem, &at, &linear, work + entries), SAR_OK);
  assert_int_equal(s->problem->ops->jacobian(s->problem, &at, &square, work + 2 * entries), SAR_OK);
  for (int32_t k = 0; k < entries; k++) {
    const double j0 = work[k], j1 = work[entries + k] - j0, j2 = work[2 * entries + k] - j0;
    values[k] = j0 + c * (j1 + c * j2);
  }
}

static void check_complex_run(const char *path) {
  Subject s = open_subject(path);
  SarIntegrator *integrator = integrator_of(&s, "hht", 0);
  const SarPattern *pattern = &s.problem->pattern;
  const size_t entries = (size_t)pattern->column[pattern->ncolumns], n = (size_t)pattern->nrows;
  double *work = calloc(3 * entries, sizeof *work);
  double complex *values = calloc(entries, sizeof *values), *x = calloc(3 * n, sizeof *x);
  SarLinearComplex *linear = NULL;
  uint64_t seed = 88172645463325252u;
  assert_true(work && values && x);
  assert_int_equal(sar_linear_complex_create(s.context, pattern, &linear), SAR_OK);
  for (int i = 0; i < STEPS && sar_integrator_step(integrator) == SAR_OK; i++) {
    const SarStepView *view = sar_integrator_view(integrator);
    complex_matrix(&s, view, work, values);
    if (sar_linear_complex_factor(linear, values) != SAR_OK) continue;
    for (int k = 0; k < SIDES; k++) {
      const double error = complex_error(pattern, values, linear, k, &seed, x);
      if (!(error < 1e-12)) fail_msg("%s: a complex solution has a backward error of %g", path, error);
    }
    if (view->t1 >= integrator->options.end) break;
  }
  sar_linear_complex_destroy(&linear);
  free(work);
  free(values);
  free(x);
  sar_integrator_destroy(&integrator);
  close_subject(&s);
}

/* The largest difference of a position, over L, and the condition number of the step's matrix. */
static double step_difference(const char *path, double *condition) {
  Subject s = open_subject(path);
  const int32_t nq = s.problem->n.nq;
  const double step = 1e-3 * fmin(1, sar_model_simulation(s.model)->end);
  double *q = calloc((size_t)nq + 1, sizeof *q), difference = 0;
  assert_non_null(q);
  for (int k = 0; k < NSOLVERS; k++) {
    char method[32];
    snprintf(method, sizeof method, "hht:linear=%s", solvers[k]);
    SarIntegrator *integrator = integrator_of(&s, method, step);
    const bool done = sar_integrator_step(integrator) == SAR_OK;
    const SarStepView *view = sar_integrator_view(integrator);
    if (k == 0) *condition = done ? sar_integrator_condition(integrator) : INFINITY;
    for (int32_t i = 0; k == 0 && i < nq; i++) q[i] = view->q[i];
    for (int32_t i = 0; k > 0 && i < nq; i++) difference = fmax(difference, fabs(view->q[i] - q[i]));
    sar_integrator_destroy(&integrator);
  }
  difference /= fmin(1, sar_system_length(s.system)); /* quaternions are numbers */
  free(q);
  close_subject(&s);
  return difference;
}

static int compared;

static void check_step(const char *path) {
  double condition = INFINITY;
  const double difference = step_difference(path, &condition);
  if (condition > 1e6) return;
  compared++;
  if (!(difference < 1e-9)) fail_msg("%s: one step differs by %g L between solvers", path, difference);
}

static SarIntegrator *saved_and_loaded(Subject *s, SarIntegrator *integrator) {
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_integrator_archive(integrator, &out), SAR_OK);
  SarIntegrator *other = integrator_of(s, "hht:linear=block", 0);
  SarArchive in = sar_archive_load(out.bytes, out.count);
  assert_int_equal(sar_integrator_archive(other, &in), SAR_OK);
  sar_archive_destroy(&out);
  return other;
}

/* Two integrators side by side; one of them is saved and loaded after every step. */
static int64_t check_resumption(const char *path) {
  Subject one = open_subject(path), two = open_subject(path);
  SarIntegrator *a = integrator_of(&one, "hht:linear=block", 0), *b = integrator_of(&two, "hht:linear=block", 0);
  for (int i = 0; i < STEPS; i++) {
    assert_int_equal(sar_integrator_step(a), SAR_OK);
    assert_int_equal(sar_integrator_step(b), SAR_OK);
    const SarStepView *x = sar_integrator_view(a), *y = sar_integrator_view(b);
    assert_true(x->t1 == y->t1);
    assert_memory_equal(x->q, y->q, (size_t)one.problem->n.nq * sizeof(double));
    SarIntegrator *next = saved_and_loaded(&two, b);
    sar_integrator_destroy(&b);
    b = next;
  }
  const int64_t fallbacks = sar_linear_stats(a->linear).fallbacks;
  sar_integrator_destroy(&a);
  sar_integrator_destroy(&b);
  close_subject(&one);
  close_subject(&two);
  return fallbacks;
}

static void for_all(void (*check)(const char *path)) {
  static const char *const patterns[] = {"models/*.yaml", "models/units/*.yaml", "models/adams/*.yaml",
                                         "../examples/*/model.yaml"};
  size_t count = 0;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
    char full[512];
    glob_t found;
    snprintf(full, sizeof full, "%s/%s", SAR_TEST_DIR, patterns[i]);
    assert_int_equal(glob(full, 0, NULL, &found), 0);
    for (size_t k = 0; k < found.gl_pathc; k++, count++) {
      if (!names_plugins(found.gl_pathv[k])) check(found.gl_pathv[k]);
    }
    globfree(&found);
  }
  assert_true(count > 60);
}

static void solutions_are_exact(void **state) {
  (void)state;
  for_all(check_runs);
  for (int k = 0; k < NSOLVERS; k++) assert_true(refined[k] > 0);
}

static void complex_solutions_are_exact(void **state) { (void)state, for_all(check_complex_run); }

static void steps_agree(void **state) {
  (void)state;
  for_all(check_step);
  assert_true(compared > 30);
}

static void runs_go_on_bit_for_bit(void **state) {
  (void)state;
  assert_int_equal(check_resumption(SAR_TEST_DIR "/models/spatial_chain.yaml"), 0);
  assert_true(check_resumption(SAR_TEST_DIR "/models/stiff_double_pendulum.yaml") > 0);
  assert_true(check_resumption(SAR_TEST_DIR "/models/bauchau_problemII.yaml") > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_exact),
      cmocka_unit_test(complex_solutions_are_exact),
      cmocka_unit_test(steps_agree),
      cmocka_unit_test(runs_go_on_bit_for_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
