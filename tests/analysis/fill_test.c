/* Factors of models whose entries off the diagonal are good pivots: they grow as the model does. */
#include <stdlib.h>

#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"

/* A cable between two supports with dampers in its joints: inertias are small beside the arms in the rows of joints. */
static const char cable[] =
    "gravity: [0, 0, -9.81]\n"
    "parameters: {N: %d, l: 0.05, m: 0.02, half: 0.927}\n"
    "ground: {frames: {right: {at: [N*l*cos(half), 0, 0]}}}\n"
    "bodies:\n"
    "  \"link{i}\":\n"
    "    for: {i: 0..N-1, d: [\"if(i < N/2, 1, -1)\"]}\n"
    "    mass: m\n"
    "    inertia: [1e-6, m*l^2/12, m*l^2/12]\n"
    "    at: [(i + 0.5)*l*cos(half), 0, \"-l*sin(half)*if(i < N/2, i + 0.5, N - i - 0.5)\"]\n"
    "    turn: {axis: y, angle: half*d}\n"
    "    frames: {a: {at: [-l/2, 0, 0]}, b: {at: [l/2, 0, 0]}}\n"
    "joints:\n"
    "  first: {type: spherical, between: [ground, link0.a]}\n"
    "  \"ball{i}\": {for: {i: 0..N-2}, type: spherical, between: [\"link{i}.b\", \"link{i+1}.a\"]}\n"
    "  last: {type: spherical, between: [\"link{N-1}.b\", ground.right]}\n"
    "forces:\n"
    "  \"damp{i}\": {for: {i: 0..N-2}, type: bushing, between: [\"link{i}.b\", \"link{i+1}.a\"], "
    "torsional_damping: [2e-3, 2e-3, 2e-3]}\n"
    "simulate: {end: 1}\n";

typedef struct Fill {
  double entries, step, accelerations; /* of the matrix; of the factors of a step, and of those for accelerations */
} Fill;

static double fill_of(SarContext *context, const SarProblem *p, const bool *kept, const double *values) {
  SarLinear *linear = NULL;
  assert_int_equal(sar_linear_create_of_part(context, "klu", &p->pattern, kept, NULL, &linear), SAR_OK);
  assert_int_equal(sar_linear_factor(linear, values), SAR_OK);
  double fill = (double)sar_linear_stats(linear).fill;
  sar_linear_destroy(&linear);
  return fill;
}

static Fill fill_of_cable(int n) {
  char text[sizeof cable + 8];
  snprintf(text, sizeof text, cable, n);
  Fixture f = fixture_of(text);
  SarStart *start = NULL;
  assert_int_equal(sar_start_create(f.context, f.system, &start), SAR_OK);
  const SarProblem *p = &start->m->problem;
  SarPoint at = sar_start_point(start);
  Fill fill = {.entries = p->pattern.column[p->pattern.ncolumns]};
  double *values = malloc((size_t)fill.entries * sizeof *values), h = 1e-6;
  assert_non_null(values);
  assert_int_equal(p->ops->jacobian(p, &at, &(SarWeights){.a = 1, .v = h, .q = h * h}, values), SAR_OK);
  fill.step = fill_of(f.context, p, NULL, values);
  assert_int_equal(p->ops->jacobian(p, &at, &(SarWeights){.a = 1, .xdot = 1}, values), SAR_OK);
  fill.accelerations = fill_of(f.context, p, p->index1, values);
  print_message("%d links: %g entries, factors %g and %g\n", n, fill.entries, fill.step, fill.accelerations);
  free(values);
  sar_start_destroy(&start);
  fixture_free(&f);
  return fill;
}

static void factors_grow_with_the_model(void **state) {
  (void)state;
  Fill small = fill_of_cable(40), large = fill_of_cable(120);
  assert_true(large.step < 3.3 * small.step);
  assert_true(large.accelerations < 3.3 * small.accelerations);
  assert_true(large.accelerations < large.entries); /* less than half of them are entries of this matrix */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(factors_grow_with_the_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
