/* Shapes and contacts in model files: places, planes and mirror images are worked out by hand. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "element/contact/contact_fields.h"
#include "model/contacts.h"
#include "read/reading.h"

#define BODY "bodies:\n  a:\n    mass: 1\n    inertia: [1, 1, 1]\n    shapes:\n"

static const SarModelShape *shape_of(const Reading *r, const char *body, const char *name) {
  int32_t count, element = strcmp(body, "ground") == 0 ? -1 : sar_model_find(r->model, body);
  int32_t index = sar_model_find_shape(r->model, element, name);
  if (index < 0) fail_msg("%s has no shape %s", body, name);
  return &sar_model_shapes(r->model, element, &count)[index];
}

static void check_close(SarVec3 a, double x, double y, double z) {
  CHECK_NEAR(a.x, x, 1e-12);
  CHECK_NEAR(a.y, y, 1e-12);
  CHECK_NEAR(a.z, z, 1e-12);
}

/* A point of the shape in body axes. */
static SarVec3 placed(const SarModelShape *shape, double x, double y, double z) {
  return sar_add(shape->shape.at, sar_mul(&shape->shape.axes, sar_vec3(x, y, z)));
}

static void check_right_handed(const SarModelShape *shape) {
  CHECK_NEAR(sar_mat3_determinant(&shape->shape.axes), 1, 1e-12);
}

static void check_kind(const SarModelShape *shape, const char *kind, double a, double b, double c) {
  assert_string_equal(shape->shape.class->name, kind);
  check_close(sar_vec3_load(shape->shape.sizes), a, b, c);
  check_right_handed(shape);
}

static void kinds_and_places(void **state) {
  (void)state;
  Reading r = read_with(BODY
                        "      ball: {sphere: r, at: [4, 5, 6], colour: blue, group: g}\n"
                        "      pill: {capsule: 0.1, from: [1, 2, 3], to: [1, 2, 1]}\n"
                        "      box: {box: [1, 2, 3], radius: 0.1}\n"
                        "      can: {cylinder: [r, 4*r], turn: {axis: x, angle: 90 deg}, material: m}\n"
                        "      cup: {frustum: [2, 3, 4]}\n"
                        "      egg: {ellipsoid: [1, 2, 3]}\n"
                        "      tyre: {torus: [2, 1]}\n"
                        "      floor: {plane: -x, at: [1, 2, 3]}\n"
                        "materials: {m: {young: 1, density: 1}}\n"
                        "parameters: {r: 1}\n",
                        "r=0.5");
  const SarModelShape *ball = shape_of(&r, "a", "ball"), *pill = shape_of(&r, "a", "pill");
  const SarModelShape *box = shape_of(&r, "a", "box"), *can = shape_of(&r, "a", "can");
  check_kind(ball, "sphere", 0.5, 0, 0);
  check_close(ball->shape.at, 4, 5, 6);
  assert_int_equal(ball->colour, sar_colour("blue"));
  assert_string_equal(ball->group, "g");
  assert_null(ball->material);
  assert_int_equal(ball->source.line, 6);
  check_kind(pill, "capsule", 0.1, 2, 0);
  check_close(placed(pill, 0, 0, -1), 1, 2, 3);
  check_close(placed(pill, 0, 0, 1), 1, 2, 1);
  check_kind(box, "box", 1, 2, 3);
  CHECK_NEAR(box->shape.radius, 0.1, 1e-15);
  check_kind(can, "cylinder", 0.5, 2, 0);
  CHECK_NEAR(can->shape.radius, 0.02, 1e-15); /* 2 % of the smallest of diameter and length */
  check_close(placed(can, 0, 0, 1), 0, -1, 0);
  assert_string_equal(can->material, "m");
  check_kind(shape_of(&r, "a", "cup"), "frustum", 2, 3, 4);
  CHECK_NEAR(shape_of(&r, "a", "cup")->shape.radius, 0.08, 1e-15);
  check_kind(shape_of(&r, "a", "egg"), "ellipsoid", 1, 2, 3);
  check_kind(shape_of(&r, "a", "tyre"), "torus", 2, 1, 0);
  check_close(placed(shape_of(&r, "a", "floor"), 0, 0, 1), 0, 2, 3);
  end_reading(&r);
}

static void planes_have_a_side(void **state) {
  (void)state;
  static const struct {
    const char *plane;
    double x, y, z;
  } planes[] = {{"x", 1, 0, 0},
                {"-y", 0, -1, 0},
                {"z", 0, 0, 1},
                {"-z", 0, 0, -1},
                {"[0, 3, -4]", 0, 0.6, -0.8},
                {"z, turn: {axis: x, angle: 90 deg}", 0, -1, 0}};
  for (size_t i = 0; i < sizeof planes / sizeof *planes; i++) {
    char text[300];
    snprintf(text, sizeof text, BODY "      p: {plane: %s}\n", planes[i].plane);
    Reading r = read_text(text);
    const SarModelShape *plane = shape_of(&r, "a", "p");
    check_close(placed(plane, 0, 0, 1), planes[i].x, planes[i].y, planes[i].z);
    check_right_handed(plane);
    end_reading(&r);
  }
}

static void shapes_are_repeated(void **state) {
  (void)state;
  Reading r = read_text(BODY "      \"s{i}\": {for: {i: 0..2}, sphere: i + 1, at: [i, 0, 0], group: \"g{i}\"}\n");
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(r.model, 0, &count);
  assert_int_equal(count, 3);
  assert_string_equal(shapes[2].name, "s2");
  assert_string_equal(shapes[2].group, "g2");
  check_close(shapes[2].shape.at, 2, 0, 0);
  CHECK_NEAR(shapes[1].shape.sizes[0], 2, 0);
  end_reading(&r);
}

static void contacts_are_repeated(void **state) {
  (void)state;
  Reading r = read_text(
      "ground: {shapes: {floor: {plane: z}}}\n"
      "bodies:\n"
      "  \"b{i}\": {for: {i: 0..2}, shapes: {s: {sphere: 1, density: 1}}}\n"
      "contacts:\n"
      "  \"c{i}\": {for: {i: 0..2}, between: [\"b{i}.s\", ground.floor], stiffness: 10*(i + 1)}\n");
  CHECK_NEAR(value_of(&r, "c2", "stiffness")->real, 30, 0);
  assert_string_equal(value_of(&r, "c2", "between")->side[0].body, "b2");
  end_reading(&r);
}

/* ---- sub-models ---- */

static void sub_models_keep_to_themselves(void **state) {
  (void)state;
  Reading r = read_file("touching.yaml");
  SarModelPair *pairs;
  int32_t count, left = sar_model_find(r.model, "a.foot"), right = sar_model_find(r.model, "b.foot");
  assert_string_equal(shape_of(&r, "a.foot", "ball")->group, "a.feet");
  assert_string_equal(shape_of(&r, "a.foot", "ball")->material, "a.rubber");
  SarArena *arena = sar_arena_create();
  /* between [foot.ball, ground.step] of the sub-model: its own step */
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "b.step"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 1);
  assert_int_equal(pairs[0].element[0], right);
  assert_int_equal(pairs[0].element[1], -1);
  assert_int_equal(pairs[0].shape[1], sar_model_find_shape(r.model, -1, "b.step"));
  /* groups [feet, ground] of it: its own feet, all of the ground but the step that `between` has */
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "a.soles"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 2);
  for (int i = 0; i < 2; i++) assert_int_equal(pairs[i].element[0], left);
  assert_int_equal(pairs[0].shape[1], sar_model_find_shape(r.model, -1, "floor"));
  assert_int_equal(pairs[1].shape[1], sar_model_find_shape(r.model, -1, "b.step"));
  /* groups of the whole model */
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "both"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 1);
  assert_int_equal(pairs[0].element[0], left);
  assert_int_equal(pairs[0].element[1], right);
  sar_arena_destroy(&arena);
  end_reading(&r);
}

/* b: mirror y, a quarter turn about x, moved by 10 along x: (x, y, z) -> (x + 10, -z, -y) on the ground. */
static void mirror_images(void **state) {
  (void)state;
  Reading r = read_file("touching.yaml");
  const SarModelShape *step = shape_of(&r, "ground", "b.step"), *heel = shape_of(&r, "b.foot", "heel");
  const SarModelShape *sole = shape_of(&r, "b.foot", "sole");
  /* a point (1, 2, 3) with the normal y */
  check_close(step->shape.at, 11, -3, -2);
  check_close(sar_column(&step->shape.axes, 2), 0, 0, -1);
  check_right_handed(step);
  /* body axes: y changes its sign; from (0, 0.1, 0) to (0, 0.3, 0.2) */
  check_close(heel->shape.at, 0, -0.2, 0.1);
  check_right_handed(heel);
  SarVec3 end = sar_sub(placed(heel, 0, 0, heel->shape.sizes[1] / 2), heel->shape.at);
  check_close(end, 0, -0.1, 0.1);
  /* a plane of the foot, normal (0, 0.6, -0.8) at (0, 0.1, 0) */
  check_close(sole->shape.at, 0, -0.1, 0);
  check_close(sar_column(&sole->shape.axes, 2), 0, -0.6, -0.8);
  check_right_handed(sole);
  end_reading(&r);
}

static void mirrored_masses(void **state) {
  (void)state;
  Reading r = read_file("touching.yaml");
  SarMassProperties a = sar_model_mass(element_of(&r, "a.lump")), b = sar_model_mass(element_of(&r, "b.lump"));
  CHECK_NEAR(a.mass, b.mass, 1e-12 * a.mass);
  check_close(a.com, b.com.x, -b.com.y, b.com.z);
  for (int i = 0; i < 3; i++) {
    for (int k = 0; k < 3; k++) {
      double sign = (i == 1) != (k == 1) ? -1 : 1;
      CHECK_NEAR(a.inertia.m[i][k], sign * b.inertia.m[i][k], 1e-12 * a.inertia.m[0][0]);
    }
  }
  assert_true(fabs(a.inertia.m[0][1]) > 1e-3 * a.inertia.m[0][0]); /* there is something to mirror */
  end_reading(&r);
}

/* ---- beams ---- */

static void shapes_on_nodes(void **state) {
  (void)state;
  Reading r = read_text(
      "materials: {steel: {young: 210e9, density: 7800}}\n"
      "sections: {s: {circle: 0.01, material: steel}}\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "beams:\n"
      "  rod: {section: s, points: [[0, 0, 1], [1, 0, 1]], elements: 2, order: 1,\n"
      "        shapes: {\"s{i}\": {for: {i: 0..2}, node: \"n{i}\", sphere: 0.01, group: beads}}}\n"
      "contacts:\n"
      "  tip: {between: [rod.s2, ground.floor], stiffness: 1e6}\n"
      "  all: {groups: [rod, ground], stiffness: 1e6}\n"
      "  self: {groups: [beads], stiffness: 1e6}\n");
  int32_t end = sar_model_find(r.model, "rod.end"), start = sar_model_find(r.model, "rod.n0"), count;
  assert_string_equal(shape_of(&r, "rod.n2", "s2")->name, "s2");
  SarModelPair *pairs;
  SarArena *arena = sar_arena_create();
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "tip"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 1);
  assert_int_equal(pairs[0].element[0], end);
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "all"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 2); /* the tip is declared on its own */
  /* neighbours on the beam do not touch */
  assert_int_equal(sar_model_contact_pairs(r.model, sar_model_find(r.model, "self"), arena, &pairs, &count), SAR_OK);
  assert_int_equal(count, 1);
  assert_int_equal(pairs[0].element[0], start);
  assert_int_equal(pairs[0].element[1], end);
  sar_arena_destroy(&arena);
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kinds_and_places),
      cmocka_unit_test(planes_have_a_side),
      cmocka_unit_test(shapes_are_repeated),
      cmocka_unit_test(contacts_are_repeated),
      cmocka_unit_test(sub_models_keep_to_themselves),
      cmocka_unit_test(mirror_images),
      cmocka_unit_test(mirrored_masses),
      cmocka_unit_test(shapes_on_nodes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
