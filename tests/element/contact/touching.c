#include "element/contact/touching.h"

#include "geometry/mesh.h"
#include "geometry/profile_build.h"
#include "geometry/terrain.h"

SarVec3 vector_within(Dice *dice, double size) {
  double x = dice_between(dice, -size, size), y = dice_between(dice, -size, size);
  return sar_vec3(x, y, dice_between(dice, -size, size));
}

static SarMat3 any_axes(Dice *dice) { return sar_quat_matrix(sar_quat_exp(vector_within(dice, 2))); }

SarContactLaw touching_law(void) {
  SarContactLaw law = {.normal = {sar_normal_class_named("hunt-crossley"), 1e5, 1.5, 0.2, 0},
                       .friction = {.fixed = 0.6, .sliding = 0.4, .v_s = 0.5, .v_d = 1.5},
                       .rolling = 0.02,
                       .spinning = 0.03,
                       .radius = 0.4};
  return law;
}

void touching_own(Touching *t) {
  for (int s = 0; s < 2; s++) t->pair.shape[s] = &t->shape[s];
}

int touching_find(const Touching *t, SarTouch *items) {
  const SarKin *kin[2] = {&t->kin[0], &t->kin[1]};
  SarTouches room = {.items = items, .capacity = ROOM};
  sar_contact_touches(&t->pair, kin, &room);
  assert_false(room.full);
  return room.count;
}

static double least_gap(const Touching *t, bool *deep) {
  SarTouch items[ROOM];
  const SarKin *kin[2] = {&t->kin[0], &t->kin[1]};
  SarTouches room = {.items = items, .capacity = ROOM, .margin = INFINITY};
  double gap = INFINITY;
  *deep = false;
  sar_contact_touches(&t->pair, kin, &room);
  for (int i = 0; i < room.count; i++) {
    gap = fmin(gap, items[i].gap);
    *deep |= items[i].deep;
  }
  return gap;
}

static const SarProfile *oval(void) {
  enum { POINTS = 10 };
  static SarProfile profile;
  static SarArena *arena; /* kept until the end */
  if (arena) return &profile;
  arena = sar_arena_create();
  SarVec2 points[POINTS];
  for (int i = 0; i < POINTS; i++) {
    double angle = 2 * acos(-1) * i / POINTS;
    points[i] = (SarVec2){0.8 * cos(angle), 0.6 * sin(angle)};
  }
  SarProfileBuilder builder = {.arena = arena};
  assert_true(sar_profile_spline(&builder, points, POINTS, true) && sar_profile_check(&builder, true));
  assert_true(sar_profile_create(&builder, true, 20, &profile));
  profile.radius = 0.15;
  return &profile;
}

static const SarHull *tetrahedron(void) {
  static const double vertices[12] = {0.7, 0.7, 0.7, 0.7, -0.7, -0.7, -0.7, 0.7, -0.7, -0.7, -0.7, 0.7};
  static const int32_t triangles[12] = {0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2};
  static SarArena *arena; /* kept until the end: it must be read, what is only written is left out of the program */
  static const SarHull *hull;
  SarHullFault fault;
  if (arena) return hull;
  arena = sar_arena_create();
  hull = sar_hull_create(arena, vertices, 4, triangles, 4, 0.2, &fault);
  assert_non_null(hull);
  return hull;
}

/* A roof with a valley along y: hollow in the middle. */
static const SarMeshSolid *valley(void) {
  static const double vertices[36] = {-1, -1, -0.6, 0, -1, -0.6, 1, -1, -0.6, 1, -1, 0.6, 0,  -1, 0.2, -1, 1, -0.6,
                                      0,  1,  -0.6, 1, 1,  -0.6, 1, 1,  0.6,  0, 1,  0.2, -1, -1, 0.6, -1, 1, 0.6};
  static const int32_t triangles[60] = {0, 1, 4, 0, 4, 10, 1, 2, 3,  1, 3, 4,  5, 9,  6, 5,  11, 9, 6,  8,
                                        7, 6, 9, 8, 0, 6,  1, 0, 5,  6, 1, 7,  2, 1,  6, 7,  2,  8, 3,  2,
                                        7, 8, 4, 3, 8, 4,  8, 9, 10, 4, 9, 10, 9, 11, 0, 10, 11, 0, 11, 5};
  static SarArena *arena; /* kept until the end */
  static const SarMeshSolid *mesh;
  SarHullFault fault;
  if (arena) return mesh;
  arena = sar_arena_create();
  mesh = sar_mesh_create(arena, vertices, 12, triangles, 20, 0.2, &fault);
  if (!mesh) fail_msg("%s", fault.what);
  return mesh;
}

/* A slope that bends. */
static const SarTerrain *slope(void) {
  static const SarTerrain sine = {.kind = SAR_TERRAIN_SINE, .length = 12, .height = 0.5};
  return &sine;
}

static bool try_random(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, Touching *t) {
  const SarShapeClass *class[2] = {a, b};
  for (int s = 0; s < 2; s++) {
    t->shape[s] = sar_shape(class[s], 0.9, 1.1, 1.2);
    if (class[s] == &sar_shape_torus) t->shape[s].sizes[1] = 0.3;
    if (class[s] == &sar_shape_capsule) t->shape[s].sizes[0] = 0.4;
    if (class[s] -> rounding || class[s] == &sar_shape_ellipsoid) t->shape[s].radius = 0.2;
    if (class[s] == &sar_shape_hull) t->shape[s].data = tetrahedron();
    if (class[s] == &sar_shape_mesh) t->shape[s].data = valley();
    if (class[s] == &sar_shape_profile) t->shape[s].data = oval();
    if (class[s] == &sar_shape_terrain) t->shape[s].data = slope();
    t->shape[s].at = vector_within(dice, 0.3);
    t->shape[s].axes = any_axes(dice);
    t->kin[s] = (SarKin){vector_within(dice, 1), any_axes(dice), vector_within(dice, 1), vector_within(dice, 1)};
  }
  t->pair = (SarContactPair){.pair = sar_pair(a, b), .law = touching_law()};
  touching_own(t);
  SarVec3 way = vector_within(dice, 1);
  for (int s = 0; s < 2; s++) {
    SarPose body = {t->kin[s].r, t->kin[s].A}, at = sar_shape_pose(&t->shape[s], &body);
    if (class[s] -> unbounded) way = sar_axpy(s == 0 ? 2 : -2, sar_column(&at.A, 2), way);
  }
  way = sar_scale(1 / sar_norm(way), way);
  t->kin[1].r = sar_axpy(6, way, t->kin[0].r);
  double depth = dice_between(dice, 0.02, 0.1);
  for (int k = 0; k < 200; k++) {
    bool deep;
    double gap = least_gap(t, &deep);
    if (deep) return false;
    if (fabs(gap + depth) < 1e-3) return true;
    t->kin[1].r = sar_axpy(-(gap + depth), way, t->kin[1].r);
  }
  return false;
}

void touching_random(Dice *dice, const SarShapeClass *a, const SarShapeClass *b, Touching *out) {
  for (int k = 0; k < 1000; k++) {
    if (try_random(dice, a, b, out)) return;
  }
  fail_msg("%s and %s do not come to touch", a->name, b->name);
}

void touching_move(Touching *t, int row, double by) {
  SarKin *kin = &t->kin[row / 6];
  double d[3] = {0, 0, 0};
  d[row % 3] = by;
  if (row % 6 < 3) {
    kin->r = sar_add(kin->r, sar_vec3_load(d));
  } else {
    SarMat3 turn = sar_quat_matrix(sar_quat_exp(sar_vec3_load(d)));
    kin->A = sar_mat3_mul(&kin->A, &turn);
  }
}

void touching_accelerate(Touching *t, int row, double by) {
  SarKin *kin = &t->kin[row / 6];
  double d[3] = {0, 0, 0};
  d[row % 3] = by;
  SarVec3 *v = row % 6 < 3 ? &kin->v : &kin->w;
  *v = sar_add(*v, sar_vec3_load(d));
}
