/* parallel: an axis of the second side keeps the direction of an axis of the first.
 *
 * Two rows stop the rotations that would bend one z against the other; the rotation about z and all translations
 * stay. */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_BETWEEN, SAR_JOINT_AXIS};

static const SarRowSpec rows[] = {SAR_JOINT_PARALLEL_AXES};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_parallel = {
    .name = "parallel",
    .section = SAR_SECTION_JOINTS,
    .summary = "two axes stay parallel",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
