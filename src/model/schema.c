/* The JSON schema (draft 2020-12) of the model file, written from the class tables, so that editors complete and check
 * model files. Where `type:` chooses among several classes, each class has its own condition: an editor then offers the
 * fields of the chosen class only, and complains about those alone. */
#include <string.h>

#include "method/method.h"
#include "model/model.h"
#include "model/schema_parts.h"

/* ---- classes ---- */

static void put_starts(SarJson *json, const SarField *field, const char *description) {
  char word[64], unit[16];
  sar_schema_begin_object(json, NULL, description, NULL);
  for (const char *at = field->choices; *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    snprintf(word, sizeof word, "%.*s", (int)strcspn(at, " "), at);
    snprintf(unit, sizeof unit, "%s", sar_start_unit(word));
    sar_schema_reference(json, word, "number", unit);
  }
  sar_schema_end_object(json);
}

static void put_number_or_word(SarJson *json, const char *reference, const char *choices) {
  sar_json_key(json, "anyOf");
  sar_json_begin_array(json);
  sar_json_begin_object(json);
  sar_json_put_text(json, "$ref", reference);
  sar_json_end_object(json);
  sar_schema_enum(json, NULL, choices, NULL);
  sar_json_end_array(json);
}

/* The meaning, the unit, and for functions the variables. */
static void put_field(SarJson *json, const SarField *field) {
  char reference[64], text[512];
  bool has_unit = field->unit && field->unit[0];
  snprintf(text, sizeof text, "%s%s%s%s%s%s%s", field->meaning, has_unit ? " (" : "", has_unit ? field->unit : "",
           has_unit ? ")" : "", field->variables ? "; a function of " : "", field->variables ? field->variables : "",
           field->fallback ? "" : "; required");
  const char *point = strchr(field->name, '.');
  sar_json_key(json, point ? point + 1 : field->name);
  if (field->kind == SAR_FIELD_CHOICE) {
    sar_schema_enum(json, NULL, field->choices, text);
    return;
  }
  if (field->kind == SAR_FIELD_STARTS) {
    put_starts(json, field, text);
    return;
  }
  if (field->kind == SAR_FIELD_WORDS) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "type", "array");
    sar_schema_enum(json, "items", field->choices, NULL);
    sar_json_put_text(json, "description", text);
    sar_json_end_object(json);
    return;
  }
  snprintf(reference, sizeof reference, "#/$defs/%s", sar_schema_definition(field->kind));
  sar_json_begin_object(json);
  if (field->kind == SAR_FIELD_REAL && field->choices) {
    put_number_or_word(json, reference, field->choices);
  } else {
    sar_json_put_text(json, "$ref", reference);
  }
  sar_json_put_text(json, "description", text);
  sar_schema_default(json, field->fallback);
  sar_json_end_object(json);
}

/* Fields by the name `loads.force` stand in a mapping `loads`: all that begin as the first of them does. */
static int32_t put_within(SarJson *json, const SarElementClass *class, int32_t first) {
  char outer[64], text[96];
  size_t length = strcspn(class->fields[first].name, ".");
  snprintf(outer, sizeof outer, "%.*s", (int)length, class->fields[first].name);
  snprintf(text, sizeof text, "%s of the element", outer);
  sar_schema_begin_object(json, outer, text, NULL);
  int32_t i = first;
  for (; i < class->nfields && strncmp(class->fields[i].name, outer, length) == 0; i++)
    put_field(json, &class->fields[i]);
  sar_schema_end_object(json);
  return i;
}

static void put_fields(SarJson *json, const SarElementClass *class) {
  for (int32_t i = 0; i < class->nfields;) {
    if (strchr(class->fields[i].name, '.')) {
      i = put_within(json, class, i);
    } else {
      put_field(json, &class->fields[i++]);
    }
  }
}

static void put_class(SarJson *json, const SarElementClass *class) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_text(json, "description", class->summary);
  sar_json_put_bool(json, "additionalProperties", false);
  sar_json_key(json, "required");
  sar_json_begin_array(json);
  if (sar_section_needs_type(class->section)) sar_json_text(json, "type");
  for (int32_t i = 0; i < class->nfields; i++) {
    if (!class->fields[i].fallback) sar_json_text(json, class->fields[i].name);
  }
  sar_json_end_array(json);
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
  sar_json_key(json, "type");
  sar_json_begin_object(json);
  sar_json_put_text(json, "const", class->name);
  sar_json_end_object(json);
  put_fields(json, class);
  sar_schema_reference(json, "for", "for", "repeats the element: {i: 0..9}");
  sar_json_end_object(json);
  sar_json_end_object(json);
}

/* {if: {properties: {type: ..}}, then: ..}. Without a type nothing is said: that one is missing is said elsewhere. The
 * type is compared by a pattern, because editors take the start of a constant for the constant itself while one types:
 * a revolute joint would be offered the fields of revolute-spherical. */
static void put_condition(SarJson *json, const SarElementClass *class) {
  char pattern[80];
  snprintf(pattern, sizeof pattern, "^%s$", class->name);
  sar_json_begin_object(json);
  sar_json_key(json, "if");
  sar_json_begin_object(json);
  sar_schema_words(json, "required", "type");
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
  sar_json_key(json, "type");
  sar_json_begin_object(json);
  sar_json_put_text(json, "pattern", pattern);
  sar_json_end_object(json);
  sar_json_end_object(json);
  sar_json_end_object(json);
  sar_json_key(json, "then");
  put_class(json, class);
  sar_json_end_object(json);
}

/* Where the type may be left out, the section's first class is meant. */
static void put_untyped(SarJson *json, const SarElementClass *class) {
  sar_json_begin_object(json);
  sar_json_key(json, "if");
  sar_json_begin_object(json);
  sar_json_key(json, "not");
  sar_json_begin_object(json);
  sar_schema_words(json, "required", "type");
  sar_json_end_object(json);
  sar_json_end_object(json);
  sar_json_key(json, "then");
  put_class(json, class);
  sar_json_end_object(json);
}

static void put_type_words(SarJson *json, SarSection section) {
  static const char *const lists[] = {"enum", "enumDescriptions"};
  sar_json_key(json, "type");
  sar_json_begin_object(json);
  sar_json_put_text(json, "description", "the kind of element; `sarrus describe` lists them");
  for (int k = 0; k < 2; k++) {
    sar_json_key(json, lists[k]);
    sar_json_begin_array(json);
    for (int32_t i = 0; i < sar_element_class_count(); i++) {
      const SarElementClass *class = sar_element_class(i);
      if (class->section == section) sar_json_text(json, k == 0 ? class->name : class->summary);
    }
    sar_json_end_array(json);
  }
  sar_json_end_object(json);
}

static void put_element_of_types(SarJson *json, SarSection section) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  if (sar_section_needs_type(section)) sar_schema_words(json, "required", "type");
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
  put_type_words(json, section);
  sar_json_end_object(json);
  sar_json_key(json, "allOf");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    if (sar_element_class(i)->section == section) put_condition(json, sar_element_class(i));
  }
  if (!sar_section_needs_type(section)) put_untyped(json, sar_element_class_find(section, NULL));
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void put_section(SarJson *json, SarSection section) {
  static const char *const descriptions[] = {
      [SAR_SECTION_BODIES] = "named bodies",
      [SAR_SECTION_MATERIALS] = "named materials of sections",
      [SAR_SECTION_SECTIONS] = "named cross-sections of beams",
      [SAR_SECTION_BEAMS] = "named beams",
      [SAR_SECTION_JOINTS] = "named joints: type, between two sides, at a point, along an axis",
      [SAR_SECTION_FORCES] = "named springs, dampers, forces and torques",
      [SAR_SECTION_CONTACTS] = "named contacts: which shapes touch, and the law of the force",
      [SAR_SECTION_MOTIONS] = "named motions: coordinates that follow functions of time",
      [SAR_SECTION_COORDINATES] = "named scalar coordinates with mass",
      [SAR_SECTION_STATES] = "named differential states, filters and controllers",
      [SAR_SECTION_VARIABLES] = "named algebraic variables",
      [SAR_SECTION_EQUATIONS] = "named constraint equations",
      [SAR_SECTION_MEASURES] = "named expressions to record",
      [SAR_SECTION_INPUTS] = "named numbers from outside, constant within a step",
      [SAR_SECTION_EVENTS] = "named events: what happens where an expression changes its sign",
  };
  sar_json_key(json, sar_section_name(section));
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "object null");
  sar_json_put_text(json, "description", descriptions[section]);
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_json_key(json, "additionalProperties");
  const SarElementClass *first = sar_element_class_find(section, NULL);
  bool has_short_form = first && sar_field_index(first, "value") >= 0;
  if (has_short_form) {
    sar_schema_begin_any(json, NULL, NULL);
    sar_schema_reference(json, NULL, "number", "short for {value: ..}");
  }
  if (sar_section_has_types(section)) {
    put_element_of_types(json, section);
  } else {
    put_class(json, first);
  }
  if (has_short_form) sar_schema_end_any(json);
  sar_json_end_object(json);
}

/* ---- the file ---- */

static void put_units(SarJson *json) {
  sar_schema_begin_any(json, "units", "of every number in this file and of every result: SI, or {length: mm, ...}");
  sar_schema_enum(json, NULL, "SI", NULL);
  sar_schema_begin_object(json, NULL, NULL, NULL);
  static const char *const kinds[] = {"length", "mass", "time", "angle"};
  for (int i = 0; i < SAR_COUNT(kinds); i++) sar_schema_enum(json, kinds[i], sar_units_known(kinds[i]), NULL);
  sar_schema_begin_any(json, "force", "also a multiple: 386.0886 N");
  sar_schema_enum(json, NULL, sar_units_known("force"), NULL);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "string");
  sar_json_put_text(json, "pattern", "^[0-9.].* [A-Za-z]+$");
  sar_json_end_object(json);
  sar_schema_end_any(json);
  sar_schema_end_object(json);
  sar_schema_end_any(json);
}

static void put_output(SarJson *json) {
  sar_schema_begin_object(json, "output", "what is recorded, and how often", NULL);
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) sar_schema_reference(json, key, "positive", meaning);
#include "model/simulation.def"
#define SAR_OUTPUT_CHOICE(key, kind, meaning) sar_schema_reference(json, #key, kind, meaning);
#include "model/simulation.def"
  sar_schema_end_object(json);
}

/* A known method, or one with keys. */
static void put_method(SarJson *json, const char *key, const char *meaning) {
  sar_schema_begin_any(json, key, meaning);
  sar_json_begin_object(json);
  sar_json_key(json, "enum");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < sar_method_count(); i++) sar_json_text(json, sar_method_info(i).name);
  sar_json_end_array(json);
  sar_json_end_object(json);
  for (int32_t i = 0; i < sar_method_count(); i++) {
    char pattern[128]; /* a name that is cut off only allows more */
    snprintf(pattern, sizeof pattern, "^%s:", sar_method_info(i).name);
    sar_json_begin_object(json);
    sar_json_put_text(json, "pattern", pattern);
    sar_json_end_object(json);
  }
  sar_schema_end_any(json);
}

/* Positive; an accuracy may be a number for each of some columns. */
static void put_setting(SarJson *json, const char *key, const char *meaning) {
  if (strcmp(key, "accuracy") != 0) {
    sar_schema_reference(json, key, "positive", meaning);
    return;
  }
  sar_schema_begin_any(json, key, meaning);
  sar_schema_reference(json, NULL, "positive", NULL);
  sar_schema_map(json, NULL, "name", "positive", NULL);
  sar_schema_end_any(json);
}

static void put_settings(SarJson *json) {
#define SAR_SIMULATE(member, unit, fallback, option, meaning) put_setting(json, #member, meaning);
#define SAR_SIMULATE_FLAG(member, option, meaning) sar_schema_reference(json, #member, "boolean", meaning);
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) sar_schema_enum(json, key, word " written", meaning);
#include "model/simulation.def"
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) put_method(json, #member, meaning);
#include "model/simulation.def"
}

/* One mapping, or a list of phases. By a condition: then editors say what is wrong inside, not that neither fits. */
static void put_simulate(SarJson *json) {
  sar_json_key(json, "simulate");
  sar_json_begin_object(json);
  sar_json_put_text(json, "description", "how the motion is computed; the command line may overrule it; or phases");
  sar_json_key(json, "if");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "array");
  sar_json_end_object(json);
  sar_json_key(json, "then");
  sar_json_begin_object(json);
  sar_schema_begin_object(json, "items", "a phase: it goes on where the one before has ended", NULL);
  put_settings(json);
#define SAR_PHASE_KEY(key, kind, meaning) sar_schema_reference(json, #key, kind, meaning);
#include "model/phase_keys.def"
  sar_schema_end_object(json);
  sar_json_end_object(json);
  sar_schema_begin_object(json, "else", NULL, NULL);
  put_settings(json);
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

/* The path of a file: within the folder of the model. */
static void put_path(SarJson *json) {
  sar_json_key(json, "file");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "string");
  sar_json_put_text(json, "pattern", "^[^/]");
  sar_json_put_text(json, "description", "path from the folder of this file; within the folder of the model");
  sar_json_end_object(json);
}

static void put_splines(SarJson *json) {
  sar_json_key(json, "splines");
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "object null");
  sar_json_put_text(json, "description", "named tables for cubspl and akispl");
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_schema_begin_object(json, "additionalProperties", NULL, NULL);
  sar_schema_reference(json, "x", "numbers", "increasing numbers");
  sar_schema_reference(json, "z", "numbers", "of a family of curves: one number for each curve, increasing");
  sar_schema_begin_any(json, "y", "one number for each x; of a family: one list for each z");
  sar_schema_reference(json, NULL, "numbers", NULL);
  sar_schema_reference(json, NULL, "matrix", NULL);
  sar_schema_end_any(json);
  put_path(json);
  sar_json_key(json, "columns");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "array");
  sar_schema_reference(json, "items", "text", NULL);
  sar_json_put_text(json, "description", "of the file: numbers (1 is the first) or names in its first line");
  sar_json_end_object(json);
  sar_schema_enum(json, "extrapolate", SAR_EXTRAPOLATIONS, "beyond the ends; default: parabola");
  sar_schema_reference(json, "end_slopes", "numbers", "of cubspl at its first and its last point; default: natural");
  sar_schema_reference(json, "for", "for", "repeats the table: {i: 0..9}");
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

static void put_loops(SarJson *json) {
  sar_json_key(json, "loops");
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "object null");
  sar_json_put_text(json, "description", "belts, chains, tracks: equal chords around wheels; name.x(i) in expressions");
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_schema_begin_object(json, "additionalProperties", NULL, "around chords");
  sar_schema_enum(json, "plane", "xy xz yz yx zx zy", "its axes to the right and up; default: xy");
  sar_schema_enum(json, "sense", "counter-clockwise clockwise",
                  "around wheels within the loop; default: counter-clockwise");
  sar_json_key(json, "around");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_text(json, "description", "wheels, in the order in which the loop meets them");
  sar_schema_begin_object(json, "additionalProperties", NULL, "at radius");
  sar_schema_reference(json, "at", "numbers", "its centre in the plane: [0, 0]");
  sar_schema_reference(json, "radius", "number", "of the circle that the nodes run on");
  sar_schema_reference(json, "outside", "boolean", "it presses on the loop from outside; default: false");
  sar_schema_reference(json, "for", "for", "repeats the wheel: {i: 0..9}");
  sar_schema_end_object(json);
  sar_json_end_object(json);
  sar_schema_reference(json, "chords", "number", "how many");
  sar_schema_reference(json, "start", "number",
                       "of node 0, along the path from where it meets the first wheel; default: 0");
  sar_schema_reference(json, "pitch", "number", "length of a chord; default: that which closes the loop");
  sar_schema_map(json, "close", "new_variable", "numbers",
                 "a number that wheels use, and its range: {idler_x: [4, 5]}");
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

static void put_plugins(SarJson *json) {
  sar_json_key(json, "plugins");
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "object null");
  sar_json_put_text(json, "description", "shared objects; expressions call their functions: name.function(..)");
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_schema_begin_object(json, "additionalProperties", NULL, "file");
  sar_schema_reference(json, "file", "text", "path from the folder of this file and within it, or an absolute one");
  sar_schema_reference(json, "version", "text", "the version that is meant; another one is an error");
  sar_schema_map(json, "parameters", "new_variable", "number", "values for its parameters");
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

/* Names that a file of others decides on. */
static void put_names(SarJson *json, const char *key, const char *types, const char *description) {
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_schema_words(json, "type", types);
  sar_json_put_text(json, "description", description);
  sar_json_end_object(json);
}

static void put_fmus(SarJson *json) {
  sar_json_key(json, "fmus");
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "object null");
  sar_json_put_text(json, "description", "FMUs of others for co-simulation, stepped along with the model");
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_schema_begin_object(json, "additionalProperties", NULL, "file step outputs");
  sar_schema_reference(json, "file", "text", "path from the folder of this file and within it, or an absolute one");
  sar_schema_reference(json, "step", "number", "time between exchanges of numbers");
  put_names(json, "set", "object", "its parameters with their values");
  put_names(json, "inputs", "object", "its inputs, with expressions of the motion");
  put_names(json, "outputs", "object array", "names for expressions, with variables of the FMU; or a list of them");
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

static void put_include(SarJson *json) {
  sar_json_key(json, "include");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_text(json, "description", "sub-models from other files; their elements are called prefix.name");
  sar_schema_reference(json, "propertyNames", "new_name", NULL);
  sar_schema_begin_object(json, "additionalProperties", NULL, "file");
  put_path(json);
  sar_schema_reference(json, "at", "vector", "where its origin is put");
  sar_schema_reference(json, "turn", "turn", "how its axes are turned");
  sar_schema_enum(json, "mirror", "x y z", "mirrored: this coordinate changes its sign");
  sar_schema_map(json, "parameters", "new_variable", "number", "values for its parameters");
  sar_schema_map(json, "with", "new_variable", "name", "the bodies that it needs: {chassis: frame}");
  sar_schema_reference(json, "for", "for", "repeats the sub-model: {i: 0..9}");
  sar_schema_end_object(json);
  sar_json_end_object(json);
}

static void put_properties(SarJson *json) {
  sar_schema_reference(json, "model", "text", "the name of the model, free text");
  sar_schema_reference(json, "title", "text", "free text, instead of `model`");
  put_units(json);
  sar_schema_reference(json, "gravity", "vector", "acceleration of gravity, ground axes; default: none");
  sar_schema_reference(json, "length_scale", "positive", "a typical length of the model; default: from its geometry");
  sar_schema_reference(json, "needs", "names", "of a sub-model: names of bodies of the model that includes it");
  sar_schema_map(json, "parameters", "new_variable", "number", "named numbers for use in expressions, in any order");
  sar_schema_begin_object(json, "ground", "what does not move", NULL);
  sar_schema_reference(json, "frames", "frames", "named frames, ground axes");
  sar_schema_reference(json, "looks", "looks", "what pictures show of the ground, ground axes");
  sar_schema_reference(json, "shapes", "shapes", "shapes of the ground that touch, ground axes");
  sar_schema_end_object(json);
  for (int i = 0; i < SAR_NSECTIONS; i++) {
    if (sar_section_has_classes((SarSection)i)) put_section(json, (SarSection)i);
  }
  put_splines(json);
  put_loops(json);
  put_plugins(json);
  put_fmus(json);
  put_output(json);
  sar_schema_reference(json, "outputs", "names", SAR_OUTPUTS_MEANING);
  put_simulate(json);
  put_include(json);
}

void sar_model_schema(FILE *stream) {
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "$schema", "https://json-schema.org/draft/2020-12/schema");
  sar_json_put_text(&json, "title", "Sarrus model");
  sar_json_put_text(&json, "type", "object");
  sar_json_put_bool(&json, "additionalProperties", false);
  sar_json_key(&json, "properties");
  sar_json_begin_object(&json);
  put_properties(&json);
  sar_json_end_object(&json);
  sar_json_key(&json, "$defs");
  sar_json_begin_object(&json);
  sar_schema_value_kinds(&json);
  sar_json_end_object(&json);
  sar_json_end_object(&json);
}
