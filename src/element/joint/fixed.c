/* fixed: the second side moves with the first.
 *
 * The point removes three translations, the three mixed products of the axes remove three rotations: six rows, no
 * freedom left. The products also vanish when one frame is turned by half a turn against the other; assembly starts at
 * the written pose and does not jump there. */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS};

static const SarRowSpec rows[] = {SAR_JOINT_POINT, SAR_JOINT_PARALLEL_FRAMES};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_fixed = {
    .name = "fixed",
    .section = SAR_SECTION_JOINTS,
    .summary = "no relative motion: a weld",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
