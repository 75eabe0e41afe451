/* The table of measures, and the measures of elements: reactions, forces, quantities. */
#include <stdio.h>
#include <string.h>

#include "element/symbols.h"
#include "expr/definition.h"
#include "expr/function.h"

static double value_of(Symbols *s, const SarExpr *f, const Motion *at) {
  double value;
  symbols_evaluate(s, &f, 1, at, &value);
  return value;
}

static SarMat3 axes_of(const SarSide *side, const Motion *at) {
  SarMat3 body = side->body == SYMBOLS_BODIES ? sar_mat3_identity() : at->kin[side->body].A;
  return sar_mat3_mul(&body, &side->axes);
}

/* What the symbols of reactions stand for. */
static SarVec3 action(const Motion *at, int side, bool torque) {
  return sar_vec3_load(at->extra + 6 * side + (torque ? 3 : 0));
}

static void actions_on_both_bodies(void **state) {
  (void)state;
  static const char *const names[4][4] = {
      {"fx", "fy", "fz", "fm"}, {"tx", "ty", "tz", "tm"}, {"fx2", "fy2", "fz2", "fm2"}, {"tx2", "ty2", "tz2", "tm2"}};
  uint64_t seed = 3;
  Symbols *s = symbols_open();
  for (int n = 0; n < 32; n++) {
    int group = n / 4 % 4, part = n % 4;
    CallSpec spec = call_random(&seed);
    Motion at = motion_random(&seed);
    spec.left_out[1] = n >= 16;
    SarSide along = spec.left_out[1] ? ground_side() : spec.sides[1];
    SarMat3 axes = axes_of(&along, &at);
    SarVec3 v = action(&at, group / 2, group % 2);
    double value = value_of(s, measure_named(s, names[group][part], &spec), &at);
    CHECK_NEAR(value, part == 3 ? sar_norm(v) : sar_dot(v, sar_column(&axes, part)), 1e-15 * 10);
    assert_string_equal(s->asked_element, "element");
    assert_int_equal(s->asked_side, group / 2);
  }
  symbols_close(s);
}

/* fx(i, j, k): the axes are those of the third frame. */
static void actions_between_frames(void **state) {
  (void)state;
  static const char *const names[2][4] = {{"fx", "fy", "fz", "fm"}, {"tx", "ty", "tz", "tm"}};
  uint64_t seed = 5;
  Symbols *s = symbols_open();
  for (int n = 0; n < 16; n++) {
    int group = n / 4 % 2, part = n % 4;
    CallSpec spec = call_random(&seed);
    Motion at = motion_random(&seed);
    spec.between = true;
    spec.left_out[1] = n >= 8;
    SarMat3 axes = axes_of(&spec.sides[2], &at);
    SarVec3 v = action(&at, 0, group);
    double value = value_of(s, measure_named(s, names[group][part], &spec), &at);
    CHECK_NEAR(value, part == 3 ? sar_norm(v) : sar_dot(v, sar_column(&axes, part)), 1e-15 * 10);
    assert_ptr_equal(s->asked_i, &spec.written[0]);
    assert_ptr_equal(s->asked_j, spec.left_out[1] ? NULL : &spec.written[1]);
  }
  symbols_close(s);
}

/* joint(A, jflag, comp, rm) and its other spellings, against fx ... tz2. */
static void numbered_components(void **state) {
  (void)state;
  static const char *const same[2][8] = {{"fm", "fx", "fy", "fz", "tm", "tx", "ty", "tz"},
                                         {"fm2", "fx2", "fy2", "fz2", "tm2", "tx2", "ty2", "tz2"}};
  static const char *const spellings[] = {"joint", "MOTION", "SFORCE", "vforce", "Gforce", "BUSH", "spdp"};
  uint64_t seed = 4;
  Symbols *s = symbols_open();
  for (int n = 0; n < 16; n++) {
    CallSpec spec = call_random(&seed), named = spec;
    Motion at = motion_random(&seed);
    spec.numbers[1] = n / 8;
    spec.numbers[2] = n % 8 + 1;
    named.sides[1] = spec.sides[3];
    double value = value_of(s, measure_named(s, spellings[n % SAR_COUNT(spellings)], &spec), &at);
    CHECK_NEAR(value, value_of(s, measure_named(s, same[n / 8][n % 8], &named), &at), 0);
    const char *unit = sar_measure_class_find(same[n / 8][n % 8])->unit;
    assert_string_equal(sar_measure_unit(sar_measure_class_find("joint"), spec.numbers), unit);
  }
  symbols_close(s);
}

static void wrong_numbers_are_reported(void **state) {
  (void)state;
  static const double wrong[][2] = {{2, 1},   {-1, 1},  {0.5, 1}, {0, 0},    {0, 9},
                                    {0, 2.5}, {NAN, 1}, {0, NAN}, {0, 1e300}};
  uint64_t seed = 4;
  for (int n = 0; n < SAR_COUNT(wrong); n++) {
    Symbols *s = symbols_open();
    CallSpec spec = call_random(&seed);
    const SarExpr *f = NULL;
    memcpy(spec.numbers + 1, wrong[n], sizeof wrong[n]);
    assert_int_equal(measure_try(s, sar_measure_class_find("joint"), &spec, &f), SAR_INPUT);
    assert_int_equal(sar_context_errors(s->builder.context), 1);
    symbols_close(s);
  }
}

static bool is_quantity(const SarMeasureClass *measure) {
  return strcmp(measure->arguments, "element") == 0 || strcmp(measure->arguments, "element number?") == 0;
}

/* Measures of an element alone ask for the quantity of their name, under any spelling. */
static void quantities(void **state) {
  (void)state;
  static const char *const spelled[][2] = {{"var", "value"},     {"VARVAL", "value"}, {"dif", "value"},
                                           {"DIF1", "rate"},     {"rate", "rate"},    {"angle", "angle"},
                                           {"length", "length"}, {"force", "force"},  {"Acceleration", "acceleration"}};
  uint64_t seed = 8;
  Symbols *s = symbols_open();
  CallSpec spec = call_random(&seed);
  Motion at = motion_random(&seed);
  for (int n = 0; n < SAR_COUNT(spelled); n++) {
    CHECK_NEAR(value_of(s, measure_named(s, spelled[n][0], &spec), &at), at.extra[SYMBOLS_EXTRAS - 1], 0);
    assert_string_equal(s->asked_element, "element");
    assert_string_equal(s->asked_quantity, spelled[n][1]);
  }
  symbols_close(s);
}

/* state(v, 2) is the quantity x2, output(v, 3) the quantity y3. */
static void numbered_quantities(void **state) {
  (void)state;
  static const double wrong[] = {0, -1, 1.5, NAN, 1e300};
  uint64_t seed = 8;
  Symbols *s = symbols_open();
  CallSpec spec = call_random(&seed);
  const SarExpr *f = NULL;
  spec.numbers[1] = 2;
  measure_named(s, "ARYVAL", &spec);
  assert_string_equal(s->asked_quantity, "x2");
  spec.numbers[1] = 13;
  measure_named(s, "output", &spec);
  assert_string_equal(s->asked_quantity, "y13");
  assert_null(s->asked_rate);
  measure_named(s, "DIF1", &spec); /* of the quantity x13, not the quantity rate */
  assert_string_equal(s->asked_quantity, "x13");
  assert_non_null(s->asked_rate);
  for (int n = 0; n < SAR_COUNT(wrong); n++) {
    spec.numbers[1] = wrong[n];
    assert_int_equal(measure_try(s, sar_measure_class_find("state"), &spec, &f), SAR_INPUT);
    assert_int_equal(sar_context_errors(s->builder.context), n + 1);
  }
  symbols_close(s);
}

static void check_offered(const char *name, const char *suffix, const char *unit) {
  char full[64];
  snprintf(full, sizeof full, "%s%s", name, suffix);
  const SarMeasureClass *measure = sar_measure_class_find(full);
  if (!measure || !is_quantity(measure)) fail_msg("no measure gives the column %s of elements", full);
  assert_string_equal(measure->name, full);
  if (strcmp(measure->unit, "?") != 0) assert_string_equal(measure->unit, unit);
}

/* Every coordinate that a joint offers as a column can be asked for, and so can the other columns. */
static void columns_are_measures(void **state) {
  (void)state;
  static const char *const others[][2] = {{"length", "m"},   {"angle", "rad"},   {"rate", ""},  {"force", "N"},
                                          {"torque", "N*m"}, {"power", "N*m/s"}, {"value", ""}, {"reaction", ""}};
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    const SarJointSpec *joint = sar_element_class(c)->joint;
    for (int32_t i = 0; joint && i < joint->ncoordinates; i++) {
      bool length = joint->coordinates[i].kind == SAR_COORDINATE_DISPLACEMENT;
      check_offered(joint->coordinates[i].name, "", length ? "m" : "rad");
      check_offered(joint->coordinates[i].name, "_rate", length ? "m/s" : "rad/s");
      check_offered(joint->coordinates[i].name, "_friction", length ? "N" : "N*m");
      check_offered(joint->coordinates[i].name, "_stop", length ? "N" : "N*m");
    }
  }
  for (int i = 0; i < SAR_COUNT(others); i++) check_offered(others[i][0], "", others[i][1]);
}

/* ---- the table ---- */

/* The k-th word of a text, "" past the end. */
static const char *word_at(const char *text, int k, char word[32]) {
  for (; k > 0 && *text; k--) {
    text += strcspn(text, " ");
    text += strspn(text, " ");
  }
  size_t length = strcspn(text, " ");
  assert_true(length < 32);
  memcpy(word, text, length);
  word[length] = 0;
  return word;
}

static void check_not_of_the_language(const char *name) {
  if (sar_function_find(name, false) != SAR_EXPR_CONSTANT || sar_definition_find(name, false))
    fail_msg("%s is a function of the language too", name);
}

static void every_spelling_finds_its_measure(void **state) {
  (void)state;
  char word[32];
  for (int32_t m = 0; m < sar_measure_class_count(); m++) {
    const SarMeasureClass *measure = sar_measure_class(m);
    assert_ptr_equal(sar_measure_class_find(measure->name), measure);
    for (int k = 0; *word_at(measure->aliases, k, word); k++) {
      assert_ptr_equal(sar_measure_class_find(word), measure);
      check_not_of_the_language(word);
    }
    check_not_of_the_language(measure->name);
  }
  assert_null(sar_measure_class_find("d"));
  assert_null(sar_measure_class_find(""));
  assert_null(sar_measure_class_find("dxx"));
  assert_null(sar_measure_class(-1));
  assert_null(sar_measure_class(sar_measure_class_count()));
}

/* Arguments are of known kinds, those that may be left out stand last; units can be read. */
static void every_line_is_well_formed(void **state) {
  (void)state;
  static const char *const kinds = " frame frame? element number number? thing ";
  static const char *const units = " m s m/s m/s^2 rad rad/s rad/s^2 N N*m N*m/s 1/m ? N|N*m ";
  char word[32], padded[40];
  for (int32_t m = 0; m < sar_measure_class_count(); m++) {
    const SarMeasureClass *measure = sar_measure_class(m);
    bool optional = false;
    int k = 0;
    for (; *word_at(measure->arguments, k, word); k++) {
      bool is_optional = strchr(word, '?') != NULL;
      snprintf(padded, sizeof padded, " %s ", word);
      if (!strstr(kinds, padded) || (optional && !is_optional)) fail_msg("%s: arguments", measure->name);
      optional = is_optional;
    }
    assert_true(k <= SAR_MEASURE_ARGUMENTS && (k > 0 || strcmp(measure->name, "mode") == 0));
    snprintf(padded, sizeof padded, " %s ", measure->unit);
    if (measure->unit[0] && !strstr(units, padded)) fail_msg("%s: unit %s", measure->name, measure->unit);
    assert_true(strlen(measure->meaning) > 10);
    assert_non_null(measure->make);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(actions_on_both_bodies),
      cmocka_unit_test(actions_between_frames),
      cmocka_unit_test(numbered_components),
      cmocka_unit_test(wrong_numbers_are_reported),
      cmocka_unit_test(quantities),
      cmocka_unit_test(numbered_quantities),
      cmocka_unit_test(columns_are_measures),
      cmocka_unit_test(every_spelling_finds_its_measure),
      cmocka_unit_test(every_line_is_well_formed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
