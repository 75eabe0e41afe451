/* planar: a plate that slides on a plane.
 *
 * The second point stays in the xy plane of the first side (one row), and the two z stay parallel (two rows). Three
 * rows; what stays is the rotation about z, `angle`, and the translations `displacement_x` and `displacement_y`. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {
    SAR_JOINT_COMMON_FIELDS,
    SAR_PASSIVE_ROTATION_TOO,
    SAR_PASSIVE_COORDINATE("x_", "m", "N", "force"),
    SAR_PASSIVE_COORDINATE("y_", "m", "N", "force"),
    SAR_PASSIVE_FRICTION,
    SAR_PASSIVE_REAL("pin_radius", "m", "",
                     "radius at which the normal force rubs when it turns; default: it does not"),
    SAR_JOINT_START("angle angle_rate displacement_x displacement_x_rate displacement_y displacement_y_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_Z, SAR_JOINT_PARALLEL_AXES};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE,
                                                {"displacement_x", SAR_COORDINATE_DISPLACEMENT, SAR_X},
                                                {"displacement_y", SAR_COORDINATE_DISPLACEMENT, SAR_Y}};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_planar = {
    .name = "planar",
    .section = SAR_SECTION_JOINTS,
    .summary = "motion in one plane: axis is its normal",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BOX, .radius = 2.2, .half = 0.3},
    .usual = 7,
    .equations = &sar_joint_passive,
};
