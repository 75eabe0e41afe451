/* point-in-plane: a tip on a table.
 *
 * The second point stays in the xy plane of the first side (`fixed_in: second`: the other way round). One row; what
 * stays is two translations and all rotations. */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS, SAR_JOINT_FIXED_IN};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_Z};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_point_in_plane = {
    .name = "point-in-plane",
    .section = SAR_SECTION_JOINTS,
    .summary = "a point of the second side stays in a plane of the first: axis is its normal",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BALL, .radius = 0.9},
    .dyad = SAR_DYAD_PLANE,
    .usual = 8,
};
