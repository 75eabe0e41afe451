/* fixed: the second side moves with the first.
 *
 * The point removes three translations, the three mixed products of the axes remove three rotations: six rows, no
 * freedom left. The products also vanish when one frame is turned by half a turn against the other; assembly starts at
 * the written pose and does not jump there. */
#include "element/joint/common.h"

static const SarField fields[] = {
    SAR_JOINT_BETWEEN,
    {.name = "at",
     .kind = SAR_FIELD_VECTOR,
     .unit = "m",
     .fallback = "",
     .meaning = "where the reaction is taken, ground axes, at the written pose; default: the second body's reference "
                "point, or that of the first where the second is the ground"},
    SAR_JOINT_AXIS};

static const SarRowSpec rows[] = {SAR_JOINT_POINT, SAR_JOINT_PARALLEL_FRAMES};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_fixed = {
    .name = "fixed",
    .section = SAR_SECTION_JOINTS,
    .summary = "no relative motion: a weld",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BOX, .radius = 0.9, .half = 0.9, .support = SAR_SUPPORT_FIXED},
};
