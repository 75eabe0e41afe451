/* Solids of triangles that are not convex: a cube of them is a box, a groove has two walls, vertices weigh by their
 * areas; what is wrong with a surface is found. */
#include "geometry/mesh.h"

#include <string.h>

#include "geometry/mesh_check.h"
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

typedef struct Found {
  SarSpot spots[64];
  int count;
} Found;

static void note(void *self, const SarSpot *spot) {
  Found *found = self;
  assert_true(found->count < 64);
  found->spots[found->count++] = *spot;
}

/* The core of a mesh is its surface: of a box that is larger by its radius all around. */
static void test_cube_is_a_larger_box(void **state) {
  (void)state;
  SarHullFault fault;
  const SarMeshSolid *mesh = sar_mesh_create(arena, cube, 8, sides, 12, 0.1, &fault);
  assert_non_null(mesh);
  SarShape box = sar_shape(&sar_shape_box, 1.2, 1, 0.8);
  box.radius = 0.1;
  Dice dice = {21};
  int outside = 0;
  for (int k = 0; k < 4000; k++) {
    SarVec3 x = any_vector(&dice, 0.9);
    SarSpot p;
    Found found = {.count = 0};
    box.class->closest(&box, x, &p);
    if (p.deep) continue;
    outside++;
    sar_mesh_each(mesh, x, INFINITY, note, &found);
    assert_int_equal(found.count, 1);
    CHECK_NEAR(found.spots[0].distance, p.distance, 1e-14);
    CHECK_NEAR(sar_norm(sar_sub(found.spots[0].normal, p.normal)), 0, 1e-12);
    assert_int_equal(found.spots[0].nparameters, p.nparameters);
    found.count = 0;
    sar_mesh_each(mesh, x, 0.999 * p.distance, note, &found);
    assert_int_equal(found.count, 0);
  }
  assert_true(outside > 2000);
  double area = 0, largest = 0; /* all vertices together weigh as all faces over the largest share */
  for (int i = 0; i < 8; i++) area += mesh->weight[i], largest = fmax(largest, mesh->weight[i]);
  CHECK_NEAR(largest, 1, 1e-15);
  assert_true(area > 4 && area < 8); /* diagonals divide the faces unevenly */
}

/* In the groove of an L a ball touches both walls; past the hollow edge there is nothing of its own. */
static void test_groove_has_two_walls(void **state) {
  (void)state;
  Dice dice = {22};
  SarShape shape = any_shape(&dice, &sar_shape_mesh);
  const SarMeshSolid *mesh = shape.data;
  Found found = {.count = 0};
  sar_mesh_each(mesh, sar_vec3(0.7, 0.6, 0.1), 1, note, &found); /* 0.2 and 0.1 from the walls of the groove at 0.5 */
  int walls = 0;
  for (int i = 0; i < found.count; i++) {
    if (found.spots[i].nparameters != 2) continue;
    walls++;
    bool x = fabs(found.spots[i].normal.x - 1) < 1e-12;
    CHECK_NEAR(found.spots[i].distance, x ? 0.2 : 0.1, 1e-14);
  }
  assert_int_equal(walls, 2);
  CHECK_NEAR(mesh->surface.mass.volume, 1.2 * 0.5 + 0.5 * 0.7, 1e-14);
  for (int32_t e = 0; e < mesh->surface.nedges; e++) { /* from vertex 3 to vertex 9 */
    const SarHullEdge *edge = &mesh->surface.edges[e];
    if (edge->ends[0] == 3 && edge->ends[1] == 9) assert_int_equal(edge->sharp, -1);
  }
  assert_int_equal(mesh->surface.nsharp, 17);
}

static void test_checks(void **state) {
  (void)state;
  SarVec3 v[8];
  SarMeshFaults f;
  int32_t bad[36];
  for (int i = 0; i < 8; i++) v[i] = sar_vec3_load(cube + 3 * i);
  assert_true(sar_mesh_check(arena, v, 8, sides, 12, &f));
  assert_true(f.nopen == 0 && f.ncrowded == 0 && f.nturned == 0 && f.degenerate < 0);
  CHECK_NEAR(f.volume, 1 * 0.8 * 0.6, 1e-15);
  assert_true(sar_mesh_check(arena, v, 8, sides, 11, &f));
  assert_int_equal(f.nopen, 3);
  memcpy(bad, sides, sizeof bad);
  bad[0] = 2, bad[1] = 0;
  assert_true(sar_mesh_check(arena, v, 8, bad, 12, &f));
  assert_true(f.nopen == 0 && f.nturned == 3);
  for (int i = 0; i < 36; i++) bad[i] = sides[3 * (i / 3) + 2 - i % 3];
  assert_true(sar_mesh_check(arena, v, 8, bad, 12, &f));
  assert_true(f.nturned == 0 && f.volume < 0);
  memcpy(bad, sides, sizeof bad);
  bad[0] = bad[1];
  assert_true(sar_mesh_check(arena, v, 8, bad, 12, &f));
  assert_int_equal(f.degenerate, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_cube_is_a_larger_box),
                                     cmocka_unit_test(test_groove_has_two_walls), cmocka_unit_test(test_checks)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
