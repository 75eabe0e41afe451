/* Consistent accelerations where variables enter nonlinearly, a rate implicitly, and forces depend on accelerations and
 * reactions: a pendulum in two plain coordinates with one state and two variables, typed in by hand. */
#include <math.h>
#include <string.h>

#include "analysis/start/equations.h"
#include "check.h"
#include "system/compiled.h"

#define MASS 2.0
#define GRAVITY 9.81
#define N 6 /* a (2), lambda, xdot, z (2) */

typedef enum Kind { SOLVABLE, LOOP, UNSOLVABLE } Kind;

typedef struct Toy {
  SarWorkspace m; /* first: a SarProblem* of this kind is a Toy* */
  SarSystem system;
  Kind kind;
} Toy;

static SarStatus residual(const SarProblem *p, const SarPoint *at, double *r) {
  Kind kind = ((const Toy *)(const void *)p)->kind;
  double lambda = at->lambda[0], rate = at->xdot[0], z0 = at->z[0], z1 = at->z[1];
  r[0] = MASS * at->a[0] + at->q[0] * lambda - z0;
  r[1] = MASS * at->a[1] + at->q[1] * lambda + MASS * GRAVITY + 0.5 * lambda * lambda / (1 + lambda * lambda);
  r[2] = (at->q[0] * at->q[0] + at->q[1] * at->q[1] - 1) / 2;
  r[3] = rate * rate * rate + rate - at->x[0] - at->a[0];
  r[4] = kind == LOOP ? z0 - z1 : z0 - sin(z1) - 0.1 * at->a[0];
  r[5] = kind == LOOP ? z1 - z0 : z1 * z1 * z1 + z1 - 2 * z0 - rate - 1;
  if (kind == UNSOLVABLE) r[5] = z1 * z1 + 1;
  return SAR_OK;
}

static SarStatus jacobian(const SarProblem *p, const SarPoint *at, const SarWeights *w, double *values) {
  Kind kind = ((const Toy *)(const void *)p)->kind;
  double j[N][N] = {0}, lambda = at->lambda[0], rate = at->xdot[0], z1 = at->z[1];
  double s = 1 + lambda * lambda;
  j[0][0] = j[1][1] = w->a * MASS;
  j[0][2] = j[2][0] = at->q[0];
  j[2][1] = at->q[1];
  j[1][2] = at->q[1] + lambda / (s * s);
  j[0][4] = -1;
  j[3][0] = -w->a;
  j[3][3] = w->xdot * (3 * rate * rate + 1);
  j[4][4] = 1;
  j[4][5] = kind == LOOP ? -1 : -cos(z1);
  j[4][0] = kind == LOOP ? 0 : -0.1 * w->a;
  j[5][4] = kind == LOOP ? -1 : kind == UNSOLVABLE ? 0 : -2;
  j[5][5] = kind == LOOP ? 1 : kind == UNSOLVABLE ? 2 * z1 : 3 * z1 * z1 + 1;
  j[5][3] = kind == SOLVABLE ? -w->xdot : 0;
  for (int c = 0; c < N; c++) {
    for (int r = 0; r < N; r++) values[c * N + r] = j[r][c];
  }
  return SAR_OK;
}

static SarStatus magnitude(const SarProblem *p, const SarPoint *at, double *m) {
  Kind kind = ((const Toy *)(const void *)p)->kind;
  double lambda = fabs(at->lambda[0]), rate = fabs(at->xdot[0]), z0 = fabs(at->z[0]), z1 = fabs(at->z[1]);
  m[0] = MASS * fabs(at->a[0]) + fabs(at->q[0]) * lambda + z0;
  m[1] = MASS * fabs(at->a[1]) + fabs(at->q[1]) * lambda + MASS * GRAVITY + 0.5;
  m[2] = 1;
  m[3] = rate * rate * rate + rate + fabs(at->x[0]) + fabs(at->a[0]);
  m[4] = z0 + z1 + 0.1 * fabs(at->a[0]);
  m[5] = kind == UNSOLVABLE ? z1 * z1 + 1 : z1 * z1 * z1 + z1 + 2 * z0 + rate + 1;
  return SAR_OK;
}

static SarStatus acceleration(const SarProblem *p, const SarPoint *at, double *right) {
  (void)p;
  right[0] = -(at->v[0] * at->v[0] + at->v[1] * at->v[1]);
  return SAR_OK;
}

static const SarProblemOps ops = {
    .residual = residual, .jacobian = jacobian, .magnitude = magnitude, .acceleration = acceleration};

typedef struct Fixture {
  SarContext *context;
  Toy toy;
  int32_t column[N + 1], row[N * N];
  SarBlock block;
  SarEquations *e;
} Fixture;

static void make(Fixture *f, Kind kind) {
  static const double weight[2] = {1, 1};
  memset(f, 0, sizeof *f);
  f->context = sar_context_create();
  for (int32_t c = 0; c <= N; c++) f->column[c] = c * N;
  for (int32_t k = 0; k < N * N; k++) f->row[k] = k % N;
  f->block = (SarBlock){SAR_BLOCK_PLAIN, 0, 0, 2};
  f->toy.kind = kind;
  f->toy.system = (SarSystem){.length = 1};
  f->toy.m.system = &f->toy.system;
  f->toy.m.problem = (SarProblem){.ops = &ops,
                                  .context = f->context,
                                  .n = {.nq = 2, .nv = 2, .np = 1, .nx = 1, .nz = 2},
                                  .blocks = &f->block,
                                  .nblocks = 1,
                                  .pattern = {N, N, f->column, f->row},
                                  .weight = weight};
  assert_int_equal(sar_equations_create(f->context, &f->toy.m, &f->e), SAR_OK);
}

static void destroy(Fixture *f) {
  sar_equations_destroy(&f->e);
  sar_context_destroy(&f->context);
}

static const double q[2] = {0.6, -0.8}, v[2] = {0.8, 0.6}, x[1] = {0.7};

static SarStatus solve(Fixture *f, double *y) {
  assert_int_equal(sar_equations_factor(f->e, 0, q, v), SAR_OK);
  return sar_equations_accelerations(f->e, 0, q, v, x, y, y + 2, NULL, y + 3, y + 4);
}

static void solves_a_nonlinear_system(void **state) {
  (void)state;
  Fixture f;
  double y[N] = {0}, far[N] = {30, -20, 5, 3, -4, 6}, r[N];
  make(&f, SOLVABLE);
  assert_int_equal(solve(&f, y), SAR_OK);
  SarPoint at = {.q = q, .v = v, .a = y, .lambda = y + 2, .x = x, .xdot = y + 3, .z = y + 4};
  residual(&f.toy.m.problem, &at, r);
  for (int i = 0; i < N; i++) {
    if (i != 2) CHECK_NEAR(r[i], 0, 2e-14);
  }
  CHECK_NEAR(q[0] * y[0] + q[1] * y[1] + 1, 0, 1e-14); /* |v| = 1 */
  assert_true(fabs(y[5]) > 0.1 && fabs(y[3]) > 0.1);   /* nothing of it is trivial */
  assert_int_equal(solve(&f, far), SAR_OK);            /* from elsewhere: the same solution */
  for (int i = 0; i < N; i++) CHECK_NEAR(far[i], y[i], 1e-13);
  destroy(&f);
}

/* The variables define each other: z0 = z1, z1 = z0. */
static void singular_loops_are_told(void **state) {
  (void)state;
  Fixture f;
  double y[N] = {0};
  make(&f, LOOP);
  assert_int_equal(solve(&f, y), SAR_SINGULAR);
  assert_true(sar_linear_singular_column(f.e->linear) >= 4);
  destroy(&f);
}

static void equations_without_solution_are_told(void **state) {
  (void)state;
  Fixture f;
  double y[N] = {0, 0, 0, 0, 0, 0.3};
  make(&f, UNSOLVABLE);
  assert_int_equal(solve(&f, y), SAR_NO_CONVERGENCE);
  assert_int_equal(f.e->culprit, 5);
  CHECK_NEAR(y[5], 0.3, 0); /* the guess stands */
  destroy(&f);
}

/* The ball hits along a slanted row while the pendulum's rod holds: momentum along the rod is the rod's business. */
static void impulses_respect_constraints(void **state) {
  (void)state;
  Fixture f;
  double b[2] = {1, 0}, u[2] = {0.8, 0.6}, held[2] = {0.6, -0.8};
  make(&f, SOLVABLE);
  assert_int_equal(sar_equations_factor(f.e, 0, q, v), SAR_OK);
  assert_int_equal(sar_equations_impulse(f.e, b, -1.5 * 0.8, u), SAR_OK);
  CHECK_NEAR(u[0], -0.4, 1e-15);
  CHECK_NEAR(q[0] * u[0] + q[1] * u[1], 0, 1e-15);
  CHECK_NEAR(u[1], -0.3, 1e-15);
  assert_int_equal(sar_equations_impulse(f.e, held, 1, u), SAR_SINGULAR); /* along the rod nothing can move */
  destroy(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solves_a_nonlinear_system),
      cmocka_unit_test(singular_loops_are_told),
      cmocka_unit_test(equations_without_solution_are_told),
      cmocka_unit_test(impulses_respect_constraints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
