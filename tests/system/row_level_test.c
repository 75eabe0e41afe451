/* label: numbers. The constraint rows of the iteration matrix at the levels of velocities and accelerations, and the
 * derivatives by time of everything, for every element class: against differences of what the mechanism says of these
 * levels. The functions themselves are derivatives of one another by levels_test.c. */
#include <stdlib.h>
#include <string.h>

#include "system/matrix.h"

static const SarRowLevel levels[] = {SAR_ROWS_VELOCITY, SAR_ROWS_ACCELERATION};

/* All blocks of the matrix near the written pose. */
static void matrix_of_levels_is_the_derivative(void **state) {
  (void)state;
  int32_t constraints = 0;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bench_open(&b, case_build, index);
    for (int k = 0; k < 2; k++) {
      b.weights.rows = levels[k];
      bench_compare(&b);
    }
    constraints += b.m->problem.n.np + b.m->problem.n.nn;
    bench_close(&b);
  }
  print_message("%d models, %d constraints\n", (int)case_count(), (int)constraints);
}

/* Beams refuse to be bent by half a turn within an element. */
static bool is_bent_too_far(const Bench *b) {
  double r[MOST];
  SarPoint at = case_view(&b->point);
  return sar_system_has_parts(b->system) && b->m->problem.ops->residual(&b->m->problem, &at, r) == SAR_RETRY;
}

/* Far from it and fast, each row by itself. */
static void rows_of_fast_bodies_are_the_derivative(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    uint64_t seed = 45 + case_seed(index); /* none of these poses is on the cut of a rotation vector */
    bench_open(&b, case_build, index);
    for (int k = 0; k < 4; k++) {
      bench_spin(&b, &seed);
      b.weights.rows = levels[k % 2];
      if (!is_bent_too_far(&b)) bench_compare_constraints(&b, 1e-6);
    }
    bench_close(&b);
  }
}

/* Only constraint rows depend on the level. */
static void other_rows_have_no_level(void **state) {
  (void)state;
  Matrix *own = malloc(sizeof *own), *other = malloc(sizeof *other);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bench_open(&b, case_build, index);
    bench_matrix(&b, b.m, *own);
    for (int k = 0; k < 2; k++) {
      b.weights.rows = levels[k];
      bench_matrix(&b, b.m, *other);
      for (int32_t i = 0; i < b.n; i++) {
        bool constraint = i >= b.first[POSITION] && i < b.first[STATES];
        if (!constraint) assert_memory_equal((*own)[i], (*other)[i], sizeof(*own)[i]);
      }
    }
    bench_close(&b);
  }
  free(own);
  free(other);
}

/* ---- by time ---- */

static void rows_later(void *self, double s, double *rows) {
  const Bench *b = self;
  SarPoint at = case_view(&b->point);
  at.t += s;
  bench_rows(b, &at, rows);
}

static void compare(const Bench *b, const char *what, const double *exact, const double *measured, int32_t count) {
  double largest = 1;
  for (int32_t i = 0; i < count; i++) largest = fmax(largest, fabs(measured[i]));
  for (int32_t i = 0; i < count; i++) {
    if (fabs(exact[i] - measured[i]) <= 1e-7 * largest) continue;
    fail_msg("%s: %s by time, row %d: %.12g, by differences %.12g", b->label.text, what, (int)i, exact[i], measured[i]);
  }
}

/* How many numbers are not zero. */
static int32_t nonzero(const double *x, int32_t count) {
  int32_t found = 0;
  for (int32_t i = 0; i < count; i++) found += x[i] != 0;
  return found;
}

static void derivatives_by_time(void **state) {
  (void)state;
  int32_t forces = 0, rates = 0, accelerations = 0;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    double rows[MOST], rate[MOST], acceleration[MOST], measured[MOST];
    bench_open(&b, case_build, index);
    const SarSizes *n = &b.m->problem.n;
    SarPoint at = case_view(&b.point);
    for (int32_t i = 0; i < MOST; i++) rows[i] = rate[i] = acceleration[i] = 1e30; /* whatever was there */
    assert_int_equal(b.m->problem.ops->by_time(&b.m->problem, &at, rows, rate, acceleration), SAR_OK);
    case_derivative(rows_later, &b, b.n, measured);
    compare(&b, "residual", rows, measured, b.n);
    b.weights.rows = SAR_ROWS_VELOCITY;
    case_derivative(rows_later, &b, b.n, measured);
    compare(&b, "rates", rate, measured + b.first[POSITION], n->np);
    b.weights.rows = SAR_ROWS_ACCELERATION;
    case_derivative(rows_later, &b, b.n, measured);
    compare(&b, "accelerations", acceleration, measured + b.first[POSITION], n->np + n->nn);
    forces += nonzero(rows, n->nv), rates += nonzero(rate, n->np);
    accelerations += nonzero(acceleration, n->np + n->nn);
    bench_close(&b);
  }
  print_message("%d forces, %d rates, %d accelerations\n", (int)forces, (int)rates, (int)accelerations);
  assert_true(forces > 40 && rates > 5 && accelerations > 20);
}

/* Rows that are not carried are lambda = 0 at every level, at any time. */
static void rows_not_carried_stay_out(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *part = malloc(sizeof *part);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bool carried[CASE_MOST];
    SarWorkspace *m;
    double rows[MOST], rates[MOST], accelerations[MOST];
    bench_open(&b, case_build, index);
    SarPoint at = case_view(&b.point);
    int32_t np = b.system->nposition, first = b.first[POSITION];
    for (int32_t i = 0; i < np; i++) carried[i] = i % 2 == 1;
    assert_int_equal(sar_workspace_create(b.context, b.system, carried, false, &m), SAR_OK);
    m->problem.ops->settle(&m->problem, &at);
    for (int k = 0; k < 2; k++) {
      b.weights.rows = levels[k];
      bench_matrix(&b, b.m, *full);
      bench_matrix(&b, m, *part);
      for (int32_t i = 0; i < b.n * b.n; i++) {
        int32_t row = i / b.n, column = i % b.n, r = row - first, c = column - first;
        bool dropped = (r >= 0 && r < np && !carried[r]) || (c >= 0 && c < np && !carried[c]);
        assert_true((*part)[row][column] == (dropped ? (row == column) : (*full)[row][column]));
      }
    }
    assert_int_equal(m->problem.ops->by_time(&m->problem, &at, rows, rates, accelerations), SAR_OK);
    for (int32_t i = 0; i < np; i++) {
      if (!carried[i]) assert_true(rows[first + i] == 0 && rates[i] == 0 && accelerations[i] == 0);
    }
    sar_workspace_destroy(&m);
    bench_close(&b);
  }
  free(full);
  free(part);
}

/* The third derivative of t^2.5 has no value at 0, the others vanish; at 0.25 it is 15/8 / sqrt(0.25). */
static void a_derivative_that_does_not_exist_is_zero(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  SarElementId body, motion;
  const double inertia[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  double rows[7], rates[1], accelerations[1], zero[6] = {0}, lambda[1] = {2};
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  assert_int_equal(sar_model_add(model, "bodies", NULL, "b", &body), SAR_OK);
  assert_int_equal(sar_model_set_real(model, body, "mass", 1), SAR_OK);
  assert_int_equal(sar_model_set_inertia(model, body, "inertia", inertia), SAR_OK);
  assert_int_equal(sar_model_add(model, "motions", NULL, "m", &motion), SAR_OK);
  assert_int_equal(sar_model_set_function(model, motion, "translation", "t^2.5"), SAR_OK);
  assert_int_equal(sar_model_set_side(model, motion, "frame", "b"), SAR_OK);
  assert_int_equal(sar_model_set_vector(model, motion, "along", 1, 0, 0), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  assert_int_equal(sar_workspace_create(context, system, NULL, false, &m), SAR_OK);
  SarPoint at = {.t = 0, .q = system->q0, .v = zero, .a = zero, .lambda = lambda};
  assert_int_equal(sar_workspace_by_time(&m->problem, &at, rows, rates, accelerations), SAR_OK);
  CHECK_NEAR(rows[6], 0, 0);
  CHECK_NEAR(rates[0], 0, 0);
  CHECK_NEAR(accelerations[0], 0, 0);
  at.t = 0.25;
  assert_int_equal(sar_workspace_by_time(&m->problem, &at, rows, rates, accelerations), SAR_OK);
  CHECK_NEAR(rows[6], -2.5 * 0.125, 1e-14);
  CHECK_NEAR(rates[0], -3.75 * 0.5, 1e-14);
  CHECK_NEAR(accelerations[0], -1.875 / 0.5, 1e-14);
  sar_workspace_destroy(&m);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrix_of_levels_is_the_derivative), cmocka_unit_test(rows_of_fast_bodies_are_the_derivative),
      cmocka_unit_test(other_rows_have_no_level),           cmocka_unit_test(derivatives_by_time),
      cmocka_unit_test(rows_not_carried_stay_out),          cmocka_unit_test(a_derivative_that_does_not_exist_is_zero),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
