/* Cams against closed forms: an eccentric circle under a roller, a curve and a flat face, a cycloidal law in a periodic
 * table; when a follower would lift off. */
#include <string.h>

#include "physics/support.h"

#define PI 3.14159265358979323846

/* ---- an eccentric circle and a roller ---- */

/* y = e sin(wt) + sqrt(S^2 - e^2 cos^2(wt)), S = R + radius of the roller, and its second derivative. */
static void eccentric(double t, double *y, double *a) {
  const double e = 0.01, S = 0.05, w = 20;
  double s = sin(w * t), c = cos(w * t), root = sqrt(S * S - e * e * c * c);
  double slope = e * e * c * s / root; /* d root/d(wt) */
  double second = e * e * (c * c - s * s) / root - slope * slope / root;
  *y = e * s + root;
  *a = w * w * (-e * s + second);
}

/* The force is along the line of the centres. */
static double pressing(double t, double y, double a) {
  double e = 0.01, w = 20, dx = -e * cos(w * t), dy = y - e * sin(w * t);
  return (0.5 * a + 30) * hypot(dx, dy) / dy;
}

static void check_eccentric(const char *model, const char *method, double tolerance) {
  Run run = physics_run(&(Setup){.model = model, .method = method});
  const double *t = physics_column(&run, "time");
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    double y, a;
    eccentric(t[i], &y, &a);
    CHECK_NEAR(physics_column(&run, "rod.y")[i], y, 1e-9);
    CHECK_NEAR(physics_column(&run, "rod.ay")[i], a, tolerance * 8);
    double N = pressing(t[i], y, a);
    CHECK_NEAR(physics_column(&run, "touch.normal")[i], N, tolerance * 40);
    CHECK_NEAR(physics_column(&run, "touch.fy2")[i], 0.5 * a + 30, tolerance * 40);
    CHECK_NEAR(physics_column(&run, "touch.multiplier2")[i], 0, tolerance * 40);
    /* the cam feels the same force at its frame, the driven shaft the torque e cos(wt) N_y - e sin(wt) N_x */
    CHECK_NEAR(physics_column(&run, "touch.fy")[i], -(0.5 * a + 30), tolerance * 40);
    double sx = physics_column(&run, "touch.x")[i], sy = physics_column(&run, "touch.y")[i];
    CHECK_NEAR(hypot(sx - 0.01 * cos(20 * t[i]), sy - 0.01 * sin(20 * t[i])), 0.04, 1e-9);
  }
  assert_true(run.summary.newton_euler_max < 1e-9 && run.summary.energy_balance_max < 1e-3);
  assert_int_equal(run.summary.pulling_element[0], 0);
  physics_finish(&run);
}

static void rollers_follow_a_circle(void **state) {
  (void)state;
  check_eccentric("cam/roller", "bdf", 1e-5);
  check_eccentric("cam/roller", "hht", 1e-5);
  check_eccentric("cam/roller", "radau5", 1e-5);
  check_eccentric("cam/roller", "bdf:formulation=si2", 1e-5);
}

static void curves_touch_as_rollers_do(void **state) {
  (void)state;
  check_eccentric("cam/curve", "bdf", 1e-5);
  check_eccentric("cam/curve", "hht", 1e-5);
}

/* ---- a cycloidal law ---- */

/* Lift and its second derivative by the angle. */
static void cycloidal(double angle, double *lift, double *second) {
  const double h = 0.01, rise = 2 * PI / 3, rest = PI / 3;
  double a = fmod(angle, 2 * PI), u = a < rise + rest ? a : a - rise - rest, sign = a < rise + rest ? 1 : -1;
  double x = fmin(u / rise, 1), part = x - sin(2 * PI * x) / (2 * PI);
  *lift = sign > 0 ? h * part : h * (1 - part);
  *second = u < rise ? sign * h * 2 * PI / (rise * rise) * sin(2 * PI * x) : 0;
}

/* The spline of 180 points is off the law by 1e-4 of its largest acceleration in the middle of its pieces, where its
 * fourth derivative is that of a sine, and by 2 % beside the ends of a rise, where the law has a jump of the third. */
static void cycloidal_lift(void **state) {
  (void)state;
  Run run = physics_run(&(Setup){.model = "cam/cycloidal"});
  const double *t = physics_column(&run, "time"), w = 20, largest = w * w * 0.01 * 2 * PI / pow(2 * PI / 3, 2);
  int64_t near = 0;
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    double lift, second, a = physics_column(&run, "rod.ax")[i];
    cycloidal(w * t[i], &lift, &second);
    CHECK_NEAR(physics_column(&run, "rod.x")[i], 0.05 + lift, 2e-8);
    double part = fmod(w * t[i], PI) / (2 * PI / 3); /* of the rise, then of the rest */
    bool beside = part < 0.08 || fabs(part - 1) < 0.08 || part > 1.42;
    near += beside;
    CHECK_NEAR(a, w * w * second, (beside ? 0.03 : 1e-3) * largest);
  }
  assert_true(near < physics_rows(&run) / 3);
  physics_finish(&run);
}

/* ---- a flat face ---- */

static Run run_flat(const char *set) { return physics_run(&(Setup){.model = "cam/flat", .set = set}); }

static void flat_faces_rise_by_a_sine(void **state) {
  (void)state;
  Run run = run_flat("w=40");
  const double *t = physics_column(&run, "time");
  for (int64_t i = 0; i < physics_rows(&run); i++) {
    double s = sin(40 * t[i]), a = -0.01 * 1600 * s, y = 0.04 + 0.01 * s;
    CHECK_NEAR(physics_column(&run, "rod.y")[i], y, 1e-10);
    double N = 0.5 * (a + 9.81) + 500 * (y - 0.03 + 0.008);
    CHECK_NEAR(physics_column(&run, "touch.normal")[i], N, 1e-5 * 20);
  }
  physics_finish(&run);
}

/* Case 11 of the contact cases, as a joint: below 61.489836559 rad/s the force stays positive, above it does not. */
static void lift_off_is_said(void **state) {
  (void)state;
  for (int fast = 0; fast < 2; fast++) {
    Run run = run_flat(fast ? "w=61.6" : "w=61.4");
    bool warned = false;
    for (int32_t k = 0; k < sar_context_count(run.context); k++) {
      warned |= strstr(sar_context_get(run.context, k)->message, "a real follower would lift off") != NULL;
    }
    assert_int_equal(warned, fast);
    assert_string_equal(run.summary.pulling_element, fast ? "touch" : "");
    double N = 0.5 * (-0.01 * 61.6 * 61.6 + 9.81) + 500 * 0.028; /* at the top, where it is least */
    /* multipliers of steps: within a thousandth of the largest force, 28 N */
    if (fast) CHECK_NEAR(run.summary.pulling_force, -N, 0.028);
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rollers_follow_a_circle), cmocka_unit_test(curves_touch_as_rollers_do),
      cmocka_unit_test(cycloidal_lift),          cmocka_unit_test(flat_faces_rise_by_a_sine),
      cmocka_unit_test(lift_off_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
