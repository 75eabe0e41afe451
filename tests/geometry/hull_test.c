/* Convex solids of triangles: a cube of them is a box in all it does; what is wrong with a mesh is said. */
#include "geometry/hull.h"

#include <string.h>

#include "geometry/poses.h"

static const double cube[24] = {-0.5, -0.4, -0.3, 0.5, -0.4, -0.3, -0.5, 0.4, -0.3, 0.5, 0.4, -0.3,
                                -0.5, -0.4, 0.3,  0.5, -0.4, 0.3,  -0.5, 0.4, 0.3,  0.5, 0.4, 0.3};
static const int32_t sides[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                  2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static SarArena *arena;

static int set_up(void **state) {
  (void)state;
  arena = sar_arena_create();
  return arena == NULL;
}

static int tear_down(void **state) {
  (void)state;
  sar_arena_destroy(&arena);
  return 0;
}

static const SarHull *make(const double *vertices, int n, const int32_t *triangles, int m, double radius) {
  SarHullFault fault;
  const SarHull *hull = sar_hull_create(arena, vertices, n, triangles, m, radius, &fault);
  if (!hull) fail_msg("%s", fault.what);
  return hull;
}

static void test_cube_is_a_box(void **state) {
  (void)state;
  const SarHull *hull = make(cube, 8, sides, 12, 0.1);
  assert_int_equal(hull->nedges, 18);
  assert_int_equal(hull->nsharp, 12);
  assert_int_equal(hull->nfaces, 6);
  assert_false(hull->grown);
  SarShape box = sar_shape(&sar_shape_box, 1, 0.8, 0.6), mesh = sar_shape(&sar_shape_hull, 0, 0, 0);
  box.radius = 0.1;
  mesh.data = hull;
  SarShapeMass a, b;
  box.class->mass(&box, &a);
  mesh.class->mass(&mesh, &b);
  CHECK_NEAR(b.volume, a.volume, 1e-15);
  CHECK_NEAR(sar_norm(b.centre), 0, 1e-15);
  for (int i = 0; i < 9; i++) CHECK_NEAR(b.inertia.m[i / 3][i % 3], a.inertia.m[i / 3][i % 3], 1e-15);
  Dice dice = {9};
  for (int k = 0; k < 2000; k++) {
    SarVec3 x = any_vector(&dice, 0.7);
    SarSpot p, q;
    box.class->closest(&box, x, &p);
    mesh.class->closest(&mesh, x, &q);
    CHECK_NEAR(q.distance, p.distance, 1e-14);
    CHECK_NEAR(sar_norm(sar_sub(p.c, q.c)) + sar_norm(sar_sub(p.normal, q.normal)), 0, 1e-12);
    assert_true(p.nparameters == q.nparameters && p.deep == q.deep);
    CHECK_NEAR(mesh.class->reach(&mesh, p.normal), box.class->reach(&box, p.normal), 1e-14);
  }
}

/* The same touches, in another order. */
static void test_cube_touches_as_a_box(void **state) {
  (void)state;
  Dice dice = {10};
  const SarHull *hull = make(cube, 8, sides, 12, 0.1);
  for (int k = 0; k < 200; k++) {
    Couple c, d;
    SarTouch p[TOUCHES], q[TOUCHES];
    any_couple(&dice, k % 2 ? &sar_shape_box : &sar_shape_capsule, &sar_shape_box, &c);
    c.shape[1].sizes[0] = 1, c.shape[1].sizes[1] = 0.8, c.shape[1].sizes[2] = 0.6, c.shape[1].radius = 0.1;
    if (!bring_near(&dice, &c, -0.05)) continue;
    d = c;
    d.shape[1].class = &sar_shape_hull;
    d.shape[1].data = hull;
    int n = touches_of(&c, 0, p);
    assert_int_equal(touches_of(&d, 0, q), n);
    double sum[2] = {0, 0};
    SarVec3 moment[2] = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 0; i < n; i++) {
      sum[0] += p[i].weight * p[i].gap;
      sum[1] += q[i].weight * q[i].gap;
      moment[0] = sar_axpy(p[i].weight, sar_cross(p[i].p, p[i].n), moment[0]);
      moment[1] = sar_axpy(q[i].weight, sar_cross(q[i].p, q[i].n), moment[1]);
    }
    CHECK_NEAR(sum[0], sum[1], 1e-10);
    CHECK_NEAR(sar_norm(sar_sub(moment[0], moment[1])), 0, 1e-9);
  }
}

static void check_fault(const double *vertices, int n, const int32_t *triangles, int m, double radius,
                        const char *word) {
  SarHullFault fault;
  assert_null(sar_hull_create(arena, vertices, n, triangles, m, radius, &fault));
  assert_non_null(fault.what);
  if (!strstr(fault.what, word)) fail_msg("'%s' does not speak of '%s'", fault.what, word);
}

static void test_faults(void **state) {
  (void)state;
  int32_t bad[36];
  double moved[24];
  check_fault(cube, 8, sides, 11, 0.1, "open");
  check_fault(cube, 8, sides, 12, 0.4, "too large");
  memcpy(bad, sides, sizeof bad);
  bad[0] = 2, bad[1] = 0;
  check_fault(cube, 8, bad, 12, 0.1, "against each other");
  bad[0] = 9;
  check_fault(cube, 8, bad, 12, 0.1, "does not exist");
  bad[0] = 2, bad[1] = 2;
  check_fault(cube, 8, bad, 12, 0.1, "no area");
  memcpy(moved, cube, sizeof moved);
  moved[21] = 0.3, moved[22] = 0.2, moved[23] = 0.1; /* a corner pushed in */
  check_fault(moved, 8, sides, 12, 0.01, "not convex");
  check_fault(cube, 3, sides, 12, 0.1, "four");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cube_is_a_box), cmocka_unit_test(test_cube_touches_as_a_box),
                                     cmocka_unit_test(test_faults)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
