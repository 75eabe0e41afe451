/* Values of fields: one reader per kind, chosen by the field's table. Everything ends in SI units. */
#include "read/values.h"

#include <string.h>

#include "base/text.h"

static SarStatus read_real(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  int32_t word = field->choices && node->kind == SAR_NODE_SCALAR ? sar_field_choice(field->choices, node->text) : -1;
  value->nlist = word + 1;
  if (word >= 0) return SAR_OK;
  return sar_read_number(file, node, field->name, field->unit, &value->real);
}

static SarStatus read_vector(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return sar_read_vector(file, node, field->name, field->unit, &value->vector);
}

static SarStatus read_reals(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "a list of numbers"));
  double *values = SAR_NEW(file->reader->model->arena, node->count, double);
  if (!values) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    char room[SAR_FIELD_UNIT];
    SarStatus one = sar_read_number(file, node->items[i], field->name, sar_field_unit_of(field, i, room), &values[i]);
    if (one != SAR_OK) status = one;
  }
  value->list = values;
  value->nlist = node->count;
  return status;
}

static SarStatus read_axis(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return sar_read_axis(file, node, field->name, &value->vector);
}

/* `x`, [0, 1, 0], or a list of either. */
static SarStatus read_axes(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  bool list = node->kind == SAR_NODE_SEQUENCE && node->count > 0;
  if (list && node->items[0]->kind == SAR_NODE_SCALAR) {
    const char *first = node->items[0]->text;
    list = sar_field_choice("x y z -x -y -z", first) >= 0;
  }
  int32_t count = list ? node->count : 1;
  double *axes = SAR_NEW(file->reader->model->arena, 3 * count, double);
  if (!axes) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    SarVec3 axis = sar_vec3(0, 0, 0);
    SarStatus one = sar_read_axis(file, list ? node->items[i] : node, field->name, &axis);
    sar_vec3_store(axis, axes + 3 * i);
    if (one != SAR_OK) status = one;
  }
  value->list = axes;
  value->nlist = count;
  value->columns = 3;
  return status;
}

static SarStatus read_turn(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return sar_read_turn(file, node, field->name, &value->turn);
}

static SarStatus read_tensor(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SarStatus status = SAR_OK;
  double largest = 0;
  for (int i = 0; i < 3; i++) {
    SarStatus one = sar_read_numbers(file, node->items[i], field->name, field->unit, 3, value->tensor[i]);
    if (one != SAR_OK) status = one;
    for (int j = 0; j < 3 && status == SAR_OK; j++) largest = fmax(largest, fabs(value->tensor[i][j]));
  }
  SAR_TRY(status);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3;
    if (fabs(value->tensor[i][j] - value->tensor[j][i]) <= 1e-9 * largest) continue;
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      "give the same number on both sides of the diagonal", "`%s` is not symmetric", field->name);
  }
  return SAR_OK;
}

static SarStatus read_inertia(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  memset(value->tensor, 0, sizeof value->tensor);
  bool tensor = node->kind == SAR_NODE_SEQUENCE && node->count == 3 && node->items[0]->kind == SAR_NODE_SEQUENCE;
  if (tensor) return read_tensor(file, node, field, value);
  double moments[3];
  SAR_TRY(sar_read_numbers(file, node, field->name, field->unit, 3, moments));
  for (int i = 0; i < 3; i++) value->tensor[i][i] = moments[i];
  return SAR_OK;
}

static SarStatus read_shape(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SarContext *context = file->reader->context;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, field->name, "a shape"));
  SAR_TRY(sar_read_check_keys(file, node, "a shape", sar_shape_words()));
  if (node->count != 1) {
    return sar_report(context, SAR_INPUT, node->source, file->element,
                      "write {box: [a, b, c]}, {sphere: r}, {cylinder: [r, l]} or {rod: [r, l]}",
                      "`%s` takes one shape, not %d", field->name, (int)node->count);
  }
  const char *word = node->keys[0]->text;
  SarShapeKind shape = (SarShapeKind)sar_field_choice(sar_shape_words(), word);
  int32_t sizes = sar_shape_sizes(shape);
  double n[3] = {0};
  if (sizes == 1) {
    SAR_TRY(sar_read_number(file, node->items[0], word, "m", n));
  } else {
    SAR_TRY(sar_read_numbers(file, node->items[0], word, "m", sizes, n));
  }
  for (int32_t i = 0; i < sizes; i++) {
    if (n[i] > 0) continue;
    return sar_report(context, SAR_INPUT, node->items[0]->source, file->element, "give positive sizes",
                      "a size of the %s is not positive", word);
  }
  value->shape = shape;
  value->vector = sar_vec3_load(n);
  return SAR_OK;
}

static SarStatus read_frames(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  (void)field;
  return sar_read_frames(file, node, file->on_nodes, &value->frames, &value->nlist);
}

static SarStatus read_function(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return sar_read_function(file, node, field, &value->function[0]);
}

static SarStatus read_functions3(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "three expressions"));
  if (node->count != 3) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "write a list: [.., .., ..]",
                      "`%s` takes 3 expressions, not %d", field->name, (int)node->count);
  }
  SarStatus status = SAR_OK;
  for (int i = 0; i < 3; i++) {
    SarStatus one = sar_read_function(file, node->items[i], field, &value->function[i]);
    if (one != SAR_OK) status = one;
  }
  return status;
}

static SarStatus read_one_side(SarFile *file, const SarNode *node, const SarField *field, SarSideName *side) {
  const char *text;
  SAR_TRY(sar_read_reference(file, node, field->name, &text));
  return sar_model_split_side(file->reader->model, text, node->source, side);
}

static SarStatus read_side(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return read_one_side(file, node, field, &value->side[0]);
}

static SarStatus read_sides(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "two bodies or frames"));
  if (node->count != 2) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "write [first, second]",
                      "`%s` takes 2 bodies or frames, not %d", field->name, (int)node->count);
  }
  SAR_TRY(read_one_side(file, node->items[0], field, &value->side[0]));
  return read_one_side(file, node->items[1], field, &value->side[1]);
}

static SarStatus read_flag(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  bool flag = false;
  SAR_TRY(sar_read_bool(file, node, field->name, &flag));
  value->real = flag;
  return SAR_OK;
}

static SarStatus read_choice(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, field->name, &text));
  int32_t index = sar_field_choice(field->choices, text);
  if (index < 0) return sar_read_no_choice(file, node, field, text);
  value->real = index;
  return SAR_OK;
}

SarStatus sar_read_field(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  static SarStatus (*const readers[SAR_NFIELD_KINDS])(SarFile *, const SarNode *, const SarField *, SarValue *) = {
      [SAR_FIELD_REAL] = read_real,
      [SAR_FIELD_VECTOR] = read_vector,
      [SAR_FIELD_REALS] = read_reals,
      [SAR_FIELD_AXIS] = read_axis,
      [SAR_FIELD_TURN] = read_turn,
      [SAR_FIELD_INERTIA] = read_inertia,
      [SAR_FIELD_SHAPE] = read_shape,
      [SAR_FIELD_FRAMES] = read_frames,
      [SAR_FIELD_FUNCTION] = read_function,
      [SAR_FIELD_FUNCTIONS3] = read_functions3,
      [SAR_FIELD_SIDES] = read_sides,
      [SAR_FIELD_SIDE] = read_side,
      [SAR_FIELD_JOINT] = sar_read_joints,
      [SAR_FIELD_JOINTS] = sar_read_joints,
      [SAR_FIELD_BOOL] = read_flag,
      [SAR_FIELD_CHOICE] = read_choice,
      [SAR_FIELD_FUNCTIONS] = sar_read_functions,
      [SAR_FIELD_MATRIX] = sar_read_matrix,
      [SAR_FIELD_SETTINGS] = sar_read_settings,
      [SAR_FIELD_TEXT] = sar_read_free_text,
      [SAR_FIELD_ELEMENT] = sar_read_elements,
      [SAR_FIELD_ELEMENTS] = sar_read_elements,
      [SAR_FIELD_WORDS] = sar_read_words,
      [SAR_FIELD_LOOKS] = sar_read_looks_field,
      [SAR_FIELD_STARTS] = sar_read_starts,
      [SAR_FIELD_AXES] = read_axes,
      [SAR_FIELD_SHAPES] = sar_read_shapes_field,
      [SAR_FIELD_NAMES] = sar_read_name_list,
      [SAR_FIELD_PAIRS] = sar_read_pairs,
      [SAR_FIELD_TYRE_FILE] = sar_read_tyre_file,
      [SAR_FIELD_BODY_FILE] = sar_read_body_file,
  };
  value->source = node->source;
  value->units = &file->reader->model->units;
  SarStatus status = readers[field->kind](file, node, field, value);
  value->given = status == SAR_OK; /* what could not be read is not looked at again */
  return status;
}
