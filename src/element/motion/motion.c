/* motion: a coordinate that follows a function of time.
 *
 * The coordinate is that of a joint (its angle or displacement), or the translation of a frame along a ground axis, or
 * the rotation of its body about a ground axis; all are zero at the written pose. The function gives the coordinate,
 * its velocity or its acceleration: one row of the equations, on the level of position, velocity or acceleration. Its
 * name says whether an angle or a displacement is meant; where a joint has several of them (universal, planar),
 * `coordinate` chooses one. */
#include "element/equations.h"

enum { JOINT, FRAME, ALONG, ABOUT, COORDINATE, FUNCTIONS };
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
  SarSource source = values[JOINT].given ? values[JOINT].source : values[FRAME].source;
  return sar_report(context, SAR_INPUT, source, name,
                    "give rotation or translation (or ..._velocity, ..._acceleration) as an expression of t",
                    "this motion has no function of time");
}

/* along and about belong to a frame, coordinate to a joint. */
static SarStatus check_joint(SarContext *context, const char *name, const SarValue *values) {
  for (int32_t i = ALONG; i <= ABOUT; i++) {
    if (!values[i].given) continue;
    return sar_report(context, SAR_INPUT, values[i].source, name, "leave it out: the joint has its own axis",
                      "`%s` belongs to the motion of a frame, not of a joint", fields[i].name);
  }
  return SAR_OK;
}

static SarStatus check_frame(SarContext *context, const char *name, const SarValue *values, bool rotation) {
  int32_t wanted = rotation ? ABOUT : ALONG, other = rotation ? ALONG : ABOUT;
  if (values[COORDINATE].given) {
    return sar_report(context, SAR_INPUT, values[COORDINATE].source, name, "leave it out",
                      "`coordinate` belongs to the motion of a joint, not of a frame");
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
  if (values[JOINT].given == values[FRAME].given) {
    return sar_report(context, SAR_INPUT, values[function].source, name, "say `joint: NAME` or `frame: BODY.FRAME`",
                      values[JOINT].given ? "joint and frame exclude each other" : "nothing is driven");
  }
  bool rotation = function < TRANSLATIONS;
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
