/* Starts that assembly has to find: their derivatives are those of what it finds. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "sarrus/sarrus.h"

/* A ball written 1 m from the origin, on a rod of 1.2 m: the least motion that closes it is along the rod. */
#define BALL                                                              \
  "bodies: {ball: {mass: 1, inertia: [1, 1, 1], at: [x, 0, -0.8]}}\n"     \
  "joints: {rod: {type: distance, between: [ground, ball], length: l}}\n" \
  "simulate: {end: 0.01, tolerance: 1e-9}\noutput: {every: 0.01, of: [ball.x, ball.z]}\n"

/* Of the first row. */
static void start_of(const char *text, const char *parameter, double *x, double *z) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarTable *table = NULL;
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  char name[2][40];
  assert_int_equal(sar_table_create(context, &table), SAR_OK);
  if (sar_model_parse(context, "text.yaml", text, NULL, 0, &model) != SAR_OK)
    fail_msg("%s", sar_context_get(context, 0)->message);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  options.table = table;
  options.sensitivity = &parameter;
  options.nsensitivity = 1;
  assert_int_equal(sar_run(context, system, &options, &summary), SAR_OK);
  assert_int_equal(sar_context_errors(context), 0);
  snprintf(name[0], sizeof name[0], "d_ball.x/d_%s", parameter);
  snprintf(name[1], sizeof name[1], "d_ball.z/d_%s", parameter);
  int32_t index[2] = {sar_table_find(table, name[0]), sar_table_find(table, name[1])};
  assert_true(index[0] >= 0 && index[1] >= 0);
  *x = sar_table_values(table, index[0])[0];
  *z = sar_table_values(table, index[1])[0];
  sar_table_destroy(&table);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

static void smooth(void **state) {
  (void)state;
  double x, z;
  start_of("parameters: {l: 1.2, x: 0.6}\n" BALL, "l", &x, &z);
  CHECK_NEAR(x, 0.6, 1e-9);
  CHECK_NEAR(z, -0.8, 1e-9);
  start_of("parameters: {l: 1.2, x: 0.6}\n" BALL, "x", &x, &z); /* l d(x/r)/dx, l d(z/r)/dx */
  CHECK_NEAR(x, 1.2 * 0.64, 1e-9);
  CHECK_NEAR(z, 1.2 * 0.48, 1e-9);
}

/* What iterations leave within a tolerance is like a pose that trembles: by 2e-8 m here, which is a few thousandths of
 * what the two sides of the parameter are apart, and a hundred-thousandth of what four starts further apart are. */
static void within_a_tolerance(void **state) {
  (void)state;
  double x, z, a = 0.6, e = 0.6e-5, apart = 2e-8 * (sin(1e9 * (a + e)) - sin(1e9 * (a - e))) / (2 * e);
  assert_true(fabs(apart) > 3e-4); /* what the sides alone would be wrong by */
  start_of("parameters: {a: 0.6, l: 1.2, x: a + 2e-8*sin(1e9*a)}\n" BALL, "a", &x, &z);
  CHECK_NEAR(x, 1.2 * 0.64, 1e-4);
  CHECK_NEAR(z, 1.2 * 0.48, 1e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(smooth), cmocka_unit_test(within_a_tolerance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
