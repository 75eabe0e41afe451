/* Sides of joints and forces: from names, `at` and `axis` to frames on bodies (docs/model.md, "Joints"). `between`
 * names two frames, which assembly brings together, or bodies with a common `at` and `axis` in ground axes at the pose
 * written.
 *
 * Frames that the user leaves open are built from the bodies' own axes, never from the ground's where a moving body is
 * at hand: then turning the whole model in space turns everything with it. */
#include <math.h>

#include "system/compiled.h"

typedef struct Given {
  bool at, axis, axis2;
  SarVec3 at_value, axis_value, axis2_value;
} Given;

static const SarValue *optional_value(const SarModelElement *element, const char *field) {
  int32_t index = sar_field_index(element->class, field);
  return index >= 0 && element->values[index].given ? &element->values[index] : NULL;
}

static Given given_of(const SarModelElement *element) {
  Given g = {0};
  const SarValue *value;
  if ((value = optional_value(element, "at"))) g.at = true, g.at_value = value->vector;
  if ((value = optional_value(element, "axis"))) g.axis = true, g.axis_value = value->vector;
  if ((value = optional_value(element, "axis2"))) g.axis2 = true, g.axis2_value = value->vector;
  return g;
}

SarSide sar_system_side(const SarSystem *s, const SarSideName *name) {
  int32_t owner = sar_model_find(s->model, name->body); /* -1: the ground; the model was validated */
  int32_t body = owner < 0 ? sar_system_ground(s) : s->places[owner].body;
  SarVec3 com = owner < 0 ? sar_vec3(0, 0, 0) : s->bodies[body].com;
  if (!name->frame) return (SarSide){body, sar_neg(com), sar_mat3_identity()}; /* the reference point */
  const SarNamedFrame *frame = sar_model_find_frame(s->model, owner, name->frame);
  return (SarSide){body, sar_sub(frame->at, com), sar_quat_matrix(sar_quat_normalise(frame->turn))};
}

/* A ground point or direction in the axes of a body at the written pose. */
static SarVec3 point_in(const SarKin *k, SarVec3 point) { return sar_mul_t(&k->A, sar_sub(point, k->r)); }

/* A unit vector perpendicular to z, made from the axes of a body. */
static SarVec3 perpendicular(const SarKin *k, SarVec3 z) {
  int best = 0;
  double least = 2;
  for (int i = 0; i < 3; i++) {
    double along = fabs(sar_dot(sar_column(&k->A, i), z));
    if (along < least - 1e-9) least = along, best = i;
  }
  SarVec3 x = sar_column(&k->A, best);
  x = sar_axpy(-sar_dot(x, z), z, x);
  return sar_scale(1 / sar_norm(x), x);
}

/* Axes with the given z and x (ground axes) in the axes of a body. */
static SarMat3 axes_in(const SarKin *k, SarVec3 z, SarVec3 x) {
  SarMat3 ground = sar_mat3_columns(x, sar_cross(z, x), z);
  return sar_mat3_tmul(&k->A, &ground);
}

/* All three axes are tied, so any will do: fixed, same-orientation. */
static bool ties_all_axes(const SarElementClass *class) {
  bool first[3] = {false, false, false};
  for (int32_t i = 0; class->joint && i < class->joint->nrows; i++) {
    if (class->joint->rows[i].kind == SAR_ROW_DOT1) first[class->joint->rows[i].first] = true;
  }
  return first[0] && first[1] && first[2];
}

/* Do the two sides have points of their own (a rod, a spring), need one common point, or none at all? */
typedef enum Points { POINTS_COMMON, POINTS_SEPARATE, POINTS_FREE } Points;

static Points points_of(const SarElementClass *class) {
  if (!class->joint) return sar_field_index(class, "at") >= 0 ? POINTS_COMMON : POINTS_SEPARATE;
  Points points = POINTS_FREE;
  for (int32_t i = 0; i < class->joint->nrows; i++) {
    SarRowKind kind = class->joint->rows[i].kind;
    if (kind == SAR_ROW_DISTANCE) return POINTS_SEPARATE;
    if (kind == SAR_ROW_POINT || kind == SAR_ROW_DOT2) points = POINTS_COMMON;
  }
  return points;
}

/* Whether a side says where it is: a frame, the node of a beam, or an interface of a modal body. */
static bool is_framed(const SarSystem *s, const SarSideName *name) {
  int32_t owner = name->frame ? -1 : sar_model_find(s->model, name->body);
  return name->frame || (owner >= 0 && (s->model->elements[owner].beam || s->model->elements[owner].modal));
}

static SarStatus place_points(SarSystem *s, const SarModelElement *element, const Given *g, const SarSideName *names,
                              SarSide *side, const SarKin *kin) {
  bool framed[2] = {is_framed(s, &names[0]), is_framed(s, &names[1])};
  if (g->at && framed[0] && framed[1]) {
    return sar_report(s->context, SAR_INPUT, optional_value(element, "at")->source, element->name,
                      "remove `at`, or name bodies instead of frames in `between`",
                      "`at` has no meaning: both sides are frames");
  }
  Points points = points_of(element->class);
  if (g->at) {
    for (int i = 0; i < 2; i++) {
      if (!framed[i]) side[i].point = point_in(&kin[i], g->at_value);
    }
    return SAR_OK;
  }
  if (points != POINTS_COMMON) return SAR_OK; /* reference points serve where no frame is named */
  if (!framed[0] && !framed[1] && ties_all_axes(element->class)) {
    framed[side[1].body < s->nbodies ? 1 : 0] = true; /* a weld: any point will do, the second reference point is it */
  }
  if (!framed[0] && !framed[1]) {
    return sar_report(s->context, SAR_INPUT, element->source, element->name,
                      "give `at: [x, y, z]` in ground axes, or name a frame, as in `between: [ground, crank.pin]`",
                      "the place is not given: neither side is a frame and there is no `at`");
  }
  int open = framed[0] ? 1 : 0; /* a body without a frame takes the other side's point */
  if (!framed[open]) side[open].point = point_in(&kin[open], sar_kin_point(&kin[1 - open], side[1 - open].point));
  return SAR_OK;
}

static bool rows_need_axis(const SarElementClass *class) {
  if (!class->joint) return class->force && class->force->law; /* a rotational spring; a bushing takes bodies' axes */
  for (int32_t i = 0; i < class->joint->nrows; i++) {
    if (class->joint->rows[i].kind == SAR_ROW_DOT2) return true;
    if (class->joint->rows[i].kind == SAR_ROW_TWIST) return true;
  }
  return !ties_all_axes(class) && class->joint->frames != SAR_FRAMES_NONE;
}

static SarStatus common_axes(SarSystem *s, const SarModelElement *element, const Given *g, const SarSideName *names,
                             SarSide *side, const SarKin *kin) {
  const SarKin *moving = side[0].body < s->nbodies ? &kin[0] : &kin[1];
  if (g->axis) {
    SarVec3 x = perpendicular(moving, g->axis_value);
    for (int i = 0; i < 2; i++) side[i].axes = axes_in(&kin[i], g->axis_value, x);
    return SAR_OK;
  }
  bool framed[2] = {is_framed(s, &names[0]), is_framed(s, &names[1])};
  if (framed[0] && framed[1]) return SAR_OK; /* each side's own frame: assembly closes them */
  if (!framed[0] && !framed[1] && rows_need_axis(element->class)) {
    return sar_report(s->context, SAR_INPUT, element->source, element->name,
                      "give `axis: x`, `y`, `z` or a vector in ground axes, or name frames, whose z is the axis",
                      "a %s needs an axis", element->class->name);
  }
  int from = framed[0] ? 0 : framed[1] ? 1 : moving == &kin[0] ? 0 : 1;
  SarMat3 ground = sar_mat3_mul(&kin[from].A, &side[from].axes);
  side[1 - from].axes = sar_mat3_tmul(&kin[1 - from].A, &ground);
  return SAR_OK;
}

/* Universal, perpendicular: one axis on each body; the x axes point along the other body's axis. */
static SarStatus separate_axes(SarSystem *s, const SarModelElement *element, const Given *g, SarSide *side,
                               const SarKin *kin) {
  SarVec3 z0 = g->axis ? g->axis_value : sar_mul(&kin[0].A, sar_column(&side[0].axes, 0));
  SarVec3 z1 = g->axis2 ? g->axis2_value : sar_mul(&kin[1].A, sar_column(&side[1].axes, 1));
  SarVec3 x0 = sar_axpy(-sar_dot(z0, z1), z0, z1), x1 = sar_axpy(-sar_dot(z0, z1), z1, z0);
  double n0 = sar_norm(x0), n1 = sar_norm(x1);
  if (n0 < 1e-6 || n1 < 1e-6) {
    return sar_report(s->context, SAR_INPUT, element->source, element->name,
                      "choose `axis2` perpendicular to `axis`; both are in ground axes at the written pose",
                      "the two axes of this %s are parallel", element->class->name);
  }
  side[0].axes = axes_in(&kin[0], z0, sar_scale(1 / n0, x0));
  side[1].axes = axes_in(&kin[1], z1, sar_scale(1 / n1, x1));
  return SAR_OK;
}

SarStatus sar_system_sides(SarSystem *s, int32_t e, SarFrameRule rule, SarSide *a, SarSide *b) {
  const SarModelElement *element = &s->model->elements[e];
  const SarSideName *names = sar_model_value(element, "between")->side;
  SarSide side[2] = {sar_system_side(s, &names[0]), sar_system_side(s, &names[1])};
  SarKin kin[2] = {sar_system_written(s, side[0].body), sar_system_written(s, side[1].body)};
  Given g = given_of(element);
  SAR_TRY(place_points(s, element, &g, names, side, kin));
  if (rule == SAR_FRAMES_COMMON) SAR_TRY(common_axes(s, element, &g, names, side, kin));
  if (rule == SAR_FRAMES_SEPARATE) SAR_TRY(separate_axes(s, element, &g, side, kin));
  *a = side[0];
  *b = side[1];
  return SAR_OK;
}
