/* rack: a pinion, the first side, and a rack, the second, that roll on each other.
 *
 * `axis` is that of the pinion, `axis2` the direction of the rack, across it. The angle is that of the rack's direction
 * about the axis of the pinion, the displacement that of the pinion's point along the rack; both are zero at the
 * written pose, and one row holds
 *
 *   displacement = pitch_radius * angle
 *
 * A pinion on a fixed axis that turns by phi makes the angle -phi: with a positive radius the rack moves on by
 * pitch_radius * phi. How far the two axes are apart, and that they stay at a right angle, is a matter of other
 * joints. */
#include "element/joint/common.h"

enum { BETWEEN, AT, AXIS, AXIS2, RADIUS };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "pinion and rack: each a body, `ground` or a frame `body.frame`"},
    [AT] = SAR_JOINT_AT,
    [AXIS] = {.name = "axis",
              .kind = SAR_FIELD_AXIS,
              .unit = "",
              .fallback = "",
              .meaning = "of the pinion, ground axes, at the written pose; default: x of its frame"},
    [AXIS2] = {.name = "axis2",
               .kind = SAR_FIELD_AXIS,
               .unit = "",
               .fallback = "",
               .meaning = "direction of the rack, ground axes, at the written pose; default: y of its frame"},
    [RADIUS] = {.name = "pitch_radius",
                .kind = SAR_FIELD_REAL,
                .unit = "m",
                .meaning = "way of the rack along its direction per radian of the pinion about its axis; may be "
                           "negative"},
};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "rolling of the pinion on the rack"}};
static const SarCoordinateSpec coordinates[] = {{"angle", SAR_COORDINATE_CROSS_FIRST, SAR_Z},
                                                {"displacement", SAR_COORDINATE_DISPLACEMENT, SAR_Z}};

static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  (void)context, (void)name;
  for (int32_t i = 0; i < count; i++) coefficient[i] = sar_coordinate_is_angle(kinds[i]) ? -values[RADIUS].real : 1;
  return SAR_OK;
}

static const SarJointSpec spec = {.frames = SAR_FRAMES_SEPARATE,
                                  .second = true,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates),
                                  .combine = combine};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[RADIUS].real != 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[RADIUS].source, name, "use a prismatic joint to stop a rack",
                    "a rack and its pinion need a pitch radius other than zero");
}

const SarElementClass sar_joint_rack = {
    .name = "rack",
    .section = SAR_SECTION_JOINTS,
    .summary = "a pinion and a rack that roll on each other; other joints keep them in place",
    .remark = "rack-pinion relates the coordinates of two joints instead",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .check = check,
};
