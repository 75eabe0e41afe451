/* Forces, variables and accelerations that need each other (paper 1, eqs 11-14) against closed forms; forces of three
 * and six components against the elements that say the same; friction and stops. */
#include "physics/support.h"
#include "physics/trial.h"

#define G 9.81

/* V1 = V2/2 + F/5 + y, V2 = V1 - 3 t, F = -4 V1 - a/2, m a = F with m = 2: 5.7 a = 12 t - 8 y. For the body also
 * F_y = -F_x + 0.3 a_x and F_z = F_z/4 + 3. P = R/2 - p and R = P/4 + 1: 0.875 p'' = 1/2 - p. */
static void loops_of_forces(void **state) {
  (void)state;
  const double m = 2, omega = sqrt(8 / 5.7);
  Run run = physics_run(&(Setup){.model = "force_loop"});
  const double *t = physics_column(&run, "time"), *y = physics_column(&run, "y.value");
  const double *V1 = physics_column(&run, "V1.value"), *V2 = physics_column(&run, "V2.value");
  const double *a = physics_column(&run, "y.acceleration"), *F = physics_column(&run, "F.force");
  const double *x = physics_column(&run, "ball.x"), *ax = physics_column(&run, "ball.ax");
  const double *U1 = physics_column(&run, "U1.value"), *ay = physics_column(&run, "ball.ay");
  const double *z = physics_column(&run, "ball.z"), *fx = physics_column(&run, "G.fx2");
  const double *p = physics_column(&run, "p.value"), *P = physics_column(&run, "P.force");
  const double *R = physics_column(&run, "R.force");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(p[k], 0.5 * (1 - cos(t[k] / sqrt(0.875))), 6e-5);
    CHECK_NEAR(P[k], (0.5 - p[k]) / 0.875, 1e-11);
    CHECK_NEAR(R[k], 0.25 * P[k] + 1, 1e-11);
    double exact = 1.5 * t[k] + cos(omega * t[k]) - 1.5 / omega * sin(omega * t[k]);
    CHECK_NEAR(y[k], exact, 6e-5);
    CHECK_NEAR(x[k], exact, 6e-5);
    CHECK_NEAR(a[k], (12 * t[k] - 8 * y[k]) / 5.7, 1e-11);
    CHECK_NEAR(F[k], m * a[k], 1e-11);
    CHECK_NEAR(V1[k], -3 * t[k] + 0.4 * F[k] + 2 * y[k], 1e-11);
    CHECK_NEAR(V2[k], V1[k] - 3 * t[k], 1e-11);
    CHECK_NEAR(ax[k], (12 * t[k] - 8 * x[k]) / 5.7, 1e-11);
    CHECK_NEAR(fx[k], m * ax[k], 1e-11);
    CHECK_NEAR(U1[k], -3 * t[k] + 0.4 * fx[k] + 2 * x[k], 1e-11);
    CHECK_NEAR(ay[k], (-m + 0.3) * ax[k] / m, 1e-11);
    CHECK_NEAR(z[k], 4 / m * t[k] * t[k] / 2, 1e-9);
  }
  physics_finish(&run);
}

/* A spring-damper, two bushings, a following force and a torque, and the same in expressions: with the same steps the
 * same motion to rounding, which a second of motion makes larger. */
static void forces_in_expressions(void **state) {
  (void)state;
  static const char *const bodies[] = {"bob", "base", "flat", "post", "mount", "rocket"};
  static const char *const columns[] = {"x", "y", "z", "q0", "q1", "q2", "q3", "vx", "vy", "vz", "wx", "wy", "wz"};
  Trial classical, expressions;
  trial_read(&classical, "models/forces_classical.yaml");
  trial_read(&expressions, "models/forces_expressions.yaml");
  trial_compile(&classical);
  trial_compile(&expressions);
  trial_go(&classical, fixed_steps(1, 2e-3));
  trial_go(&expressions, fixed_steps(1, 2e-3));
  Run one = {.table = classical.table}, other = {.table = expressions.table};
  double largest = 0, moved = 0;
  for (size_t b = 0; b < sizeof bodies / sizeof bodies[0]; b++) {
    for (size_t c = 0; c < sizeof columns / sizeof columns[0]; c++) {
      const double *u = physics_of(&one, bodies[b], columns[c]), *v = physics_of(&other, bodies[b], columns[c]);
      for (int64_t k = 0; k < physics_rows(&one); k++) {
        largest = fmax(largest, fabs(u[k] - v[k]));
        moved = fmax(moved, fabs(u[k] - u[0]));
      }
    }
  }
  print_message("apart by %.1e, moved by %.1e\n", largest, moved);
  assert_true(moved > 1);
  CHECK_NEAR(largest, 0, 1e-11);
  trial_close(&classical);
  trial_close(&expressions);
}

/* Up with g (sin + mu cos), down with g (sin - mu cos); friction passes through zero within 1e-5 m/s. */
static void block_on_an_incline(void **state) {
  (void)state;
  const double slope = 0.5, mu = 0.3, v0 = 2, up = G * (sin(slope) + mu * cos(slope)),
               down = G * (sin(slope) - mu * cos(slope)), top = v0 / up;
  Run run = physics_run(&(Setup){.model = "friction_incline"});
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "guide.displacement");
  const double *v = physics_column(&run, "guide.displacement_rate");
  assert_true(top < 0.4);
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double late = t[k] - top;
    CHECK_NEAR(x[k], late < 0 ? v0 * t[k] - up * t[k] * t[k] / 2 : v0 * v0 / (2 * up) - down * late * late / 2, 2e-5);
    CHECK_NEAR(v[k], late < 0 ? v0 - up * t[k] : -down * late, 5e-5);
  }
  physics_finish(&run);

  /* steep friction holds the block; it creeps slower than the velocity of stiction */
  run = physics_run(&(Setup){.model = "friction_incline", .set = "mu=0.8"});
  t = physics_column(&run, "time"), v = physics_column(&run, "guide.displacement_rate");
  const double *f = physics_column(&run, "guide.displacement_friction");
  double stop = v0 / (G * (sin(slope) + 0.8 * cos(slope)));
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    if (t[k] < stop + 0.02) continue;
    assert_true(fabs(v[k]) < 1e-5);
    CHECK_NEAR(fabs(f[k]), 3 * G * sin(slope), 1e-3);
  }
  physics_finish(&run);
}

/* The stop of a joint and BISTOP are one law. Without damping a stop of exponent 1.5 gives all back: the depth is
 * (1.25 m v^2/k)^(1/2.5), and the speed after it that before. */
static void stops_and_bistop(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "stop_twins"});
  const double *block = physics_column(&run, "guide.displacement"), *y = physics_column(&run, "y.value");
  const double *z = physics_column(&run, "z.value"), *v = physics_column(&run, "z.rate");
  const double *stop = physics_column(&run, "guide.displacement_stop"), *bistop = physics_column(&run, "soft.force");
  const double *vy = physics_column(&run, "y.rate");
  double depth = 0, force = 0;
  int free_rows = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(block[k], y[k], 1e-9);
    CHECK_NEAR(stop[k], bistop[k], 1e-4);
    force = fmax(force, fabs(bistop[k]));
    depth = fmax(depth, z[k] - 0.1);
    if (z[k] > 0.1 || z[k] < -0.05) continue;
    CHECK_NEAR(fabs(v[k]), 1, 1e-4);
    free_rows++;
  }
  assert_true(free_rows > 100 && force > 10);
  assert_true(fabs(vy[physics_rows(&run) - 1]) < 0.99); /* the damped ones are slower */
  CHECK_NEAR(depth, pow(1.25 / 1e4, 1 / 2.5), 6e-6);    /* half a row beside the deepest: 45 m/s^2 (0.5 ms)^2/2 */
  physics_finish(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_of_forces), cmocka_unit_test(forces_in_expressions),
                                     cmocka_unit_test(block_on_an_incline), cmocka_unit_test(stops_and_bistop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
