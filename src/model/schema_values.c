/* The kinds of values of the model file, as definitions of the JSON schema. Numbers may be expressions, therefore
 * texts; what they say is the reader's business. Names may hold counters in braces where `for:` repeats an element. */
#include "model/model.h"
#include "model/schema_parts.h"

#define RESERVED "ground time t pi energy solver"

static void put_pattern(SarJson *json, const char *key, const char *pattern, const char *description) {
  if (key) sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "string");
  sar_json_put_text(json, "pattern", pattern);
  if (description) sar_json_put_text(json, "description", description);
  sar_json_end_object(json);
}

static void put_type(SarJson *json, const char *type) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", type);
  sar_json_end_object(json);
}

static void put_number(SarJson *json) {
  sar_schema_begin_any(json, "number", NULL);
  put_type(json, "number");
  put_pattern(json, NULL, "\\S", "an expression such as 2*pi*r or 30 deg");
  sar_schema_end_any(json);
  sar_schema_begin_any(json, "positive", NULL);
  sar_json_begin_object(json);
  sar_json_put_text(json, "type", "number");
  sar_json_put_int(json, "exclusiveMinimum", 0);
  sar_json_end_object(json);
  put_pattern(json, NULL, "\\S", NULL);
  sar_schema_end_any(json);
}

/* Names that are given, with counters or without, and names that are referred to. */
static void put_names(SarJson *json) {
  sar_json_key(json, "new_name");
  sar_json_begin_object(json);
  sar_json_put_text(json, "pattern", "^([A-Za-z_]|\\{[^{}]+\\})([A-Za-z0-9_]|\\{[^{}]+\\})*$");
  sar_json_key(json, "not");
  sar_json_begin_object(json);
  sar_schema_words(json, "enum", RESERVED);
  sar_json_end_object(json);
  sar_json_end_object(json);
  sar_json_key(json, "new_variable");
  sar_json_begin_object(json);
  sar_json_put_text(json, "pattern", "^[A-Za-z_][A-Za-z0-9_]*$");
  sar_json_key(json, "not");
  sar_json_begin_object(json);
  sar_schema_words(json, "enum", RESERVED);
  sar_json_end_object(json);
  sar_json_end_object(json);
  put_pattern(json, "name", "^([A-Za-z_]|\\{[^{}]+\\})([A-Za-z0-9_.]|\\{[^{}]+\\})*$", NULL);
  put_pattern(json, "name_or_pattern", "^([A-Za-z_*?[]|\\{[^{}]+\\})([A-Za-z0-9_.*?!^\\[\\]-]|\\{[^{}]+\\})*$", NULL);
  sar_json_key(json, "text");
  sar_json_begin_object(json);
  sar_schema_words(json, "type", "string number boolean null");
  sar_json_end_object(json);
}

static void put_turn(SarJson *json) {
  static const char *const axes[3] = {"x y", "x z", "y z"};
  sar_schema_begin_any(json, "turn", NULL);
  sar_schema_begin_object(json, NULL, "a rotation about an axis", "axis angle");
  sar_schema_reference(json, "axis", "axis", NULL);
  sar_schema_reference(json, "angle", "number", NULL);
  sar_schema_end_object(json);
  sar_schema_begin_object(json, NULL, "a quaternion w, x, y, z", "quaternion");
  sar_schema_array(json, "quaternion", "number", 4, 4);
  sar_schema_end_object(json);
  sar_schema_begin_object(json, NULL, "three rotations about the turned axes", "euler angles");
  put_pattern(json, "euler", "^(?!.*(.)\\1)[xyz]{3}$", "the axes one after the other, such as zxz or xyz");
  sar_schema_array(json, "angles", "number", 3, 3);
  sar_schema_end_object(json);
  for (int i = 0; i < 3; i++) {
    sar_schema_begin_object(json, NULL, "two of the turned axes", axes[i]);
    sar_schema_reference(json, (char[]){axes[i][0], 0}, "axis", NULL);
    sar_schema_reference(json, (char[]){axes[i][2], 0}, "axis", NULL);
    sar_schema_end_object(json);
  }
  sar_schema_end_any(json);
}

static void put_shape(SarJson *json) {
  sar_schema_begin_object(json, "shape", NULL, NULL);
  sar_schema_array(json, "box", "positive", 3, 3);
  sar_schema_reference(json, "sphere", "positive", "radius");
  sar_schema_array(json, "cylinder", "positive", 2, 2);
  sar_schema_array(json, "rod", "positive", 2, 2);
  sar_schema_end_object(json);
}

static void put_frames(SarJson *json) {
  sar_schema_begin_object(json, "frame", NULL, NULL);
  sar_schema_reference(json, "node", "name", "of a beam: the node that it is fixed on: start, end, mid, n3");
  sar_schema_reference(json, "at", "vector", "origin of the frame, from the body's reference point, body axes");
  sar_schema_reference(json, "turn", "turn", "orientation of the frame's axes; default: along the body's");
  sar_schema_reference(json, "for", "for", "repeats the frame: {i: 0..9}");
  sar_schema_end_object(json);
  sar_schema_map(json, "frames", "new_name", "frame", NULL);
}

static void put_looks(SarJson *json) {
  sar_schema_begin_any(json, "sizes", NULL);
  sar_schema_reference(json, NULL, "positive", NULL);
  sar_schema_array(json, NULL, "positive", 2, 2);
  sar_schema_end_any(json);
  sar_schema_begin_object(json, "look", NULL, NULL);
  sar_schema_array(json, "box", "positive", 3, 3);
  sar_schema_reference(json, "sphere", "positive", "radius");
  sar_schema_reference(json, "cylinder", "sizes", "[radius, length] along z, or the radius alone with from and to");
  sar_schema_reference(json, "capsule", "sizes", "a cylinder with round ends; its length is that between the ends");
  sar_schema_reference(json, "mesh", "text", "a file in STL or OBJ format, in the folder of the model");
  sar_schema_reference(json, "at", "vector", "its centre, or the origin of the mesh");
  sar_schema_reference(json, "turn", "turn", "orientation of its axes; default: along the body's");
  sar_schema_reference(json, "from", "vector", "the middle of the first end of a cylinder or capsule; default: 0");
  sar_schema_reference(json, "to", "vector", "the middle of its second end");
  sar_schema_reference(json, "colour", "text", "\"#rrggbb\", or a word such as red");
  sar_schema_reference(json, "scale", "positive", "lengths of the model per number of the mesh; default: 1");
  sar_schema_reference(json, "for", "for", NULL);
  sar_schema_end_object(json);
  sar_schema_map(json, "looks", "new_name", "look", NULL);
}

/* Ground that is not flat. */
static void put_terrain(SarJson *json) {
  sar_schema_begin_object(json, "wave", NULL, NULL);
  sar_schema_reference(json, "at", "number", "where it begins, along x; default: 0");
  sar_schema_reference(json, "length", "positive", "of the bump, or from crest to crest");
  sar_schema_reference(json, "height", "number", "of the bump, or of a crest above the middle");
  sar_schema_end_object(json);
  sar_schema_begin_object(json, "road_kind", NULL, NULL);
  sar_schema_reference(json, "flat", "number", "a plane at this height");
  sar_schema_reference(json, "bump", "wave", "height/2 (1 - cos(2 pi (x - at)/length)), level before and behind it");
  sar_schema_reference(json, "sine", "wave", "height sin(2 pi (x - at)/length)");
  sar_schema_reference(json, "table", "road_table", "points [x, z], or a file with these two columns");
  sar_schema_end_object(json);
  sar_schema_begin_any(json, "road_table", NULL);
  sar_schema_reference(json, NULL, "text", NULL);
  sar_schema_reference(json, NULL, "matrix", NULL);
  sar_schema_end_any(json);
  sar_schema_begin_any(json, "road", NULL);
  sar_schema_enum(json, NULL, "flat", NULL);
  sar_schema_reference(json, NULL, "road_kind", NULL);
  sar_schema_end_any(json);
  sar_schema_begin_object(json, "height_field", NULL, NULL);
  sar_schema_reference(json, "file", "text", "a table of heights: lines along x, the first line has the smallest y");
  sar_schema_array(json, "size", "positive", 2, 2);
  sar_schema_end_object(json);
}

static void put_shapes(SarJson *json) {
  put_terrain(json);
  sar_schema_profile(json);
  sar_schema_begin_object(json, "touching_shape", NULL, NULL);
  sar_schema_reference(json, "sphere", "positive", "radius");
  sar_schema_reference(json, "capsule", "sizes", "[radius, length] along z, or the radius alone with from and to");
  sar_schema_array(json, "box", "positive", 3, 3);
  sar_schema_reference(json, "cylinder", "sizes", "[radius, length] along z, or the radius alone with from and to");
  sar_schema_array(json, "frustum", "positive", 3, 3);
  sar_schema_array(json, "ellipsoid", "positive", 3, 3);
  sar_schema_array(json, "torus", "positive", 2, 2);
  sar_schema_reference(json, "plane", "axis", "the normal of a plane, away from the solid");
  sar_schema_reference(json, "mesh", "text", "path of an STL or OBJ file: a closed surface");
  sar_schema_reference(json, "scale", "positive", "lengths of the model per number of the mesh; default: 1");
  sar_schema_reference(json, "profile", "profile", "an outline in the plane x y, as thick as its width");
  sar_schema_reference(json, "road", "road", "ground that is the same across x: flat, a bump, waves or a table");
  sar_schema_reference(json, "height_field", "height_field", "hills: a table of heights");
  sar_schema_reference(json, "node", "name", "of a beam: the node that it is fixed on: start, end, mid, n3");
  sar_schema_reference(json, "at", "vector", "its centre, or a point of the plane");
  sar_schema_reference(json, "turn", "turn", "orientation of its axes; default: along the body's");
  sar_schema_reference(json, "from", "vector", "the middle of the first end of a cylinder or capsule; default: 0");
  sar_schema_reference(json, "to", "vector", "the middle of its second end");
  sar_schema_reference(json, "radius", "positive", "rounding of the edges of a box, cylinder or mesh; default: 2 %");
  sar_schema_reference(json, "group", "name", "a label, for `groups` of contacts");
  sar_schema_reference(json, "material", "name", "its name in `materials`, for the law hertz");
  sar_schema_reference(json, "density", "number", "mass per volume: gives the body mass and inertia");
  sar_schema_reference(json, "colour", "text", "\"#rrggbb\", or a word such as red");
  sar_schema_reference(json, "for", "for", NULL);
  sar_schema_end_object(json);
  sar_schema_map(json, "shapes", "new_name", "touching_shape", NULL);
}

static void put_inertia(SarJson *json) {
  sar_schema_begin_any(json, "inertia", NULL);
  sar_schema_array(json, NULL, "number", 3, 3);
  sar_schema_array(json, NULL, "vector", 3, 3);
  sar_schema_end_any(json);
}

static void put_axis(SarJson *json) {
  sar_schema_begin_any(json, "axis", NULL);
  sar_schema_enum(json, NULL, "x y z -x -y -z", NULL);
  sar_schema_array(json, NULL, "number", 3, 3);
  sar_schema_end_any(json);
}

static void put_axes(SarJson *json) {
  sar_schema_begin_any(json, "axes", NULL);
  sar_schema_reference(json, NULL, "axis", NULL);
  sar_schema_array(json, NULL, "axis", 1, 0);
  sar_schema_end_any(json);
}

static void put_matrix(SarJson *json) {
  sar_schema_begin_any(json, "matrix", NULL);
  sar_schema_reference(json, NULL, "number", NULL);
  sar_schema_array(json, NULL, "number", 1, 0);
  sar_schema_array(json, NULL, "numbers", 1, 0);
  sar_schema_end_any(json);
}

static void put_for(SarJson *json) {
  sar_schema_begin_any(json, "range", NULL);
  put_pattern(json, NULL, "\\.\\.", "from .. to, such as 0..9");
  sar_schema_array(json, NULL, "number", 0, 0);
  sar_schema_end_any(json);
  sar_schema_map(json, "for", "new_variable", "range",
                 "counters: {i: 0..9} or {i: [1, 2, 4]}; the element is repeated, with {i} in names and i in numbers");
}

void sar_schema_value_kinds(SarJson *json) {
  put_number(json);
  put_names(json);
  sar_json_key(json, "boolean");
  put_type(json, "boolean");
  sar_json_key(json, "changes");
  put_type(json, "object");
  sar_schema_array(json, "vector", "number", 3, 3);
  sar_schema_array(json, "numbers", "number", 0, 0);
  sar_schema_array(json, "sides", "name", 2, 2);
  sar_schema_array(json, "names", "name", 0, 0);
  sar_schema_array(json, "pairs", "sides", 0, 0);
  sar_schema_begin_any(json, "choices", NULL);
  sar_schema_enum(json, NULL, "all", NULL);
  sar_schema_array(json, NULL, "name_or_pattern", 0, 0);
  sar_schema_end_any(json);
  put_axis(json);
  put_axes(json);
  put_turn(json);
  put_shape(json);
  put_frames(json);
  put_looks(json);
  put_shapes(json);
  put_inertia(json);
  put_matrix(json);
  sar_schema_map(json, "settings", "new_variable", "number", NULL);
  put_for(json);
}

const char *sar_schema_definition(SarFieldKind kind) {
  static const char *const definitions[SAR_NFIELD_KINDS] = {
      [SAR_FIELD_REAL] = "number",       [SAR_FIELD_VECTOR] = "vector",     [SAR_FIELD_REALS] = "numbers",
      [SAR_FIELD_AXIS] = "axis",         [SAR_FIELD_TURN] = "turn",         [SAR_FIELD_INERTIA] = "inertia",
      [SAR_FIELD_SHAPE] = "shape",       [SAR_FIELD_FRAMES] = "frames",     [SAR_FIELD_FUNCTION] = "number",
      [SAR_FIELD_FUNCTIONS3] = "vector", [SAR_FIELD_SIDES] = "sides",       [SAR_FIELD_SIDE] = "name",
      [SAR_FIELD_JOINT] = "name",        [SAR_FIELD_JOINTS] = "names",      [SAR_FIELD_BOOL] = "boolean",
      [SAR_FIELD_CHOICE] = "name",       [SAR_FIELD_FUNCTIONS] = "numbers", [SAR_FIELD_MATRIX] = "matrix",
      [SAR_FIELD_SETTINGS] = "settings", [SAR_FIELD_TEXT] = "text",         [SAR_FIELD_ELEMENT] = "name",
      [SAR_FIELD_ELEMENTS] = "names",    [SAR_FIELD_WORDS] = "names",       [SAR_FIELD_LOOKS] = "looks",
      [SAR_FIELD_STARTS] = "settings",   [SAR_FIELD_AXES] = "axes",         [SAR_FIELD_SHAPES] = "shapes",
      [SAR_FIELD_NAMES] = "names",       [SAR_FIELD_PAIRS] = "pairs",       [SAR_FIELD_TYRE_FILE] = "text",
      [SAR_FIELD_BODY_FILE] = "text",
  };
  return definitions[kind];
}
