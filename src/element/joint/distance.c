/* distance: a rod without mass between two ball joints.
 *
 * One row: two points keep their distance. The multiplier is the force in the rod. The length must not be zero; two
 * points that shall stay together are a spherical joint. */
#include "element/joint/common.h"

enum { LENGTH = 1 };
static const SarField fields[] = {SAR_JOINT_BETWEEN, [LENGTH] = SAR_JOINT_LENGTH};

static const SarRowSpec rows[] = {{SAR_ROW_DISTANCE, SAR_X, SAR_X, "distance of the points"}};
static const SarJointSpec spec = {.frames = SAR_FRAMES_NONE, .rows = rows, .nrows = SAR_COUNT(rows)};

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  return sar_joint_check_length(context, name, &values[LENGTH]);
}

const SarElementClass sar_joint_distance = {
    .name = "distance",
    .section = SAR_SECTION_JOINTS,
    .summary = "two points at a fixed distance: a rod without mass",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_ROD, .support = SAR_SUPPORT_FIXED},
    .dyad = SAR_DYAD_ROD,
    .check = check,
};
