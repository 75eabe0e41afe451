/* A model that is read again with one of its parameters moved: the same elements with other numbers, from the text or
 * from a tree of it that is kept, and nothing of what pictures show. */
#include <string.h>

#include "base/arena.h"
#include "read/read.h"
#include "read/reading.h"

static const char text[] =
    "parameters: {r: 2, m: 3*r, wide: 1}\n"
    "ground: {looks: {floor: {box: [wide, 1, 1]}}}\n"
    "bodies:\n"
    "  \"b{i}\": {for: {i: 0..2}, mass: \"m + i\", inertia: [1, 1, 1], looks: {ball: {sphere: r}}}\n"
    "joints: {pin: {type: revolute, between: [b0, b1], at: [r, 0, 0], axis: z}}\n";

static double mass_of(const SarModel *model, const char *body) {
  const SarModelElement *e = &model->elements[sar_model_find(model, body)];
  return e->values[sar_field_index(e->class, "mass")].real;
}

static SarModel *moved(const Reading *r, const char *name, double part, SarReadTree *tree, SarReadProbe *probe) {
  SarModel *model = NULL;
  *probe = (SarReadProbe){.name = name, .part = part};
  assert_int_equal(sar_model_read_moved(r->context, r->model, probe, tree, &model), SAR_OK);
  return model;
}

static void same_elements_with_other_numbers(void **state) {
  (void)state;
  Reading r = read_with(text, NULL);
  SarReadTree tree = {0};
  for (int again = 0; again < 3; again++) {
    SarReadProbe probe;
    SarModel *model = moved(&r, "r", again * 0.125, again ? &tree : NULL, &probe);
    assert_true(probe.found);
    CHECK_NEAR(probe.value, 2, 0);
    CHECK_NEAR(probe.shift, again * 0.25, 0);
    assert_int_equal(model->nelements, r.model->nelements);
    for (int32_t i = 0; i < model->nelements; i++)
      assert_string_equal(model->elements[i].name, r.model->elements[i].name);
    CHECK_NEAR(mass_of(model, "b2"), mass_of(r.model, "b2") + 3 * probe.shift, 1e-15);
    assert_string_equal(model->text, r.model->text);
    sar_model_destroy(&model);
  }
  sar_arena_destroy(&tree.arena);
  end_reading(&r);
}

static void nothing_of_pictures(void **state) {
  (void)state;
  Reading r = read_with(text, NULL);
  SarReadProbe probe;
  int32_t count;
  (void)sar_model_looks(r.model, sar_model_find(r.model, "b1"), &count);
  assert_int_equal(count, 1);
  (void)sar_model_looks(r.model, -1, &count);
  assert_int_equal(count, 1);
  SarModel *model = moved(&r, "wide", 1e-5, NULL, &probe);
  assert_true(probe.found);
  (void)sar_model_looks(model, sar_model_find(model, "b1"), &count);
  assert_int_equal(count, 0);
  (void)sar_model_looks(model, -1, &count);
  assert_int_equal(count, 0);
  sar_model_destroy(&model);
  end_reading(&r);
}

static void no_such_parameter(void **state) {
  (void)state;
  Reading r = read_with(text, NULL);
  SarReadTree tree = {0};
  SarReadProbe probe;
  for (int again = 0; again < 2; again++) {
    SarModel *model = moved(&r, "radius", 1e-5, &tree, &probe);
    assert_false(probe.found);
    sar_model_destroy(&model);
  }
  sar_arena_destroy(&tree.arena);
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_elements_with_other_numbers),
                                     cmocka_unit_test(nothing_of_pictures), cmocka_unit_test(no_such_parameter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
