/* Right models: the example of the manual, parameters, `--set`, `for:`, and scalars typed by their fields. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "read/reading.h"

#define PI 3.14159265358979323846

static void the_example_reads(void **state) {
  (void)state;
  Reading r = read_file("crank_slider.yaml");
  assert_int_equal(r.model->nelements, 9);
  assert_string_equal(r.model->title, "crank-slider");
  check_vector(r.model->gravity, 0, -9.81, 0);
  check_vector(value_of(&r, "crank", "at")->vector, 0.15, 0, 0);
  CHECK_NEAR(value_of(&r, "crank", "inertia")->tensor[1][1], 0.0075, 1e-17);
  CHECK_NEAR(value_of(&r, "rod", "inertia")->tensor[2][2], 0.64 / 12, 1e-16);
  const SarNamedFrame *small = sar_model_find_frame(r.model, sar_model_find(r.model, "rod"), "small");
  check_vector(small->at, 0.4, 0, 0);
  check_vector(sar_model_find_frame(r.model, -1, "anchor")->at, 0, 0.4, 0);
  check_vector(value_of(&r, "C", "axis")->vector, 0, 1, 0);
  check_vector(value_of(&r, "C", "axis2")->vector, 0, 0, 1);
  const SarValue *between = value_of(&r, "s", "between");
  assert_string_equal(between->side[0].body, "ground");
  assert_string_equal(between->side[0].frame, "anchor");
  assert_string_equal(between->side[1].body, "crank");
  assert_string_equal(between->side[1].frame, "pin");
  assert_null(value_of(&r, "A", "between")->side[1].frame);
  assert_string_equal(value_of(&r, "drive", "joint")->joints[0], "A");
  CHECK_NEAR(evaluate(value_of(&r, "drive", "rotation")->function[0], &(double){0.25}), PI / 2, 1e-15);
  const SarSimulation *s = sar_model_simulation(r.model);
  CHECK_NEAR(s->end, 2, 0);
  CHECK_NEAR(s->tolerance, 1e-5, 0);
  CHECK_NEAR(s->output_every, 1e-3, 0);
  assert_string_equal(s->method, "hht");
  assert_true(isnan(s->step));
  assert_int_equal(r.model->output_of.count, 3);
  assert_string_equal(r.model->output_of.names[2], "energy");
  assert_int_equal(r.model->nparameters, 3);
  assert_non_null(strstr(r.model->text, "free text"));
  end_reading(&r);
}

static void what_is_not_given_has_its_default(void **state) {
  (void)state;
  Reading r = read_file("crank_slider.yaml");
  const SarValue *velocity = value_of(&r, "crank", "velocity"), *preload = value_of(&r, "s", "preload");
  assert_false(velocity->given);
  check_vector(velocity->vector, 0, 0, 0);
  CHECK_NEAR(value_of(&r, "crank", "turn")->turn.w, 1, 0);
  assert_false(preload->given);
  assert_true(value_of(&r, "s", "stiffness")->given);
  assert_int_equal(value_of(&r, "s", "stiffness")->source.line, 17);
  end_reading(&r);
}

static void parameters_come_in_any_order(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {a: 2*b, b: c + 1, c: 3}\n"
      "bodies: {x: {mass: a, inertia: [b, b, b]}}\n";
  Reading r = read_text(text);
  CHECK_NEAR(value_of(&r, "x", "mass")->real, 8, 0);
  end_reading(&r);
  r = read_with(text, "c=2*5");
  CHECK_NEAR(value_of(&r, "x", "mass")->real, 22, 0);
  CHECK_NEAR(r.model->parameters[0].value, 22, 0);
  end_reading(&r);
  r = read_with(text, "b = c^2");
  CHECK_NEAR(value_of(&r, "x", "mass")->real, 18, 0);
  end_reading(&r);
}

static void check_error(const char *text, const char *set, const char *expected) {
  char *line = first_error(text, set);
  assert_string_equal(line, expected);
  free(line);
}

static void wrong_set_options_are_told(void **state) {
  (void)state;
  static const char text[] = "parameters: {radius: 1}\nbodies: {x: {mass: 1, inertia: [1, 1, 1]}}\n";
  check_error(text, "radus=2", "0:0: there is no parameter `radus`; did you mean `radius`?");
  check_error(text, "radius", "0:0: `radius` does not set a parameter");
  check_error(text, "radius=", "0:0: `radius=` does not set a parameter");
  check_error(text, "radius=radius+1", "0:0: parameters depend on each other in a circle: radius -> radius");
}

static void for_makes_chains(void **state) {
  (void)state;
  Reading r = read_text(
      "parameters: {N: 4}\n"
      "bodies:\n"
      "  \"link{i}\": {for: {i: 0..N-1}, mass: i + 1, inertia: [1, 1, 1], at: [0.1*i, 0, 0],\n"
      "              frames: {start: {at: [-0.05, 0, 0]}, end: {at: [0.05, 0, 0]}}}\n"
      "joints:\n"
      "  \"pin{i}\": {for: {i: 0..N-2}, type: spherical, between: [\"link{i}.end\", \"link{i+1}.start\"]}\n"
      "  last: {type: spherical, between: [\"link{N-1}.end\", ground]}\n");
  assert_int_equal(r.model->nelements, 8);
  CHECK_NEAR(value_of(&r, "link3", "mass")->real, 4, 0);
  CHECK_NEAR(value_of(&r, "link3", "at")->vector.x, 0.1 * 3, 0);
  const SarValue *between = value_of(&r, "pin2", "between");
  assert_string_equal(between->side[0].body, "link2");
  assert_string_equal(between->side[1].body, "link3");
  assert_string_equal(between->side[1].frame, "start");
  assert_string_equal(value_of(&r, "last", "between")->side[0].body, "link3");
  end_reading(&r);
}

static void for_nests_and_takes_lists(void **state) {
  (void)state;
  Reading r = read_text(
      "bodies:\n"
      "  \"a{i}_{j}\": {for: {i: 1..3, j: 1..i}, mass: 10*i + j, inertia: [9, 9, 9]}\n"
      "  \"b{n}\": {for: {n: [1, 2*2, 9]}, mass: n, inertia: [9, 9, 9]}\n"
      "  \"none{i}\": {for: {i: 0..-1}, mass: 1, inertia: [1, 1, 1]}\n");
  assert_int_equal(r.model->nelements, 9);
  static const char *const order[] = {"a1_1", "a2_1", "a2_2", "a3_1", "a3_2", "a3_3", "b1", "b4", "b9"};
  for (int i = 0; i < 9; i++) assert_string_equal(r.model->elements[i].name, order[i]);
  CHECK_NEAR(value_of(&r, "a3_2", "mass")->real, 32, 0);
  end_reading(&r);
}

static void names_look_like_yaml_words(void **state) {
  (void)state;
  Reading r = read_text(
      "bodies:\n"
      "  no: {mass: 1e-3, inertia: [1, 1, 1]}\n"
      "  null: {mass: .5, inertia: [1, 1, 1]}\n"
      "  true: {mass: '2', inertia: [1, 1, 1], unphysical: true}\n"
      "joints: {y: {type: spherical, between: [no, true], at: [0, 0, 0]}}\n");
  CHECK_NEAR(value_of(&r, "no", "mass")->real, 1e-3, 0);
  CHECK_NEAR(value_of(&r, "null", "mass")->real, 0.5, 0);
  CHECK_NEAR(value_of(&r, "true", "mass")->real, 2, 0);
  CHECK_NEAR(value_of(&r, "true", "unphysical")->real, 1, 0);
  assert_string_equal(value_of(&r, "y", "between")->side[0].body, "no");
  end_reading(&r);
}

static void aliases_share_values(void **state) {
  (void)state;
  Reading r = read_text(
      "bodies:\n"
      "  a: &a {mass: 3, inertia: &i [1, 2, 2]}\n"
      "  b: *a\n"
      "  c: {mass: 4, inertia: *i}\n");
  CHECK_NEAR(value_of(&r, "b", "mass")->real, 3, 0);
  CHECK_NEAR(value_of(&r, "c", "inertia")->tensor[2][2], 2, 0);
  end_reading(&r);
}

static void settings_are_read(void **state) {
  (void)state;
  Reading r = read_text(
      "title: words; any\n"
      "length_scale: 2\n"
      "output: {every: step, raw: true}\n"
      "simulate: {step: 1e-3, max_step: 1, min_step: 1e-9, initial_step: 1e-4, method: 'hht:alpha=-0.1'}\n");
  assert_string_equal(r.model->title, "words; any");
  CHECK_NEAR(r.model->length_scale, 2, 0);
  const SarSimulation *s = sar_model_simulation(r.model);
  assert_true(s->output_every_step && s->output_raw && isnan(s->output_every) && isnan(s->end));
  CHECK_NEAR(s->step, 1e-3, 0);
  CHECK_NEAR(s->max_step, 1, 0);
  CHECK_NEAR(s->min_step, 1e-9, 0);
  CHECK_NEAR(s->initial_step, 1e-4, 0);
  assert_string_equal(s->method, "hht:alpha=-0.1");
  end_reading(&r);
}

/* Ten thousand bodies and as many joints; sanitizers and slow machines included. */
static void large_models_read_quickly(void **state) {
  (void)state;
  clock_t start = clock();
  Reading r = read_text(
      "bodies:\n"
      "  \"link{i}\": {for: {i: 0..9999}, mass: 1, inertia: [1, '1 + i', '1 + i'], at: [0.1*i, 0, 0],\n"
      "              frames: {start: {at: [-0.05, 0, 0]}, end: {at: [0.05, 0, 0]}}}\n"
      "joints:\n"
      "  \"pin{i}\": {for: {i: 0..9998}, type: spherical, between: [\"link{i}.end\", \"link{i+1}.start\"]}\n");
  assert_int_equal(r.model->nelements, 19999);
  CHECK_NEAR(value_of(&r, "link9999", "inertia")->tensor[1][1], 10000, 0);
  end_reading(&r);
  assert_true((double)(clock() - start) / CLOCKS_PER_SEC < 5);
}

static void unreadable_files_are_input_errors(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  assert_int_equal(sar_model_read(context, SAR_TEST_DIR "/data/read/nothing.yaml", NULL, 0, &model), SAR_INPUT);
  assert_null(model);
  assert_int_equal(sar_model_read(context, SAR_TEST_DIR, NULL, 0, &model), SAR_INPUT);
  assert_int_equal(sar_context_errors(context), 2);
  sar_context_destroy(&context);
}

/* A text of the caller's: with parameters set, places in it, and what it says of itself. */
static void texts_are_parsed(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  const char *set = "b=3";
  const char *name;
  double value;
  assert_int_equal(sar_model_parse(context, "a text",
                                   "model: two lines\nunits: {length: mm, mass: kg, time: ms}\n"
                                   "parameters: {a: 2*b, b: 1}\n",
                                   &set, 1, &model),
                   SAR_OK);
  assert_string_equal(sar_model_title(model), "two lines");
  assert_true(sar_model_parameter(model, 0, &name, &value));
  assert_string_equal(name, "a");
  CHECK_NEAR(value, 6, 0);
  assert_true(sar_model_parameter(model, 1, &name, &value));
  assert_false(sar_model_parameter(model, 2, &name, &value));
  SarModelUnit unit = sar_model_unit(model, "m/s");
  CHECK_NEAR(unit.si, 1, 1e-15);
  assert_string_equal(unit.name, "mm/ms");
  CHECK_NEAR(sar_model_unit(model, "s").si, 1e-3, 0);
  assert_true(isnan(sar_model_unit(model, "parsec").si));
  sar_model_destroy(&model);
  assert_int_equal(sar_model_parse(context, "a text", "bodies:\n  b: {mass: -1}\n", NULL, 0, &model), SAR_INPUT);
  assert_null(model);
  const SarDiagnostic *first = sar_context_get(context, 0);
  assert_string_equal(first->source.file, "a text");
  assert_int_equal(first->source.line, 2);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_example_reads),
      cmocka_unit_test(what_is_not_given_has_its_default),
      cmocka_unit_test(parameters_come_in_any_order),
      cmocka_unit_test(wrong_set_options_are_told),
      cmocka_unit_test(for_makes_chains),
      cmocka_unit_test(for_nests_and_takes_lists),
      cmocka_unit_test(names_look_like_yaml_words),
      cmocka_unit_test(aliases_share_values),
      cmocka_unit_test(settings_are_read),
      cmocka_unit_test(large_models_read_quickly),
      cmocka_unit_test(unreadable_files_are_input_errors),
      cmocka_unit_test(texts_are_parsed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
