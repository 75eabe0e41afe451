/* The setters of the public interface: one field of one element at a time, in SI units. Each checks that the class
 * has the field, that it is of the right kind and that the value can be used; only then the field changes. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/model.h"

static SarStatus no_such_field(SarModel *model, const SarModelElement *element, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < element->class->nfields; i++)
    sar_suggestion_offer(&suggestion, element->class->fields[i].name);
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), element->name, "see `sarrus describe` for the fields",
                    "a %s has no field `%s`%s%s%s", element->class->name, name, best ? "; did you mean `" : "",
                    best ? best : "", best ? "`?" : "");
}

/* A field on its way to a new value. */
typedef struct Slot {
  const SarField *field;
  const char *owner; /* name of the element */
  SarValue *target;
  SarValue value; /* what the target becomes: at first a copy of it */
} Slot;

/* Finds a field that must be of one of two kinds. */
static SarStatus open_either(SarModel *model, SarElementId id, const char *name, SarFieldKind kind, SarFieldKind other,
                             Slot *out) {
  if (id.index < 0 || id.index >= model->nelements) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL, "use the handle that sar_model_add gave",
                      "there is no element with the handle %d", (int)id.index);
  }
  SarModelElement *element = &model->elements[id.index];
  int32_t index = sar_field_index(element->class, name);
  if (index < 0) return no_such_field(model, element, name);
  const SarField *field = &element->class->fields[index];
  if (field->kind != kind && field->kind != other) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), element->name,
                      "use the function for this kind of field", "`%s` takes %s", name,
                      sar_field_kind_text(field->kind));
  }
  *out = (Slot){field, element->name, &element->values[index], element->values[index]};
  return SAR_OK;
}

static SarStatus open_field(SarModel *model, SarElementId id, const char *name, SarFieldKind kind, Slot *out) {
  return open_either(model, id, name, kind, kind, out);
}

static SarStatus close_field(Slot *slot) {
  slot->value.given = true;
  *slot->target = slot->value;
  return SAR_OK;
}

/* Numbers from a program may be nan or infinite; a model never is. */
static SarStatus check_finite(SarModel *model, const Slot *slot, const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) {
      return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot->owner, "give a finite number", "`%s` is %g",
                        slot->field->name, values[i]);
    }
  }
  return SAR_OK;
}

/* ---- numbers ---- */

SarStatus sar_model_set_real(SarModel *model, SarElementId element, const char *field, double value) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_REAL, &slot));
  SAR_TRY(check_finite(model, &slot, &value, 1));
  slot.value.real = value;
  return close_field(&slot);
}

/* The unit vector of a direction. Its largest component becomes 1 first: squares of very large or small numbers would
 * not be finite. */
static SarStatus make_direction(SarModel *model, const Slot *slot, SarVec3 v, SarVec3 *out) {
  double largest = fmax(fabs(v.x), fmax(fabs(v.y), fabs(v.z)));
  if (!(largest > 0)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot->owner, "give a direction", "`%s` is zero",
                      slot->field->name);
  }
  v = sar_vec3(v.x / largest, v.y / largest, v.z / largest);
  *out = sar_scale(1 / sar_norm(v), v);
  return SAR_OK;
}

SarStatus sar_model_set_vector(SarModel *model, SarElementId element, const char *field, double x, double y, double z) {
  Slot slot;
  SAR_TRY(open_either(model, element, field, SAR_FIELD_VECTOR, SAR_FIELD_AXIS, &slot));
  SAR_TRY(check_finite(model, &slot, (const double[]){x, y, z}, 3));
  slot.value.vector = sar_vec3(x, y, z);
  if (slot.field->kind == SAR_FIELD_AXIS) {
    SAR_TRY(make_direction(model, &slot, slot.value.vector, &slot.value.vector));
  }
  return close_field(&slot);
}

SarStatus sar_model_set_reals(SarModel *model, SarElementId element, const char *field, const double *values,
                              int32_t count) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_REALS, &slot));
  SAR_TRY(check_finite(model, &slot, values, count));
  double *copy = SAR_NEW(model->arena, count, double);
  if (!copy) return sar_report_no_memory(model->context);
  if (count > 0) memcpy(copy, values, (size_t)count * sizeof *copy);
  slot.value.list = copy;
  slot.value.nlist = count;
  return close_field(&slot);
}

SarStatus sar_model_set_quaternion(SarModel *model, SarElementId element, const char *field, double w, double x,
                                   double y, double z) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_TURN, &slot));
  SAR_TRY(check_finite(model, &slot, (const double[]){w, x, y, z}, 4));
  if (w == 0 && x == 0 && y == 0 && z == 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give a quaternion of length 1",
                      "the quaternion of `%s` is zero", field);
  }
  slot.value.turn = sar_quat_normalise((SarQuat){w, x, y, z});
  return close_field(&slot);
}

SarStatus sar_model_set_turn_axis(SarModel *model, SarElementId element, const char *field, double x, double y,
                                  double z, double angle) {
  Slot slot;
  SarVec3 axis;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_TURN, &slot));
  SAR_TRY(check_finite(model, &slot, (const double[]){x, y, z, angle}, 4));
  SAR_TRY(make_direction(model, &slot, sar_vec3(x, y, z), &axis));
  slot.value.turn = sar_quat_exp(sar_scale(angle, axis));
  return close_field(&slot);
}

SarStatus sar_model_set_inertia(SarModel *model, SarElementId element, const char *field, const double tensor[3][3]) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_INERTIA, &slot));
  SAR_TRY(check_finite(model, &slot, &tensor[0][0], 9));
  memcpy(slot.value.tensor, tensor, sizeof slot.value.tensor);
  return close_field(&slot);
}

SarStatus sar_model_set_shape(SarModel *model, SarElementId element, const char *field, const char *kind,
                              const double *sizes, int32_t count) {
  Slot slot;
  double n[3] = {0};
  SAR_TRY(open_field(model, element, field, SAR_FIELD_SHAPE, &slot));
  int32_t shape = sar_field_choice(sar_shape_words(), kind);
  if (shape < 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "use box, sphere, cylinder or rod",
                      "there is no shape `%s`", kind);
  }
  if (count != sar_shape_sizes((SarShapeKind)shape)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner,
                      "give edges [a, b, c] of a box, r of a sphere, [r, l] of a cylinder or rod",
                      "a %s has %d sizes, not %d", kind, (int)sar_shape_sizes((SarShapeKind)shape), (int)count);
  }
  SAR_TRY(check_finite(model, &slot, sizes, count));
  for (int32_t i = 0; i < count; i++) {
    n[i] = sizes[i];
    if (n[i] > 0) continue;
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give positive sizes",
                      "a size of the %s is %g", kind, n[i]);
  }
  slot.value.shape = (SarShapeKind)shape;
  slot.value.vector = sar_vec3_load(n);
  return close_field(&slot);
}

/* ---- words ---- */

SarStatus sar_model_set_bool(SarModel *model, SarElementId element, const char *field, bool value) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_BOOL, &slot));
  slot.value.real = value;
  return close_field(&slot);
}

SarStatus sar_model_set_choice(SarModel *model, SarElementId element, const char *field, const char *word) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_CHOICE, &slot));
  int32_t index = sar_field_choice(slot.field->choices, word);
  if (index < 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, slot.field->choices,
                      "`%s` cannot be `%s`; it is one of", field, word);
  }
  slot.value.real = index;
  return close_field(&slot);
}

/* ---- functions ---- */

static SarStatus resolve_variable(void *self, const char *name, double *constant, int32_t *variable) {
  const SarVariables *variables = self;
  *constant = 0;
  for (*variable = 0; *variable < variables->count; ++*variable) {
    if (strcmp(variables->list[*variable].name, name) == 0) return SAR_OK;
  }
  return SAR_INPUT;
}

static const char *list_variable(void *self, int32_t index) {
  const SarVariables *variables = self;
  return index < variables->count ? variables->list[index].name : NULL;
}

/* Parses `count` texts into the slot. */
static SarStatus set_functions(SarModel *model, Slot *slot, const char *const *texts, int count) {
  SarVariables variables = sar_field_variables(slot->field);
  SarScope scope = {.resolve = resolve_variable, .list = list_variable, .self = &variables};
  for (int i = 0; i < count; i++) {
    SAR_TRY(sar_expr_parse(model->context, model->arena, texts[i], sar_nowhere(), slot->owner, &scope,
                           &slot->value.function[i]));
  }
  return close_field(slot);
}

SarStatus sar_model_set_function(SarModel *model, SarElementId element, const char *field, const char *text) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_FUNCTION, &slot));
  return set_functions(model, &slot, &text, 1);
}

SarStatus sar_model_set_functions(SarModel *model, SarElementId element, const char *field, const char *x,
                                  const char *y, const char *z) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_FUNCTIONS3, &slot));
  return set_functions(model, &slot, (const char *const[]){x, y, z}, 3);
}

/* ---- references and frames ---- */

SarStatus sar_model_set_sides(SarModel *model, SarElementId element, const char *field, const char *first,
                              const char *second) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_SIDES, &slot));
  SAR_TRY(sar_model_split_side(model, first, sar_nowhere(), &slot.value.side[0]));
  SAR_TRY(sar_model_split_side(model, second, sar_nowhere(), &slot.value.side[1]));
  return close_field(&slot);
}

SarStatus sar_model_set_side(SarModel *model, SarElementId element, const char *field, const char *side) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_SIDE, &slot));
  SAR_TRY(sar_model_split_side(model, side, sar_nowhere(), &slot.value.side[0]));
  return close_field(&slot);
}

static SarStatus set_names(SarModel *model, Slot *slot, const char *const *names, int32_t count) {
  slot->value.joints = sar_model_copy_names(model, names, count);
  if (!slot->value.joints) return sar_report_no_memory(model->context);
  slot->value.nlist = count;
  return close_field(slot);
}

SarStatus sar_model_set_joint(SarModel *model, SarElementId element, const char *field, const char *name) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_JOINT, &slot));
  return set_names(model, &slot, &name, 1);
}

SarStatus sar_model_set_joints(SarModel *model, SarElementId element, const char *field, const char *const *names,
                               int32_t count) {
  Slot slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_JOINTS, &slot));
  return set_names(model, &slot, names, count);
}

static SarStatus check_frame(SarModel *model, const char *owner, const char *name, const double at[3],
                             const double quaternion[4]) {
  SAR_TRY(sar_model_check_frame_name(model, owner, name, sar_nowhere()));
  double square = 0;
  for (int i = 0; i < 4; i++) square += quaternion[i] * quaternion[i];
  if (!(square > 0) || !isfinite(square) || !isfinite(at[0] + at[1] + at[2])) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner,
                      "give finite numbers and a quaternion of length 1",
                      "the placement of the frame `%s` is not usable", name);
  }
  return SAR_OK;
}

SarStatus sar_model_add_frame(SarModel *model, SarElementId body, const char *name, const double at[3],
                              const double quaternion[4]) {
  SAR_TRY(check_frame(model, body.index < 0 ? "ground" : NULL, name, at, quaternion));
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!copy) return sar_report_no_memory(model->context);
  SarNamedFrame frame = {copy, sar_vec3_load(at), sar_quat_normalise(sar_quat_load(quaternion)), sar_nowhere()};
  if (body.index < 0) return sar_model_add_ground_frame(model, &frame);
  Slot slot;
  SAR_TRY(open_field(model, body, "frames", SAR_FIELD_FRAMES, &slot));
  if (sar_model_find_frame(model, body.index, name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "choose another name",
                      "the body already has a frame `%s`", name);
  }
  size_t count = (size_t)slot.value.nlist;
  SarNamedFrame *frames = sar_arena_grow(model->arena, slot.value.frames, count, count + 1, sizeof *frames);
  if (!frames) return sar_report_no_memory(model->context);
  frames[slot.value.nlist++] = frame;
  slot.value.frames = frames;
  return close_field(&slot);
}
