/* prismatic: a slider that does not turn.
 *
 * The second point stays on the z axis of the first side (two rows), and all axes stay parallel (three rows). Five
 * rows; what stays is the translation along z, the joint's `displacement`. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS, SAR_PASSIVE_TRANSLATION, SAR_PASSIVE_FRICTION,
                                  SAR_PASSIVE_GUIDE, SAR_JOINT_START("displacement displacement_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_X, SAR_JOINT_NO_TRANSLATION_Y, SAR_JOINT_PARALLEL_FRAMES};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_DISPLACEMENT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_prismatic = {
    .name = "prismatic",
    .section = SAR_SECTION_JOINTS,
    .summary = "translation along one axis without rotation: a slider",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BOX, .radius = 0.85, .half = 1.9, .support = SAR_SUPPORT_RAIL},
    .dyad = SAR_DYAD_SLIDER,
    .usual = 2,
    .equations = &sar_joint_passive,
};
