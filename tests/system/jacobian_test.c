/* The iteration matrix of every element class and every measure against differences of the residual (matrix.h). */
#include <stdlib.h>
#include <string.h>

#include "system/matrix.h"
#include "system/texts.h"
#include "system/user/user.h"

/* The matrix of accelerations: what its pattern leaves out is zero in every class and measure. */
static int32_t check_index1(Bench *b) {
  const SarProblem *p = &b->m->problem;
  SarPoint at = case_view(&b->point);
  SarWeights weights = {.a = 1, .xdot = 1, .velocity_x = 1};
  int32_t count = p->pattern.column[b->n], left_out = 0;
  double *values = malloc((size_t)(count + 1) * sizeof *values);
  assert_non_null(values);
  assert_non_null(p->index1);
  assert_int_equal(p->ops->jacobian(p, &at, &weights, values), SAR_OK);
  for (int32_t j = 0; j < b->n; j++) {
    for (int32_t k = p->pattern.column[j]; k < p->pattern.column[j + 1]; k++) {
      if (p->index1[k]) continue;
      left_out++;
      if (values[k] != 0) fail_msg("%s: entry (%d, %d) is left out", b->label.text, (int)p->pattern.row[k], (int)j);
    }
  }
  free(values);
  return left_out;
}

static void matrix_is_the_derivative(void **state) {
  (void)state;
  int32_t left_out = 0;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bench_open(&b, case_build, index);
    bench_compare(&b);
    left_out += check_index1(&b);
    bench_close(&b);
  }
  assert_true(left_out > 1000); /* something is */
  print_message("%d models\n", (int)case_count());
}

/* Every measure in a variable: the derivatives of what it is made of by all that it speaks of. */
static void matrix_of_measures_is_the_derivative(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_measure_count(); index++) {
    Bench b;
    bench_open(&b, case_measure_build, index);
    bench_compare(&b);
    check_index1(&b);
    bench_close(&b);
  }
  print_message("%d measures\n", (int)case_measure_count());
}

/* N = I when no rotation is given. */
static void no_rotation_means_identity(void **state) {
  (void)state;
  Matrix *with = malloc(sizeof *with), *without = malloc(sizeof *without);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bench_open(&b, case_build, index);
    for (int32_t i = 0; i < 9 * b.system->nbodies; i++) b.rotation[i] = i % 9 % 4 == 0;
    bench_matrix(&b, b.m, *with);
    b.weights.rotation = NULL;
    bench_matrix(&b, b.m, *without);
    assert_memory_equal(*with, *without, sizeof *with);
    bench_close(&b);
  }
  free(with);
  free(without);
}

/* A row that is not carried is lambda = 0 and nothing else depends on it; the others stay as they were. */
static void check_dropped(Bench *b, const bool *carried, double (*full)[MOST], double (*part)[MOST]) {
  SarWorkspace *m;
  double r[MOST];
  SarPoint at = case_view(&b->point);
  assert_int_equal(sar_workspace_create(b->context, b->system, carried, false, &m), SAR_OK);
  m->problem.ops->settle(&m->problem, &at); /* the branches of jumps are those of the point in both */
  bench_matrix(b, b->m, full);
  bench_matrix(b, m, part);
  assert_int_equal(sar_workspace_residual(&m->problem, &at, r), SAR_OK);
  for (int32_t i = 0; i < b->n; i++) {
    for (int32_t j = 0; j < b->n; j++) {
      int32_t ri = i - b->first[POSITION], rj = j - b->first[POSITION], np = b->system->nposition;
      bool dropped = (ri >= 0 && ri < np && !carried[ri]) || (rj >= 0 && rj < np && !carried[rj]);
      double expected = dropped ? (i == j) : full[i][j];
      if (part[i][j] != expected) {
        fail_msg("%s: entry (%d, %d) is %g, expected %g", b->label.text, (int)i, (int)j, part[i][j], expected);
      }
    }
  }
  for (int32_t i = 0; i < b->system->nposition; i++) {
    if (!carried[i]) assert_true(r[b->first[POSITION] + i] == b->point.lambda[i]);
  }
  sar_workspace_destroy(&m);
}

static void rows_not_carried_are_identity(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *part = malloc(sizeof *part);
  uint64_t seed = 5;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bool carried[CASE_MOST];
    bench_open(&b, case_build, index);
    for (int32_t i = 0; i < b.system->nposition; i++) carried[i] = i != 0 && random_real(&seed) > -0.2;
    check_dropped(&b, carried, *full, *part);
    bench_close(&b);
  }
  free(full);
  free(part);
}

/* The regularised pattern has the whole diagonal and gives the same values elsewhere. */
static void regularised_has_the_diagonal(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *part = malloc(sizeof *part);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    SarWorkspace *m;
    bench_open(&b, case_build, index);
    assert_int_equal(sar_workspace_create(b.context, b.system, NULL, true, &m), SAR_OK);
    SarPoint at = case_view(&b.point);
    m->problem.ops->settle(&m->problem, &at);
    bench_matrix(&b, b.m, *full);
    bench_matrix(&b, m, *part);
    assert_memory_equal(*full, *part, sizeof *full);
    const SarPattern *p = &m->problem.pattern;
    for (int32_t i = 0; i < m->problem.n.np + m->problem.n.nn; i++) {
      int32_t column = b.first[POSITION] + i, slot = m->constraint_diagonal[i];
      assert_in_range(slot, p->column[column], p->column[column + 1] - 1);
      assert_int_equal(p->row[slot], column);
    }
    sar_workspace_destroy(&m);
    bench_close(&b);
  }
  free(full);
  free(part);
}

/* The same point gives the same bits, whatever was evaluated before. */
static void evaluation_leaves_nothing_behind(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    CasePoint other;
    uint64_t seed = 9;
    double first[MOST], again[MOST];
    bench_open(&b, case_build, index);
    case_point(b.system, &seed, &other);
    SarPoint at = case_view(&b.point), elsewhere = case_view(&other);
    assert_int_equal(sar_workspace_residual(&b.m->problem, &at, first), SAR_OK);
    assert_int_equal(sar_workspace_residual(&b.m->problem, &elsewhere, again), SAR_OK);
    assert_int_equal(sar_workspace_residual(&b.m->problem, &at, again), SAR_OK);
    assert_memory_equal(first, again, (size_t)b.n * sizeof(double));
    bench_close(&b);
  }
}

/* Steps end where a stop is touched and where a controller reaches its limits. */
static void kinks_of_elements_are_noted(void **state) {
  (void)state;
  int32_t tried = 0;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bench_open(&b, case_build, index);
    const SarSystem *s = b.system;
    for (int32_t i = 0; s->user && i < s->user->nalgebraic; i++) {
      const SarUserUnknown *unknown = &s->user->algebraic[i];
      const SarModelElement *element = &b.model->elements[unknown->element];
      bool limited = strcmp(element->class->name, "pid") == 0 && sar_model_value(element, "lower")->given;
      bool stop = element->class->section == SAR_SECTION_JOINTS && strstr(unknown->label, "_stop");
      if (!stop && !limited) continue;
      int32_t found = 0;
      for (int32_t k = 0; k < s->user->nswitches; k++) found += s->user->switches[k].element == unknown->element;
      if (!found) fail_msg("%s: the kinks of %s are not noted", b.label.text, element->name);
      tried++;
    }
    bench_close(&b);
  }
  assert_true(tried > 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrix_is_the_derivative),     cmocka_unit_test(matrix_of_measures_is_the_derivative),
      cmocka_unit_test(no_rotation_means_identity),   cmocka_unit_test(rows_not_carried_are_identity),
      cmocka_unit_test(regularised_has_the_diagonal), cmocka_unit_test(evaluation_leaves_nothing_behind),
      cmocka_unit_test(kinks_of_elements_are_noted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
