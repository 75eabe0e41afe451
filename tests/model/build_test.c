/* A model built element by element: names, fields, references, what is refused and why. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "model/model.h"

typedef struct Fixture {
  SarContext *context;
  SarModel *model;
} Fixture;

static Fixture begin(void) {
  Fixture f = {sar_context_create(), NULL};
  assert_int_equal(sar_model_create(f.context, &f.model), SAR_OK);
  return f;
}

static void end(Fixture *f) {
  sar_model_destroy(&f->model);
  assert_null(f->model);
  sar_context_destroy(&f->context);
}

static SarElementId add_body(Fixture *f, const char *name) {
  static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  SarElementId id;
  assert_int_equal(sar_model_add(f->model, "bodies", NULL, name, &id), SAR_OK);
  assert_int_equal(sar_model_set_real(f->model, id, "mass", 1), SAR_OK);
  assert_int_equal(sar_model_set_inertia(f->model, id, "inertia", one), SAR_OK);
  return id;
}

static void check_last(const Fixture *f, const char *message) {
  const SarDiagnostic *d = sar_context_get(f->context, sar_context_count(f->context) - 1);
  assert_non_null(d);
  assert_string_equal(d->message, message);
  assert_non_null(d->remedy);
}

static void a_pendulum_is_built(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId bob = add_body(&f, "bob"), pin, spring;
  static const double at[3] = {0, 1, 0}, quaternion[4] = {2, 0, 0, 0};
  assert_int_equal(sar_model_add_frame(f.model, bob, "top", at, quaternion), SAR_OK);
  assert_int_equal(sar_model_add_frame(f.model, SAR_GROUND, "hook", at, quaternion), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "joints", "revolute", "pin", &pin), SAR_OK);
  assert_int_equal(sar_model_set_sides(f.model, pin, "between", "ground.hook", "bob.top"), SAR_OK);
  assert_int_equal(sar_model_set_vector(f.model, pin, "axis", 0, 0, 5), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "forces", "spring-damper", "spring", &spring), SAR_OK);
  assert_int_equal(sar_model_set_sides(f.model, spring, "between", "ground", "bob"), SAR_OK);
  assert_int_equal(sar_model_set_function(f.model, spring, "law", "3*length"), SAR_OK);
  assert_int_equal(sar_model_validate(f.model), SAR_OK);
  assert_int_equal(sar_context_count(f.context), 0);
  CHECK_NEAR(sar_model_value(&f.model->elements[pin.index], "axis")->vector.z, 1, 0);
  CHECK_NEAR(sar_model_find_frame(f.model, bob.index, "top")->turn.w, 1, 0);
  assert_non_null(sar_model_find_frame(f.model, -1, "hook"));
  assert_null(sar_model_find_frame(f.model, bob.index, "hook"));
  end(&f);
}

static void wrong_fields_are_refused(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId body = add_body(&f, "bob"), none;
  assert_int_equal(sar_model_set_real(f.model, body, "mas", 1), SAR_INPUT);
  check_last(&f, "a rigid has no field `mas`; did you mean `mass`?");
  assert_int_equal(sar_model_set_real(f.model, body, "at", 1), SAR_INPUT);
  check_last(&f, "`at` takes three numbers");
  assert_int_equal(sar_model_set_real(f.model, body, "mass", NAN), SAR_INPUT);
  check_last(&f, "`mass` is nan");
  assert_int_equal(sar_model_set_quaternion(f.model, body, "turn", 0, 0, 0, 0), SAR_INPUT);
  check_last(&f, "the quaternion of `turn` is zero");
  assert_int_equal(sar_model_set_real(f.model, (SarElementId){7}, "mass", 1), SAR_INPUT);
  check_last(&f, "there is no element with the handle 7");
  assert_int_equal(sar_model_add(f.model, "joint", "revolute", "pin", &none), SAR_INPUT);
  check_last(&f, "there is no section `joint`; did you mean `joints`?");
  assert_int_equal(sar_model_add(f.model, "joints", "hinge", "pin", &none), SAR_INPUT);
  check_last(&f, "there is no type `hinge` in joints; did you mean `revolute`?");
  assert_int_equal(none.index, -1);
  end(&f);
}

static void names_are_checked(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId id;
  add_body(&f, "bob");
  static const char *const bad[][2] = {
      {"bob", "the name `bob` is already used"}, {"ground", "the name `ground` is reserved"},
      {"1st", "`1st` is not a valid name"},      {"", "`` is not a valid name"},
      {"a b", "`a b` is not a valid name"},      {"a..b", "`` is not a valid name"}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    assert_int_equal(sar_model_add(f.model, "bodies", NULL, bad[i][0], &id), SAR_INPUT);
    check_last(&f, bad[i][1]);
  }
  assert_int_equal(f.model->nelements, 1);
  end(&f);
}

static void many_names_are_found(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId id;
  char name[32];
  for (int i = 0; i < 5000; i++) {
    snprintf(name, sizeof name, "link%d", i * 7919 % 5003);
    assert_int_equal(sar_model_add(f.model, "bodies", NULL, name, &id), SAR_OK);
    assert_int_equal(id.index, i);
  }
  for (int i = 0; i < 5000; i++) {
    snprintf(name, sizeof name, "link%d", i * 7919 % 5003);
    assert_int_equal(sar_model_find(f.model, name), i);
  }
  assert_int_equal(sar_model_find(f.model, "link5003"), -1);
  end(&f);
}

static void validation_reports_everything(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId id;
  add_body(&f, "crank");
  SarElementId heavy = add_body(&f, "heavy");
  sar_model_set_real(f.model, heavy, "mass", -2);
  sar_model_add(f.model, "joints", "spherical", "a", &id);
  sar_model_set_sides(f.model, id, "between", "crnk", "ground.hook");
  sar_model_add(f.model, "joints", "spherical", "b", &id);
  sar_model_set_sides(f.model, id, "between", "crank.pin", "a");
  sar_model_add(f.model, "joints", "revolute", "c", &id);
  SarSimulation simulation = sar_simulation_default();
  simulation.step = 1e-3;
  simulation.tolerance = 1e-5;
  sar_model_set_simulation(f.model, &simulation);
  assert_int_equal(sar_model_validate(f.model), SAR_INPUT);
  static const char *const messages[] = {"the mass must not be negative, but is -2",
                                         "there is no body `crnk`; did you mean `crank`?",
                                         "`ground` has no frame `hook`",
                                         "`crank` has no frame `pin`",
                                         "`a` is not a body",
                                         "`between` is missing",
                                         "`step` and `tolerance` exclude each other"};
  assert_int_equal(sar_context_errors(f.context), 7);
  for (int i = 0; i < 7; i++) assert_string_equal(sar_context_get(f.context, i)->message, messages[i]);
  assert_string_equal(sar_context_get(f.context, 1)->element, "a");
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_pendulum_is_built),
      cmocka_unit_test(wrong_fields_are_refused),
      cmocka_unit_test(names_are_checked),
      cmocka_unit_test(many_names_are_found),
      cmocka_unit_test(validation_reports_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
