/* The setters of the public interface: one field of one element at a time, in SI units. Each checks that the class
 * has the field and that it is of the right kind. */
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

/* The value of a field that must be of one of two kinds, marked as given. */
static SarStatus open_field(SarModel *model, SarElementId id, const char *name, SarFieldKind kind, SarFieldKind other,
                            SarValue **out) {
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
  *out = &element->values[index];
  (*out)->given = true;
  return SAR_OK;
}

/* Numbers from a program may be nan or infinite; a model never is. */
static SarStatus check_finite(SarModel *model, SarElementId id, const char *field, const double *values,
                              int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) {
      return sar_report(model->context, SAR_INPUT, sar_nowhere(), model->elements[id.index].name,
                        "give a finite number", "`%s` is %g", field, values[i]);
    }
  }
  return SAR_OK;
}

SarStatus sar_model_set_real(SarModel *model, SarElementId element, const char *field, double value) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_REAL, SAR_FIELD_REAL, &slot));
  SAR_TRY(check_finite(model, element, field, &value, 1));
  slot->real = value;
  return SAR_OK;
}

SarStatus sar_model_set_vector(SarModel *model, SarElementId element, const char *field, double x, double y, double z) {
  SarValue *slot;
  double values[3] = {x, y, z};
  SAR_TRY(open_field(model, element, field, SAR_FIELD_VECTOR, SAR_FIELD_AXIS, &slot));
  SAR_TRY(check_finite(model, element, field, values, 3));
  const SarModelElement *owner = &model->elements[element.index];
  slot->vector = sar_vec3(x, y, z);
  if (owner->class->fields[sar_field_index(owner->class, field)].kind != SAR_FIELD_AXIS) return SAR_OK;
  double length = sar_norm(slot->vector);
  if (!(length > 0)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner->name, "give a direction", "`%s` is zero", field);
  }
  slot->vector = sar_scale(1 / length, slot->vector);
  return SAR_OK;
}

SarStatus sar_model_set_reals(SarModel *model, SarElementId element, const char *field, const double *values,
                              int32_t count) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_REALS, SAR_FIELD_REALS, &slot));
  SAR_TRY(check_finite(model, element, field, values, count));
  double *copy = SAR_NEW(model->arena, count, double);
  if (!copy) return sar_report_no_memory(model->context);
  if (count > 0) memcpy(copy, values, (size_t)count * sizeof *copy);
  slot->list = copy;
  slot->nlist = count;
  return SAR_OK;
}

SarStatus sar_model_set_quaternion(SarModel *model, SarElementId element, const char *field, double w, double x,
                                   double y, double z) {
  SarValue *slot;
  double values[4] = {w, x, y, z};
  SAR_TRY(open_field(model, element, field, SAR_FIELD_TURN, SAR_FIELD_TURN, &slot));
  SAR_TRY(check_finite(model, element, field, values, 4));
  if (w == 0 && x == 0 && y == 0 && z == 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), model->elements[element.index].name,
                      "give a quaternion of length 1", "the quaternion of `%s` is zero", field);
  }
  slot->turn = sar_quat_normalise((SarQuat){w, x, y, z});
  return SAR_OK;
}

SarStatus sar_model_set_inertia(SarModel *model, SarElementId element, const char *field, const double tensor[3][3]) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_INERTIA, SAR_FIELD_INERTIA, &slot));
  SAR_TRY(check_finite(model, element, field, &tensor[0][0], 9));
  memcpy(slot->tensor, tensor, sizeof slot->tensor);
  return SAR_OK;
}

SarStatus sar_model_set_bool(SarModel *model, SarElementId element, const char *field, bool value) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_BOOL, SAR_FIELD_BOOL, &slot));
  slot->real = value;
  return SAR_OK;
}

SarStatus sar_model_set_choice(SarModel *model, SarElementId element, const char *field, const char *word) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_CHOICE, SAR_FIELD_CHOICE, &slot));
  const SarModelElement *owner = &model->elements[element.index];
  const char *choices = owner->class->fields[sar_field_index(owner->class, field)].choices;
  int32_t index = sar_field_choice(choices, word);
  if (index < 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner->name, choices,
                      "`%s` cannot be `%s`; it is one of", field, word);
  }
  slot->real = index;
  return SAR_OK;
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

SarStatus sar_model_set_function(SarModel *model, SarElementId element, const char *field, const char *text) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_FUNCTION, SAR_FIELD_FUNCTION, &slot));
  const SarModelElement *owner = &model->elements[element.index];
  SarVariables variables = sar_field_variables(&owner->class->fields[sar_field_index(owner->class, field)]);
  SarScope scope = {resolve_variable, list_variable, &variables};
  return sar_expr_parse(model->context, model->arena, text, sar_nowhere(), owner->name, &scope, &slot->function[0]);
}

/* ---- references and frames ---- */

SarStatus sar_model_set_sides(SarModel *model, SarElementId element, const char *field, const char *first,
                              const char *second) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_SIDES, SAR_FIELD_SIDES, &slot));
  SAR_TRY(sar_model_split_side(model, first, sar_nowhere(), &slot->side[0]));
  return sar_model_split_side(model, second, sar_nowhere(), &slot->side[1]);
}

SarStatus sar_model_set_side(SarModel *model, SarElementId element, const char *field, const char *side) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_SIDE, SAR_FIELD_SIDE, &slot));
  return sar_model_split_side(model, side, sar_nowhere(), &slot->side[0]);
}

SarStatus sar_model_set_joints(SarModel *model, SarElementId element, const char *field, const char *const *names,
                               int32_t count) {
  SarValue *slot;
  SAR_TRY(open_field(model, element, field, SAR_FIELD_JOINTS, SAR_FIELD_JOINT, &slot));
  const char **copy = SAR_NEW(model->arena, count, const char *);
  if (!copy) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < count; i++) {
    copy[i] = sar_arena_copy_text(model->arena, names[i]);
    if (!copy[i]) return sar_report_no_memory(model->context);
  }
  slot->joints = copy;
  slot->nlist = count;
  return SAR_OK;
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
  SarValue *slot;
  SAR_TRY(open_field(model, body, "frames", SAR_FIELD_FRAMES, SAR_FIELD_FRAMES, &slot));
  if (sar_model_find_frame(model, body.index, name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), model->elements[body.index].name, "choose another name",
                      "the body already has a frame `%s`", name);
  }
  size_t count = (size_t)slot->nlist;
  SarNamedFrame *frames = sar_arena_grow(model->arena, slot->frames, count, count + 1, sizeof *frames);
  if (!frames) return sar_report_no_memory(model->context);
  frames[slot->nlist++] = frame;
  slot->frames = frames;
  return SAR_OK;
}
