/* Shapes of bodies: the model's, or made up from joints and mass so that a mechanism can be recognised.
 *
 *   the model says how it looks             that alone
 *   the model has a shape for its mass      that, with thin rods to joints outside of it
 *   it rolls                                the disk, wheel or sphere that rolls
 *   joints away from the centre of mass     a link: rods between two or three joints, or from the centre to each
 *   one joint away from it                  a rod as long as the inertia says, or a bob on a rod
 *   it slides on another body               a box along the direction of sliding
 *   a revolute joint at the centre          a rotor about its axis with the inertia of the body; with a pin, a crank
 *   no joints                               a box with the inertia of the body, a ball for a point mass
 *
 * Sizes are in L, the scene's typical length, where nothing better is known. */
#include <math.h>
#include <string.h>

#include "element/body/modal.h"
#include "result/scene.h"
#include "result/scene_inertia.h"

#define ROD 0.06         /* radius of a rod, L */
#define ROD_SLENDER 0.15 /* and at most this part of its length */
#define NEAR 0.05        /* joints nearer to the centre than this, L, are at it */
#define SAME 1e-3        /* places nearer to each other than this, L, are one */
#define MOST_PLACES 64   /* of one body that get rods */
#define SLIDER 0.5       /* length of a slider of which nothing is known, L */

/* What is known of a body. */
typedef struct Sketch {
  SarVec3 *places; /* of joints and springs, each once */
  int32_t count, capacity;
  bool slides, turns;
  SarVec3 slide, slide_at, axis; /* direction and place of sliding; axis of a revolute joint at the centre */
  const SarModelElement *rolling;
  SarSceneSide rolling_at;
} Sketch;

/* ---- collecting ---- */

/* Whether a joint ties points, and not directions or other joints alone. */
static bool has_place(const SarJointSpec *joint) {
  if (joint->relation) return false;
  for (int32_t i = 0; i < joint->nrows; i++) {
    SarRowKind kind = joint->rows[i].kind;
    if (kind == SAR_ROW_POINT || kind == SAR_ROW_DOT2 || kind == SAR_ROW_DISTANCE) return true;
  }
  return false;
}

static bool has_coordinate(const SarJointSpec *joint, SarCoordinateKind kind) {
  for (int32_t i = 0; i < joint->ncoordinates; i++) {
    if (joint->coordinates[i].kind == kind) return true;
  }
  return false;
}

/* Whether one side slides in the other: displacements without tilting. A point on a line closes loops more often than
 * it is a slider. */
static bool is_slider(const SarJointSpec *joint) {
  int32_t held = 0;
  for (int32_t i = 0; i < joint->nrows; i++) held += joint->rows[i].kind == SAR_ROW_DOT1;
  return held >= 2 && has_coordinate(joint, SAR_COORDINATE_DISPLACEMENT);
}

static SarStatus add_place(SarContext *context, SarScene *scene, Sketch *sketch, SarVec3 at) {
  for (int32_t i = 0; i < sketch->count; i++) {
    if (sar_norm(sar_sub(sketch->places[i], at)) < SAME * scene->length) return SAR_OK;
  }
  if (sketch->count == MOST_PLACES) return SAR_OK;
  SarVec3 *place =
      sar_arena_append(scene->arena, 4, &sketch->places, &sketch->count, &sketch->capacity, sizeof *sketch->places);
  if (!place) return sar_report_no_memory(context);
  *place = at;
  return SAR_OK;
}

/* Where along its line a slider is said to be does not matter: what counts is the point of the line nearest to the
 * centre of mass. */
static void note_slide(const SarJointSpec *joint, const SarSceneSide *side, Sketch *sketch) {
  SarMat3 axes = sar_quat_matrix(side->turn);
  int32_t i = 0;
  while (joint->coordinates[i].kind != SAR_COORDINATE_DISPLACEMENT) i++;
  sketch->slides = true;
  sketch->slide = sar_column(&axes, (int)joint->coordinates[i].axis);
  sketch->slide_at = sar_axpy(-sar_dot(side->at, sketch->slide), sketch->slide, side->at);
}

/* slides: this side is what slides, not what it slides on. */
static SarStatus add_joint(SarContext *context, SarScene *scene, const SarJointSpec *joint, const SarSceneSide *side,
                           bool slides, Sketch *sketch) {
  if (is_slider(joint) && slides) {
    note_slide(joint, side, sketch);
    return add_place(context, scene, sketch, sketch->slide_at);
  }
  bool turns = has_coordinate(joint, SAR_COORDINATE_ANGLE) && !is_slider(joint);
  if (turns && !sketch->turns && sar_norm(side->at) < NEAR * scene->length) { /* the first one counts */
    SarMat3 axes = sar_quat_matrix(side->turn);
    sketch->turns = true;
    sketch->axis = sar_column(&axes, 2);
  }
  return add_place(context, scene, sketch, side->at);
}

/* Takes what one element says about the body of one of its sides. */
static SarStatus add_side(SarContext *context, SarScene *scene, const SarModelElement *element,
                          const SarSceneLink *link, bool second, Sketch *sketch) {
  const SarElementClass *class = element->class;
  const SarSceneSide *side = &link->sides[second];
  if (class->section == SAR_SECTION_JOINTS && has_place(class->joint)) {
    bool slides = second || link->sides[1].body == SAR_SCENE_GROUND;
    return add_joint(context, scene, class->joint, side, slides, sketch);
  }
  if (class->section == SAR_SECTION_FORCES) {
    return class->mark.holds ? add_place(context, scene, sketch, side->at) : SAR_OK;
  }
  if (class->section == SAR_SECTION_EQUATIONS && second && sar_field_index(class, "radius") >= 0) {
    sketch->rolling = element;
    sketch->rolling_at = *side;
  }
  return SAR_OK;
}

static SarStatus collect_from(SarContext *context, SarScene *scene, const SarSystem *s, const SarSceneLinks *links,
                              Sketch *sketches) {
  const SarModel *model = sar_system_model(s);
  for (int32_t i = 0; i < links->count; i++) {
    const SarModelElement *element = &model->elements[sar_model_find(model, links->list[i].name)];
    for (int side = 0; side < 2; side++) {
      int32_t body = links->list[i].sides[side].body;
      if (body == SAR_SCENE_GROUND) continue;
      SAR_TRY(add_side(context, scene, element, &links->list[i], side == 1, &sketches[body]));
    }
  }
  return SAR_OK;
}

/* ---- drawing ---- */

typedef struct Pen {
  SarContext *context;
  SarScene *scene;
  SarSceneBody *body;
} Pen;

static SarStatus put(const Pen *pen, SarSceneShape shape) {
  SarSceneShape *slot = sar_scene_add_shape(pen->scene, pen->body);
  if (!slot) return sar_report_no_memory(pen->context);
  *slot = shape;
  return SAR_OK;
}

static SarStatus put_ball(const Pen *pen, SarVec3 at, double radius) {
  SarSceneShape ball = {.kind = SAR_SCENE_SPHERE, .origin = SAR_SCENE_DEFAULT, .turn = sar_quat_identity()};
  ball.size[0] = radius;
  ball.at = at;
  return put(pen, ball);
}

static double rod_radius(const Pen *pen, double length) { return fmin(ROD * pen->scene->length, ROD_SLENDER * length); }

static SarStatus put_rod(const Pen *pen, SarVec3 from, SarVec3 to, double thickness) {
  SarVec3 along = sar_sub(to, from);
  double length = sar_norm(along);
  if (!(length > SAME * pen->scene->length)) return SAR_OK;
  SarSceneShape rod = {.kind = SAR_SCENE_CAPSULE, .origin = SAR_SCENE_DEFAULT};
  rod.size[0] = thickness * rod_radius(pen, length);
  rod.size[1] = length;
  rod.at = sar_scale(0.5, sar_add(from, to));
  rod.turn = sar_scene_turn_z(along);
  return put(pen, rod);
}

/* The distance of the centre of mass from the segment p q. */
static double off_segment(SarVec3 p, SarVec3 q) {
  SarVec3 along = sar_sub(q, p);
  double t = -sar_dot(p, along) / sar_dot(along, along);
  return sar_norm(sar_axpy(fmin(1, fmax(0, t)), along, p));
}

static SarStatus put_star(const Pen *pen, const SarVec3 *places, int32_t count) {
  for (int32_t i = 0; i < count; i++) SAR_TRY(put_rod(pen, sar_vec3(0, 0, 0), places[i], 1));
  return SAR_OK;
}

/* A uniform rod with this radius of gyration k across it is 2 sqrt(3) k long: where that comes near to what the joint's
 * distance suggests the body is a rod that goes on behind its centre, else a bob. */
static SarStatus put_pendulum(const Pen *pen, SarVec3 place) {
  double distance = sar_norm(place), half = sqrt(3) * sar_scene_gyration_across(pen->body, place);
  if (half > 0.5 * distance) {
    return put_rod(pen, place, sar_scale(-fmin(half, 2 * distance) / distance, place), 1);
  }
  SAR_TRY(put_rod(pen, sar_vec3(0, 0, 0), place, 1));
  return put_ball(pen, sar_vec3(0, 0, 0), 3 * rod_radius(pen, distance));
}

/* The farthest of places that all lie in one direction; null: they do not. */
static const SarVec3 *one_sided(const SarVec3 *places, int32_t count) {
  const SarVec3 *farthest = &places[0];
  for (int32_t i = 1; i < count; i++) {
    double cosine = sar_dot(places[0], places[i]) / (sar_norm(places[0]) * sar_norm(places[i]));
    if (!(cosine > 0.99)) return NULL;
    if (sar_norm(places[i]) > sar_norm(*farthest)) farthest = &places[i];
  }
  return farthest;
}

static SarStatus put_link(const Pen *pen, const SarVec3 *places, int32_t count) {
  const SarVec3 *farthest = one_sided(places, count);
  if (farthest) return put_pendulum(pen, *farthest);
  if (count == 3) {
    for (int32_t i = 0; i < 3; i++) SAR_TRY(put_rod(pen, places[i], places[(i + 1) % 3], 1));
    return SAR_OK;
  }
  double length = sar_norm(sar_sub(places[0], places[1]));
  bool straight = count == 2 && off_segment(places[0], places[1]) < fmax(2 * rod_radius(pen, length), 0.1 * length);
  return straight ? put_rod(pen, places[0], places[1], 1) : put_star(pen, places, count);
}

/* A box along the direction of sliding; where the inertia gives a box of reasonable size, as large as that. */
static SarStatus put_slider(const Pen *pen, const Sketch *sketch) {
  double length = pen->scene->length, size = SLIDER * length;
  SarSceneShape like;
  if (sar_scene_inertia_box(pen->body, &like)) {
    double mean = cbrt(like.size[0] * like.size[1] * like.size[2]);
    size = fmin(fmax(1.5 * mean, 0.2 * length), 0.7 * length);
  }
  SarSceneShape box = {.kind = SAR_SCENE_BOX, .origin = SAR_SCENE_DEFAULT, .size = {0.6 * size, 0.6 * size, size}};
  bool at_centre = sar_norm(sketch->slide_at) < size;
  box.at = at_centre ? sar_vec3(0, 0, 0) : sketch->slide_at;
  box.turn = sar_scene_turn_z(sketch->slide);
  return put(pen, box);
}

/* A disk about the axis, as large as the inertia says but within the pin, and an arm to the pin. */
static SarStatus put_crank(const Pen *pen, SarVec3 axis, SarVec3 pin) {
  double distance = sar_norm(pin);
  SarSceneShape disk;
  if (sar_scene_inertia_rotor(pen->body, axis, &disk)) {
    disk.size[0] = fmin(fmax(disk.size[0], 0.25 * distance), distance);
    disk.size[1] = rod_radius(pen, distance);
    SAR_TRY(put(pen, disk));
  }
  return put_rod(pen, sar_vec3(0, 0, 0), pin, 1);
}

/* Of a body whose joints are all at its centre, or that has none. */
static SarStatus put_lump(const Pen *pen, const Sketch *sketch) {
  double length = pen->scene->length;
  SarSceneShape shape;
  bool made = sketch->turns ? sar_scene_inertia_rotor(pen->body, sketch->axis, &shape)
                            : sar_scene_inertia_box(pen->body, &shape);
  double largest = made ? fmax(shape.size[0], fmax(shape.size[1], shape.size[2])) : 0;
  if (!(largest > 0.05 * length)) return put_ball(pen, sar_vec3(0, 0, 0), 0.15 * length); /* a point mass */
  if (largest > 4 * length) {
    for (int i = 0; i < 3; i++) shape.size[i] *= 4 * length / largest;
  }
  return put(pen, shape);
}

static SarStatus put_rolling(const Pen *pen, const Sketch *sketch) {
  const SarModelElement *element = sketch->rolling;
  bool ball = element->class->mark.shape == SAR_MARK_BALL;
  double unit = pen->scene->length_unit, radius = sar_model_value(element, "radius")->real / unit;
  int32_t crown = sar_field_index(element->class, "crown");
  double height = crown >= 0 ? 2 * element->values[crown].real / unit : 0;
  SarSceneShape shape = {.origin = SAR_SCENE_DEFAULT, .at = sketch->rolling_at.at, .turn = sketch->rolling_at.turn};
  shape.kind = ball ? SAR_SCENE_SPHERE : SAR_SCENE_CYLINDER;
  shape.size[0] = radius;
  if (!ball) shape.size[1] = fmax(height, 0.06 * radius);
  return put(pen, shape);
}

/* ---- the model's shape ---- */

static SarStatus put_given(const Pen *pen, const SarValue *value) {
  static const SarSceneShapeKind kinds[] = {[SAR_SHAPE_BOX] = SAR_SCENE_BOX,
                                            [SAR_SHAPE_SPHERE] = SAR_SCENE_SPHERE,
                                            [SAR_SHAPE_CYLINDER] = SAR_SCENE_CYLINDER,
                                            [SAR_SHAPE_ROD] = SAR_SCENE_CYLINDER};
  SarSceneShape shape = {.kind = kinds[value->shape], .origin = SAR_SCENE_INERTIA, .turn = sar_quat_identity()};
  sar_vec3_store(sar_scale(1 / pen->scene->length_unit, value->vector), shape.size);
  for (int32_t i = sar_shape_sizes(value->shape); i < 3; i++) shape.size[i] = 0;
  if (value->shape == SAR_SHAPE_ROD) shape.turn = sar_scene_turn_z(sar_vec3(1, 0, 0));
  return put(pen, shape);
}

/* Whether a place lies in a shape, or within a tenth of L outside. */
static bool covers(const SarSceneShape *shape, SarVec3 place, double length) {
  SarMat3 axes = sar_quat_matrix(shape->turn);
  SarVec3 p = sar_mul_t(&axes, sar_sub(place, shape->at));
  double margin = 0.1 * length, across = hypot(p.x, p.y);
  switch (shape->kind) {
    case SAR_SCENE_BOX:
      return fabs(p.x) <= shape->size[0] / 2 + margin && fabs(p.y) <= shape->size[1] / 2 + margin &&
             fabs(p.z) <= shape->size[2] / 2 + margin;
    case SAR_SCENE_SPHERE: return sar_norm(p) <= shape->size[0] + margin;
    case SAR_SCENE_CYLINDER:
    case SAR_SCENE_CAPSULE: return across <= shape->size[0] + margin && fabs(p.z) <= shape->size[1] / 2 + margin;
    default: return true;
  }
}

/* Thin rods to what the shapes so far do not reach. */
static SarStatus put_arms(const Pen *pen, const Sketch *sketch) {
  int32_t shapes = pen->body->nshapes;
  for (int32_t i = 0; i < sketch->count; i++) {
    bool covered = false;
    for (int32_t k = 0; k < shapes && !covered; k++) {
      covered = covers(&pen->body->shapes[k], sketch->places[i], pen->scene->length);
    }
    if (!covered) SAR_TRY(put_rod(pen, pen->body->shapes[0].at, sketch->places[i], 0.6));
  }
  return SAR_OK;
}

/* ---- one body ---- */

static SarStatus put_default(const Pen *pen, const Sketch *sketch) {
  SarVec3 far[MOST_PLACES];
  int32_t count = 0;
  for (int32_t i = 0; i < sketch->count; i++) {
    if (sar_norm(sketch->places[i]) > NEAR * pen->scene->length) far[count++] = sketch->places[i];
  }
  if (sketch->rolling) SAR_TRY(put_rolling(pen, sketch));
  if (!sketch->rolling && sketch->slides) SAR_TRY(put_slider(pen, sketch));
  if (pen->body->nshapes) return put_arms(pen, sketch);
  if (!count) return put_lump(pen, sketch);
  const SarVec3 *pin = one_sided(far, count);
  if (sketch->turns && pin) return put_crank(pen, sketch->axis, *pin);
  /* A link that turns about its centre (a rocker, a crank of two arms) has a hub there. */
  if (sketch->turns) SAR_TRY(put_ball(pen, sar_vec3(0, 0, 0), 2 * rod_radius(pen, sar_norm(far[0]))));
  return put_link(pen, far, count);
}

static SarStatus make_shapes_of(const Pen *pen, const SarSystem *s, const SarBody *body, const Sketch *sketch) {
  const SarModel *model = sar_system_model(s);
  SAR_TRY(sar_scene_add_looks(pen->context, pen->scene, model, body->element, body->com, pen->body));
  if (pen->body->nshapes) return SAR_OK;
  SAR_TRY(sar_scene_add_touching(pen->context, pen->scene, model, body->element, body->com, pen->body));
  const SarModelElement *element = &model->elements[body->element];
  if (element->beam) return SAR_OK;                                       /* a node: the rest by sar_scene_add_beams */
  if (element->modal && element->class != &sar_body_modal) return SAR_OK; /* an interface */
  if (pen->body->nshapes) return put_arms(pen, sketch);
  if (element->class == &sar_body_modal) return put_default(pen, sketch);
  const SarValue *shape = sar_model_value(element, "shape");
  if (!shape->given) return put_default(pen, sketch);
  SAR_TRY(put_given(pen, shape));
  return put_arms(pen, sketch);
}

SarStatus sar_scene_make_shapes(SarContext *context, SarScene *scene, const SarSystem *s) {
  int32_t nbodies = sar_system_bodies(s);
  Sketch *sketches = SAR_NEW(scene->arena, nbodies + 1, Sketch);
  if (!sketches) return sar_report_no_memory(context);
  SAR_TRY(collect_from(context, scene, s, &scene->joints, sketches));
  SAR_TRY(collect_from(context, scene, s, &scene->forces, sketches));
  SAR_TRY(collect_from(context, scene, s, &scene->others, sketches));
  for (int32_t b = 0; b < nbodies; b++) {
    Pen pen = {context, scene, &scene->bodies[b]};
    SAR_TRY(make_shapes_of(&pen, s, sar_system_body(s, b), &sketches[b]));
  }
  SAR_TRY(sar_scene_add_beams(context, scene, s));
  SAR_TRY(sar_scene_add_looks(context, scene, sar_system_model(s), -1, sar_vec3(0, 0, 0), &scene->ground));
  if (scene->ground.nshapes) return SAR_OK;
  return sar_scene_add_touching(context, scene, sar_system_model(s), -1, sar_vec3(0, 0, 0), &scene->ground);
}
