/* The setters of the public interface: one field of one element at a time, in SI units. Each checks that the class
 * has the field, that it is of the right kind and that the value can be used; only then the field changes. */
#include "model/set.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static SarStatus no_such_field(SarModel *model, const SarModelElement *element, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < element->class->nfields; i++)
    sar_suggestion_offer(&suggestion, element->class->fields[i].name);
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), element->name, "see `sarrus describe` for the fields",
                    "a %s has no field `%s`%s%s%s", element->class->name, name, best ? "; did you mean `" : "",
                    best ? best : "", best ? "`?" : "");
}

SarStatus sar_slot_open_either(SarModel *model, SarElementId id, const char *name, SarFieldKind kind,
                               SarFieldKind other, SarSlot *out) {
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
  *out = (SarSlot){field, element->name, &element->values[index], element->values[index]};
  return SAR_OK;
}

SarStatus sar_slot_open(SarModel *model, SarElementId id, const char *name, SarFieldKind kind, SarSlot *out) {
  return sar_slot_open_either(model, id, name, kind, kind, out);
}

SarStatus sar_slot_close(SarSlot *slot) {
  slot->value.given = true;
  *slot->target = slot->value;
  return SAR_OK;
}

SarStatus sar_slot_check(SarModel *model, const SarSlot *slot, const double *values, int32_t count) {
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
  SAR_NEED(model ? model->context : NULL, model && field);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_REAL, &slot));
  SAR_TRY(sar_slot_check(model, &slot, &value, 1));
  slot.value.real = value;
  slot.value.nlist = 0;
  return sar_slot_close(&slot);
}

/* The unit vector of a direction. Its largest component becomes 1 first: squares of very large or small numbers would
 * not be finite. */
static SarStatus make_direction(SarModel *model, const SarSlot *slot, SarVec3 v, SarVec3 *out) {
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
  SAR_NEED(model ? model->context : NULL, model && field);
  SarSlot slot;
  SAR_TRY(sar_slot_open_either(model, element, field, SAR_FIELD_VECTOR, SAR_FIELD_AXIS, &slot));
  SAR_TRY(sar_slot_check(model, &slot, (const double[]){x, y, z}, 3));
  slot.value.vector = sar_vec3(x, y, z);
  if (slot.field->kind == SAR_FIELD_AXIS) {
    SAR_TRY(make_direction(model, &slot, slot.value.vector, &slot.value.vector));
  }
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_reals(SarModel *model, SarElementId element, const char *field, const double *values,
                              int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (values || count <= 0));
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_REALS, &slot));
  SAR_TRY(sar_slot_check(model, &slot, values, count));
  double *copy = SAR_NEW(model->arena, count, double);
  if (!copy) return sar_report_no_memory(model->context);
  if (count > 0) memcpy(copy, values, (size_t)count * sizeof *copy);
  slot.value.list = copy;
  slot.value.nlist = count;
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_quaternion(SarModel *model, SarElementId element, const char *field, double w, double x,
                                   double y, double z) {
  SAR_NEED(model ? model->context : NULL, model && field);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_TURN, &slot));
  SAR_TRY(sar_slot_check(model, &slot, (const double[]){w, x, y, z}, 4));
  if (w == 0 && x == 0 && y == 0 && z == 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give a quaternion of length 1",
                      "the quaternion of `%s` is zero", field);
  }
  slot.value.turn = sar_quat_normalise((SarQuat){w, x, y, z});
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_turn_axis(SarModel *model, SarElementId element, const char *field, double x, double y,
                                  double z, double angle) {
  SAR_NEED(model ? model->context : NULL, model && field);
  SarSlot slot;
  SarVec3 axis;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_TURN, &slot));
  SAR_TRY(sar_slot_check(model, &slot, (const double[]){x, y, z, angle}, 4));
  SAR_TRY(make_direction(model, &slot, sar_vec3(x, y, z), &axis));
  slot.value.turn = sar_quat_exp(sar_scale(angle, axis));
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_inertia(SarModel *model, SarElementId element, const char *field, const double tensor[3][3]) {
  SAR_NEED(model ? model->context : NULL, model && field && tensor);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_INERTIA, &slot));
  SAR_TRY(sar_slot_check(model, &slot, &tensor[0][0], 9));
  memcpy(slot.value.tensor, tensor, sizeof slot.value.tensor);
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_shape(SarModel *model, SarElementId element, const char *field, const char *kind,
                              const double *sizes, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && kind && (sizes || count <= 0));
  SarSlot slot;
  double n[3] = {0};
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_SHAPE, &slot));
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
  SAR_TRY(sar_slot_check(model, &slot, sizes, count));
  for (int32_t i = 0; i < count; i++) {
    n[i] = sizes[i];
    if (n[i] > 0) continue;
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give positive sizes",
                      "a size of the %s is %g", kind, n[i]);
  }
  slot.value.shape = (SarShapeKind)shape;
  slot.value.vector = sar_vec3_load(n);
  return sar_slot_close(&slot);
}

/* ---- words ---- */

SarStatus sar_model_set_bool(SarModel *model, SarElementId element, const char *field, bool value) {
  SAR_NEED(model ? model->context : NULL, model && field);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_BOOL, &slot));
  slot.value.real = value;
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_choice(SarModel *model, SarElementId element, const char *field, const char *word) {
  SAR_NEED(model ? model->context : NULL, model && field && word);
  SarSlot slot;
  SAR_TRY(sar_slot_open_either(model, element, field, SAR_FIELD_CHOICE, SAR_FIELD_REAL, &slot));
  bool number = slot.field->kind == SAR_FIELD_REAL;
  if (number && !slot.field->choices) return sar_slot_open(model, element, field, SAR_FIELD_CHOICE, &slot);
  int32_t index = sar_field_choice(slot.field->choices, word);
  if (index < 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, slot.field->choices,
                      "`%s` cannot be `%s`; it is one of", field, word);
  }
  slot.value.real = number ? 0 : index;
  slot.value.nlist = number ? index + 1 : 0;
  return sar_slot_close(&slot);
}

/* ---- references and frames ---- */

SarStatus sar_model_set_sides(SarModel *model, SarElementId element, const char *field, const char *first,
                              const char *second) {
  SAR_NEED(model ? model->context : NULL, model && field && first && second);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_SIDES, &slot));
  SAR_TRY(sar_model_split_side(model, first, sar_nowhere(), &slot.value.side[0]));
  SAR_TRY(sar_model_split_side(model, second, sar_nowhere(), &slot.value.side[1]));
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_side(SarModel *model, SarElementId element, const char *field, const char *side) {
  SAR_NEED(model ? model->context : NULL, model && field && side);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_SIDE, &slot));
  SAR_TRY(sar_model_split_side(model, side, sar_nowhere(), &slot.value.side[0]));
  return sar_slot_close(&slot);
}

static SarStatus set_names(SarModel *model, SarSlot *slot, const char *const *names, int32_t count) {
  slot->value.joints = sar_model_copy_names(model, names, count);
  if (!slot->value.joints) return sar_report_no_memory(model->context);
  slot->value.nlist = count;
  return sar_slot_close(slot);
}

SarStatus sar_model_set_joint(SarModel *model, SarElementId element, const char *field, const char *name) {
  SAR_NEED(model ? model->context : NULL, model && field && name);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_JOINT, &slot));
  return set_names(model, &slot, &name, 1);
}

SarStatus sar_model_set_joints(SarModel *model, SarElementId element, const char *field, const char *const *names,
                               int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (names || count <= 0));
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_JOINTS, &slot));
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
  SAR_NEED(model ? model->context : NULL, model && name && at && quaternion);
  SAR_TRY(check_frame(model, body.index < 0 ? "ground" : NULL, name, at, quaternion));
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!copy) return sar_report_no_memory(model->context);
  SarNamedFrame frame = {copy, sar_vec3_load(at), sar_quat_normalise(sar_quat_load(quaternion)), sar_nowhere(), NULL};
  if (body.index < 0) return sar_model_add_ground_frame(model, &frame);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, body, "frames", SAR_FIELD_FRAMES, &slot));
  if (sar_model_find_frame(model, body.index, name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "choose another name",
                      "the body already has a frame `%s`", name);
  }
  size_t count = (size_t)slot.value.nlist;
  SarNamedFrame *frames = sar_arena_grow(model->arena, slot.value.frames, count, count + 1, sizeof *frames);
  if (!frames) return sar_report_no_memory(model->context);
  frames[slot.value.nlist++] = frame;
  slot.value.frames = frames;
  return sar_slot_close(&slot);
}
