/* Candidates against all pairs one by one; their order; how many comparisons they take as the number of boxes grows. */
#include "geometry/broad.h"

#include <stdlib.h>

#include "geometry/poses.h"

enum { MOST = 3000 };

static SarBounds box_at(SarVec3 at, SarVec3 half) { return (SarBounds){sar_sub(at, half), sar_add(at, half)}; }

static SarBounds infinite(void) {
  return (SarBounds){sar_vec3(-INFINITY, -INFINITY, -INFINITY), sar_vec3(INFINITY, INFINITY, INFINITY)};
}

static bool odd_bodies(const void *self, int32_t a, int32_t b) {
  const int32_t *body = self;
  return body[a] != body[b];
}

/* Every pair once, ordered, and no other. */
static void check(const SarBounds *boxes, int n, const int32_t *body) {
  SarArena *arena = sar_arena_create();
  const SarBroadPair *pairs;
  int32_t count, k = 0;
  SarBroadFilter filter = {body ? odd_bodies : NULL, body};
  assert_int_equal(sar_broad_pairs(NULL, arena, boxes, n, filter, &pairs, &count), SAR_OK);
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++) {
      bool planes = isinf(boxes[i].low.x) && isinf(boxes[j].low.x);
      if (planes || !sar_bounds_overlap(&boxes[i], &boxes[j]) || (body && body[i] == body[j])) continue;
      assert_true(k < count && pairs[k].a == i && pairs[k].b == j);
      k++;
    }
  }
  assert_int_equal(k, count);
  sar_arena_destroy(&arena);
}

static void test_against_all_pairs(void **state) {
  (void)state;
  Dice dice = {2};
  static SarBounds boxes[600];
  static int32_t body[600];
  for (int round = 0; round < 12; round++) {
    int n = round == 0 ? 0 : round == 1 ? 1 : 50 * round;
    for (int i = 0; i < n; i++) {
      double size = dice_chance(&dice, 0.05) ? 3 : dice_between(&dice, 0.01, 0.3);
      SarVec3 half = {size * dice_between(&dice, 0, 1), size, size * dice_between(&dice, 0.1, 1)};
      boxes[i] = dice_chance(&dice, 0.01) ? infinite() : box_at(any_vector(&dice, 3), half);
      if (round == 7) boxes[i] = box_at(sar_vec3(i % 3, 0, 0), sar_vec3(0.5, 0.5, 0.5)); /* equal, touching, on cells */
      if (round == 8) boxes[i] = box_at(any_vector(&dice, 1e18), sar_vec3(1, 1, 1));
      if (round == 9) boxes[i] = box_at(any_vector(&dice, 1), sar_vec3(0, 0, 0));
      body[i] = i / 3;
    }
    check(boxes, n, NULL);
    check(boxes, n, body);
  }
}

/* Asks are counted by the filter: pairs that overlap; time is that of entries, at most 8 for a box. */
static void test_linear(void **state) {
  (void)state;
  Dice dice = {4};
  static SarBounds boxes[MOST];
  size_t bytes[2];
  for (int k = 0; k < 2; k++) {
    int n = k ? MOST : MOST / 3;
    double side = cbrt(n);
    SarArena *arena = sar_arena_create();
    const SarBroadPair *pairs;
    int32_t count;
    for (int i = 0; i < n; i++) boxes[i] = box_at(any_vector(&dice, side / 2), sar_vec3(0.4, 0.4, 0.4));
    assert_int_equal(sar_broad_pairs(NULL, arena, boxes, n, (SarBroadFilter){0}, &pairs, &count), SAR_OK);
    assert_true(count > n / 2 && count < 4 * n);
    bytes[k] = sar_arena_bytes(arena);
    sar_arena_destroy(&arena);
  }
  assert_true((double)bytes[1] < 4 * (double)bytes[0]);
}

/* Boxes around shapes hold them and are tight: against points on the surface, found as the support of touching planes.
 */
static void test_bounds(void **state) {
  (void)state;
  Dice dice = {6};
  for (int k = 0; sar_shape_class_any(k); k++) {
    const SarShapeClass *class = sar_shape_class_any(k);
    for (int i = 0; i < 20; i++) {
      SarShape shape = any_shape(&dice, class), plane = sar_shape(&sar_shape_plane, 0, 0, 0);
      SarPose body = {any_vector(&dice, 2), any_axes(&dice)}, ground = {sar_vec3(0, 0, 0), sar_mat3_identity()};
      SarBounds box = sar_shape_bounds(&shape, &body);
      if (class->unbounded) {
        assert_true(isinf(box.low.x) && isinf(box.high.z) && isinf(sar_shape_extent(&shape)));
        continue;
      }
      Couple couple = {{shape, plane}, {body, ground}};
      SarTouch touch[TOUCHES];
      int n = touches_of(&couple, INFINITY, touch);
      double lowest = INFINITY;
      for (int j = 0; j < n; j++) lowest = fmin(lowest, touch[j].gap);
      if (class == &sar_shape_profile) continue; /* the plane sees its middle only */
      CHECK_NEAR(
          box.low.z, lowest,
          class == &sar_shape_cylinder || class == &sar_shape_frustum || class == &sar_shape_torus ? 1.5e-3 : 1e-12);
      double extent = sar_shape_extent(&shape);
      SarVec3 corner = sar_sub(box.high, body.r), other = sar_sub(body.r, box.low);
      assert_true(corner.x <= extent && corner.y <= extent && corner.z <= extent);
      assert_true(other.x <= extent && other.y <= extent && other.z <= extent);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_all_pairs), cmocka_unit_test(test_linear),
                                     cmocka_unit_test(test_bounds)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
