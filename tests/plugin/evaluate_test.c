/* Functions of plugins as expressions see them: units, failures, derivatives of the example. */
#include <float.h>
#include <string.h>

#include "plugin/loading.h"

static SarPluginCall *call_of(const Loading *l, const char *name, int32_t *output) {
  SarPluginCall *call;
  assert_int_equal(sar_plugin_find(l->model->plugins[0], name, &call, output), SAR_OK);
  return call;
}

static void names_are_found(void **state) {
  (void)state;
  Loading l = load_text(SAR_PLUGIN_DIR, "plugins: {p: {file: good.so, parameters: {gain: 1}}}");
  SarPluginCall *call;
  int32_t output;
  assert_string_equal(call_of(&l, "stretch", &output)->external.name, "p.stretch");
  assert_int_equal(output, 0);
  assert_string_equal(call_of(&l, "pair.quotient", &output)->external.name, "p.pair");
  assert_int_equal(output, 1);
  SarPluginInstance *p = l.model->plugins[0];
  assert_int_equal(sar_plugin_find(p, "pair", &call, &output), SAR_INPUT); /* which of the two? */
  assert_non_null(call);
  assert_int_equal(sar_plugin_find(p, "pair.sum", &call, &output), SAR_INPUT);
  assert_int_equal(sar_plugin_find(p, "pai.product", &call, &output), SAR_INPUT);
  assert_null(call);
  assert_int_equal(sar_plugin_find(p, "", &call, &output), SAR_INPUT);
  end_loading(&l);
}

/* mm, ms: a length of 3 m is 3000, a velocity of 2 m/s is 2, their product 6 m^2/s is 6000 mm^2/ms, 1.5 s is 1500. */
static void units_are_those_of_the_file(void **state) {
  (void)state;
  Loading l =
      load_text(SAR_PLUGIN_DIR, "units: {length: mm, time: ms}\nplugins: {p: {file: good.so, parameters: {gain: 1}}}");
  int32_t output;
  SarExternal *e = &call_of(&l, "pair.product", &output)->external;
  double y[2], jacobian[4], u[2] = {3000, 2};
  assert_int_equal(e->evaluate(e->self, u, y, jacobian), 0);
  CHECK_NEAR(y[0], 6000, 1e-9);
  CHECK_NEAR(y[1], 1500, 1e-9);
  CHECK_NEAR(jacobian[0], 2, 1e-12);
  CHECK_NEAR(jacobian[1], 3000, 1e-9);
  CHECK_NEAR(jacobian[2], 0.5, 1e-12);
  CHECK_NEAR(jacobian[3], -750, 1e-9);
  assert_int_equal(e->evaluate(e->self, u, y, NULL), 0);
  CHECK_NEAR(y[1], 1500, 1e-9);
  end_loading(&l);
}

/* Angles in expressions are radians, also in files with degrees. */
static void angles_stay_radians(void **state) {
  (void)state;
  Loading l =
      load_text(SAR_PLUGIN_DIR,
                "units: {angle: deg}\nplugins: {p: {file: libtyre.so, parameters: {radius: 0.3, stiffness: 2e5, "
                "slip_stiffness: 6e4}}}");
  assert_non_null(l.model);
  CHECK_NEAR(l.model->plugins[0]->calls[0].input_factor[4], 1, 0); /* omega, rad/s */
  end_loading(&l);
}

static void failures_give_nan(void **state) {
  (void)state;
  Loading l = load_text(SAR_PLUGIN_DIR, "plugins: {p: {file: good.so, parameters: {gain: 1}}}");
  int32_t output;
  SarExternal *e = &call_of(&l, "edge", &output)->external;
  double y, jacobian;
  assert_int_equal(e->evaluate(e->self, (double[]){0.5}, &y, &jacobian), 0);
  CHECK_NEAR(y, 0.5, 0);
  assert_int_equal(e->evaluate(e->self, (double[]){1.5}, &y, &jacobian), 1);
  assert_true(isnan(y) && isnan(jacobian));
  assert_int_equal(e->evaluate(e->self, (double[]){2.5}, &y, NULL), -7);
  assert_true(isnan(y));
  assert_int_equal(sar_plugin_report_stop(l.context, e, -7), SAR_FAILED);
  char buffer[512];
  assert_non_null(strstr(message_of(&l, 0, buffer, sizeof buffer),
                         "1:21: the plugin's function `p.edge` ends the run: it answers -7"));
  end_loading(&l);
}

/* The example: its derivatives against differences, in every regime, and what is known of the forces. */
static void the_tyre(void **state) {
  (void)state;
  Loading l = load_text(SAR_PLUGIN_DIR,
                        "plugins: {tyre: {file: libtyre.so, parameters: {radius: 0.3, stiffness: 2e5, damping: 0.2, "
                        "friction: 0.9, slip_stiffness: 6e4}}}");
  assert_non_null(l.model);
  assert_int_equal(sar_context_count(l.context), 0);
  int32_t output;
  SarExternal *e = &call_of(&l, "contact.fy", &output)->external;
  static const double points[][5] = {
      {0.02, 0.1, 20, 0.5, 66},  /* small slip */
      {0.02, 0.1, 20, 0.5, 10},  /* sliding */
      {0.01, -0.3, -3, 4, -20},  /* backwards, across */
      {0.02, 0, 0.02, 0.01, 0},  /* almost at rest */
      {-0.01, 0.1, 20, 0.5, 66}, /* in the air */
      {0.02, 0.1, 20, 0, 20.00025 / 0.3},
  };
  for (size_t k = 0; k < sizeof points / sizeof *points; k++) {
    double u[5], y[3], jacobian[15], above[3], below[3];
    memcpy(u, points[k], sizeof u);
    assert_int_equal(e->evaluate(e->self, u, y, jacobian), 0);
    double friction = hypot(y[0], y[1]) - 0.9 * y[2];
    assert_true(friction <= 1e-9 * y[2]);
    assert_true(y[0] * (0.3 * u[4] - u[2]) - y[1] * u[3] >= 0); /* it works against the slip */
    for (int j = 0; j < 5; j++) {
      double h = 1e-5 * fmax(fabs(points[k][j]), 0.01);
      u[j] = points[k][j] + h;
      e->evaluate(e->self, u, above, NULL);
      u[j] = points[k][j] - h;
      e->evaluate(e->self, u, below, NULL);
      u[j] = points[k][j];
      for (int i = 0; i < 3; i++) {
        double largest = fmax(fabs(jacobian[j]), fmax(fabs(jacobian[5 + j]), fabs(jacobian[10 + j])));
        CHECK_NEAR(jacobian[5 * i + j], (above[i] - below[i]) / (2 * h), 1e-7 * largest + 1e-9 * y[2]);
      }
    }
  }
  end_loading(&l);
}

/* Fiala's formula by hand: fz = 4000, mu fz = 3600, s = 0.03, x = 6e4*0.03/10800 = 1/6, F = 3600 (1 - (5/6)^3). */
static void the_tyre_by_hand(void **state) {
  (void)state;
  Loading l = load_text(SAR_PLUGIN_DIR,
                        "plugins: {tyre: {file: libtyre.so, parameters: {radius: 0.3, stiffness: 2e5, friction: 0.9, "
                        "slip_stiffness: 6e4, low_speed: 1e-9}}}");
  int32_t output;
  SarExternal *e = &call_of(&l, "contact.fy", &output)->external;
  double y[3];
  assert_int_equal(e->evaluate(e->self, (double[]){0.02, 0.4, 20, -0.6, 20 / 0.3}, y, NULL), 0);
  CHECK_NEAR(y[0], 0, 1e-9);
  CHECK_NEAR(y[1], 3600 * (1 - 125.0 / 216), 1e-9);
  CHECK_NEAR(y[2], 4000, 1e-9);
  assert_int_equal(e->evaluate(e->self, (double[]){0.02, 0.4, 20, 0, 0}, y, NULL), 0);
  CHECK_NEAR(y[0], -3600, 1e-9);
  end_loading(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_are_found),
      cmocka_unit_test(units_are_those_of_the_file),
      cmocka_unit_test(angles_stay_radians),
      cmocka_unit_test(failures_give_nan),
      cmocka_unit_test(the_tyre),
      cmocka_unit_test(the_tyre_by_hand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
