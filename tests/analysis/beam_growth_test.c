/* What grows with the elements of a beam, counted, not timed: evaluations of their forces and of their matrices in a
 * run of fixed steps, and the entries and operations of the factors. Three times as many cost three times as much, and
 * a little: the number of iterations is not quite the same. */
#include <stdio.h>

#include "analysis/support.h"
#include "check.h"
#include "element/flexible/beam.h"
#include "system/compiled.h"

enum { FEW = 30, MANY = 3 * FEW, STEPS = 20 };
#define LINEAR 3.3 /* times; a square would be nine */

static int64_t forces, matrices;

static SarStatus counted_forces(const void *part, const SarPartPoint *at, double *rows) {
  forces++;
  return sar_part_beam.residual(part, at, rows);
}

static SarStatus counted_matrix(const void *part, const SarPartPoint *at, SarPartMatrix *out) {
  matrices++;
  return sar_part_beam.matrix(part, at, out);
}

typedef struct Cost {
  double forces, matrices, residuals, jacobians, fill, operations;
} Cost;

/* A beam clamped at one end falls for some steps. */
static Cost cost_of(int elements, const char *linear) {
  char text[1024], method[32];
  snprintf(text, sizeof text,
           "gravity: [0, 0, -9.81]\n"
           "sections:\n  s: {stiffness: [1e6, 4e5, 4e5, 80, 100, 100], mass: 1, inertia: [2e-4, 1e-4, 1e-4]}\n"
           "beams:\n  b: {section: s, points: [[0, 0, 0], [1, 0, 0]], elements: %d, order: 2, axis2: y}\n"
           "joints:\n  wall: {type: fixed, between: [ground, b.start]}\n"
           "output: {every: 1, of: [b.end]}\nsimulate: {end: %g}\n",
           elements, 1e-3 * STEPS);
  snprintf(method, sizeof method, "hht:linear=%s", linear);
  Fixture f = fixture_of(text);
  SarRunSummary summary;
  SarRunOptions options = sar_run_options_default();
  SarPartClass counting = sar_part_beam;
  counting.residual = counted_forces;
  counting.matrix = counted_matrix;
  assert_int_equal(f.system->nparts, elements);
  for (int32_t k = 0; k < f.system->nparts; k++) f.system->parts[k].class = &counting;
  options.method = method;
  options.step = 1e-3;
  forces = matrices = 0;
  assert_int_equal(sar_run(f.context, f.system, &options, &summary), SAR_OK);
  assert_int_equal(summary.steps, STEPS);
  Cost cost = {(double)forces,
               (double)matrices,
               (double)summary.residuals,
               (double)summary.jacobians,
               (double)summary.matrix_fill,
               summary.matrix_operations};
  print_message("%d elements, %s: %g forces, %g matrices, %g residuals, %g jacobians, %g entries, %g operations\n",
                elements, linear, cost.forces, cost.matrices, cost.residuals, cost.jacobians, cost.fill,
                cost.operations);
  fixture_free(&f);
  return cost;
}

static void check_linear(const char *what, double few, double many) {
  assert_true(few > 0);
  if (!(many < LINEAR * few)) fail_msg("%s: %g and %g", what, few, many);
}

static void elements_cost_what_they_cost(void **state) {
  (void)state;
  static const char *const solvers[] = {"klu", "block"};
  for (int k = 0; k < 2; k++) {
    Cost few = cost_of(FEW, solvers[k]), many = cost_of(MANY, solvers[k]);
    check_linear("forces per residual", few.forces / few.residuals, many.forces / many.residuals);
    check_linear("matrices per matrix", few.matrices / few.jacobians, many.matrices / many.jacobians);
    check_linear("entries of the factors", few.fill, many.fill);
    check_linear("operations of a factorisation", few.operations, many.operations);
    assert_true(many.residuals <= 1.5 * few.residuals);
  }
}

/* Each iteration evaluates every element once, and little else does: the start, the audit of each step, rows. */
static void elements_are_evaluated_once_per_iteration(void **state) {
  (void)state;
  Cost cost = cost_of(MANY, "klu");
  assert_true(cost.forces >= MANY * cost.residuals);
  assert_true(cost.forces <= MANY * (cost.residuals + 2 * STEPS + 20));
  assert_true(cost.matrices >= MANY * cost.jacobians);
  assert_true(cost.matrices <= MANY * (cost.jacobians + 10));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(elements_cost_what_they_cost),
                                     cmocka_unit_test(elements_are_evaluated_once_per_iteration)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
