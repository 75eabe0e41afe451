/* Derivatives that end before the run does: where a parameter that is moved a little leads to where nothing can be
 * evaluated, and where an event only touches. The motion is that of the run without them, to its end. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Ran {
  SarContext *context;
  SarTable *table;
} Ran;

static Ran run(const char *text, const char *method, const char *const *parameters, int32_t count) {
  Ran ran = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  SarRunSummary summary;
  assert_int_equal(sar_table_create(ran.context, &ran.table), SAR_OK);
  assert_int_equal(sar_model_parse(ran.context, "text.yaml", text, NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(ran.context, model, &system), SAR_OK);
  options.table = ran.table;
  options.method = method;
  options.tolerance = 1e-9;
  options.sensitivity = parameters;
  options.nsensitivity = count;
  assert_int_equal(sar_run(ran.context, system, &options, &summary), SAR_OK);
  assert_int_equal(summary.status, SAR_RUN_DONE);
  assert_int_equal(sar_context_errors(ran.context), 0);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return ran;
}

static void finish(Ran *ran) {
  sar_table_destroy(&ran->table);
  sar_context_destroy(&ran->context);
}

static const double *column(const Ran *ran, const char *name) {
  int32_t index = sar_table_find(ran->table, name);
  assert_true(index >= 0);
  return sar_table_values(ran->table, index);
}

static void check_same_motion(const Ran *ran, const Ran *plain, const char *name) {
  const double *a = column(ran, name), *b = column(plain, name);
  int64_t rows = sar_table_rows(plain->table);
  assert_int_equal(sar_table_rows(ran->table), rows);
  for (int64_t i = 0; i < rows; i++) assert_true(a[i] == b[i]);
}

/* The one warning. */
static void check_said(const Ran *ran, const char *message) {
  assert_int_equal(sar_context_count(ran->context), 1);
  const SarDiagnostic *d = sar_context_get(ran->context, 0);
  assert_int_equal(d->severity, SAR_WARNING);
  if (!strstr(d->message, message)) fail_msg("`%s` is not in `%s`", message, d->message);
}

static const char *const methods[] = {"auto", "radau5", "hht", "bdf", "dopri5"};

/* m v' = sqrt(c - t) until t = 1 = c, where with a smaller c there is no root. Before, dv/dc = (1 - sqrt(1 - t))/m; and
 * dv/dm = -v/m all the time. */
static void no_force_beside(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {c: 1, m: 2}\nbodies: {a: {mass: m, inertia: [1, 1, 1]}}\n"
      "forces: {push: {type: force, between: [ground, a], force: [\"sqrt(c - min(time, 1))\", 0, 0]}}\n"
      "simulate: {end: 2}\noutput: {every: 0.125, of: [a.x, a.vx, energy.work]}\n";
  static const char *const parameters[] = {"c", "m"};
  for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
    Ran plain = run(text, methods[k], NULL, 0), ran = run(text, methods[k], parameters, 2);
    check_same_motion(&ran, &plain, "a.x");
    check_said(&ran,
               " s a change of `c` by 1e-05 leads to where the model cannot be evaluated; there are no derivatives by "
               "`c` beyond, their columns are NaN");
    const double *t = column(&ran, "time"), *v = column(&ran, "a.vx"), *by_c = column(&ran, "d_a.vx/d_c");
    const double *by_m = column(&ran, "d_a.vx/d_m");
    for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
      if (t[i] <= 0.75) CHECK_NEAR(by_c[i], (1 - sqrt(1 - t[i])) / 2, 1e-4);
      if (t[i] > 1) assert_true(isnan(by_c[i]) && isnan(column(&ran, "d_energy.work/d_c")[i]));
      CHECK_NEAR(by_m[i], -v[i] / 2, 1e-4);
    }
    finish(&plain);
    finish(&ran);
  }
}

/* An event whose function is zero for a while before it changes its sign: no parameter tells when it happens. */
static void touching_event(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {f: 1, m: 2, T: 1}\nbodies: {a: {mass: m, inertia: [1, 1, 1]}}\n"
      "forces: {push: {type: force, between: [ground, a], force: [f, 0, 0]}}\n"
      "events: {more: {when: \"max(time - T - 0.1, 0) + min(time - T, 0)\", set: {f: 3}}}\n"
      "simulate: {end: 2}\noutput: {every: 0.125, of: [a.x, a.vx]}\n";
  static const char *const parameters[] = {"m", "T"};
  Ran plain = run(text, "radau5", NULL, 0), ran = run(text, "radau5", parameters, 2);
  check_same_motion(&ran, &plain, "a.x");
  check_said(&ran,
             "event `more` only touches zero: whether it happens at all depends on the parameters; there are no "
             "derivatives beyond, their columns are NaN");
  const double *t = column(&ran, "time"), *v = column(&ran, "a.vx"), *by_m = column(&ran, "d_a.vx/d_m");
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
    if (t[i] < 0.9) CHECK_NEAR(by_m[i], -v[i] / 2, 1e-8);
    if (t[i] > 1.15) assert_true(isnan(by_m[i]) && isnan(column(&ran, "d_a.vx/d_T")[i]));
  }
  finish(&plain);
  finish(&ran);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_force_beside), cmocka_unit_test(touching_event)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
