/* same-orientation: the second side moves without turning against the first.
 *
 * Three rows stop the three rotations; all translations stay. */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_BETWEEN, SAR_JOINT_AXIS};

static const SarRowSpec rows[] = {SAR_JOINT_PARALLEL_FRAMES};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_same_orientation = {
    .name = "same-orientation",
    .section = SAR_SECTION_JOINTS,
    .summary = "no relative rotation, free translation",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
