#include "physics/stiffness.h"

#include <stdlib.h>

#include "physics/march.h"

#define ITERATIONS 2000
#define SETTLED 1e-8 /* relative change of the eigenvalue in an iteration */

/* The motion near the start: M da + C dv + K dq + Phi_q^T dlambda = 0, Phi_q da = 0, with the forces that are unknowns
 * of their own. Terms of Phi_q's change with the motion are left out: they are of the size of the velocities, and a
 * dominant eigenvalue worth asking for is not. */
typedef struct Linear {
  const SarProblem *problem;
  SarLinear *saddle;           /* of da, dlambda and the forces */
  double *damping, *stiffness; /* values of the pattern */
  double *rhs;
} Linear;

static double *matrix(const SarProblem *problem, const SarPoint *at, SarWeights weights) {
  double *values = calloc((size_t)problem->pattern.column[problem->pattern.ncolumns], sizeof *values);
  assert_non_null(values);
  assert_int_equal(problem->ops->jacobian(problem, at, &weights, values), SAR_OK);
  return values;
}

static Linear linear_of(const March *march) {
  Linear linear = {.problem = &march->start->m->problem};
  const SarProblem *problem = linear.problem;
  SarPoint at = march_start(march);
  assert_true(problem->n.nx == 0 && problem->n.nn == 0);
  double *values = matrix(problem, &at, (SarWeights){.a = 1});
  linear.damping = matrix(problem, &at, (SarWeights){.v = 1});
  linear.stiffness = matrix(problem, &at, (SarWeights){.q = 1});
  linear.rhs = calloc((size_t)problem->pattern.ncolumns, sizeof *linear.rhs);
  assert_non_null(linear.rhs);
  assert_int_equal(sar_linear_create(march->run.context, "auto", &problem->pattern, &linear.saddle), SAR_OK);
  assert_int_equal(sar_linear_factor(linear.saddle, values), SAR_OK);
  free(values);
  return linear;
}

static void linear_free(Linear *linear) {
  sar_linear_destroy(&linear->saddle);
  free(linear->damping);
  free(linear->stiffness);
  free(linear->rhs);
}

/* rhs -= values x, in the rows of dynamics and forces. */
static void subtract(Linear *linear, const double *values, const double *x) {
  const SarSizes *n = &linear->problem->n;
  const SarPattern *pattern = &linear->problem->pattern;
  for (int32_t j = 0; j < n->nv; j++) {
    for (int32_t k = pattern->column[j]; k < pattern->column[j + 1]; k++) {
      int32_t row = pattern->row[k];
      if (row < n->nv || row >= n->nv + n->np) linear->rhs[row] -= values[k] * x[j];
    }
  }
}

/* The acceleration that displacements dq and velocities dv make. */
static const double *acceleration(Linear *linear, const double *dq, const double *dv) {
  for (int32_t i = 0; i < linear->problem->pattern.ncolumns; i++) linear->rhs[i] = 0;
  subtract(linear, linear->damping, dv);
  subtract(linear, linear->stiffness, dq);
  sar_linear_solve(linear->saddle, linear->rhs);
  return linear->rhs;
}

static double dot(int32_t n, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* Power iteration on (dq, dv)' = (dv, da), begun with velocities that the constraints allow. */
static double dominant(Linear *linear) {
  int32_t nv = linear->problem->n.nv;
  double *q = calloc((size_t)nv, sizeof *q), *v = calloc((size_t)nv, sizeof *v), value = 0, before = INFINITY;
  assert_non_null(q);
  assert_non_null(v);
  for (int32_t i = 0; i < nv; i++) v[i] = 1 + 0.37 * (i % 7);
  const double *a = acceleration(linear, q, v);
  for (int32_t i = 0; i < nv; i++) v[i] = a[i];
  for (int k = 0; k < ITERATIONS && !(fabs(value - before) <= SETTLED * fabs(value)); k++) {
    a = acceleration(linear, q, v);
    before = value;
    value = (dot(nv, q, v) + dot(nv, v, a)) / (dot(nv, q, q) + dot(nv, v, v));
    double size = sqrt(dot(nv, v, v) + dot(nv, a, a));
    for (int32_t i = 0; i < nv; i++) q[i] = v[i] / size, v[i] = a[i] / size;
  }
  free(q);
  free(v);
  if (!(fabs(value - before) <= SETTLED * fabs(value))) fail_msg("no dominant eigenvalue: %g, %g", before, value);
  return value;
}

double stiffness_dominant(const Setup *setup) {
  March march = march_of(setup);
  Linear linear = linear_of(&march);
  double value = dominant(&linear);
  linear_free(&linear);
  march_finish(&march);
  return value;
}

double stiffness_reported(const Setup *setup) {
  Run run = physics_compile(setup);
  const SarCheck *check = NULL;
  assert_int_equal(sar_check(run.context, run.system, &check), SAR_OK);
  double value = check->dominant_eigenvalue[0];
  assert_true(check->dominant_eigenvalue[1] == 0);
  sar_check_destroy(&check);
  physics_finish(&run);
  return value;
}
