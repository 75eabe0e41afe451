/* What the tables of classes say, for those who read them: kinds in words, choices, shapes, variables of functions,
 * output columns. */
#include <stdio.h>
#include <string.h>

#include "model/model.h"

const char *sar_field_kind_text(SarFieldKind kind) {
  static const char *const texts[SAR_NFIELD_KINDS] = {
      [SAR_FIELD_REAL] = "a number",
      [SAR_FIELD_VECTOR] = "three numbers",
      [SAR_FIELD_REALS] = "a list of numbers",
      [SAR_FIELD_AXIS] = "a direction",
      [SAR_FIELD_TURN] = "an orientation",
      [SAR_FIELD_INERTIA] = "three moments or a 3x3 tensor",
      [SAR_FIELD_SHAPE] = "a shape",
      [SAR_FIELD_FRAMES] = "named frames",
      [SAR_FIELD_FUNCTION] = "an expression",
      [SAR_FIELD_FUNCTIONS3] = "three expressions",
      [SAR_FIELD_SIDES] = "two bodies or frames",
      [SAR_FIELD_SIDE] = "a body or frame",
      [SAR_FIELD_JOINT] = "the name of a joint",
      [SAR_FIELD_JOINTS] = "a list of joints",
      [SAR_FIELD_BOOL] = "true or false",
      [SAR_FIELD_CHOICE] = "one of some words",
      [SAR_FIELD_FUNCTIONS] = "a list of expressions",
      [SAR_FIELD_MATRIX] = "rows of numbers",
      [SAR_FIELD_SETTINGS] = "parameters with expressions",
      [SAR_FIELD_TEXT] = "free text",
      [SAR_FIELD_ELEMENT] = "the name of an element",
      [SAR_FIELD_ELEMENTS] = "a list of elements",
      [SAR_FIELD_WORDS] = "some of some words",
      [SAR_FIELD_LOOKS] = "named looks",
      [SAR_FIELD_STARTS] = "coordinates with numbers",
      [SAR_FIELD_AXES] = "a direction or a list of them",
      [SAR_FIELD_SHAPES] = "named shapes",
      [SAR_FIELD_NAMES] = "a list of names",
      [SAR_FIELD_PAIRS] = "a list of pairs of names",
      [SAR_FIELD_TYRE_FILE] = "the name of a file",
      [SAR_FIELD_BODY_FILE] = "the name of a file",
  };
  return texts[kind];
}

int32_t sar_field_choice(const char *choices, const char *word) {
  size_t length = strlen(word);
  int32_t index = 0;
  for (const char *at = choices ? choices : ""; *(at += strspn(at, " ")); index++) {
    size_t n = strcspn(at, " ");
    if (n == length && strncmp(at, word, n) == 0) return index;
    at += n;
  }
  return -1;
}

const char *sar_shape_words(void) { return "box sphere cylinder rod"; }

int32_t sar_shape_sizes(SarShapeKind shape) {
  static const int32_t sizes[] = {
      [SAR_SHAPE_BOX] = 3, [SAR_SHAPE_SPHERE] = 1, [SAR_SHAPE_CYLINDER] = 2, [SAR_SHAPE_ROD] = 2};
  return sizes[shape];
}

/* Copies text[0..length) cut to the size of the buffer. */
static void copy_part(char *buffer, size_t size, const char *text, size_t length) {
  if (length >= size) length = size - 1;
  memcpy(buffer, text, length);
  buffer[length] = 0;
}

SarVariables sar_field_variables(const SarField *field) {
  SarVariables variables = {0};
  const char *at = field->variables ? field->variables : "";
  while (*(at += strspn(at, " ")) && variables.count < SAR_MAX_VARIABLES) {
    size_t whole = strcspn(at, " "), name = strcspn(at, ": ");
    copy_part(variables.list[variables.count].name, sizeof variables.list[0].name, at, name);
    if (name < whole) {
      copy_part(variables.list[variables.count].unit, sizeof variables.list[0].unit, at + name + 1, whole - name - 1);
    }
    variables.count++;
    at += whole;
  }
  return variables;
}

/* ---- output columns (docs/results.md, "Columns") ---- */

const char *sar_section_outputs(SarSection section) {
  static const char *const outputs[SAR_NSECTIONS] = {
      [SAR_SECTION_BODIES] = "x y z q0 q1 q2 q3 vx vy vz wx wy wz ax ay az alphax alphay alphaz",
      [SAR_SECTION_MATERIALS] = "",
      [SAR_SECTION_SECTIONS] = "",
      [SAR_SECTION_BEAMS] = "",
      [SAR_SECTION_JOINTS] = "fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2",
      [SAR_SECTION_FORCES] = "fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2",
      [SAR_SECTION_CONTACTS] = "",
      [SAR_SECTION_MOTIONS] = "fx fy fz tx ty tz fx2 fy2 fz2 tx2 ty2 tz2 value rate power [force] [torque]",
      [SAR_SECTION_COORDINATES] = "", /* here on what their equations offer */
      [SAR_SECTION_STATES] = "",
      [SAR_SECTION_VARIABLES] = "",
      [SAR_SECTION_EQUATIONS] = "",
      [SAR_SECTION_MEASURES] = "",
      [SAR_SECTION_INPUTS] = "",
      [SAR_SECTION_EVENTS] = "",
  };
  return outputs[section];
}

/* Columns of forces along a primitive: an angle has its torque, a length its force. */
static const char *law_outputs(const SarElementClass *class) {
  if (!class->force || !class->force->law) return NULL;
  return sar_field_index(class, "angle") >= 0 ? "angle rate torque" : "length rate force";
}

/* Appends to a text with `used` characters; returns how many it has then. */
static size_t append(char text[SAR_OUTPUTS_SIZE], size_t used, const char *words, const char *suffix) {
  if (!words[0]) return used;
  int more = snprintf(text + used, SAR_OUTPUTS_SIZE - used, "%s%s%s", used ? " " : "", words, suffix);
  size_t length = used + (size_t)(more > 0 ? more : 0);
  return length < SAR_OUTPUTS_SIZE ? length : SAR_OUTPUTS_SIZE - 1;
}

void sar_class_outputs(const SarElementClass *class, char text[SAR_OUTPUTS_SIZE]) {
  const char *law = law_outputs(class);
  const SarJointSpec *joint = class->joint;
  size_t used = law ? append(text, 0, law, "") : 0;
  text[used] = 0;
  bool on_coordinate = class->section == SAR_SECTION_FORCES && sar_field_index(class, "between") < 0;
  if (!on_coordinate) used = append(text, used, sar_section_outputs(class->section), "");
  if (joint && joint->relation) used = append(text, used, "reaction", "");
  for (int32_t i = 0; joint && i < joint->ncoordinates; i++) {
    used = append(text, used, joint->coordinates[i].name, "");
    used = append(text, used, joint->coordinates[i].name, "_rate");
  }
  for (int32_t i = 0; joint && class->equations && i < joint->ncoordinates; i++) {
    char passive[64];
    const char *name = joint->coordinates[i].name;
    snprintf(passive, sizeof passive, "[%s_friction] [%s_stop]", name, name);
    used = append(text, used, passive, "");
  }
  if (class->outputs) append(text, used, class->outputs, "");
}
