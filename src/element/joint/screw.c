/* screw: a nut on a thread.
 *
 * A cylindrical joint (four rows) whose two coordinates are tied: displacement = pitch * angle, with the pitch per
 * radian (a thread with the lead l per turn has l/(2 pi)). Five rows; what stays is the turning of the screw. The
 * angle is followed through its turns, so the relation holds over any number of them. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS,
                                  SAR_JOINT_PITCH_FIELD,
                                  SAR_PASSIVE_TRANSLATION,
                                  SAR_PASSIVE_ROTATION_TOO,
                                  SAR_PASSIVE_FRICTION,
                                  SAR_PASSIVE_PIN,
                                  SAR_JOINT_START("angle angle_rate displacement displacement_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_X,
                                  SAR_JOINT_NO_TRANSLATION_Y,
                                  SAR_JOINT_PARALLEL_AXES,
                                  {SAR_ROW_COMBINE, SAR_X, SAR_X, "translation along z against rotation about z"}};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE, SAR_JOINT_DISPLACEMENT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates),
                                  .combine = sar_joint_combine_pitch};

const SarElementClass sar_joint_screw = {
    .name = "screw",
    .section = SAR_SECTION_JOINTS,
    .summary = "translation along an axis in proportion to the rotation about it",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_CYLINDER, .radius = 0.9, .half = 2.6, .support = SAR_SUPPORT_RAIL},
    .equations = &sar_joint_passive,
};
