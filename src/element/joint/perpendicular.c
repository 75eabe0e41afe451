/* perpendicular: an axis of the first side and one of the second stay at a right angle.
 *
 * One row stops the rotation about their common normal; all else stays. */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_BETWEEN, SAR_JOINT_AXIS_FIRST, SAR_JOINT_AXIS_SECOND};

static const SarRowSpec rows[] = {{SAR_ROW_DOT1, SAR_Z, SAR_Z, "rotation about the common normal"}};

static const SarJointSpec spec = {.frames = SAR_FRAMES_SEPARATE, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_perpendicular = {
    .name = "perpendicular",
    .section = SAR_SECTION_JOINTS,
    .summary = "two axes stay at a right angle",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
