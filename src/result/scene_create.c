/* The scene of a system: bodies, frames and the places of what acts between them, in the model's units. */
#include <math.h>
#include <string.h>

#include "element/body/modal.h"
#include "result/scene.h"

static SarVec3 length_of(const SarSystem *s, SarVec3 metres) {
  return sar_scale(1 / sar_system_model(s)->units.length, metres);
}

/* ---- bodies ---- */

static SarStatus copy_frames(SarContext *context, SarScene *scene, const SarSystem *s, const SarNamedFrame *frames,
                             int32_t count, SarVec3 com, SarSceneBody *body) {
  body->frames = SAR_NEW(scene->arena, count + 1, SarSceneFrame);
  if (!body->frames) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) {
    SarSceneFrame *frame = &body->frames[i];
    frame->name = sar_arena_copy_text(scene->arena, frames[i].name);
    if (!frame->name) return sar_report_no_memory(context);
    frame->at = length_of(s, sar_sub(frames[i].at, com));
    frame->turn = sar_quat_normalise(frames[i].turn);
  }
  body->nframes = count;
  return SAR_OK;
}

static SarStatus copy_body(SarContext *context, SarScene *scene, const SarSystem *s, int32_t index) {
  const SarModel *model = sar_system_model(s);
  const SarBody *from = sar_system_body(s, index);
  SarSceneBody *body = &scene->bodies[index];
  const SarUnits *units = &model->units;
  const double *q = &sar_system_guess(s).q[7 * index];
  double moment = sar_units_factor(units, "kg*m^2");
  const double(*m)[3] = from->inertia.m;
  const double inertia[6] = {m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]};
  body->name = sar_arena_copy_text(scene->arena, from->name);
  if (!body->name) return sar_report_no_memory(context);
  body->mass = from->mass / units->mass;
  for (int i = 0; i < 6; i++) body->inertia[i] = inertia[i] / moment;
  body->position = length_of(s, sar_vec3_load(q));
  body->turn = sar_quat_load(q + 3);
  const SarValue *frames = sar_model_value(&model->elements[from->element], "frames");
  bool modal = model->elements[from->element].class == &sar_body_modal; /* its interfaces have them */
  return copy_frames(context, scene, s, frames->frames, frames->given && !modal ? frames->nlist : 0, from->com, body);
}

static SarStatus copy_bodies(SarContext *context, SarScene *scene, const SarSystem *s) {
  int32_t nbodies = sar_system_bodies(s);
  const SarModel *model = sar_system_model(s);
  scene->bodies = SAR_NEW(scene->arena, nbodies + 1, SarSceneBody);
  if (!scene->bodies) return sar_report_no_memory(context);
  scene->nbodies = nbodies;
  for (int32_t b = 0; b < nbodies; b++) SAR_TRY(copy_body(context, scene, s, b));
  scene->ground = (SarSceneBody){.name = "ground", .turn = sar_quat_identity()};
  return copy_frames(context, scene, s, model->ground_frames, model->nground_frames, sar_vec3(0, 0, 0), &scene->ground);
}

/* ---- what acts between bodies ---- */

static SarSceneSide side_of(const SarSystem *s, const SarSide *side) {
  return (SarSceneSide){.body = side->body < sar_system_bodies(s) ? side->body : SAR_SCENE_GROUND,
                        .at = length_of(s, side->point),
                        .turn = sar_quat_from_matrix(&side->axes)};
}

/* Motions of all fields that begin with `translation` move along a line. */
static bool is_translation(const SarModelElement *element) {
  for (int32_t i = 0; i < element->class->nfields; i++) {
    if (element->values[i].given && strncmp(element->class->fields[i].name, "translation", 11) == 0) return true;
  }
  return false;
}

static const char *motion_type(const SarModelElement *element) {
  bool joint = sar_model_value(element, "joint")->given;
  if (is_translation(element)) return joint ? "joint translation" : "frame translation";
  return joint ? "joint motion" : "frame motion";
}

/* Where an element belongs, and what it is called there; null: it has no place in the scene. */
static SarSceneLinks *links_of(SarScene *scene, const SarSystem *s, int32_t e, const char **type) {
  const SarModelElement *element = sar_system_element(s, e);
  SarSide held[2];
  *type = element->class->name;
  bool sides = sar_field_index(element->class, "between") >= 0;
  switch (element->class->section) {
    case SAR_SECTION_JOINTS: return &scene->joints; /* gears act on the sides of the joints they name */
    case SAR_SECTION_FORCES: return sides ? &scene->forces : NULL;
    case SAR_SECTION_MOTIONS: *type = motion_type(element); return &scene->motions;
    case SAR_SECTION_EQUATIONS: return sides || sar_scene_held_distance(s, e, held) ? &scene->others : NULL;
    default: return NULL;
  }
}

/* Of the class, or of what the user made of it. */
static void place_link(const SarSystem *s, int32_t e, SarSceneLink *link) {
  SarSide held[2];
  bool distance = sar_scene_held_distance(s, e, held);
  link->mark = sar_system_element(s, e)->class->mark;
  if (distance) link->mark.shape = SAR_MARK_ROD;
  link->sides[0] = side_of(s, distance ? &held[0] : &sar_system_place(s, e)->a);
  link->sides[1] = side_of(s, distance ? &held[1] : &sar_system_place(s, e)->b);
}

static SarStatus copy_links(SarContext *context, SarScene *scene, const SarSystem *s) {
  const SarModel *model = sar_system_model(s);
  for (int32_t e = 0; e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    const char *type;
    SarSceneLinks *links = links_of(scene, s, e, &type);
    if (!links) continue;
    SarSceneLink *link =
        sar_arena_append(scene->arena, 8, &links->list, &links->count, &links->capacity, sizeof *links->list);
    if (!link) return sar_report_no_memory(context);
    link->name = sar_arena_copy_text(scene->arena, element->name);
    link->type = sar_arena_copy_text(scene->arena, type);
    if (!link->name || !link->type) return sar_report_no_memory(context);
    place_link(s, e, link);
  }
  return SAR_OK;
}

/* ---- the whole ---- */

static char up_axis(SarVec3 gravity) {
  double g[3];
  sar_vec3_store(gravity, g);
  int up = 2; /* z wins where two are alike, and without gravity */
  for (int i = 1; i >= 0; i--) {
    if (fabs(g[i]) > fabs(g[up])) up = i;
  }
  return (char)('x' + up);
}

static SarStatus fill(SarContext *context, SarScene *scene, const SarSystem *s) {
  const SarUnits *units = &sar_system_model(s)->units;
  scene->length_unit = units->length;
  scene->length = sar_system_measured_length(s) / units->length;
  scene->gravity = sar_scale(1 / sar_units_factor(units, "m/s^2"), sar_system_gravity(s));
  scene->up = up_axis(sar_system_gravity(s));
  SAR_TRY(copy_bodies(context, scene, s));
  SAR_TRY(copy_links(context, scene, s));
  SAR_TRY(sar_scene_add_modal(context, scene, s));
  return sar_scene_make_shapes(context, scene, s);
}

SarStatus sar_scene_create(SarContext *context, const SarSystem *system, SarScene **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  SarScene *scene = arena ? SAR_NEW(arena, 1, SarScene) : NULL;
  if (!scene) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  scene->arena = arena;
  SarStatus status = fill(context, scene, system);
  if (status == SAR_OK) {
    *out = scene;
  } else {
    sar_arena_destroy(&arena);
  }
  return status;
}

void sar_scene_destroy(SarScene **scene) {
  if (!scene || !*scene) return;
  SarArena *arena = (*scene)->arena;
  *scene = NULL;
  sar_arena_destroy(&arena);
}
