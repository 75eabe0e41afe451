#include "geometry/poses.h"

#include "geometry/mesh.h"
#include "geometry/profile_build.h"
#include "geometry/terrain.h"

SarVec3 any_vector(Dice *dice, double size) {
  double x = dice_between(dice, -size, size), y = dice_between(dice, -size, size);
  return sar_vec3(x, y, dice_between(dice, -size, size));
}

SarQuat any_turn(Dice *dice) {
  SarVec3 v = any_vector(dice, 1);
  return sar_quat_normalise((SarQuat){dice_between(dice, -1, 1), v.x, v.y, v.z});
}

SarMat3 any_axes(Dice *dice) { return sar_quat_matrix(any_turn(dice)); }

/* A spline, somewhat wavy, wide enough for all that comes near. */
static const SarProfile *wavy_profile(void) {
  enum { POINTS = 12 };
  static SarProfile profile;
  static SarArena *arena; /* kept until the end */
  if (arena) return &profile;
  arena = sar_arena_create();
  SarVec2 points[POINTS];
  for (int i = 0; i < POINTS; i++) {
    double angle = 2 * acos(-1) * i / POINTS, r = 0.7 + 0.1 * cos(angle) + 0.04 * cos(3 * angle);
    points[i] = (SarVec2){r * cos(angle), r * sin(angle)};
  }
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_spline(&builder, points, POINTS, true));
  assert_true(sar_profile_check(&builder, true));
  assert_true(sar_profile_create(&builder, true, 20, &profile));
  profile.radius = 0.15;
  return &profile;
}

/* A wedge: five faces, the flat ones of two triangles. */
static const SarHull *wedge(void) {
  static const double vertices[18] = {-0.5, -0.6, -0.5, 0.6, -0.6, -0.5, 0, -0.6, 0.6,
                                      -0.5, 0.5,  -0.5, 0.6, 0.5,  -0.5, 0, 0.5,  0.6};
  static const int32_t triangles[24] = {0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 2, 5, 3, 2, 3, 0};
  static SarArena *arena; /* kept until the end */
  static const SarHull *hull;
  if (arena) return hull;
  SarHullFault fault;
  arena = sar_arena_create();
  hull = sar_hull_create(arena, vertices, 6, triangles, 8, 0.15, &fault);
  if (!hull) fail_msg("%s", fault.what);
  return hull;
}

/* An L: a hollow edge, corners of all kinds. */
static const SarMeshSolid *angle_piece(void) {
  static const double vertices[36] = {0,   0,   -0.5, 1.2, 0,   -0.5, 1.2, 0.5, -0.5, 0.5, 0.5, -0.5,
                                      0.5, 1.2, -0.5, 0,   1.2, -0.5, 0,   0,   0.5,  1.2, 0,   0.5,
                                      1.2, 0.5, 0.5,  0.5, 0.5, 0.5,  0.5, 1.2, 0.5,  0,   1.2, 0.5};
  static const int32_t triangles[60] = {0, 3,  2,  0, 2,  1, 0,  4, 3, 0, 5,  4, 8,  9,  6, 7, 8, 6, 9, 10,
                                        6, 10, 11, 6, 0,  1, 7,  0, 7, 6, 1,  2, 8,  1,  8, 7, 2, 3, 9, 2,
                                        9, 8,  3,  4, 10, 3, 10, 9, 4, 5, 11, 4, 11, 10, 5, 0, 6, 5, 6, 11};
  static SarArena *arena; /* kept until the end */
  static const SarMeshSolid *mesh;
  if (arena) return mesh;
  SarHullFault fault;
  arena = sar_arena_create();
  mesh = sar_mesh_create(arena, vertices, 12, triangles, 20, 0.15, &fault);
  if (!mesh) fail_msg("%s", fault.what);
  return mesh;
}

/* Gentle hills, uneven patches: wide enough for all that comes near. */
static const SarTerrain *hills(void) {
  enum { X = 41, Y = 31 };
  static double x[X], y[Y], z[X * Y];
  static SarTerrain terrain;
  static SarArena *arena; /* kept until the end */
  if (arena) return &terrain;
  arena = sar_arena_create();
  for (int i = 0; i < X; i++) x[i] = 2.5 * (i - X / 2) + 0.2 * (i % 3);
  for (int k = 0; k < Y; k++) y[k] = 3 * (k - Y / 2) + 0.1 * (k % 2);
  for (int k = 0; k < X * Y; k++) z[k] = 0.4 * sin(0.5 * x[k % X]) * cos(0.4 * y[k / X]);
  assert_true(sar_terrain_field(arena, x, X, y, Y, z, &terrain));
  return &terrain;
}

SarShape any_shape(Dice *dice, const SarShapeClass *class) {
  double a = dice_between(dice, 0.8, 1.2), b = dice_between(dice, 0.6, 1.1), c = dice_between(dice, 0.7, 1.3);
  SarShape shape = sar_shape(class, a, b, c);
  if (class == &sar_shape_torus) shape.sizes[1] = 0.3 * a;
  if (class == &sar_shape_capsule) shape.sizes[0] = 0.4, shape.sizes[1] = 1.5 * b;
  if (class->rounding) shape.radius = 0.25;
  if (class == &sar_shape_ellipsoid) shape.radius = a < 1 ? 0 : 0.25; /* both kinds of cores */
  if (class == &sar_shape_hull) shape.data = wedge(), shape.radius = 0.15;
  if (class == &sar_shape_mesh) shape.data = angle_piece(), shape.radius = 0.15;
  if (class == &sar_shape_profile) shape.data = wavy_profile();
  if (class == &sar_shape_terrain) shape.data = hills();
  shape.at = any_vector(dice, 0.4);
  shape.axes = any_axes(dice);
  return shape;
}

void any_couple(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, Couple *out) {
  const SarShapeClass *class[2] = {a, b};
  for (int s = 0; s < 2; s++) {
    out->shape[s] = any_shape(dice, class[s]);
    out->body[s].r = any_vector(dice, 2);
    out->body[s].A = any_axes(dice);
  }
}

static bool least_gap(const Couple *couple, double *gap) {
  SarTouch touch[TOUCHES];
  int n = touches_of(couple, INFINITY, touch);
  *gap = INFINITY;
  for (int i = 0; i < n; i++) *gap = fmin(*gap, touch[i].gap);
  return n > 0;
}

bool may_touch(const SarShapeClass *a, const SarShapeClass *b) {
  if (sar_pair(a, b).class) return true;
  bool profile = a == &sar_shape_profile || b == &sar_shape_profile;
  bool round = (a == &sar_shape_terrain && !(b->nedges && !b->support_shape)) ||
               (b == &sar_shape_terrain && !(a->nedges && !a->support_shape));
  bool mesh = (a == &sar_shape_mesh && (!b->nedges || b->support_shape)) ||
              (b == &sar_shape_mesh && (!a->nedges || a->support_shape)); /* tori, ellipsoids, cylinders */
  assert_true(profile || round || mesh || (a->unbounded && b->unbounded));
  return false;
}

bool bring_near(Dice *dice, Couple *couple, double gap) {
  SarVec3 away = any_vector(dice, 1);
  for (int s = 0; s < 2; s++) { /* out of a plane, not along it */
    if (!couple->shape[s].class->unbounded) continue;
    SarPose at = sar_shape_pose(&couple->shape[s], &couple->body[s]);
    away = sar_axpy(s == 0 ? 2 : -2, sar_column(&at.A, 2), away);
  }
  away = sar_scale(1 / sar_norm(away), away);
  SarPose first = sar_shape_pose(&couple->shape[0], &couple->body[0]);
  SarPose second = sar_shape_pose(&couple->shape[1], &couple->body[1]);
  SarVec3 start = sar_axpy(8, away, sar_sub(first.r, second.r));
  couple->body[1].r = sar_add(couple->body[1].r, start);
  for (int k = 0; k < 200; k++) {
    double now;
    if (!least_gap(couple, &now)) return false;
    if (fabs(now - gap) < 1e-3 * fabs(gap)) return true;
    couple->body[1].r = sar_axpy(-(now - gap), away, couple->body[1].r);
  }
  return false;
}

int touches_of(const Couple *couple, double margin, SarTouch *out) {
  SarTouches list = {.items = out, .capacity = TOUCHES, .margin = margin};
  SarPair pair = sar_pair(couple->shape[0].class, couple->shape[1].class);
  sar_pair_find(pair, &couple->shape[0], &couple->body[0], &couple->shape[1], &couple->body[1], &list);
  assert_false(list.full);
  return list.count;
}

void move_body(SarPose *body, int coordinate, double by) {
  double d[3] = {0, 0, 0};
  d[coordinate % 3] = by;
  if (coordinate < 3) {
    body->r = sar_add(body->r, sar_vec3_load(d));
  } else {
    SarMat3 turn = sar_quat_matrix(sar_quat_exp(sar_vec3_load(d)));
    body->A = sar_mat3_mul(&body->A, &turn);
  }
}

void move_both(Couple *couple, SarQuat Q, SarVec3 d) {
  SarMat3 R = sar_quat_matrix(Q);
  for (int s = 0; s < 2; s++) {
    couple->body[s].r = sar_add(sar_mul(&R, couple->body[s].r), d);
    couple->body[s].A = sar_mat3_mul(&R, &couple->body[s].A);
  }
}
