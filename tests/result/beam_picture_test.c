/* What pictures show of beams: outlines of sections, where sections sit on nodes, and how the line bends between them.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "file.h"
#include "read/read.h"
#include "result/snapshot_beam.h"

#define CSV "beam_picture_test.csv"

static SarContext *context;
static SarArena *arena;
static SarModel *model;
static SarSystem *sys;
static SarScene *scene;

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  return !context || !arena;
}

static int teardown(void **state) {
  (void)state;
  sar_scene_destroy(&scene);
  sar_system_destroy(&sys);
  sar_model_destroy(&model);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  remove(CSV);
  return 0;
}

static void make(const char *text) {
  SarReadOptions options = {0};
  if (sar_model_read_text(context, "beams.yaml", text, strlen(text), &options, &model) != SAR_OK ||
      sar_system_compile(context, model, &sys) != SAR_OK) {
    fail_msg("%s", sar_context_get(context, 0)->message);
  }
  assert_int_equal(sar_scene_create(context, sys, &scene), SAR_OK);
}

/* ---- outlines ---- */

/* The area of the triangles of the end, each of which is anticlockwise. */
static double area_of(const SarSceneOutline *outline) {
  double area = 0;
  for (int32_t i = 0; i < outline->ncaps; i++) {
    const int32_t *c = outline->caps + 3 * i;
    const double *p = outline->corners[c[0]], *q = outline->corners[c[1]], *r = outline->corners[c[2]];
    double part = ((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])) / 2;
    assert_true(part > 0);
    area += part;
  }
  return area;
}

static void ends_have_the_area_of_the_section(void **state) {
  (void)state;
  make(
      "units: {length: mm}\n"
      "materials: {steel: {young: 210e3, poisson: 0.3, density: 7.8e-6}}\n"
      "sections:\n"
      "  a: {circle: 10, material: steel}\n"
      "  b: {tube: [10, 8], material: steel}\n"
      "  c: {rectangle: [10, 20], material: steel}\n"
      "  d: {box: [10, 20, 2], material: steel}\n"
      "  e: {i: [10, 20, 2, 1.5], material: steel}\n"
      "beams:\n"
      "  one: {section: a, points: [[0, 0, 0], [100, 0, 0]], elements: 1}\n"
      "  two: {section: b, points: [[0, 0, 0], [100, 0, 0]], elements: 1}\n"
      "  three: {section: c, points: [[0, 0, 0], [100, 0, 0]], elements: 1}\n"
      "  four: {section: d, points: [[0, 0, 0], [100, 0, 0]], elements: 1}\n"
      "  five: {section: e, points: [[0, 0, 0], [100, 0, 0]], elements: 1}\n");
  assert_int_equal(scene->nbeams, 5);
  /* of what is round: polygons of 24 corners */
  double circle = 12 * sin(2 * 3.14159265358979323846 / 24);
  const double areas[5] = {circle * 100, circle * (100 - 64), 200, 200 - 6 * 16, 2 * 20 + 16 * 1.5};
  const int32_t corners[5] = {24, 48, 4, 8, 12};
  for (int i = 0; i < 5; i++) {
    const SarSceneOutline *outline = &scene->beams[i].outline;
    assert_int_equal(outline->nouter + outline->ninner, corners[i]);
    assert_int_equal(outline->round, i < 2);
    CHECK_NEAR(area_of(outline), areas[i], 1e-9);
  }
}

/* Half the width and height of what surrounds the corners. */
static void extent_of(const SarSceneOutline *outline, double half[2]) {
  half[0] = half[1] = 0;
  for (int32_t i = 0; i < outline->nouter; i++) {
    for (int k = 0; k < 2; k++) half[k] = fmax(half[k], fabs(outline->corners[i][k]));
  }
}

static void given_stiffness_and_wires_are_seen(void **state) {
  (void)state;
  make(
      "sections:\n"
      "  strip: {stiffness: [18.25e6, 5.8e6, 5.8e6, 14.4, 15208.3, 9.5052], mass: 0.675, inertia: [5.62852e-4, "
      "5.625e-4, "
      "3.51563e-7]}\n"
      "  rod: {stiffness: [4e6, 1e6, 1e6, 10, 100, 100], mass: 1, inertia: [1e-6, 0, 0]}\n"
      "  wire: {stiffness: [4e6, 1e6, 1e6, 1e-6, 1e-6, 1e-6], mass: 1, inertia: [1e-6, 0, 0]}\n"
      "beams:\n"
      "  one: {section: strip, points: [[0, 0, 0], [1, 0, 0]], elements: 1}\n"
      "  two: {section: rod, points: [[0, 0, 0], [1, 0, 0]], elements: 1}\n"
      "  three: {section: wire, points: [[0, 0, 0], [1, 0, 0]], elements: 1}\n");
  double half[2];
  extent_of(&scene->beams[0].outline, half); /* 2.5 mm thick, and made to be seen, by 100 mm high: from the inertia */
  assert_false(scene->beams[0].outline.round);
  CHECK_NEAR(half[0], 1.0 / 400, 1e-9);
  CHECK_NEAR(half[1], 0.05, 1e-9);
  extent_of(&scene->beams[1].outline, half); /* a circle with I/A = r^2/4 */
  assert_true(scene->beams[1].outline.round);
  CHECK_NEAR(half[0], 2 * sqrt(100 / 4e6), 1e-9);
  extent_of(&scene->beams[2].outline, half);
  CHECK_NEAR(half[0], 1.0 / 400, 1e-9);
}

/* ---- where it is ---- */

static SarInstant instant_of(const SarView *view) {
  SarSnapshotPose *poses = SAR_NEW(arena, scene->nbodies + 1, SarSnapshotPose);
  for (int32_t i = 0; i < scene->nbodies; i++) {
    poses[i] = (SarSnapshotPose){.at = scene->bodies[i].position, .turn = scene->bodies[i].turn};
  }
  return (SarInstant){.context = context, .arena = arena, .scene = scene, .poses = poses, .view = view};
}

static const SarView plain = {.right = {1, 0, 0}, .up = {0, 1, 0}, .toward = {0, 0, 1}};

/* The middle of a ring of a solid. */
static SarVec3 middle_of(const SarSolid *solid, int32_t ring, int32_t corners) {
  SarVec3 sum = {0, 0, 0};
  for (int32_t i = 0; i < corners; i++) sum = sar_add(sum, solid->vertices[ring * corners + i]);
  return sar_scale(1.0 / corners, sum);
}

#define ARC                                                                                                     \
  "sections: {rod: {stiffness: [4e6, 1e6, 1e6, 10, 400, 400], mass: 1, inertia: [1e-6, 0, 0]}}\n"               \
  "beams: {arc: {section: rod, points: [[1, 0, 0], [0.70710678118654752, 0.70710678118654752, 0], [0, 1, 0]], " \
  "curve: arc, elements: "

/* Elements of order 1 that span 22.5 degrees each are straight; the picture follows the circle. */
static void a_bent_beam_is_smooth(void **state) {
  (void)state;
  make(ARC "4, order: 1, axis2: z}}\n");
  SarInstant in = instant_of(&plain);
  SarSolids solids = {0};
  assert_int_equal(sar_instant_beams(&in, &solids), SAR_OK);
  assert_int_equal(solids.count, 4);
  SarVec3 last = {1, 0, 0};
  for (int32_t i = 0; i < solids.count; i++) {
    int32_t corners = scene->beams[0].outline.nouter, rings = solids.list[i].nvertices / corners;
    assert_true(rings > 3);
    for (int32_t k = 0; k < rings; k++) {
      SarVec3 at = middle_of(&solids.list[i], k, corners);
      CHECK_NEAR(hypot(at.x, at.y), 1, 2e-6); /* the chord is 2e-2 inside */
      CHECK_NEAR(at.z, 0, 1e-12);
      assert_true(sar_norm(sar_sub(at, last)) < 0.12); /* in steps, from one end to the other */
      last = at;
    }
  }
  CHECK_NEAR(last.x, 0, 1e-12);
  CHECK_NEAR(last.y, 1, 1e-12);
}

/* At a corner both pieces reach to its outer side, and both are closed. */
static void corners_are_filled(void **state) {
  (void)state;
  make(
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7800}}\n"
      "sections: {bar: {rectangle: [0.1, 0.2], material: steel}}\n"
      "beams: {bend: {section: bar, points: [[0, 0, 0], [2, 0, 0], [2, 1, 0]], elements: 1, order: 1, axis2: z}}\n");
  SarInstant in = instant_of(&plain);
  SarSolids solids = {0};
  assert_int_equal(sar_instant_beams(&in, &solids), SAR_OK);
  assert_int_equal(solids.count, 2);
  CHECK_NEAR(solids.list[0].low[0], 0, 1e-9);
  CHECK_NEAR(solids.list[0].high[0], 2.1, 1e-9); /* half of the height, which lies in the plane, more */
  CHECK_NEAR(solids.list[1].low[1], -0.1, 1e-9);
  CHECK_NEAR(solids.list[1].high[1], 1, 1e-9);
  for (int i = 0; i < 2; i++) assert_int_equal(solids.list[i].nfaces, 4 + 2 * 2);
}

/* A beam that begins on a body sits there with an arm. */
static void a_beam_on_a_body(void **state) {
  (void)state;
  make(
      "materials: {steel: {young: 210e9, poisson: 0.3, density: 7800}}\n"
      "sections: {bar: {circle: 0.02, material: steel}}\n"
      "bodies: {hub: {mass: 1, inertia: [1, 1, 1], at: [0, 0, 1], com: [0, 0, 0.3]}}\n"
      "beams: {blade: {section: bar, start: hub, points: [[0.2, 0, 1], [1.2, 0, 1]], elements: 2, order: 1}}\n");
  const SarSceneSide *first = &scene->beams[0].sections[0];
  assert_string_equal(scene->bodies[first->body].name, "hub");
  SarInstant in = instant_of(&plain);
  SarSnapshotPose pose = sar_instant_pose(&in, first->body, first->at, first->turn);
  CHECK_NEAR(pose.at.x, 0.2, 1e-12);
  CHECK_NEAR(pose.at.z, 1, 1e-12);
}

/* ---- colours ---- */

static void colours_are_those_of_recorded_values(void **state) {
  (void)state;
  make(ARC "4, order: 1, axis2: z}}\n");
  file_write_text(CSV,
                  "time,arc.e0.m2,arc.e0.m3,arc.e1.m2,arc.e1.m3,arc.e0.n1\n# s,N*m,N*m,N*m,N*m,N\n"
                  "0,3,4,0,0,-1\n1,6,8,0,0,-2\n");
  SarResults *results = NULL;
  const double times[] = {0, 0.5};
  SarTint tint;
  assert_int_equal(sar_results_open(context, CSV, &results), SAR_OK);
  assert_int_equal(sar_tint_read(context, arena, scene, results, SAR_TINT_MOMENT, times, 2, &tint), SAR_OK);
  assert_int_equal(tint.nelements, 4);
  assert_string_equal(tint.unit, "N*m");
  CHECK_NEAR(tint.low, 0, 0);
  CHECK_NEAR(tint.high, 10, 1e-15); /* over all rows */
  CHECK_NEAR(tint.values[0], 5, 1e-15);
  CHECK_NEAR(tint.values[4], 7.5, 1e-15);
  CHECK_NEAR(tint.values[1], 0, 0);
  assert_true(isnan(tint.values[2]));
  char low[8], high[8], none[8];
  sar_tint_colour(&tint, 0, low);
  sar_tint_colour(&tint, 10, high);
  sar_tint_colour(&tint, NAN, none);
  assert_string_equal(low, "#414487");
  assert_string_equal(high, "#fde725");
  assert_string_equal(none, "#8d98a3");
  assert_int_equal(sar_tint_read(context, arena, scene, results, SAR_TINT_AXIAL, times, 2, &tint), SAR_OK);
  CHECK_NEAR(tint.low, -2, 0); /* a sign: 0 is in the middle */
  CHECK_NEAR(tint.high, 2, 0);
  assert_int_equal(sar_tint_read(context, arena, scene, results, SAR_TINT_STRESS, times, 2, &tint), SAR_USAGE);
  assert_string_equal(sar_context_get(context, sar_context_count(context) - 1)->message,
                      "the results hold no stress of a beam");
  sar_results_close(&results);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(ends_have_the_area_of_the_section, setup, teardown),
      cmocka_unit_test_setup_teardown(given_stiffness_and_wires_are_seen, setup, teardown),
      cmocka_unit_test_setup_teardown(a_bent_beam_is_smooth, setup, teardown),
      cmocka_unit_test_setup_teardown(corners_are_filled, setup, teardown),
      cmocka_unit_test_setup_teardown(a_beam_on_a_body, setup, teardown),
      cmocka_unit_test_setup_teardown(colours_are_those_of_recorded_values, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
