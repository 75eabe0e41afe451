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
  /* amplitudes times rates times how late the oscillations come at the end */
  double h = run.summary.largest_step, fast = 1 / sqrt(0.875), end = t[physics_rows(&run) - 1];
  double within = hypot(omega, 1.5) * physics_late(omega, h, end), within_p = 0.5 * fast * physics_late(fast, h, end);
  assert_true(within < 2e-4);
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(p[k], 0.5 * (1 - cos(fast * t[k])), within_p);
    CHECK_NEAR(P[k], (0.5 - p[k]) / 0.875, 1e-11);
    CHECK_NEAR(R[k], 0.25 * P[k] + 1, 1e-11);
    double exact = 1.5 * t[k] + cos(omega * t[k]) - 1.5 / omega * sin(omega * t[k]);
    CHECK_NEAR(y[k], exact, within);
    CHECK_NEAR(x[k], exact, within);
    CHECK_NEAR(a[k], (12 * t[k] - 8 * y[k]) / 5.7, 1e-11);
    CHECK_NEAR(F[k], m * a[k], 1e-11);
    CHECK_NEAR(V1[k], -3 * t[k] + 0.4 * F[k] + 2 * y[k], 1e-11);
    CHECK_NEAR(V2[k], V1[k] - 3 * t[k], 1e-11);
    CHECK_NEAR(ax[k], (12 * t[k] - 8 * x[k]) / 5.7, 1e-11);
    CHECK_NEAR(fx[k], m * ax[k], 1e-11);
    CHECK_NEAR(U1[k], -3 * t[k] + 0.4 * fx[k] + 2 * x[k], 1e-11);
    CHECK_NEAR(ay[k], (-m + 0.3) * ax[k] / m, 1e-11);
    CHECK_NEAR(z[k], 4 / m * t[k] * t[k] / 2, 1e-9); /* a parabola is exact but for the corrector */
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

/* The law of the friction between -1 and 1: x = v/v_s, STEP from -1 to 1. */
static double part_of_friction(double x) {
  double d = fmin(fmax((x + 1) / 2, 0), 1);
  return 2 * d * d * (3 - 2 * d) - 1;
}

/* By how much the time in which the speed goes from v_s through zero to -v_s is shorter than with Coulomb's law, which
 * brakes with S + C and then speeds up with S - C: the difference of 1/acceleration over the speed, by Simpson's rule.
 */
static double time_gained(double S, double C, double creep) {
  const int n = 200;
  double sum = 0;
  for (int i = 0; i <= 2 * n; i++) {
    double part = C * part_of_friction((double)i / (2 * n));
    double less = 1 / (S + C) + 1 / (S - C) - 1 / (S + part) - 1 / (S - part);
    sum += (i == 0 || i == 2 * n ? 1 : i % 2 ? 4 : 2) * less;
  }
  return creep * sum / (6 * n);
}

#define INCLINE 0.5 /* rad */
#define CREEP 1e-3  /* m/s, width of the law of the friction */
#define THROWN 2.0  /* m/s */

/* Up with g (sin + mu cos), down with g (sin - mu cos), and between them in some 0.4 ms through the law of the
 * friction. Returns the largest error of the speed. */
static double incline_error(double tolerance) {
  const double S = G * sin(INCLINE), C = 0.3 * G * cos(INCLINE), up = S + C, down = S - C, coulomb = THROWN / up,
               gained = time_gained(S, C, CREEP), height = THROWN * THROWN / (2 * up);
  Run run = physics_run(&(Setup){.model = "friction_incline", .tolerance = tolerance});
  const double *t = physics_column(&run, "time"), *x = physics_column(&run, "guide.displacement");
  const double *v = physics_column(&run, "guide.displacement_rate");
  double largest = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double late = t[k] - coulomb + gained;
    assert_true(fabs(late) > 1e-3); /* no row is within the passage */
    double error = fabs(v[k] - (late < 0 ? THROWN - up * t[k] : -down * late));
    largest = fmax(largest, error);
    /* the path within the passage differs from Coulomb's by less than CREEP times its time */
    double path = late < 0 ? THROWN * t[k] - up * t[k] * t[k] / 2 : height - down * late * late / 2;
    CHECK_NEAR(x[k], path, late < 0 ? 1e-9 : CREEP * gained + error * late);
  }
  physics_finish(&run);
  return largest;
}

/* A method of second order errs in the speed by its constant times h^2 times the jerk, which here rises to that of the
 * steepest friction and falls again: the largest is what eq (26) lets pass, over the length of the step. It falls with
 * tolerance^(2/3). */
static void block_on_an_incline(void **state) {
  (void)state;
  const double tolerances[2] = {1e-8, 1e-10}, jerk = 1.5 * 0.3 * G * cos(INCLINE) / CREEP * G * sin(INCLINE);
  double errors[2];
  for (int i = 0; i < 2; i++) {
    errors[i] = incline_error(tolerances[i]);
    CHECK_NEAR(errors[i], 0, tolerances[i] * sqrt(6) / physics_longest_step(tolerances[i], jerk));
  }
  double slope = physics_slope(tolerances[0], errors[0], tolerances[1], errors[1]);
  print_message("errors %.2e and %.2e, slope %.2f\n", errors[0], errors[1], slope);
  assert_true(slope > 0.55 && slope < 0.8);
}

/* Steep friction holds the block: it creeps down with the speed at which the law gives what is needed. The longest
 * steps are a tenth of a second, and their places may err by sqrt(6) tolerances. */
static void block_that_creeps(void **state) {
  (void)state;
  const double mu = 0.8, needed = sin(INCLINE) / (mu * cos(INCLINE)), within = sqrt(6) * 1e-8 / 0.1;
  const double stop = THROWN / (G * (sin(INCLINE) + mu * cos(INCLINE)));
  const double steepest = 1.5 * mu * 3 * G * cos(INCLINE) / CREEP; /* N s/m */
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    double middle = (low + high) / 2;
    *(part_of_friction(middle) < needed ? &low : &high) = middle;
  }
  Run run = physics_run(&(Setup){.model = "friction_incline", .set = "mu=0.8"});
  const double *t = physics_column(&run, "time"), *v = physics_column(&run, "guide.displacement_rate");
  const double *f = physics_column(&run, "guide.displacement_friction");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    if (t[k] < stop + 0.02) continue;
    CHECK_NEAR(v[k], -CREEP * low, within);
    CHECK_NEAR(f[k], -3 * G * sin(INCLINE), steepest * within);
  }
  physics_finish(&run);
}

/* Every rate falls as e^(-c t/m). The method gives the rate c/m of the decay with the same relative error as that of an
 * oscillation. What the motion loses is heat. */
static void dampers_in_joints(void **state) {
  (void)state;
  static const struct {
    const char *column;
    double start, decay;
  } rates[] = {{"axle.angle_rate", 8, 0.4 / 0.5},
               {"rail.displacement_rate", 3, 3.0 / 2},
               {"sleeve.angle_rate", 5, 0.8 / 0.8},
               {"sleeve.displacement_rate", -2, 2.0 / 4}};
  Run run = physics_run(&(Setup){.model = "damped_joints"});
  const double *t = physics_column(&run, "time"), *kinetic = physics_column(&run, "energy.kinetic");
  const double *heat = physics_column(&run, "energy.dissipated"), h = run.summary.largest_step;
  for (int i = 0; i < 4; i++) {
    const double *rate = physics_column(&run, rates[i].column);
    for (int64_t k = 0; k < physics_rows(&run); k++) {
      double exact = rates[i].start * exp(-rates[i].decay * t[k]);
      CHECK_NEAR(rate[k], exact, 1e-12 + fabs(rates[i].start) * rates[i].decay * physics_late(rates[i].decay, h, 1.5));
    }
  }
  /* friction takes mu 5 N, and turning mu 5 N 0.01 m: v = 3 - t, w' = -w/2 - 1/2 */
  const double *slide = physics_column(&run, "bush.displacement_rate"), *turn = physics_column(&run, "bush.angle_rate");
  const double *force = physics_column(&run, "bush.displacement_friction"),
               *torque = physics_column(&run, "bush.angle_friction");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    CHECK_NEAR(kinetic[k] + heat[k], kinetic[0], 1e-5 * kinetic[0]);
    CHECK_NEAR(force[k], 1, 1e-8); /* SMALLEST_FORCE of two loads, one of them over 0.1 m */
    CHECK_NEAR(torque[k], 0.01, 1e-10);
    CHECK_NEAR(slide[k], 3 - t[k], 1e-8);
    CHECK_NEAR(turn[k], 41 * exp(-t[k] / 2) - 1, 41 * 0.5 * physics_late(0.5, h, 1.5));
  }
  assert_true(heat[physics_rows(&run) - 1] > 0.7 * kinetic[0]);
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(loops_of_forces),     cmocka_unit_test(forces_in_expressions),
                                     cmocka_unit_test(block_on_an_incline), cmocka_unit_test(block_that_creeps),
                                     cmocka_unit_test(dampers_in_joints),   cmocka_unit_test(stops_and_bistop)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
