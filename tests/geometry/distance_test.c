/* Gap, normal and point of every pair of shapes against a search that knows nothing but how far the cores reach:
 * Gilbert's algorithm for convex ones (SIAM J. Control 4 (1966) 61-80), tori point by point. Symmetry and invariance of
 * everything. */
#include <string.h>

#include "geometry/hull.h"
#include "geometry/poses.h"

enum { POSES = 8, GRID = 60, ROUGH = 100, FINE = 20000 };

/* The point of a core that lies farthest along u. A torus: the point at that angle. */
static SarVec3 farthest(const SarShape *shape, SarVec3 u, double angle) {
  const double *a = shape->sizes, r = shape->radius;
  const char *name = shape->class->name;
  if (strcmp(name, "torus") == 0) return sar_vec3(a[0] * cos(angle), a[0] * sin(angle), 0);
  if (strcmp(name, "capsule") == 0) return sar_vec3(0, 0, copysign(a[1] / 2, u.z));
  if (strcmp(name, "box") == 0) {
    return sar_vec3(copysign(a[0] / 2 - r, u.x), copysign(a[1] / 2 - r, u.y), copysign(a[2] / 2 - r, u.z));
  }
  if (strcmp(name, "hull") == 0) {
    const SarHull *hull = shape->data;
    int best = 0;
    for (int i = 1; i < hull->nvertices; i++) {
      if (sar_dot(u, hull->vertices[i]) > sar_dot(u, hull->vertices[best])) best = i;
    }
    return hull->vertices[best];
  }
  if (strcmp(name, "cylinder") == 0) {
    double s = (a[0] - r) / fmax(hypot(u.x, u.y), 1e-300);
    return sar_vec3(s * u.x, s * u.y, copysign(a[1] / 2 - r, u.z));
  }
  if (strcmp(name, "frustum") == 0) { /* the rim that lies farther: both are smaller by what the radius leaves */
    double slant = hypot(a[0] - a[1], a[2]), n = (a[0] - a[1]) / slant, h = a[2] / 2 - r, s = hypot(u.x, u.y);
    double low = a[0] - r * slant / a[2] * (1 + n), high = a[1] - r * slant / a[2] * (1 - n);
    bool up = high * s + h * u.z > low * s - h * u.z;
    double over = (up ? high : low) / fmax(s, 1e-300);
    return sar_vec3(over * u.x, over * u.y, up ? h : -h);
  }
  if (strcmp(name, "ellipsoid") == 0) {
    SarVec3 e = {(a[0] - r) * u.x, (a[1] - r) * u.y, (a[2] - r) * u.z};
    double h = 1 / sar_norm(e);
    return sar_vec3(h * (a[0] - r) * e.x, h * (a[1] - r) * e.y, h * (a[2] - r) * e.z);
  }
  assert_string_equal(name, "sphere");
  return sar_vec3(0, 0, 0);
}

static double core_radius(const SarShape *shape) {
  const char *name = shape->class->name;
  if (strcmp(name, "sphere") == 0 || strcmp(name, "capsule") == 0) return shape->sizes[0];
  return strcmp(name, "torus") == 0 ? shape->sizes[1] : shape->radius;
}

/* The vector from core to core, and the point it starts from. */
typedef struct Found {
  SarVec3 r, first;
} Found;

static SarVec3 farthest_in_ground(const Couple *couple, int s, SarVec3 u, double angle) {
  SarPose at = sar_shape_pose(&couple->shape[s], &couple->body[s]);
  return sar_add(at.r, sar_mul(&at.A, farthest(&couple->shape[s], sar_mul_t(&at.A, u), angle)));
}

/* From the difference of the cores' points to the corner farthest against it, as far along as is best. */
static Found gilbert(const Couple *couple, const double angle[2], int iterations) {
  SarVec3 u = {1, 0, 0}, first = farthest_in_ground(couple, 0, u, angle[0]);
  Found x = {sar_sub(farthest_in_ground(couple, 1, sar_neg(u), angle[1]), first), first};
  for (int k = 0; k < iterations; k++) {
    first = farthest_in_ground(couple, 0, x.r, angle[0]);
    SarVec3 corner = sar_sub(farthest_in_ground(couple, 1, sar_neg(x.r), angle[1]), first), step = sar_sub(corner, x.r);
    double t = -sar_dot(x.r, step) / sar_dot(step, step);
    if (!(t > 1e-16)) break;
    t = fmin(t, 1);
    x.r = sar_axpy(t, step, x.r);
    x.first = sar_axpy(t, sar_sub(first, x.first), x.first);
  }
  return x;
}

/* The same, for the best angles of tori. */
static Found search(const Couple *couple) {
  bool torus[2];
  double best[2] = {0, 0}, least_distance = INFINITY, turn = 2 * acos(-1) / GRID;
  for (int s = 0; s < 2; s++) torus[s] = couple->shape[s].class == &sar_shape_torus;
  for (int i = 0; i < (torus[0] ? GRID : 1); i++) {
    for (int j = 0; j < (torus[1] ? GRID : 1); j++) {
      double angle[2] = {i * turn, j * turn}, d = sar_norm(gilbert(couple, angle, ROUGH).r);
      if (d < least_distance) least_distance = d, best[0] = angle[0], best[1] = angle[1];
    }
  }
  if (torus[0] || torus[1]) least_distance = sar_norm(gilbert(couple, best, FINE).r);
  for (double step = turn; (torus[0] || torus[1]) && step > 1e-5;) {
    bool better = false;
    for (int i = -1; i <= 1; i++) {
      for (int j = -1; j <= 1; j++) {
        double angle[2] = {best[0] + i * step, best[1] + j * step};
        if ((i && !torus[0]) || (j && !torus[1]) || (!i && !j)) continue;
        double d = sar_norm(gilbert(couple, angle, FINE / 10).r);
        if (d < least_distance) least_distance = d, best[0] = angle[0], best[1] = angle[1], better = true;
      }
    }
    if (!better) step /= 2;
  }
  return gilbert(couple, best, FINE);
}

/* Onto a plane: the lowest point (of a torus by angle). */
static Found drop(const Couple *couple, int plane) {
  int s = 1 - plane, n = couple->shape[s].class == &sar_shape_torus ? 20000 : 1;
  SarPose at = sar_shape_pose(&couple->shape[plane], &couple->body[plane]);
  SarVec3 up = sar_column(&at.A, 2), lowest = {0, 0, 0};
  double height = INFINITY;
  for (int i = 0; i < n; i++) {
    SarVec3 c = farthest_in_ground(couple, s, sar_neg(up), 2 * acos(-1) * i / n);
    double z = sar_dot(up, sar_sub(c, at.r));
    if (z < height) height = z, lowest = c;
  }
  return plane == 1 ? (Found){sar_scale(-height, up), lowest}
                    : (Found){sar_scale(height, up), sar_axpy(-height, up, lowest)};
}

static const SarTouch *least(const SarTouch *touch, int n) {
  const SarTouch *best = &touch[0];
  for (int i = 1; i < n; i++) best = touch[i].gap < best->gap ? &touch[i] : best;
  return best;
}

static bool is_smoothed(const Couple *couple) {
  for (int s = 0; s < 2; s++) {
    const SarShapeClass *a = couple->shape[s].class, *b = couple->shape[1 - s].class;
    if (b == &sar_shape_plane && (a == &sar_shape_cylinder || a == &sar_shape_frustum || a == &sar_shape_torus))
      return true;
    if (a == &sar_shape_cylinder && b->nedges) return true;
  }
  return false;
}

static void check_search(Dice *dice, const Couple *couple) {
  (void)dice;
  SarTouch touch[TOUCHES];
  for (int s = 0; s < 2; s++) {
    if (couple->shape[s].class == &sar_shape_terrain) return; /* terrain_test.c */
    if (couple->shape[s].class == &sar_shape_mesh) return;    /* mesh_test.c */
  }
  int n = touches_of(couple, INFINITY, touch);
  const SarTouch *t = least(touch, n);
  for (int s = 0; s < 2; s++) { /* this search knows surfaces that are apart; overlap_test.c */
    bool exact = couple->shape[s].class == &sar_shape_ellipsoid && couple->shape[s].radius == 0;
    if (exact && t->gap < 0.01) return;
  }
  const char *a = couple->shape[0].class->name, *b = couple->shape[1].class->name;
  int plane = couple->shape[0].class->unbounded ? 0 : couple->shape[1].class->unbounded ? 1 : -1;
  Found found = plane >= 0 ? drop(couple, plane) : search(couple);
  double ra = core_radius(&couple->shape[0]), d = sar_norm(found.r);
  double gap = d - ra - core_radius(&couple->shape[1]);
  /* on a plane, rims are smoothed by a thousandth of their radius */
  double above = is_smoothed(couple) ? 1.2e-3 : 1e-9, below = is_smoothed(couple) ? 1.2e-3 : 1e-4;
  if (!(t->gap <= gap + above && t->gap >= gap - below)) {
    fail_msg("%s-%s: gap %.9g, by search %.9g", a, b, t->gap, gap);
  }
  SarVec3 normal = sar_scale(1 / d, found.r), p = sar_axpy(ra + gap / 2, normal, found.first);
  for (int i = 0; is_smoothed(couple) && i < n; i++) { /* of those equally near, within the smoothing, the one meant */
    bool near = touch[i].gap < gap + above;
    if (near && sar_norm(sar_sub(normal, touch[i].n)) < sar_norm(sar_sub(normal, t->n))) t = &touch[i];
  }
  double leans = sar_norm(sar_sub(normal, t->n)), straight = is_smoothed(couple) ? 1e-2 : 5e-3; /* about 1e-3 R/d */
  if (!(leans < straight)) fail_msg("%s-%s: the normal is another one, by %g", a, b, leans);
  if (!(sar_norm(sar_sub(p, t->p)) < 2e-2)) fail_msg("%s-%s: the point is off by %g", a, b, sar_norm(sar_sub(p, t->p)));
}

static void check_equal(const SarTouch *a, const SarTouch *b, double sign, SarVec3 n, SarVec3 p, const char *what) {
  if (!(fabs(a->gap - b->gap) < 1e-12 && fabs(a->weight - b->weight) < 1e-9 &&
        sar_norm(sar_sub(n, sar_scale(sign, b->n))) < 1e-9 && sar_norm(sar_sub(p, b->p)) < 1e-8)) {
    fail_msg("%s: gap %.15g and %.15g, weight %g and %g, normals differ by %g, points by %g", what, a->gap, b->gap,
             a->weight, b->weight, sar_norm(sar_sub(n, sar_scale(sign, b->n))), sar_norm(sar_sub(p, b->p)));
  }
}

/* The partner of a touch in the list of the exchanged pair: the same features, the same gap. Two tori count their
 * touches along the first of them. */
static const SarTouch *partner(const SarTouch *touch, const SarTouch *list, int n, bool tori) {
  const SarTouch *best = NULL;
  double nearest = INFINITY;
  for (int i = 0; i < n; i++) {
    if (!tori && touch->side[1].feature != list[i].side[0].feature) continue;
    if (!tori && touch->side[0].feature != list[i].side[1].feature) continue;
    double off =
        fabs(list[i].gap - touch->gap) + fabs(list[i].weight - touch->weight); /* corner on corner: both ways */
    if (off < nearest) best = &list[i], nearest = off;
  }
  return best;
}

static void check_symmetry(Dice *dice, const Couple *couple) {
  SarTouch here[TOUCHES], there[TOUCHES];
  int n = touches_of(couple, INFINITY, here);
  Couple exchanged = {{couple->shape[1], couple->shape[0]}, {couple->body[1], couple->body[0]}}, moved = *couple;
  assert_int_equal(touches_of(&exchanged, INFINITY, there), n);
  for (int i = 0; i < n; i++) {
    bool tori = couple->shape[0].class == &sar_shape_torus && couple->shape[1].class == &sar_shape_torus;
    const SarTouch *t = partner(&here[i], there, n, tori);
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
  for (int i = 0; sar_shape_class_any(i); i++) {
    for (int j = 0; sar_shape_class_any(j); j++) {
      const SarShapeClass *a = sar_shape_class_any(i), *b = sar_shape_class_any(j);
      if (!may_touch(a, b) || a == &sar_shape_profile || b == &sar_shape_profile)
        continue; /* they have their own test */
      int checked = 0;
      for (int k = 0; k < 10 * POSES && checked < POSES; k++) {
        Couple couple;
        any_couple(&dice, a, b, &couple);
        if (!bring_near(&dice, &couple, dice_between(&dice, -0.1, 0.3))) continue; /* cores stay apart */
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
