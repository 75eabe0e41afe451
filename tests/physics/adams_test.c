/* label: numbers. One body on each joint or force against MSC Adams: every quantity that Adams wrote, at every one of
 * its 101 times. All cases run at one tolerance, against limits that adams.h explains. */
#include "physics/adams.h"

#include <stdio.h>

#define TOLERANCE 1e-13 /* the loosest power of ten at which every case passes */

static const Quantity kinematic[] = {
    VECTOR("Pos", "Pos", "body.x", "body.y", "body.z"),
    VECTOR("Vel", "Vel", "body.vx", "body.vy", "body.vz"),
    VECTOR("Acc", "Acc", "body.ax", "body.ay", "body.az"),
    {"Quat", "Quat", {"body.q0", "body.q1", "body.q2", "body.q3"}, {0}, 4},
    VECTOR("Avel", "Avel", "body.wx", "body.wy", "body.wz"),
    VECTOR("Aacc", "Aacc", "body.alphax", "body.alphay", "body.alphaz"),
};

static const Quantity joint[] = {
    VECTOR("Rforce", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("Rtorque", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
};

static const Quantity spring[] = {
    VECTOR("Rforce", "Rforce", "spring.fx", "spring.fy", "spring.fz"),
    VECTOR("Rtorque", "Rtorque", "spring.tx", "spring.ty", "spring.tz"),
};

static const Quantity joint_and_spring[] = {
    {"Rforce", "Rforce", {"joint.fx", "joint.fy", "joint.fz"}, {"spring.fx", "spring.fy", "spring.fz"}, 3},
    {"Rtorque", "Rtorque", {"joint.tx", "joint.ty", "joint.tz"}, {"spring.tx", "spring.ty", "spring.tz"}, 3},
};

static const Quantity both_sides[] = {
    VECTOR("Rforce_Body1", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("Rtorque_Body1", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
    VECTOR("Rforce_Body2", "Rforce", "joint.fx2", "joint.fy2", "joint.fz2"),
    VECTOR("Rtorque_Body2", "Rtorque", "joint.tx2", "joint.ty2", "joint.tz2"),
};

static const Quantity actuator[] = {
    VECTOR("RforceP", "Rforce", "joint.fx", "joint.fy", "joint.fz"),
    VECTOR("RtorqueP", "Rtorque", "joint.tx", "joint.ty", "joint.tz"),
    VECTOR("RforceA", "Rforce", "motion.fx2", "motion.fy2", "motion.fz2"),
    VECTOR("RtorqueA", "Rtorque", "motion.tx2", "motion.ty2", "motion.tz2"),
};

typedef struct Case {
  const char *name;
  const Quantity *reactions;
  int nreactions;
} Case;

#define CASE(name, reactions) \
  { name, reactions, (int)(sizeof reactions / sizeof reactions[0]) }

static const Case cases[] = {
    CASE("Revolute_Case01", joint),       CASE("Revolute_Case02", joint),
    CASE("Spherical_Case01", joint),      CASE("Spherical_Case02", joint),
    CASE("Universal_Case01", joint),      CASE("Universal_Case02", joint),
    CASE("Prismatic_Case01", joint),      CASE("Prismatic_Case02", joint),
    CASE("Prismatic_Case03", joint),      CASE("Cylindrical_Case01", joint),
    CASE("Cylindrical_Case02", joint),    CASE("Distance_Case01", joint),
    CASE("Distance_Case03", joint),       CASE("RevSpherical_Case01", both_sides),
    CASE("TranSpring_Case01", spring),    CASE("TranSpring_Case02", spring),
    CASE("TranSpringCB_Case01", spring),  CASE("TranSpringCB_Case02", spring),
    CASE("TranSpringCB_Case03", spring),  CASE("RotSpring_Case01", joint_and_spring),
    CASE("LinActuator_Case01", actuator),
};

static int run_case(const Case *c) {
  char model[64];
  snprintf(model, sizeof model, "adams/%s", c->name);
  Run run = physics_run(&(Setup){.model = model, .tolerance = TOLERANCE});
  int wrong = adams_compare(c->name, &run, kinematic, (int)(sizeof kinematic / sizeof kinematic[0]));
  wrong += adams_compare(c->name, &run, c->reactions, c->nreactions);
  physics_finish(&run);
  return wrong;
}

static void agrees_with_adams(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) wrong += run_case(&cases[i]);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_adams)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
