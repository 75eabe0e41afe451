/* The JSON schema (draft 2020-12) of the model file, written from the class tables, so that editors complete and check
 * model files. Numbers may be expressions, therefore texts; the reader checks them. */
#include <string.h>

#include "base/json.h"
#include "model/model.h"

static void put_reference(SarJson *json, const char *key, const char *definition) {
  char text[64];
  snprintf(text, sizeof text, "#/$defs/%s", definition);
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "$ref", text);
  sar_json_end_object(json);
}

/* {type: array, items: {$ref}, minItems, maxItems}; most = 0: no limit */
static void put_array(SarJson *json, const char *key, const char *item, int least, int most) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "array");
  put_reference(json, "items", item);
  if (least) sar_json_put_int(json, "minItems", least);
  if (most) sar_json_put_int(json, "maxItems", most);
  sar_json_end_object(json);
}

static void begin_object(SarJson *json, const char *key) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_bool(json, "additionalProperties", false);
  sar_json_key(json, "properties");
  sar_json_begin_object(json);
}

static void end_object(SarJson *json) {
  sar_json_end_object(json);
  sar_json_end_object(json);
}

static void put_enum(SarJson *json, const char *key, const char *words) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_key(json, "enum");
  sar_json_begin_array(json);
  char word[64];
  for (const char *at = words; *(at += strspn(at, " "));) {
    size_t length = strcspn(at, " "), kept = length < sizeof word ? length : sizeof word - 1;
    memcpy(word, at, kept);
    word[kept] = 0;
    sar_json_text(json, word);
    at += length;
  }
  sar_json_end_array(json);
  sar_json_end_object(json);
}

/* A mapping from names to values of one definition. */
static void put_map(SarJson *json, const char *key, const char *definition) {
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  put_reference(json, "additionalProperties", definition);
  sar_json_end_object(json);
}

/* ---- definitions ---- */

static void put_scalar(SarJson *json, const char *key, const char *first, const char *second) {
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_key(json, "type");
  sar_json_begin_array(json);
  sar_json_text(json, first);
  if (second) sar_json_text(json, second);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void begin_any(SarJson *json, const char *key) {
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_key(json, "anyOf");
  sar_json_begin_array(json);
}

static void end_any(SarJson *json) {
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void put_turn(SarJson *json) {
  begin_any(json, "turn");
  begin_object(json, NULL);
  put_reference(json, "axis", "axis");
  put_reference(json, "angle", "number");
  end_object(json);
  begin_object(json, NULL);
  put_array(json, "quaternion", "number", 4, 4);
  end_object(json);
  begin_object(json, NULL);
  put_reference(json, "euler", "name");
  put_array(json, "angles", "number", 3, 3);
  end_object(json);
  begin_object(json, NULL);
  for (const char *axis = "xyz"; *axis; axis++) put_reference(json, (char[]){*axis, 0}, "vector");
  end_object(json);
  end_any(json);
}

static void put_shape(SarJson *json) {
  begin_object(json, "shape");
  put_array(json, "box", "number", 3, 3);
  put_reference(json, "sphere", "number");
  put_array(json, "cylinder", "number", 2, 2);
  put_array(json, "rod", "number", 2, 2);
  end_object(json);
}

static void put_frames(SarJson *json) {
  begin_object(json, "frame");
  put_reference(json, "at", "vector");
  put_reference(json, "turn", "turn");
  end_object(json);
  put_map(json, "frames", "frame");
}

static void put_inertia(SarJson *json) {
  begin_any(json, "inertia");
  put_array(json, NULL, "number", 3, 3);
  put_array(json, NULL, "vector", 3, 3);
  end_any(json);
}

static void put_axis(SarJson *json) {
  begin_any(json, "axis");
  put_enum(json, NULL, "x y z -x -y -z");
  put_array(json, NULL, "number", 3, 3);
  end_any(json);
}

static void put_value_kinds(SarJson *json) {
  put_scalar(json, "number", "number", "string");
  put_scalar(json, "name", "string", NULL);
  put_scalar(json, "boolean", "boolean", NULL);
  put_array(json, "vector", "number", 3, 3);
  put_array(json, "numbers", "number", 0, 0);
  put_array(json, "sides", "name", 2, 2);
  put_array(json, "names", "name", 0, 0);
  put_axis(json);
  put_turn(json);
  put_shape(json);
  put_frames(json);
  put_inertia(json);
  sar_json_key(json, "for");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_text(json, "description", "counters: {i: 0..9} or {i: [1, 2, 4]}; the element is repeated");
  sar_json_end_object(json);
}

static const char *definition_of(SarFieldKind kind) {
  static const char *const definitions[] = {
      [SAR_FIELD_REAL] = "number",       [SAR_FIELD_VECTOR] = "vector", [SAR_FIELD_REALS] = "numbers",
      [SAR_FIELD_AXIS] = "axis",         [SAR_FIELD_TURN] = "turn",     [SAR_FIELD_INERTIA] = "inertia",
      [SAR_FIELD_SHAPE] = "shape",       [SAR_FIELD_FRAMES] = "frames", [SAR_FIELD_FUNCTION] = "number",
      [SAR_FIELD_FUNCTIONS3] = "vector", [SAR_FIELD_SIDES] = "sides",   [SAR_FIELD_SIDE] = "name",
      [SAR_FIELD_JOINT] = "name",        [SAR_FIELD_JOINTS] = "names",  [SAR_FIELD_BOOL] = "boolean",
      [SAR_FIELD_CHOICE] = "name",
  };
  return definitions[kind];
}

/* ---- classes ---- */

static void put_field(SarJson *json, const SarField *field) {
  char reference[64], text[512];
  snprintf(reference, sizeof reference, "#/$defs/%s", definition_of(field->kind));
  bool has_unit = field->unit && field->unit[0];
  snprintf(text, sizeof text, "%s%s%s%s", field->meaning, has_unit ? " (" : "", has_unit ? field->unit : "",
           has_unit ? ")" : "");
  sar_json_key(json, field->name);
  if (field->kind == SAR_FIELD_CHOICE) {
    put_enum(json, NULL, field->choices);
    return;
  }
  sar_json_begin_object(json);
  sar_json_put_text(json, "$ref", reference);
  sar_json_put_text(json, "description", text);
  sar_json_end_object(json);
}

static bool type_is_required(SarSection section) {
  return section == SAR_SECTION_JOINTS || section == SAR_SECTION_FORCES;
}

static void put_class(SarJson *json, const SarElementClass *class) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  sar_json_put_text(json, "description", class->summary);
  sar_json_put_bool(json, "additionalProperties", false);
  sar_json_key(json, "required");
  sar_json_begin_array(json);
  if (type_is_required(class->section)) sar_json_text(json, "type");
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
  put_reference(json, "for", "for");
  for (int32_t i = 0; i < class->nfields; i++) put_field(json, &class->fields[i]);
  sar_json_end_object(json);
  sar_json_end_object(json);
}

static void put_section(SarJson *json, SarSection section) {
  sar_json_key(json, sar_section_name(section));
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  begin_any(json, "additionalProperties");
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    if (sar_element_class(i)->section == section) put_class(json, sar_element_class(i));
  }
  end_any(json);
  sar_json_end_object(json);
}

/* ---- the file ---- */

static void put_units(SarJson *json) {
  begin_any(json, "units");
  put_enum(json, NULL, "SI");
  begin_object(json, NULL);
  static const char *const kinds[] = {"length", "mass", "time", "force", "angle"};
  for (int i = 0; i < 5; i++) put_enum(json, kinds[i], sar_units_known(kinds[i]));
  end_object(json);
  end_any(json);
}

static void put_settings(SarJson *json) {
  begin_object(json, "ground");
  put_reference(json, "frames", "frames");
  end_object(json);
  begin_object(json, "output");
  put_reference(json, "every", "number");
  put_reference(json, "of", "names");
  put_reference(json, "raw", "boolean");
  end_object(json);
  begin_object(json, "simulate");
  put_reference(json, "method", "name");
  static const char *const numbers[] = {"end", "tolerance", "step", "max_step", "min_step", "initial_step"};
  for (int i = 0; i < SAR_COUNT(numbers); i++) put_reference(json, numbers[i], "number");
  end_object(json);
}

static void put_include(SarJson *json) {
  sar_json_key(json, "include");
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "object");
  begin_object(json, "additionalProperties");
  put_reference(json, "file", "name");
  put_reference(json, "at", "vector");
  put_reference(json, "turn", "turn");
  put_enum(json, "mirror", "x y z");
  put_map(json, "parameters", "number");
  put_reference(json, "for", "for");
  end_object(json);
  sar_json_end_object(json);
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
  put_reference(&json, "model", "name");
  put_reference(&json, "title", "name");
  put_units(&json);
  put_reference(&json, "gravity", "vector");
  put_reference(&json, "length_scale", "number");
  put_map(&json, "parameters", "number");
  put_settings(&json);
  put_include(&json);
  for (int i = 0; i < SAR_NSECTIONS; i++) put_section(&json, (SarSection)i);
  sar_json_end_object(&json);
  sar_json_key(&json, "$defs");
  sar_json_begin_object(&json);
  put_value_kinds(&json);
  sar_json_end_object(&json);
  sar_json_end_object(&json);
}
