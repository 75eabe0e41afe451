/* Kinks that follow each other so closely that no step fits between them: of the woodpecker, whose sleeve touches the
 * pole in several places at once. A step that ended on every one of them would be so short that on constraints it is
 * nothing but rounding, divided by its square. */
#include "physics/trial.h"

static void steps_stay_reasonable(void **state) {
  (void)state;
  const double tolerances[] = {1.3e-6, 1e-6};
  for (int i = 0; i < 2; i++) {
    Trial trial;
    trial_read(&trial, "../examples/woodpecker/model.yaml");
    trial_compile(&trial);
    trial_go(&trial, adaptive_steps(0.2, tolerances[i]));
    assert_true(trial.summary.smallest_step > 1e-9);
    assert_true(trial.summary.energy_balance_max < 1e-2);
    trial_close(&trial);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_stay_reasonable)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
