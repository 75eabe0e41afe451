/* thread: the thread of a screw alone.
 *
 * displacement = pitch * angle, with the pitch per radian, both from the written pose: one row. That the two z stay in
 * line is a matter of other joints (`screw` has all of it). */
#include "element/joint/common.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS, SAR_JOINT_PITCH_FIELD,
                                  SAR_JOINT_START("angle angle_rate displacement displacement_rate")};

static const SarRowSpec rows[] = {{SAR_ROW_COMBINE, SAR_X, SAR_X, "translation along z against rotation about z"}};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE, SAR_JOINT_DISPLACEMENT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates),
                                  .combine = sar_joint_combine_pitch};

const SarElementClass sar_joint_thread = {
    .name = "thread",
    .section = SAR_SECTION_JOINTS,
    .summary = "translation in proportion to rotation, and nothing else: other joints keep the axes in line",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
};
