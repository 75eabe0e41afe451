/* Kinks that follow each other so closely that no step fits between them: of the woodpecker, whose sleeve touches the
 * pole in several places at once. A step that ended on every one of them would be so short that on constraints it is
 * nothing but rounding, divided by its square. */
#include "physics/support.h"
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

/* Two kinks that rounding alone, or little more, keeps apart cost what one costs: no short step between them that would
 * shake the velocities on the constraints. */
static void two_at_once_are_one(void **state) {
  (void)state;
  const char *const apart[] = {"apart=1e-12", "apart=1e-10", "apart=1e-8"};
  Run one = physics_run(&(Setup){.model = "two_kinks", .tolerance = 1e-6});
  for (int i = 0; i < 3; i++) {
    Run two = physics_run(&(Setup){.model = "two_kinks", .set = apart[i], .tolerance = 1e-6});
    CHECK_NEAR(two.summary.smallest_step, one.summary.smallest_step, 1e-3 * one.summary.smallest_step);
    assert_true(two.summary.constraint_velocity_max < 1.1 * one.summary.constraint_velocity_max);
    assert_int_equal(two.summary.steps, one.summary.steps);
    for (int64_t row = 0; row < physics_rows(&one); row++) {
      CHECK_NEAR(physics_column(&two, "right.x")[row], physics_column(&one, "right.x")[row], 1e-6);
    }
    physics_finish(&two);
  }
  physics_finish(&one);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steps_stay_reasonable), cmocka_unit_test(two_at_once_are_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
