/* Rolling without slip: energy and slip in free motion, steady motions of a disk, a ball that rolls straight on and one
 * on a turning table. */
#include "physics/support.h"

#define G 9.81
#define PI 3.14159265358979323846

typedef struct Vec {
  double x, y, z;
} Vec;

static Vec at_row(const Run *run, const char *x, const char *y, const char *z, int64_t row) {
  return (Vec){physics_column(run, x)[row], physics_column(run, y)[row], physics_column(run, z)[row]};
}

/* Velocity of the material point at c + arm. */
static Vec carried(Vec v, Vec w, Vec arm) {
  return (Vec){v.x + w.y * arm.z - w.z * arm.y, v.y + w.z * arm.x - w.x * arm.z, v.z + w.x * arm.y - w.y * arm.x};
}

/* The disk's axis in the ground, and from it the way down the disk to the contact. */
static Vec arm_of_disk(const Run *run, double R, int64_t row) {
  const double *q[4] = {physics_column(run, "disk.q0"), physics_column(run, "disk.q1"), physics_column(run, "disk.q2"),
                        physics_column(run, "disk.q3")};
  double q0 = q[0][row], q1 = q[1][row], q2 = q[2][row], q3 = q[3][row];
  Vec e = {2 * (q1 * q3 + q0 * q2), 2 * (q2 * q3 - q0 * q1), 1 - 2 * (q1 * q1 + q2 * q2)};
  double norm = sqrt(1 - e.z * e.z);
  return (Vec){R * e.z * e.x / norm, R * e.z * e.y / norm, -R * norm};
}

/* What is wrong at all rows of a rolling disk: slip, height of the contact, energy. */
typedef struct Faults {
  double slip, height, energy, highest, lowest;
} Faults;

static Faults roll_freely(double tolerance) {
  const double m = 2, R = 0.3;
  Faults f = {.lowest = R};
  Run run = physics_run(&(Setup){.model = "rolling_disk_free", .tolerance = tolerance});
  double first = 0;
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    Vec c = at_row(&run, "disk.x", "disk.y", "disk.z", k), v = at_row(&run, "disk.vx", "disk.vy", "disk.vz", k);
    Vec w = at_row(&run, "disk.wx", "disk.wy", "disk.wz", k), arm = arm_of_disk(&run, R, k);
    Vec u = carried(v, w, arm);
    /* thin disk: J = m R^2/4 across, m R^2/2 along its axis; w.e from the arm: e is across it */
    const double *q0 = physics_column(&run, "disk.q0"), *q1 = physics_column(&run, "disk.q1");
    const double *q2 = physics_column(&run, "disk.q2"), *q3 = physics_column(&run, "disk.q3");
    double along = w.x * 2 * (q1[k] * q3[k] + q0[k] * q2[k]) + w.y * 2 * (q2[k] * q3[k] - q0[k] * q1[k]) +
                   w.z * (1 - 2 * (q1[k] * q1[k] + q2[k] * q2[k]));
    double all = w.x * w.x + w.y * w.y + w.z * w.z;
    double energy = m * (v.x * v.x + v.y * v.y + v.z * v.z) / 2 + m * R * R / 8 * (all + along * along) + m * G * c.z;
    if (k == 0) first = energy;
    f.slip = fmax(f.slip, sqrt(u.x * u.x + u.y * u.y));
    f.height = fmax(f.height, fabs(c.z + arm.z));
    f.energy = fmax(f.energy, fabs(energy - first) / first);
    f.highest = fmax(f.highest, c.z);
    f.lowest = fmin(f.lowest, c.z);
  }
  physics_finish(&run);
  return f;
}

static void free_disk_keeps_energy_and_grip(void **state) {
  (void)state;
  Faults coarse = roll_freely(1e-5), fine = roll_freely(1e-8);
  print_message("slip %.1e %.1e, height %.1e %.1e, energy %.1e %.1e; centre from %.3f to %.3f m\n", coarse.slip,
                fine.slip, coarse.height, fine.height, coarse.energy, fine.energy, fine.lowest, fine.highest);
  assert_true(fine.highest - fine.lowest > 0.02); /* it wobbles */
  CHECK_NEAR(fine.slip, 0, 1e-12);
  CHECK_NEAR(fine.height, 0, 1e-12);
  CHECK_NEAR(fine.energy, 0, 2.7e-6);
  double slope = physics_slope(1e-5, coarse.energy, 1e-8, fine.energy);
  print_message("slope of the energy %.2f\n", slope);
  assert_true(slope > 0.55 && slope < 1.05);
}

/* Euler's disk: the angular velocity W sin(tilt) is along the diameter d through the contact and turns about the
 * vertical with W; the weight's moment m g R cos(tilt) turns the angular momentum (m R^2/4) W sin(tilt) d:
 * m R^2/4 W^2 sin(tilt) cos(tilt) = m g R cos(tilt), W^2 sin(tilt) = 4 g/R. */
static void whirling_disk(void **state) {
  (void)state;
  const double m = 2, R = 0.3, tilt = 0.6, W = sqrt(4 * G / (R * sin(tilt)));
  Run run = physics_run(&(Setup){.model = "rolling_disk_centred"});
  const double *t = physics_column(&run, "time"), *fz = physics_column(&run, "roll.fz2");
  assert_true(W * t[physics_rows(&run) - 1] > 4 * PI); /* twice around at least */
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    Vec c = at_row(&run, "disk.x", "disk.y", "disk.z", k), p = at_row(&run, "roll.x", "roll.y", "roll.z", k);
    Vec w = at_row(&run, "disk.wx", "disk.wy", "disk.wz", k);
    CHECK_NEAR(hypot(c.x, c.y), 0, 1e-5);
    CHECK_NEAR(c.z, R * sin(tilt), 1e-6);
    /* the contact starts below the disk at -y and runs around with W */
    CHECK_NEAR(p.x, R * cos(tilt) * sin(W * t[k]), 1e-4);
    CHECK_NEAR(p.y, -R * cos(tilt) * cos(W * t[k]), 1e-4);
    CHECK_NEAR(w.z, W * sin(tilt) * sin(tilt), 1e-4);
    CHECK_NEAR(fz[k], m * G, 1e-3 * m * G);
  }
  physics_finish(&run);
}

static void ball_rolls_straight_on(void **state) {
  (void)state;
  const double m = 3, R = 0.2, vx = 1.5, vy = -0.7, spin = 4;
  Run run = physics_run(&(Setup){.model = "rolling_sphere"});
  const double *t = physics_column(&run, "time");
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    Vec c = at_row(&run, "ball.x", "ball.y", "ball.z", k), w = at_row(&run, "ball.wx", "ball.wy", "ball.wz", k);
    CHECK_NEAR(c.x, vx * t[k], 1e-10);
    CHECK_NEAR(c.y, vy * t[k], 1e-10);
    CHECK_NEAR(c.z, R, 1e-12);
    CHECK_NEAR(w.x, -vy / R, 1e-10);
    CHECK_NEAR(w.y, vx / R, 1e-10);
    CHECK_NEAR(w.z, spin, 1e-10);
    /* the plane carries the weight where the ball is */
    CHECK_NEAR(physics_column(&run, "on_ball.value")[k], m * G, 1e-9);
    CHECK_NEAR(physics_column(&run, "on_plane.value")[k], -m * G, 1e-9);
    CHECK_NEAR(physics_column(&run, "about_plane.value")[k], -m * G * c.y, 1e-8);
  }
  physics_finish(&run);
}

/* The velocity of the centre turns with 2/7 of the table's rate: v' = (2/7) W z x v. In the axes of the ball the motion
 * goes round with its spin, so that this is the rate by which the method comes late. */
static double turntable_error(double tolerance, double *expected) {
  const double W = 5, x0 = 0.5, vx = 0.3, vy = 0.6, n = 2 * W / 7;
  Run run = physics_run(&(Setup){.model = "rolling_turntable", .tolerance = tolerance});
  const double *t = physics_column(&run, "time"), *fx = physics_column(&run, "roll.fx2");
  double error = 0, spin = 0;
  assert_true(n * t[physics_rows(&run) - 1] > 2 * PI);
  for (int64_t k = 0; k < physics_rows(&run); k++) {
    double s = sin(n * t[k]), c = cos(n * t[k]);
    Vec at = at_row(&run, "ball.x", "ball.y", "ball.z", k), v = at_row(&run, "ball.vx", "ball.vy", "ball.vz", k);
    error = fmax(error, fabs(at.x - (x0 + (vx * s - vy * (1 - c)) / n)));
    error = fmax(error, fabs(at.y - (vy * s + vx * (1 - c)) / n));
    error = fmax(error, hypot(v.x - (vx * c - vy * s), v.y - (vy * c + vx * s)));
    CHECK_NEAR(at.z, 0.2, 1e-10);
    CHECK_NEAR(fx[k], -3 * n * v.y, 1e-12);
    Vec w = at_row(&run, "ball.wx", "ball.wy", "ball.wz", k);
    spin = fmax(spin, sqrt(w.x * w.x + w.y * w.y + w.z * w.z));
  }
  double end = t[physics_rows(&run) - 1];
  *expected = hypot(vx, vy) * fmax(1, n) * physics_late(spin, run.summary.largest_step, end);
  physics_finish(&run);
  return error;
}

static void ball_on_a_turning_table(void **state) {
  (void)state;
  double expected[2], coarse = turntable_error(1e-6, &expected[0]), fine = turntable_error(1e-9, &expected[1]);
  double slope = physics_slope(1e-6, coarse, 1e-9, fine);
  print_message("error %.2e of %.2e at 1e-6, %.2e of %.2e at 1e-9, slope %.2f\n", coarse, expected[0], fine,
                expected[1], slope);
  CHECK_NEAR(slope, 2.0 / 3, 0.05);
  assert_true(coarse < expected[0] && fine < expected[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(free_disk_keeps_energy_and_grip), cmocka_unit_test(whirling_disk),
                                     cmocka_unit_test(ball_rolls_straight_on),
                                     cmocka_unit_test(ball_on_a_turning_table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
