/* The bouncing ball: every impact time, every rebound speed and the energy that is lost are known in closed form. */
#include <math.h>

#include "physics/support.h"

#define BOUNCES 20
#define RESTITUTION 0.8
#define G 10.0
#define HEIGHT 5.0

static void check(const Run *run, double tolerance) {
  int64_t at[BOUNCES + 1];
  const double *t = physics_column(run, "time"), *v = physics_of(run, "ball", "vz"), *z = physics_of(run, "ball", "z");
  const double *dissipated = physics_of(run, "energy", "dissipated"), *balance = physics_of(run, "energy", "balance");
  assert_int_equal(run->summary.status, SAR_RUN_DONE);
  assert_int_equal(run->summary.nevents, 1);
  assert_int_equal(run->summary.events[0].count, BOUNCES);
  assert_int_equal(physics_pairs(run, at, BOUNCES + 1), BOUNCES);
  double impact = sqrt(2 * HEIGHT / G), speed = sqrt(2 * HEIGHT * G);
  for (int k = 0; k < BOUNCES; k++) {
    CHECK_NEAR(t[at[k]], impact, tolerance);
    CHECK_NEAR(v[at[k]], -speed, tolerance * G);
    CHECK_NEAR(v[at[k] + 1], RESTITUTION * speed, tolerance * G);
    CHECK_NEAR(z[at[k]], 0, tolerance);
    speed *= RESTITUTION;
    CHECK_NEAR(dissipated[at[k] + 1], G * HEIGHT - speed * speed / 2, 100 * tolerance);
    impact += 2 * speed / G;
  }
  CHECK_NEAR(run->summary.events[0].last_time, t[at[BOUNCES - 1]], 0);
  for (int64_t i = 0; i < physics_rows(run); i++) CHECK_NEAR(balance[i], 0, 1e-10);
  assert_true(run->summary.energy_balance_max < 1e-12);
  assert_true(run->summary.momentum_balance_max < 1e-9);
}

static void impact_times_are_exact(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "bouncing_ball"});
  check(&run, 1e-9);
  physics_finish(&run);
}

/* Also where steps are fixed: they are cut at the impacts. */
static void fixed_steps_end_on_impacts(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "bouncing_ball", .step = 0.03});
  check(&run, 1e-9);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(impact_times_are_exact),
      cmocka_unit_test(fixed_steps_end_on_impacts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
