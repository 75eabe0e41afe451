/* Profiles in model files: units, kinds, tables, mass, mirror images. */
#include <string.h>

#include "geometry/profile_build.h"
#include "model/shapes.h"
#include "read/reading.h"

#define PI 3.14159265358979323846

static const SarShape *shape_of(const Reading *r, const char *body, const char *name) {
  int32_t count, element = strcmp(body, "ground") == 0 ? -1 : sar_model_find(r->model, body);
  int32_t index = sar_model_find_shape(r->model, element, name);
  if (index < 0) fail_msg("%s has no shape %s", body, name);
  return &sar_model_shapes(r->model, element, &count)[index].shape;
}

static double distance(const SarShape *shape, double x, double y) {
  SarCurvePlace place;
  sar_profile_nearest(shape->data, (SarVec2){x, y}, &place);
  return place.distance;
}

/* All lengths are millimetres and angles degrees in the file. */
static void kinds(void **state) {
  (void)state;
  Reading r = read_text(
      "units: {length: mm, angle: deg}\n"
      "ground:\n"
      "  shapes:\n"
      "    circle: {profile: {arcs: [{centre: [10, 0], radius: 30}], width: 20}}\n"
      "    half: {profile: {arcs: [{centre: [0, 0], radius: 30, from: 0, to: 180}], radius: 2, width: 20}}\n"
      "    mixed: {profile: {arcs: [[0, 0, 5], {centre: [0, 0], radius: 30, from: 0, to: 90}], radius: 2, width: 20}}\n"
      "    block: {profile: {points: [[0, 0], [40, 0], [40, 20], [0, 20, 5]], radius: 2, width: 20}}\n"
      "    wall: {profile: {points: [[0, 0], [40, 0], [40, 20]], radius: 2, closed: false, width: 20}}\n"
      "    wave: {profile: {spline: [[30, 0], [0, 20], [-30, 0], [0, -20]], width: 20}}\n"
      "    gear: {profile: {involute: {teeth: 20, module: 5, pressure_angle: 20}, width: 20}}\n"
      "    wheel: {profile: {sprocket: {teeth: 18, pitch: 12.7, roller: 8.51}, width: 20}}\n"
      "    track: {profile: {sprocket: {teeth: 12, pitch: 480, roller: 140, flank_angle: 15, seat: 75, tip_circle: "
      "990, "
      "tip_radius: 20}, width: 20}}\n");
  CHECK_NEAR(distance(shape_of(&r, "ground", "circle"), 0.01, 0.05), 0.02, 1e-15);
  CHECK_NEAR(distance(shape_of(&r, "ground", "half"), 0.01, -0.01), 0.01, 1e-15);
  CHECK_NEAR(distance(shape_of(&r, "ground", "mixed"), -0.01, -0.01), 0.015 * sqrt(2) - 0.005, 1e-15);
  CHECK_NEAR(distance(shape_of(&r, "ground", "block"), 0.05, 0.01), 0.01, 1e-15);
  CHECK_NEAR(distance(shape_of(&r, "ground", "block"), -0.01, 0.03), 0.015 * sqrt(2) - 0.005, 1e-15);
  assert_false(((const SarProfile *)shape_of(&r, "ground", "wall")->data)->closed);
  CHECK_NEAR(distance(shape_of(&r, "ground", "wave"), 0.04, 0), 0.01, 1e-6);
  CHECK_NEAR(((const SarProfile *)shape_of(&r, "ground", "gear")->data)->width, 0.02, 1e-17);
  CHECK_NEAR(distance(shape_of(&r, "ground", "gear"), 0.1, 0), 0.1 - 0.055, 1e-12);
  double R = 0.0127 / (2 * sin(PI / 18));
  CHECK_NEAR(distance(shape_of(&r, "ground", "wheel"), R, 0), 0.505 * 0.00851, 1e-12);
  R = 0.48 / (2 * sin(PI / 12)) + 0.02;
  CHECK_NEAR(distance(shape_of(&r, "ground", "track"), R, 0), 0.075 + 0.02 * sin(PI / 12), 1e-12);
  end_reading(&r);
}

/* An eccentric disc of steel. */
static void mass(void **state) {
  (void)state;
  Reading r = read_text(
      "bodies:\n"
      "  cam: {shapes: {disc: {profile: {arcs: [{centre: [0.01, 0], radius: 0.03}], width: 0.02}, density: 7800, "
      "turn: {axis: x, angle: 90 deg}}}}\n");
  SarMassProperties p = sar_model_mass(&r.model->elements[sar_model_find(r.model, "cam")]);
  double m = 7800 * PI * 0.03 * 0.03 * 0.02;
  CHECK_NEAR(p.mass, m, 1e-12);
  CHECK_NEAR(p.com.x, 0.01, 1e-14);
  CHECK_NEAR(p.inertia.m[1][1], m * 0.03 * 0.03 / 2, 1e-14); /* about its axis, which is y now */
  end_reading(&r);
}

static void from_a_table(void **state) {
  (void)state;
  Reading r = read_file("profile_table.yaml");
  const SarShape *shape = shape_of(&r, "cam", "rim");
  const SarProfile *profile = shape->data;
  assert_int_equal(profile->npieces, 8);
  CHECK_NEAR(distance(shape, 0.06, 0), 0.03, 1e-4); /* eight points of a circle of 30 mm */
  end_reading(&r);
}

/* A hook: in the mirror it opens to the other side, also on the ground. */
static void mirrored(void **state) {
  (void)state;
  Reading r = read_file("profile_mirror.yaml");
  for (int k = 0; k < 2; k++) {
    const SarShape *left = shape_of(&r, k ? "ground" : "a.hook", k ? "a.edge" : "edge");
    const SarShape *right = shape_of(&r, k ? "ground" : "b.hook", k ? "b.edge" : "edge");
    for (int i = 0; i < 20; i++) {
      double x = 0.01 * i, y = 0.03 + 0.002 * i;
      SarVec3 at = {x, y, 0}, image = {x, -y, 0}; /* the mirror is y */
      SarVec3 a = sar_mul_t(&left->axes, sar_sub(at, left->at)), b = sar_mul_t(&right->axes, sar_sub(image, right->at));
      CHECK_NEAR(distance(left, a.x, a.y), distance(right, b.x, b.y), 1e-14);
    }
    CHECK_NEAR(sar_mat3_determinant(&right->axes), 1, 1e-12);
  }
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(kinds), cmocka_unit_test(mass), cmocka_unit_test(from_a_table),
                                     cmocka_unit_test(mirrored)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
