/* Mechanisms with states, variables, rolling and friction in motion, against solutions in closed form. */
#include "physics/support.h"

#define G 9.81

/* i' = (U - R i - K w)/L, w' = (K i - b w)/J: two real exponentials about the steady state. */
static void test_dc_motor(void **state) {
  (void)state;
  const double U = 12, R = 1.5, L = 0.2, K = 0.4, J = 0.02, b = 0.05;
  double i_end = U * b / (R * b + K * K), w_end = U * K / (R * b + K * K);
  double trace = -R / L - b / J, determinant = (R * b + K * K) / (L * J);
  double discriminant = trace * trace / 4 - determinant;
  assert_true(discriminant < 0); /* the current swings */
  double omega = sqrt(-discriminant), decay = trace / 2;
  Run run = physics_run(&(Setup){.model = "dc_motor"});
  const double *t = physics_column(&run, "time"), *i = physics_column(&run, "i.value");
  const double *w = physics_column(&run, "shaft.rate");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    /* x = x_end + e^(decay t) (p cos + q sin), p = x(0) - x_end, q = (x'(0) - decay p)/omega */
    double p_i = -i_end, q_i = (U / L - decay * p_i) / omega, p_w = -w_end, q_w = -decay * p_w / omega;
    double e = exp(decay * t[k]), c = cos(omega * t[k]), s = sin(omega * t[k]);
    CHECK_NEAR(i[k], i_end + e * (p_i * c + q_i * s), 2e-4);
    CHECK_NEAR(w[k], w_end + e * (p_w * c + q_w * s), 2e-4);
  }
  physics_finish(&run);
}

/* u = w/2 + y and w = u - t mean u = 2 y - t; then 2 y'' = -20 y + 10 t. */
static void test_variable_loop(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "variable_loop"});
  const double *t = physics_column(&run, "time"), *y = physics_column(&run, "y.value");
  const double *u = physics_column(&run, "u.value"), *w = physics_column(&run, "w.value");
  const double *z = physics_column(&run, "z.value");
  double omega = sqrt(10);
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(u[k], 2 * y[k] - t[k], 1e-12);
    CHECK_NEAR(w[k], u[k] - t[k], 1e-12);
    CHECK_NEAR(z[k], sqrt(2 + y[k] * y[k]), 1e-10);
    CHECK_NEAR(y[k], t[k] / 2 + cos(omega * t[k]) - sin(omega * t[k]) / (2 * omega), 1e-4);
  }
  physics_finish(&run);
}

/* The disk leans by a constant angle; its centre runs on a circle, once around. The force at the contact carries the
 * weight and turns the centre. */
static void test_rolling_disk(void **state) {
  (void)state;
  const double m = 2, R = 0.3, lean = 0.3, turn = 2;
  double s = sin(lean), c = cos(lean), spin = (turn * turn * s * c / 4 - G * s / R) / (1.5 * turn * c);
  double speed = -spin * R, radius = speed / turn;
  Run run = physics_run(&(Setup){.model = "rolling_disk_steady"});
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "disk.x");
  const double *y = physics_column(&run, "disk.y"), *z = physics_column(&run, "disk.z");
  const double *fx = physics_column(&run, "roll.fx2"), *fy = physics_column(&run, "roll.fy2");
  const double *fz = physics_column(&run, "roll.fz2"), *contact = physics_column(&run, "roll.z");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double a = turn * t[k];
    CHECK_NEAR(x[k], radius * sin(a), 1e-4 * radius);
    CHECK_NEAR(y[k], radius * (1 - cos(a)), 1e-4 * radius);
    CHECK_NEAR(z[k], R * c, 1e-5 * R);
    CHECK_NEAR(contact[k], 0, 1e-12);
    CHECK_NEAR(fz[k], m * G, 1e-3 * m * G);
    CHECK_NEAR(hypot(fx[k], fy[k]), m * speed * turn, 1e-3 * m * speed * turn);
  }
  assert_true(run.summary.energy_balance_max < 1e-5);
  physics_finish(&run);
}

/* The guide carries m g cos(slope); what friction takes away is heat. */
static void test_sliding_friction(void **state) {
  (void)state;
  const double m = 3, slope = 0.5, mu = 0.3;
  double a = G * (sin(slope) - mu * cos(slope)), friction = mu * m * G * cos(slope);
  Run run = physics_run(&(Setup){.model = "friction_slide"});
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "guide.displacement");
  const double *f = physics_column(&run, "guide.displacement_friction");
  const double *heat = physics_column(&run, "energy.dissipated");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(x[k], t[k] + a * t[k] * t[k] / 2, 1e-7);
    CHECK_NEAR(f[k], friction, 1e-8 * friction);
    CHECK_NEAR(heat[k], friction * x[k], 1e-6 * friction);
  }
  physics_finish(&run);
}

/* Half a swing of the mass on the stop: it comes 1/omega deep and flies back with the speed it had. The method is late
 * by physics_late in this half swing, at 1 m/s; steps are up to 1.4 times those at the largest jerk, omega^2 1 m/s,
 * because it is zero where the mass turns. Returns the largest error over this. */
static double stop_error(double tolerance) {
  const double omega = 100, wall = 0.1, half = 3.14159265358979323846 / omega;
  Run run = physics_run(&(Setup){.model = "stop_bounce", .tolerance = tolerance});
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "guide.displacement");
  const double *f = physics_column(&run, "guide.displacement_stop");
  double bound = 2 * physics_late(omega, physics_longest_step(tolerance, omega * omega), half), largest = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double late = t[k] - wall;
    double exact = late < 0 ? t[k] : late < half ? wall + sin(omega * late) / omega : wall - (late - half);
    CHECK_NEAR(x[k], exact, bound);
    CHECK_NEAR(f[k], exact > wall ? -1e4 * (exact - wall) : 0, 1e4 * bound);
    largest = fmax(largest, fabs(x[k] - exact));
  }
  physics_finish(&run);
  return largest;
}

static void test_stop(void **state) {
  (void)state;
  double coarse = stop_error(1e-6), fine = stop_error(1e-9), slope = physics_slope(1e-6, coarse, 1e-9, fine);
  print_message("stop: %.2e at 1e-6, %.2e at 1e-9, slope %.2f\n", coarse, fine, slope);
  CHECK_NEAR(slope, 2.0 / 3, 0.1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_dc_motor), cmocka_unit_test(test_variable_loop),
                                     cmocka_unit_test(test_rolling_disk), cmocka_unit_test(test_sliding_friction),
                                     cmocka_unit_test(test_stop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
