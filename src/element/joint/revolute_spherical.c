/* revolute-spherical: a link without mass, hinged on the first side and with a ball joint on the second.
 *
 * The distance row keeps the length of the link; the second point stays in the plane through the hinge normal to its
 * axis (the first side's z). Two rows; what stays is the swing of the link and all rotations about the ball. */
#include "element/joint/common.h"

enum { LENGTH = 2 };
static const SarField fields[] = {SAR_JOINT_BETWEEN, SAR_JOINT_AXIS, [LENGTH] = SAR_JOINT_LENGTH};

static const SarRowSpec rows[] = {{SAR_ROW_DISTANCE, SAR_X, SAR_X, "distance of the points"},
                                  SAR_JOINT_NO_TRANSLATION_Z};
static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON, .rows = rows, .nrows = SAR_COUNT(rows)};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_joint_check_length(context, name, &values[LENGTH]);
}

const SarElementClass sar_joint_revolute_spherical = {
    .name = "revolute-spherical",
    .section = SAR_SECTION_JOINTS,
    .summary = "a link without mass between a hinge (first side) and a ball joint",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_ROD, .support = SAR_SUPPORT_FIXED},
    .check = check,
};
