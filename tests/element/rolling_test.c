/* Rolling and the knife edge: heights, contact points and slip against geometry done with numbers. */
#include <string.h>

#include "element/recorder.h"

/* A frame of a body at a motion, in numbers. */
typedef struct Frame {
  SarVec3 point, axis[3];
  const SarKin *kin;
} Frame;

static Frame frame_at(const Motion *motion, const SarSide *side) {
  const SarKin *kin = &motion->kin[side->body];
  Frame f = {.kin = kin, .point = sar_kin_point(kin, side->point)};
  for (int i = 0; i < 3; i++) f.axis[i] = sar_mul(&kin->A, sar_column(&side->axes, i));
  return f;
}

/* Velocity of the body's point that is at p. */
static SarVec3 carried(const Frame *f, SarVec3 p) {
  return sar_add(f->kin->v, sar_cross(sar_mul(&f->kin->A, f->kin->w), sar_sub(p, f->kin->r)));
}

/* The lowest point of a circle about the axis of the wheel, above the plane, by search: first everywhere, then finer.
 */
static SarVec3 lowest_of_rim(const Frame *plane, const Frame *wheel, double rim) {
  double best = 0, width = 3.2;
  SarVec3 lowest = {0, 0, 0};
  for (int round = 0; round < 14; round++, width /= 4) {
    double centre = best, least = INFINITY;
    for (int i = -40; i <= 40; i++) {
      double angle = centre + width * i / 40;
      SarVec3 p = sar_axpy(rim * cos(angle), wheel->axis[0], sar_axpy(rim * sin(angle), wheel->axis[1], wheel->point));
      double height = sar_dot(sar_sub(p, plane->point), plane->axis[2]);
      if (height >= least) continue;
      least = height, best = angle, lowest = p;
    }
  }
  return lowest;
}

static Recorder *open_class(const char *name, uint64_t *seed) {
  return recorder_open(sar_element_class_find(SAR_SECTION_EQUATIONS, name), seed);
}

static SarVec3 offered(Recorder *r, const char *x, const char *y, const char *z) {
  return sar_vec3(recorder_offer(r, x), recorder_offer(r, y), recorder_offer(r, z));
}

static void check_near(SarVec3 got, SarVec3 expected, double tolerance) {
  CHECK_NEAR(sar_norm(sar_sub(got, expected)), 0, tolerance);
}

/* The multipliers as a force on the wheel; what acts on the plane is the opposite, and the moments balance. */
static void check_reaction(Recorder *r, const Frame *plane, const Frame *wheel, SarVec3 contact, SarVec3 force) {
  SarVec3 first = offered(r, "fx", "fy", "fz"), second = offered(r, "fx2", "fy2", "fz2");
  check_near(second, force, 1e-13);
  check_near(first, sar_neg(force), 1e-13);
  check_near(offered(r, "tx", "ty", "tz"), sar_cross(sar_sub(contact, plane->point), first), 1e-7);
  check_near(offered(r, "tx2", "ty2", "tz2"), sar_cross(sar_sub(contact, wheel->point), second), 1e-7);
}

static void check_rolling(Recorder *r, const Motion *motion, double rim, double tube, uint64_t *seed) {
  SarBuilder *b = &r->symbols.builder;
  recorder_randomise(r, motion, seed);
  Frame plane = frame_at(motion, &b->a), wheel = frame_at(motion, &b->b);
  SarVec3 lowest = rim > 0 ? lowest_of_rim(&plane, &wheel, rim) : wheel.point;
  SarVec3 contact = sar_axpy(-tube, plane.axis[2], lowest);
  assert_int_equal(r->nconstraints, 3);
  assert_true(r->constraints[0].holonomic && !r->constraints[1].holonomic && !r->constraints[2].holonomic);
  double height = sar_dot(sar_sub(contact, plane.point), plane.axis[2]);
  CHECK_NEAR(recorder_value(r, r->constraints[0].f), height, 1e-13);
  check_near(offered(r, "x", "y", "z"), contact, 1e-7); /* the search finds the place of a minimum that well */
  SarVec3 slip = sar_sub(carried(&wheel, contact), carried(&plane, contact));
  SarVec3 force = {0, 0, 0};
  for (int i = 0; i < 2; i++) {
    CHECK_NEAR(recorder_value(r, r->constraints[1 + i].f), sar_dot(slip, plane.axis[i]), 1e-6);
    force = sar_axpy(-r->variables[RECORDER_MULTIPLIER + 1 + i], plane.axis[i], force);
  }
  force = sar_axpy(-r->variables[RECORDER_MULTIPLIER], plane.axis[2], force);
  check_reaction(r, &plane, &wheel, contact, force);

  /* the rate of the height is the normal part of the slip: both reactions are one force at one point */
  double h = 1e-5;
  Motion plus = motion_after(motion, h), minus = motion_after(motion, -h);
  motion_values(&plus, r->variables);
  double above = recorder_value(r, r->constraints[0].f);
  motion_values(&minus, r->variables);
  CHECK_NEAR((above - recorder_value(r, r->constraints[0].f)) / (2 * h), sar_dot(slip, plane.axis[2]), 1e-7);
}

static void test_rolling(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int trial = 0; trial < 12; trial++) {
    Motion motion = motion_random(&seed);
    Recorder *disk = open_class("rolling-disk", &seed), *sphere = open_class("rolling-sphere", &seed);
    Recorder *wheel = open_class("rolling-wheel", &seed);
    recorder_real(disk, "radius", 0.4);
    recorder_real(sphere, "radius", 0.3);
    recorder_real(wheel, "radius", 0.5);
    recorder_real(wheel, "crown", 0.1);
    recorder_build(disk);
    recorder_build(sphere);
    recorder_build(wheel);
    check_rolling(disk, &motion, 0.4, 0, &seed);
    check_rolling(sphere, &motion, 0, 0.3, &seed);
    check_rolling(wheel, &motion, 0.4, 0.1, &seed);
    recorder_close(disk);
    recorder_close(sphere);
    recorder_close(wheel);
  }
}

static void test_knife_edge(void **state) {
  (void)state;
  uint64_t seed = 12;
  for (int trial = 0; trial < 5; trial++) {
    Motion motion = motion_random(&seed);
    Recorder *r = open_class("knife-edge", &seed);
    SarBuilder *b = &r->symbols.builder;
    recorder_build(r);
    recorder_randomise(r, &motion, &seed);
    Frame surface = frame_at(&motion, &b->a), blade = frame_at(&motion, &b->b);
    SarVec3 slip = sar_sub(carried(&blade, blade.point), carried(&surface, blade.point));
    assert_int_equal(r->nconstraints, 1);
    assert_false(r->constraints[0].holonomic);
    CHECK_NEAR(recorder_value(r, r->constraints[0].f), sar_dot(slip, blade.axis[1]), 1e-13);
    SarVec3 force = sar_scale(-r->variables[RECORDER_MULTIPLIER], blade.axis[1]);
    check_reaction(r, &surface, &blade, blade.point, force);
    recorder_close(r);
  }
}

/* ---- constraints of the user's own ---- */

static SarStatus constraint(const char *field, const char *text, bool angle, Recorder **out) {
  uint64_t seed = 13;
  Recorder *r = *out = open_class("constraint", &seed);
  recorder_function(r, field, text);
  if (angle) recorder_real(r, "kind", SAR_KIND_ANGLE);
  return recorder_try(r);
}

static void test_constraint(void **state) {
  (void)state;
  Recorder *r;
  assert_int_equal(constraint("position", "2*u0 - t", false, &r), SAR_OK);
  assert_true(r->constraints[0].holonomic && !r->constraints[0].rotation);
  r->variables[RECORDER_INPUT] = 3, r->variables[RECORDER_TIME] = 0.5;
  CHECK_NEAR(recorder_value(r, r->constraints[0].f), 5.5, 1e-15);
  recorder_close(r);
  assert_int_equal(constraint("velocity", "u0*u1 - t", true, &r), SAR_OK);
  assert_true(!r->constraints[0].holonomic && r->constraints[0].rotation);
  recorder_close(r);

  static const char *const wrong_positions[] = {"u0 + u1", "u0 + u2", "u0 + u3", "u0 + u4",
                                                "u0 + u5", "u0 + u6", "t",       "1"};
  for (size_t i = 0; i < sizeof wrong_positions / sizeof *wrong_positions; i++) {
    assert_int_equal(constraint("position", wrong_positions[i], false, &r), SAR_INPUT);
    recorder_close(r);
  }
  static const char *const wrong_velocities[] = {"u0", "t", "u1 + u2", "u1 + u5", "u1*u6"};
  for (size_t i = 0; i < sizeof wrong_velocities / sizeof *wrong_velocities; i++) {
    assert_int_equal(constraint("velocity", wrong_velocities[i], false, &r), SAR_INPUT);
    recorder_close(r);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rolling), cmocka_unit_test(test_knife_edge),
                                     cmocka_unit_test(test_constraint)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
