/* Tooth forces of gears: what bearings carry, against T/r, tan(alpha)/cos(beta) and tan(beta); wheels in a carrier that
 * moves, which must move as it does without tooth forces. */
#include <string.h>

#include "physics/support.h"

#define DEGREE (3.14159265358979323846 / 180)

/* What the second wheel feels from the first, for the first driven by `torque` about z. The first axis is at the
 * origin, the second at x = a; both wheels turn about z. */
typedef struct Teeth {
  const char *set;
  double torque, radius; /* of the first wheel: P is at x = radius */
  double towards;        /* sign of the radial force on the second wheel along x */
  double hand;           /* right-handed first wheel: sign of the axial force on the second wheel over F */
} Teeth;

static void check_case(const Teeth *c) {
  const double alpha = 20 * DEGREE, beta = 15 * DEGREE, a = 0.09;
  Run run = physics_run(&(Setup){.model = "gear_at_rest", .set = c->set});
  /* on the first wheel the torque of the teeth balances the motor: -radius F_y = -torque */
  double F = c->torque / c->radius, radial = c->towards * fabs(F) * tan(alpha) / cos(beta),
         axial = c->hand * F * tan(beta);
  const double force[3] = {radial, F, axial};
  /* bearings at z = 0.1 and 0.2, teeth at z = 0: moments about the bearing, lever (x, 0, z) */
  const double z[2] = {-0.1, -0.2}, x[2] = {c->radius, c->radius - a};
  static const char *const names[2][6] = {
      {"front.fx2", "front.fy2", "front.fz2", "front.tx2", "front.ty2", "front.tz2"},
      {"back.fx2", "back.fy2", "back.fz2", "back.tx2", "back.ty2", "back.tz2"}};
  int64_t last = physics_rows(&run) - 1;
  for (int wheel = 0; wheel < 2; wheel++) {
    double sign = wheel ? -1 : 1; /* the bearing acts against the teeth; the first wheel feels the opposite */
    const double *f = force, moment[2] = {-z[wheel] * f[1], z[wheel] * f[0] - x[wheel] * f[2]};
    for (int i = 0; i < 3; i++) CHECK_NEAR(physics_column(&run, names[wheel][i])[last], sign * f[i], 1e-9);
    for (int i = 0; i < 2; i++) CHECK_NEAR(physics_column(&run, names[wheel][3 + i])[last], sign * moment[i], 1e-9);
    CHECK_NEAR(physics_column(&run, names[wheel][5])[last], 0, 1e-9);
  }
  CHECK_NEAR(fabs(physics_column(&run, "mesh.tangential")[last]), fabs(F), 1e-9);
  CHECK_NEAR(physics_column(&run, "mesh.fx2")[last], force[0], 1e-9);
  CHECK_NEAR(physics_column(&run, "mesh.fy2")[last], force[1], 1e-9);
  CHECK_NEAR(physics_column(&run, "mesh.fz2")[last], force[2], 1e-9);
  physics_finish(&run);
}

/* Right-handed teeth rise to the left, seen from outside: what pushes the second wheel along +y at P on the side of +x
 * pushes it down, along -z. */
static void bearings_carry_tooth_forces(void **state) {
  (void)state;
  static const Teeth cases[] = {{"drive=10", 10, 0.03, 1, -1},
                                {"drive=-10", -10, 0.03, 1, -1},  /* the other flank: radial as before, axial turned */
                                {"ratio=0.25", 10, -0.03, -1, 1}, /* the second is a ring, P on its far side */
                                {"ratio=4", 10, 0.12, -1, -1}};   /* the first is a ring */
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_case(&cases[i]);
}

/* The forces are internal and without power: nothing moves otherwise, energy and Newton's law hold. */
static void motion_is_that_of_the_ratio(void **state) {
  (void)state;
  static const char *const methods[] = {"bdf", "hht", "radau5"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    Run run = physics_run(&(Setup){.model = "geared_shafts", .method = methods[i], .tolerance = 1e-8});
    Run plain = physics_run(&(Setup){.model = "geared_shafts_plain", .method = methods[i], .tolerance = 1e-8});
    int64_t last = physics_rows(&run) - 1;
    static const char *const names[] = {"carrier.wy", "front.angle_rate", "back.angle_rate", "front.angle"};
    assert_int_equal(physics_rows(&plain) - 1, last);
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
      double expected = physics_column(&plain, names[k])[last], value = physics_column(&run, names[k])[last];
      CHECK_NEAR(value, expected, 1e-5 * (1 + fabs(expected)));
    }
    assert_true(fabs(physics_column(&run, "mesh.radial")[last]) > 10);
    assert_true(run.summary.energy_balance_max < 1e-4);
    assert_true(run.summary.newton_euler_max < 1e-12);
    physics_finish(&plain);
    physics_finish(&run);
  }
}

/* A gear without teeth says that its bearings miss something; one with teeth has nothing to say. */
static void only_gears_without_teeth_warn(void **state) {
  (void)state;
  static const char *const models[] = {"geared_shafts", "geared_shafts_plain"};
  for (int i = 0; i < 2; i++) {
    Run run = physics_run(&(Setup){.model = models[i]});
    bool warned = false;
    for (int32_t k = 0; k < sar_context_count(run.context); k++) {
      warned |=
          strstr(sar_context_get(run.context, k)->message, "by torques about the axes of its joints alone") != NULL;
    }
    assert_int_equal(warned, i == 1);
    physics_finish(&run);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bearings_carry_tooth_forces),
      cmocka_unit_test(motion_is_that_of_the_ratio),
      cmocka_unit_test(only_gears_without_teeth_warn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
