/* Pictures of mechanisms: poses between rows, views, what is in front, outlines. */
#include "result/snapshot.h"

#include <stdio.h>
#include <string.h>

#include "file.h"
#include "result/snapshot_pose.h"
#include "result/snapshot_solid.h"
#include "result/snapshot_view.h"

#define CSV "snapshot_test.csv"
#define SVG "snapshot_test.svg"
#define HEAD "time,b.x,b.y,b.z,b.q0,b.q1,b.q2,b.q3\n# s,m,m,m,1,1,1,1\n"

static SarContext *context;
static SarArena *arena;
static SarResults *results;
static SarScene *scene;

static void open_results(const char *text) {
  file_write_text(CSV, text);
  sar_scene_destroy(&scene);
  sar_results_close(&results);
  assert_int_equal(sar_results_open(context, CSV, &results), SAR_OK);
  assert_int_equal(sar_scene_from_results(context, results, &scene), SAR_OK);
}

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  results = NULL;
  scene = NULL;
  return 0;
}

static int teardown(void **state) {
  (void)state;
  sar_scene_destroy(&scene);
  sar_results_close(&results);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  remove(CSV);
  remove(SVG);
  return 0;
}

/* A quarter turn about z in 1 s, with the sign of the quaternion changed on the way. */
static void poses_between_rows(void **state) {
  (void)state;
  open_results(HEAD "0,1,2,3,1,0,0,0\n1,3,2,1,-0.70710678118654757,0,0,-0.70710678118654757\n2,3,2,1,nan,0,0,0\n");
  const double times[] = {0, 0.25, 1};
  SarSnapshotPose *poses;
  int32_t unrecorded;
  assert_int_equal(sar_poses_read(context, arena, scene, results, times, 3, &poses, &unrecorded), SAR_OK);
  assert_int_equal(unrecorded, 0);
  CHECK_NEAR(poses[0].at.x, 1, 0);
  CHECK_NEAR(poses[1].at.x, 1.5, 1e-15);
  CHECK_NEAR(poses[1].at.z, 2.5, 1e-15);
  double angle = 0.25 * 3.14159265358979323846 / 2; /* a quarter of the way */
  SarMat3 turn = sar_quat_matrix(poses[1].turn);
  CHECK_NEAR(turn.m[0][0], cos(angle), 1e-14);
  CHECK_NEAR(turn.m[1][0], sin(angle), 1e-14);
  CHECK_NEAR(turn.m[2][2], 1, 1e-14);
  CHECK_NEAR(poses[2].at.x, 3, 0);                             /* on a row: what follows is nan */
  open_results(HEAD "0,1,2,3,0,0,0,0\n1,1e200,2,1,1,0,0,0\n"); /* no rotation; too far away */
  assert_int_equal(sar_poses_read(context, arena, scene, results, times, 1, &poses, &unrecorded), SAR_OK);
  assert_int_equal(unrecorded, 1);
  assert_int_equal(sar_poses_read(context, arena, scene, results, times + 2, 1, &poses, &unrecorded), SAR_OK);
  assert_int_equal(unrecorded, 1);
  open_results(HEAD "0,1,2,3,1,0,0,0\n1,3,2,1,1,0,0,0\n2,3,2,1,nan,0,0,0\n");
  /* without numbers the pose is that of the model */
  assert_int_equal(sar_poses_read(context, arena, scene, results, (const double[]){1.5}, 1, &poses, &unrecorded),
                   SAR_OK);
  assert_int_equal(unrecorded, 1);
  assert_int_equal(sar_poses_read(context, arena, scene, results, (const double[]){2.1}, 1, &poses, &unrecorded),
                   SAR_USAGE);
  assert_string_equal(sar_context_get(context, sar_context_count(context) - 1)->remedy, "give a time from 0 to 2 s");
}

static void near(SarVec3 v, double x, double y, double z) {
  CHECK_NEAR(v.x, x, 1e-12);
  CHECK_NEAR(v.y, y, 1e-12);
  CHECK_NEAR(v.z, z, 1e-12);
}

static SarView view_of(const char *rows, SarViewKind kind, double azimuth, double elevation) {
  char text[1024];
  const double times[] = {0, 1};
  SarSnapshotOptions options = {.view = kind, .azimuth = azimuth, .elevation = elevation};
  SarSnapshotPose *poses;
  int32_t unrecorded;
  snprintf(text, sizeof text, "%s%s", HEAD, rows);
  open_results(text);
  assert_int_equal(sar_poses_read(context, arena, scene, results, times, 2, &poses, &unrecorded), SAR_OK);
  SarView view = sar_view_choose(scene, poses, 2, &options);
  near(sar_cross(view.right, view.up), view.toward.x, view.toward.y, view.toward.z);
  return view;
}

static void views(void **state) {
  (void)state;
  const char *in_xy = "0,0,0,0,1,0,0,0\n1,1,1,0,0.8,0,0,0.6\n", *in_xz = "0,0,0,0,1,0,0,0\n1,1,0,1,0.8,0,0.6,0\n";
  const char *in_space = "0,0,0,0,1,0,0,0\n1,1,1,0,0.8,0.6,0,0\n";
  SarView view = view_of(in_xy, SAR_VIEW_DEFAULT, 0, 0);
  near(view.right, 1, 0, 0), near(view.up, 0, 1, 0);
  assert_true(view.flat);
  view = view_of(in_xz, SAR_VIEW_DEFAULT, 0, 0); /* z is up without gravity: the front view */
  near(view.right, 1, 0, 0), near(view.up, 0, 0, 1);
  assert_false(view_of(in_space, SAR_VIEW_DEFAULT, 0, 0).flat);
  view = view_of(in_space, SAR_VIEW_X, 0, 0);
  near(view.right, 0, 1, 0), near(view.up, 0, 0, 1);
  view = view_of(in_space, SAR_VIEW_ANGLES, 0, 90); /* from above */
  near(view.toward, 0, 0, 1), near(view.right, 0, 1, 0);
  view = view_of(in_space, SAR_VIEW_ANGLES, -90, 0); /* from the front */
  near(view.toward, 0, -1, 0), near(view.right, 1, 0, 0), near(view.up, 0, 0, 1);
}

static SarSolid rod(SarVec3 a, SarVec3 b) {
  SarSolid s = {.kind = SAR_SOLID_CAPSULE, .a = a, .b = b, .radius = 0.1, .colour = "#808080"};
  sar_solid_measure(&s);
  return s;
}

static void outlines_and_fronts(void **state) {
  (void)state;
  SarSolid s = rod(sar_vec3(0, 0, 0), sar_vec3(4, 0, 2));
  CHECK_NEAR(s.high[0], 4.1, 1e-3);
  CHECK_NEAR(s.low[1], -0.1, 1e-3);
  CHECK_NEAR(sar_solid_front(&s, 2, 0), 1.1, 1e-12);
  CHECK_NEAR(sar_solid_front(&s, 2, 0.1), 1, 1e-8);
  SarSolid box = {.colour = "#808080"};
  assert_true(sar_solid_make_box(arena, (const double[3]){2, 4, 6}, &box));
  sar_solid_measure(&box);
  CHECK_NEAR(sar_solid_front(&box, 0.3, -1.2), 3, 1e-12);
  CHECK_NEAR(box.high[0], 1, 1e-12);
  CHECK_NEAR(box.low[1], -2, 1e-12);
  for (int32_t i = 0; i < 6; i++) { /* faces look outwards */
    const int32_t *c = box.faces[i].corner;
    SarVec3 a = box.vertices[c[0]];
    SarVec3 n = sar_cross(sar_sub(box.vertices[c[1]], a), sar_sub(box.vertices[c[2]], a));
    assert_true(sar_dot(n, a) > 0);
  }
  SarSolid pipe = {.kind = SAR_SOLID_CYLINDER, .b = {0, 0, 3}, .radius = 2, .colour = "#808080"};
  sar_solid_measure(&pipe); /* seen along its axis */
  CHECK_NEAR(pipe.high[0], 2, 0.02);
  CHECK_NEAR(sar_solid_front(&pipe, 0.5, 1), 3, 1e-12);
  /* a flat disk seen from 30 degrees above it: its upper face is a plane */
  SarSolid disk = {.kind = SAR_SOLID_CYLINDER, .radius = 2, .colour = "#808080"};
  disk.b = sar_scale(0.1, sar_vec3(0, sqrt(0.75), 0.5));
  sar_solid_measure(&disk);
  CHECK_NEAR(sar_solid_front(&disk, 0, disk.b.y), disk.b.z, 1e-12);
  CHECK_NEAR(sar_solid_front(&disk, 1, disk.b.y + 0.5), disk.b.z - 0.5 * sqrt(3), 1e-12);
  CHECK_NEAR(sar_solid_front(&disk, -1, disk.b.y - 0.5), disk.b.z + 0.5 * sqrt(3), 1e-12);
}

static int32_t place_of(const int32_t *order, int32_t count, int32_t solid) {
  for (int32_t i = 0; i < count; i++) {
    if (order[i] == solid) return i;
  }
  return -1;
}

/* The middle of a rod may be nearer than that of the rod that crosses before it. */
static void who_is_in_front(void **state) {
  (void)state;
  int32_t order[4];
  SarSolid solids[4] = {rod(sar_vec3(-5, 0, 0), sar_vec3(5, 0, 20)),    /* at x = -4: z = 2, middle 10 */
                        rod(sar_vec3(-4, -1, 3), sar_vec3(-4, 1, 3)),   /* before it */
                        rod(sar_vec3(4, -1, 3), sar_vec3(4, 1, 3)),     /* behind it, where z = 18 */
                        rod(sar_vec3(50, 50, 0), sar_vec3(51, 51, 0))}; /* elsewhere */
  assert_int_equal(sar_solids_order(context, solids, 4, order), SAR_OK);
  assert_true(place_of(order, 4, 0) < place_of(order, 4, 1));
  assert_true(place_of(order, 4, 2) < place_of(order, 4, 0));
  assert_in_range(place_of(order, 4, 3), 0, 3);
  /* three that go round in a circle are all painted, once */
  SarSolid circle[4] = {rod(sar_vec3(-3, 0, 0), sar_vec3(3, 0, 6)), rod(sar_vec3(2.5, -1, 0), sar_vec3(-1, 4, 6)),
                        rod(sar_vec3(1, 4, 0), sar_vec3(-2.5, -1, 6)),
                        rod(sar_vec3(-2.9, -0.5, 0.5), sar_vec3(-2.9, 0.5, 0.5))};
  assert_int_equal(sar_solids_order(context, circle, 3, order), SAR_OK);
  assert_int_equal(order[0] + order[1] + order[2], 3);
  assert_true(order[0] != order[1] && order[1] != order[2] && order[0] != order[2]);
  /* the fourth lies before one of them, and its middle is the farthest: it does not cut the circle */
  assert_int_equal(sar_solids_order(context, circle, 4, order), SAR_OK);
  assert_true(place_of(order, 4, 0) < place_of(order, 4, 3));
  /* the sign of a joint inside its bodies is seen, unless it lies deep behind them */
  solids[1] = rod(sar_vec3(0, -1, 9.9), sar_vec3(0, 1, 9.9));
  solids[1].mark = true;
  solids[1].hidden = 0.5;
  assert_int_equal(sar_solids_order(context, solids, 2, order), SAR_OK);
  assert_int_equal(order[1], 1);
  solids[1].hidden = 0.01;
  assert_int_equal(sar_solids_order(context, solids, 2, order), SAR_OK);
  assert_int_equal(order[1], 0);
}

/* A tetrahedron that is closed, and the same without a face. */
static void meshes(void **state) {
  (void)state;
  const uint32_t triangles[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
  SarVec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  SarSolid s = {.vertices = corners, .nvertices = 4, .colour = "#808080"};
  assert_true(sar_solid_make_mesh(arena, triangles, 4, &s));
  assert_false(s.open);
  for (int32_t i = 0; i < 4; i++) assert_int_equal(s.faces[i].edges, 7);
  sar_solid_measure(&s);
  CHECK_NEAR(sar_solid_front(&s, 0.25, 0.25), 0.5, 1e-12);
  assert_true(sar_solid_make_mesh(arena, triangles, 3, &s));
  assert_true(s.open);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(poses_between_rows, setup, teardown),
      cmocka_unit_test_setup_teardown(views, setup, teardown),
      cmocka_unit_test_setup_teardown(outlines_and_fronts, setup, teardown),
      cmocka_unit_test_setup_teardown(who_is_in_front, setup, teardown),
      cmocka_unit_test_setup_teardown(meshes, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
