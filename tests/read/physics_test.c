/* User-defined physics in the model file: what expressions refer to, in which units, in sub-models; parameters that
 * events change; tables. */
#include <stdlib.h>
#include <string.h>

#include "expr/spline.h"
#include "read/reading.h"

/* f where the k-th reference of the model is 1 + k, in SI units, and t is 0.25 s. */
static double evaluate_references(const Reading *r, const SarExpr *f) {
  double *variables = calloc(SAR_REFERENCES + (size_t)r->model->nreferences, sizeof *variables);
  assert_non_null(variables);
  variables[0] = 0.25;
  for (int32_t k = 0; k < r->model->nreferences; k++) variables[SAR_REFERENCES + k] = 1 + k;
  double value = evaluate(f, variables);
  free(variables);
  return value;
}

/* The reference that stands in the field as `name`, and its value in evaluate_references. */
static const SarReference *reference_of(const Reading *r, const char *owner, const char *name, double *value) {
  for (int32_t k = 0; k < r->model->nreferences; k++) {
    const SarReference *reference = &r->model->references[k];
    if (strcmp(reference->name, name) != 0) continue;
    if (owner && strcmp(reference->owner, owner) != 0) continue;
    if (value) *value = 1 + k;
    return reference;
  }
  fail_msg("there is no reference %s in %s", name, owner ? owner : "");
  return NULL;
}

#define BODIES                                                                         \
  "bodies:\n  crank: {mass: 1, inertia: [1, 1, 1], frames: {pin: {at: [1, 0, 0]}}}\n"  \
  "joints:\n  J: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n" \
  "  S: {type: prismatic, between: [ground, crank], at: [0, 0, 0], axis: z}\n"

static double check_measure(const Reading *r, const char *element, const char *name) {
  double value = 0;
  reference_of(r, element, name, &value);
  return evaluate_references(r, value_of(r, element, "value")->function[0]) / value;
}

static void values_are_in_the_units_of_the_file(void **state) {
  (void)state;
  Reading r = read_text(
      "units: {length: mm, mass: g, time: ms, angle: deg}\n" BODIES
      "forces:\n  spring: {type: spring-damper, between: [ground, crank.pin], stiffness: 1, length: 1}\n"
      "measures:\n  a: dx(crank.pin)\n  b: vm(crank)\n  c: angle(J)\n  d: displacement(S)\n  e: fm(J)\n  f: x\n"
      "  g: rate(x)\n  h: phi\n  i: rate(phi)\n  j: n\n  k: dif1(n)\n  l: rate(spring)\n  m: joint(J, 0, 6)\n  o: w\n"
      "coordinates:\n  x: {mass: 3, at: 5, velocity: 2}\n  phi: {mass: 3, at: 90, velocity: 180, kind: angle}\n"
      "  y: {at: 30 deg, kind: angle}\n"
      "states: {n: {start: 4, rate: \"2*n\"}}\nvariables: {w: 2}\n");
  CHECK_NEAR(check_measure(&r, "a", "dx"), 1e3, 1e-12);
  CHECK_NEAR(check_measure(&r, "b", "vm"), 1, 1e-15); /* m/s is mm/ms */
  CHECK_NEAR(check_measure(&r, "c", "angle"), 1, 0);  /* radians */
  CHECK_NEAR(check_measure(&r, "d", "displacement"), 1e3, 1e-12);
  CHECK_NEAR(check_measure(&r, "e", "fm"), 1, 1e-15); /* g mm/ms^2 is N */
  CHECK_NEAR(check_measure(&r, "f", "x"), 1e3, 1e-12);
  CHECK_NEAR(check_measure(&r, "g", "rate"), 1, 1e-15);
  CHECK_NEAR(check_measure(&r, "h", "phi"), 1, 0);
  CHECK_NEAR(check_measure(&r, "i", "rate"), 1e-3, 1e-18);
  CHECK_NEAR(check_measure(&r, "j", "n"), 1, 0);
  CHECK_NEAR(check_measure(&r, "k", "dif1"), 1e-3, 1e-18);
  CHECK_NEAR(check_measure(&r, "l", "rate"), 1, 1e-15);
  CHECK_NEAR(check_measure(&r, "m", "joint"), 1e3, 1e-12); /* N mm */
  CHECK_NEAR(check_measure(&r, "o", "w"), 1, 0);
  double n = 0;
  reference_of(&r, "n", "n", &n);
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "n", "rate")->function[0]), 2 * n * 1e3, 1e-9); /* per ms */
  CHECK_NEAR(value_of(&r, "x", "at")->real, 5e-3, 1e-17);
  CHECK_NEAR(value_of(&r, "x", "velocity")->real, 2, 1e-15);
  CHECK_NEAR(value_of(&r, "phi", "at")->real, acos(-1) / 2, 1e-15);
  CHECK_NEAR(value_of(&r, "y", "at")->real, acos(-1) / 6, 1e-15);
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "x", "mass")->function[0]), 3e-3, 1e-17);
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "phi", "mass")->function[0]), 3e-9, 1e-23);
  end_reading(&r);
}

static void repeated_elements_refer_to_repeated_ones(void **state) {
  (void)state;
  Reading r = read_text(
      "parameters: {k: 2}\n"
      "bodies: {\"b{i}\": {for: {i: 1..3}, mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [1, 0, 0]}}}}\n"
      "variables: {u: \"k*t\", w: {type: variable, value: 5}, v: {equation: \"v - u\", start: 3}}\n"
      "measures: {m: u, \"n{i}\": {for: {i: 1..2}, value: \"i*dx(b{i}.tip, b{i+1}, 0)\"}}\n");
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "u", "value")->function[0]), 0.5, 0);
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "w", "value")->function[0]), 5, 0);
  assert_string_equal(reference_of(&r, "m", "u", NULL)->elements[0], "u");
  double value = 0;
  const SarReference *dx = reference_of(&r, "n2", "dx", &value);
  assert_string_equal(dx->frames[0].body, "b2");
  assert_string_equal(dx->frames[0].frame, "tip");
  assert_string_equal(dx->frames[1].body, "b3");
  assert_string_equal(dx->frames[2].body, "ground");
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "n2", "value")->function[0]), 2 * value, 0);
  end_reading(&r);
}

/* ---- sub-models and events ---- */

static void sub_models_have_names_and_a_ground_of_their_own(void **state) {
  (void)state;
  Reading r = read_file("controlled.yaml");
  assert_string_equal(reference_of(&r, "left.i", "i", NULL)->elements[0], "left.i");
  assert_string_equal(reference_of(&r, "u", "left.i", NULL)->elements[0], "left.i");
  const SarReference *moved = reference_of(&r, "left.high", "dz", NULL),
                     *still = reference_of(&r, "right.high", "dz", NULL);
  assert_string_equal(moved->frames[0].body, "left.wheel");
  assert_string_equal(moved->frames[1].body, "ground");
  assert_string_equal(moved->frames[1].frame, "left");
  assert_string_equal(moved->frames[2].body, "left.wheel");
  assert_null(still->frames[1].frame);
  const SarReference *left_out = reference_of(&r, "left.road", "dx", NULL);
  assert_string_equal(left_out->frames[2].frame, "left"); /* the axes of the sub-model */
  assert_int_equal(left_out->narguments, 3);
  check_vector(sar_model_find_frame(r.model, -1, "left")->at, 0, 1, 0);
  end_reading(&r);
}

static void parameters_that_events_change_are_references(void **state) {
  (void)state;
  Reading r = read_file("controlled.yaml");
  const SarModel *model = r.model;
  assert_int_equal(model->nparameters, 4); /* two of the model, and the level of each axle */
  double on = 0, level = 0;
  assert_int_equal(reference_of(&r, NULL, "on", &on)->parameter, 1);
  int32_t index = reference_of(&r, NULL, "left.level", &level)->parameter;
  assert_string_equal(model->parameters[index].name, "left.level");
  CHECK_NEAR(model->parameters[index].value, 7, 0);
  CHECK_NEAR(model->parameters[reference_of(&r, NULL, "right.level", NULL)->parameter].value, 5, 0);
  const SarValue *set = value_of(&r, "left.low", "set");
  assert_int_equal(set->nlist, 1);
  assert_int_equal(set->settings[0].parameter, index);
  assert_string_equal(set->settings[0].name, "left.level");
  CHECK_NEAR(evaluate_references(&r, set->settings[0].function), 2 * level, 0); /* the other parameter is a number */
  set = value_of(&r, "off", "set");
  assert_int_equal(set->settings[0].parameter, 1);
  assert_int_equal(set->settings[1].parameter, 0);
  CHECK_NEAR(evaluate_references(&r, set->settings[0].function), on / 2, 0);
  end_reading(&r);
}

static void changed_parameters_can_be_set(void **state) {
  (void)state;
  Reading r = read_with(
      "parameters: {k: 2}\nmeasures: {m: \"3*k\"}\nevents: {e: {when: t - 1, set: {k: 5}}}\n"
      "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n",
      "k=8");
  CHECK_NEAR(r.model->parameters[0].value, 8, 0);
  double k = 0;
  assert_int_equal(reference_of(&r, NULL, "k", &k)->parameter, 0);
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "m", "value")->function[0]), 3 * k, 0);
  end_reading(&r);
}

/* In the mirror, sizes and angles about the axes of turning joints stay what they are. */
static void mirrored_sub_models_may_speak_of_sizes(void **state) {
  (void)state;
  static const char part[] =
      "bodies: {arm: {mass: 1, inertia: [1, 1, 1], frames: {tip: {at: [1, 0, 0]}}}}\n"
      "joints: {J: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}}\n"
      "states: {s: {rate: \"dm(arm.tip) + angle(J) + vr(arm.tip) - s\"}}\n";
  static const SarModelFile files[] = {{"part.yaml", part}};
  static const char text[] = "include: {left: {file: part.yaml, mirror: y}}\n";
  SarReadOptions options = {.files = files, .nfiles = 1, .files_only = true};
  Reading r = {sar_context_create(), NULL};
  assert_int_equal(sar_model_read_text(r.context, "text.yaml", text, strlen(text), &options, &r.model), SAR_OK);
  end_reading(&r);
}

/* ---- tables ---- */

static void tables_are_read_from_files(void **state) {
  (void)state;
  Reading r = read_file("controlled.yaml");
  assert_int_equal(r.model->nsplines, 2);
  assert_string_equal(r.model->splines[0].name, "left.bump");
  const SarSplineTable *table = sar_spline_table(r.model->splines[0].spline);
  static const double x[] = {1, 2, 4.5, 5}, y[] = {0, 0.5, 2, 3};
  assert_int_equal(table->nx, 4);
  assert_int_equal(table->nz, 1);
  for (int i = 0; i < 4; i++) {
    CHECK_NEAR(table->x[i], x[i], 0);
    CHECK_NEAR(table->y[i], y[i], 0);
  }
  assert_int_equal(r.model->nfiles, 2); /* the axle and its table, each once */
  assert_string_equal(r.model->files[1].path, "tables/bump.csv");
  SarReadOptions options = {.files = r.model->files, .nfiles = r.model->nfiles, .files_only = true};
  Reading again = {sar_context_create(), NULL};
  assert_int_equal(
      sar_model_read_text(again.context, r.model->path, r.model->text, strlen(r.model->text), &options, &again.model),
      SAR_OK);
  assert_int_equal(again.model->nsplines, 2);
  end_reading(&again);
  end_reading(&r);
}

static void a_family_of_curves_has_a_second_argument(void **state) {
  (void)state;
  Reading r = read_text(
      "splines: {f: {x: [0, 1, 3], z: [0, 2], y: [[0, 1, 3], [0, 2, 6]], extrapolate: linear}}\n"
      "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\nmeasures: {m: \"linspl(2, 4*t, f)\"}\n");
  CHECK_NEAR(evaluate_references(&r, value_of(&r, "m", "value")->function[0]), 3, 1e-15); /* z = 1: between 2 and 4 */
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_in_the_units_of_the_file),
      cmocka_unit_test(repeated_elements_refer_to_repeated_ones),
      cmocka_unit_test(sub_models_have_names_and_a_ground_of_their_own),
      cmocka_unit_test(parameters_that_events_change_are_references),
      cmocka_unit_test(changed_parameters_can_be_set),
      cmocka_unit_test(mirrored_sub_models_may_speak_of_sizes),
      cmocka_unit_test(tables_are_read_from_files),
      cmocka_unit_test(a_family_of_curves_has_a_second_argument),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
