/* Solids that overlap: a little, and the gap is the one that support functions tell; by much, and the pair says so. */
#include "geometry/poses.h"

static bool is_solid(const SarShapeClass *class) { return class->convex && class->closest && !class->unbounded; }

/* m, how far apart two shapes are along n. */
static double apart_along(const Couple *c, SarVec3 n) {
  SarPose a = sar_shape_pose(&c->shape[0], &c->body[0]), b = sar_shape_pose(&c->shape[1], &c->body[1]);
  double reach = c->shape[0].class->reach(&c->shape[0], sar_mul_t(&a.A, n)) +
                 c->shape[1].class->reach(&c->shape[1], sar_mul_t(&b.A, sar_neg(n)));
  return sar_dot(n, sar_sub(b.r, a.r)) - reach;
}

/* No direction keeps them farther apart than the normal. */
static void check_gap(Dice *dice, const Couple *couple, const SarTouch *touch) {
  double gap = apart_along(couple, touch->n);
  assert_float_equal(touch->gap, gap, 1e-9);
  for (int i = 0; i < 40; i++) {
    SarVec3 n = sar_axpy(i % 2 ? 0.3 : 0.01, any_vector(dice, 1), touch->n);
    assert_true(apart_along(couple, sar_scale(1 / sar_norm(n), n)) <= gap + 1e-9);
  }
}

static void no_radius(Couple *couple) {
  for (int s = 0; s < 2; s++) {
    if (couple->shape[s].class == &sar_shape_ellipsoid) couple->shape[s].radius = 0;
  }
}

/* Through the surface and on: one touch all the way, which is as deep as the normal says. */
static void test_ellipsoids_overlap(void **state) {
  (void)state;
  static const double gaps[] = {1e-3, 1e-9, -1e-9, -1e-6, -1e-3, -1e-2, -5e-2};
  Dice dice = {7};
  int checked = 0;
  for (int i = 0; sar_shape_class_any(i); i++) {
    const SarShapeClass *other = sar_shape_class_any(i);
    for (int k = 0; is_solid(other) && k < 210; k++) {
      Couple couple;
      SarTouch touch[TOUCHES];
      any_couple(&dice, &sar_shape_ellipsoid, other, &couple);
      no_radius(&couple);
      assert_true(bring_near(&dice, &couple, gaps[k % 7]));
      assert_int_equal(touches_of(&couple, INFINITY, touch), 1);
      assert_false(touch->deep);
      check_gap(&dice, &couple, touch);
      checked++;
    }
  }
  print_message("%d overlaps\n", checked);
  assert_int_equal(checked, 7 * 210);
}

/* The centre of each shape near that of the other one, in any attitude. */
static void put_together(Dice *dice, Couple *couple) {
  SarPose a = sar_shape_pose(&couple->shape[0], &couple->body[0]),
          b = sar_shape_pose(&couple->shape[1], &couple->body[1]);
  couple->body[1].r = sar_add(couple->body[1].r, sar_add(sar_sub(a.r, b.r), any_vector(dice, 0.02)));
}

/* A core in the other one, or much deeper than any rounding here lets it rest (spheres, capsules). */
static bool says_so(const Couple *couple) {
  SarTouch touch[TOUCHES];
  int n = touches_of(couple, 0, touch);
  for (int i = 0; i < n; i++) {
    if (touch[i].deep || touch[i].gap < -0.5) return true;
  }
  return false;
}

static void test_swallowed(void **state) {
  (void)state;
  Dice dice = {8};
  int checked = 0;
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = 0; sar_shape_class_any(j); j++) {
      const SarShapeClass *a = sar_shape_class_any(i), *b = sar_shape_class_any(j);
      for (int k = 0; is_solid(a) && is_solid(b) && k < 50; k++) {
        Couple couple;
        any_couple(&dice, a, b, &couple);
        no_radius(&couple);
        if (k % 3 == 0) couple.body[1].A = couple.body[0].A;
        if (k % 3 == 0) couple.shape[1].axes = couple.shape[0].axes;
        put_together(&dice, &couple);
        if (!says_so(&couple)) fail_msg("%s in %s, number %d: nothing is said", a->name, b->name, k);
        checked++;
      }
    }
  }
  assert_true(checked >= 1200);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_ellipsoids_overlap), cmocka_unit_test(test_swallowed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
