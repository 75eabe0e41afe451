/* Every field of every class, from the tables: what the manual and the schema say of it, that its default can be
 * written, and that a value arrives the same through the model file and through the C interface, in SI units and in
 * others. */
#define _POSIX_C_SOURCE 200809L /* open_memstream, fmemopen */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/model.h"
#include "read/read.h"

/* Calls back for every field of every class. */
typedef void FieldCheck(const SarElementClass *class, int32_t field);

static void for_all(FieldCheck *check) {
  for (int32_t c = 0; c < sar_element_class_count(); c++) {
    for (int32_t f = 0; f < sar_element_class(c)->nfields; f++) check(sar_element_class(c), f);
  }
}

/* ---- the tables ---- */

static void check_table(const SarElementClass *class, int32_t index) {
  const SarField *field = &class->fields[index];
  SarUnits si = sar_units_si();
  assert_non_null(field->name);
  assert_true(field->meaning && field->meaning[0]);
  assert_int_equal(sar_field_index(class, field->name), index); /* no other of that name before it */
  char room[SAR_FIELD_UNIT];
  CHECK_NEAR(sar_units_factor(&si, sar_field_unit_of(field, 2, room)), 1, 0);
  bool function = field->kind == SAR_FIELD_FUNCTION || field->kind == SAR_FIELD_FUNCTIONS3 ||
                  field->kind == SAR_FIELD_FUNCTIONS || field->kind == SAR_FIELD_SETTINGS;
  bool words = field->kind == SAR_FIELD_CHOICE || field->kind == SAR_FIELD_WORDS || field->kind == SAR_FIELD_ELEMENT ||
               field->kind == SAR_FIELD_ELEMENTS || field->kind == SAR_FIELD_STARTS;
  if (field->kind == SAR_FIELD_SIDE && field->choices) words = strcmp(field->choices, "shapes") == 0;
  if (function != (sar_field_variables(field).count > 0)) fail_msg("%s.%s: variables", class->name, field->name);
  bool numbers = field->kind == SAR_FIELD_REAL || field->kind == SAR_FIELD_MATRIX; /* or words in their place */
  if (!numbers && words != (field->choices != NULL)) fail_msg("%s.%s", class->name, field->name);
}

static void tables_are_sound(void **state) { (void)state, for_all(check_table); }

/* ---- manual and schema ---- */

static void describe_class(const char *class_name, char *text, size_t size) {
  SarContext *context = sar_context_create();
  FILE *stream = fmemopen(text, size, "w");
  assert_non_null(stream);
  assert_int_equal(sar_model_describe(context, class_name, stream), SAR_OK);
  assert_int_equal(fclose(stream), 0);
  sar_context_destroy(&context);
}

/* The line of the manual that begins with the field's name. */
static bool find_line(const char *text, const char *name, char *line, size_t size) {
  size_t length = strlen(name);
  for (const char *at = text; at; at = strchr(at, '\n')) {
    at += *at == '\n';
    if (!*at) break;
    const char *word = at + strspn(at, " ");
    if (strncmp(word, name, length) != 0 || word[length] != ' ') continue;
    snprintf(line, size, "%.*s", (int)strcspn(at, "\n"), at);
    return true;
  }
  return false;
}

static void check_manual(const SarElementClass *class, int32_t index) {
  const SarField *field = &class->fields[index];
  char line[1024], text[16384];
  describe_class(class->name, text, sizeof text);
  /* two sections may have a class of one name, and a class a field of its own name: read on from its heading */
  const char *fields = strstr(text, "\nfields\n");
  assert_non_null(fields);
  if (!find_line(fields, field->name, line, sizeof line)) fail_msg("%s: no line for %s", class->name, field->name);
  if (!strstr(line, field->meaning) || !strstr(line, sar_field_kind_text(field->kind)) || !strstr(line, field->unit) ||
      (field->fallback && !strstr(line, field->fallback)) || (!field->fallback && !strstr(line, "required"))) {
    fail_msg("%s.%s: incomplete in the manual: %s", class->name, field->name, line);
  }
}

static void manual_has_every_field(void **state) { (void)state, for_all(check_manual); }

static char *schema_text;

static void check_schema(const SarElementClass *class, int32_t index) {
  char start[96], key[96];
  const char *point = strchr(class->fields[index].name, '.'); /* `loads.force` stands in the mapping `loads` */
  snprintf(start, sizeof start, "{\"const\":\"%s\"}", class->name);
  snprintf(key, sizeof key, "\"%s\":{", point ? point + 1 : class->fields[index].name);
  const char *from = strstr(schema_text, start);
  if (!from) fail_msg("the schema has no class %s", class->name);
  const char *end = strstr(from + strlen(start), "{\"const\":"), *found = strstr(from, key);
  if (!found || (end && found > end)) fail_msg("the schema of %s has no %s", class->name, class->fields[index].name);
}

static void schema_has_every_field(void **state) {
  (void)state;
  size_t size;
  FILE *stream = open_memstream(&schema_text, &size);
  assert_non_null(stream);
  sar_model_schema(stream);
  fclose(stream);
  for_all(check_schema);
  free(schema_text);
}

/* ---- values ---- */

/* A cam has a profile, given in one of two ways, and what its follower needs. */
static const char *companions_of_cam(const char *name, const char *written) {
  if (strcmp(name, "profile") == 0) return "";
  if (strcmp(name, "profile_x") == 0) return ", profile_y: 1";
  if (strcmp(name, "profile_y") == 0) return ", profile_x: 1";
  if (strcmp(name, "radius") == 0) return ", profile: 1, follower: roller";
  if (strcmp(name, "follower_profile") == 0) return ", profile: 1, follower: curve";
  return strcmp(written, "curve") == 0 ? ", profile: 1, follower_profile: 1" : ", profile: 1";
}

/* What must stand beside a field for the class to accept it, where that is not only its required fields. */
static const char *companions(const SarElementClass *class, const SarField *field, const char *written) {
  const char *name = field->name;
  if (class->section == SAR_SECTION_BODIES) {
    if (strcmp(name, "mass") == 0) return ", inertia: [1, 1, 1]";
    if (strcmp(name, "inertia") == 0) return ", mass: 1";
    if (strcmp(name, "density") == 0) return ", shape: {sphere: 1}";
    return ", mass: 1, inertia: [1, 1, 1]";
  }
  if (strcmp(name, "coordinates") == 0) return ", joints: [table, table], ratios: [1.5, 2]";
  if (class->section == SAR_SECTION_MOTIONS) {
    if (strcmp(name, "joint") == 0) return ", rotation: t";
    if (strcmp(name, "frame") == 0) return ", along: x, translation: t";
    if (strcmp(name, "along") == 0) return ", frame: one, translation: t";
    if (strcmp(name, "about") == 0) return ", frame: one, rotation: t";
    if (strcmp(name, "between") == 0) return ", component: x, translation: t";
    if (strcmp(name, "component") == 0) {
      return written[0] == 'b' ? ", between: [ground, one], rotation: t" : ", between: [ground, one], translation: t";
    }
    if (strcmp(name, "coordinate") == 0) return ", joint: table, translation: t";
    return strncmp(name, "translation", 11) == 0 ? ", joint: slider" : ", joint: hinge";
  }
  if (strcmp(class->name, "cam") == 0) return companions_of_cam(name, written);
  if (strcmp(name, "helix_angle") == 0 || strcmp(name, "mesh_offset") == 0) return ", pressure_angle: 0.35";
  if (strcmp(class->name, "wrench") == 0) return strchr("ft", name[0]) ? "" : ", force: [1, 1, 1]";
  if (strcmp(class->name, "state-space") == 0) {
    if (strcmp(name, "inputs") == 0) return ", b: [[1, 2], [3, 4]]";
    if (strcmp(name, "b") == 0) return ", inputs: [t, t]";
    if (strcmp(name, "d") == 0) return ", inputs: [t, t], b: [[1, 2], [3, 4]], c: [[1, 2], [3, 4]]";
  }
  if (strcmp(class->name, "pid") == 0) {
    if (strcmp(name, "tracking") == 0) return ", ki: 1, upper: 1";
    return strcmp(name, "kd") == 0 ? ", filter: 1" : "";
  }
  if (strcmp(class->name, "transfer-function") == 0 && name[0] == 's') return ", denominator: [1, 2, 3]";
  if (strcmp(name, "start_rate") == 0) {
    return strcmp(class->name, "vector") == 0 ? ", equation: [\"rate(tested, 1)\", \"rate(tested, 2)\"]"
                                              : ", equation: rate(tested)";
  }
  bool equation = strcmp(name, "rate") == 0 || strcmp(name, "equation") == 0;
  if (strcmp(class->name, "vector") == 0) return equation ? "" : ", rate: [1, 2]";
  if (strcmp(class->name, "state") == 0) return equation ? "" : ", rate: 1";
  if (strcmp(class->name, "variable") == 0) return strcmp(name, "start") == 0 ? ", equation: tested - 1" : "";
  if (strcmp(class->name, "constraint") == 0) {
    if (strcmp(name, "reaction_on") == 0) return ", position: dx(one)";
    return strcmp(name, "kind") == 0 ? ", position: q" : "";
  }
  bool spring = class->force && class->force->law;
  return spring && strcmp(name, "law") != 0 && strcmp(name, "preload") != 0 ? ", preload: 1" : "";
}

/* A linear function of all variables: 0.5 + 2 a + 3 b + ... */
static void function_text(const SarField *field, char *text, size_t size) {
  SarVariables v = sar_field_variables(field);
  int used = snprintf(text, size, "0.5");
  for (int32_t i = 0; i < v.count; i++) {
    used += snprintf(text + used, size - (size_t)used, " + %d*%s", i + 2, v.list[i].name);
  }
}

static const char *last_word(const char *words) {
  const char *space = strrchr(words, ' ');
  return space ? space + 1 : words;
}

/* The element that read_element gives a model in the last of the field's sections. */
static const char *element_of(const SarField *field) {
  const char *section = last_word(field->choices);
  return strcmp(section, "coordinates") == 0 ? "q" : strcmp(section, "joints") == 0 ? "hinge" : "one";
}

/* A value of the field's kind as in a model file. */
static void sample(const SarField *field, char *text, size_t size) {
  char function[64];
  function_text(field, function, sizeof function);
  switch (field->kind) {
    case SAR_FIELD_REAL: snprintf(text, size, "0.375"); break;
    case SAR_FIELD_VECTOR: snprintf(text, size, "[1.5, 2, 3]"); break;
    case SAR_FIELD_REALS: snprintf(text, size, "[1.5, 2]"); break;
    case SAR_FIELD_AXIS: snprintf(text, size, "[0, 3, -4]"); break;
    case SAR_FIELD_TURN: snprintf(text, size, "{quaternion: [0.8, 0, 0.6, 0]}"); break;
    case SAR_FIELD_INERTIA: snprintf(text, size, "[[3, 0.1, 0.2], [0.1, 4, 0.3], [0.2, 0.3, 5]]"); break;
    case SAR_FIELD_SHAPE: snprintf(text, size, "{box: [1.5, 2, 3]}"); break;
    case SAR_FIELD_FRAMES: snprintf(text, size, "{f: {at: [1.5, 2, 3], turn: {quaternion: [0.8, 0, 0.6, 0]}}}"); break;
    case SAR_FIELD_LOOKS:
      snprintf(text, size,
               "{f: {box: [1.5, 2, 3], at: [1.5, 2, 3], turn: {quaternion: [0.8, 0, 0.6, 0]}, colour: red}}");
      break;
    case SAR_FIELD_SHAPES:
      snprintf(text, size,
               "{f: {box: [1.5, 2, 3], at: [1.5, 2, 3], turn: {quaternion: [0.8, 0, 0.6, 0]}, radius: 0.5, group: g, "
               "colour: red}}");
      break;
    case SAR_FIELD_NAMES: snprintf(text, size, "[one, ground]"); break;
    case SAR_FIELD_PAIRS: snprintf(text, size, "[[one, ground]]"); break;
    case SAR_FIELD_FUNCTION: snprintf(text, size, "\"%s\"", function); break;
    case SAR_FIELD_FUNCTIONS3:
      snprintf(text, size, "[\"%s\", \"2*(%s)\", \"%s\"]", function, function, function);
      break;
    case SAR_FIELD_SIDES: snprintf(text, size, "[ground, one.m]"); break;
    case SAR_FIELD_SIDE: snprintf(text, size, "one.m"); break;
    case SAR_FIELD_JOINT: snprintf(text, size, "hinge"); break;
    case SAR_FIELD_JOINTS: snprintf(text, size, "[hinge, slider]"); break;
    case SAR_FIELD_BOOL: snprintf(text, size, "true"); break;
    case SAR_FIELD_CHOICE: snprintf(text, size, "%s", last_word(field->choices)); break;
    case SAR_FIELD_FUNCTIONS: snprintf(text, size, "[\"%s\", \"2*(%s)\"]", function, function); break;
    case SAR_FIELD_MATRIX: snprintf(text, size, "[[1.5, 2], [3, 4]]"); break;
    case SAR_FIELD_AXES: snprintf(text, size, "[x, [0, 3, -4]]"); break;
    case SAR_FIELD_SETTINGS: snprintf(text, size, "{kk: \"%s\"}", function); break;
    case SAR_FIELD_TEXT: snprintf(text, size, "furlong"); break;
    case SAR_FIELD_ELEMENT: snprintf(text, size, "%s", element_of(field)); break;
    case SAR_FIELD_ELEMENTS: snprintf(text, size, "[%s]", element_of(field)); break;
    case SAR_FIELD_WORDS: {
      const char *word = last_word(field->choices);
      bool two = strcmp(field->name, "coordinates") == 0; /* as many as there are joints */
      snprintf(text, size, two ? "[%s, %s]" : "[%s]", word, word);
      break;
    }
    case SAR_FIELD_STARTS: snprintf(text, size, "{%s: 0.375}", last_word(field->choices)); break;
    default: fail_msg("the field %s is of a kind that this test does not know", field->name);
  }
}

static SarStatus set_list_sample(SarModel *model, SarElementId id, const SarField *field, const char *function) {
  static const double matrix[4] = {1.5, 2, 3, 4};
  static const char *const names[] = {"one", "ground"};
  char twice[80];
  snprintf(twice, sizeof twice, "2*(%s)", function);
  const char *texts[] = {function, twice}, *parameter = "kk", *name = field->name, *word;
  switch (field->kind) {
    case SAR_FIELD_FUNCTIONS: return sar_model_set_function_list(model, id, name, texts, 2);
    case SAR_FIELD_MATRIX: return sar_model_set_matrix(model, id, name, matrix, 2, 2);
    case SAR_FIELD_AXES:
      assert_int_equal(sar_model_set_matrix(model, id, name, matrix, 2, 2), SAR_INPUT); /* no directions */
      return sar_model_set_matrix(model, id, name, (const double[]){1, 0, 0, 0, 0.6, -0.8}, 2, 3);
    case SAR_FIELD_SETTINGS:
      assert_int_equal(sar_model_set_settings(model, id, name, &parameter, texts, 1), SAR_INPUT); /* not there yet */
      assert_int_equal(sar_model_add_parameter(model, parameter, 2), SAR_OK);
      return sar_model_set_settings(model, id, name, &parameter, texts, 1);
    case SAR_FIELD_TEXT: return sar_model_set_text(model, id, name, "furlong");
    case SAR_FIELD_ELEMENT: return sar_model_set_element(model, id, name, element_of(field));
    case SAR_FIELD_ELEMENTS: word = element_of(field); return sar_model_set_elements(model, id, name, &word, 1);
    case SAR_FIELD_NAMES: return sar_model_set_names(model, id, name, names, 2);
    case SAR_FIELD_PAIRS: return sar_model_set_pairs(model, id, name, names, 1);
    case SAR_FIELD_WORDS: word = last_word(field->choices); return sar_model_set_words(model, id, name, &word, 1);
    case SAR_FIELD_STARTS:
      assert_int_equal(sar_model_set_start(model, id, name, "no_such_coordinate", 1), SAR_INPUT);
      assert_int_equal(sar_model_set_start(model, id, name, last_word(field->choices), 1.0 / 0.0), SAR_INPUT);
      assert_int_equal(sar_model_set_start(model, id, name, last_word(field->choices), 5), SAR_OK); /* replaced */
      return sar_model_set_start(model, id, name, last_word(field->choices), 0.375);
    default: return SAR_FAILED;
  }
}

/* The same value through the C interface. */
static void set_sample(SarModel *model, SarElementId id, const SarField *field) {
  static const double tensor[3][3] = {{3, 0.1, 0.2}, {0.1, 4, 0.3}, {0.2, 0.3, 5}}, at[3] = {1.5, 2, 3};
  static const double turn[4] = {0.8, 0, 0.6, 0};
  static const char *const joints[] = {"hinge", "slider"};
  const char *name = field->name;
  char function[64], twice[80];
  SarStatus status = SAR_OK;
  function_text(field, function, sizeof function);
  switch (field->kind) {
    case SAR_FIELD_REAL: status = sar_model_set_real(model, id, name, 0.375); break;
    case SAR_FIELD_VECTOR: status = sar_model_set_vector(model, id, name, 1.5, 2, 3); break;
    case SAR_FIELD_REALS: status = sar_model_set_reals(model, id, name, at, 2); break;
    case SAR_FIELD_AXIS: status = sar_model_set_vector(model, id, name, 0, 3, -4); break;
    case SAR_FIELD_TURN: status = sar_model_set_quaternion(model, id, name, 0.8, 0, 0.6, 0); break;
    case SAR_FIELD_INERTIA: status = sar_model_set_inertia(model, id, name, tensor); break;
    case SAR_FIELD_SHAPE: status = sar_model_set_shape(model, id, name, "box", at, 3); break;
    case SAR_FIELD_FRAMES: status = sar_model_add_frame(model, id, "f", at, turn); break;
    case SAR_FIELD_LOOKS: status = sar_model_add_look(model, id, "f", "box", at, 3, at, turn, "red"); break;
    case SAR_FIELD_SHAPES: {
      const SarShapeTraits traits = {.radius = 0.5, .group = "g", .colour = "red"};
      status = sar_model_add_shape(model, id, "f", "box", at, 3, at, turn, &traits);
      break;
    }
    case SAR_FIELD_FUNCTION: status = sar_model_set_function(model, id, name, function); break;
    case SAR_FIELD_FUNCTIONS3:
      snprintf(twice, sizeof twice, "2*(%s)", function);
      status = sar_model_set_functions(model, id, name, function, twice, function);
      break;
    case SAR_FIELD_SIDES: status = sar_model_set_sides(model, id, name, "ground", "one.m"); break;
    case SAR_FIELD_SIDE: status = sar_model_set_side(model, id, name, "one.m"); break;
    case SAR_FIELD_JOINT: status = sar_model_set_joint(model, id, name, joints[0]); break;
    case SAR_FIELD_JOINTS: status = sar_model_set_joints(model, id, name, joints, 2); break;
    case SAR_FIELD_BOOL: status = sar_model_set_bool(model, id, name, true); break;
    case SAR_FIELD_CHOICE: status = sar_model_set_choice(model, id, name, last_word(field->choices)); break;
    default: status = set_list_sample(model, id, field, function);
  }
  if (status != SAR_OK) fail_msg("the C interface refused %s", name);
}

/* ---- reading ---- */

#define SI "SI"
#define OTHERS "{length: mm, mass: g, time: ms, angle: deg}"

/* Reads a model with the element `tested` of the class, which has its required fields, `written` and what must stand
 * beside it. */
static SarModel *read_element(SarContext *context, const SarElementClass *class, const SarField *field,
                              const char *written, const char *units) {
  static const char *const others[SAR_NSECTIONS] = {
      [SAR_SECTION_BODIES] = "  one: {mass: 1, inertia: [1, 1, 1], frames: {m: {at: [1, 0, 0]}}}\n",
      [SAR_SECTION_JOINTS] =
          "  hinge: {type: revolute, between: [ground, one], at: [0, 0, 0], axis: z}\n"
          "  slider: {type: prismatic, between: [ground, one], at: [0, 0, 0], axis: z}\n"
          "  table: {type: planar, between: [ground, one], at: [0, 0, 0], axis: z}\n",
      [SAR_SECTION_COORDINATES] = "  q: {mass: 1}\n"};
  const char *beside = companions(class, field, written);
  char text[8192], value[256], element[1024];
  int used = snprintf(element, sizeof element, "  tested: {%s: %s%s", field->name, written, beside);
  used += snprintf(element + used, sizeof element - (size_t)used, ", type: %s", class->name);
  for (int32_t i = 0; i < class->nfields; i++) {
    const SarField *other = &class->fields[i];
    if (other->fallback || other == field || strstr(beside, other->name)) continue;
    sample(other, value, sizeof value);
    used += snprintf(element + used, sizeof element - (size_t)used, ", %s: %s", other->name, value);
  }
  assert_true((size_t)used + 3 < sizeof element);
  strcat(element, "}\n");
  int length = snprintf(text, sizeof text, "units: %s\nparameters: {kk: 2}\n", units);
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    length += snprintf(text + length, sizeof text - (size_t)length, "%s:\n%s%s", sar_section_name((SarSection)i),
                       others[i] ? others[i] : "", class->section == (SarSection)i ? element : "");
  }
  SarModel *model = NULL;
  SarReadOptions options = {0};
  if (sar_model_read_text(context, "test", text, strlen(text), &options, &model) != SAR_OK) {
    for (int32_t i = 0; i < sar_context_count(context); i++) {
      print_message("%s\n", sar_context_get(context, i)->message);
    }
    fail_msg("%s.%s: this cannot be read:\n%s", class->name, field->name, text);
  }
  return model;
}

static const SarValue *tested_value(const SarModel *model, const SarField *field) {
  int32_t element = sar_model_find(model, "tested");
  assert_true(element >= 0);
  return sar_model_value(&model->elements[element], field->name);
}

/* ---- comparing ---- */

static double evaluate(SarContext *context, SarArena *arena, const SarExpr *f, const double *variables) {
  const SarProgram *program;
  double out, scratch[256];
  assert_int_equal(sar_program_compile(context, arena, &f, 1, &program), SAR_OK);
  assert_true(sar_program_scratch(program) <= 256);
  sar_program_evaluate(program, variables, scratch, &out);
  return out;
}

/* 0.5 + 2 a + 3 b ... in the file's units, with variables in SI */
static void check_function(SarModel *model, const SarField *field, const SarExpr *f, double times) {
  SarVariables v = sar_field_variables(field);
  double at[SAR_MAX_VARIABLES] = {0}, sum = 0.5;
  for (int32_t i = 0; i < v.count; i++) {
    at[i] = 0.3 * (i + 1);
    sum += (i + 2) * at[i] / sar_units_factor(&model->units, v.list[i].unit);
  }
  double expected = times * sum * sar_units_factor(&model->units, field->unit);
  CHECK_NEAR(evaluate(model->context, model->arena, f, at), expected, 1e-14 * fabs(expected));
}

static void check_close(const SarField *field, double value, double expected) {
  if (!(fabs(value - expected) <= 1e-15 * fabs(expected) * 4)) {
    fail_msg("%s is %.17g, expected %.17g", field->name, value, expected);
  }
}

static void check_vector(const SarField *field, SarVec3 v, double x, double y, double z) {
  check_close(field, v.x, x);
  check_close(field, v.y, y);
  check_close(field, v.z, z);
}

static void check_turn(const SarField *field, SarQuat p) {
  check_close(field, p.w, 0.8);
  check_close(field, p.y, 0.6);
  assert_true(p.x == 0 && p.z == 0);
}

static void check_sides(const SarField *field, const SarValue *value) {
  bool two = field->kind == SAR_FIELD_SIDES;
  const SarSideName *last = &value->side[two];
  if (two) {
    assert_string_equal(value->side[0].body, "ground");
    assert_null(value->side[0].frame);
  }
  assert_string_equal(last->body, "one");
  assert_string_equal(last->frame, "m");
}

static void check_tensor(const SarField *field, const SarValue *value, double unit) {
  static const double tensor[3][3] = {{3, 0.1, 0.2}, {0.1, 4, 0.3}, {0.2, 0.3, 5}};
  for (int i = 0; i < 9; i++) check_close(field, value->tensor[i / 3][i % 3], unit * tensor[i / 3][i % 3]);
}

static void check_joints(const SarValue *value, int32_t count) {
  assert_int_equal(value->nlist, count);
  assert_string_equal(value->joints[0], "hinge");
  if (count > 1) assert_string_equal(value->joints[1], "slider");
}

static void check_list(SarModel *model, const SarField *field, const SarValue *value, double unit) {
  switch (field->kind) {
    case SAR_FIELD_FUNCTIONS:
      assert_int_equal(value->nlist, 2);
      check_function(model, field, value->functions[0], 1);
      check_function(model, field, value->functions[1], 2);
      break;
    case SAR_FIELD_MATRIX:
      assert_int_equal(value->nlist, 2);
      assert_int_equal(value->columns, 2);
      check_close(field, value->list[0], 1.5 * unit);
      check_close(field, value->list[2], 3 * unit);
      break;
    case SAR_FIELD_AXES:
      assert_int_equal(value->nlist, 2);
      check_vector(field, sar_vec3_load(value->list), 1, 0, 0);
      check_vector(field, sar_vec3_load(value->list + 3), 0, 0.6, -0.8);
      break;
    case SAR_FIELD_SETTINGS:
      assert_int_equal(value->nlist, 1);
      assert_int_equal(value->settings[0].parameter, 0);
      assert_string_equal(value->settings[0].name, "kk");
      check_function(model, field, value->settings[0].function, 1);
      break;
    case SAR_FIELD_TEXT: assert_string_equal(value->text, "furlong"); break;
    case SAR_FIELD_NAMES:
    case SAR_FIELD_PAIRS:
      assert_int_equal(value->nlist, field->kind == SAR_FIELD_NAMES ? 2 : 1);
      assert_string_equal(value->names[0], "one");
      assert_string_equal(value->names[1], "ground");
      break;
    case SAR_FIELD_WORDS: assert_string_equal(value->names[0], last_word(field->choices)); break;
    case SAR_FIELD_STARTS: {
      const char *word = last_word(field->choices);
      assert_int_equal(value->nlist, 1);
      assert_int_equal(value->starts[0].index, sar_field_choice(field->choices, word));
      check_close(field, value->starts[0].value, 0.375 * sar_units_factor(&model->units, sar_start_unit(word)));
      break;
    }
    default: assert_int_equal(value->nlist, 1); assert_string_equal(value->names[0], element_of(field));
  }
}

/* The value is the sample, converted from the model's units. */
static void check_value(SarModel *model, const SarField *field, const SarValue *value) {
  char room[SAR_FIELD_UNIT];
  double unit = sar_units_factor(&model->units, sar_field_unit_of(field, 0, room));
  double next = sar_units_factor(&model->units, sar_field_unit_of(field, 1, room));
  assert_true(value->given);
  switch (field->kind) {
    case SAR_FIELD_REAL: check_close(field, value->real, 0.375 * unit); break;
    case SAR_FIELD_SHAPE: assert_int_equal(value->shape, SAR_SHAPE_BOX); /* fall through */
    case SAR_FIELD_VECTOR: check_vector(field, value->vector, 1.5 * unit, 2 * unit, 3 * unit); break;
    case SAR_FIELD_REALS:
      assert_int_equal(value->nlist, 2);
      /* factors of the hinge's angle and the slider's displacement: their sum is a length */
      if (strcmp(field->name, "ratios") == 0) {
        check_close(field, value->list[0], 1.5 * model->units.length / model->units.angle);
      } else {
        check_close(field, value->list[0], 1.5 * unit);
      }
      check_close(field, value->list[1], 2 * next);
      break;
    case SAR_FIELD_AXIS: check_vector(field, value->vector, 0, 0.6, -0.8); break;
    case SAR_FIELD_TURN: check_turn(field, value->turn); break;
    case SAR_FIELD_INERTIA: check_tensor(field, value, unit); break;
    case SAR_FIELD_FRAMES:
      assert_int_equal(value->nlist, 1);
      assert_string_equal(value->frames[0].name, "f");
      check_vector(field, value->frames[0].at, 1.5 * unit, 2 * unit, 3 * unit);
      check_turn(field, value->frames[0].turn);
      break;
    case SAR_FIELD_LOOKS:
      assert_int_equal(value->nlist, 1);
      assert_string_equal(value->looks[0].name, "f");
      assert_int_equal(value->looks[0].kind, SAR_LOOK_BOX);
      assert_int_equal(value->looks[0].colour, sar_colour("red"));
      check_vector(field, value->looks[0].size, 1.5 * unit, 2 * unit, 3 * unit);
      check_vector(field, value->looks[0].at, 1.5 * unit, 2 * unit, 3 * unit);
      check_turn(field, value->looks[0].turn);
      break;
    case SAR_FIELD_SHAPES: {
      const SarModelShape *shape = &value->shapes[0];
      SarQuat turn = sar_quat_from_matrix(&shape->shape.axes);
      assert_int_equal(value->nlist, 1);
      assert_string_equal(shape->name, "f");
      assert_string_equal(shape->group, "g");
      assert_ptr_equal(shape->shape.class, sar_shape_class_named("box"));
      assert_int_equal(shape->colour, sar_colour("red"));
      check_vector(field, sar_vec3_load(shape->shape.sizes), 1.5 * unit, 2 * unit, 3 * unit);
      check_close(field, shape->shape.radius, 0.5 * unit);
      check_vector(field, shape->shape.at, 1.5 * unit, 2 * unit, 3 * unit);
      check_turn(field, turn);
      break;
    }
    case SAR_FIELD_FUNCTIONS3:
      check_function(model, field, value->function[1], 2);
      check_function(model, field, value->function[2], 1); /* fall through */
    case SAR_FIELD_FUNCTION: check_function(model, field, value->function[0], 1); break;
    case SAR_FIELD_SIDES:
    case SAR_FIELD_SIDE: check_sides(field, value); break;
    case SAR_FIELD_JOINT: check_joints(value, 1); break;
    case SAR_FIELD_JOINTS: check_joints(value, 2); break;
    case SAR_FIELD_BOOL: assert_true(value->real == 1); break;
    case SAR_FIELD_CHOICE:
      assert_true(value->real == sar_field_choice(field->choices, last_word(field->choices)));
      break;
    default: check_list(model, field, value, unit);
  }
}

/* Coordinates are lengths unless they say otherwise, and with them forces and equations. */
static SarField with_unit(const SarElementClass *class, const SarField *field) {
  static const char *const units[][3] = {{"coordinate", "at", "m"},         {"coordinate", "velocity", "m/s"},
                                         {"coordinate", "mass", "kg"},      {"constraint", "position", "m"},
                                         {"constraint", "velocity", "m/s"}, {"generalized", "force", "N"}};
  SarField copy = *field;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
    bool meant = strcmp(units[i][0], class->name) == 0 && strcmp(units[i][1], field->name) == 0;
    if (meant) copy.unit = units[i][2];
  }
  return copy;
}

/* What sections, beams, modal bodies, contacts, tyres and forces with matrices are told must fit together in more ways
 * than samples do: tests/read/beams_test.c, modal_test.c, shapes_test.c, tyres_test.c, linear_forces_test.c. */
static bool has_own_test(const SarElementClass *class) {
  return class->section == SAR_SECTION_SECTIONS || class->section == SAR_SECTION_BEAMS ||
         class->section == SAR_SECTION_CONTACTS || strcmp(class->name, "tyre") == 0 ||
         strcmp(class->name, "modal") == 0 || strcmp(class->name, "field") == 0 ||
         strcmp(class->name, "linear-beam") == 0;
}

static void check_read(const SarElementClass *class, int32_t index) {
  const SarField *field = &class->fields[index];
  if (has_own_test(class)) return;
  const char *const units[] = {SI, OTHERS};
  char text[256];
  sample(field, text, sizeof text);
  for (int i = 0; i < 2; i++) {
    SarContext *context = sar_context_create();
    SarModel *model = read_element(context, class, field, text, units[i]);
    SarField in_units = with_unit(class, field);
    check_value(model, &in_units, tested_value(model, field));
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

static void values_are_read(void **state) { (void)state, for_all(check_read); }

static void check_set(const SarElementClass *class, int32_t index) {
  const SarField *field = &class->fields[index];
  if (field->kind == SAR_FIELD_TYRE_FILE || field->kind == SAR_FIELD_BODY_FILE) return; /* read with the model */
  SarContext *context = sar_context_create();
  SarModel *model;
  SarElementId id;
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  assert_int_equal(sar_model_add(model, sar_section_name(class->section), class->name, "tested", &id), SAR_OK);
  assert_false(tested_value(model, field)->given);
  set_sample(model, id, field);
  check_value(model, field, tested_value(model, field));
  assert_int_equal(sar_model_set_real(model, id, "no_such_field", 1), SAR_INPUT);
  if (field->kind != SAR_FIELD_REAL) assert_int_equal(sar_model_set_real(model, id, field->name, 1), SAR_INPUT);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

static void values_are_set(void **state) { (void)state, for_all(check_set); }

/* ---- defaults ---- */

static void check_same(const SarField *field, const SarValue *a, const SarValue *b) {
  if (field->kind == SAR_FIELD_FUNCTION || field->kind == SAR_FIELD_FUNCTIONS3) {
    for (int i = 0; i < (field->kind == SAR_FIELD_FUNCTION ? 1 : 3); i++) {
      double x = 1, y = 2;
      assert_true(sar_expr_is_constant(a->function[i], &x) && sar_expr_is_constant(b->function[i], &y) && x == y);
    }
  } else if (field->kind == SAR_FIELD_SIDE) {
    assert_string_equal(a->side[0].body, b->side[0].body);
  } else {
    assert_true(a->real == b->real);
    assert_memory_equal(&a->vector, &b->vector, sizeof a->vector);
  }
}

/* The default written out is the default left out. Its text is in SI units. */
static void check_default(const SarElementClass *class, int32_t index) {
  const SarField *field = &class->fields[index];
  if (!field->fallback || !field->fallback[0] || has_own_test(class)) return;
  SarContext *context = sar_context_create();
  SarModel *model = read_element(context, class, field, field->fallback, SI), *empty;
  int32_t added;
  assert_int_equal(sar_model_create(context, &empty), SAR_OK);
  assert_int_equal(sar_model_add_class(empty, class, "tested", sar_nowhere(), &added), SAR_OK);
  const SarValue *written = tested_value(model, field), *left_out = tested_value(empty, field);
  assert_true(written->given && !left_out->given);
  assert_int_equal(written->nlist, left_out->nlist);
  check_same(field, written, left_out);
  sar_model_destroy(&empty);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

static void defaults_can_be_written(void **state) { (void)state, for_all(check_default); }

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_sound),       cmocka_unit_test(manual_has_every_field),
      cmocka_unit_test(schema_has_every_field), cmocka_unit_test(values_are_read),
      cmocka_unit_test(values_are_set),         cmocka_unit_test(defaults_can_be_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
