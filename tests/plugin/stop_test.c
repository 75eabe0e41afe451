/* A plugin ends the run that asked it, and no other one of the same model. */
#include <string.h>

#include "plugin/loading.h"
#include "system/columns.h"
#include "system/wrench.h"

/* p.edge has no value beyond 1 and ends the run beyond 2. */
static const char model[] =
    "plugins: {p: {file: good.so, parameters: {gain: 1}}}\n"
    "bodies: {b: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0]}}\n"
    "joints: {j: {type: prismatic, between: [ground, b], at: [0, 0, 0], axis: x}}\n"
    "forces: {s: {%s}}\n";

static void check(const char *force) {
  char text[1024];
  snprintf(text, sizeof text, model, force);
  Loading l = load_text(SAR_PLUGIN_DIR, text);
  assert_non_null(l.model);
  SarSystem *system = NULL;
  SarWorkspace *one = NULL, *other = NULL;
  assert_int_equal(sar_system_compile(l.context, l.model, &system), SAR_OK);
  assert_int_equal(sar_workspace_create(l.context, system, NULL, false, &one), SAR_OK);
  assert_int_equal(sar_workspace_create(l.context, system, NULL, false, &other), SAR_OK);
  const double here[7] = {0.5, 0, 0, 1}, there[7] = {2.5, 0, 0, 1}, zero[64] = {0};
  double wrench[12], rows[64];
  assert_true(sar_sizes_unknowns(&one->problem.n) <= 64);
  SarPoint near = {.q = here, .v = zero, .a = zero, .lambda = zero, .z = zero}, far = near;
  far.q = there;
  far.t = 2.5;
  sar_workspace_place(one, far.q, far.v);
  sar_workspace_prepare_wrenches(one, &far);
  assert_int_equal(sar_workspace_wrench(one, sar_model_find(l.model, "s"), &far, wrench), SAR_OK);
  assert_int_equal(sar_workspace_residual(&other->problem, &near, rows), SAR_OK);
  assert_int_equal(sar_workspace_residual(&one->problem, &near, rows), SAR_FAILED);
  assert_int_equal(sar_workspace_residual(&one->problem, &near, rows), SAR_OK); /* said once */
  assert_int_equal(sar_workspace_residual(&other->problem, &far, rows), SAR_FAILED);
  sar_workspace_destroy(&other);
  sar_workspace_destroy(&one);
  sar_system_destroy(&system);
  end_loading(&l);
}

static void runs_are_independent(void **state) {
  (void)state;
  check("type: spring-damper, between: [ground, b], law: \"p.edge(length)\"");
  check("type: spring-damper, between: [ground, b], law: \"p.edge(dx(b))\"");
  check("type: force, between: [ground, b], force: [\"p.edge(t)\", 0, 0]");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(runs_are_independent)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
