/* label: numbers. A free modal body of nine modes tumbles for ten seconds: its energy and its momentum stay, whatever
 * terms of its inertia are left out, and through interfaces that nothing holds. (The equations alone, without
 * interfaces and methods: tests/element/flexible/modal_tumbling_test.c.) */
#include <stdio.h>
#include <string.h>

#include "physics/trial.h"
#include "read/read.h"

static void check_run(const char *method, double tolerance, const char *terms) {
  Trial trial = {.context = sar_context_create()};
  char text[512];
  snprintf(text, sizeof text,
           "bodies:\n"
           "  body: {type: modal, file: tumbler.h5, velocity: [0.3, -0.1, 0.2], omega: [0.3, -0.5, 0.4],\n"
           "         amplitudes: [0.01, -0.02, 0.015], terms: %s}\noutput: {every: 0.5}\n",
           terms);
  expect_ok(trial.context,
            sar_model_read_text(trial.context, SAR_TEST_DIR "/data/modal/tumbler.yaml", text, strlen(text),
                                &(SarReadOptions){0}, &trial.model),
            "read");
  trial_compile(&trial);
  expect_ok(trial.context, sar_table_create(trial.context, &trial.table), "table");
  SarRunOptions options = adaptive_steps(10, tolerance);
  options.method = method;
  trial_go(&trial, options);
  CHECK_NEAR(trial.summary.energy_balance_max, 0, 1e-9);
  CHECK_NEAR(trial.summary.momentum_balance_max, 0, 1e-9);
  assert_true(trial.summary.steps > 100);
  trial_close(&trial);
}

static void energy_and_momentum_stay(void **state) {
  (void)state;
  check_run("radau5", 1e-11, "all");
  check_run("dopri5", 1e-12, "all");
}

static void terms_leave_both(void **state) {
  (void)state;
  check_run("radau5", 1e-11, "first_order");
  check_run("radau5", 1e-11, "constant");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(energy_and_momentum_stay),
      cmocka_unit_test(terms_leave_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
