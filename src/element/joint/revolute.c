/* revolute: a hinge.
 *
 * The point removes three translations; z of the first side normal to x and y of the second removes the rotations about
 * y and x. Five rows; what stays is the rotation about z, the joint's `angle`. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS, SAR_PASSIVE_ROTATION, SAR_PASSIVE_FRICTION, SAR_PASSIVE_PIN,
                                  SAR_JOINT_START("angle angle_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_POINT, SAR_JOINT_PARALLEL_AXES};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_ANGLE};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_revolute = {
    .name = "revolute",
    .section = SAR_SECTION_JOINTS,
    .summary = "rotation about one axis: a hinge",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_CYLINDER, .radius = 1, .half = 1.6, .support = SAR_SUPPORT_FIXED, .turns = true},
    .dyad = SAR_DYAD_PIN,
    .usual = 1,
    .equations = &sar_joint_passive,
};
