/* What joint files share: the fields every joint between two sides has, and the rows and coordinates that recur.
 *
 * A joint frame has its z along the joint's axis. Rows and coordinates speak of the axes of the first frame; in the
 * written pose of a joint given by `at` and `axis` both frames coincide. */
#ifndef SAR_ELEMENT_JOINT_COMMON_H
#define SAR_ELEMENT_JOINT_COMMON_H

#include "element/class.h"

/* ---- fields ---- */

#define SAR_JOINT_BETWEEN                                                            \
  {                                                                                  \
    .name = "between", .kind = SAR_FIELD_SIDES, .unit = "",                          \
    .meaning = "the two sides joined: each a body, `ground` or a frame `body.frame`" \
  }

#define SAR_JOINT_AT                                                                                      \
  {                                                                                                       \
    .name = "at", .kind = SAR_FIELD_VECTOR, .unit = "m", .fallback = "",                                  \
    .meaning = "the joint's point, ground axes, at the written pose; needed when neither side is a frame" \
  }

#define SAR_JOINT_AXIS                                                                                       \
  {                                                                                                          \
    .name = "axis", .kind = SAR_FIELD_AXIS, .unit = "", .fallback = "",                                      \
    .meaning = "the joint's axis (its z), ground axes, at the written pose; default: z of each side's frame" \
  }

/* Frames that are not common: each side has an axis of its own. */
#define SAR_JOINT_AXIS_FIRST                                                                             \
  {                                                                                                      \
    .name = "axis", .kind = SAR_FIELD_AXIS, .unit = "", .fallback = "",                                  \
    .meaning = "axis fixed in the first side, ground axes, at the written pose; default: x of its frame" \
  }
#define SAR_JOINT_AXIS_SECOND                                                                             \
  {                                                                                                       \
    .name = "axis2", .kind = SAR_FIELD_AXIS, .unit = "", .fallback = "",                                  \
    .meaning = "axis fixed in the second side, ground axes, at the written pose; default: y of its frame" \
  }

#define SAR_JOINT_COMMON_FIELDS SAR_JOINT_BETWEEN, SAR_JOINT_AT, SAR_JOINT_AXIS

/* Of threads, behind the common fields. */
#define SAR_JOINT_PITCH 3
#define SAR_JOINT_PITCH_FIELD                  \
  [SAR_JOINT_PITCH] = {.name = "pitch",        \
                       .kind = SAR_FIELD_REAL, \
                       .unit = "m/rad",        \
                       .meaning = "displacement per angle; right-handed if positive"}

/* Of joints that keep a point on a line or in a plane. */
#define SAR_JOINT_FIXED_IN                                                                                   \
  {                                                                                                          \
    .name = "fixed_in", .kind = SAR_FIELD_CHOICE, .unit = "", .fallback = "first",                           \
    .meaning = "the side that has the line or plane; the other one has the point", .choices = "first second" \
  }

#define SAR_JOINT_LENGTH                                                                     \
  {                                                                                          \
    .name = "length", .kind = SAR_FIELD_REAL, .unit = "m", .fallback = "",                   \
    .meaning = "the distance of the two points; default: their distance at the written pose" \
  }

/* Last in the table of a joint with coordinates. words: their names, each followed by that of its rate. */
#define SAR_JOINT_START(words)                                                                                     \
  {                                                                                                                \
    .name = "start", .kind = SAR_FIELD_STARTS, .unit = "", .fallback = "",                                         \
    .meaning = "coordinates and rates at t = 0, zero at the written pose; assembly holds them and moves the rest", \
    .choices = words                                                                                               \
  }

#define SAR_JOINT_JOINTS(what) \
  { .name = "joints", .kind = SAR_FIELD_JOINTS, .unit = "", .meaning = what }

/* ---- rows ---- */

#define SAR_JOINT_POINT \
  { SAR_ROW_POINT, SAR_X, SAR_X, "translation" }

#define SAR_JOINT_NO_TRANSLATION_X \
  { SAR_ROW_DOT2, SAR_X, SAR_X, "translation along x" }
#define SAR_JOINT_NO_TRANSLATION_Y \
  { SAR_ROW_DOT2, SAR_Y, SAR_X, "translation along y" }
#define SAR_JOINT_NO_TRANSLATION_Z \
  { SAR_ROW_DOT2, SAR_Z, SAR_X, "translation along z" }

/* z of the first frame normal to x and to y of the second: the two z are parallel. A rotation of the second side about
 * y moves its x towards z, so z . x stops that rotation; z . y stops the one about x. */
#define SAR_JOINT_PARALLEL_AXES \
  {SAR_ROW_DOT1, SAR_Z, SAR_X, "rotation about y"}, { SAR_ROW_DOT1, SAR_Z, SAR_Y, "rotation about x" }

/* The three mixed products vanish: all axes are parallel. */
#define SAR_JOINT_PARALLEL_FRAMES                                                                       \
  {SAR_ROW_DOT1, SAR_X, SAR_Y, "rotation about z"}, {SAR_ROW_DOT1, SAR_Y, SAR_Z, "rotation about x"}, { \
    SAR_ROW_DOT1, SAR_Z, SAR_X, "rotation about y"                                                      \
  }

/* ---- coordinates ---- */

#define SAR_JOINT_ANGLE \
  { "angle", SAR_COORDINATE_ANGLE, SAR_Z }
#define SAR_JOINT_DISPLACEMENT \
  { "displacement", SAR_COORDINATE_DISPLACEMENT, SAR_Z }

/* ---- checks ---- */

static inline bool sar_coordinate_is_angle(SarCoordinateKind kind) { return kind != SAR_COORDINATE_DISPLACEMENT; }

/* displacement - pitch * angle = 0 */
SarStatus sar_joint_combine_pitch(SarContext *context, const char *name, const SarValue *values, int32_t count,
                                  const SarCoordinateKind *kinds, double *coefficient);

/* `length`, where given, is positive. */
SarStatus sar_joint_check_length(SarContext *context, const char *name, const SarValue *length);

/* A relation of this many joints: reports unless count and the kinds of their first coordinates are as expected. */
SarStatus sar_joint_check_relation(SarContext *context, const char *name, const SarValue *joints, int32_t count,
                                   const SarCoordinateKind *kinds, const bool *want_angle);

/* What all relations between joints have in common, for `describe`. */
#define SAR_JOINT_RELATION_REMARK                                                                                     \
  "acts on the coordinates of its joints alone: wheels feel torques about their axes, racks forces along their way; " \
  "what teeth, chains or belts push on the bearings besides is not in the forces of the joints"

#endif
