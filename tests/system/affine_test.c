/* Which mechanisms say that all rows are linear in accelerations, multipliers and variables (problem.h): they are, at
 * random points, and those whose rows are bent do not say so. */
#include <math.h>
#include <string.h>

#include "check.h"
#include "read/read.h"
#include "system/cases.h"

#define BODIES                                                                         \
  "bodies: {b: {mass: 2, inertia: [1, 2, 2.5], frames: {m: {at: [0.1, 0.2, 0.3]}}}}\n" \
  "joints: {hinge: {type: revolute, between: [ground, b.m]}}\n"                        \
  "forces: {push: {type: force, between: [ground, b.m], force: [0, \"first\", \"second*dx(b.m)\"]}}\n"

static const struct {
  const char *text;
  bool affine;
} cases[] = {
    {BODIES "variables: {first: \"3*second + sin(dx(b.m))\", second: \"vz(b.m)^2 - t\"}\n", true},
    {BODIES "variables: {first: \"3*second\", second: \"dx(b.m)*first + 2\"}\n", true},
    {BODIES "variables: {first: \"second^2\", second: \"dx(b.m)\"}\n", false},
    {BODIES "variables: {first: \"second*third\", second: 2, third: \"t\"}\n", false},
    {BODIES "variables: {first: \"max(second, 0)\", second: \"dx(b.m)\"}\n", false},
    {BODIES "variables: {first: \"second\", second: \"accz(b.m)\"}\n", false},
    {BODIES "variables: {first: \"second\", second: \"fm(hinge)\"}\n", false},
    {BODIES "variables: {first: \"second\", second: \"x\"}\nstates: {x: {rate: \"-x\", start: 1}}\n", false},
};

/* The unknowns of one point, the state of another. */
static void rows_at(const SarWorkspace *m, const CasePoint *state, const CasePoint *unknowns, double *r) {
  SarPoint at = case_view(state), from = case_view(unknowns);
  at.a = from.a, at.lambda = from.lambda, at.mu = from.mu, at.xdot = from.xdot, at.z = from.z;
  assert_int_equal(m->problem.ops->residual(&m->problem, &at, r), SAR_OK);
}

static void middle(const double *a, const double *b, double *out) {
  for (int32_t i = 0; i < CASE_MOST; i++) out[i] = (a[i] + b[i]) / 2;
}

/* The rows in the middle are the mean of the rows at both ends. */
static bool is_straight(const SarSystem *system, const SarWorkspace *m) {
  uint64_t seed = 7;
  CasePoint one, two, between;
  double at_one[CASE_MOST], at_two[CASE_MOST], at_middle[CASE_MOST];
  int32_t n = sar_sizes_unknowns(&m->problem.n);
  bool straight = true;
  for (int trial = 0; trial < 20; trial++) {
    case_point(system, &seed, &one);
    case_point(system, &seed, &two);
    between = one;
    middle(one.a, two.a, between.a);
    middle(one.lambda, two.lambda, between.lambda);
    middle(one.mu, two.mu, between.mu);
    middle(one.xdot, two.xdot, between.xdot);
    middle(one.z, two.z, between.z);
    rows_at(m, &one, &one, at_one);
    rows_at(m, &one, &two, at_two);
    rows_at(m, &one, &between, at_middle);
    for (int32_t i = 0; i < n; i++) {
      double mean = (at_one[i] + at_two[i]) / 2, size = 1 + fabs(at_one[i]) + fabs(at_two[i]);
      straight = straight && fabs(at_middle[i] - mean) <= 1e-13 * size;
    }
  }
  return straight;
}

static void only_straight_rows_are_affine(void **state) {
  (void)state;
  for (size_t k = 0; k < SAR_COUNT(cases); k++) {
    SarContext *context = sar_context_create();
    SarModel *model = NULL;
    SarSystem *system = NULL;
    SarWorkspace *m = NULL;
    const char *text = cases[k].text;
    SarStatus status = sar_model_read_text(context, "affine.yaml", text, strlen(text), &(SarReadOptions){0}, &model);
    if (status == SAR_OK) status = sar_system_compile(context, model, &system);
    if (status == SAR_OK) status = sar_workspace_create(context, system, NULL, false, &m);
    if (status != SAR_OK) fail_msg("case %d: %s", (int)k, sar_context_get(context, 0)->message);
    if (m->problem.affine != cases[k].affine) fail_msg("case %d: affine is %d", (int)k, m->problem.affine);
    if (m->problem.affine && !is_straight(system, m)) fail_msg("case %d: the rows are bent", (int)k);
    sar_workspace_destroy(&m);
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(only_straight_rows_are_affine)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
