/* The mirror image of what depends on signs: coordinates of joints, the motions and relations on them, and forces.
 *
 * A mirrored mechanism driven by mirrored motions moves as the mirror image. The angle about an axis that is
 * reflected as a direction changes its sign, a displacement along it does not; for an axial vector it is the other way
 * round. Joints that only turn have axial axes, so that their angles keep their signs (both front wheels roll forward
 * with a positive angle); joints that also slide have directions. Axes taken from frames follow the frames. */
#include "read/mirror.h"

#include <string.h>

#include "read/placement.h"

/* ---- signs of coordinates ---- */

bool sar_place_axis_is_direction(const SarElementClass *class) {
  if (!class->joint) return sar_field_index(class, "torsional_preload") >= 0; /* a bushing; others only turn */
  for (int32_t i = 0; i < class->joint->ncoordinates; i++) {
    if (class->joint->coordinates[i].kind == SAR_COORDINATE_DISPLACEMENT) return true;
  }
  return class->joint->ncoordinates == 0;
}

/* Whether a side is a frame. As long as names are not settled `left.arm` may be the body as a whole. */
static bool is_frame(const SarFile *file, const SarSideName *side) {
  if (!side->frame || strcmp(side->body, "ground") == 0) return side->frame != NULL;
  const char *whole = sar_arena_printf(file->reader->scratch, "%s.%s", side->body, side->frame);
  return whole && sar_model_lookup(file->reader->model, whole) == SAR_NAME_NONE;
}

/* A frame of the sub-model, or its ground, which is also what an omitted one is. */
bool sar_mirror_is_inside(const SarFile *file, const SarSideName *side) {
  size_t length = strlen(file->prefix) - 1; /* without the dot */
  if (!side->body) return true;
  bool ground = strcmp(side->body, "ground") == 0;
  const char *name = ground ? side->frame : side->body;
  if (!name) return true;
  return strncmp(name, file->prefix, length) == 0 && (name[length] == '.' || !name[length]);
}

/* Without `axis` the axis is that of a frame: of the first side, or, where that is a body alone, of the second
 * (system/sides.c; `separate`: each side has its own). It is mirrored unless the frame is of the including model. */
static bool axis_is_mirrored(const SarFile *file, SarModelElement *element, bool separate, bool second) {
  const SarValue *between = sar_place_value(element, "between");
  if (!between) return true;
  const SarSideName *side = between->side;
  bool none = !is_frame(file, &side[0]) && !is_frame(file, &side[1]);
  if (!separate) second = none ? strcmp(side[0].body, "ground") == 0 : !is_frame(file, &side[0]);
  return sar_mirror_is_inside(file, &side[second]);
}

/* +1: the axis became the mirror image of itself as a direction; -1: its opposite, as an axial vector does.
 * `letter`: which axis of the frame it is when it is not written. 0: it has not been mirrored. */
static int axis_sign(const SarFile *file, SarModelElement *joint, const char *field, int letter) {
  const SarValue *axis = sar_place_value(joint, field);
  if (axis && axis->given) return sar_place_axis_is_direction(joint->class) ? 1 : -1;
  bool separate = joint->class->joint && joint->class->joint->frames == SAR_FRAMES_SEPARATE;
  if (!axis_is_mirrored(file, joint, separate, strcmp(field, "axis2") == 0)) return 0;
  return letter == file->placement.mirror ? -1 : 1;
}

/* The sign that a coordinate takes in the mirror; 0: cannot be said. */
static int coordinate_sign(const SarFile *file, SarModelElement *joint, const SarCoordinateSpec *coordinate) {
  const SarValue *axis = sar_place_value(joint, "axis");
  switch (coordinate->kind) {
    case SAR_COORDINATE_ANGLE: return -axis_sign(file, joint, "axis", SAR_Z);
    case SAR_COORDINATE_CROSS_FIRST: return -axis_sign(file, joint, "axis", SAR_X);
    case SAR_COORDINATE_CROSS_SECOND: return -axis_sign(file, joint, "axis2", SAR_Y);
    case SAR_COORDINATE_DISPLACEMENT: break;
  }
  if (coordinate->axis == SAR_Z) return axis_sign(file, joint, "axis", SAR_Z);
  if (axis && axis->given) return 0; /* x and y of a frame made from its z alone */
  if (!axis_is_mirrored(file, joint, false, false)) return 0;
  return (int)coordinate->axis == file->placement.mirror ? -1 : 1;
}

static SarModelElement *find_joint(SarFile *file, const char *name) {
  SarModel *model = file->reader->model;
  int32_t index = sar_model_find(model, name);
  if (index < 0 || !model->elements[index].class->joint) return NULL;
  return &model->elements[index];
}

/* The coordinate that a motion means: by its name, or the first angle or displacement. */
static const SarCoordinateSpec *driven(const SarModelElement *joint, const char *name, bool rotation) {
  const SarJointSpec *spec = joint->class->joint;
  for (int32_t i = 0; i < spec->ncoordinates; i++) {
    const SarCoordinateSpec *coordinate = &spec->coordinates[i];
    bool angle = coordinate->kind != SAR_COORDINATE_DISPLACEMENT;
    if (name ? strcmp(coordinate->name, name) == 0 : angle == rotation) return coordinate;
  }
  return NULL;
}

bool sar_mirror_keeps_coordinate(SarFile *file, SarModelElement *joint, const char *name) {
  static const char along[] = "_rate _friction _stop"; /* what acts along it has its sign */
  const SarJointSpec *spec = joint->class->joint;
  for (int32_t i = 0; i < spec->ncoordinates; i++) {
    size_t length = strlen(spec->coordinates[i].name);
    if (strncmp(spec->coordinates[i].name, name, length) != 0) continue;
    if (name[length] && sar_field_choice(along, name + length) < 0) continue;
    return coordinate_sign(file, joint, &spec->coordinates[i]) > 0;
  }
  return false;
}

/* The word of a choice, in the scratch; null if it is not given. */
static const char *chosen_word(SarFile *file, SarModelElement *element, const char *field) {
  int32_t index = sar_field_index(element->class, field);
  if (index < 0 || !element->values[index].given) return NULL;
  const char *at = element->class->fields[index].choices;
  for (int32_t skip = (int32_t)element->values[index].real; skip > 0; skip--) {
    at += strcspn(at, " ");
    at += strspn(at, " ");
  }
  return sar_arena_copy_text_n(file->reader->scratch, at, strcspn(at, " "));
}

/* ---- motions and relations ---- */

static SarStatus negate_functions(SarFile *file, SarModelElement *element) {
  SarArena *arena = file->reader->model->arena;
  for (int32_t i = 0; i < element->class->nfields; i++) {
    SarValue *value = &element->values[i];
    if (element->class->fields[i].kind != SAR_FIELD_FUNCTION || !value->given) continue;
    value->function[0] = sar_expr_multiply(arena, sar_expr_constant(arena, -1), value->function[0]);
    if (!value->function[0]) return sar_read_no_memory(file->reader);
  }
  return SAR_OK;
}

/* The axis of a frame across the mirror turns round: ways along it change their sign, angles about the other ones do.
 */
static int frames_sign(SarFile *file, SarModelElement *motion) {
  const SarValue *between = sar_place_value(motion, "between"), *component = sar_place_value(motion, "component");
  if (!between || !between->given || !component->given) return 1;
  if (!sar_mirror_is_inside(file, &between->side[0]) || !sar_mirror_is_inside(file, &between->side[1])) return 0;
  bool across = (int)component->real % 3 == file->placement.mirror, turns = component->real >= 3;
  return across == turns ? 1 : -1;
}

/* The joint that a motion drives (null: a frame), its coordinate (null: that is wrong and reported elsewhere) and the
 * sign that it takes in the mirror; 0: it has none. `along` and `about` are mirrored so that motions of frames keep
 * theirs. */
static int motion_sign(SarFile *file, SarModelElement *motion, const SarCoordinateSpec **coordinate,
                       SarModelElement **joint) {
  const SarValue *name = sar_place_value(motion, "joint");
  *coordinate = NULL;
  *joint = name && name->given ? find_joint(file, name->joints[0]) : NULL;
  if (!*joint) return frames_sign(file, motion);
  bool rotation = false;
  for (int32_t i = 0; i < motion->class->nfields; i++) {
    if (motion->values[i].given && strncmp(motion->class->fields[i].name, "rotation", 8) == 0) rotation = true;
  }
  *coordinate = driven(*joint, chosen_word(file, motion, "coordinate"), rotation);
  return *coordinate ? coordinate_sign(file, *joint, *coordinate) : 1;
}

bool sar_mirror_keeps_motion(SarFile *file, SarModelElement *motion) {
  const SarCoordinateSpec *coordinate;
  SarModelElement *joint;
  return motion_sign(file, motion, &coordinate, &joint) > 0;
}

SarStatus sar_mirror_motion(SarFile *file, SarModelElement *motion) {
  const SarCoordinateSpec *coordinate;
  SarModelElement *joint;
  int sign = motion_sign(file, motion, &coordinate, &joint);
  if (sign == 0 && !joint) {
    motion->faulty = true;
    return sar_report(file->reader->context, SAR_INPUT, motion->source, motion->name,
                      "name frames of the sub-model, or drive a joint",
                      "this cannot be mirrored: a frame of it is not mirrored with the sub-model");
  }
  if (sign == 0) {
    const SarValue *axis = sar_place_value(joint, "axis");
    motion->faulty = true;
    if (!axis || !axis->given) {
      return sar_report(file->reader->context, SAR_INPUT, motion->source, motion->name, "give that joint an `axis`",
                        "this cannot be mirrored: the axis of the joint `%s` is not mirrored with the sub-model",
                        joint->name);
    }
    return sar_report(file->reader->context, SAR_INPUT, motion->source, motion->name,
                      "give the joint's sides as frames instead of `axis`",
                      "the motion of `%s` cannot be mirrored: x and y of the joint `%s` are not given",
                      coordinate->name, joint->name);
  }
  return sign > 0 ? SAR_OK : negate_functions(file, motion);
}

/* Right-handed teeth become left-handed; a place along the axis of the first joint turns round unless its angle does.
 */
static void mirror_teeth(SarModelElement *relation, int angle_sign) {
  SarValue *helix = sar_place_value(relation, "helix_angle"), *offset = sar_place_value(relation, "mesh_offset");
  if (helix) helix->real = -helix->real;
  if (offset) offset->real *= -angle_sign;
}

SarStatus sar_mirror_relation(SarFile *file, SarModelElement *relation) {
  const SarValue *joints = sar_place_value(relation, "joints");
  SarValue *ratios = sar_place_value(relation, "ratios"), *factor = sar_place_value(relation, "ratio");
  if (!factor) factor = sar_place_value(relation, "radius");
  double *list = NULL;
  if (ratios && ratios->nlist) {
    list = sar_arena_grow(file->reader->model->arena, ratios->list, (size_t)ratios->nlist, (size_t)ratios->nlist,
                          sizeof *list);
    if (!list) return sar_read_no_memory(file->reader);
    ratios->list = list;
  }
  for (int32_t i = 0; joints && i < joints->nlist; i++) {
    SarModelElement *joint = find_joint(file, joints->joints[i]);
    int32_t which = joint ? sar_model_related_coordinate(relation, i, joint) : -1;
    if (which < 0) continue;
    int sign = coordinate_sign(file, joint, &joint->class->joint->coordinates[which]);
    if (sign == 0) {
      relation->faulty = true;
      return sar_report(file->reader->context, SAR_INPUT, relation->source, relation->name, "give that joint an `axis`",
                        "this cannot be mirrored: the axis of the joint `%s` is not mirrored with the sub-model",
                        joint->name);
    }
    if (factor) factor->real *= sign;
    if (i == 0) mirror_teeth(relation, sign);
    if (list && i < ratios->nlist) list[i] *= sign;
  }
  return SAR_OK;
}

/* In a mirror across z a frame keeps its x and y as directions, and so does what is drawn in that plane. Across another
 * axis the profile would have to turn round. */
SarStatus sar_mirror_profile(SarFile *file, SarModelElement *joint) {
  bool cam = joint->class->joint && joint->class->joint->presses;
  if (!cam || file->placement.mirror == SAR_Z) return SAR_OK;
  joint->faulty = true;
  return sar_report(file->reader->context, SAR_INPUT, joint->source, joint->name,
                    "write the sub-model so that the cam's axis is normal to the mirror, or write it out",
                    "the profile of a cam can be mirrored across z of its sub-model alone");
}

/* [lower, upper] -> [-upper, -lower] */
static SarStatus turn_stops(SarFile *file, SarValue *stops) {
  if (!stops || !stops->given || stops->nlist != 2) return SAR_OK;
  double *list = SAR_NEW(file->reader->model->arena, 2, double);
  if (!list) return sar_read_no_memory(file->reader);
  list[0] = -stops->list[1];
  list[1] = -stops->list[0];
  stops->list = list;
  return SAR_OK;
}

SarStatus sar_mirror_stops(SarFile *file, SarModelElement *joint) {
  const SarJointSpec *spec = joint->class->joint;
  for (int32_t i = 0; spec && i < spec->ncoordinates; i++) {
    const SarCoordinateSpec *coordinate = &spec->coordinates[i];
    SarValue *own = sar_place_value(joint, "angle_stops"), *stops = sar_place_value(joint, "stops");
    bool slides = coordinate->kind == SAR_COORDINATE_DISPLACEMENT;
    if (own && !slides) stops = own; /* of a joint that also slides */
    if (slides && !stops) stops = sar_place_value(joint, coordinate->axis == SAR_X ? "x_stops" : "y_stops");
    if (coordinate_sign(file, joint, coordinate) >= 0) continue;
    SAR_TRY(turn_stops(file, stops));
    if (coordinate->kind == SAR_COORDINATE_CROSS_FIRST) break; /* both angles of a cross have the same stops */
  }
  return SAR_OK;
}

SarStatus sar_mirror_starts(SarFile *file, SarModelElement *joint) {
  SarValue *value = joint->class->joint ? sar_place_value(joint, "start") : NULL;
  if (!value || !value->given) return SAR_OK;
  size_t count = (size_t)value->nlist;
  SarStartValue *starts = sar_arena_grow(file->reader->model->arena, value->starts, count, count, sizeof *starts);
  if (!starts) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i++) {
    const SarCoordinateSpec *coordinate = &joint->class->joint->coordinates[starts[i].index / 2];
    int sign = coordinate_sign(file, joint, coordinate);
    if (sign == 0) {
      joint->faulty = true;
      return sar_report(file->reader->context, SAR_INPUT, starts[i].source, joint->name,
                        "give the joint's sides as frames of the sub-model, or write it out without `mirror`",
                        "the start of `%s` cannot be mirrored: its axis is not", coordinate->name);
    }
    starts[i].value *= sign;
  }
  value->starts = starts;
  return SAR_OK;
}

/* ---- forces ---- */

SarStatus sar_mirror_frames(SarFile *file, const SarPlacement *p, SarValue *value) {
  size_t count = (size_t)value->nlist;
  SarNamedFrame *frames = sar_arena_grow(file->reader->model->arena, value->frames, count, count, sizeof *frames);
  if (!frames) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i++) {
    frames[i].at = sar_mirror(p, frames[i].at);
    frames[i].turn = sar_mirror_turn(p, frames[i].turn);
  }
  value->frames = frames;
  return SAR_OK;
}

SarStatus sar_place_functions(SarFile *file, SarValue *value, const SarMat3 *B) {
  SarArena *arena = file->reader->model->arena;
  const SarExpr *sums[3];
  for (int i = 0; i < 3; i++) {
    sums[i] = sar_expr_constant(arena, 0);
    for (int j = 0; j < 3; j++) {
      if (B->m[i][j] == 0) continue;
      const SarExpr *part = sar_expr_multiply(arena, sar_expr_constant(arena, B->m[i][j]), value->function[j]);
      sums[i] = sar_expr_add(arena, sums[i], part);
    }
    if (!sums[i]) return sar_read_no_memory(file->reader);
  }
  memcpy(value->function, sums, sizeof sums);
  return SAR_OK;
}

SarMat3 sar_placement_matrix(SarVec3 (*map)(const SarPlacement *, SarVec3), const SarPlacement *p) {
  return sar_mat3_columns(map(p, sar_vec3(1, 0, 0)), map(p, sar_vec3(0, 1, 0)), map(p, sar_vec3(0, 0, 1)));
}

static SarVec3 mirror_axial(const SarPlacement *p, SarVec3 a) {
  return sar_scale(p->mirror < 0 ? 1 : -1, sar_mirror(p, a));
}

/* What is given along axes of the including model has no mirror image there. */
static SarStatus refuse_axes(SarFile *file, SarModelElement *element, const char *what) {
  element->faulty = true;
  return sar_report(file->reader->context, SAR_INPUT, element->source, element->name,
                    "give `axis` or axes of the sub-model, or write the sub-model out without `mirror`",
                    "this cannot be mirrored: %s along axes that are not mirrored with the sub-model", what);
}

/* Forces and torques given by components: in ground axes, or in those of a frame if they follow it. */
static SarStatus place_components(SarFile *file, SarModelElement *force) {
  const SarPlacement *p = &file->placement;
  const SarValue *follow = sar_place_value(force, "follow"), *axes = sar_place_value(force, "axes");
  SarValue *polar = sar_place_value(force, "force"), *axial = sar_place_value(force, "torque");
  bool on_frame = axes && (axes->side[0].frame || strcmp(axes->side[0].body, "ground") != 0);
  bool follows = on_frame || (follow && follow->real != 0);
  const SarValue *between = sar_place_value(force, "between");
  if (!between) return SAR_OK; /* a force on a coordinate has no components */
  if (p->mirror >= 0 && follows && !sar_mirror_is_inside(file, on_frame ? &axes->side[0] : &between->side[1])) {
    return refuse_axes(file, force, "its components are given");
  }
  if (polar && polar->given && polar->function[0]) {
    SarMat3 B = sar_placement_matrix(follows ? sar_mirror : sar_place_direction, p);
    SAR_TRY(sar_place_functions(file, polar, &B));
  }
  if (axial && axial->given && axial->function[0]) {
    SarMat3 B = sar_placement_matrix(follows ? mirror_axial : sar_place_axial, p);
    SAR_TRY(sar_place_functions(file, axial, &B));
  }
  return SAR_OK;
}

/* The sign that a torsion spring's angle takes: about the z of a frame it changes unless z was the mirrored axis. */
static int angle_sign(SarFile *file, SarModelElement *force) {
  const SarValue *axis = sar_place_value(force, "axis");
  if (axis && axis->given) return 1; /* placed as an axial vector */
  if (!axis_is_mirrored(file, force, false, false)) return 0;
  return file->placement.mirror == SAR_Z ? 1 : -1;
}

bool sar_mirror_keeps_force(SarFile *file, SarModelElement *force) {
  return !sar_place_value(force, "angle") || angle_sign(file, force) > 0;
}

static SarStatus mirror_angle(SarFile *file, SarModelElement *force, SarValue *angle) {
  SarValue *preload = sar_place_value(force, "preload"), *law = sar_place_value(force, "law");
  int sign = angle_sign(file, force);
  if (sign == 0) return refuse_axes(file, force, "its angle is measured");
  if (sign > 0) return SAR_OK;
  angle->real = -angle->real;
  if (preload) preload->real = -preload->real;
  if (!law || !law->given) return SAR_OK;
  static const double signs[SAR_MAX_VARIABLES] = {-1, -1, 1, 1, 1, 1, 1, 1}; /* angle, rate, t */
  law->function[0] = sar_expr_rescale(file->reader->model->arena, law->function[0], -1, signs, 3);
  return law->function[0] ? SAR_OK : sar_read_no_memory(file->reader);
}

/* Preloads of bushings are vectors in the axes of the first frame. */
static SarStatus mirror_preloads(SarFile *file, SarModelElement *force) {
  const SarPlacement *p = &file->placement;
  SarValue *torsional = sar_place_value(force, "torsional_preload"), *preload = sar_place_value(force, "preload");
  if (!torsional || !preload) return SAR_OK;
  const SarValue *axis = sar_place_value(force, "axis");
  if (axis && axis->given) { /* z of the frame is placed as a direction */
    torsional->vector = sar_neg(torsional->vector);
    return SAR_OK;
  }
  if ((preload->given || torsional->given) && !axis_is_mirrored(file, force, false, false)) {
    return refuse_axes(file, force, "its preload is given");
  }
  preload->vector = sar_mirror(p, preload->vector);
  torsional->vector = mirror_axial(p, torsional->vector);
  return SAR_OK;
}

/* Six numbers, or a matrix of six rows, along and about the axes of a frame. */
static SarStatus mirror_six(SarFile *file, SarValue *value, const double signs[6]) {
  int32_t columns = value && value->columns ? value->columns : 1;
  if (!value || !value->given || value->nlist != 6 || (columns != 1 && columns != 6)) return SAR_OK;
  bool diagonal = columns == 1 && value->columns; /* it keeps its signs */
  double *list = SAR_NEW(file->reader->model->arena, 6 * (size_t)columns, double);
  if (!list) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < 6 * columns; i++) {
    double sign = diagonal ? 1 : signs[i / columns] * (columns == 6 ? signs[i % 6] : 1);
    list[i] = sign * value->list[i];
  }
  value->list = list;
  return SAR_OK;
}

/* Fields and linear beams, along the axes of the second frame. */
static SarStatus mirror_linear(SarFile *file, SarModelElement *force) {
  bool beam = sar_place_value(force, "area_moments"), field = sar_place_value(force, "rest");
  if (!beam && !field) return SAR_OK;
  if (!sar_mirror_is_inside(file, &sar_place_value(force, "between")->side[1])) {
    return refuse_axes(file, force, "its stiffness is given");
  }
  if (beam && file->placement.mirror == SAR_X) {
    force->faulty = true;
    return sar_report(file->reader->context, SAR_INPUT, force->source, force->name, "use a `field`, or mirror y or z",
                      "this cannot be mirrored: the beam would lie along -x of its second side");
  }
  SarVec3 one = sar_vec3(1, 1, 1), polar = sar_mirror(&file->placement, one);
  SarVec3 axial = mirror_axial(&file->placement, one);
  const double signs[6] = {polar.x, polar.y, polar.z, axial.x, axial.y, axial.z};
  static const char *const names[] = {"stiffness", "damping", "rest", "preload"};
  for (int i = 0; i < SAR_COUNT(names); i++) SAR_TRY(mirror_six(file, sar_place_value(force, names[i]), signs));
  return SAR_OK;
}

SarStatus sar_place_force(SarFile *file, SarModelElement *force) {
  SarValue *angle = sar_place_value(force, "angle");
  SAR_TRY(place_components(file, force));
  if (file->placement.mirror < 0) return SAR_OK;
  SAR_TRY(mirror_linear(file, force));
  SAR_TRY(mirror_preloads(file, force));
  return angle ? mirror_angle(file, force, angle) : SAR_OK;
}
