/* universal: two shafts through a cross (Cardan, Hooke).
 *
 * One arm of the cross, `axis`, is fixed in the first side, the other, `axis2`, in the second. The point removes three
 * translations; the arms stay at a right angle: four rows. What stays is the rotation of the cross about the first arm,
 * `angle1`, and of the second side about the second arm, `angle2`. It does not carry a constant velocity across. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_BETWEEN,
                                  SAR_JOINT_AT,
                                  SAR_JOINT_AXIS_FIRST,
                                  SAR_JOINT_AXIS_SECOND,
                                  SAR_PASSIVE_ROTATION,
                                  SAR_PASSIVE_FRICTION,
                                  SAR_PASSIVE_PIN,
                                  {.name = "friction_of",
                                   .kind = SAR_FIELD_CHOICE,
                                   .unit = "",
                                   .fallback = "both",
                                   .meaning = "the arms of the cross that rub: angle1, angle2 or both",
                                   .choices = "both first second"},
                                  SAR_JOINT_START("angle1 angle1_rate angle2 angle2_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_POINT,
                                  {SAR_ROW_DOT1, SAR_Z, SAR_Z, "rotation about the normal of the cross"}};
static const SarCoordinateSpec coordinates[] = {{"angle1", SAR_COORDINATE_CROSS_FIRST, SAR_Z},
                                                {"angle2", SAR_COORDINATE_CROSS_SECOND, SAR_Z}};

static const SarJointSpec spec = {.frames = SAR_FRAMES_SEPARATE,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_universal = {
    .name = "universal",
    .section = SAR_SECTION_JOINTS,
    .summary = "rotation about two crossed axes: a Cardan joint",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BALL, .radius = 1.15, .support = SAR_SUPPORT_FIXED},
    .dyad = SAR_DYAD_CROSS,
    .usual = 6,
    .equations = &sar_joint_passive,
};
