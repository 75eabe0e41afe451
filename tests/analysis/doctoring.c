#include "analysis/doctoring.h"

#include <stdio.h>
#include <string.h>

#include "hht_options.h"

const char fourbar[] =
    "gravity: [3, -9.81, 0]\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0]}\n"
    "joints:\n"
    "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n"
    "  C:\n"
    "    type: revolute # a pin\n"
    "    between: [coupler, rocker]\n"
    "    at: [2, 1, 0]\n"
    "    axis: z\n"
    "  D: {type: revolute, between: [ground, rocker], at: [2, 0, 0], axis: z}\n"
    "simulate: {end: 0.5}\n";

const SarCheck *check_of(const Fixture *f, SarStatus expected) {
  const SarCheck *check;
  assert_int_equal(sar_check(f->context, f->system, &check), expected);
  assert_non_null(check);
  assert_int_equal(check->gruebler, check->coordinates - check->constraints);
  return check;
}

void check_edit(const SarCheck *check, int32_t index, const char *element, const char *from, const char *to) {
  assert_true(index < check->nedits);
  const SarEdit *edit = &check->edits[index];
  assert_string_equal(edit->element, element);
  assert_string_equal(edit->from, from);
  assert_string_equal(edit->to, to);
  assert_string_equal(edit->action, to[0] ? "replace type" : "remove");
  assert_true(strlen(edit->why) > 0);
}

void check_with(const SarRedundant *row, const char *names) {
  char text[200] = "";
  for (int32_t i = 0; i < row->nwith; i++) {
    strncat(text, i ? " " : "", sizeof text - strlen(text) - 1);
    strncat(text, row->with[i], sizeof text - strlen(text) - 1);
  }
  assert_string_equal(text, names);
}

/* ---- the fixed file ---- */

Fixture read_path(const char *path) {
  Fixture f = {.context = sar_context_create()};
  SarStatus status = sar_model_read(f.context, path, NULL, 0, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return f;
}

Fixture fixed_of(const Fixture *f, const SarCheck *check, int32_t degrees_of_freedom) {
  assert_true(check->edits_suffice);
  assert_int_equal(sar_check_fix(f->context, f->system, check, fixed_path), SAR_OK);
  Fixture fixed = read_path(fixed_path);
  const SarCheck *after = check_of(&fixed, SAR_OK);
  assert_int_equal(after->nredundant, 0);
  assert_int_equal(after->nedits, 0);
  assert_true(after->assembled);
  assert_int_equal(after->degrees_of_freedom, degrees_of_freedom);
  assert_int_equal(after->gruebler, degrees_of_freedom);
  sar_check_destroy(&after);
  remove(fixed_path);
  return fixed;
}

static SarTable *run(const Fixture *f) {
  SarTable *table;
  SarRunSummary summary;
  SarRunOptions options = hht_options();
  assert_int_equal(sar_table_create(f->context, &table), SAR_OK);
  options.table = table;
  options.tolerance = 1e-9;
  options.end = 0.3;
  options.output_every = 0.05;
  if (sar_run(f->context, f->system, &options, &summary) != SAR_OK) fail_msg("%s", fixture_message(f, SAR_ERROR));
  return table;
}

void moves_as_before(const Fixture *before, const Fixture *after) {
  static const char *const quantities[] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  SarTable *a = run(before), *b = run(after);
  double largest = 0;
  for (int32_t i = 0; i < before->model->nelements; i++) {
    for (int k = 0; k < 7 && before->model->elements[i].class->section == SAR_SECTION_BODIES; k++) {
      char name[80];
      snprintf(name, sizeof name, "%s.%s", before->model->elements[i].name, quantities[k]);
      const double *first = sar_table_values(a, sar_table_find(a, name));
      const double *second = sar_table_values(b, sar_table_find(b, name));
      for (int64_t row = 0; row < sar_table_rows(a); row++) {
        CHECK_NEAR(second[row], first[row], 1e-6);
        largest = fmax(largest, fabs(first[row] - first[0]));
      }
    }
  }
  assert_true(largest > 1e-2); /* it does move */
  sar_table_destroy(&a);
  sar_table_destroy(&b);
}
