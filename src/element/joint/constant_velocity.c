/* constant-velocity: two bent shafts that turn alike (Rzeppa, double Cardan).
 *
 * The point removes three translations; the twist row removes the rotation of one shaft against the other about their
 * own z axes: four rows. What stays is bending in two directions, whatever the angle of the shafts; both then turn at
 * the same rate, because the axis of the relative rotation stays in the plane that bisects them. */
#include "element/joint/common.h"

static const SarField fields[] = {
    SAR_JOINT_COMMON_FIELDS,
    {.name = "outward",
     .kind = SAR_FIELD_BOOL,
     .unit = "",
     .fallback = "false",
     .meaning = "z of each frame points along its shaft, away from the joint; false: both along a straight shaft"}};

static const SarRowSpec rows[] = {SAR_JOINT_POINT, {SAR_ROW_TWIST, SAR_Z, SAR_Z, "rotation about z"}};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

const SarElementClass sar_joint_constant_velocity = {
    .name = "constant-velocity",
    .section = SAR_SECTION_JOINTS,
    .summary = "bending of two shafts that turn at the same rate",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BALL, .radius = 1.15, .support = SAR_SUPPORT_FIXED},
};
