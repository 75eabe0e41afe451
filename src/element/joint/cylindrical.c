/* cylindrical: a shaft in a sleeve.
 *
 * The second point stays on the z axis of the first side (two rows), and the two z stay parallel (two rows). Four rows;
 * what stays is the rotation about z, `angle`, and the translation along it, `displacement`. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS,
                                  SAR_PASSIVE_TRANSLATION,
                                  SAR_PASSIVE_ROTATION_TOO,
                                  SAR_PASSIVE_FRICTION,
                                  SAR_PASSIVE_GUIDE,
                                  SAR_PASSIVE_PIN,
                                  SAR_JOINT_START("angle angle_rate displacement displacement_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_X, SAR_JOINT_NO_TRANSLATION_Y, SAR_JOINT_PARALLEL_AXES};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE, SAR_JOINT_DISPLACEMENT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_cylindrical = {
    .name = "cylindrical",
    .section = SAR_SECTION_JOINTS,
    .summary = "rotation about and translation along one axis: a shaft in a sleeve",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_CYLINDER, .radius = 0.9, .half = 2.6, .support = SAR_SUPPORT_RAIL},
    .dyad = SAR_DYAD_PIN,
    .usual = 4,
    .equations = &sar_joint_passive,
};
