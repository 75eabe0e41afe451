/* The shapes of a model that touch, and the public interface to them. */
#include "model/shapes.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "model/set.h"

const SarModelShape *sar_model_shapes(const SarModel *model, int32_t element, int32_t *count) {
  if (element < 0) {
    *count = model->nground_shapes;
    return model->ground_shapes;
  }
  const SarModelElement *body = &model->elements[element];
  int32_t field = body->class->section == SAR_SECTION_BODIES ? sar_field_index(body->class, "shapes") : -1;
  *count = field < 0 ? 0 : body->values[field].nlist;
  return field < 0 ? NULL : body->values[field].shapes;
}

int32_t sar_model_find_shape(const SarModel *model, int32_t element, const char *name) {
  int32_t count;
  const SarModelShape *shapes = sar_model_shapes(model, element, &count);
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(shapes[i].name, name) == 0) return i;
  }
  return -1;
}

SarStatus sar_model_add_ground_shape(SarModel *model, const SarModelShape *shape) {
  if (sar_model_find_shape(model, -1, shape->name) >= 0) {
    return sar_report(model->context, SAR_INPUT, shape->source, "ground", "choose another name",
                      "the ground already has a shape `%s`", shape->name);
  }
  SarModelShape *slot = sar_arena_append(model->arena, 8, &model->ground_shapes, &model->nground_shapes,
                                         &model->ground_shapes_capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(model->context);
  *slot = *shape;
  return SAR_OK;
}

/* ---- the public interface ---- */

static SarStatus refuse(SarModel *model, const char *owner, const char *remedy, const char *name, const char *what) {
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner, remedy, "the shape `%s`: %s", name, what);
}

static SarStatus set_geometry(SarModel *model, const char *owner, const char *kind, const double *sizes, int32_t count,
                              double radius, SarModelShape *out) {
  SarShape *shape = &out->shape;
  shape->class = sar_shape_class_named(kind);
  if (!shape->class || count != shape->class->nsizes) {
    return refuse(model, owner,
                  "use sphere with 1 size, capsule, cylinder or torus with 2, box or ellipsoid with 3, plane without",
                  out->name, "there is no such kind, or it has another number of sizes");
  }
  for (int32_t i = 0; i < count; i++) shape->sizes[i] = sizes[i];
  bool rounded = shape->class->rounding != NULL;
  shape->radius = radius != 0 || !rounded ? radius : shape->class->rounding(shape);
  if (radius != 0 && !rounded) return refuse(model, owner, "give a radius of 0", out->name, "it has no edges to round");
  const char *fault = sar_shape_fault(shape);
  return fault ? refuse(model, owner, "correct sizes or radius", out->name, fault) : SAR_OK;
}

static SarStatus set_place(SarModel *model, const char *owner, const double at[3], const double quaternion[4],
                           SarModelShape *out) {
  double square = 0;
  for (int i = 0; i < 4; i++) square += quaternion[i] * quaternion[i];
  if (!(square > 0) || !isfinite(square) || !isfinite(at[0] + at[1] + at[2])) {
    return refuse(model, owner, "give finite numbers and a quaternion of length 1", out->name,
                  "its placement is not usable");
  }
  out->shape.at = sar_vec3_load(at);
  out->shape.axes = sar_quat_matrix(sar_quat_normalise(sar_quat_load(quaternion)));
  return SAR_OK;
}

static SarStatus copy(SarModel *model, const char *text, const char **out) {
  *out = text ? sar_arena_copy_text(model->arena, text) : NULL;
  return text && !*out ? sar_report_no_memory(model->context) : SAR_OK;
}

static SarStatus set_traits(SarModel *model, const char *owner, const SarShapeTraits *traits, SarModelShape *out) {
  bool massless = out->shape.class->unbounded;
  if (!(traits->density >= 0) || !isfinite(traits->density) || (massless && traits->density > 0)) {
    return refuse(model, owner, "give 0, or a density of a shape that has a volume", out->name,
                  "its density is not usable");
  }
  if (traits->group && (!sar_text_is_name(traits->group) || sar_text_is_reserved(traits->group))) {
    return refuse(model, owner, "use letters, digits and _", out->name, "its group has no valid name");
  }
  out->density = traits->density;
  out->colour = traits->colour ? sar_colour(traits->colour) : SAR_NO_COLOUR;
  if (traits->colour && out->colour == SAR_NO_COLOUR) {
    return refuse(model, owner, "write \"#rrggbb\", or a word such as red", out->name, "there is no such colour");
  }
  SAR_TRY(copy(model, traits->group, &out->group));
  return copy(model, traits->material, &out->material);
}

static SarStatus add_to_body(SarModel *model, SarElementId body, const SarModelShape *shape) {
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, body, "shapes", SAR_FIELD_SHAPES, &slot));
  if (sar_model_find_shape(model, body.index, shape->name) >= 0) {
    return refuse(model, slot.owner, "choose another name", shape->name, "it is there already");
  }
  size_t count = (size_t)slot.value.nlist;
  SarModelShape *shapes = sar_arena_grow(model->arena, slot.value.shapes, count, count + 1, sizeof *shapes);
  if (!shapes) return sar_report_no_memory(model->context);
  shapes[slot.value.nlist++] = *shape;
  slot.value.shapes = shapes;
  return sar_slot_close(&slot);
}

SarStatus sar_model_add_shape(SarModel *model, SarElementId body, const char *name, const char *kind,
                              const double *sizes, int32_t count, const double at[3], const double quaternion[4],
                              const SarShapeTraits *traits) {
  static const SarShapeTraits none = {0};
  SAR_NEED(model ? model->context : NULL, model && name && kind && (sizes || count <= 0) && at && quaternion);
  const char *owner = body.index < 0 ? "ground" : NULL;
  SarModelShape shape = {.source = sar_nowhere()};
  if (!traits) traits = &none;
  if (!sar_text_is_name(name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), owner,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  SAR_TRY(copy(model, name, &shape.name));
  SAR_TRY(set_geometry(model, owner, kind, sizes, count, traits->radius, &shape));
  SAR_TRY(set_place(model, owner, at, quaternion, &shape));
  SAR_TRY(set_traits(model, owner, traits, &shape));
  return body.index < 0 ? sar_model_add_ground_shape(model, &shape) : add_to_body(model, body, &shape);
}
