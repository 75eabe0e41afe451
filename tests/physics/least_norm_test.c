/* Reactions of overconstrained mechanisms: of all multipliers with the effect that the motion needs, the reported ones
 * are those of least sum of force^2 + (torque/L)^2. Compared with the pseudo-inverse of the dense constraint matrix at
 * rows along the motion, and the marks of indeterminate columns with its null space. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/record/recorder.h"
#include "hht_options.h"
#include "physics/trial.h"
#include "read/read.h"
#include "system/wrench.h"

#define SAMPLES 7
#define RANK 1e-8 /* singular values below this fraction of the largest are zero */

/* ---- singular values by one-sided Jacobi rotations ---- */

/* a: m x n by columns; on return its columns are orthogonal, a = U S, and v (n x n by columns) the rotations. */
static void orthogonalise(int m, int n, double *a, double *v) {
  for (int i = 0; i < n * n; i++) v[i] = i % (n + 1) == 0;
  for (int sweep = 0, turned = 1; turned && sweep < 60; sweep++) {
    turned = 0;
    for (int p = 0; p < n; p++) {
      for (int q = p + 1; q < n; q++) {
        double pp = 0, qq = 0, pq = 0;
        for (int i = 0; i < m; i++) {
          pp += a[p * m + i] * a[p * m + i], qq += a[q * m + i] * a[q * m + i], pq += a[p * m + i] * a[q * m + i];
        }
        if (fabs(pq) <= 1e-15 * sqrt(pp * qq) || pp * qq < 1e-60) continue;
        turned = 1;
        double zeta = (qq - pp) / (2 * pq), t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + hypot(1, zeta));
        double c = 1 / hypot(1, t), s = c * t;
        for (int i = 0; i < m; i++) {
          double x = a[p * m + i], y = a[q * m + i];
          a[p * m + i] = c * x - s * y, a[q * m + i] = s * x + c * y;
        }
        for (int i = 0; i < n; i++) {
          double x = v[p * n + i], y = v[q * n + i];
          v[p * n + i] = c * x - s * y, v[q * n + i] = s * x + c * y;
        }
      }
    }
  }
}

static double column_norm(const double *column, int m) {
  double sum = 0;
  for (int i = 0; i < m; i++) sum += column[i] * column[i];
  return sqrt(sum);
}

/* ---- a mechanism at a row of a table ---- */

typedef struct Row {
  const SarSystem *system;
  SarWorkspace *m; /* all rows carried: nothing is known of the choice that the run made */
  int nv, np, rank;
  double *q, *v, *a;
  double *matrix, *turns; /* Phi_q^T, nv x np, orthogonalised, and the rotations */
  double *lambda;         /* of least norm */
} Row;

static double value(const SarTable *table, int64_t row, const char *element, const char *quantity) {
  char name[128];
  snprintf(name, sizeof name, "%s.%s", element, quantity);
  int32_t column = sar_table_find(table, name);
  if (column < 0) fail_msg("there is no column %s", name);
  return sar_table_values(table, column)[row];
}

static void read_state(Row *r, const SarTable *table, int64_t row) {
  static const char *const names[19] = {"x",  "y",  "z",  "q0", "q1", "q2", "q3",     "vx",     "vy",    "vz",
                                        "wx", "wy", "wz", "ax", "ay", "az", "alphax", "alphay", "alphaz"};
  for (int32_t b = 0; b < sar_system_bodies(r->system); b++) {
    double x[19];
    for (int i = 0; i < 19; i++) x[i] = value(table, row, sar_system_body(r->system, b)->name, names[i]);
    SarMat3 A = sar_quat_matrix(sar_quat_load(x + 3)); /* angular ones from ground to body axes */
    memcpy(r->q + 7 * b, x, 7 * sizeof(double));
    memcpy(r->v + 6 * b, x + 7, 3 * sizeof(double));
    sar_vec3_store(sar_mul_t(&A, sar_vec3_load(x + 10)), r->v + 6 * b + 3);
    memcpy(r->a + 6 * b, x + 13, 3 * sizeof(double));
    sar_vec3_store(sar_mul_t(&A, sar_vec3_load(x + 16)), r->a + 6 * b + 3);
  }
}

/* Phi_q^T column by column, by central differences of Phi itself: knows nothing of the gradients in the program. */
static void differences(const Row *r, double t, double *matrix) {
  const SarProblem *p = &r->m->problem;
  double *q = calloc((size_t)p->n.nq, sizeof *q), *phi = calloc(2 * (size_t)r->np, sizeof *phi), h = 1e-5;
  double *dq = calloc((size_t)r->nv, sizeof *dq);
  assert_true(q && phi && dq);
  for (int i = 0; i < r->nv; i++) {
    for (int side = 0; side < 2; side++) {
      memcpy(q, r->q, (size_t)p->n.nq * sizeof *q);
      dq[i] = side ? -h : h;
      sar_move(p, dq, q);
      assert_int_equal(p->ops->position(p, t, q, phi + side * r->np), SAR_OK);
    }
    dq[i] = 0;
    for (int k = 0; k < r->np; k++) matrix[k * r->nv + i] = (phi[k] - phi[r->np + k]) / (2 * h);
  }
  free(q);
  free(phi);
  free(dq);
}

/* The same exactly, and the forces that the multipliers have to make: both from the residual, which is linear in them.
 */
static void make_matrix(Row *r, double t, double *right) {
  const SarProblem *p = &r->m->problem;
  size_t n = (size_t)sar_sizes_unknowns(&p->n);
  double *residual = calloc(n + 1, sizeof *residual), *rough = calloc((size_t)(r->nv * r->np) + 1, sizeof *rough);
  double zero[1] = {0};
  assert_true(residual && rough);
  SarPoint at = {.t = t, .q = r->q, .v = r->v, .a = r->a, .lambda = r->lambda, .mu = zero, .x = zero, .xdot = zero};
  memset(r->lambda, 0, (size_t)r->np * sizeof(double));
  assert_int_equal(p->ops->residual(p, &at, residual), SAR_OK);
  for (int i = 0; i < r->nv; i++) right[i] = -residual[i];
  differences(r, t, rough);
  for (int k = 0; k < r->np; k++) {
    r->lambda[k] = 1;
    assert_int_equal(p->ops->residual(p, &at, residual), SAR_OK);
    r->lambda[k] = 0;
    for (int i = 0; i < r->nv; i++) {
      r->matrix[k * r->nv + i] = residual[i] + right[i];
      CHECK_NEAR(r->matrix[k * r->nv + i], rough[k * r->nv + i], 1e-7);
    }
  }
  free(residual);
  free(rough);
}

/* lambda = V S^+ U^T right */
static void solve(Row *r, const double *right) {
  double largest = 0;
  orthogonalise(r->nv, r->np, r->matrix, r->turns);
  for (int k = 0; k < r->np; k++) largest = fmax(largest, column_norm(r->matrix + k * r->nv, r->nv));
  memset(r->lambda, 0, (size_t)r->np * sizeof(double));
  r->rank = 0;
  for (int k = 0; k < r->np; k++) {
    const double *u = r->matrix + k * r->nv;
    double size = column_norm(u, r->nv), product = 0;
    if (size < RANK * largest) continue;
    r->rank++;
    for (int i = 0; i < r->nv; i++) product += u[i] * right[i];
    for (int i = 0; i < r->np; i++) r->lambda[i] += r->turns[k * r->np + i] * product / (size * size);
  }
}

static Row row_create(const Trial *trial) {
  Row r = {.system = trial->system};
  assert_int_equal(sar_workspace_create(trial->context, trial->system, NULL, false, &r.m), SAR_OK);
  r.nv = r.m->problem.n.nv, r.np = r.m->problem.n.np;
  r.q = calloc((size_t)(r.m->problem.n.nq + 2 * r.nv + r.np * (r.nv + r.np + 1)), sizeof *r.q);
  assert_non_null(r.q);
  r.v = r.q + r.m->problem.n.nq, r.a = r.v + r.nv, r.matrix = r.a + r.nv;
  r.turns = r.matrix + r.nv * r.np, r.lambda = r.turns + r.np * r.np;
  return r;
}

static void row_free(Row *r) {
  sar_workspace_destroy(&r->m);
  free(r->q);
}

static void row_at(Row *r, const SarTable *table, int64_t row) {
  double *right = calloc((size_t)r->nv + 1, sizeof *right), t = sar_table_values(table, 0)[row];
  assert_non_null(right);
  read_state(r, table, row);
  sar_workspace_start(r->m, t, r->q, r->v);
  make_matrix(r, t, right);
  solve(r, right);
  free(right);
}

/* ---- comparisons ---- */

static const char *const wrench_names[12] = {"fx",  "fy",  "fz",  "tx",  "ty",  "tz",
                                             "fx2", "fy2", "fz2", "tx2", "ty2", "tz2"};

static void wrench(const Row *r, int32_t element, const double *lambda, double out[12]) {
  double zero[1] = {0};
  SarPoint at = {.q = r->q, .v = r->v, .a = r->a, .lambda = lambda, .mu = zero, .x = zero, .xdot = zero};
  sar_workspace_prepare_wrenches(r->m, &at);
  assert_int_equal(sar_workspace_wrench(r->m, element, &at, out), SAR_OK);
}

static void compare_reactions(const Row *r, const SarTable *table, int64_t row, const char *what) {
  double largest = 0, worst = 0;
  for (int32_t e = 0; e < sar_system_model(r->system)->nelements; e++) {
    const SarModelElement *element = &sar_system_model(r->system)->elements[e];
    if (element->class->section != SAR_SECTION_JOINTS) continue;
    double expected[12];
    sar_workspace_place(r->m, r->q, r->v);
    wrench(r, e, r->lambda, expected);
    for (int i = 0; i < 12; i++) {
      largest = fmax(largest, fabs(expected[i]));
      worst = fmax(worst, fabs(expected[i] - value(table, row, element->name, wrench_names[i])));
    }
  }
  if (!(worst <= 1e-9 * largest)) fail_msg("%s: row %d: off by %g of %g", what, (int)row, worst, largest);
}

/* Columns that some vector of the null space changes. */
static bool can_change(const Row *r, int32_t element, int column) {
  double largest = 0;
  for (int k = 0; k < r->np; k++) largest = fmax(largest, column_norm(r->matrix + k * r->nv, r->nv));
  for (int k = 0; k < r->np; k++) {
    double w[12];
    if (column_norm(r->matrix + k * r->nv, r->nv) >= RANK * largest) continue;
    wrench(r, element, r->turns + k * r->np, w);
    if (fabs(w[column]) > 1e-7) return true;
  }
  return false;
}

static bool is_marked(const SarRecorder *recorder, const char *element, const char *quantity) {
  for (int32_t i = 0; i < sar_column_set_count(recorder->columns); i++) {
    const SarSinkColumn *c = &recorder->names[i];
    if (strcmp(c->element, element) == 0 && strcmp(c->quantity, quantity) == 0) return c->indeterminate;
  }
  fail_msg("there is no column %s.%s", element, quantity);
  return false;
}

/* ever: [element * 12 + column] can change at some row. */
static void compare_marks(const Trial *trial, const bool *ever, const char *what) {
  SarStart *start;
  SarTable *table;
  SarRecorder *recorder;
  SarRunOptions options = hht_options();
  int marked = 0;
  expect_ok(trial->context, sar_start_create(trial->context, trial->system, &start), "start");
  expect_ok(trial->context, sar_table_create(trial->context, &table), "table");
  options.table = table;
  expect_ok(trial->context,
            sar_recorder_create(start, &(SarRecorderPlan){.options = &options, .method = "none", .kinematic = false},
                                &recorder),
            "recorder");
  for (int32_t e = 0; e < sar_system_model(trial->system)->nelements; e++) {
    const SarModelElement *element = &sar_system_model(trial->system)->elements[e];
    for (int i = 0; element->class->section == SAR_SECTION_JOINTS && i < 12; i++) {
      bool is = is_marked(recorder, element->name, wrench_names[i]);
      marked += is;
      if (is != ever[e * 12 + i]) {
        print_message("%s: %s.%s is %smarked, but it can%s change\n", what, element->name, wrench_names[i],
                      is ? "" : "not ", ever[e * 12 + i] ? "" : "not");
        marked = -100000;
      }
    }
  }
  sar_recorder_destroy(&recorder);
  sar_table_destroy(&table);
  sar_start_destroy(&start);
  assert_true(marked > 0);
}

static void expect_least_norm(Trial *trial, const char *what, int redundant) {
  SarRunOptions options = hht_options();
  trial_go(trial, options);
  Row r = row_create(trial);
  bool *ever = calloc(12 * (size_t)sar_system_model(trial->system)->nelements + 1, sizeof *ever);
  assert_non_null(ever);
  int64_t last = sar_table_rows(trial->table) - 1;
  for (int sample = 0; sample < SAMPLES; sample++) {
    int64_t row = last * sample / (SAMPLES - 1);
    row_at(&r, trial->table, row);
    assert_int_equal(r.np - r.rank, redundant);
    compare_reactions(&r, trial->table, row, what);
    for (int32_t e = 0; e < sar_system_model(trial->system)->nelements; e++) {
      if (sar_system_model(trial->system)->elements[e].class->section != SAR_SECTION_JOINTS) continue;
      for (int i = 0; i < 12; i++) ever[e * 12 + i] |= can_change(&r, e, i);
    }
  }
  compare_marks(trial, ever, what);
  free(ever);
  row_free(&r);
  trial_close(trial);
}

static void text_has_least_norm(const char *text, const char *what, int redundant) {
  Trial trial = {.context = sar_context_create()};
  SarStatus status =
      sar_model_read_text(trial.context, "test.yaml", text, strlen(text), &(SarReadOptions){0}, &trial.model);
  expect_ok(trial.context, status, what);
  trial_compile(&trial);
  expect_least_norm(&trial, what, redundant);
}

static void file_has_least_norm(const char *path, int redundant) {
  Trial trial;
  trial_read(&trial, path);
  trial_compile(&trial);
  expect_least_norm(&trial, path, redundant);
}

/* ---- mechanisms ---- */

/* Five parallel cranks would be stiff in the plane as well; three leave one in-plane and six other rows repeated. */
static void parallelogram(void **state) {
  (void)state;
  text_has_least_norm(
      "gravity: [0, -9.81, 1]\n"
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [0, 0.5, 0]}\n"
      "  b: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [1, 0.5, 0]}\n"
      "  c: {mass: 2, inertia: [0.01, 0.1, 0.1], at: [2, 0.5, 0]}\n"
      "  beam: {mass: 3, inertia: [0.1, 1, 1], at: [1, 1, 0], velocity: [1, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [ground, b], at: [1, 0, 0], axis: z}\n"
      "  C: {type: revolute, between: [ground, c], at: [2, 0, 0], axis: z}\n"
      "  D: {type: revolute, between: [a, beam], at: [0, 1, 0], axis: z}\n"
      "  E: {type: revolute, between: [b, beam], at: [1, 1, 0], axis: z}\n"
      "  F: {type: revolute, between: [c, beam], at: [2, 1, 0], axis: z}\n"
      "simulate: {end: 0.8}\n",
      "parallelogram", 7);
}

static void door(void **state) {
  (void)state;
  text_has_least_norm(
      "gravity: [0, 0, -9.81]\n"
      "bodies:\n"
      "  door: {mass: 20, inertia: [7, 8, 1.1], at: [0.4, 0.1, 1], omega: [0, 0, 2]}\n"
      "joints:\n"
      "  low: {type: revolute, between: [ground, door], at: [0, 0, 0.3], axis: z}\n"
      "  high: {type: revolute, between: [ground, door], at: [0, 0, 1.7], axis: z}\n"
      "forces:\n"
      "  closer: {type: rotational-spring-damper, between: [ground, door], at: [0, 0, 1], axis: z, stiffness: 5}\n"
      "simulate: {end: 2}\n",
      "door", 5);
}

static void fourbar(void **state) {
  (void)state;
  text_has_least_norm(
      "gravity: [0, -9.81, 2]\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [0.2, 0.5, 0.03]}\n"
      "  coupler: {mass: 2, inertia: [0.01, 0.3, 0.3], at: [1.2, 1.2, 0]}\n"
      "  rocker: {mass: 1, inertia: [0.1, 0.01, 0.1], at: [2, 0.7, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [crank, coupler], at: [0.4, 1, 0.1], axis: z}\n"
      "  C: {type: revolute, between: [coupler, rocker], at: [2.1, 1.4, 0.05], axis: z}\n"
      "  D: {type: revolute, between: [ground, rocker], at: [1.9, 0, -0.1], axis: z}\n"
      "simulate: {end: 1}\n",
      "four-bar", 3);
}

/* Loops on each other's backs, and two of them tied by a gear: rows of several sets, some of which share bodies. */
static void doors_on_doors(void **state) {
  (void)state;
  text_has_least_norm(
      "gravity: [0.3, 0, -9.81]\n"
      "bodies:\n"
      "  cart: {mass: 5, inertia: [1, 1, 1], at: [0, 0, 0.5], velocity: [1, 0, 0]}\n"
      "  door: {mass: 20, inertia: [7, 8, 1.1], at: [0.4, 0.1, 1], velocity: [1, 0, 0]}\n"
      "  flap: {mass: 3, inertia: [0.7, 0.8, 0.1], at: [1.2, 0.3, 1.2], velocity: [1, 0, 0]}\n"
      "  other: {mass: 3, inertia: [0.7, 0.8, 0.1], at: [-1, -0.3, 0.8], velocity: [1, 0, 0]}\n"
      "joints:\n"
      "  rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: x}\n"
      "  low: {type: revolute, between: [cart, door], at: [0, 0, 0.3], axis: z}\n"
      "  low2: {type: revolute, between: [door, flap], at: [0.8, 0.2, 0.4], axis: z}\n"
      "  low3: {type: revolute, between: [cart, other], at: [-0.5, 0, 0.4], axis: z}\n"
      "  high: {type: revolute, between: [cart, door], at: [0, 0, 1.7], axis: z}\n"
      "  high2: {type: cylindrical, between: [door, flap], at: [0.8, 0.2, 1.6], axis: z}\n"
      "  high3: {type: revolute, between: [cart, other], at: [-0.5, 0, 1.1], axis: z}\n"
      "  mesh: {type: gear, joints: [low2, low3], ratio: 2}\n"
      "  mesh2: {type: gear, joints: [low2, low3], ratio: 2}\n"
      "forces:\n"
      "  closer: {type: rotational-spring-damper, between: [cart, door], at: [0, 0, 1], axis: z, stiffness: 5}\n"
      "simulate: {end: 1}\n",
      "doors on doors", 15);
}

static void ladder(void **state) {
  (void)state;
  file_has_least_norm("models/A02_Nfourbar_N2_natural.yaml", 6);
}

static void bricard(void **state) {
  (void)state;
  file_has_least_norm("models/A04_bricard_sec01.yaml", 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parallelogram), cmocka_unit_test(door),           cmocka_unit_test(fourbar),
      cmocka_unit_test(ladder),        cmocka_unit_test(doors_on_doors), cmocka_unit_test(bricard),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
