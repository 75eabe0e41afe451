/* Columns: what the reference says of a class is what an element of the class has, in the same order; units follow from
 * what a column is, never from a number; what cannot be evaluated is not recorded as zero. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/cases.h"
#include "system/columns.h"

#define LINE 1024

static const char *const tested_names[] = {"tested", "tested0", "three"};

/* The element of a case that is made from its class. */
static int32_t tested_element(const SarModel *model) {
  for (int32_t i = 0; i < SAR_COUNT(tested_names); i++) {
    int32_t element = sar_model_find(model, tested_names[i]);
    if (element >= 0) return element;
  }
  fail_msg("the case has no element under test");
  return -1;
}

/* The line below `outputs` in the manual's part on a class; two sections may have a class of one name. */
static void described(const SarElementClass *class, char *line) {
  SarContext *context = sar_context_create();
  char *text = NULL, heading[128];
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  assert_int_equal(sar_model_describe(context, class->name, stream), SAR_OK);
  fclose(stream);
  snprintf(heading, sizeof heading, "%s (in `%s:`", class->name, sar_section_name(class->section));
  const char *at = strstr(text, heading);
  assert_non_null(at);
  const char *next = strstr(at + strlen(heading), " (in `"); /* of another section */
  at = strstr(at, "\noutputs\n  ");
  if (next && next < at) at = NULL;
  if (at) at += strlen("\noutputs\n  ");
  snprintf(line, LINE, "%.*s", at ? (int)strcspn(at, "\n") : 0, at ? at : "");
  free(text);
  sar_context_destroy(&context);
}

static void present(const SarSystem *system, const char *element, char *line) {
  SarArena *arena = sar_arena_create();
  SarColumnSet *set;
  size_t used = 0;
  assert_int_equal(sar_column_set_create(system, arena, &set), SAR_OK);
  line[0] = 0;
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const SarColumn *column = &sar_column_set_get(set)[i];
    if (strcmp(column->element, element) != 0) continue;
    used += (size_t)snprintf(line + used, LINE - used, "%s%s", used ? " " : "", column->quantity);
    assert_true(used < LINE);
  }
  sar_arena_destroy(&arena);
}

/* Whether a column is what a word of the description says, `x1...` or a name; *number counts x1, x2 ... */
static bool is_meant(const char *word, size_t length, const char *column, size_t column_length, int *number) {
  bool many = length > 4 && strncmp(word + length - 4, "1...", 4) == 0;
  char name[64];
  if (!many) return length == column_length && strncmp(word, column, length) == 0;
  snprintf(name, sizeof name, "%.*s%d", (int)(length - 4), word, *number + 1);
  if (strlen(name) != column_length || strncmp(name, column, column_length) != 0) return false;
  (*number)++;
  return true;
}

/* Words of the description in their order: one in brackets may have no column, `x1...` has one or more. */
static bool is_described(const char *description, const char *columns) {
  const char *at = columns;
  for (const char *word = description; *word;) {
    size_t length = strcspn(word, " ");
    bool optional = word[0] == '[';
    const char *inner = optional ? word + 1 : word;
    size_t inner_length = optional ? length - 2 : length;
    int number = 0, found = 0;
    bool many = inner_length > 4 && inner[inner_length - 1] == '.';
    while (*at && (many || !found) && is_meant(inner, inner_length, at, strcspn(at, " "), &number)) {
      at += strcspn(at, " ");
      at += strspn(at, " ");
      found++;
    }
    if (!found && !optional) return false;
    word += length;
    word += strspn(word, " ");
  }
  return *at == 0;
}

static void columns_are_those_described(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_count(); index++) {
    SarContext *context = sar_context_create();
    CaseLabel label;
    SarModel *model;
    SarSystem *system;
    char expected[LINE], found[LINE];
    case_build(context, index, &label, &model, &system);
    const SarModelElement *element = &model->elements[tested_element(model)];
    described(element->class, expected);
    present(system, element->name, found);
    if (!is_described(expected, found)) {
      fail_msg("%s: described as\n  %s\nbut has\n  %s", label.text, expected, found);
    }
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

/* ---- the reaction of a gear ---- */

typedef struct Reaction {
  double value;
  char unit[16];
} Reaction;

/* Two wheels on the ground, geared, and the reaction at a multiplier (of the row times L) of 3 N m / L. */
static Reaction gear_reaction(double length) {
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  SarColumnSet *set;
  static const double inertia[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const char *const wheels[2] = {"one", "two"}, *const hinges[2] = {"hinge1", "hinge2"};
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  assert_int_equal(sar_model_set_length_scale(model, length), SAR_OK);
  SarElementId id;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(sar_model_add(model, "bodies", NULL, wheels[i], &id), SAR_OK);
    assert_int_equal(sar_model_set_real(model, id, "mass", 2), SAR_OK);
    assert_int_equal(sar_model_set_inertia(model, id, "inertia", inertia), SAR_OK);
    assert_int_equal(sar_model_add(model, "joints", "revolute", hinges[i], &id), SAR_OK);
    assert_int_equal(sar_model_set_sides(model, id, "between", "ground", wheels[i]), SAR_OK);
    assert_int_equal(sar_model_set_vector(model, id, "at", 0, 0, 0), SAR_OK);
    assert_int_equal(sar_model_set_vector(model, id, "axis", 0, 0, 1), SAR_OK);
  }
  assert_int_equal(sar_model_add(model, "joints", "gear", "mesh", &id), SAR_OK);
  assert_int_equal(sar_model_set_joints(model, id, "joints", hinges, 2), SAR_OK);
  assert_int_equal(sar_model_set_real(model, id, "ratio", -2), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  assert_int_equal(sar_workspace_create(context, system, NULL, false, &m), SAR_OK);
  assert_int_equal(sar_column_set_create(system, arena, &set), SAR_OK);

  double lambda[11] = {0}, a[12] = {0}, row[LINE];
  assert_int_equal(system->nposition, 11);
  lambda[system->relations[0].row] = 3 / length;
  SarPoint at = {.q = system->q0, .v = system->v0, .a = a, .lambda = lambda};
  assert_true(sar_column_set_count(set) <= LINE);
  assert_int_equal(sar_column_set_evaluate(set, m, &at, &(SarEnergyRecord){0}, row), SAR_OK);
  Reaction found = {0};
  for (int32_t i = 0; i < sar_column_set_count(set); i++) {
    const SarColumn *column = &sar_column_set_get(set)[i];
    if (strcmp(column->element, "mesh") != 0 || strcmp(column->quantity, "reaction") != 0) continue;
    found.value = row[i];
    snprintf(found.unit, sizeof found.unit, "%s", column->unit);
  }
  sar_workspace_destroy(&m);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return found;
}

/* One metre is a length like any other: a gear's reaction stays a torque. */
static void gear_reaction_is_a_torque_for_any_length_scale(void **state) {
  (void)state;
  static const double lengths[] = {1, 1.001, 0.25};
  for (int i = 0; i < SAR_COUNT(lengths); i++) {
    Reaction reaction = gear_reaction(lengths[i]);
    assert_string_equal(reaction.unit, "N*m");
    CHECK_NEAR(reaction.value, -3, 1e-15);
  }
}

/* ---- a force that cannot be evaluated ---- */

static SarStatus no_load(const void *param, double t, const SarKin *a, const SarKin *b, SarLoad *load) {
  (void)param, (void)t, (void)a, (void)b, (void)load;
  return SAR_RETRY;
}

static void force_without_value_is_reported(void **state) {
  (void)state;
  int32_t tried = 0;
  for (int32_t index = 0; index < case_count(); index++) {
    SarContext *context = sar_context_create();
    SarArena *arena = sar_arena_create();
    CaseLabel label;
    CasePoint point;
    SarModel *model;
    SarSystem *system;
    SarWorkspace *m;
    SarColumnSet *set;
    uint64_t seed = 7;
    double row[LINE];
    case_build(context, index, &label, &model, &system);
    if (system->nforces) {
      SarForceClass broken = *system->forces[0].class;
      broken.load = no_load;
      system->forces[0].class = &broken;
      case_point(system, &seed, &point);
      SarPoint at = case_view(&point);
      assert_int_equal(sar_workspace_create(context, system, NULL, false, &m), SAR_OK);
      assert_int_equal(sar_column_set_create(system, arena, &set), SAR_OK);
      assert_true(sar_column_set_count(set) <= LINE);
      assert_int_equal(sar_column_set_evaluate(set, m, &at, &(SarEnergyRecord){0}, row), SAR_FAILED);
      const SarDiagnostic *last = sar_context_get(context, sar_context_count(context) - 1);
      assert_string_equal(last->element, "tested0");
      assert_non_null(strstr(last->message, "cannot be evaluated at t = "));
      sar_workspace_destroy(&m);
      tried++;
    }
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_arena_destroy(&arena);
    sar_context_destroy(&context);
  }
  assert_true(tried > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_those_described),
      cmocka_unit_test(gear_reaction_is_a_torque_for_any_length_scale),
      cmocka_unit_test(force_without_value_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
