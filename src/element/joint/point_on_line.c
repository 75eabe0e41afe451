/* point-on-line: a pin in a straight slot, seen from all sides.
 *
 * The second point stays on the z axis of the first side (`fixed_in: second`: the other way round). Two rows; what
 * stays is the translation along z, `displacement`, and all rotations. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS, SAR_JOINT_FIXED_IN, SAR_PASSIVE_TRANSLATION,
                                  SAR_PASSIVE_FRICTION, SAR_JOINT_START("displacement displacement_rate")};

static const SarRowSpec rows[] = {SAR_JOINT_NO_TRANSLATION_X, SAR_JOINT_NO_TRANSLATION_Y};
static const SarCoordinateSpec coordinates[] = {SAR_JOINT_DISPLACEMENT};

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates)};

const SarElementClass sar_joint_point_on_line = {
    .name = "point-on-line",
    .section = SAR_SECTION_JOINTS,
    .summary = "a point of the second side stays on a line of the first",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .joint = &spec,
    .mark = {.shape = SAR_MARK_BALL, .radius = 0.9},
    .dyad = SAR_DYAD_PIN,
    .usual = 5,
    .equations = &sar_joint_passive,
};
