/* Placing a sub-model: bodies, joints and frames (see place.h). */
#include <string.h>

#include "element/body/modal.h"
#include "read/mirror.h"
#include "read/placement.h"

/* ---- bodies ---- */

static void mirror_tensor(const SarPlacement *p, double tensor[3][3]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      if ((i == p->mirror) != (j == p->mirror)) tensor[i][j] = -tensor[i][j];
    }
  }
}

/* Shapes are their own mirror images, meshes become theirs. */
static void mirror_look(const SarPlacement *p, SarLook *look) {
  look->turn = sar_mirror_turn(p, look->turn);
  look->scale = sar_mirror(p, look->scale);
}

static SarStatus mirror_looks(SarFile *file, SarValue *value) {
  const SarPlacement *p = &file->placement;
  size_t count = (size_t)value->nlist;
  if (!count) return SAR_OK;
  SarLook *looks = sar_arena_grow(file->reader->model->arena, value->looks, count, count, sizeof *looks);
  if (!looks) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i++) {
    looks[i].at = sar_mirror(p, looks[i].at);
    mirror_look(p, &looks[i]);
  }
  value->looks = looks;
  return SAR_OK;
}

/* On the ground. */
static SarStatus place_shape(SarFile *file, const SarPlacement *p, SarShape *shape) {
  SarMat3 turn = sar_quat_matrix(p->turn);
  if (p->mirror >= 0) SAR_TRY(sar_mirror_shape(file, p, shape));
  shape->at = sar_add(p->at, sar_mul(&turn, shape->at));
  shape->axes = sar_mat3_mul(&turn, &shape->axes);
  return SAR_OK;
}

static SarStatus place_body(SarFile *file, SarModelElement *body) {
  const SarPlacement *p = &file->placement;
  SarValue *at = sar_place_value(body, "at"), *turn = sar_place_value(body, "turn");
  SarValue *velocity = sar_place_value(body, "velocity"), *omega = sar_place_value(body, "omega");
  SarValue *com = sar_place_value(body, "com"), *inertia = sar_place_value(body, "inertia");
  at->vector = sar_place_point(p, at->vector);
  turn->turn = sar_place_turn(p, turn->turn);
  velocity->vector = sar_place_direction(p, velocity->vector);
  omega->vector = sar_place_axial(p, omega->vector);
  if (com) com->vector = sar_mirror(p, com->vector);
  if (inertia) mirror_tensor(p, inertia->tensor);
  if (p->mirror < 0) return SAR_OK;
  if (body->class == &sar_body_modal) {
    body->faulty = true;
    return sar_report(file->reader->context, SAR_INPUT, body->source, body->name,
                      "reduce the mirrored finite-element model, and write the sub-model out",
                      "a modal body cannot be mirrored: its shapes are those of its file");
  }
  SAR_TRY(mirror_looks(file, sar_place_value(body, "looks")));
  SAR_TRY(sar_mirror_shapes(file, p, sar_place_value(body, "shapes")));
  return sar_mirror_frames(file, p, sar_place_value(body, "frames"));
}

/* ---- joints ---- */

static bool is_plain_ground(const SarSideName *side) {
  return side->body && !side->frame && strcmp(side->body, "ground") == 0;
}

/* Without `axis` the axes of the sides count. Those of the ground do not turn with the sub-model: they are written out.
 */
static void write_ground_axis(const SarModelElement *joint, SarValue *axis, const SarValue *between, bool second) {
  bool separate = joint->class->joint && joint->class->joint->frames == SAR_FRAMES_SEPARATE;
  bool ground = separate ? is_plain_ground(&between->side[second])
                         : is_plain_ground(&between->side[0]) || is_plain_ground(&between->side[1]);
  if (axis->given || !ground) return;
  axis->vector = separate ? sar_vec3(!second, second, 0) : sar_vec3(0, 0, 1);
  axis->given = true;
}

static void place_axis(const SarPlacement *p, SarModelElement *joint, const char *field) {
  SarValue *axis = sar_place_value(joint, field), *between = sar_place_value(joint, "between");
  if (!axis) return;
  if (between && !sar_place_only_moves(p)) write_ground_axis(joint, axis, between, strcmp(field, "axis2") == 0);
  if (!axis->given) return;
  bool direction = sar_place_axis_is_direction(joint->class);
  axis->vector = direction ? sar_place_direction(p, axis->vector) : sar_place_axial(p, axis->vector);
}

/* The sub-model's own ground as a frame on the ground: `ground.left` for the sub-model `left`. */
static SarStatus ground_frame(SarFile *file, const char **name) {
  SarModel *model = file->reader->model;
  *name = sar_arena_copy_text_n(model->arena, file->prefix, strlen(file->prefix) - 1);
  if (!*name) return sar_read_no_memory(file->reader);
  if (sar_model_find_frame(model, -1, *name)) return SAR_OK;
  const SarPlacement *p = &file->placement;
  SarNamedFrame frame = {*name, p->at, p->turn, sar_nowhere(), NULL};
  return sar_model_add_ground_frame(model, &frame);
}

SarStatus sar_place_ground_side(SarFile *file, SarSideName *side) {
  return is_plain_ground(side) ? ground_frame(file, &side->frame) : SAR_OK;
}

/* Where a class has no `at`, a side that is the ground means its origin and its axes, which have moved. */
static SarStatus place_ground_sides(SarFile *file, SarModelElement *element) {
  SarValue *between = sar_place_value(element, "between");
  if (!between || !between->given || sar_place_value(element, "at")) return SAR_OK;
  for (int i = 0; i < 2; i++) {
    SAR_TRY(sar_place_ground_side(file, &between->side[i]));
  }
  return SAR_OK;
}

static SarStatus place_joint(SarFile *file, SarModelElement *joint) {
  const SarPlacement *p = &file->placement;
  SarValue *at = sar_place_value(joint, "at"), *pitch = sar_place_value(joint, "pitch");
  if (!pitch) pitch = sar_place_value(joint, "pitch_radius");
  if (at && at->given) at->vector = sar_place_point(p, at->vector);
  place_axis(p, joint, "axis");
  place_axis(p, joint, "axis2");
  if (pitch && p->mirror >= 0) pitch->real = -pitch->real; /* a left-hand thread, the other side of a rack */
  if (p->mirror >= 0) SAR_TRY(sar_mirror_profile(file, joint));
  if (p->mirror >= 0) SAR_TRY(sar_mirror_stops(file, joint));
  if (p->mirror >= 0) SAR_TRY(sar_mirror_starts(file, joint));
  return place_ground_sides(file, joint);
}

static SarStatus place_force(SarFile *file, SarModelElement *force) {
  SAR_TRY(place_joint(file, force));
  return sar_place_force(file, force);
}

/* ---- motions ---- */

static SarStatus place_motion(SarFile *file, SarModelElement *motion) {
  const SarPlacement *p = &file->placement;
  SarValue *along = sar_place_value(motion, "along"), *about = sar_place_value(motion, "about");
  if (along && along->given) along->vector = sar_place_direction(p, along->vector);
  if (about && about->given) about->vector = sar_place_axial(p, about->vector);
  SAR_TRY(place_ground_sides(file, motion));
  return p->mirror < 0 ? SAR_OK : sar_mirror_motion(file, motion);
}

/* ---- everything ---- */

static SarStatus place_element(SarFile *file, SarModelElement *element) {
  if (element->faulty) return SAR_OK;
  switch (element->class->section) {
    case SAR_SECTION_BODIES: return place_body(file, element);
    case SAR_SECTION_SECTIONS: return sar_place_section(file, element);
    case SAR_SECTION_BEAMS: return sar_place_beam(file, element);
    case SAR_SECTION_FORCES: return place_force(file, element);
    case SAR_SECTION_MOTIONS: return place_motion(file, element);
    case SAR_SECTION_EQUATIONS: return place_ground_sides(file, element); /* rolling on a plane */
    case SAR_SECTION_MATERIALS:
    case SAR_SECTION_CONTACTS:    /* shapes are placed with their bodies */
    case SAR_SECTION_COORDINATES: /* plain numbers and expressions: nothing that could be placed */
    case SAR_SECTION_STATES:
    case SAR_SECTION_VARIABLES:
    case SAR_SECTION_MEASURES:
    case SAR_SECTION_INPUTS:
    case SAR_SECTION_EVENTS: return SAR_OK;
    case SAR_SECTION_JOINTS: break;
  }
  bool relation = element->class->joint && element->class->joint->relation;
  if (relation) return file->placement.mirror < 0 ? SAR_OK : sar_mirror_relation(file, element);
  return place_joint(file, element);
}

SarAdded sar_read_added(const SarModel *model) {
  return (SarAdded){model->nelements, model->nground_frames, model->nground_looks, model->nground_shapes};
}

static SarStatus place_ground(SarFile *file, const SarPlacement *p, const SarAdded *first) {
  SarModel *model = file->reader->model;
  for (int32_t i = first->ground_frames; i < model->nground_frames; i++) {
    SarNamedFrame *frame = &model->ground_frames[i];
    frame->at = sar_place_point(p, frame->at);
    frame->turn = sar_place_turn(p, frame->turn);
  }
  for (int32_t i = first->ground_looks; i < model->nground_looks; i++) {
    SarLook *look = &model->ground_looks[i];
    look->at = sar_place_point(p, look->at);
    if (p->mirror >= 0) mirror_look(p, look);
    look->turn = sar_quat_normalise(sar_quat_mul(p->turn, look->turn));
  }
  for (int32_t i = first->ground_shapes; i < model->nground_shapes; i++) {
    SAR_TRY(place_shape(file, p, &model->ground_shapes[i].shape));
  }
  return SAR_OK;
}

SarStatus sar_place(SarFile *file, const SarAdded *first) {
  SarModel *model = file->reader->model;
  SarStatus status = place_ground(file, &file->placement, first);
  /* Motions and relations ask how their joints were given: these come last. */
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = first->elements; i < model->nelements; i++) {
      SarModelElement *element = &model->elements[i];
      bool asks =
          element->class->section == SAR_SECTION_MOTIONS || (element->class->joint && element->class->joint->relation);
      if (asks != (pass == 1)) continue;
      SarStatus one = place_element(file, element);
      if (one != SAR_OK) status = one;
    }
  }
  return status;
}
