/* screw: a nut on a thread.
 *
 * A cylindrical joint (four rows) whose two coordinates are tied: displacement = pitch * angle, with the pitch per
 * radian (a thread with the lead l per turn has l/(2 pi)). Five rows; what stays is the turning of the screw. The
 * angle is followed through its turns, so the relation holds over any number of them. */
#include "element/joint/common.h"
#include "element/joint/passive.h"

enum { PITCH = 3 };
static const SarField fields[] = {SAR_JOINT_COMMON_FIELDS,
                                  [PITCH] = {.name = "pitch",
                                             .kind = SAR_FIELD_REAL,
                                             .unit = "m/rad",
                                             .meaning = "displacement per angle; right-handed if positive"},
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

/* displacement - pitch * angle = 0 */
static SarStatus combine(SarContext *context, const char *name, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  (void)context, (void)name;
  for (int32_t i = 0; i < count; i++) coefficient[i] = sar_coordinate_is_angle(kinds[i]) ? -values[PITCH].real : 1;
  return SAR_OK;
}

static const SarJointSpec spec = {.frames = SAR_FRAMES_COMMON,
                                  .rows = rows,
                                  .nrows = SAR_COUNT(rows),
                                  .coordinates = coordinates,
                                  .ncoordinates = SAR_COUNT(coordinates),
                                  .combine = combine};

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
