/* Controllers against their step responses in closed form; measures of the motion against columns and the laws of
 * mechanics. */
#include "physics/support.h"

/* y = 1 + sum over the poles p of N(p)/(p D'(p)) e^(p t), N = 35 s^2 + 50 s + 24, D = (s+1)(s+2)(s+3)(s+4). */
static double response(double t, double *rate) {
  const double poles[] = {-1, -2, -3, -4};
  double y = 1;
  *rate = 0;
  for (int i = 0; i < 4; i++) {
    double p = poles[i], others = 1;
    for (int j = 0; j < 4; j++) others *= j == i ? 1 : p - poles[j];
    double term = (35 * p * p + 50 * p + 24) / (p * others) * exp(p * t);
    y += term;
    *rate += p * term;
  }
  return y;
}

static void pid_and_transfer_functions(void **state) {
  (void)state;
  const double w = 4, zeta = 0.3, wd = w * sqrt(1 - zeta * zeta);
  Run run = physics_run(&(Setup){.model = "pid_loop"});
  const double *t = physics_column(&run, "time"), *y = physics_column(&run, "y.value");
  const double *v = physics_column(&run, "y.rate"), *loop = physics_column(&run, "loop.value");
  const double *swing = physics_column(&run, "swing.value"), *notch = physics_column(&run, "notch.value");
  const double *lag = physics_column(&run, "lag.value");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double rate, exact = response(t[k], &rate), decay = exp(-zeta * w * t[k]), s = sin(wd * t[k]), c = cos(wd * t[k]);
    CHECK_NEAR(y[k], exact, 2e-5);
    CHECK_NEAR(v[k], rate, 2e-5);
    CHECK_NEAR(loop[k], exact, 2e-5);
    CHECK_NEAR(swing[k], 1 - decay * (c + zeta * w / wd * s), 2e-5);
    /* (s^2 + w^2)/(s^2 + 2 zeta w s + w^2) = 1 - 2 zeta w s/(...): a step gives 1 - 2 zeta (w/wd) decay sin */
    CHECK_NEAR(notch[k], 1 - 2 * zeta * w / wd * decay * s, 2e-5);
    CHECK_NEAR(lag[k], 1 - exp(-t[k] / 0.5), 2e-5);
  }
  physics_finish(&run);
}

/* y' = min(4 (1 - y), 1): straight up to 0.75, then 1 - e^(-4 t')/4. An integral at its limit: I = t up to 0.25, then
 * I' = 1 + (0.5 - 2 I)/0.2. Without limits, from 0.3 and a filter that starts at the input:
 * u + 2 (0.3 + t + t^2/2) + (1 - e^(-t/0.2))/2. */
static void limits_of_controllers(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "pid_limits"});
  const double *t = physics_column(&run, "time"), *y = physics_column(&run, "y.value");
  const double *steer = physics_column(&run, "steer.value"), *held = physics_column(&run, "held.value");
  const double *I = physics_column(&run, "held.integral"), *low = physics_column(&run, "low.value");
  const double *begun = physics_column(&run, "begun.value"), *down = physics_column(&run, "low.integral");
  /* a step adds an error of at most the tolerance times the root of the six states, and the rates 4, 10 and 5 of the
   * loops forget it; the derivative part makes 0.5/0.2 times as much of it */
  double per_second = 1e-8 * sqrt(6) * (double)run.summary.steps / 2;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double late = t[k] - 0.75, more = t[k] - 0.25;
    CHECK_NEAR(y[k], late < 0 ? t[k] : 1 - exp(-4 * late) / 4, per_second / 4);
    CHECK_NEAR(steer[k], fmin(4 * (1 - y[k]), 1), 1e-12);
    CHECK_NEAR(I[k], more < 0 ? t[k] : 0.35 - 0.1 * exp(-10 * more), per_second / 10);
    CHECK_NEAR(held[k], fmin(2 * I[k], 0.5), 1e-12);
    CHECK_NEAR(low[k], -held[k], 1e-12);
    CHECK_NEAR(down[k], -I[k], 1e-12);
    double exact = 1 + t[k] + 2 * (0.3 + t[k] + t[k] * t[k] / 2) + (1 - exp(-t[k] / 0.2)) / 2;
    CHECK_NEAR(begun[k], exact, 2.5 * per_second / 5);
  }
  assert_true(per_second < 2e-5);
  physics_finish(&run);
}

static void measures_of_a_mechanism(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "energy_measures"});
  const double *kinetic = physics_column(&run, "energy.kinetic"), *measured = physics_column(&run, "kinetic.value");
  const double *heat = physics_column(&run, "heat.value"), *dissipated = physics_column(&run, "energy.dissipated");
  const double *tension = physics_column(&run, "tension.value"), *force = physics_column(&run, "s.force");
  double most = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(measured[k], kinetic[k], 1e-11 * (1 + kinetic[k]));
    CHECK_NEAR(tension[k], force[k], 1e-10);
    CHECK_NEAR(physics_column(&run, "newton_x.value")[k], 0, 1e-9);
    CHECK_NEAR(physics_column(&run, "newton_y.value")[k], 0, 1e-9);
    CHECK_NEAR(physics_column(&run, "newton_z.value")[k], 0, 1e-9);
    CHECK_NEAR(physics_column(&run, "centripetal.value")[k], 0, 1e-9);
    CHECK_NEAR(heat[k], dissipated[k], 1e-3);
    most = fmax(most, heat[k]);
  }
  assert_true(most > 1);
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pid_and_transfer_functions),
                                     cmocka_unit_test(limits_of_controllers),
                                     cmocka_unit_test(measures_of_a_mechanism)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
