/* The registry of element classes, and the rules of a motion's fields. */
#include <string.h>

#include "base/units.h"
#include "element/support.h"

static void test_find(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *c = sar_element_class(i);
    assert_ptr_equal(sar_element_class_find(c->section, c->name), c);
  }
  assert_null(sar_element_class(-1));
  assert_null(sar_element_class(sar_element_class_count()));
  assert_null(sar_element_class_find(SAR_SECTION_JOINTS, "hinge"));
  assert_null(sar_element_class_find(SAR_SECTION_FORCES, "revolute"));
  assert_null(sar_element_class_find(SAR_SECTION_JOINTS, NULL));
  assert_string_equal(sar_element_class_find(SAR_SECTION_BODIES, NULL)->name, "rigid");
  assert_string_equal(sar_element_class_find(SAR_SECTION_MOTIONS, NULL)->name, "motion");
  assert_string_equal(sar_section_name(SAR_SECTION_BODIES), "bodies");
  assert_string_equal(sar_section_name(SAR_SECTION_MOTIONS), "motions");
}

/* Units are made of the symbols of base/units.h, functions name their variables, choices their words. */
static void check_field(const SarElementClass *c, const SarField *f) {
  bool function = f->kind == SAR_FIELD_FUNCTION || f->kind == SAR_FIELD_FUNCTIONS3 || f->kind == SAR_FIELD_FUNCTIONS ||
                  f->kind == SAR_FIELD_SETTINGS;
  bool words = f->kind == SAR_FIELD_CHOICE || f->kind == SAR_FIELD_WORDS || f->kind == SAR_FIELD_ELEMENT ||
               f->kind == SAR_FIELD_ELEMENTS || f->kind == SAR_FIELD_STARTS ||
               ((f->kind == SAR_FIELD_SIDE || f->kind == SAR_FIELD_REAL || f->kind == SAR_FIELD_MATRIX) &&
                f->choices); /* words instead of it */
  assert_non_null(f->unit);
  char room[SAR_FIELD_UNIT];
  bool powers = strstr(f->unit, "^i") != NULL; /* of a list, or of a matrix of stiffnesses */
  assert_true(!powers || f->kind == SAR_FIELD_REALS || (f->kind == SAR_FIELD_MATRIX && strstr(f->unit, "^ij")));
  const char *unit = sar_field_unit_of(f, 3, room);
  if (strspn(unit, "1mkgsNrad*/^2345.") != strlen(unit)) fail_msg("%s.%s: unit %s", c->name, f->name, unit);
  assert_true(f->meaning && strlen(f->meaning) > 3);
  assert_int_equal(function, f->variables != NULL);
  assert_int_equal(words, f->choices != NULL);
  int32_t first = sar_field_index(c, f->name);
  assert_ptr_equal(&c->fields[first], f); /* no name twice */
}

static void test_field_tables(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *c = sar_element_class(i);
    assert_true(c->nfields > 0);
    assert_non_null(c->summary);
    for (int32_t j = 0; j < c->nfields; j++) check_field(c, &c->fields[j]);
    assert_int_equal(sar_field_index(c, "no_such_field"), -1);
    assert_int_equal(c->section == SAR_SECTION_JOINTS, c->joint != NULL);
    if (c->section != SAR_SECTION_FORCES) assert_null(c->force);
    if (c->section == SAR_SECTION_FORCES) assert_true(c->force || c->equations || strcmp(c->name, "modal-load") == 0);
    if (c->section == SAR_SECTION_STATES || c->section == SAR_SECTION_VARIABLES) assert_non_null(c->equations->declare);
    if (c->equations) assert_non_null(c->equations->build);
  }
}

static SarStatus check_motion(const char *const *given) {
  const SarElementClass *c = sar_element_class_find(SAR_SECTION_MOTIONS, NULL);
  SarValue values[16] = {{0}};
  assert_true(c->nfields <= 16);
  for (; *given; given++) {
    int32_t index = sar_field_index(c, *given);
    assert_true(index >= 0);
    values[index].given = true;
  }
  SarContext *context = sar_context_create();
  SarStatus status = c->check(context, "drive", values);
  assert_int_equal(sar_context_errors(context), status == SAR_OK ? 0 : 1);
  if (status != SAR_OK) assert_non_null(sar_context_get(context, 0)->remedy);
  sar_context_destroy(&context);
  return status;
}

static void test_motions(void **state) {
  (void)state;
  static const struct {
    const char *given[6];
    SarStatus status;
  } cases[] = {
      {{"joint", "rotation"}, SAR_OK},
      {{"joint", "translation_velocity"}, SAR_OK},
      {{"joint", "coordinate", "rotation_acceleration"}, SAR_OK},
      {{"frame", "along", "translation"}, SAR_OK},
      {{"frame", "about", "rotation_velocity"}, SAR_OK},
      {{"joint"}, SAR_INPUT},
      {{"rotation"}, SAR_INPUT},
      {{"joint", "rotation", "translation"}, SAR_INPUT},
      {{"joint", "rotation", "rotation_velocity"}, SAR_INPUT},
      {{"joint", "frame", "rotation"}, SAR_INPUT},
      {{"joint", "along", "translation"}, SAR_INPUT},
      {{"joint", "about", "rotation"}, SAR_INPUT},
      {{"frame", "translation"}, SAR_INPUT},
      {{"frame", "about", "translation"}, SAR_INPUT},
      {{"frame", "along", "rotation"}, SAR_INPUT},
      {{"frame", "along", "about", "translation"}, SAR_INPUT},
      {{"frame", "along", "coordinate", "translation"}, SAR_INPUT},
  };
  for (int32_t i = 0; i < SAR_COUNT(cases); i++) assert_int_equal(check_motion(cases[i].given), cases[i].status);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_find),
      cmocka_unit_test(test_field_tables),
      cmocka_unit_test(test_motions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
