/* motion: a coordinate that follows a function of time.
 *
 * The coordinate is that of a joint (its angle or displacement), or the translation of a frame along a ground axis, or
 * the rotation of its body about a ground axis, or a component of the place of one frame as another one sees it; all
 * are zero at the written pose. The function gives the coordinate,
 * its velocity or its acceleration: one row of the equations, on the level of position, velocity or acceleration. Its
 * name says whether an angle or a displacement is meant; where a joint has several of them (universal, planar),
 * `coordinate` chooses one. */
#include "element/equations.h"

enum { JOINT, FRAME, ALONG, ABOUT, BETWEEN, COMPONENT, COORDINATE, FUNCTIONS };
enum { ROTATIONS = FUNCTIONS, TRANSLATIONS = FUNCTIONS + 3, END = FUNCTIONS + 6 };

#define PRESCRIBED(field, dimension, what)                                        \
  {                                                                               \
    .name = field, .kind = SAR_FIELD_FUNCTION, .unit = dimension, .fallback = "", \
    .meaning = what " as a function of time", .variables = "t:s"                  \
  }

static const SarField fields[] = {
    [JOINT] =
        {.name = "joint", .kind = SAR_FIELD_JOINT, .unit = "", .fallback = "", .meaning = "the joint that is driven"},
    [FRAME] = {.name = "frame",
               .kind = SAR_FIELD_SIDE,
               .unit = "",
               .fallback = "",
               .meaning = "instead of a joint: the frame (or body) that is driven against the ground"},
    [ALONG] = {.name = "along",
               .kind = SAR_FIELD_AXIS,
               .unit = "",
               .fallback = "",
               .meaning = "with frame: direction of the translation, ground axes"},
    [ABOUT] = {.name = "about",
               .kind = SAR_FIELD_AXIS,
               .unit = "",
               .fallback = "",
               .meaning = "with frame: axis of the rotation, ground axes"},
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .fallback = "",
                 .meaning = "instead of a joint: the frame that is driven, and the one against which it is"},
    [COMPONENT] = {.name = "component",
                   .kind = SAR_FIELD_CHOICE,
                   .unit = "",
                   .fallback = "",
                   .meaning = "with between: the way of the first point along x, y or z of the second frame, or one of "
                              "the angles about x, the new y and the new z that turn the second frame into the first",
                   .choices = "x y z b1 b2 b3"},
    [COORDINATE] = {.name = "coordinate",
                    .kind = SAR_FIELD_CHOICE,
                    .unit = "",
                    .fallback = "",
                    .meaning = "which coordinate of the joint; default: its first angle or displacement",
                    .choices = "angle displacement angle1 angle2 displacement_x displacement_y"},
    [ROTATIONS] = PRESCRIBED("rotation", "rad", "angle"),
    [ROTATIONS + 1] = PRESCRIBED("rotation_velocity", "rad/s", "rate of the angle"),
    [ROTATIONS + 2] = PRESCRIBED("rotation_acceleration", "rad/s^2", "second rate of the angle"),
    [TRANSLATIONS] = PRESCRIBED("translation", "m", "displacement"),
    [TRANSLATIONS + 1] = PRESCRIBED("translation_velocity", "m/s", "rate of the displacement"),
    [TRANSLATIONS + 2] = PRESCRIBED("translation_acceleration", "m/s^2", "second rate of the displacement"),
};

/* The one function given; a report if there is none or more than one. */
static SarStatus find_function(SarContext *context, const char *name, const SarValue *values, int32_t *found) {
  *found = -1;
  for (int32_t i = FUNCTIONS; i < END; i++) {
    if (!values[i].given) continue;
    if (*found >= 0) {
      return sar_report(context, SAR_INPUT, values[i].source, name, "keep one of them",
                        "`%s` and `%s` exclude each other", fields[*found].name, fields[i].name);
    }
    *found = i;
  }
  if (*found >= 0) return SAR_OK;
  int32_t driven = values[JOINT].given ? JOINT : values[FRAME].given ? FRAME : BETWEEN;
  return sar_report(context, SAR_INPUT, values[driven].source, name,
                    "give rotation or translation (or ..._velocity, ..._acceleration) as an expression of t",
                    "this motion has no function of time");
}

/* along and about belong to a frame, component to two frames, coordinate to a joint. */
static SarStatus check_joint(SarContext *context, const char *name, const SarValue *values) {
  static const int32_t foreign[] = {ALONG, ABOUT, COMPONENT};
  for (int32_t i = 0; i < SAR_COUNT(foreign); i++) {
    const SarValue *value = &values[foreign[i]];
    if (!value->given) continue;
    return sar_report(context, SAR_INPUT, value->source, name, "leave it out: the joint has its own axis",
                      "`%s` belongs to the motion of %s, not of a joint", fields[foreign[i]].name,
                      foreign[i] == COMPONENT ? "two frames" : "a frame");
  }
  return SAR_OK;
}

static SarStatus check_frames(SarContext *context, const char *name, const SarValue *values, bool rotation) {
  static const int32_t foreign[] = {ALONG, ABOUT, COORDINATE};
  const SarValue *component = &values[COMPONENT];
  for (int32_t i = 0; i < SAR_COUNT(foreign); i++) {
    if (!values[foreign[i]].given) continue;
    return sar_report(context, SAR_INPUT, values[foreign[i]].source, name, "say it by `component`",
                      "`%s` does not belong to the motion between two frames", fields[foreign[i]].name);
  }
  if (component->given && (component->real >= 3) == rotation) return SAR_OK;
  return sar_report(context, SAR_INPUT, (component->given ? component : &values[BETWEEN])->source, name,
                    rotation ? "give `component: b1`, b2 or b3" : "give `component: x`, y or z",
                    component->given ? "a %s has no such component" : "the %s between two frames needs `component`",
                    rotation ? "rotation" : "translation");
}

static SarStatus check_frame(SarContext *context, const char *name, const SarValue *values, bool rotation) {
  int32_t wanted = rotation ? ABOUT : ALONG, other = rotation ? ALONG : ABOUT;
  for (int32_t i = COMPONENT; i <= COORDINATE; i++) {
    if (!values[i].given) continue;
    return sar_report(context, SAR_INPUT, values[i].source, name, "leave it out",
                      "`%s` belongs to the motion of %s, not of a frame", fields[i].name,
                      i == COMPONENT ? "two frames" : "a joint");
  }
  if (values[other].given || !values[wanted].given) {
    return sar_report(context, SAR_INPUT, values[values[other].given ? other : FRAME].source, name,
                      rotation ? "give the axis of the rotation as `about`" : "give the direction as `along`",
                      "the %s of a frame needs `%s`%s", rotation ? "rotation" : "translation", fields[wanted].name,
                      values[other].given ? " and nothing else" : "");
  }
  return SAR_OK;
}

static bool is_foreign(void *self, const SarExpr *node) {
  (void)self;
  return sar_equation_speaks(node);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  int32_t function;
  SAR_TRY(find_function(context, name, values, &function));
  if (values[function].function[0] && sar_equation_speaks(values[function].function[0])) {
    const SarValue *value = &values[function];
    return sar_report(context, SAR_INPUT, sar_equation_place(value->function[0], is_foreign, NULL, value->source), name,
                      "drive by a force, or write a relation between positions as an equation: `equations: {name: "
                      "{position: ..}}`; an "
                      "input, or a parameter that an event changes, would let the motion jump",
                      "a motion is a function of t and of constant parameters alone");
  }
  int driven = values[JOINT].given + values[FRAME].given + values[BETWEEN].given;
  if (driven != 1) {
    return sar_report(context, SAR_INPUT, values[function].source, name,
                      "say `joint: NAME`, `frame: BODY.FRAME` or `between: [BODY.FRAME, BODY.FRAME]`",
                      driven > 1 ? "joint, frame and between exclude each other" : "nothing is driven");
  }
  bool rotation = function < TRANSLATIONS;
  if (values[BETWEEN].given) return check_frames(context, name, values, rotation);
  return values[JOINT].given ? check_joint(context, name, values) : check_frame(context, name, values, rotation);
}

const SarElementClass sar_motion_motion = {
    .name = "motion",
    .section = SAR_SECTION_MOTIONS,
    .summary = "a coordinate of a joint or frame that follows a function of time",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};
