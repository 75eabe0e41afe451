/* What corrections with matrices of earlier steps leave: neither the order of the parameters nor fast modes may show in
 * the derivatives; and angles of sides that have gone far are in turns of their own. */
#include <math.h>
#include <stdio.h>

#include "check.h"
#include "sarrus/sarrus.h"

typedef struct Ran {
  SarContext *context;
  SarTable *table;
} Ran;

static Ran run(SarModel *model, SarContext *context, const char *const *parameters, int32_t count) {
  Ran ran = {.context = context};
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(context, &ran.table), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  options.table = ran.table;
  options.sensitivity = parameters;
  options.nsensitivity = count;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return ran;
}

static Ran run_file(const char *name, const char *const *parameters, int32_t count) {
  char path[512];
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  snprintf(path, sizeof path, "%s/models/%s.yaml", SAR_TEST_DIR, name);
  assert_int_equal(sar_model_read(context, path, NULL, 0, &model), SAR_OK);
  return run(model, context, parameters, count);
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

/* By K nothing moves: at what rate its corrections shrink tells nothing of those of w. x = cos(w t), which K holds. */
static void each_parameter_has_its_own_rate(void **state) {
  (void)state;
  const char *const one[] = {"K", "w"}, *const other[] = {"w", "K"};
  const double w = 20;
  Ran a = run_file("stiff_state_ruling", one, 2), b = run_file("stiff_state_ruling", other, 2);
  const double *t = column(&a, "time"), *rate = column(&a, "d_x.rate/d_w"), *again = column(&b, "d_x.rate/d_w");
  double sum = 0;
  int64_t rows = sar_table_rows(a.table);
  for (int64_t i = 0; i < rows; i++) {
    sum += pow(rate[i] + sin(w * t[i]) + w * t[i] * cos(w * t[i]), 2);
    CHECK_NEAR(again[i], rate[i], 1e-2);
  }
  assert_true(sqrt(sum / (double)rows) <= 6); /* of 60; at a rate of 1e6/s one in 1e7 of x is as much */
  finish(&a);
  finish(&b);
}

/* An arm that swings out: its accelerations by the time that its motion takes are those of its first modes, some
 * hundred m/s^3. The matrices of modal bodies are not exact; at what rate corrections shrink with a new one is not
 * believed of an old one: they came to 60 000. */
static void fast_modes_stay_at_rest(void **state) {
  (void)state;
  const char *const parameters[] = {"duration"};
  Ran ran = run_file("modal/slewing_arm", parameters, 1);
  const double *t = column(&ran, "time"), *a = column(&ran, "d_arm.tip.ax/d_duration");
  double sum = 0;
  int64_t count = 0;
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) {
    if (t[i] <= 0.5) continue;
    sum += a[i] * a[i];
    count++;
  }
  assert_in_range(sqrt(sum / (double)count), 250, 400);
  finish(&ran);
}

/* The sides are six radians away from the run in the end, which is near for a model that is 100 m wide. */
static void angles_of_sides_are_their_own(void **state) {
  (void)state;
  static const char text[] =
      "gravity: [0, 0, 0]\nparameters: {w: 10000, x0: 100}\nbodies:\n"
      "  rotor: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [x0, 0, 0], omega: [0, 0, w]}\n"
      "  slider: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [x0, 1, 0], velocity: [0.1, 0, 0]}\n"
      "joints:\n"
      "  pin: {type: revolute, between: [ground, rotor], at: [x0, 0, 0], axis: z}\n"
      "  rail: {type: prismatic, between: [ground, slider], at: [x0, 1, 0], axis: x}\n"
      "output: {every: 1}\nsimulate: {end: 60, tolerance: 1e-6}\n";
  const char *const parameters[] = {"w"};
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  assert_int_equal(sar_model_parse(context, "text.yaml", text, NULL, 0, &model), SAR_OK);
  Ran ran = run(model, context, parameters, 1);
  const double *t = column(&ran, "time"), *angle = column(&ran, "d_pin.angle/d_w");
  for (int64_t i = 0; i < sar_table_rows(ran.table); i++) CHECK_NEAR(angle[i], t[i], 1e-6);
  finish(&ran);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_parameter_has_its_own_rate),
                                     cmocka_unit_test(fast_modes_stay_at_rest),
                                     cmocka_unit_test(angles_of_sides_are_their_own)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
