/* What a row of output costs, counted: one factorisation for positions, velocities and accelerations, and a few solves.
 * What it reaches is what new factors at the closed pose lead to. */
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/stepper.h"
#include "base/numbers.h"
#include "check.h"
#include "hht_options.h"

#define EXAMPLES SAR_TEST_DIR "/../examples/"
#define MODELS SAR_TEST_DIR "/models/"
enum { STEPS = 60, MOST_SOLVES = 9 };
#define SAME 1e-11   /* of the largest: rounding through the stiff bushings of the HMMWV, whatever the machine */
#define CLOSED 1e-13 /* m, or L if that is more */

typedef struct Case {
  const char *file, *set;
  double step; /* 0: error control */
} Case;

/* Healthy ones, with equations in symbols (hmmwv, dc_motor_pid, robot_arm) and without. */
static const Case cases[] = {
    {EXAMPLES "hmmwv/model.yaml", NULL, 0},
    {EXAMPLES "theo_jansen_walker/model.yaml", NULL, 0},
    {MODELS "chain.yaml", "N=100", 1e-3},
    {MODELS "A02_Nfourbar_N2.yaml", "N=40", 1e-3},
    {EXAMPLES "double_wishbone/model.yaml", NULL, 0},
    {EXAMPLES "dc_motor_pid/model.yaml", NULL, 0},
    {EXAMPLES "robot_arm/model.yaml", NULL, 0},
};

typedef struct Made {
  SarModel *model;
  SarSystem *system;
  SarRunOptions options;
  SarStepper run;
} Made;

static void make(const Case *c, Made *m) {
  SarStepper *r = &m->run;
  r->context = sar_context_create();
  m->options = hht_options();
  m->options.step = c->step > 0 ? c->step : m->options.step;
  assert_int_equal(sar_model_read(r->context, c->file, &c->set, c->set ? 1 : 0, &m->model), SAR_OK);
  assert_int_equal(sar_system_compile(r->context, m->model, &m->system), SAR_OK);
  r->system = m->system;
  assert_int_equal(sar_run_plan(r->context, r->system, &m->options, &r->plan), SAR_OK);
  assert_int_equal(sar_start_create_by(r->context, r->system, r->plan.method.linear, &r->start), SAR_OK);
  assert_int_equal(sar_stepper_make_arrays(r), SAR_OK);
  SarProblem *p = &r->start->m->problem;
  SarPoint at = sar_start_point(r->start);
  assert_int_equal(sar_integrator_create(r->context, p, &r->plan.method, &r->plan.steps, &r->integrator), SAR_OK);
  assert_int_equal(sar_integrator_start(r->integrator, &at), SAR_OK);
}

static void destroy(Made *m) {
  sar_integrator_destroy(&m->run.integrator);
  sar_start_destroy(&m->run.start);
  free(m->run.memory);
  sar_system_destroy(&m->system);
  sar_model_destroy(&m->model);
  sar_context_destroy(&m->run.context);
}

static void expect_closed(SarStepper *r, double t) {
  const SarProblem *p = &r->start->m->problem;
  double *phi = malloc((size_t)p->n.np * sizeof *phi);
  assert_non_null(phi);
  assert_int_equal(p->ops->position(p, t, r->q, phi), SAR_OK);
  assert_true(sar_largest(p->n.np, phi) <= CLOSED * fmax(1, p->length));
  free(phi);
}

static double *copy_of(int32_t count, const double *from) {
  double *out = malloc(((size_t)count + 1) * sizeof *out);
  assert_non_null(out);
  memcpy(out, from, (size_t)count * sizeof *out);
  return out;
}

/* now: replaced by the numbers before, which are given back. */
static void compare(int32_t count, double *before, double *now) {
  double size = sar_largest(count, now);
  for (int32_t k = 0; k < count; k++) CHECK_NEAR(before[k], now[k], SAME * size);
  memcpy(now, before, (size_t)count * sizeof *now);
  free(before);
}

/* The same with factors of the closed pose, each part from what the row has of those before: stiff dampers make much of
 * the rounding of velocities. */
static void compare_at_length(SarStepper *r, double t) {
  const SarSizes *n = &r->start->m->problem.n;
  SarEquations *e = r->start->equations;
  double *q = copy_of(n->nq, r->q), *v = copy_of(n->nv, r->v), *a = copy_of(n->nv, r->a);
  double *lambda = copy_of(n->np, r->lambda);
  sar_stepper_interpolate(r, t);
  memcpy(r->q, q, (size_t)n->nq * sizeof *q);
  free(q);
  assert_int_equal(sar_equations_factor(e, t, r->q, r->v), SAR_OK);
  assert_int_equal(sar_equations_project_velocity(e, t, r->q, r->v, r->x), SAR_OK);
  compare(n->nv, v, r->v);
  assert_int_equal(sar_equations_accelerations(e, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z), SAR_OK);
  compare(n->nv, a, r->a);
  compare(n->np, lambda, r->lambda);
}

static void look_at_row(SarStepper *r, double t) {
  SarEquationCounts before = r->start->equations->counts;
  bool solved = false;
  sar_stepper_interpolate(r, t);
  assert_int_equal(sar_stepper_refine(r, t, &solved), SAR_OK);
  assert_true(solved);
  SarEquationCounts after = r->start->equations->counts;
  assert_int_equal(after.factorisations - before.factorisations, 1);
  assert_true(after.solves - before.solves <= MOST_SOLVES);
  expect_closed(r, t);
  compare_at_length(r, t);
}

static void rows_take_one_factorisation(void **state) {
  const Case *c = *state;
  Made m = {0};
  make(c, &m);
  for (int i = 0; i < STEPS; i++) {
    assert_int_equal(sar_integrator_step(m.run.integrator), SAR_OK);
    const SarStepView *s = sar_integrator_view(m.run.integrator);
    look_at_row(&m.run, s->t0 + 0.4 * (s->t1 - s->t0));
    look_at_row(&m.run, s->t1);
  }
  destroy(&m);
}

int main(void) {
  struct CMUnitTest tests[sizeof cases / sizeof *cases];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tests[i] = (struct CMUnitTest){
        .name = cases[i].file, .test_func = rows_take_one_factorisation, .initial_state = (void *)&cases[i]};
  }
  return _cmocka_run_group_tests("rows", tests, sizeof cases / sizeof *cases, NULL, NULL);
}
