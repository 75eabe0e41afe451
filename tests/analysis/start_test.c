/* Assembly, redundancy and consistent starts on small mechanisms whose answers are known by hand. */
#include "analysis/start/start.h"

#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"

/* A four-bar in the x-y plane whose written pose does not close: the coupler is 0.05 m too high. */
static const char open_fourbar[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0], turn: {axis: z, angle: 90 deg},\n"
    "    frames: {A: {at: [-0.5, 0, 0]}, B: {at: [0.5, 0, 0]}}}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1.05, 0], frames: {B: {at: [-1, 0, 0]}, C: {at: [1, 0, "
    "0]}}}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0], turn: {axis: z, angle: 90 deg},\n"
    "    frames: {D: {at: [-0.5, 0, 0]}, C: {at: [0.5, 0, 0]}}}\n"
    "ground: {frames: {A: {at: [0, 0, 0]}, D: {at: [2, 0, 0]}}}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground.A, crank.A]}\n"
    "  B: {type: revolute, between: [crank.B, coupler.B]}\n"
    "  C: {type: %s, between: [coupler.C, rocker.C]}\n"
    "  D: {type: revolute, between: [ground.D, rocker.D]}\n";

static Fixture fourbar(const char *last_joint) {
  char text[sizeof open_fourbar + 32];
  snprintf(text, sizeof text, open_fourbar, last_joint);
  return fixture_of(text);
}

static void closes_an_open_mechanism(void **state) {
  (void)state;
  Fixture f = fourbar("point-on-line");
  SarStart *s;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_true(s->assembled);
  CHECK_NEAR(s->position_error * sar_system_length(f.system), 0.05, 1e-12);
  assert_int_equal(s->degrees_of_freedom, 1);
  assert_int_equal(s->m->ndropped, 0);
  double phi[32];
  s->m->problem.ops->position(&s->m->problem, 0, s->q, phi);
  CHECK_NEAR(sar_start_position_error(s, phi), 0, 1e-14);
  /* the smallest displacement: no body needs to move farther than the gap */
  for (int i = 0; i < 21; i++) CHECK_NEAR(s->q[i], f.system ? sar_system_guess(s->system).q[i] : 0, 0.06);
  sar_start_destroy(&s);
  fixture_free(&f);
}

static void names_redundant_rows(void **state) {
  (void)state;
  Fixture f = fourbar("revolute");
  const SarCheck *check;
  assert_int_equal(sar_check(f.context, f.system, &check), SAR_OK);
  assert_int_equal(check->constraints, 20);
  assert_int_equal(check->nredundant, 3);
  assert_int_equal(check->degrees_of_freedom, 1);
  for (int32_t i = 0; i < check->nredundant; i++) {
    assert_true(check->redundant[i].consistent);
    assert_true(check->redundant[i].nwith >= 2);
    assert_true(strlen(check->redundant[i].equation) > 0);
  }
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* Redundant rows that cannot all hold: at position level (a second hinge 1 mm off), and at velocity level (two drives).
 */
static void conflicts_are_told_from_repetitions(void **state) {
  (void)state;
  static const char *const texts[] = {
      "bodies: {door: {mass: 20, inertia: [1, 1, 1], at: [0.5, 0, 0], frames: {top: {at: [-0.5, 0, 0.5]}}}}\n"
      "ground: {frames: {low: {at: [0, 0, -0.5]}, high: {at: [0, 0.001, 0.5]}}}\n"
      "joints:\n  A: {type: revolute, between: [ground.low, door], axis: z}\n"
      "  B: {type: spherical, between: [ground.high, door.top]}\n",
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}\n"
      "motions:\n  B: {joint: A, rotation: \"t\"}\n  C: {joint: A, rotation: \"2*t\"}\n"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Fixture f = fixture_of(texts[i]);
    const SarCheck *check;
    assert_true(sar_check(f.context, f.system, &check) < 0);
    int32_t conflicting = 0;
    for (int32_t k = 0; k < check->nredundant; k++) conflicting += !check->redundant[k].consistent;
    assert_true(conflicting >= 1);
    sar_check_destroy(&check);
    fixture_free(&f);
  }
}

/* Reactions of a redundant mechanism: of least norm, and with the same effect on every body. */
static void reactions_have_least_norm(void **state) {
  (void)state;
  Fixture f = fourbar("revolute");
  SarStart *s;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  double lambda[32], carried[32], r0[64], r1[64];
  int32_t np = s->m->problem.n.np, n = sar_sizes_unknowns(&s->m->problem.n);
  memcpy(carried, s->lambda, (size_t)np * sizeof(double));
  memcpy(lambda, s->lambda, (size_t)np * sizeof(double));
  assert_int_equal(sar_equations_least_norm(s->equations, 0, s->q, s->v, s->x, lambda, s->mu), SAR_OK);
  SarPoint at = {.q = s->q, .v = s->v, .a = s->a, .lambda = carried, .mu = s->mu, .x = s->x, .xdot = s->xdot};
  s->m->problem.ops->residual(&s->m->problem, &at, r0);
  at.lambda = lambda;
  s->m->problem.ops->residual(&s->m->problem, &at, r1);
  double before = 0, after = 0;
  for (int32_t i = 0; i < s->m->problem.n.nv; i++) CHECK_NEAR(r1[i], r0[i], 1e-11);
  for (int32_t i = 0; i < np; i++) before += carried[i] * carried[i], after += lambda[i] * lambda[i];
  assert_true(after <= before * (1 + 1e-12));
  /* orthogonal to every null vector: any admissible change makes it longer */
  for (int32_t k = 0; k < np; k++) {
    double product = 0, vector[32] = {0};
    if (s->m->carried[k]) continue;
    assert_int_equal(sar_equations_null_vector(s->equations, k, vector), SAR_OK);
    for (int32_t i = 0; i < np; i++) product += vector[i] * lambda[i];
    CHECK_NEAR(product, 0, 1e-10);
  }
  assert_true(n > np);
  sar_start_destroy(&s);
  fixture_free(&f);
}

static void singular_pose_is_not_redundancy(void **state) {
  (void)state;
  /* parallelogram with all links in line: one more direction of motion there, but no redundant row */
  Fixture f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}\n"
      "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2.5, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [a, b], at: [1, 0, 0], axis: z}\n"
      "  D: {type: revolute, between: [ground, c], at: [2, 0, 0], axis: z}\n"
      "  C: {type: point-on-line, between: [b, c], at: [3, 0, 0], axis: z}\n");
  SarStart *s;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_SINGULAR_SYSTEM);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "1 direction of motion opens only there"));
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), "`a` gains a freedom (rotation about its z)"));
  assert_int_equal(s->m->ndropped, 0);
  assert_int_equal(s->degrees_of_freedom, 1);
  sar_start_destroy(&s);
  fixture_free(&f);
}

static void consistent_accelerations(void **state) {
  (void)state;
  /* compound pendulum: alpha = m g d / (J + m d^2), pin force = m (a - g) */
  Fixture f = fixture_of(
      "gravity: [0, 0, -9.81]\n"
      "bodies: {body: {mass: 1, inertia: [0.04, 0.1, 0.1], at: [2, 0, 0], turn: {axis: x, angle: -90 deg}}}\n"
      "joints: {joint: {type: revolute, between: [ground, body], at: [0, 0, 0], axis: y}}\n");
  SarTable *table;
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  assert_int_equal(sar_assemble(f.context, f.system, table), SAR_OK);
  double alpha = 9.81 * 2 / 4.1;
  CHECK_NEAR(last_value(table, "body.alphay"), alpha, 1e-13);
  CHECK_NEAR(last_value(table, "body.az"), -2 * alpha, 1e-13);
  CHECK_NEAR(last_value(table, "joint.fz2"), 9.81 - 2 * alpha, 1e-12);
  CHECK_NEAR(last_value(table, "joint.fz"), -(9.81 - 2 * alpha), 1e-12);
  CHECK_NEAR(last_value(table, "energy.potential"), 0, 1e-14);
  sar_table_destroy(&table);
  fixture_free(&f);
}

static void inconsistent_velocities_are_projected(void **state) {
  (void)state;
  /* a point mass on a pin, pushed along the rod and across it: only the part across survives */
  Fixture f = fixture_of(
      "bodies: {body: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [1, 0, 0], velocity: [3, 4, 0], omega: [0, 0, 4]}}\n"
      "joints: {joint: {type: revolute, between: [ground, body], at: [0, 0, 0], axis: z}}\n");
  SarStart *s;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  CHECK_NEAR(s->velocity_error * sar_system_length(f.system), 3, 1e-12);
  CHECK_NEAR(s->v[0], 0, 1e-14);
  CHECK_NEAR(s->v[1], 4, 1e-14);
  CHECK_NEAR(s->v[5], 4, 1e-14);
  sar_start_destroy(&s);
  fixture_free(&f);
}

typedef struct Wrong {
  const char *text;
  SarStatus status;
  const char *message; /* part of it */
} Wrong;

static void impossible_models_say_why(void **state) {
  (void)state;
  static const Wrong wrong[] = {
      {"bodies: {a: {mass: 1, inertia: [1, 1, 1], frames: {p: {at: [1, 0, 0]}}}}\n"
       "ground: {frames: {g: {at: [5, 0, 0]}}}\n"
       "joints:\n  A: {type: spherical, between: [ground, a], at: [0, 0, 0]}\n"
       "  B: {type: spherical, between: [ground.g, a.p]}\n",
       SAR_CANNOT_ASSEMBLE, "cannot be closed"},
      {"bodies: {a: {mass: 0, inertia: [0, 0, 0]}}\n", SAR_SINGULAR_SYSTEM, "nothing resists"},
      {"bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
       "joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}\n"
       "motions:\n  m1: {joint: A, rotation: \"t\"}\n  m2: {joint: A, rotation: \"2*t\"}\n",
       SAR_CONFLICT, "contradicts"},
      {"bodies: {a: {mass: 1, inertia: [1, 1, 1]}}\n"
       "joints: {A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}}\n"
       "motions:\n  m1: {joint: A, rotation: \"t\"}\n  m2: {joint: A, rotation_velocity: \"1\"}\n",
       SAR_CONFLICT, "already determine"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    Fixture f = fixture_of(wrong[i].text);
    SarStart *s;
    assert_int_equal(sar_start_create(f.context, f.system, &s), wrong[i].status);
    if (!strstr(fixture_message(&f, SAR_ERROR), wrong[i].message)) fail_msg("%s", fixture_message(&f, SAR_ERROR));
    sar_start_destroy(&s);
    fixture_free(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(closes_an_open_mechanism),
      cmocka_unit_test(names_redundant_rows),
      cmocka_unit_test(conflicts_are_told_from_repetitions),
      cmocka_unit_test(reactions_have_least_norm),
      cmocka_unit_test(singular_pose_is_not_redundancy),
      cmocka_unit_test(consistent_accelerations),
      cmocka_unit_test(inconsistent_velocities_are_projected),
      cmocka_unit_test(impossible_models_say_why),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
