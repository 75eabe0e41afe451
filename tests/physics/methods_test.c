/* label: numbers. Every adaptive method of the registry gets through every kind of mechanism at every tolerance, in
 * both forms of the constraints, and the motions agree with each other as well as the tolerance promises. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "physics/trial.h"

#define END 0.5

typedef struct Case {
  const char *model, *column;
  double size; /* of the column */
} Case;

static const Case cases[] = {
    {"models/pendulum.yaml", "body.z", 1},       {"models/spatial_chain.yaml", "rod2.z", 1},
    {"models/wu_crank_slider.yaml", "rod.x", 1}, {"models/A04_bricard_sec01.yaml", "rod3.x", 1},
    {"models/governor.yaml", "collar.z", 0.1},   {"models/rolling_disk_free.yaml", "disk.x", 1},
    {"models/offset_body.yaml", "body.z", 1},    {"models/chaplygin_sleigh_body.yaml", "sleigh.x", 1},
};

/* The column at the end. */
static double last_value_at(const Case *c, const char *method, double tolerance, double end) {
  Trial trial;
  trial_read(&trial, c->model);
  trial_compile(&trial);
  SarRunOptions options = adaptive_steps(end, tolerance);
  options.method = method;
  trial_go(&trial, options);
  int32_t column = sar_table_find(trial.table, c->column);
  if (column < 0) fail_msg("%s has no column %s", c->model, c->column);
  double value = sar_table_values(trial.table, column)[sar_table_rows(trial.table) - 1];
  trial_close(&trial);
  return value;
}

static double last_value(const Case *c, const char *method, double tolerance) {
  return last_value_at(c, method, tolerance, END);
}

static void check_method(const Case *c, const char *method, int order, double exact) {
  static const double tolerances[] = {1e-3, 1e-5, 1e-7};
  for (int k = 0; k < 3; k++) {
    double error = fabs(last_value(c, method, tolerances[k]) - exact) / c->size;
    double allowed = order == 1 ? 3 * cbrt(tolerances[k]) : 30 * pow(tolerances[k], 2.0 / 3);
    if (!(error <= allowed))
      fail_msg("%s, %s, %g: error %.2e, allowed %.2e", c->model, method, tolerances[k], error, allowed);
  }
}

static void all_methods(bool si2) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double exact = last_value(&cases[i], "radau5", 1e-10);
    for (int32_t m = 0; m < sar_methods_count(); m++) {
      SarMethodFacts facts = sar_methods_get(m);
      char method[64];
      if (!facts.adaptive || (si2 && facts.order_si2[0] == 0)) continue; /* there is no such form, or no other */
      if (strcmp(facts.family, "rosenbrock") == 0 || strcmp(facts.family, "cvode") == 0)
        continue; /* state_space_test.c */
      snprintf(method, sizeof method, "%s%s", facts.name, si2 ? ":formulation=si2" : "");
      check_method(&cases[i], method, facts.order, exact);
    }
  }
}

/* The governor has forces with equations of their own. */
static void midpoint_with_algebraic_variables(void **state) {
  (void)state;
  Trial trial;
  trial_read(&trial, "models/governor.yaml");
  trial_compile(&trial);
  SarRunOptions options = fixed_steps(0.02, 1e-4);
  options.method = "midpoint";
  trial_go(&trial, options);
  const SarRunSummary *s = &trial.summary;
  double z = sar_table_values(trial.table, sar_table_find(trial.table, "collar.z"))[sar_table_rows(trial.table) - 1];
  assert_true(s->iterations < 5 * s->steps); /* quadratic, down to rounding */
  trial_close(&trial);
  const Case governor = {"models/governor.yaml", "collar.z", 0.1};
  double exact = last_value_at(&governor, "radau5", 1e-10, 0.02);
  assert_true(fabs(z - exact) < 1e-8);
}

/* Whatever its dissipation, lms2 finds from its start to steps that suit the tolerance. */
static void lms2_of_any_dissipation(void **state) {
  (void)state;
  static const char *const models[] = {"models/stiff_double_pendulum.yaml", "models/heavy_top.yaml",
                                       "models/governor.yaml"};
  static const char *const methods[] = {"lms2:rho_inf=0", "lms2:rho_inf=0.3", "lms2", "lms2:rho_inf=0.9"};
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 8; k++) {
      Trial trial;
      trial_read(&trial, models[i]);
      trial_compile(&trial);
      SarRunOptions options = adaptive_steps(0.1, k < 4 ? 1e-6 : 1e-9);
      options.method = methods[k % 4];
      trial_go(&trial, options);
      if (trial.summary.rejected > 3) fail_msg("%s, %s: %d", models[i], methods[k % 4], (int)trial.summary.rejected);
      trial_close(&trial);
    }
  }
}

static void index_3(void **state) { (void)state, all_methods(false); }
static void stabilised_index_2(void **state) { (void)state, all_methods(true); }

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(midpoint_with_algebraic_variables),
                                     cmocka_unit_test(lms2_of_any_dissipation), cmocka_unit_test(index_3),
                                     cmocka_unit_test(stabilised_index_2)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
