/* Sections and beams as files write them: units of every number, shapes of lists, and the nodes that come of them. */
#include <string.h>

#include "check.h"
#include "model/beam.h"
#include "read/read.h"

static SarModel *read_text(SarContext *context, const char *text) {
  SarModel *model = NULL;
  SarReadOptions options = {0};
  if (sar_model_read_text(context, "test", text, strlen(text), &options, &model) != SAR_OK) {
    for (int32_t i = 0; i < sar_context_count(context); i++)
      print_message("%s\n", sar_context_get(context, i)->message);
    fail_msg("this cannot be read:\n%s", text);
  }
  assert_int_equal(sar_model_validate(model), SAR_OK);
  return model;
}

static const SarModelElement *find(const SarModel *model, const char *name) {
  int32_t index = sar_model_find(model, name);
  if (index < 0) fail_msg("there is no `%s`", name);
  return &model->elements[index];
}

#define MILLIMETRES "units: {length: mm, mass: g, time: ms, force: N, angle: deg}\n"

/* N, N mm and N mm^2 of a stiffness; g/mm, g mm. */
static void units_of_sections(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = read_text(
      context, MILLIMETRES
      "sections:\n"
      "  a: {stiffness: [100, 200, 300, 4e6, 5e6, 6e6], mass: 7, inertia: [20, 10, 10]}\n"
      "  b: {stiffness: [[9, 0, 0, 1000, 0, 0], [0, 9, 0, 0, 0, 0], [0, 0, 9, 0, 0, 0], [1000, 0, 0, 9e6, 0, 0],\n"
      "                  [0, 0, 0, 0, 9e6, 0], [0, 0, 0, 0, 0, 9e6]], mass: 1, inertia: [2, 1, 1]}\n");
  SarSectionData a, b;
  sar_section_data(find(model, "a")->values, NULL, &a);
  sar_section_data(find(model, "b")->values, NULL, &b);
  const double expected[6] = {100, 200, 300, 4, 5, 6};
  for (int i = 0; i < 6; i++) CHECK_NEAR(a.stiffness[i][i], expected[i], 1e-12);
  CHECK_NEAR(b.stiffness[0][3], 1, 1e-14);
  CHECK_NEAR(b.stiffness[3][0], 1, 1e-14);
  CHECK_NEAR(b.stiffness[3][3], 9, 1e-12);
  CHECK_NEAR(a.mass, 7, 1e-14);           /* 7 g/mm = 7 kg/m */
  CHECK_NEAR(a.inertia[0], 20e-6, 1e-18); /* 20 g mm = 20e-6 kg m */
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* A circle of steel: EA = E pi r^2, with radius and modulus in the file's units. */
static void shapes_have_their_material(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = read_text(context, MILLIMETRES
                              "materials: {steel: {young: 210e3, poisson: 0.3, density: 7.8e-3}}\n"
                              "sections: {c: {circle: 10, material: steel}}\n");
  SarSectionData c;
  sar_section_data(find(model, "c")->values, find(model, "steel")->values, &c);
  CHECK_NEAR(c.stiffness[0][0], 210e9 * 3.14159265358979 * 1e-4, 1e-4);
  CHECK_NEAR(c.mass, 7800 * 3.14159265358979 * 1e-4, 1e-12);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

#define SECTION "sections: {s: {stiffness: [1e6, 1e6, 1e6, 1e3, 1e3, 1e3], mass: 3, inertia: [2, 1, 1]}}\n"

/* Names, places, masses and velocities of the nodes. */
static void nodes_are_bodies(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model =
      read_text(context, SECTION
                "beams:\n"
                "  a: {section: s, points: [[0, 0, 0], [4, 0, 0], [4, 2, 0]], elements: [2, 1], order: 2,\n"
                "      axis2: [z, z, [0, 0, 2]], omega: [0, 0, 3], velocity: [1, 0, 0],\n"
                "      frames: {eye: {node: end, at: [0, 0.5, 0]}}}\n"
                "  b: {section: s, start: a.n4, points: [[4, 0, 0], [4, 0, -1]], elements: 1, order: 1, axis2: y}\n"
                "joints: {clamp: {type: fixed, between: [ground, a.start]},\n"
                "         eye: {type: spherical, between: [ground, a.eye]}}\n");
  const SarModelElement *node = find(model, "a.n1"), *corner = find(model, "a.n4");
  SarVec3 at = sar_model_value(node, "at")->vector, velocity = sar_model_value(corner, "velocity")->vector;
  CHECK_NEAR(at.x, 1, 1e-15);
  CHECK_NEAR(velocity.x, 1, 1e-15);
  CHECK_NEAR(velocity.y, 12, 1e-14);
  CHECK_NEAR(sar_model_mass(node).mass, 3 * 2 * 2.0 / 3, 1e-14);                 /* Lobatto: 4/6 of the element */
  CHECK_NEAR(sar_model_mass(corner).mass, 3 * (2.0 / 6 + 2.0 / 6 + 0.5), 1e-14); /* three elements meet */
  assert_ptr_equal(find(model, "b.n0"), corner);
  assert_ptr_equal(find(model, "b.start"), corner);
  assert_ptr_equal(find(model, "a.end"), find(model, "a.n6"));
  const SarValue *between = sar_model_value(find(model, "eye"), "between");
  assert_string_equal(between->side[1].body, "a.n6");
  assert_string_equal(between->side[1].frame, "eye");
  CHECK_NEAR(node->beam->length, 6, 1e-14);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* The middle is a node where one lies there. */
static void the_middle(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model =
      read_text(context, SECTION
                "beams:\n"
                "  even: {section: s, points: [[0, 0, 0], [4, 0, 0]], elements: 2, order: 3}\n"
                "  odd: {section: s, points: [[0, 0, 0], [4, 0, 0]], elements: 3, order: 3}\n"
                "  arc: {section: s, curve: arc, points: [[0, 0, 0], [0.29289321881345254, 0.70710678118654757, 0], "
                "[1, 1, 0]], elements: 3, order: 2}\n");
  assert_ptr_equal(find(model, "even.mid"), find(model, "even.n3"));
  assert_true(sar_model_find(model, "odd.mid") < 0);
  CHECK_NEAR(find(model, "arc")->beam->length, 3.14159265358979 / 2, 1e-9);
  SarVec3 at = sar_model_value(find(model, "arc.mid"), "at")->vector;
  CHECK_NEAR(at.x, 0.29289321881345254, 1e-12);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(units_of_sections), cmocka_unit_test(shapes_have_their_material),
                                     cmocka_unit_test(nodes_are_bodies), cmocka_unit_test(the_middle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
