/* Gap, normal and point of every pair of shapes against a search that knows nothing but the cores, as sets of points: the
 * best of many random pairs of them, made better by small random moves. Symmetry and invariance of everything. */
#include <string.h>

#include "geometry/poses.h"

enum { POSES = 8, STARTS = 400, MOVES = 6000 };

/* The point of a core (all of a solid one) for three numbers between 0 and 1. */
static SarVec3 core_point(const SarShape *shape, const double u[3]) {
  const double *a = shape->sizes, r = shape->radius, turn = 2 * acos(-1) * u[1];
  const char *name = shape->class->name;
  if (strcmp(name, "capsule") == 0) return sar_vec3(0, 0, (u[0] - 0.5) * a[1]);
  if (strcmp(name, "torus") == 0) return sar_vec3(a[0] * cos(turn), a[0] * sin(turn), 0);
  if (strcmp(name, "box") == 0) {
    return sar_vec3((u[0] - 0.5) * (a[0] - 2 * r), (u[1] - 0.5) * (a[1] - 2 * r), (u[2] - 0.5) * (a[2] - 2 * r));
  }
  if (strcmp(name, "cylinder") == 0) {
    double s = (a[0] - r) * u[0];
    return sar_vec3(s * cos(turn), s * sin(turn), (u[2] - 0.5) * (a[1] - 2 * r));
  }
  if (strcmp(name, "ellipsoid") == 0) {
    double z = 2 * u[2] - 1, s = sqrt(1 - z * z);
    return sar_vec3(u[0] * (a[0] - r) * s * cos(turn), u[0] * (a[1] - r) * s * sin(turn), u[0] * (a[2] - r) * z);
  }
  if (strcmp(name, "plane") == 0) return sar_vec3(40 * (u[0] - 0.5), 40 * (u[1] - 0.5), 0);
  assert_string_equal(name, "sphere");
  return sar_vec3(0, 0, 0);
}

static double core_radius(const SarShape *shape) {
  const char *name = shape->class->name;
  if (strcmp(name, "sphere") == 0 || strcmp(name, "capsule") == 0) return shape->sizes[0];
  return strcmp(name, "torus") == 0 ? shape->sizes[1] : shape->radius;
}

static SarVec3 between(const Couple *couple, const double u[6], SarVec3 *first) {
  SarVec3 c[2];
  for (int s = 0; s < 2; s++) {
    SarPose at = sar_shape_pose(&couple->shape[s], &couple->body[s]);
    c[s] = sar_add(at.r, sar_mul(&at.A, core_point(&couple->shape[s], u + 3 * s)));
  }
  *first = c[0];
  return sar_sub(c[1], c[0]);
}

/* The shortest vector from one core to the other. */
static SarVec3 search(Dice *dice, const Couple *couple, SarVec3 *first) {
  double best[6], u[6];
  SarVec3 r = {INFINITY, 0, 0}, c;
  for (int k = 0; k < STARTS; k++) {
    for (int i = 0; i < 6; i++) u[i] = dice_between(dice, 0, 1);
    SarVec3 now = between(couple, u, &c);
    if (sar_norm(now) >= sar_norm(r)) continue;
    r = now, *first = c;
    memcpy(best, u, sizeof best);
  }
  double size = 0.2;
  for (int k = 0; k < MOVES; k++) {
    for (int i = 0; i < 6; i++) {
      u[i] = best[i] + (dice_chance(dice, 0.5) ? dice_between(dice, -size, size) : 0);
      if (i % 3 == 1) u[i] -= couple->shape[i / 3].class == &sar_shape_box ? 0 : floor(u[i]);
      u[i] = fmin(fmax(u[i], 0), 1);
    }
    SarVec3 now = between(couple, u, &c);
    bool better = sar_norm(now) < sar_norm(r);
    size = fmin(0.2, fmax(1e-9, size * (better ? 2 : 0.96)));
    if (!better) continue;
    r = now, *first = c;
    memcpy(best, u, sizeof best);
  }
  return r;
}

static const SarTouch *least(const SarTouch *touch, int n) {
  const SarTouch *best = &touch[0];
  for (int i = 1; i < n; i++) best = touch[i].gap < best->gap ? &touch[i] : best;
  return best;
}

static bool is_smoothed(const Couple *couple) {
  for (int s = 0; s < 2; s++) {
    const SarShapeClass *a = couple->shape[s].class, *b = couple->shape[1 - s].class;
    if (b == &sar_shape_plane && (a == &sar_shape_cylinder || a == &sar_shape_torus)) return true;
  }
  return false;
}

static void check_search(Dice *dice, const Couple *couple) {
  SarTouch touch[TOUCHES];
  int n = touches_of(couple, INFINITY, touch);
  const SarTouch *t = least(touch, n);
  const char *a = couple->shape[0].class->name, *b = couple->shape[1].class->name;
  SarVec3 first, r = search(dice, couple, &first);
  double ra = core_radius(&couple->shape[0]), rb = core_radius(&couple->shape[1]), gap = sar_norm(r) - ra - rb;
  /* on a plane, rims are smoothed by a thousandth of their radius */
  double tolerance = is_smoothed(couple) ? 1.2e-3 : 1e-4;
  if (!(t->gap <= gap + 1e-12 + (is_smoothed(couple) ? 1.2e-3 : 0) && t->gap >= gap - tolerance)) {
    fail_msg("%s-%s: gap %.9g, by search %.9g", a, b, t->gap, gap);
  }
  SarVec3 normal = sar_scale(1 / sar_norm(r), r), p = sar_axpy(ra + gap / 2, normal, first);
  /* where cores are flat the point is found with the root of the accuracy */
  if (!(sar_norm(sar_sub(normal, t->n)) < 0.02)) fail_msg("%s-%s: the normal is another one", a, b);
  if (!is_smoothed(couple) && !(sar_norm(sar_sub(p, t->p)) < 0.05)) fail_msg("%s-%s: the point is another one", a, b);
}

static void check_equal(const SarTouch *a, const SarTouch *b, double sign, SarVec3 n, SarVec3 p, const char *what) {
  if (!(fabs(a->gap - b->gap) < 1e-12 && fabs(a->weight - b->weight) < 1e-9 &&
        sar_norm(sar_sub(n, sar_scale(sign, b->n))) < 1e-9 && sar_norm(sar_sub(p, b->p)) < 1e-8)) {
    fail_msg("%s: gap %.15g and %.15g, weight %g and %g, normals differ by %g, points by %g", what, a->gap, b->gap,
             a->weight, b->weight, sar_norm(sar_sub(n, sar_scale(sign, b->n))), sar_norm(sar_sub(p, b->p)));
  }
}

/* The partner of a touch in another list: the same features. */
static const SarTouch *partner(const SarTouch *touch, const SarTouch *list, int n, bool exchanged) {
  const SarTouch *best = NULL;
  double nearest = INFINITY;
  for (int i = 0; i < n; i++) {
    if (touch->side[exchanged].feature != list[i].side[0].feature) continue;
    if (touch->side[!exchanged].feature != list[i].side[1].feature) continue;
    double off = fabs(list[i].gap - touch->gap);
    if (off < nearest) best = &list[i], nearest = off;
  }
  return best;
}

/* The one nearest touch; circles count their touches from their own x axis, so features are not compared there. */
static void check_symmetry(Dice *dice, const Couple *couple) {
  SarTouch here[TOUCHES], there[TOUCHES];
  int n = touches_of(couple, INFINITY, here);
  Couple exchanged = {{couple->shape[1], couple->shape[0]}, {couple->body[1], couple->body[0]}}, moved = *couple;
  assert_int_equal(touches_of(&exchanged, INFINITY, there), n);
  for (int i = 0; i < n; i++) {
    const SarTouch *t = partner(&here[i], there, n, true);
    if (couple->shape[0].class == couple->shape[1].class && !t) t = least(there, n); /* two tori */
    assert_non_null(t);
    check_equal(&here[i], t, -1, here[i].n, here[i].p, "exchanged");
  }
  SarQuat Q = any_turn(dice);
  SarVec3 d = any_vector(dice, 3);
  SarMat3 R = sar_quat_matrix(Q);
  move_both(&moved, Q, d);
  assert_int_equal(touches_of(&moved, INFINITY, there), n);
  for (int i = 0; i < n; i++) {
    SarVec3 turned = sar_mul(&R, here[i].n), at = sar_add(sar_mul(&R, here[i].p), d);
    check_equal(&here[i], &there[i], 1, turned, at, "moved");
  }
}

static void each_pair(void (*check)(Dice *, const Couple *)) {
  Dice dice = {7};
  for (int i = 0; sar_shape_class_at(i); i++) {
    for (int j = 0; sar_shape_class_at(j); j++) {
      const SarShapeClass *a = sar_shape_class_at(i), *b = sar_shape_class_at(j);
      if (!sar_pair(a, b).class) continue;
      int checked = 0;
      for (int k = 0; k < 10 * POSES && checked < POSES; k++) {
        Couple couple;
        any_couple(&dice, a, b, &couple);
        if (!bring_near(&dice, &couple, dice_between(&dice, -0.2, 0.3))) continue;
        check(&dice, &couple);
        checked++;
      }
      assert_int_equal(checked, POSES);
    }
  }
}

static void test_search(void **state) {
  (void)state;
  each_pair(check_search);
}

static void test_symmetry(void **state) {
  (void)state;
  each_pair(check_symmetry);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_search), cmocka_unit_test(test_symmetry)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
